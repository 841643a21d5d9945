//! Functions that examine a whole text and take long: detection, repair, columns, the lint.

use crate::differing::observe_evidence;
use crate::library::columns::{Column, Data, OnFailure, Rewritten, Validity, View, dialect};
use crate::library::detect::{Detection, Detector, detect};
use crate::library::lint::Lint;
use crate::library::repair::{Fixes, Scan, apply, diagnose, repair};
use crate::library::{Encoding, validate};
use beside_common::{ENCODINGS, Function, Input, Observed, Random};

use crate::conversion::conversion;
use crate::differing::{name_of, observe_edits, observe_left, observe_malformed, of_both};
use crate::{encoding, observe_error, observe_failure};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("detect", 4, detected),
    Function::new("Detector", 4, detected_in_pieces),
    Function::new("repair", 24, repaired),
    Function::new("diagnose, apply", 8, diagnosed),
    Function::new("Scan", 24, scanned),
    Function::new("columns::dialect", 40, told_apart),
    Function::new("Column::new, of_views, get", 24, column),
    Function::new("Column::check, profile", 24, checked),
    Function::new("Column::convert", 24, converted),
    Function::new("Column::repair", 16, column_repaired),
    Function::new("Lint", 40, linted),
];

/// Returns a text of an encoding, or two of them mixed.
fn text<'i>(input: &'i Input, random: &mut Random) -> std::borrow::Cow<'i, [u8]> {
    match random.below(6) {
        0 => [input.str.as_bytes(), &input.text.dirty[..]].concat().into(),
        1 => (&input.bytes.dirty).into(),
        2 => (&input.text.clean).into(),
        _ => (&input.text.dirty).into(),
    }
}

fn observe_detection(observed: &mut Observed, detection: &Detection) {
    observed.str("encoding", detection.encoding.map_or("", name_of));
    observed.str("basis", detection.basis.name());
    observed.debug("also", &of_both(&detection.also));
    observed.debug("alternatives", &of_both(&detection.alternatives));
    observed.debug("well-formed", &of_both(&detection.well_formed));
    observe_evidence(observed, &detection.evidence);
    observed.option("overlong", detection.overlong);
    observed.option("margin", detection.margin);
    observed.number("read", detection.read);
    observed.is("is complete", detection.is_complete);
}

fn detected(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = text(input, random);
    if was_utf_16_by_chance(&text) {
        return observed.nothing();
    }
    observe_detection(observed, &detect(&text));
}

fn detected_in_pieces(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut detector = Detector::new();
    let text = text(input, random);
    let mut rest = &text[..];
    let mut zeros = 0;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(rest.len())).min(rest.len()));
        rest = behind;
        detector.push(piece);
        if random.one_in(8) {
            let count = random.below(100);
            detector.push_zeros(count as u64);
            zeros += count;
        }
        observed.is("is settled", detector.is_settled());
    }
    let detection = if random.one_in(4) { detector.finish_early() } else { detector.finish() };
    if was_utf_16_with(&text, zeros) {
        return observed.nothing();
    }
    observe_detection(observed, &detection);
}

fn fixes(random: &mut Random) -> Fixes {
    match random.below(3) {
        0 => Fixes::DEFAULT,
        1 => Fixes::ALL,
        _ => {
            let one = random.of(&Fixes::EACH);
            let other = random.of(&Fixes::EACH);
            if random.one_in(2) { one | other } else { Fixes::ALL.without(one) }
        }
    }
}

/// CHANGELOG: "`repair` and the hints of `check` recognize a magic number that follows a byte order mark or
/// has another line end, and the signature of GB18030", and "Detection finds it by its signature, `DD 73 66
/// 73`, and `repair` leaves such a file alone". Such a text was repaired as UTF-8.
fn has_a_new_signature(text: &[u8]) -> bool {
    const MAGIC_NUMBER: &[u8] = b"\xEF\xB7\x9D\xED\xB2\xAE\x00";
    let is_other_magic_number = match (text.strip_prefix(b"\xEF\xBB\xBF"), text.strip_prefix(MAGIC_NUMBER)) {
        (Some(behind), _) => behind.starts_with(MAGIC_NUMBER),
        (None, Some(behind)) => !behind.starts_with(b"\n"),
        (None, None) => false,
    };
    is_other_magic_number || text.starts_with(b"\x84\x31\x95\x33") || text.starts_with(b"\xDD\x73\x66\x73")
}

