//! Accelerators by table: what a kernel does, for every form, through the index of its table.
//!
//! They keep the kernel's contract: consume whole sequences from the front, stop anywhere, write what the definition
//! writes.

use crate::code_point::is_surrogate;
use crate::form::{Form, Seam};
use crate::unit::Unit;

/// Units read, code points written.
pub(crate) fn decode<F: Form>(units: &[F::Unit], out: &mut [u32]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while written < out.len() {
        let Some(decoded) = F::TABLE.lookup(&units[read..]) else { break };
        out[written] = decoded.code_point;
        written += 1;
        read += decoded.len;
    }
    (read, written)
}

/// Code points read, units written.
pub(crate) fn encode<F: Form>(code_points: &[u32], out: &mut [F::Unit]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let has_seam = matches!(F::SEAM, Seam::Joins | Seam::Fuses);
    while read < code_points.len() {
        let code_point = code_points[read];
        if has_seam && is_surrogate(code_point) {
            break;
        }
        if F::CARRY.is_some_and(|carry| carry.unit(code_point).is_some()) {
            break;
        }
        let Some((units, len)) = F::TABLE.encode(code_point) else { break };
        let Some(room) = out.get_mut(written..written + len) else { break };
        for (place, unit) in room.iter_mut().zip(units) {
            *place = F::Unit::from_u32(unit);
        }
        written += len;
        read += 1;
    }
    (read, written)
}
