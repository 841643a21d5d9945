//! Forms, over their own units: all forms by their numbers, and functions that take one.

use crate::library::form::{Form, Resynchronizing};
use crate::library::{Unit, ceil_boundary, concat, encode, floor_boundary, validate};
use beside_common::{Function, Input, Observed, Random, Units, Word};

use crate::conversion::{observe_decoded, observe_errors, observe_output};
use crate::observe_result;
use crate::transcoder::{step, validate_in_pieces, write};

/// Units of the form of an input.
pub(crate) trait Of: Unit + Word {
    fn of(input: &Input) -> &Units<Self>;

    fn clean(input: &Input) -> &[Self] {
        &Self::of(input).clean
    }

    fn text<'i>(input: &'i Input, random: &mut Random) -> &'i [Self] {
        let units = Self::of(input);
        match random.below(8) {
            0 | 1 => &units.clean,
            2 => random.part(&units.dirty),
            _ => &units.dirty,
        }
    }
}

impl Of for u8 {
    fn of(input: &Input) -> &Units<u8> {
        &input.bytes
    }
}

impl Of for u16 {
    fn of(input: &Input) -> &Units<u16> {
        &input.wide
    }
}

impl Of for u32 {
    fn of(input: &Input) -> &Units<u32> {
        &input.long
    }
}

/// Calls a function with the form of a number as its parameter. The first four forms are those that have
/// pairs with all others.
macro_rules! with_form {
    ($number:expr, $function:ident ( $($argument:expr),* )) => {{
        use crate::library::form::*;
        match $number {
            0 => $function::<Utf8>($($argument),*),
            1 => $function::<Utf16>($($argument),*),
            2 => $function::<Wtf8>($($argument),*),
            3 => $function::<Mutf8>($($argument),*),
            4 => $function::<Utf1>($($argument),*),
            5 => $function::<FssUtf1992July>($($argument),*),
            6 => $function::<GeneralizedUtf8>($($argument),*),
            7 => $function::<Utf8b>($($argument),*),
            8 => $function::<Wtf16>($($argument),*),
            9 => $function::<Utf32>($($argument),*),
            10 => $function::<Ucs2>($($argument),*),
            11 => $function::<Ucs4Units>($($argument),*),
            12 => $function::<Cesu8>($($argument),*),
            13 => $function::<Cesu8Lenient>($($argument),*),
            14 => $function::<Mutf8Lenient>($($argument),*),
            15 => $function::<Utf8mb3>($($argument),*),
            16 => $function::<Optu8>($($argument),*),
            17 => $function::<Optu8Reversible>($($argument),*),
            18 => $function::<Optu16>($($argument),*),
            19 => $function::<Utf8Rfc2279>($($argument),*),
            20 => $function::<CorrectedUtf8>($($argument),*),
            21 => $function::<CorrectedUtf8Text>($($argument),*),
            22 => $function::<Iso8859_1>($($argument),*),
            23 => $function::<Windows1252>($($argument),*),
            _ => $function::<Tcl86Utf8>($($argument),*),
        }
    }};
}
pub(crate) use with_form;

/// Calls a function with a form in which boundaries can be found; the other two forms have no such call.
macro_rules! with_synchronized {
    ($number:expr, $observed:expr, $function:ident ( $($argument:expr),* )) => {{
        use crate::library::form::*;
        match $number {
            0 => $function::<Utf8>($($argument,)* $observed),
            1 => $function::<Utf16>($($argument,)* $observed),
            2 => $function::<Wtf8>($($argument,)* $observed),
            3 => $function::<Mutf8>($($argument,)* $observed),
            4 | 5 => $observed.nothing(),
            6 => $function::<GeneralizedUtf8>($($argument,)* $observed),
            7 => $function::<Utf8b>($($argument,)* $observed),
            8 => $function::<Wtf16>($($argument,)* $observed),
            9 => $function::<Utf32>($($argument,)* $observed),
            10 => $function::<Ucs2>($($argument,)* $observed),
            11 => $function::<Ucs4Units>($($argument,)* $observed),
            12 => $function::<Cesu8>($($argument,)* $observed),
            13 => $function::<Cesu8Lenient>($($argument,)* $observed),
            14 => $function::<Mutf8Lenient>($($argument,)* $observed),
            15 => $function::<Utf8mb3>($($argument,)* $observed),
            16 => $function::<Optu8>($($argument,)* $observed),
            17 => $function::<Optu8Reversible>($($argument,)* $observed),
            18 => $function::<Optu16>($($argument,)* $observed),
            19 => $function::<Utf8Rfc2279>($($argument,)* $observed),
            20 => $function::<CorrectedUtf8>($($argument,)* $observed),
            21 => $function::<CorrectedUtf8Text>($($argument,)* $observed),
            22 => $function::<Iso8859_1>($($argument,)* $observed),
            23 => $function::<Windows1252>($($argument,)* $observed),
            _ => $function::<Tcl86Utf8>($($argument,)* $observed),
        }
    }};
}
pub(crate) use with_synchronized;

