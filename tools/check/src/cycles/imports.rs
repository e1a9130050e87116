//! `use` items, taken apart.

use crate::tokens::Token;

/// One name that a `use` item brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    /// The path as it is written.
    pub(super) path: Vec<String>,
    /// The name it has here; `None` for a glob.
    pub(super) alias: Option<String>,
    /// Whether others may see it here.
    pub(super) shown: bool,
}

/// The imports of the `use` item that begins at `start`, and its end.
pub(super) fn imports(tokens: &[Token], start: usize, shown: bool) -> (Vec<Import>, usize) {
    let mut out = Vec::new();
    // The path so far, and for each open brace how long it was there.
    let (mut path, mut groups): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut renamed: Option<String> = None;
    let mut pending = false;
    let mut at = start + 1;
    while at < tokens.len() {
        let token = &tokens[at];
        match token.text.as_str() {
            "{" => {
                groups.push(path.len());
                pending = false;
            }
            "," | "}" | ";" => {
                if pending {
                    out.push(import(&path, renamed.take(), shown));
                }
                pending = false;
                if token.is("}") {
                    groups.pop();
                }
                path.truncate(groups.last().copied().unwrap_or(0));
                if token.is(";") {
                    break;
                }
            }
            "as" => {
                at += 1;
                renamed = tokens.get(at).map(|token| token.text.clone());
            }
            ":" => {}
            name => {
                path.push(name.to_owned());
                pending = true;
            }
        }
        at += 1;
    }
    (out, at)
}

fn import(path: &[String], renamed: Option<String>, shown: bool) -> Import {
    let mut path = path.to_vec();
    let last = path.last().cloned();
    match last.as_deref() {
        Some("*") => {
            path.pop();
            Import { path, alias: None, shown }
        }
        // `use a::b::{self}` brings in `b`.
        Some("self") if path.len() > 1 => {
            path.pop();
            let alias = renamed.or_else(|| path.last().cloned());
            Import { path, alias, shown }
        }
        _ => Import { path, alias: renamed.or(last), shown },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;
    use crate::tree::SourceFile;

    #[test]
    fn a_tree_of_imports_is_taken_apart() {
        let text = "use a::{b, c::{self, d as e}, f::*}; fn g() {}".to_owned();
        let tokens = tokens(&SourceFile { path: "a.rs".to_owned(), text }).unwrap();
        let (imports, end) = imports(&tokens, 0, false);
        let shown: Vec<_> = imports.iter().map(|i| (i.path.join("::"), i.alias.as_deref())).collect();
        let expected = [("a::b", Some("b")), ("a::c", Some("c")), ("a::c::d", Some("e")), ("a::f", None)];
        assert_eq!(shown, expected.map(|(path, alias)| (path.to_owned(), alias)));
        assert!(tokens[end].is(";") && tokens[end + 1].is("fn"));
    }
}
