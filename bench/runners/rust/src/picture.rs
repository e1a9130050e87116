//! A picture of a record: how many times faster we are than the best peer, on every content and length.

use crate::row::Row;
use stringmill_measure::{Cell, Chart, Group, LENGTHS, OPERATIONS, Operation, length_name};

/// The picture of the rows of a record of this name, on this processor.
pub(crate) fn picture(rows: &[Row], record: &str, processor: &str) -> Chart {
    // Ours come first in every case, the highest tier before the others.
    let ours = rows.first().map(|row| row.subject.clone()).unwrap_or_default();
    let mut groups = Vec::new();
    for (operation, variant) in cases(rows) {
        let of: Vec<&Row> = rows.iter().filter(|row| row.operation == operation && row.variant == variant).collect();
        let mut contents: Vec<&str> = of.iter().map(|row| row.content.as_str()).collect();
        contents.dedup();
        let drawn = contents.iter().map(|content| {
            let cell = |len: &usize| {
                let here: Vec<_> = of.iter().filter(|row| row.content == *content && row.length == *len).collect();
                let time = here.iter().find(|row| row.subject == ours)?.timing.median;
                let best = here.iter().filter(|row| row.is_peer()).map(|row| row.timing.median).reduce(f64::min)?;
                Some(Cell::ratio(best / time))
            };
            ((*content).to_owned(), LENGTHS.iter().map(cell).collect())
        });
        let rows: Vec<(String, Vec<Option<Cell>>)> = drawn.collect();
        if !rows.is_empty() {
            let about = Operation::find(operation, variant).map_or(variant, |operation| operation.about);
            groups.push(Group { title: format!("{operation}: {about}"), rows });
        }
    }
    Chart {
        title: "Times faster than the best peer".into(),
        about: vec![
            format!(
                "Time of the best peer / time of {ours}; blue: we are faster, orange: a peer is. Columns: units of input."
            ),
            format!("{processor}. All peers and figures: {record}.csv and .txt."),
        ],
        columns: LENGTHS.iter().map(|&len| length_name(len).replace(' ', "")).collect(),
        groups,
    }
}

/// Operations and their variants: those of the kernels in the order of that list, then others as they come.
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
