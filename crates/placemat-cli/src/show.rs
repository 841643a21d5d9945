//! What is displayed on a terminal: untrusted names and bytes, escaped.

use std::ffi::OsStr;
use std::fmt::{self, Write};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use unicode_width::UnicodeWidthStr;

use crate::input::InputSource;

/// `true` if nothing may be written to standard error any more, because it is an input.
static IS_HUSHED: AtomicBool = AtomicBool::new(false);

/// `true` if the last output on a terminal lacks a line end. This does not distinguish terminals: usually
/// there is only one.
static IS_MID_LINE: AtomicBool = AtomicBool::new(false);

/// Notes that these bytes were written to a terminal.
pub(crate) fn note_written(bytes: &[u8]) {
    if let Some(last) = bytes.last() {
        IS_MID_LINE.store(*last != b'\n', Ordering::Relaxed);
    }
}

/// Stops messages on standard error; from now on they go only to a standard output that is a terminal.
pub(crate) fn hush() {
    IS_HUSHED.store(true, Ordering::Relaxed);
}

/// Prints a diagnostic. On a terminal it starts on a new line, and is wrapped between words. An error of
/// writing is ignored, because it could not be reported.
pub(crate) fn say(message: impl fmt::Display) {
    let line = format!("placemat: {message}\n");
    match IS_HUSHED.load(Ordering::Relaxed) {
        false => write_line(std::io::stderr().lock(), |width| fitted(&line, width).into_bytes()),
        true if std::io::stdout().is_terminal() => {
            write_line(std::io::stdout().lock(), |width| fitted(&line, width).into_bytes());
        }
        true => {}
    }
}

/// Prints a report of whole lines on standard error. On a terminal it starts on a new line. An error of
/// writing is ignored, because it could not be reported.
pub(crate) fn report(lines: &[u8]) {
    write_line(std::io::stderr().lock(), |_| lines.to_vec());
}

#[cfg(unix)]
trait Stream: std::io::Write + IsTerminal + std::os::fd::AsFd {}
#[cfg(unix)]
impl<S: std::io::Write + IsTerminal + std::os::fd::AsFd> Stream for S {}
#[cfg(windows)]
trait Stream: std::io::Write + IsTerminal + std::os::windows::io::AsHandle {}
#[cfg(windows)]
impl<S: std::io::Write + IsTerminal + std::os::windows::io::AsHandle> Stream for S {}

/// Writes the lines that `make` returns for the width of the stream, starting on a new line.
fn write_line(mut stream: impl Stream, make: impl FnOnce(usize) -> Vec<u8>) {
    let mut line = make(width_of(&stream).unwrap_or(usize::MAX));
    if stream.is_terminal() && IS_MID_LINE.swap(false, Ordering::Relaxed) {
        line.insert(0, b'\n');
    }
    let _ = stream.write_all(&line);
}

/// Wraps a message at that width.
fn fitted(message: &str, width: usize) -> String {
    // The indentation of continued lines is the length of the command's name, which is more than that of a
    // hint. So no part of a message can look like a hint.
    const FURTHER: usize = 10;
    let mut text = String::new();
    for line in message.lines() {
        let words = line.trim_start_matches(' ');
        let column = line.len() - words.len();
        text.push_str(&line[..column]);
        text.push_str(&wrapped_from(words, width, column + FURTHER, column));
        text.push('\n');
    }
    text
}

/// A name as messages show it: hostile characters as `\u{202E}`, bytes that are not UTF-8 as `\xFF`. A
/// backslash is doubled, so that different names never look the same.
pub(crate) struct Name<'a>(pub(crate) &'a OsStr);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0.as_encoded_bytes(), !cfg!(windows), f)
    }
}

/// Returns an input as a command for the shell reads it: standard input is taken from a file.
pub(crate) fn as_input(source: &InputSource) -> String {
    match source {
        InputSource::StandardInput(None) => "< FILE".to_owned(),
        _ => Argument(source).to_string(),
    }
}

/// An input as an argument of a command for the shell.
pub(crate) struct Argument<'a>(pub(crate) &'a InputSource);

