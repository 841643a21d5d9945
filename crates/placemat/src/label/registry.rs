//! The names (CONFORMANCE.md, Names), by encoding and by source, and other declarations about an encoding
//! that are not in a table.
//!
//! Sources: IANA's registry of character sets; the WHATWG Encoding Standard, section 4.2; `Charset.aliases()`
//! of OpenJDK 17; `encodings.aliases` of CPython 3.11.

use super::name::{Name, Purpose, Source};
use crate::codec::CodecInfo;
use crate::encoding::Encoding;
use crate::form::{Form, Iso8859_1, MAGIC_NUMBER, Windows1252};
use crate::wrapper::{Frame, fallback, framed};

/// The declarations about one encoding.
pub(super) struct Entry {
    pub(super) encoding: Encoding,
    /// The names that are printed first.
    official: &'static [&'static str],
    pub(super) mib_enum: Option<u16>,
    iana: &'static [&'static str],
    whatwg: &'static [&'static str],
    java: &'static [&'static str],
    python: &'static [&'static str],
    /// The source of each name, and the name.
    other: &'static [(&'static str, &'static str)],
    /// Other names for the identifier, which are not labels.
    pub(super) aliases: &'static [&'static str],
    pub(super) remark: &'static str,
    /// The purpose of texts in it.
    pub(super) purpose: Purpose,
    /// The detector returns the reading with the least rank first if two cost the same. Encodings for
    /// interchange come first, then strict ones, then those for use inside one system, then old ones. Those
    /// of equal rank are in the order of [`Encoding::ALL`].
    #[cfg_attr(not(feature = "detect"), allow(dead_code, reason = "the detector reads it"))]
    pub(super) rank: u8,
    /// The bytes at the start of a text that identify it.
    pub(super) signature: &'static [u8],
    /// The encodings of its text after the byte order mark that it removes: one, or one for each byte order.
    pub(super) without_mark: &'static [Encoding],
    /// The frame of a framed wrapper.
    pub(super) frame: Option<Frame>,
    /// The encoding of input that is not UTF-8.
    pub(super) fallback: Option<Encoding>,
    /// The properties of a wrapper that are not those of the text within.
    pub(super) wrapper: Option<&'static CodecInfo>,
    /// The values of columns that may be in it.
    #[cfg_attr(not(feature = "detect"), allow(dead_code, reason = "the detector reads it"))]
    pub(super) trial: Trial,
    /// `true` if a value that is well-formed in it, and not in UTF-8 or a dialect of less rank, is in it.
    #[cfg_attr(not(feature = "columns"), allow(dead_code, reason = "columns read it"))]
    pub(super) is_dialect: bool,
}

/// The values of columns that may be in an encoding. If an encoding differs from UTF-8 only in certain
/// sequences, values without them are read like UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(feature = "detect"), allow(dead_code, reason = "the detector reads it"))]
pub(crate) enum Trial {
    /// All values.
    All,
    /// Values with leads of four bytes or more, surrogates, or overlong sequences.
    LeadsOfFour,
    /// Values with surrogates or overlong sequences.
    Marked,
    /// Values of an even length.
    Even,
    /// No value.
    Never,
}

impl Entry {
    #[inline]
    pub(super) fn names(&self) -> impl Iterator<Item = Name> + use<> {
        let encoding = self.encoding;
        let of = move |texts: &'static [&'static str], source| {
            texts.iter().map(move |text| Name { text, encoding, source })
        };
        let other =
            self.other.iter().map(move |&(who, text)| Name { text, encoding, source: Source::Other(who) });
        of(self.official, Source::IanaName)
            .chain(of(self.iana, Source::Iana))
            .chain(of(self.whatwg, Source::Whatwg))
            .chain(of(self.java, Source::Java))
            .chain(of(self.python, Source::Python))
            .chain(other)
            .chain(of(self.aliases, Source::Alias))
    }
}

/// An encoding for interchange without names and wrappers.
const NONE: Entry = Entry {
    encoding: Encoding::Wtf8,
    official: &[],
    mib_enum: None,
    iana: &[],
    whatwg: &[],
    java: &[],
    python: &[],
    other: &[],
    aliases: &[],
    remark: "",
    purpose: Purpose::Interchange,
    rank: u8::MAX,
    signature: &[],
    without_mark: &[],
    frame: None,
    fallback: None,
    wrapper: None,
    trial: Trial::Never,
    is_dialect: false,
};

