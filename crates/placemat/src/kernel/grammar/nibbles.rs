//! A grammar as three tables of sixteen entries, by the nibbles of two neighbouring bytes.
//!
//! A pair of bytes is wrong for one of a few reasons, each of which has one bit. A reason is a product: high
//! nibbles of the byte before × its low nibbles × high nibbles of the byte itself. The bitwise "and" of the
//! three entries of a pair has the bits of the reasons that apply (the idea is Keiser's and Lemire's,
//! "Validating UTF-8 in less than one instruction per byte"). Here the reasons are found at compile time,
//! from the second bytes that the grammar lets follow each lead.

use super::{Grammar, Surrogates};

/// High nibbles of trail bytes.
const TRAILS: u16 = 0x0F00;
/// All nibbles.
const ALL: u16 = 0xFFFF;
/// The number of reasons for which there are bits.
const REASONS: usize = 8;

/// A grammar by nibbles.
///
/// It refuses what the grammar refuses. If the grammar refuses some second bytes of a high nibble, all of
/// that nibble are refused.
#[derive(Debug)]
pub(crate) struct Nibbles {
    /// By the high nibble of the byte before.
    pub(crate) before_high: [u8; 16],
    /// By the low nibble of the byte before.
    pub(crate) before_low: [u8; 16],
    /// By the high nibble of the byte.
    pub(crate) high: [u8; 16],
    /// The grammar has sequences of four.
    pub(crate) four: bool,
    /// The byte 00 is refused.
    pub(crate) refuses_nul: bool,
    /// The bit of the reason that refuses surrogates, if these have a rule.
    pub(crate) surrogate: u8,
    /// What surrogates of three bytes may do.
    pub(crate) surrogates: Surrogates,
    /// A lead surrogate with a trail surrogate after it means something other than the two alone.
    pub(crate) has_pairs: bool,
}

/// High nibbles of the byte before, its low nibbles, high nibbles of the byte: one bit for each.
#[derive(Clone, Copy)]
struct Reason(u16, u16, u16);

impl Nibbles {
    /// Expresses a grammar by nibbles, unless it has more reasons than there are bits.
    #[inline]
    pub(crate) const fn of(grammar: &Grammar) -> Option<Self> {
        let mut reasons = [Reason(0, 0, 0); REASONS];
        // A lead without a trail byte after it, and a trail byte after ASCII.
        reasons[0] = Reason(0xF000, ALL, !TRAILS);
        reasons[1] = Reason(0x00FF, ALL, TRAILS);
        // A trail byte after a trail byte is right if a third or fourth byte is due, and wrong elsewhere. So
        // this is the sign bit, to be compared with what is due.
        reasons[7] = Reason(TRAILS, ALL, TRAILS);
        let mut count = 2;
        let mut lead_high = 0xC;
        while lead_high < 0x10 {
            let refused = refused(grammar, lead_high);
            let mut seen = 0;
            let mut high = 8;
            while high < 0xC {
                let leads = refused[high - 8];
                let alike = alike(&refused, leads);
                if leads != 0 && seen >> high & 1 == 0 {
                    let Some(more) = add(&mut reasons, count, Reason(1 << lead_high, leads, alike)) else {
                        return None;
                    };
                    count = more;
                }
                seen |= alike;
                high += 1;
            }
            lead_high += 1;
        }
        let [a, b, c, d] = refused(grammar, 0xF);
        Some(Nibbles {
            before_high: table(&reasons, 0),
            before_low: table(&reasons, 1),
            high: table(&reasons, 2),
            four: a & b & c & d != ALL,
            refuses_nul: grammar.refuses_nul,
            surrogate: if grammar.surrogates.have_a_rule() { surrogate(&reasons) } else { 0 },
            surrogates: grammar.surrogates,
            has_pairs: grammar.has_pairs,
        })
    }
}

/// Returns the bit of the reason "A0..BF after ED", which refuses nothing else.
#[inline]
const fn surrogate(reasons: &[Reason; REASONS]) -> u8 {
    let mut k = 2;
    while k < REASONS {
        if matches!(reasons[k], Reason(0x4000, 0x2000, 0x0C00)) {
            return 1 << k;
        }
        k += 1;
    }
    panic!("surrogates are refused by a reason of their own");
}

