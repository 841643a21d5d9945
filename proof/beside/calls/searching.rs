//! Patterns: every way to search and to split, with every kind of pattern.

use crate::library::form::{self, Form, Resynchronizing};
use crate::library::{CodeSpace, DoubleEndedPattern, Pattern, Str};
use beside_common::{Function, Input, Observed, Random};

use crate::forms::{Of, of_synchronized, with_synchronized};
use crate::strings::{needle, observe, string};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("Str::find, split, …, of a string", 200, of_synchronized!(of_string)),
    Function::new("Str::find, split, …, of a code point", 120, of_synchronized!(of_code_point)),
    Function::new("Str::find, split, …, of a set", 120, of_synchronized!(of_set)),
    Function::new("Str::find, split, …, of a question", 80, of_synchronized!(of_question)),
    Function::new("Str::find, split, …, of a str, a char", 80, of_text),
    Function::new("Str::trim, lines, split_whitespace", 80, of_synchronized!(of_white_space)),
];

fn observe_parts<'s, F: Form<Unit: Of>>(observed: &mut Observed, parts: impl Iterator<Item = &'s Str<F>>) {
    for part in parts {
        observe(observed, "part", part);
    }
}

fn observe_found<'s, F: Form<Unit: Of>>(
    observed: &mut Observed,
    found: impl Iterator<Item = (usize, &'s Str<F>)>,
) {
    for (at, found) in found {
        observed.number("at", at);
        observe(observed, "found", found);
    }
}

fn observe_halves<F: Form<Unit: Of>>(observed: &mut Observed, halves: Option<(&Str<F>, &Str<F>)>) {
    match halves {
        Some((one, other)) => {
            observe(observed, "one half", one);
            observe(observed, "other half", other);
        }
        None => observed.is("not found", true),
    }
}

fn observe_rest<F: Form<Unit: Of>>(observed: &mut Observed, rest: Option<&Str<F>>) {
    match rest {
        Some(rest) => observe(observed, "rest", rest),
        None => observed.is("not found", true),
    }
}

#[inline(never)]
fn search<F: Resynchronizing<Unit: Of>, P: Pattern<F>>(
    string: &Str<F>,
    mut pattern: impl FnMut() -> P,
    with: &Str<F>,
    random: &mut Random,
    observed: &mut Observed,
) {
    match random.below(23) {
        0 | 1 => observed.option("found", string.find(pattern())),
        2 => observed.option("found last", string.rfind(pattern())),
        3 => observed.is("contains", string.contains(pattern())),
        4 => observed.is("starts with", string.starts_with(pattern())),
        5 => observed.is("ends with", string.ends_with(pattern())),
        6 => observe_rest(observed, string.strip_prefix(pattern())),
        7 => observe_rest(observed, string.strip_suffix(pattern())),
        8 => observe_halves(observed, string.split_once(pattern())),
        9 => observe_halves(observed, string.rsplit_once(pattern())),
        10 => observe(observed, "trimmed", string.trim_start_matches(pattern())),
        11 => observe(observed, "trimmed", string.trim_end_matches(pattern())),
        12 => observe(observed, "trimmed", string.trim_matches(pattern())),
        13 => observe(observed, "replaced", &string.replace(pattern(), with)),
        14 => observe(observed, "replaced", &string.replacen(pattern(), with, random.below(4))),
        15 => observe_found(observed, string.match_indices(pattern())),
        16 => observe_found(observed, string.rmatch_indices(pattern())),
        17 => match random.below(3) {
            0 => observe_parts(observed, string.matches(pattern())),
            1 => observe_parts(observed, string.rmatches(pattern())),
            _ => observe_parts(observed, string.rsplit_terminator(pattern())),
        },
        18 => observe_parts(observed, string.split(pattern())),
        19 => observe_parts(observed, string.splitn(random.below(4), pattern())),
        20 => observe_parts(observed, string.split_inclusive(pattern())),
        21 => observe_parts(observed, string.split_terminator(pattern())),
        _ => match random.one_in(2) {
            true => observe_parts(observed, string.rsplit(pattern())),
            false => observe_parts(observed, string.rsplitn(random.below(4), pattern())),
        },
    }
}

