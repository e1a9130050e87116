//! Decompresses a stream piece by piece: all members of gzip data, all frames of zstd data.

use crate::codec::format::Compression;
use crate::process::memory;
use flate2::{Decompress, FlushDecompress, Status};
use zstd::zstd_safe::{DCtx, InBuffer, OutBuffer, get_error_name};

/// Bytes of output without a limit on the ratio.
const FREE: u64 = 64 << 20;
/// Window of gzip data as a power of two: the largest of the format.
const GZIP_WINDOW: u8 = 15;
/// Memory to ask for before a gzip decoder is made; its state takes about 48 KB.
const GZIP_MEMORY: usize = 256 << 10;

/// Bytes of the shortest gzip member header (RFC 1952, section 2.3).
const HEADER: u64 = 10;

/// State of a compressed stream.
pub(crate) struct Decompressor {
    codec: Codec,
    /// Bytes of the compressed data that were read.
    read: u64,
    written: u64,
    /// Whether a member or frame has begun and not ended.
    inside: bool,
    ratio_max: u64,
}

enum Codec {
    Gzip(Decompress),
    Zstd(DCtx<'static>),
}

/// Why a compressed stream cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// Offset in the compressed data.
    pub(crate) offset: u64,
    /// Bytes of output before it.
    pub(crate) written: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The data ends inside a member or frame.
    Cut,
    /// The data violates its format.
    Corrupt(String),
    /// Bytes that are not of the format follow a complete member or frame.
    Trailing,
    /// The output is too large for its input.
    Ratio,
    /// A frame demands more memory than is allowed.
    Memory,
    /// The system refused memory.
    Refused,
}

impl Decompressor {
    /// A stream of this format. Beyond [`FREE`] bytes, the output may be `ratio_max` times as long as the input.
    pub(crate) fn new(format: Compression, ratio_max: u64) -> Result<Self, Fault> {
        let codec = match format {
            Compression::Gzip => new_gzip().map(Codec::Gzip),
            Compression::Zstd => DCtx::try_create().map(Codec::Zstd).ok_or(FaultKind::Refused),
        };
        let codec = codec.map_err(|kind| Fault { kind, offset: 0, written: 0 })?;
        Ok(Decompressor { codec, read: 0, written: 0, inside: false, ratio_max })
    }

    /// Decompresses some of `src` into `dst`; returns how many bytes were read and written. If `dst` is filled, more
    /// output may follow without more input.
    pub(crate) fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Result<(usize, usize), Fault> {
        let fresh = !self.inside;
        if fresh && self.read > 0 && !src.is_empty() && !Compression::may_begin(&src[..1]) {
            return Err(self.fault(FaultKind::Trailing));
        }
        let before = self.member_read();
        let done = match &mut self.codec {
            Codec::Gzip(_) if src.is_empty() && fresh => Ok((0, 0, true)),
            Codec::Gzip(gzip) => step_gzip(gzip, src, dst),
            Codec::Zstd(zstd) => step_zstd(zstd, src, dst),
        };
        let (read, written, ended) = done.map_err(|kind| {
            let found = self.member_read() - before;
            match kind {
                // At the start of a member or frame, and after another one.
                FaultKind::Corrupt(_) if fresh && self.read > 0 && found < HEADER => self.fault(FaultKind::Trailing),
                kind => Fault { offset: self.read + found, ..self.fault(kind) },
            }
        })?;
        (self.read, self.written) = (self.read + read as u64, self.written + written as u64);
        self.inside = if ended { false } else { self.inside || read > 0 };
        if self.written > FREE && self.written / self.ratio_max > self.read {
            return Err(self.fault(FaultKind::Ratio));
        }
        Ok((read, written))
    }

    /// Checks that the data may end here.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        if self.inside { Err(self.fault(FaultKind::Cut)) } else { Ok(()) }
    }

    /// Bytes read of this gzip member. A decoder of zstd does not say at which byte of a step it fails.
    fn member_read(&self) -> u64 {
        match &self.codec {
            Codec::Gzip(gzip) => gzip.total_in(),
            Codec::Zstd(_) => 0,
        }
    }

    fn fault(&self, kind: FaultKind) -> Fault {
        Fault { kind, offset: self.read, written: self.written }
    }
}

/// A decoder of one member. zlib-rs panics if it gets no memory, so ask first.
fn new_gzip() -> Result<Decompress, FaultKind> {
    memory::reserve::<u8>(&mut Vec::new(), GZIP_MEMORY).map_err(|_| FaultKind::Refused)?;
    Ok(Decompress::new_gzip(GZIP_WINDOW))
}

/// The bytes read and written, and whether a member has ended. The next step begins another one.
fn step_gzip(gzip: &mut Decompress, src: &[u8], dst: &mut [u8]) -> Result<(usize, usize, bool), FaultKind> {
    let (read, written) = (gzip.total_in(), gzip.total_out());
    let done = gzip.decompress(src, dst, FlushDecompress::None);
    let status = done.map_err(|error| match error.needs_dictionary() {
        Some(_) => FaultKind::Corrupt("it needs a dictionary".to_owned()),
        None => FaultKind::Corrupt(error.message().unwrap_or("invalid data").to_owned()),
    })?;
    let (read, written) = ((gzip.total_in() - read) as usize, (gzip.total_out() - written) as usize);
    let ended = status == Status::StreamEnd;
    if ended {
        *gzip = new_gzip()?;
    }
    Ok((read, written, ended))
}

/// As [`step_gzip`], for frames.
fn step_zstd(zstd: &mut DCtx<'static>, src: &[u8], dst: &mut [u8]) -> Result<(usize, usize, bool), FaultKind> {
    let (mut input, mut output) = (InBuffer::around(src), OutBuffer::around(dst));
    // The hint is 0 after the last byte of a frame was written.
    let hint = zstd.decompress_stream(&mut output, &mut input).map_err(|code| match get_error_name(code) {
        "Frame requires too much memory for decoding" => FaultKind::Memory,
        "Allocation error : not enough memory" => FaultKind::Refused,
        name => FaultKind::Corrupt(name.to_lowercase()),
    })?;
    let (read, written) = (input.pos, output.pos());
    // Without input, the hint of an ended frame is that of the next one.
    Ok((read, written, hint == 0))
}
