//! Compresses a stream piece by piece, as one gzip member or one zstd frame.

use crate::codec::format::Compression;
use crate::process::memory;
use flate2::{Compress, FlushCompress, Status};
use zstd::zstd_safe::zstd_sys::ZSTD_EndDirective::{self, ZSTD_e_continue, ZSTD_e_end, ZSTD_e_flush};
use zstd::zstd_safe::{CCtx, CParameter, InBuffer, OutBuffer};

/// Bytes of one write.
const BLOCK: usize = 64 * 1024;
/// The default levels of the tools `gzip` and `zstd`.
const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;
const GZIP_WINDOW: u8 = 15;
/// Memory to ask for before a gzip compressor is made; its state takes about 270 KB.
const GZIP_MEMORY: usize = 1 << 20;

/// A stream that is compressed.
pub(crate) struct Compressor {
    codec: Codec,
    block: Box<[u8]>,
}

enum Codec {
    Gzip(Box<Compress>),
    Zstd(CCtx<'static>),
}

/// How much of the input must be in the output after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flush {
    /// Nothing: the compressor keeps what helps the ratio.
    None,
    /// All of it, so that a reader can decompress it.
    All,
    /// All of it, and the end of the stream.
    End,
}

impl Compressor {
    /// A compressor at the default level of the format; `None` if the system refuses memory.
    pub(crate) fn new(format: Compression) -> Option<Self> {
        let codec = match format {
            Compression::Gzip => {
                // zlib-rs panics if it gets no memory, so ask first.
                memory::reserve::<u8>(&mut Vec::new(), GZIP_MEMORY).ok()?;
                Codec::Gzip(Box::new(Compress::new_gzip(flate2::Compression::new(GZIP_LEVEL), GZIP_WINDOW)))
            }
            Compression::Zstd => {
                let mut zstd = CCtx::try_create()?;
                zstd.set_parameter(CParameter::CompressionLevel(ZSTD_LEVEL)).ok()?;
                zstd.set_parameter(CParameter::ChecksumFlag(true)).ok()?;
                Codec::Zstd(zstd)
            }
        };
        Some(Compressor { codec, block: vec![0; BLOCK].into_boxed_slice() })
    }

    /// Compresses `src` and passes each block of output to `put`.
    pub(crate) fn write<E: From<Refused>>(
        &mut self,
        src: &[u8],
        put: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run(src, Flush::None, put)
    }

    /// Passes all that was compressed to `put`, so that a reader can decompress it.
    pub(crate) fn flush<E: From<Refused>>(&mut self, put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.run(b"", Flush::All, put)
    }

    /// Ends the stream.
    pub(crate) fn end<E: From<Refused>>(&mut self, put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.run(b"", Flush::End, put)
    }

    fn run<E: From<Refused>>(
        &mut self,
        mut src: &[u8],
        flush: Flush,
        mut put: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let (read, written, done) = match &mut self.codec {
                Codec::Gzip(gzip) => step_gzip(gzip, src, &mut self.block, flush)?,
                Codec::Zstd(zstd) => step_zstd(zstd, src, &mut self.block, flush)?,
            };
            src = &src[read..];
            if written > 0 {
                put(&self.block[..written])?;
            }
            if done {
                return Ok(());
            }
        }
    }
}

/// The compressor could not continue: the system refused memory.
#[derive(Debug)]
pub(crate) struct Refused;

/// The bytes read and written, and whether all of the call is done.
fn step_gzip(gzip: &mut Compress, src: &[u8], dst: &mut [u8], flush: Flush) -> Result<(usize, usize, bool), Refused> {
    let (read, written) = (gzip.total_in(), gzip.total_out());
    let how = match flush {
        Flush::None => FlushCompress::None,
        Flush::All => FlushCompress::Sync,
        Flush::End => FlushCompress::Finish,
    };
    let status = gzip.compress(src, dst, how).map_err(|_| Refused)?;
    let (read, written) = ((gzip.total_in() - read) as usize, (gzip.total_out() - written) as usize);
    let done = match flush {
        Flush::End => status == Status::StreamEnd,
        // If room is left in the block, the compressor has no more output.
        Flush::None | Flush::All => read == src.len() && written < dst.len(),
    };
    Ok((read, written, done))
}

/// As [`step_gzip`].
fn step_zstd(
    zstd: &mut CCtx<'static>,
    src: &[u8],
    dst: &mut [u8],
    flush: Flush,
) -> Result<(usize, usize, bool), Refused> {
    let (mut input, mut output) = (InBuffer::around(src), OutBuffer::around(dst));
    let how: ZSTD_EndDirective = match flush {
        Flush::None => ZSTD_e_continue,
        Flush::All => ZSTD_e_flush,
        Flush::End => ZSTD_e_end,
    };
    let left = zstd.compress_stream2(&mut output, &mut input, how).map_err(|_| Refused)?;
    let (read, written) = (input.pos, output.pos());
    let done = if flush == Flush::None { read == src.len() } else { left == 0 };
    Ok((read, written, done))
}