impl fmt::Display for Argument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.as_argument();
        let path = bytes.strip_prefix(b"./").unwrap_or(bytes);
        let is_standard_input = matches!(self.0, InputSource::StandardInput(None));
        // A name must not look like an option, or like standard input.
        let path = if path.starts_with(b"-") || path.is_empty() { bytes } else { path };
        if path.starts_with(b"-") && !is_standard_input {
            f.write_str("./")?;
        }
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._/+,@%:=".contains(byte);
        let has_none_of = |others: &[char]| {
            let is_other = |one: char| is_hostile(one) || others.contains(&one);
            std::str::from_utf8(path).is_ok_and(|text| !text.chars().any(is_other))
        };
        // To zsh, `=name` is the path of a command.
        if !path.is_empty() && path.iter().all(is_plain) && !path.starts_with(b"=") {
            f.write_str(&String::from_utf8_lossy(path))
        } else if cfg!(windows) {
            write!(f, "\"{}\"", escape_lines(&String::from_utf8_lossy(path)))
        } else if has_none_of(&['\'']) {
            write!(f, "'{}'", String::from_utf8_lossy(path))
        } else if has_none_of(&['"', '$', '`', '\\', '!']) {
            write!(f, "\"{}\"", String::from_utf8_lossy(path))
        } else {
            // Bash, ksh and zsh read this.
            f.write_str("$'")?;
            for &byte in path {
                match byte {
                    b'\'' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                    b' '..=b'~' => f.write_char(byte.into())?,
                    _ => write!(f, "\\x{byte:02X}")?,
                }
            }
            f.write_str("'")
        }
    }
}

/// A piece of a text, shown as names are.
pub(crate) struct Line<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0, true, f)
    }
}

fn escape(bytes: &[u8], doubles_backslashes: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' if doubles_backslashes => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ if is_hostile(character) => write!(f, "\\u{{{:X}}}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        for byte in chunk.invalid() {
            write!(f, "\\x{byte:02X}")?;
        }
    }
    Ok(())
}

/// Returns what is said of bytes after the frame of a text.
pub(crate) fn after_frame(len: u64) -> String {
    let (follows, is) = if len == 1 { ("follows", "is") } else { ("follow", "are") };
    format!("{} {follows} the end of the text in its frame, and {is} not read", Count(len, "byte"))
}

/// Returns the width of a report that is laid out in columns: `named` on the command line, or else the number
/// in COLUMNS, or else the width of the terminal that standard output is.
pub(crate) fn columns(named: Option<usize>) -> Option<usize> {
    named.or_else(|| NAMED_WIDTH.get().copied()).or_else(|| width_in_environment().or_else(terminal_width))
}

/// Returns the width at which lines are wrapped; `None` if standard output is not a terminal, and no width is
/// `named` on the command line. Other programs read whole lines.
pub(crate) fn wrapping_columns(named: Option<usize>) -> Option<usize> {
    let is_wrapped = named.or_else(|| NAMED_WIDTH.get().copied()).or_else(terminal_width).is_some();
    if is_wrapped { columns(named) } else { None }
}

/// Returns the width of the terminal that any of the standard streams is.
pub(crate) fn any_terminal() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| width.0.into())
}

fn terminal_width() -> Option<usize> {
    terminal_size_of(&std::io::stdout())
}

/// Returns the number in COLUMNS, which shells export on request.
fn width_in_environment() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.parse().ok()?;
    (columns > 0).then_some(columns)
}

/// The width that the command line names, for commands whose output has no other options.
static NAMED_WIDTH: OnceLock<usize> = OnceLock::new();

/// Sets the width of the output instead of that of the terminal. It has to be called before anything is
/// printed.
pub(crate) fn set_width(columns: usize) {
    const LEAST: usize = 40;
    let _ = NAMED_WIDTH.set(columns.max(LEAST));
}

/// Returns the width of a stream that is a terminal.
fn width_of(stream: &impl Stream) -> Option<usize> {
    terminal_size_of(stream).map(|width| width_in_environment().unwrap_or(width))
}

fn terminal_size_of(stream: &impl Stream) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| width.0.into())
}

