//! Compiles simdutf's sources, if they are to be measured too.

fn main() {
    println!("cargo::rerun-if-env-changed=PLACEMAT_SIMDUTF");
    #[cfg(feature = "simdutf-sources")]
    sources::compile();
}

#[cfg(feature = "simdutf-sources")]
mod sources {
    use std::path::PathBuf;
    use std::{env, fs};

    pub(super) fn compile() {
        let sources = env::var_os("PLACEMAT_SIMDUTF").expect("PLACEMAT_SIMDUTF names simdutf's sources");
        let sources = PathBuf::from(sources);
        let header = sources.join("include/simdutf/simdutf_version.h");
        let text =
            fs::read_to_string(&header).unwrap_or_else(|error| panic!("{}: {error}", header.display()));
        let version = text.split_once("SIMDUTF_VERSION \"").and_then(|(_, rest)| rest.split_once('"'));
        let (version, _) = version.unwrap_or_else(|| panic!("{}: there is no version", header.display()));
        println!("cargo::rustc-env=PLACEMAT_SIMDUTF_NAME=simdutf-{version}");
        println!("cargo::rerun-if-changed={}", sources.display());
        println!("cargo::rerun-if-changed=src/engine/simdutf/sources.cpp");
        cc::Build::new()
            .cpp(true)
            .std("c++17")
            .opt_level(3)
            .warnings(false)
            .include(sources.join("include"))
            .include(sources.join("src"))
            // Its crate has a namespace of the same name.
            .define("simdutf", "simdutf_of_sources")
            // Its crate has C functions of the same names, which are left out with this one of its features.
            .define("SIMDUTF_FEATURE_BASE64", "0")
            .file("src/engine/simdutf/sources.cpp")
            .compile("simdutf_of_sources");
    }
}
