//! The last resort if the system refuses memory: a message and exit code 5 instead of a SIGABRT.
//!
//! Requests whose size depends on the input use [`crate::process::memory`]. A refusal is then a failure like any other:
//! it removes temporaries and names the input. All other requests are small; for a refused one the standard library calls
//! `abort`, and the handler of SIGABRT here ends the process with the documented exit code. Unfinished files have no name,
//! or are temporaries that the next `unpack` into the folder may remove, so no half-written file becomes visible.

#![allow(unsafe_code)]

use crate::report::failure::Exit;
use signal_hook::consts::SIGABRT;
use std::alloc::{GlobalAlloc, Layout, System};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// True after the system refused memory. Otherwise SIGABRT means a fault of this program, and is not handled.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// The allocator of the system, which notes refusals.
struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

fn noted(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        REFUSED.store(true, Ordering::Relaxed);
    }
    place
}

// SAFETY: every call is forwarded unchanged to the allocator of the system.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: the caller's promises.
        noted(unsafe { System.realloc(place, layout, len) })
    }
}

/// Makes refused memory end the process with a message and [`Exit::Limit`].
pub(crate) fn end_without_memory() -> std::io::Result<()> {
    let action = || {
        if REFUSED.load(Ordering::Relaxed) {
            let _ = nix::unistd::write(std::io::stderr().as_fd(), b"error: the system refused memory\n");
            signal_hook::low_level::exit(Exit::Limit as i32);
        }
    };
    // SAFETY: the action loads an atomic, and calls only write and _exit, which signal handlers may.
    unsafe { signal_hook::low_level::register(SIGABRT, action) }.map(drop)
}
