//! The walks: some of everything, in every instruction set of this CPU; and that they detect errors.

use std::process::{Command, Output};

use placemat::form::GeneralizedUtf8;
use placemat::{Isa, validate};
use placemat_exhaustive::definition::Form;
use placemat_exhaustive::frame::{Frame, Framed, FramedConverter, FramedValidator};
use placemat_exhaustive::parts::PARTS;
use placemat_exhaustive::report::Tally;
use placemat_exhaustive::subject::{Converter, Validator};

/// Runs the walk in a process of its own, in this instruction set.
fn walk(tier: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exhaustive"));
    command.args(arguments).env("PLACEMAT_ISA", tier).output().expect("the walk starts")
}

#[test]
fn some_of_everything_in_every_instruction_set() {
    let check = |isa: Isa| {
        let walk = walk(isa.name(), &["--smallest"]);
        let told = String::from_utf8_lossy(&walk.stdout);
        assert!(walk.status.success(), "{told}{}", String::from_utf8_lossy(&walk.stderr));
        for part in PARTS {
            let name = format!("{} {} ", isa.name(), part.name);
            assert!(told.lines().any(|line| line.starts_with(&name)), "no {name}");
        }
    };
    // Each walk is one thread.
    std::thread::scope(|scope| Isa::available().for_each(|isa| drop(scope.spawn(move || check(isa)))));
}

#[test]
fn an_instruction_set_that_is_not_there_is_refused() {
    let walk = walk("abacus", &["--smallest"]);
    assert_eq!(walk.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&walk.stderr).contains("abacus"));
}

/// Counts the differences of a validator that forgets one rule, as if it were one of the library's.
fn differences(first_error: fn(&[u8]) -> Option<usize>, windows: &[&[u8]]) -> u64 {
    let validator = Validator { form: Form::Utf8, first_error };
    let mut framed = FramedValidator::new(validator, Frame::new(&[b'a'; 300], &[b'b'; 300]));
    let mut tally = Tally::new("wrong".to_owned());
    windows.iter().for_each(|window| framed.check(window, &mut tally));
    tally.close("none", "test").expect("standard output")
}

#[test]
fn what_is_wrong_is_noticed() {
    let windows: [&[u8]; 4] = [b"a\xC3\xA9b", b"\xED\xA0\x80b", b"\xC0\x80bc", b"\xF4\x90\x80\x80"];
    assert_eq!(differences(|_| None, &windows), 3);
    assert_eq!(
        differences(|bytes| std::str::from_utf8(bytes).err().map(|error| error.valid_up_to()), &windows),
        0
    );
    assert_eq!(differences(|_| Some(300), &windows), 1);
    let generalized = |bytes: &[u8]| Some(validate(GeneralizedUtf8, bytes).err()?.offset() as usize);
    assert_eq!(differences(generalized, &windows), 1);
}

#[test]
fn a_conversion_into_something_else_is_noticed() {
    let converter = |from, to| Converter { from, to, lossy: false };
    let honest = converter(Form::Utf8, Form::Cesu8);
    let claims = converter(Form::Utf8, Form::Utf8);
    // In both ways: into a slice, and by a transcoder.
    for (converter, expected) in [(honest, 0), (claims, 2)] {
        let frame = Frame::new(b"head", b"tail");
        let mut framed = FramedConverter::of(converter.conversion(), honest, frame);
        let mut tally = Tally::new(converter.name());
        framed.check("é".as_bytes(), &mut tally);
        framed.check("💩".as_bytes(), &mut tally);
        assert_eq!(tally.close("none", "test").expect("standard output"), expected);
    }
}
