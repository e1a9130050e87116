//! Subjects over interfaces of C: our C API, yyjson, and simdjson through `shim.cpp`. Each is called as C calls it, not inlined.

use simdjson_sys as _; // links the library that it bundles
use std::cell::RefCell;
use std::ffi::c_void;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use stringmill_capi::{
    JsonEvent, JsonReader, TapeEntry, smill_json_reader_begin, smill_json_reader_fill, smill_json_reader_new,
    smill_json_reader_next,
};
use yyjson_sys::{yyjson_doc_free, yyjson_doc_get_val_count, yyjson_read_opts};

unsafe extern "C" {
    safe fn shim_dom_parser() -> *mut c_void;
    safe fn shim_reader() -> *mut c_void;
    fn shim_dom(parser: *mut c_void, src: *const u8, len: usize) -> usize;
    fn shim_visit(parser: *mut c_void, src: *const u8, len: usize) -> usize;
    fn shim_skip(parser: *mut c_void, src: *const u8, len: usize) -> usize;
}

thread_local! {
    static READER: *mut JsonReader = {
        let mut reader = null_mut();
        // SAFETY: a local.
        assert_eq!(unsafe { smill_json_reader_new(null(), 0, &mut reader) }, 0);
        reader
    };
    static TAPE: RefCell<Vec<TapeEntry>> = RefCell::new(Vec::with_capacity(1024));
    static DOM: *mut c_void = shim_dom_parser();
    static ON_DEMAND: *mut c_void = shim_reader();
}

/// Kinds 2, 4 and 5: ends of containers, and names.
const NO_VALUE: u32 = 1 << 2 | 1 << 4 | 1 << 5;
const END: u32 = 12;

pub(crate) fn c_events(text: &[u8]) -> Option<usize> {
    let next: unsafe extern "C" fn(*mut JsonReader, *mut JsonEvent) -> u32 = black_box(smill_json_reader_next);
    let (reader, mut event, mut count) = (READER.with(|reader| *reader), JsonEvent::default(), 0);
    // SAFETY: the reader is never freed, and the text outlives the loop.
    unsafe {
        assert_eq!(smill_json_reader_begin(reader, text.as_ptr(), text.len(), 0), 0);
        loop {
            if next(reader, &mut event) != 0 {
                return None;
            }
            if event.kind == END {
                return Some(count);
            }
            count += usize::from(NO_VALUE >> event.kind & 1 == 0);
        }
    }
}

pub(crate) fn c_tape(text: &[u8]) -> Option<usize> {
    type Fill = unsafe extern "C" fn(*mut JsonReader, *mut MaybeUninit<TapeEntry>, usize, *mut JsonEvent) -> u32;
    let fill: Fill = black_box(smill_json_reader_fill);
    let (reader, mut event, mut count) = (READER.with(|reader| *reader), JsonEvent::default(), 0);
    TAPE.with_borrow_mut(|tape| {
        // SAFETY: as above; the call says how many entries it has written.
        unsafe {
            assert_eq!(smill_json_reader_begin(reader, text.as_ptr(), text.len(), 0), 0);
            loop {
                if fill(reader, tape.as_mut_ptr().cast(), 1024, &mut event) != 0 {
                    return None;
                }
                if event.kind == END {
                    return Some(count);
                }
                tape.set_len(event.len as usize);
                count += tape.iter().filter(|entry| NO_VALUE >> entry.kind as u32 & 1 == 0).count();
            }
        }
    })
}

/// The document is freed: that is a part of it.
pub(crate) fn yyjson(text: &[u8]) -> Option<usize> {
    // SAFETY: without the flag for it, yyjson does not write into its input.
    unsafe {
        let document = yyjson_read_opts(text.as_ptr().cast_mut().cast(), text.len(), 0, null(), null_mut());
        let is_right = black_box(yyjson_doc_get_val_count(document)) > 0;
        yyjson_doc_free(document);
        is_right.then_some(0)
    }
}

pub(crate) fn simdjson_dom(text: &[u8]) -> Option<usize> {
    // SAFETY: the parser is never freed; the runner leaves 64 readable bytes after each text.
    let seen = unsafe { shim_dom(DOM.with(|it| *it), text.as_ptr(), text.len()) };
    (seen > 0).then_some(0)
}

pub(crate) fn on_demand(text: &[u8]) -> Option<usize> {
    // SAFETY: as above.
    Some(unsafe { shim_visit(ON_DEMAND.with(|it| *it), text.as_ptr(), text.len()) }).filter(|&seen| seen > 0)
}

pub(crate) fn on_demand_skip(text: &[u8]) -> Option<usize> {
    // SAFETY: as above.
    let seen = unsafe { shim_skip(ON_DEMAND.with(|it| *it), text.as_ptr(), text.len()) };
    (seen > 0).then_some(0)
}
