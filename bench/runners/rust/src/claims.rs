//! Which of the demanded ratios a record reaches.

use crate::folder::from_toml;
use crate::row::{Row, lengths};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use stringmill_measure::length_name;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Targets {
    target: Vec<Target>,
}

/// One demand; `bench/cases/targets.toml` says what the fields are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    about: String,
    operation: String,
    variant: String,
    contents: Vec<String>,
    lengths: [usize; 2],
    #[serde(default)]
    peers: Vec<String>,
    #[serde(default)]
    at_least: BTreeMap<String, f64>,
    #[serde(default)]
    gbps: BTreeMap<String, f64>,
    #[serde(default)]
    at_most_ns: BTreeMap<String, f64>,
    #[serde(default)]
    at_most_bytes: BTreeMap<String, f64>,
    #[serde(default)]
    at_most_memory: BTreeMap<String, f64>,
}

/// How the figures of a target are to be read.
#[derive(Clone, Copy)]
enum Demand {
    AtLeast(f64),
    Gbps(f64),
    AtMostNs(f64),
    AtMostBytes(f64),
    AtMostMemory(f64),
}

impl Demand {
    fn says(self) -> String {
        match self {
            Demand::AtLeast(ratio) => format!(">= {ratio} x"),
            Demand::Gbps(rate) => format!(">= {rate} GB/s"),
            Demand::AtMostNs(time) => format!("<= {time} ns"),
            Demand::AtMostBytes(bytes) => format!("<= {bytes} B"),
            Demand::AtMostMemory(share) => format!("<= {share} memory"),
        }
    }

    /// The figure of our row beside those of the others.
    fn figure(self, ours: &Row, others: &[&Row]) -> Option<f64> {
        match self {
            Demand::AtLeast(_) => {
                let ratio = |row: &&Row| row.ratio.unwrap_or(row.timing.median / ours.timing.median);
                others.iter().map(ratio).reduce(f64::min)
            }
            Demand::Gbps(_) => Some(ours.gbps()),
            Demand::AtMostNs(_) => {
                let best = others.iter().map(|row| row.timing.median).reduce(f64::min);
                Some(ours.timing.median - best?)
            }
            Demand::AtMostBytes(_) => ours.allocated,
            Demand::AtMostMemory(_) => {
                let least = others.iter().filter_map(|row| row.allocated).reduce(f64::min);
                Some(ours.allocated? / least?)
            }
        }
    }

    /// Of two figures, the one that is harder to accept.
    fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Demand::AtMostNs(_) | Demand::AtMostBytes(_) | Demand::AtMostMemory(_) => one.max(other),
            Demand::AtLeast(_) | Demand::Gbps(_) => one.min(other),
        }
    }

    fn is_met_by(self, figure: f64) -> bool {
        match self {
            Demand::AtLeast(least) | Demand::Gbps(least) => figure >= least,
            Demand::AtMostNs(most) | Demand::AtMostBytes(most) | Demand::AtMostMemory(most) => figure <= most,
        }
    }
}

/// The file of demands on the record of this name.
fn targets_of(record: &str) -> &'static str {
    match record.rsplit('-').next() {
        Some("java") => "cases/java-targets.toml",
        Some("php") => "cases/php-targets.toml",
        Some("dotnet") => "cases/dotnet-targets.toml",
        _ => "cases/targets.toml",
    }
}

/// A line for each target, tier and content: reached or missed, with the worst of the figures that count, and the figures
/// of all lengths.
pub(crate) fn table(record: &str, rows: &[Row]) -> Result<String, String> {
    let targets: Targets = from_toml(targets_of(record))?;
    let lengths = lengths(rows);
    let mut out = String::from("  verdict  tier    demand        worst  case");
    let _ = write!(out, "{:>40}", "");
    lengths.iter().for_each(|&len| {
        let _ = write!(out, "{:>9}", length_name(len));
    });
    let (mut reached, mut missed) = (0, 0);
    for target in &targets.target {
        if !target.contents.iter().any(|content| target.is_measured(rows, content)) {
            continue;
        }
        let _ = write!(out, "\n{}", target.about);
        for (tier, demand) in target.demands() {
            for content in target.contents.iter().filter(|content| target.is_measured(rows, content)) {
                let verdict = target.line(rows, &lengths, (&tier, demand), content, &mut out);
                reached += usize::from(verdict == Some(true));
                missed += usize::from(verdict == Some(false));
            }
        }
    }
    let _ = writeln!(out, "\n{reached} reached, {missed} missed. An asterisk marks the lengths that count.");
    Ok(out)
}

