//! The texts around windows, and the units of which windows consist.

use placemat_random::Random;

use crate::definition::Form;

/// Ranges of code points from which texts are drawn.
pub type Ranges = &'static [(u32, u32)];

/// Texts of one length class each, and of all together.
pub const BACKGROUNDS: [(&str, Ranges); 5] = [
    ("ascii", &[(0x20, 0x7E)]),
    ("two", &[(0x80, 0x7FF)]),
    ("three", &[(0x800, 0xD7FF), (0xE000, 0xFFFF)]),
    ("four", &[(0x1_0000, 0x10_FFFF)]),
    ("mixed", &[(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)]),
];

/// Returns at least `len` bytes of well-formed text of a form, and the boundaries of its sequences with its
/// end. Code points that the form or `also` lacks are skipped, and lone surrogates are included if both have
/// them.
pub fn background(random: &mut Random, form: Form, also: Form, ranges: Ranges, len: usize) -> Background {
    let mut background = Background { bytes: vec![], boundaries: vec![0] };
    while background.bytes.len() < len {
        let &(first, last) = random.pick(ranges);
        let drawn = first + random.below((last - first + 1) as usize) as u32;
        // A lone lead surrogate does not form a pair with a code point that is not a surrogate.
        let lone = form.holds(0xD800) && also.holds(0xD800) && random.below(16) == 0;
        let drawn = if lone && ranges.len() != 1 { [0xD800, 0xD9AB][random.below(2)] } else { drawn };
        let code_point = if form.holds(drawn) && also.holds(drawn) { drawn } else { 0x20 + drawn % 0x5F };
        form.write(code_point, &mut background.bytes);
        background.boundaries.push(background.bytes.len());
    }
    background
}

/// A well-formed text.
#[derive(Clone, Debug)]
pub struct Background {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The offsets at which its sequences begin, and its end.
    pub boundaries: Vec<usize>,
}

impl Background {
    /// Returns its first sequences that have at least `len` bytes, or all of it.
    pub fn cut(&self, len: usize) -> Background {
        let count = self.boundaries.partition_point(|&at| at < len).min(self.boundaries.len() - 1);
        let boundaries = self.boundaries[..=count].to_vec();
        Background { bytes: self.bytes[..boundaries[count]].to_vec(), boundaries }
    }

    /// Returns the range of bytes that decide on a window: from a boundary before it to one after it, with a
    /// sequence of the background between the window and each.
    pub fn around(&self, place: usize, len: usize) -> (usize, usize) {
        let before = self.boundaries.partition_point(|&at| at <= place);
        let after = self.boundaries.partition_point(|&at| at < place + len);
        let last = self.boundaries.len() - 1;
        (self.boundaries[before.saturating_sub(2)], self.boundaries[(after + 1).min(last)])
    }
}

/// Both ends of every class of bytes.
const BYTES: [u32; 20] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1,
    0xF4, 0xF5, 0xFF,
];
/// Both ends of every class of bytes in forms with sequences of up to six bytes.
const BYTES_OF_SIX: [u32; 22] = [
    0x00, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xEF, 0xF0,
    0xF8, 0xFB, 0xFC, 0xFD, 0xFE,
];
/// Both ends of every class of 16-bit units.
pub const WORDS: [u32; 15] = [
    0x0000, 0x007F, 0x0080, 0x00FF, 0x0100, 0x07FF, 0x0800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000,
    0xDD00, 0xFFFF,
];
/// Both ends of every class of 32-bit units.
const DOUBLEWORDS: [u32; 18] = [
    0x0000,
    0x007F,
    0x0080,
    0x07FF,
    0x0800,
    0xD7FF,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0xE000,
    0xFFFF,
    0x1_0000,
    0x10_FFFF,
    0x11_0000,
    0x8000_0041,
    0x8000_0000,
    0xFFFF_FFFF,
];

/// The windows of a form: every combination of `len` units of every class.
#[derive(Debug)]
pub struct Windows {
    units: &'static [u32],
    width: usize,
    /// The number of units.
    len: u32,
}

impl Windows {
    /// Returns the windows of a form.
    pub fn of(form: Form) -> Self {
        match form.width() {
            1 if matches!(form, Form::Rfc2279 | Form::CorrectedUtf8 | Form::CorrectedUtf8Text) => {
                Windows { units: &BYTES_OF_SIX, width: 1, len: 4 }
            }
            1 => Windows { units: &BYTES, width: 1, len: 4 },
            2 => Windows { units: &WORDS, width: 2, len: 4 },
            _ => Windows { units: &DOUBLEWORDS, width: 4, len: 3 },
        }
    }

    /// Returns the number of windows.
    pub fn count(&self) -> usize {
        self.units.len().pow(self.len)
    }

    /// Returns the units of which they consist: both ends of every class.
    pub fn units(&self) -> &'static [u32] {
        self.units
    }

    /// Returns the number of bytes of a window.
    pub fn bytes(&self) -> usize {
        self.width * self.len as usize
    }

    /// Writes the window with this number.
    pub fn write(&self, mut number: usize, big: bool, window: &mut [u8]) {
        for bytes in window.chunks_exact_mut(self.width) {
            let unit = self.units[number % self.units.len()].to_be_bytes();
            bytes.copy_from_slice(&unit[4 - self.width..]);
            if !big {
                bytes.reverse();
            }
            number /= self.units.len();
        }
    }
}
