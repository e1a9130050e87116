//! Writes whole registers into a destination that may be shorter.

/// Has `$write` overwrite `$len` bytes at the beginning of `$dst`, or, if these are too few, of a copy, from which the
/// bytes that count are then taken. The value is how many count; `None` if there is too little room for them.
///
/// Not a function: a closure that is not inlined runs without the instructions of a tier.
macro_rules! write_within {
    ($dst:expr, $len:expr, |$room:ident| $write:expr) => {{
        let dst: &mut [u8] = $dst;
        match dst.first_chunk_mut::<{ $len }>() {
            Some($room) => Some($write),
            None => {
                let $room = &mut $crate::vector::write_within::AlignedBytes([0; $len]).0;
                let written = $write;
                match dst.get_mut(..written) {
                    Some(dst) => {
                        dst.copy_from_slice(&$room[..written]);
                        Some(written)
                    }
                    None => None,
                }
            }
        }
    }};
}

/// Bytes on the stack that are aligned as registers are, and with them the frame: a register that a loop must put aside
/// would else lie across lines of memory, or across pages, which costs more than the loop.
#[repr(align(64))]
pub(crate) struct AlignedBytes<const N: usize>(pub(crate) [u8; N]);

pub(crate) use write_within;
