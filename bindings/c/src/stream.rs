//! Text in pieces. A stream is memory of the caller, so nothing is allocated.

use core::ffi::c_char;
use core::fmt;

use engine::{Codec, Conversion, Options, Transcoder};

use crate::encoding::{self, placemat_encoding};
use crate::generic::status_of;
use crate::memory;
use crate::options::{self, placemat_options};
use crate::pair::{self, WithPair, native};
use crate::result::{placemat_result, placemat_status};
use crate::run;
use crate::validation::Validation;

/// The state of a conversion or a validation in pieces. Its contents are private; only the `placemat_stream_…`
/// functions may change it. It may lie on the stack, it owns no memory, and nothing needs to be done at its
/// end. Copying its bytes while no function runs makes another stream in the same state. One thread at a time
/// may use it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct placemat_stream {
    /// Private.
    pub opaque: [u64; 96],
}

impl fmt::Debug for placemat_stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("placemat_stream").finish_non_exhaustive()
    }
}

/// How often the policies of a stream were applied.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct placemat_counts {
    /// Ill-formed subsequences.
    pub errors: u64,
    /// Code points that the target cannot represent.
    pub unencodable: u64,
    /// Surrogate pairs that were joined, or of which the trail surrogate was replaced.
    pub joined: u64,
}

/// The functions of a stream, for the type of its state.
struct Functions {
    push: unsafe fn(*mut u8, &[u8], &mut [u8], bool) -> placemat_result,
    resume: unsafe fn(*mut u8) -> usize,
    counts: unsafe fn(*const u8) -> placemat_counts,
}

/// The size of a state.
const ROOM: usize = size_of::<placemat_stream>() - 2 * size_of::<u64>();

/// What a stream holds.
#[repr(C)]
struct Inner {
    /// Shows that the memory was initialized.
    magic: u64,
    functions: &'static Functions,
    #[cfg(target_pointer_width = "32")]
    padding: u32,
    state: [u64; ROOM / size_of::<u64>()],
}

const MAGIC: u64 = 0x706C_6163_656D_6174;

const _: () = assert!(size_of::<Inner>() == size_of::<placemat_stream>());
const _: () = assert!(align_of::<Inner>() <= align_of::<placemat_stream>());

/// The state of a stream: plain data, without memory of its own.
trait State: Sized {
    const FUNCTIONS: Functions =
        Functions { push: push_state::<Self>, resume: resume_state::<Self>, counts: counts_of_state::<Self> };
    /// Does not compile for a state that needs more room, or something at its end.
    const FITS: () = assert!(
        size_of::<Self>() <= ROOM
            && align_of::<Self>() <= align_of::<u64>()
            && !core::mem::needs_drop::<Self>()
    );
    fn push(&mut self, input: &[u8], output: &mut [u8], end: bool) -> placemat_result;
    fn resume(&mut self) -> usize;
    fn counts(&self) -> placemat_counts;
}

/// # Safety
///
/// `state` must point to a state of this type that nothing else accesses.
unsafe fn push_state<S: State>(
    state: *mut u8,
    input: &[u8],
    output: &mut [u8],
    end: bool,
) -> placemat_result {
    // SAFETY: the caller has promised it.
    unsafe { &mut *state.cast::<S>() }.push(input, output, end)
}

/// # Safety
///
/// `state` must point to a state of this type that nothing else accesses.
unsafe fn resume_state<S: State>(state: *mut u8) -> usize {
    // SAFETY: the caller has promised it.
    unsafe { &mut *state.cast::<S>() }.resume()
}

/// # Safety
///
/// `state` must point to a state of this type to which nothing writes.
unsafe fn counts_of_state<S: State>(state: *const u8) -> placemat_counts {
    // SAFETY: the caller has promised it.
    unsafe { &*state.cast::<S>() }.counts()
}

