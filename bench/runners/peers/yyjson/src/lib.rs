//! The peer yyjson: its writer and its reader, each with a pool of memory, so that nothing is allocated.

use std::ffi::c_void;
use std::{mem, ptr};
use stringmill_bench_door::{Gave, Gives, Peer, Peers};
use yyjson_sys::{
    YYJSON_WRITE_ALLOW_INVALID_UNICODE, YYJSON_WRITE_ESCAPE_UNICODE, yyjson_alc, yyjson_alc_pool_init, yyjson_doc_free,
    yyjson_doc_get_root, yyjson_get_len, yyjson_get_str, yyjson_read_opts, yyjson_set_strn, yyjson_val,
    yyjson_val_write_opts, yyjson_write_flag,
};

static PEERS: &[Peer] = &[
    Peer::new(c"json_escape copy", c"yyjson", Gives::Quoted, pool, escape::<YYJSON_WRITE_ALLOW_INVALID_UNICODE>),
    // It validates its output.
    Peer::new(c"json_escape reject", c"yyjson", Gives::Quoted, pool, escape::<0>),
    Peer::new(c"json_escape ascii", c"yyjson", Gives::Quoted, pool, escape::<YYJSON_WRITE_ESCAPE_UNICODE>),
    Peer::new(c"json_unescape short", c"yyjson", Gives::Bytes, pool, unescape),
    Peer::new(c"json_unescape ascii", c"yyjson", Gives::Bytes, pool, unescape),
];

/// Twelve times the longest string literal, as the reader needs, and more. Unused pages are never touched.
const POOL: usize = 256 << 20;

struct Pool {
    allocator: yyjson_alc,
    /// What the writer or the reader gave last; freed before the next call.
    written: *mut c_void,
    read: *mut yyjson_sys::yyjson_doc,
}

/// The peers of this library.
#[unsafe(no_mangle)]
pub extern "C" fn stringmill_peers() -> Peers {
    Peers::new(PEERS)
}

extern "C" fn pool() -> *mut c_void {
    let memory = vec![0_u64; POOL / 8].leak();
    // SAFETY: all fields are numbers or pointers that may be null.
    let mut pool: Box<Pool> = Box::new(unsafe { mem::zeroed() });
    // SAFETY: the memory is never freed.
    let made = unsafe { yyjson_alc_pool_init(&mut pool.allocator, memory.as_mut_ptr().cast(), POOL) };
    assert!(made, "a pool of memory");
    Box::into_raw(pool).cast()
}

/// # Safety
///
/// `state` comes from `pool`, and `src` points to `len` bytes.
unsafe extern "C" fn escape<const FLAG: yyjson_write_flag>(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; a value is plain data, and the output is freed once.
    unsafe {
        let pool = &mut *state.cast::<Pool>();
        if !pool.written.is_null() {
            pool.allocator.free.expect("a function")(pool.allocator.ctx, pool.written);
        }
        let mut value: yyjson_val = mem::zeroed();
        yyjson_set_strn(&mut value, src.cast(), len);
        let mut written = 0;
        let at = yyjson_val_write_opts(&value, FLAG, &pool.allocator, &mut written, ptr::null_mut());
        pool.written = at.cast();
        Gave { at: at.cast(), len: written }
    }
}

/// # Safety
///
/// As for `escape`.
unsafe extern "C" fn unescape(state: *mut c_void, src: *const c_void, len: usize) -> Gave {
    // SAFETY: as the caller promises; without the flag for it, the reader does not write into its input.
    unsafe {
        let pool = &mut *state.cast::<Pool>();
        yyjson_doc_free(pool.read);
        pool.read = yyjson_read_opts(src.cast_mut().cast(), len, 0, &pool.allocator, ptr::null_mut());
        let root = yyjson_doc_get_root(pool.read);
        Gave { at: yyjson_get_str(root).cast(), len: yyjson_get_len(root) }
    }
}
