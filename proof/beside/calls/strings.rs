//! Strings of every form: how they are made, cut, read from both ends, compared, converted and displayed.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::library::form::{self, AnyUnits, Form, Resynchronizing, Utf8Compatible};
use crate::library::{CodeSpace, ConvertsTo, NoBoundary, Str, StrBuf, Within};
use beside_common::{Function, Input, Observed, Random};

use crate::forms::{Of, of_form, of_synchronized, with_form, with_synchronized};
use crate::{observe_error, observe_result, observe_unencodable};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("Str::new, const_new", 240, of_form!(made)),
    Function::new("Str::new_lossy, chunks", 160, of_form!(mended)),
    Function::new("Str::from_any_units", 20, of_any_units),
    Function::new("Str::to_str, to_str_lossy, into_string", 40, as_text),
    Function::new("Str::as_form, into_form", 20, within),
    Function::new("Str::to_form, into_form", 80, converted),
    Function::new("Str::to, to_lossy", 120, of_form!(to_others)),
    Function::new("Str::get, split_at, is_boundary, …", 160, of_synchronized!(cut)),
    Function::new("Str::code_points, from the front", 120, of_form!(forwards)),
    Function::new("Str::code_points, from both ends", 120, of_synchronized!(both_ends)),
    Function::new("Str: Eq, Ord, Hash, cmp_utf_16, …", 160, of_form!(compared)),
    Function::new("Str: ASCII", 80, of_synchronized!(of_ascii)),
    Function::new("Str::encode_utf16", 40, in_utf_16),
    Function::new("Str::to_lowercase, to_uppercase, repeat, parse", 24, in_cases),
    Function::new("Str: Display, Debug, escapes", 24, of_form!(shown)),
    Function::new("Str<Wtf8>: wide units", 40, in_wide_units),
];

/// Returns the well-formed string of an input.
pub(crate) fn string<'i, F: Form<Unit: Of>>(input: &'i Input, observed: &mut Observed) -> &'i Str<F> {
    Str::new(F::Unit::clean(input)).unwrap_or_else(|error| {
        observe_error(observed, error);
        Str::empty()
    })
}

/// Returns a short string of an input.
pub(crate) fn needle<'i, F: Form<Unit: Of>>(input: &'i Input, observed: &mut Observed) -> &'i Str<F> {
    Str::new(&F::Unit::of(input).needle).unwrap_or_else(|error| {
        observe_error(observed, error);
        Str::empty()
    })
}

pub(crate) fn observe<F: Form<Unit: Of>>(observed: &mut Observed, what: &str, string: &Str<F>) {
    observed.units(what, string.as_units());
}

fn made<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let units = F::Unit::text(input, random);
    match if random.one_in(8) { Str::<F>::const_new(units) } else { Str::<F>::new(units) } {
        Ok(string) => observe(observed, "string", string),
        Err(error) => observe_error(observed, error),
    }
}

fn mended<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let units = F::Unit::text(input, random);
    if random.one_in(2) {
        // A decoder has no string to insert.
        if F::ENCODES {
            let mended = Str::<F>::new_lossy(units);
            observed.is("is borrowed", matches!(mended, Cow::Borrowed(_)));
            observe(observed, "mended", &mended);
        }
        return;
    }
    for chunk in Str::<F>::chunks(units) {
        observe(observed, "well-formed", chunk.well_formed());
        observed.units("ill-formed", chunk.ill_formed());
        observed.is("is incomplete", chunk.is_incomplete());
        if let Some(error) = chunk.error() {
            observe_error(observed, error);
        }
    }
}

