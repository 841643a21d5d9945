//! The rules of Corrected UTF-8 for documents: what a document should contain, and what it should not (the
//! last section of its text of 14 November 2022).
//!
//! Needs the feature `views`.
//!
//! These rules are not checked by a decoder: except for U+0000, they are a matter of taste. Ill-formed
//! subsequences are reported by the decoder, and the lint skips them.
//!
//! No decoding is needed. A control character is one byte, which is in no other sequence. The two separators
//! are three bytes each, and because no sequence of the encoding is inside another, those bytes in a row are
//! always that separator.

use core::fmt;

use crate::form::{CorrectedUtf8, Form, MAGIC_NUMBER};

/// A rule for documents.
///
/// ```
/// use placemat::views::{Lint, Rule};
/// let mut rules = vec![];
/// // E2 80 A8 is U+2028 in UTF-8, and another character in Corrected UTF-8.
/// Lint::string().push(b"one\r\ntwo\xE2\x80\xA8", &mut |finding| rules.push(finding.rule));
/// assert_eq!(rules, [Rule::CarriageReturn]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A file begins with the magic number.
    MagicNumber,
    /// The last line has its terminator, U+000A.
    FinalTerminator,
    /// U+0000 appears only inside the magic number.
    Nul,
    /// U+000D does not appear: U+000A is used alone.
    CarriageReturn,
    /// U+2028 does not appear.
    LineSeparator,
    /// U+2029 does not appear.
    ParagraphSeparator,
    /// Other C0 control characters do not appear, including U+0009 and U+000C.
    Control,
}

impl Rule {
    /// All rules.
    ///
    /// ```
    /// use placemat::views::Rule;
    /// let taste = Rule::ALL.into_iter().filter(|rule| rule.strength() == "SHOULD NOT");
    /// let names = taste.map(|rule| rule.name()).collect::<Vec<_>>();
    /// assert_eq!(names, ["carriage-return", "line-separator", "paragraph-separator", "control"]);
    /// ```
    pub const ALL: [Rule; 7] = [
        Rule::MagicNumber,
        Rule::FinalTerminator,
        Rule::Nul,
        Rule::CarriageReturn,
        Rule::LineSeparator,
        Rule::ParagraphSeparator,
        Rule::Control,
    ];

    /// Returns the strength of the rule, in the words of RFC 2119: `MUST NOT`, `SHOULD` or `SHOULD NOT`.
    ///
    /// ```
    /// use placemat::views::Rule;
    /// assert_eq!(Rule::Nul.strength(), "MUST NOT");
    /// ```
    #[inline]
    pub const fn strength(self) -> &'static str {
        match self {
            Rule::MagicNumber | Rule::FinalTerminator => "SHOULD",
            Rule::Nul => "MUST NOT",
            _ => "SHOULD NOT",
        }
    }

    /// Returns the name of the rule, for reports.
    ///
    /// ```
    /// # use placemat::views::Rule;
    /// assert_eq!(Rule::FinalTerminator.name(), "final-terminator");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::MagicNumber => "magic-number",
            Rule::FinalTerminator => "final-terminator",
            Rule::Nul => "nul",
            Rule::CarriageReturn => "carriage-return",
            Rule::LineSeparator => "line-separator",
            Rule::ParagraphSeparator => "paragraph-separator",
            Rule::Control => "control",
        }
    }

    /// Returns the text of the rule, without its strength.
    ///
    /// ```
    /// # use placemat::views::Rule;
    /// let rule = Rule::MagicNumber;
    /// assert_eq!(format!("{} {}", rule.strength(), rule.describe()), "SHOULD begin with the magic number");
    /// ```
    #[inline]
    pub const fn describe(self) -> &'static str {
        match self {
            Rule::MagicNumber => "begin with the magic number",
            Rule::FinalTerminator => "end in U+000A",
            Rule::Nul => "hold U+0000",
            Rule::CarriageReturn => "hold U+000D",
            Rule::LineSeparator => "hold U+2028",
            Rule::ParagraphSeparator => "hold U+2029",
            Rule::Control => "hold other C0 controls than U+000A",
        }
    }
}

