//! Modules of Python: an import that runs when the module is loaded is an arrow.
//!
//! Imports in functions and under `if TYPE_CHECKING` are none. A package may import the modules below it: to import one
//! of them is no arrow to the `__init__.py` above it, unless a name of that file is imported.

use super::graph::Graph;
use crate::tree::Tree;

pub(super) fn graph(tree: &Tree) -> Graph {
    let mut graph = Graph::default();
    for file in tree.files.iter().filter(|file| file.extension() == Some("py")) {
        for statement in imports(&file.text) {
            for module in named(&statement) {
                if let Some(used) = resolved(tree, &file.path, &module) {
                    graph.add(&file.path, &used, &file.path, &module);
                }
            }
        }
    }
    graph
}

/// The import statements that run when the module is loaded, each on one line and without parentheses.
fn imports(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // The column of a block that does not run then.
    let mut skipped: Option<usize> = None;
    let (mut in_text, mut in_names) = (false, false);
    for line in text.lines() {
        let was_in_text = in_text;
        in_text ^= (line.matches("\"\"\"").count() + line.matches("'''").count()) % 2 == 1;
        let code = line.split('#').next().unwrap_or_default().trim_end();
        let statement = code.trim_start();
        let column = code.len() - statement.len();
        if was_in_text || statement.is_empty() {
            continue;
        }
        if in_names {
            found.last_mut().expect("a list of names follows its import").push_str(statement);
        } else if skipped.is_none_or(|outer| column <= outer) {
            let is_skipped = ["def ", "async def ", "if TYPE_CHECKING", "if typing.TYPE_CHECKING"];
            skipped = is_skipped.iter().any(|start| statement.starts_with(start)).then_some(column);
            if statement.starts_with("import ") || statement.starts_with("from ") {
                found.push(statement.to_owned());
                in_names = statement.contains('(');
            }
        }
        in_names &= !statement.contains(')');
    }
    found.iter().map(|statement| statement.replace(['(', ')'], "")).collect()
}

/// The modules or names that `statement` imports, each with its full path as written.
fn named(statement: &str) -> Vec<String> {
    let first = |name: &str| name.split_whitespace().next().map(str::to_owned);
    if let Some(modules) = statement.strip_prefix("import ") {
        return modules.split(',').filter_map(first).collect();
    }
    let Some((module, names)) = statement["from ".len()..].split_once(" import ") else { return Vec::new() };
    let point = if module.ends_with('.') { "" } else { "." };
    names.split(',').filter_map(first).map(|name| format!("{}{point}{name}", module.trim())).collect()
}

/// The file of `module`, a path of names that may end with a name inside a module.
fn resolved(tree: &Tree, path: &str, module: &str) -> Option<String> {
    let has = |folder: &[&str], file: &str| tree.get(&joined(folder, file)).is_some();
    let mut folder: Vec<&str> = path.split('/').collect();
    folder.pop();
    let names = module.trim_start_matches('.');
    match module.len() - names.len() {
        0 => {
            while has(&folder, "__init__.py") {
                folder.pop();
            }
        }
        points => folder.truncate((folder.len() + 1).checked_sub(points)?),
    }
    for name in names.split('.') {
        let file = format!("{name}.py");
        if has(&folder, &file) {
            return Some(joined(&folder, &file));
        }
        folder.push(name);
        if !has(&folder, "__init__.py") {
            folder.pop();
            break;
        }
    }
    has(&folder, "__init__.py").then(|| joined(&folder, "__init__.py"))
}

fn joined(folder: &[&str], file: &str) -> String {
    folder.iter().chain([&file]).copied().collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::super::tests::circle_in;

    fn circle(a: &str) -> String {
        circle_in(&[
            ("src/p/__init__.py", "from .a import A\n"),
            ("src/p/a.py", a),
            ("src/p/b.py", "from .a import A\n"),
        ])
    }

    #[test]
    fn each_way_to_import_is_an_arrow() {
        for import in [
            "from .b import B",
            "from . import b",
            "from . import (\n    b as c,  # (\n)",
            "import p.b",
            "import os, p.b as c",
            "from p import b as c",
            "from p.b import B",
            "try:\n    from .b import B\nexcept ImportError:\n    pass",
            "if not TYPE_CHECKING:\n    from .b import B",
            "if TYPE_CHECKING:\n    import os\nelse:\n    from .b import B",
            "def f():\n    pass\n\nfrom .b import B",
        ] {
            let found = circle(import);
            assert!(
                found.starts_with("modules in a circle: src/p/a.py -> src/p/b.py -> src/p/a.py; "),
                "{import}: {found}"
            );
        }
    }

    #[test]
    fn a_name_of_the_package_is_an_arrow_to_it() {
        for import in ["from . import version", "from p import version", "import p"] {
            let found = circle(import);
            assert!(found.starts_with("modules in a circle: src/p/__init__.py -> src/p/a.py -> "), "{import}: {found}");
        }
    }

    #[test]
    fn types_and_what_runs_later_are_no_arrows() {
        for import in [
            "if TYPE_CHECKING:\n    from .b import B",
            "def f():\n    if x:\n        from .b import B",
            "class A:\n    def f(self):\n        from .b import B",
            "\"\"\"Text.\n\nfrom .b import B\n\"\"\"",
            "# from .b import B",
            "import b",
            "from json import b",
            "from .. import b",
        ] {
            assert_eq!(circle(import), "", "{import}");
        }
    }
}
