//! Compressed streams: gzip (RFC 1952) and zstd (RFC 8878), read and written piece by piece.

pub(crate) mod compressor;
pub(crate) mod decompressor;
pub(crate) mod format;