impl Target {
    fn demands(&self) -> impl Iterator<Item = (String, Demand)> {
        let of = |map: &BTreeMap<String, f64>, make: fn(f64) -> Demand| {
            map.iter().rev().map(|(tier, &value)| (tier.clone(), make(value))).collect::<Vec<_>>()
        };
        let mut all = of(&self.at_least, Demand::AtLeast);
        all.extend(of(&self.gbps, Demand::Gbps));
        all.extend(of(&self.at_most_ns, Demand::AtMostNs));
        all.extend(of(&self.at_most_bytes, Demand::AtMostBytes));
        all.extend(of(&self.at_most_memory, Demand::AtMostMemory));
        // By name, but avx512 before avx2.
        all.sort_by_key(|(tier, _)| tier != "avx512");
        all.into_iter()
    }

    /// Whether the record has the case at all; a run of some cases has not.
    fn is_measured(&self, rows: &[Row], content: &str) -> bool {
        rows.iter().any(|row| row.operation == self.operation && row.variant == self.variant && row.content == content)
    }

    /// Writes one line; whether it was reached, if it was measured.
    fn line(
        &self,
        rows: &[Row],
        lengths: &[usize],
        (tier, demand): (&str, Demand),
        content: &str,
        out: &mut String,
    ) -> Option<bool> {
        let [from, to] = self.lengths;
        let mut worst: Option<f64> = None;
        let mut figures = String::new();
        for &len in lengths {
            let counts = (from..=to).contains(&len);
            let figure = self.figure(rows, tier, demand, content, len);
            if let (true, Some(figure)) = (counts, figure) {
                worst = Some(worst.map_or(figure, |worst| demand.worse(worst, figure)));
            }
            let shown = figure.map_or("-".into(), |figure| format!("{figure:.2}{}", if counts { "*" } else { " " }));
            let _ = write!(figures, "{shown:>9}");
        }
        let verdict = worst.map(|worst| demand.is_met_by(worst));
        let says = verdict.map_or("not run", |met| if met { "reached" } else { "MISSED" });
        let case = format!("{} {} {content}", self.operation, self.variant);
        let against = self.peers.join(", ");
        let case = if against.is_empty() { case } else { format!("{case} / {against}") };
        let worst = worst.map_or("-".into(), |worst| format!("{worst:.2}"));
        let _ = write!(out, "\n  {says:<8} {tier:<7} {:<12} {worst:>6}  {case:<44}{figures}", demand.says());
        verdict
    }