/// Wraps text at `width`. The text begins `used` columns to the right of the indentation of its further
/// lines.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize, used: usize) -> String {
    wrapped_from(text, width, indent, indent + used)
}

/// Wraps text at `width`, from a column on that may be to the left of the indentation of its further lines.
fn wrapped_from(text: &str, width: usize, indent: usize, column: usize) -> String {
    let (mut lines, mut columns, mut is_first) = (String::new(), column, true);
    for word in text.split(' ') {
        let space = usize::from(!is_first);
        if columns + space + word.width() > width && columns > indent {
            lines.push_str(&format!("\n{:indent$}", ""));
            columns = indent;
        } else if !is_first {
            lines.push(' ');
            columns += 1;
        }
        lines.push_str(word);
        columns += word.width();
        is_first = false;
    }
    lines
}

/// Wraps text after a heading: a colon, and a space if the text begins on the same line.
pub(crate) fn after_colon(text: &str, width: usize, indent: usize, used: usize) -> String {
    let lines = wrapped(text, width, indent, used);
    if lines.starts_with('\n') { format!(":{lines}") } else { format!(": {lines}") }
}

/// Escapes everything hostile except line feeds in a text of several lines that may quote arguments.
pub(crate) fn escape_lines(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if character != '\n' && is_hostile(character) {
            let _ = write!(safe, "\\u{{{:X}}}", u32::from(character));
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Returns `true` if the character controls a terminal, reorders the text around it, or breaks the line.
pub(crate) fn is_hostile(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns a code point as its number, and as a character if it can be shown: `U+002F '/'`.
pub(crate) fn code_point(code_point: u32) -> String {
    match shown(code_point) {
        Some(character) => format!("U+{code_point:04X} '{character}'"),
        None => format!("U+{code_point:04X}"),
    }
}

/// Returns a code point as its number and, if it can be shown, as a character: `U+1F44D 👍`.
pub(crate) fn character(code_point: u32) -> String {
    match shown(code_point) {
        Some(character) => format!("U+{code_point:04X} {character}"),
        None => format!("U+{code_point:04X}"),
    }
}

/// Returns a code point as a character, if it can be shown between quotation marks.
fn shown(code_point: u32) -> Option<char> {
    let is_noncharacter = code_point & 0xFFFE == 0xFFFE || matches!(code_point, 0xFDD0..=0xFDEF);
    char::from_u32(code_point).filter(|&character| {
        !is_noncharacter && !is_hostile(character) && !character.is_whitespace() && character != '\''
    })
}

/// Describes an overlong sequence in a hint: `a disguised '/' (overlong encoding of U+002F)`.
pub(crate) fn disguised(code_point: u32) -> String {
    match shown(code_point) {
        Some(character) => format!("a disguised '{character}' (overlong encoding of U+{code_point:04X})"),
        None => format!("a disguised U+{code_point:04X} (overlong encoding)"),
    }
}

/// Why an overlong sequence is dangerous.
pub(crate) const WHY_DISGUISED: &str = "some programs accept it, and filters miss it";

/// The first bytes of a range of an input, for a diagnostic.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt {
    bytes: Vec<u8>,
    is_cut: bool,
    /// The bytes after the range, which are not shown: what they are may explain it.
    after: Vec<u8>,
}

impl Excerpt {
    /// How many bytes a line shows.
    pub(crate) const LIMIT: usize = 16;

    /// Creates the excerpt of a range of `len` bytes, of which `bytes` are the first.
    pub(crate) fn new(bytes: &[u8], len: u64) -> Self {
        let shown = bytes.len().min(Self::LIMIT);
        Excerpt { bytes: bytes[..shown].to_vec(), is_cut: (shown as u64) < len, after: vec![] }
    }

    /// Creates the excerpt of a range of `len` bytes, with which `bytes` begin; some may follow it.
    pub(crate) fn with_after(bytes: &[u8], len: u64) -> Self {
        let (own, after) = bytes.split_at(usize::try_from(len).unwrap_or(usize::MAX).min(bytes.len()));
        let shown = Excerpt::new(own, len);
        if shown.is_cut { shown } else { Excerpt { after: after.to_vec(), ..shown } }
    }

    /// Returns the bytes of the range, as far as they are shown, and the bytes after it.
    pub(crate) fn ahead(&self) -> Vec<u8> {
        [&self.bytes[..], &self.after].concat()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Adds the excerpt of the range that follows.
    pub(crate) fn join(&mut self, next: &Excerpt) {
        if !self.is_cut {
            self.bytes.extend_from_slice(&next.bytes);
            self.is_cut = next.is_cut || self.bytes.len() > Self::LIMIT;
            self.bytes.truncate(Self::LIMIT);
            self.after = if self.is_cut { vec![] } else { next.after.clone() };
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, byte) in self.bytes.iter().enumerate() {
            write!(f, "{}{byte:02X}", if k == 0 { "" } else { " " })?;
        }
        f.write_str(if self.is_cut { " …" } else { "" })
    }
}

/// A number of things, with the right plural.
pub(crate) struct Count(pub(crate) u64, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_are_escaped_and_stay_distinct() {
        let shown = |name: &str| Name(OsStr::new(name)).to_string();
        assert_eq!(shown("plain é 💩.txt"), "plain é 💩.txt");
        assert_eq!(shown("\u{1B}[31m\u{202E}\u{9B}\n\u{7F}"), "\\u{1B}[31m\\u{202E}\\u{9B}\\n\\u{7F}");
        assert_ne!(shown("a\\nb"), shown("a\nb"));
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_are_shown() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(Name(OsStr::from_bytes(b"a\xFF\xC3\xA9")).to_string(), "a\\xFFé");
    }

    #[cfg(unix)]
    #[test]
    fn arguments_are_quoted_for_the_shell() {
        let shown = |path: &str| Argument(&InputSource::Path(path.into())).to_string();
        for (path, argument) in [
            ("./src/a.txt", "src/a.txt"),
            ("-x", "./-x"),
            ("./-x", "./-x"),
            ("a b", "'a b'"),
            ("=a", "'=a'"),
            ("a=b", "a=b"),
            ("é.txt", "'é.txt'"),
            ("it's", "\"it's\""),
            ("it's $1", "$'it\\'s $1'"),
            ("\u{1B}[31m", "$'\\x1B[31m'"),
        ] {
            assert_eq!(shown(path), argument);
        }
    }

    #[test]
    fn what_cannot_stand_between_quotation_marks_is_a_number() {
        assert_eq!(code_point(0x2F), "U+002F '/'");
        for (number, shown) in
            [(0x27, "U+0027"), (0xFFFF, "U+FFFF"), (0xFDD0, "U+FDD0"), (0x1_FFFE, "U+1FFFE"), (7, "U+0007")]
        {
            assert_eq!(code_point(number), shown);
        }
        assert_eq!(disguised(0x27), "a disguised U+0027 (overlong encoding)");
    }

    #[test]
    fn no_character_that_steers_a_terminal_passes() {
        for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let passes = Name(OsStr::new(character.encode_utf8(&mut [0; 4]))).to_string().contains(character);
            let bidi =
                matches!(u32::from(character), 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069);
            assert!(!(passes && (character.is_control() || bidi)), "{character:?}");
        }
    }

    #[test]
    fn messages_fit_the_terminal() {
        let message = "placemat: a: offset 3, length 1: stray-trail\n    hint: placemat check lists them\n";
        assert_eq!(fitted(message, 80), message);
        assert_eq!(fitted(message, usize::MAX), message);
        let broken = "placemat: a: offset 3,\n          length 1:\n          stray-trail\n    hint: placemat check\n              lists them\n";
        assert_eq!(fitted(message, 26), broken);
    }

    #[test]
    fn a_name_does_not_look_like_a_hint() {
        for len in 0..100 {
            let message = format!("placemat: {} hint: see elsewhere\n", "x".repeat(len));
            assert!(!fitted(&message, 80).contains("\n    hint"), "{len}");
        }
    }

    #[test]
    fn long_parts_are_cut() {
        assert_eq!(Excerpt::new(&[0xC0, 0xAF], 2).to_string(), "C0 AF");
        assert!(Excerpt::new(&[0x80; 40], 40).to_string().ends_with("80 …"));
    }
}
