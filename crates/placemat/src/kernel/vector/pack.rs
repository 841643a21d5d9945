//! Tables of shuffles that put selected elements side by side.

/// Eight bits of a mask, as the place where their shuffle begins in a table, which saves instructions.
#[derive(Clone, Copy)]
pub(super) struct Eight(usize);

impl Eight {
    /// Those from a place on, a multiple of eight.
    #[inline(always)]
    pub(super) fn of(mask: u64, at: usize) -> Self {
        Eight((mask.rotate_right(at as u32).rotate_left(4) & 0xFF0) as usize)
    }

    /// How many are set.
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// 256 shuffles, for a mask of eight bits.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct Shuffles([u8; 16 * 256]);

impl Shuffles {
    #[inline]
    const fn new(shuffles: &[[u8; 16]; 256]) -> Self {
        match shuffles.as_flattened().first_chunk() {
            Some(bytes) => Shuffles(*bytes),
            None => unreachable!(),
        }
    }

    /// The shuffle for a mask.
    #[inline(always)]
    pub(super) fn get(&self, mask: Eight) -> &[u8; 16] {
        match self.0[mask.0 & 0xFF0..].first_chunk() {
            Some(shuffle) => shuffle,
            None => &[0; 16], // cannot be: the last begins sixteen bytes before the end
        }
    }
}

/// Of eight words, those whose bit is set.
pub(super) static WORDS: Shuffles = Shuffles::new(&{
    let mut shuffles = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut word, mut place) = (0, 0);
        while word < 8 {
            if mask >> word & 1 != 0 {
                shuffles[mask][place] = 2 * word;
                shuffles[mask][place + 1] = 2 * word + 1;
                place += 2;
            }
            word += 1;
        }
        mask += 1;
    }
    shuffles
});

/// Of eight words, the low bytes of those whose bit is set.
pub(super) static BYTES: Shuffles = Shuffles::new(&{
    let mut shuffles = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut word, mut place) = (0, 0);
        while word < 8 {
            if mask >> word & 1 != 0 {
                shuffles[mask][place] = 2 * word;
                place += 1;
            }
            word += 1;
        }
        mask += 1;
    }
    shuffles
});

/// For eight bytes followed by EF BF BD: the shuffle that puts those three in place of every byte whose bit
/// is set. It gives the first sixteen bytes of the result.
pub(super) static REPLACED: Shuffles = Shuffles::new(&replaced(0));
/// The rest of that result: up to eight bytes.
pub(super) static REPLACED_REST: Shuffles = Shuffles::new(&replaced(16));

#[inline]
const fn replaced(from: usize) -> [[u8; 16]; 256] {
    let mut shuffles = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut byte, mut place) = (0, 0);
        while byte < 8 {
            let is_set = mask >> byte & 1 != 0;
            let mut k = 0;
            while k < if is_set { 3 } else { 1 } {
                if place >= from && place < from + 16 {
                    shuffles[mask][place - from] = if is_set { 8 + k } else { byte };
                }
                place += 1;
                k += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    shuffles
}

/// For eight sequences of up to two bytes in words, the last byte first: the last byte if the bit is clear,
/// the lead and the last byte if it is set.
pub(super) static UP_TO_TWO: Shuffles = Shuffles::new(&{
    let mut shuffles = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut word, mut place) = (0, 0);
        while word < 8 {
            if mask >> word & 1 != 0 {
                shuffles[mask][place] = 2 * word + 1;
                place += 1;
            }
            shuffles[mask][place] = 2 * word;
            place += 1;
            word += 1;
        }
        mask += 1;
    }
    shuffles
});

/// For four sequences in doublewords, by two bits each. The bytes of a doubleword are, from the first: last,
/// middle, lead of three, lead of two. For a sequence of four they are its four bytes, the last first.
///
/// ```text
/// 00   last
/// 01   lead of two, last
/// 11   lead of three, middle, last
/// 10   all four in reverse
/// ```
pub(super) static UP_TO_FOUR: Shuffles = Shuffles::new(&{
    let mut shuffles = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut doubleword, mut place) = (0, 0);
        while doubleword < 4 {
            let bytes: &[u8] = match mask >> (2 * doubleword) & 3 {
                0 => &[0],
                1 => &[3, 0],
                3 => &[2, 1, 0],
                _ => &[3, 2, 1, 0],
            };
            let mut k = 0;
            while k < bytes.len() {
                shuffles[mask][place] = 4 * doubleword + bytes[k];
                place += 1;
                k += 1;
            }
            doubleword += 1;
        }
        mask += 1;
    }
    shuffles
});