fn of_any_units(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn of<F: AnyUnits<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
        let units = F::Unit::text(input, random);
        let string = Str::<F>::from_any_units(units);
        for code_point in string.code_points() {
            observed.number("code point", code_point.to_u32());
        }
        observe(observed, "owned", &StrBuf::<F>::from_any_units(units.to_vec()));
    }
    match input.form {
        7 => of::<form::Utf8b>(input, random, observed),
        8 => of::<form::Wtf16>(input, random, observed),
        10 => of::<form::Ucs2>(input, random, observed),
        11 => of::<form::Ucs4Units>(input, random, observed),
        16 => of::<form::Optu8>(input, random, observed),
        17 => of::<form::Optu8Reversible>(input, random, observed),
        22 => of::<form::Iso8859_1>(input, random, observed),
        23 => of::<form::Windows1252>(input, random, observed),
        24 => of::<form::Tcl86Utf8>(input, random, observed),
        _ => observed.nothing(),
    }
}

fn as_text(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn of<F: Utf8Compatible>(input: &Input, random: &mut Random, observed: &mut Observed) {
        let string = string::<F>(input, observed);
        match random.below(3) {
            0 => match string.to_str() {
                Ok(text) => observed.str("text", text),
                Err(error) => observe_error(observed, error),
            },
            1 => observed.str("text", &string.to_str_lossy()),
            _ => match string.to_owned().into_string() {
                Ok(text) => observed.str("text", &text),
                Err(error) => {
                    observe_error(observed, error.error());
                    observe(observed, "back", error.as_string());
                    observe(observed, "into", &error.into_buf());
                }
            },
        }
    }
    match input.form {
        0 => of::<form::Utf8>(input, random, observed),
        2 => of::<form::Wtf8>(input, random, observed),
        3 => of::<form::Mutf8>(input, random, observed),
        6 => of::<form::GeneralizedUtf8>(input, random, observed),
        7 => of::<form::Utf8b>(input, random, observed),
        12 => of::<form::Cesu8>(input, random, observed),
        13 => of::<form::Cesu8Lenient>(input, random, observed),
        14 => of::<form::Mutf8Lenient>(input, random, observed),
        15 => of::<form::Utf8mb3>(input, random, observed),
        19 => of::<form::Utf8Rfc2279>(input, random, observed),
        _ => observed.nothing(),
    }
}

/// Conversions between the pairs that types express.
macro_rules! relations {
    ($name:ident, $call:ident: $($number:literal $from:ident: $($to:ident)*;)*) => {
        fn $name(input: &Input, random: &mut Random, observed: &mut Observed) {
            match input.form {
                $($number => {
                    let calls: &[fn(&Input, &mut Random, &mut Observed)] =
                        &[$($call::<form::$from, form::$to>),*];
                    random.of(calls)(input, random, observed);
                })*
                _ => observed.nothing(),
            }
        }
    };
}

fn as_form<F: Within<T>, T: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    match random.one_in(2) {
        true => observe(observed, "as a form", string.as_form::<T>()),
        false => observe(observed, "into a form", &string.to_owned().into_form::<T>()),
    }
}

fn to_form<F: ConvertsTo<T> + Form<Unit: Of>, T: Form<Unit: Of>>(
    input: &Input,
    random: &mut Random,
    observed: &mut Observed,
) {
    let string = string::<F>(input, observed);
    match random.one_in(3) {
        false => observe(observed, "to a form", &string.to_form::<T>()),
        true => {
            let converted = string.to_form_cow::<T>();
            observed.is("is borrowed", matches!(converted, Cow::Borrowed(_)));
            observe(observed, "to a form", &converted);
        }
    }
}

relations! {
    within, as_form:
    0 Utf8: GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Tcl86Utf8;
    1 Utf16: Wtf16;
    2 Wtf8: GeneralizedUtf8 Utf8Rfc2279 Tcl86Utf8;
    3 Mutf8: Mutf8Lenient Tcl86Utf8;
    6 GeneralizedUtf8: Utf8Rfc2279;
    9 Utf32: Ucs4Units;
    12 Cesu8: Cesu8Lenient Mutf8Lenient Tcl86Utf8;
    13 Cesu8Lenient: Mutf8Lenient Tcl86Utf8;
    15 Utf8mb3: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8Lenient Tcl86Utf8;
    18 Optu16: Ucs2;
    21 CorrectedUtf8Text: CorrectedUtf8;
}

