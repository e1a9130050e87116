//! Output of parallel workers in one order.
//!
//! Work is divided into numbered batches. Each worker writes the output of the next batch into a block. A full or finished
//! block is parked until all earlier batches are written; a batch that outgrows its block waits for its turn and then
//! writes through. So memory is bounded, and the bytes do not depend on the number of workers.

use crate::output::stdout::Output;
use crate::report::failure::Failure;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use stringmill::pack::Sink;

/// Size of a block in bytes.
const BLOCK: usize = 256 * 1024;

/// The order of batches, shared by all workers.
pub(crate) struct WorkerOrder<T> {
    state: Mutex<State<T>>,
    output: Mutex<Joined>,
    changed: Condvar,
    batches: u64,
    /// Maximum number of batches that are begun and not yet written.
    max_unwritten: u64,
}

/// The batches so far.
struct Joined {
    output: Output,
    /// Length of the separator with which each batch begins that is not empty.
    separator_len: usize,
    /// Whether a batch has output.
    begun: bool,
}

struct State<T> {
    /// The next batch to begin.
    begin: u64,
    /// The batch to write next.
    write: u64,
    /// Whether a worker is writing it.
    writing: bool,
    parked: BTreeMap<u64, FinishedBatch<T>>,
    /// Blocks to use again.
    spare: Vec<Box<[u8]>>,
    /// The results of the batches written so far, in order.
    done: Vec<T>,
    failure: Option<Failure>,
}

struct FinishedBatch<T> {
    block: Box<[u8]>,
    filled: usize,
    /// Whether a part of the batch is written.
    begun: bool,
    result: Result<T, Failure>,
}

/// The output of one batch.
pub(crate) struct Block<'t, T> {
    order: &'t WorkerOrder<T>,
    batch: u64,
    bytes: Box<[u8]>,
    filled: usize,
    /// Whether it is the turn of this batch, and this worker is writing.
    writes: bool,
    /// Whether a part of the batch is written.
    begun: bool,
    ended: bool,
}

/// Why a batch stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This batch cannot be written.
    Failed(Failure),
    /// An earlier batch failed.
    Elsewhere,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failed(failure)
    }
}

impl<T> WorkerOrder<T> {
    /// An order of this many batches, whose blocks go to `output`. Each batch is empty or begins with a separator of this
    /// length; nothing precedes the first one, so its separator is left out.
    pub(crate) fn new(batches: u64, workers: usize, output: Output, separator_len: usize) -> Self {
        let state = State {
            begin: 0,
            write: 0,
            writing: false,
            parked: BTreeMap::new(),
            spare: Vec::new(),
            done: Vec::new(),
            failure: None,
        };
        let max_unwritten = 2 * workers as u64;
        WorkerOrder {
            state: Mutex::new(state),
            output: Mutex::new(Joined { output, separator_len, begun: false }),
            changed: Condvar::new(),
            batches,
            max_unwritten,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // A worker that panicked ends the process; the others need not panic as well.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the next batch may begin; `None` after the last one or a failure.
    pub(crate) fn next(&self) -> Option<(u64, Block<'_, T>)> {
        let mut state = self.lock();
        loop {
            if state.failure.is_some() || state.begin == self.batches {
                return None;
            }
            if state.begin < state.write + self.max_unwritten {
                break;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let batch = state.begin;
        state.begin += 1;
        let bytes = state.spare.pop().unwrap_or_else(|| vec![0; BLOCK].into_boxed_slice());
        Some((batch, Block { order: self, batch, bytes, filled: 0, writes: false, begun: false, ended: false }))
    }

    /// Stops all workers after a failure.
    pub(crate) fn stop(&self, failure: Failure) {
        self.lock().failure.get_or_insert(failure);
        self.changed.notify_all();
    }

    /// The results of all batches, in order, and the output.
    pub(crate) fn finish(self) -> Result<(Vec<T>, Output), Failure> {
        let Joined { output, .. } = self.output.into_inner().unwrap_or_else(PoisonError::into_inner);
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok((state.done, output)),
        }
    }

    /// Writes a block; `begun` says whether it is not the first of its batch. Only the batch whose turn it is calls this.
    fn put(&self, block: &[u8], begun: bool) -> Result<(), Failure> {
        let mut joined = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let Joined { output, separator_len, begun: any } = &mut *joined;
        let is_first = !begun && !block.is_empty() && !std::mem::replace(any, true);
        output.put_block(if is_first { &block[*separator_len..] } else { block })
    }

    /// Writes parked batches while the next one is parked. `state.writing` must be false.
    fn drain<'s>(&'s self, mut state: MutexGuard<'s, State<T>>) {
        while state.failure.is_none() {
            let turn = state.write;
            let Some(FinishedBatch { block, filled, begun, result }) = state.parked.remove(&turn) else { return };
            state.writing = true;
            drop(state);
            let result = result.and_then(|done| {
                self.put(&block[..filled], begun)?;
                Ok(done)
            });
            state = self.lock();
            state.writing = false;
            state.write += 1;
            state.spare.push(block);
            match result {
                Ok(done) => state.done.push(done),
                Err(failure) => state.failure = Some(failure),
            }
            self.changed.notify_all();
        }
    }
}

impl<T> Block<'_, T> {
    /// Ends the batch with its result.
    pub(crate) fn end(mut self, result: Result<T, Stop>) {
        self.ended = true;
        let result = match result {
            Ok(done) => Ok(done),
            Err(Stop::Failed(failure)) => Err(failure),
            Err(Stop::Elsewhere) => return,
        };
        let mut state = self.order.lock();
        let block = std::mem::take(&mut self.bytes);
        let parcel = FinishedBatch { block, filled: self.filled, begun: self.begun, result };
        state.parked.insert(self.batch, parcel);
        if self.writes {
            state.writing = false;
        }
        if !state.writing {
            self.order.drain(state);
        }
    }

    /// Waits for the turn of this batch and writes its block.
    fn write_through(&mut self) -> Result<(), Stop> {
        if !self.writes {
            let mut state = self.order.lock();
            while state.write != self.batch || state.writing {
                if state.failure.is_some() {
                    return Err(Stop::Elsewhere);
                }
                state = self.order.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.writing = true;
            self.writes = true;
        }
        self.order.put(&self.bytes[..self.filled], self.begun)?;
        self.begun |= self.filled > 0;
        self.filled = 0;
        Ok(())
    }
}

impl<T> Drop for Block<'_, T> {
    /// A worker that panics must not leave the others waiting for its turn.
    fn drop(&mut self) {
        if !self.ended {
            self.order.stop(Failure::Io("cannot continue: a worker failed".to_owned()));
        }
    }
}

impl<T> Sink for Block<'_, T> {
    type Error = Stop;

    fn room(&mut self, least: usize) -> Result<&mut [u8], Stop> {
        if self.bytes.len() - self.filled < least {
            self.write_through()?;
        }
        Ok(&mut self.bytes[self.filled..])
    }

    fn fill(&mut self, len: usize) {
        self.filled += len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_panics_stops_the_others() {
        let order = WorkerOrder::<()>::new(100, 2, Output::new(), 0);
        std::thread::scope(|scope| {
            let panicking = scope.spawn(|| {
                let (_, _block) = order.next().unwrap();
                panic!("as a test");
            });
            assert!(panicking.join().is_err());
            // Batch 0 is lost; no worker may wait for it.
            while let Some((_, block)) = order.next() {
                block.end(Ok(()));
            }
        });
        assert!(order.finish().is_err());
    }
}
