//! The legacy encodings, and their names: those of the WHATWG, and the code pages of DOS.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5,
    ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15,
    ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874,
    WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC, X_USER_DEFINED,
};
use placemat::Encoding;

use super::dos::{self, CodePage};
use super::labels::LABELS;
use super::{Known, Shape};

/// A legacy encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Legacy(pub(super) Kind);

/// Who defines an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Whatwg(&'static encoding_rs::Encoding),
    Dos(CodePage),
}

/// The encodings of the WHATWG with their identifiers, and what they were used for.
const ALL: [(&encoding_rs::Encoding, &str, &str); 36] = [
    (GBK, "gbk", "Chinese, simplified; includes GB2312"),
    (GB18030, "gb18030", "Chinese, the national standard, with all of Unicode"),
    (BIG5, "big5", "Chinese, traditional; includes Hong Kong's supplement"),
    (SHIFT_JIS, "shift_jis", "Japanese, Windows"),
    (EUC_JP, "euc-jp", "Japanese, Unix"),
    (ISO_2022_JP, "iso-2022-jp", "Japanese, mail"),
    (EUC_KR, "euc-kr", "Korean, Windows and Unix"),
    (KOI8_R, "koi8-r", "Russian, Unix"),
    (KOI8_U, "koi8-u", "Ukrainian, Unix"),
    (WINDOWS_1251, "windows-1251", "Cyrillic, Windows"),
    (IBM866, "ibm866", "Cyrillic, DOS"),
    (ISO_8859_5, "iso-8859-5", "Cyrillic, ISO"),
    (X_MAC_CYRILLIC, "x-mac-cyrillic", "Cyrillic, Mac OS"),
    (WINDOWS_1250, "windows-1250", "Central European, Windows"),
    (ISO_8859_2, "iso-8859-2", "Central European, ISO"),
    (ISO_8859_16, "iso-8859-16", "Romanian, ISO"),
    (WINDOWS_1253, "windows-1253", "Greek, Windows"),
    (ISO_8859_7, "iso-8859-7", "Greek, ISO"),
    (WINDOWS_1254, "windows-1254", "Turkish, Windows; includes iso-8859-9"),
    (WINDOWS_1255, "windows-1255", "Hebrew, Windows"),
    (ISO_8859_8_I, "iso-8859-8-i", "Hebrew, ISO"),
    (ISO_8859_8, "iso-8859-8", "Hebrew, ISO, in visual order"),
    (WINDOWS_1256, "windows-1256", "Arabic, Windows"),
    (ISO_8859_6, "iso-8859-6", "Arabic, ISO"),
    (WINDOWS_874, "windows-874", "Thai; includes tis-620"),
    (WINDOWS_1257, "windows-1257", "Baltic, Windows"),
    (ISO_8859_13, "iso-8859-13", "Baltic, ISO"),
    (ISO_8859_4, "iso-8859-4", "North European, ISO"),
    (WINDOWS_1258, "windows-1258", "Vietnamese, Windows"),
    (ISO_8859_15, "iso-8859-15", "Western, ISO, with the euro sign"),
    (ISO_8859_3, "iso-8859-3", "Maltese and Esperanto, ISO"),
    (ISO_8859_10, "iso-8859-10", "Nordic, ISO"),
    (ISO_8859_14, "iso-8859-14", "Celtic, ISO"),
    (MACINTOSH, "macintosh", "Western, Mac OS"),
    (X_USER_DEFINED, "x-user-defined", "bytes from 80 on as U+F780..U+F7FF"),
    // The verdict on single bytes. A person who names it gets that of the family.
    (WINDOWS_1252, "windows-1252", "Western, Windows"),
];

/// Spellings that people use and that are not labels of the WHATWG.
const OTHERS: [(&str, &encoding_rs::Encoding); 27] = [
    ("cp932", SHIFT_JIS),
    ("windows-932", SHIFT_JIS),
    ("cp936", GBK),
    ("windows-936", GBK),
    ("cp949", EUC_KR),
    ("uhc", EUC_KR),
    ("cp950", BIG5),
    ("windows-950", BIG5),
    ("big5hkscs", BIG5),
    ("cp54936", GB18030),
    ("eucjp", EUC_JP),
    ("euckr", EUC_KR),
    ("euccn", GBK),
    ("euc-cn", GBK),
    ("koi8r", KOI8_R),
    ("koi8u", KOI8_U),
    ("cp874", WINDOWS_874),
    ("tis620", WINDOWS_874),
    ("iso2022jp", ISO_2022_JP),
    ("latin7", ISO_8859_13),
    ("latin8", ISO_8859_14),
    ("latin9", ISO_8859_15),
    ("latin10", ISO_8859_16),
    ("macroman", MACINTOSH),
    ("mac-roman", MACINTOSH),
    ("maccyrillic", X_MAC_CYRILLIC),
    ("mac-cyrillic", X_MAC_CYRILLIC),
];

/// Finds the encoding that a name means: to the WHATWG, or the code page of DOS with that number.
pub(crate) fn find(name: &str) -> Option<Known> {
    let of_dos = || match dos::number(name)? {
        866 => find_of_whatwg("ibm866"),
        _ => Some(Known::Legacy(Legacy(Kind::Dos(dos::find(name)?)))),
    };
    find_of_whatwg(name).or_else(of_dos)
}

