//! CESU-8 and Modified UTF-8, which have UTF-8's bit patterns, no sequences of four bytes, and pairs of
//! surrogates instead: where items of them end that must be replaced, as masks of a frame of 64 bytes.
//!
//! With `s[i]` for the bytes:
//!
//! ```text
//! lead third(i)   = s[i-2..=i] is ED A0..AF 80..BF        a lead surrogate ends with i
//! trail third(i)  = s[i-2..=i] is ED B0..BF 80..BF        a trail surrogate ends with i
//! pair(i)         = trail third(i)  and  lead third(i-3)
//! second(i)       = s[i-1] is a lead  and  s[i] may follow it
//! third(i)        = s[i] is 80..BF  and  second(i-1)  and  s[i-2] ≥ E0
//! continues(i)    = second(i) or third(i)
//! waits(i)        = s[i-1] ≥ C0  or  second(i-1) and s[i-2] ≥ E0
//! stray(i)        = s[i] is 80..BF  and not continues(i)
//! lone(i)         = a surrogate ends with i  and  neither pair(i) nor pair(i+3)
//! broken(i)       = waits(i) and not continues(i)  or  stray(i-1) or lone(i-1) or s[i-1] = 00, if refused
//! ```
//!
//! What may follow ED depends on the form. If surrogates may stand alone, every trail byte may. Otherwise
//! A0..AF may, since a lead surrogate is a viable prefix of a pair, and B0..BF only within a pair. (A lead
//! surrogate that is not in a pair is one error, which does not extend to another lead byte, and a trail
//! surrogate that is not in a pair is an error of one byte and two stray bytes.)
//!
//! A lead begins an item whatever comes before it, except in the trail surrogate of a pair. So the facts about
//! `broken(i)` are in the bytes from `i - 6` to `i + 2`.

use crate::kernel::grammar::{Grammar, Nibbles};

/// One of these forms as the source of a repair. (It is a value, so that both share one copy of the repair.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative {
    /// Without surrogates of three bytes, which are looked at by themselves.
    pub(crate) grammar: &'static Grammar,
    /// The grammar by nibbles.
    pub(crate) nibbles: &'static Nibbles,
    /// The meaning of surrogates outside pairs.
    pub(crate) lone: Lone,
}

/// The meaning of surrogates outside pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lone {
    /// Ill-formed: one error of three bytes for a lead surrogate, and one for each byte of a trail surrogate.
    IllFormed,
    /// Characters.
    Kept,
    /// Characters that the target lacks.
    Lacked,
}

impl Relative {
    /// Returns `true` if surrogates outside pairs are code points of the form.
    #[inline(always)]
    pub(crate) fn has_surrogates(self) -> bool {
        self.lone != Lone::IllFormed
    }
}

/// Bytes at the front of a frame that are only looked back at. `broken` looks back at six bytes, but the first
/// place that is asked about is the one after the front.
pub(crate) const AHEAD: usize = 5;
/// The places that a frame settles, after the first: `broken` looks ahead at two bytes.
pub(crate) const PLACES: usize = 64 - AHEAD - 3;

/// What vectors find in a frame, one bit for each byte.
pub(crate) struct Facts {
    /// 80..BF.
    pub(crate) trail: u64,
    /// C0 or more.
    pub(crate) two: u64,
    /// E0 or more.
    pub(crate) three: u64,
    /// A trail byte that may follow the lead before it by the grammar, which has no surrogates.
    pub(crate) fits: u64,
    /// A0..AF after ED.
    pub(crate) lead_second: u64,
    /// B0..BF after ED.
    pub(crate) trail_second: u64,
    /// 00, if it is refused.
    pub(crate) nul: u64,
}

impl Facts {
    /// Returns where broken items end: bit `k` for the place that is `k` after the first one.
    #[inline(always)]
    pub(crate) fn ends(self, relative: Relative) -> u64 {
        const SETTLED: u64 = ((1 << PLACES) - 1) << 1;
        let Facts { trail, two, three, fits, lead_second, trail_second, nul } = self;
        let anywhere = if relative.has_surrogates() { u64::MAX } else { 0 };
        let (lead_third, trail_third) = (lead_second << 1 & trail, trail_second << 1 & trail);
        let pair = lead_third << 3 & trail_third;
        let second = two << 1 & fits | lead_second | trail_second & (anywhere | pair >> 1);
        let wants_third = (second & three << 1) << 1;
        let continues = second | wants_third & trail;
        let waits = two << 1 | wants_third;
        let stray = trail & !continues;
        let lone = (lead_third | trail_third & anywhere) & !(pair | pair >> 3);
        let lone = if relative.lone == Lone::Kept { 0 } else { lone };
        (waits & !continues | (stray | lone | nul) << 1) >> AHEAD & SETTLED
    }
}
