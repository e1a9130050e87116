//! The last resort if the system refuses memory: a message and exit code 5 instead of a SIGABRT.
//!
//! Requests whose size depends on the input use [`crate::process::memory`]. A refusal is then a failure like any other:
//! it removes temporaries and names the input. All other requests are small; for a refused one the standard library calls
//! `abort`, and the handler of SIGABRT here ends the process with the documented exit code. Unfinished files have no name,
//! or are temporaries that the next `unpack` into the folder may remove, so no half-written file becomes visible.
//!
//! Panics need memory too. The standard library describes a panic under a lock that its message for refused memory also
//! takes, so a refusal meanwhile ends the process here; otherwise the thread would wait for itself.

#![allow(unsafe_code)]

use crate::report::failure::Exit;
use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use signal_hook::consts::SIGABRT;
use std::alloc::{GlobalAlloc, Layout, System};
use std::num::NonZeroUsize;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// True after the system refused memory. Otherwise SIGABRT means a fault of this program, and is not handled.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// True while a panic is described.
static DESCRIBING: AtomicBool = AtomicBool::new(false);

/// The allocator of the system, which notes refusals.
struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

fn noted(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        REFUSED.store(true, Ordering::Relaxed);
        if DESCRIBING.load(Ordering::Relaxed) {
            end();
        }
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
    let describe = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // A new thread panics before its work if it gets no memory.
        if is_short() {
            end();
        }
        DESCRIBING.store(true, Ordering::Relaxed);
        describe(panic);
        DESCRIBING.store(false, Ordering::Relaxed);
    }));
    let action = || {
        // The C library aborts at some refusals of its own.
        if REFUSED.load(Ordering::Relaxed) || is_short() {
            end();
        }
    };
    // SAFETY: the action loads an atomic, and calls only mmap, munmap, write and _exit. Signal handlers may; mmap and munmap
    // are system calls without a lock in every C library of Linux.
    unsafe { signal_hook::low_level::register(SIGABRT, action) }.map(drop)
}

/// Whether the system refuses memory now.
fn is_short() -> bool {
    // SAFETY: the place of the mapping is the system's choice, so it overlaps no other, and nothing refers to it.
    unsafe {
        match mmap_anonymous(None, PROBE, ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, MapFlags::MAP_PRIVATE) {
            Ok(place) => munmap(place, PROBE.get()).is_err(),
            Err(_) => true,
        }
    }
}

/// Ends the process. Signal handlers and the allocator may call it.
fn end() -> ! {
    let _ = nix::unistd::write(std::io::stderr().as_fd(), b"error: the system refused memory\n");
    signal_hook::low_level::exit(Exit::Limit as i32)
}

/// More than the C library and the standard library request for themselves.
const PROBE: NonZeroUsize = NonZeroUsize::new(1 << 20).unwrap();