relations! {
    converted, to_form:
    0 Utf8: GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    1 Utf16: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    2 Wtf8: GeneralizedUtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    3 Mutf8: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    4 Utf1: Utf8Rfc2279 Ucs4Units FssUtf1992July;
    5 FssUtf1992July: Utf8Rfc2279 Ucs4Units Utf1;
    6 GeneralizedUtf8: Utf8Rfc2279 Ucs4Units Utf1 FssUtf1992July;
    7 Utf8b: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1
        FssUtf1992July;
    8 Wtf16: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Ucs4Units Utf1 FssUtf1992July;
    9 Utf32: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16
        Ucs4Units Utf1 FssUtf1992July;
    10 Ucs2: GeneralizedUtf8 Utf8Rfc2279 Ucs4Units Utf1 FssUtf1992July;
    12 Cesu8: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    13 Cesu8Lenient: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    14 Mutf8Lenient: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Wtf16 Ucs4Units Utf1 FssUtf1992July;
    15 Utf8mb3: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16
        Ucs2 Utf32 Ucs4Units Utf1 FssUtf1992July;
    16 Optu8: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Optu16 Ucs4Units Utf1 FssUtf1992July;
    17 Optu8Reversible: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Optu16 Ucs4Units Utf1 FssUtf1992July;
    18 Optu16: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Ucs4Units Utf1 FssUtf1992July;
    19 Utf8Rfc2279: Ucs4Units Utf1 FssUtf1992July;
    20 CorrectedUtf8: Ucs4Units;
    21 CorrectedUtf8Text: Ucs4Units CorrectedUtf8;
    23 Windows1252: Utf8 Utf8mb3 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient
        Utf16 Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July Optu8 Optu8Reversible;
    24 Tcl86Utf8: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1
        FssUtf1992July;
}

fn to_others<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn to<F: Form<Unit: Of>, T: Form<Unit: Of>>(
        string: &Str<F>,
        random: &mut Random,
        observed: &mut Observed,
    ) {
        if random.one_in(2) {
            return observe(observed, "lossy", &string.to_lossy::<T>());
        }
        match string.to::<T>() {
            Ok(converted) => observe(observed, "converted", &converted),
            Err(lost) => observe_unencodable(observed, lost),
        }
    }
    let string = string::<F>(input, observed);
    match random.below(4) {
        0 => to::<F, form::Utf8>(string, random, observed),
        1 => to::<F, form::Utf16>(string, random, observed),
        2 => to::<F, form::Wtf8>(string, random, observed),
        _ => to::<F, form::Mutf8>(string, random, observed),
    }
}

fn observe_no_boundary(observed: &mut Observed, none: &NoBoundary) {
    observed.number("no boundary at", none.at());
    observed.debug("inside", &none.code_point());
}

fn cut<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    let at = random.below(string.len() + 2);
    let to = random.below(string.len() + 2);
    match random.below(5) {
        0 => {
            observed.is("is a boundary", string.is_boundary(at));
            observed.number("floor", string.floor_boundary(at));
            if at <= string.len() {
                observed.number("ceil", string.ceil_boundary(at));
            }
        }
        1 => match string.try_get(at..to) {
            Ok(part) => observe(observed, "part", part),
            Err(none) => observe_no_boundary(observed, &none),
        },
        2 => match (string.get(at..), string.get(..=to)) {
            (Some(one), Some(other)) => {
                observe(observed, "end", one);
                observe(observed, "front", other);
            }
            (one, other) => {
                observed.is("has the end", one.is_some());
                observed.is("has the front", other.is_some());
            }
        },
        3 => match string.split_at_checked(at) {
            Some((front, end)) => {
                observe(observed, "front", front);
                observe(observed, "end", end);
            }
            None => observed.is("no boundary", true),
        },
        _ => {
            let (from, to) = (string.floor_boundary(at.min(to)), string.floor_boundary(at.max(to)));
            observe(observed, "indexed", &string[from..to]);
        }
    }
}

