//! The code-page chart: what each of the 256 bytes can be, derived from the table of the encoding
//! (CONFORMANCE.md, Charts).
//!
//! Needs the feature `views`.

mod print;

use core::fmt;

use crate::codec::{Codec, CodecInfo};
use crate::error::ErrorKind;
use crate::properties::Properties;
use crate::table::{Row, Standing};

/// The chart of an encoding whose units are bytes. Its `Display` draws it in at most 80 columns.
///
/// ```
/// use placemat::{views::{Chart, Class}, Encoding};
/// let chart = Chart::new(Encoding::Utf8).unwrap();
/// assert_eq!(chart.cell(0xE0).class(), Class::RestrictedLead);
/// assert_eq!(chart.count(Class::Never), 13);
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    name: &'static str,
    cells: [Cell; 256],
    rows: &'static [Row],
}

/// What a byte can be. If lead bytes are also trail bytes (UTF-1, FSS-UTF of July 1992), both are set.
///
/// ```
/// use placemat::{views::Chart, Encoding};
/// let utf_8b = Chart::new(Encoding::Utf8b).unwrap();
/// assert_eq!(utf_8b.cell(0x80).trail, Some(0));
/// assert_eq!(utf_8b.cell(0x80).carried, Some(0xDC80));
/// let slash = *Chart::new(Encoding::Utf1).unwrap().cell(b'/');
/// assert_eq!((slash.single, slash.trail), (Some(0x2F), Some(14)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// By itself, it stands for this code point.
    pub single: Option<u32>,
    /// It begins longer sequences.
    pub lead: Option<Lead>,
    /// It occurs at later places, and adds this digit there.
    pub trail: Option<u32>,
    /// If it matches no row, it is escaped as this code point.
    pub carried: Option<u32>,
    /// It never occurs, for this reason.
    pub never: Option<Reason>,
}

/// A byte as the first of a sequence.
///
/// ```
/// use placemat::{views::{Chart, Lead, Reason}, Encoding, ErrorKind};
/// let ed = Lead {
///     len: 3,
///     pair_len: Some(6),
///     lowest: 0xD000,
///     highest: 0xD7FF,
///     restricted: Some(Reason::Kind(ErrorKind::Surrogate)), // a lone trail surrogate
/// };
/// assert_eq!(Chart::new(Encoding::Cesu8).unwrap().cell(0xED).lead, Some(ed));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The length in bytes that it announces. For a pair, it is the length of the lead surrogate.
    pub len: usize,
    /// The length in bytes of a whole pair, if it can begin one.
    pub pair_len: Option<usize>,
    /// The lowest code point that it can begin.
    pub lowest: u32,
    /// The highest code point that it can begin, except in a pair.
    pub highest: u32,
    /// Why some trail bytes cannot follow it.
    pub restricted: Option<Reason>,
}

/// Why something is not in an encoding.
///
/// ```
/// use placemat::{views::{Chart, Reason}, Encoding, ErrorKind};
/// let utf_8 = Chart::new(Encoding::Utf8).unwrap();
/// assert_eq!(utf_8.cell(0xC0).never, Some(Reason::Kind(ErrorKind::Overlong)));
/// assert_eq!(utf_8.cell(0xF5).never, Some(Reason::Kind(ErrorKind::OutOfRange)));
/// assert_eq!(utf_8.cell(0xFE).never, Some(Reason::Undefined));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// What a decoder that only masks bits would read is ill-formed for this reason.
    Kind(ErrorKind),
    /// It has no meaning.
    Undefined,
}

impl fmt::Display for Reason {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Kind(kind) => kind.fmt(f),
            Reason::Undefined => f.write_str("undefined"),
        }
    }
}

/// The class of a byte, by which the chart shows it.
///
/// ```
/// use placemat::{views::{Chart, Class}, Encoding};
/// let utf_8 = Chart::new(Encoding::Utf8).unwrap();
/// assert_eq!([0x41, 0x80, 0xC2].map(|byte| utf_8.cell(byte).class()), [Class::Single, Class::Trail, Class::Lead]);
/// assert_eq!([0xE0, 0xED, 0xF0, 0xF4].map(|byte| utf_8.cell(byte).class()), [Class::RestrictedLead; 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// A code point by itself.
    Single,
    /// A later byte of a sequence, and nothing else.
    Trail,
    /// The first byte of a sequence. All trail bytes can follow.
    Lead,
    /// The first byte of a sequence. Not all trail bytes can follow.
    RestrictedLead,
    /// None of these, and escaped as a code point.
    Carried,
    /// It never occurs.
    Never,
}

