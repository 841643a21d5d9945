//! What the engine knows of a codec: properties that are read off the table of its form at compile time, and
//! a few that no table has.

use core::fmt;

use crate::form::{Carry, Form, PairingRule, Utf8};
use crate::kernel::Kind;
use crate::table::{Decoded, MAX_SEQUENCE, Row, Table};
use crate::unit::Endian;

/// The properties of a codec that the engine uses besides reading and writing.
///
/// ```
/// use placemat::{Codec, Encoding};
/// let info = Encoding::Utf16Le.info();
/// assert_eq!((info.name, info.longest, info.width), ("utf-16le", 4, 2));
/// ```
#[derive(Clone, Copy)]
pub struct CodecInfo {
    /// The identifier of the codec.
    pub name: &'static str,
    /// Its kind for the kernels.
    pub(crate) kind: Kind,
    /// The table of the form.
    pub table: &'static Table,
    /// The table that a fallback reads with if its text is not well-formed in the first.
    pub fallback: Option<&'static Table>,
    /// The longest sequence, in units of the codec.
    pub longest: usize,
    /// The number of units of the codec in one unit of the form.
    pub width: usize,
    /// The surrogate-pairing rule.
    pub pairing: PairingRule,
    /// How units that match no row are escaped as code points.
    pub carry: Option<Carry>,
    /// The unit from which on sequences are reserved.
    pub reserved: Option<u32>,
    /// The table without surrogates, if the option `refuse_surrogates` applies.
    pub refusing: Option<&'static Table>,
    /// `true` for UTF-8, for which every error policy is defined.
    pub is_utf_8: bool,
    /// `true` if decoding never fails. In a scheme of wider units, the input may still end inside a unit.
    pub never_fails: bool,
    /// `true` for Corrected UTF-8, for which the policy `private-use` is defined.
    pub is_corrected: bool,
    /// `true` if there is an encoder.
    pub encodes: bool,
    /// `true` if the codec must see its whole input and cannot be read in pieces.
    pub whole_input: bool,
    /// `true` if detection considers it only if the input begins with its signature.
    pub needs_signature: bool,
    /// `true` if it writes nothing.
    pub is_null: bool,
    /// The byte order of a scheme of wider units, if it is fixed.
    pub order: Option<Endian>,
    /// The table of the single-byte encoding that doubly encoded UTF-8 was mistaken for.
    pub doubled: Option<&'static Table>,
    /// `true` if sequence boundaries can be found from any position.
    pub resynchronizes: bool,
    /// The last code point up to which it reads UTF-8 as UTF-8 does, not counting U+0000: U+007F if that is
    /// only ASCII. 0 for wider units and for wrappers, which must see their whole input.
    pub reads_utf_8_to: u32,
    /// `true` if the byte 00 is read as U+0000.
    pub(crate) reads_nul: bool,
    /// `true` if U+0000 is written as the byte 00.
    pub(crate) writes_nul: bool,
    /// `true` if no sequence is longer than four units, none consists of two surrogates, none is a second
    /// spelling of U+0000, and no unit is escaped.
    pub(crate) has_four_at_most: bool,
    /// `true` if the bytes 01..7F stand for U+0001..U+007F wherever a sequence begins, including in the text
    /// of a wrapper.
    pub keeps_ascii: bool,
}

impl CodecInfo {
    /// Returns `true` if each byte is either a code point by itself or ill-formed.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Iso8859_1.info().is_single_byte());
    /// assert!(!Encoding::Utf8.info().is_single_byte());
    /// ```
    #[inline]
    pub const fn is_single_byte(&self) -> bool {
        self.width == 1 && !self.is_null && self.table.unit_bits() == 8 && self.table.longest(false) == 1
    }

    /// Returns `true` for UTF-16, in units or in bytes of any order. Returns `false` for encodings that allow
    /// lone surrogates.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Utf16.info().is_utf_16() && Encoding::Utf16Be.info().is_utf_16());
    /// assert!(!Encoding::Wtf16Be.info().is_utf_16());
    /// ```
    #[inline]
    pub const fn is_utf_16(&self) -> bool {
        self.table.unit_bits() == 16
            && self.table.reads_pairs()
            && matches!(self.pairing, PairingRule::Absent)
    }

    /// Returns `true` if a supplementary code point is read from two surrogates, each with a sequence of its
    /// own.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Cesu8.info().reads_pairs() && !Encoding::Wtf8.info().reads_pairs());
    /// ```
    #[inline]
    pub const fn reads_pairs(&self) -> bool {
        self.table.reads_pairs()
    }

    /// Returns `true` if it reads overlong sequences, which it never writes. Returns `false` for frames,
    /// although they read their content leniently.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Mutf8Lenient.info().is_lenient() && !Encoding::Cesu8Lenient.info().is_lenient());
    /// ```
    #[inline]
    pub const fn is_lenient(&self) -> bool {
        !self.whole_input && self.table.reads_overlong()
    }

    /// Returns `true` if U+0000 is read from a unit 0 and from nothing else, or if the encoding does not have
    /// U+0000.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Utf8.info().has_nul_alone() && !Encoding::Mutf8.info().has_nul_alone());
    /// ```
    #[inline]
    pub const fn has_nul_alone(&self) -> bool {
        self.table.has_nul_alone()
    }

    /// Returns `true` if each byte except 80 to BF stands for one code point of well-formed text, which is
    /// supplementary if the byte is F0 or more. This holds if sequences have the bit patterns of UTF-8 and at
    /// most four bytes, and if surrogates are not paired.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Wtf8.info().counts_by_leads());
    /// assert!(!Encoding::Cesu8.info().counts_by_leads() && !Encoding::Utf8b.info().counts_by_leads());
    /// ```
    #[inline]
    pub const fn counts_by_leads(&self) -> bool {
        self.reads_utf_8_to >= 0xFFFF && self.has_four_at_most
    }

