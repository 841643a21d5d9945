//! The ill-formed parts of a text, and what repairs each of them.
//!
//! ```text
//! a surrogate pair? C0 80? a lone surrogate? a byte of Windows-1252?
//! ```
//!
//! Whether bytes may be of Windows-1252 is decided once for the whole text, after its parts are counted. Only if that fix is in use, and
//! the units of the text may be UTF-16, does it take the detector.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::detect::may_be_utf_16;
use crate::engine::error_in_front;
use crate::form::Utf8;
use crate::{Codec, Encoding, Error, ErrorKind, validate};

use super::edit::Edit;
use super::find::Left;
use super::fix::Fixes;
use super::mend::pair_in_front;
use super::utf_16::is_utf_16;
use super::verdict::Verdict;

/// What repairs an ill-formed part.
#[derive(Clone, Copy)]
struct Remedy {
    /// Bytes.
    len: usize,
    character: char,
    fixes: Fixes,
}

/// Ill-formed parts that stay.
#[derive(Clone, Copy, Default)]
struct Parts {
    count: u64,
    first: Option<Error>,
}

impl Parts {
    fn add(&mut self, error: Error) {
        self.count += 1;
        self.first = self.first.or(Some(error));
    }
}

/// Repairs each ill-formed part; of what no fix in use applies to, finds the fixes that do. There are no edits if anything is left.
pub(super) fn sequences(text: &[u8], fixes: Fixes, verdict: &Verdict<'_>) -> (Vec<Edit>, Option<Left>) {
    let (mut edits, mut at) = (Vec::new(), 0);
    let (mut left, mut legacy) = (Parts::default(), Parts::default());
    let mut would_help = Some(Fixes::default());
    let mut words = Words::default();
    while let Some((error, remedy)) = ill_formed(text, at) {
        let offset = error.valid_up_to();
        let is_legacy = remedy.is_some_and(|remedy| remedy.fixes == Fixes::LEGACY_BYTES);
        words.add(is_legacy, offset == at);
        at = remedy.map_or(end_of(error), |remedy| offset + remedy.len);
        if is_legacy {
            legacy.add(error);
        }
        match remedy {
            Some(Remedy { len, character, fixes: of_part }) if fixes.has_any(of_part) => {
                if left.count == 0 {
                    let with = character.to_string().into_bytes();
                    edits.push(Edit { offset, len, with, fixes: of_part });
                }
            }
            _ if is_legacy => {}
            remedy => {
                left.add(error);
                would_help = would_help.zip(remedy).map(|(more, remedy)| more | remedy.fixes);
            }
        }
    }
    let is_asked = fixes.has_any(Fixes::LEGACY_BYTES);
    if legacy.count > 0 && (!is_asked || !may_be_legacy(text, &words, || is_utf_16(&verdict.on(text)))) {
        // What was not asked for is proposed only if that is certain without the detector.
        let would_apply = !is_asked && would_help.is_some() && may_be_legacy(text, &words, || true);
        would_help = would_help.filter(|_| would_apply).map(|more| more | Fixes::LEGACY_BYTES);
        left.count += legacy.count;
        left.first = left.first.into_iter().chain(legacy.first).min_by_key(Error::offset);
    }
    match left.first {
        Some(first) => (Vec::new(), Some(Left { count: left.count, first, would_help, signature: None })),
        None => (edits, None),
    }
}

/// May bytes be of Windows-1252? What has bytes 00 as well is rather UTF-16 or no text than an older one; so is what may be UTF-16
/// without; and in words of such bytes alone they are letters of another script, of an encoding that is not known.
fn may_be_legacy(text: &[u8], words: &Words, is_utf_16: impl FnOnce() -> bool) -> bool {
    let looks_like_utf_16 = || may_be_utf_16(text) && !is_mostly_ascii(text) && is_utf_16();
    !(words.are_most() || text.contains(&0) || looks_like_utf_16())
}

/// Is it so much ASCII that two by two most bytes would be ideographs that nobody has written?
fn is_mostly_ascii(text: &[u8]) -> bool {
    let ascii = text.iter().filter(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')).count();
    4 * ascii >= 3 * text.len()
}

/// The first ill-formed part from a place on, and what repairs it.
fn ill_formed(text: &[u8], at: usize) -> Option<(Error, Option<Remedy>)> {
    let rest = &text[at..];
    // After one, there is often another.
    let error = match rest.first()? {
        0x80.. => error_in_front(Utf8, rest),
        _ => None,
    };
    let error = error.or_else(|| validate(Utf8, rest).err())?;
    let offset = at + error.valid_up_to();
    Some((Error { offset: offset as u64, ..error }, remedy(&text[offset..], error)))
}

fn end_of(error: Error) -> usize {
    error.valid_up_to() + usize::try_from(error.len()).unwrap_or(1)
}

/// How the bytes that Windows-1252 may have left stand: side by side, so many as accented letters do in hardly any word?
#[derive(Default)]
struct Words {
    all: u64,
    in_words: u64,
    run: u64,
}

impl Words {
    /// Adds an ill-formed part, which may directly follow the one before.
    fn add(&mut self, is_legacy: bool, follows: bool) {
        const MANY: u64 = 3;
        self.run = match (is_legacy, follows) {
            (false, _) => 0,
            (true, true) => self.run + 1,
            (true, false) => 1,
        };
        self.all += u64::from(is_legacy);
        self.in_words += match self.run {
            MANY => MANY,
            ..MANY => 0,
            _ => 1,
        };
    }

    /// Do most of them stand so?
    fn are_most(&self) -> bool {
        2 * self.in_words > self.all
    }
}

/// What repairs the ill-formed part at the front of `rest`.
fn remedy(rest: &[u8], error: Error) -> Option<Remedy> {
    let remedy = |len, character, fixes| Some(Remedy { len, character, fixes });
    if let Some(pair) = pair_in_front(rest) {
        return remedy(6, pair, Fixes::CESU_8);
    }
    match rest {
        [0xC0, 0x80, ..] => return remedy(2, '\0', Fixes::C0_80),
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => {
            return remedy(3, char::REPLACEMENT_CHARACTER, Fixes::LONE_SURROGATES);
        }
        _ => {}
    }
    // A part of several bytes, or one at the end, may be what is left of a sequence that was cut; and what is overlong a
    // sequence of somebody, but for C0 and C1 before what is no trail byte.
    let is_sequence = |next: u8| rest[0] > 0xC1 || matches!(next, 0x80..=0xBF);
    let is_single = error.len() == 1
        && rest.get(1).is_some_and(|&next| error.kind() != ErrorKind::Overlong || !is_sequence(next));
    if !is_single {
        return None;
    }
    let single = Encoding::Windows1252.decode_next(&rest[..1], true).ok()?;
    // Five bytes have no character, and would be C1 controls.
    let character = char::from_u32(single.code_point).filter(|&character| character >= '\u{A0}')?;
    remedy(1, character, Fixes::LEGACY_BYTES)
}
