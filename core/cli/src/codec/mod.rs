//! Forms of streams, piece by piece: compressed ones (gzip, RFC 1952, and zstd, RFC 8878), read and written, and text in
//! other encodings (the WHATWG Encoding Standard), read.

pub(crate) mod compressor;
pub(crate) mod decoder;
pub(crate) mod decompressor;
pub(crate) mod encoding;
pub(crate) mod format;
