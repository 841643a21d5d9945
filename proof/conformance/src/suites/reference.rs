//! The reference: a form's table, walked step by step, and the comparison of the engine with it.

use placemat::form::{Form, Iso8859_1, Ucs4Units, Utf8, Utf16, Utf32};
use placemat::table::{NotDecoded, Table};
use placemat::{CodePoint, form::Unit};
use placemat::{Encoding, Endian, ErrorKind, OnError, OnUnencodable, Options};

use super::ensure;
use crate::outcome::Fault;
use crate::ways::{Ran, every_way};

/// The sequence or error at the start of the rest of an input.
#[derive(Clone, Copy, Debug)]
struct Step {
    offset: u64,
    len: u64,
    code_point: Result<u32, ErrorKind>,
}

/// Returns the steps of the whole input, with positions in units of which `width` make one unit of the table.
/// This is only for forms without escaped bytes and reserved sequences, which the table describes completely.
fn steps<U: Unit>(table: &Table, units: &[U], width: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let (len, code_point) = match table.decode(&units[at..], true) {
            Ok(decoded) => (decoded.len, Ok(decoded.code_point)),
            Err(NotDecoded::IllFormed(error)) => (error.len, Err(error.kind)),
            Err(NotDecoded::Incomplete) => unreachable!("nothing is incomplete at the end"),
        };
        steps.push(Step { offset: at as u64 * width, len: len as u64 * width, code_point });
        at += len;
    }
    steps
}

/// Returns the output of the steps in a target: strictly, or with U+FFFD (`?` if the target lacks it) for
/// losses.
fn written(steps: &[Step], target: &Table, replace: bool) -> Result<Vec<u32>, Fault> {
    let mut output = Vec::new();
    for &Step { offset, len, code_point } in steps {
        let fault = match code_point.map(|code_point| target.encode(code_point)) {
            Ok(Some((units, count))) => {
                output.extend_from_slice(&units[..count]);
                continue;
            }
            Ok(None) => Fault { offset, len, kind: None },
            Err(kind) => Fault { offset, len, kind: Some(kind) },
        };
        if !replace {
            return Err(fault);
        }
        let substitute = target.encode(CodePoint::REPLACEMENT.to_u32()).or(target.encode(0x3F));
        let (units, count) = substitute.unwrap_or_default();
        output.extend_from_slice(&units[..count]);
    }
    Ok(output)
}

/// The targets of schemes, with their tables and the number of bytes of a unit.
const TARGETS: [(Encoding, &Table, usize, Endian); 4] = [
    (Encoding::Utf8, Utf8::TABLE, 1, Endian::Big),
    (Encoding::Utf16Le, Utf16::TABLE, 2, Endian::Little),
    (Encoding::Utf32Be, Utf32::TABLE, 4, Endian::Big),
    (Encoding::Iso8859_1, Iso8859_1::TABLE, 1, Endian::Big),
];

/// Returns an error unless an encoding of bytes agrees with its form's table in verdict, position and output.
/// The bytes are whole units.
pub(super) fn scheme_agrees<F: Form>(encoding: Encoding, input: &[u8], order: Endian) -> Result<(), String> {
    assert!(F::CARRY.is_none() && F::RESERVED.is_none(), "the table of {} says not all", F::NAME);
    let width = (F::Unit::BITS / 8) as usize;
    let units: Vec<F::Unit> = input.chunks_exact(width).map(|bytes| read_unit(bytes, order)).collect();
    let steps = steps(F::TABLE, &units, width as u64);
    let fault = written(&steps, Ucs4Units::TABLE, false).err();
    let verdict = placemat::validate(encoding, input).err().map(Fault::from);
    ensure(verdict == fault, || format!("{encoding}: validate() told {verdict:?}, not {fault:?}"))?;
    for (target, table, width, order) in TARGETS {
        for (options, replace) in both_policies() {
            let expected = written(&steps, table, replace).map(|units| write_units(&units, width, order));
            let ran = every_way(encoding, target, options, input);
            compare(ran, &expected, || format!("{encoding} to {target}, replace: {replace}"))?;
        }
    }
    Ok(())
}

/// Returns an error unless a form agrees with its table over units, in conversion to another form.
pub(super) fn form_agrees<F: Form, T: Form>(units: &[F::Unit]) -> Result<(), String> {
    let steps = steps(F::TABLE, units, 1);
    for (options, replace) in both_policies() {
        let expected = written(&steps, T::TABLE, replace);
        let expected = expected.map(|units| units.into_iter().map(T::Unit::from_u32).collect());
        let ran = every_way(F::default(), T::default(), options, units);
        compare(ran, &expected, || format!("{} to {}, replace: {replace}", F::NAME, T::NAME))?;
    }
    Ok(())
}

fn both_policies() -> [(Options, bool); 2] {
    let lossy =
        Options { on_error: OnError::Replace, on_unencodable: OnUnencodable::Replace, ..Options::default() };
    [(Options::default(), false), (lossy, true)]
}

fn compare<U: Unit>(
    ran: Result<Ran<U>, crate::ways::Disagreement<U>>,
    expected: &Result<Vec<U>, Fault>,
    pair: impl Fn() -> String,
) -> Result<(), String> {
    let ran = ran.map_err(|disagreement| format!("{}: {disagreement:X?}", pair()))?;
    let came = ran.fault.map_or(Ok(ran.output), Err);
    ensure(came == *expected, || format!("{}: expected {expected:X?}, came {came:X?}", pair()))
}

fn read_unit<U: Unit>(bytes: &[u8], order: Endian) -> U {
    let fold = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
    U::from_u32(match order {
        Endian::Big => bytes.iter().fold(0, fold),
        Endian::Little => bytes.iter().rev().fold(0, fold),
    })
}

fn write_units(units: &[u32], width: usize, order: Endian) -> Vec<u8> {
    let bytes = |unit: &u32| match order {
        Endian::Big => unit.to_be_bytes()[4 - width..].to_vec(),
        Endian::Little => unit.to_le_bytes()[..width].to_vec(),
    };
    units.iter().flat_map(bytes).collect()
}
