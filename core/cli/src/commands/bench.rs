//! `smill bench`: measures the operations on each tier of this machine, and memcpy.

use crate::arguments::bench::BenchArguments;
use crate::output::destination::Destination;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use std::fmt::Write as _;
use std::time::Duration;
use stringmill::Tier;
use stringmill_measure::{
    Cell, Chart, Choice, Effort, Group, Input, OPERATIONS, Operation, Output as Buffers, Subject, in_turn, length_name,
};

const ROUNDS: usize = 5;
/// Rounds that are as long as the passes that calibrate the number of passes in a sample.
const WARMING: usize = 3;
/// Limits of the duration of a sample.
const SAMPLE_MAX: Duration = Duration::from_millis(2);
const SAMPLE_MIN: Duration = Duration::from_micros(5);

/// An operation on a kind of text, with the rates of each subject at each length, in GB/s.
struct Case {
    operation: &'static Operation,
    content: &'static str,
    rates: Vec<(String, Vec<f64>)>,
    /// The middle half of the rounds of each cell, relative to its median.
    spreads: Vec<f64>,
}

pub(crate) fn run(arguments: &BenchArguments, messages: &Messages) -> Result<Exit, Failure> {
    let mut cases = chosen(&arguments.words)?;
    let picture = arguments.svg.as_ref().map(|path| Destination::named("--svg", path)).transpose()?;
    if let Some(picture) = &picture {
        Destination::differ(&[("the table", &Destination::stdout()), ("--svg", picture)])?;
    }
    let samples = cases.len() * arguments.lengths.len() * (Tier::available().count() + 1) * (ROUNDS + WARMING);
    let sample = (arguments.time / samples as u32).clamp(SAMPLE_MIN, SAMPLE_MAX);
    let effort = Effort { rounds: ROUNDS, sample };
    let meter = Meter::of_cases(cases.len() * arguments.lengths.len(), messages.hides_progress());
    for case in &mut cases {
        case.measure(&arguments.lengths, effort, &meter);
    }
    drop(meter);
    Output::print(table(&cases, &arguments.lengths).as_bytes())?;
    if let Some(picture) = picture {
        let mut picture = Output::to(picture);
        picture.put(chart(&cases, &arguments.lengths).svg().as_bytes())?;
        picture.close()?.report(messages);
    }
    Ok(Exit::Done)
}

/// The cases that the words select.
fn chosen(words: &[String]) -> Result<Vec<Case>, Failure> {
    let choice = Choice::new(words, OPERATIONS.iter().map(|operation| (operation.id, operation.variant)));
    let contents = OPERATIONS.iter().flat_map(|operation| operation.contents).copied();
    if let Some(unknown) = choice.contents().iter().find(|word| contents.clone().all(|content| content != *word)) {
        let mut known: Vec<_> = OPERATIONS.iter().flat_map(|of| [of.id, of.variant]).chain(contents).collect();
        known.retain(|word| *word != "-");
        known.sort_unstable();
        known.dedup();
        let known = known.join(", ");
        return Err(Failure::Usage(format!("unknown word '{unknown}'; known words: {known}")));
    }
    let all =
        OPERATIONS.iter().flat_map(|operation| operation.contents.iter().map(move |content| (operation, *content)));
    let chosen = all.filter(|(operation, content)| choice.has(operation.id, operation.variant, content));
    let cases: Vec<_> = chosen
        .map(|(operation, content)| Case { operation, content, rates: Vec::new(), spreads: Vec::new() })
        .collect();
    if cases.is_empty() {
        return Err(Failure::Usage(format!("no operation matches '{}'", words.join(" "))));
    }
    Ok(cases)
}

