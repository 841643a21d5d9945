//! The command, the package for Python and the functions of DataFusion, built from scratch.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::program::write_package;
use super::remove;
use super::report::thousands;
use super::spent::{Spent, cargo_of_adopter, fetch, spent};
use crate::Stopped;
use crate::cargo::root;
use crate::ci::DATAFUSION;

struct Product {
    name: &'static str,
    manifest: &'static str,
    /// The resulting program or library, if it is linked.
    file: Option<&'static str>,
    /// Its release profile, as settings of cargo. Its dependencies are built with them too.
    profile: &'static [&'static str],
}

/// The release profile of this workspace and of the package for Python.
const THIN: &[&str] = &["--config=profile.release.lto='thin'", "--config=profile.release.codegen-units=4"];

const PRODUCTS: &[Product] = &[
    Product {
        name: "the command",
        manifest: "crates/placemat-cli/Cargo.toml",
        file: Some(if cfg!(windows) { "placemat.exe" } else { "placemat" }),
        profile: THIN,
    },
    Product {
        name: "the package for Python",
        manifest: "bindings/python/Cargo.toml",
        file: Some(if cfg!(windows) { "_native.dll" } else { "lib_native.so" }),
        profile: THIN,
    },
    Product { name: "the functions of DataFusion", manifest: DATAFUSION, file: None, profile: &[] },
];

/// Builds each of them with its own release profile: first only its dependencies, then everything. Prints a
/// table.
pub(crate) fn products(scratch: &Path) -> Result<bool, Stopped> {
    let mut out = io::stdout();
    writeln!(
        out,
        "\n| product | CPU s | CPU s of its own | wall s | size | peak |\n|---|---|---|---|---|---|"
    )?;
    let mut is_whole = true;
    for of_product in PRODUCTS {
        let name = of_product.name;
        let Some((all, others, size)) = product(scratch, of_product)? else {
            writeln!(out, "| {name} | cannot be built here | | | | |")?;
            is_whole = false;
            continue;
        };
        let (cpu, wall) = (all.cpu.as_secs_f64(), all.wall.as_secs_f64());
        let own = cpu - others.cpu.as_secs_f64();
        let size = size.map_or("—".to_owned(), |size| format!("{} kB", thousands(size)));
        writeln!(
            out,
            "| {name} | {cpu:.1} | {own:.1} | {wall:.1} | {size} | {} MB |",
            thousands(all.peak / 1000)
        )?;
    }
    writeln!(
        out,
        "\n*Of its own* excludes the dependencies other than placemat. Wall seconds depend on the {} processors and
on what else runs on them. Each is stripped as its own release profile says.",
        std::thread::available_parallelism().map_or(1, usize::from)
    )?;
    Ok(is_whole)
}

/// Returns the cost of a product, the cost of its dependencies without the library, and its size.
fn product(scratch: &Path, product: &Product) -> Result<Option<(Spent, Spent, Option<u64>)>, Stopped> {
    let (others, built) = (scratch.join("others"), scratch.join("target"));
    let manifest = root().join(product.manifest);
    let Some(dependencies) = dependencies(&manifest)? else { return Ok(None) };
    write_package(&others, &dependencies, "fn main() {}\n")?;
    let of_crate = manifest.parent().unwrap_or(Path::new("."));
    // The versions with which the product is built, if it has a lock file of its own.
    let lock = of_crate.join("Cargo.lock");
    if lock.exists() {
        fs::copy(lock, others.join("Cargo.lock"))?;
    }
    if !(fetch(&others)? && fetch(of_crate)?) {
        return Ok(None);
    }
    let build = |directory: &Path| {
        remove(&built)?;
        let mut command = cargo_of_adopter(directory, &built);
        command.args(["build", "--release", "--quiet"]).args(product.profile);
        // Building the package does not need Python.
        spent(command.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1"))
    };
    let Some(of_others) = build(&others)? else { return Ok(None) };
    let Some(all) = build(of_crate)? else { return Ok(None) };
    let size = match product.file {
        Some(file) => fs::metadata(built.join("release").join(file)).ok().map(|metadata| metadata.len()),
        None => None,
    };
    remove(&built)?;
    Ok(Some((all, of_others, size)))
}

/// Returns the dependencies of a package without the library, as lines of a manifest.
fn dependencies(manifest: &Path) -> Result<Option<String>, Stopped> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]).arg(manifest);
    let output = command.stderr(Stdio::inherit()).output()?;
    let Ok(metadata) = serde_json::from_slice::<Value>(&output.stdout) else { return Ok(None) };
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let package = packages
        .into_iter()
        .find(|p| p["manifest_path"].as_str().is_some_and(|path| Path::new(path) == manifest));
    Ok(package.map(lines))
}

fn lines(package: &Value) -> String {
    let mut lines = String::new();
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let is_built = dependency["kind"].is_null() && dependency["optional"] == false;
        let Some(name) = dependency["name"].as_str().filter(|name| is_built && *name != "placemat") else {
            continue;
        };
        // A dependency for one system remains limited to that system.
        if let Some(target) = dependency["target"].as_str() {
            let _ = writeln!(lines, "[target.'{target}'.dependencies.{name}]");
        } else {
            let _ = writeln!(lines, "[dependencies.{name}]");
        }
        let (version, default, features) =
            (&dependency["req"], &dependency["uses_default_features"], &dependency["features"]);
        let _ = writeln!(lines, "version = {version}\ndefault-features = {default}\nfeatures = {features}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_taken_over_without_the_library() {
        let of = |name: &str, kind: Option<&str>, target: Option<&str>| {
            serde_json::json!({"name": name, "req": "^1.2", "kind": kind, "optional": false, "target": target,
                "uses_default_features": false, "features": ["std"]})
        };
        let package = serde_json::json!({"dependencies": [of("placemat", None, None), of("clap", None, None),
            of("tests", Some("dev"), None), of("rustix", None, Some("cfg(unix)"))]});
        let rest = "version = \"^1.2\"\ndefault-features = false\nfeatures = [\"std\"]\n";
        let expected = format!("[dependencies.clap]\n{rest}[target.'cfg(unix)'.dependencies.rustix]\n{rest}");
        assert_eq!(lines(&package), expected);
    }

    #[test]
    fn each_product_depends_on_the_library_and_on_others() {
        for Product { name, manifest, .. } in PRODUCTS {
            let lines = dependencies(&root().join(manifest)).unwrap().expect(name);
            assert!(
                lines.contains("version = ") && !lines.contains("dependencies.placemat]"),
                "{name}: {lines}"
            );
        }
    }
}
