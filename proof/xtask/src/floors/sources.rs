//! The modules of a crate: what each defines, what it imports, and which paths it has.
//!
//! Code under `#[cfg(test)]` is left out. All other conditions are taken to be true, so the modules are those
//! of every feature and every CPU.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, TraitItem, UseTree};

/// A module: a file, or a block `mod … { … }` in one.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// The file, relative to the crate's root file.
    pub(super) file: String,
    /// The items that are defined here.
    pub(super) items: BTreeSet<String>,
    /// What `use` brings here.
    pub(super) uses: Vec<Use>,
    /// All other paths.
    pub(super) paths: Vec<Place>,
}

/// One name that `use` brings, or all of those of a module.
#[derive(Debug)]
pub(super) struct Use {
    /// The name; `None` for `*`.
    pub(super) name: Option<String>,
    pub(super) place: Place,
    /// `true` if other modules can reach the item by this name.
    pub(super) is_reexport: bool,
}

/// A path, as it is written.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
    /// `true` if what follows is not known: a macro's parameter.
    pub(super) is_open: bool,
    /// `true` if it begins with `$crate`. A macro for other crates has to use the names that those see.
    pub(super) is_of_macro: bool,
}

/// A crate's modules by their paths; the root is the empty path.
pub(super) type Modules = BTreeMap<Vec<String>, Module>;

/// Reads a crate from its root file. `read` returns the text of a file, if it exists.
pub(super) fn modules(root: &str, read: &impl Fn(&str) -> Option<String>) -> io::Result<Modules> {
    let mut modules = Modules::new();
    load(root, &[], "", read, &mut modules)?;
    Ok(modules)
}

fn load(
    file: &str,
    module: &[String],
    directory: &str,
    read: &impl Fn(&str) -> Option<String>,
    modules: &mut Modules,
) -> io::Result<()> {
    let text = read(file).ok_or_else(|| io::Error::other(format!("there is no {file}")))?;
    let parsed = syn::parse_file(&text)
        .map_err(|error| io::Error::other(format!("{file}:{}: {error}", error.span().start().line)))?;
    let children = add(file, module, &parsed.items, modules);
    for (child, name) in children {
        let names = [format!("{directory}{name}.rs"), format!("{directory}{name}/mod.rs")];
        let found = names.iter().find(|name| read(name).is_some());
        let file = found.ok_or_else(|| io::Error::other(format!("{file}: no file of the module {name}")))?;
        load(file, &child, &format!("{directory}{name}/"), read, modules)?;
    }
    Ok(())
}

