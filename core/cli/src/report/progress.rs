//! A progress bar on standard error for work that takes longer than a second.

use crate::process::signals;
use crate::report::messages::counted;
use indicatif::{BinaryBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts bytes, and shows a bar after [`PATIENCE`]. Dropping the meter clears the bar.
pub(crate) struct Meter {
    shown: bool,
    total: Option<u64>,
    unit: Unit,
    started: Instant,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

/// The unit of the count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Cases,
}

impl Meter {
    /// A meter for `total` bytes, if known. It shows nothing unless standard error is a terminal.
    pub(crate) fn new(total: Option<u64>, quiet: bool) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        Meter {
            shown,
            total,
            unit: Unit::Bytes,
            started: Instant::now(),
            done: AtomicU64::new(0),
            bar: OnceLock::new(),
        }
    }

    /// A meter for `total` cases instead of bytes.
    pub(crate) fn of_cases(total: usize, quiet: bool) -> Self {
        let mut meter = Meter::new(Some(total as u64), quiet);
        meter.unit = Unit::Cases;
        meter
    }

    /// A meter that never shows anything.
    pub(crate) fn hidden() -> Self {
        Meter::new(None, true)
    }

    /// How many bytes were counted, in how much time.
    pub(crate) fn total(&self) -> String {
        let done = self.done.load(Ordering::Relaxed);
        format!("{} read in {:.3} s", counted(done, "byte"), self.started.elapsed().as_secs_f64())
    }

    /// Counts `len` more bytes, or cases.
    pub(crate) fn add(&self, len: usize) {
        let done = self.done.fetch_add(len as u64, Ordering::Relaxed) + len as u64;
        if self.shown && self.started.elapsed() >= PATIENCE {
            self.bar.get_or_init(|| bar(self.total, self.unit, self.started)).set_position(done);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>, unit: Unit, started: Instant) -> ProgressBar {
    let template = match total {
        Some(_) if unit == Unit::Cases => "{bar:40} {pos} of {len} cases, {left} left",
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {rate}/s, {left} left",
        None => "{spinner} {bytes}, {rate}/s, {elapsed}",
    };
    // The estimator of indicatif starts with the bar, a second late, and would count the first bytes as read at once.
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}", BinaryBytes(rate(state.pos(), state.elapsed()) as u64));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let left = left(state.pos(), state.len().unwrap_or(0), state.elapsed());
            let _ = write!(out, "{:#}", HumanDuration(left));
        });
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let bar = bar.with_style(style).with_elapsed(started.elapsed());
    let shown = bar.clone();
    // If this fails, a signal leaves the bar on the screen; the work is not affected.
    let _ = signals::before_death(move || shown.finish_and_clear());
    bar
}

/// Bytes or cases per second.
fn rate(done: u64, elapsed: Duration) -> f64 {
    done as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
}

/// Time for the rest at the same rate, in whole seconds rounded up.
fn left(done: u64, total: u64, elapsed: Duration) -> Duration {
    let seconds = total.saturating_sub(done) as f64 / rate(done.max(1), elapsed);
    Duration::try_from_secs_f64(seconds.ceil()).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_time_left_are_those_of_all_the_work() {
        let elapsed = Duration::from_secs(2);
        assert_eq!(rate(1 << 20, elapsed), f64::from(1 << 19));
        assert_eq!(left(1 << 20, 10 << 20, elapsed), Duration::from_secs(18));
        assert_eq!(left(999, 1000, elapsed), Duration::from_secs(1));
        assert_eq!(left(1000, 1000, elapsed), Duration::ZERO);
        // A file that has grown since, and one of which nothing is read.
        assert_eq!(left(1001, 1000, elapsed), Duration::ZERO);
        assert_eq!(left(0, 1000, elapsed), Duration::from_secs(2000));
    }
}
