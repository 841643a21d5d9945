//! The expression that matches exactly the well-formed text of an encoding, derived from its table.
//!
//! Needs the feature `views`.
//!
//! The article that this began with asked how one can ever remember the expression for UTF-8. One need not: it is the
//! rows, cut into [`Ranges`](crate::Ranges) of independent bytes, and repeated. What is more than rows:
//!
//! * a pair whose halves also stand alone needs no line of its own (and would give an engine that backtracks two ways
//!   to read each pair, hence exponentially many);
//! * WTF-8 allows each half alone and no lead half before a trail half. Without look-ahead: with *L*, *T* and *N* for
//!   lead halves, trail halves and everything else, the text is `(?:N|T|L+N)*L*`;
//! * where a mark tells the byte order, text without a mark must not begin with the other order's mark;
//! * where the bytes that match no row are carried (UTF-8b, OPTU-8), everything is well-formed.

mod alternatives;
mod print;

use core::fmt;

use crate::codec::{Codec, Facts};
use crate::encoding::Encoding;
use crate::options::Options;
use crate::policy::Endian;
use crate::table::{Row, Standing, Table};
use alternatives::{Alternatives, Part};

/// How an expression is written.
///
/// ```
/// use placemat::{expression::{Dialect, Expression}, Encoding};
/// let write = |dialect| Expression::new(Encoding::Ucs2Be, dialect).unwrap().to_string();
/// assert_eq!(write(Dialect::Article), "[00-FF] [00-FF]");
/// assert_eq!(write(Dialect::Bytes), r"(?-u)\A(?:[\x00-\xFF][\x00-\xFF])*\z");
/// assert_eq!(write(Dialect::Latin1), r"^(?:[\x00-\xFF][\x00-\xFF])*(?![\s\S])");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// For people: a line for each range of sequences, as `[C2-DF] [80-BF]`. Where the text is more than repeated
    /// sequences, its parts get names, and the first line says how they are put together.
    Article,
    /// For Rust's `regex::bytes`.
    Bytes,
    /// For engines that match characters, over the bytes read as ISO-8859-1: Python's `re`, JavaScript, Java and
    /// others, without flags. The end is `(?![\s\S])`, because `$` also stands before a last line feed in Python, Perl
    /// and Java. An engine that backtracks remembers every character, and Java's runs out of stack after some thousand
    /// of them: give it long text in parts.
    Latin1,
}

impl Dialect {
    /// All dialects.
    ///
    /// ```
    /// # use placemat::expression::Dialect;
    /// assert_eq!(Dialect::ALL.map(Dialect::name), ["article", "bytes", "latin1"]);
    /// ```
    pub const ALL: [Dialect; 3] = [Dialect::Article, Dialect::Bytes, Dialect::Latin1];

    /// The name of the dialect on the command line.
    ///
    /// ```
    /// # use placemat::expression::Dialect;
    /// assert_eq!(Dialect::Latin1.name(), "latin1");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Article => "article",
            Dialect::Bytes => "bytes",
            Dialect::Latin1 => "latin1",
        }
    }

    /// The dialect of that name.
    ///
    /// ```
    /// # use placemat::expression::Dialect;
    /// assert!(Dialect::ALL.iter().all(|d| Dialect::from_name(d.name()) == Some(*d)));
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// The validating expression of an encoding; its `Display` writes it.
///
/// ```
/// use placemat::{expression::{Dialect, Expression}, Encoding};
/// let lines = Expression::new(Encoding::Utf8, Dialect::Article).unwrap().to_string();
/// assert!(lines.starts_with("[00-7F]\n| [C2-DF] [80-BF]\n| E0      [A0-BF] [80-BF]\n"));
/// let pattern = Expression::new(Encoding::Utf8mb3, Dialect::Bytes).unwrap().to_string();
/// assert!(pattern.starts_with(r"(?-u)\A(?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    encoding: Encoding,
    facts: &'static Facts,
    dialect: Dialect,
    options: Options,
}

impl Expression {
    /// The expression of an encoding; `None` for the layers, which decide on their whole input.
    ///
    /// ```
    /// use placemat::{expression::{Dialect, Expression}, Encoding};
    /// assert!(Expression::new(Encoding::Mutf8, Dialect::Bytes).is_some());
    /// assert!(Expression::new(Encoding::Mutf8Nul, Dialect::Bytes).is_none());
    /// ```
    #[inline]
    pub fn new(encoding: Encoding, dialect: Dialect) -> Option<Self> {
        let options = Options::default();
        let facts = encoding.facts();
        (!encoding.is_layer()).then_some(Expression { encoding, facts, dialect, options })
    }

    /// The same under options, of which `refuse_surrogates`, `heal_pairs` and `default_endian` matter here.
    ///
    /// ```
    /// use placemat::{expression::{Dialect, Expression}, Encoding, Options};
    /// let expression = Expression::new(Encoding::Utf8Rfc2279, Dialect::Article).unwrap();
    /// let refuse = Options { refuse_surrogates: true, ..Options::default() };
    /// assert!(expression.with_options(refuse).to_string().contains("| ED      [80-9F] [80-BF]\n"));
    /// ```
    #[must_use]
    #[inline]
    pub fn with_options(self, options: Options) -> Self {
        Expression { options, ..self }
    }

    #[inline]
    fn table(&self) -> &'static Table {
        self.facts.refusing.filter(|_| self.options.refuse_surrogates).unwrap_or(self.facts.table)
    }

    /// How the text is put together.
    #[inline]
    fn shape(&self) -> Shape {
        if self.facts.carry.is_some() {
            return Shape::Anything;
        }
        if let Some(pair) = self.table().rows().iter().find(|row| is_forbidden_pair(row))
            && !self.options.heal_pairs
        {
            return Shape::Unpaired { pair };
        }
        // Only where a mark tells the byte order does the start of a text have one.
        let default = self.options.default_endian;
        match self.encoding.begin(&[], true, default).and_then(|begun| begun.order) {
            Some(order) => Shape::Marked { order },
            None => Shape::Repeated { mark: self.encoding.mark() },
        }
    }

    /// The byte order of an encoding in which there is only one.
    #[inline]
    fn order(&self) -> Endian {
        let mut bytes = [0; 4];
        let first_is_low = self.encoding.encode_next(0x41, &mut bytes).is_ok() && bytes[0] == 0x41;
        if first_is_low && self.facts.width > 1 { Endian::Little } else { Endian::Big }
    }

    #[inline]
    fn alternatives(&self, part: Part, order: Endian) -> Alternatives {
        Alternatives::new(self.table(), part, self.facts.width, order)
    }
}

/// How a well-formed text is put together from sequences.
enum Shape {
    /// Any bytes.
    Anything,
    /// Sequences, after a mark that may be missing.
    Repeated { mark: &'static [u8] },
    /// Sequences of which no lead half precedes a trail half.
    Unpaired { pair: &'static Row },
    /// Sequences in a byte order that a mark may change.
    Marked { order: Endian },
}

/// Is it what WTF-8 has beside generalized UTF-8?
#[inline]
fn is_forbidden_pair(row: &Row) -> bool {
    row.half().is_some() && matches!(row.standing(), Standing::Excluded(_))
}

impl fmt::Display for Expression {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dialect {
            Dialect::Article => self.print_for_people(f),
            Dialect::Bytes => {
                f.write_str(r"(?-u)\A")?;
                self.print_pattern(f)?;
                f.write_str(r"\z")
            }
            Dialect::Latin1 => {
                f.write_str("^")?;
                self.print_pattern(f)?;
                f.write_str(r"(?![\s\S])")
            }
        }
    }
}
