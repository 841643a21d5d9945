//! Compares a case with the library.

use std::fmt;

use placemat::form::Ucs4Units;
use placemat::form::Unit;
use placemat::stream::Null;
use placemat::{Codec, Encoding, Options, Status};

use crate::case::{Case, Task};
use crate::notation::{show_code_points, show_hex};
use crate::outcome::{Answer, Fault, Outcome};
use crate::ways::{Disagreement, Ran, every_way, probe_every_way};

/// How a case failed: the expected result, and the actual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub(crate) expected: String,
    pub(crate) came: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, came {}", self.expected, self.came)
    }
}

impl Case {
    /// Runs the case in every available way.
    ///
    /// # Errors
    ///
    /// Returns the expected and the actual result of the first way that differs.
    pub fn check(&self) -> Result<(), Difference> {
        let came = match &self.task {
            Task::Decode { source, input, options } => decode(*source, input, *options),
            Task::Encode { target, input, options } => encode(*target, input, *options),
            Task::Validate { source, input } => validate(*source, input),
            Task::Convert { source, target, input, options } => convert(*source, *target, input, *options),
            Task::Concat { encoding, left, right } => concat(*encoding, left, right),
            Task::Detect { input } => Ok(detect(input)),
        };
        let came = match came {
            Ok(came) if self.expected.is_met_by(&came) => return Ok(()),
            Ok(came) => came.to_string(),
            Err(why) => why,
        };
        Err(Difference { expected: self.expected.to_string(), came })
    }
}

/// The actual result, or why the ways disagree.
type Came = Result<Outcome, String>;

fn outcome<U: Unit>(ran: &Ran<U>, show: impl Fn(&[U]) -> String) -> Outcome {
    let answer = if ran.fault.is_some() { Answer::Null } else { Answer::Text(show(&ran.output)) };
    Outcome { answer, fault: ran.fault }
}

fn describe<U: Unit>(disagreement: Disagreement<U>, show: impl Fn(&[U]) -> String) -> String {
    let Disagreement { way, ran } = disagreement;
    match ran {
        // The output before a fault may be the only difference.
        Ok(ran) if ran.fault.is_some() => {
            format!("{way}: {:?}, then {}", show(&ran.output), outcome(&ran, show))
        }
        Ok(ran) => format!("{way}: {}", outcome(&ran, show)),
        Err(why) => format!("{way}: {why}"),
    }
}

fn decode(source: Encoding, input: &[u8], options: Options) -> Came {
    let show = show_code_points;
    probe_every_way(source, input)?;
    let ran = every_way(source, Ucs4Units, options, input).map_err(|d| describe(d, show))?;
    let came = outcome(&ran, show);
    if options == Options::default() {
        let strictly = match placemat::decode(source, input) {
            Ok(code_points) => Outcome { answer: Answer::Text(show(&code_points)), fault: None },
            Err(error) => Outcome { answer: Answer::Null, fault: Some(error.into()) },
        };
        agree("decode()", &strictly, &came)?;
        let verdict = validate(source, input)?;
        if verdict.fault != came.fault {
            return Err(format!("validate(): {verdict}"));
        }
    }
    Ok(came)
}

fn encode(target: Encoding, input: &[u32], options: Options) -> Came {
    let ran = every_way(Ucs4Units, target, options, input).map_err(|d| describe(d, show_hex))?;
    let came = outcome(&ran, show_hex);
    if options == Options::default() {
        agree("encode()", &from_result(placemat::encode(target, input)), &came)?;
    }
    Ok(came)
}

fn convert(source: Encoding, target: Encoding, input: &[u8], options: Options) -> Came {
    probe_every_way(source, input)?;
    let ran = every_way(source, target, options, input).map_err(|d| describe(d, show_hex))?;
    let came = outcome(&ran, show_hex);
    if options == Options::default() {
        agree("convert()", &from_result(placemat::convert(source, target, input)), &came)?;
    }
    Ok(came)
}

fn from_result(result: Result<Vec<u8>, placemat::Failure>) -> Outcome {
    match result {
        Ok(bytes) => Outcome { answer: Answer::Text(show_hex(&bytes)), fault: None },
        Err(failure) => Outcome { answer: Answer::Null, fault: Some(failure.into()) },
    }
}

fn agree(function: &str, one: &Outcome, other: &Outcome) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{function}: {one}, in pieces {other}")) }
}

