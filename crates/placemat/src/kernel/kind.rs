//! The kinds of encodings that kernels know, each derived from a table at compile time.

use crate::form::Form;
use crate::table::MAX_SEQUENCE;
use crate::unit::{Endian, Unit};

/// How a kernel sees one side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Utf8,
    Utf16(Endian),
    Wtf16(Endian),
    Utf32(Endian),
    Ucs4(Endian),
    Ucs2(Endian),
    Latin1,
    Windows1252,
    /// Another form with UTF-8's bit patterns.
    Like(Like),
    /// UTF-8 with longer sequences as well.
    Rfc2279,
    /// Another form of bytes in which ASCII, including U+0000, stands for itself between sequences.
    Ascii,
    Other,
}

/// A form with UTF-8's bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    Utf8,
    Utf8b,
    Generalized,
    Wtf8,
    Cesu8,
    Cesu8Lenient,
    Mutf8,
    Mutf8Lenient,
    Utf8mb3,
}

#[cfg(target_endian = "little")]
pub(crate) const NATIVE: Endian = Endian::Little;
#[cfg(target_endian = "big")]
pub(crate) const NATIVE: Endian = Endian::Big;
pub(crate) const NATIVE_IS_BIG: bool = matches!(NATIVE, Endian::Big);

/// Returns `true` if the form encodes this code point as these units.
const fn spells<F: Form>(code_point: u32, units: &[u32]) -> bool {
    let Some((spelling, len)) = F::TABLE.encode(code_point) else { return false };
    let mut k = 0;
    while k < len && k < units.len() && spelling[k] == units[k] {
        k += 1;
    }
    k == len && k == units.len()
}

/// Returns the number of units of a code point, or 0 if the form does not encode it.
const fn length<F: Form>(code_point: u32) -> usize {
    match F::TABLE.encode(code_point) {
        Some((_, len)) => len,
        None => 0,
    }
}

impl Kind {
    /// All kinds, each at its own [index](Kind::index).
    pub(crate) const ALL: [Kind; 24] = {
        use Endian::{Big, Little};
        [
            Kind::Utf8,
            Kind::Latin1,
            Kind::Windows1252,
            Kind::Rfc2279,
            Kind::Ascii,
            Kind::Other,
            Kind::Utf16(Little),
            Kind::Utf16(Big),
            Kind::Wtf16(Little),
            Kind::Wtf16(Big),
            Kind::Utf32(Little),
            Kind::Utf32(Big),
            Kind::Ucs4(Little),
            Kind::Ucs4(Big),
            Kind::Ucs2(Little),
            Kind::Ucs2(Big),
            Kind::Like(Like::Utf8b),
            Kind::Like(Like::Generalized),
            Kind::Like(Like::Wtf8),
            Kind::Like(Like::Cesu8),
            Kind::Like(Like::Cesu8Lenient),
            Kind::Like(Like::Mutf8),
            Kind::Like(Like::Mutf8Lenient),
            Kind::Like(Like::Utf8mb3),
        ]
    };

    /// Returns the kind of a form, in the native byte order.
    ///
    /// The table decides, by its encoding of those code points at which the encodings differ.
    pub(crate) const fn of<F: Form>() -> Self {
        match F::Unit::BITS {
            8 => Self::of_bytes::<F>(),
            16 => match (length::<F>(0x1_0000), length::<F>(0xD800)) {
                (2, 0) => Kind::Utf16(NATIVE),
                (2, _) => Kind::Wtf16(NATIVE),
                _ if length::<F>(0xFFFF) == 1 => Kind::Ucs2(NATIVE),
                _ => Kind::Other,
            },
            _ => match length::<F>(0xD800) {
                0 => Kind::Utf32(NATIVE),
                _ => Kind::Ucs4(NATIVE),
            },
        }
    }

    const fn of_bytes<F: Form>() -> Self {
        // In these two forms each byte is a character. Other single-byte forms must not be taken for them.
        if F::TABLE.longest(false) == 1 && F::TABLE.never_fails() {
            let is_latin_1 = spells::<F>(0x80, &[0x80]) && spells::<F>(0xFF, &[0xFF]);
            return match spells::<F>(0x20AC, &[0x80]) {
                true => Kind::Windows1252,
                false if is_latin_1 => Kind::Latin1,
                false => Kind::Ascii,
            };
        }
        let is_like = spells::<F>(0x7F, &[0x7F])
            && spells::<F>(0x80, &[0xC2, 0x80])
            && spells::<F>(0x7FF, &[0xDF, 0xBF])
            && spells::<F>(0x800, &[0xE0, 0xA0, 0x80])
            && spells::<F>(0xFFFF, &[0xEF, 0xBF, 0xBF]);
        match (is_like, F::CARRY) {
            (true, None) => Self::of_like::<F>(),
            (true, Some(carry)) if carry.base == 0xDC00 => Kind::Like(Like::Utf8b),
            _ if F::TABLE.writes_ascii() => Kind::Ascii,
            _ => Kind::Other,
        }
    }

    /// Returns the kind of a form that encodes the Basic Multilingual Plane as UTF-8 does, except perhaps
    /// U+0000 and the surrogates.
    const fn of_like<F: Form>() -> Self {
        if length::<F>(0x11_0000) > 0 {
            return Kind::Rfc2279;
        }
        let (has_surrogates, reads_more) = (length::<F>(0xD800) > 0, F::TABLE.has_second_spellings());
        match (length::<F>(0), length::<F>(0x1_0000)) {
            (1, 0) => Kind::Like(Like::Utf8mb3),
            (1, 4) if !has_surrogates => Kind::Utf8,
            (1, 4) if F::TABLE.excludes_pairs() => Kind::Like(Like::Wtf8),
            (1, 4) => Kind::Like(Like::Generalized),
            (1, MAX_SEQUENCE) if has_surrogates => Kind::Like(Like::Cesu8Lenient),
            (1, MAX_SEQUENCE) => Kind::Like(Like::Cesu8),
            (2, MAX_SEQUENCE) if reads_more => Kind::Like(Like::Mutf8Lenient),
            (2, MAX_SEQUENCE) => Kind::Like(Like::Mutf8),
            _ => Kind::Other,
        }
    }