fn forwards<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    match random.below(3) {
        0 => {
            let mut code_points = string.code_points();
            for _ in 0..random.below(4) {
                observed.option("next", code_points.next().map(CodeSpace::to_u32));
            }
            observed.debug("how many at least", &code_points.size_hint());
            observe(observed, "rest", code_points.as_string());
            code_points.fold((), |(), code_point| observed.number("code point", code_point.to_u32()));
        }
        1 => observed.number("count", string.code_points().count()),
        _ => {
            let mut indices = string.code_point_indices();
            while let Some((at, code_point)) = indices.next() {
                observed.number("at", at);
                observed.number("code point", code_point.to_u32());
                observed.number("next at", indices.offset());
            }
        }
    }
}

fn both_ends<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    if random.one_in(2) {
        let mut code_points = string.code_points();
        loop {
            let next = if random.one_in(2) { code_points.next() } else { code_points.next_back() };
            let Some(next) = next else { break };
            observed.number("code point", next.to_u32());
            if random.one_in(16) {
                let rest = code_points.clone();
                rest.rfold((), |(), code_point| observed.number("code point", code_point.to_u32()));
            }
        }
    } else {
        let mut indices = string.code_point_indices();
        loop {
            let next = if random.one_in(2) { indices.next() } else { indices.next_back() };
            let Some((at, code_point)) = next else { break };
            observed.number("at", at);
            observed.number("code point", code_point.to_u32());
        }
    }
}

fn compared<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (string, needle) = (string::<F>(input, observed), needle::<F>(input, observed));
    let (one, other) = if random.one_in(2) { (string, needle) } else { (needle, string) };
    match random.below(7) {
        0 => observed.debug("order", &one.cmp(other)),
        1 => observed.debug("by code points", &one.cmp_code_points(other)),
        2 => observed.debug("by UTF-16", &one.cmp_utf_16(other)),
        3 => {
            let text: &Str<form::Utf8> = Str::from_str(&input.str);
            observed.debug("by code points", &one.cmp_code_points(text));
            observed.debug("by UTF-16", &text.cmp_utf_16(one));
        }
        4 => {
            observed.is("is the text", string == &*input.str);
            observed.is("is the short text", needle == &*input.short_str);
            observed.is("is the other", one == other);
        }
        5 => {
            let mut hasher = DefaultHasher::new();
            one.hash(&mut hasher);
            observed.number("hash", hasher.finish());
        }
        _ => {
            // Equality of strings in different memory.
            observed.is("is itself", *one == *one.to_owned());
        }
    }
}

fn of_ascii<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    match random.below(6) {
        0 => observed.is("is ASCII", string.is_ascii()),
        1 => {
            observe(observed, "trimmed", string.trim_ascii());
            observe(observed, "trimmed at the start", string.trim_ascii_start());
            observe(observed, "trimmed at the end", string.trim_ascii_end());
        }
        2 => {
            let mut parts = string.split_ascii_whitespace();
            while let Some(part) = if random.one_in(2) { parts.next() } else { parts.next_back() } {
                observe(observed, "part", part);
            }
        }
        3 => observe(observed, "lower case", &string.to_ascii_lowercase()),
        4 => observe(observed, "upper case", &string.to_ascii_uppercase()),
        _ => {
            let lower = string.to_ascii_lowercase();
            observed.is("is the same in any case", string.eq_ignore_ascii_case(&lower));
            observed.is("is the text in any case", string.eq_ignore_ascii_case(&*input.str));
        }
    }
}

