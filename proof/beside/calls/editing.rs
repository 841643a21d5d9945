//! Strings that own their units.

use std::borrow::Cow;

use crate::library::form::{self, Form, Resynchronizing};
use crate::library::{AsString, CodeSpace, ConvertsTo, NotChanged, Str, StrBuf};
use beside_common::{Function, Input, Observed, Random};

use crate::forms::{Of, of_form, of_synchronized, with_form, with_synchronized};
use crate::strings::{needle, observe, string};
use crate::{observe_error, observe_unencodable};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("StrBuf::from_units, from_units_lossy", 120, of_form!(made)),
    Function::new("StrBuf::push_string, extend, +, collect", 120, of_form!(put_together)),
    Function::new("StrBuf::push, try_push", 120, of_form!(pushed)),
    Function::new("StrBuf::push_str, push_char, insert_str, …", 80, of_text),
    Function::new("StrBuf::insert, remove, pop, drain, …", 160, of_synchronized!(edited)),
    Function::new("StrBuf::try_insert, try_replace_range, …", 80, of_synchronized!(tried)),
];

fn made<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let units = F::Unit::text(input, random).to_vec();
    if F::ENCODES && random.one_in(2) {
        return observe(observed, "mended", &StrBuf::<F>::from_units_lossy(units));
    }
    match StrBuf::<F>::from_units(units) {
        Ok(string) => observe(observed, "string", &string),
        Err(error) => {
            observe_error(observed, error.error());
            observed.units("back", &error.into_units());
        }
    }
}

fn put_together<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let made = match random.below(6) {
        0 => {
            let mut made = string.to_owned();
            made.push_string(needle);
            made
        }
        1 => string.to_owned() + needle,
        2 => [needle, string, needle].into_iter().collect(),
        3 => {
            let mut made = needle.to_owned();
            made.extend([string, needle]);
            made
        }
        4 => {
            let mut made = needle.to_owned();
            if made.try_push_string(string).is_ok() {
                made.shrink_to_fit();
            }
            made
        }
        _ => (Cow::Borrowed(needle) + string).into_owned(),
    };
    observe(observed, "made", &made);
}

fn pushed<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut made = if random.one_in(2) { needle::<F>(input, observed).to_owned() } else { StrBuf::new() };
    for &code_point in input.code_points.iter().take(24) {
        let Some(code_point) = F::CodePoint::from_u32(code_point) else { continue };
        match made.try_push(code_point) {
            Ok(()) => {}
            Err(error) => observe_not_changed(observed, &error),
        }
        // This panics only if the first is refused.
        if F::TABLE.encode(code_point.to_u32()).is_some() && random.one_in(2) {
            made.push(code_point);
        }
    }
    observe(observed, "pushed", &made);
}

fn observe_not_changed(observed: &mut Observed, error: &NotChanged) {
    match error {
        NotChanged::Unencodable(lost) => observe_unencodable(observed, *lost),
        _ => observed.debug("not changed", error),
    }
}

fn of_text(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn of<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed)
    where
        form::Utf8: ConvertsTo<F>,
    {
        let mut made = needle::<F>(input, observed).to_owned();
        match random.below(6) {
            0 => made.push_str(&input.str),
            1 => input.str.chars().take(20).for_each(|scalar| made.push_char(scalar)),
            2 => {
                let at = made.floor_boundary(random.below(made.len() + 1));
                made.insert_str(at, &input.short_str);
            }
            3 => made.extend(input.str.chars()),
            4 => made = StrBuf::from(&*input.str),
            _ => observed.is("is pushed", made.try_push_str(&input.str).is_ok()),
        }
        observe(observed, "made", &made);
    }
    match input.form {
        0 => of::<form::Utf8>(input, random, observed),
        1 => of::<form::Utf16>(input, random, observed),
        2 => of::<form::Wtf8>(input, random, observed),
        3 => of::<form::Mutf8>(input, random, observed),
        7 => of::<form::Utf8b>(input, random, observed),
        8 => of::<form::Wtf16>(input, random, observed),
        9 => of::<form::Utf32>(input, random, observed),
        12 => of::<form::Cesu8>(input, random, observed),
        14 => of::<form::Mutf8Lenient>(input, random, observed),
        _ => observed.nothing(),
    }
}

/// Returns a position between code points, or a range of such positions.
fn place<F: Resynchronizing>(string: &Str<F>, random: &mut Random) -> usize {
    string.floor_boundary(random.below(string.len() + 1))
}

fn edited<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed)
where
    for<'s> &'s Str<F>: AsString<F>,
{
    let needle = needle::<F>(input, observed);
    let mut made = string::<F>(input, observed).to_owned();
    for _ in 0..=random.below(3) {
        let (one, other) = (place(&made, random), place(&made, random));
        let (from, to) = (one.min(other), one.max(other));
        match random.below(11) {
            0 => made.insert_string(one, needle),
            1 => observe(observed, "drained", made.drain(from..to).as_string()),
            2 => made.replace_range(from..to, needle),
            3 => observed.option("popped", made.pop().map(CodeSpace::to_u32)),
            4 => made.truncate(one),
            5 => observe(observed, "split off", &made.split_off(one)),
            6 if one < made.len() => observed.number("removed", made.remove(one).to_u32()),
            7 => made.retain(|code_point| code_point.to_u32() & 3 != 0),
            8 => made.make_ascii_lowercase(),
            9 => made.make_ascii_uppercase(),
            _ => made.extend_from_within(from..to),
        }
        observe(observed, "edited", &made);
    }
}

fn tried<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed)
where
    for<'s> &'s Str<F>: AsString<F>,
{
    let needle = needle::<F>(input, observed);
    let mut made = string::<F>(input, observed).to_owned();
    // Any positions, including those inside a code point and after the end.
    let (from, to) = (random.below(made.len() + 2), random.below(made.len() + 2));
    let result = match random.below(3) {
        0 => made.try_insert_string(from, needle),
        1 => match random.part(&input.code_points).first().copied().and_then(F::CodePoint::from_u32) {
            Some(code_point) => made.try_insert(from, code_point),
            None => return,
        },
        _ => made.try_replace_range(from.min(to)..from.max(to), needle),
    };
    if let Err(error) = result {
        observe_not_changed(observed, &error);
    }
    observe(observed, "tried", &made);
}
