//! Circles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// Who uses whom.
pub(crate) type Edges = BTreeMap<String, BTreeSet<String>>;

/// One cycle in `edges`, with its first node repeated at the end, or `None`.
pub(crate) fn circle(edges: &Edges) -> Option<Vec<String>> {
    let mut left = edges.clone();
    // A node without edges to remaining nodes is not in a cycle.
    loop {
        let on: BTreeSet<String> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, used| used.iter().any(|used| on.contains(used)));
        if left.len() == before {
            break;
        }
    }
    let mut path = vec![left.keys().next()?.clone()];
    loop {
        let next = left[path.last()?].iter().find(|used| left.contains_key(*used))?.clone();
        if let Some(start) = path.iter().position(|node| *node == next) {
            path.drain(..start);
            path.push(next);
            return Some(path);
        }
        path.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(pairs: &[(&str, &str)]) -> Edges {
        let mut edges = Edges::new();
        for (from, to) in pairs {
            edges.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        edges
    }

    #[test]
    fn a_tree_has_no_circle() {
        assert_eq!(circle(&edges(&[("a", "b"), ("a", "c"), ("b", "c"), ("c", "d")])), None);
    }

    #[test]
    fn a_circle_is_shown_without_the_way_to_it() {
        let found = circle(&edges(&[("a", "b"), ("b", "c"), ("c", "d"), ("d", "b"), ("c", "e")])).unwrap();
        assert_eq!(found, ["b", "c", "d", "b"]);
    }

    #[test]
    fn a_node_that_uses_itself_is_a_circle() {
        assert_eq!(circle(&edges(&[("a", "a")])).unwrap(), ["a", "a"]);
    }
}
