//! A line of a record.

use stringmill_measure::Timing;

/// One subject on one content and length.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) operation: String,
    pub(crate) variant: String,
    pub(crate) content: String,
    pub(crate) length: usize,
    pub(crate) subject: String,
    /// Bytes of one input.
    pub(crate) bytes: f64,
    pub(crate) timing: Timing,
    /// Bytes that a call allocates, if they were counted.
    pub(crate) allocated: Option<f64>,
    /// The median over rounds of the time of a peer divided by ours, if it was kept.
    pub(crate) ratio: Option<f64>,
}

/// The lengths that rows have, from the shortest on.
pub(crate) fn lengths(rows: &[Row]) -> Vec<usize> {
    rows.iter().map(|row| row.length).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

impl Row {
    /// The case, for any length and subject.
    pub(crate) fn case(&self) -> [String; 3] {
        [&self.operation, &self.variant, &self.content].map(String::clone)
    }

    /// Whether it is a peer with the same output.
    pub(crate) fn is_peer(&self) -> bool {
        !self.subject.starts_with("stringmill") && !["memcpy", "word loop", "simdjson_php"].contains(&self.peer().0)
    }

    /// The name of a peer, and of a peer that ran in a process for one tier, that tier: `PHP beside avx2`.
    pub(crate) fn peer(&self) -> (&str, Option<&str>) {
        match self.subject.split_once(" beside ") {
            Some((name, tier)) => (name, Some(tier)),
            None => (&self.subject, None),
        }
    }

    /// Whether it can be compared with this subject of ours: it did not run in a process for another tier.
    pub(crate) fn stands_beside(&self, ours: &str) -> bool {
        self.peer().1.is_none_or(|tier| ours == format!("stringmill {tier}"))
    }

    /// Bytes of input in a nanosecond.
    pub(crate) fn gbps(&self) -> f64 {
        self.bytes / self.timing.median
    }

    /// Reads a line of a `.csv`. Only some records count allocated bytes, or compare by rounds.
    pub(crate) fn parse(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        let (&[operation, variant, content, length, subject, bytes, median, quarter, three_quarters], rest) =
            fields.split_first_chunk()?;
        let (allocated, ratio) = match rest {
            [] | [""] | ["", "", ""] => (None, None),
            [bytes] => (Some(bytes.parse().ok()?), None),
            [ratio, _, _] => (None, Some(ratio.parse().ok()?)),
            _ => return None,
        };
        Some(Row {
            operation: operation.into(),
            variant: variant.into(),
            content: content.into(),
            length: length.parse().ok()?,
            subject: subject.into(),
            bytes: bytes.parse().ok()?,
            timing: Timing {
                median: median.parse().ok()?,
                quarter: quarter.parse().ok()?,
                three_quarters: three_quarters.parse().ok()?,
            },
            allocated,
            ratio,
        })
    }
}
