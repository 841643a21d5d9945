//! Names of encodings on the command line.

mod elsewhere;

use std::ffi::OsStr;

use placemat::{Encoding, Endian};

use crate::legacy::{self, Known, Legacy};
use crate::show::{Name, say};
use crate::status::CommandError;

/// The name of the textual form of code points, which `convert` reads and writes like an encoding.
pub(crate) const CODE_POINTS: &str = "code-points";

/// The name that requests detection of the encoding of each input.
pub(crate) const AUTO: &str = "auto";

pub(crate) use elsewhere::names_of;

/// How many similar names a message lists.
const NEAREST: usize = 3;

/// One side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Encoding(Encoding),
    CodePoints,
    Legacy(Legacy),
    /// The encoding of each input is detected.
    Auto,
}

impl Side {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Encoding(encoding) => encoding.name(),
            Side::CodePoints => CODE_POINTS,
            Side::Legacy(legacy) => legacy.identifier(),
            Side::Auto => AUTO,
        }
    }

    /// Returns the encoding in which the library reads this side: a legacy encoding is decoded to UTF-8.
    pub(crate) fn read_as(self) -> Encoding {
        match self {
            Side::Encoding(encoding) => encoding,
            _ => Encoding::Utf8,
        }
    }
}

/// An encoding that `check` reads, or a request to detect one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Encoding(Encoding),
    Legacy(Legacy),
    Auto,
}

impl Named {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Named::Encoding(encoding) => encoding.name(),
            Named::Legacy(legacy) => legacy.identifier(),
            Named::Auto => AUTO,
        }
    }
}

/// Returns the side with that name; `quiet` suppresses the note about ambiguous names.
pub(crate) fn side(name: &OsStr, quiet: bool) -> Result<Side, CommandError> {
    if name.to_str().is_some_and(|name| name.replace(['_', ' '], "-").eq_ignore_ascii_case(CODE_POINTS)) {
        return Ok(Side::CodePoints);
    }
    match look_up(name, quiet) {
        Some(Known::Family(encoding)) => Ok(Side::Encoding(encoding)),
        Some(Known::Legacy(legacy)) => Ok(Side::Legacy(legacy)),
        Some(Known::Refused) => Err(refused(name)),
        None if is_like_code_points(&name.to_string_lossy()) => {
            Err(unknown(name, "; code-points are U+0041 U+10FFFF …", legacy::nearest))
        }
        None => Err(unknown(name, "", legacy::nearest)),
    }
}

/// Returns the name of an encoding in sentences.
pub(crate) fn title(encoding: Encoding) -> String {
    const ABBREVIATIONS: [&str; 7] = ["utf-", "cesu-", "wtf-", "ucs-", "us-", "iso-", "optu-"];
    match encoding.name() {
        "mutf-8" => "Modified UTF-8".to_owned(),
        "windows-1252" => "Windows-1252".to_owned(),
        "utf-8-sig" => "UTF-8".to_owned(),
        "corrected-utf-8" | "corrected-utf-8-document" => "Corrected UTF-8".to_owned(),
        name if ABBREVIATIONS.iter().any(|start| name.starts_with(start)) => name.to_uppercase(),
        name => name.to_owned(),
    }
}

/// Returns the side with that name, or the request to detect the encoding of each input.
pub(crate) fn side_or_auto(name: &OsStr, quiet: bool) -> Result<Side, CommandError> {
    if name.eq_ignore_ascii_case(AUTO) { Ok(Side::Auto) } else { side(name, quiet) }
}

/// Returns the encoding of the family with that name.
pub(crate) fn encoding(name: &OsStr) -> Result<Encoding, CommandError> {
    match look_up(name, false) {
        Some(Known::Family(encoding)) => Ok(encoding),
        Some(Known::Legacy(legacy)) => {
            let legacy = legacy.identifier();
            Err(CommandError::Failed(format!(
                "{legacy} is a legacy encoding, which only convert, check, detect and repair read; \
                 placemat convert -f {legacy} FILE converts it to UTF-8 (see placemat list)"
            )))
        }
        Some(Known::Refused) => Err(refused(name)),
        // A legacy encoding would be refused.
        None => Err(unknown(name, "", |_| vec![])),
    }
}

/// Returns the encoding with that name, or the request to detect the encoding of each input. `quiet`
/// suppresses the note about ambiguous names.
pub(crate) fn encoding_or_auto(name: &OsStr, quiet: bool) -> Result<Named, CommandError> {
    if name.eq_ignore_ascii_case(AUTO) {
        return Ok(Named::Auto);
    }
    match look_up(name, quiet) {
        Some(Known::Family(encoding)) => Ok(Named::Encoding(encoding)),
        Some(Known::Legacy(legacy)) => Ok(Named::Legacy(legacy)),
        Some(Known::Refused) => Err(refused(name)),
        None => Err(unknown(name, "; auto detects it", legacy::nearest)),
    }
}

