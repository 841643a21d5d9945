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

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::{mem, str};

use crate::engine::error_in_front;
use crate::form::Utf8;
use crate::kernel::each_place;
use crate::{Codec, Encoding, Error, ErrorKind, convert, validate};

use super::double;
use super::edit::{Edit, apply, compose};
use super::fix::Fixes;
use super::mend::pair_in_front;
use super::verdict::Verdict;

/// What is to be done with a text.
///
/// ```
/// use placemat::repair::{Fixes, diagnose};
/// let found = diagnose("Müller\nMÃ¼ller\n".as_bytes(), Fixes::DEFAULT);
/// assert!(found.edits.is_empty() && found.left.is_none());
/// assert_eq!(found.double_lines, 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// In order; they do not overlap. None where something would be left.
    pub edits: Vec<Edit>,
    /// What no fix in use applies to.
    pub left: Option<Left>,
    /// Lines that look doubly encoded, where the whole does not and lines by themselves are not asked for.
    pub double_lines: u64,
}

/// Ill-formed parts that no fix in use applies to.
///
/// ```
/// use placemat::repair::{Fixes, repair};
/// let left = repair(b"caf\xE9!", Fixes::DEFAULT).unwrap_err();
/// assert_eq!(left.to_string(), "1 ill-formed part is left, the first: ill-formed at offset 3, length 1: \
///     a sequence is interrupted; these fixes apply: cesu-8,c0-80,double-encoding,marks,legacy-bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Error,
    /// Fixes with which nothing would be left, if there are any.
    pub would_help: Option<Fixes>,
}

/// U+FEFF, plain, and encoded twice and three times.
const MARKS: [&[u8]; 3] =
    [b"\xEF\xBB\xBF", b"\xC3\xAF\xC2\xBB\xC2\xBF", b"\xC3\x83\xC2\xAF\xC3\x82\xC2\xBB\xC3\x82\xC2\xBF"];
const MARK: &[u8] = MARKS[0];

/// Finds what these fixes apply to.
///
/// ```
/// use placemat::repair::{Fixes, apply, diagnose};
/// let text = b"a\xC0\x80b \xED\xA0\xBD\xED\xB2\xA9";
/// let found = diagnose(text, Fixes::DEFAULT);
/// assert_eq!(found.edits.iter().map(|edit| edit.offset).collect::<Vec<_>>(), [1, 5]);
/// assert_eq!(apply(text, &found.edits), "a\0b 💩".as_bytes());
/// ```
pub fn diagnose(text: &[u8], fixes: Fixes) -> Diagnosis {
    diagnose_by(&Verdict::new(text), text, fixes)
}

fn diagnose_by(verdict: &Verdict<'_>, text: &[u8], fixes: Fixes) -> Diagnosis {
    let utf_16 = |text: &[u8]| utf_16(text, verdict);
    let mut state = State { text: Cow::Borrowed(text), edits: vec![] };
    if fixes.has_any(Fixes::UTF_16) {
        state.step(utf_16);
    }
    let (edits, left) = sequences(&state.text, fixes, verdict);
    if let Some(mut left) = left {
        left.would_help = left.would_help.map(|more| fixes | more);
        if !fixes.has_any(Fixes::UTF_16) && !utf_16(text).is_empty() {
            left.would_help = Some(fixes | Fixes::UTF_16);
        }
        // They could make it ambiguous.
        left.would_help = left
            .would_help
            .filter(|&more| !more.has_any(Fixes::UTF_16) || diagnose_by(verdict, text, more).left.is_none());
        return Diagnosis { left: Some(left), ..Diagnosis::default() };
    }
    state.step(|_| edits);
    loop {
        let mut has_changed =
            fixes.has_any(Fixes::MARKS) && state.step(|text| marks(text).into_iter().collect());
        while fixes.has_any(Fixes::DOUBLE_ENCODING) && state.step(whole) {
            has_changed = true;
        }
        if fixes.has_any(Fixes::DOUBLE_ENCODING_LINES) {
            has_changed |= state.step(lines);
        }
        if !has_changed {
            break;
        }
    }
    if fixes.has_any(Fixes::MARK) {
        state.step(|text| mark(text).into_iter().collect());
    }
    if fixes.has_any(Fixes::UTF_16) && !state.edits.is_empty() && !utf_16(&state.text).is_empty() {
        // With U+0000 that was C0 80, say: whether it is UTF-16 is ambiguous now.
        let (_, left) = sequences(text, Fixes::default(), verdict);
        return Diagnosis {
            left: left.map(|left| Left { would_help: None, ..left }),
            ..Diagnosis::default()
        };
    }
    let mut edits = state.edits;
    edits.retain(|edit| text[edit.offset..edit.end()] != edit.with);
    let asks_for_whole =
        fixes.has_any(Fixes::DOUBLE_ENCODING) && !fixes.has_any(Fixes::DOUBLE_ENCODING_LINES);
    let double_lines = if asks_for_whole { double_lines(&state.text).count() as u64 } else { 0 };
    Diagnosis { edits, left: None, double_lines }
}

