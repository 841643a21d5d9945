//! Whether an input is already in the encoding of the output, as after an earlier run. A second conversion
//! would encode it twice, or destroy the result of the first.

use placemat::detect::Price;
use placemat::form::CorrectedUtf8;
use placemat::{Codec, Encoding, Endian, OnError, convert};

use super::super::super::Plan;
use super::FRONT;
use crate::code_points;
use crate::input::Input;
use crate::names::Side;
use crate::status::CommandError;

/// The length of the longest input that is read as a whole, to find a frame or double encoding.
const WHOLE: usize = 16 << 20;

/// Returns `true` if an input already is in the encoding of the output, and hardly in the one that was named.
pub(super) fn is_already(plan: &Plan, from: Encoding, input: &mut Input) -> Result<bool, CommandError> {
    let to = match plan.to {
        Side::Encoding(to) if to == from => return Ok(false),
        to => to,
    };
    // Only the whole input shows a frame or double encoding.
    if let Side::Encoding(to) = to
        && to.is_wrapper()
    {
        let whole = read(input, WHOLE, |_| false)?;
        return Ok(!has_own_signature(from, &whole.head)
            && whole.is_all
            && is_layered(to, from, &whole.bytes));
    }
    // ASCII that both encodings keep is not evidence for either.
    let may_skip = from.info().keeps_ascii && matches!(to, Side::Encoding(to) if to.info().keeps_ascii);
    let is_passed = |block: &[u8]| may_skip && is_plain(block);
    let Read { head, bytes, is_all } = read(input, FRONT, is_passed)?;
    Ok(match to {
        _ if has_own_signature(from, &head) => false,
        Side::CodePoints => code_points::is_written(&bytes, is_all),
        Side::Legacy(_) | Side::Auto => false,
        Side::Encoding(to) => is_rather(plan, to, from, &bytes, is_all),
    })
}

/// Returns `true` if the input begins with a signature of the encoding, which is stronger evidence than the
/// rest of the text.
fn has_own_signature(encoding: Encoding, head: &[u8]) -> bool {
    let is_skipped = encoding.begin(head, false, Endian::Big).is_some_and(|preamble| preamble.skip > 0);
    let is_mark = || encoding.decode_next(head, false).is_ok_and(|decoded| decoded.code_point == 0xFEFF);
    let is_document = || encoding.info().is_corrected && head.starts_with(&CorrectedUtf8::MAGIC_NUMBER);
    // A frame and double encoding begin with their contents.
    is_skipped || is_document() || !encoding.is_wrapper() && is_mark()
}

/// How many bits more the text must cost in one encoding than in the other: the cost of some letters of
/// another script.
const CLEAR: u64 = 16;
/// The limit if the text is ill-formed in the other encoding: the cost of one letter of single bytes in text
/// of ASCII, which is lower in its own encoding.
const CLEAR_WHERE_ILL_FORMED: u64 = 12;
/// The limit if the error is reported anyway, and nothing is written.
const CLEAR_WHERE_REFUSED: u64 = 64;

/// Returns `true` if the input is text in `to`, and much less like text in `from`.
fn is_rather(plan: &Plan, to: Encoding, from: Encoding, bytes: &[u8], is_all: bool) -> bool {
    // Only its magic number distinguishes it from other text of bytes.
    if to.info().is_corrected && from.info().width == 1 && !bytes.starts_with(&CorrectedUtf8::MAGIC_NUMBER) {
        return false;
    }
    let cost = |one: Encoding| Price::of(bytes, ordered(one, plan.options.default_endian), is_all);
    let (new, old) = (cost(to), cost(from));
    let clear = match plan.options.on_error {
        _ if old.is_well_formed => CLEAR,
        OnError::Strict => CLEAR_WHERE_REFUSED,
        _ => CLEAR_WHERE_ILL_FORMED,
    };
    new.is_well_formed && new.is_text && !new.is_same_text(&old) && old.bits >= new.bits + clear
}

/// Returns the encoding that is read if there is no BOM.
pub(super) fn ordered(encoding: Encoding, default: Endian) -> Encoding {
    match default {
        Endian::Little if encoding.info().width > 1 && encoding.info().order.is_none() => {
            encoding.with_order(Endian::Little)
        }
        // Big-endian is the default of the library.
        _ => encoding,
    }
}

/// Returns `true` if the whole input is in a frame, or doubly encoded, and is better text if it is read in
/// that way.
fn is_layered(to: Encoding, from: Encoding, whole: &[u8]) -> bool {
    let is_whole = |one: Encoding| one.resolve(whole).is_ok_and(|found| found.end == whole.len());
    // Frames may contain surrogates and U+0000.
    let read = |one: Encoding| convert(one, Encoding::GeneralizedUtf8, whole).ok().filter(|_| is_whole(one));
    let bits = |text: &[u8]| Price::of(text, Encoding::GeneralizedUtf8, true).bits;
    match (read(to), read(from)) {
        (None, _) => false,
        (Some(text), _) if to.as_frame().is_none() && text.is_ascii() => false,
        (Some(_), None) => true,
        (Some(text), Some(other)) => bits(&text) < bits(&other),
    }
}

