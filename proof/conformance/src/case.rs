//! A vector: one line of JSON, by the schema of `vectors/README.md`.

use placemat::form::Ucs4Units;
use placemat::{Codec, Conversion, Encoding, ErrorKind, Options};

use crate::json::{Fields, Json, NotUnderstood, refuse};
use crate::notation::{code_points, hex, show_code_points, show_hex};
use crate::outcome::{Answer, Fault, Outcome};
use crate::policy;

/// A vector with which the library is compared.
#[derive(Clone, Debug)]
pub struct Case {
    id: String,
    pub(crate) task: Task,
    pub(crate) expected: Outcome,
}

/// The operation of a vector.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Decode { source: Encoding, input: Vec<u8>, options: Options },
    Encode { target: Encoding, input: Vec<u32>, options: Options },
    Validate { source: Encoding, input: Vec<u8> },
    Convert { source: Encoding, target: Encoding, input: Vec<u8>, options: Options },
    Concat { encoding: Encoding, left: Vec<u8>, right: Vec<u8> },
    Detect { input: Vec<u8> },
}

impl Case {
    /// Reads a line; returns `None` for an observation of a runtime, which requires nothing of the library.
    ///
    /// # Errors
    ///
    /// Returns an error for a line that is not understood: JSON, a field that is missing, superfluous or of
    /// the wrong form, an unknown name, a policy that is not defined for the encoding.
    pub fn parse(line: &[u8]) -> Result<Option<Case>, NotUnderstood> {
        let mut fields = Fields::parse(line)?;
        let mut texts = |name| fields.take(name)?.text(name);
        let (id, op, source) = (texts("id")?, texts("op")?, texts("source")?);
        let (encoding, policy) = (texts("encoding")?, texts("policy")?);
        if id.is_empty() || source.is_empty() {
            return refuse("an empty id or source");
        }
        if op == "observe" {
            observation(fields)?;
            return Ok(None);
        }
        let task = match op.as_str() {
            "decode" => decode(&mut fields, &encoding, &policy)?,
            "encode" => encode(&mut fields, &encoding, &policy)?,
            "convert" => convert(&mut fields, &encoding, &policy)?,
            "validate" => {
                only_strict(&policy)?;
                Task::Validate { source: known(&encoding)?, input: bytes(&mut fields, "input_hex")? }
            }
            "concat" => {
                only_strict(&policy)?;
                let (left, right) = (bytes(&mut fields, "input_hex")?, bytes(&mut fields, "input2_hex")?);
                Task::Concat { encoding: known(&encoding)?, left, right }
            }
            "detect" if encoding == "any" => {
                only_strict(&policy)?;
                Task::Detect { input: bytes(&mut fields, "input_hex")? }
            }
            "detect" => return refuse("detection is of encoding any"),
            _ => return refuse(format!("unknown op {op:?}")),
        };
        let answer = answer(fields.take("expected")?, &task)?;
        let fault = fault(fields.take("error")?)?;
        fields.finish()?;
        Ok(Some(Case { id, task, expected: Outcome { answer, fault } }))
    }

    /// Returns the identifier.
    pub fn id(&self) -> &str {
        &self.id
    }
}

fn decode(fields: &mut Fields, encoding: &str, policy: &str) -> Result<Task, NotUnderstood> {
    let (source, input) = (known(encoding)?, bytes(fields, "input_hex")?);
    let options = defined(policy::decoding(policy, source), policy, source, Ucs4Units)?;
    Ok(Task::Decode { source, input, options })
}

fn encode(fields: &mut Fields, encoding: &str, policy: &str) -> Result<Task, NotUnderstood> {
    let target = known(encoding)?;
    let text = fields.take("input_cp")?.text("input_cp")?;
    let options = defined(policy::encoding(policy), policy, Ucs4Units, target)?;
    match code_points(&text) {
        Some(input) if show_code_points(&input) == text => Ok(Task::Encode { target, input, options }),
        _ => refuse("input_cp is no list of code points"),
    }
}