    /// Returns the kind in another byte order.
    #[inline]
    pub(crate) const fn in_order(self, order: Endian) -> Self {
        match self {
            Kind::Utf16(_) => Kind::Utf16(order),
            Kind::Wtf16(_) => Kind::Wtf16(order),
            Kind::Utf32(_) => Kind::Utf32(order),
            Kind::Ucs4(_) => Kind::Ucs4(order),
            Kind::Ucs2(_) => Kind::Ucs2(order),
            kind => kind,
        }
    }

    /// Returns the byte order of wider units.
    #[inline]
    pub(crate) const fn order(self) -> Option<Endian> {
        match self {
            Kind::Utf16(order)
            | Kind::Wtf16(order)
            | Kind::Utf32(order)
            | Kind::Ucs4(order)
            | Kind::Ucs2(order) => Some(order),
            _ => None,
        }
    }

    /// Returns the index in [`ALL`](Kind::ALL).
    #[inline]
    pub(crate) const fn index(self) -> usize {
        match self {
            Kind::Utf8 | Kind::Like(Like::Utf8) => 0,
            Kind::Latin1 => 1,
            Kind::Windows1252 => 2,
            Kind::Rfc2279 => 3,
            Kind::Ascii => 4,
            Kind::Other => 5,
            Kind::Utf16(order) => 6 + order as usize,
            Kind::Wtf16(order) => 8 + order as usize,
            Kind::Utf32(order) => 10 + order as usize,
            Kind::Ucs4(order) => 12 + order as usize,
            Kind::Ucs2(order) => 14 + order as usize,
            Kind::Like(like) => 15 + like as usize,
        }
    }

    /// Returns `true` if it is one of `kinds`.
    #[inline]
    pub(crate) const fn is_in(self, kinds: &[Kind]) -> bool {
        let mut k = 0;
        while k < kinds.len() {
            if kinds[k].index() == self.index() {
                return true;
            }
            k += 1;
        }
        false
    }

    /// Returns the kind whose text is identical, unit by unit, as long as the text has only scalar values.
    #[inline]
    pub(crate) const fn without_surrogates(self) -> Kind {
        match self {
            Kind::Rfc2279 | Kind::Like(Like::Generalized | Like::Wtf8 | Like::Utf8b) => Kind::Utf8,
            Kind::Like(Like::Cesu8Lenient) => Kind::Like(Like::Cesu8),
            Kind::Like(Like::Mutf8Lenient) => Kind::Like(Like::Mutf8),
            Kind::Wtf16(order) => Kind::Utf16(order),
            Kind::Ucs4(order) => Kind::Utf32(order),
            kind => kind,
        }
    }

    #[inline]
    pub(super) const fn like(self) -> Option<Like> {
        match self {
            Kind::Utf8 => Some(Like::Utf8),
            Kind::Like(like) => Some(like),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form;

    fn check<F: Form>(_form: F, kind: Kind) {
        assert_eq!(Kind::of::<F>(), kind, "{}", F::NAME);
    }

    #[test]
    fn tables_tell_the_kinds_of_forms() {
        check(form::Utf8, Kind::Utf8);
        check(form::Utf8b, Kind::Like(Like::Utf8b));
        check(form::GeneralizedUtf8, Kind::Like(Like::Generalized));
        check(form::Wtf8, Kind::Like(Like::Wtf8));
        check(form::Cesu8, Kind::Like(Like::Cesu8));
        check(form::Cesu8Lenient, Kind::Like(Like::Cesu8Lenient));
        check(form::Mutf8, Kind::Like(Like::Mutf8));
        check(form::Mutf8Lenient, Kind::Like(Like::Mutf8Lenient));
        check(form::Utf8mb3, Kind::Like(Like::Utf8mb3));
        check(form::Utf8Rfc2279, Kind::Rfc2279);
        for kind in [
            Kind::of::<form::Utf1>(),
            Kind::of::<form::FssUtf1992July>(),
            Kind::of::<form::Tcl86Utf8>(),
            Kind::of::<form::Optu8>(),
            Kind::of::<form::Optu8Reversible>(),
            Kind::of::<form::CorrectedUtf8>(),
            Kind::of::<form::UsAscii>(),
            Kind::of::<form::Utf8Mod>(),
        ] {
            assert_eq!(kind, Kind::Ascii);
        }
        // The form has no U+0000.
        check(form::CorrectedUtf8Text, Kind::Other);
        check(form::Iso8859_1, Kind::Latin1);
        check(form::Windows1252, Kind::Windows1252);
        check(form::Utf16, Kind::Utf16(NATIVE));
        check(form::Wtf16, Kind::Wtf16(NATIVE));
        check(form::Ucs2, Kind::Ucs2(NATIVE));
        check(form::Optu16, Kind::Other);
        check(form::Utf32, Kind::Utf32(NATIVE));
        check(form::Ucs4Units, Kind::Ucs4(NATIVE));
    }

    #[test]
    fn every_kind_is_at_its_index() {
        for (k, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), k, "{kind:?}");
        }
    }
}
