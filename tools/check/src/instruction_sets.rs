//! Code for one instruction set is in `core/kernels/src/vector/`, in `tier.rs`, or in a file named for a tier.

use crate::finding::Finding;
use crate::tokens::{Token, tokens};
use crate::tree::{SourceFile, Tree};

const TIERS: &[&str] = &["scalar", "sse42", "avx2", "avx512", "neon", "simd128"];
const KERNELS: &str = "core/kernels/src/";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.is_rust() && !is_allowed(&file.path)) {
        match tokens(file) {
            Ok(tokens) => findings.extend(found(file, &tokens)),
            Err(finding) => findings.push(finding),
        }
    }
    findings
}

fn is_allowed(path: &str) -> bool {
    let Some(inside) = path.strip_prefix(KERNELS) else { return false };
    let stem = inside.rsplit('/').next().unwrap_or(inside).trim_end_matches(".rs");
    inside.starts_with("vector/") || inside == "tier.rs" || TIERS.contains(&stem)
}

fn found(file: &SourceFile, tokens: &[Token]) -> Vec<Finding> {
    let at = |number: usize| tokens.get(number).map_or("", |token| token.text.as_str());
    let wrong = |(number, token): (usize, &Token)| {
        let word = match token.text.as_str() {
            word @ ("target_arch" | "target_feature" | "asm") => word,
            word if word.starts_with("is_") && word.ends_with("_feature_detected") => word,
            "arch" if at(number.wrapping_sub(2)) == ":" && matches!(at(number.wrapping_sub(3)), "core" | "std") => {
                "core::arch"
            }
            _ => return None,
        };
        Some(Finding::new(&file.path, token.line, format!("{word} belongs into {KERNELS}vector/ or tier.rs")))
    };
    tokens.iter().enumerate().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn intrinsics_are_found_outside_their_folder() {
        let arch = "use core::arch::x86_64::_mm_add_epi8;";
        let feature = "\n#[target_feature(enable = \"avx2\")] fn f() {}";
        let tree = planted(&[
            ("core/kernels/src/vector/sse42.rs", arch),
            ("core/kernels/src/tier.rs", feature),
            ("core/kernels/src/json_escape/avx512.rs", feature),
            ("core/kernels/src/json_escape/blocks.rs", arch),
            ("core/json/src/lib.rs", feature),
            ("core/cli/src/tier.rs", "fn f() { cfg!(target_arch = \"x86\"); }"),
            ("core/cli/src/warm.rs", "fn f() -> bool { is_aarch64_feature_detected!(\"neon\") }"),
            ("core/cli/src/main.rs", "// core::arch\nfn arch() {}"),
        ]);
        let places: Vec<_> = check(&tree).into_iter().map(|found| (found.path, found.line)).collect();
        let expected = [
            ("core/kernels/src/json_escape/blocks.rs", 1),
            ("core/json/src/lib.rs", 2),
            ("core/cli/src/tier.rs", 1),
            ("core/cli/src/warm.rs", 1),
        ];
        assert_eq!(places, expected.map(|(path, line)| (path.to_owned(), line)));
    }
}
