//! What is to be repaired in a text, and whether that can be done.
//!
//! ```text
//! UTF-16 ► UTF-8, where the detector says so
//! each ill-formed part ► a surrogate pair? C0 80? a lone surrogate? a byte of Windows-1252?
//!     something is left ► nothing is done: what is no UTF-8 then may be anything
//! until nothing changes: marks at the front, double encoding of the whole, of each line
//! the mark at the front goes, if that is asked for
//! ```
//!
//! All of a text is repaired, or nothing: the result is well-formed UTF-8, and to repair it again changes nothing.

use std::borrow::Cow;

use placemat::detect::detect;
use placemat::form::Utf8;
use placemat::{Codec, Encoding, Error, ErrorKind, convert, validate};

use super::double;
use super::edit::{Edit, apply, compose};
use super::fix::Fixes;

/// What is to be done with a text.
#[derive(Debug, Default)]
pub(super) struct Diagnosis {
    /// Of the text, in bytes.
    pub(super) size: u64,
    /// In order; none where something would be left.
    pub(super) edits: Vec<Edit>,
    /// Ill-formed parts that no fix in use applies to: how many, and the first.
    pub(super) left: u64,
    pub(super) first_left: Option<Part>,
    /// Fixes with which nothing would be left.
    pub(super) would_help: Option<Fixes>,
}

/// An ill-formed part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) offset: usize,
    pub(super) len: usize,
    pub(super) kind: ErrorKind,
}

/// U+FEFF, plain, and encoded twice and three times.
const MARKS: [&[u8]; 3] =
    [b"\xEF\xBB\xBF", b"\xC3\xAF\xC2\xBB\xC2\xBF", b"\xC3\x83\xC2\xAF\xC3\x82\xC2\xBB\xC3\x82\xC2\xBF"];
const MARK: &[u8] = MARKS[0];

/// Looks for what these fixes apply to.
pub(super) fn diagnose(text: &[u8], fixes: Fixes) -> Diagnosis {
    let mut state = State { text: Cow::Borrowed(text), edits: vec![] };
    if fixes.has(Fixes::UTF_16) {
        state.step(utf_16);
    }
    let (edits, left) = sequences(&state.text, fixes);
    if let Some(first) = left.first {
        let needed = left.needed.map(|needed| fixes.and(needed));
        return Diagnosis {
            left: left.count,
            first_left: Some(first),
            would_help: needed,
            ..Diagnosis::default()
        };
    }
    state.step(|_| edits);
    loop {
        let mut has_changed = fixes.has(Fixes::MARKS) && state.step(|text| marks(text).into_iter().collect());
        if fixes.has(Fixes::DOUBLE_ENCODING) {
            has_changed |= state.step(whole);
        }
        if fixes.has(Fixes::DOUBLE_ENCODING_LINES) {
            has_changed |= state.step(lines);
        }
        if !has_changed {
            break;
        }
    }
    if fixes.has(Fixes::MARK) {
        state.step(|text| mark(text).into_iter().collect());
    }
    let mut edits = state.edits;
    edits.retain(|edit| text[edit.at..edit.end()] != edit.with);
    Diagnosis { edits, ..Diagnosis::default() }
}

/// Is there anything at the front of a text, of which these are the first bytes, for the fixes of marks?
pub(super) fn is_front_of_interest(head: &[u8], fixes: Fixes) -> bool {
    fixes.has(Fixes::MARKS) && marks(head).is_some() || fixes.has(Fixes::MARK) && mark(head).is_some()
}

/// So many bytes tell whether the front is of interest.
pub(super) const FRONT: usize = 16;

/// A text on its way.
struct State<'t> {
    text: Cow<'t, [u8]>,
    edits: Vec<Edit>,
}

impl State<'_> {
    /// Makes edits; is there any?
    fn step(&mut self, find: impl FnOnce(&[u8]) -> Vec<Edit>) -> bool {
        let edits = find(&self.text);
        if edits.is_empty() {
            return false;
        }
        let next = apply(&self.text, &edits);
        self.edits = compose(std::mem::take(&mut self.edits), edits, &self.text);
        self.text = Cow::Owned(next);
        true
    }
}

/// The whole text, if it is UTF-16 and becomes text without U+0000.
fn utf_16(text: &[u8]) -> Vec<Edit> {
    let has_mark = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    if !has_mark && memchr::memchr(0, text).is_none() {
        return vec![];
    }
    let found = detect(text);
    let candidates = found.encoding.into_iter().chain(found.also);
    let encoding = match candidates
        .into_iter()
        .find(|one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be))
    {
        Some(_) if has_mark => Encoding::Utf16,
        Some(encoding) if encoding != Encoding::Utf16 => encoding,
        _ => return vec![],
    };
    match convert(encoding, Encoding::Utf8, text) {
        Ok(with) if memchr::memchr(0, &with).is_none() => {
            vec![Edit { at: 0, len: text.len(), with, fixes: Fixes::UTF_16 }]
        }
        _ => vec![],
    }
}

