//! A list of what is linked into a product, in the format of CycloneDX.

use std::fs;
use std::io;

use serde_json::{Value, json};

use super::licences::{find, linked, metadata, needed, text};
use crate::cargo::root;

/// Returns the list for a package of a workspace, built for a target with its default features. The product
/// has a name of its own among those that `registry` has, such as `pypi`.
///
/// It depends only on the versions in `Cargo.lock`: it has no time, no random number, and no directory.
///
/// # Errors
///
/// If cargo does not know the package, or `Cargo.lock` is missing.
pub(super) fn of(
    folder: &str,
    package: &str,
    target: &str,
    (registry, product): (&str, &str),
) -> io::Result<String> {
    let metadata = metadata(&format!("{folder}/Cargo.toml"), target)?;
    let lock = fs::read_to_string(root().join(folder).join("Cargo.lock"))?;
    let mut page = serde_json::to_string_pretty(&list(&metadata, &lock, package, (registry, product)))?;
    page.push('\n');
    Ok(page)
}

fn list(metadata: &Value, lock: &str, package: &str, (registry, product): (&str, &str)) -> Value {
    let linked = linked(metadata, package);
    let packages = || linked.iter().map(|id| find(&metadata["packages"], "id", id));
    let address = |one: &Value| match text(&one["name"]) {
        name if name == package => address(registry, product, text(&one["version"])),
        name => address("cargo", name, text(&one["version"])),
    };
    // The members of each object are in the order of their names, which serde_json has or not, depending on
    // its features.
    let component = |one: &Value, name: &str| {
        json!({
            "bom-ref": address(one),
            "licenses": [{"expression": expression(text(&one["license"]))}],
            "name": name,
            "purl": address(one),
            "type": "library",
            "version": one["version"],
        })
    };
    let mut components = vec![];
    let mut dependencies = vec![];
    for one in packages() {
        let needs = needed(metadata, text(&one["id"])).filter(|id| linked.contains(*id));
        let mut needs: Vec<_> = needs.map(|id| address(find(&metadata["packages"], "id", id))).collect();
        needs.sort_unstable();
        dependencies.push(json!({"dependsOn": needs, "ref": address(one)}));
        let (name, version) = (text(&one["name"]), text(&one["version"]));
        if name == package {
            continue;
        }
        let described = component(one, name);
        // Packages of the project itself have no checksum.
        components.push(match checksum(lock, name, version) {
            None => described,
            Some(sum) => json!({
                "bom-ref": described["bom-ref"],
                "hashes": [{"alg": "SHA-256", "content": sum}],
                "licenses": described["licenses"],
                "name": described["name"],
                "purl": described["purl"],
                "type": described["type"],
                "version": described["version"],
            }),
        });
    }
    // Identifiers start with the directory or the registry, so they are sorted again.
    let by = |field: &'static str| move |one: &Value| text(&one[field]).to_owned();
    components.sort_by_key(by("bom-ref"));
    dependencies.sort_by_key(by("ref"));
    let whole = component(find(&metadata["packages"], "name", package), product);
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "components": components,
        "dependencies": dependencies,
        "metadata": {"component": whole, "lifecycles": [{"phase": "build"}]},
        "specVersion": "1.5",
        "version": 1,
    })
}

/// Returns the package URL of a version.
fn address(registry: &str, name: &str, version: &str) -> String {
    format!("pkg:{registry}/{name}@{}", version.replace('+', "%2B"))
}

/// Returns the SPDX expression of a licence, which older packages write with a slash.
fn expression(licence: &str) -> String {
    licence.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

/// Returns the checksum of a package in a `Cargo.lock`.
fn checksum<'l>(lock: &'l str, name: &str, version: &str) -> Option<&'l str> {
    let field = |package: &'l str, name: &str| {
        let value = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
        value.map(|value| value.trim_matches('"'))
    };
    let mut packages = lock.split("[[package]]");
    let found = packages
        .find(|package| field(package, "name") == Some(name) && field(package, "version") == Some(version));
    field(found?, "checksum")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
[[package]]
name = "inner"
version = "0.1.0"

[[package]]
name = "other"
version = "1.0.0"
source = "registry"
checksum = "aa"

[[package]]
name = "other"
version = "1.2.0+3"
source = "registry"
checksum = "bb"
"#;

    #[test]
    fn what_is_linked_is_listed_with_its_checksum() {
        let package = |id: &str, name: &str, version: &str, licence: &str| {
            json!({
                "id": id, "name": name, "version": version, "license": licence, "targets": [{"kind": ["lib"]}]
            })
        };
        let needs = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                package("z", "main", "0.1.0", "MIT"), package("y", "inner", "0.1.0", "MIT"),
                package("x", "other", "1.2.0+3", "MIT/Apache-2.0"), package("w", "other", "1.0.0", "MIT")
            ],
            "resolve": {"nodes": [
                {"id": "z", "deps": [
                    needs("y", Value::Null), needs("x", Value::Null), needs("w", json!("build"))
                ]},
                {"id": "y", "deps": []},
                {"id": "x", "deps": [needs("y", Value::Null), needs("w", json!("dev"))]}
            ]}
        });
        let list = list(&metadata, LOCK, "main", ("pypi", "product"));
        let whole = &list["metadata"]["component"];
        assert_eq!((text(&whole["purl"]), text(&whole["name"])), ("pkg:pypi/product@0.1.0", "product"));
        let components: Vec<_> = list["components"].as_array().into_iter().flatten().collect();
        let names: Vec<_> = components.iter().map(|one| text(&one["purl"])).collect();
        assert_eq!(names, ["pkg:cargo/inner@0.1.0", "pkg:cargo/other@1.2.0%2B3"]);
        assert_eq!(components[0].get("hashes"), None);
        assert_eq!(components[1]["hashes"], json!([{"alg": "SHA-256", "content": "bb"}]));
        assert_eq!(components[1]["licenses"], json!([{"expression": "MIT OR Apache-2.0"}]));
        let needed = &list["dependencies"].as_array().and_then(|list| list.last()).unwrap()["dependsOn"];
        assert_eq!(needed, &json!(["pkg:cargo/inner@0.1.0", "pkg:cargo/other@1.2.0%2B3"]));
    }

    #[test]
    fn the_order_of_members_does_not_depend_on_features() {
        fn assert_sorted(value: &Value) {
            match value {
                Value::Object(members) => {
                    assert!(members.keys().is_sorted(), "{:?}", members.keys());
                    members.values().for_each(assert_sorted);
                }
                Value::Array(values) => values.iter().for_each(assert_sorted),
                _ => {}
            }
        }
        let metadata = json!({
            "packages": [{"id": "a", "name": "a"}, {"id": "other", "name": "other", "version": "1.0.0"}],
            "resolve": {"nodes": [{"id": "a", "deps": [{"pkg": "other", "dep_kinds": [{"kind": null}]}]}]}
        });
        assert_sorted(&list(&metadata, LOCK, "a", ("pypi", "product")));
    }
}
