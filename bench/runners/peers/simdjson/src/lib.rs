//! The peer simdjson: its string builder, its on-demand reader, its validator.

// Links the library that it bundles.
use simdjson_sys as _;
use std::ffi::{CStr, c_void};
use stringmill_bench_door::{Gave, Gives, Peer, Peers};

unsafe extern "C" {
    safe fn shim_builder() -> *mut c_void;
    safe fn shim_parser() -> *mut c_void;
    fn shim_escape(state: *mut c_void, src: *const c_void, len: usize) -> Gave;
    fn shim_unescape(state: *mut c_void, src: *const c_void, len: usize) -> Gave;
    fn shim_validate(state: *mut c_void, src: *const c_void, len: usize) -> Gave;
}

#[cfg(native)]
const NAME: &CStr = c"simdjson (native)";
#[cfg(not(native))]
const NAME: &CStr = c"simdjson";

static PEERS: &[Peer] = &[
    Peer::new(c"json_escape copy", NAME, Gives::Quoted, builder, shim_escape),
    Peer::new(c"json_unescape short", NAME, Gives::Bytes, parser, shim_unescape),
    Peer::new(c"json_unescape ascii", NAME, Gives::Bytes, parser, shim_unescape),
    Peer::new(c"utf8_validate -", NAME, Gives::Number, parser, shim_validate),
];

/// The peers of this library.
#[unsafe(no_mangle)]
pub extern "C" fn stringmill_peers() -> Peers {
    Peers::new(PEERS)
}

extern "C" fn builder() -> *mut c_void {
    shim_builder()
}

extern "C" fn parser() -> *mut c_void {
    shim_parser()
}
