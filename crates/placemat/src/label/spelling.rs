//! Spellings of names.

/// Removes white space around a name, which the WHATWG Encoding Standard removes first.
#[inline]
pub(super) fn trim(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_ascii_whitespace())
}

#[inline]
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b' ')
}

/// Returns `true` for the listed name in any case, with `-`, `_`, a space or nothing in place of any of
/// these.
#[inline]
pub(super) fn is_like(spelling: &str, listed: &str) -> bool {
    let mut rest = spelling.as_bytes();
    for &byte in listed.as_bytes() {
        rest = match rest.split_first() {
            Some((&first, rest)) if is_separator(byte) && is_separator(first) => rest,
            _ if is_separator(byte) => rest,
            Some((first, rest)) if first.eq_ignore_ascii_case(&byte) => rest,
            _ => return false,
        };
    }
    rest.is_empty()
}
