//! Clean-up before a signal ends the process: removes temporaries, and clears the progress bar.

use crate::process::threads;
use crate::report::failure::Failure;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Undoes something. It may keep locks, since the process ends after it.
type Undo = Box<dyn FnMut() + Send>;

/// `None` until the thread that waits for signals runs.
static UNDO: Mutex<Option<Vec<Undo>>> = Mutex::new(None);

/// Runs `undo` before a signal ends the process. One thread runs the undo of all callers: of two threads, one
/// would end the process before the other is done.
pub(crate) fn before_death(undo: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    let mut all = lock();
    if all.is_none() {
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let signals = Signals::new(signals).map_err(|error| Failure::thread("handle signals", &error))?;
        threads::start(|begun| {
            std::thread::Builder::new().spawn(move || {
                begun.wait();
                wait(signals);
            })
        })?;
    }
    all.get_or_insert_default().push(Box::new(undo));
    Ok(())
}

fn wait(mut signals: Signals) {
    for signal in signals.forever() {
        for undo in lock().iter_mut().flatten() {
            undo();
        }
        let _ = emulate_default_handler(signal);
    }
}

fn lock() -> MutexGuard<'static, Option<Vec<Undo>>> {
    UNDO.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the parent process made this one ignore `signal`, as `nohup` does.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether the parent process made this one ignore `signal`, found out by ignoring it for a moment.
#[cfg(not(target_os = "linux"))]
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    use nix::sys::signal::{SigHandler, Signal, signal as handle};
    let Ok(signal) = Signal::try_from(signal) else { return false };
    // SAFETY: no handler is set, so none can do what a handler may not.
    match unsafe { handle(signal, SigHandler::SigIgn) } {
        Ok(SigHandler::SigIgn) => true,
        Ok(before) => {
            // SAFETY: this is the handler that was there.
            let _ = unsafe { handle(signal, before) };
            false
        }
        Err(_) => false,
    }
}
