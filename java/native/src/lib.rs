//! The native library of the Java front end: the functions that the class `NativeDoor` declares.
//!
//! Texts pass through direct buffers of the caller, whose addresses are arguments. So a call does not call the virtual
//! machine back, allocates nothing and keeps nothing. No panic leaves a function.

mod leaf;
mod rules;

use jni_sys::{JNIEnv, jboolean, jclass, jint, jlong, jobject, jstring};
use std::ffi::{CStr, CString};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use stringmill::Tier;

/// The result of a call with a fault: a panic, or an argument that cannot be right.
const FAULT: jlong = -1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no zero"),
};

/// Returns the version of the library.
///
/// # Safety
///
/// Only the virtual machine may call this.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_github_stringmill_internal_NativeDoor_version(
    env: *mut JNIEnv,
    _: jclass,
) -> jstring {
    // SAFETY: the virtual machine passes an environment of this thread.
    caught(|| unsafe { Some(string(env, VERSION)) }).unwrap_or(ptr::null_mut())
}

/// Returns the name of the tier in use.
///
/// # Safety
///
/// Only the virtual machine may call this.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_github_stringmill_internal_NativeDoor_tier(
    env: *mut JNIEnv,
    _: jclass,
) -> jstring {
    // SAFETY: the virtual machine passes an environment of this thread.
    caught(|| unsafe { Some(string(env, &CString::new(Tier::best().name()).ok()?)) }).unwrap_or(ptr::null_mut())
}

/// Returns whether `STRINGMILL_TIER` names a tier that this machine lacks.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_stringmill_internal_NativeDoor_lacksForcedTier(
    _: *mut JNIEnv,
    _: jclass,
) -> jboolean {
    caught(|| Some(Tier::forced().is_err())).unwrap_or(false)
}

/// Returns the address of a direct buffer; 0 for any other.
///
/// # Safety
///
/// Only the virtual machine may call this.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_github_stringmill_internal_NativeDoor_address(
    env: *mut JNIEnv,
    _: jclass,
    buffer: jobject,
) -> jlong {
    if buffer.is_null() {
        return 0;
    }
    // SAFETY: the virtual machine passes an environment of this thread, and the buffer is not null.
    unsafe { ((**env).v1_4.GetDirectBufferAddress)(env, buffer) as jlong }
}

/// Returns the bytes that rules need.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_stringmill_internal_NativeDoor_rulesLen(_: *mut JNIEnv, _: jclass) -> jint {
    rules::LEN as jint
}

/// Makes rules in `memory` from the table at `escapes`; see `NativeDoor.makeRules`.
///
/// # Safety
///
/// `memory` must be null or the address of `rulesLen` bytes that the caller then keeps for the rules, and `escapes`
/// null or the address of 128 readable numbers.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_github_stringmill_internal_NativeDoor_makeRules(
    _: *mut JNIEnv,
    _: jclass,
    memory: jlong,
    escapes: jlong,
    non_ascii: jint,
    upper_hex: jboolean,
) -> jlong {
    // SAFETY: the caller's promise.
    caught(|| unsafe { rules::make(memory, escapes, non_ascii, upper_hex) }).unwrap_or(FAULT)
}

/// Runs a leaf; see `NativeDoor.run`.
///
/// # Safety
///
/// `src` must be null or the address of `len` readable units, `dst` null or that of `cap` writable bytes, all used by
/// no other thread. For operations with rules, `choice` must be null or come from `makeRules`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_github_stringmill_internal_NativeDoor_run(
    _: *mut JNIEnv,
    _: jclass,
    operation: jint,
    choice: jlong,
    src: jlong,
    len: jint,
    dst: jlong,
    cap: jint,
) -> jlong {
    let call = leaf::Call { choice, src, len, dst, cap };
    // SAFETY: the caller's promise.
    caught(|| unsafe { call.run(operation) }).unwrap_or(FAULT)
}

/// Runs `work`; returns `None` if it panics.
#[inline(always)]
fn caught<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        // The payload may panic again when it is dropped.
        std::mem::forget(payload);
        None
    })
}

/// Makes a string of the virtual machine; null, with an exception pending, if it refuses the memory.
///
/// # Safety
///
/// `env` must be the environment of this thread.
unsafe fn string(env: *mut JNIEnv, text: &CStr) -> jstring {
    // SAFETY: the caller's promise.
    unsafe { ((**env).v1_1.NewStringUTF)(env, text.as_ptr()) }
}
