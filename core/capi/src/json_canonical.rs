//! Section "CANONICAL JSON" of the header.

use crate::arguments::{how_whole, object, source_and_destination};
use crate::door::{self, exported};
use crate::ranges::{Span, all_apart};
use crate::shapes::{CanonicalLimits, Progress};
use stringmill::ErrorCode;
use stringmill::convert::canonical::{self, json_canonical_into};

exported! {
    fn smill_json_canonical(
        limits: *const CanonicalLimits,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        let read = [Span::one(limits), Span::of(src, src_len)];
        let mut needed = 0;
        let work = || {
            let tier = how_whole(how)?;
            let limits = if limits.is_null() { CanonicalLimits::default() } else { *object(limits)? };
            all_apart(&[Span::of(dst, dst_cap)], &read)?;
            let (src, dst) = source_and_destination(src, src_len, dst, dst_cap)?;
            needed = json_canonical_into(tier, chosen(limits)?, src, dst)?;
            match needed <= dst.len() {
                true => Ok(stringmill::Progress { read: src_len, written: needed }),
                false => Err(ErrorCode::RoomShort.into()),
            }
        };
        let code = door::progress_apart(progress, Span::EMPTY, Span::of(dst, dst_cap), &read, work);
        if code == ErrorCode::RoomShort as u32 {
            progress.write_unaligned(Progress { read: 0, written: needed as u64, offset: 0 });
        }
        code
    }
}

/// Zero means the default of each limit.
fn chosen(limits: CanonicalLimits) -> Result<canonical::CanonicalLimits, ErrorCode> {
    let CanonicalLimits { depth_max, memory_max, rounds_integers } = limits;
    let or = |limit, default| if limit == 0 { default } else { limit };
    Ok(canonical::CanonicalLimits {
        depth_max: or(depth_max, canonical::CanonicalLimits::DEFAULT.depth_max),
        memory_max: usize::try_from(or(memory_max, u64::MAX)).unwrap_or(usize::MAX),
        rounds_integers: match rounds_integers {
            0 => false,
            1 => true,
            _ => return Err(ErrorCode::ChoiceUnknown),
        },
    })
}
