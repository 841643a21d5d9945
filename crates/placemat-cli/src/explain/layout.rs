//! Which bits of a sequence carry the code point.

/// The bits of one byte: how many at the top mark what it is, and the rest carries.
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
    /// Of three bits: a trail byte of UTF-8 is 2 and two digits, its lead 3, 34 and 35, or 36 and what is left. The digit in which
    /// the marker of three bytes ends, 4 or 5, has the highest bit of the payload, and so has the last one of a lead of six.
    Octal,
}

impl Digits {
    /// The marker and the payload of a byte.
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

    /// The payload of a byte as a part of the code point.
    pub(super) fn of_payload(self, carrier: Carrier, byte: u8) -> String {
        let (bits, payload) = (8 - carrier.marker as usize, carrier.payload(byte));
        match self {
            _ if bits == 0 => String::new(),
            Digits::Binary => format!("{payload:0bits$b}"),
            Digits::Octal => format!("{payload:0width$o}", width = bits.div_ceil(3)),
        }
    }
}

/// How a sequence carries its code point: in order, the highest bits first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) carriers: Vec<Carrier>,
    /// What is added to the payload: 10000 for a pair of surrogates.
    pub(super) base: u32,
    /// The order of bytes is the other way round.
    pub(super) is_reversed: bool,
}

impl Layout {
    /// Of a sequence of bytes, in units of so many; `None` where it is no matter of bits.
    pub(super) fn of(bytes: &[u8], width: usize, code_point: u32) -> Option<Self> {
        let found = match width {
            1 => of_bytes(bytes),
            _ => of_units(bytes, width),
        };
        let mut reversed = found.clone()?;
        reversed.is_reversed = true;
        found.into_iter().chain([reversed]).find(|layout| layout.value(bytes) == Some(code_point))
    }

    /// The places of the bytes, from the one with the highest bits on.
    pub(super) fn places(&self) -> Vec<usize> {
        let count = self.carriers.len();
        let width = if count.is_multiple_of(4) && self.base == 0 { 4.min(count) } else { 2 };
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

    /// Of the byte at a place.
    pub(super) fn carrier(&self, place: usize) -> Carrier {
        let places = self.places();
        let rank = places.iter().position(|&found| found == place).unwrap_or(place);
        self.carriers[rank]
    }
}

/// Of UTF-8's patterns of bits, and of single bytes.
fn of_bytes(bytes: &[u8]) -> Option<Layout> {
    let layout = |markers: &[u32], base| Layout {
        carriers: markers.iter().map(|&marker| Carrier::new(marker)).collect(),
        base,
        is_reversed: false,
    };
    match *bytes {
        [0xED, 0xA0..=0xAF, _, 0xED, 0xB0..=0xBF, _] => Some(layout(&[8, 4, 2, 8, 4, 2], 0x1_0000)),
        [0..=0x7F] => Some(layout(&[1], 0)),
        [_] => Some(layout(&[0], 0)),
        [lead, ref trails @ ..] if trails.iter().all(|trail| trail & 0xC0 == 0x80) => {
            let markers = lead.leading_ones() + 1;
            let mut all = vec![markers.min(8)];
            all.extend(trails.iter().map(|_| 2));
            Some(layout(&all, 0))
        }
        _ => None,
    }
}

/// Of units of two and four bytes.
fn of_units(bytes: &[u8], width: usize) -> Option<Layout> {
    let is_pair = width == 2 && bytes.len() == 4;
    let markers: &[u32] = if is_pair { &[6, 0, 6, 0] } else { &[0, 0, 0, 0] };
    let carriers = markers.get(..bytes.len())?.iter().map(|&marker| Carrier::new(marker)).collect();
    Some(Layout { carriers, base: if is_pair { 0x1_0000 } else { 0 }, is_reversed: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat::{Codec, Encoding};

    /// Wherever a layout is found it gives the code point, and UTF-8's and UTF-16's kin have one for every code point.
    #[test]
    fn layouts_give_the_code_point() {
        for encoding in Encoding::ALL {
            let facts = encoding.facts();
            let of_bits = matches!(
                facts.name,
                "utf-8"
                    | "wtf-8"
                    | "cesu-8"
                    | "mutf-8"
                    | "utf-16le"
                    | "utf-16be"
                    | "utf-32le"
                    | "utf-32be"
                    | "ucs-2be"
            );
            for code_point in (0..0x11_0000).step_by(37).chain([0, 0x7F, 0x80, 0xFFFF, 0x1_0000, 0x10_FFFF]) {
                let mut bytes = [0; 16];
                let Ok(len) = encoding.encode_next(code_point, &mut bytes) else { continue };
                let found = Layout::of(&bytes[..len], facts.width, code_point);
                if of_bits && !(facts.name == "mutf-8" && code_point == 0) {
                    assert!(found.is_some(), "{encoding} U+{code_point:04X}");
                }
                if let Some(layout) = found {
                    assert_eq!(layout.value(&bytes[..len]), Some(code_point), "{encoding}");
                }
            }
        }
    }
}
