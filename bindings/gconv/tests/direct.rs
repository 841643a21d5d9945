//! The module's functions, called without the C library: null pointers, nothing, other modules, bytes that
//! are kept.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use placemat::{Codec, Encoding, decode};
use placemat_gconv::glibc::{self, Data, Function, Mbstate, Step};
use placemat_gconv::{charset, gconv, gconv_end, gconv_init};

/// Returns a step that is not prepared. Its pointers to functions are mangled by a secret and a rotation.
fn step(from: &CStr, to: &CStr, function: Function, secret: usize, rotation: u32) -> Step {
    let mangled = |address: usize| ptr::without_provenance((address ^ secret).rotate_left(rotation));
    let init: unsafe extern "C" fn(*mut Step) -> c_int = gconv_init;
    Step {
        shared_object: ptr::without_provenance(1),
        module: ptr::null(),
        counter: Cell::new(1),
        from: from.as_ptr(),
        to: to.as_ptr(),
        function: mangled(function as usize),
        of_byte: ptr::null(),
        init: mangled(init as usize),
        end: ptr::null(),
        shortest_from: 0,
        longest_from: 0,
        shortest_to: 0,
        longest_to: 0,
        is_stateful: 0,
        own: ptr::null(),
    }
}

/// Returns a prepared step.
fn prepared(from: &CStr, to: &CStr) -> Step {
    let mut step = step(from, to, gconv, 0, 0);
    // SAFETY: it is a step with names.
    assert_eq!(unsafe { gconv_init(&mut step) }, glibc::OK);
    step
}

fn data(output: &mut [u8], flags: c_int, state: &Mbstate) -> Data {
    let range = output.as_mut_ptr_range();
    Data {
        output: Cell::new(range.start),
        output_end: Cell::new(range.end),
        flags: Cell::new(flags),
        calls: Cell::new(0),
        is_internal: Cell::new(0),
        state,
        own_state: Mbstate::default(),
    }
}

/// Calls the last step with some input. Returns the result and the number of bytes that were read.
fn call(step: &Step, data: &Data, input: &[u8], keeps: c_int) -> (c_int, usize) {
    let (range, count) = (input.as_ptr_range(), Cell::new(0));
    let at = Cell::new(range.start);
    // SAFETY: everything is a reference, and the pointers are those of slices.
    let result = unsafe { gconv(step, data, &at, range.end, ptr::null(), &count, 0, keeps) };
    (result, at.get().addr() - range.start.addr())
}

#[test]
fn null_pointers_and_nothing_are_allowed() {
    // SAFETY: null is allowed.
    assert_eq!(unsafe { gconv_init(ptr::null_mut()) }, glibc::NO_CONVERSION);
    // SAFETY: null is allowed.
    unsafe { gconv_end(ptr::null_mut()) };
    let mut nameless = Step { from: ptr::null(), to: ptr::null(), ..prepared(c"CESU-8//", c"INTERNAL") };
    // SAFETY: it is a step without names.
    assert_eq!(unsafe { gconv_init(&mut nameless) }, glibc::NO_CONVERSION);
    let step = prepared(c"CESU-8//", c"INTERNAL");
    let data = Data { state: ptr::null(), ..data(&mut [], glibc::IS_LAST, &Mbstate::default()) };
    let calls: [(*const Step, *const Data); 3] =
        [(ptr::null(), &data), (&step, ptr::null()), (ptr::null(), ptr::null())];
    for (step, data) in calls {
        let (null, none) = (ptr::null(), ptr::null());
        // SAFETY: null is allowed.
        let result = unsafe { gconv(step, data, null, ptr::null(), ptr::null(), none, 0, 0) };
        assert_eq!(result, glibc::ILLEGAL_DESCRIPTOR);
    }
    for flushes in 0..3 {
        // SAFETY: null is allowed.
        let result =
            unsafe { gconv(&step, &data, ptr::null(), ptr::null(), ptr::null(), ptr::null(), flushes, 0) };
        assert_eq!(result, if flushes == 0 { glibc::EMPTY_INPUT } else { glibc::OK });
    }
    data.output.set(ptr::null_mut());
    data.output_end.set(ptr::null_mut());
    assert_eq!(call(&step, &data, b"", 0), (glibc::EMPTY_INPUT, 0));
    assert_eq!(call(&step, &data, b"a", 0), (glibc::FULL_OUTPUT, 0));
    // A step that was never prepared.
    let unprepared = Step { own: ptr::null(), ..step };
    assert_eq!(call(&unprepared, &data, b"a", 0), (glibc::ILLEGAL_DESCRIPTOR, 0));
}