/// What was read of an input.
struct Read {
    head: Vec<u8>,
    bytes: Vec<u8>,
    is_all: bool,
}

/// How much is skipped at a time.
const BLOCK: usize = 512;

/// Returns `true` if the block is ASCII without U+0000.
fn is_plain(block: &[u8]) -> bool {
    block.iter().fold(true, |all, byte| all & (byte.wrapping_sub(1) < 0x7F))
}

/// Reads the first bytes of an input, at most `most`, after the blocks that are skipped.
fn read(input: &mut Input, most: usize, is_passed: impl Fn(&[u8]) -> bool) -> Result<Read, CommandError> {
    let (mut head, mut bytes, mut is_passing) = (vec![], vec![], true);
    input.scout(|mut piece| {
        let room = CorrectedUtf8::MAGIC_NUMBER.len() - head.len();
        head.extend_from_slice(&piece[..piece.len().min(room)]);
        if is_passing {
            let passed: usize =
                piece.chunks(BLOCK).take_while(|block| is_passed(block)).map(<[u8]>::len).sum();
            is_passing = passed == piece.len();
            piece = &piece[passed..];
        }
        // One more byte shows that there is more.
        let room = most + 1 - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        bytes.len() <= most
    })?;
    let is_all = bytes.len() <= most;
    bytes.truncate(most);
    Ok(Read { head, bytes, is_all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_is_ascii_without_nul() {
        assert!(is_plain(b"") && is_plain(b"\x01 a\x7F"));
        assert!(!is_plain(b"a\0") && !is_plain(b"a\x80") && !is_plain(b"\xFF"));
    }

    #[test]
    fn a_mark_is_its_own() {
        for (encoding, head, is_own) in [
            (Encoding::Utf16, &b"\xFE\xFF\0a"[..], true),
            (Encoding::Utf16, b"\xFF\xFEa\0", true),
            (Encoding::Utf16Le, b"\xFF\xFEa\0", true),
            (Encoding::Utf16Le, b"\xFE\xFF\0a", false),
            (Encoding::Utf8, b"\xEF\xBB\xBFa", true),
            (Encoding::Utf8Sig, b"\xEF\xBB\xBFa", true),
            (Encoding::Windows1252, b"\xEF\xBB\xBFa", false),
            (Encoding::CorrectedUtf8, &CorrectedUtf8::MAGIC_NUMBER, true),
            (Encoding::CorrectedUtf8Document, &CorrectedUtf8::MAGIC_NUMBER, true),
            (Encoding::Utf1, b"\xF7\x64\x4C", true),
            (Encoding::Utf8, b"a", false),
            (Encoding::Utf8, b"", false),
        ] {
            assert_eq!(has_own_signature(encoding, head), is_own, "{encoding} {head:X?}");
        }
    }

    #[test]
    fn a_frame_is_whole_and_better_text_in_it() {
        for (to, from, bytes, is_framed) in [
            (Encoding::Mutf8WriteUtf, Encoding::Utf8, &b"\0\x05hello"[..], true),
            (Encoding::Mutf8WriteUtf, Encoding::Utf8, b"\0\x05hello!", false),
            (Encoding::Mutf8WriteUtf, Encoding::Wtf8, b"\0\x04a\xED\xA0\x80", true),
            (Encoding::Mutf8Nul, Encoding::Utf8, b"hello\0", true),
            (Encoding::Mutf8Nul, Encoding::Utf16Le, b"h\0i\0", false),
            (Encoding::Mutf8Nul, Encoding::Mutf8WriteUtf, b"\0\x05hello", false),
            // If it is read as the other frame, each has a control or a count instead of a letter.
            (Encoding::Mutf8Nul, Encoding::Mutf8Dex, b"\x05hello\0", false),
            (Encoding::Mutf8Dex, Encoding::Mutf8Nul, b"\x05hello\0", true),
            (Encoding::DoubleUtf8Latin1, Encoding::Utf8, "CafÃ©".as_bytes(), true),
            (Encoding::DoubleUtf8Latin1, Encoding::Utf8, b"Cafe", false),
            (Encoding::DoubleUtf8Latin1, Encoding::Utf8, "Café".as_bytes(), false),
        ] {
            assert_eq!(is_layered(to, from, bytes), is_framed, "{to} {from} {bytes:X?}");
        }
    }
}
