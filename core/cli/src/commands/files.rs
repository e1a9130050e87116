//! A command that turns each of several files into another: one file after another, or several at once.
//!
//! The messages of each file come together, in the order of the arguments. An error in one file does not stop the others.

use crate::arguments::output::InPlaceArguments;
use crate::input::source::stdin_once;
use crate::process::threads;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// One input, and how many are in work at once.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'f> {
    /// The path of the file; standard input if absent.
    pub(crate) file: Option<&'f Path>,
    pub(crate) at_once: usize,
}

/// Calls `work` with each of `files`; with standard input if there are none. `output` says where it writes, if it writes.
pub(crate) fn each(
    files: &[PathBuf],
    output: Option<&InPlaceArguments>,
    messages: &Messages,
    work: impl Fn(Turn<'_>, &Messages) -> Result<Exit, Failure> + Sync,
) -> Result<Exit, Failure> {
    let all = |turn: Turn<'_>, messages: &Messages| {
        output.map_or(Ok(()), |output| output.allows(turn.file))?;
        work(turn, messages)
    };
    if let [] | [_] = files {
        return all(Turn { file: files.first().map(PathBuf::as_path), at_once: 1 }, messages);
    }
    output.map_or(Ok(()), |output| output.allows_all(files))?;
    stdin_once(files)?;
    let at_once = thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let next = AtomicUsize::new(0);
    let worker = |done: Sender<(usize, Messages, Result<Exit, Failure>)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return };
            let messages = messages.kept();
            let result = all(Turn { file: Some(file), at_once }, &messages);
            if done.send((index, messages, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..at_once {
            let (sender, worker) = (sender.clone(), &worker);
            threads::start(|begun| {
                thread::Builder::new().spawn_scoped(scope, move || {
                    begun.wait();
                    worker(sender);
                })
            })?;
        }
        drop(sender);
        let (mut exit, mut printed) = (Exit::Done, 0);
        let mut waiting: Vec<Option<_>> = files.iter().map(|_| None).collect();
        for (index, kept, result) in receiver {
            waiting[index] = Some((kept, result));
            while let Some((kept, result)) = waiting.get_mut(printed).and_then(Option::take) {
                printed += 1;
                let result = messages.pass_on(kept).and(result);
                exit = exit.max(result.unwrap_or_else(|failure| {
                    messages.failure(&failure);
                    failure.exit()
                }));
            }
        }
        Ok(exit)
    })
}
