//! Determines from the table which bits of a sequence carry the code point.

use placemat::table::{Alphabet, Row, Table};

/// The bits of one byte: how many at the top are a marker; the rest carries payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carrier {
    pub(super) marker: u32,
}

impl Carrier {
    const fn new(marker: u32) -> Self {
        Carrier { marker }
    }

    pub(super) fn payload(self, byte: u8) -> u32 {
        u32::from(byte) & ((1 << (8 - self.marker)) - 1)
    }
}

/// How bits are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    Binary,
    /// Groups of three bits: a trail byte of UTF-8 is 2 and two digits; its lead byte is 3, 34 and 35, or 36
    /// and the rest. The digit that ends the marker of three bytes, 4 or 5, includes the highest bit of the
    /// payload, and so does the last digit of a lead byte of six.
    Octal,
}

impl Digits {
    /// Returns the marker and the payload of a byte.
    pub(super) fn of_byte(self, carrier: Carrier, byte: u8) -> (String, String) {
        let marker = carrier.marker as usize;
        let (all, cut) = match self {
            Digits::Binary => (format!("{byte:08b}"), marker),
            Digits::Octal => (
                format!("{byte:03o}"),
                match marker {
                    0 | 1 => 0,
                    2 | 3 => 1,
                    4..=7 => 2,
                    _ => 3,
                },
            ),
        };
        (all[..cut].to_owned(), all[cut..].to_owned())
    }

    /// Returns the payload of a byte as a part of the code point.
    pub(super) fn of_payload(self, carrier: Carrier, byte: u8) -> String {
        let (bits, payload) = (8 - carrier.marker as usize, carrier.payload(byte));
        match self {
            _ if bits == 0 => String::new(),
            Digits::Binary => format!("{payload:0bits$b}"),
            Digits::Octal => format!("{payload:0width$o}", width = bits.div_ceil(3)),
        }
    }
}

/// How a sequence carries its code point: in order, from the highest bits on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) carriers: Vec<Carrier>,
    /// The value that is added to the payload: 10000 for a surrogate pair, A0 for two bytes of Corrected
    /// UTF-8.
    pub(super) base: u32,
    /// The number of bytes of a unit.
    width: usize,
    /// `true` if the bytes of a unit are in reverse order.
    is_reversed: bool,
}

impl Layout {
    /// Returns the layout of a sequence of bytes, in units of `width` bytes; `None` if the code point does
    /// not follow from bits.
    pub(super) fn of(table: &Table, width: usize, bytes: &[u8], code_point: u32) -> Option<Self> {
        let found = of_row(table, width, bytes.len(), code_point).or_else(|| of_byte(bytes))?;
        let reversed = Layout { is_reversed: true, ..found.clone() };
        [found, reversed].into_iter().find(|layout| layout.value(bytes) == Some(code_point))
    }

    /// Returns the positions of the bytes, from the one with the highest bits on.
    pub(super) fn places(&self) -> Vec<usize> {
        let (count, width) = (self.carriers.len(), self.width);
        (0..count)
            .map(|k| if self.is_reversed { k / width * width + (width - 1 - k % width) } else { k })
            .collect()
    }

    fn value(&self, bytes: &[u8]) -> Option<u32> {
        let mut value = 0_u64;
        for place in self.places() {
            let carrier = self.carrier(place);
            value = value << (8 - carrier.marker) | u64::from(carrier.payload(*bytes.get(place)?));
        }
        u32::try_from(value).ok()?.checked_add(self.base)
    }

    /// Returns the carrier at a position.
    pub(super) fn carrier(&self, place: usize) -> Carrier {
        let places = self.places();
        let rank = places.iter().position(|&found| found == place).unwrap_or(place);
        self.carriers[rank]
    }
}