impl<S: Codec<Unit = u8>, T: Codec<Unit = u8>> State for Transcoder<S, T> {
    fn push(&mut self, input: &[u8], output: &mut [u8], end: bool) -> placemat_result {
        let (progress, status) = Transcoder::push(self, input, output, end);
        placemat_result::new(progress.read, progress.written, status)
    }

    fn resume(&mut self) -> usize {
        Transcoder::resume(self)
    }

    fn counts(&self) -> placemat_counts {
        let counts = Transcoder::counts(self);
        placemat_counts { errors: counts.errors, unencodable: counts.unencodable, joined: counts.joined }
    }
}

impl<S: Codec<Unit = u8>> State for Validation<S> {
    fn push(&mut self, input: &[u8], _: &mut [u8], end: bool) -> placemat_result {
        Validation::push(self, input, end)
    }

    fn resume(&mut self) -> usize {
        Validation::resume(self);
        0
    }

    fn counts(&self) -> placemat_counts {
        placemat_counts::default()
    }
}

/// Puts a state into the memory of a stream.
struct Start(*mut placemat_stream);

impl Start {
    fn put<S: State>(self, state: S) -> placemat_status {
        const { S::FITS };
        let inner = self.0.cast::<Inner>();
        // SAFETY: `placemat_stream_init` has a pointer to a stream that may be written, of which `Inner` has the
        // size and at most the alignment; only an address is taken.
        let place = unsafe { &raw mut (*inner).state };
        // SAFETY: the place has room for the state, as `FITS` proves.
        unsafe { place.cast::<S>().write(state) };
        // SAFETY: as for the first one.
        let functions = unsafe { &raw mut (*inner).functions };
        // SAFETY: it is a part of the stream.
        unsafe { functions.write(const { &S::FUNCTIONS }) };
        // SAFETY: the number is the first part of the stream.
        unsafe { inner.cast::<u64>().write(MAGIC) };
        placemat_status::PLACEMAT_OK
    }

    fn validate<S: Codec<Unit = u8>>(self, source: S) -> placemat_status {
        Validation::new(source).map_or(placemat_status::PLACEMAT_UNSUPPORTED, |state| self.put(state))
    }
}

impl WithPair for Start {
    type Output = placemat_status;

    fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(self, conversion: Conversion<S, T>) -> placemat_status {
        conversion
            .transcoder()
            .map_or(placemat_status::PLACEMAT_UNSUPPORTED, |transcoder| self.put(transcoder))
    }
}

/// Returns the state and its functions, or `None` if the pointer is null or the stream was not initialized.
///
/// # Safety
///
/// `stream` must be null or point to a stream that nothing else accesses.
unsafe fn open<'a>(stream: *mut placemat_stream) -> Option<(*mut u8, &'a Functions)> {
    if stream.is_null() || !stream.is_aligned() {
        return None;
    }
    let inner = stream.cast::<Inner>();
    // SAFETY: the caller has promised that this is a stream; its first number may have any value.
    if unsafe { inner.cast::<u64>().read() } != MAGIC {
        return None;
    }
    // SAFETY: only an address is taken.
    let state = unsafe { &raw mut (*inner).state };
    // SAFETY: only `put` writes the first number, after everything else.
    let functions = unsafe { (*inner).functions };
    Some((state.cast(), functions))
}

/// Begins a conversion in pieces, with `options`, or strictly if they are null. With `PLACEMAT_NOTHING` as the
/// target, the stream only validates. All units of streams are bytes, also those of UTF-16 and UTF-32.
///
/// Without the feature `encodings`, there are the pairs of `placemat_convert`, and validation of UTF-8 and of
/// UTF-16 and UTF-32 in this machine's byte order. Encodings that decide on their whole input, such as frames,
/// have the status `PLACEMAT_UNSUPPORTED`.
///
/// # Safety
///
/// `stream` must be writable; it does not have to be initialized. `options` must be null or point to options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_init(
    stream: *mut placemat_stream,
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
) -> placemat_status {
    // SAFETY: the caller has promised what this requires.
    let options = unsafe { options::at(options) };
    let Some(options) = options.filter(|_| !stream.is_null() && stream.is_aligned()) else {
        return placemat_status::PLACEMAT_INVALID_ARGUMENT;
    };
    // SAFETY: the caller has promised that the stream is writable.
    unsafe { stream.cast::<u64>().write(0) };
    let start = Start(stream);
    if to == encoding::PLACEMAT_NOTHING {
        return validation(start, from, options);
    }
    pair::with(from, to, options, start).unwrap_or_else(status_of)
}