    /// Returns `true` for wrappers, which must see their whole input: frames, fallbacks, double encoding.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::DoubleUtf8Latin1.info().is_wrapper() && !Encoding::Utf8Sig.info().is_wrapper());
    /// ```
    #[inline]
    pub const fn is_wrapper(&self) -> bool {
        self.whole_input || self.doubled.is_some()
    }
}

impl CodecInfo {
    /// Returns these properties with another table, and recomputes those that follow from the table.
    pub(crate) const fn with_table(self, table: &'static Table) -> CodecInfo {
        CodecInfo {
            table,
            is_utf_8: false,
            resynchronizes: table.resynchronizes(),
            reads_utf_8_to: reads_utf_8_to(table),
            reads_nul: reads_nul(table),
            writes_nul: writes_nul(table),
            keeps_ascii: reads_utf_8_to(table) > 0,
            ..self
        }
    }
}

/// Prints everything except the tables, which are long.
impl fmt::Debug for CodecInfo {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CodecInfo { name, longest, width, pairing, carry, encodes, .. } = self;
        f.debug_struct("CodecInfo")
            .field("name", name)
            .field("longest", longest)
            .field("width", width)
            .field("seam", pairing)
            .field("carry", carry)
            .field("encodes", encodes)
            .finish_non_exhaustive()
    }
}

/// Returns the properties of a form for a codec of this kind, with `width` units for each unit of the form.
pub(crate) const fn info_of<F: Form>(name: &'static str, width: usize, kind: Kind) -> CodecInfo {
    CodecInfo {
        name,
        kind,
        table: F::TABLE,
        fallback: None,
        longest: F::TABLE.longest(F::ENCODES) * width,
        width,
        pairing: F::PAIRING,
        carry: F::CARRY,
        reserved: F::RESERVED,
        refusing: F::REFUSING,
        is_utf_8: matches!(Kind::of::<F>(), Kind::Utf8),
        whole_input: false,
        never_fails: width == 1 && (F::CARRY.is_some() || F::TABLE.never_fails()),
        is_corrected: F::RESERVED.is_some(),
        encodes: F::ENCODES,
        needs_signature: F::NEEDS_SIGNATURE,
        is_null: false,
        order: if width > 1 { kind.order() } else { None },
        doubled: None,
        resynchronizes: F::TABLE.resynchronizes(),
        reads_utf_8_to: reads_utf_8_to(F::TABLE),
        reads_nul: reads_nul(F::TABLE),
        writes_nul: writes_nul(F::TABLE),
        has_four_at_most: F::TABLE.longest(false) <= 4
            && F::CARRY.is_none()
            && !F::TABLE.reads_pairs()
            && F::TABLE.has_nul_alone(),
        keeps_ascii: reads_utf_8_to(F::TABLE) > 0,
    }
}

/// Returns the last code point up to which sequences of UTF-8 mean the same in this table, not counting
/// U+0000. Returns 0 if not even all of ASCII does.
const fn reads_utf_8_to(table: &Table) -> u32 {
    let reach = reads_alike_to(table);
    if reach < 0x7F { 0 } else { reach }
}

const fn reads_nul(table: &Table) -> bool {
    table.unit_bits() == 8 && matches!(table.decode(&[0_u8], true), Ok(Decoded { code_point: 0, len: 1 }))
}

const fn writes_nul(table: &Table) -> bool {
    table.unit_bits() == 8 && matches!(table.encode(0), Some(([0, ..], 1)))
}

const fn reads_alike_to(table: &Table) -> u32 {
    if table.unit_bits() != 8 {
        return 0;
    }
    let rows = Utf8::TABLE.rows();
    let (mut reach, mut k) = (0, 0);
    while k < rows.len() {
        let (first, last) = rows[k].code_points();
        let mut at = if first == 0 { 1 } else { first };
        while at <= last {
            let Some(end) = reads_alike(table, &rows[k], at) else { return reach };
            reach = end;
            at = end + 1;
        }
        k += 1;
    }
    reach
}

/// Returns the last code point up to which a row of the table reads the sequences of a row of UTF-8, from
/// that of `at` on.
const fn reads_alike(table: &Table, utf_8: &Row, at: u32) -> Option<u32> {
    let mut k = 0;
    while k < table.rows().len() {
        let row = &table.rows()[k];
        let (first, last) = row.code_points();
        if row.is_read() && first <= at && at <= last {
            let end = if last < utf_8.code_points().1 { last } else { utf_8.code_points().1 };
            // Two rows with the same trail units count alike from the first sequence that they share.
            if is_alike(row, utf_8) && same(&row.sequence(at), &utf_8.sequence(at)) {
                return Some(end);
            }
        }
        k += 1;
    }
    None
}

/// Returns `true` if the sequences of two rows have the same length and the same trail units.
const fn is_alike(row: &Row, other: &Row) -> bool {
    let mut k = 1;
    while k < row.len() && k < other.len() && row.alphabet(k).is(&other.alphabet(k)) {
        k += 1;
    }
    k == row.len() && k == other.len()
}

const fn same(units: &[u32; MAX_SEQUENCE], others: &[u32; MAX_SEQUENCE]) -> bool {
    let mut k = 0;
    while k < MAX_SEQUENCE && units[k] == others[k] {
        k += 1;
    }
    k == MAX_SEQUENCE
}

#[cfg(test)]
mod tests;
