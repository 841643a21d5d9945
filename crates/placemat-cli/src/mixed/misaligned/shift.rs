//! Which bytes of a text in UTF-16 belong to no character: the reading of it that costs the least, where units that text
//! hardly has next to each other cost more.

use placemat::Endian;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

use super::{is_text, whole_units};
use crate::units;

/// How much text after a damaged place is examined, in bytes, and the least.
const AFTER: usize = 512;
pub(super) const LEAST_AFTER: usize = 8;

/// The cost of a byte that belongs to no character.
pub(super) const SKIP: u32 = 24;
/// How much less it must cost to read a text with such bytes than without.
pub(super) const CLEAR: u32 = 24;

pub(super) fn read(unit: [u8; 2], order: Endian) -> u16 {
    if order == Endian::Big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) }
}

/// What is known of units by themselves, looked up once each: the Unicode tables are slow.
struct Prices {
    traits: Vec<Trait>,
    scripts: Vec<&'static str>,
}

#[derive(Clone, Copy, Default)]
struct Trait {
    is_known: bool,
    is_rare: bool,
    /// The price of what is not in text.
    odd: u8,
    script: u8,
}

fn is_plain(unit: u16) -> bool {
    matches!(unit, 0x20..=0x7E | 0x09 | 0x0A | 0x0D)
}

/// Returns `true` for spaces and lines of boxes, which may stand in rows.
fn is_drawn(unit: u16) -> bool {
    matches!(unit, 0x2000..=0x206F | 0x2500..=0x257F | 0x3000..=0x3011)
}

pub(super) fn is_lead(unit: u16) -> bool {
    matches!(unit, 0xD800..=0xDBFF)
}

impl Prices {
    fn new() -> Self {
        Prices { traits: vec![Trait::default(); 1 << 16], scripts: vec![] }
    }

    fn of(&mut self, unit: u16) -> Trait {
        let known = self.traits[usize::from(unit)];
        if known.is_known {
            return known;
        }
        let name = units::script(u32::from(unit));
        let script = self.scripts.iter().position(|one| *one == name).unwrap_or_else(|| {
            self.scripts.push(name);
            self.scripts.len() - 1
        });
        let odd = match char::from_u32(u32::from(unit)).map(|one| one.general_category()) {
            None => 14,
            Some(Category::Control | Category::Unassigned) => 12,
            Some(Category::PrivateUse) => 8,
            Some(_) => 0,
        };
        let is_rare = units::is_rare(u32::from(unit));
        let found = Trait { is_known: true, is_rare, odd, script: script as u8 };
        self.traits[usize::from(unit)] = found;
        found
    }

    /// Returns how little a unit looks like text after another one.
    fn price(&mut self, unit: u16, last: u16) -> u32 {
        match unit {
            0xDC00..=0xDFFF => return if is_lead(last) { 1 } else { 14 },
            _ if is_lead(last) => return 14,
            _ if unit == last => return 1,
            _ if is_plain(unit) => {
                return if last < 0x250 || is_drawn(last) || unit <= 0x20 { 1 } else { 2 };
            }
            _ if is_drawn(unit) => return if is_plain(last) || is_drawn(last) { 1 } else { 3 },
            _ if is_lead(unit) => return 3,
            _ => {}
        }
        let Trait { is_rare, odd, script, .. } = self.of(unit);
        if unit >> 8 == last >> 8 && unit > 0xA0 {
            return if odd == 12 || is_rare { 2 } else { 1 };
        }
        if odd > 0 {
            return odd.into();
        }
        let is_swapped = |unit: u16| is_plain(unit.swap_bytes());
        if is_swapped(unit) && is_swapped(last) && !is_drawn(last) {
            return 5;
        }
        let is_after_space = last < 0x80 || is_drawn(last);
        let is_hangul = |unit: u16| matches!(unit, 0xAC00..=0xD7A3);
        if is_hangul(unit) {
            return if is_hangul(last) || is_after_space { 2 } else { 6 };
        }
        let switch = match unit {
            0x2070..=0x2FFF => 4,
            _ if script == self.of(last).script && !is_hangul(last) => 2,
            _ if is_after_space => 3,
            _ => 6,
        };
        switch + if is_rare { 4 } else { 0 }
    }
}

/// Returns `true` if a few units look like text, although one of them is a lone surrogate.
pub(crate) fn are_likely_text(units: &[u8], order: Endian) -> bool {
    cost(whole_units(units), order) <= 3 * (units.len() / 2) as u32 + 14
}

/// Returns the price of a text.
pub(super) fn cost(text: &[u8], order: Endian) -> u32 {
    let (mut last, mut prices) = (0x0A, Prices::new());
    let units = text.as_chunks().0.iter().map(|unit| {
        let unit = read(*unit, order);
        prices.price(unit, std::mem::replace(&mut last, unit))
    });
    units.sum::<u32>() + SKIP * (text.len() % 2) as u32
}

/// A text with bytes that belong to no character.
pub(super) struct Shift {
    /// The offset of the first one.
    pub(super) at: usize,
    pub(super) is_only: bool,
    /// The only other one is the last byte.
    pub(super) ends_within: bool,
    /// The price of the text without these bytes, and of these bytes.
    pub(super) price: u32,
}

impl Shift {
    /// Returns which bytes of a text belong to no character, if the text is much more likely so than as it stands.
    pub(super) fn of(text: &[u8], order: Endian, is_all: bool) -> Option<Self> {
        let text = if is_all { text } else { whole_units(text) };
        let whole = cost(text, order);
        // Nothing would cost less.
        if whole < (text.len() / 2) as u32 + SKIP + CLEAR {
            return None;
        }
        let mut prices = Prices::new();
        // The best price of the text up to each of the last two places, and the last unit before it.
        let (mut before, mut here) = (None, Some((0_u32, 0x0A)));
        let mut skips = vec![false; text.len() + 1];
        for end in 1..=text.len() {
            let skip = here.map(|(price, last)| (price + SKIP, last));
            let unit = before.map(|(sum, last)| {
                let unit = read([text[end - 2], text[end - 1]], order);
                (sum + prices.price(unit, last), unit)
            });
            let is_skip = match (unit, skip) {
                (Some((unit, _)), Some((skip, _))) => skip < unit,
                (unit, _) => unit.is_none(),
            };
            skips[end] = is_skip;
            (before, here) = (here, if is_skip { skip } else { unit });
        }
        let (best, _) = here?;
        // The other alignment may end with the last byte but one.
        let (mut places, mut end) = (vec![], text.len());
        if !is_all && before.is_some_and(|(price, _)| price < best) {
            end -= 1;
        }
        let best = if end < text.len() { before?.0 } else { best };
        while end > 0 {
            if skips[end] {
                places.push(end - 1);
                end -= 1;
            } else {
                end -= 2;
            }
        }
        let count = places.len();
        let first = places.pop().filter(|first| first + 1 < text.len())?;
        let ends_within = places[..] == [text.len() - 1];
        let ends = places.into_iter().rev().filter(|end| end - first > LEAST_AFTER);
        let after = &text[first + 1..ends.min().unwrap_or(text.len())];
        let after = whole_units(&after[..after.len().min(AFTER)]);
        (is_text(after, order) && best + CLEAR <= whole).then_some(Shift {
            at: first,
            is_only: count == 1,
            ends_within,
            price: best,
        })
    }
}
