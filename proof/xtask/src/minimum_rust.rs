//! `minimum-rust`: the library and its asynchronous adapters with the oldest Rust that they promise.
//!
//! Clippy knows when each item of std became stable, but not when syntax did. Only the old compiler does.

use std::io::{self, Write};
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::Stopped;
use crate::cargo::{cargo, root, target};

/// The packages that promise an older Rust than the rest of the workspace needs.
const PACKAGES: [&str; 2] = ["placemat", "placemat-async"];

/// `cargo xtask minimum-rust`
pub(crate) fn minimum_rust(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout).map_err(io::Error::from)?;
    for package in PACKAGES {
        let Some(version) = promised(&metadata, package) else {
            writeln!(out, "{package}: no rust-version")?;
            return Ok(ExitCode::FAILURE);
        };
        let toolchain = format!("{version}.0");
        let is_installed = Command::new("rustup")
            .args(["run", &toolchain, "rustc", "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
        if !is_installed {
            writeln!(
                out,
                "{package}: Rust {toolchain} is not installed (rustup toolchain install {toolchain})"
            )?;
            continue;
        }
        let status = Command::new("rustup")
            .args(["run", &toolchain, "cargo", "check", "--quiet", "--all-features", "--package", package])
            .current_dir(root())
            // Another compiler would replace what the usual one has compiled. Its lints may differ.
            .env("CARGO_TARGET_DIR", target().join("minimum-rust"))
            .env("RUSTFLAGS", "--cap-lints=allow")
            .env_remove("CARGO")
            .env_remove("RUSTC")
            .status()?;
        if !status.success() {
            writeln!(out, "{package}: not compiled by Rust {toolchain}")?;
            return Ok(ExitCode::FAILURE);
        }
        writeln!(out, "{package}: compiled by Rust {toolchain}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the `rust-version` of a package.
fn promised<'a>(metadata: &'a Value, package: &str) -> Option<&'a str> {
    let packages = metadata["packages"].as_array()?;
    packages.iter().find(|one| one["name"] == package)?["rust_version"].as_str()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_version_is_that_of_the_package() {
        let metadata = json!({"packages": [
            {"name": "a", "rust_version": "1.95"},
            {"name": "placemat", "rust_version": "1.89"},
            {"name": "b", "rust_version": null},
        ]});
        assert_eq!(promised(&metadata, "placemat"), Some("1.89"));
        assert_eq!(promised(&metadata, "b"), None);
        assert_eq!(promised(&metadata, "c"), None);
    }
}
