//! Windows: which standard streams the process does not have, such as one that was started without a console. The standard
//! library then reads nothing, and drops what is written.

use std::os::windows::io::{AsHandle, AsRawHandle};

pub(crate) fn stdin() -> bool {
    is_absent(&std::io::stdin())
}

pub(crate) fn stdout() -> bool {
    is_absent(&std::io::stdout())
}

pub(crate) fn stderr() -> bool {
    is_absent(&std::io::stderr())
}

/// Whether the handle is NULL or INVALID_HANDLE_VALUE.
fn is_absent(stream: &impl AsHandle) -> bool {
    matches!(stream.as_handle().as_raw_handle().addr(), 0 | usize::MAX)
}
