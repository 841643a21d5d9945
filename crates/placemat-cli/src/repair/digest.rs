//! What repairs depend on in a text that is too large to be kept: the damaged places and their lines.
//!
//! ```text
//! … a gigabyte … \n caf\xE9 \n … a gigabyte …      the text
//!                [ caf\xE9 \n ]                    its digest: what is around the damage, and where that is
//! ```
//!
//! The fixes for sequences depend on the damage, on the first bytes, and on a few properties of the whole
//! text: whether it has bytes 00, whether it is mostly ASCII or hardly damaged, and whether any of it may be
//! doubly encoded. If nothing in it may be doubly encoded, the digest has the same diagnosis as the text.
//! Otherwise, no digest is made, and the text has to be read as a whole.

use placemat::is_utf8;
use placemat::repair::{Edit, Fixes, Scan};

use super::excerpt::Spot;
use super::report::Found;
use crate::declared;
use crate::input::Input;
use crate::status::CommandError;

/// The most bytes of a digest, and the most regions. A text with more damage is read as a whole.
const MOST: usize = 8 << 20;
const REGIONS: usize = 100_000;
/// How many bytes before and after damage are kept, unless a line ends within them.
const AROUND: usize = 1024;
/// If fewer bytes than one in so many are ill-formed, the diagnosis does not ask whether a text is UTF-16.
const ONE_IN: u64 = 256;
/// How many of the first bytes are kept: those that may declare an encoding.
const HEAD: usize = declared::HEAD;

/// A part of the text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// Its start in the digest.
    pub(super) at: usize,
    /// Its start in the text.
    pub(super) spot: Spot,
}

/// The digest of a text.
#[derive(Debug)]
pub(super) struct Digest {
    pub(super) text: Vec<u8>,
    pub(super) regions: Vec<Region>,
    pub(super) size: u64,
}

/// Makes a digest of a text that comes in pieces.
#[derive(Debug)]
pub(super) struct Digester {
    digest: Digest,
    /// The bytes after the last piece that ended with ASCII.
    rest: Vec<u8>,
    spot: Spot,
    ascii: u64,
    is_over: bool,
}

impl Digester {
    pub(super) fn new() -> Self {
        Digester {
            digest: Digest { text: vec![], regions: vec![], size: 0 },
            rest: vec![],
            spot: Spot::START,
            ascii: 0,
            is_over: false,
        }
    }

    /// Returns `true` if there will be no digest.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads the next piece.
    pub(super) fn push(&mut self, piece: &[u8]) {
        if self.is_over {
            return;
        }
        match piece.iter().rposition(u8::is_ascii) {
            // A character, or damage, does not extend over an ASCII byte.
            Some(last) if self.rest.is_empty() => {
                self.window(&piece[..=last]);
                self.rest.extend_from_slice(&piece[last + 1..]);
            }
            Some(last) => {
                let window = [&self.rest[..], &piece[..=last]].concat();
                self.window(&window);
                self.rest = piece[last + 1..].to_vec();
            }
            None => self.rest.extend_from_slice(piece),
        }
        self.is_over |= self.rest.len() > MOST;
    }

    /// Returns the digest of the text for some fixes, if it is enough.
    pub(super) fn finish(mut self) -> Option<Digest> {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            self.window(&rest);
        }
        let Digester { mut digest, ascii, is_over, .. } = self;
        let ill_formed: usize = digest.text.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
        // Otherwise the text may be UTF-16.
        let is_bytes = 4 * ascii >= 3 * digest.size || ONE_IN * (ill_formed as u64) < digest.size;
        digest.pad();
        (!is_over && is_bytes).then_some(digest)
    }

    fn window(&mut self, window: &[u8]) {
        let start = self.digest.size;
        self.digest.size += window.len() as u64;
        self.ascii += ascii(window);
        self.is_over |= memchr::memchr(0, window).is_some();
        let is_first = start == 0;
        if !is_first && !may_be_double(window) {
            self.spot.pass(window);
            return;
        }
        if !is_first && is_utf8(window) {
            self.is_over = true;
            return;
        }
        let mut done = 0;
        for region in regions(window, is_first) {
            let gap = &window[done..region.start];
            self.is_over |= may_be_double(gap);
            self.spot.pass(gap);
            let Digest { text, regions, .. } = &mut self.digest;
            if !text.is_empty() {
                // Lines of different regions are not joined.
                text.push(b'\n');
            }
            regions.push(Region { at: text.len(), spot: self.spot });
            text.extend_from_slice(&window[region.clone()]);
            self.spot.pass(&window[region.clone()]);
            done = region.end;
            self.is_over |= text.len() > MOST || regions.len() > REGIONS;
        }
        let gap = &window[done..];
        self.is_over |= may_be_double(gap);
        self.spot.pass(gap);
    }
}

