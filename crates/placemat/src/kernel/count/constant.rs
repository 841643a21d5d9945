//! Constants in a byte order.

/// Returns a constant of 16 bits in a byte order.
#[inline]
pub(super) const fn word(bits: u16, big: bool) -> u16 {
    if big { bits.swap_bytes() } else { bits }
}

/// Returns a constant of 32 bits in a byte order.
#[inline]
pub(super) const fn doubleword(bits: u32, big: bool) -> u32 {
    if big { bits.swap_bytes() } else { bits }
}
