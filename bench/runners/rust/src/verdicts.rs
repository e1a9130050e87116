//! Which goals a record meets.

use crate::goals::{Bound, Goal, of_record};
use crate::row::{Row, lengths};
use std::fmt::Write;
use stringmill_measure::length_name;

impl Bound {
    fn text(self) -> String {
        match self {
            Bound::Faster(ratio) => format!(">= {ratio} x"),
            Bound::Gbps(rate) => format!(">= {rate} GB/s"),
            Bound::Extra(time) => format!("<= {time} ns"),
            Bound::Bytes(bytes) => format!("<= {bytes} B"),
            Bound::Memory(share) => format!("<= {share} memory"),
        }
    }

    /// The figure of our row beside those of the peers.
    fn figure(self, ours: &Row, peers: &[&Row]) -> Option<f64> {
        match self {
            Bound::Faster(_) => {
                let ratio = |row: &&Row| row.ratio.unwrap_or(row.timing.median / ours.timing.median);
                peers.iter().map(ratio).reduce(f64::min)
            }
            Bound::Gbps(_) => Some(ours.gbps()),
            Bound::Extra(_) => {
                let best = peers.iter().map(|row| row.timing.median).reduce(f64::min);
                Some(ours.timing.median - best?)
            }
            Bound::Bytes(_) => ours.allocated,
            Bound::Memory(_) => {
                let least = peers.iter().filter_map(|row| row.allocated).reduce(f64::min);
                Some(ours.allocated? / least?)
            }
        }
    }

    /// The worse of two figures.
    fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Bound::Extra(_) | Bound::Bytes(_) | Bound::Memory(_) => one.max(other),
            Bound::Faster(_) | Bound::Gbps(_) => one.min(other),
        }
    }

    fn is_met_by(self, figure: f64) -> bool {
        match self {
            Bound::Faster(least) | Bound::Gbps(least) => figure >= least,
            Bound::Extra(most) | Bound::Bytes(most) | Bound::Memory(most) => figure <= most,
        }
    }
}

/// A line for each goal that the record measures: met or missed, the worst figure at the lengths that count, and the figures
/// at all lengths.
pub(crate) fn table(record: &str, rows: &[Row]) -> Result<String, String> {
    let lengths = lengths(rows);
    let mut out = String::from("  verdict  kernels goal         worst  case");
    // Writing to a string cannot fail.
    let _ = write!(out, "{:>40}", "");
    lengths.iter().for_each(|&len| {
        let _ = write!(out, "{:>9}", length_name(len));
    });
    let (mut met, mut missed) = (0, 0);
    let mut title = String::new();
    for goal in of_record(record)?.into_iter().filter(|goal| goal.is_measured(rows)) {
        if goal.title != title {
            let _ = write!(out, "\n{}", goal.title);
            title.clone_from(&goal.title);
        }
        let verdict = goal.line(rows, &lengths, &mut out);
        met += usize::from(verdict == Some(true));
        missed += usize::from(verdict == Some(false));
    }
    let _ = writeln!(out, "\n{met} met, {missed} missed. An asterisk marks the lengths that count.");
    Ok(out)
}

impl Goal {
    /// Whether the record has the case at all. A run of some cases has the others not.
    fn is_measured(&self, rows: &[Row]) -> bool {
        rows.iter().any(|row| self.is_about(row))
    }

    fn is_about(&self, row: &Row) -> bool {
        row.operation == self.operation && row.variant == self.variant && row.content == self.content
    }

    /// Writes one line. Returns whether the goal is met, or `None` if nothing that counts was measured.
    fn line(&self, rows: &[Row], lengths: &[usize], out: &mut String) -> Option<bool> {
        let [from, to] = self.lengths;
        let mut worst: Option<f64> = None;
        let mut figures = String::new();
        for &len in lengths {
            let counts = (from..=to).contains(&len);
            let figure = self.figure(rows, len);
            if let (true, Some(figure)) = (counts, figure) {
                worst = Some(worst.map_or(figure, |worst| self.bound.worse(worst, figure)));
            }
            let shown = figure.map_or("-".into(), |figure| format!("{figure:.2}{}", if counts { "*" } else { " " }));
            let _ = write!(figures, "{shown:>9}");
        }
        let verdict = worst.map(|worst| self.bound.is_met_by(worst));
        let word = verdict.map_or("not run", |met| if met { "met" } else { "MISSED" });
        let case = format!("{} {} {}", self.operation, self.variant, self.content);
        let peers = self.peers.join(", ");
        let case = if peers.is_empty() { case } else { format!("{case} / {peers}") };
        let worst = worst.map_or("-".into(), |worst| format!("{worst:.2}"));
        let (kernels, bound) = (&self.kernels, self.bound.text());
        let _ = write!(out, "\n  {word:<8} {kernels:<7} {bound:<12} {worst:>6}  {case:<44}{figures}");
        verdict
    }

