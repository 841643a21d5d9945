//! What follows from the table of an encoding (CONFORMANCE.md, Properties): nothing here is written down per encoding.
//!
//! Needs the feature `views`.

mod order;
mod print;

pub use order::Order;

use crate::codec::{Codec, Facts};
use crate::ranges::Ranges;
use crate::table::{Alphabet, MAX_SEQUENCE, Row, Standing};

/// The derived properties of an encoding. Units are those of its form; for `utf-16le` they have 16 bits.
///
/// `Display` writes them for people, a line each.
///
/// ```
/// use placemat::{properties::Properties, Encoding};
/// let cesu_8 = Properties::new(Encoding::Cesu8);
/// assert_eq!(cesu_8.lengths().collect::<Vec<_>>(), [1, 2, 3, 6]);
/// assert_eq!(cesu_8.code_points_of(6), 1_048_576);
/// assert_eq!(cesu_8.settled_after(), 2); // ED 9F … or ED A0 …
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Properties {
    facts: &'static Facts,
    order: Order,
}

/// What a unit can be in well-formed text.
///
/// ```
/// use placemat::{properties::{Properties, Role}, Encoding};
/// // After E0 only A0..BF, after E1 all of 80..BF.
/// let lead = Role { lead: true, ..Role::default() };
/// let utf_8 = Properties::new(Encoding::Utf8);
/// assert_eq!((utf_8.role(0xE0), utf_8.role(0xE1)), (Role { restricted: true, ..lead }, lead));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Role {
    /// It stands for a code point by itself.
    pub alone: bool,
    /// It begins a sequence of several units, or the second half of a pair.
    pub lead: bool,
    /// It stands at a later place of a sequence.
    pub trail: bool,
    /// As a lead: some units that follow other leads of this length may not follow it.
    pub restricted: bool,
    /// It is carried where it matches no row (UTF-8b, OPTU-8).
    pub carried: bool,
    /// It begins reserved sequences, which are ill-formed (Corrected UTF-8).
    pub reserved: bool,
}

impl Role {
    /// It never occurs in well-formed text.
    ///
    /// ```
    /// # use placemat::properties::Role;
    /// assert!(Role::default().is_never() && !Role { carried: true, ..Role::default() }.is_never());
    /// ```
    #[inline]
    pub const fn is_never(self) -> bool {
        !(self.alone || self.lead || self.trail || self.carried)
    }

    /// It both begins sequences and stands inside them: the encoding cannot be read from the middle.
    ///
    /// ```
    /// # use placemat::properties::Role;
    /// assert!(Role { alone: true, trail: true, ..Role::default() }.is_both());
    /// ```
    #[inline]
    pub const fn is_both(self) -> bool {
        (self.alone || self.lead) && self.trail
    }
}

/// Adjacent units of one role.
///
/// ```
/// use placemat::{properties::Properties, Encoding};
/// let units = Properties::new(Encoding::Utf8).units();
/// let never = units.filter(|units| units.role.is_never()).map(|units| (units.first, units.last));
/// assert!(never.eq([(0xC0, 0xC1), (0xF5, 0xFF)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// What each of them can be.
    pub role: Role,
}

/// What the unit 00 means.
///
/// ```
/// use placemat::{properties::{Properties, Zero}, Encoding};
/// assert_eq!(Properties::new(Encoding::Utf8).zero(), Some(Zero::Nul));
/// assert_eq!(Properties::new(Encoding::Mutf8).zero(), Some(Zero::Never));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zero {
    /// U+0000, and nothing else.
    Nul,
    /// Nothing: it never occurs.
    Never,
    /// Also something else.
    Other,
}

impl Properties {
    /// The properties of a form, a scheme, or an encoding chosen at run time; of a layer those of its text.
    ///
    /// ```
    /// use placemat::{form::Wtf16, properties::Properties, scheme::Wtf16Le, Encoding};
    /// let widths = [Properties::new(Wtf16), Properties::new(Wtf16Le::default()), Properties::new(Encoding::Mutf8Dex)];
    /// assert_eq!(widths.map(|properties| properties.unit_bits()), [16, 16, 8]);
    /// ```
    pub fn new<C: Codec>(codec: C) -> Self {
        let facts = codec.facts();
        Properties { facts, order: order::of(codec, facts) }
    }

