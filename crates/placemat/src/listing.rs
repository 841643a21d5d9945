//! Printing tables: rows as people write them.
//!
//! Needs the feature `views`.

use core::fmt;

use crate::codec::{Codec, CodecInfo};
use crate::table::{Row, Standing, Table};

/// The rows of a table in text, followed by the excluded rows and the reasons.
///
/// ```
/// use placemat::{views::Listing, Encoding};
/// let text = Listing::new(Encoding::Utf8).to_string();
/// assert!(text.contains("E0 A0 80 … ED 9F BF                    U+0800..U+D7FF\n"));
/// assert!(text.contains("ED A0 80 … ED BF BF                    U+D800..U+DFFF  surrogate\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    info: &'static CodecInfo,
    table: &'static Table,
}

impl Listing {
    /// Lists the table of a form, a scheme, or an encoding chosen at run time. For a wrapper, it is that of
    /// its text.
    ///
    /// ```
    /// use placemat::{form::Utf32, views::Listing};
    /// let text = Listing::new(Utf32).to_string();
    /// assert!(text.starts_with("00000000 … 0000D7FF  U+0000..U+D7FF\n0000E000 … 0010FFFF  U+E000..U+10FFFF\n"));
    /// ```
    pub fn new<C: Codec>(codec: C) -> Self {
        let info = codec.info();
        Listing { info, table: info.table }
    }

    /// Lists the table under the option `refuse_surrogates`, if it applies.
    ///
    /// ```
    /// use placemat::{views::Listing, Encoding};
    /// let text = Listing::new(Encoding::Utf1).refusing_surrogates().to_string();
    /// assert!(text.contains("F7 2F C4 … F7 3A 78              U+D800..U+DFFF  surrogate\n"));
    /// ```
    #[must_use]
    #[inline]
    pub fn refusing_surrogates(self) -> Self {
        Listing { table: self.info.refusing.unwrap_or(self.info.table), ..self }
    }
}

impl fmt::Display for Listing {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.table.unit_bits();
        let all = || self.table.rows().iter().chain(self.table.excluded());
        let width = all().map(|row| Sequences { row, bits }.width()).max().unwrap_or(0);
        for row in self.table.rows() {
            line(f, row, bits, width)?;
        }
        if let Some(carry) = self.info.carry {
            let (first, last) = (carry.code_point(carry.first), carry.code_point(0xFF));
            let column = width.saturating_sub("80 … FF".len() - 2);
            writeln!(
                f,
                "{:02X} … FF{:column$}  U+{first:04X}..U+{last:04X}  where no row matches",
                carry.first, ""
            )?;
        }
        if !self.table.excluded().is_empty() || self.info.reserved.is_some() {
            writeln!(f, "\nexcluded:")?;
        }
        for row in self.table.excluded() {
            line(f, row, bits, width)?;
        }
        match self.info.reserved {
            Some(from) => {
                writeln!(f, "{from:02X} … FF and the trail units after them: reserved for future use")
            }
            None => Ok(()),
        }
    }
}

#[inline]
fn line(f: &mut fmt::Formatter<'_>, row: &Row, bits: u32, width: usize) -> fmt::Result {
    let sequences = Sequences { row, bits };
    let (first, last) = row.code_points();
    write!(f, "{sequences}{:1$}  U+{first:04X}", "", width - sequences.width())?;
    if first < last {
        write!(f, "..U+{last:04X}")?;
    }
    match row.standing() {
        Standing::Both => writeln!(f),
        Standing::DecodeOnly => writeln!(f, "  only read"),
        Standing::Excluded(kind) => writeln!(f, "  {kind}"),
    }
}

/// `E0 A0 80 … ED 9F BF`
struct Sequences<'a> {
    row: &'a Row,
    bits: u32,
}

impl Sequences<'_> {
    #[inline]
    fn is_one(&self) -> bool {
        self.row.count() == 1
    }

    /// Returns the width in columns.
    #[inline]
    fn width(&self) -> usize {
        let sequence = self.row.len() * (self.bits as usize / 4 + 1) - 1;
        if self.is_one() { sequence } else { 2 * sequence + 3 }
    }
}

impl fmt::Display for Sequences<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.bits as usize / 4;
        let (first, last) = self.row.sequences();
        let write = |f: &mut fmt::Formatter<'_>, units: &[u32]| {
            units.iter().enumerate().try_for_each(|(k, unit)| {
                f.write_str(if k > 0 { " " } else { "" })?;
                write!(f, "{unit:0digits$X}")
            })
        };
        write(f, first)?;
        if self.is_one() {
            return Ok(());
        }
        f.write_str(" … ")?;
        write(f, last)
    }
}
