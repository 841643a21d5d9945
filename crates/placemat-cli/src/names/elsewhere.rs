//! Names of encodings in databases, in Windows and in programming languages that are not labels of the family
//! or of the WHATWG. Each has one meaning; names with several are answered with a question.

/// Names, with the identifier of what they mean. Case and separators do not matter.
const NAMES: &[(&str, &str)] = &[
    // Oracle. Its UTF8 is CESU-8, but nearly everyone else means UTF-8.
    ("US7ASCII", "us-ascii"),
    ("AL16UTF16", "utf-16be"),
    ("AL16UTF16LE", "utf-16le"),
    ("UTFE", "utf-ebcdic"),
    ("WE8ISO8859P1", "iso-8859-1"),
    ("WE8MSWIN1252", "windows-1252"),
    ("EE8ISO8859P2", "iso-8859-2"),
    ("EE8MSWIN1250", "windows-1250"),
    ("CL8ISO8859P5", "iso-8859-5"),
    ("CL8MSWIN1251", "windows-1251"),
    ("CL8KOI8R", "koi8-r"),
    ("CL8KOI8U", "koi8-u"),
    ("RU8PC866", "ibm866"),
    ("EL8ISO8859P7", "iso-8859-7"),
    ("EL8MSWIN1253", "windows-1253"),
    ("WE8ISO8859P9", "windows-1254"),
    ("TR8MSWIN1254", "windows-1254"),
    ("IW8ISO8859P8", "iso-8859-8"),
    ("IW8MSWIN1255", "windows-1255"),
    ("AR8ISO8859P6", "iso-8859-6"),
    ("AR8MSWIN1256", "windows-1256"),
    ("BLT8ISO8859P13", "iso-8859-13"),
    ("BLT8MSWIN1257", "windows-1257"),
    ("VN8MSWIN1258", "windows-1258"),
    ("WE8ISO8859P15", "iso-8859-15"),
    ("TH8TISASCII", "windows-874"),
    ("JA16SJIS", "shift_jis"),
    ("JA16EUC", "euc-jp"),
    ("ZHS16GBK", "gbk"),
    ("ZHS32GB18030", "gb18030"),
    ("ZHT16BIG5", "big5"),
    ("ZHT16MSWIN950", "big5"),
    ("KO16KSC5601", "euc-kr"),
    ("KO16MSWIN949", "euc-kr"),
    // MySQL and MariaDB.
    ("ujis", "euc-jp"),
    ("eucjpms", "euc-jp"),
    // Java.
    ("x-windows-874", "windows-874"),
    ("x-windows-949", "euc-kr"),
    ("x-windows-950", "big5"),
    ("x-MacRoman", "macintosh"),
    ("x-MacCyrillic", "x-mac-cyrillic"),
    // Perl.
    ("shiftjis", "shift_jis"),
    // The byte order mark says which order it is; without one, the name does.
    ("utf-16-bom", "utf-16"),
    ("utf-16le-bom", "utf-16"),
    ("utf-16be-bom", "utf-16"),
    ("utf-32-bom", "utf-32"),
    ("utf-32le-bom", "utf-32"),
    ("utf-32be-bom", "utf-32"),
];

/// The numbers of Windows' code pages, with the identifier of what they mean. Those of the family are labels.
const CODE_PAGES: &[(&str, &str)] = &[
    ("866", "ibm866"),
    ("874", "windows-874"),
    ("932", "shift_jis"),
    ("936", "gbk"),
    ("949", "euc-kr"),
    ("950", "big5"),
    ("1250", "windows-1250"),
    ("1251", "windows-1251"),
    ("1253", "windows-1253"),
    ("1254", "windows-1254"),
    ("1255", "windows-1255"),
    ("1256", "windows-1256"),
    ("1257", "windows-1257"),
    ("1258", "windows-1258"),
    ("10000", "macintosh"),
    ("10007", "x-mac-cyrillic"),
    ("20866", "koi8-r"),
    ("20932", "euc-jp"),
    ("21866", "koi8-u"),
    ("28592", "iso-8859-2"),
    ("28593", "iso-8859-3"),
    ("28594", "iso-8859-4"),
    ("28595", "iso-8859-5"),
    ("28596", "iso-8859-6"),
    ("28597", "iso-8859-7"),
    ("28598", "iso-8859-8"),
    ("28599", "windows-1254"),
    ("28603", "iso-8859-13"),
    ("28605", "iso-8859-15"),
    ("38598", "iso-8859-8-i"),
    ("51932", "euc-jp"),
    ("51949", "euc-kr"),
    ("54936", "gb18030"),
];

/// The words before the number of a code page.
const WORDS: [&str; 6] = ["", "cp", "win", "windows", "ms", "codepage"];

/// Names that depend on a machine or a country, with the question to answer.
const UNCLEAR: &[(&[&str], &str)] = &[
    (
        &["mbcs", "acp", "oem", "oemcp", "ansicp", "locale", "system", "default"],
        "it depends on the machine: windows-1252 in Western Europe and America (cp850 or cp437 in a console), \
         windows-1250 in Central Europe, windows-1251 for Cyrillic, shift_jis in Japan, gbk in China. Name one of these, or auto",
    ),
    (&["japanese"], "text in Japanese may be shift_jis, euc-jp or iso-2022-jp; auto detects which"),
    (&["russian"], "text in Russian may be windows-1251, koi8-r or ibm866; auto detects which"),
    (
        &["sqlascii"],
        "SQL_ASCII is not an encoding: PostgreSQL stores bytes without looking; auto detects one",
    ),
];

/// Returns the identifier of what a name means.
pub(super) fn identifier(name: &str) -> Option<&'static str> {
    let folded = folded(name);
    let named = NAMES.iter().find(|(known, _)| self::folded(known) == folded);
    let (word, number) = folded.split_at(folded.trim_end_matches(|one: char| one.is_ascii_digit()).len());
    let numbered = || CODE_PAGES.iter().find(|&&(known, _)| known == number && WORDS.contains(&word));
    named.or_else(numbered).map(|&(_, identifier)| identifier)
}

/// Returns the names of an encoding, as `list` shows them.
pub(crate) fn names_of(identifier: &str) -> Vec<String> {
    let numbers = CODE_PAGES.iter().filter(|(_, meant)| *meant == identifier).map(|(number, _)| *number);
    let short = identifier.strip_prefix("windows-").map(|number| format!("win{number}"));
    let named = NAMES.iter().filter(|(_, meant)| *meant == identifier).map(|(name, _)| (*name).to_owned());
    numbers.map(str::to_owned).chain(short).chain(named).collect()
}

/// Returns what to answer to a name that has several meanings.
pub(super) fn question(name: &str) -> Option<&'static str> {
    let folded = folded(name);
    UNCLEAR.iter().find(|(names, _)| names.contains(&&folded[..])).map(|&(_, question)| question)
}

/// Returns a name in lower case, without separators.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect()
}
