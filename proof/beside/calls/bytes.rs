//! Functions on bytes, text and 16-bit units: counts, lossy text, JSON, Java, file names, wrappers, offsets.

use std::ffi::{CStr, OsString};

use crate::differing::{name_of, observe_message};
use crate::library::form::{GeneralizedUtf8, Mutf8, Mutf8Lenient, Utf8, Utf16, Wtf8};
use crate::library::incremental::LossyUtf8;
use crate::library::java::{self, MUtf8CStr, MUtf8CString};
use crate::library::layer::{Frame, Probe};
use crate::library::offsets::{Offsets, Place};
use crate::library::os::{self, System, Unix, Windows};
use crate::library::{
    Codec, Str, count, detect_signature, from_utf8_lossy, json, make_well_formed, to_utf_8,
    to_utf_8_lossy_in_place,
};
use beside_common::{Function, Input, Observed, Random};

use crate::forms::{Of, of_form, with_form};
use crate::strings::{observe, string};
use crate::{encoding, observe_error, observe_failure};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("count", 160, counted),
    Function::new("from_utf8_lossy", 120, lossy),
    Function::new("make_well_formed", 80, well_formed),
    Function::new("to_utf_8, to_utf_8_lossy_in_place", 80, utf_8),
    Function::new("LossyUtf8", 60, lossy_in_pieces),
    Function::new("json::escape, unescape", 60, of_json),
    Function::new("java::read, write, MUtf8CStr", 80, of_java),
    Function::new("os", 60, of_systems),
    Function::new("Probe, Frame", 60, layers),
    Function::new("detect_signature", 60, signatures),
    Function::new("Offsets", 24, places),
    Function::new("Offsets, of forms", 24, of_form!(places_of_form)),
];

/// Counts of well-formed text, and of any other text. The latter have no guaranteed result, so they only have
/// to return.
fn counted(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = random.part(input.str.as_bytes());
    let text = str::from_utf8(text).unwrap_or(&input.str);
    let utf_16: Vec<u16> = text.encode_utf16().collect();
    let utf_32: Vec<u32> = text.chars().map(u32::from).collect();
    observed.number(
        "count",
        match random.below(7) {
            0 => count::code_points_of_utf_8(text.as_bytes()),
            1 => count::code_points_of_utf_16(&utf_16),
            2 => count::utf_16_units_of_utf_8(text.as_bytes()),
            3 => count::utf_16_units_of_utf_32(&utf_32),
            4 => count::utf_8_bytes_of_utf_16(&utf_16),
            5 => count::utf_8_bytes_of_utf_32(&utf_32),
            _ => count::utf_8_bytes_of_iso_8859_1(&input.text.dirty),
        },
    );
}

fn lossy(input: &Input, random: &mut Random, observed: &mut Observed) {
    let bytes = if random.one_in(2) { &input.text.dirty } else { &input.bytes.dirty };
    let text = from_utf8_lossy(bytes);
    observed.is("is borrowed", matches!(text, std::borrow::Cow::Borrowed(_)));
    observed.str("text", &text);
}

fn well_formed(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut units = random.part(&input.utf_16).to_vec();
    observed.number("replaced", make_well_formed(&mut units));
    observed.units("units", &units);
}

fn utf_8(input: &Input, random: &mut Random, observed: &mut Observed) {
    let bytes = if random.one_in(2) { &input.text.dirty } else { &input.bytes.dirty };
    if random.one_in(2) {
        let result = if random.one_in(2) { to_utf_8(Wtf8, bytes) } else { to_utf_8(GeneralizedUtf8, bytes) };
        match result {
            Ok(text) => observed.str("text", text),
            Err(failure) => observe_failure(observed, failure),
        }
        return;
    }
    let mut room = bytes.clone();
    let is_wtf_8 = random.one_in(2);
    let result = match is_wtf_8 {
        true => to_utf_8_lossy_in_place(Wtf8, &mut room),
        false => to_utf_8_lossy_in_place(GeneralizedUtf8, &mut room),
    };
    match result {
        Ok(text) => observed.str("text", text),
        Err(error) => observe_error(observed, error),
    }
    observed.units("what is left", &room);
}