fn in_utf_16(input: &Input, random: &mut Random, observed: &mut Observed) {
    fn of<F: ConvertsTo<form::Utf16> + Form<Unit: Of>>(
        input: &Input,
        random: &mut Random,
        observed: &mut Observed,
    ) {
        let string = string::<F>(input, observed);
        let mut units = string.encode_utf16();
        for _ in 0..random.below(4) {
            observed.option("unit", units.next());
        }
        observed.debug("how many at least", &units.size_hint());
        observed.units("units", &units.collect::<Vec<_>>());
    }
    match input.form {
        0 => of::<form::Utf8>(input, random, observed),
        1 => of::<form::Utf16>(input, random, observed),
        9 => of::<form::Utf32>(input, random, observed),
        12 => of::<form::Cesu8>(input, random, observed),
        15 => of::<form::Utf8mb3>(input, random, observed),
        23 => of::<form::Windows1252>(input, random, observed),
        _ => observed.nothing(),
    }
}

fn in_cases(input: &Input, random: &mut Random, observed: &mut Observed) {
    match (input.form, random.below(4)) {
        (0, 0) => {
            let string = string::<form::Utf8>(input, observed);
            observed.is("is a number", string.parse::<i32>().is_ok());
            observe(observed, "lower case", &string.to_lowercase());
        }
        (0, 1) => {
            let string = string::<form::Utf8>(input, observed);
            observe(observed, "upper case", &string.to_uppercase());
        }
        (1, 0 | 1) => {
            let string = string::<form::Utf16>(input, observed);
            observe(observed, "lower case", &string.to_lowercase());
        }
        (2, 0 | 1) => {
            let string = string::<form::Wtf8>(input, observed);
            observe(observed, "lower case", &string.to_lowercase());
        }
        (3, 0 | 1) => {
            let string = string::<form::Mutf8>(input, observed);
            observe(observed, "upper case", &string.to_uppercase());
        }
        (number, _) => with_form!(number, repeated(input, random, observed)),
    }
}

fn repeated<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let needle = needle::<F>(input, observed);
    observe(observed, "repeated", &needle.repeat(random.below(4)));
}

fn shown<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let string = string::<F>(input, observed);
    let string = if string.len() > 200 { needle::<F>(input, observed) } else { string };
    match random.below(5) {
        0 => observed.display("display", &string),
        1 => observed.debug("debug", &string),
        2 => observed.display("escaped for debugging", &string.escape_debug()),
        3 => observed.display("escaped", &string.escape_default()),
        _ => observed.str("escaped", &string.escape_unicode().collect::<String>()),
    }
}

fn in_wide_units(input: &Input, random: &mut Random, observed: &mut Observed) {
    let made = StrBuf::<form::Wtf8>::from_wide(&input.utf_16);
    let string: &Str<form::Wtf8> = &made;
    let (one, other) = (random.below(input.utf_16.len() + 2), random.below(input.utf_16.len() + 2));
    match random.below(6) {
        0 => observe(observed, "from wide units", string),
        1 => {
            observed.number("wide length", string.wide_len());
            observed.units("wide units", &string.encode_wide().collect::<Vec<_>>());
        }
        2 => match string.wide_to_byte(one) {
            Ok(byte) => observed.number("byte", byte),
            Err(none) => observe_no_boundary(observed, &none),
        },
        3 => match string.try_get_wide(one.min(other)..one.max(other)) {
            Ok(part) => observe(observed, "part", part),
            Err(none) => observe_no_boundary(observed, &none),
        },
        4 => match string.get_wide_lossless(one.min(other)..one.max(other)) {
            Ok(part) => observe(observed, "part", &part),
            Err(none) => observe_no_boundary(observed, &none),
        },
        _ => {
            let mut made = StrBuf::<form::Wtf8>::new();
            for &unit in &input.utf_16 {
                made.push_wide(unit);
            }
            observe(observed, "pushed", &made);
        }
    }
    observe_result(observed, Str::<form::Wtf8>::new(string.as_bytes()).map(drop));
}
