//! The regular expression that matches exactly the well-formed text of an encoding, derived from its table.
//!
//! Needs the feature `views`.
//!
//! It began with an article that asked how anyone can remember the expression for UTF-8. Nobody has to: it is
//! the rows of the table, cut into [ranges](crate::table::Row::ranges) of independent bytes, and repeated.
//! Some encodings need more than rows:
//!
//! * A pair whose surrogates are also allowed alone needs no alternative of its own. (It would give a
//!   backtracking engine two ways to read each pair, hence exponentially many.)
//! * WTF-8 allows each surrogate alone, but not a lead surrogate before a trail surrogate. Without
//!   look-ahead, with *L*, *T* and *N* for lead surrogates, trail surrogates and everything else, the text is
//!   `(?:N|T|L+N)*L*`.
//! * If a byte order mark determines the byte order, text without one must not begin with that of the other
//!   order.
//! * If bytes that match no row are escaped (UTF-8b, OPTU-8), every text is well-formed.

mod alternatives;
mod print;

use core::fmt;

use crate::codec::{Codec, CodecInfo};
use crate::encoding::Encoding;
use crate::options::Options;
use crate::table::{Row, Standing, Table};
use crate::unit::Endian;
use alternatives::{Alternatives, Part};

/// The notation of an expression.
///
/// ```
/// use placemat::{views::{Dialect, Expression}, Encoding};
/// let write = |dialect| Expression::new(Encoding::Ucs2Be, dialect).unwrap().to_string();
/// assert_eq!(write(Dialect::Article), "[00-FF] [00-FF]");
/// assert_eq!(write(Dialect::Bytes), r"(?-u)\A(?:[\x00-\xFF][\x00-\xFF])*\z");
/// assert_eq!(write(Dialect::Latin1), r"^(?:[\x00-\xFF][\x00-\xFF])*(?![\s\S])");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// For people: a line for each range of sequences, such as `[C2-DF] [80-BF]`. If the text is more than
    /// repeated sequences, its parts get names, and the first line says how they are combined.
    Article,
    /// For Rust's `regex::bytes`.
    Bytes,
    /// For engines that match characters, over the bytes read as ISO-8859-1: Python's `re`, JavaScript, Java
    /// and others, without flags. The end is `(?![\s\S])`, because `$` also matches before a last line feed
    /// in Python, Perl and Java. A backtracking engine remembers every character, and Java's overflows its
    /// stack after some thousands of them: pass long text in parts.
    Latin1,
}

impl Dialect {
    /// All dialects.
    ///
    /// ```
    /// # use placemat::views::Dialect;
    /// assert_eq!(Dialect::ALL.map(Dialect::name), ["article", "bytes", "latin1"]);
    /// ```
    pub const ALL: [Dialect; 3] = [Dialect::Article, Dialect::Bytes, Dialect::Latin1];

    /// Returns the name of the dialect on the command line.
    ///
    /// ```
    /// # use placemat::views::Dialect;
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

    /// Returns the dialect with that name.
    ///
    /// ```
    /// # use placemat::views::Dialect;
    /// assert!(Dialect::ALL.iter().all(|d| Dialect::from_name(d.name()) == Some(*d)));
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// The validating expression of an encoding. Its `Display` writes it.
///
/// ```
/// use placemat::{views::{Dialect, Expression}, Encoding};
/// let lines = Expression::new(Encoding::Utf8, Dialect::Article).unwrap().to_string();
/// assert!(lines.starts_with("[00-7F]\n| [C2-DF] [80-BF]\n| E0      [A0-BF] [80-BF]\n"));
/// let pattern = Expression::new(Encoding::Utf8mb3, Dialect::Bytes).unwrap().to_string();
/// assert!(pattern.starts_with(r"(?-u)\A(?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    encoding: Encoding,
    info: &'static CodecInfo,
    dialect: Dialect,
    options: Options,
}

impl Expression {
    /// Creates the expression of an encoding. Returns `None` for wrappers, which must see their whole input.
    ///
    /// ```
    /// use placemat::{views::{Dialect, Expression}, Encoding};
    /// assert!(Expression::new(Encoding::Mutf8, Dialect::Bytes).is_some());
    /// assert!(Expression::new(Encoding::Mutf8Nul, Dialect::Bytes).is_none());
    /// ```
    #[inline]
    pub fn new(encoding: Encoding, dialect: Dialect) -> Option<Self> {
        let options = Options::default();
        let info = encoding.info();
        (!encoding.is_wrapper()).then_some(Expression { encoding, info, dialect, options })
    }

    /// Creates the expression of an encoding under options. Only `refuse_surrogates`, `heal_pairs` and
    /// `default_endian` have an effect.
    ///
    /// ```
    /// use placemat::{views::{Dialect, Expression}, Encoding, Options};
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
        self.info.refusing.filter(|_| self.options.refuse_surrogates).unwrap_or(self.info.table)
    }

    /// Returns how the text is composed.
    #[inline]
    fn shape(&self) -> Shape {
        if self.info.carry.is_some() {
            return Shape::Anything;
        }
        if let Some(pair) = self.table().rows().iter().find(|row| is_forbidden_pair(row))
            && !self.options.heal_pairs
        {
            return Shape::Unpaired { pair };
        }
        // The start of a text has a byte order only if a byte order mark determines it.
        let default = self.options.default_endian;
        match self.encoding.begin(&[], true, default).and_then(|preamble| preamble.order) {
            Some(order) => Shape::Marked { order },
            None => Shape::Repeated { mark: self.encoding.mark() },
        }
    }

    /// Returns the byte order of an encoding that has only one.
    #[inline]
    fn order(&self) -> Endian {
        let mut bytes = [0; 4];
        let first_is_low = self.encoding.encode_next(0x41, &mut bytes).is_ok() && bytes[0] == 0x41;
        if first_is_low && self.info.width > 1 { Endian::Little } else { Endian::Big }
    }

    #[inline]
    fn alternatives(&self, part: Part, order: Endian) -> Alternatives {
        Alternatives::new(self.table(), part, self.info.width, order)
    }
}

/// How a well-formed text is composed of sequences.
enum Shape {
    /// Any bytes.
    Anything,
    /// Sequences, after an optional byte order mark or signature.
    Repeated { mark: &'static [u8] },
    /// Sequences in which no lead surrogate precedes a trail surrogate.
    Unpaired { pair: &'static Row },
    /// Sequences in a byte order that a byte order mark may change.
    Marked { order: Endian },
}

/// Returns `true` for the row that WTF-8 has and generalized UTF-8 does not.
#[inline]
fn is_forbidden_pair(row: &Row) -> bool {
    row.trail_start().is_some() && matches!(row.standing(), Standing::Excluded(_))
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
