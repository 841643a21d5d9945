//! What follows in a text that looks like a legacy encoding by its beginning, as in a log whose program was replaced: UTF-8,
//! or another legacy encoding.

use super::damage::weight_of;
use super::{Confidence, Guess, Legacy, Shape, guess, has_parts_of_utf_8, words};
use crate::input::Input;
use crate::status::CommandError;

/// How much is examined together, in bytes. A longer line is not examined.
const BLOCK: usize = 64 << 10;

/// Returns `true` if a text goes on in UTF-8 somewhere: in some of its lines, and most of what is not ASCII around
/// them. A few words of a legacy encoding are UTF-8 by chance.
pub(crate) fn goes_on_in_utf_8(text: &[u8], legacy: Option<Legacy>) -> bool {
    let mut blocks = Blocks::new(legacy, 0);
    text.chunks(BLOCK).any(|piece| blocks.push(piece)) || blocks.finish()
}

/// Returns `true` if an input that can be read again goes on in UTF-8 after its first `start` bytes. Without a
/// legacy encoding, it is Western text.
pub(crate) fn input_goes_on_in_utf_8(
    input: &mut Input,
    start: u64,
    legacy: Option<Legacy>,
) -> Result<bool, CommandError> {
    Ok(later_utf_8(input, start, legacy)?.is_some())
}

/// Returns an offset soon after the first UTF-8 in an input that can be read again, after its first `start` bytes, or
/// the size of the input.
pub(crate) fn later_utf_8(
    input: &mut Input,
    start: u64,
    legacy: Option<Legacy>,
) -> Result<Option<u64>, CommandError> {
    if !input.is_rereadable() || input.size().is_some_and(|size| size <= start) {
        return Ok(None);
    }
    let (mut blocks, mut is_found, mut at) = (Blocks::new(legacy, start), false, 0);
    input.scout(|piece| {
        is_found = blocks.push(piece);
        at += piece.len() as u64;
        !is_found
    })?;
    Ok((is_found || blocks.finish()).then_some(at))
}

/// Returns a proposal for the beginning of a text, which is not sure if one of a few parts after its first `start` bytes is
/// surely in another encoding.
pub(crate) fn confirmed(proposal: Guess, text: &[u8], start: usize) -> Guess {
    let mut places = places(&proposal, start as u64, text.len() as u64);
    let is_other = |at| is_in_another(&text[at..text.len().min(at + BLOCK)], &proposal);
    if places.any(|at| is_other(at as usize)) { proposal.at_most(Confidence::Perhaps) } else { proposal }
}

/// Does the same for an input that can be read again.
pub(crate) fn confirmed_in(proposal: Guess, input: &mut Input, start: u64) -> Result<Guess, CommandError> {
    let size = input.size().filter(|_| input.is_rereadable()).unwrap_or(0);
    for at in places(&proposal, start, size) {
        if is_in_another(&input.peek(at, BLOCK)?, &proposal) {
            return Ok(proposal.at_most(Confidence::Perhaps));
        }
    }
    Ok(proposal)
}

/// Returns where the parts begin, if a proposal is sure. The last one is the end of the text.
fn places(proposal: &Guess, start: u64, size: u64) -> impl Iterator<Item = u64> {
    const PARTS: u64 = 8;
    let last = size.saturating_sub(BLOCK as u64);
    let parts = if size > start && proposal.confidence == Confidence::Sure { PARTS } else { 0 };
    (1..=parts).map(move |k| start.min(last) + last.saturating_sub(start) * k / PARTS)
}

/// Returns `true` if the whole lines of a part are surely in another encoding, in which they are another text.
fn is_in_another(part: &[u8], proposal: &Guess) -> bool {
    let first = memchr::memchr(b'\n', part).map_or(0, |end| end + 1);
    let end = memchr::memrchr(b'\n', part).map_or(part.len(), |end| end + 1);
    let lines = part.get(first..end).unwrap_or_default();
    !lines.is_ascii()
        && guess(lines, true).is_some_and(|guess| {
            guess.confidence == Confidence::Sure
                && guess.legacy != proposal.legacy
                && guess.legacy.read(lines) != proposal.legacy.read(lines)
        })
}

/// The lines of a text, in blocks.
struct Blocks {
    legacy: Option<Legacy>,
    /// How much is passed over before the first line.
    left: u64,
    /// The rest of a line is passed over, because its beginning was.
    is_within_line: bool,
    lines: Vec<u8>,
    /// How much the last lines beyond ASCII say that they are UTF-8.
    run: usize,
}

impl Blocks {
    fn new(legacy: Option<Legacy>, left: u64) -> Self {
        Blocks { legacy, left, is_within_line: left > 0, lines: vec![], run: 0 }
    }

