//! Accelerators of one side of a conversion. They do a kernel's work for every form, through the index and
//! the automaton of the form's table, or through the kernel to or from code points if there is one.
//!
//! They keep the kernel's contract: consume whole sequences from the front, stop anywhere, and write what the
//! reference implementation writes.

use super::pattern::Patterns;
use crate::automaton;
use crate::cast::{bytes_of, bytes_of_mut};
use crate::code_point::is_surrogate;
use crate::form::{Form, PairingRule};
use crate::kernel::{self, Kernel, Kind};
use crate::simd::Isa;
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// Units read, code points written, by the index.
fn decode_by_index<F: Form>(units: &[F::Unit], out: &mut [u32]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while written < out.len() {
        if const { F::TABLE.is_plain() } {
            let run = widen_plain(&units[read..], &mut out[written..]);
            read += run;
            written += run;
        }
        if written == out.len() {
            break;
        }
        let rest = &units[read..];
        let (code_point, len) = match (F::TABLE.lookup(rest), F::CARRY) {
            (Some(decoded), _) => (decoded.code_point, decoded.len),
            // This many units do not begin a sequence: the first one is escaped.
            (None, Some(carry)) if rest.len() >= MAX_SEQUENCE => (carry.code_point(rest[0].to_u32()), 1),
            (None, _) => break,
        };
        out[written] = code_point;
        written += 1;
        read += len;
    }
    (read, written)
}

/// Units read, code points written.
pub(super) fn decode<F: Form>(units: &[F::Unit], out: &mut [u32]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (units_read, code_points) = decode_fast::<F>(&units[read..], &mut out[written..]);
        read += units_read;
        written += code_points;
        // Where the kernel stops, the index may continue. It takes a few sequences of bytes, so that text
        // full of such places does not restart the kernel at each.
        let few = if F::Unit::BITS == 8 { 16 } else { usize::MAX };
        let room = out.len().min(written.saturating_add(few));
        let (units_read, code_points) = decode_by_index::<F>(&units[read..], &mut out[written..room]);
        read += units_read;
        written += code_points;
        if code_points < few {
            return (read, written);
        }
    }
}

/// Decodes by the kernel, or by the automaton if a kernel is missing or leaves longer sequences.
#[inline]
fn decode_fast<F: Form>(units: &[F::Unit], out: &mut [u32]) -> (usize, usize) {
    let (read, written) = match const { ByForm::<F>::TO_CODE_POINTS } {
        Some(kernel) => by_kernel(kernel, units, out),
        None => (0, 0),
    };
    if const { matches!(Kind::of::<F>(), Kind::Utf8 | Kind::Like(_)) } {
        return (read, written);
    }
    let Some(bytes) = F::Unit::as_bytes(&units[read..]) else { return (read, written) };
    let (more_read, more_written) = automaton::FormAutomaton::<F>::decode(bytes, &mut out[written..]);
    (read + more_read, written + more_written)
}

/// Units read, and written.
#[inline(always)]
fn by_kernel<U: Unit, V: Unit>(kernel: Kernel, units: &[U], out: &mut [V]) -> (usize, usize) {
    let (read, written) = kernel.run(Isa::current(), bytes_of(units), bytes_of_mut(out));
    (read / size_of::<U>(), written / size_of::<V>())
}

/// The length of a prefix of whole sequences.
#[inline]
pub(super) fn well_formed<F: Form>(units: &[F::Unit]) -> usize {
    let read = well_formed_by_kernel::<F>(units);
    if read == units.len() { read } else { well_formed_after::<F>(units, read) }
}

/// Validates as far as a kernel goes.
#[inline]
fn well_formed_by_kernel<F: Form>(units: &[F::Unit]) -> usize {
    // For validation, any units are well-formed.
    if const { F::CARRY.is_some() || F::TABLE.never_fails() } {
        return units.len();
    }
    match F::Unit::as_bytes(units) {
        Some(bytes) => kernel::validate_form::<F>(Isa::current, bytes),
        None if const { matches!(Kind::of::<F>(), Kind::Utf16(_)) } => {
            kernel::validate_utf_16(Isa::current(), bytes_of(units), kernel::NATIVE) / 2
        }
        None if const { matches!(Kind::of::<F>(), Kind::Utf32(_)) } => {
            kernel::validate_utf_32(Isa::current(), bytes_of(units), kernel::NATIVE) / 4
        }
        None if const { F::TABLE.is_plain() } => plain_strips(units),
        None => 0,
    }
}