fn validation(start: Start, from: placemat_encoding, options: Options) -> placemat_status {
    if options != Options::default() {
        return placemat_status::PLACEMAT_UNSUPPORTED;
    }
    match from {
        encoding::PLACEMAT_UTF_8 => return start.validate(run::UTF_8),
        native::UTF_16 => return start.validate(run::UTF_16),
        native::UTF_32 => return start.validate(run::UTF_32),
        _ => {}
    }
    #[cfg(feature = "encodings")]
    return match encoding::encoding(from) {
        Some(encoding) => start.validate(encoding),
        None => placemat_status::PLACEMAT_INVALID_ARGUMENT,
    };
    #[cfg(not(feature = "encodings"))]
    placemat_status::PLACEMAT_UNSUPPORTED
}

/// Converts or validates the next piece. `is_last` says that no more input will come.
///
/// * `PLACEMAT_NEED_INPUT`: all of the piece was read; an incomplete sequence at its end is kept.
/// * `PLACEMAT_OUTPUT_FULL`: call again with the piece from `read` on, and with more room.
/// * `PLACEMAT_OK`: everything was converted. This status follows only if `is_last` is true.
/// * `PLACEMAT_ILL_FORMED`, `PLACEMAT_UNENCODABLE`: the stream has failed, and each further call returns the same,
///   until `placemat_stream_resume`. All output before the error is written. `error_offset` counts from the
///   start of the stream.
///
/// # Safety
///
/// `stream` must be null or point to a stream. `length` bytes must be readable at `input`, and `capacity` bytes
/// writable at `output`; they must not overlap each other or the stream. A pointer may be null if its length is
/// 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_push(
    stream: *mut placemat_stream,
    input: *const c_char,
    length: usize,
    output: *mut c_char,
    capacity: usize,
    is_last: bool,
) -> placemat_result {
    // SAFETY: the caller has promised what this requires.
    let opened = unsafe { open(stream) };
    // SAFETY: the caller has promised what this requires.
    let input = unsafe { memory::input(input, length) };
    // SAFETY: the caller has promised what this requires.
    let output = unsafe { memory::output(output, capacity) };
    let (Some((state, functions)), Some(input), Some(output)) = (opened, input, output) else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    // SAFETY: the functions are those of the state's type.
    unsafe { (functions.push)(state, input, output, is_last) }
}

/// Continues a stream after an error: the next piece follows the sequence that was ill-formed or could not be
/// represented. Write something in its place, if you like, and pass the failed piece from `read` on. Returns the
/// number of bytes after the error that the stream has already read, which is 0 if it only validates. Does
/// nothing unless the stream has failed.
///
/// # Safety
///
/// `stream` must be null or point to a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_resume(stream: *mut placemat_stream) -> usize {
    // SAFETY: the caller has promised what this requires.
    match unsafe { open(stream) } {
        // SAFETY: the functions are those of the state's type.
        Some((state, functions)) => unsafe { (functions.resume)(state) },
        None => 0,
    }
}

/// Returns how often the policies were applied since the stream began.
///
/// # Safety
///
/// `stream` must be null or point to a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_counts(stream: *const placemat_stream) -> placemat_counts {
    // SAFETY: the caller has promised what this requires; the stream is only read.
    match unsafe { open(stream.cast_mut()) } {
        // SAFETY: the functions are those of the state's type.
        Some((state, functions)) => unsafe { (functions.counts)(state) },
        None => placemat_counts::default(),
    }
}
