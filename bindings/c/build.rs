//! Names the shared library.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Before 1.0, versions with different minor numbers are not compatible.
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    let version = match part("MAJOR").as_str() {
        "0" => format!("0.{}", part("MINOR")),
        major => major.to_owned(),
    };
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "unix")
        && env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor != "apple")
    {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libplacemat.so.{version}");
    }
}