impl Case {
    fn measure(&mut self, lengths: &[usize], effort: Effort, meter: &Meter) {
        let mut subjects = vec![Subject::memcpy()];
        subjects.extend(self.operation.tiers());
        self.rates = subjects.iter().map(|subject| (subject.name.clone(), Vec::new())).collect();
        for &len in lengths {
            let pool = (self.operation.inputs)(self.content, len);
            let inputs = pool.inputs();
            let longest = inputs.iter().map(Input::size).max().unwrap_or(0);
            let timings = in_turn(&mut subjects, &inputs, &mut Buffers::new(8 * longest + 1024), effort);
            for ((_, rates), timing) in self.rates.iter_mut().zip(timings) {
                rates.push(pool.size() / timing.median);
                self.spreads.push((timing.three_quarters - timing.quarter) / timing.median);
            }
            meter.add(1);
        }
    }
}

fn table(cases: &[Case], lengths: &[usize]) -> String {
    let mut text = format!("smill {}, GB/s of input, median of {ROUNDS} rounds in turn\n", env!("CARGO_PKG_VERSION"));
    let mut last = ("", "");
    for Case { operation, content, rates, .. } in cases {
        // Writing to a string cannot fail.
        if last != (operation.id, operation.variant) {
            last = (operation.id, operation.variant);
            let variant = if operation.variant == "-" { String::new() } else { format!(" {}", operation.variant) };
            let _ = write!(text, "\n{}{variant}: {}\n{:<22}", operation.id, operation.about, "");
            lengths.iter().for_each(|&len| {
                let _ = write!(text, "{:>9}", length_name(len));
            });
            text.push('\n');
        }
        for (number, (name, rates)) in rates.iter().enumerate() {
            let name = name.strip_prefix("stringmill ").unwrap_or(name);
            let _ = write!(text, "{:<12}{name:<10}", if number == 0 { content } else { "" });
            rates.iter().for_each(|rate| {
                let _ = write!(text, "{rate:>9.2}");
            });
            text.push('\n');
        }
    }
    let _ = writeln!(text, "\n{}", spread(&cases.iter().flat_map(|case| &case.spreads).copied().collect::<Vec<_>>()));
    text
}

/// How far the rounds differ, and what to do about it.
fn spread(spreads: &[f64]) -> String {
    let mut percents: Vec<f64> = spreads.iter().map(|spread| spread * 100.0).collect();
    percents.sort_by(f64::total_cmp);
    let (typical, worst) = (percents[percents.len() / 2], percents[percents.len() - 1]);
    let hint = if typical > SPREAD_MAX { "; too much to compare: end other work, or raise --time" } else { "" };
    format!("spread: the middle half of the rounds spans {typical:.0} % of the median, at worst {worst:.0} %{hint}")
}

/// Percents above which rates say little.
const SPREAD_MAX: f64 = 10.0;

/// Rates of the highest tier, coloured by their share of the rate of memcpy.
fn chart(cases: &[Case], lengths: &[usize]) -> Chart {
    let mut groups: Vec<Group> = Vec::new();
    for Case { operation, content, rates, .. } in cases {
        let title = format!("{}: {}", operation.id, operation.about);
        if groups.last().is_none_or(|group| group.title != title) {
            groups.push(Group { title, rows: Vec::new() });
        }
        let [(_, memcpy), (_, ours), ..] = &rates[..] else { continue };
        let cells = ours.iter().zip(memcpy).map(|(&rate, &limit)| Some(Cell::rate(rate, limit))).collect();
        if let Some(group) = groups.last_mut() {
            group.rows.push(((*content).to_owned(), cells));
        }
    }
    let tier = Tier::available().last().map(Tier::name).unwrap_or_default();
    Chart {
        title: format!("smill bench: GB/s of input, tier {tier}"),
        about: vec!["The darker the blue, the larger the share of memcpy's rate. Columns: units of input.".into()],
        columns: lengths.iter().map(|&len| length_name(len).replace(' ', "")).collect(),
        groups,
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_large_spread_has_a_hint() {
        assert_eq!(
            spread(&[0.30, 0.01, 0.02]),
            "spread: the middle half of the rounds spans 2 % of the median, at worst 30 %"
        );
        assert!(spread(&[0.5]).ends_with("50 %; too much to compare: end other work, or raise --time"));
    }
}
