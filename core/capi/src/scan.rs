//! Section "Scanning" of the header.

use crate::arguments::class;
use crate::conversion::Conversion;
use crate::door::exported;
use crate::shapes::Progress;
use stringmill::scan_with;

exported! {
    fn smill_scan(class: u32, src: *const u8, src_len: usize, how: u32, progress: *mut Progress) -> u32 {
        Conversion::reading(src, src_len, how, progress).run(
            class,
            |class| Ok(self::class(class)?),
            // The end of a chunk cuts no unit of a run, so it makes no difference whether more follows.
            |tier, class, src, _, _, _| Ok(stringmill::Progress { read: scan_with(tier, class, src), written: 0 }),
        )
    }
}
