//! Decides whether the first bytes of an input can be text in an encoding that accepts nearly all bytes.

use placemat::form::Ucs4Units;
use placemat::stream::End;
use placemat::{Codec, Conversion, Encoding, Endian, OnError, OnUnencodable, Options};

/// One code point in this many may be unusual in text.
const ONE_IN: usize = 16;

/// The properties of the first bytes of an input in an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Front {
    code_points: usize,
    /// Controls, noncharacters, private-use characters, and ill-formed subsequences.
    unusual: usize,
    has_nul: bool,
}

impl Front {
    /// Reads the first bytes. Returns `None` for an encoding that is read only as a whole.
    fn read(front: &[u8], encoding: Encoding, default_endian: Endian) -> Option<Self> {
        let options = Options {
            on_error: OnError::Replace,
            on_unencodable: OnUnencodable::Replace,
            default_endian,
            ..Options::default()
        };
        let mut transcoder = Conversion::new(encoding, Ucs4Units, options).ok()?.transcoder().ok()?;
        let mut code_points = vec![0; front.len() + 1];
        let written = transcoder.push(front, &mut code_points, End::No).0.written;
        let code_points = &code_points[..written];
        let ill_formed = transcoder.counts().errors;
        Some(Front {
            code_points: code_points.len(),
            unusual: code_points.iter().filter(|&&one| is_unusual(one)).count() + ill_formed as usize,
            // In Modified UTF-8, U+0000 has no byte 00.
            has_nul: if encoding.info().width == 1 { front.contains(&0) } else { code_points.contains(&0) },
        })
    }

    fn is_text(&self) -> bool {
        !self.has_nul && ONE_IN * self.unusual <= self.code_points
    }
}

/// Returns `true` for a code point that is unusual in text. U+0000 is counted separately.
fn is_unusual(code_point: u32) -> bool {
    match code_point {
        0 | 0x09..=0x0D | 0x1B | 0x85 => false,
        1..=0x1F | 0x7F..=0x9F => true,
        0xE000..=0xF8FF | 0xFDD0..=0xFDEF | 0xF_0000.. => true,
        _ => code_point & 0xFFFE == 0xFFFE,
    }
}

/// Returns `true` if the first bytes of an input cannot be text in an encoding, because they have what almost
/// no text has.
pub(crate) fn is_no_text(front: &[u8], encoding: Encoding, default: Endian) -> bool {
    Front::read(front, encoding, default).is_some_and(|front| !front.is_text())
}

/// Returns `true` if the first bytes of an input are not text in any encoding whose units are bytes: a
/// twentieth are controls, of many values, and a tenth are not valid UTF-8. Text has few controls, although
/// its fields may be separated by one of them; legacy text has many bytes that are not valid UTF-8; and
/// damaged text has neither many controls nor, for the most part, other damage.
pub(crate) fn is_noise(front: &[u8]) -> bool {
    const CONTROLS: usize = 20;
    const VALUES: u32 = 6;
    const INVALID: usize = 10;
    // Text on terminals has backspaces and escapes, and encodings are switched by shifts.
    let is_control = |byte: &u8| matches!(byte, 0x01..=0x07 | 0x0B | 0x10..=0x1A | 0x1C..=0x1F | 0x7F);
    let (mut controls, mut values) = (0, 0_u32);
    for byte in front.iter().filter(|byte| is_control(byte)) {
        controls += 1;
        values |= 1 << (byte & 0x1F);
    }
    if CONTROLS * controls < front.len() || values.count_ones() < VALUES {
        return false;
    }
    let invalid: usize = front.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    INVALID * invalid >= front.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_what_is_none() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for text in ["Hello,\r\n\tworld", "Привет", "日本語の文字", "👍\u{85}\u{1B}[0m", "\u{FEFF}mark"]
        {
            let bytes = wide(text);
            assert!(!is_no_text(&bytes, Encoding::Utf16Le, Endian::Big), "{text:?}");
            assert!(!is_no_text(&bytes, Encoding::Utf16, Endian::Little), "{text:?}");
            assert!(!is_no_text(text.as_bytes(), Encoding::Utf8, Endian::Big), "{text:?}");
        }
        // A PNG, a program, numbers, zeros.
        let front: [&[u8]; 4] = [
            b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x0B",
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0",
            b"\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40",
            &[0; 10],
        ];
        for bytes in front {
            for encoding in [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf16, Encoding::Utf32Le] {
                assert!(is_no_text(bytes, encoding, Endian::Big), "{bytes:X?} {encoding}");
            }
        }
    }

    #[test]
    fn a_few_unusual_characters_may_be_and_what_is_cut_off_is_no_error() {
        let is_no_text = |bytes: &[u8], encoding| is_no_text(bytes, encoding, Endian::Big);
        assert!(!is_no_text(b"a\0b", Encoding::Utf16Le));
        // One private-use character in 16 is allowed.
        let of = |count| [vec![b'a'; count], "\u{E000}".into()].concat();
        assert!(!is_no_text(&of(15), Encoding::Utf8) && is_no_text(&of(14), Encoding::Utf8));
        assert!(!is_no_text(b"x\xC0\x80y", Encoding::Mutf8));
        assert!(is_no_text(b"x\0y", Encoding::Utf8));
    }
}
