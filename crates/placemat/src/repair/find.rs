//! Finds what is to be repaired in a text, and whether it can be repaired.
//!
//! ```text
//! UTF-16 ► UTF-8, if the detector says so
//! the signature of another encoding ► do nothing
//! each ill-formed subsequence ► a surrogate pair? C0 80? a lone surrogate? a byte of Windows-1252?
//!     something is left ► do nothing: a text that is not UTF-8 then may be anything
//! until nothing changes: byte order marks at the start, double encoding of the whole, of each line
//! remove the byte order mark at the start, if requested
//! ```
//!
//! A text is repaired completely or not at all: the result is well-formed UTF-8, and repairing it again
//! changes nothing.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::codec::Internal;
use crate::form::Utf8;
use crate::kernel::each_place;

use super::double;
use super::edit::{Edit, compose};
use super::fix::Fixes;
use super::foreign::{MARK, foreign_name, foreign_signature, is_foreign};
use super::left::Left;
use super::rewrite::rewritten;
use super::sequence::sequences;
use super::utf_16::utf_16;
use super::verdict::Verdict;

/// The diagnosis of a text.
///
/// ```
/// use placemat::repair::Fixes;
/// let found = Fixes::DEFAULT.diagnose("Müller\nMÃ¼ller\n".as_bytes());
/// assert!(found.edits.is_empty() && found.left.is_none());
/// assert_eq!(found.double_lines, 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The edits in order, which do not overlap. There are none if something would be left.
    pub edits: Vec<Edit>,
    /// The ill-formed subsequences that no enabled fix applies to.
    pub left: Option<Left>,
    /// The number of lines that look doubly encoded, if the whole text does not, and a repair line by line
    /// was not requested.
    pub double_lines: u64,
}

/// U+FEFF, encoded once, twice and three times.
const MARKS: [&[u8]; 3] =
    [b"\xEF\xBB\xBF", b"\xC3\xAF\xC2\xBB\xC2\xBF", b"\xC3\x83\xC2\xAF\xC3\x82\xC2\xBB\xC3\x82\xC2\xBF"];

impl Fixes {
    /// Finds what these fixes apply to.
    ///
    /// ```
    /// use placemat::repair::{Edit, Fixes};
    /// let text = b"a\xC0\x80b \xED\xA0\xBD\xED\xB2\xA9";
    /// let found = Fixes::DEFAULT.diagnose(text);
    /// assert_eq!(found.edits.iter().map(|edit| edit.offset).collect::<Vec<_>>(), [1, 5]);
    /// assert_eq!(Edit::apply_all(&found.edits, text), "a\0b 💩".as_bytes());
    /// ```
    #[inline]
    pub fn diagnose(self, text: &[u8]) -> Diagnosis {
        diagnose_by(&Verdict::new(text), text, self, Proposals::All)
    }
}

/// Repairs a value among many, as [`repair`](super::repair()) does. Fixes that need the detector are not
/// proposed. If it is known, the number of well-formed bytes before the first ill-formed subsequence is given.
#[inline]
pub(crate) fn repair_value(
    value: &[u8],
    well_formed: Option<usize>,
    fixes: Fixes,
) -> Result<Cow<'_, [u8]>, Left> {
    repair_by(value, well_formed, fixes, Proposals::Cheap)
}

/// Repairs a text, in one pass if only sequences are damaged.
#[inline]
pub(super) fn repair_by(
    text: &[u8],
    well_formed: Option<usize>,
    fixes: Fixes,
    proposals: Proposals,
) -> Result<Cow<'_, [u8]>, Left> {
    let verdict = Verdict::new(text);
    let is_utf_16 = |text: &[u8]| fixes.has_any(Fixes::UTF_16) && !utf_16(text, &verdict).is_empty();
    if !is_foreign(text) && !is_utf_16(text) {
        let well_formed = well_formed.unwrap_or_else(|| Utf8.well_formed_run(text));
        let result = rewritten(text, well_formed, fixes, &verdict)
            .map_err(|left| with_proposals(left, &verdict, text, fixes, proposals))?;
        let may_be_double = fixes.has_any(Fixes::DOUBLE_ENCODING | Fixes::DOUBLE_ENCODING_LINES)
            && double::is_candidate(&result);
        let is_sure = match result {
            Cow::Borrowed(_) => true,
            Cow::Owned(_) => !is_utf_16(&result),
        };
        if is_sure && !may_be_double && !is_front_of_interest(&result, fixes) {
            return Ok(result);
        }
    }
    let Diagnosis { edits, left, .. } = diagnose_by(&verdict, text, fixes, proposals);
    match left {
        Some(left) => Err(left),
        None if edits.is_empty() => Ok(Cow::Borrowed(text)),
        None => Ok(Cow::Owned(Edit::apply_all(&edits, text))),
    }
}

