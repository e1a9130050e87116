//! A compressed source, decompressed by a thread beside the work.

use crate::codec::decompressor::{Decompressor, Fault, FaultKind};
use crate::codec::format::Compression;
use crate::process::threads;
use crate::report::failure::{Failure, errno};
use crate::report::visible::visible;
use crate::system::{self, FileHandle, Stream, bytes_of};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// Bytes of one read of compressed data, and of one block of text.
const INPUT: usize = 64 * 1024;
const BLOCK: usize = 256 * 1024;
/// Maximum number of blocks that wait for the work. It bounds the memory.
const AHEAD: usize = 2;

/// A block of text, `None` at the end of the data.
type Sent = Result<Option<Vec<u8>>, Failure>;

/// The receiving end: blocks of text in order, then the end or a failure.
#[derive(Debug)]
pub(crate) struct Decompression {
    format: Compression,
    blocks: Receiver<Sent>,
    /// Blocks that are read, to be filled again.
    spare: Sender<Vec<u8>>,
    now: Vec<u8>,
    at: usize,
    /// What [`Decompression::is_ready_within`] has taken from the queue.
    next: Option<Sent>,
    ended: bool,
}

/// The sending end, which the thread has.
struct Worker {
    name: PathBuf,
    fd: FileHandle,
    format: Compression,
    decompressor: Decompressor,
    blocks: SyncSender<Sent>,
    spare: Receiver<Vec<u8>>,
}

impl Decompression {
    /// Decompresses `head` and then all that `fd` has.
    pub(crate) fn start(
        format: Compression,
        head: Vec<u8>,
        fd: Stream<'_>,
        name: &Path,
        ratio_max: u64,
    ) -> Result<Self, Failure> {
        let fd = system::another(fd).map_err(|error| Failure::io("read", name, errno(&error)))?;
        let decompressor = Decompressor::new(format, ratio_max).map_err(|fault| failure(&fault, format, name))?;
        let (to_work, blocks) = sync_channel(AHEAD);
        let (spare, from_work) = channel();
        let worker = Worker { name: name.to_owned(), fd, format, decompressor, blocks: to_work, spare: from_work };
        threads::start(|begun| {
            std::thread::Builder::new().spawn(move || {
                begun.wait();
                worker.run(head);
            })
        })?;
        Ok(Decompression { format, blocks, spare, now: Vec::new(), at: 0, next: None, ended: false })
    }

    pub(crate) fn format(&self) -> Compression {
        self.format
    }

    /// Copies text into `room`; returns the number of bytes, 0 at the end.
    pub(crate) fn read_some(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        while self.at == self.now.len() {
            if self.ended {
                return Ok(0);
            }
            let next = self.next.take().map_or_else(|| self.blocks.recv(), Ok);
            // The thread ends without a word only if it panics.
            let next = next.map_err(|_| Failure::Io("cannot continue: a worker failed".to_owned()))??;
            self.ended = next.is_none();
            let read = std::mem::replace(&mut self.now, next.unwrap_or_default());
            self.at = 0;
            // The send fails if the thread has ended, which then needs no blocks.
            let _ = self.spare.send(read);
        }
        let len = room.len().min(self.now.len() - self.at);
        room[..len].copy_from_slice(&self.now[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }

    /// Whether a read returns within this time.
    pub(crate) fn is_ready_within(&mut self, milliseconds: u8) -> bool {
        if self.at < self.now.len() || self.next.is_some() || self.ended {
            return true;
        }
        match self.blocks.recv_timeout(Duration::from_millis(milliseconds.into())) {
            Ok(next) => {
                self.next = Some(next);
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        }
    }
}

impl Worker {
    /// Runs until the end of the data, a failure, or the end of the work.
    fn run(mut self, head: Vec<u8>) {
        let end = self.all(head).map(|()| None);
        // The send fails if the work has ended, which then needs no result.
        let _ = self.blocks.send(end);
    }

    fn all(&mut self, head: Vec<u8>) -> Result<(), Failure> {
        let mut len = head.len();
        let mut input = head;
        loop {
            if !self.pass(&input[..len])? {
                return Ok(());
            }
            input.resize(INPUT.max(input.len()), 0);
            len = system::read(system::stream(&self.fd), &mut input)
                .map_err(|error| Failure::io("read", &self.name, error))?;
            if len == 0 {
                return self.decompressor.end().map_err(|fault| self.failure(&fault));
            }
        }
    }

    /// Sends the text of `input` to the work, so that the work has all of it before the next read waits. Returns false
    /// after the work has ended.
    fn pass(&mut self, mut input: &[u8]) -> Result<bool, Failure> {
        let mut full = false;
        while full || !input.is_empty() {
            let mut block = self.spare.try_recv().unwrap_or_default();
            block.resize(BLOCK, 0);
            let mut filled = 0;
            let mut fault = None;
            loop {
                match self.decompressor.step(input, &mut block[filled..]) {
                    Ok((read, written)) => {
                        input = &input[read..];
                        filled += written;
                    }
                    Err(found) => fault = Some(found),
                }
                full = filled == block.len();
                if full || input.is_empty() || fault.is_some() {
                    break;
                }
            }
            block.truncate(filled);
            if filled > 0 && self.blocks.send(Ok(Some(block))).is_err() {
                return Ok(false);
            }
            if let Some(fault) = fault {
                return Err(self.failure(&fault));
            }
        }
        Ok(true)
    }

    fn failure(&self, fault: &Fault) -> Failure {
        failure(fault, self.format, &self.name)
    }
}

/// The failure with its place and a remedy.
fn failure(fault: &Fault, format: Compression, name: &Path) -> Failure {
    let Fault { kind, offset, written } = fault;
    let format = format.name();
    let (what, help) = match kind {
        FaultKind::Cut => (format!("{format} data ends early"), "the file is not complete: copy it again"),
        FaultKind::Corrupt(why) => (format!("corrupt {format} data: {why}"), "the file is damaged: copy it again"),
        FaultKind::Trailing => (
            format!("bytes that are not {format} data follow it"),
            "the bytes before them are complete; cut the rest off, as with head -c",
        ),
        FaultKind::Ratio => (
            format!("{format} data expands beyond the limit"),
            "--max-ratio sets how many times as long as its input the text may be",
        ),
        FaultKind::Memory => (
            format!("{format} data demands a window of more than 128 MiB"),
            "decompress it with zstd -dc --long=31 FILE | smill ...",
        ),
        FaultKind::Refused => ("the system refused memory".to_owned(), "end other processes, or raise the limit"),
    };
    let name = visible(bytes_of(&name));
    let text = format!(
        "{what}\n  --> {name} (after byte {offset} of the {format} data and {written} bytes of text)\n   = help {help}"
    );
    match kind {
        FaultKind::Ratio | FaultKind::Memory => Failure::Limit(text),
        FaultKind::Refused => Failure::Memory(text),
        FaultKind::Cut | FaultKind::Corrupt(_) | FaultKind::Trailing => Failure::Encoded(text),
    }
}
