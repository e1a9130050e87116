//! Crates use only what `spec/layers.toml` allows, and never in a circle.

use crate::circle::circle;
use crate::finding::Finding;
use crate::manifest::Manifest;
use crate::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

const LAYERS: &str = "spec/layers.toml";

/// What one crate may use, as folders.
#[derive(Default)]
struct Allowed {
    uses: Vec<String>,
    builds: Vec<String>,
    tests: Vec<String>,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(table) = tree.get(LAYERS).and_then(|file| file.text.parse::<Table>().ok()) else {
        return vec![Finding::new(LAYERS, 0, "is missing or is not TOML")];
    };
    let allowed = allowed(&table);
    let (manifests, mut findings) = Manifest::all(tree);
    let folders: BTreeMap<&str, &str> = manifests.iter().map(|m| (m.name.as_str(), m.folder.as_str())).collect();
    let listed_but_absent = |folder: &&String| !manifests.iter().any(|m| m.folder == **folder);
    for folder in allowed.keys().filter(listed_but_absent) {
        findings.push(Finding::new(LAYERS, 0, format!("lists {folder}, where no crate stands")));
    }
    for manifest in &manifests {
        let Some(allowed) = allowed.get(&manifest.folder) else {
            findings.push(Finding::new(&manifest.path(), 0, format!("is not listed in {LAYERS}")));
            continue;
        };
        let shipped = manifest.needs.iter().map(|name| (name, &allowed.uses, "use"));
        let tested = manifest.tests_need.iter().map(|name| (name, &allowed.tests, "use in its tests"));
        let built = manifest.build_needs.iter().map(|name| (name, &allowed.builds, "use in its build"));
        for (name, allowed, how) in shipped.chain(built).chain(tested) {
            if let Some(used) = folders.get(name.as_str())
                && !allowed.iter().any(|folder| folder == used)
            {
                let says = format!("{} must not {how} {used} ({LAYERS})", manifest.folder);
                findings.push(Finding::new(&manifest.path(), 0, says));
            }
        }
    }
    findings.extend(circles(&manifests, &folders));
    findings
}

fn allowed(table: &Table) -> BTreeMap<String, Allowed> {
    let strings = |value: Option<&Value>| -> Vec<String> {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let everywhere = strings(table.get("tests_may_use"));
    let rows = table.get("crate").and_then(Value::as_array).into_iter().flatten();
    let row = |row: &Value| {
        let uses = strings(row.get("uses"));
        let builds = [uses.clone(), strings(row.get("builds"))].concat();
        let tests = [uses.clone(), strings(row.get("tests")), everywhere.clone()].concat();
        Some((row.get("folder")?.as_str()?.to_owned(), Allowed { uses, builds, tests }))
    };
    rows.filter_map(row).collect()
}

fn circles(manifests: &[Manifest], folders: &BTreeMap<&str, &str>) -> Vec<Finding> {
    let targets = |m: &Manifest| -> BTreeSet<String> {
        m.needs
            .iter()
            .chain(&m.build_needs)
            .filter_map(|name| folders.get(name.as_str()))
            .map(|folder| (*folder).to_owned())
            .collect()
    };
    let edges = manifests.iter().map(|m| (m.folder.clone(), targets(m))).collect();
    let says = |circle: Vec<String>| Finding::new(LAYERS, 0, format!("crates in a circle: {}", circle.join(" -> ")));
    circle(&edges).map(says).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    const ALLOWED: &str = r#"
        tests_may_use = ["core/oracle"]
        [[crate]]
        folder = "core/low"
        uses = []
        [[crate]]
        folder = "core/oracle"
        uses = ["core/low"]
        [[crate]]
        folder = "core/high"
        uses = ["core/low"]
    "#;
    const ORACLE: &str = "[package]\nname = \"oracle\"\n[dependencies]\nlow.workspace = true";
    const HIGH: &str = "[package]\nname = \"high\"\n[dependencies]\nlow = { path = \"../low\" }\n[dev-dependencies]\noracle = { path = \"../oracle\" }";
    const LOW: &str = "[package]\nname = \"low\"\n[dependencies]\ntoml = \"1\"";

    fn found(low: &str, oracle: &str, high: &str) -> Vec<String> {
        found_with(ALLOWED, low, oracle, high)
    }

    fn found_with(allowed: &str, low: &str, oracle: &str, high: &str) -> Vec<String> {
        let tree = planted(&[
            (LAYERS, allowed),
            ("core/low/Cargo.toml", low),
            ("core/oracle/Cargo.toml", oracle),
            ("core/high/Cargo.toml", high),
        ]);
        check(&tree).into_iter().map(|finding| finding.says).collect()
    }

    #[test]
    fn allowed_arrows_pass() {
        assert_eq!(found(LOW, ORACLE, HIGH), Vec::<String>::new());
    }

    #[test]
    fn an_arrow_that_is_not_listed_is_found() {
        let shipped = HIGH.replace("[dev-dependencies]", "");
        assert_eq!(found(LOW, ORACLE, &shipped), ["core/high must not use core/oracle (spec/layers.toml)"]);
    }

    #[test]
    fn an_arrow_of_a_build_script_is_found() {
        let built = HIGH.replace("dev-dependencies", "build-dependencies");
        assert_eq!(found(LOW, ORACLE, &built), ["core/high must not use in its build core/oracle (spec/layers.toml)"]);
        let allowed = ALLOWED.to_owned() + "builds = [\"core/oracle\"]";
        assert_eq!(found_with(&allowed, LOW, ORACLE, &built), Vec::<String>::new());
    }

    #[test]
    fn an_arrow_for_one_target_is_found() {
        let oracle = ORACLE.replace("[dependencies]", "[target.'cfg(unix)'.dependencies]\nhigh = \"1\"");
        assert_eq!(found(LOW, &oracle, HIGH)[0], "core/oracle must not use core/high (spec/layers.toml)");
    }

    #[test]
    fn a_renamed_crate_is_found() {
        let low = LOW.replace("toml = \"1\"", "x = { package = \"high\", path = \"../high\" }");
        assert_eq!(found(&low, ORACLE, HIGH)[0], "core/low must not use core/high (spec/layers.toml)");
    }

    #[test]
    fn a_circle_is_found() {
        let low = LOW.replace("toml = \"1\"", "high = { path = \"../high\" }");
        let found = found(&low, ORACLE, HIGH);
        assert!(found.contains(&"crates in a circle: core/high -> core/low -> core/high".to_owned()), "{found:?}");
    }

    #[test]
    fn unlisted_and_absent_crates_are_found() {
        let tree = planted(&[(LAYERS, ALLOWED), ("core/new/Cargo.toml", "[package]\nname = \"new\"")]);
        assert_eq!(check(&tree).len(), 4);
    }
}