    /// Adds a piece, and returns `true` if the whole lines there are now are UTF-8.
    fn push(&mut self, piece: &[u8]) -> bool {
        let before = self.left.min(piece.len() as u64);
        self.left -= before;
        let mut piece = &piece[before as usize..];
        if self.is_within_line {
            let Some(end) = memchr::memchr(b'\n', piece) else { return false };
            piece = &piece[end + 1..];
            self.is_within_line = false;
        }
        self.lines.extend_from_slice(piece);
        let end = memchr::memrchr(b'\n', &self.lines).map_or(0, |end| end + 1);
        let lines: Vec<u8> = self.lines.drain(..end).collect();
        let is_found = self.is_utf_8(&lines) || self.is_long_run(&lines);
        if self.lines.len() > BLOCK {
            self.lines.clear();
            self.is_within_line = true;
        }
        is_found
    }

    fn finish(&mut self) -> bool {
        const LEAST_SINGLE: usize = 4;
        const LEAST: usize = 6;
        let lines = std::mem::take(&mut self.lines);
        self.is_utf_8(&lines)
            || self.is_long_run(&lines)
            || self.run >= if self.is_single() { LEAST_SINGLE } else { LEAST }
    }

    fn is_single(&self) -> bool {
        self.legacy.is_none_or(|legacy| legacy.shape() == Shape::Single)
    }

    /// Returns `true` if adjacent lines are UTF-8, and have so many characters beyond ASCII that it can't be chance.
    fn is_long_run(&mut self, lines: &[u8]) -> bool {
        const LONG_SINGLE: usize = 12;
        const LONG: usize = 48;
        let long = if self.is_single() { LONG_SINGLE } else { LONG };
        lines.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()).any(|line| {
            self.run = std::str::from_utf8(line).map_or(0, |line| self.run + weight_of(line));
            self.run >= long
        })
    }

    fn is_utf_8(&self, lines: &[u8]) -> bool {
        let has_parts = match self.legacy {
            Some(legacy) => has_parts_of_utf_8(lines, legacy),
            None => words::characters_in_lines_of_utf_8(lines) > 0,
        };
        let is_single = self.is_single();
        let is_between = |byte: &u8| if is_single { *byte == b'\n' } else { *byte <= b' ' };
        let high = |part: &[u8]| part.iter().filter(|byte| !byte.is_ascii()).count();
        let in_utf_8 = || -> usize {
            lines.split(is_between).filter(|part| std::str::from_utf8(part).is_ok()).map(high).sum()
        };
        has_parts && 2 * in_utf_8() > high(lines)
    }
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn gbk() -> Option<Legacy> {
        Legacy::named("gbk")
    }

    #[test]
    fn a_log_may_go_on_in_utf_8() {
        let utf_8 = "12:00 WARN 找不到文件 — Größe\n".repeat(9);
        // 系统 and 停止 are UTF-8 by chance.
        let chinese =
            b"12:00 \xCF\xB5\xCD\xB3 [\xCD\xA3\xD6\xB9] \xD3\xC3\xBB\xA7\xB5\xC7\xC2\xBC\xCF\xB5\xCD\xB3\n";
        let german =
            b"12:00 \x84Spa\xDF\x93 f\xFCr M\xFCller,\nkein Spa\xDF\x93 sagte er\n12:00 Gr\xF6\xDFe\n";
        for (legacy, text) in [(gbk(), chinese.repeat(9)), (None, german.repeat(9))] {
            assert!(!goes_on_in_utf_8(&text, legacy), "{legacy:?}");
            let both = [text.repeat(9000 / text.len() * 99), utf_8.clone().into_bytes().repeat(999)].concat();
            assert!(goes_on_in_utf_8(&both, legacy), "{legacy:?}");
        }
        assert!(!goes_on_in_utf_8(&b"x".repeat(3 * BLOCK), None));
        // A line at the end is enough.
        for (legacy, text, line) in [
            (gbk(), &chinese[..], "处理完成\n"),
            (Legacy::named("windows-1255"), b"\xF9\xEC\xE5\xED \xF2\xE5\xEC\xED\n", "שלום"),
            (Legacy::named("windows-1253"), b"\xF4\xEF \xE1\xF1\xF7\xE5\xDF\xEF\n", "έτοιμο\n"),
        ] {
            let text = text.repeat(9000);
            assert!(!goes_on_in_utf_8(&text, legacy), "{line}");
            assert!(goes_on_in_utf_8(&[&text[..], line.as_bytes()].concat(), legacy), "{line}");
        }
    }
}