/// CHANGELOG: "UTF-8 with such a sequence is not taken for UTF-16 without bytes 00". It was UTF-16 by chance.
fn was_utf_16_by_chance(text: &[u8]) -> bool {
    was_utf_16_with(text, 0)
}

/// Tests a text with `more_zeros` additional bytes 00.
fn was_utf_16_with(text: &[u8], more_zeros: usize) -> bool {
    let is_overlong = |pair: &&[u8]| {
        matches!(pair, [0xC0 | 0xC1, 0x80..=0xBF] | [0xE0, 0x80..=0x9F] | [0xF0, 0x80..=0x8F])
            || matches!(pair, [0xF8, 0x80..=0x87] | [0xFC, 0x80..=0x83])
    };
    let overlong = text.windows(2).filter(is_overlong).count();
    let zeros = more_zeros + text.iter().filter(|&&byte| byte == 0).count();
    zeros < 2 * overlong
}

fn repaired(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = text(input, random);
    if has_a_new_signature(&text) || was_utf_16_by_chance(&text) {
        return observed.nothing();
    }
    match repair(&text, fixes(random)) {
        Ok(repaired) => {
            observed.is("is borrowed", matches!(repaired, std::borrow::Cow::Borrowed(_)));
            observed.units("repaired", &repaired);
        }
        Err(left) => observe_left(observed, &left),
    }
}

fn diagnosed(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = text(input, random);
    if has_a_new_signature(&text) || was_utf_16_by_chance(&text) {
        return observed.nothing();
    }
    let diagnosis = diagnose(&text, fixes(random));
    observe_edits(observed, &diagnosis.edits);
    observed.number("double lines", diagnosis.double_lines);
    if let Some(left) = &diagnosis.left {
        observe_left(observed, left);
    }
    observed.units("applied", &apply(&text, &diagnosis.edits));
}

fn scanned(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut scan = Scan::new(fixes(random));
    let text = text(input, random);
    if has_a_new_signature(&text) || was_utf_16_by_chance(&text) {
        return observed.nothing();
    }
    let mut rest = &text[..];
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(40)).min(rest.len()));
        rest = behind;
        scan.push(piece);
    }
    observed.is("is of interest", scan.finish());
}

/// CHANGELOG: "`columns::dialect` and profiles find Modified UTF-8 if surrogate pairs occur next to lone
/// surrogates". Such a value was in no dialect.
fn is_only_modified(value: &[u8]) -> bool {
    let is = |encoding| validate(encoding, value).is_ok();
    !value.contains(&0xC0) && is(Encoding::Mutf8) && !is(Encoding::Cesu8) && !is(Encoding::Wtf8)
}

fn told_apart(input: &Input, random: &mut Random, observed: &mut Observed) {
    let value = text(input, random);
    if is_only_modified(&value) || was_utf_16_by_chance(&value) {
        return observed.nothing();
    }
    let found = dialect(&value);
    observed.str("dialect", found.map_or("none", name_of));
}

/// A column of values: parts of a text, with a validity, in one of three layouts.
struct Values {
    bytes: Vec<u8>,
    offsets: Vec<i32>,
    long_offsets: Vec<i64>,
    views: Vec<View>,
    valid: Vec<u8>,
    is_nullable: bool,
    layout: usize,
}

impl Values {
    fn new(input: &Input, random: &mut Random) -> Self {
        let bytes = text(input, random).into_owned();
        let mut offsets = vec![0];
        for _ in 0..random.below(20) {
            let last = *offsets.last().unwrap_or(&0);
            offsets.push(last + random.below((bytes.len() - last).min(40) + 1));
        }
        let views = offsets
            .array_windows()
            .map(|&[from, to]| match &bytes[from..to] {
                short if short.len() <= 12 => View::inline(short).expect("at most twelve bytes"),
                value => View::into_buffer(value, 0, from as u32),
            })
            .collect();
        let valid = (0..offsets.len().div_ceil(8)).map(|_| random.bits() as u8).collect();
        Values {
            offsets: offsets.iter().map(|&at| at as i32).collect(),
            long_offsets: offsets.iter().map(|&at| at as i64).collect(),
            views,
            valid,
            bytes,
            is_nullable: random.one_in(3),
            layout: random.below(3),
        }
    }

