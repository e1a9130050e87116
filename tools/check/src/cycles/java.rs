//! Packages of Java, within each Maven module; Maven itself refuses circles of modules.
//!
//! The package around all others of a module is left out: it holds both the entry points, which call the packages below,
//! and the exceptions and options of their signatures, which these need. Users import both from there.

use super::graph::Graph;
use crate::source;
use crate::tree::{SourceFile, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// A file with its package and its code.
struct JavaFile<'a> {
    file: &'a SourceFile,
    package: String,
    code: String,
}

/// A graph of packages for each Maven module.
pub(super) fn graphs(tree: &Tree) -> Vec<Graph> {
    let mut modules: BTreeMap<&str, Vec<JavaFile>> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.extension() == Some("java")) {
        // Classes of newer Java are in `src/main/java21` and so on, and replace others of the same module.
        let Some((module, _)) = file.path.split_once("/src/main/java") else { continue };
        let code = source::code(file);
        if let Some(package) = package(&code) {
            modules.entry(module).or_default().push(JavaFile { file, package, code });
        }
    }
    modules.values().map(|files| graph(files)).collect()
}

fn graph(files: &[JavaFile]) -> Graph {
    let packages: BTreeSet<&str> = files.iter().map(|file| file.package.as_str()).collect();
    let is_around = |package: &str| packages.iter().all(|other| *other == package || is_below(other, package));
    let mut graph = Graph::default();
    for JavaFile { file, package, code } in files.iter().filter(|file| !is_around(&file.package)) {
        let names = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        // The statement of a package is below the package around it, and uses nothing of it.
        for name in names.filter(|name| name != package) {
            let used = packages.iter().filter(|package| is_below(name, package)).max_by_key(|package| package.len());
            if let Some(used) = used.filter(|used| !is_around(used)) {
                graph.add(package, used, &file.path, name);
            }
        }
    }
    graph
}

/// The name after `package`.
fn package(code: &str) -> Option<String> {
    let statement = code.lines().find_map(|line| line.trim().strip_prefix("package "))?;
    Some(statement.split(';').next()?.trim().to_owned())
}

fn is_below(name: &str, package: &str) -> bool {
    name.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::super::tests::circle_in;

    const A: &str = "m/src/main/java/x/a/A.java";
    const B: &str = "m/src/main/java/x/b/B.java";

    #[test]
    fn each_way_to_name_a_package_is_an_arrow() {
        for used in ["import x.b.B;", "import static x.b.B.f;", "import x.b.*;", "class A { x.b.B b; }"] {
            let found = circle_in(&[(A, &format!("package x.a;\n{used}")), (B, "package x.b; import x.a.A;")]);
            assert!(found.starts_with("packages in a circle: x.a -> x.b -> x.a; "), "{used}: {found}");
        }
    }

    #[test]
    fn classes_of_newer_java_belong_to_their_module() {
        let newer = ("m/src/main/java21/x/b/B.java", "package x.b;\nimport x.a.A;");
        assert_ne!(circle_in(&[(A, "package x.a;\nimport x.b.B;"), newer]), "");
    }

    #[test]
    fn a_package_may_use_itself_and_name_others_in_comments() {
        let commented = "package x.b;\n// import x.a.A;\n/** {@link x.a.A} */ class B { String s = \"x.a.A\"; }";
        assert_eq!(circle_in(&[(A, "package x.a;\nimport x.b.B;\nimport x.a.C;"), (B, commented)]), "");
    }

    #[test]
    fn the_package_around_a_module_is_left_out_and_no_other() {
        let root = ("m/src/main/java/x/X.java", "package x;\nimport x.a.A;");
        let (a, b) = ((A, "package x.a;\nimport x.b.B;\nimport x.X;"), (B, "package x.b;\nimport x.X;"));
        assert_eq!(circle_in(&[root, a, b]), "");
        assert_ne!(circle_in(&[root, a, (B, "package x.b;\nimport x.a.A;")]), "");
        let inner = ("m/src/main/java/x/a/c/C.java", "package x.a.c;\nimport x.a.A;");
        assert_ne!(circle_in(&[(A, "package x.a;\nimport x.a.c.C;"), (B, "package x.b;"), inner]), "");
        let inner = ("m/src/main/java/x/a/c/C.java", "package x.a.c;\nimport x.b.B;");
        assert_eq!(circle_in(&[(A, "package x.a;\nimport x.a.c.C;"), (B, "package x.b;"), inner]), "");
    }

    #[test]
    fn modules_and_tests_are_apart() {
        let other = "n/src/main/java/x/b/B.java";
        let test = "m/src/test/java/x/b/B.java";
        for path in [other, test] {
            assert_eq!(circle_in(&[(A, "package x.a;\nimport x.b.B;"), (path, "package x.b;\nimport x.a.A;")]), "");
        }
    }
}