fn find_of_whatwg(name: &str) -> Option<Known> {
    let dashed = name.replace(['_', ' '], "-");
    let label = |name: &str| encoding_rs::Encoding::for_label(name.as_bytes());
    let other = || OTHERS.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(&dashed));
    let found = label(name).or_else(|| label(&dashed)).or_else(|| other().map(|(_, found)| found))?;
    Some(match found {
        found if found == UTF_8 => Known::Family(Encoding::Utf8),
        found if found == UTF_16LE => Known::Family(Encoding::Utf16Le),
        found if found == UTF_16BE => Known::Family(Encoding::Utf16Be),
        found if found == WINDOWS_1252 => Known::Family(Encoding::Windows1252),
        found if found == REPLACEMENT => Known::Refused,
        found => Known::Legacy(Legacy::of_whatwg(found)),
    })
}

impl Legacy {
    pub(super) const fn of_whatwg(encoding: &'static encoding_rs::Encoding) -> Self {
        Legacy(Kind::Whatwg(encoding))
    }

    /// Returns the encodings that a person can name, in groups by language.
    pub(crate) fn all() -> impl Iterator<Item = Legacy> {
        let of_whatwg = ALL.into_iter().filter(|(encoding, ..)| *encoding != WINDOWS_1252);
        let of_dos = dos::ALL.into_iter().map(|page| Legacy(Kind::Dos(page)));
        of_whatwg.map(|(encoding, ..)| Legacy::of_whatwg(encoding)).chain(of_dos)
    }

    /// Returns Windows-1252, which has no name of its own here, because the family has it.
    pub(crate) fn windows_1252() -> Option<Legacy> {
        Some(Legacy::of_whatwg(WINDOWS_1252))
    }

    /// Returns the name in reports for machines, which is also a label.
    pub(crate) fn identifier(self) -> &'static str {
        match self.0 {
            Kind::Whatwg(encoding) => row(encoding).1,
            Kind::Dos(page) => page.identifier,
        }
    }

    /// Returns the name for people, as the WHATWG spells it.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Kind::Whatwg(encoding) => encoding.name(),
            Kind::Dos(page) => page.name,
        }
    }

    /// Returns what the encoding was used for.
    pub(crate) fn about(self) -> &'static str {
        match self.0 {
            Kind::Whatwg(encoding) => row(encoding).2,
            Kind::Dos(page) => page.about,
        }
    }

    /// Returns the other names that find the encoding: labels of the WHATWG, and spellings that people use.
    pub(crate) fn labels(self) -> impl Iterator<Item = &'static str> {
        let labels: Vec<&str> = match self.0 {
            Kind::Whatwg(encoding) => {
                let labels = LABELS.into_iter().filter(|&(identifier, _)| identifier == self.identifier());
                let others = OTHERS.into_iter().filter(|(_, other)| *other == encoding);
                labels
                    .flat_map(|(_, labels)| labels.iter().copied())
                    .chain(others.map(|(name, _)| name))
                    // A name of the family means the family's encoding.
                    .filter(|name| Encoding::for_name(name).is_none())
                    .collect()
            }
            Kind::Dos(page) => page.labels.into(),
        };
        labels.into_iter()
    }

    /// Returns the encoding of the family that is the same, if there is one.
    pub(crate) fn of_family(self) -> Option<Encoding> {
        (self.0 == Kind::Whatwg(WINDOWS_1252)).then_some(Encoding::Windows1252)
    }

    /// Returns `true` for a code page of DOS that the WHATWG does not have.
    pub(crate) fn is_of_dos(self) -> bool {
        matches!(self.0, Kind::Dos(_))
    }

    /// Returns `true` if every code point of Unicode, and so U+FFFD and U+FEFF, has a sequence.
    pub(crate) fn is_universal(self) -> bool {
        self.0 == Kind::Whatwg(GB18030)
    }

    /// Returns how bytes form sequences.
    pub(crate) fn shape(self) -> Shape {
        let Kind::Whatwg(encoding) = self.0 else { return Shape::Single };
        match encoding {
            one if one == GBK || one == GB18030 => Shape::Gb,
            one if one == BIG5 => Shape::Big5,
            one if one == EUC_JP => Shape::EucJp,
            one if one == EUC_KR => Shape::EucKr,
            one if one == SHIFT_JIS => Shape::ShiftJis,
            one if one == ISO_2022_JP => Shape::Iso2022Jp,
            _ => Shape::Single,
        }
    }
}

/// Returns the row of an encoding of the WHATWG.
fn row(encoding: &encoding_rs::Encoding) -> (&'static encoding_rs::Encoding, &'static str, &'static str) {
    ALL.into_iter().find(|row| row.0 == encoding).unwrap_or((UTF_8, "", ""))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_label_finds_its_encoding_and_no_other() {
        let mut seen = BTreeSet::new();
        for legacy in Legacy::all() {
            let identifier = legacy.identifier();
            let is_of_dos = matches!(legacy.0, Kind::Dos(_));
            assert!(is_of_dos || LABELS.iter().any(|(name, _)| *name == identifier), "{identifier}");
            for label in legacy.labels().chain([identifier]) {
                assert_eq!(find(label), Some(Known::Legacy(legacy)), "{label}");
                assert!(seen.insert(label), "{label} is listed twice");
            }
        }
    }

    /// The standard has 228 labels. The others are those of UTF-8 (6), UTF-16 (9), windows-1252 (17) and
    /// replacement (6).
    #[test]
    fn no_label_of_the_standard_is_missing() {
        let labels = LABELS.iter().map(|(_, labels)| labels.len() + 1).sum::<usize>();
        assert_eq!(labels, 228 - (6 + 9 + 17 + 6));
    }
}