fn convert(fields: &mut Fields, encoding: &str, policy: &str) -> Result<Task, NotUnderstood> {
    let (source, input) = (known(encoding)?, bytes(fields, "input_hex")?);
    let target = known(&fields.take("to")?.text("to")?)?;
    let options = defined(policy::converting(policy, source), policy, source, target)?;
    Ok(Task::Convert { source, target, input, options })
}

fn known(name: &str) -> Result<Encoding, NotUnderstood> {
    Encoding::from_name(name).ok_or_else(|| NotUnderstood(format!("unknown encoding {name:?}")))
}

fn only_strict(policy: &str) -> Result<(), NotUnderstood> {
    if policy == "strict" { Ok(()) } else { refuse(format!("policy {policy:?} where there is only strict")) }
}

/// Returns the options, if such a conversion exists.
fn defined<S: Codec, T: Codec>(
    options: Option<Options>,
    policy: &str,
    source: S,
    target: T,
) -> Result<Options, NotUnderstood> {
    let Some(options) = options else { return refuse(format!("policy {policy:?} is not known here")) };
    match Conversion::new(source, target, options) {
        Ok(_) => Ok(options),
        Err(undefined) => refuse(undefined.to_string()),
    }
}

fn bytes(fields: &mut Fields, name: &str) -> Result<Vec<u8>, NotUnderstood> {
    let text = fields.take(name)?.text(name)?;
    match hex(&text) {
        Some(bytes) if show_hex(&bytes) == text => Ok(bytes),
        _ => refuse(format!("{name} is no upper-case hexadecimal")),
    }
}

/// Checks only the form of an observation.
fn observation(mut fields: Fields) -> Result<(), NotUnderstood> {
    bytes(&mut fields, "input_hex")?;
    if !matches!(fields.take("expected")?, Json::Null | Json::Text(_)) {
        return refuse("expected is neither null nor a string");
    }
    fault(fields.take("error")?)?;
    fields.finish()
}

/// Returns the expected answer. Its digits are compared literally; text without digits is refused.
fn answer(expected: Json, task: &Task) -> Result<Answer, NotUnderstood> {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_code_points = |text: &str| {
        text.split_whitespace()
            .all(|token| token.strip_prefix("U+").is_some_and(|d| !d.is_empty() && is_hex(d)))
    };
    match (expected, task) {
        (Json::Null, _) => Ok(Answer::Null),
        (Json::Bool(verdict), Task::Validate { .. }) => Ok(Answer::Verdict(verdict)),
        (Json::Object(fields), Task::Detect { .. }) => signature(fields),
        (Json::Text(text), Task::Decode { .. }) if is_code_points(&text) => Ok(Answer::Text(text)),
        (Json::Text(text), Task::Encode { .. } | Task::Convert { .. } | Task::Concat { .. })
            if is_hex(&text) =>
        {
            Ok(Answer::Text(text))
        }
        _ => refuse("expected is not of the form that this op has"),
    }
}

fn signature(mut fields: Fields) -> Result<Answer, NotUnderstood> {
    let encoding = match fields.take("signature")? {
        Json::Null => None,
        name => Some(known(&name.text("signature")?)?.name().to_owned()),
    };
    let len = fields.take("length")?.number("length")?;
    fields.finish()?;
    Ok(Answer::Signature { encoding, len })
}

fn fault(error: Json) -> Result<Option<Fault>, NotUnderstood> {
    let mut fields = match error {
        Json::Null => return Ok(None),
        Json::Object(fields) => fields,
        _ => return refuse("error is neither null nor an object"),
    };
    let (offset, len) = (fields.take("offset")?.number("offset")?, fields.take("len")?.number("len")?);
    let kind = match fields.take_if_present("kind") {
        None => None,
        Some(kind) => {
            let name = kind.text("kind")?;
            let known = ErrorKind::ALL.into_iter().find(|kind| kind.name() == name);
            Some(known.ok_or_else(|| NotUnderstood(format!("unknown kind {name:?}")))?)
        }
    };
    fields.finish()?;
    Ok(Some(Fault { offset, len, kind }))
}
