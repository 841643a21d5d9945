//! What functions return.

use core::ffi::{CStr, c_char};

use engine::{ErrorKind, Status};

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum placemat_status {
    /// Everything was converted, or the input is valid.
    #[default]
    PLACEMAT_OK = 0,
    /// The input is ill-formed at `error_offset`, for `error_length` units. All output before it is written.
    PLACEMAT_ILL_FORMED = 1,
    /// The target cannot represent `code_point`, which the input has at `error_offset`.
    PLACEMAT_UNENCODABLE = 2,
    /// The output is full. `needed` units are required for what comes next; call again with the input from
    /// `read` on. No character is split.
    PLACEMAT_OUTPUT_FULL = 3,
    /// A stream has converted its input and waits for more.
    PLACEMAT_NEED_INPUT = 4,
    /// A pointer is null although its length is not 0, a length is more than half of the address space, a
    /// number of an encoding or an option is unknown, or a stream was not initialized.
    PLACEMAT_INVALID_ARGUMENT = 5,
    /// This build has no such conversion, or the policy or the encoding is not defined for it.
    PLACEMAT_UNSUPPORTED = 6,
    /// Memory could not be allocated.
    PLACEMAT_NO_MEMORY = 7,
}

/// Why input is ill-formed.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum placemat_error_kind {
    /// There is no error.
    #[default]
    PLACEMAT_KIND_NONE = 0,
    /// A sequence that the encoding reserves.
    PLACEMAT_KIND_RESERVED = 1,
    /// U+0000 where none is allowed.
    PLACEMAT_KIND_NUL = 2,
    /// Two surrogates in three bytes each, where one code point in four bytes is required.
    PLACEMAT_KIND_SURROGATE_PAIR = 3,
    /// A longer sequence than the code point requires.
    PLACEMAT_KIND_OVERLONG = 4,
    /// A surrogate where none is allowed.
    PLACEMAT_KIND_SURROGATE = 5,
    /// A value beyond the code space.
    PLACEMAT_KIND_OUT_OF_RANGE = 6,
    /// The input ends inside a sequence.
    PLACEMAT_KIND_TRUNCATED = 7,
    /// A continuation byte without a start byte.
    PLACEMAT_KIND_STRAY_TRAIL = 8,
    /// Something else follows where a sequence should continue.
    PLACEMAT_KIND_INTERRUPTED = 9,
    /// A unit that the encoding never has.
    PLACEMAT_KIND_INVALID_UNIT = 10,
    /// The text is not doubly encoded.
    PLACEMAT_KIND_NOT_DOUBLE_ENCODED = 11,
    /// The frame does not fit its content.
    PLACEMAT_KIND_FRAME = 12,
    /// Not a code point.
    PLACEMAT_KIND_NOT_A_CODE_POINT = 13,
    /// A kind that was added after this version of the header.
    PLACEMAT_KIND_OTHER = 14,
}

/// The result of a call. Offsets and lengths are in units of the source: elements of the input array, which
/// are bytes in streams and in functions that take an encoding. `written` and `needed` are in units of the
/// target. Fields that the status does not mention are 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct placemat_result {
    /// How the call ended.
    pub status: placemat_status,
    /// With `PLACEMAT_ILL_FORMED`: why.
    pub kind: placemat_error_kind,
    /// The number of units that were read.
    pub read: usize,
    /// The number of units that were written. What follows them in the output is unspecified.
    pub written: usize,
    /// With `PLACEMAT_ILL_FORMED` and `PLACEMAT_UNENCODABLE`: the offset of the sequence from the start of the
    /// input, or of the stream.
    pub error_offset: u64,
    /// With `PLACEMAT_ILL_FORMED` and `PLACEMAT_UNENCODABLE`: the length of the sequence. To replace it, write
    /// something else and continue after it.
    pub error_length: u64,
    /// With `PLACEMAT_OUTPUT_FULL`: the room that the next call needs at least.
    pub needed: usize,
    /// With `PLACEMAT_UNENCODABLE`: the code point.
    pub code_point: u32,
}

impl placemat_result {
    pub(crate) fn of(status: placemat_status) -> Self {
        placemat_result { status, ..placemat_result::default() }
    }

