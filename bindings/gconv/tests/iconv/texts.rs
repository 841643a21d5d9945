//! Texts, well-formed and not.

use placemat::{Codec, Encoding};

/// A generator of pseudo-random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: usize) -> Random {
        Random(seed as u64 * 2 + 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    pub(crate) fn one_of<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }
}

/// Code points at the edges of rows, and others.
#[rustfmt::skip]
pub(crate) const EDGES: [u32; 44] = [
    0, 1, 0x0A, 0x41, 0x7E, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xFF, 0x100, 0x3FF, 0x400, 0x7FF, 0x800, 0x1000,
    0x3FFF, 0x4000, 0x4015, 0x4016, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDC80, 0xDCA9, 0xDCFF, 0xDFFF,
    0xE000, 0xEF80, 0xEFFF, 0xFEFF, 0xFFFF, 0x1_0000, 0x1_F4A9, 0x10_FFFF, 0x11_0000, 0x1F_FFFF,
    0x0400_0000, 0x7FFF_FFFF, 0x8000_0000, 0x8421_109F,
];

/// Bytes that are not well-formed in most encodings.
const BROKEN: [&[u8]; 12] = [
    b"\x80",
    b"\xFF",
    b"\xFE\x80\x80",
    b"\xC0",
    b"\xC0\x80",
    b"\xE2\x82",
    b"\xED\xA0\xBD",
    b"\xED\xB2\xA9",
    b"\xED\xA0\xBD\xED",
    b"\xF0\x9F\x92",
    b"\xFC\xBF\xBF\xBF\xBF",
    b"\xEF\xBB",
];

/// Returns the sequence of a code point, if an encoding has one.
pub(crate) fn sequence(encoding: Encoding, code_point: u32) -> Option<Vec<u8>> {
    let mut bytes = [0; 16];
    let encoding = if encoding.info().encodes { encoding } else { Encoding::Cesu8Lenient };
    let len = encoding.encode_next(code_point, &mut bytes).ok()?;
    Some(bytes[..len].to_vec())
}

/// Returns a text of some sequences in an encoding, some of which are broken.
pub(crate) fn text(random: &mut Random, encoding: Encoding, count: usize) -> Vec<u8> {
    let mut text = match random.below(3) {
        0 => Vec::new(),
        _ => encoding.mark().to_vec(),
    };
    while random.below(count) > 0 {
        match random.below(10) {
            0 => text.extend(*random.one_of(&BROKEN)),
            // Mostly a pair of surrogates, or a part of a sequence.
            1 => {
                for code_point in [0xD83D, 0xDCA9] {
                    text.extend(sequence(encoding, code_point).unwrap_or_default());
                }
            }
            2 => {
                let whole = sequence(encoding, *random.one_of(&EDGES)).unwrap_or_default();
                text.extend(&whole[..whole.len() / 2]);
            }
            _ => text.extend(sequence(encoding, *random.one_of(&EDGES)).unwrap_or_default()),
        }
    }
    text
}

/// Returns a well-formed text of so many bytes or a few more, whose code points another encoding has as well.
pub(crate) fn long(
    random: &mut Random,
    encoding: Encoding,
    len: usize,
    has: impl Fn(u32) -> bool,
) -> Vec<u8> {
    let all = EDGES.iter().copied().filter(|&code_point| has(code_point));
    // Neighbours must not join to something else, so bytes that are escaped are left out.
    let is_escape =
        |code_point: u32| encoding.info().carry.is_some_and(|carry| carry.unit(code_point).is_some());
    let all: Vec<Vec<u8>> =
        all.filter(|&code_point| !is_escape(code_point)).filter_map(|it| sequence(encoding, it)).collect();
    let is_wtf_8 = encoding == Encoding::Wtf8;
    let mut text = encoding.mark().to_vec();
    while text.len() < len {
        let next = random.one_of(&all);
        let would_pair = is_wtf_8 && next[0] == 0xED && text.len() >= 3 && text[text.len() - 3] == 0xED;
        if !would_pair {
            text.extend(next);
        }
    }
    text
}

/// Returns a text in `INTERNAL`.
pub(crate) fn code_points(random: &mut Random, count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..random.below(count) {
        let code_point = *random.one_of(&EDGES);
        text.extend(code_point.to_ne_bytes());
        if random.below(6) == 0 {
            text.extend([0xD83D_u32, 0xDCA9].map(u32::to_ne_bytes).concat());
        }
    }
    text
}
