//! All rules hold for this tree.

use std::path::Path;
use stringmill_check::{RULES, Tree};

#[test]
fn every_rule_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Tree::read(&root).expect("the tree can be read");
    assert!(tree.files.iter().any(|file| file.path == "core/kernels/src/tier.rs"), "this is not the tree");
    let found: Vec<String> =
        RULES.iter().flat_map(|rule| (rule.check)(&tree)).map(|finding| finding.to_string()).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
