//! Each entry of `docs/tried.md` has these lines, in this order: idea, expected, found and, if there is any, evidence.

use crate::finding::Finding;
use crate::tree::Tree;

const PAGE: &str = "docs/tried.md";
const LINES: [&str; 4] = ["- **Idea**: ", "- **Expected**: ", "- **Found**: ", "- **Evidence**: "];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.get(PAGE).map_or("", |file| file.text.as_str());
    let mut findings = Vec::new();
    let mut entry: Option<(usize, &str, Vec<&str>)> = None;
    let mut part = false;
    let lines = text.lines().zip(1..).chain([("## ", 0)]);
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let is_heading = line.starts_with('#');
        if is_heading
            && let Some((number, title, found)) = entry.take()
            && found != LINES
            && found != LINES[..3]
        {
            let says = format!(
                "'{title}' has not the lines Idea, Expected, Found and, if there is any, Evidence, in this order"
            );
            findings.push(Finding::new(PAGE, number, says));
        }
        if let Some(title) = line.strip_prefix("### ") {
            entry = Some((number, title, Vec::new()));
        } else if is_heading {
            part |= line.starts_with("## ");
        } else if let Some((_, _, found)) = &mut entry {
            // A line that is no item continues the one before it.
            match LINES.iter().find(|start| line.strip_prefix(**start).is_some_and(|rest| !rest.trim().is_empty())) {
                Some(start) => found.push(start),
                None if line.starts_with("  ") => {}
                None => found.push(""),
            }
        } else if part {
            findings.push(Finding::new(PAGE, number, "is outside of an entry"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    fn found(entries: &str) -> Vec<String> {
        let tree = planted(&[(PAGE, &format!("# Tried\n\nAbout.\n\n## Part\n\n{entries}"))]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_entry_of_another_form_is_found() {
        let good = "### One\n\n- **Idea**: a\n  b\n- **Expected**: c\n- **Found**: d\n- **Evidence**: e\n";
        assert_eq!(found(good), Vec::<String>::new());
        assert_eq!(found(&good.replace("- **Evidence**: e\n", "")), Vec::<String>::new());
        let wrong = "docs/tried.md:7: 'One' has not the lines Idea, Expected, Found and, if there is any, Evidence, in this order";
        for (from, to) in [
            ("- **Found**: d\n", ""),
            ("- **Idea**: a\n  b\n- **Expected**: c\n", "- **Expected**: c\n- **Idea**: a\n"),
            ("- **Found**: d", "- **Found**: "),
            ("- **Found**: d", "- **Found**: d\n\nA paragraph."),
        ] {
            assert_eq!(found(&good.replace(from, to)), [wrong], "{to}");
        }
        assert_eq!(found("Text.\n"), ["docs/tried.md:7: is outside of an entry"]);
    }
}
