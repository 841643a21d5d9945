//! What the compiler says if a type is not what a call needs.

use std::io;
use std::path::Path;

use crate::cargo::cargo;
use crate::weight::program::{placemat, write_package};

/// Calls that do not compile, and what the message must have in it: the reason, and the right call.
const CALLS: &[(&str, &[&str])] = &[
    (
        "placemat::convert(\"utf-8\", form::Utf8, b\"a\").unwrap();",
        &["`&str` is not an encoding", "`Encoding::for_name(name)`"],
    ),
    (
        "Str::<form::Wtf16>::empty().to_form::<form::Utf8>();",
        &["`Wtf16` can be converted to `", "`to_lossy`"],
    ),
    (
        "Str::<form::Ucs4Units>::empty().as_form::<form::Utf32>();",
        &["string of `Ucs4Units` is a string of", "`to_form`"],
    ),
    ("Str::<form::Utf8>::empty().find(b'a');", &["`u8` is not a pattern in strings of `", "a `char`"]),
    (
        "resynchronizing::<form::Ucs2>(); resynchronizing::<form::Utf1>();",
        &["Utf1`, the boundaries of sequences", "`to::<form::Utf8>()`"],
    ),
    (
        "compatible::<form::Wtf16>();",
        &["strings of `Wtf16` are not written with", "`to_lossy::<form::Utf8>()`"],
    ),
    ("any_units::<form::Utf16>();", &["not all units are well-formed in `", "`new_lossy`"]),
];

/// Functions with bounds.
const FUNCTIONS: &str = "
fn resynchronizing<F: form::Resynchronizing>() {}
fn compatible<F: form::Utf8Compatible>() {}
fn any_units<F: form::AnyUnits>() {}
";

/// Compiles the calls in a package of this directory. Returns what is missing in the messages, a line each.
pub(super) fn missing(directory: &Path) -> io::Result<Vec<String>> {
    let calls: String = CALLS.iter().map(|(call, _)| format!("    {call}\n")).collect();
    let source = format!("use placemat::{{Str, form}};\n{FUNCTIONS}\nfn main() {{\n{calls}}}\n");
    write_package(directory, &format!("placemat = {{ path = '{}' }}", placemat().display()), &source)?;
    let mut command = cargo(&["check", "--quiet", "--manifest-path"]);
    let told = command.arg(directory.join("Cargo.toml")).env("RUSTFLAGS", "").output()?;
    let told = String::from_utf8_lossy(&told.stderr);
    let expected = CALLS.iter().flat_map(|(call, parts)| parts.iter().map(move |part| (call, part)));
    let missing = expected.filter(|(_, part)| !told.contains(**part));
    Ok(missing.map(|(call, part)| format!("the error of {call} has no \"{part}\"")).collect())
}