    fn figure(&self, rows: &[Row], tier: &str, demand: Demand, content: &str, len: usize) -> Option<f64> {
        let here = |row: &&Row| {
            row.operation == self.operation
                && row.variant == self.variant
                && row.content == content
                && row.length == len
        };
        let here: Vec<&Row> = rows.iter().filter(here).collect();
        let ours = here.iter().find(|row| row.subject == format!("stringmill {tier}"))?;
        let counts = |row: &&&Row| {
            let named = self.peers.iter().any(|peer| peer == row.peer().0);
            row.stands_beside(&ours.subject) && if self.peers.is_empty() { row.is_peer() } else { named }
        };
        let others: Vec<&Row> = here.iter().filter(counts).copied().collect();
        demand.figure(ours, &others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stringmill_measure::LENGTHS;
    use toml::{Table, Value};

    fn texts<'t>(row: &'t Value, key: &str) -> Vec<&'t str> {
        row[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A target on a case that nobody measures would never be missed.
    #[test]
    fn every_target_is_measured() {
        let cases: Table = from_toml("cases/kernels.toml").unwrap();
        let targets: Targets = from_toml("cases/targets.toml").unwrap();
        for target in &targets.target {
            let case = cases["case"].as_array().unwrap().iter().find(|case| {
                case["operation"].as_str() == Some(&target.operation)
                    && case["variant"].as_str() == Some(&target.variant)
            });
            let contents = texts(case.unwrap_or_else(|| panic!("no case for '{}'", target.about)), "contents");
            for content in &target.contents {
                assert!(contents.contains(&content.as_str()), "'{}' is not measured on {content}", target.about);
            }
            assert!(target.lengths.iter().all(|len| LENGTHS.contains(len)), "{}", target.about);
            assert_eq!(target.demands().count().min(1), 1, "'{}' demands nothing", target.about);
        }
    }

    /// The same of Java, where a setting and a release make the variant.
    #[test]
    fn every_target_of_java_is_measured() {
        let cases: Table = from_toml("cases/java.toml").unwrap();
        let targets: Targets = from_toml("cases/java-targets.toml").unwrap();
        for target in &targets.target {
            let measures = |case: &&Value| {
                let (setting, release) = target.variant.rsplit_once(" jdk").unwrap();
                let all =
                    |key: &str, wanted: &[String]| wanted.iter().all(|one| texts(case, key).contains(&one.as_str()));
                let numbers = |key: &str| case[key].as_array().unwrap().iter().filter_map(Value::as_integer).collect();
                let (releases, lengths): (Vec<_>, Vec<_>) = (numbers("releases"), numbers("lengths"));
                case["operation"].as_str() == Some(&target.operation)
                    && all("settings", &[setting.into()])
                    && all(if case.get("documents").is_some() { "documents" } else { "contents" }, &target.contents)
                    && releases.contains(&release.parse().unwrap())
                    && target.lengths.iter().all(|&len| lengths.contains(&(len as i64)))
            };
            let case = cases["cases"].as_array().unwrap().iter().find(measures);
            let case = case.unwrap_or_else(|| panic!("no case for '{}', {}", target.about, target.variant));
            for (kernels, demand) in target.demands() {
                let subject = case["subjects"].get(format!("stringmill {kernels}"));
                assert!(subject.is_some(), "'{}' asks for {kernels}, which is not measured", target.about);
                let counted = case.get("garbage").and_then(Value::as_array);
                let counts = |&len| counted.is_some_and(|all| all.contains(&Value::Integer(len as i64)));
                if matches!(demand, Demand::AtMostBytes(_) | Demand::AtMostMemory(_)) {
                    assert!(target.lengths.iter().all(counts), "'{}' is not counted", target.about);
                }
            }
            assert_ne!(target.demands().count(), 0, "'{}' demands nothing", target.about);
        }
    }

    /// The same of PHP, where settings are the variants.
    #[test]
    fn every_target_of_php_is_measured() {
        let cases: Table = from_toml("cases/php.toml").unwrap();
        let targets: Targets = from_toml("cases/php-targets.toml").unwrap();
        for target in &targets.target {
            for content in &target.contents {
                let measured: Vec<&Value> = cases["cases"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|case| {
                        case["operation"].as_str() == Some(&target.operation)
                            && texts(case, "settings").contains(&target.variant.as_str())
                            && texts(case, "contents").contains(&content.as_str())
                    })
                    .collect();
                let has = |key: &str, len: usize| {
                    let listed = measured.iter().filter_map(|case| case.get(key)?.as_array());
                    listed.flatten().any(|one| one.as_integer() == Some(len as i64))
                };
                assert!(target.lengths.iter().all(|&len| has("lengths", len)), "'{}', {content}", target.about);
                if target.demands().any(|(_, demand)| matches!(demand, Demand::AtMostMemory(_))) {
                    assert!(target.lengths.iter().all(|&len| has("memory", len)), "'{}', {content}", target.about);
                }
            }
            assert_eq!(target.peers, ["PHP"], "'{}'", target.about);
            assert_ne!(target.demands().count(), 0, "'{}' demands nothing", target.about);
        }
    }

    /// The same of .NET, where runtimes are the variants, and all are measured.
    #[test]
    fn every_target_of_dotnet_is_measured() {
        let cases: Table = from_toml("cases/dotnet.toml").unwrap();
        let targets: Targets = from_toml("cases/dotnet-targets.toml").unwrap();
        for target in &targets.target {
            let pairs = target.contents.iter().flat_map(|one| target.lengths.iter().map(move |len| (one, len)));
            for (content, &len) in pairs {
                let measures = |case: &&Value| {
                    let lengths = case["lengths"].as_array().unwrap();
                    texts(case, "operations").contains(&target.operation.as_str())
                        && texts(case, "contents").contains(&content.as_str())
                        && lengths.contains(&Value::Integer(len as i64))
                };
                let case = cases["cases"].as_array().unwrap().iter().find(measures);
                assert!(case.is_some(), "'{}' is not measured on {content}, {len}", target.about);
            }
            let runtimes = ["coreclr-3.1", "coreclr-8.0", "mono-jit", "mono-interpreter"];
            assert!(runtimes.contains(&target.variant.as_str()), "'{}'", target.about);
            assert_eq!(target.peers, ["System.Text.Json"], "'{}'", target.about);
            let kernels = |(name, _): (String, Demand)| ["native", "pure"].contains(&name.as_str());
            assert!(target.demands().count() > 0 && target.demands().all(kernels), "'{}'", target.about);
        }
    }

    /// A peer that stands beside each tier in a process of its own is compared there alone.
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
        let said = table("2026-01-01-php", &rows).unwrap();
        assert!(said.contains("MISSED   avx512  >= 10 x        9.00"), "{said}");
        assert!(said.contains("reached  avx2    >= 9 x        10.00"), "{said}");
    }

    /// The medians alone would say 6.
    #[test]
    fn what_was_compared_by_rounds_counts() {
        let rows: Vec<Row> = [
            "serialize,coreclr-3.1,clean,10,stringmill native,10,10,1,1,,,",
            "serialize,coreclr-3.1,clean,10,System.Text.Json beside native,10,60,1,1,7.50,7.00,8.00",
        ]
        .map(row)
        .into();
        let said = table("2026-01-01-dotnet", &rows).unwrap();
        assert!(said.contains("reached  native  >= 7 x         7.50"), "{said}");
    }

    fn row(line: &str) -> Row {
        Row::parse(line).unwrap()
    }

    #[test]
    fn the_worst_figure_counts() {
        let target = Target {
            about: "a".into(),
            operation: "o".into(),
            variant: "-".into(),
            contents: vec!["x".into()],
            lengths: [8, 16],
            peers: Vec::new(),
            at_least: BTreeMap::from([("avx2".into(), 2.0)]),
            gbps: BTreeMap::new(),
            at_most_ns: BTreeMap::new(),
            at_most_bytes: BTreeMap::new(),
            at_most_memory: BTreeMap::from([("avx2".into(), 1.0)]),
        };
        let mut rows: Vec<Row> = [(4, 1.0), (8, 3.0), (16, 2.0), (32, 1.0)]
            .iter()
            .flat_map(|(len, best)| {
                let ours = format!("o,-,x,{len},stringmill avx2,{len},10,10,10");
                let peer = format!("o,-,x,{len},peer,{len},{},1,1", 10.0 * best);
                [row(&ours), row(&peer), row(&format!("o,-,x,{len},other,{len},99,1,1"))]
            })
            .collect();
        let (tier, demand) = target.demands().next().unwrap();
        let lengths = lengths(&rows);
        let mut out = String::new();
        assert_eq!(target.line(&rows, &lengths, (&tier, demand), "x", &mut out), Some(true), "{out}");
        assert!(out.contains("reached") && out.contains("2.00*") && out.contains("1.00 "), "{out}");
        rows.push(row("o,-,x,16,better,16,19,1,1"));
        assert_eq!(target.line(&rows, &lengths, (&tier, demand), "x", &mut out), Some(false), "{out}");
        assert_eq!(target.line(&rows, &lengths, ("avx512", demand), "x", &mut out), None, "{out}");
    }
}
