//! The header is what cbindgen writes of the sources.

use std::path::Path;
use std::{env, fs};

/// Compares the header, or writes it if `PLACEMAT_WRITE_HEADER` is set.
#[test]
fn the_header_is_that_of_the_sources() {
    // The functions are made by macros, which cbindgen lets the compiler expand, by an unstable option.
    // SAFETY: this is the only test of its process, and no other thread reads the environment.
    unsafe { env::set_var("RUSTC_BOOTSTRAP", "1") };
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_crate(package).with_config(config).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).unwrap();
    let header = package.join("include/placemat.h");
    if env::var_os("PLACEMAT_WRITE_HEADER").is_some() {
        fs::write(header, text).unwrap();
        return;
    }
    let committed = fs::read_to_string(header).unwrap_or_default();
    assert!(text == committed, "the header is not that of the sources: run `cargo xtask c --header`");
}