impl Class {
    /// All classes, in the order of the chart's legend.
    ///
    /// ```
    /// use placemat::{views::{Chart, Class}, Encoding};
    /// let cesu_8 = Chart::new(Encoding::Cesu8).unwrap();
    /// assert_eq!(Class::ALL.map(|class| cesu_8.count(class)).iter().sum::<usize>(), 256);
    /// ```
    pub const ALL: [Class; 6] =
        [Class::Single, Class::Trail, Class::Lead, Class::RestrictedLead, Class::Carried, Class::Never];
}

impl Cell {
    /// Returns the class of the byte. A byte that begins sequences is a lead, whatever else it is.
    ///
    /// ```
    /// use placemat::{views::{Chart, Class}, Encoding};
    /// let slash = *Chart::new(Encoding::Utf1).unwrap().cell(b'/');
    /// assert_eq!((slash.class(), slash.is_both()), (Class::Single, true));
    /// ```
    #[inline]
    pub fn class(&self) -> Class {
        match self {
            Cell { lead: Some(Lead { restricted: Some(_), .. }), .. } => Class::RestrictedLead,
            Cell { lead: Some(_), .. } => Class::Lead,
            Cell { single: Some(_), .. } => Class::Single,
            Cell { trail: Some(_), .. } => Class::Trail,
            Cell { carried: Some(_), .. } => Class::Carried,
            _ => Class::Never,
        }
    }

    /// Returns `true` if the byte begins sequences and also occurs inside them.
    ///
    /// ```
    /// # use placemat::{views::Chart, Encoding};
    /// assert!(Chart::new(Encoding::FssUtf1992July).unwrap().cell(0xC0).is_both());
    /// ```
    #[inline]
    pub fn is_both(&self) -> bool {
        (self.single.is_some() || self.lead.is_some()) && self.trail.is_some()
    }
}

impl Chart {
    /// Creates the chart of a form, a scheme or an encoding. Returns `None` if its units are wider than a
    /// byte.
    ///
    /// ```
    /// use placemat::{form::Utf16, scheme::Le, views::Chart, Encoding};
    /// assert!(Chart::new(Encoding::Mutf8Dex).is_some()); // the chart of its text
    /// assert!(Chart::new(Utf16).is_none() && Chart::new(Le(Utf16)).is_none());
    /// ```
    pub fn new<C: Codec>(codec: C) -> Option<Self> {
        let info = codec.info();
        let properties = Properties::new(codec);
        (info.table.unit_bits() == 8).then(|| Chart {
            name: info.name,
            cells: core::array::from_fn(|byte| cell(info, &properties, byte as u32)),
            rows: info.table.rows(),
        })
    }

    /// Returns what a byte can be.
    ///
    /// ```
    /// # use placemat::{views::Chart, Encoding};
    /// assert_eq!(Chart::new(Encoding::Windows1252).unwrap().cell(0x80).single, Some(0x20AC));
    /// ```
    #[inline]
    pub fn cell(&self, byte: u8) -> &Cell {
        &self.cells[usize::from(byte)]
    }

    /// Returns an iterator over all bytes in order.
    ///
    /// ```
    /// use placemat::{views::Chart, Encoding};
    /// let chart = Chart::new(Encoding::Utf8).unwrap();
    /// let leads: Vec<_> = chart.cells().filter_map(|(byte, cell)| Some((byte, cell.lead?.lowest))).collect();
    /// assert_eq!(leads.last(), Some(&(0xF4, 0x10_0000)));
    /// ```
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = (u8, &Cell)> {
        (0..=u8::MAX).zip(&self.cells)
    }

    /// Returns the number of bytes of a class.
    ///
    /// ```
    /// # use placemat::{views::{Chart, Class}, Encoding};
    /// let chart = Chart::new(Encoding::Utf8).unwrap();
    /// assert_eq!(Class::ALL.map(|class| chart.count(class)), [128, 64, 47, 4, 0, 13]);
    /// ```
    #[inline]
    pub fn count(&self, class: Class) -> usize {
        self.cells.iter().filter(|cell| cell.class() == class).count()
    }