/// For each high nibble of trail bytes, the leads of one high nibble that some of them may not follow, by the
/// leads' low nibbles.
#[inline]
const fn refused(grammar: &Grammar, lead_high: usize) -> [u16; 4] {
    let mut refused = [0; 4];
    let mut low = 0;
    while low < 16 {
        let constant = grammar.follows[16 * lead_high + low - 0x80];
        let mut byte = 0x80_u8;
        while byte < 0xC0 {
            if byte.wrapping_add(constant) >= 0x80 {
                refused[byte as usize / 16 - 8] |= 1 << low;
            }
            byte += 1;
        }
        low += 1;
    }
    refused
}

/// Returns the high nibbles of trail bytes that may not follow exactly these leads.
#[inline]
const fn alike(refused: &[u16; 4], leads: u16) -> u16 {
    let mut alike = 0;
    let mut high = 8;
    while high < 0xC {
        if refused[high - 8] == leads {
            alike |= 1 << high;
        }
        high += 1;
    }
    alike
}

/// Adds a reason, or extends one that differs only in the leads' high nibbles. Returns how many there are
/// then. The last place is taken.
#[inline]
const fn add(reasons: &mut [Reason; REASONS], count: usize, reason: Reason) -> Option<usize> {
    let mut k = 2;
    while k < count {
        if reasons[k].1 == reason.1 && reasons[k].2 == reason.2 {
            reasons[k].0 |= reason.0;
            return Some(count);
        }
        k += 1;
    }
    if count == REASONS - 1 {
        return None;
    }
    reasons[count] = reason;
    Some(count + 1)
}

/// Returns, for every nibble, the bits of the reasons that have it in one of their three factors.
#[inline]
const fn table(reasons: &[Reason; REASONS], factor: usize) -> [u8; 16] {
    let mut table = [0; 16];
    let mut k = 0;
    while k < REASONS {
        let nibbles = [reasons[k].0, reasons[k].1, reasons[k].2][factor];
        let mut nibble = 0;
        while nibble < 16 {
            if nibbles >> nibble & 1 != 0 {
                table[nibble] |= 1 << k;
            }
            nibble += 1;
        }
        k += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::FormGrammar;
    use super::Nibbles;
    use crate::form::{self, Form};

    /// Returns `true` if the grammar lets a trail byte follow a lead.
    fn may_follow<F: Form>(lead: u8, byte: u8) -> bool {
        let grammar = FormGrammar::<F>::GRAMMAR.expect("a grammar");
        byte.wrapping_add(grammar.follows[usize::from(lead) - 0x80]) < 0x80
    }

    fn reasons(nibbles: &Nibbles, before: u8, byte: u8) -> u8 {
        nibbles.before_high[usize::from(before >> 4)]
            & nibbles.before_low[usize::from(before & 0xF)]
            & nibbles.high[usize::from(byte >> 4)]
    }

    fn check<F: Form>(_form: F) {
        let nibbles = FormGrammar::<F>::NIBBLES.expect("few enough reasons");
        for (before, byte) in (0..=0xFF).flat_map(|before| (0..=0xFF).map(move |byte| (before, byte))) {
            let is_trail = byte & 0xC0 == 0x80;
            let expected = match before {
                0x00..=0x7F => is_trail,
                0x80..=0xBF => {
                    assert_eq!(reasons(&nibbles, before, byte), if is_trail { 0x80 } else { 0 });
                    continue;
                }
                // All sixteen of a high nibble, or none.
                _ => !is_trail || !(0..16).all(|low| may_follow::<F>(before, byte & 0xF0 | low)),
            };
            assert_eq!(reasons(&nibbles, before, byte) != 0, expected, "{} {before:02X} {byte:02X}", F::NAME);
            assert!(reasons(&nibbles, before, byte) < 0x80);
        }
        assert_eq!(
            nibbles.four,
            (0xF0..=0xFF).any(|lead| may_follow::<F>(lead, 0xBF) || may_follow::<F>(lead, 0x80))
        );
    }

    #[test]
    fn tables_say_what_the_grammars_say() {
        check(form::Utf8);
        check(form::GeneralizedUtf8);
        check(form::Wtf8);
        check(form::Cesu8);
        check(form::Cesu8Lenient);
        check(form::Mutf8);
        check(form::Mutf8Lenient);
        check(form::Utf8mb3);
        check(form::Utf8Rfc2279);
        check(form::CorrectedUtf8);
        check(form::CorrectedUtf8Text);
        check(form::Optu8);
        check(form::Tcl86Utf8);
    }
}
