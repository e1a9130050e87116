//! A picture of a record: how many times faster we are than the best peer, on every content and length.

use crate::row::{Row, lengths};
use stringmill_measure::{Cell, Chart, Group, OPERATIONS, Operation, length_name};

/// The picture of the rows of a record of this name, on this processor.
pub(crate) fn picture(rows: &[Row], record: &str, processor: &str) -> Chart {
    let ours = ours(rows);
    let lengths = lengths(rows);
    let mut groups = Vec::new();
    for (operation, variant) in cases(rows) {
        let of: Vec<&Row> = rows.iter().filter(|row| row.operation == operation && row.variant == variant).collect();
        let mut contents: Vec<&str> = of.iter().map(|row| row.content.as_str()).collect();
        contents.dedup();
        let about = Operation::find(operation, variant).map_or(variant, |operation| operation.about);
        for subject in &ours {
            let drawn = contents.iter().map(|content| {
                let cell = |len: &usize| {
                    let here: Vec<_> = of.iter().filter(|row| row.content == *content && row.length == *len).collect();
                    let time = here.iter().find(|row| row.subject == *subject)?.timing.median;
                    let peers = here.iter().filter(|row| row.is_peer() && row.stands_beside(subject));
                    let best = peers.map(|row| row.timing.median).reduce(f64::min)?;
                    Some(Cell::ratio(best / time))
                };
                ((*content).to_owned(), lengths.iter().map(cell).collect())
            });
            let rows: Vec<(String, Vec<Option<Cell>>)> = drawn.collect();
            if rows.iter().any(|(_, cells)| cells.iter().any(Option::is_some)) {
                let whose = if ours.len() > 1 { format!(", {subject}") } else { String::new() };
                groups.push(Group { title: format!("{operation}: {about}{whose}"), rows });
            }
        }
    }
    Chart {
        title: "Times faster than the best peer".into(),
        about: vec![
            format!(
                "Time of the best peer / time of {}; blue: we are faster, orange: a peer is. Columns: units of input.",
                ours.join(" and ")
            ),
            format!("{processor}. All peers and figures: {record}.csv and .txt."),
        ],
        columns: lengths.iter().map(|&len| length_name(len).replace(' ', "")).collect(),
        groups,
    }
}

/// The subjects that are drawn: the highest tier, which is first in every case; in Java the kernels without a flag,
/// and those with one.
fn ours(rows: &[Row]) -> Vec<&str> {
    let java = ["stringmill pure", "stringmill native"];
    match rows.first().map(|row| row.subject.as_str()) {
        Some(first) if java.contains(&first) => {
            java.into_iter().filter(|name| rows.iter().any(|row| row.subject == *name)).collect()
        }
        first => vec![first.unwrap_or_default()],
    }
}

/// Operations and their variants: those of the kernels in the order of that list, then others in the order of the record.
fn cases(rows: &[Row]) -> Vec<(&str, &str)> {
    let mut cases: Vec<(&str, &str)> = OPERATIONS.iter().map(|operation| (operation.id, operation.variant)).collect();
    for row in rows {
        let case = (row.operation.as_str(), row.variant.as_str());
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    cases
}
