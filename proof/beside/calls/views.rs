//! Code points, names of everything, and what is derived from tables: little of it depends on an input.

use std::fmt::Write;

use crate::differing::{observe_message, trail_start};
use crate::library::chart::{Chart, Class};
use crate::library::expression::{Dialect, Expression};
use crate::library::form::Form;
use crate::library::label::{find, nearest};
use crate::library::listing::Listing;
use crate::library::properties::Properties;
use crate::library::table::{Row, Table};
use crate::library::{
    CodePoint, CodeSpace, Codec, Encoding, ErrorKind, OnError, OnUnencodable, Options, Pairs, Ucs4,
};
use beside_common::{ENCODINGS, Function, Input, Observed, Random};

use crate::differing::{facts, for_label, name_of, named, pairing, ranges, standing, units, zero};
use crate::encoding;
use crate::forms::{Of, of_form, with_form};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("CodePoint, Ucs4, CodeSpace", 80, code_points),
    Function::new("Form's constants, Carry", 8, of_form!(constants)),
    Function::new("Table::rows, Row, Ranges, Alphabet", 8, rows),
    Function::new("Encoding::for_label, for_identifier, find", 16, names),
    Function::new("label::nearest", 1, near_names),
    Function::new("Encoding::names, official_name, …", 8, labels),
    Function::new("names of policies and kinds", 20, names_of_policies),
    Function::new("Properties", 4, properties),
    Function::new("Chart", 1, chart),
    Function::new("Listing", 4, listing),
    Function::new("Expression", 4, expression),
];

fn code_points(input: &Input, random: &mut Random, observed: &mut Observed) {
    let value = random.part(&input.code_points).first().copied().unwrap_or(random.bits() as u32);
    observed.option("scalar value", char::from_u32(value).map(CodeSpace::to_u32));
    observed.number("of UCS-4", u32::from(Ucs4::from(value)));
    let Some(code_point) = CodePoint::from_u32(value) else { return observed.is("too large", true) };
    observed.option("char", code_point.to_char().map(u32::from));
    observed.number("char, lossy", code_point.to_char_lossy() as u32);
    for is in [
        code_point.is_surrogate(),
        code_point.is_lead_surrogate(),
        code_point.is_trail_surrogate(),
        code_point.is_whitespace(),
        code_point.is_alphabetic(),
        code_point.is_numeric(),
        code_point.is_control(),
        char::try_from(code_point).is_ok(),
        CodePoint::try_from(Ucs4(value)).is_ok(),
    ] {
        observed.is("is", is);
    }
    if random.one_in(16) {
        observed.display("shown", &code_point);
        observed.debug("shown", &code_point);
    }
}

fn constants<F: Form<Unit: Of>>(_: &Input, random: &mut Random, observed: &mut Observed) {
    observed.str("name", F::NAME);
    observed.number("seam", pairing!(F) as u64);
    observed.option("reserved", F::RESERVED);
    observed.is("encodes", F::ENCODES);
    if let Some(carry) = F::CARRY {
        let unit = 0x80 + random.below(0x80) as u32;
        observed.number("carried", carry.code_point(unit));
        observed.option("unit", carry.unit(carry.code_point(unit)));
    }
    observe_row(observed, F::TABLE, random);
}

fn observe_row(observed: &mut Observed, table: &'static Table, random: &mut Random) {
    observed.number("bits", table.unit_bits());
    observed.number("rows", table.rows().len());
    observed.number("excluded rows", table.excluded().len());
    let all: Vec<&Row> = table.rows().iter().chain(table.excluded()).collect();
    let row = random.of(&all);
    observed.number("length", row.len());
    observed.option("start of the trail surrogate", trail_start(row));
    observed.debug("standing", &standing(row));
    observed.debug("sequences", &row.sequences());
    observed.debug("code points", &row.code_points());
    observed.number("count", row.count());
    observed.is("is read", row.is_read());
    observed.is("is written", row.is_written());
    for alphabet in row.alphabets() {
        observed.number("size", alphabet.size());
        observed.debug("intervals", &alphabet.intervals().collect::<Vec<_>>());
        let unit = random.below(0x100) as u32;
        observed.option("digit", alphabet.digit(unit));
        observed.number("unit", alphabet.unit(alphabet.digit(unit).unwrap_or(0)));
    }
    for (count, places) in ranges(row) {
        observed.number("in ranges", count);
        observed.number("places", places);
    }
}

fn rows(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_row(observed, facts!(encoding(input.encoding)).table, random);
}

/// Returns a name that exists, or a similar one.
fn name(random: &mut Random) -> String {
    let encoding = encoding(random.below(ENCODINGS.len()));
    let names: Vec<&str> = encoding.names().map(|name| name.text).collect();
    let mut name = match names.len() {
        0 => name_of(encoding).to_owned(),
        count => names[random.below(count)].to_owned(),
    };
    match random.below(6) {
        0 => name = name.to_uppercase(),
        1 => name = name.replace('-', "_"),
        2 => name = format!(" {name}\n"),
        3 => drop(name.pop()),
        4 => name.push(random.of(&['8', '-', 'é', 'x'])),
        _ => {}
    }
    name
}

