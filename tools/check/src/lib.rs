//! Checks that the house is in order. A rule looks at a [`Tree`] of files and returns a [`Finding`] for each place that
//! breaks it; it never looks at the disk, so its tests can show it a tree that breaks it.

#![forbid(unsafe_code)]

mod circle;
mod claims;
mod commands;
mod cycles;
mod documents;
mod finding;
mod fuzzing;
mod instruction_sets;
mod layers;
mod leaves;
mod links;
mod manifest;
mod mentions;
mod names;
mod records;
mod safety;
mod sizes;
mod tokens;
mod tree;
mod tried;

pub use finding::Finding;
pub use tree::{SourceFile, Tree};

/// A rule of the house.
#[derive(Clone, Copy)]
pub struct Rule {
    /// What the command line calls it.
    pub name: &'static str,
    /// What it demands, in one sentence.
    pub demands: &'static str,
    /// Every place that breaks it.
    pub check: fn(&Tree) -> Vec<Finding>,
}

/// Every rule.
pub const RULES: &[Rule] = &[
    Rule { name: "layers", demands: "crates use only what spec/layers.toml allows", check: layers::check },
    Rule { name: "cycles", demands: "the files of a crate use each other without circles", check: cycles::check },
    Rule {
        name: "instruction-sets",
        demands: "code for one instruction set stands in core/kernels/src/vector/, tier.rs or a file named for a tier",
        check: instruction_sets::check,
    },
    Rule {
        name: "leaves",
        demands: "a leaf of a kernel names no other leaf and returns Progress; a driver has no unsafe and no intrinsics",
        check: leaves::check,
    },
    Rule { name: "sizes", demands: "source files end by line 800, README.md by line 200", check: sizes::check },
    Rule { name: "names", demands: "nothing is called utils, common or helpers", check: names::check },
    Rule { name: "safety", demands: "every unsafe block says why it is sound", check: safety::check },
    Rule { name: "fuzzing", demands: "each operation has a fuzz target that calls it", check: fuzzing::check },
    Rule {
        name: "documents",
        demands: "docs/architecture.md gives a reason for each dependency, and for no other crate",
        check: documents::check,
    },
    Rule { name: "links", demands: "every link and path in a page leads to a file or heading", check: links::check },
    Rule {
        name: "claims",
        demands: "lists in the pages agree with spec/, the suites and the code that they describe",
        check: claims::check,
    },
    Rule {
        name: "mentions",
        demands: "names of functions, types, settings, variables and error codes in the pages exist",
        check: mentions::check,
    },
    Rule {
        name: "tried",
        demands: "each entry of docs/tried.md has its four lines: idea, expected, found, record",
        check: tried::check,
    },
    Rule {
        name: "records",
        demands: "bench/records/ has one record for each machine and part, and no picture that no page shows",
        check: records::check,
    },
    Rule {
        name: "commands",
        demands: "targets of make, words for scripts and versions in the pages exist",
        check: commands::check,
    },
];
