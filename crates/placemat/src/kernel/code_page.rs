//! The upper half of a single-byte encoding, as tables that are made from its form.

use crate::form::Form;

/// The code points of the bytes from 80 on.
pub(super) const fn upper_half<F: Form>() -> [u16; 128] {
    let rows = F::TABLE.rows();
    let mut code_points = [0; 128];
    let mut byte = 0x80;
    while byte < 0x100 {
        let mut k = 0;
        while k < rows.len() {
            let first = rows[k].alphabet(0).unit(0);
            let (from, to) = rows[k].code_points();
            if first <= byte && byte - first <= to - from {
                code_points[byte as usize - 0x80] = (from + (byte - first)) as u16;
            }
            k += 1;
        }
        byte += 1;
    }
    code_points
}

/// One of the two bytes of a code point.
#[derive(Clone, Copy)]
pub(super) enum Byte {
    Low,
    High,
}

/// The low or the high bytes of the code points from 80 on.
pub(super) const fn plane<F: Form>(byte: Byte) -> [u8; 128] {
    let code_points = upper_half::<F>();
    let mut plane = [0; 128];
    let mut k = 0;
    while k < 128 {
        plane[k] = code_points[k].to_le_bytes()[byte as usize];
        k += 1;
    }
    plane
}

/// Returns `true` if a byte of 80..9F is not its own code point.
#[inline(always)]
pub(super) fn differs<F: Form>() -> bool {
    const { upper_half::<F>()[0] != 0x80 }
}
