//! What a library of peers shows to the runner: a list of peers, each with an operation that it can carry out.

use std::ffi::{CStr, c_void};

/// The function that every library of peers exports.
pub const LIST: &[u8] = b"stringmill_peers\0";

/// The type of that function.
pub type List = extern "C" fn() -> Peers;

/// All peers of a library.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Peers {
    at: *const Peer,
    len: usize,
}

impl Peers {
    /// The peers of a list that lives as long as the library, which is never unloaded.
    pub const fn new(list: &'static [Peer]) -> Self {
        Peers { at: list.as_ptr(), len: list.len() }
    }

    /// The list.
    pub fn list(self) -> &'static [Peer] {
        // SAFETY: `new` took both from a static slice.
        unsafe { std::slice::from_raw_parts(self.at, self.len) }
    }
}

/// One peer under one operation.
#[repr(C)]
pub struct Peer {
    operation: *const std::ffi::c_char,
    name: *const std::ffi::c_char,
    /// What it gives.
    pub gives: Gives,
    /// Makes the state between calls: buffers, parsers. Made once in a run and never freed.
    pub new: extern "C" fn() -> *mut c_void,
    /// Handles one input. The pointer and the number of units are those of the input; 64 bytes after it can be read.
    pub run: unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> Gave,
}

// SAFETY: the pointers lead to constant strings.
unsafe impl Sync for Peer {}

impl Peer {
    /// A peer. `operation` is an id and a setting, as in `json_escape copy`.
    pub const fn new(
        operation: &'static CStr,
        name: &'static CStr,
        gives: Gives,
        new: extern "C" fn() -> *mut c_void,
        run: unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> Gave,
    ) -> Self {
        Peer { operation: operation.as_ptr(), name: name.as_ptr(), gives, new, run }
    }

    /// The operation that it carries out.
    pub fn operation(&self) -> &'static str {
        text(self.operation)
    }

    /// Its name in tables.
    pub fn name(&self) -> &'static str {
        text(self.name)
    }
}

fn text(at: *const std::ffi::c_char) -> &'static str {
    // SAFETY: `Peer::new` took it from a static string.
    unsafe { CStr::from_ptr(at) }.to_str().unwrap_or("?")
}

/// What a peer gives for an input.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Bytes.
    Bytes,
    /// Bytes between quotes.
    Quoted,
    /// A number, as `len`.
    Number,
}

/// What it gave for the last input; valid until the next.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Gave {
    /// The bytes.
    pub at: *const u8,
    /// How many they are.
    pub len: usize,
}

impl Gave {
    /// Bytes in a buffer of the peer.
    pub fn bytes(bytes: &[u8]) -> Self {
        Gave { at: bytes.as_ptr(), len: bytes.len() }
    }

    /// A number.
    pub fn number(number: usize) -> Self {
        Gave { at: std::ptr::null(), len: number }
    }
}
