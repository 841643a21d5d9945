use super::{House, house};

/// The table of the made-up crates: `low.rs` below `high.rs`, and three files below both.
const TABLE: &str = "\
# A house

| Floor | Files | What it is |
|---|---|---|
| ground | `a.rs` `b.rs` `c.rs` | three |
| first | `low.rs`, `low/` | below |
| second | `high.rs` `lib.rs` | above |
";

/// Returns what is wrong with a crate: the text of each file, of which those that are missing are empty.
fn faults(table: &str, files: &[(&str, &str)]) -> Vec<String> {
    let read = |name: &str| {
        let given = files.iter().find(|(file, _)| *file == name).map(|(_, text)| (*text).to_owned());
        let is_known = ["a.rs", "b.rs", "c.rs", "low.rs", "high.rs"].contains(&name);
        given.or_else(|| is_known.then(String::new))
    };
    House::new(table, &read).expect("sources").faults()
}

const ROOT: (&str, &str) = ("lib.rs", "mod a; mod b; mod c; mod low; mod high; pub use high::High;");
const HIGH: (&str, &str) = ("high.rs", "pub struct High; pub fn high() {}");

/// Returns what is wrong if `low.rs` has this text.
fn faults_of_low(text: &str) -> Vec<String> {
    faults(TABLE, &[ROOT, HIGH, ("low/inner.rs", ""), ("low.rs", &format!("mod inner;\n{text}"))])
}

#[test]
fn the_library_keeps_to_its_floors() {
    let house = house().expect("sources");
    assert!(house.files.len() > 200, "these are not the library's files");
    assert!(house.imports.len() > 1000, "these are not the library's imports");
    let faults = house.faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_import_from_above_is_a_fault() {
    const FOUND: &str = "low.rs:2 (first) imports crate::high::High from above: high.rs (second)";
    assert_eq!(faults_of_low("use crate::high::High;"), [FOUND]);
    assert_eq!(faults_of_low("fn f(_: crate::high::High) {}"), [FOUND]);
    assert_eq!(faults_of_low("fn f() { g!(1, |x| crate::high::High.y(x)) }"), [FOUND]);
    assert_eq!(faults_of_low("macro_rules! m { () => { $crate::high::High } }"), [FOUND]);
    let by_module = faults_of_low("use crate::high;\nfn f() { high::high() }");
    assert_eq!(by_module, ["low.rs:3 (first) imports high::high from above: high.rs (second)"]);
    let all = faults_of_low("use crate::high::*;");
    assert_eq!(all, ["low.rs:2 (first) imports crate::high from above: high.rs (second)"]);
}

#[test]
fn imports_from_below_and_of_tests_are_none() {
    assert_eq!(
        faults(
            TABLE,
            &[
                ROOT,
                ("high.rs", "use crate::low::Low; pub struct High;"),
                ("low.rs", "pub struct Low;"),
                ("low/", "")
            ]
        ),
        ["ARCHITECTURE.md has low/, which does not exist"]
    );
    assert!(faults_of_low("#[cfg(test)] mod tests { use crate::high::High; }").is_empty());
    assert!(faults_of_low("#[cfg(all(test, feature = \"x\"))] use crate::high::High;").is_empty());
    assert!(faults_of_low("#[test] fn f() { crate::high::high() }").is_empty());
    assert_eq!(faults_of_low("#[cfg(not(test))] use crate::high::High;").len(), 1);
    // The name of a module is not an item of it, and neither is a field.
    assert!(faults_of_low("use crate::high; fn f(x: X) { m!(x.high) }").is_empty());
}

#[test]
fn a_circle_of_three_is_a_fault() {
    let circle = [
        ROOT,
        HIGH,
        ("low.rs", "mod inner;"),
        ("low/inner.rs", ""),
        ("a.rs", "pub fn a() { crate::b::b() }"),
        ("b.rs", "pub use crate::c::c; pub fn b() { c() }"),
        ("c.rs", "pub fn c() { super::a::a() }"),
    ];
    assert_eq!(faults(TABLE, &circle), ["a circle of 3 files: a.rs b.rs c.rs"]);
    // A re-export is not an import.
    let mut two = circle;
    two[5] = ("b.rs", "pub use crate::c::c; pub fn b() {}");
    assert!(faults(TABLE, &two).is_empty());
    // It leads to the file that defines the item.
    two[4] = ("a.rs", "use crate::b::{b, c}; pub fn a() { b(); c() }");
    two[6] = ("c.rs", "pub fn c() { super::b::b() }");
    assert!(faults(TABLE, &two).is_empty());
    two[6] = ("c.rs", "use crate::a::a; pub fn c() {}");
    two[5] = ("b.rs", "pub use crate::c::c; pub fn b() { super::c::c() }");
    assert_eq!(faults(TABLE, &two), ["a circle of 3 files: a.rs b.rs c.rs"]);
}

#[test]
fn a_circle_in_one_directory_is_a_circle_too() {
    let files = [
        ROOT,
        HIGH,
        ("low.rs", "mod inner; mod other; pub struct Low; fn f(_: inner::Inner) {}"),
        ("low/inner.rs", "pub struct Inner; fn f(_: super::other::Other) {}"),
        ("low/other.rs", "pub struct Other; fn f(_: crate::low::Low) {}"),
    ];
    assert_eq!(faults(TABLE, &files), ["a circle of 3 files: low.rs low/inner.rs low/other.rs"]);
}

#[test]
fn a_path_through_the_root_is_a_fault() {
    let root = ("lib.rs", "mod a; mod b; mod c; mod low; mod high; pub use low::*;");
    let low = ("low.rs", "mod inner; pub use inner::Inner;");
    let inner = ("low/inner.rs", "pub struct Inner;");
    let of = |text| faults(TABLE, &[root, low, inner, ("high.rs", text)]);
    assert_eq!(
        of("use crate::Inner;"),
        ["high.rs:1 imports crate::Inner through lib.rs; it is in low/inner.rs"]
    );
    assert_eq!(of("use super::{Inner as I};\nfn f(_: I) {}").len(), 1);
    assert!(of("use crate::low::Inner;").is_empty());
    // A macro for other crates has to use the names that they see.
    assert!(of("macro_rules! m { () => { $crate::Inner } }").is_empty());
}

#[test]
fn a_file_on_no_floor_is_a_fault() {
    let root = ("lib.rs", "mod a; mod b; mod c; mod low; mod high; mod new;");
    let files = [root, HIGH, ("low.rs", "mod inner;"), ("low/inner.rs", ""), ("new.rs", "")];
    assert_eq!(faults(TABLE, &files), ["new.rs is on no floor"]);
    let without = [ROOT, HIGH, ("low.rs", "")];
    assert_eq!(faults(TABLE, &without), ["ARCHITECTURE.md has low/, which does not exist"]);
}
