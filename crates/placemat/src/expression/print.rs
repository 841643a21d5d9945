//! Printing expressions.

use core::fmt::{self, Write};

use super::alternatives::{Alternatives, Part};
use super::{Expression, Shape};
use crate::code_point::MARK;
use crate::ranges::Ranges;
use crate::table::Alphabet;
use crate::unit::Endian;

/// A named part of the text, in the layout of the article.
type Named = (&'static str, Alternatives);

impl Expression {
    #[inline]
    pub(super) fn print_pattern(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            Shape::Anything => repeated(f, &Alternatives::anything()),
            Shape::Repeated { mark } => {
                if !mark.is_empty() {
                    f.write_str("(?:")?;
                    mark.iter().try_for_each(|byte| write!(f, r"\x{byte:02X}"))?;
                    f.write_str(")?")?;
                }
                repeated(f, &self.alternatives(Part::All, self.order()))
            }
            Shape::Unpaired { pair } => {
                let plain = self.alternatives(Part::Scalars, self.order());
                let lead = self.alternatives(Part::Leads(pair), self.order());
                f.write_str("(?:")?;
                group(f, &plain)?;
                f.write_char('|')?;
                group(f, &self.alternatives(Part::Trails(pair), self.order()))?;
                f.write_char('|')?;
                group(f, &lead)?;
                f.write_char('+')?;
                group(f, &plain)?;
                f.write_str(")*")?;
                repeated(f, &lead)
            }
            Shape::Marked { order } => {
                f.write_str("(?:")?;
                self.mark(other(order)).try_for_each(|byte| write!(f, r"\x{byte:02X}"))?;
                repeated(f, &self.alternatives(Part::All, other(order)))?;
                f.write_str("|(?:")?;
                group(f, &self.alternatives(Part::Without(self.swapped_mark()), order))?;
                repeated(f, &self.alternatives(Part::All, order))?;
                f.write_str(")?)")
            }
        }
    }

    #[inline]
    pub(super) fn print_for_people(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            Shape::Anything => lines(f, &Alternatives::anything(), ""),
            Shape::Repeated { mark: [] } => lines(f, &self.alternatives(Part::All, self.order()), ""),
            Shape::Repeated { mark } => {
                f.write_char('(')?;
                mark.iter().try_for_each(|byte| write!(f, " {byte:02X}"))?;
                f.write_str(" )? TEXT*")?;
                definitions(f, &[("TEXT", self.alternatives(Part::All, self.order()))])
            }
            Shape::Unpaired { pair } => {
                f.write_str("( PLAIN | TRAIL | LEAD+ PLAIN )* LEAD*")?;
                definitions(
                    f,
                    &[
                        ("PLAIN", self.alternatives(Part::Scalars, self.order())),
                        ("LEAD", self.alternatives(Part::Leads(pair), self.order())),
                        ("TRAIL", self.alternatives(Part::Trails(pair), self.order())),
                    ],
                )
            }
            Shape::Marked { order } => {
                let (this, that) = match order {
                    Endian::Big => ("BE", "LE"),
                    Endian::Little => ("LE", "BE"),
                };
                self.mark(other(order)).try_for_each(|byte| write!(f, "{byte:02X} "))?;
                write!(f, "{that}* | ( FIRST {this}* )?")?;
                definitions(
                    f,
                    &[
                        (that, self.alternatives(Part::All, other(order))),
                        ("FIRST", self.alternatives(Part::Without(self.swapped_mark()), order)),
                        (this, self.alternatives(Part::All, order)),
                    ],
                )
            }
        }
    }

    /// Returns the byte order mark in a byte order. In the default order, it is an ordinary U+FEFF to the
    /// expression.
    #[inline]
    fn mark(&self, order: Endian) -> impl Iterator<Item = u8> + use<> {
        let width = self.info.width;
        let shifts = (0..width).map(move |k| match order {
            Endian::Big => width - 1 - k,
            Endian::Little => k,
        });
        shifts.map(|k| (MARK >> (8 * k)) as u8)
    }

    /// Returns the byte order mark of the other order, read as a unit in the default order.
    #[inline]
    fn swapped_mark(&self) -> u32 {
        MARK.swap_bytes() >> (32 - 8 * self.info.width)
    }
}

