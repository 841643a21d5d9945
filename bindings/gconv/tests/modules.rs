//! `gconv-modules` is that of the table of encodings, and the structures are those of the C library's header.

use std::io::Write;
use std::mem::offset_of;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use placemat_gconv::charset;
use placemat_gconv::glibc::{Data, Mbstate, Step};

/// Compares the file, or writes it if `PLACEMAT_WRITE_MODULES` is set.
#[test]
fn the_file_is_that_of_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("gconv-modules");
    let modules = charset::modules();
    if env::var_os("PLACEMAT_WRITE_MODULES").is_some() {
        fs::write(file, modules).unwrap();
        return;
    }
    let committed = fs::read_to_string(file).unwrap_or_default();
    assert!(
        modules == committed,
        "gconv-modules is not that of the sources: run `cargo xtask gconv --modules`"
    );
}

/// Otherwise a program that asks for the C library's encoding could get another one.
#[test]
fn no_name_is_one_of_the_c_librarys() {
    let Ok(output) = Command::new("iconv").arg("-l").env_remove("GCONV_PATH").output() else {
        println!("left out: the names of the C library, because there is no iconv");
        return;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text.split_whitespace().map(|name| name.trim_end_matches(['/', ','])).collect();
    assert!(names.contains(&"UTF-8") && names.len() > 100, "the names are found");
    let own = charset::all().map(charset::name).chain(charset::aliases().map(|(alias, _)| alias.to_owned()));
    for name in own {
        assert!(!names.contains(&&*name), "{name}");
    }
}

#[test]
fn the_guide_names_every_encoding() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for name in charset::all().map(charset::name) {
        assert!(guide.contains(&format!("`{name}`")), "{name}");
    }
    for (alias, _) in charset::aliases() {
        assert!(guide.contains(&format!("`{alias}`")), "{alias}");
    }
}

macro_rules! layout {
    ($c:literal, $type:ty, $($field:ident $theirs:literal),*) => {{
        let mut rows = vec![(format!("sizeof({})", $c), size_of::<$type>())];
        $(rows.push((format!("offsetof({}, {})", $c, $theirs), offset_of!($type, $field)));)*
        rows
    }};
}

#[test]
fn structures_are_those_of_the_header() {
    let mut rows = layout!("struct __gconv_step", Step,
        shared_object "__shlib_handle", module "__modname", counter "__counter", from "__from_name",
        to "__to_name", function "__fct", of_byte "__btowc_fct", init "__init_fct", end "__end_fct",
        shortest_from "__min_needed_from", longest_from "__max_needed_from", shortest_to "__min_needed_to",
        longest_to "__max_needed_to", is_stateful "__stateful", own "__data");
    rows.extend(layout!("struct __gconv_step_data", Data,
        output "__outbuf", output_end "__outbufend", flags "__flags", calls "__invocation_counter",
        is_internal "__internal_use", state "__statep", own_state "__state"));
    rows.extend(layout!("mbstate_t", Mbstate, count "__count", value "__value"));
    let constants = [
        ("__GCONV_IS_LAST", placemat_gconv::glibc::IS_LAST),
        ("__GCONV_IGNORE_ERRORS", placemat_gconv::glibc::IGNORES),
        ("__GCONV_TRANSLIT", placemat_gconv::glibc::TRANSLITERATES),
        ("__GCONV_OK", placemat_gconv::glibc::OK),
        ("__GCONV_NOCONV", placemat_gconv::glibc::NO_CONVERSION),
        ("__GCONV_EMPTY_INPUT", placemat_gconv::glibc::EMPTY_INPUT),
        ("__GCONV_FULL_OUTPUT", placemat_gconv::glibc::FULL_OUTPUT),
        ("__GCONV_ILLEGAL_INPUT", placemat_gconv::glibc::ILLEGAL_INPUT),
        ("__GCONV_INCOMPLETE_INPUT", placemat_gconv::glibc::INCOMPLETE_INPUT),
        ("__GCONV_ILLEGAL_DESCRIPTOR", placemat_gconv::glibc::ILLEGAL_DESCRIPTOR),
    ];
    rows.extend(constants.map(|(name, value)| (name.to_owned(), value as usize)));
    let asserts: String = rows
        .iter()
        .map(|(what, value)| format!("_Static_assert({what} == {value}, \"{what}\");\n"))
        .collect();
    let source = format!("#include <gconv.h>\n#include <stddef.h>\n#include <wchar.h>\n{asserts}");
    let mut compile = Command::new("cc");
    compile.args(["-std=gnu11", "-fsyntax-only", "-x", "c", "-"]).stdin(Stdio::piped());
    let Ok(mut child) = compile.spawn() else {
        println!("left out: the layout of structures, because there is no C compiler");
        return;
    };
    child.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "a structure differs from that of the header");
}
