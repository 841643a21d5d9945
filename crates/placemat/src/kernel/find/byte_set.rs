//! A set of bytes: the first few of them, and two tables of nibbles.

/// How many bytes are compared one by one.
pub(super) const FEW: usize = 3;

/// A set of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteSet {
    /// Of low nibbles: a bit for each high nibble below 8 that is with it in the set, and for each from 8 on.
    pub(super) nibbles: [[u8; 16]; 2],
    /// The first bytes that were put in, and how many there are.
    pub(super) first: [u8; FEW],
    pub(super) count: usize,
}

impl ByteSet {
    pub(crate) const EMPTY: Self = ByteSet { nibbles: [[0; 16]; 2], first: [0; FEW], count: 0 };

    #[inline]
    pub(crate) const fn insert(&mut self, byte: u8) {
        if self.has(byte) {
            return;
        }
        let [low, high] = [byte & 0xF, byte >> 4];
        self.nibbles[(high >> 3) as usize][low as usize] |= 1 << (high & 7);
        if self.count < FEW {
            self.first[self.count] = byte;
        }
        self.count += 1;
    }

    #[inline]
    pub(super) const fn has(&self, byte: u8) -> bool {
        let [low, high] = [byte & 0xF, byte >> 4];
        self.nibbles[(high >> 3) as usize][low as usize] >> (high & 7) & 1 != 0
    }
}