/// Determines a layout from a row of the table: the common first bits of all units that may occur at a
/// position are the marker, and the rest carries payload. The row has a layout if the payloads of its first
/// sequence and of its last are at the same distance from their code points.
fn of_row(table: &Table, width: usize, len: usize, code_point: u32) -> Option<Layout> {
    let (bits, len) = (table.unit_bits(), len / width);
    let rows = || table.rows().iter().filter(|row| row.len() == len && row.is_read());
    let row = rows().find(|row| {
        let (first, last) = row.code_points();
        (first..=last).contains(&code_point)
    })?;
    let marker = |place: usize| {
        // A number that is a single unit needs no marker.
        if width > 1 && len == 1 {
            return 0;
        }
        let units = || rows().flat_map(|row| row.alphabets()[place].intervals());
        let first = units().map(|(first, _)| first).min().unwrap_or(0);
        let last = units().map(|(_, last)| last).max().unwrap_or(0);
        (first ^ last).leading_zeros() - (u32::BITS - bits)
    };
    let markers: Vec<_> = (0..len).map(marker).collect();
    let payload = |units: &[u32]| {
        units.iter().zip(&markers).try_fold(0_u64, |value, (&unit, marker)| {
            let carried = bits - marker;
            Some(value.checked_mul(1 << carried)? | u64::from(unit) & ((1 << carried) - 1))
        })
    };
    let (first, last) = row.sequences();
    let base = |code_point: u32, units: &[u32]| u64::from(code_point).checked_sub(payload(units)?);
    let base_of_first = base(row.code_points().0, first)?;
    let is_of_bits =
        base(row.code_points().1, last) == Some(base_of_first) && (len > 1 || base_of_first == 0);
    if !is_of_bits {
        return None;
    }
    let bytes =
        |&marker: &u32| (0..width as u32).map(move |k| Carrier::new(marker.saturating_sub(8 * k).min(8)));
    let carriers = markers.iter().flat_map(bytes).collect();
    Some(Layout { carriers, base: u32::try_from(base_of_first).ok()?, width, is_reversed: false })
}

/// Returns the layout of a byte that another encoding reads, if the first has no row for it.
fn of_byte(bytes: &[u8]) -> Option<Layout> {
    let is_one = bytes.len() == 1;
    is_one.then(|| Layout { carriers: vec![Carrier::new(0)], base: 0, width: 1, is_reversed: false })
}

/// Returns the carriers of an ill-formed subsequence: what each byte would be in a sequence.
pub(super) fn of_part(table: &Table, width: usize, bytes: &[u8]) -> Vec<Carrier> {
    let trails = || table.rows().iter().flat_map(|row| row.alphabets().iter().skip(1));
    let (last_trail, trail_marker) = match (width, trails().flat_map(Alphabet::intervals).reduce(hull)) {
        (1, Some((0x80, last @ 0xBF))) => (last, 2),
        (1, Some((0x80, last @ 0xFF))) => (last, 1),
        // In these encodings no bits are markers.
        _ => return vec![Carrier::new(0); bytes.len()],
    };
    let carrier = |(place, &byte): (usize, &u8)| {
        let byte = u32::from(byte);
        let begins = |row: &Row| row.len() > 1 && row.alphabets()[0].digit(byte).is_some();
        let is_lead = place == 0 && table.rows().iter().any(begins);
        let is_trail = !is_lead && (0x80..=last_trail).contains(&byte);
        Carrier::new(if is_trail { trail_marker } else { ((byte << 24).leading_ones() + 1).min(8) })
    };
    bytes.iter().enumerate().map(carrier).collect()
}

fn hull(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
    (one.0.min(other.0), one.1.max(other.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat::{Codec, Encoding};

    /// Every layout that is found yields the code point, and the relatives of UTF-8 and UTF-16 have one for
    /// every code point.
    #[test]
    fn layouts_give_the_code_point() {
        for encoding in Encoding::ALL {
            let info = encoding.info();
            let of_bits = matches!(
                info.name,
                "utf-8"
                    | "wtf-8"
                    | "cesu-8"
                    | "mutf-8"
                    | "utf-16le"
                    | "utf-16be"
                    | "utf-32le"
                    | "utf-32be"
                    | "ucs-2be"
                    | "ucs-4le"
                    | "utf-8-rfc2279"
                    | "fss-utf-1992-07"
                    | "corrected-utf-8"
            );
            let high = (0..u32::MAX).step_by(0x12_3457).chain([0x1F_FFFF, 0x20_0000, 0x7FFF_FFFF]);
            for code_point in
                (0..0x11_0000).step_by(37).chain([0x7F, 0x80, 0xFFFF, 0x1_0000, 0x10_FFFF]).chain(high)
            {
                let mut bytes = [0; 16];
                let Ok(len) = encoding.encode_next(code_point, &mut bytes) else { continue };
                let found = Layout::of(info.table, info.width, &bytes[..len], code_point);
                if of_bits {
                    assert!(found.is_some(), "{encoding} U+{code_point:04X}");
                }
                if let Some(layout) = found {
                    assert_eq!(layout.value(&bytes[..len]), Some(code_point), "{encoding}");
                }
            }
        }
    }
}
