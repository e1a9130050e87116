//! Reads an input again, around an error that is found only after all of the input was read.

use crate::input::source::Source;
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::scratch::Scratch;
use crate::process::memory;
use crate::report::failure::Failure;
use stringmill::convert::canonical::Storage;

/// The bytes of an input up to now.
pub(crate) enum Replay {
    /// A file, which is read again from its offset at the beginning.
    File(u64),
    /// A copy of a stream: its first bytes, and the others in a temporary file.
    Copy { first: Vec<u8>, rest: Scratch, len: u64 },
}

/// Bytes of a stream that are copied to memory.
const IN_MEMORY: usize = 1 << 20;

impl Replay {
    /// The replay of a source of which nothing is read yet.
    pub(crate) fn new(source: &Source) -> Self {
        match source.offset() {
            Some(offset) => Replay::File(offset),
            None => Replay::Copy { first: Vec::new(), rest: Scratch::new(), len: 0 },
        }
    }

    /// Notes the next bytes of the source.
    pub(crate) fn note(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let Replay::Copy { first, rest, len } = self else { return Ok(()) };
        let (near, far) = bytes.split_at(bytes.len().min(IN_MEMORY - first.len()));
        memory::extend(first, near)?;
        rest.append(far)?;
        *len += bytes.len() as u64;
        Ok(())
    }

    /// The surroundings of the byte at `offset`.
    pub(crate) fn scene(&mut self, source: &Source, offset: u64) -> Result<Scene, Failure> {
        let mut window = Window::new(WINDOW);
        let mut read = 0;
        loop {
            let unread = window.unread().len() as u64;
            window.consume(unread.min(offset - window.offset()) as usize);
            if window.offset() == offset && !window.wants_more() {
                return Ok(window.scene());
            }
            match self.read(source, read, window.room())? {
                0 => window.finish(),
                len => {
                    window.fill(len);
                    read += len as u64;
                }
            }
            if window.is_spent() {
                // The file has become shorter since.
                return Ok(window.scene());
            }
        }
    }

    fn read(&mut self, source: &Source, at: u64, dst: &mut [u8]) -> Result<usize, Failure> {
        match self {
            Replay::File(start) => source.read_at(*start + at, dst),
            Replay::Copy { first, rest, len } => {
                let most = (*len - at).min(dst.len() as u64) as usize;
                match first.get(at as usize..).filter(|first| !first.is_empty()) {
                    Some(first) => {
                        let len = most.min(first.len());
                        dst[..len].copy_from_slice(&first[..len]);
                        Ok(len)
                    }
                    None => {
                        rest.read(at - first.len() as u64, &mut dst[..most])?;
                        Ok(most)
                    }
                }
            }
        }
    }
}
