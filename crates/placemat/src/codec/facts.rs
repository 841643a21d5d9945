//! What the engine knows of a codec: facts that are read off the table of its form at compile time, and a few that no
//! table has.

use core::fmt;

use crate::form::{Carry, Form, Seam, Utf8};
use crate::kernel::Kind;
use crate::policy::Endian;
use crate::table::{MAX_SEQUENCE, Row, Table};

/// What the engine has to know of a codec besides how it reads and writes.
///
/// ```
/// use placemat::{Codec, Encoding};
/// let facts = Encoding::Utf16Le.facts();
/// assert_eq!((facts.name, facts.longest, facts.width), ("utf-16le", 4, 2));
/// ```
#[derive(Clone, Copy)]
pub struct Facts {
    /// The identifier.
    pub name: &'static str,
    /// What it is to the kernels.
    pub(crate) kind: Kind,
    /// The table of the form.
    pub table: &'static Table,
    /// The table that a layer of fallback reads with where its text is none of the first.
    pub fallback: Option<&'static Table>,
    /// The longest sequence, in units of the codec.
    pub longest: usize,
    /// How many units of the codec make one of the form.
    pub width: usize,
    /// The seam rule.
    pub seam: Seam,
    /// How units that match no row are carried.
    pub carry: Option<Carry>,
    /// The unit from which on sequences are reserved.
    pub reserved: Option<u32>,
    /// The table without surrogates, where the option `refuse_surrogates` exists.
    pub refusing: Option<&'static Table>,
    /// `true` for UTF-8, on which every error policy is defined.
    pub is_utf_8: bool,
    /// `true` if decoding never fails. A scheme of wider units may end inside one.
    pub never_fails: bool,
    /// `true` for Corrected UTF-8, for which the policy `private-use` exists.
    pub is_corrected: bool,
    /// `true` if there is an encoder.
    pub encodes: bool,
    /// `true` if it decides on its whole input, so that it cannot be read in pieces.
    pub whole_input: bool,
    /// `true` if detection considers it only for an input that begins with its signature.
    pub needs_signature: bool,
    /// `true` if it writes nothing at all.
    pub is_null: bool,
    /// The byte order of a scheme of wider units, if the scheme has one.
    pub order: Option<Endian>,
    /// The table of the single bytes for which doubly encoded UTF-8 was taken.
    pub doubled: Option<&'static Table>,
    /// `true` if sequences can be found again from any place.
    pub resynchronizes: bool,
    /// The code point up to which UTF-8 is read as UTF-8 reads it, not counting U+0000: U+007F if that is ASCII alone.
    /// 0 for wider units and for wrappers, which decide on their whole input.
    pub reads_utf_8_to: u32,
    /// `true` if no sequence is longer than four units, none is of two surrogates or another U+0000, and none is carried.
    pub(crate) has_four_at_most: bool,
    /// `true` if the bytes 01..7F stand for U+0001..U+007F wherever a sequence begins, in the text of a
    /// wrapper as well.
    pub keeps_ascii: bool,
}

impl Facts {
    /// Returns `true` if each byte is a code point by itself or ill-formed.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Iso8859_1.facts().is_single_byte());
    /// assert!(!Encoding::Utf8.facts().is_single_byte());
    /// ```
    #[inline]
    pub const fn is_single_byte(&self) -> bool {
        self.width == 1 && !self.is_null && self.table.unit_bits() == 8 && self.table.longest(false) == 1
    }

    /// Returns `true` for UTF-16, in units or in bytes of any order, and for nothing that also has lone surrogates.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Utf16.facts().is_utf_16() && Encoding::Utf16Be.facts().is_utf_16());
    /// assert!(!Encoding::Wtf16Be.facts().is_utf_16());
    /// ```
    #[inline]
    pub const fn is_utf_16(&self) -> bool {
        self.table.unit_bits() == 16 && self.table.reads_pairs() && matches!(self.seam, Seam::Absent)
    }

    /// Returns `true` if a supplementary code point is read from two surrogates with a sequence each.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Cesu8.facts().reads_pairs() && !Encoding::Wtf8.facts().reads_pairs());
    /// ```
    #[inline]
    pub const fn reads_pairs(&self) -> bool {
        self.table.reads_pairs()
    }

