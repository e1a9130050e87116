//! Checks the rules of the project. A rule takes a [`Tree`] of files and returns a [`Finding`] for each violation. It does
//! not read the disk, so its tests can pass a made-up tree.

#![forbid(unsafe_code)]

mod circle;
mod claims;
mod commands;
mod cycles;
mod documents;
mod examples;
mod finding;
mod functions;
mod fuzzing;
mod inheritance;
mod instruction_sets;
mod layers;
mod leaves;
mod links;
mod manifest;
mod mentions;
mod names;
mod prose;
mod records;
mod safety;
mod sizes;
mod source;
mod subjects;
mod tokens;
mod tree;
mod tried;
mod unit_tests;

pub use finding::Finding;
pub use tree::{Commit, SourceFile, Tree};

/// One rule.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its demand in one sentence.
    pub demands: &'static str,
    /// Returns every violation.
    pub check: fn(&Tree) -> Vec<Finding>,
}

/// Every rule.
pub const RULES: &[Rule] = &[
    Rule { name: "layers", demands: "crates use only what spec/layers.toml allows", check: layers::check },
    Rule {
        name: "cycles",
        demands: "files, modules, packages and folders use each other without circles",
        check: cycles::check,
    },
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
    Rule { name: "sizes", demands: "source files end by line 800, README.md by line 150", check: sizes::check },
    Rule {
        name: "functions",
        demands: "a function has at most 60 lines of code, or a comment says why it is one piece",
        check: functions::check,
    },
    Rule {
        name: "inheritance",
        demands: "classes of Java, C# and PHP have at most three levels",
        check: inheritance::check,
    },
    Rule {
        name: "subjects",
        demands: "subjects of commits are 'area: what changes', one idea, at most 72 characters",
        check: subjects::check,
    },
    Rule { name: "names", demands: "nothing is called utils, common or helpers", check: names::check },
    Rule { name: "prose", demands: "pages and comments are plain technical English", check: prose::check },
    Rule { name: "safety", demands: "every unsafe block says why it is sound", check: safety::check },
    Rule {
        name: "unit-tests",
        demands: "unit tests run: a library without tests has none inside",
        check: unit_tests::check,
    },
    Rule { name: "fuzzing", demands: "each operation has a fuzz target that calls it", check: fuzzing::check },
    Rule {
        name: "documents",
        demands: "docs/architecture.md gives a reason for each dependency, and for no other crate",
        check: documents::check,
    },
    Rule {
        name: "examples",
        demands: "items of the public Rust API have an example, and their methods are called in one",
        check: examples::check,
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
        demands: "each entry of docs/tried.md has its lines: idea, expected, found and, if there is any, evidence",
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
