//! Printing properties for people.

use core::fmt;
use core::ops::RangeInclusive;

use super::{Properties, Role};

impl fmt::Display for Properties {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "code space       ")?;
        for (first, last) in self.code_space() {
            write!(f, " U+{first:04X}")?;
            if first < last {
                write!(f, "..U+{last:04X}")?;
            }
        }
        writeln!(f, ": {} code points", self.code_points())?;
        self.print_lengths(f)?;
        self.print_units(f, "stand alone", |role| role.alone)?;
        self.print_units(f, "lead", |role| role.lead)?;
        self.print_units(f, "restricted leads", |role| role.restricted)?;
        self.print_units(f, "trail", |role| role.trail)?;
        self.print_units(f, "begin and trail", Role::is_both)?;
        self.print_units(f, "carried", |role| role.carried)?;
        self.print_units(f, "reserved", |role| role.reserved)?;
        self.print_units(f, "never", Role::is_never)?;
        writeln!(f, "one spelling      {}", yes(self.has_one_spelling()))?;
        if let Some(transparent) = self.is_ascii_transparent() {
            writeln!(f, "ASCII transparent {}", yes(transparent))?;
        }
        match self.has_nul_alone() {
            Some(true) if self.role(0).is_never() => writeln!(f, "00                never occurs")?,
            Some(true) => writeln!(f, "00                means only U+0000")?,
            Some(false) => writeln!(f, "00                does not only mean U+0000")?,
            None => {}
        }
        writeln!(f, "order             {}", self.order())?;
        f.write_str("resynchronizes    ")?;
        self.print_look_back(f)
    }
}

impl Properties {
    #[inline]
    fn print_lengths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for len in self.lengths() {
            let name = if len == 1 { "unit" } else { "units" };
            write!(f, "{len} {name:<15} ")?;
            match self.code_points_of(len) {
                0 => f.write_str("only read")?,
                count => write!(f, "{count} code points")?,
            }
            match self.payload_bits(len) {
                Some(bits) => writeln!(f, ", {bits} bits")?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "length known      after {} of at most {}", self.settled_after(), self.longest())
    }

    /// Prints a line with the units that have a role, or no line if there are none.
    #[inline]
    fn print_units(&self, f: &mut fmt::Formatter<'_>, name: &str, is: fn(Role) -> bool) -> fmt::Result {
        let mut all = self.units().filter(|(_, role)| is(*role)).map(|(units, _)| units);
        let Some(mut open) = all.next() else { return Ok(()) };
        write!(f, "{name:<17}")?;
        for units in all {
            if open.end() + 1 == *units.start() {
                open = *open.start()..=*units.end();
            } else {
                self.print_interval(f, &open)?;
                open = units;
            }
        }
        self.print_interval(f, &open)?;
        writeln!(f)
    }

    #[inline]
    fn print_interval(&self, f: &mut fmt::Formatter<'_>, units: &RangeInclusive<u32>) -> fmt::Result {
        let width = self.unit_bits() as usize / 4;
        write!(f, " {:0width$X}", units.start())?;
        if units.start() < units.end() { write!(f, "..{:0width$X}", units.end()) } else { Ok(()) }
    }

    #[inline]
    fn print_look_back(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.look_back() {
            None => f.write_str("no"),
            Some(0) => f.write_str("yes"),
            Some(distance) => {
                let unit = if self.info.width > 1 || self.unit_bits() == 8 { "bytes" } else { "units" };
                write!(f, "yes, looking back over {distance} {unit}")?;
                if self.info.reserved.is_some() { f.write_str(" and a reserved run") } else { Ok(()) }
            }
        }
    }
}

#[inline]
fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
