//! What a `Cargo.toml` says, as far as the rules ask.

use crate::finding::Finding;
use crate::tree::Tree;
use toml::{Table, Value};

/// One crate of the house.
pub(crate) struct Manifest {
    /// Its folder, from the root.
    pub(crate) folder: String,
    /// The name of its package.
    pub(crate) name: String,
    /// Packages that its shipped code needs.
    pub(crate) needs: Vec<String>,
    /// Packages that its build script needs.
    pub(crate) build_needs: Vec<String>,
    /// Packages that its tests need.
    pub(crate) tests_need: Vec<String>,
}

impl Manifest {
    /// Every package that it names.
    pub(crate) fn all_needs(&self) -> impl Iterator<Item = &String> {
        self.needs.iter().chain(&self.build_needs).chain(&self.tests_need)
    }

    /// The path of the manifest.
    pub(crate) fn path(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// The manifests of all crates in `tree`; a finding for each one that cannot be read.
    pub(crate) fn all(tree: &Tree) -> (Vec<Manifest>, Vec<Finding>) {
        let (mut manifests, mut findings) = (Vec::new(), Vec::new());
        for file in tree.files.iter().filter(|file| file.name() == "Cargo.toml") {
            match file.text.parse::<Table>() {
                Ok(table) => manifests.extend(Manifest::from_table(&file.path, &table)),
                Err(error) => findings.push(Finding::new(&file.path, 0, format!("is not TOML: {}", error.message()))),
            }
        }
        (manifests, findings)
    }

    /// `None` for a manifest that has no package, as that of the workspace.
    fn from_table(path: &str, table: &Table) -> Option<Manifest> {
        let name = table.get("package")?.get("name")?.as_str()?.to_owned();
        let folder = path.trim_end_matches("Cargo.toml").trim_end_matches('/').to_owned();
        // Dependencies for one target stand a level deeper.
        let targets = table.get("target").and_then(Value::as_table).into_iter().flat_map(|targets| targets.values());
        let tables: Vec<&Table> = targets.filter_map(Value::as_table).chain([table]).collect();
        let named = |key: &str| tables.iter().flat_map(|table| packages(table, key)).collect::<Vec<_>>();
        let (needs, build_needs) = (named("dependencies"), named("build-dependencies"));
        Some(Manifest { folder, name, needs, build_needs, tests_need: named("dev-dependencies") })
    }
}

/// The packages under `key`, by their real names.
fn packages(table: &Table, key: &str) -> Vec<String> {
    let entries = table.get(key).and_then(Value::as_table).into_iter().flatten();
    let real = |(name, value): (&String, &Value)| {
        value.get("package").and_then(Value::as_str).unwrap_or(name.as_str()).to_owned()
    };
    entries.map(real).collect()
}
