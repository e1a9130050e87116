//! Subjects in turn, round after round, so that what disturbs one disturbs all.

use crate::subject::{Output, Subject};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time of one call, over all rounds.
pub(crate) struct Timing {
    pub(crate) median: f64,
    pub(crate) quarter: f64,
    pub(crate) three_quarters: f64,
}

/// Rounds in which every subject is measured once.
const ROUNDS: usize = 15;
/// What a sample lasts at least; the clock ticks in tens of nanoseconds.
const SAMPLE: Duration = Duration::from_micros(1000);

/// Nanoseconds for one string of the pool, for each subject.
///
/// # Panics
///
/// If two subjects write different bytes.
pub(crate) fn measure(subjects: &mut [Subject], pool: &[Vec<u8>]) -> Vec<Timing> {
    let longest = pool.iter().map(Vec::len).max().unwrap_or(0);
    let mut output = Output::new(7 * longest + 1024);
    agree(subjects, pool, &mut output);
    let passes: Vec<_> = subjects.iter_mut().map(|subject| passes(subject, pool, &mut output)).collect();
    let mut samples = vec![Vec::with_capacity(ROUNDS); subjects.len()];
    for _ in 0..ROUNDS {
        for (at, subject) in subjects.iter_mut().enumerate() {
            let taken = sample(subject, pool, &mut output, passes[at]);
            samples[at].push(taken.as_nanos() as f64 / (passes[at] * pool.len()) as f64);
        }
    }
    samples.into_iter().map(timing).collect()
}

fn agree(subjects: &mut [Subject], pool: &[Vec<u8>], output: &mut Output) {
    for src in pool {
        let mut first: Option<(String, Vec<u8>)> = None;
        for subject in &mut *subjects {
            subject.run(src, output);
            let Some(text) = subject.text(output) else { continue };
            match &first {
                Some((name, expected)) => assert!(text == expected, "{} and {name} differ", subject.name),
                None => first = Some((subject.name.clone(), text.to_vec())),
            }
        }
    }
}

/// How many passes over the pool make a sample.
fn passes(subject: &mut Subject, pool: &[Vec<u8>], output: &mut Output) -> usize {
    let mut passes = 1;
    while sample(subject, pool, output, passes) < SAMPLE {
        passes *= 2;
    }
    passes
}

fn sample(subject: &mut Subject, pool: &[Vec<u8>], output: &mut Output, passes: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        for src in pool {
            subject.run(black_box(src), output);
            black_box(&mut *output);
        }
    }
    start.elapsed()
}

fn timing(mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    let at = |part: usize| samples[part * (samples.len() - 1) / 4];
    Timing { median: at(2), quarter: at(1), three_quarters: at(3) }
}