fn lossy_in_pieces(input: &Input, random: &mut Random, observed: &mut Observed) {
    let mut decoder = LossyUtf8::new();
    let mut rest = &input.text.dirty[..];
    // The number of pieces of the text is not guaranteed.
    let mut text = String::new();
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(20)).min(rest.len()));
        rest = behind;
        decoder.push(piece, |part| text.push_str(part));
        observed.number("so far", text.len());
    }
    decoder.finish(|part| text.push_str(part));
    observed.str("text", &text);
}

fn of_json(input: &Input, random: &mut Random, observed: &mut Observed) {
    if random.one_in(2) {
        let string = match Str::<Wtf8>::new(&input.bytes.clean) {
            Ok(string) => string,
            Err(_) => Str::from_str(&input.str),
        };
        return observed.display("escaped", &json::escape(string));
    }
    let mut text = input.str.clone();
    for _ in 0..random.below(4) {
        let at = text.floor_char_boundary(random.below(text.len() + 1));
        text.insert_str(
            at,
            random.of(&["\\n", "\\ud83d", "\\udca9", "\\u00e9", "\\", "\\u12", "\\x", "\n", "\""]),
        );
    }
    match json::unescape(&text) {
        Ok(string) => observe(observed, "unescaped", &string),
        Err(error) => {
            observed.number("offset", error.offset());
            observed.number("length", error.len());
            observed.debug("kind", &error.kind());
            observe_message(observed, "error", &error);
        }
    }
}

fn of_java(input: &Input, random: &mut Random, observed: &mut Observed) {
    let bytes = if random.one_in(2) { &input.text.dirty } else { &input.bytes.dirty };
    let frame = random.of(&[Frame::WriteUtf, Frame::Long, Frame::Nul, Frame::Dex]);
    match random.below(4) {
        0 => match java::read::<Mutf8>(frame, bytes) {
            Ok((text, rest)) => {
                observe(observed, "text", text);
                observed.units("rest", rest);
            }
            Err(error) => observe_error(observed, error),
        },
        1 => match java::read::<Mutf8Lenient>(frame, bytes) {
            Ok((text, rest)) => {
                observe(observed, "text", text);
                observed.units("rest", rest);
            }
            Err(error) => observe_error(observed, error),
        },
        2 => {
            let text = Str::<Utf8>::from_str(&input.str).to_form::<Mutf8>();
            let mut out = vec![];
            match java::write(frame, &text, &mut out) {
                Ok(()) => observed.units("written", &out),
                Err(error) => observed.display("too long", &error),
            }
        }
        _ => of_c(bytes, input, random, observed),
    }
}

fn of_c(bytes: &[u8], input: &Input, random: &mut Random, observed: &mut Observed) {
    let result = match random.below(4) {
        0 => MUtf8CStr::from_bytes_with_nul(bytes),
        1 => MUtf8CStr::from_bytes_until_nul(bytes),
        2 => match CStr::from_bytes_until_nul(bytes) {
            Ok(string) => MUtf8CStr::from_c_str(string),
            Err(_) => return,
        },
        _ => {
            let owned = MUtf8CString::from(&*input.str);
            observed.units("with NUL", owned.to_bytes_with_nul());
            observe(observed, "string", &owned.clone().into_string());
            return observed.number("length", owned.into_c_string().count_bytes());
        }
    };
    match result {
        Ok(string) => {
            let text: &Str<Mutf8> = string.as_string();
            observe(observed, "string", text);
            observed.number("length", string.count_bytes());
            observed.is("is empty", string.is_empty());
            observed.number("length for C", string.as_c_str().count_bytes());
        }
        Err(error) => observe_error(observed, error),
    }
}

fn of_systems(input: &Input, random: &mut Random, observed: &mut Observed) {
    match random.below(4) {
        0 => {
            let name = Unix::decode(&input.text.dirty);
            observe(observed, "decoded", &name);
            observed.units("encoded", &Unix::encode(&name));
        }
        1 => {
            let name = Windows::decode(&input.utf_16);
            observe(observed, "decoded", &name);
            observed.units("encoded", &Windows::encode(&name));
        }
        2 => {
            let code_point = random.of(&[0x2F_u32, 0x5C, 0x61, 0xE9]);
            observed.is("separates on Unix", Unix::separates(code_point));
            observed.is("separates on Windows", Windows::separates(code_point));
        }
        _ => {
            let name = os::from_os_string(OsString::from(&input.str));
            observed.is("is the same", os::to_os_string(&name) == *input.str);
            observed.is("is the same", *os::as_os_str(&name) == *input.str);
            observed.is("is the same path", os::to_path_buf(&name).as_os_str() == &*input.str);
            observed.is("is the same", os::into_os_string(name) == *input.str);
        }
    }
}

