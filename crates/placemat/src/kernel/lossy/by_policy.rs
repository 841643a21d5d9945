//! UTF-8 under the policies other than `replace`: vectors find where maximal subparts end, the text between
//! them is copied, and each of them is written as its policy says. A kernel for well-formed text converts the
//! result, a piece at a time, if the target is another form.

use super::in_two::{self, InTwo};
use super::item::{decided_utf_8, item, open};
use super::parts;
use super::replaced::{LossyRun, Replaced};
use super::surrogates_at_once;
use crate::form::windows_1252_code_point;
use crate::kernel::order::{self, Swaps};
use crate::kernel::strict::Kernel;
use crate::policy::{OnError, announced};
use crate::simd::Isa;

/// Bytes that are searched before they are copied; they stay in the L1 cache.
const REACH: usize = 8192;
/// Bytes that are copied at once.
const BLOCK: usize = 64;
/// The bytes of U+FFFD.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// A kernel for UTF-8 under any policy that writes something for every error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPolicy {
    /// The conversion of well-formed text, if the target does not write it as UTF-8 does.
    pub(super) convert: Option<Kernel>,
    /// The conversion that replaces maximal subparts, if it does so in one step.
    pub(super) replace: Option<LossyRun>,
    pub(super) escape: Escape,
    pub(super) swaps: Swaps,
}

/// How a target writes the escaped bytes of `surrogateescape`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Escape {
    /// It cannot.
    Never,
    /// As the bytes themselves.
    Bytes,
    /// As surrogates, which this kernel converts from generalized UTF-8, if it is not the target itself.
    Surrogates(Option<Kernel>),
}

impl ByPolicy {
    /// Runs the kernel with an instruction set. Returns `None` for a policy that it does not apply.
    #[inline]
    pub(crate) fn run(
        self,
        isa: Isa,
        policy: OnError,
        input: &[u8],
        out: &mut [u8],
        end: bool,
    ) -> Option<Replaced> {
        let (write, convert) = match (policy, self.escape) {
            (OnError::Strict | OnError::SurrogatePass, _) => return None,
            (OnError::SurrogateEscape, Escape::Never) => return None,
            (OnError::SurrogateEscape, Escape::Bytes) => (Write::Bytes, self.convert),
            (OnError::SurrogateEscape, Escape::Surrogates(kernel)) => (Write::Surrogates, kernel),
            (OnError::Skip, _) => (Write::Nothing, self.convert),
            (OnError::Latin1, _) => (Write::CodePoints(u32::from), self.convert),
            (OnError::Cp1252, _) => (Write::CodePoints(windows_1252_code_point), self.convert),
            (OnError::ReplaceByte, _) => (Write::EachReplaced, self.convert),
            _ => (Write::Replacement, self.convert),
        };
        let repair = |isa, input: &[u8], out: &mut [u8], end| repair(isa, (policy, write), input, out, end);
        let run = |input: &[u8], out: &mut [u8], end| match (self.replace, self.convert, convert) {
            (Some(replace), ..) if policy == OnError::ReplaceGeneralized => {
                surrogates_at_once::run(isa, replace, input, out, end)
            }
            (_, Some(direct), Some(convert)) => {
                in_two::run(isa, InTwo { direct, repair, convert }, input, out, end)
            }
            _ => repair(isa, input, out, end),
        };
        if self.swaps.is_none() {
            return Some(run(input, out, end));
        }
        let run = |input: &[u8], out: &mut [u8], end| (run(input, out, end), 0);
        Some(order::by_pieces(isa, run, self.swaps, input, out, end).0)
    }
}

/// What is written for an error, in generalized UTF-8.
#[derive(Clone, Copy)]
enum Write {
    Nothing,
    /// U+FFFD.
    Replacement,
    /// U+FFFD for each byte.
    EachReplaced,
    /// The bytes.
    Bytes,
    /// The surrogates DC80 to DCFF.
    Surrogates,
    /// A code point for each byte.
    CodePoints(fn(u8) -> u32),
}

/// A repair in progress.
struct Repair<'a> {
    policy: OnError,
    write: Write,
    text: &'a [u8],
    /// The input ends with the text.
    end: bool,
    out: &'a mut [u8],
    done: Replaced,
}

/// Copies UTF-8 and applies a policy to its errors.
#[inline]
fn repair(isa: Isa, (policy, write): (OnError, Write), input: &[u8], out: &mut [u8], end: bool) -> Replaced {
    let text = &input[..decided_utf_8(input, end)];
    let mut repair = Repair { policy, write, text, end, out, done: Replaced::default() };
    let at = repair.by_frames(isa);
    if let Some(at) = at {
        repair.by_items(at);
    }
    repair.done
}

