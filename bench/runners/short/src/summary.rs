//! The table of `docs/speed.md`: for each operation and group of rows, how many times as fast as the fastest peer each tier is.

use crate::subject::Subject;
use stringmill::Tier;

/// The groups of rows, and the longest text of each. Words come first, without a length.
const GROUPS: [(&str, usize); 4] =
    [("words and values", 0), ("3 to 20 bytes", 20), ("30 to 64 bytes", 64), ("100 to 400 bytes", 400)];

#[derive(Default)]
pub(crate) struct Summary {
    lines: Vec<String>,
}

impl Summary {
    /// Adds the groups of an operation. `rows` are names, and the time of each subject. Conversions run on the best tier alone, and
    /// each is an operation of its own: they have no line.
    pub(crate) fn add(&mut self, operation: &str, subjects: &[Subject<'_>], rows: &[(String, Vec<f64>)]) {
        let tier_of = |subject: &Subject<'_>| Tier::available().any(|tier| tier.name() == subject.name);
        let is_peer = |subject: &Subject<'_>| {
            let other_ways = [crate::records::PACK, crate::escape::TRUSTED];
            !tier_of(subject) && !subject.name.starts_with("C ") && !other_ways.contains(&subject.name.as_str())
        };
        if !subjects.iter().any(tier_of) {
            return;
        }
        let peers: Vec<_> =
            subjects.iter().filter(|&subject| is_peer(subject)).map(|peer| peer.name.as_str()).collect();
        for (group, longest) in GROUPS {
            let of_group: Vec<_> = rows.iter().filter(|(row, _)| longest_of(row) == Some(longest)).collect();
            if of_group.is_empty() {
                continue;
            }
            let ratios = |name: &str| -> Option<Vec<f64>> {
                let place = subjects.iter().position(|subject| subject.name == name)?;
                let fastest = |nanos: &[f64]| {
                    let peers = subjects.iter().zip(nanos).filter(|(subject, _)| is_peer(subject));
                    peers.map(|(_, nanos)| *nanos).fold(f64::INFINITY, f64::min)
                };
                Some(of_group.iter().map(|(_, nanos)| fastest(nanos) / nanos[place]).collect())
            };
            let tiers = highest_first();
            let of_tier = |tier: &Tier| cell(&ratios(tier.name()).expect("each tier is measured"));
            let cells: Vec<_> = tiers.iter().map(of_tier).collect();
            self.lines.push(format!("| {operation}, {group} | {} | {} |", peers.join(", "), cells.join(" | ")));
            if let Some(trusted) = ratios(crate::escape::TRUSTED) {
                let others = " |".repeat(tiers.len() - 1);
                let peers = peers.join(", ");
                self.lines
                    .push(format!("| {operation} of trusted text, {group} | {peers} | {} |{others}", cell(&trusted)));
            }
        }
    }

    /// The table in Markdown.
    pub(crate) fn print(&self) {
        let tiers: Vec<_> = highest_first().into_iter().map(|tier| tier.name()).collect();
        println!("\n| operation, texts | peers | {} |", tiers.join(" | "));
        println!("|---|---|{}", "---:|".repeat(tiers.len()));
        for line in &self.lines {
            println!("{line}");
        }
    }
}

fn highest_first() -> Vec<Tier> {
    let mut tiers: Vec<_> = Tier::available().collect();
    tiers.reverse();
    tiers
}

/// The longest text of the group that a row belongs to, if there is one.
fn longest_of(row: &str) -> Option<usize> {
    let len = row.rsplit_once('-').and_then(|(_, len)| len.parse().ok()).unwrap_or(0);
    GROUPS.iter().map(|group| group.1).find(|&longest| len <= longest)
}

/// The geometric mean, and the lowest ratio.
fn cell(ratios: &[f64]) -> String {
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    format!("{mean:.2} ({lowest:.2})")
}
