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
    started: Instant,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl Meter {
    /// A meter for `total` bytes, where that is known. It shows nothing unless standard error is a terminal.
    pub(crate) fn new(total: Option<u64>, quiet: bool) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        Meter { shown, total, started: Instant::now(), done: AtomicU64::new(0), bar: OnceLock::new() }
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

    /// Counts `len` more bytes.
    pub(crate) fn add(&self, len: usize) {
        let done = self.done.fetch_add(len as u64, Ordering::Relaxed) + len as u64;
        if self.shown && self.started.elapsed() >= PATIENCE {
            self.bar.get_or_init(|| bar(self.total, self.started)).set_position(done);
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

fn bar(total: Option<u64>, started: Instant) -> ProgressBar {
    let template = match total {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style).with_elapsed(started.elapsed())
}