    /// Returns `true` if it also reads overlong sequences, which it never writes. Frames read their content so, and
    /// are not meant.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Mutf8Lenient.facts().is_lenient() && !Encoding::Cesu8Lenient.facts().is_lenient());
    /// ```
    #[inline]
    pub const fn is_lenient(&self) -> bool {
        !self.whole_input && self.table.reads_overlong()
    }

    /// Returns `true` if U+0000 is read from a unit of its value, and from nothing else. Also `true` if there is no U+0000.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Utf8.facts().has_nul_alone() && !Encoding::Mutf8.facts().has_nul_alone());
    /// ```
    #[inline]
    pub const fn has_nul_alone(&self) -> bool {
        self.table.has_nul_alone()
    }

    /// Returns `true` if each byte other than 80 to BF is one code point of well-formed text, which is supplementary if the
    /// byte is F0 or more: if the bits are those of UTF-8, no sequence is longer than four bytes, and surrogates are not
    /// paired.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::Wtf8.facts().counts_by_leads());
    /// assert!(!Encoding::Cesu8.facts().counts_by_leads() && !Encoding::Utf8b.facts().counts_by_leads());
    /// ```
    #[inline]
    pub const fn counts_by_leads(&self) -> bool {
        self.reads_utf_8_to >= 0xFFFF && self.has_four_at_most
    }

    /// Returns `true` for wrappers, which are decided on the whole input: frames, fallbacks, double encoding.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert!(Encoding::DoubleUtf8Latin1.facts().is_layer() && !Encoding::Utf8Sig.facts().is_layer());
    /// ```
    #[inline]
    pub const fn is_layer(&self) -> bool {
        self.whole_input || self.doubled.is_some()
    }
}

impl Facts {
    /// Returns these facts with another table, and what follows from the table.
    pub(crate) const fn with_table(self, table: &'static Table) -> Facts {
        Facts {
            table,
            is_utf_8: false,
            resynchronizes: table.resynchronizes(),
            reads_utf_8_to: reads_utf_8_to(table),
            keeps_ascii: reads_utf_8_to(table) > 0,
            ..self
        }
    }
}

/// Without the tables, which are long.
impl fmt::Debug for Facts {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { name, longest, width, seam, carry, encodes, .. } = self;
        f.debug_struct("Facts")
            .field("name", name)
            .field("longest", longest)
            .field("width", width)
            .field("seam", seam)
            .field("carry", carry)
            .field("encodes", encodes)
            .finish_non_exhaustive()
    }
}

/// Returns the facts of a form for a codec with `width` units for each unit of the form, and of this kind.
pub(crate) const fn facts_of<F: Form>(name: &'static str, width: usize, kind: Kind) -> Facts {
    Facts {
        name,
        kind,
        table: F::TABLE,
        fallback: None,
        longest: F::TABLE.longest(F::ENCODES) * width,
        width,
        seam: F::SEAM,
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
        has_four_at_most: F::TABLE.longest(false) <= 4
            && F::CARRY.is_none()
            && !F::TABLE.reads_pairs()
            && F::TABLE.has_nul_alone(),
        keeps_ascii: reads_utf_8_to(F::TABLE) > 0,
    }
}

/// Returns the code point up to which sequences of UTF-8 mean the same by this table, not counting U+0000; 0
/// if not even all of ASCII do.
const fn reads_utf_8_to(table: &Table) -> u32 {
    let reach = reads_alike_to(table);
    if reach < 0x7F { 0 } else { reach }
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

/// Returns the last code point to which a row of the table reads the sequences of a row of UTF-8, from that of `at` on.
const fn reads_alike(table: &Table, utf_8: &Row, at: u32) -> Option<u32> {
    let mut k = 0;
    while k < table.rows().len() {
        let row = &table.rows()[k];
        let (first, last) = row.code_points();
        if row.is_read() && first <= at && at <= last {
            let end = if last < utf_8.code_points().1 { last } else { utf_8.code_points().1 };
            // Two rows whose trail units are the same count alike from the same sequence on.
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
