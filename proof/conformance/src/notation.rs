//! The notation of bytes and code points in vectors and suites.

use std::fmt::Write;

/// Returns the bytes of a string of hexadecimal digits, in either case.
pub(crate) fn hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some((digit(high)? << 4 | digit(low)?) as u8)).collect()
}

/// Returns bytes in upper-case hexadecimal.
pub(crate) fn show_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02X}");
    }
    text
}

/// Returns the code points of `U+XXXX U+XXXX …`.
pub(crate) fn code_points(text: &str) -> Option<Vec<u32>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let value = |token: &str| {
        let digits = token.strip_prefix("U+")?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    };
    text.split(' ').map(value).collect()
}

/// Returns code points as `U+XXXX U+XXXX …`.
pub(crate) fn show_code_points(code_points: &[u32]) -> String {
    let mut text = String::with_capacity(7 * code_points.len());
    for (k, code_point) in code_points.iter().enumerate() {
        let _ = write!(text, "{}U+{code_point:04X}", if k == 0 { "" } else { " " });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_and_written() {
        assert_eq!(hex("00fFA9"), Some(vec![0x00, 0xFF, 0xA9]));
        assert_eq!(hex(""), Some(vec![]));
        assert_eq!(show_hex(&[0x00, 0xFF, 0xA9]), "00FFA9");
        for bad in ["0", "0g", "+1", "é"] {
            assert_eq!(hex(bad), None, "{bad}");
        }
    }

    #[test]
    fn code_points_are_read_and_written() {
        let all = [0, 0xD800, 0x10_FFFF, u32::MAX];
        assert_eq!(show_code_points(&all), "U+0000 U+D800 U+10FFFF U+FFFFFFFF");
        assert_eq!(code_points(&show_code_points(&all)), Some(all.to_vec()));
        assert_eq!(code_points(""), Some(vec![]));
        for bad in ["U+", " ", "U+0041 ", "0041", "U++041", "U+100000000", "U+0041  U+0042"] {
            assert_eq!(code_points(bad), None, "{bad}");
        }
    }
}