/// Iterators that can be used from both ends.
#[inline(never)]
fn from_both_ends<F: Resynchronizing<Unit: Of>, P: DoubleEndedPattern<F>>(
    string: &Str<F>,
    pattern: P,
    random: &mut Random,
    observed: &mut Observed,
) {
    if random.one_in(2) {
        let mut parts = string.split(pattern);
        while let Some(part) = if random.one_in(2) { parts.next() } else { parts.next_back() } {
            observe(observed, "part", part);
        }
    } else {
        let mut found = string.match_indices(pattern);
        while let Some((at, found)) = if random.one_in(2) { found.next() } else { found.next_back() } {
            observed.number("at", at);
            observe(observed, "found", found);
        }
    }
}

fn of_string<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let with = if random.one_in(2) { needle } else { Str::empty() };
    search(string, || needle, with, random, observed);
}

/// Returns a code point of the string, or another.
fn code_point<F: Form>(string: &Str<F>, input: &Input, random: &mut Random) -> Option<F::CodePoint> {
    if random.one_in(3) {
        let any = random.part(&input.code_points).first().copied()?;
        return F::CodePoint::from_u32(any);
    }
    let place = random.below(8);
    string.code_points().nth(place)
}

fn of_code_point<F: Resynchronizing<Unit: Of, CodePoint: Pattern<F> + DoubleEndedPattern<F>>>(
    input: &Input,
    random: &mut Random,
    observed: &mut Observed,
) {
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let Some(code_point) = code_point(string, input, random) else { return };
    match random.one_in(4) {
        true => from_both_ends(string, code_point, random, observed),
        false => search(string, || code_point, needle, random, observed),
    }
}

fn of_set<F>(input: &Input, random: &mut Random, observed: &mut Observed)
where
    F: Resynchronizing<Unit: Of>,
    for<'a> &'a [F::CodePoint]: DoubleEndedPattern<F>,
{
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let set: Vec<F::CodePoint> =
        (0..random.below(4)).filter_map(|_| code_point(string, input, random)).collect();
    match random.one_in(4) {
        true => from_both_ends(string, &set[..], random, observed),
        false => search(string, || &set[..], needle, random, observed),
    }
}

fn of_question<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let (bit, limit) = (1 << random.below(4), random.of(&[0x20, 0x80, 0x800]));
    let is_meant =
        move |code_point: F::CodePoint| code_point.to_u32() & bit != 0 && code_point.to_u32() > limit;
    match random.one_in(4) {
        true => from_both_ends(string, is_meant, random, observed),
        false => search(string, || is_meant, needle, random, observed),
    }
}

fn of_text(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn of<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
        let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
        let text = &*input.short_str;
        match text.chars().next().filter(|_| random.one_in(2)) {
            Some(scalar) => search(string, || scalar, needle, random, observed),
            None => search(string, || text, needle, random, observed),
        }
    }
    match input.form {
        0 => of::<form::Utf8>(input, random, observed),
        1 => of::<form::Utf16>(input, random, observed),
        2 => of::<form::Wtf8>(input, random, observed),
        3 => of::<form::Mutf8>(input, random, observed),
        12 => of::<form::Cesu8>(input, random, observed),
        14 => of::<form::Mutf8Lenient>(input, random, observed),
        22 => of::<form::Iso8859_1>(input, random, observed),
        _ => observed.nothing(),
    }
}

fn of_white_space<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    match random.below(5) {
        0 => observe(observed, "trimmed", string.trim()),
        1 => observe(observed, "trimmed", string.trim_start()),
        2 => observe(observed, "trimmed", string.trim_end()),
        3 => {
            let mut parts = string.split_whitespace();
            while let Some(part) = if random.one_in(2) { parts.next() } else { parts.next_back() } {
                observe(observed, "part", part);
            }
        }
        _ => {
            let mut lines = string.lines();
            while let Some(line) = if random.one_in(2) { lines.next() } else { lines.next_back() } {
                observe(observed, "line", line);
            }
        }
    }
}
