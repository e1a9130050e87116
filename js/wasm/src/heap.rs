//! The allocator. It remembers a refusal, so that the caller of an export that trapped knows the reason.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

struct Heap;

static REFUSED: AtomicBool = AtomicBool::new(false);

#[global_allocator]
static HEAP: Heap = Heap;

/// Notes a refusal.
fn noted(ptr: *mut u8) -> *mut u8 {
    if ptr.is_null() {
        REFUSED.store(true, Ordering::Relaxed);
    }
    ptr
}

// SAFETY: every call goes to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the promise of the caller.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the promise of the caller.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the promise of the caller.
        noted(unsafe { System.realloc(ptr, layout, size) })
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the promise of the caller.
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// Whether memory was refused since the last call. May be called after a trap.
#[unsafe(no_mangle)]
extern "C" fn smill_memory_was_refused() -> u32 {
    u32::from(REFUSED.swap(false, Ordering::Relaxed))
}
