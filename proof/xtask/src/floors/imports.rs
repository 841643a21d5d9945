//! Imports: which file has the item that a path leads to.

use std::collections::BTreeSet;

use super::sources::{Modules, Place};

/// A file that uses an item of another file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) line: usize,
    pub(super) path: String,
    /// `true` if the path goes through a name that the crate's root exports.
    pub(super) is_by_root: bool,
}

/// What a path leads to.
#[derive(Debug, Default)]
struct Found {
    file: Option<String>,
    is_by_root: bool,
}

/// Returns all imports of a crate.
///
/// A private `use` is one. A re-export is one only for the files that use the item by it, in which it counts
/// as an import of the file that defines the item. The name of a module is not an item of the module.
pub(super) fn imports(modules: &Modules) -> BTreeSet<Import> {
    let mut all = BTreeSet::new();
    for (at, module) in modules {
        let used = module.uses.iter().filter(|one| !one.is_reexport);
        let globs = used.clone().filter(|one| one.name.is_none()).map(|one| (&one.place, true));
        let named = used.filter(|one| one.name.is_some()).map(|one| (&one.place, false));
        for (place, is_all_of_module) in globs.chain(named).chain(module.paths.iter().map(|one| (one, false)))
        {
            let mut found = Found::default();
            Search { modules, seen: BTreeSet::new() }.follow(at, place, is_all_of_module, &mut found);
            let Some(to) = found.file.filter(|file| *file != module.file) else { continue };
            let (from, line, path) = (module.file.clone(), place.line, place.path.join("::"));
            all.insert(Import { from, to, line, path, is_by_root: found.is_by_root && !place.is_of_macro });
        }
    }
    all
}

struct Search<'m> {
    modules: &'m Modules,
    /// The modules and names that were looked up: `use` of `*` may be circular.
    seen: BTreeSet<(Vec<String>, String)>,
}

impl Search<'_> {
    /// Follows a path from a module.
    fn follow(&mut self, at: &[String], place: &Place, is_all_of_module: bool, found: &mut Found) {
        let path = &place.path;
        let mut base = at.to_vec();
        let mut rest = &path[..];
        match path.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &path[1..];
            }
            Some("self") => rest = &path[1..],
            Some("super") => {
                while let Some((first, behind)) = rest.split_first()
                    && first == "super"
                {
                    base.pop();
                    rest = behind;
                }
            }
            _ => {}
        }
        let is_relative = rest.len() == path.len();
        self.descend(base, rest, is_relative, is_all_of_module || place.is_open, found);
    }

    /// Follows the rest of a path, from a module on. `is_relative` says that it is the module that has the
    /// path, which may use its private names.
    fn descend(
        &mut self,
        mut base: Vec<String>,
        mut rest: &[String],
        is_relative: bool,
        is_all_of_module: bool,
        found: &mut Found,
    ) {
        let mut is_first = is_relative;
        while let Some((name, behind)) = rest.split_first() {
            let Some(module) = self.modules.get(&base) else { return };
            let child = [&base[..], std::slice::from_ref(name)].concat();
            let is_module = self.modules.contains_key(&child);
            let goes_on = !behind.is_empty() || is_all_of_module;
            if is_module && goes_on {
                base = child;
                rest = behind;
                is_first = false;
                continue;
            }
            if module.items.contains(name) {
                found.file = Some(module.file.clone());
                return;
            }
            if !self.seen.insert((base.clone(), name.clone())) {
                return;
            }
            let is_by_root = base.is_empty() && !is_first;
            for one in module.uses.iter().filter(|one| one.name.as_deref() == Some(name)) {
                // The path of a `use` may begin with its own name, as in `use alloc::alloc`.
                let is_itself = one.place.path.len() == 1 && one.place.path[0] == *name;
                if is_itself {
                    continue;
                }
                let whole = Place { path: [&one.place.path[..], behind].concat(), ..one.place.clone() };
                self.follow(&base, &whole, is_all_of_module, found);
                if found.file.is_some() {
                    // In the module that has a `use`, only the `use` itself goes through the root.
                    found.is_by_root = is_by_root || found.is_by_root && !is_first;
                    return;
                }
            }
            for one in module.uses.iter().filter(|one| one.name.is_none()) {
                let whole = Place { path: [&one.place.path[..], rest].concat(), ..one.place.clone() };
                self.follow(&base, &whole, is_all_of_module, found);
                if found.file.is_some() {
                    found.is_by_root |= is_by_root;
                    return;
                }
            }
            return;
        }
        if is_all_of_module && let Some(module) = self.modules.get(&base) {
            found.file = Some(module.file.clone());
        }
    }
}
