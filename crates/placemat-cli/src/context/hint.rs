//! Hints: the likely cause of an error.

use placemat::form::CorrectedUtf8;
use placemat::views::Rule;
use placemat::{Codec, Encoding, Endian, ErrorKind};

use super::kind::Kind;
use super::{Disguised, ErrorContext, Foreign};
use crate::legacy::{self, Confidence, Guess, Legacy, Misplaced, Shape};
use crate::mark;
use crate::mixed::{self, Spliced};
use crate::show::{self, Excerpt, WHY_DISGUISED, code_point, is_hostile};
use crate::units::{self, Sort};

/// Returns the hint below an excerpt, if there is one.
pub(super) fn of(around: &ErrorContext) -> Option<String> {
    if around.legacy.is_some() {
        return None;
    }
    match around.kind {
        Kind::IllFormed(kind) => of_ill_formed(kind, around),
        Kind::Rule(rule) => of_rule(rule, around),
        Kind::Denied(_) => None,
    }
}

/// Returns `true` if the hint on the preceding error may also apply to this one: trail bytes follow their
/// lead byte, and a trail surrogate its lead surrogate.
pub(super) fn continues(around: &ErrorContext) -> bool {
    is_after_lead(around) || matches!(around.bytes.get(around.at), Some(0x80..=0xBF))
}