    #[inline]
    fn rows(&self) -> impl Iterator<Item = &'static Row> + Clone + use<> {
        self.facts.table.rows().iter().filter(|row| row.is_read())
    }

    /// How many bits a unit has.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf16Le).unit_bits(), 16);
    /// ```
    #[inline]
    pub fn unit_bits(&self) -> u32 {
        self.facts.table.unit_bits()
    }

    /// The lengths that sequences have, in units, ascending.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Utf1).lengths().eq([1, 2, 3, 5]));
    /// ```
    #[inline]
    pub fn lengths(&self) -> impl Iterator<Item = usize> + use<> {
        let rows = self.rows();
        (1..=MAX_SEQUENCE).filter(move |&len| rows.clone().any(|row| row.len() == len))
    }

    /// The longest sequence, in units.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::FssUtf1992July).longest(), 5);
    /// ```
    #[inline]
    pub fn longest(&self) -> usize {
        self.lengths().last().unwrap_or(0)
    }

    /// How many code points are written in so many units.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
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

    /// How many code points there are in all.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).code_points(), 1_112_064);
    /// ```
    #[inline]
    pub fn code_points(&self) -> u64 {
        self.code_space().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// The code points that can be read, as ascending intervals.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
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

    /// The code points that carry units.
    #[inline]
    fn carried(&self) -> impl Iterator<Item = (u32, u32)> + Clone + use<> {
        self.facts.carry.map(|carry| (carry.code_point(carry.first), carry.code_point(0xFF))).into_iter()
    }

    /// The bits of a value that sequences of so many units have room for: 11 in `110yyyyy 10xxxxxx`. `None`
    /// if the sizes of the places are not powers of two (UTF-1 counts to base 190), if other bytes stand
    /// between the leads, and if no sequence has that length.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).payload_bits(4), Some(21));
    /// assert_eq!(Properties::new(Encoding::Utf1).payload_bits(2), None);
    /// ```
    #[inline]
    pub fn payload_bits(&self, len: usize) -> Option<u32> {
        let rows = || self.rows().filter(move |row| row.len() == len);
        rows().next()?;
        // Leads that begin nothing (C0 and C1 in UTF-8) belong to the pattern; the excluded rows know them.
        let patterns = rows().chain(self.facts.table.excluded().iter().filter(|row| row.len() == len));
        let leads = patterns.clone().map(|row| (row.sequences().0[0], row.sequences().1[0]));
        let (first, last) = leads.fold((u32::MAX, 0), |all, row| (all.0.min(row.0), all.1.max(row.1)));
        // A permutation may put other bytes between the leads. In Tcl 8.6's, C1 stands there, which no sequence has.
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

    /// What a unit can be.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// let utf_8 = Properties::new(Encoding::Utf8);
    /// assert!(utf_8.role(0xC0).is_never() && utf_8.role(0xED).restricted);
    /// assert!(Properties::new(Encoding::Utf1).role(0x2F).is_both());
    /// ```
    #[inline]
    pub fn role(&self, unit: u32) -> Role {
        let mut role = Role {
            carried: self.facts.carry.is_some_and(|carry| unit >= carry.first && unit <= 0xFF),
            reserved: self.facts.reserved.is_some_and(|from| unit >= from),
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
                    _ if row.half() == Some(k) && k + 1 < row.len() => role.lead = true,
                    _ => role.trail = true,
                }
            }
        }
        role.restricted = (2..=MAX_SEQUENCE).any(|len| self.is_restricted(unit, len));
        role
    }

    /// Do fewer sequences of a length begin with the unit than combinations of trailing units there are?
    #[inline]
    fn is_restricted(&self, lead: u32, len: usize) -> bool {
        let rows =
            || self.rows().filter(move |row| row.len() == len && row.alphabets()[0].digit(lead).is_some());
        let all = rows().map(|row| row.alphabets()[1..].iter().map(|place| place.size()).product()).max();
        let begun = rows().flat_map(Row::ranges).filter(|ranges| ranges.places()[0].digit(lead).is_some());
        let held: u64 = begun.map(|ranges| ranges.count() / ranges.places()[0].size()).sum();
        all.is_some_and(|all: u64| held < all)
    }

    /// All units there are, adjacent ones of one role together.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// let units: Vec<_> = Properties::new(Encoding::Utf16Be).units().collect();
    /// assert_eq!(units.len(), 4); // D800..DBFF lead, DC00..DFFF trail
    /// assert!(units[1].role.lead && units[2].role.trail);
    /// ```
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = Units> + use<> {
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
            Some(Units { first, last: next.map_or(greatest, |edge| edge - 1), role })
        })
    }

    /// The least unit above this one where a role may begin.
    #[inline]
    fn next_edge(&self, unit: u32) -> Option<u32> {
        let end = 1_u64 << self.unit_bits();
        let ends = |(first, last): (u32, u32)| [u64::from(first), u64::from(last), u64::from(last) + 1];
        // A lead at the end of a row may be restricted where its neighbour is not.
        let leads = self.rows().map(|row| (row.sequences().0[0], row.sequences().1[0]));
        let leads = leads.flat_map(|(first, last)| {
            [u64::from(first), u64::from(first) + 1, u64::from(last), u64::from(last) + 1]
        });
        let places = self.rows().flat_map(Row::alphabets).flat_map(|place| place.intervals()).flat_map(ends);
        let others = self.facts.carry.map(|carry| (carry.first, 0xFF)).into_iter().flat_map(ends);
        let reserved = self.facts.reserved.into_iter().map(u64::from);
        let edges = leads.chain(places).chain(others).chain(reserved);
        edges.filter(|&edge| edge > u64::from(unit) && edge < end).min().map(|edge| edge as u32)
    }

    /// After how many units, from the first on, the length of a sequence is known: 1 in UTF-8, 2 in CESU-8, and the
    /// whole of it where a lead half may stand alone or begin a pair.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).settled_after(), 1);
    /// assert_eq!(Properties::new(Encoding::Mutf8).settled_after(), 6);
    /// assert_eq!(Properties::new(Encoding::Utf8b).settled_after(), 4); // until then it may be carried
    /// ```
    #[inline]
    pub fn settled_after(&self) -> usize {
        if self.facts.carry.is_some() {
            return self.longest();
        }
        let ranges = || self.rows().flat_map(Row::ranges);
        let shared = |a: Ranges| {
            let others = ranges().filter(move |b| b.places().len() > a.places().len());
            others.map(move |b| match shared_places(&a, &b) {
                // One begins with the other: only the end of the longer tells.
                all if all == a.places().len() => b.places().len(),
                some => some + 1,
            })
        };
        ranges().flat_map(shared).max().unwrap_or(1)
    }

    /// Has every code point one spelling, so that equality of units is equality of text?
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Mutf8).has_one_spelling());
    /// assert!(!Properties::new(Encoding::Mutf8Lenient).has_one_spelling());
    /// ```
    #[inline]
    pub fn has_one_spelling(&self) -> bool {
        let intervals = || self.rows().map(Row::code_points).chain(self.carried());
        let sizes: u64 = intervals().map(|(first, last)| u64::from(last - first) + 1).sum();
        sizes == self.code_points()
    }

    /// Do the bytes 00..7F, where they occur, mean U+0000..U+007F and nothing else? `None` where units are no bytes.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf1).is_ascii_transparent(), Some(false));
    /// ```
    #[inline]
    pub fn is_ascii_transparent(&self) -> Option<bool> {
        (self.unit_bits() == 8).then(|| (0..0x80).all(|unit| self.means_only_itself(unit)))
    }

    /// What the byte 00 means. `None` where units are no bytes.
    ///
    /// ```
    /// # use placemat::{properties::{Properties, Zero}, Encoding};
    /// assert_eq!(Properties::new(Encoding::Mutf8).zero(), Some(Zero::Never));
    /// ```
    #[inline]
    pub fn zero(&self) -> Option<Zero> {
        (self.unit_bits() == 8).then(|| match self.role(0) {
            role if role.is_never() => Zero::Never,
            _ if self.means_only_itself(0) => Zero::Nul,
            _ => Zero::Other,
        })
    }

    #[inline]
    fn means_only_itself(&self, unit: u32) -> bool {
        let role = self.role(unit);
        let elsewhere = role.lead || role.trail || role.carried;
        !elsewhere
            && (!role.alone || self.facts.table.decode(&[unit], true).is_ok_and(|d| d.code_point == unit))
    }

    /// Can sequences be found again from any place? Where no unit both begins sequences, or halves of pairs, and
    /// stands inside them.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert!(Properties::new(Encoding::Utf8).resynchronizes());
    /// assert!(!Properties::new(Encoding::FssUtf1992July).resynchronizes());
    /// ```
    #[inline]
    pub fn resynchronizes(&self) -> bool {
        // A half of one unit begins where it ends.
        let halves = |unit: u32| {
            self.rows().any(|row| row.half().is_some_and(|k| row.alphabets()[k].digit(unit).is_some()))
        };
        self.units().all(|units| !units.role.is_both() || halves(units.first))
    }

    /// The order of strings by their units (bytes, in a scheme).
    ///
    /// ```
    /// # use placemat::{properties::{Order, Properties}, Encoding};
    /// assert_eq!(Properties::new(Encoding::Cesu8).order(), Order::Utf16);
    /// ```
    #[inline]
    pub fn order(&self) -> Order {
        self.order
    }

    /// How far before a place a sequence may begin that reaches over it, in units of the codec (bytes, in a scheme).
    /// `None` where the sequences cannot be found again. Corrected UTF-8 has in addition its reserved runs, of any
    /// length.
    ///
    /// ```
    /// # use placemat::{properties::Properties, Encoding};
    /// assert_eq!(Properties::new(Encoding::Utf8).look_back(), Some(3));
    /// assert_eq!(Properties::new(Encoding::Utf1).look_back(), None);
    /// ```
    #[inline]
    pub fn look_back(&self) -> Option<usize> {
        let rows = self.facts.table.rows().iter().filter(|row| row.is_read() || is_pair_error(row));
        let longest = rows.map(Row::len).max().unwrap_or(1);
        self.resynchronizes().then(|| (longest - 1) * self.facts.width)
    }
}

/// A pair that is ill-formed as a whole reaches as far as a pair (WTF-8).
#[inline]
fn is_pair_error(row: &Row) -> bool {
    row.half().is_some() && matches!(row.standing(), Standing::Excluded(_))
}

/// At how many places, from the first on, the two have units in common.
#[inline]
fn shared_places(a: &Ranges, b: &Ranges) -> usize {
    let meet = |(a, b): (&Alphabet, &Alphabet)| {
        a.intervals().any(|(first, last)| b.intervals().any(|(from, to)| first <= to && from <= last))
    };
    a.places().iter().zip(b.places()).take_while(|&places| meet(places)).count()
}
