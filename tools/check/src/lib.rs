//! Checks the rules of the project. A rule takes a [`Tree`] of files and returns a [`Finding`] for each violation. It
//! does not read the disk, so its tests can pass a made-up tree.

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
    /// A fault that it has found, for which it is worth its lines.
    pub found: &'static str,
    /// Returns every violation.
    pub check: fn(&Tree) -> Vec<Finding>,
}

/// Every rule.
pub const RULES: &[Rule] = &[
    Rule {
        name: "layers",
        demands: "crates use only what spec/layers.toml allows",
        found: "uses of crates by tests and build scripts that nobody had listed",
        check: layers::check,
    },
    Rule {
        name: "cycles",
        demands: "files, modules, packages and folders use each other without circles",
        found: "circles among files of the .NET library and of the C library",
        check: cycles::check,
    },
    Rule {
        name: "instruction-sets",
        demands: "code for one instruction set stands in core/kernels/src/vector/, tier.rs or a file named for a tier",
        found: "intrinsics of SSE4.2 in a file for all tiers, when NEON came",
        check: instruction_sets::check,
    },
    Rule {
        name: "leaves",
        demands: "a leaf of a kernel names no other leaf and returns Progress; a driver has no unsafe and no intrinsics",
        found: "nothing yet: it keeps the promise of docs/architecture.md that a leaf can be read alone",
        check: leaves::check,
    },
    Rule {
        name: "sizes",
        demands: "source files end by line 800, README.md by line 150",
        found: "files of over 800 lines",
        check: sizes::check,
    },
    Rule {
        name: "functions",
        demands: "a function has at most 60 lines of code; in Rust a list counts as one line",
        found: "functions of over 60 lines, in every language",
        check: functions::check,
    },
    Rule {
        name: "inheritance",
        demands: "classes of Java, C# and PHP have at most three levels",
        found: "records of .NET in five levels of classes, and a reader of Java in ten",
        check: inheritance::check,
    },
    Rule {
        name: "subjects",
        demands: "subjects of commits are 'area: what changes', one idea, at most 72 characters",
        found: "subjects with two ideas",
        check: subjects::check,
    },
    Rule {
        name: "prose",
        demands: "pages and comments are plain technical English",
        found: "phrases to be decoded, in pages and in tests of PHP",
        check: prose::check,
    },
    Rule {
        name: "safety",
        demands: "every unsafe block says why it is sound",
        found: "nothing yet: Clippy asks the same, but does not read the benchmarks and the fuzz targets",
        check: safety::check,
    },
    Rule {
        name: "unit-tests",
        demands: "unit tests run: a library without tests has none inside",
        found: "unit tests in libraries with `test = false`, which never ran",
        check: unit_tests::check,
    },
    Rule {
        name: "fuzzing",
        demands: "each operation has a fuzz target that calls it",
        found: "operations without a target, batches among them",
        check: fuzzing::check,
    },
    Rule {
        name: "documents",
        demands: "docs/architecture.md gives a reason for each dependency, and for no other crate",
        found: "reasons for crates that were gone",
        check: documents::check,
    },
    Rule {
        name: "examples",
        demands: "items of the public Rust API have an example",
        found: "public items without an example, in most of the crate for conversion",
        check: examples::check,
    },
    Rule {
        name: "links",
        demands: "every link and path in a page leads to a file or heading",
        found: "paths of files that had been renamed",
        check: links::check,
    },
    Rule {
        name: "claims",
        demands: "lists in the pages agree with spec/, the suites and the code that they describe",
        found: "22 error codes that docs/bytes.md lacked, and an unsafe crate that SECURITY.md lacked",
        check: claims::check,
    },
    Rule {
        name: "mentions",
        demands: "names of functions, types, settings, variables and error codes in the pages exist",
        found: "six variables of the environment that no page named",
        check: mentions::check,
    },
    Rule {
        name: "tried",
        demands: "each entry of docs/tried.md has its lines: idea, expected, found and, if there is any, evidence",
        found: "entries of forty lines",
        check: tried::check,
    },
    Rule {
        name: "records",
        demands: "bench/records/ has one record for each machine and part, which a page names, and no picture that no page shows",
        found: "records that newer ones had superseded, and a table that named no record",
        check: records::check,
    },
    Rule {
        name: "commands",
        demands: "targets of make, words for scripts and versions in the pages exist",
        found: "names of tools that had been renamed",
        check: commands::check,
    },
];