    fn figure(&self, rows: &[Row], len: usize) -> Option<f64> {
        let here: Vec<&Row> = rows.iter().filter(|row| self.is_about(row) && row.length == len).collect();
        let ours = here.iter().find(|row| row.subject == format!("stringmill {}", self.kernels))?;
        let counts = |row: &&&Row| {
            let named = self.peers.iter().any(|peer| peer == row.peer().0);
            row.stands_beside(&ours.subject) && if self.peers.is_empty() { row.is_peer() } else { named }
        };
        let peers: Vec<&Row> = here.iter().filter(counts).copied().collect();
        self.bound.figure(ours, &peers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::{BENCH, from_toml};
    use std::path::Path;
    use stringmill_measure::LENGTHS;
    use toml::{Table, Value};

    fn has(row: &Value, key: &str, text: &str) -> bool {
        row.get(key).and_then(Value::as_array).into_iter().flatten().any(|one| one.as_str() == Some(text))
    }

    fn has_number(row: &Value, key: &str, number: usize) -> bool {
        row.get(key).and_then(Value::as_array).into_iter().flatten().any(|one| one.as_integer() == Some(number as i64))
    }

    fn cases(path: &str, key: &str) -> Vec<Value> {
        let table: Table = from_toml(path).unwrap();
        table[key].as_array().unwrap().clone()
    }

    /// A goal on a case without a benchmark would never be missed.
    #[test]
    fn every_goal_of_the_kernels_is_measured() {
        let cases = cases("cases/kernels.toml", "case");
        for goal in of_record("kernels").unwrap() {
            let measures = |case: &&Value| {
                case["operation"].as_str() == Some(&goal.operation)
                    && case["variant"].as_str() == Some(&goal.variant)
                    && has(case, "contents", &goal.content)
            };
            assert!(cases.iter().any(|case| measures(&case)), "{goal:?}");
            assert!(goal.lengths.iter().all(|len| LENGTHS.contains(len)), "{goal:?}");
        }
    }

    /// In Java a setting and a release make the variant.
    #[test]
    fn every_goal_of_java_is_measured() {
        let cases = cases("cases/java.toml", "cases");
        for goal in of_record("java").unwrap().into_iter().filter(|goal| !goal.operation.starts_with("mixed ")) {
            let (setting, release) = goal.variant.rsplit_once(" jdk").unwrap();
            let counted = matches!(goal.bound, Bound::Bytes(_) | Bound::Memory(_));
            let measures = |case: &&Value| {
                let contents = if case.get("documents").is_some() { "documents" } else { "contents" };
                case["operation"].as_str() == Some(&goal.operation)
                    && has(case, "settings", setting)
                    && has(case, contents, &goal.content)
                    && has_number(case, "releases", release.parse().unwrap())
                    && goal.lengths.iter().all(|&len| has_number(case, "lengths", len))
                    && case["subjects"].get(format!("stringmill {}", goal.kernels)).is_some()
                    && (!counted || goal.lengths.iter().all(|&len| has_number(case, "garbage", len)))
            };
            assert!(cases.iter().any(|case| measures(&case)), "{goal:?}");
        }
    }

    /// The program of one process has its rows in its source: a name and then lengths.
    #[test]
    fn every_goal_of_mixed_text_is_measured() {
        let folder =
            Path::new(BENCH).join("../java/stringmill-benchmarks/src/main/java/io/github/stringmill/benchmarks");
        let source = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let (operations, texts) = (source("MixedOperation.java"), source("MixedText.java"));
        let settings = source("MixedSettings.java");
        let contents = texts.split_once("CONTENTS =").and_then(|(_, rest)| rest.split_once("private")).unwrap().0;
        for goal in of_record("java").unwrap() {
            let Some(label) = goal.operation.strip_prefix("mixed ") else { continue };
            let (_, row) = operations.split_once(&format!("(\"{label}\", ")).unwrap();
            let row = row.split_once("/**").unwrap_or((row, "")).0;
            let lengths: Vec<usize> =
                row.split(|it: char| !it.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            assert!(goal.lengths.iter().all(|length| lengths.contains(length)), "{goal:?}");
            assert!(contents.contains(&format!("\"{}\"", goal.content)), "{goal:?}");
            let (setting, release) = goal.variant.rsplit_once(' ').unwrap_or(("default", goal.variant.as_str()));
            let constant = setting.to_uppercase().replace('-', "_");
            assert!(settings.contains(&format!("    {constant}(builder ->")), "{goal:?}");
            let measured = [("default", "jdk17"), ("default", "jdk25"), ("best", "jdk25")];
            assert!(measured.contains(&(&*goal.kernels, release)), "{goal:?}");
            assert!(setting == "default" || goal.kernels == "default", "{goal:?}");
        }
    }

    /// In PHP settings are the variants; several cases may measure the lengths of one goal.
    #[test]
    fn every_goal_of_php_is_measured() {
        let cases = cases("cases/php.toml", "cases");
        for goal in of_record("php").unwrap() {
            let about = |case: &&Value| {
                case["operation"].as_str() == Some(&goal.operation)
                    && has(case, "settings", &goal.variant)
                    && has(case, "contents", &goal.content)
            };
            let key = if matches!(goal.bound, Bound::Memory(_)) { "memory" } else { "lengths" };
            let measured = |len| cases.iter().filter(about).any(|case| has_number(case, key, len));
            assert!(goal.lengths.into_iter().all(measured), "{goal:?}");
            assert_eq!(goal.peers, ["PHP"], "{goal:?}");
        }
    }

    /// In .NET runtimes are the variants, and all are measured.
    #[test]
    fn every_goal_of_dotnet_is_measured() {
        let cases = cases("cases/dotnet.toml", "cases");
        for goal in of_record("dotnet").unwrap() {
            let measured = |len| {
                cases.iter().any(|case| {
                    has(case, "operations", &goal.operation)
                        && has(case, "contents", &goal.content)
                        && has_number(case, "lengths", len)
                })
            };
            assert!(goal.lengths.into_iter().all(measured), "{goal:?}");
            let runtimes = ["coreclr-3.1", "coreclr-8.0", "mono-jit", "mono-interpreter"];
            assert!(runtimes.contains(&goal.variant.as_str()), "{goal:?}");
            assert!(["native", "pure"].contains(&goal.kernels.as_str()), "{goal:?}");
            assert_eq!(goal.peers, ["System.Text.Json"], "{goal:?}");
        }
    }

    /// A peer that runs beside each tier in a process of its own is compared there alone.
    #[test]
    fn a_peer_counts_beside_its_tier() {
        let rows: Vec<Row> = [
            "json_encode,none,clean,400,stringmill avx512,400,10,1,1,500",
            "json_encode,none,clean,400,PHP beside avx512,400,90,1,1,500",
            "json_encode,none,clean,400,simdjson_php beside avx512,400,1,1,1,",
            "json_encode,none,clean,400,stringmill avx2,400,10,1,1,",
            "json_encode,none,clean,400,PHP beside avx2,400,100,1,1,",
        ]
        .map(row)
        .into();
        let report = table("2026-01-01-php", &rows).unwrap();
        assert!(report.contains("MISSED   avx512  >= 10 x        9.00"), "{report}");
        assert!(report.contains("met      avx2    >= 9 x        10.00"), "{report}");
    }

    /// The medians alone would give 6.
    #[test]
    fn ratios_of_rounds_count() {
        let rows: Vec<Row> = [
            "o,-,x,8,stringmill native,10,10,1,1,,,",
            "o,-,x,8,System.Text.Json beside native,10,60,1,1,7.50,7.00,8.00",
        ]
        .map(row)
        .into();
        let mut out = String::new();
        assert_eq!(goal("native", 7.0).line(&rows, &[8], &mut out), Some(true), "{out}");
        assert!(out.contains("native  >= 7 x         7.50"), "{out}");
    }

    fn goal(kernels: &str, ratio: f64) -> Goal {
        Goal {
            title: "a".into(),
            operation: "o".into(),
            variant: "-".into(),
            content: "x".into(),
            lengths: [8, 16],
            peers: Vec::new(),
            kernels: kernels.into(),
            bound: Bound::Faster(ratio),
        }
    }

    fn row(line: &str) -> Row {
        Row::parse(line).unwrap()
    }

    #[test]
    fn the_worst_figure_counts() {
        let mut rows: Vec<Row> = [(4, 1.0), (8, 3.0), (16, 2.0), (32, 1.0)]
            .iter()
            .flat_map(|(len, best)| {
                let ours = format!("o,-,x,{len},stringmill avx2,{len},10,10,10");
                let peer = format!("o,-,x,{len},peer,{len},{},1,1", 10.0 * best);
                [row(&ours), row(&peer), row(&format!("o,-,x,{len},other,{len},99,1,1"))]
            })
            .collect();
        let lengths = lengths(&rows);
        let mut out = String::new();
        assert_eq!(goal("avx2", 2.0).line(&rows, &lengths, &mut out), Some(true), "{out}");
        assert!(out.contains("met") && out.contains("2.00*") && out.contains("1.00 "), "{out}");
        rows.push(row("o,-,x,16,better,16,19,1,1"));
        assert_eq!(goal("avx2", 2.0).line(&rows, &lengths, &mut out), Some(false), "{out}");
        assert_eq!(goal("avx512", 2.0).line(&rows, &lengths, &mut out), None, "{out}");
    }
}