fn validate(source: Encoding, input: &[u8]) -> Came {
    probe_every_way(source, input)?;
    let ran = every_way(source, Null, Options::default(), input).map_err(|d| describe(d, show_hex))?;
    let fault = placemat::validate(source, input).err().map(Fault::from);
    if fault != ran.fault {
        return Err(format!("validate() told {fault:?}, in pieces {:?}", ran.fault));
    }
    Ok(Outcome { answer: Answer::Verdict(fault.is_none()), fault })
}

fn detect(input: &[u8]) -> Outcome {
    let (encoding, len) = match Encoding::for_signature(input) {
        Some((encoding, len)) => (Some(encoding.name().to_owned()), len as u64),
        None => (None, 0),
    };
    Outcome { answer: Answer::Signature { encoding, len }, fault: None }
}

/// Returns the concatenation, and checks how it reads.
fn concat(encoding: Encoding, left: &[u8], right: &[u8]) -> Came {
    let bytes = joined_bytes(encoding, left, right);
    // If both parts are well-formed, so is the whole, and its text is that of the parts, except that a lead
    // and a trail surrogate that meet may have become one code point. This does not apply to encodings with a
    // BOM, which would be recognized only once, or with escapes, which could fuse.
    let info = encoding.info();
    let plain = encoding.mark().is_empty() && info.carry.is_none() && !encoding.is_wrapper();
    if plain
        && let (Ok(before), Ok(after)) = (placemat::decode(encoding, left), placemat::decode(encoding, right))
    {
        let whole = placemat::decode(encoding, &bytes).map_err(|error| format!("ill-formed: {error}"))?;
        let fuses =
            matches!(info.pairing, placemat::form::PairingRule::Joins | placemat::form::PairingRule::Fuses);
        let sum = if fuses { fused(&before, &after) } else { [before, after].concat() };
        if whole != sum {
            return Err(format!("what reads {}, not {}", show_code_points(&whole), show_code_points(&sum)));
        }
        let written = through_one_transcoder(encoding, left, right)?;
        if written != bytes {
            return Err(format!("{} as two inputs of one transcoder", show_hex(&written)));
        }
    }
    Ok(Outcome { answer: Answer::Text(show_hex(&bytes)), fault: None })
}

/// Joins by the form's own rule if the bytes are a form, and side by side in the schemes.
fn joined_bytes(encoding: Encoding, left: &[u8], right: &[u8]) -> Vec<u8> {
    use placemat::form;
    match encoding {
        Encoding::Wtf8 => placemat::concat(form::Wtf8, left, right),
        Encoding::GeneralizedUtf8 => placemat::concat(form::GeneralizedUtf8, left, right),
        Encoding::Cesu8 => placemat::concat(form::Cesu8, left, right),
        Encoding::Cesu8Lenient => placemat::concat(form::Cesu8Lenient, left, right),
        Encoding::Mutf8 => placemat::concat(form::Mutf8, left, right),
        Encoding::Mutf8Lenient => placemat::concat(form::Mutf8Lenient, left, right),
        Encoding::Utf8 => placemat::concat(form::Utf8, left, right),
        _ => [left, right].concat(),
    }
}

fn fused(before: &[u32], after: &[u32]) -> Vec<u32> {
    match (before.split_last(), after.split_first()) {
        (Some((&lead @ 0xD800..=0xDBFF, head)), Some((&trail @ 0xDC00..=0xDFFF, tail))) => {
            let joined = 0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
            [head, &[joined], tail].concat()
        }
        _ => [before, after].concat(),
    }
}

/// Converts two inputs to one output, which joins surrogates as concatenation does.
fn through_one_transcoder(encoding: Encoding, left: &[u8], right: &[u8]) -> Result<Vec<u8>, String> {
    let conversion =
        placemat::Conversion::new(encoding, encoding, Options::default()).map_err(|e| e.to_string())?;
    let mut transcoder = conversion.transcoder().map_err(|e| e.to_string())?;
    let mut output = vec![0; 2 * (left.len() + right.len()) + 16];
    let mut written = 0;
    for (input, end) in [(left, placemat::stream::End::Input), (right, placemat::stream::End::All)] {
        let (progress, status) = transcoder.push(input, &mut output[written..], end);
        written += progress.written;
        if status != Status::Done || progress.read != input.len() {
            return Err(format!("{status:?} after {progress:?} of two inputs of one transcoder"));
        }
        transcoder.next_input();
    }
    output.truncate(written);
    Ok(output)
}