/// Defines a call with the form of the input.
macro_rules! of_form {
    ($function:ident) => {
        |input, random, observed| with_form!(input.form, $function(input, random, observed))
    };
}
pub(crate) use of_form;

/// Defines a call with the form of the input, if boundaries can be found in it.
macro_rules! of_synchronized {
    ($function:ident) => {
        |input, random, observed| with_synchronized!(input.form, observed, $function(input, random))
    };
}
pub(crate) use of_synchronized;

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("validate, of forms", 240, of_form!(validated)),
    Function::new("errors, of forms", 80, of_form!(ill_formed)),
    Function::new("decode, of forms", 80, of_form!(decoded)),
    Function::new("encode, of forms", 80, of_form!(encoded)),
    Function::new("concat", 80, of_form!(put_together)),
    Function::new("Validator, of forms", 80, of_form!(in_pieces)),
    Function::new("Codec's steps, of forms", 80, of_form!(steps)),
    Function::new("Table::decode, lookup, masked, …", 80, of_form!(by_table)),
    Function::new("floor_boundary, ceil_boundary", 120, of_synchronized!(boundaries)),
];

fn validated<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_result(observed, validate(F::default(), Of::text(input, random)));
}

fn ill_formed<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_errors(F::default(), Of::text(input, random), observed);
}

fn decoded<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_decoded(F::default(), Of::text(input, random), observed);
}

fn encoded<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_output(observed, encode(F::default(), random.part(&input.code_points)));
}

fn put_together<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let units = F::Unit::of(input);
    let (one, other) = match random.below(3) {
        0 => (&units.clean, &units.needle),
        1 => (&units.needle, &units.clean),
        _ => (&units.needle, &units.needle),
    };
    observed.units("put together", &concat(F::default(), one, other));
}

fn in_pieces<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    validate_in_pieces(F::default(), Of::text(input, random), random, observed);
}

fn steps<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = <F::Unit as Of>::text(input, random);
    step(F::default(), &text[random.below(text.len() + 1)..], random.one_in(2), observed);
    if let Some(&code_point) = random.part(&input.code_points).first() {
        write(F::default(), code_point, random, observed);
    }
}

fn by_table<F: Form<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = <F::Unit as Of>::text(input, random);
    let units = &text[random.below(text.len() + 1)..];
    match F::TABLE.decode(units, random.one_in(2)) {
        Ok(decoded) => {
            observed.number("code point", decoded.code_point);
            observed.number("length", decoded.len);
        }
        Err(why) => observed.debug("not decoded", &why),
    }
    let found = F::TABLE.lookup(units);
    observed.option("looked up", found.map(|found| found.code_point));
    observed.option("its length", found.map(|found| found.len));
    let masked = F::TABLE.masked(units);
    observed.option("masked", masked.map(|masked| masked.code_point));
    observed.option("its length", masked.map(|masked| masked.len));
    observed.str("its kind", masked.map_or("", |masked| masked.kind.name()));
    if let Some(unit) = units.first() {
        observed.is("is a trail", F::TABLE.is_trail(unit.to_u32()));
    }
    let code_point = random.part(&input.code_points).first().copied().unwrap_or(0x20AC);
    match F::TABLE.encode(code_point) {
        Some((units, len)) => observed.units("units", &units[..len]),
        None => observed.is("not encodable", true),
    }
}

fn boundaries<F: Resynchronizing<Unit: Of>>(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = <F::Unit as Of>::text(input, random);
    let at = random.below(text.len() + 1);
    observed.number("floor", floor_boundary(F::default(), text, at));
    observed.number("ceil", ceil_boundary(F::default(), text, at));
}