const CODE_PAGE: &str = "Windows code page";
const CCSID: &str = "IBM CCSID";
const PCL: &str = "PCL symbol set";

pub(super) const ENTRIES: &[Entry; Encoding::ALL.len()] = &[
    Entry {
        encoding: Encoding::Utf8,
        official: &["UTF-8"],
        mib_enum: Some(106),
        iana: &["csUTF8"],
        whatwg: &["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"],
        java: &["UTF8", "unicode-1-1-utf-8"],
        python: &["utf_8", "u8", "utf", "utf8", "cp65001"],
        other: &[
            (CODE_PAGE, "65001"),
            (PCL, "18N"),
            ("Japan", "UTF-8N"),
            ("without a mark", "UTF-8-NOBOM"),
            ("MySQL, MariaDB", "utf8mb4"),
            ("Oracle", "AL32UTF8"),
            (CCSID, "1208"),
            (CCSID, "CCSID 1208"),
            ("Perl", "UTF-8"),
            ("Perl", "utf-8-strict"),
            ("ISO 2022", "ESC % G"),
        ],
        rank: 0,
        signature: &[0xEF, 0xBB, 0xBF],
        trial: Trial::All,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf8Sig,
        python: &["utf_8_sig"],
        other: &[("with a mark", "UTF-8-BOM")],
        rank: 32,
        without_mark: &[Encoding::Utf8],
        ..NONE
    },
    Entry {
        encoding: Encoding::GeneralizedUtf8,
        remark: "Python: utf-8 with surrogatepass",
        purpose: Purpose::OneSystem,
        rank: 9,
        trial: Trial::Marked,
        ..NONE
    },
    Entry {
        encoding: Encoding::Wtf8,
        remark: "has no label, and never will; what Node's Buffer wrote from 0.7.7 to mid-2014",
        purpose: Purpose::OneSystem,
        rank: 8,
        is_dialect: true,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf8b,
        aliases: &["utf8b", "PEP 383"],
        remark: "Python: utf-8 with surrogateescape",
        purpose: Purpose::Internal,
        rank: 13,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf16,
        official: &["UTF-16"],
        mib_enum: Some(1015),
        iana: &["csUTF16"],
        java: &["UTF_16", "utf16", "unicode", "UnicodeBig"],
        python: &["utf_16", "u16", "utf16"],
        remark: "the WHATWG label utf-16 means utf-16le",
        rank: 3,
        without_mark: &[Encoding::Utf16Be, Encoding::Utf16Le],
        trial: Trial::Even,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf16Le,
        official: &["UTF-16LE"],
        mib_enum: Some(1014),
        iana: &["csUTF16LE"],
        whatwg: &["utf-16le", "utf-16", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff"],
        java: &["UTF_16LE", "X-UTF-16LE", "UnicodeLittleUnmarked"],
        python: &["utf_16_le", "utf_16le", "unicodelittleunmarked"],
        other: &[(CODE_PAGE, "1200")],
        rank: 1,
        signature: &[0xFF, 0xFE],
        trial: Trial::Even,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf16Be,
        official: &["UTF-16BE"],
        mib_enum: Some(1013),
        iana: &["csUTF16BE"],
        whatwg: &["utf-16be", "unicodefffe"],
        java: &["UTF_16BE", "X-UTF-16BE", "ISO-10646-UCS-2", "UnicodeBigUnmarked"],
        python: &["utf_16_be", "utf_16be", "unicodebigunmarked"],
        other: &[(CODE_PAGE, "1201")],
        rank: 2,
        signature: &[0xFE, 0xFF],
        trial: Trial::Even,
        ..NONE
    },
    Entry { encoding: Encoding::Wtf16Le, purpose: Purpose::OneSystem, rank: 11, ..NONE },
    Entry { encoding: Encoding::Wtf16Be, purpose: Purpose::OneSystem, rank: 12, ..NONE },
    Entry {
        encoding: Encoding::Utf32,
        official: &["UTF-32"],
        mib_enum: Some(1017),
        iana: &["csUTF32"],
        java: &["UTF_32", "UTF32"],
        python: &["utf_32", "u32", "utf32"],
        rank: 6,
        without_mark: &[Encoding::Utf32Be, Encoding::Utf32Le],
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf32Le,
        official: &["UTF-32LE"],
        mib_enum: Some(1019),
        iana: &["csUTF32LE"],
        java: &["UTF_32LE", "X-UTF-32LE"],
        python: &["utf_32_le", "utf_32le"],
        other: &[(CODE_PAGE, "12000")],
        rank: 4,
        signature: &[0xFF, 0xFE, 0x00, 0x00],
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf32Be,
        official: &["UTF-32BE"],
        mib_enum: Some(1018),
        iana: &["csUTF32BE"],
        java: &["UTF_32BE", "X-UTF-32BE"],
        python: &["utf_32_be", "utf_32be"],
        other: &[(CODE_PAGE, "12001")],
        rank: 5,
        signature: &[0x00, 0x00, 0xFE, 0xFF],
        ..NONE
    },
    Entry { encoding: Encoding::Ucs2Le, purpose: Purpose::Obsolete, rank: 24, ..NONE },
    Entry {
        encoding: Encoding::Ucs2Be,
        official: &["ISO-10646-UCS-2"],
        mib_enum: Some(1000),
        iana: &["csUnicode"],
        remark: "the WHATWG label ucs-2 means utf-16le",
        purpose: Purpose::Obsolete,
        rank: 25,
        ..NONE
    },
    Entry { encoding: Encoding::Ucs4Le, rank: 26, ..NONE },
    Entry {
        encoding: Encoding::Ucs4Be,
        official: &["ISO-10646-UCS-4"],
        mib_enum: Some(1001),
        iana: &["csUCS4"],
        other: &[("glibc", "UCS-4")],
        rank: 27,
        ..NONE
    },
    Entry {
        encoding: Encoding::Cesu8,
        official: &["CESU-8"],
        mib_enum: Some(1016),
        iana: &["csCESU8", "csCESU-8"],
        java: &["CESU8", "csCESU-8"],
        other: &[("Oracle", "UTF8"), (CCSID, "9400"), (CCSID, "CCSID 9400")],
        purpose: Purpose::Internal,
        rank: 7,
        trial: Trial::LeadsOfFour,
        is_dialect: true,
        ..NONE
    },
    Entry {
        encoding: Encoding::Cesu8Lenient,
        purpose: Purpose::Internal,
        rank: 15,
        trial: Trial::Marked,
        ..NONE
    },
    Entry {
        encoding: Encoding::Mutf8,
        other: &[
            ("Java", "MUTF-8"),
            ("Java", "Modified UTF-8"),
            ("Java", "Java UTF-8"),
            ("Android", "Dalvik UTF-8"),
            ("Android", "dex UTF-8"),
            ("Tcl", "Tcl internal UTF-8"),
        ],
        remark: "no charset of Java's, but what DataInput, DataOutput and JNI speak",
        purpose: Purpose::Internal,
        rank: 10,
        trial: Trial::Marked,
        is_dialect: true,
        ..NONE
    },
    Entry { encoding: Encoding::Mutf8Lenient, purpose: Purpose::Internal, rank: 16, ..NONE },
    Entry {
        encoding: Encoding::Utf8mb3,
        other: &[("MySQL, MariaDB", "utf8"), ("MySQL, MariaDB", "utf8mb3")],
        rank: 14,
        ..NONE
    },
    Entry {
        encoding: Encoding::Optu8,
        remark: "OPTU-16, its 16-bit side, is units in memory and has no byte scheme",
        purpose: Purpose::Internal,
        rank: 33,
        ..NONE
    },
    Entry { encoding: Encoding::Optu8Reversible, purpose: Purpose::Internal, rank: 34, ..NONE },
    Entry {
        encoding: Encoding::Utf1,
        official: &["ISO-10646-UTF-1"],
        mib_enum: Some(27),
        iana: &["csISO10646UTF1"],
        other: &[("ISO/IEC 10646", "UTF-1"), ("ISO-IR", "ISO-IR 178"), ("ISO 2022", "ESC % B")],
        rank: 28,
        signature: &[0xF7, 0x64, 0x4C],
        ..NONE
    },
    Entry {
        encoding: Encoding::FssUtf1992July,
        other: &[("X/Open", "X/Open Joint Internationalization Group proposal")],
        rank: 29,
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf8Rfc2279,
        other: &[
            ("X/Open", "FSS-UTF"),
            ("X/Open", "UTF-FSS"),
            ("Plan 9", "UTF-2"),
            ("X/Open", "X/Open P316"),
            ("IETF", "RFC 2044"),
            ("IETF", "RFC 2279"),
        ],
        remark: "the obsolete definition of IANA's UTF-8",
        purpose: Purpose::Obsolete,
        rank: 17,
        trial: Trial::LeadsOfFour,
        ..NONE
    },
    Entry { encoding: Encoding::CorrectedUtf8, rank: 37, signature: &MAGIC_NUMBER, ..NONE },
    Entry { encoding: Encoding::CorrectedUtf8Document, rank: 36, ..NONE },
    Entry {
        encoding: Encoding::Utf8Mod,
        aliases: &["I8"],
        remark: "has no label; the report does not intend it for open interchange",
        purpose: Purpose::Internal,
        ..NONE
    },
    Entry {
        encoding: Encoding::UtfEbcdic,
        signature: &[0xDD, 0x73, 0x66, 0x73],
        other: &[("Perl", "UTF_EBCDIC")],
        remark: "the report does not intend it for open interchange",
        purpose: Purpose::Internal,
        ..NONE
    },
    Entry {
        encoding: Encoding::UsAscii,
        official: &["US-ASCII"],
        mib_enum: Some(3),
        iana: &[
            "iso-ir-6",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO_646.irv:1991",
            "ISO646-US",
            "us",
            "IBM367",
            "cp367",
            "csASCII",
        ],
        // `default` is a name of it as well, but does not identify anything.
        java: &[
            "ASCII",
            "ascii7",
            "646",
            "us",
            "iso-ir-6",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO646-US",
            "ISO_646.irv:1991",
            "iso_646.irv:1983",
            "IBM367",
            "cp367",
            "csASCII",
        ],
        python: &[
            "ascii",
            "us_ascii",
            "ansi_x3.4_1968",
            "ansi_x3_4_1968",
            "ansi_x3.4_1986",
            "iso646_us",
            "iso_646.irv_1991",
            "iso_ir_6",
            "ibm367",
            "cp367",
            "csascii",
            "646",
            "us",
        ],
        other: &[(CODE_PAGE, "20127"), (PCL, "0U")],
        aliases: &["ascii"],
        remark: "the WHATWG labels ascii, us-ascii and ansi_x3.4-1968 mean windows-1252",
        ..NONE
    },
    Entry {
        encoding: Encoding::Iso8859_1,
        official: &["ISO-8859-1", "ISO_8859-1:1987"],
        mib_enum: Some(4),
        iana: &["ISO_8859-1", "latin1", "l1", "iso-ir-100", "IBM819", "CP819", "csISOLatin1"],
        java: &[
            "ISO8859_1",
            "ISO8859-1",
            "ISO_8859_1",
            "ISO_8859-1",
            "ISO_8859-1:1987",
            "8859_1",
            "latin1",
            "l1",
            "iso-ir-100",
            "IBM819",
            "IBM-819",
            "cp819",
            "819",
            "csISOLatin1",
        ],
        python: &[
            "latin_1",
            "iso8859_1",
            "iso_8859_1",
            "iso_8859_1_1987",
            "iso8859",
            "8859",
            "latin",
            "latin1",
            "l1",
            "iso_ir_100",
            "ibm819",
            "cp819",
            "csisolatin1",
        ],
        other: &[(PCL, "0N"), (CODE_PAGE, "28591")],
        remark: "all of its WHATWG labels mean windows-1252",
        rank: 31,
        ..NONE
    },
    Entry {
        encoding: Encoding::Windows1252,
        official: &["windows-1252"],
        mib_enum: Some(2252),
        iana: &["cswindows1252"],
        whatwg: &[
            "windows-1252",
            "ansi_x3.4-1968",
            "ascii",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-8859-1",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "latin1",
            "us-ascii",
            "x-cp1252",
        ],
        java: &["Cp1252", "ibm1252", "ibm-1252", "cp5348"],
        python: &["cp1252", "1252", "windows_1252"],
        other: &[("Windows", "ANSI"), (PCL, "19U"), ("MySQL, MariaDB", "latin1")],
        rank: 30,
        trial: Trial::All,
        ..NONE
    },
    Entry { encoding: Encoding::Tcl86Utf8, purpose: Purpose::Internal, rank: 35, ..NONE },
    Entry {
        encoding: Encoding::Mutf8WriteUtf,
        rank: 18,
        frame: Some(Frame::WriteUtf),
        wrapper: Some(const { &framed("mutf-8-writeutf") }),
        ..NONE
    },
    Entry {
        encoding: Encoding::Mutf8Long,
        rank: 19,
        frame: Some(Frame::Long),
        wrapper: Some(const { &framed("mutf-8-long") }),
        ..NONE
    },
    Entry {
        encoding: Encoding::Mutf8Nul,
        rank: 21,
        frame: Some(Frame::Nul),
        wrapper: Some(const { &framed("mutf-8-nul") }),
        ..NONE
    },
    Entry {
        encoding: Encoding::Mutf8Dex,
        rank: 20,
        frame: Some(Frame::Dex),
        wrapper: Some(const { &framed("mutf-8-dex") }),
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf8OrIso8859_1,
        fallback: Some(Encoding::Iso8859_1),
        wrapper: Some(const { &fallback("utf-8-or-iso-8859-1", Iso8859_1::TABLE) }),
        ..NONE
    },
    Entry {
        encoding: Encoding::Utf8OrWindows1252,
        fallback: Some(Encoding::Windows1252),
        wrapper: Some(const { &fallback("utf-8-or-windows-1252", Windows1252::TABLE) }),
        ..NONE
    },
    Entry { encoding: Encoding::DoubleUtf8Latin1, rank: 23, ..NONE },
    Entry { encoding: Encoding::DoubleUtf8Cp1252, rank: 22, ..NONE },
];

/// Labels that mean different things to different people, in their listed spelling, with their other
/// meanings.
pub(super) const NOTES: &[(&[&str], &str)] = &[
    (
        &["utf8", "UTF8"],
        "MySQL's older utf8 is utf8mb3, Oracle's UTF8 is cesu-8, and Perl's utf8 also reads surrogates and values \
         beyond U+10FFFF",
    ),
    (
        &[
            "ISO-8859-1",
            "ISO_8859-1:1987",
            "ISO_8859-1",
            "latin1",
            "l1",
            "iso-ir-100",
            "IBM819",
            "CP819",
            "csISOLatin1",
            "latin_1",
            "latin",
        ],
        "on the Web it means windows-1252, and MySQL's latin1 does everywhere",
    ),
    (&["iso8859-1", "iso88591"], "outside the Web it means iso-8859-1"),
    (
        &["ascii", "ASCII", "US-ASCII", "us_ascii", "us-ascii", "ANSI_X3.4-1968", "ansi_x3.4-1968"],
        "on the Web it means windows-1252; elsewhere us-ascii, of which the bytes 00..7F are all",
    ),
    (&["unicode"], "that is its meaning on the Web; Java means utf-16, with a mark or big-endian"),
    (
        &["UTF-16"],
        "on the Web it means utf-16le; elsewhere a mark tells the byte order, without one big-endian",
    ),
    (
        &["utf16", "UTF_16", "utf_16", "u16"],
        "a mark tells the byte order; without one big-endian in Java, that of the machine in Python",
    ),
    (&["ucs-2"], "on the Web it means utf-16le; elsewhere ucs-2be or ucs-2le, which have no pairs"),
    (
        &["ISO-10646-UCS-2", "csUnicode"],
        "in IANA's registry it is UCS-2, which has no pairs; on the Web it means utf-16le, in Java utf-16be",
    ),
    (&["1200"], "as a Windows code page it is utf-16le; as an IBM CCSID UTF-16 in big-endian order"),
    (&["ANSI"], "Windows calls so the code page of the system, which is 1252 in the West only"),
];