fn names(_: &Input, random: &mut Random, observed: &mut Observed) {
    let name = name(random);
    observed.note("name", &name);
    // CHANGELOG: "`ascii` and `us-ascii` mean this wherever a person names an encoding", and
    // "`Encoding::for_label` reports `us-ascii` for IANA's names of it". They were windows-1252, or were
    // refused.
    if is_of_us_ascii(&name) {
        return;
    }
    match random.below(4) {
        0 => observed.debug("for a label", &for_label(&name)),
        1 => observed.debug("for an identifier", &Encoding::for_identifier(&name)),
        2 => observed.debug("found", &find(&name)),
        _ => observed.debug("from an identifier", &named(&name)),
    }
}

/// Returns `true` for the labels that are US-ASCII's by IANA's registry, and for `ascii`.
fn is_of_us_ascii(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase().replace(['_', '-', ' ', ':', '.'], "");
    [
        "ascii",
        "usascii",
        "ansix341968",
        "ansix341986",
        "iso646irv1991",
        "iso646us",
        "isoir6",
        "us",
        "ibm367",
        "cp367",
        "csascii",
    ]
    .contains(&&*name)
}

fn near_names(_: &Input, random: &mut Random, observed: &mut Observed) {
    let name = name(random);
    observed.note("name", &name);
    // New names may be more similar.
    let near: Vec<&str> = nearest(&name, 12).filter(|name| ENCODINGS.contains(name)).take(2).collect();
    observed.debug("near", &near);
}

fn labels(_: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = encoding(random.below(ENCODINGS.len()));
    observed.note("encoding", &encoding);
    observed.debug("official", &encoding.official_name());
    observed.debug("number", &encoding.mib_enum());
    observed.debug("remark", &encoding.remark());
    for name in encoding.names().filter(|name| !is_of_us_ascii(name.text)) {
        observed.str("name", name.text);
        observed.debug("source", &name.source);
        observed.debug("standing", &name.standing());
        observed.debug("note", &name.note());
    }
}

fn names_of_policies(_: &Input, random: &mut Random, observed: &mut Observed) {
    let on_error = random.of(&OnError::ALL);
    observed.str("policy", on_error.name());
    observed.is("is itself", OnError::from_name(on_error.name()) == Some(on_error));
    observed.is("is general", on_error.is_general());
    observed.is("is conformant", on_error.is_conformant());
    let on_unencodable = random.of(&OnUnencodable::ALL);
    observed.str("policy", on_unencodable.name());
    observed.is("is itself", OnUnencodable::from_name(on_unencodable.name()) == Some(on_unencodable));
    let pairs = random.of(&[Pairs::Join, Pairs::Error, Pairs::Replace]);
    observed.str("pairs", pairs.name());
    let kind = random.of(&ErrorKind::ALL);
    observed.str("kind", kind.name());
    observe_message(observed, "described", &kind.describe());
}

fn properties(_: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = encoding(random.below(ENCODINGS.len()));
    observed.note("encoding", &encoding);
    let properties = Properties::new(encoding);
    match random.below(4) {
        0 => {
            observed.number("bits", properties.unit_bits());
            observed.debug("lengths", &properties.lengths().collect::<Vec<_>>());
            observed.number("longest", properties.longest());
            observed.number("code points", properties.code_points());
            observed.debug("code space", &properties.code_space().collect::<Vec<_>>());
            for len in 1..=6 {
                observed.number("of a length", properties.code_points_of(len));
                observed.option("payload", properties.payload_bits(len));
            }
        }
        1 => {
            observed.number("settled after", properties.settled_after());
            observed.is("has one spelling", properties.has_one_spelling());
            observed.debug("keeps ASCII", &properties.is_ascii_transparent());
            observed.debug("zero", &zero(&properties));
            observed.is("resynchronizes", properties.resynchronizes());
            observed.debug("order", &properties.order());
            observed.debug("look back", &properties.look_back());
        }
        2 => observed.debug("role", &properties.role(random.below(0x100) as u32)),
        _ if properties.unit_bits() == 8 => {
            observed.debug("units", &units(&properties));
            observed.display("properties", &properties);
        }
        _ => observed.display("properties", &properties),
    }
}

fn chart(_: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = encoding(random.below(ENCODINGS.len()));
    observed.note("encoding", &encoding);
    let Some(chart) = Chart::new(encoding) else { return observed.is("has no chart", true) };
    observed.debug("cell", chart.cell(random.bits() as u8));
    let class = random.of(&Class::ALL);
    observed.number("of a class", chart.count(class));
    let cells = chart.cells().filter(|(_, cell)| cell.is_both()).count();
    observed.number("that are both", cells);
    observed.display("chart", &chart);
}

fn listing(_: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = encoding(random.below(ENCODINGS.len()));
    observed.note("encoding", &encoding);
    let listing = Listing::new(encoding);
    let listing = if random.one_in(2) { listing.refusing_surrogates() } else { listing };
    observed.display("listing", &listing);
}

fn expression(_: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = encoding(random.below(ENCODINGS.len()));
    let dialect = random.of(&Dialect::ALL);
    observed.note("encoding", &encoding);
    let Some(expression) = Expression::new(encoding, dialect) else { return observed.is("has none", true) };
    let options =
        Options { heal_pairs: random.one_in(2), refuse_surrogates: random.one_in(2), ..Options::default() };
    let mut text = String::new();
    let _ = write!(text, "{}", expression.with_options(options));
    observed.str("expression", &text);
    observed.is("is its name", Dialect::from_name(dialect.name()) == Some(dialect));
}