impl Digest {
    /// Adds so much ASCII that the digest is not taken for UTF-16, after the first region: the last one may
    /// be the end of the text.
    fn pad(&mut self) {
        let len = 4 * self.text.len();
        let at = self.regions.get(1).map_or(self.text.len(), |second| second.at);
        if self.regions.len() == 1 && self.text.len() as u64 == self.size {
            return;
        }
        let padding = std::iter::once(b'\n').chain(std::iter::repeat_n(b' ', len)).chain([b'\n']);
        self.text.splice(at..at, padding);
        for region in self.regions.iter_mut().skip(1) {
            region.at += len + 2;
        }
    }
}

/// Finds what is to be repaired in an input, if its digest is enough. The input is read again afterwards.
pub(super) fn find(fixes: Fixes, input: &mut Input) -> Result<Option<Found>, CommandError> {
    let mut digester = Digester::new();
    input.scout(|piece| {
        digester.push(piece);
        !digester.is_over()
    })?;
    let Some(digest) = digester.finish() else { return Ok(None) };
    let diagnosis = fixes.diagnose(&digest.text);
    if diagnosis.left.is_none() && may_be_double(&Edit::apply_all(&diagnosis.edits, &digest.text)) {
        return Ok(None);
    }
    let Digest { text, regions, size } = digest;
    Ok(Some(Found { text, regions, size, diagnosis, legacy: None, ..Found::default() }))
}

/// Returns `true` if text may be doubly encoded, or is not well-formed.
pub(super) fn may_be_double(text: &[u8]) -> bool {
    let mut scan = Scan::new(Fixes::DOUBLE_ENCODING);
    scan.push(text);
    scan.finish()
}

/// Counts ASCII bytes, in blocks so small that the loop compiles to vector instructions.
fn ascii(window: &[u8]) -> u64 {
    let beyond = |block: &[u8]| block.iter().fold(0_u8, |count, byte| count + (byte >> 7));
    window.len() as u64 - window.chunks(255).map(|block| u64::from(beyond(block))).sum::<u64>()
}

/// Returns the parts of a window that are kept, each between ASCII bytes.
fn regions(window: &[u8], is_first: bool) -> Vec<std::ops::Range<usize>> {
    let mut regions: Vec<std::ops::Range<usize>> = vec![];
    if is_first {
        regions.push(0..end_after(window, HEAD.min(window.len())));
    }
    let mut at = 0;
    for chunk in window.utf8_chunks() {
        let start = at + chunk.valid().len();
        let end = start + chunk.invalid().len();
        at = end;
        if start == end || regions.last().is_some_and(|last| end <= last.end) {
            continue;
        }
        let least = regions.last().map_or(0, |last| last.end);
        let line = memchr::memrchr(b'\n', &window[least..start]).map_or(least, |at| least + at + 1);
        let from = match start.saturating_sub(AROUND).max(line) {
            from if from == line => from,
            from => window[least..from].iter().rposition(u8::is_ascii).map_or(least, |at| least + at + 1),
        };
        let to = memchr::memchr(b'\n', &window[end..]).map_or(window.len(), |at| end + at + 1);
        let to = if to > end + AROUND { end_after(window, end + AROUND) } else { to };
        match regions.last_mut() {
            Some(last) if from <= last.end => last.end = to,
            _ => regions.push(from..to),
        }
    }
    regions
}