impl Repair<'_> {
    /// Repairs as long as vectors find where errors end. Returns the place from which items must be
    /// examined one by one, unless everything that fits is done.
    #[inline]
    fn by_frames(&mut self, isa: Isa) -> Option<usize> {
        let mut known = 0;
        loop {
            let room = self.out.len() - self.done.written;
            if room == 0 {
                return None;
            }
            let to = self.text.len().min(known.max(self.done.read) + room.min(REACH));
            let found = parts::ends(isa, self.text, known, to);
            let mut ends = found.ends;
            while ends != 0 {
                let end = found.at + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                // What an error has absorbed does not count again.
                if end > self.done.read && !self.error(parts::start(self.text, end), end) {
                    return None;
                }
            }
            known = found.at + found.known;
            if found.ends == 0 {
                let boundary = (found.at - open_before(self.text, found.at)).max(self.done.read);
                if known < to || !self.copy_to(boundary) {
                    return (known < to).then_some(boundary);
                }
                if to == self.text.len() {
                    return Some(boundary);
                }
            }
        }
    }

    /// Repairs the rest of the text, item by item.
    #[inline]
    fn by_items(&mut self, mut at: usize) {
        while at < self.text.len() {
            if at - self.done.read >= REACH && !self.copy_to(at) {
                return;
            }
            if let Some(word) = self.text[at..].first_chunk::<8>()
                && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
            {
                at += 8;
                continue;
            }
            let (len, code_point) = item(&self.text[at..]);
            if code_point.is_none() && !self.error(at, at + len) {
                return;
            }
            at = (at + len).max(self.done.read);
        }
        self.copy_to(at);
    }

    /// Copies well-formed text up to a place, as many whole characters as fit. Returns `false` if not all do.
    #[inline]
    fn copy_to(&mut self, to: usize) -> bool {
        let (from, room) = (&self.text[self.done.read..to], &mut self.out[self.done.written..]);
        let fits = from.len().min(room.len());
        let fits = fits - if fits < from.len() { open(from, fits) } else { 0 };
        let text = &self.text[self.done.read..];
        match (text.first_chunk::<BLOCK>(), room.first_chunk_mut::<BLOCK>()) {
            // A short copy of a fixed length needs no call.
            (Some(block), Some(place)) if fits <= BLOCK => *place = *block,
            _ => room[..fits].copy_from_slice(&from[..fits]),
        }
        self.done.read += fits;
        self.done.written += fits;
        fits == from.len()
    }

    /// Copies what is before a maximal subpart, and applies the policy to it. Returns `false` if there is too
    /// little room, or if what follows the text may belong to the error.
    #[inline]
    fn error(&mut self, start: usize, end: usize) -> bool {
        let extent = match self.policy {
            OnError::ReplaceGeneralized => end.max(self.surrogate_at(start)),
            OnError::ReplaceSequence => {
                let after = self.text[start + 1..].iter().take(announced(self.text[start].into()));
                start + 1 + after.take_while(|byte| **byte & 0xC0 == 0x80).count()
            }
            OnError::ReplaceRun => self.run_from(end),
            _ => end,
        };
        let may_grow = matches!(
            self.policy,
            OnError::ReplaceGeneralized | OnError::ReplaceSequence | OnError::ReplaceRun
        );
        let is_open = may_grow && extent == self.text.len() && !self.end;
        if !self.copy_to(start) || is_open {
            return false;
        }
        let part = &self.text[start..extent];
        let room = &mut self.out[self.done.written..];
        let Some(written) = self.write.to(part, room) else { return false };
        let errors = match self.policy {
            OnError::ReplaceByte | OnError::Latin1 | OnError::Cp1252 => part.len() as u64,
            _ => 1,
        };
        self.done = self.done.and(Replaced { read: part.len(), written, errors });
        true
    }

    /// Returns where the surrogate ends that begins at a place, as far as it is there.
    #[inline]
    fn surrogate_at(&self, start: usize) -> usize {
        match self.text[start..] {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => start + 3,
            [0xED, 0xA0..=0xBF, ..] => start + 2,
            _ => start,
        }
    }

    /// Returns where the errors end that follow each other from a place on.
    #[inline]
    fn run_from(&self, mut at: usize) -> usize {
        while at < self.text.len()
            && let (len, None) = item(&self.text[at..])
        {
            at += len;
        }
        at
    }
}

impl Write {
    /// Writes what stands for an error. Returns `None` if it does not fit.
    #[inline]
    fn to(self, part: &[u8], room: &mut [u8]) -> Option<usize> {
        let mut written = 0;
        let mut put = |bytes: &[u8]| {
            room.get_mut(written..written + bytes.len())?.copy_from_slice(bytes);
            written += bytes.len();
            Some(())
        };
        match self {
            Write::Nothing => {}
            Write::Replacement => put(REPLACEMENT)?,
            Write::EachReplaced => part.iter().try_for_each(|_| put(REPLACEMENT))?,
            Write::Bytes => put(part)?,
            Write::Surrogates => part.iter().try_for_each(|byte| {
                // ED B2 80 to ED B3 BF.
                put(&[0xED, 0xB0 | byte >> 6, 0x80 | byte & 0x3F])
            })?,
            Write::CodePoints(code_point) => part.iter().try_for_each(|byte| {
                let character = char::from_u32(code_point(*byte))?;
                put(character.encode_utf8(&mut [0; 4]).as_bytes())
            })?,
        }
        Some(written)
    }
}

/// Returns how many bytes before `at` belong to the item of byte `at`, or may belong to it if the text ends
/// there.
#[inline]
fn open_before(text: &[u8], at: usize) -> usize {
    if at < text.len() { open(text, at) } else { 0 }
}
