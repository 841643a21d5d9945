//! UTF-8 under the policies other than `replace`, and two of its relatives under all that they have: vectors
//! find where maximal subparts end, the text between them is copied, and each of them is written as its
//! policy says. A kernel for well-formed text converts the result, a piece at a time, if the target is
//! another form. The transcoder applies the same policies one by one (`engine/transcoder/ill_formed.rs`).

use super::in_two::{self, InTwo};
use super::items::{Items, Utf8Items};
use super::masks::{Lone, Relative};
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

/// A kernel for a source under policies that go on after every error. (`surrogatepass` goes on only after
/// surrogates, and has no kernel.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPolicy {
    /// Copies text of the source and applies a policy to its errors.
    pub(super) repair: RepairRun,
    /// The source, unless it is UTF-8.
    pub(super) relative: Option<Relative>,
    /// The conversion of well-formed text, if the target does not write it as UTF-8 does.
    pub(super) convert: Option<Kernel>,
    /// For `replace-generalized`: the conversion that replaces maximal subparts, if it does so in one step.
    pub(super) replace_generalized: Option<LossyRun>,
    pub(super) escape: Escape,
    pub(super) swaps: Swaps,
}

/// A repair as a function. It returns what it did, and how many surrogates it replaced because the target
/// cannot hold them.
type RepairRun = fn(Isa, Option<Relative>, Policies, &[u8], &mut [u8], bool) -> (Replaced, u64);

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
    /// Runs the kernel with an instruction set. Returns what it did, and how many surrogates it replaced
    /// because the target cannot hold them. Unless `surrogates` says that such surrogates are replaced, it stops
    /// before them. Returns `None` for a policy that it does not apply.
    #[inline]
    pub(crate) fn run(
        self,
        isa: Isa,
        (policy, surrogates): (OnError, bool),
        input: &[u8],
        out: &mut [u8],
        end: bool,
    ) -> Option<(Replaced, u64)> {
        if self.relative.is_some_and(|relative| !relative.is_under(policy)) {
            return None;
        }
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
        let policies = Policies { on_error: policy, write, surrogates };
        let repair = |isa, input: &[u8], out: &mut [u8], end| {
            (self.repair)(isa, self.relative, policies, input, out, end)
        };
        let stops = !surrogates && self.relative.is_some_and(|relative| relative.lone == Lone::Lacked);
        let run = |input: &[u8], out: &mut [u8], end| match (self.replace_generalized, self.convert, convert)
        {
            (Some(replace), ..) if policy == OnError::ReplaceGeneralized => {
                (surrogates_at_once::run(isa, replace, input, out, end), 0)
            }
            (_, Some(direct), Some(convert)) => {
                in_two::run(isa, InTwo { direct, repair: &repair, convert, stops }, input, out, end)
            }
            _ => repair(isa, input, out, end),
        };
        if self.swaps.is_none() {
            return Some(run(input, out, end));
        }
        Some(order::by_pieces(isa, run, self.swaps, input, out, end))
    }
}

/// What is written for an error, in generalized UTF-8.
#[derive(Clone, Copy)]
pub(super) enum Write {
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

/// What a repair does.
#[derive(Clone, Copy)]
pub(super) struct Policies {
    on_error: OnError,
    write: Write,
    /// It replaces surrogates that the target cannot hold, and does not stop before them.
    surrogates: bool,
}

/// A repair in progress.
struct Repair<'a, I> {
    items: I,
    policies: Policies,
    text: &'a [u8],
    /// No error continues after the text: the input ends there, or with a lead surrogate that is kept.
    end: bool,
    out: &'a mut [u8],
    done: Replaced,
    /// The surrogates that were replaced because the target cannot hold them.
    surrogates: u64,
}

/// Copies UTF-8 and applies a policy to its errors.
#[inline]
pub(super) fn repair_utf_8(
    isa: Isa,
    _: Option<Relative>,
    policies: Policies,
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> (Replaced, u64) {
    repair(isa, Utf8Items, policies, input, out, end)
}

/// Copies a relative of UTF-8 and applies a policy to its errors.
#[inline]
pub(super) fn repair_relative(
    isa: Isa,
    relative: Option<Relative>,
    policies: Policies,
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> (Replaced, u64) {
    match relative {
        Some(relative) => repair(isa, relative, policies, input, out, end),
        None => (Replaced::default(), 0),
    }
}

/// Copies text and applies a policy to its errors.
#[inline(always)]
fn repair<I: Items>(
    isa: Isa,
    items: I,
    policies: Policies,
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> (Replaced, u64) {
    let text = &input[..items.decided(input, end)];
    let done = Replaced::default();
    let mut repair = Repair { items, policies, text, end, out, done, surrogates: 0 };
    let at = repair.by_frames(isa);
    if let Some(at) = at {
        repair.by_items(at);
    }
    (repair.done, repair.surrogates)
}

impl<I: Items> Repair<'_, I> {
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
            let found = self.items.ends(isa, self.text, known, to);
            let mut ends = found.ends;
            while ends != 0 {
                let end = found.at + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                // What an error has absorbed does not count again.
                if end > self.done.read && !self.error(self.items.start(self.text, end), end) {
                    return None;
                }
            }
            known = found.at + found.known;
            if found.ends == 0 {
                let open = if found.at < self.text.len() { self.items.open(self.text, found.at) } else { 0 };
                let boundary = (found.at - open).max(self.done.read);
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
                && self.items.are_ascii(*word)
            {
                at += 8;
                continue;
            }
            let (len, is_character) = self.items.item(&self.text[at..]);
            if !is_character && !self.error(at, at + len) {
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
        let fits = fits - if fits < from.len() { self.items.open(from, fits) } else { 0 };
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
        if self.items.is_lacked(&self.text[start..end]) {
            return self.surrogate(start, end);
        }
        let extent = match self.policies.on_error {
            OnError::ReplaceGeneralized => end.max(self.surrogate_at(start)),
            OnError::ReplaceSequence => {
                let after = self.text[start + 1..].iter().take(announced(self.text[start].into()));
                start + 1 + after.take_while(|byte| **byte & 0xC0 == 0x80).count()
            }
            OnError::ReplaceRun => self.run_from(end),
            _ => end,
        };
        let may_grow = matches!(
            self.policies.on_error,
            OnError::ReplaceGeneralized | OnError::ReplaceSequence | OnError::ReplaceRun
        );
        let is_open = may_grow && extent == self.text.len() && !self.end;
        if !self.copy_to(start) || is_open {
            return false;
        }
        let part = &self.text[start..extent];
        let room = &mut self.out[self.done.written..];
        let Some(written) = self.policies.write.to(part, room) else { return false };
        let errors = match self.policies.on_error {
            OnError::ReplaceByte | OnError::Latin1 | OnError::Cp1252 => part.len() as u64,
            _ => 1,
        };
        self.done = self.done.and(Replaced { read: part.len(), written, errors });
        true
    }

    /// Copies what is before a surrogate that the target cannot hold, and replaces it. Returns `false` if there
    /// is too little room, or if such surrogates are not replaced.
    #[inline]
    fn surrogate(&mut self, start: usize, end: usize) -> bool {
        if !self.copy_to(start) || !self.policies.surrogates {
            return false;
        }
        let written = REPLACEMENT.len();
        let Some(place) = self.out[self.done.written..].get_mut(..written) else { return false };
        place.copy_from_slice(REPLACEMENT);
        self.done = self.done.and(Replaced { read: end - start, written, errors: 0 });
        self.surrogates += 1;
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
            && let (len, false) = self.items.item(&self.text[at..])
            && !self.items.is_lacked(&self.text[at..at + len])
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