/// Returns a hint for a violation of a house rule of Corrected UTF-8 documents.
fn of_rule(rule: Rule, around: &ErrorContext) -> Option<String> {
    let hint = match rule {
        Rule::MagicNumber => {
            "a file begins with EF B7 9D ED B2 AE 00 0A; for a string there is -e corrected-utf-8"
        }
        Rule::FinalTerminator => "U+000A, 0A, ends a line, and the last one as well",
        Rule::Nul => "a lone 00 ends a string in many programs",
        Rule::CarriageReturn => match around.bytes.get(around.at + 1) {
            Some(b'\n') => "U+000A alone ends a line: placemat convert --line-ends lf",
            _ => "U+000A alone ends a line",
        },
        Rule::LineSeparator => "U+000A ends a line",
        Rule::ParagraphSeparator => "U+000A ends a line; what a paragraph is, markup tells",
        Rule::Control => match around.bytes.get(around.at)? {
            b'\t' => "a tabulation looks different everywhere: use spaces, or markup",
            0x1B => "an escape sequence is for a terminal: keep it out of text",
            _ => "of the C0 controls only U+000A belongs in text",
        },
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Returns a hint for an ill-formed subsequence: first what the whole input may be, then what the subsequence
/// may be, then what may have happened.
fn of_ill_formed(kind: ErrorKind, around: &ErrorContext) -> Option<String> {
    let info = around.encoding.info();
    match kind {
        ErrorKind::NotDoubleEncoded => {
            return Some("it was encoded once, or in another way: placemat detect says how".to_owned());
        }
        ErrorKind::Frame => {
            return Some("the length does not fit: placemat detect may know what else it is".to_owned());
        }
        _ => {}
    }
    let is_document = mark::is_document(around.encoding);
    if around.foreign == Some(Foreign::NearlyDocument) && !is_document {
        let hint = "the bytes begin nearly as a Corrected UTF-8 document, with EF B7 9D ED B2 AE 00 0A: another mark or line end is damage";
        return Some(hint.to_owned());
    }
    if around.foreign == Some(Foreign::Gb18030) {
        return Some(
            "the signature at the front is that of GB18030: try iconv -f GB18030 -t UTF-8".to_owned(),
        );
    }
    if around.foreign == Some(Foreign::Document) && !is_document {
        return Some(
            "the bytes begin as a Corrected UTF-8 document: try -e corrected-utf-8-document".to_owned(),
        );
    }
    if let Some(parts) = around.whole.parts {
        return Some(format!("the input is {}: {}", parts.describe(), parts.remedy()));
    }
    if let Some(other) = wide(around) {
        // If it were all of the text, that would be seen at its start.
        if info.is_utf_16() && around.offset > around.at as u64 {
            let name = other.name().to_uppercase();
            return Some(format!(
                "here the bytes stand as in {name}: a byte may have been inserted or lost before them"
            ));
        }
        return Some(format!("the bytes stand as in {}: try -e {other}", other.name().to_uppercase()));
    }
    match info.width {
        1 if info.keeps_ascii => {
            foreign(kind, around).or_else(|| single_bytes(around)).or_else(|| accident(kind, around))
        }
        2 => match kind {
            ErrorKind::Surrogate if info.is_utf_16() => {
                if let Some(other) = swapped(around) {
                    return Some(format!("in the other byte order, the bytes are text: try -e {other}"));
                }
                // Among units that are not text, one surrogate does not say what they are.
                let first = around.offset.saturating_sub(around.at as u64) % 2;
                let units = around.bytes.get(first as usize..).unwrap_or_default();
                if !mixed::are_likely_text(units, info.order.unwrap_or(Endian::Big)) {
                    return accident(kind, around);
                }
                let other = info.name.replacen("utf", "wtf", 1);
                Some(format!("a lone surrogate, as {} holds it: try -e {other}", other.to_uppercase()))
            }
            _ => accident(kind, around),
        },
        _ => accident(kind, around),
    }
}

/// Returns the encoding in whose units the bytes stand, unless they are already read in units of this width
/// and order.
pub(super) fn wide(around: &ErrorContext) -> Option<Encoding> {
    let info = around.encoding.info();
    let is_other = |other: &Encoding| {
        let other = other.info();
        info.width == 1 || other.width != info.width || other.order.is_some() && other.order != info.order
    };
    by_mark(around).or_else(|| by_zeros(around)).filter(is_other)
}

/// Returns UTF-16 in the other byte order, if the bytes are text in it and not as they are read.
fn swapped(around: &ErrorContext) -> Option<Encoding> {
    let info = around.encoding.info();
    let (own, other) = match info.order {
        _ if !info.is_utf_16() => return None,
        Some(Endian::Little) => (Encoding::Utf16Le, Encoding::Utf16Be),
        _ => (Encoding::Utf16Be, Encoding::Utf16Le),
    };
    let first = around.offset.checked_sub(around.at as u64)? % 2;
    let units = around.bytes.get(first as usize..)?;
    let units = &units[..units.len() & !1];
    (units::sort(units, other) == Sort::Text && units::sort(units, own) != Sort::Text).then_some(other)
}

/// Returns the encoding of a BOM at the start.
fn by_mark(around: &ErrorContext) -> Option<Encoding> {
    if around.offset > around.at as u64 {
        return None;
    }
    match around.bytes[..] {
        // In UTF-32, the next unit is a code point, too. In UTF-16, this is U+0000 after the BOM.
        [0xFF, 0xFE, 0, 0, _, _, other, more, ..] if other > 0x10 || more > 0 => {
            Some(Encoding::Utf16).filter(|_| around.encoding.info().width == 1)
        }
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some(Encoding::Utf32),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if around.encoding.info().width == 1 => Some(Encoding::Utf16),
        _ => None,
    }
}

/// Returns the encoding in which bytes 00 occur between letters of Latin script as they do here.
fn by_zeros(around: &ErrorContext) -> Option<Encoding> {
    const LEAST: usize = 3;
    let first = around.offset - around.at as u64;
    let mut zeros = [0; 4];
    for (offset, _) in (first..).zip(&around.bytes).filter(|&(_, &byte)| byte == 0) {
        zeros[(offset % 4) as usize] += 1;
    }
    match zeros {
        [0, 0, c, d] | [0, _, c, d] if c >= LEAST && d >= LEAST => Some(Encoding::Utf32Le),
        [a, b, 0, 0] | [a, b, _, 0] if a >= LEAST && b >= LEAST => Some(Encoding::Utf32Be),
        [0, b, 0, d] if b + d >= LEAST => Some(Encoding::Utf16Le),
        [a, 0, c, 0] if a + c >= LEAST => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// Returns what the subsequence would be in another member of the family.
fn foreign(kind: ErrorKind, around: &ErrorContext) -> Option<String> {
    let ahead = &around.bytes[around.at..];
    let in_another = |other: Encoding| {
        let decoded = other.decode_next(ahead, true).ok()?;
        Some((decoded.len, decoded.code_point)).filter(|&(len, _)| len > 1)
    };
    match *ahead {
        [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
            let (_, joined) = in_another(Encoding::Cesu8)?;
            let remedy = match kind {
                ErrorKind::SurrogatePair => "--heal-pairs reads them so".to_owned(),
                _ => format!("try -e cesu-8{}", or_repair(around)),
            };
            Some(format!("these six bytes are a surrogate pair in CESU-8, U+{joined:04X}: {remedy}"))
        }
        // The pair has its hint at its lead surrogate.
        [0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] if is_after_lead(around) => None,
        // The second half may be missing.
        [0xED, 0xA0..=0xAF, 0x80..=0xBF, ..] if kind == ErrorKind::Truncated => None,
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => {
            let (_, half) = in_another(Encoding::Wtf8)?;
            let holder = match around.encoding.info().reads_pairs() {
                true => "CESU-8 of others holds it: try -e cesu-8-lenient",
                false => "WTF-8 holds it: try -e wtf-8",
            };
            Some(format!("these three bytes are the lone surrogate U+{half:04X}, as {holder}"))
        }
        [0xC0, 0x80, ..] => {
            let or_repair = or_repair(around);
            Some(format!("these two bytes are U+0000 in Modified UTF-8: try -e mutf-8{or_repair}"))
        }
        [0x00, ..] if !around.encoding.info().has_nul_alone() => {
            Some("Modified UTF-8 has C0 80 for U+0000: try -e mutf-8-lenient, which takes both".to_owned())
        }
        [0x00, 0x0A, ..] if around.bytes[..around.at].ends_with(&CorrectedUtf8::MAGIC_NUMBER[..6]) => {
            Some("a second magic number: were two documents joined?".to_owned())
        }
        [0xF0..=0xF4, ..] if kind == ErrorKind::InvalidUnit => {
            let (_, code_point) = in_another(Encoding::Utf8)?;
            let of_mix = match around.encoding.info().reads_pairs() {
                true => ", or placemat repair if there are surrogate pairs, too",
                false => "",
            };
            Some(format!("these four bytes are U+{code_point:04X} in UTF-8: try -e utf-8{of_mix}"))
        }
        _ if kind == ErrorKind::OutOfRange => {
            let (len, value) = in_another(Encoding::Utf8Rfc2279)?;
            Some(format!(
                "these {len} bytes were U+{value:04X} before UTF-8 ended at U+10FFFF: try -e utf-8-rfc2279"
            ))
        }
        [0, ..] => None,
        _ => {
            if let Some(Disguised { code_point, bytes }) = disguised(around) {
                return Some(format!("{bytes} is {}: {WHY_DISGUISED}", show::disguised(code_point)));
            }
            let (masked, _) = around.encoding.info().table.masked(ahead)?;
            Some(format!("a decoder that only masks bits reads {}", code_point(masked.code_point)))
        }
    }
}

/// Returns the whole overlong sequence that begins with an error, and the code point that it encodes.
pub(super) fn disguised(around: &ErrorContext) -> Option<Disguised> {
    let ahead = &around.bytes[around.at..];
    let (masked, kind) = around.encoding.info().table.masked(ahead)?;
    let is_overlong = kind == ErrorKind::Overlong && around.encoding.info().width == 1;
    let bytes = Excerpt::new(&ahead[..masked.len], masked.len as u64);
    is_overlong.then_some(Disguised { code_point: masked.code_point, bytes })
}

/// Returns an addition for UTF-8, which is what `placemat repair` writes.
fn or_repair(around: &ErrorContext) -> &'static str {
    if around.encoding.info().is_utf_8 { ", or placemat repair" } else { "" }
}

/// Returns `true` if a lead surrogate, in three bytes, immediately precedes the error.
fn is_after_lead(around: &ErrorContext) -> bool {
    matches!(around.bytes[..around.at], [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF])
}

/// Bytes between ASCII, and what they would be in Windows-1252.
struct SingleBytes {
    run: usize,
    shown: String,
    is_likely: bool,
}

impl SingleBytes {
    /// Returns `None` if there is a likelier cause. The lead bytes of the commonest sequences have more
    /// likely lost their trail bytes, and trail bytes their lead byte.
    fn of(around: &ErrorContext) -> Option<Self> {
        const MOST: usize = 3;
        let (before, ahead) = around.bytes.split_at(around.at);
        let run = ahead.iter().take_while(|byte| !byte.is_ascii()).count();
        let is_between = before.last().is_none_or(u8::is_ascii) && (1..=MOST).contains(&run);
        let are_trails = run > 1 && ahead[..run].iter().all(|byte| matches!(byte, 0x80..=0xBF));
        let is_in_front = around.offset == 0 && legacy::begins_within_character(ahead);
        let is_cut = around.length > 1 || are_trails || is_in_front || matches!(ahead, [0xC2 | 0xC3, ..]);
        if !is_between || is_cut {
            return None;
        }
        let shown = ahead[..run].iter().map(|byte| legacy::in_windows_1252(*byte));
        let shown: Option<String> = shown.map(|one| Some(one).filter(|one| !is_hostile(*one))).collect();
        // Bytes at the end of a text may also be a truncated sequence, which `repair` does not change.
        let is_likely = ahead.len() > run && is_western(around, run);
        Some(SingleBytes { run, shown: shown?, is_likely })
    }
}

/// Returns a hint about bytes between ASCII.
fn single_bytes(around: &ErrorContext) -> Option<String> {
    let SingleBytes { run, shown, is_likely } = SingleBytes::of(around)?;
    let them = if run == 1 { "it is" } else { "they are" };
    if let Some(legacy) = of_whole(around, run) {
        let (name, shown) = (legacy.identifier(), read_as(around, run, legacy)?);
        if let Some(spliced) = around.whole.spliced {
            let (looks, remedy) = (spliced.looks(), "placemat check shows how to convert that part");
            return Some(format!("perhaps {name}, where {them} {shown}: the input is {looks}; {remedy}"));
        }
        return Some(format!("perhaps {name}, where {them} {shown}: try placemat convert -f {name}"));
    }
    if around.whole.is_unknown {
        return None;
    }
    let is_whole_likely = around.whole.guess.is_some_and(|guess| guess.confidence > Confidence::Perhaps);
    // At the beginning of a word, a byte at the end is rather what is left of a character.
    let is_cut = around.kind == Kind::IllFormed(ErrorKind::Truncated)
        && !around.bytes[..around.at].last().is_some_and(u8::is_ascii_alphabetic);
    if is_cut && !is_likely && !is_whole_likely {
        return None;
    }
    let remedy = match () {
        () if is_likely && !around.whole.is_left => ": try placemat repair --fix legacy-bytes",
        () if is_whole_likely => ": try placemat convert -f windows-1252",
        () => "",
    };
    Some(format!("perhaps windows-1252, where {them} {shown}{remedy}"))
}

/// Returns the only hint about a text: about the whole, if that looks like a legacy encoding.
pub(super) fn of_only(around: &ErrorContext) -> Option<String> {
    let Some(guess) = around.whole.guess else { return of(around) };
    let (name, confidence) = (guess.legacy.identifier(), guess.confidence.name());
    let of_whole = || format!("the whole looks like {name} ({confidence}): try placemat convert -f {name}");
    Some(single_bytes(around).unwrap_or_else(of_whole))
}

/// Returns the characters of the bytes and the encoding: windows-1252, if they are likely that, or the one
/// that the whole text is likely in.
pub(super) fn western(around: &ErrorContext) -> Option<String> {
    let SingleBytes { run, shown, is_likely } = SingleBytes::of(around)?;
    if let Some(legacy) = of_whole(around, run) {
        return Some(format!("{} in {}", read_as(around, run, legacy)?, legacy.title()));
    }
    (is_likely && !around.whole.is_unknown).then(|| format!("{shown} in Windows-1252"))
}

/// Returns the legacy encoding that the whole text is likely in, if it is not windows-1252. Of bytes in a word, and of
/// words in another script, it is enough that it is perhaps in that.
fn of_whole(around: &ErrorContext, run: usize) -> Option<Legacy> {
    let of_part = |spliced: Spliced| spliced.guess();
    let Guess { legacy, confidence, evidence, .. } =
        around.whole.guess.or(around.whole.spliced.map(of_part))?;
    let are_letters = |text: String| text.chars().all(char::is_alphabetic);
    let is_word = || evidence.script().0 != "Latin" && read_as(around, run, legacy).is_some_and(are_letters);
    let says_enough = confidence > Confidence::Perhaps || is_in_word(around, run) || is_word();
    (legacy.of_family().is_none() && says_enough).then_some(legacy)
}

/// Returns `true` if a letter of ASCII is beside the bytes.
fn is_in_word(around: &ErrorContext, run: usize) -> bool {
    let ErrorContext { bytes, at, .. } = around;
    let letter_at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    letter_at(at.checked_sub(1)) || letter_at(Some(at + run))
}

/// Returns the characters of the bytes in an encoding of single bytes.
fn read_as(around: &ErrorContext, run: usize, legacy: Legacy) -> Option<String> {
    let text = legacy.read(&around.bytes[around.at..around.at + run]);
    (legacy.shape() == Shape::Single && !text.chars().any(is_hostile)).then_some(text)
}

/// Returns `true` if bytes are likely those of a text in windows-1252, so that repairing them is right. In
/// other scripts whole words consist of such bytes, and in EBCDIC nearly everything does: letters must be
/// within words, and most of the text must be ASCII. Polish or Russian UTF-8 has other bytes of other
/// encodings, and a lead byte at the end of a line may be a cut character. In CP850, Mac Roman, ISO-8859-9,
/// and in UTF-8 that has lost its lead bytes, other bytes are letters.
fn is_western(around: &ErrorContext, run: usize) -> bool {
    let ErrorContext { bytes, at, encoding, .. } = around;
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let others = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    encoding.info().is_utf_8
        && !bytes.contains(&0)
        && letters >= 2 * others
        && is_in_word(around, run)
        && !has_misplaced(around, run)
        && !legacy::is_hardly_windows_1252(bytes)
        && bytes[*at..at + run].iter().all(|&byte| is_western_letter(byte))
}

/// Returns `true` if bytes would be signs within a word, which are letters in encodings of DOS.
fn has_misplaced(around: &ErrorContext, run: usize) -> bool {
    let own = around.at..around.at + run;
    let read = |(at, byte): (usize, &u8)| (legacy::in_windows_1252(*byte), own.contains(&at));
    let text = around.bytes.iter().enumerate().map(read);
    Misplaced::of(text).misplaced > 0
}

/// Returns `true` for a small letter, except those that differ in Turkish, and for an ellipsis, quotation
/// mark or dash.
const fn is_western_letter(byte: u8) -> bool {
    matches!(byte, 0x85 | 0x91..=0x94 | 0x96..=0x97 | 0xDF..=0xEF | 0xF1..=0xF6 | 0xF8..=0xFC)
}

/// Returns what may have happened to the text. Nothing has happened to text that is likely in a legacy encoding.
fn accident(kind: ErrorKind, around: &ErrorContext) -> Option<String> {
    if around.whole.guess.is_some_and(|guess| guess.confidence > Confidence::Perhaps) {
        return None;
    }
    if let Some(spliced) = around.whole.spliced {
        return Some(format!("the input is {}: placemat check shows how to convert it", spliced.looks()));
    }
    // A few letters, and those of Latin script, are as likely left of characters.
    const LEAST: u64 = 8;
    let is_other = |guess: &Guess| {
        let (script, letters) = guess.evidence.script();
        guess.legacy.of_family().is_none() && script != "Latin" && letters >= LEAST
    };
    if let Some(Guess { legacy, .. }) = around.whole.guess.filter(is_other) {
        let name = legacy.identifier();
        return Some(format!("the input is perhaps in {name}: try placemat convert -f {name}"));
    }
    let hint = match kind {
        ErrorKind::Truncated if around.encoding.info().width == 1 => "was the end of the input cut off?",
        ErrorKind::Truncated => "was the end cut off, or a byte lost before it?",
        ErrorKind::StrayTrail if around.offset == 0 => "was the start of the input cut off?",
        ErrorKind::Interrupted => "was something cut out or written over here?",
        _ => return None,
    };
    Some(hint.to_owned())
}
