//! The files of one crate: their modules, definitions and imports.

use super::imports::{Import, imports};
use crate::finding::Finding;
use crate::tokens::{Token, shipped, tokens};
use crate::tree::{SourceFile, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// A module, as its path from the root of the crate.
pub(super) type Module = Vec<String>;

/// One file of a crate.
pub(super) struct CrateFile {
    /// Its path in the tree.
    pub(super) path: String,
    /// What it imports, with the module in which it does.
    pub(super) imports: Vec<(Module, Import)>,
    /// Names of the items it defines.
    pub(super) defined: BTreeSet<String>,
    /// Its code without the `use` items, each token with the module around it.
    pub(super) code: Vec<(Token, Module)>,
}

/// All files of one crate, by number.
pub(super) struct CrateFiles {
    files: Vec<CrateFile>,
    /// The file of each module, modules inside a file among them.
    modules: BTreeMap<Module, usize>,
}

impl CrateFiles {
    /// Reads the crate that begins at `root`.
    pub(super) fn read(tree: &Tree, root: &SourceFile) -> Result<CrateFiles, Finding> {
        let mut read = CrateFiles { files: Vec::new(), modules: BTreeMap::new() };
        let folder = root.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut waiting = vec![(root, Module::new(), folder.to_owned())];
        while let Some((file, module, folder)) = waiting.pop() {
            let tokens = shipped(&tokens(file)?);
            let number = read.files.len();
            read.modules.insert(module.clone(), number);
            let parts = Parts::of(&tokens, &module);
            for (child, line) in parts.children {
                let at = [format!("{folder}/{child}.rs"), format!("{folder}/{child}/mod.rs")];
                let Some(found) = at.iter().find_map(|path| tree.get(path)) else {
                    return Err(Finding::new(&file.path, line, format!("declares module {child}, which has no file")));
                };
                waiting.push((found, joined(&module, &child), format!("{folder}/{child}")));
            }
            read.modules.extend(parts.inline.into_iter().map(|inline| (inline, number)));
            read.files.push(CrateFile { path: file.path.clone(), ..parts.file });
        }
        Ok(read)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &CrateFile> {
        self.files.iter()
    }

    pub(super) fn file(&self, number: usize) -> &CrateFile {
        &self.files[number]
    }

    pub(super) fn path(&self, number: usize) -> &str {
        &self.files[number].path
    }

    /// The number of the file that holds `module`.
    pub(super) fn of_module(&self, module: &Module) -> Option<usize> {
        self.modules.get(module).copied()
    }
}

/// `module` with one more part.
pub(super) fn joined(module: &Module, part: &str) -> Module {
    let mut longer = module.clone();
    longer.push(part.to_owned());
    longer
}

/// What one file is made of.
struct Parts {
    file: CrateFile,
    /// Modules declared here that have files of their own, with the line.
    children: Vec<(String, usize)>,
    /// Modules written out in this file.
    inline: Vec<Module>,
}

impl Parts {
    fn of(tokens: &[Token], module: &Module) -> Parts {
        let file = CrateFile { path: String::new(), imports: Vec::new(), defined: BTreeSet::new(), code: Vec::new() };
        let mut parts = Parts { file, children: Vec::new(), inline: Vec::new() };
        // The modules around the token at hand, each with the depth of its braces.
        let mut around: Vec<(Module, usize)> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let next = tokens.get(at + 1).map_or("", |token| token.text.as_str());
            if token.is("}") && around.last().is_some_and(|(_, depth)| *depth == token.depth) {
                around.pop();
            }
            let here = around.last().map_or(module, |(module, _)| module).clone();
            match token.text.as_str() {
                "use" if next != "<" => {
                    let (imports, end) = imports(tokens, at, is_shown(&tokens[..at]));
                    parts.file.imports.extend(imports.into_iter().map(|import| (here.clone(), import)));
                    at = end;
                }
                "mod" if tokens.get(at + 2).is_some_and(|token| token.is(";")) => {
                    parts.children.push((next.to_owned(), token.line));
                    at += 2;
                }
                "mod" if tokens.get(at + 2).is_some_and(|token| token.is("{")) => {
                    parts.inline.push(joined(&here, next));
                    around.push((joined(&here, next), token.depth));
                    at += 2;
                }
                _ if is_item(&tokens[..=at], next) => {
                    parts.file.defined.insert(next.to_owned());
                    at += 1;
                }
                _ => parts.file.code.push((token.clone(), here)),
            }
            at += 1;
        }
        parts
    }
}

/// Whether the last of `tokens` begins an item called `next`. It does not in `*const T`, `&raw const x`, `const fn f`,
/// `const { 1 }` and `fn(T)`.
fn is_item(tokens: &[Token], next: &str) -> bool {
    let [before @ .., keyword] = tokens else { return false };
    let is_name = next.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match keyword.text.as_str() {
        "const" => {
            let of_pointer = before.last().is_some_and(|token| token.is("*") || token.is("raw"));
            is_name && !of_pointer && !matches!(next, "fn" | "unsafe" | "async" | "extern")
        }
        "fn" | "struct" | "enum" | "union" | "trait" | "type" | "static" => is_name,
        _ => false,
    }
}

/// Whether the tokens before an item end with `pub`, restricted or not.
fn is_shown(before: &[Token]) -> bool {
    match before {
        [.., last] if last.is("pub") => true,
        [.., last] if last.is(")") => {
            let open = before.iter().rposition(|token| token.is("(") && token.depth == last.depth);
            open.is_some_and(|open| open > 0 && before[open - 1].is("pub"))
        }
        _ => false,
    }
}
