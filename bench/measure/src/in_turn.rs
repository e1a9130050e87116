//! Subjects in turn, round after round, so that a disturbance reaches all.

use crate::pool::Input;
use crate::subject::{Output, Subject};
use std::time::{Duration, Instant};

/// Nanoseconds of one input, over all rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Half of the rounds took less.
    pub median: f64,
    /// A quarter of them took less.
    pub quarter: f64,
    /// Three quarters of them took less.
    pub three_quarters: f64,
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds in which every subject is measured once.
    pub rounds: usize,
    /// What a sample lasts at least; the clock ticks in tens of nanoseconds.
    pub sample: Duration,
}

/// Runs every subject once over each input and compares the outputs.
///
/// # Errors
///
/// The sentence that names two subjects which differ.
pub fn agree(subjects: &mut [Subject], inputs: &[Input<'_>], output: &mut Output) -> Result<(), String> {
    for (number, input) in inputs.iter().enumerate() {
        let mut first: Option<(usize, Vec<u8>)> = None;
        for at in 0..subjects.len() {
            subjects[at].run(std::slice::from_ref(input), output);
            let Some(seen) = subjects[at].seen(output) else { continue };
            match &first {
                Some((other, expected)) if seen != *expected => {
                    let (name, other) = (&subjects[at].name, &subjects[*other].name);
                    return Err(format!("{name} and {other} differ on input {number}"));
                }
                Some(_) => {}
                None => first = Some((at, seen)),
            }
        }
    }
    Ok(())
}

/// The time of one input, for each subject.
pub fn in_turn(subjects: &mut [Subject], inputs: &[Input<'_>], output: &mut Output, effort: Effort) -> Vec<Timing> {
    let passes: Vec<_> = subjects.iter_mut().map(|subject| passes(subject, inputs, output, effort.sample)).collect();
    let mut samples = vec![Vec::with_capacity(effort.rounds); subjects.len()];
    for _ in 0..effort.rounds {
        for (at, subject) in subjects.iter_mut().enumerate() {
            let taken = sample(subject, inputs, output, passes[at]);
            samples[at].push(taken.as_nanos() as f64 / (passes[at] * inputs.len()) as f64);
        }
    }
    samples.into_iter().map(timing).collect()
}

/// The number of passes over the inputs in a sample.
fn passes(subject: &mut Subject, inputs: &[Input<'_>], output: &mut Output, least: Duration) -> usize {
    let mut passes = 1;
    loop {
        let taken = sample(subject, inputs, output, passes).max(Duration::from_nanos(100));
        if taken >= least {
            return passes;
        }
        // No more than tenfold at once: the first passes are slow.
        passes = (passes * 10).min((passes as f64 * 1.2 * least.as_secs_f64() / taken.as_secs_f64()).ceil() as usize);
    }
}

fn sample(subject: &mut Subject, inputs: &[Input<'_>], output: &mut Output, passes: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        subject.run(inputs, output);
    }
    start.elapsed()
}

fn timing(mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    let at = |part: usize| samples[part * (samples.len() - 1) / 4];
    Timing { median: at(2), quarter: at(1), three_quarters: at(3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Pool;
    use crate::subject::filled;

    fn copies(name: &str, last: u8) -> Subject {
        Subject::new(name, filled, move |input, output| {
            output.filled = input.bytes.len();
            output.room[..input.bytes.len()].copy_from_slice(input.bytes);
            output.room[input.bytes.len() - 1] = last;
        })
    }

    #[test]
    fn subjects_that_differ_are_named() {
        let pool = Pool::of_bytes([b"abc".to_vec()]);
        let mut output = Output::new(8);
        let mut same = [copies("one", b'x'), copies("two", b'x')];
        assert_eq!(agree(&mut same, &pool.inputs(), &mut output), Ok(()));
        let mut others = [copies("one", b'x'), Subject::memcpy(), copies("two", b'y')];
        let says = agree(&mut others, &pool.inputs(), &mut output).unwrap_err();
        assert_eq!(says, "two and one differ on input 0");
    }

    #[test]
    fn quartiles_are_in_order() {
        let timing = timing((0..=100).rev().map(f64::from).collect());
        assert_eq!(timing, Timing { median: 50.0, quarter: 25.0, three_quarters: 75.0 });
    }

    #[test]
    fn each_subject_is_timed() {
        let pool = Pool::of_bytes(vec![vec![b'a'; 64]; 4]);
        let effort = Effort { rounds: 3, sample: Duration::from_micros(20) };
        let mut subjects = [Subject::memcpy(), copies("one", b'x')];
        let timings = in_turn(&mut subjects, &pool.inputs(), &mut Output::new(64), effort);
        assert_eq!(timings.len(), 2);
        assert!(timings.iter().all(|timing| timing.median > 0.0 && timing.quarter <= timing.three_quarters));
    }
}