#[test]
fn input_and_output_must_not_overlap() {
    let step = prepared(c"CESU-8//", c"INTERNAL");
    let (mut bytes, state) = ([b'a'; 16], Mbstate::default());
    let data = data(&mut bytes, glibc::IS_LAST, &state);
    let at = Cell::new(data.output.get().cast_const().wrapping_add(4));
    let end = at.get().wrapping_add(4);
    // SAFETY: the pointers are those of an array.
    let result = unsafe { gconv(&step, &data, &at, end, ptr::null(), ptr::null(), 0, 0) };
    assert_eq!((result, bytes), (glibc::ILLEGAL_DESCRIPTOR, [b'a'; 16]));
}

/// Callers such as mbrtowc(3) give single bytes, and want them kept.
#[test]
fn incomplete_sequences_are_kept_for_callers_that_want_it() {
    for encoding in charset::all() {
        let name = std::ffi::CString::new(format!("{}//", charset::name(encoding))).unwrap();
        let step = prepared(&name, c"INTERNAL");
        let mut texts = vec![];
        for code_point in [0x41, 0x85, 0xE9, 0x20AC, 0xFFFF, 0x1_F4A9, 0x10_FFFF, 0x7FFF_FFFF] {
            let mut bytes = [0; 16];
            if encoding.info().encodes
                && let Ok(len) = encoding.encode_next(code_point, &mut bytes)
            {
                texts.push([encoding.mark(), &bytes[..len], b"\x0A"].concat());
            }
        }
        if encoding == Encoding::Utf8b {
            texts.push(b"\xE2\x82A\xF0\x9F\x92\xE2\x82\xAC\xC3a".to_vec());
        }
        for text in texts {
            let Ok(wanted) = decode(encoding, &text) else { continue };
            // Byte by byte, into room for all, or for one character at a time.
            for all in [true, false] {
                let (mut output, state) = (vec![0; 4 * wanted.len()], Mbstate::default());
                let range = output.as_mut_ptr_range();
                let data = data(&mut output, glibc::IS_LAST, &state);
                if !all {
                    data.output_end.set(range.start);
                }
                for byte in text.chunks(1) {
                    let mut rest = byte;
                    loop {
                        let (status, read) = call(&step, &data, rest, 1);
                        rest = &rest[read..];
                        if status != glibc::FULL_OUTPUT {
                            assert!(rest.is_empty(), "{encoding}: {text:02X?}");
                            break;
                        }
                        data.output_end.set(data.output_end.get().wrapping_add(4));
                        assert!(data.output_end.get() <= range.end, "{encoding}: {text:02X?}");
                    }
                }
                assert_eq!(data.output.get(), range.end, "{encoding}: {text:02X?}");
                assert_eq!(state.count.get() & 7, 0, "{encoding}: nothing is kept");
                let found: Vec<u32> =
                    output.chunks(4).map(|bytes| u32::from_ne_bytes(bytes.try_into().unwrap())).collect();
                assert_eq!(found, wanted, "{encoding}: {text:02X?}");
            }
        }
    }
}

/// A next step that takes two code points.
unsafe extern "C" fn takes_two(
    _: *const Step,
    _: *const Data,
    input: *const Cell<*const u8>,
    end: *const u8,
    _: *const Cell<*mut u8>,
    _: *const Cell<usize>,
    flushes: c_int,
    _: c_int,
) -> c_int {
    if flushes != 0 {
        return glibc::OK;
    }
    // SAFETY: a step passes a pointer to a pointer unless it flushes.
    let input = unsafe { &*input };
    let taken = input.get().wrapping_add(8);
    if taken > end {
        input.set(end);
        return glibc::EMPTY_INPUT;
    }
    input.set(taken);
    glibc::FULL_OUTPUT
}