/// The fixes that are proposed if something is left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proposals {
    All,
    /// Only those that are found without the detector.
    Cheap,
}

#[inline]
fn diagnose_by(verdict: &Verdict<'_>, text: &[u8], fixes: Fixes, proposals: Proposals) -> Diagnosis {
    let utf_16 = |text: &[u8]| utf_16(text, verdict);
    let mut state = State { text: Cow::Borrowed(text), edits: vec![] };
    let foreign = foreign_name(text);
    if fixes.has_any(Fixes::UTF_16) && foreign.is_none() {
        state.step(utf_16);
    }
    let signature = foreign_signature(&state.text);
    // What is ill-formed in UTF-8 is well-formed there.
    let of_sequences = if signature.is_some() || foreign.is_some() { Fixes::default() } else { fixes };
    let (edits, left) = sequences(&state.text, of_sequences, verdict);
    if let Some(left) = left {
        let left = with_proposals(Left { signature, foreign, ..left }, verdict, text, fixes, proposals);
        return Diagnosis { left: Some(left), ..Diagnosis::default() };
    }
    state.step(|_| edits);
    loop {
        let mut has_changed =
            fixes.has_any(Fixes::DOUBLE_BOM) && state.step(|text| marks(text).into_iter().collect());
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
    if fixes.has_any(Fixes::BOM) {
        state.step(|text| mark(text).into_iter().collect());
    }
    if fixes.has_any(Fixes::UTF_16) && !state.edits.is_empty() && !utf_16(&state.text).is_empty() {
        // U+0000 that was C0 80, for example, makes it ambiguous whether it is UTF-16.
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

/// Adds to `left` the fixes with which nothing would be left. So far it has the further fixes for the
/// sequences.
#[inline]
fn with_proposals(
    left: Left,
    verdict: &Verdict<'_>,
    text: &[u8],
    fixes: Fixes,
    proposals: Proposals,
) -> Left {
    if left.foreign.is_some() {
        return Left { would_help: None, ..left };
    }
    let would_help = match left.signature {
        Some(_) => None,
        None => left.would_help.map(|more| fixes | more),
    };
    let would_help = match proposals {
        Proposals::Cheap => would_help.filter(|more| !more.has_any(Fixes::UTF_16)),
        Proposals::All if !fixes.has_any(Fixes::UTF_16) && !utf_16(text, verdict).is_empty() => {
            Some(fixes | Fixes::UTF_16)
        }
        Proposals::All => would_help,
    };
    // The fixes could make it ambiguous.
    let is_enough = |more: &Fixes| {
        !(more.has_any(Fixes::UTF_16) && (left.signature.is_some() || has_nul(text)))
            || diagnose_by(verdict, text, *more, Proposals::Cheap).left.is_none()
    };
    Left { would_help: would_help.filter(is_enough), ..left }
}

/// Returns `true` if a text contains U+0000 or C0 80. Otherwise it is not UTF-16, and cannot become so.
#[inline]
fn has_nul(text: &[u8]) -> bool {
    each_place(text, 0).next().is_some() || each_place(text, 0xC0).any(|at| text.get(at + 1) == Some(&0x80))
}

/// Returns `true` if the fixes of byte order marks apply to the start of a text, of which `head` is the
/// beginning.
#[inline]
pub(super) fn is_front_of_interest(head: &[u8], fixes: Fixes) -> bool {
    fixes.has_any(Fixes::DOUBLE_BOM) && marks(head).is_some()
        || fixes.has_any(Fixes::BOM) && mark(head).is_some()
}

/// The number of bytes that are enough to decide it.
pub(super) const FRONT: usize = 16;

/// A text that is being repaired.
struct State<'t> {
    text: Cow<'t, [u8]>,
    edits: Vec<Edit>,
}

impl State<'_> {
    /// Makes edits. Returns `true` if there were any.
    fn step(&mut self, find: impl FnOnce(&[u8]) -> Vec<Edit>) -> bool {
        let edits = find(&self.text);
        if edits.is_empty() {
            return false;
        }
        let next = Edit::apply_all(&edits, &self.text);
        self.edits = compose(mem::take(&mut self.edits), edits, &self.text);
        self.text = Cow::Owned(next);
        true
    }
}

/// Replaces several byte order marks, or one that was encoded more than once, by one.
#[inline]
fn marks(text: &[u8]) -> Option<Edit> {
    let mut len = 0;
    while let Some(mark) = MARKS.iter().find(|mark| text[len..].starts_with(mark)) {
        len += mark.len();
    }
    (len > MARK.len()).then(|| Edit { offset: 0, len, with: MARK.to_vec(), fixes: Fixes::DOUBLE_BOM })
}

/// Removes the byte order marks at the start.
#[inline]
fn mark(text: &[u8]) -> Option<Edit> {
    let len = front(text);
    (len > 0).then(|| Edit { offset: 0, len, with: vec![], fixes: Fixes::BOM })
}

/// Returns the length of the byte order marks at the start that were encoded once.
#[inline]
fn front(text: &[u8]) -> usize {
    text.chunks_exact(MARK.len()).take_while(|&chunk| chunk == MARK).count() * MARK.len()
}

/// Undoes double encoding of everything after the byte order mark.
#[inline]
fn whole(text: &[u8]) -> Vec<Edit> {
    part(text, front(text), text.len(), Fixes::DOUBLE_ENCODING)
}

/// Undoes double encoding of each line.
#[inline]
fn lines(text: &[u8]) -> Vec<Edit> {
    double_lines(text).flatten().collect()
}

/// Returns the edits of each line that is doubly encoded.
#[inline]
fn double_lines(text: &[u8]) -> impl Iterator<Item = Vec<Edit>> {
    let start = front(text);
    let ends = each_place(text, b'\n').map(|end| end + 1).chain([text.len()]);
    ends.scan(start, move |start, end| {
        Some(part(text, mem::replace(start, end), end, Fixes::DOUBLE_ENCODING_LINES))
    })
    .filter(|edits| !edits.is_empty())
}

#[inline]
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

    use placemat_random::Random;

    use super::*;
    use crate::engine::validate;
    use crate::repair::{Scan, repair};

    const PARTS: [&[u8]; 26] = [
        b"plain text, ",
        b"\xEF\xB7\x9D\xED\xB2\xAE\x00\x0A",
        b"\xF7\x64\x4C",
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

    /// Damaged text with few kinds of parts, so that whole texts are sometimes of one kind.
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
                1 => Fixes::ALL | Fixes::BOM,
                _ => random.of(&named) | random.of(&named),
            };
            let found = fixes.diagnose(&text);
            let is_clean = found.left.is_none() && found.edits.is_empty();
            // One pass has the same result.
            let edited = found.left.map_or_else(|| Ok(Edit::apply_all(&found.edits, &text)), Err);
            assert_eq!(repair(&text, fixes).map(Cow::into_owned), edited, "{fixes} {text:X?}");
            for size in [1, 2, 3, 7, 1000] {
                assert!(is_clean || is_suspect(&text, fixes, size), "{fixes} {text:X?}");
            }
            if let Some(left) = found.left {
                assert!(found.edits.is_empty() && validate(Utf8, &text).is_err());
                if let Some(more) = left.would_help {
                    assert_eq!(more.diagnose(&text).left, None, "{fixes} {text:X?}");
                }
                continue;
            }
            let result = Edit::apply_all(&found.edits, &text);
            assert!(validate(Utf8, &result).is_ok(), "{fixes} {text:X?}");
            let again = fixes.diagnose(&result);
            assert!(again.left.is_none() && again.edits.is_empty(), "{fixes} {text:X?} {again:?}");
            repaired += usize::from(!found.edits.is_empty());
        }
        assert!(repaired > 10_000, "{repaired}");
    }

    /// What cannot be repaired is reported after about the time of a lossy conversion. The detector is used
    /// only for text that may be UTF-16 and has its bytes 00 or byte order mark, and never for values of a
    /// column.
    #[test]
    fn what_is_left_is_found_without_the_detector() {
        let texts = [
            "é",
            "Une voix légère répète près de la fenêtre, le 10 à 20 h 30, que l’été s’achève.\n",
            "Она тихо читает письмо у окна, пока на улице снег.",
            "في الحديقة نقرأ كتابا 1000000",
            "אנחנו קוראים ספר בגן",
            "我们在花园里读书，没有人问这个问题。",
            "ひらがなとカタカナでかくぶんしょう",
            "나는 정원에서 책을 읽는다.",
            "emoji 😀 and 00000000 zeros",
            "a\0b",
        ];
        let wrong: [&[u8]; 5] = [b"\xFF", b"\x81", b"\xE9 ", b"\xE2\x82", b"\xED\xA0\xBD"];
        for text in texts.map(|text| text.repeat(40)) {
            for wrong in wrong {
                for cut in [0, text.len() / 3, text.len()] {
                    let cut = text.floor_char_boundary(cut);
                    let input = [&text.as_bytes()[..cut], wrong, &text.as_bytes()[cut..]].concat();
                    for fixes in Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL]) {
                        let verdict = Verdict::new(&input);
                        let found = diagnose_by(&verdict, &input, fixes, Proposals::All);
                        assert_eq!(verdict.runs.get(), 0, "{fixes} {wrong:X?} {text}");
                        assert!(found.left.is_some() || !found.edits.is_empty());
                    }
                }
            }
        }
        // Hardly damaged, text is not UTF-16, whatever its units would be.
        for character in ('\u{80}'..='\u{10FFFF}').step_by(61) {
            // In UTF-16, a byte 30 in front begins kana.
            let input = [String::from_iter(['0', character]).repeat(200).as_bytes(), b"\xE9 a"].concat();
            let verdict = Verdict::new(&input);
            let found = diagnose_by(&verdict, &input, Fixes::LEGACY_BYTES, Proposals::All);
            assert_eq!(verdict.runs.get(), 0, "{character:?}");
            assert_eq!(found.edits.len(), 1, "{character:?}");
        }
        let utf_16: Vec<u8> = "Größe\n".repeat(9).encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (proposals, runs) in [(Proposals::All, 1), (Proposals::Cheap, 0)] {
            let verdict = Verdict::new(&utf_16);
            let left = diagnose_by(&verdict, &utf_16, Fixes::DEFAULT, proposals).left.unwrap();
            assert_eq!(left.would_help.is_some(), proposals == Proposals::All);
            assert!((runs..3 * runs + 1).contains(&verdict.runs.get()), "{}", verdict.runs.get());
        }
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
                let found = fixes.diagnose(text.as_bytes());
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
            (Fixes::DOUBLE_BOM, b"\xEF\xBB\xBF\xEF\xBB\xBFa", "\u{FEFF}a"),
            (Fixes::DOUBLE_BOM, b"\xC3\xAF\xC2\xBB\xC2\xBFa", "\u{FEFF}a"),
            (Fixes::BOM, b"\xEF\xBB\xBFa", "a"),
            (Fixes::DOUBLE_ENCODING, "\u{FEFF}cafÃ©".as_bytes(), "\u{FEFF}café"),
            (Fixes::DOUBLE_ENCODING_LINES, "é\ncafÃ©\n€".as_bytes(), "é\ncafé\n€"),
        ] {
            let found = fix.diagnose(text);
            if expected.is_empty() {
                assert!(found.left.is_some() && found.edits.is_empty(), "{fix}: {text:X?}");
                continue;
            }
            assert_eq!(Edit::apply_all(&found.edits, text), expected.as_bytes(), "{fix}: {text:X?}");
            assert!(found.edits.iter().all(|edit| edit.fixes == fix));
        }
    }
}