    /// Lists the lead bytes, each with the code points that it begins and the names of all blocks that these
    /// are in. `!` marks a restricted lead. If a byte also begins surrogate pairs, an entry follows for each
    /// second byte of a pair. No line is longer than 80 columns.
    ///
    /// `block` returns the name of the block of a code point. It is called for one of every 16 code points,
    /// because blocks of Unicode begin and end at multiples of 16.
    ///
    /// ```
    /// use placemat::{views::Chart, Encoding};
    /// let chart = Chart::new(Encoding::Utf8).unwrap();
    /// let block = |code_point| match code_point {
    ///     0x2000..=0x206F => Some("General Punctuation"),
    ///     0x20A0..=0x20CF => Some("Currency Symbols"),
    ///     _ => None,
    /// };
    /// let list = chart.leads(&block).to_string();
    /// assert!(list.contains("E2  3 bytes  U+2000..U+2FFF  General Punctuation, Currency Symbols\n"));
    /// assert!(list.contains("F4! 4 bytes  U+100000..U+10FFFF  no block\n"));
    /// ```
    #[inline]
    pub fn leads<'a>(&'a self, block: &'a dyn Fn(u32) -> Option<&'a str>) -> impl fmt::Display + 'a {
        print::Leads { chart: self, block }
    }
}

#[inline]
fn cell(info: &CodecInfo, properties: &Properties, byte: u32) -> Cell {
    let role = properties.role(byte);
    let carried = info.carry.filter(|_| role.carried).map(|carry| carry.code_point(byte));
    let single = || info.table.decode(&[byte], true).ok().map(|decoded| decoded.code_point);
    let reserved = role.reserved.then_some(Reason::Kind(ErrorKind::Reserved));
    Cell {
        single: if role.alone { single() } else { None },
        lead: if role.lead { lead(info, byte, role.restricted) } else { None },
        trail: if role.trail { digit(info, byte) } else { None },
        carried,
        never: role.is_never().then(|| reserved.unwrap_or_else(|| reason(info, byte))),
    }
}

#[inline]
fn lead(info: &CodecInfo, byte: u32, is_restricted: bool) -> Option<Lead> {
    let rows = || info.table.rows().iter().filter(|row| row.is_read() && row.len() > 1);
    let begun = || rows().filter_map(|row| begun_by(row, &[byte]).map(|code_points| (row, code_points)));
    let halves = begun().map(|(row, _)| row.trail_start().unwrap_or(row.len()));
    let whole = || begun().filter(|(row, _)| row.trail_start().is_none());
    Some(Lead {
        len: halves.min()?,
        pair_len: begun().filter(|(row, _)| row.trail_start().is_some()).map(|(row, _)| row.len()).max(),
        lowest: begun().map(|(_, (lowest, _))| lowest).min()?,
        highest: whole().map(|(_, (_, highest))| highest).max()?,
        restricted: is_restricted.then(|| reason(info, byte)),
    })
}

/// Returns the first and the last code point of a row whose sequences begin with these units.
#[inline]
fn begun_by(row: &Row, units: &[u32]) -> Option<(u32, u32)> {
    let (first, _) = row.code_points();
    let mut before = 0;
    let mut held = 0;
    for ranges in row.pieces() {
        let places = || ranges.places().iter().zip(units);
        let each = places().fold(ranges.count(), |count, (place, _)| count / place.size());
        let digit = places().try_fold(0, |digits, (place, &unit)| {
            Some(digits * place.size() + u64::from(place.digit(unit)?))
        });
        match digit {
            Some(digit) if held == 0 => {
                before += digit * each;
                held = each;
            }
            Some(_) => held += each,
            None if held == 0 => before += ranges.count(),
            None => {}
        }
    }
    let lowest = first + before as u32;
    (held > 0).then(|| (lowest, lowest + (held - 1) as u32))
}

/// Returns the digit that the byte adds as a trail byte: its position in the widest alphabet that contains
/// it.
#[inline]
fn digit(info: &CodecInfo, byte: u32) -> Option<u32> {
    let rows = info.table.rows().iter().filter(|row| row.is_read());
    let places = rows.flat_map(|row| {
        let later = row.alphabets().iter().enumerate().skip(1);
        later.filter(|&(k, _)| row.trail_start() != Some(k)).map(|(_, place)| place)
    });
    let widest = places.filter(|place| place.digit(byte).is_some()).max_by_key(|place| place.size())?;
    widest.digit(byte)
}

/// Returns why sequences that begin with the byte are not all, or not at all, in the encoding. Of several
/// reasons, it is the first in the order of [`ErrorKind::ALL`].
#[inline]
fn reason(info: &CodecInfo, byte: u32) -> Reason {
    let excluded = info.table.excluded().iter().filter(|row| row.alphabets()[0].digit(byte).is_some());
    let kinds = excluded.filter_map(|row| match row.standing() {
        Standing::Excluded(kind) => Some(kind),
        _ => None,
    });
    kinds.min().map_or(Reason::Undefined, Reason::Kind)
}