/// Returns the encoding with that name, of the family or not.
pub(crate) fn of_any_kind(name: &OsStr) -> Result<Known, CommandError> {
    match look_up(name, false) {
        Some(Known::Refused) => Err(refused(name)),
        Some(known) => Ok(known),
        None => Err(unknown(name, "", legacy::nearest)),
    }
}

/// Looks up an identifier of the family, then a label of it, then one of the WHATWG, then names that others
/// use. A name that is not exactly an identifier can be ambiguous: Oracle's `UTF8` is not UTF-8.
fn look_up(name: &OsStr, quiet: bool) -> Option<Known> {
    let name = name.to_str()?;
    let found = Encoding::for_name(name).or_else(|| Encoding::for_name(number(name)?));
    let Some((encoding, _)) = found else {
        return legacy::find(name).or_else(|| {
            let identifier = elsewhere::identifier(name)?;
            Encoding::from_name(identifier).map(Known::Family).or_else(|| legacy::find(identifier))
        });
    };
    if let Some(note) = note(name).filter(|_| !quiet) {
        say(format_args!("note: '{}' is read as {}; {note}", Name(OsStr::new(name)), encoding));
    }
    Some(Known::Family(encoding))
}

/// Returns what else a name of the family may mean to the person who uses it. Another spelling of an identifier
/// means that; and what Web browsers make of names for ASCII and Latin-1 is of no use on a command line.
pub(crate) fn note(name: &str) -> Option<&'static str> {
    let (encoding, note) = Encoding::for_name(name).or_else(|| Encoding::for_name(number(name)?))?;
    let is_of_oracle = name == "UTF8";
    let is_spelling = Encoding::for_identifier(name) == Some(encoding);
    let is_plain = matches!(encoding, Encoding::UsAscii | Encoding::Iso8859_1) || is_spelling;
    note.filter(|_| is_of_oracle || !is_plain)
}

/// Returns the byte order in names such as `utf-16le-bom`: that of a text whose byte order mark is missing, and
/// of a text that is written with one.
pub(crate) fn order_in(name: &OsStr) -> Option<Endian> {
    let name = name.to_str()?.to_ascii_lowercase();
    let is_marked =
        name.ends_with("bom") && name.starts_with("utf") && elsewhere::identifier(&name).is_some();
    match () {
        () if is_marked && name.contains("le") => Some(Endian::Little),
        () if is_marked && name.contains("be") => Some(Endian::Big),
        () => None,
    }
}

/// The error for the labels of `replacement`, which stand for several encodings that attacks used.
fn refused(name: &OsStr) -> CommandError {
    CommandError::Failed(format!(
        "'{}' is a label of the WHATWG's 'replacement', which no program decodes; iconv converts some of these \
         encodings",
        Name(name)
    ))
}

