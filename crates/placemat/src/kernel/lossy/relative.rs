//! The items of CESU-8 and Modified UTF-8, one at a time, and where those end that must be replaced, many at a
//! time.

use super::ends::Ends;
use super::items::Items;
use super::masks::{Lone, Relative};
use crate::form::Cesu8;
#[cfg(target_arch = "x86_64")]
use crate::kernel::avx512;
use crate::kernel::grammar::FormGrammar;
use crate::kernel::intersection::PairedMutf8;
use crate::kernel::vector;
use crate::policy::OnError;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// The longest item: a pair.
const PAIR: usize = 6;

impl Relative {
    /// CESU-8.
    pub(crate) const CESU_8: Self = Relative {
        grammar: const { &FormGrammar::<Cesu8>::EXPECTED },
        nibbles: const { &FormGrammar::<Cesu8>::EXPECTED_NIBBLES },
        lone: Lone::IllFormed,
    };

    /// Modified UTF-8, and whether the target has surrogates.
    #[inline]
    pub(crate) const fn mutf_8(kept: bool) -> Self {
        Relative {
            grammar: const { &FormGrammar::<PairedMutf8<false>>::EXPECTED },
            nibbles: const { &FormGrammar::<PairedMutf8<false>>::EXPECTED_NIBBLES },
            lone: if kept { Lone::Kept } else { Lone::Lacked },
        }
    }

    /// Returns `true` if a repair applies a policy.
    #[inline]
    pub(super) fn is_under(self, policy: OnError) -> bool {
        match policy {
            OnError::Replace | OnError::ReplaceByte | OnError::ReplaceRun => true,
            // What is skipped may join the surrogates before and after it.
            OnError::Skip => self.lone != Lone::Kept,
            _ => false,
        }
    }

    /// Returns `true` if the bytes, which are the last ones, could be the first of a longer item.
    #[inline]
    fn may_continue(self, bytes: &[u8]) -> bool {
        match *bytes {
            [lead] => self.grammar.follows[usize::from(lead & 0x7F)] != 0,
            [0xE0..=0xFF, _] => self.item(bytes) == (2, false),
            [0xED, 0xA0..=0xAF, third, ref after @ ..] if is_trail(third) => {
                matches!(after, [] | [0xED] | [0xED, 0xB0..=0xBF])
            }
            _ => false,
        }
    }
}

#[inline(always)]
fn is_trail(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

impl Items for Relative {
    /// Cuts off an incomplete item at the end if more may come, and a lead surrogate that is kept even if no
    /// more comes: the kernel for well-formed text leaves it, because a trail surrogate may follow.
    #[inline]
    fn decided(self, bytes: &[u8], end: bool) -> usize {
        let len = bytes.len();
        let is_open = |&back: &usize| {
            let rest = &bytes[len - back..];
            rest[0] >= 0xC0 && (!end || back == 3 && self.lone == Lone::Kept) && self.may_continue(rest)
        };
        len - (1..len.min(PAIR - 1) + 1).rev().find(is_open).unwrap_or(0)
    }

    #[inline(always)]
    fn ends(self, isa: Isa, bytes: &[u8], from: usize, to: usize) -> Ends {
        isa.run(Look { relative: self, bytes, from, to })
    }

    #[inline]
    fn start(self, bytes: &[u8], end: usize) -> usize {
        let is_broken = |&back: &usize| {
            back <= end && bytes[end - back] >= 0xE0 && self.item(&bytes[end - back..]) == (back, false)
        };
        // A lead surrogate, a lead that waits for a third byte, or one byte alone.
        end - [3, 2].into_iter().find(is_broken).unwrap_or(1)
    }

    #[inline(always)]
    fn item(self, bytes: &[u8]) -> (usize, bool) {
        // A zero after the end terminates every sequence.
        let [lead, second, third] = match bytes.first_chunk() {
            Some(&window) => window,
            None => core::array::from_fn(|k| bytes.get(k).copied().unwrap_or(0)),
        };
        if lead < 0x80 {
            return (1, lead > 0 || !self.grammar.refuses_nul);
        }
        let sum = second.wrapping_add(self.grammar.follows[usize::from(lead & 0x7F)]);
        let is_surrogate = lead == 0xED && second >= 0xA0;
        if lead < 0xC0 || !is_trail(second) || sum >= 0x80 && !is_surrogate {
            return (1, false);
        }
        if is_surrogate {
            return self.surrogate(second, &bytes[2..]);
        }
        if lead < 0xE0 {
            return (2, true);
        }
        if is_trail(third) { (3, true) } else { (2, false) }
    }

    #[inline]
    fn open(self, bytes: &[u8], at: usize) -> usize {
        let is_of = |&back: &usize| bytes[at - back] >= 0xC0 && self.item(&bytes[at - back..]).0 > back;
        // The farthest first: the second surrogate of a pair begins no item.
        (1..at.min(PAIR - 1) + 1).rev().find(is_of).unwrap_or(0)
    }

    #[inline(always)]
    fn are_ascii(self, bytes: [u8; 8]) -> bool {
        let word = u64::from_ne_bytes(bytes);
        // A byte 00 becomes FF, if no byte has its highest bit.
        let least = if self.grammar.refuses_nul { 0x0101_0101_0101_0101 } else { 0 };
        (word | word.wrapping_sub(least)) & 0x8080_8080_8080_8080 == 0
    }

    #[inline(always)]
    fn is_lacked(self, item: &[u8]) -> bool {
        // Errors have one or two bytes if surrogates may stand alone.
        self.lone == Lone::Lacked && item.len() == 3
    }
}

impl Relative {
    /// Returns the item of a surrogate, whose second byte is given with what follows it.
    #[inline]
    fn surrogate(self, second: u8, after: &[u8]) -> (usize, bool) {
        match *after {
            _ if second >= 0xB0 && !self.has_surrogates() => (1, false),
            [third, ref after @ ..] if is_trail(third) => match *after {
                [0xED, 0xB0..=0xBF, trail, ..] if is_trail(trail) && second < 0xB0 => (PAIR, true),
                _ => (3, self.lone == Lone::Kept),
            },
            _ => (2, false),
        }
    }
}

struct Look<'a> {
    relative: Relative,
    bytes: &'a [u8],
    from: usize,
    to: usize,
}

impl Vectorized for Look<'_> {
    type Output = Ends;

    #[inline]
    fn scalar(self) -> Ends {
        Ends { at: self.from, ends: 0, known: 0 }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Ends {
        vector::ends_of_broken(simd, self.relative, self.bytes, self.from, self.to)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Ends {
        avx512::ends_of_broken(simd, self.relative, self.bytes, self.from, self.to)
    }
}
