//! How tiers write instructions.

/// Instructions of a tier, in a function that has a value of its type or is `unsafe` itself.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! cpu {
    ($($body:tt)*) => {
        // SAFETY: a value of a tier's type exists only if the features of the tier were detected, and the callers of an
        // unsafe function promise them. Every address comes from a reference to at least as many bytes as the
        // instruction touches under its mask.
        unsafe { $($body)* }
    };
}

/// Instructions of a tier. On this architecture they are safe to call.
#[cfg(target_arch = "wasm32")]
macro_rules! cpu {
    ($($body:tt)*) => {
        { $($body)* }
    };
}

/// One instruction on each of two registers. Not a closure: one that is not inlined runs without the instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! each_of_2 {
    ($instruction:path, $a:expr $(, $b:expr)?) => {
        $crate::vector::instructions::cpu!([$instruction($a[0] $(, $b[0])?), $instruction($a[1] $(, $b[1])?)])
    };
}

/// One instruction on each of four registers.
macro_rules! each_of_4 {
    ($instruction:path, $a:expr $(, $b:expr)?) => {
        $crate::vector::instructions::cpu!([
            $instruction($a[0] $(, $b[0])?),
            $instruction($a[1] $(, $b[1])?),
            $instruction($a[2] $(, $b[2])?),
            $instruction($a[3] $(, $b[3])?),
        ])
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use each_of_2;
pub(super) use {cpu, each_of_4};
