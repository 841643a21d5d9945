//! The properties that follow from the table of an encoding (CONFORMANCE.md, Properties). None of them is
//! declared per encoding.
//!
//! Needs the feature `views`.

mod order;
mod print;

pub use order::Order;

use core::ops::RangeInclusive;

use crate::codec::{Codec, CodecInfo};
use crate::ranges::Ranges;
use crate::table::{Alphabet, MAX_SEQUENCE, Row, Standing};

/// The derived properties of an encoding. Units are those of its form; for `utf-16le` they have 16 bits.
///
/// `Display` writes them for people, one on each line.
///
/// ```
/// use placemat::{views::Properties, Encoding};
/// let cesu_8 = Properties::new(Encoding::Cesu8);
/// assert_eq!(cesu_8.lengths().collect::<Vec<_>>(), [1, 2, 3, 6]);
/// assert_eq!(cesu_8.code_points_of(6), 1_048_576);
/// assert_eq!(cesu_8.settled_after(), 2); // ED 9F … or ED A0 …
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Properties {
    info: &'static CodecInfo,
    order: Order,
}

/// What a unit can be in well-formed text.
///
/// ```
/// use placemat::{views::{Properties, Role}, Encoding};
/// // Only A0..BF can follow E0; all of 80..BF can follow E1.
/// let lead = Role { lead: true, ..Role::default() };
/// let utf_8 = Properties::new(Encoding::Utf8);
/// assert_eq!((utf_8.role(0xE0), utf_8.role(0xE1)), (Role { restricted: true, ..lead }, lead));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Role {
    /// It stands for a code point by itself.
    pub alone: bool,
    /// It begins a sequence of several units, or the trail surrogate of a pair.
    pub lead: bool,
    /// It occurs at a later place of a sequence.
    pub trail: bool,
    /// As a lead: some units that follow other leads of this length cannot follow it.
    pub restricted: bool,
    /// It is escaped as a code point if it matches no row (UTF-8b, OPTU-8).
    pub carried: bool,
    /// It begins reserved sequences, which are ill-formed (Corrected UTF-8).
    pub reserved: bool,
}

impl Role {
    /// Returns `true` if it never occurs in well-formed text.
    ///
    /// ```
    /// # use placemat::views::Role;
    /// assert!(Role::default().is_never() && !Role { carried: true, ..Role::default() }.is_never());
    /// ```
    #[inline]
    pub const fn is_never(self) -> bool {
        !(self.alone || self.lead || self.trail || self.carried)
    }

    /// Returns `true` if it both begins sequences and occurs inside them: the encoding cannot be read from
    /// the middle.
    ///
    /// ```
    /// # use placemat::views::Role;
    /// assert!(Role { alone: true, trail: true, ..Role::default() }.is_both());
    /// ```
    #[inline]
    pub const fn is_both(self) -> bool {
        (self.alone || self.lead) && self.trail
    }
}

impl Properties {
    /// Derives the properties of a form, a scheme, or an encoding chosen at run time. For a wrapper, they are
    /// those of its text.
    ///
    /// ```
    /// use placemat::{form::Wtf16, scheme::Le, views::Properties, Encoding};
    /// let widths = [Properties::new(Wtf16), Properties::new(Le(Wtf16)), Properties::new(Encoding::Mutf8Dex)];
    /// assert_eq!(widths.map(|properties| properties.unit_bits()), [16, 16, 8]);
    /// ```
    pub fn new<C: Codec>(codec: C) -> Self {
        let info = codec.info();
        Properties { info, order: order::of(codec, info) }
    }