/// Returns the number of a code page, or of a coded character set of IBM, which people write with a word
/// before it.
fn number(name: &str) -> Option<&str> {
    let number = name.trim_start_matches(|one: char| !one.is_ascii_digit());
    let word: String =
        name[..name.len() - number.len()].chars().filter(char::is_ascii_alphanumeric).collect();
    let is_known =
        ["cp", "ibm", "windows", "win", "ccsid"].iter().any(|known| word.eq_ignore_ascii_case(known));
    (is_known && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Returns `true` if the name may mean the textual form of code points.
fn is_like_code_points(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["point", "u+", "scalar", "hex", "escape"].iter().any(|part| name.contains(part))
}

/// The error for an unknown name. `near` returns the legacy encodings with similar names, and how far these
/// are.
fn unknown(name: &OsStr, besides: &str, near: impl Fn(&str) -> Vec<(usize, &'static str)>) -> CommandError {
    let shown = Name(name);
    if name.eq_ignore_ascii_case("mojibake") {
        return CommandError::Failed(
            "'mojibake' is not an encoding: it is text that was decoded with the wrong one. \
             placemat repair repairs it where UTF-8 was read as windows-1252 or iso-8859-1; \
             placemat convert -f double-utf-8-cp1252 decodes it (see placemat list)"
                .to_owned(),
        );
    }
    let text = name.to_string_lossy();
    if let Some(question) = elsewhere::question(&text) {
        let message = format!("'{shown}' is not the name of one encoding: {question} (see placemat list)");
        return CommandError::Failed(message);
    }
    let legacy = near(&text);
    if legacy.is_empty() && is_elsewhere(&text) {
        return CommandError::Failed(format!(
            "unknown encoding '{shown}': placemat has the UTF-8 family, UTF-16 and UTF-32, us-ascii, iso-8859-1, windows-1252{}; \
             iconv or uconv convert from and to others (see placemat list)",
            if cfg!(feature = "legacy") { " and the legacy encodings of browsers and of DOS" } else { "" }
        ));
    }
    let family = Encoding::nearest_names(&text, NEAREST);
    let near: Vec<_> = match legacy[..] {
        [] => family.collect(),
        // One that is a letter or two away is what was meant.
        _ => legacy.iter().map(|&(_, name)| name).chain(family).take(NEAREST).collect(),
    };
    let near = match near[..] {
        [] => String::new(),
        [nearest] => format!("; the nearest is {nearest}"),
        _ => format!("; the nearest are {}", near.join(", ")),
    };
    CommandError::Failed(format!("unknown encoding '{shown}'{near}{besides} (see placemat list)"))
}

/// Returns `true` if the name is, or resembles, the name of an encoding of another kind.
fn is_elsewhere(name: &str) -> bool {
    const KINDS: [&str; 31] = [
        "koi7",
        "koi8",
        "shiftjis",
        "sjis",
        "windows31j",
        "ms932",
        "eucjp",
        "euckr",
        "euctw",
        "euccn",
        "big5",
        "gbk",
        "gb2312",
        "gb18030",
        "hzgb",
        "johab",
        "uhc",
        "tis620",
        "viscii",
        "tcvn",
        "armscii",
        "ebcdic",
        "macintosh",
        "macroman",
        "xmac",
        "utf7",
        "utf8mac",
        "utfebcdic",
        "iso2022",
        "scsu",
        "bocu1",
    ];
    let name: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect();
    let numbered = |prefix: &str, count: usize| {
        name.strip_prefix(prefix)
            .is_some_and(|number| number.len() >= count && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    KINDS.iter().any(|kind| name.starts_with(kind))
        || numbered("iso8859", 1)
        || numbered("latin", 1)
        || numbered("windows", 4)
        || numbered("win", 4)
        || numbered("cp", 3)
        || numbered("ibm", 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_identifier_is_found_in_any_spelling() {
        for known in Encoding::ALL {
            let name = known.name();
            for spelling in [name.to_owned(), name.to_uppercase(), name.replace('-', "_")] {
                assert_eq!(encoding(OsStr::new(&spelling)).ok(), Some(known), "{spelling}");
            }
        }
        assert_eq!(side(OsStr::new("Code_Points"), true).ok(), Some(Side::CodePoints));
    }

    #[test]
    fn labels_are_found_after_identifiers() {
        for (name, known) in [
            ("latin1", Encoding::Iso8859_1),
            ("AL32UTF8", Encoding::Utf8),
            ("iso-8859-1", Encoding::Iso8859_1),
            ("csUTF16LE", Encoding::Utf16Le),
            ("cp1208", Encoding::Utf8),
            ("IBM-1208", Encoding::Utf8),
            ("windows-65001", Encoding::Utf8),
            ("cp1200", Encoding::Utf16Le),
            ("CP_1201", Encoding::Utf16Be),
            ("cp12000", Encoding::Utf32Le),
            // Of databases, Windows and programming languages.
            ("WE8MSWIN1252", Encoding::Windows1252),
            ("we8iso8859p1", Encoding::Iso8859_1),
            ("US7ASCII", Encoding::UsAscii),
            ("AL16UTF16", Encoding::Utf16Be),
            ("utf8mb3", Encoding::Utf8mb3),
            ("utf8mb4", Encoding::Utf8),
            ("UTF8", Encoding::Utf8),
            ("utf8", Encoding::Utf8),
            ("Cp1252", Encoding::Windows1252),
            ("cp1252", Encoding::Windows1252),
            ("win1252", Encoding::Windows1252),
            ("1252", Encoding::Windows1252),
            ("65001", Encoding::Utf8),
            ("win-65001", Encoding::Utf8),
            ("20127", Encoding::UsAscii),
            ("28591", Encoding::Iso8859_1),
            ("utf-16le-bom", Encoding::Utf16),
            ("UTF-16BE-BOM", Encoding::Utf16),
            ("utf-32le-bom", Encoding::Utf32),
            ("utf-8-bom", Encoding::Utf8Sig),
            ("windows-12001", Encoding::Utf32Be),
        ] {
            assert_eq!(encoding(OsStr::new(name)).ok(), Some(known), "{name}");
        }
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn names_of_databases_and_code_pages_are_found() {
        for (name, identifier) in [
            ("win1251", "windows-1251"),
            ("WIN1250", "windows-1250"),
            ("1251", "windows-1251"),
            ("CL8MSWIN1251", "windows-1251"),
            ("cl8koi8r", "koi8-r"),
            ("ZHS16GBK", "gbk"),
            ("JA16SJIS", "shift_jis"),
            ("MS932", "shift_jis"),
            ("932", "shift_jis"),
            ("cp20866", "koi8-r"),
            ("ujis", "euc-jp"),
            ("sjis", "shift_jis"),
            ("koi8r", "koi8-r"),
            ("EUC_KR", "euc-kr"),
            ("28605", "iso-8859-15"),
            ("x-windows-949", "euc-kr"),
        ] {
            let found = side(OsStr::new(name), true).map(Side::name).map_err(|error| format!("{error:?}"));
            assert_eq!(found.as_deref(), Ok(identifier), "{name}");
            assert_eq!(elsewhere::question(name), None, "{name}");
        }
        // Each of the names that are listed is found, and means that.
        for legacy in Legacy::all() {
            for name in names_of(legacy.identifier()) {
                let found = side(OsStr::new(&name), true).ok();
                assert_eq!(found, Some(Side::Legacy(legacy)), "{name}");
            }
        }
    }

    #[test]
    fn names_that_are_listed_for_the_family_are_found() {
        for encoding in Encoding::ALL {
            for name in names_of(encoding.name()) {
                assert_eq!(self::encoding(OsStr::new(&name)).ok(), Some(encoding), "{name}");
            }
        }
    }

    #[test]
    fn a_name_without_one_meaning_is_answered_with_a_question() {
        for name in ["mbcs", "OEM", "acp", "sql_ascii", "Japanese"] {
            for found in [encoding(OsStr::new(name)).err(), side(OsStr::new(name), true).err()] {
                let Some(CommandError::Failed(message)) = found else { panic!("{name}") };
                assert!(message.contains("is not the name of one encoding: "), "{message}");
            }
        }
    }

    #[test]
    fn notes_say_something_new() {
        for name in ["latin-1", "Latin_1", "l1", "iso8859-1", "ISO_8859-1", "ascii", "US_ASCII", "usascii"]
            .into_iter()
            .chain(["utf8", "Utf_8", "utf16", "UTF_16", "u8", "cp1252", "1252", "AL32UTF8", "65001"])
        {
            assert_eq!(note(name), None, "{name}");
        }
        for name in ["UTF8", "unicode", "csUnicode", "ucs-2", "1200", "ANSI"] {
            assert!(note(name).is_some(), "{name}");
        }
    }

    #[test]
    fn names_with_a_mark_have_an_order() {
        let order = |name: &str| order_in(OsStr::new(name));
        assert_eq!(order("UTF-16LE-BOM"), Some(Endian::Little));
        assert_eq!(order("utf32be_bom"), Some(Endian::Big));
        for name in ["utf-16-bom", "utf-8-bom", "utf-16le", "bom", "utf-9le-bom"] {
            assert_eq!(order(name), None, "{name}");
        }
    }

    #[test]
    fn encodings_of_other_kinds_have_no_nearest_name() {
        for name in ["KOI8-T", "EUC-TW", "johab", "cp864", "windows-1259", "cp1125", "latin11", "utf-8-mac"] {
            let Err(CommandError::Failed(message)) = encoding(OsStr::new(name)) else { panic!("{name}") };
            assert!(message.contains("iconv") && !message.contains("nearest"), "{message}");
        }
        for name in [
            "KOI8-R",
            "Big5-HKSCS",
            "iso-8859-15",
            "windows-1251",
            "cp866",
            "cp850",
            "latin2",
            "sjis",
            "cp936",
        ] {
            let Err(CommandError::Failed(message)) = encoding(OsStr::new(name)) else { panic!("{name}") };
            assert!(message.contains(if cfg!(feature = "legacy") { "legacy" } else { "iconv" }), "{message}");
            assert_eq!(side(OsStr::new(name), true).is_ok(), cfg!(feature = "legacy"), "{name}");
        }
        let Err(CommandError::Failed(message)) = encoding(OsStr::new("macutf8")) else { panic!() };
        assert!(message.contains("the nearest is mutf-8 (see"), "{message}");
    }

    #[test]
    fn an_unknown_name_lists_the_nearest() {
        let Err(CommandError::Failed(message)) = encoding(OsStr::new("cesu-9")) else { panic!() };
        assert!(message.contains("the nearest is cesu-8 (see"), "{message}");
        assert!(!message.contains(CODE_POINTS));
        let Err(CommandError::Failed(message)) = encoding(OsStr::new("klingon")) else { panic!() };
        assert_eq!(message, "unknown encoding 'klingon' (see placemat list)");
    }
}
