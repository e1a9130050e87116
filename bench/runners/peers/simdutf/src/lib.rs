//! The peer simdutf: validation, transcoding, base64. json-escape-simd escapes after it.

use simdutf::{Base64Options, LastChunkHandlingOptions};
use std::ffi::c_void;
use std::slice;
use stringmill_bench_door::{Gave, Gives, Peer, Peers};

static PEERS: &[Peer] = &[
    Peer::new(c"utf8_validate -", c"simdutf", Gives::Number, buffers, validate),
    Peer::new(c"utf16_to_utf8 -", c"simdutf", Gives::Bytes, buffers, from_utf16),
    Peer::new(c"utf8_to_utf16 -", c"simdutf", Gives::Bytes, buffers, to_utf16),
    Peer::new(c"latin1_to_utf8 -", c"simdutf", Gives::Bytes, buffers, from_latin1),
    Peer::new(c"json_escape_utf16 -", c"simdutf + json-escape-simd", Gives::Quoted, buffers, escape_utf16),
    Peer::new(c"json_escape_latin1 -", c"simdutf + json-escape-simd", Gives::Quoted, buffers, escape_latin1),
    Peer::new(c"base64_encode -", c"simdutf", Gives::Bytes, buffers, encode_base64),
    Peer::new(c"base64_decode clean", c"simdutf", Gives::Bytes, buffers, decode_base64),
    Peer::new(c"base64_decode white-space", c"simdutf", Gives::Bytes, buffers, decode_base64),
];

/// Buffers that keep their room.
#[derive(Default)]
struct Buffers {
    text: Vec<u8>,
    escaped: Vec<u8>,
    units: Vec<u16>,
}

impl Buffers {
    /// Room for `len` bytes of text.
    fn room(&mut self, len: usize) -> *mut u8 {
        if self.text.len() < len {
            self.text.resize(len, 0);
        }
        self.text.as_mut_ptr()
    }

    /// Escapes the first `len` bytes of the text.
    ///
    /// # Safety
    ///
    /// They are UTF-8.
    unsafe fn escape(&mut self, len: usize) -> Gave {
        // SAFETY: as the caller promises.
        let text = unsafe { std::str::from_utf8_unchecked(&self.text[..len]) };
        self.escaped.clear();
        json_escape_simd::escape_into(text, &mut self.escaped);
        Gave::bytes(&self.escaped)
    }
}

/// The peers of this library.
#[unsafe(no_mangle)]
pub extern "C" fn stringmill_peers() -> Peers {
    Peers::new(PEERS)
}

extern "C" fn buffers() -> *mut c_void {
    Box::into_raw(Box::<Buffers>::default()).cast()
}

/// # Safety
///
/// `src` points to `len` bytes.
unsafe extern "C" fn validate(_: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises.
    Gave::number(simdutf::validate_utf8(unsafe { slice::from_raw_parts(src.cast(), len) }).into())
}

/// # Safety
///
/// `state` comes from `buffers`, and `src` points to `len` code units.
unsafe extern "C" fn from_utf16(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; a code unit becomes three bytes at the most.
    unsafe {
        let buffers = &mut *state.cast::<Buffers>();
        let written = simdutf::convert_utf16_to_utf8(src.cast(), len, buffers.room(3 * len));
        Gave::bytes(&buffers.text[..written])
    }
}

/// # Safety
///
/// `state` comes from `buffers`, and `src` points to `len` bytes.
unsafe extern "C" fn to_utf16(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; a byte becomes one code unit at the most, and the bytes of these may be read.
    unsafe {
        let buffers = &mut *state.cast::<Buffers>();
        if buffers.units.len() < len {
            buffers.units.resize(len, 0);
        }
        let written = simdutf::convert_utf8_to_utf16(src.cast(), len, buffers.units.as_mut_ptr());
        Gave::bytes(slice::from_raw_parts(buffers.units.as_ptr().cast(), 2 * written))
    }
}

/// # Safety
///
/// `state` comes from `buffers`, and `src` points to `len` bytes.
unsafe extern "C" fn from_latin1(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; a byte becomes two at the most.
    unsafe {
        let buffers = &mut *state.cast::<Buffers>();
        let written = simdutf::convert_latin1_to_utf8(src.cast(), len, buffers.room(2 * len));
        Gave::bytes(&buffers.text[..written])
    }
}

/// # Safety
///
/// As for `from_utf16`.
unsafe extern "C" fn escape_utf16(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; the output of simdutf is UTF-8.
    unsafe {
        let written = from_utf16(state, src, len).len;
        (*state.cast::<Buffers>()).escape(written)
    }
}

/// # Safety
///
/// As for `from_latin1`.
unsafe extern "C" fn escape_latin1(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; the output of simdutf is UTF-8.
    unsafe {
        let written = from_latin1(state, src, len).len;
        (*state.cast::<Buffers>()).escape(written)
    }
}

/// # Safety
///
/// `state` comes from `buffers`, and `src` points to `len` bytes.
unsafe extern "C" fn encode_base64(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; three bytes become four.
    unsafe {
        let buffers = &mut *state.cast::<Buffers>();
        let dst = buffers.room(len.div_ceil(3) * 4);
        let written = simdutf::binary_to_base64(src.cast(), len, dst, Base64Options::Default);
        Gave::bytes(&buffers.text[..written])
    }
}

/// # Safety
///
/// As for `encode_base64`.
unsafe extern "C" fn decode_base64(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; decoded bytes are shorter.
    unsafe {
        let buffers = &mut *state.cast::<Buffers>();
        let dst = buffers.room(len);
        let (options, last) = (Base64Options::Default, LastChunkHandlingOptions::Loose);
        let done = simdutf::base64_to_binary(src.cast(), len, dst, options, last);
        assert!(done.error == simdutf::ErrorCode::Success, "base64");
        Gave::bytes(&buffers.text[..done.count])
    }
}
