//! Section "Scanning" of the header.

use crate::arguments::{class, how, source};
use crate::door;
use crate::ranges::Span;
use crate::shapes::Progress;
use stringmill::scan_with;

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_scan(
    class: u32,
    src: *const u8,
    src_len: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let work = || {
        // A run has no units that an end could cut, so it does not matter whether more follows.
        let (_, tier) = self::how(how)?;
        let class = self::class(class)?;
        // SAFETY: the caller promises that the source is readable.
        let src = unsafe { source(src, src_len) }?;
        Ok(stringmill::Progress { read: scan_with(tier, class, src), written: 0 })
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, Span::EMPTY, Span::EMPTY, &[Span::of(src, src_len)], work) }
}