    #[inline]
    fn rows(&self) -> impl Iterator<Item = &'static Row> + Clone + use<> {
        self.info.table.rows().iter().filter(|row| row.is_read())
    }

    /// Returns the number of bits of a unit.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf16Le).unit_bits(), 16);
    /// ```
    #[inline]
    pub fn unit_bits(&self) -> u32 {
        self.info.table.unit_bits()
    }

    /// Returns the lengths of its sequences in units, ascending.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Utf1).lengths().eq([1, 2, 3, 5]));
    /// ```
    #[inline]
    pub fn lengths(&self) -> impl Iterator<Item = usize> + use<> {
        let rows = self.rows();
        (1..=MAX_SEQUENCE).filter(move |&len| rows.clone().any(|row| row.len() == len))
    }

    /// Returns the length of the longest sequence, in units.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::FssUtf1992July).longest(), 5);
    /// ```
    #[inline]
    pub fn longest(&self) -> usize {
        self.lengths().last().unwrap_or(0)
    }

    /// Returns the number of code points that are written in this many units.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf1).code_points_of(2), 16_246);
    /// ```
    #[inline]
    pub fn code_points_of(&self, len: usize) -> u64 {
        let written: u64 =
            self.rows().filter(|row| row.is_written() && row.len() == len).map(Row::count).sum();
        let carried = self.carried().next().filter(|_| len == 1).map_or(0, |(first, last)| {
            let elsewhere = self.rows().filter(|row| row.is_written()).map(Row::code_points);
            let held = elsewhere.map(|(from, to)| (to.min(last) + 1).saturating_sub(from.max(first)));
            u64::from(last - first + 1) - held.map(u64::from).sum::<u64>()
        });
        written + carried
    }

    /// Returns the number of all code points.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).code_points(), 1_112_064);
    /// ```
    #[inline]
    pub fn code_points(&self) -> u64 {
        self.code_space().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// Returns the code points that can be read, as ascending intervals.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// let space: Vec<_> = Properties::new(Encoding::Utf8).code_space().collect();
    /// assert_eq!(space, [(0, 0xD7FF), (0xE000, 0x10_FFFF)]);
    /// ```
    #[inline]
    pub fn code_space(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let intervals = self.rows().map(Row::code_points).chain(self.carried());
        let mut from = Some(0);
        core::iter::from_fn(move || {
            let at = from?;
            let first = intervals.clone().filter(|i| i.1 >= at).map(|i| i.0.max(at)).min()?;
            let mut last = first;
            while let Some(end) =
                intervals.clone().filter(|i| i.0 <= last.saturating_add(1)).map(|i| i.1).max()
                && end > last
            {
                last = end;
            }
            from = last.checked_add(1);
            Some((first, last))
        })
    }

    /// Returns the code points that units are escaped as.
    #[inline]
    fn carried(&self) -> impl Iterator<Item = (u32, u32)> + Clone + use<> {
        self.info.carry.map(|carry| (carry.code_point(carry.first), carry.code_point(0xFF))).into_iter()
    }

    /// Returns the number of bits of a value that sequences of this many units have room for: 11 in `110yyyyy
    /// 10xxxxxx`. Returns `None` if the sizes of the places are not powers of two (UTF-1 counts to base 190),
    /// if there are other bytes between the leads, or if no sequence has that length.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).payload_bits(4), Some(21));
    /// assert_eq!(Properties::new(Encoding::Utf1).payload_bits(2), None);
    /// ```
    #[inline]
    pub fn payload_bits(&self, len: usize) -> Option<u32> {
        let rows = || self.rows().filter(move |row| row.len() == len);
        rows().next()?;
        // Leads that begin nothing (C0 and C1 in UTF-8) belong to the pattern; the excluded rows contain
        // them.
        let patterns = rows().chain(self.info.table.excluded().iter().filter(|row| row.len() == len));
        let leads = patterns.clone().map(|row| (row.sequences().0[0], row.sequences().1[0]));
        let (first, last) = leads.fold((u32::MAX, 0), |all, row| (all.0.min(row.0), all.1.max(row.1)));
        // A permutation may put other bytes between the leads. In Tcl 8.6's form, C1 is there, which is in no
        // sequence.
        let begins = |lead| patterns.clone().any(|row| row.alphabets()[0].digit(lead).is_some());
        let is_other = |unit| {
            let Role { alone, lead, trail, .. } = self.role(unit);
            !begins(unit) && (alone || lead || trail)
        };
        if self.unit_bits() == 8 && (first..=last).any(is_other) {
            return None;
        }
        let bits = |size: u64| size.is_power_of_two().then(|| size.trailing_zeros());
        (1..len).try_fold(bits(u64::from(last - first) + 1)?, |sum, k| {
            let size = rows().map(|row| row.alphabets()[k].size()).max()?;
            Some(sum + bits(size)?)
        })
    }

    /// Returns what a unit can be.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// let utf_8 = Properties::new(Encoding::Utf8);
    /// assert!(utf_8.role(0xC0).is_never() && utf_8.role(0xED).restricted);
    /// assert!(Properties::new(Encoding::Utf1).role(0x2F).is_both());
    /// ```
    #[inline]
    pub fn role(&self, unit: u32) -> Role {
        let mut role = Role {
            carried: self.info.carry.is_some_and(|carry| unit >= carry.first && unit <= 0xFF),
            reserved: self.info.reserved.is_some_and(|from| unit >= from),
            ..Role::default()
        };
        for row in self.rows() {
            for (k, place) in row.alphabets().iter().enumerate() {
                if place.digit(unit).is_none() {
                    continue;
                }
                match (k, row.len()) {
                    (0, 1) => role.alone = true,
                    (0, _) => role.lead = true,
                    _ if row.trail_start() == Some(k) && k + 1 < row.len() => role.lead = true,
                    _ => role.trail = true,
                }
            }
        }
        role.restricted = (2..=MAX_SEQUENCE).any(|len| self.is_restricted(unit, len));
        role
    }

    /// Returns `true` if fewer sequences of a length begin with the unit than there are combinations of
    /// trailing units.
    #[inline]
    fn is_restricted(&self, lead: u32, len: usize) -> bool {
        let rows =
            || self.rows().filter(move |row| row.len() == len && row.alphabets()[0].digit(lead).is_some());
        let all = rows().map(|row| row.alphabets()[1..].iter().map(|place| place.size()).product()).max();
        let begun = rows().flat_map(Row::pieces).filter(|ranges| ranges.places()[0].digit(lead).is_some());
        let held: u64 = begun.map(|ranges| ranges.count() / ranges.places()[0].size()).sum();
        all.is_some_and(|all: u64| held < all)
    }

    /// Returns all units, with adjacent units of the same role as one range.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// let units: Vec<_> = Properties::new(Encoding::Utf16Be).units().collect();
    /// assert_eq!((units.len(), &units[1].0, &units[2].0), (4, &(0xD800..=0xDBFF), &(0xDC00..=0xDFFF)));
    /// assert!(units[1].1.lead && units[2].1.trail);
    ///
    /// let units = Properties::new(Encoding::Utf8).units();
    /// let never = units.filter(|(_, role)| role.is_never()).map(|(units, _)| units);
    /// assert!(never.eq([0xC0..=0xC1, 0xF5..=0xFF]));
    /// ```
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = (RangeInclusive<u32>, Role)> + use<> {
        let properties = *self;
        let mut from = Some(0);
        core::iter::from_fn(move || {
            let first = from?;
            let role = properties.role(first);
            let mut next = properties.next_edge(first);
            while let Some(edge) = next
                && properties.role(edge) == role
            {
                next = properties.next_edge(edge);
            }
            from = next;
            let greatest = ((1_u64 << properties.unit_bits()) - 1) as u32;
            Some((first..=next.map_or(greatest, |edge| edge - 1), role))
        })
    }

    /// Returns the least unit above this one at which a role may begin.
    #[inline]
    fn next_edge(&self, unit: u32) -> Option<u32> {
        let end = 1_u64 << self.unit_bits();
        let ends = |(first, last): (u32, u32)| [u64::from(first), u64::from(last), u64::from(last) + 1];
        // A lead at the end of a row may be restricted when its neighbour is not.
        let leads = self.rows().map(|row| (row.sequences().0[0], row.sequences().1[0]));
        let leads = leads.flat_map(|(first, last)| {
            [u64::from(first), u64::from(first) + 1, u64::from(last), u64::from(last) + 1]
        });
        let places = self.rows().flat_map(Row::alphabets).flat_map(|place| place.intervals()).flat_map(ends);
        let others = self.info.carry.map(|carry| (carry.first, 0xFF)).into_iter().flat_map(ends);
        let reserved = self.info.reserved.into_iter().map(u64::from);
        let edges = leads.chain(places).chain(others).chain(reserved);
        edges.filter(|&edge| edge > u64::from(unit) && edge < end).min().map(|edge| edge as u32)
    }

    /// Returns the number of units, from the first on, that determine the length of a sequence: 1 in UTF-8, 2
    /// in CESU-8. It is the whole sequence if a lead surrogate may stand alone or begin a pair.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).settled_after(), 1);
    /// assert_eq!(Properties::new(Encoding::Mutf8).settled_after(), 6);
    /// assert_eq!(Properties::new(Encoding::Utf8b).settled_after(), 4); // until then it may be escaped
    /// ```
    #[inline]
    pub fn settled_after(&self) -> usize {
        if self.info.carry.is_some() {
            return self.longest();
        }
        let ranges = || self.rows().flat_map(Row::pieces);
        let shared = |a: Ranges| {
            let others = ranges().filter(move |b| b.places().len() > a.places().len());
            others.map(move |b| match shared_places(&a, &b) {
                // One begins with the other: only the end of the longer one decides.
                all if all == a.places().len() => b.places().len(),
                some => some + 1,
            })
        };
        ranges().flat_map(shared).max().unwrap_or(1)
    }

    /// Returns `true` if every code point has only one spelling, so that equal text has equal units.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Mutf8).has_one_spelling());
    /// assert!(!Properties::new(Encoding::Mutf8Lenient).has_one_spelling());
    /// ```
    #[inline]
    pub fn has_one_spelling(&self) -> bool {
        let intervals = || self.rows().map(Row::code_points).chain(self.carried());
        let sizes: u64 = intervals().map(|(first, last)| u64::from(last - first) + 1).sum();
        sizes == self.code_points()
    }

    /// Returns `true` if the bytes 00..7F, wherever they occur, mean U+0000..U+007F and nothing else. Returns
    /// `None` if units are not bytes.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf1).is_ascii_transparent(), Some(false));
    /// ```
    #[inline]
    pub fn is_ascii_transparent(&self) -> Option<bool> {
        (self.unit_bits() == 8).then(|| (0..0x80).all(|unit| self.means_only_itself(unit)))
    }

    /// Returns `true` if the byte 00 is U+0000 and nothing else, or if it never occurs; `None` for wider
    /// units. Whether it occurs, [`role`](Properties::role) says.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// let [utf_8, mutf_8] = [Encoding::Utf8, Encoding::Mutf8].map(Properties::new);
    /// assert_eq!((utf_8.has_nul_alone(), mutf_8.has_nul_alone()), (Some(true), Some(true)));
    /// assert!(!utf_8.role(0).is_never() && mutf_8.role(0).is_never());
    /// ```
    #[inline]
    pub fn has_nul_alone(&self) -> Option<bool> {
        (self.unit_bits() == 8).then(|| self.role(0).is_never() || self.means_only_itself(0))
    }

    #[inline]
    fn means_only_itself(&self, unit: u32) -> bool {
        let role = self.role(unit);
        let elsewhere = role.lead || role.trail || role.carried;
        !elsewhere
            && (!role.alone || self.info.table.decode(&[unit], true).is_ok_and(|d| d.code_point == unit))
    }

    /// Returns `true` if sequence boundaries can be found from any position: if no unit both begins
    /// sequences, or surrogates of pairs, and occurs inside them.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Utf8).resynchronizes());
    /// assert!(!Properties::new(Encoding::FssUtf1992July).resynchronizes());
    /// ```
    #[inline]
    pub fn resynchronizes(&self) -> bool {
        // A surrogate of one unit begins where it ends.
        let halves = |unit: u32| {
            self.rows().any(|row| row.trail_start().is_some_and(|k| row.alphabets()[k].digit(unit).is_some()))
        };
        self.units().all(|(units, role)| !role.is_both() || halves(*units.start()))
    }

    /// Returns the order of strings by their units (bytes, in a scheme).
    ///
    /// ```
    /// # use placemat::{views::{Order, Properties}, Encoding};
    /// assert_eq!(Properties::new(Encoding::Cesu8).order(), Order::Utf16);
    /// ```
    #[inline]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns how far before a position a sequence may begin that extends over it, in units of the codec
    /// (bytes, in a scheme). Returns `None` if sequence boundaries cannot be found. In Corrected UTF-8,
    /// reserved sequences of any length come in addition.
    ///
    /// ```
    /// # use placemat::{views::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).look_back(), Some(3));
    /// assert_eq!(Properties::new(Encoding::Utf1).look_back(), None);
    /// ```
    #[inline]
    pub fn look_back(&self) -> Option<usize> {
        let rows = self.info.table.rows().iter().filter(|row| row.is_read() || is_pair_error(row));
        let longest = rows.map(Row::len).max().unwrap_or(1);
        self.resynchronizes().then(|| (longest - 1) * self.info.width)
    }
}

/// Returns `true` for a pair that is ill-formed as a whole: the error extends as far as the pair (WTF-8).
#[inline]
fn is_pair_error(row: &Row) -> bool {
    row.trail_start().is_some() && matches!(row.standing(), Standing::Excluded(_))
}

/// Returns the number of places, from the first on, at which the two have units in common.
#[inline]
fn shared_places(a: &Ranges, b: &Ranges) -> usize {
    let meet = |(a, b): (&Alphabet, &Alphabet)| {
        a.intervals().any(|(first, last)| b.intervals().any(|(from, to)| first <= to && from <= last))
    };
    a.places().iter().zip(b.places()).take_while(|&places| meet(places)).count()
}