/// Continues from where a kernel stopped, by the index and by kernels again.
#[inline(never)]
fn well_formed_after<F: Form>(units: &[F::Unit], mut read: usize) -> usize {
    let mut scratch = [0; 16];
    loop {
        let (units_read, _) = decode_by_index::<F>(&units[read..], &mut scratch);
        read += units_read;
        if units_read == 0 || read == units.len() {
            return read;
        }
        read += well_formed_by_kernel::<F>(&units[read..]);
    }
}

/// Returns `true` if the unit stands for itself in a form of 16 or 32 bits that is plain.
#[inline(always)]
fn is_plain<U: Unit>(unit: U) -> bool {
    let unit = unit.to_u32();
    !is_surrogate(unit) && (U::BITS == 16 || unit <= 0x10_FFFF)
}

/// Returns the number of plain units at the front, in strips of sixteen.
fn plain_strips<U: Unit>(units: &[U]) -> usize {
    const STRIP: usize = 16;
    let plain = |strip: &&[U]| strip.iter().fold(true, |all, &unit| all & is_plain(unit));
    STRIP * units.chunks_exact(STRIP).take_while(plain).count()
}

/// Widens plain units from the front, as many as there are.
fn widen_plain<U: Unit>(units: &[U], out: &mut [u32]) -> usize {
    let fits = &units[..units.len().min(out.len())];
    let strips = plain_strips(fits);
    for (place, &unit) in out.iter_mut().zip(&fits[..strips]) {
        *place = unit.to_u32();
    }
    let mut len = strips;
    while len < fits.len() && is_plain(fits[len]) {
        out[len] = fits[len].to_u32();
        len += 1;
    }
    len
}

/// Writes plain code points from the front as units of 16 or 32 bits, in strips of sixteen. Returns their
/// number.
fn narrow_plain<U: Unit>(code_points: &[u32], out: &mut [U]) -> usize {
    const STRIP: usize = 16;
    let end = if U::BITS == 16 { 0xFFFF } else { 0x10_FFFF };
    let is_plain = |code_point: u32| !is_surrogate(code_point) & (code_point <= end);
    let mut len = 0;
    for (strip, room) in code_points.chunks_exact(STRIP).zip(out.chunks_exact_mut(STRIP)) {
        if !strip.iter().fold(true, |all, &code_point| all & is_plain(code_point)) {
            break;
        }
        for (place, &code_point) in room.iter_mut().zip(strip) {
            *place = U::from_u32(code_point);
        }
        len += STRIP;
    }
    len
}

/// What is made from a form's table at compile time.
struct ByForm<F>(F);

impl<F: Form> ByForm<F> {
    const TO_CODE_POINTS: Option<Kernel> = Kind::of::<F>().to_code_points();
    const OF_CODE_POINTS: Option<Kernel> = Kind::of::<F>().of_code_points();
    const PATTERNS: Patterns = Patterns::new(F::TABLE.rows());
}

/// Code points read, units written.
pub(super) fn encode<F: Form>(code_points: &[u32], out: &mut [F::Unit]) -> (usize, usize) {
    let (read, written) = match const { ByForm::<F>::OF_CODE_POINTS } {
        Some(kernel) => by_kernel(kernel, code_points, out),
        None if const { F::TABLE.is_plain() } => {
            let len = narrow_plain(code_points, out);
            (len, len)
        }
        None => (0, 0),
    };
    let (more_read, more_written) = encode_by_table::<F>(&code_points[read..], &mut out[written..]);
    (read + more_read, written + more_written)
}

/// Encodes by the rows of the table.
fn encode_by_table<F: Form>(code_points: &[u32], out: &mut [F::Unit]) -> (usize, usize) {
    let patterns = const { &ByForm::<F>::PATTERNS };
    let has_seam = matches!(F::PAIRING, PairingRule::Joins | PairingRule::Fuses);
    patterns.encode::<F>(code_points, out, |code_point| {
        has_seam && is_surrogate(code_point) || F::CARRY.is_some_and(|carry| carry.unit(code_point).is_some())
    })
}
