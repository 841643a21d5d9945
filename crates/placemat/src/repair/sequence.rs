//! Determines which ill-formed subsequences of a text are repaired, and what is left.
//!
//! Whether bytes may be Windows-1252 is decided once for the whole text, after they are counted. The detector
//! is used only if that fix is enabled and the text may be UTF-16.

use alloc::vec::Vec;

use crate::codec::Internal;
use crate::detect::may_be_utf_16;
use crate::form::Utf8;
use crate::kernel::each_place;

use super::damage::{Damage, Part};
use super::edit::Edit;
use super::fix::Fixes;
use super::left::Left;
use super::utf_16::is_utf_16;
use super::verdict::Verdict;

/// What is known of the ill-formed subsequences of a text.
struct Tally {
    fixes: Fixes,
    /// Those that are left whatever the whole text is, and the first of them.
    left: u64,
    first_left: usize,
    /// Those that may be bytes of Windows-1252.
    legacy: u64,
    first_legacy: usize,
    would_help: Option<Fixes>,
    words: Words,
}

impl Tally {
    #[inline]
    fn new(fixes: Fixes) -> Self {
        Tally {
            fixes,
            left: 0,
            first_left: usize::MAX,
            legacy: 0,
            first_legacy: usize::MAX,
            would_help: Some(Fixes::NONE),
            words: Words::default(),
        }
    }

    /// Adds an ill-formed subsequence. Returns `true` if it is to be repaired.
    #[inline(always)]
    fn add(&mut self, part: &Part) -> bool {
        let of_part = part.remedy.fixes;
        let is_legacy = of_part == Fixes::LEGACY_BYTES;
        self.words.add(is_legacy, part.follows);
        self.legacy += u64::from(is_legacy);
        self.first_legacy = self.first_legacy.min(if is_legacy { part.offset } else { usize::MAX });
        if self.fixes.has_any(of_part) {
            return self.left == 0;
        }
        if !is_legacy {
            self.left += 1;
            self.first_left = self.first_left.min(part.offset);
            self.would_help = self.would_help.filter(|_| !of_part.is_empty()).map(|more| more | of_part);
        }
        false
    }

    #[inline]
    fn finish(self, text: &[u8], verdict: &Verdict<'_>) -> Option<Left> {
        let Tally { fixes, left: mut count, first_left: mut first, mut would_help, words, .. } = self;
        let is_asked = fixes.has_any(Fixes::LEGACY_BYTES);
        if self.legacy > 0 && (!is_asked || !may_be_legacy(text, &words, || is_utf_16(&verdict.on(text)))) {
            // A fix that was not requested is proposed only if it is certain without the detector.
            let would_apply = !is_asked && would_help.is_some() && may_be_legacy(text, &words, || true);
            would_help = would_help.filter(|_| would_apply).map(|more| more | Fixes::LEGACY_BYTES);
            count += self.legacy;
            first = first.min(self.first_legacy);
        }
        let first = text.get(first..).and_then(|_| Part::error(text, first))?;
        Some(Left { count, first, would_help, signature: None, foreign: None })
    }
}

/// Finds the ill-formed subsequences after the first bytes, which are well-formed. Those that are to be
/// repaired are reported, until one is left. For those that no enabled fix applies to, finds the fixes that
/// do.
#[inline(always)]
pub(super) fn each_sequence(
    text: &[u8],
    well_formed: usize,
    fixes: Fixes,
    verdict: &Verdict<'_>,
    mut is_repaired: impl FnMut(&Part),
) -> Option<Left> {
    let mut tally = Tally::new(fixes);
    for part in Damage::new(text, well_formed) {
        if tally.add(&part) {
            is_repaired(&part);
        }
    }
    tally.finish(text, verdict)
}

/// Repairs each ill-formed subsequence. For those that no enabled fix applies to, finds the fixes that do.
/// The list of edits is empty if anything is left.
#[inline]
pub(super) fn sequences(text: &[u8], fixes: Fixes, verdict: &Verdict<'_>) -> (Vec<Edit>, Option<Left>) {
    let mut edits = Vec::new();
    let well_formed = Utf8.well_formed_run(text);
    let left = each_sequence(text, well_formed, fixes, verdict, |part| {
        let Part { offset, len, remedy, .. } = *part;
        edits.push(Edit { offset, len, with: remedy.with().to_vec(), fixes: remedy.fixes });
    });
    if left.is_some() { (Vec::new(), left) } else { (edits, None) }
}

/// Returns `true` if bytes may be Windows-1252. They are not if there are also bytes 00, or if the text may
/// be UTF-16 without any: it is rather UTF-16, or not text. If most of them are in words of such bytes only,
/// they are letters of another script, in an unknown encoding.
fn may_be_legacy(text: &[u8], words: &Words, is_utf_16: impl FnOnce() -> bool) -> bool {
    let looks_like_utf_16 =
        || !words.are_rare(text) && !is_mostly_ascii(text) && may_be_utf_16(text) && is_utf_16();
    !(words.are_most() || each_place(text, 0).next().is_some() || looks_like_utf_16())
}

/// Returns `true` if there is so much ASCII that most pairs of bytes would be ideographs that do not occur in
/// text.
#[inline]
fn is_mostly_ascii(text: &[u8]) -> bool {
    let ascii = text.iter().filter(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')).count();
    4 * ascii >= 3 * text.len()
}

/// Counts the bytes that may be Windows-1252, and those of them that are in longer runs than accented letters
/// in hardly any word.
#[derive(Default)]
struct Words {
    all: u64,
    in_words: u64,
    run: u64,
}

impl Words {
    /// Returns `true` if there are so few of them that the rest cannot be UTF-16: hardly any text in UTF-16
    /// without ASCII is well-formed UTF-8.
    #[inline]
    fn are_rare(&self, text: &[u8]) -> bool {
        const ONE_IN: u64 = 256;
        ONE_IN * self.all < text.len() as u64
    }

    /// Adds an ill-formed subsequence, which may directly follow the previous one.
    #[inline(always)]
    fn add(&mut self, is_legacy: bool, follows: bool) {
        /// What a run adds when it reaches this length: from three on, all of it counts.
        const GROWN: [u8; 5] = [0, 0, 0, 3, 1];
        self.run = (self.run * u64::from(follows) + 1) * u64::from(is_legacy);
        self.all += u64::from(is_legacy);
        self.in_words += u64::from(GROWN[self.run.min(4) as usize]);
    }

    /// Returns `true` if most of them are in such runs.
    #[inline]
    fn are_most(&self) -> bool {
        2 * self.in_words > self.all
    }
}