/// Calls the first of two steps. Their pointers have these secrets and rotations.
fn of_two(secrets: [usize; 2], rotations: [u32; 2], shared_object: *const c_void) -> (c_int, usize) {
    let first = step(c"CESU-8//", c"INTERNAL", gconv, secrets[0], rotations[0]);
    let second = step(c"INTERNAL", c"OTHER//", takes_two, secrets[1], rotations[1]);
    let mut steps = [first, Step { shared_object, ..second }];
    // SAFETY: it is a step with names.
    assert_eq!(unsafe { gconv_init(&mut steps[0]) }, glibc::OK);
    let (mut output, state) = ([0; 400], Mbstate::default());
    let all = [data(&mut output, 0, &state), data(&mut [], glibc::IS_LAST, &state)];
    let text = b"a\xED\xA0\xBD\xED\xB2\xA9bcd";
    let (range, count) = (text.as_ptr_range(), Cell::new(0));
    let at = Cell::new(range.start);
    // SAFETY: steps and data are arrays, and the pointers are those of a slice.
    let result = unsafe { gconv(steps.as_ptr(), all.as_ptr(), &at, range.end, ptr::null(), &count, 0, 0) };
    // SAFETY: as above.
    let flushed =
        unsafe { gconv(steps.as_ptr(), all.as_ptr(), ptr::null(), ptr::null(), ptr::null(), &count, 1, 0) };
    assert_eq!(flushed == glibc::OK, result == glibc::FULL_OUTPUT);
    (result, at.get().addr() - range.start.addr())
}

#[test]
fn the_next_step_is_called_and_the_input_is_put_back() {
    let taken = (glibc::FULL_OUTPUT, 7);
    let (plain, shared) = (ptr::null(), ptr::without_provenance(1));
    let rotated = 2 * usize::BITS / 8 + 1;
    assert_eq!(of_two([0x1234_5678, 0], [rotated, 0], plain), taken, "a step of the C library itself");
    assert_eq!(of_two([0x1234_5678; 2], [rotated; 2], shared), taken, "as on x86-64");
    assert_eq!(of_two([0x1234_5678; 2], [0; 2], shared), taken, "as on other CPUs");
    assert_eq!(of_two([0; 2], [0; 2], shared), taken, "not mangled");
    // An unknown way of mangling: no address is called that is not a function's.
    assert_eq!(of_two([0x1234_5678; 2], [3; 2], shared).0, glibc::ILLEGAL_DESCRIPTOR);
}

/// A next step that has no room.
unsafe extern "C" fn takes_nothing(
    _: *const Step,
    _: *const Data,
    _: *const Cell<*const u8>,
    _: *const u8,
    _: *const Cell<*mut u8>,
    _: *const Cell<usize>,
    _: c_int,
    _: c_int,
) -> c_int {
    glibc::FULL_OUTPUT
}

#[test]
fn what_was_kept_is_kept_again_if_the_next_step_has_no_room() {
    let last = Step { shared_object: ptr::null(), ..step(c"INTERNAL", c"OTHER//", takes_nothing, 0, 0) };
    let steps = [prepared(c"CESU-8//", c"INTERNAL"), last];
    let (mut output, state) = ([0; 400], Mbstate::default());
    let all = [data(&mut output, 0, &state), data(&mut [], glibc::IS_LAST, &state)];
    let push = |text: &[u8]| {
        let (range, count) = (text.as_ptr_range(), Cell::new(0));
        let at = Cell::new(range.start);
        // SAFETY: steps and data are arrays, and the pointers are those of a slice.
        let result =
            unsafe { gconv(steps.as_ptr(), all.as_ptr(), &at, range.end, ptr::null(), &count, 0, 1) };
        (result, at.get().addr() - range.start.addr(), state.count.get() & 7)
    };
    assert_eq!(push(b"\xED\xA0\xBD"), (glibc::INCOMPLETE_INPUT, 3, 3));
    for _ in 0..2 {
        assert_eq!(push(b"\xED\xB2\xA9a"), (glibc::FULL_OUTPUT, 0, 3));
    }
}