/// A place in a document that violates a rule.
///
/// ```
/// use placemat::views::{Lint, Rule};
/// let mut findings = vec![];
/// Lint::string().push(b"a\tb\n", &mut |finding| findings.push((finding.offset, finding.rule, finding.code_point)));
/// assert_eq!(findings, [(1, Rule::Control, Some(0x09))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The offset in bytes from the start of the document.
    pub offset: u64,
    /// The length in bytes, or 0 if something is missing.
    pub len: u64,
    /// The rule.
    pub rule: Rule,
    /// The code point at that place, if there is one.
    pub code_point: Option<u32>,
}

impl fmt::Display for Finding {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: {} {}", self.offset, self.rule.strength(), self.rule.describe())?;
        match (self.rule, self.code_point) {
            (Rule::Control, Some(code_point)) => write!(f, " (U+{code_point:04X})"),
            _ => Ok(()),
        }
    }
}

/// Checks a document in pieces of any size. The findings do not depend on how it is cut.
///
/// ```
/// use placemat::views::{Lint, Rule};
/// let mut lint = Lint::file();
/// let mut rules = Vec::new();
/// lint.push(b"one\r", &mut |finding| rules.push((finding.offset, finding.rule)));
/// lint.push(b"\ntwo", &mut |finding| rules.push((finding.offset, finding.rule)));
/// lint.finish(&mut |finding| rules.push((finding.offset, finding.rule)));
/// assert_eq!(rules, [(0, Rule::MagicNumber), (3, Rule::CarriageReturn), (8, Rule::FinalTerminator)]);
/// ```
#[derive(Clone, Debug)]
pub struct Lint {
    is_file: bool,
    /// The number of bytes of the magic number that the document begins with. Once it differs from the
    /// number, or the number is complete, `text` takes over.
    matched: usize,
    text: Option<Text>,
}

impl Lint {
    /// Creates a lint for a file, which should begin with the magic number.
    ///
    /// ```
    /// use placemat::{form::CorrectedUtf8, views::Lint};
    /// let mut lint = Lint::file();
    /// lint.push(&CorrectedUtf8::MAGIC_NUMBER, &mut |finding| panic!("{finding}")); // its U+0000 is allowed
    /// lint.push(b"a line\n", &mut |finding| panic!("{finding}"));
    /// ```
    #[inline]
    pub const fn file() -> Self {
        Lint { is_file: true, matched: 0, text: None }
    }

    /// Creates a lint for a string whose encoding is known by other means, which need not begin with the
    /// magic number.
    ///
    /// ```
    /// use placemat::views::Lint;
    /// let mut lint = Lint::string();
    /// lint.push(b"a line\n", &mut |finding| panic!("{finding}"));
    /// lint.finish(&mut |finding| panic!("{finding}"));
    /// ```
    #[inline]
    pub const fn string() -> Self {
        Lint { is_file: false, matched: 0, text: None }
    }

    /// Reads a piece and reports the findings that end in it. Offsets are in bytes from the start of the
    /// document.
    ///
    /// ```
    /// use placemat::{encode, form::CorrectedUtf8, views::{Lint, Rule}};
    /// let separator = encode(CorrectedUtf8, &[0x2028]).unwrap();
    /// let mut findings = vec![];
    /// let mut lint = Lint::string();
    /// lint.push(&separator[..2], &mut |finding| findings.push(finding));
    /// lint.push(&separator[2..], &mut |finding| findings.push(finding));
    /// assert_eq!((findings[0].offset, findings[0].len, findings[0].rule), (0, 3, Rule::LineSeparator));
    /// ```
    #[inline]
    pub fn push(&mut self, mut piece: &[u8], report: &mut dyn FnMut(Finding)) {
        while self.text.is_none() {
            let Some((&byte, rest)) = piece.split_first() else { return };
            if byte == MAGIC_NUMBER[self.matched] {
                self.matched += 1;
                piece = rest;
                if self.matched == MAGIC_NUMBER.len() {
                    self.text = Some(Text::from(self.matched as u64));
                }
            } else {
                self.text = Some(self.without_magic_number(report));
            }
        }
        if let Some(text) = &mut self.text {
            text.push(piece, report);
        }
    }

