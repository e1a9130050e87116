//! Which part of a program uses which, and why.

use crate::circle::{Edges, circle};
use crate::finding::Finding;
use std::collections::BTreeMap;

/// Who uses whom, with a reason for each arrow.
#[derive(Default)]
pub(super) struct Graph {
    edges: Edges,
    /// The file that makes an arrow, and what it names.
    reasons: BTreeMap<(String, String), (String, String)>,
}

impl Graph {
    /// Adds that `file`, a file of `user`, names `name`, a part of `used`.
    pub(super) fn add(&mut self, user: &str, used: &str, file: &str, name: &str) {
        if user != used {
            self.edges.entry(user.to_owned()).or_default().insert(used.to_owned());
            let arrow = (user.to_owned(), used.to_owned());
            self.reasons.entry(arrow).or_insert_with(|| (file.to_owned(), name.to_owned()));
        }
    }

    /// The first circle, with a reason for each of its arrows.
    pub(super) fn finding(&self, parts: &str) -> Option<Finding> {
        let circle = circle(&self.edges)?;
        let reasons = circle.windows(2).map(|arrow| &self.reasons[&(arrow[0].clone(), arrow[1].clone())]);
        let reasons: Vec<_> = reasons.map(|(file, name)| format!("{file} names {name}")).collect();
        let says = format!("{parts} in a circle: {}; {}", circle.join(" -> "), reasons.join(", "));
        Some(Finding::new(&self.reasons[&(circle[0].clone(), circle[1].clone())].0, 0, says))
    }
}
