//! Peers in Rust that choose their instructions when they are compiled. `tools/run bench` compiles this library for the
//! very processor it runs on; the runner has the same peers as a default build has them.

use std::ffi::c_void;
use stringmill_bench_door::{Gave, Gives, Peer, Peers};

static PEERS: &[Peer] = &[
    Peer::new(c"json_escape copy", c"sonic-rs (native)", Gives::Quoted, buffer, sonic_rs_escape),
    Peer::new(c"json_escape copy", c"v_jsonescape (native)", Gives::Bytes, buffer, v_jsonescape_escape),
    Peer::new(c"json_unescape short", c"sonic-rs (native)", Gives::Bytes, buffer, sonic_rs_unescape),
    Peer::new(c"json_unescape ascii", c"sonic-rs (native)", Gives::Bytes, buffer, sonic_rs_unescape),
];

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
/// `state` comes from `buffer`, and `src` points to `len` bytes of UTF-8.
unsafe extern "C" fn sonic_rs_escape(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises.
    let (buffer, text) = unsafe { (&mut *state.cast::<Vec<u8>>(), text(src, len)) };
    buffer.clear();
    sonic_rs::to_writer(&mut *buffer, text).expect("memory");
    Gave::bytes(buffer)
}

/// # Safety
///
/// As for `sonic_rs_escape`.
unsafe extern "C" fn v_jsonescape_escape(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises.
    let (buffer, text) = unsafe { (&mut *state.cast::<Vec<u8>>(), text(src, len)) };
    buffer.clear();
    v_jsonescape::escape_bytes(text, buffer);
    Gave::bytes(buffer)
}

/// # Safety
///
/// As for `sonic_rs_escape`.
unsafe extern "C" fn sonic_rs_unescape(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises.
    let (buffer, text) = unsafe { (&mut *state.cast::<Vec<u8>>(), text(src, len)) };
    *buffer = sonic_rs::from_slice::<String>(text.as_bytes()).expect("a string").into_bytes();
    Gave::bytes(buffer)
}

/// # Safety
///
/// `src` points to `len` bytes of UTF-8.
unsafe fn text<'a>(src: *const c_void, len: usize) -> &'a str {
    // SAFETY: as the caller promises.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(src.cast(), len)) }
}