/// Is there anything at the front of a text, of which these are the first bytes, for the fixes of marks?
pub(super) fn is_front_of_interest(head: &[u8], fixes: Fixes) -> bool {
    fixes.has_any(Fixes::MARKS) && marks(head).is_some() || fixes.has_any(Fixes::MARK) && mark(head).is_some()
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
        self.edits = compose(mem::take(&mut self.edits), edits, &self.text);
        self.text = Cow::Owned(next);
        true
    }
}

/// The whole text, if it is UTF-16 and becomes text without U+0000.
fn utf_16(text: &[u8], verdict: &Verdict<'_>) -> Vec<Edit> {
    let has_mark = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    if !has_mark && !text.contains(&0) {
        return vec![];
    }
    // What no verdict would make UTF-16 needs none.
    if !has_mark && ![false, true].into_iter().any(|is_big| has_pattern(text, is_big, true)) {
        return vec![];
    }
    let found = verdict.on(text);
    let candidates = found.encoding.into_iter().chain(found.also.iter().copied());
    let encoding = match candidates
        .into_iter()
        .find(|one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be))
    {
        Some(_) if has_mark => Encoding::Utf16,
        Some(encoding) if encoding != Encoding::Utf16 => encoding,
        _ => return vec![],
    };
    let is_sure = found.margin.is_none_or(|bits| bits >= SURE);
    if !has_mark && !has_pattern(text, encoding == Encoding::Utf16Be, is_sure) {
        return vec![];
    }
    match convert(encoding, Encoding::Utf8, text) {
        Ok(with) if !with.contains(&0) && (has_mark || is_text(&with)) => {
            vec![Edit { offset: 0, len: text.len(), with, fixes: Fixes::UTF_16 }]
        }
        _ => vec![],
    }
}

/// The next reading costs so many bits more, where there is no doubt about the first.
const SURE: u64 = 256;

/// Are the bytes 00 where UTF-16 of an order has them? In short texts, where the detector has little to go by, a quarter of
/// the units is below U+0100, three quarters of what may as well be UTF-8, and none has a low byte 00.
fn has_pattern(text: &[u8], is_big: bool, is_sure: bool) -> bool {
    /// Bytes.
    const LONG: usize = 512;
    let (units, rest) = text.as_chunks::<2>();
    let (high, low) = if is_big { (0, 1) } else { (1, 0) };
    let count = |byte: usize| units.iter().filter(|unit| unit[byte] == 0).count();
    let (small, hundreds) = (count(high), count(low));
    let without_nuls: Vec<u8> = text.iter().copied().filter(|&byte| byte != 0).collect();
    let needed = if is_text(&without_nuls) { 3 } else { 1 };
    let is_usual = small * 4 >= needed * units.len() && hundreds == 0;
    let is_long = text.len() >= LONG && needed == 1 && (is_sure || small > 2 * hundreds);
    rest.is_empty() && (is_usual || is_long)
}

/// Has a text in UTF-8 no controls but those that texts have, and nothing that is for private use or for none?
fn is_text(text: &[u8]) -> bool {
    let is_none = |character: char| u32::from(character) & 0xFFFE == 0xFFFE;
    let is_private =
        |character| matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{F0000}'..);
    let is_control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C');
    let is_odd = |character| is_none(character) || is_private(character) || is_control(character);
    str::from_utf8(text).is_ok_and(|text| !text.contains(is_odd))
}