    fn with(&self, observed: &mut Observed, act: impl FnOnce(&Column<'_>, &mut Observed)) {
        let rows = self.views.len();
        let validity = self.is_nullable.then(|| Validity::new(&self.valid, 0, rows).expect("bits enough"));
        let buffers = [&self.bytes[..]];
        let column = match self.layout {
            0 => Column::new(&self.bytes, &self.offsets, validity),
            1 => Column::new(&self.bytes, &self.long_offsets, validity),
            _ => Column::of_views(&self.views, &buffers, validity),
        };
        match column {
            Ok(column) => act(&column, observed),
            Err(malformed) => observe_malformed(observed, &malformed),
        }
    }
}

fn column(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut values = Values::new(input, random);
    if random.one_in(2) {
        let (row, wrong) = (random.below(values.offsets.len()), random.below(80) as i32 - 10);
        values.offsets[row] = wrong;
        values.long_offsets[row] = wrong.into();
        if let Some(view) = values.views.get_mut(row) {
            view.0[random.below(16)] ^= 1 << random.below(8);
        }
    }
    values.with(observed, |column, observed| {
        observed.number("rows", column.len());
        observed.number("nulls", column.nulls());
        observed.is("is empty", column.is_empty());
        for value in column.iter() {
            observed.units("value", value.unwrap_or(b"null"));
        }
    });
}

fn checked(input: &Input, random: &mut Random, observed: &mut Observed) {
    let encoding = if random.one_in(2) { Encoding::Utf8 } else { encoding(input.encoding) };
    let profiles = random.one_in(3);
    Values::new(input, random).with(observed, |column, observed| {
        if profiles && column.iter().flatten().any(|one| is_only_modified(one) || was_utf_16_by_chance(one)) {
            return observed.nothing();
        }
        if profiles {
            let profile = column.profile(encoding);
            observed.debug("profile", &profile);
            return observed.number("well-formed", profile.well_formed());
        }
        let check = column.check(encoding);
        observed.number("rows", check.rows);
        observed.number("nulls", check.nulls);
        for row in &check.ill_formed {
            observed.number("row", row.row);
            observed.number("errors", row.errors);
            observe_error(observed, row.first);
        }
    });
}

fn observe_rewritten<E>(
    observed: &mut Observed,
    rewritten: &Rewritten<E>,
    source: &Column<'_>,
    mut observe: impl FnMut(&mut Observed, &E),
) {
    for row in 0..source.len() {
        match rewritten.get(source, row) {
            Some(value) => observed.units("value", value),
            None => observed.is("null", true),
        }
    }
    observed.debug("changed", &rewritten.changed);
    for (row, failure) in &rewritten.failed {
        observed.number("failed row", *row);
        observe(observed, failure);
    }
    observed.units("validity", rewritten.validity.as_deref().unwrap_or(b"as before"));
    match &rewritten.data {
        Data::Unchanged => observed.is("unchanged", true),
        Data::Offsets32 { values, .. } | Data::Offsets64 { values, .. } => observed.units("values", values),
        Data::Views { added, .. } => observed.units("added", &added.concat()),
    }
}

fn converted(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    let source = if random.one_in(3) { Encoding::Utf8 } else { source };
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    let on_failure = random.of(&[OnFailure::Stop, OnFailure::Null, OnFailure::Keep]);
    Values::new(input, random).with(observed, |column, observed| {
        match column.convert(&conversion, on_failure) {
            Ok(rewritten) => observe_rewritten(observed, &rewritten, column, |observed, failure| {
                observe_failure(observed, *failure);
            }),
            Err(stopped) => observed.debug("stopped", &stopped),
        }
    });
}

fn column_repaired(input: &Input, random: &mut Random, observed: &mut Observed) {
    let fixes = fixes(random);
    let on_failure = random.of(&[OnFailure::Stop, OnFailure::Null, OnFailure::Keep]);
    Values::new(input, random).with(observed, |column, observed| match column.repair(fixes, on_failure) {
        _ if column.iter().flatten().any(|one| has_a_new_signature(one) || was_utf_16_by_chance(one)) => {
            observed.nothing();
        }
        Ok(rewritten) => observe_rewritten(observed, &rewritten, column, observe_left),
        Err(crate::library::columns::Stopped::Failed { row, failure }) => {
            observed.number("stopped at", row);
            observe_left(observed, &failure);
        }
        Err(_) => observed.is("too long", true),
    });
}

fn linted(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut lint = if random.one_in(2) { Lint::file() } else { Lint::string() };
    let mut report = |finding| observed.debug("finding", &finding);
    let mut rest = &input.text.dirty[..];
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(40)).min(rest.len()));
        rest = behind;
        lint.push(piece, &mut report);
    }
    lint.finish(&mut report);
}
