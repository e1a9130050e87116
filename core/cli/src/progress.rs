//! A bar on standard error for work that lasts.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Work that lasts no longer than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts bytes, and shows them once the work has lasted a while; the bar goes when the meter does.
pub(crate) struct Meter {
    shown: bool,
    total: Option<u64>,
    unit: Unit,
    started: Instant,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Cases,
}

impl Meter {
    /// A meter for `total` bytes, where that is known. It shows nothing unless standard error is a terminal.
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
        format!("{done} bytes read in {:.3} s", self.started.elapsed().as_secs_f64())
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
        Some(_) if unit == Unit::Cases => "{bar:40} {pos} of {len} cases, {eta} left",
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style).with_elapsed(started.elapsed())
}