fn layers(input: &Input, random: &mut Random, observed: &mut Observed) {
    if random.one_in(3) {
        let frame = random.of(&[Frame::WriteUtf, Frame::Long, Frame::Nul, Frame::Dex]);
        let (len, units) =
            (random.of(&[0, 5, 127, 128, 65535, 65536, 1 << 40]), random.of(&[0, 3, 200, 70000]));
        match frame.head(len, units) {
            Some(head) => observed.units("head", &head),
            None => observed.is("too long", true),
        }
        observed.units("tail", frame.tail());
        let mut text = input.bytes.clean.clone();
        match frame.wrap(&mut text) {
            Ok(()) => observed.units("wrapped", &text),
            Err(len) => observed.number("too long", len),
        }
        return;
    }
    // The wrappers are at the end.
    let encoding = match random.one_in(2) {
        true => encoding(beside_common::ENCODINGS.len() - 1 - random.below(8)),
        false => encoding(input.encoding),
    };
    let Some(mut probe) = Probe::new(encoding) else { return observed.is("is no layer", true) };
    let mut rest = &input.text.dirty[..];
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(20)).min(rest.len()));
        rest = behind;
        probe.push(piece);
    }
    match probe.finish() {
        Ok(found) => {
            observed.str("encoding", name_of(found.encoding));
            observed.number("start", found.start);
            observed.number("end", found.end);
        }
        Err(error) => observe_error(observed, error),
    }
}

fn signatures(input: &Input, random: &mut Random, observed: &mut Observed) {
    let bytes = if random.one_in(2) {
        random.part(&input.text.dirty)
    } else {
        let mark = encoding(random.below(beside_common::ENCODINGS.len())).mark();
        &[mark, &input.text.dirty].concat()
    };
    match detect_signature(bytes) {
        Some(found) => observed.debug("signature", &found),
        None => observed.is("none", true),
    }
}

fn observe_place(observed: &mut Observed, place: Place) {
    observed.number("unit", place.unit);
    observed.number("code point", place.code_point);
    observed.number("UTF-16 unit", place.utf_16_unit);
    observed.number("line", place.line);
    observed.number("column", place.column);
    observed.number("UTF-16 column", place.utf_16_column);
}

fn observe_places<C: Codec>(codec: C, units: &[C::Unit], random: &mut Random, observed: &mut Observed) {
    let offsets = Offsets::new(codec, units);
    observed.number("lines", offsets.lines());
    for _ in 0..2 {
        let at = random.below(units.len() + 2);
        observe_place(observed, offsets.at_unit(at));
        observe_place(observed, offsets.at_code_point(at));
        observe_place(observed, offsets.at_utf_16_unit(at));
        let line = random.below(offsets.lines() + 1);
        for found in [offsets.at_line_column(line, at % 16), offsets.at_line_utf_16_column(line, at % 16)] {
            match found {
                Some(place) => observe_place(observed, place),
                None => observed.is("no such place", true),
            }
        }
    }
}

fn places(input: &Input, random: &mut Random, observed: &mut Observed) {
    match random.below(4) {
        0 => observe_places(Utf8, input.str.as_bytes(), random, observed),
        1 => observe_places(Utf16, &input.utf_16, random, observed),
        _ => observe_places(encoding(input.encoding), &input.text.dirty, random, observed),
    }
}

fn places_of_form<F: crate::library::form::Form<Unit: Of>>(
    input: &Input,
    random: &mut Random,
    observed: &mut Observed,
) {
    let string = string::<F>(input, observed);
    let units = if random.one_in(2) { string.as_units() } else { Of::text(input, random) };
    observe_places(F::default(), units, random, observed);
}