    /// A result of the engine.
    pub(crate) fn new(read: usize, written: usize, status: Status) -> Self {
        let done = placemat_result { read, written, ..placemat_result::default() };
        match status {
            Status::Done => done,
            Status::NeedInput => placemat_result { status: placemat_status::PLACEMAT_NEED_INPUT, ..done },
            Status::OutputFull { needed } => {
                placemat_result { status: placemat_status::PLACEMAT_OUTPUT_FULL, needed, ..done }
            }
            Status::IllFormed(error) => done.ill_formed(error),
            Status::Unencodable(lost) => placemat_result {
                status: placemat_status::PLACEMAT_UNENCODABLE,
                error_offset: lost.offset(),
                error_length: lost.len(),
                code_point: lost.code_point(),
                ..done
            },
            _ => placemat_result { status: placemat_status::PLACEMAT_UNSUPPORTED, ..done },
        }
    }

    pub(crate) fn ill_formed(self, error: engine::Error) -> Self {
        placemat_result {
            status: placemat_status::PLACEMAT_ILL_FORMED,
            kind: kind_of(error.kind()),
            error_offset: error.offset(),
            error_length: error.len(),
            ..self
        }
    }

    /// The result of a call that has written nothing, with what would stop the conversion.
    #[cfg(any(feature = "encodings", feature = "std"))]
    pub(crate) fn failed(failure: engine::Failure) -> Self {
        let status = match failure {
            engine::Failure::IllFormed(error) => Status::IllFormed(error),
            engine::Failure::Unencodable(lost) => Status::Unencodable(lost),
        };
        Self::new(0, 0, status)
    }

    /// Turns bytes into units of these sizes.
    pub(crate) fn in_units(self, source: usize, target: usize) -> Self {
        placemat_result {
            read: self.read / source,
            written: self.written / target,
            error_offset: self.error_offset / source as u64,
            error_length: self.error_length.div_ceil(source as u64),
            needed: self.needed / target,
            ..self
        }
    }
}

fn kind_of(kind: ErrorKind) -> placemat_error_kind {
    match kind {
        ErrorKind::Reserved => placemat_error_kind::PLACEMAT_KIND_RESERVED,
        ErrorKind::Nul => placemat_error_kind::PLACEMAT_KIND_NUL,
        ErrorKind::SurrogatePair => placemat_error_kind::PLACEMAT_KIND_SURROGATE_PAIR,
        ErrorKind::Overlong => placemat_error_kind::PLACEMAT_KIND_OVERLONG,
        ErrorKind::Surrogate => placemat_error_kind::PLACEMAT_KIND_SURROGATE,
        ErrorKind::OutOfRange => placemat_error_kind::PLACEMAT_KIND_OUT_OF_RANGE,
        ErrorKind::Truncated => placemat_error_kind::PLACEMAT_KIND_TRUNCATED,
        ErrorKind::StrayTrail => placemat_error_kind::PLACEMAT_KIND_STRAY_TRAIL,
        ErrorKind::Interrupted => placemat_error_kind::PLACEMAT_KIND_INTERRUPTED,
        ErrorKind::InvalidUnit => placemat_error_kind::PLACEMAT_KIND_INVALID_UNIT,
        ErrorKind::NotDoubleEncoded => placemat_error_kind::PLACEMAT_KIND_NOT_DOUBLE_ENCODED,
        ErrorKind::Frame => placemat_error_kind::PLACEMAT_KIND_FRAME,
        ErrorKind::NotACodePoint => placemat_error_kind::PLACEMAT_KIND_NOT_A_CODE_POINT,
        _ => placemat_error_kind::PLACEMAT_KIND_OTHER,
    }
}

/// Returns the name of a status for messages, such as "ill-formed". The text is static and ends in a NUL. An
/// unknown number has the name "unknown".
#[unsafe(no_mangle)]
pub extern "C" fn placemat_status_name(status: i32) -> *const c_char {
    const NAMES: [&CStr; 8] = [
        c"ok",
        c"ill-formed",
        c"unencodable",
        c"output full",
        c"need input",
        c"invalid argument",
        c"unsupported",
        c"no memory",
    ];
    name(&NAMES, status)
}

/// Returns the name of a kind of error, such as "overlong". The text is static and ends in a NUL. An unknown
/// number has the name "unknown".
#[unsafe(no_mangle)]
pub extern "C" fn placemat_error_kind_name(kind: i32) -> *const c_char {
    const NAMES: [&CStr; 14] = [
        c"none",
        c"reserved",
        c"nul",
        c"surrogate-pair",
        c"overlong",
        c"surrogate",
        c"out-of-range",
        c"truncated",
        c"stray-trail",
        c"interrupted",
        c"invalid-unit",
        c"not-double-encoded",
        c"frame",
        c"not-a-code-point",
    ];
    name(&NAMES, kind)
}

fn name(names: &[&'static CStr], number: i32) -> *const c_char {
    let named = usize::try_from(number).ok().and_then(|number| names.get(number));
    named.copied().unwrap_or(c"unknown").as_ptr()
}
