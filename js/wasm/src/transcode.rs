//! Between UTF-8, UTF-16 and Latin-1.

use crate::arguments::{chunk, numbered};
use crate::door::{Parts, Range, call};
use crate::strings::units_of;
use stringmill::{
    IllFormed, IllFormedUtf16, Progress, Utf8ToUtf16, Utf16ToUtf8, latin1_to_utf8, utf8_to_utf16, utf16_to_utf8,
};

/// UTF-8 into UTF-16 of either byte order.
#[unsafe(no_mangle)]
extern "C" fn smill_utf8_to_utf16(big_endian: u32, policy: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let rules = Utf8ToUtf16::new(numbered(IllFormed::ALL, policy)?)?;
        let bytes = if big_endian == 0 { u16::to_le_bytes } else { u16::to_be_bytes };
        door.run(Range { from, to }, |Parts { src, dst, units, .. }, repairs| {
            let room = units.len().min(dst.len() / 2);
            let done = utf8_to_utf16(rules, src, &mut units[..room], chunk(last), repairs)?;
            for (pair, &unit) in dst.chunks_exact_mut(2).zip(&units[..done.written]) {
                pair.copy_from_slice(&bytes(unit));
            }
            Ok(Progress { written: 2 * done.written, ..done })
        })
    })
}

/// UTF-16 of either byte order into UTF-8. The results count code units of the source.
#[unsafe(no_mangle)]
extern "C" fn smill_utf16_to_utf8(big_endian: u32, policy: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let rules = Utf16ToUtf8::new(numbered(IllFormedUtf16::ALL, policy)?)?;
        let unit = if big_endian == 0 { u16::from_le_bytes } else { u16::from_be_bytes };
        door.run(Range { from, to }, |Parts { src, dst, units, .. }, repairs| {
            utf16_to_utf8(rules, units_of(src, units, unit)?, dst, chunk(last), repairs)
        })
    })
}

/// Latin-1 into UTF-8.
#[unsafe(no_mangle)]
extern "C" fn smill_latin1_to_utf8(from: u32, to: u32) -> u32 {
    call(|door| door.run(Range { from, to }, |Parts { src, dst, .. }, _| Ok(latin1_to_utf8(src, dst))))
}