/// Returns the end of the first ASCII byte from a position on, or the end of the window.
fn end_after(window: &[u8], at: usize) -> usize {
    window[at..].iter().position(u8::is_ascii).map_or(window.len(), |len| at + len + 1)
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;

    const RUSSIAN: &str = "Кто хочет много знать, тому надо мало спать.\n";

    const PARTS: [&[u8]; 14] = [
        b"plain text, and more of it, in several words\n",
        b"a line\n",
        "naïve café ".as_bytes(),
        "💩 ".as_bytes(),
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xC0\x80",
        b"caf\xE9 au lait",
        b"\xED\xA0\xBD",
        b"\x93quoted\x94 ",
        b"\xFF",
        b"\xEF\xBB\xBF",
        b"\xE2\x82",
        "Ã".as_bytes(),
        b"\n",
    ];

    #[test]
    fn the_diagnosis_of_a_digest_is_that_of_the_text() {
        let mut random = Random(1);
        let (mut edited, mut left, mut beyond_ascii) = (0, 0, 0);
        let russian = RUSSIAN.repeat(20);
        for round in 0..4000 {
            let kinds: Vec<&[u8]> = (0..1 + random.below(3)).map(|_| PARTS[4 + random.below(10)]).collect();
            let mut text = vec![];
            let is_russian = round % 2 == 0;
            for _ in 0..1 + random.below(60) {
                text.extend_from_slice(match random.below(6) {
                    0 => kinds[random.below(kinds.len())],
                    _ if is_russian => russian.as_bytes(),
                    _ => PARTS[random.below(4)],
                });
            }
            let fixes = [
                Fixes::DEFAULT,
                Fixes::DEFAULT | Fixes::LEGACY_BYTES,
                Fixes::DEFAULT | Fixes::LONE_SURROGATES | Fixes::BOM,
            ][round % 3];
            let mut digester = Digester::new();
            text.chunks(1 + random.below(300)).for_each(|piece| digester.push(piece));
            let Some(digest) = digester.finish() else { continue };
            let found = fixes.diagnose(&digest.text);
            let result = Edit::apply_all(&found.edits, &digest.text);
            if found.left.is_none() && may_be_double(&result) {
                continue;
            }
            beyond_ascii += u32::from(is_russian && !found.edits.is_empty());
            let real = |at: usize| {
                let region = digest.regions[digest.regions.partition_point(|region| region.at <= at) - 1];
                region.spot.offset as usize + at - region.at
            };
            let expected = fixes.diagnose(&text);
            assert_eq!(found.edits.len(), expected.edits.len(), "{fixes} {text:X?}");
            for (edit, whole) in found.edits.iter().zip(&expected.edits) {
                let moved = Edit { offset: real(edit.offset), ..edit.clone() };
                assert_eq!(&moved, whole, "{fixes} {text:X?}");
            }
            match (found.left, expected.left) {
                (None, None) => edited += usize::from(!found.edits.is_empty()),
                (Some(one), Some(whole)) => {
                    assert_eq!(
                        (one.count, one.would_help),
                        (whole.count, whole.would_help),
                        "{fixes} {text:X?}"
                    );
                    assert_eq!(real(one.first.offset() as usize), whole.first.offset() as usize);
                    left += 1;
                }
                both => panic!("{both:?} {fixes} {text:X?}"),
            }
        }
        assert!(edited > 300 && left > 300 && beyond_ascii > 100, "{edited} {left} {beyond_ascii}");
    }

    #[test]
    fn lines_and_columns_of_regions_are_those_of_the_text() {
        let long = "x".repeat(5000) + "💩";
        let text = [
            b"a\nb\n".as_slice(),
            &[b'y'; 300],
            b"\n",
            long.as_bytes(),
            b"caf\xE9 ",
            &[b'z'; 3000],
            b"\xFF\n",
        ]
        .concat();
        for size in [1, 7, 1000, 100_000] {
            let mut digester = Digester::new();
            text.chunks(size).for_each(|piece| digester.push(piece));
            let digest = digester.finish().unwrap();
            for region in &digest.regions[1..] {
                let before = &text[..region.spot.offset as usize];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
                assert_eq!(region.spot.line, line, "{size}");
            }
            let last = digest.regions.last().unwrap();
            let start = last.spot.offset - (4 + 300 + 1);
            // One of the characters has four bytes and two columns, and one is a byte that is ill-formed.
            assert_eq!(last.spot.column_utf16, 1 + start - 2, "{size}");
        }
    }
}