/// Ill-formed parts that nothing in use applies to.
#[derive(Debug)]
struct Left {
    count: u64,
    first: Option<Part>,
    /// What applies to all of them, if something does.
    needed: Option<Fixes>,
}

/// What repairs each ill-formed part.
fn sequences(text: &[u8], fixes: Fixes) -> (Vec<Edit>, Left) {
    let (mut edits, mut left) = (vec![], Left { count: 0, first: None, needed: Some(Fixes::default()) });
    let mut at = 0;
    while let Err(error) = validate(Utf8, &text[at..]) {
        let offset = at + error.valid_up_to();
        let len = usize::try_from(error.len()).unwrap_or(1);
        let found = sequence(&text[offset..], offset, error);
        at = found.as_ref().map_or(offset + len, Edit::end);
        match found {
            Some(edit) if fixes.has(edit.fixes) => edits.push(edit),
            found => {
                left.count += 1;
                left.first = left.first.or(Some(Part { offset, len, kind: error.kind() }));
                left.needed = left.needed.zip(found).map(|(needed, edit)| needed.and(edit.fixes));
            }
        }
    }
    (edits, left)
}

/// What repairs the ill-formed part at the front of `rest`, which stands at `at`.
fn sequence(rest: &[u8], at: usize, error: Error) -> Option<Edit> {
    let decoded = |encoding: Encoding| encoding.decode_next(rest, true).ok();
    let edit = |len, code_point: u32, fixes| {
        let character = char::from_u32(code_point)?;
        Some(Edit { at, len, with: character.to_string().into_bytes(), fixes })
    };
    if let Some(pair) = decoded(Encoding::Cesu8).filter(|pair| pair.code_point >= 0x1_0000) {
        return edit(pair.len, pair.code_point, Fixes::CESU_8);
    }
    if rest.starts_with(b"\xC0\x80") {
        return edit(2, 0, Fixes::C0_80);
    }
    if let Some(lone) = decoded(Encoding::GeneralizedUtf8) {
        return edit(lone.len, placemat::REPLACEMENT, Fixes::LONE_SURROGATES);
    }
    // A part of several bytes, or one at the end, may be what is left of a sequence that was cut.
    let is_single = error.len() == 1 && rest.len() > 1 && !matches!(error.kind(), ErrorKind::Overlong);
    if is_single {
        let single = Encoding::Windows1252.decode_next(&rest[..1], true).ok()?;
        return edit(1, single.code_point, Fixes::LEGACY_BYTES);
    }
    None
}

/// One mark for several, or for one that is encoded more than once.
fn marks(text: &[u8]) -> Option<Edit> {
    let mut len = 0;
    while let Some(mark) = MARKS.iter().find(|mark| text[len..].starts_with(mark)) {
        len += mark.len();
    }
    (len > MARK.len()).then(|| Edit { at: 0, len, with: MARK.to_vec(), fixes: Fixes::MARKS })
}

/// Nothing for the marks at the front.
fn mark(text: &[u8]) -> Option<Edit> {
    let len = front(text);
    (len > 0).then(|| Edit { at: 0, len, with: vec![], fixes: Fixes::MARK })
}

/// The length of the plain marks at the front.
fn front(text: &[u8]) -> usize {
    text.chunks_exact(MARK.len()).take_while(|&chunk| chunk == MARK).count() * MARK.len()
}

/// Double encoding of everything behind the mark.
fn whole(text: &[u8]) -> Vec<Edit> {
    part(text, front(text), text.len(), Fixes::DOUBLE_ENCODING)
}

/// Double encoding of each line.
fn lines(text: &[u8]) -> Vec<Edit> {
    let (mut edits, mut at) = (vec![], front(text));
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len + 1);
        edits.extend(part(text, at, end, Fixes::DOUBLE_ENCODING_LINES));
        at = end;
    }
    edits
}

fn part(text: &[u8], start: usize, end: usize, fix: Fixes) -> Vec<Edit> {
    if !double::is_candidate(&text[start..end]) {
        return vec![];
    }
    let mut edits = double::decode(&text[start..end], fix).unwrap_or_default();
    for edit in &mut edits {
        edit.at += start;
    }
    edits
}
