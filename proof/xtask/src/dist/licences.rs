//! The licences of what is linked into a product, with the texts that its packages contain.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::{ensure, list, name_of, output};
use crate::cargo::cargo;

/// What every product contains besides packages, and musl's part of static programs.
const STD: &str = "\
The Rust standard library (MIT OR Apache-2.0), copyright The Rust Project Contributors. The texts of both licences are
in LICENSE-MIT and LICENSE-APACHE beside this file, with other holders of the copyright.
";
const MUSL: &str = "\
musl (MIT), copyright 2005-2020 Rich Felker and others.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
";

/// Returns the page for a package of a workspace, built for a target with its default features.
///
/// # Errors
///
/// If a package has no licence, or contains no text of one.
pub(super) fn of(manifest: &str, package: &str, target: &str) -> io::Result<String> {
    let metadata = metadata(manifest, target)?;
    let linked = linked(&metadata, package);
    // Each text once, with the packages that have it.
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    let mut page =
        format!("What is linked into {package} besides placemat itself, and under which licences.\n\n");
    for id in &linked {
        let one = find(&metadata["packages"], "id", id);
        // Packages of the workspace have the licence of the product.
        if one["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", text(&one["name"]), text(&one["version"]));
        let licence = text(&one["license"]);
        ensure(!licence.is_empty(), format!("{name} names no licence"))?;
        let _ = writeln!(page, "{name}: {licence}");
        let folder = Path::new(text(&one["manifest_path"])).parent().unwrap_or(Path::new("."));
        let files = licence_files(folder)?;
        ensure(!files.is_empty(), format!("{name} has no text of its licence"))?;
        for file in files {
            let text = String::from_utf8_lossy(&fs::read(&file)?).replace("\r\n", "\n");
            texts.entry(text.trim().to_owned()).or_default().push(format!("{name}, {}", name_of(&file)));
        }
    }
    // Not every package that has data of Unicode contains the licence of the data, but one does.
    let of_unicode = texts.keys().any(|text| text.contains("UNICODE LICENSE V3"));
    ensure(of_unicode || !page.contains("Unicode-"), "the text of Unicode's licence is missing")?;
    let _ = write!(page, "\n{STD}");
    if target.ends_with("musl") {
        let _ = write!(page, "\n{MUSL}");
    }
    for (text, packages) in texts {
        let _ = write!(page, "\n{}\n{}\n\n{text}\n", "-".repeat(79), packages.join("\n"));
    }
    Ok(page)
}

/// Returns what cargo knows of a workspace and its dependencies for a target.
pub(super) fn metadata(manifest: &str, target: &str) -> io::Result<Value> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    Ok(serde_json::from_str(&output(command.args(["--manifest-path", manifest]))?)?)
}

/// Returns the identifiers of a package and of all that it links: no programs that only its build runs.
pub(super) fn linked(metadata: &Value, package: &str) -> BTreeSet<String> {
    let root = text(&find(&metadata["packages"], "name", package)["id"]).to_owned();
    let (mut found, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(id) = open.pop() {
        if !is_macro(metadata, &id) && found.insert(id.clone()) {
            open.extend(needed(metadata, &id).map(str::to_owned));
        }
    }
    found
}

/// Returns the identifiers of the packages that a package names as dependencies, except those of its build
/// and its tests.
pub(super) fn needed<'m>(metadata: &'m Value, id: &str) -> impl Iterator<Item = &'m str> {
    let node = find(&metadata["resolve"]["nodes"], "id", id);
    let is_normal = |needed: &&Value| {
        let kinds = needed["dep_kinds"].as_array();
        kinds.into_iter().flatten().any(|kind| kind["kind"].is_null())
    };
    node["deps"].as_array().into_iter().flatten().filter(is_normal).map(|needed| text(&needed["pkg"]))
}

/// Returns `true` for a package of macros, which run in the compiler.
fn is_macro(metadata: &Value, id: &str) -> bool {
    let targets = find(&metadata["packages"], "id", id)["targets"].as_array();
    targets.into_iter().flatten().any(|target| target["kind"][0] == "proc-macro")
}

/// Returns the files of a package that contain its licence or notices.
fn licence_files(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut files = list(folder)?;
    files.retain(|file| {
        let name = name_of(file).to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        is_licence.iter().any(|start| name.starts_with(start)) && file.is_file()
    });
    Ok(files)
}

pub(super) fn find<'v>(list: &'v Value, field: &str, value: &str) -> &'v Value {
    let found = list.as_array().and_then(|list| list.iter().find(|one| one[field] == value));
    found.unwrap_or(&Value::Null)
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_linked_is_found() {
        let package =
            |name: &str, kind: &str| json!({"id": name, "name": name, "targets": [{"kind": [kind]}]});
        let needs = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                package("main", "bin"), package("a", "lib"), package("b", "lib"), package("macros", "proc-macro"),
                package("of-macros", "lib"), package("build", "lib"), package("test", "lib")
            ],
            "resolve": {"nodes": [
                {"id": "main", "deps": [
                    needs("a", Value::Null), needs("macros", Value::Null), needs("build", json!("build")),
                    needs("test", json!("dev"))
                ]},
                {"id": "a", "deps": [needs("b", Value::Null)]},
                {"id": "b", "deps": [needs("a", Value::Null)]},
                {"id": "macros", "deps": [needs("of-macros", Value::Null)]}
            ]}
        });
        assert_eq!(linked(&metadata, "main"), BTreeSet::from(["a", "b", "main"].map(str::to_owned)));
    }
}