    /// Ends the document. An empty document has no findings.
    ///
    /// ```
    /// use placemat::views::{Lint, Rule};
    /// let mut lint = Lint::string();
    /// lint.push(b"a line", &mut |finding| panic!("{finding}"));
    /// let mut findings = vec![];
    /// lint.finish(&mut |finding| findings.push(finding));
    /// assert_eq!((findings[0].offset, findings[0].len, findings[0].rule), (6, 0, Rule::FinalTerminator));
    /// ```
    #[inline]
    pub fn finish(mut self, report: &mut dyn FnMut(Finding)) {
        if self.text.is_none() && self.matched > 0 {
            self.text = Some(self.without_magic_number(report));
        }
        if let Some(text) = self.text {
            text.finish(report);
        }
    }

    /// The document does not begin with the magic number: the bytes of it that have been read are text.
    #[inline]
    fn without_magic_number(&self, report: &mut dyn FnMut(Finding)) -> Text {
        if self.is_file {
            report(Finding { offset: 0, len: 0, rule: Rule::MagicNumber, code_point: None });
        }
        let mut text = Text::from(0);
        text.push(&MAGIC_NUMBER[..self.matched], report);
        text
    }
}

/// The text after the magic number.
#[derive(Clone, Debug)]
struct Text {
    start: u64,
    offset: u64,
    last: u8,
    /// The number of bytes of a separator, except its last one, that were just read.
    separator: usize,
}

/// The bytes of U+2028 and of U+2029; they differ in the last.
const LINE_SEPARATOR: [u8; 3] = bytes_of(0x2028);
const PARAGRAPH_SEPARATOR: [u8; 3] = bytes_of(0x2029);
const _: () = assert!(
    LINE_SEPARATOR[0] == PARAGRAPH_SEPARATOR[0] && LINE_SEPARATOR[1] == PARAGRAPH_SEPARATOR[1],
    "one prefix for both"
);

#[inline]
const fn bytes_of(code_point: u32) -> [u8; 3] {
    match CorrectedUtf8::TABLE.encode(code_point) {
        Some((units, 3)) => [units[0] as u8, units[1] as u8, units[2] as u8],
        _ => panic!("a separator has three bytes"),
    }
}

impl Text {
    #[inline]
    fn from(start: u64) -> Self {
        Text { start, offset: start, last: 0, separator: 0 }
    }

    #[inline]
    fn push(&mut self, piece: &[u8], report: &mut dyn FnMut(Finding)) {
        for &byte in piece {
            if let Some(finding) = self.next(byte) {
                report(finding);
            }
            self.offset += 1;
            self.last = byte;
        }
    }

    #[inline]
    fn next(&mut self, byte: u8) -> Option<Finding> {
        let control = |rule| Finding { offset: self.offset, len: 1, rule, code_point: Some(byte.into()) };
        let separator = |rule, code_point| Finding {
            offset: self.offset - 2,
            len: 3,
            rule,
            code_point: Some(code_point),
        };
        let finding = match byte {
            0x00 => Some(control(Rule::Nul)),
            0x0A => None,
            0x0D => Some(control(Rule::CarriageReturn)),
            0x01..=0x1F => Some(control(Rule::Control)),
            _ if self.separator < 2 => None,
            _ if byte == LINE_SEPARATOR[2] => Some(separator(Rule::LineSeparator, 0x2028)),
            _ if byte == PARAGRAPH_SEPARATOR[2] => Some(separator(Rule::ParagraphSeparator, 0x2029)),
            _ => None,
        };
        self.separator = match self.separator {
            1 if byte == LINE_SEPARATOR[1] => 2,
            _ => usize::from(byte == LINE_SEPARATOR[0]),
        };
        finding
    }

    #[inline]
    fn finish(&self, report: &mut dyn FnMut(Finding)) {
        if self.offset > self.start && self.last != b'\n' {
            report(Finding { offset: self.offset, len: 0, rule: Rule::FinalTerminator, code_point: None });
        }
    }
}