/// What repairs each ill-formed part; of what nothing in use repairs, the fixes that do.
fn sequences(text: &[u8], fixes: Fixes, verdict: &Verdict<'_>) -> (Vec<Edit>, Option<Left>) {
    let (mut edits, mut left) = (vec![], None);
    // What has bytes 00 as well is rather UTF-16 or no text than an older one; so is what the detector takes for UTF-16 without;
    // and in words of such bytes alone they are letters of another script, of an encoding that is not known.
    let legacy = OnceCell::new();
    let may_be_legacy = || {
        *legacy.get_or_init(|| {
            let is_utf_16 = |one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be);
            let looks_like_utf_16 =
                || !is_mostly_ascii(text) && verdict.on(text).encoding.is_some_and(is_utf_16);
            !text.contains(&0) && !is_in_words(text) && !looks_like_utf_16()
        })
    };
    let mut at = 0;
    while let Some((first, found)) = ill_formed(text, at) {
        let found = found.filter(|edit| edit.fixes != Fixes::LEGACY_BYTES || may_be_legacy());
        at = found.as_ref().map_or(end_of(first), Edit::end);
        match found {
            Some(edit) if fixes.has_any(edit.fixes) => edits.push(edit),
            found => {
                let nothing = Left { count: 0, first, would_help: Some(Fixes::default()) };
                let left = left.get_or_insert(nothing);
                left.count += 1;
                left.would_help = left.would_help.zip(found).map(|(more, edit)| more | edit.fixes);
            }
        }
    }
    (edits, left)
}