#[inline]
const fn other(order: Endian) -> Endian {
    match order {
        Endian::Big => Endian::Little,
        Endian::Little => Endian::Big,
    }
}

#[inline]
fn repeated(f: &mut fmt::Formatter<'_>, alternatives: &Alternatives) -> fmt::Result {
    group(f, alternatives)?;
    f.write_char('*')
}

#[inline]
fn group(f: &mut fmt::Formatter<'_>, alternatives: &Alternatives) -> fmt::Result {
    if let [one] = alternatives.list()
        && let [place] = one.places()
    {
        return class(f, place);
    }
    f.write_str("(?:")?;
    for (k, ranges) in alternatives.list().iter().enumerate() {
        if k > 0 {
            f.write_char('|')?;
        }
        ranges.places().iter().try_for_each(|place| class(f, place))?;
    }
    f.write_char(')')
}

/// Writes the units of one place in brackets, or a single one without brackets.
#[inline]
fn class(f: &mut fmt::Formatter<'_>, place: &Alphabet) -> fmt::Result {
    let unit = |f: &mut fmt::Formatter<'_>, unit: u32| write!(f, r"\x{unit:02X}");
    if place.size() == 1 {
        return unit(f, place.unit(0));
    }
    f.write_char('[')?;
    for (first, last) in place.intervals() {
        unit(f, first)?;
        if first < last {
            f.write_char('-')?;
            unit(f, last)?;
        }
    }
    f.write_char(']')
}

/// Writes the parts of a text, each with its name and its lines.
#[inline]
fn definitions(f: &mut fmt::Formatter<'_>, parts: &[Named]) -> fmt::Result {
    let width = parts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    parts.iter().try_for_each(|(name, alternatives)| {
        write!(f, "\n\n{name:width$} = ")?;
        lines(f, alternatives, &"                "[..width + 1])
    })
}

/// Writes a line for each alternative, with aligned places.
#[inline]
fn lines(f: &mut fmt::Formatter<'_>, alternatives: &Alternatives, indent: &str) -> fmt::Result {
    let column = alternatives.list().iter().filter(|ranges| ranges.places().len() > 1);
    let column = column.flat_map(Ranges::places).map(cell_width).max().unwrap_or(0);
    for (k, ranges) in alternatives.list().iter().enumerate() {
        if k > 0 {
            write!(f, "\n{indent}| ")?;
        }
        let last = ranges.places().len() - 1;
        for (k, place) in ranges.places().iter().enumerate() {
            cell(f, place)?;
            if k < last {
                write!(f, "{:1$}", "", column - cell_width(place) + 1)?;
            }
        }
    }
    Ok(())
}

#[inline]
fn cell_width(place: &Alphabet) -> usize {
    if place.size() == 1 { 2 } else { 2 + place.intervals().map(interval_width).sum::<usize>() - 1 }
}

/// Returns the width in columns, including the blank after it.
#[inline]
fn interval_width((first, last): (u32, u32)) -> usize {
    if first < last { 6 } else { 3 }
}

#[inline]
fn cell(f: &mut fmt::Formatter<'_>, place: &Alphabet) -> fmt::Result {
    if place.size() == 1 {
        return write!(f, "{:02X}", place.unit(0));
    }
    for (k, (first, last)) in place.intervals().enumerate() {
        f.write_char(if k == 0 { '[' } else { ' ' })?;
        write!(f, "{first:02X}")?;
        if first < last {
            write!(f, "-{last:02X}")?;
        }
    }
    f.write_char(']')
}
