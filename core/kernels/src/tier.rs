//! Which set of instructions a kernel runs on: detected once, chosen for each call.
//!
//! A [`Tier`] can only be made by detection, so a value of it proves that the machine has the instructions. That proof
//! makes the methods of `Vector` safe to call.

use crate::environment::with_variable;
use crate::vector::CodeUnits;
use core::ffi::CStr;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};
#[cfg(all(feature = "std", target_arch = "aarch64", target_endian = "little"))]
use std::arch::is_aarch64_feature_detected;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use std::arch::is_x86_feature_detected;

/// A module of WebAssembly is loaded with each page. To be smaller, it has no leaf that another leaf can replace.
pub(crate) const IS_DOWNLOADED: bool = cfg!(target_arch = "wasm32");

/// A set of instructions that this machine has.
///
/// ```
/// use stringmill::Tier;
///
/// let best = Tier::best();
/// assert!(Tier::available().any(|tier| tier == best));
/// assert_eq!(Tier::available().next(), Some(Tier::SCALAR));
/// assert!(Tier::known().any(|name| name == best.name()));
/// println!("{best}, forced: {:?}", Tier::forced());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tier(Isa);

/// Defines everything that depends on the tier in one table: a number above 1, the type in `vector/`, the name, the
/// function that is compiled with the instructions, the macro that detects a feature, and the features. So no feature
/// is enabled without detection.
macro_rules! tiers {
    ($($(#[$build:meta])* $number:literal $isa:ident $name:literal $entry:ident $detected:ident[$($feature:tt)*];)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        enum Isa {
            Scalar = 1,
            $($(#[$build])* $isa = $number,)*
        }

        const ALL: &[Isa] = &[Isa::Scalar, $($(#[$build])* Isa::$isa,)*];

        impl Isa {
            /// The set with this number.
            #[inline(always)]
            fn numbered(number: u8) -> Option<Isa> {
                match number {
                    1 => Some(Isa::Scalar),
                    $($(#[$build])* $number => Some(Isa::$isa),)*
                    _ => None,
                }
            }

            fn name(self) -> &'static str {
                match self {
                    Isa::Scalar => "scalar",
                    $($(#[$build])* Isa::$isa => $name,)*
                }
            }

            /// Whether the processor and the operating system have every feature of this set.
            fn detected(self) -> bool {
                match self {
                    Isa::Scalar => true,
                    $($(#[$build])* Isa::$isa => true $(&& $detected!($feature))*,)*
                }
            }
        }

        impl Tier {
            /// Runs `K` on this tier.
            ///
            /// Public functions that call this are `inline` only without debug assertions: each caller would compile
            /// the kernels for every tier again, which took a third of the time to compile the tests.
            #[inline]
            pub(crate) fn run<K: Kernel>(self, context: K::Context<'_>, src: &[K::CodeUnit], dst: &mut [u8]) -> K::Output {
                // A module for WebAssembly has up to two tiers. Direct calls leave out of it what none of its calls
                // runs.
                #[cfg(target_arch = "wasm32")]
                return match self.0 {
                    Isa::Scalar => K::run_scalar(context, src, dst),
                    // SAFETY: `Isa::detected` saw its features, as below.
                    $($(#[$build])* Isa::$isa => unsafe { $entry::<K>(context, src, dst) },)*
                };
                // A table keeps callers small: one call, not one for each tier.
                #[cfg(not(target_arch = "wasm32"))]
                let entries = const {
                    let mut entries: [Entry<K>; 8] = [K::run_scalar; 8];
                    entries[Isa::Scalar as usize] = K::run_scalar;
                    $($(#[$build])* { entries[$number] = $entry::<K>; })*
                    entries
                };
                // SAFETY: a `Tier` of a kind exists only if `Isa::detected` saw all features of its function.
                #[cfg(not(target_arch = "wasm32"))]
                unsafe { entries[self.0 as usize](context, src, dst) }
            }
        }

        $(
            /// # Safety
            ///
            /// The processor must have the named features.
            $(#[$build])*
            #[target_feature($(enable = $feature),*)]
            // A kernel that is inlined into its caller would be optimised as a part of the caller.
            #[cfg_attr(target_arch = "wasm32", inline(never))]
            unsafe fn $entry<K: Kernel>(context: K::Context<'_>, src: &[K::CodeUnit], dst: &mut [u8]) -> K::Output {
                // SAFETY: the caller has the features of the type.
                K::run(unsafe { crate::vector::$isa::new() }, context, src, dst)
            }
        )*
    };
}

/// Whether this build has a feature.
#[allow(unused_macros, reason = "with `std` most builds detect at run time")]
macro_rules! built_with {
    ($feature:literal) => {
        cfg!(target_feature = $feature)
    };
}
#[cfg(all(not(feature = "std"), target_arch = "aarch64", target_endian = "little"))]
use built_with as is_aarch64_feature_detected;
#[cfg(all(not(feature = "std"), target_arch = "x86_64"))]
use built_with as is_x86_feature_detected;

/// The function of a kernel for a tier.
#[cfg(not(target_arch = "wasm32"))]
type Entry<K> = unsafe fn(<K as Kernel>::Context<'_>, &[<K as Kernel>::CodeUnit], &mut [u8]) -> <K as Kernel>::Output;

// The tiers, the lowest first.
tiers! {
    #[cfg(target_arch = "x86_64")]
    2 Sse42 "sse42" run_sse42 is_x86_feature_detected["sse4.2" "ssse3" "popcnt"];

    #[cfg(target_arch = "x86_64")]
    3 Avx2 "avx2" run_avx2 is_x86_feature_detected[
        "sse4.2" "ssse3" "popcnt" "pclmulqdq" "avx2" "bmi1" "bmi2" "lzcnt"
    ];

    #[cfg(target_arch = "x86_64")]
    4 Avx512 "avx512" run_avx512 is_x86_feature_detected[
        "sse4.2" "ssse3" "popcnt" "pclmulqdq" "avx2" "bmi1" "bmi2" "lzcnt"
        "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2"
    ];

    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    5 Neon "neon" run_neon is_aarch64_feature_detected["neon"];

    // Not detected: an engine without it refuses the module.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    6 Simd128 "simd128" run_simd128 built_with["simd128"];
}

/// The environment variable that forces one tier.
const VARIABLE: &CStr = c"STRINGMILL_TIER";

/// The number that `best` found, or 0 before the first call.
static BEST: AtomicU8 = AtomicU8::new(0);

/// Bytes of a name that an error keeps.
const NAME_MAX: usize = 64;

/// A tier asked for by name that this machine does not have, or that does not exist.
///
/// ```
/// use stringmill::Tier;
///
/// // With STRINGMILL_TIER=avx9: tier 'avx9' is not available here; this machine has scalar sse42 avx2
/// if let Err(error) = Tier::forced() {
///     eprintln!("warning: {error}");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierUnavailable {
    /// The first bytes of the name. They are kept here, since memory may be refused.
    name: [u8; NAME_MAX],
    /// How many bytes the name has.
    len: usize,
}

impl TierUnavailable {
    fn new(name: &[u8]) -> Self {
        let mut error = TierUnavailable { name: [0; NAME_MAX], len: name.len() };
        let kept = name.len().min(NAME_MAX);
        error.name[..kept].copy_from_slice(&name[..kept]);
        error
    }
}

impl fmt::Display for TierUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tier '")?;
        for chunk in self.name[..self.len.min(NAME_MAX)].utf8_chunks() {
            f.write_str(chunk.valid())?;
            f.write_str(if chunk.invalid().is_empty() { "" } else { "\u{FFFD}" })?;
        }
        f.write_str(if self.len > NAME_MAX { "..." } else { "" })?;
        f.write_str("' is not available here; this machine has")?;
        Tier::available().try_for_each(|tier| write!(f, " {tier}"))
    }
}

impl core::error::Error for TierUnavailable {}

/// What [`Tier::run`] runs: a whole operation, or a [`Leaf`] of one. Source, destination and context are arguments of
/// their own, so that a call passes them in registers.
pub(crate) trait Kernel {
    /// The arguments of the operation besides its source and destination.
    type Context<'a>;
    /// An element of its source: a byte, or a code unit of UTF-16.
    type CodeUnit;
    /// The result of the operation.
    type Output;
    /// Runs on the vectors of `v`. Must be `#[inline(always)]`, so that it is compiled with the instructions of `V`.
    #[allow(dead_code, reason = "a build without a vector tier runs none")]
    fn run<V: CodeUnits>(v: V, context: Self::Context<'_>, src: &[Self::CodeUnit], dst: &mut [u8]) -> Self::Output;
    /// Runs without vectors.
    fn run_scalar(context: Self::Context<'_>, src: &[Self::CodeUnit], dst: &mut [u8]) -> Self::Output;
}

/// A part of an operation: does as much of it as its vectors can, and usually nothing on the scalar tier. Its driver
/// continues with the remainder.
pub(crate) trait Leaf {
    /// As [`Kernel::Context`].
    type Context<'a>;
    /// As [`Kernel::CodeUnit`].
    type CodeUnit;
    /// How much was done. The default means nothing.
    type Output: Default;
    /// As [`Kernel::run`].
    fn run<V: CodeUnits>(v: V, context: Self::Context<'_>, src: &[Self::CodeUnit], dst: &mut [u8]) -> Self::Output;
    /// As [`Kernel::run_scalar`], for leaves with which a call begins: short strings then need no call of the path for
    /// single units.
    #[inline(always)]
    fn run_scalar(_: Self::Context<'_>, _: &[Self::CodeUnit], _: &mut [u8]) -> Self::Output {
        Self::Output::default()
    }
}

impl<L: Leaf> Kernel for L {
    type Context<'a> = L::Context<'a>;
    type CodeUnit = L::CodeUnit;
    type Output = L::Output;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, context: L::Context<'_>, src: &[L::CodeUnit], dst: &mut [u8]) -> L::Output {
        L::run(v, context, src, dst)
    }

    #[inline(always)]
    fn run_scalar(context: L::Context<'_>, src: &[L::CodeUnit], dst: &mut [u8]) -> L::Output {
        <L as Leaf>::run_scalar(context, src, dst)
    }
}

impl Tier {
    /// The tier without vectors, which every machine has.
    pub const SCALAR: Tier = Tier(Isa::Scalar);

    /// The tier used when none is named: the one `STRINGMILL_TIER` forces, if the machine has it, else the highest.
    #[inline]
    pub fn best() -> Tier {
        // Nothing can force another one there, and an engine without the instructions refuses the module.
        if cfg!(all(target_arch = "wasm32", target_os = "unknown")) {
            return Tier(ALL[ALL.len() - 1]);
        }
        match Isa::numbered(BEST.load(Ordering::Relaxed)) {
            Some(isa) => Tier(isa),
            None => Self::choose(),
        }
    }

    #[cold]
    fn choose() -> Tier {
        let forced = Self::forced().ok().flatten();
        let best = forced.or_else(|| Self::available().last()).unwrap_or(Tier(Isa::Scalar));
        BEST.store(best.0 as u8, Ordering::Relaxed);
        best
    }

    /// The tier that the environment variable `STRINGMILL_TIER` forces; `None` if it is unset or empty. Allocates
    /// nothing on Unix. Without the feature `std` there is no environment: always `None`.
    ///
    /// # Errors
    ///
    /// If the named tier does not exist or this machine does not have it. A program should show this at its start:
    /// [`Tier::best`] then takes the highest tier instead.
    pub fn forced() -> Result<Option<Tier>, TierUnavailable> {
        with_variable(VARIABLE, |name| match name {
            Some(name) if !name.is_empty() => {
                let named = Self::available().find(|tier| tier.name().as_bytes() == name);
                named.map(Some).ok_or_else(|| TierUnavailable::new(name))
            }
            _ => Ok(None),
        })
    }

    /// Every tier of this machine, the lowest first.
    pub fn available() -> impl Iterator<Item = Tier> {
        ALL.iter().copied().filter(|isa| isa.detected()).map(Tier)
    }

    /// Names of the tiers that this build knows, the lowest first, whether or not the machine has them.
    pub fn known() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|isa| isa.name())
    }

    /// Whether this is more than the scalar tier.
    #[inline]
    pub(crate) fn has_vectors(self) -> bool {
        self.0 != Isa::Scalar
    }

    /// The name that `STRINGMILL_TIER` takes.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tier({self})")
    }
}
