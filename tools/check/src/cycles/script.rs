//! Modules of TypeScript and JavaScript: an import or a re-export is an arrow.
//!
//! `import type` and `export type` are none, because they are gone when the program runs; nor is `import()`, which runs
//! later.

use super::graph::Graph;
use crate::tree::{SourceFile, Tree};

pub(super) fn graph(tree: &Tree) -> Graph {
    let mut graph = Graph::default();
    for file in tree.files.iter().filter(|file| is_module(file)) {
        for specifier in specifiers(&file.text) {
            if let Some(used) = resolved(tree, &file.path, specifier) {
                graph.add(&file.path, &used.path, &file.path, specifier);
            }
        }
    }
    graph
}

fn is_module(file: &SourceFile) -> bool {
    matches!(file.extension(), Some("ts" | "mts" | "cts" | "js" | "mjs" | "cjs")) && !file.path.ends_with(".d.ts")
}

/// What the statements at the start of a line import.
fn specifiers(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("import").chain(text.match_indices("export"));
    starts.filter_map(|(at, word)| {
        let begins_line = at == 0 || text[..at].ends_with('\n');
        let rest = text[at + word.len()..].trim_start();
        let names = rest.starts_with(['{', '*', '"', '\'']) || (word == "import" && !rest.starts_with(['(', '.']));
        if !begins_line || !names || rest.starts_with("type ") {
            return None;
        }
        let open = rest.find(['"', '\'', ';'])?;
        let quote = rest[open..].chars().next().filter(|quote| *quote != ';')?;
        rest[open + 1..].split(quote).next()
    })
}

/// The file of a relative `specifier`: as it is written, or the source of the file that it names.
fn resolved<'a>(tree: &'a Tree, path: &str, specifier: &str) -> Option<&'a SourceFile> {
    if !specifier.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let source = |compiled: &str, source: &str| path.strip_suffix(compiled).map(|stem| format!("{stem}{source}"));
    let sources = [source(".js", ".ts"), source(".mjs", ".mts"), source(".cjs", ".cts"), Some(format!("{path}.ts"))];
    tree.get(&path).or_else(|| sources.iter().flatten().find_map(|path| tree.get(path)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::circle_in;

    fn circle(a: &str) -> String {
        circle_in(&[("js/a.ts", a), ("js/in/b.ts", "import * as a from \"../a.js\";")])
    }

    #[test]
    fn each_way_to_import_is_an_arrow() {
        for import in [
            "import { b } from \"./in/b.js\";",
            "// first\nimport {\n  b,\n  c,\n} from './in/b.js';",
            "import b from \"./in/b\";",
            "import \"./in/b.ts\";",
            "import { type B, b } from \"./in/b.js\";",
            "export * from \"./in/b.js\";",
            "export { b } from \"./in/../in/b.js\";",
        ] {
            assert!(circle(import).starts_with("modules in a circle: js/a.ts -> js/in/b.ts -> js/a.ts; "), "{import}");
        }
    }

    #[test]
    fn types_and_what_runs_later_are_no_arrows() {
        for import in [
            "import type { B } from \"./in/b.js\";",
            "export type { B } from \"./in/b.js\";",
            "export type B = import(\"./in/b.js\").B;",
            "const b = () => import(\"./in/b.js\");",
            "import(\"./in/b.js\").then(f);",
            "import { b } from \"b\";",
            "export { b }; const text = \"./in/b.js\";",
            "// import { b } from \"./in/b.js\";",
        ] {
            assert_eq!(circle(import), "", "{import}");
        }
    }

    #[test]
    fn scripts_count_too() {
        let found = circle_in(&[("a.mjs", "import './b.js'"), ("b.js", "import c from './c.mjs'"), ("c.mjs", "")]);
        assert_eq!(found, "");
        assert_ne!(circle_in(&[("a.mjs", "import './b.js'"), ("b.js", "import a from './a.mjs'")]), "");
    }
}
