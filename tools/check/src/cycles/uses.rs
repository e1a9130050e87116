//! Which files a file uses.

use super::crate_files::{CrateFile, CrateFiles, Module, joined};
use super::imports::Import;
use std::collections::BTreeSet;

/// Re-exports are followed this far; a longer chain of them would be a circle of its own.
const RE_EXPORTS_MAX: usize = 32;

/// Numbers of the files that define the names in file `number`, possibly its own.
pub(super) fn used(files: &CrateFiles, number: usize) -> BTreeSet<usize> {
    let file = files.file(number);
    let mut used = BTreeSet::new();
    let names: BTreeSet<&str> = file.code.iter().map(|(token, _)| token.text.as_str()).collect();
    for (module, import) in &file.imports {
        // What is only handed on is not used here.
        let only_shown = import.shown && import.alias.as_deref().is_none_or(|alias| !names.contains(alias));
        if !only_shown {
            used.extend(target(files, file, module, &import.path));
        }
    }
    for start in 0..file.code.len() {
        if let Some((module, path)) = path_at(file, start) {
            used.extend(target(files, file, module, &path));
        }
    }
    used
}

/// The path with `::` that begins at token `start`, if there is one, and the module that contains it.
fn path_at(file: &CrateFile, start: usize) -> Option<(&Module, Vec<String>)> {
    let text = |at: usize| file.code.get(at).map_or("", |(token, _)| token.text.as_str());
    let colons = |at: usize| text(at) == ":" && text(at + 1) == ":";
    let (token, module) = file.code.get(start)?;
    let begins = start < 2 || !colons(start - 2);
    if !token.is_name() || !begins || !colons(start + 1) {
        return None;
    }
    let mut path = vec![token.text.clone()];
    let mut at = start + 1;
    while colons(at) && file.code.get(at + 2).is_some_and(|(token, _)| token.is_name()) {
        path.push(text(at + 2).to_owned());
        at += 3;
    }
    Some((module, path))
}

/// The file that defines `path`, a name in `module` of `file`; `None` if another crate does.
fn target(files: &CrateFiles, file: &CrateFile, module: &Module, path: &[String]) -> Option<usize> {
    let full = absolute(files, file, module, path, 0)?;
    defining(files, &full)
}

/// `path` from the root of the crate; `None` if it leaves the crate or names something local.
fn absolute(files: &CrateFiles, file: &CrateFile, module: &Module, path: &[String], turn: usize) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let mut full = match first.as_str() {
        "crate" => Module::new(),
        "self" => module.clone(),
        "super" => module.split_last()?.1.to_vec(),
        name if files.of_module(&joined(module, name)).is_some() => joined(module, name),
        name => {
            let imported = |(at, import): &&(Module, Import)| at == module && import.alias.as_deref() == Some(name);
            let (_, import) = file.imports.iter().find(imported)?;
            // `use serde;` names itself, and so leads nowhere inside the crate.
            let again = turn < RE_EXPORTS_MAX && import.path.first() != Some(first);
            again.then(|| absolute(files, file, module, &import.path, turn + 1))??
        }
    };
    for part in rest {
        match part.as_str() {
            "super" => drop(full.pop()?),
            "self" => {}
            part => full.push(part.to_owned()),
        }
    }
    Some(full)
}

/// The file that defines the absolute `path`, resolved through re-exports.
fn defining(files: &CrateFiles, path: &Module) -> Option<usize> {
    let mut path = path.clone();
    for _ in 0..RE_EXPORTS_MAX {
        let (module, rest) = split(files, &path)?;
        let number = files.of_module(&module)?;
        let Some((item, deeper)) = rest.split_first() else { return Some(number) };
        let Some(mut onward) = handed_on(files, number, &module, item) else { return Some(number) };
        onward.extend(deeper.iter().cloned());
        path = onward;
    }
    None
}

/// The longest part of `path` that is a module, and the rest.
fn split(files: &CrateFiles, path: &Module) -> Option<(Module, Vec<String>)> {
    let len = (0..=path.len()).rev().find(|len| files.of_module(&path[..*len].to_vec()).is_some())?;
    Some((path[..len].to_vec(), path[len..].to_vec()))
}

/// Where `module` got `item` from, if it does not define it; from the root of the crate.
fn handed_on(files: &CrateFiles, number: usize, module: &Module, item: &str) -> Option<Module> {
    let file = files.file(number);
    if file.defined.contains(item) {
        return None;
    }
    let here = file.imports.iter().filter(|(at, _)| at == module).map(|(_, import)| import);
    for import in here {
        let Some(source) = absolute(files, file, module, &import.path, 0) else { continue };
        match &import.alias {
            Some(alias) if alias == item => return Some(source),
            None if defines(files, &source, item) => return Some(joined(&source, item)),
            _ => {}
        }
    }
    None
}

/// Whether `module` defines `item` or imports it by name.
fn defines(files: &CrateFiles, module: &Module, item: &str) -> bool {
    let Some(number) = files.of_module(module) else { return false };
    let file = files.file(number);
    let imported = |(at, import): &(Module, Import)| at == module && import.alias.as_deref() == Some(item);
    file.defined.contains(item) || file.imports.iter().any(imported)
}