/// Is it so much ASCII that two by two most bytes would be ideographs that nobody has written?
fn is_mostly_ascii(text: &[u8]) -> bool {
    let ascii = text.iter().filter(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')).count();
    4 * ascii >= 3 * text.len() && !text.starts_with(b"\xFF\xFE") && !text.starts_with(b"\xFE\xFF")
}

/// The first ill-formed part from a place on, and what repairs it.
fn ill_formed(text: &[u8], at: usize) -> Option<(Error, Option<Edit>)> {
    let rest = &text[at..];
    // Behind one, there is often another.
    let error = match rest.first()? {
        0x80.. => error_in_front(Utf8, rest),
        _ => None,
    };
    let error = error.or_else(|| validate(Utf8, rest).err())?;
    let offset = at + error.valid_up_to();
    Some((Error { offset: offset as u64, ..error }, sequence(&text[offset..], offset, error)))
}

fn end_of(error: Error) -> usize {
    error.valid_up_to() + usize::try_from(error.len()).unwrap_or(1)
}

/// Do most of the bytes that Windows-1252 may have left stand side by side, so many as accented letters do in hardly any word?
fn is_in_words(text: &[u8]) -> bool {
    const MANY: u64 = 3;
    let (mut all, mut in_words, mut run) = (0_u64, 0, 0);
    let mut at = 0;
    while let Some((error, found)) = ill_formed(text, at) {
        let is_legacy = found.as_ref().is_some_and(|edit| edit.fixes == Fixes::LEGACY_BYTES);
        let is_behind = error.valid_up_to() == at;
        at = found.as_ref().map_or(end_of(error), Edit::end);
        run = if !is_legacy {
            0
        } else if is_behind {
            run + 1
        } else {
            1
        };
        all += u64::from(is_legacy);
        in_words += match run {
            MANY => MANY,
            ..MANY => 0,
            _ => 1,
        };
    }
    2 * in_words > all
}

/// What repairs the ill-formed part at the front of `rest`, which stands at `at`.
fn sequence(rest: &[u8], at: usize, error: Error) -> Option<Edit> {
    let edit = |len, code_point: u32, fixes| {
        let character = char::from_u32(code_point)?;
        Some(Edit { offset: at, len, with: character.to_string().into_bytes(), fixes })
    };
    if let Some(pair) = pair_in_front(rest) {
        return edit(6, pair.into(), Fixes::CESU_8);
    }
    match rest {
        [0xC0, 0x80, ..] => return edit(2, 0, Fixes::C0_80),
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => return edit(3, crate::REPLACEMENT, Fixes::LONE_SURROGATES),
        _ => {}
    }
    // A part of several bytes, or one at the end, may be what is left of a sequence that was cut; and what is overlong a
    // sequence of somebody, but for C0 and C1 before what is no trail byte.
    let is_sequence = |next: u8| rest[0] > 0xC1 || matches!(next, 0x80..=0xBF);
    let is_single = error.len() == 1
        && rest.get(1).is_some_and(|&next| error.kind() != ErrorKind::Overlong || !is_sequence(next));
    if is_single {
        let single = Encoding::Windows1252.decode_next(&rest[..1], true).ok()?;
        // Five bytes have no character, and would be C1 controls.
        if single.code_point < 0xA0 {
            return None;
        }
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
    (len > MARK.len()).then(|| Edit { offset: 0, len, with: MARK.to_vec(), fixes: Fixes::MARKS })
}

/// Nothing for the marks at the front.
fn mark(text: &[u8]) -> Option<Edit> {
    let len = front(text);
    (len > 0).then(|| Edit { offset: 0, len, with: vec![], fixes: Fixes::MARK })
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
    double_lines(text).flatten().collect()
}

/// The edits of each line that is doubly encoded.
fn double_lines(text: &[u8]) -> impl Iterator<Item = Vec<Edit>> {
    let start = front(text);
    let ends = each_place(text, b'\n').map(|end| end + 1).chain([text.len()]);
    ends.scan(start, move |start, end| {
        Some(part(text, mem::replace(start, end), end, Fixes::DOUBLE_ENCODING_LINES))
    })
    .filter(|edits| !edits.is_empty())
}

fn part(text: &[u8], start: usize, end: usize, fix: Fixes) -> Vec<Edit> {
    if !double::is_candidate(&text[start..end]) {
        return vec![];
    }
    let mut edits = double::decode(&text[start..end], fix).unwrap_or_default();
    for edit in &mut edits {
        edit.offset += start;
    }
    edits
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::random::Random;
    use crate::repair::Scan;

    const PARTS: [&[u8]; 24] = [
        b"plain text, ",
        "café ".as_bytes(),
        "日本語".as_bytes(),
        "Привет ".as_bytes(),
        "💩".as_bytes(),
        "Ã©tÃ© ".as_bytes(),
        "â‚¬".as_bytes(),
        "Ãƒ©".as_bytes(),
        "Ã\u{83}Â©".as_bytes(),
        b"\n",
        b"\r\n",
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xED\xA0\xBD",
        b"\xED\xB2\xA9",
        b"\xC0\x80",
        b"\xC0\xAF",
        b"\xE9 ",
        b"\x93quoted\x94",
        b"\xE2\x82",
        b"\xEF\xBB\xBF",
        b"\xC3\xAF\xC2\xBB\xC2\xBF",
        b"\xFF\xFE",
        b"\x81",
        b"\xC3",
    ];

    /// Damaged text, of few kinds of parts, so that whole texts are now and then of one kind.
    fn damaged(random: &mut Random) -> Vec<u8> {
        let kinds: Vec<_> = (0..1 + random.below(4)).map(|_| random.of(&PARTS)).collect();
        (0..random.below(12)).flat_map(|_| random.of(&kinds).to_vec()).collect()
    }

    fn is_suspect(text: &[u8], fixes: Fixes, size: usize) -> bool {
        let mut scan = Scan::new(fixes);
        text.chunks(size).for_each(|piece| scan.push(piece));
        scan.finish()
    }

    #[test]
    fn a_result_is_well_formed_and_stays() {
        let mut random = Random(1);
        let mut repaired = 0;
        let named: Vec<_> = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL]).collect();
        for round in 0..60_000 {
            let mut text = damaged(&mut random);
            if round % 50 == 0 {
                let units =
                    String::from_utf8_lossy(&text).encode_utf16().flat_map(u16::to_le_bytes).collect();
                text = units;
            }
            let fixes = match round % 3 {
                0 => Fixes::DEFAULT,
                1 => Fixes::ALL | Fixes::MARK,
                _ => random.of(&named) | random.of(&named),
            };
            let found = diagnose(&text, fixes);
            let is_clean = found.left.is_none() && found.edits.is_empty();
            for size in [1, 2, 3, 7, 1000] {
                assert!(is_clean || is_suspect(&text, fixes, size), "{fixes} {text:X?}");
            }
            if let Some(left) = found.left {
                assert!(found.edits.is_empty() && validate(Utf8, &text).is_err());
                if let Some(more) = left.would_help {
                    assert_eq!(diagnose(&text, more).left, None, "{fixes} {text:X?}");
                }
                continue;
            }
            let result = apply(&text, &found.edits);
            assert!(validate(Utf8, &result).is_ok(), "{fixes} {text:X?}");
            let again = diagnose(&result, fixes);
            assert!(again.left.is_none() && again.edits.is_empty(), "{fixes} {text:X?} {again:?}");
            repaired += usize::from(!found.edits.is_empty());
        }
        assert!(repaired > 10_000, "{repaired}");
    }

    #[test]
    fn text_without_damage_stays() {
        for text in [
            "The quick brown fox – “quoted” – costs 5 €.",
            "Grüße aus Köln: Spaß… „Fuß“, ÄÖÜ",
            "À la crème brûlée, « déjà vu » l’été",
            "SÃO PAULO, AMANHÃ, CORAÇÃO",
            "Tiếng Việt: Đường Âu Cơ",
            "Ελληνικά και Кириллица",
            "עברית العربية हिन्दी ไทย",
            "中文 日本語 한국어",
            "\u{FEFF}mark é",
            "text about mojibake: Ã© instead of é",
            "a\0b\u{85}c\u{FFFD}",
            "emoji 👩‍👩‍👧‍👦 🇩🇪",
            "",
        ] {
            for fixes in [Fixes::DEFAULT, Fixes::ALL] {
                let found = diagnose(text.as_bytes(), fixes);
                assert!(found.left.is_none() && found.edits.is_empty(), "{text}: {found:?}");
            }
        }
    }

    #[test]
    fn each_fix_does_what_its_name_says() {
        let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let no_zeros = utf_16("日本語テキスト漢字だけ");
        let russian = "Привет, мир! Как дела?\r\n".repeat(20);
        let chinese = "一天早上，我走到河边，看见水里有许多小鱼。\n".repeat(20);
        for (fix, text, expected) in [
            (Fixes::CESU_8, b"a\xED\xA0\xBD\xED\xB2\xA9b".as_slice(), "a💩b"),
            (Fixes::C0_80, b"a\xC0\x80b", "a\0b"),
            (Fixes::LONE_SURROGATES, b"a\xED\xB2\xA9\xED\xA0\xBDb", "a\u{FFFD}\u{FFFD}b"),
            (Fixes::LEGACY_BYTES, b"\x80 caf\xE9 \xC3\xA9\n", "€ café é\n"),
            (Fixes::LEGACY_BYTES, &no_zeros, ""),
            (Fixes::ALL, &no_zeros, ""),
            // KOI8-R, GB 2312, and a word of German and one of Estonian.
            (Fixes::LEGACY_BYTES, b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?", ""),
            (
                Fixes::ALL,
                b"\xBD\xF1\xCC\xEC\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3\xA3\xAC\xCE\xD2\xC3\xC7\xC8\xA5.",
                "",
            ),
            (
                Fixes::LEGACY_BYTES,
                b"Stra\xDFe, Br\xFCcke, Gr\xF6\xDFe, j\xE4\xE4\xE4\xE4r",
                "Straße, Brücke, Größe, jäääär",
            ),
            (Fixes::LEGACY_BYTES, b"five holes \x81 \x8D \x8F \x90 \x9D ", ""),
            (Fixes::UTF_16, &utf_16("Größe\n"), "Größe\n"),
            (Fixes::UTF_16, b"\xFE\xFF\0a", "a"),
            (Fixes::UTF_16, &utf_16(&russian), &russian),
            (Fixes::UTF_16, &utf_16(&chinese), &chinese),
            (Fixes::MARKS, b"\xEF\xBB\xBF\xEF\xBB\xBFa", "\u{FEFF}a"),
            (Fixes::MARKS, b"\xC3\xAF\xC2\xBB\xC2\xBFa", "\u{FEFF}a"),
            (Fixes::MARK, b"\xEF\xBB\xBFa", "a"),
            (Fixes::DOUBLE_ENCODING, "\u{FEFF}cafÃ©".as_bytes(), "\u{FEFF}café"),
            (Fixes::DOUBLE_ENCODING_LINES, "é\ncafÃ©\n€".as_bytes(), "é\ncafé\n€"),
        ] {
            let found = diagnose(text, fix);
            if expected.is_empty() {
                assert!(found.left.is_some() && found.edits.is_empty(), "{fix}: {text:X?}");
                continue;
            }
            assert_eq!(apply(text, &found.edits), expected.as_bytes(), "{fix}: {text:X?}");
            assert!(found.edits.iter().all(|edit| edit.fixes == fix));
        }
    }
}
