//! Reads a variable of the environment in place. `std::env` copies the value, and ends the process if it gets no
//! memory.

use core::ffi::CStr;

/// Gives the value of the variable `name` to `look`; `None` if it is not set.
#[cfg(all(feature = "std", unix))]
pub(crate) fn with_variable<T>(name: &CStr, look: impl FnOnce(Option<&[u8]>) -> T) -> T {
    use core::ffi::c_char;
    unsafe extern "C" {
        fn getenv(name: *const c_char) -> *const c_char;
    }
    // SAFETY: the name ends with a NUL. A thread that changes the environment must ensure that no other thread reads
    // it, in C by the rules of setenv, in Rust by those of `std::env::set_var`. So the value does not change until
    // `look` returns.
    let value = unsafe { getenv(name.as_ptr()) };
    if value.is_null() {
        return look(None);
    }
    // SAFETY: not null, so a string that ends with a NUL; and it stays, for the same reason.
    look(Some(unsafe { CStr::from_ptr(value) }.to_bytes()))
}

/// Gives the value of the variable `name` to `look`; `None` if it is not set. The value is copied.
#[cfg(all(feature = "std", not(unix)))]
pub(crate) fn with_variable<T>(name: &CStr, look: impl FnOnce(Option<&[u8]>) -> T) -> T {
    let value = name.to_str().ok().and_then(std::env::var_os);
    look(value.as_ref().map(|value| value.as_encoded_bytes()))
}

/// There is no environment.
#[cfg(not(feature = "std"))]
pub(crate) fn with_variable<T>(_: &CStr, look: impl FnOnce(Option<&[u8]>) -> T) -> T {
    look(None)
}
