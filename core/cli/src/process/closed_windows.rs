//! Windows: which standard streams the process lacks, as one started without a console does. For such a stream the
//! standard library reports an empty input, and discards output without an error.

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