/// Adds the items of a module. Returns the modules that have files of their own: the path, and the path of
/// the file below the directory of this file.
fn add(file: &str, module: &[String], items: &[Item], modules: &mut Modules) -> Vec<(Vec<String>, String)> {
    let mut reader = Reader { module: Module { file: file.to_owned(), ..Module::default() } };
    let mut children = Vec::new();
    for item in items.iter().filter(|item| !attributes(item).iter().any(is_for_tests)) {
        reader.module.items.extend(name_of(item));
        let Item::Mod(inner) = item else {
            reader.visit_item(item);
            continue;
        };
        let name = inner.ident.to_string();
        let path = [module, std::slice::from_ref(&name)].concat();
        match &inner.content {
            None => children.push((path, name)),
            Some((_, items)) => {
                let below = add(file, &path, items, modules);
                children.extend(below.into_iter().map(|(path, file)| (path, format!("{name}/{file}"))));
            }
        }
    }
    modules.insert(module.to_vec(), reader.module);
    children
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::TraitAlias(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns `true` for `#[test]`, and for conditions that only tests fulfil: `cfg(test)`, and `cfg(all(…))`
/// with `test` among them.
fn is_for_tests(attribute: &Attribute) -> bool {
    fn requires_test(tokens: TokenStream) -> bool {
        let tokens: Vec<_> = tokens.into_iter().collect();
        tokens.iter().enumerate().any(|(k, token)| match token {
            TokenTree::Ident(name) if name == "test" => true,
            TokenTree::Group(group) => {
                matches!(&tokens[..k], [.., TokenTree::Ident(name)] if name == "all")
                    && requires_test(group.stream())
            }
            _ => false,
        })
    }
    let path = attribute.path();
    path.is_ident("test")
        || path.is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| requires_test(list.tokens.clone()))
}

/// Collects the paths of one module.
struct Reader {
    module: Module,
}

impl Reader {
    fn add_path(&mut self, path: Vec<String>, line: usize) {
        self.module.paths.push(Place { path, line, is_open: false, is_of_macro: false });
    }

    fn add_uses(&mut self, tree: &UseTree, before: &[String], is_reexport: bool) {
        let mut add = |name: Option<String>, last: Option<&syn::Ident>, line| {
            let path: Vec<_> = before.iter().cloned().chain(last.map(ToString::to_string)).collect();
            let place = Place { path, line, is_open: false, is_of_macro: false };
            self.module.uses.push(Use { name, place, is_reexport });
        };
        match tree {
            UseTree::Path(inner) => {
                let path = [before, &[inner.ident.to_string()]].concat();
                self.add_uses(&inner.tree, &path, is_reexport);
            }
            UseTree::Group(group) => {
                for inner in &group.items {
                    self.add_uses(inner, before, is_reexport);
                }
            }
            UseTree::Name(name) if name.ident == "self" => {
                add(before.last().cloned(), None, name.ident.span().start().line);
            }
            UseTree::Name(name) => {
                add(Some(name.ident.to_string()), Some(&name.ident), name.ident.span().start().line);
            }
            UseTree::Rename(rename) if rename.ident == "self" => {
                add(Some(rename.rename.to_string()), None, rename.ident.span().start().line);
            }
            UseTree::Rename(rename) => {
                add(Some(rename.rename.to_string()), Some(&rename.ident), rename.ident.span().start().line);
            }
            UseTree::Glob(glob) => add(None, None, glob.star_token.spans[0].start().line),
        }
    }

    /// Adds the paths in the tokens of a macro, whose syntax is not known: names, each followed by any number
    /// of `::` and a name.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let sign_at = |k: usize| match tokens.get(k) {
            Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
            _ => None,
        };
        let is = |k: usize, sign: char| sign_at(k) == Some(sign);
        let mut k = 0;
        while k < tokens.len() {
            match &tokens[k] {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let is_of_macro = k > 0 && is(k - 1, '$');
                    // A field, a method, a lifetime, a parameter of the macro.
                    let is_other = k > 0 && (is(k - 1, '.') && !(k > 1 && is(k - 2, '.')) || is(k - 1, '\''))
                        || is_of_macro && first != "crate";
                    let mut path = vec![first.to_string()];
                    let mut is_open = false;
                    while is(k + 1, ':') && is(k + 2, ':') {
                        let Some(TokenTree::Ident(next)) = tokens.get(k + 3) else {
                            is_open = is(k + 3, '$');
                            break;
                        };
                        path.push(next.to_string());
                        k += 3;
                    }
                    if !is_other {
                        let line = first.span().start().line;
                        self.module.paths.push(Place { path, line, is_open, is_of_macro });
                    }
                }
                _ => {}
            }
            k += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes: &[Attribute] = match item {
            TraitItem::Const(item) => &item.attrs,
            TraitItem::Fn(item) => &item.attrs,
            TraitItem::Type(item) => &item.attrs,
            TraitItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            let is_reexport = !matches!(item.vis, syn::Visibility::Inherited);
            self.add_uses(&item.tree, &[], is_reexport);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let line = path.segments[0].ident.span().start().line;
            self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect(), line);
        }
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    /// `pub(in path)` and `pub(super)` are not imports.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.add_tokens(called.tokens.clone());
    }
}
