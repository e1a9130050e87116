//! The peer simdutf: validation and transcoding.

use std::ffi::c_void;
use std::slice;
use stringmill_bench_door::{Gave, Gives, Peer, Peers};

static PEERS: &[Peer] = &[Peer::new(c"utf8_validate -", c"simdutf", Gives::Number, buffer, validate)];

/// The peers of this library.
#[unsafe(no_mangle)]
pub extern "C" fn stringmill_peers() -> Peers {
    Peers::new(PEERS)
}

extern "C" fn buffer() -> *mut c_void {
    Box::into_raw(Box::new(Vec::<u8>::new())).cast()
}

/// # Safety
///
/// `len` bytes stand at `src`.
unsafe extern "C" fn validate(_: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises.
    Gave::number(simdutf::validate_utf8(unsafe { slice::from_raw_parts(src.cast(), len) }).into())
}
