//! Which set of instructions a kernel runs on: detected once, chosen for each call.
//!
//! A [`Tier`] can only be made by detection, so holding one proves that the machine has it; that proof is what makes
//! the methods of `Vector` safe to call.

use crate::vector::Vector;
use core::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
use crate::vector::{Avx2, Avx512, Sse42};

/// A set of instructions that this machine has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tier(Isa);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Isa {
    Scalar = 1,
    #[cfg(target_arch = "x86_64")]
    Sse42 = 2,
    #[cfg(target_arch = "x86_64")]
    Avx2 = 3,
    #[cfg(target_arch = "x86_64")]
    Avx512 = 4,
}

const ALL: &[Isa] = &[
    Isa::Scalar,
    #[cfg(target_arch = "x86_64")]
    Isa::Sse42,
    #[cfg(target_arch = "x86_64")]
    Isa::Avx2,
    #[cfg(target_arch = "x86_64")]
    Isa::Avx512,
];

/// The environment variable that forces one tier.
const VARIABLE: &str = "STRINGMILL_TIER";

/// The number of what `best` found, or 0 before it looked.
static BEST: AtomicU8 = AtomicU8::new(0);

/// A tier asked for by name that this machine does not have, or that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierUnavailable {
    name: String,
}

impl fmt::Display for TierUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tier '{}' is not available here; this machine has", self.name)?;
        Tier::available().try_for_each(|tier| write!(f, " {tier}"))
    }
}

impl std::error::Error for TierUnavailable {}

/// An operation that can run on any tier. Source, destination and context are arguments of their own, so that a call
/// passes them in registers.
pub(crate) trait Kernel {
    /// What the operation needs to know beside its source and destination.
    type Context<'a>;
    /// A unit of its source: a byte, or a code unit of UTF-16.
    type Unit;
    /// What the operation returns.
    type Output;
    /// Runs on the vectors of `v`. Must be `#[inline(always)]`, so that it is compiled with the instructions of `V`.
    fn run<V: Vector>(v: V, context: Self::Context<'_>, src: &[Self::Unit], dst: &mut [u8]) -> Self::Output;
    /// Runs without vectors.
    fn run_scalar(context: Self::Context<'_>, src: &[Self::Unit], dst: &mut [u8]) -> Self::Output;
}

impl Tier {
    /// The tier used when none is named: the one `STRINGMILL_TIER` forces, if the machine has it, else the highest.
    #[inline]
    pub fn best() -> Tier {
        match BEST.load(Ordering::Relaxed) {
            1 => Tier(Isa::Scalar),
            #[cfg(target_arch = "x86_64")]
            2 => Tier(Isa::Sse42),
            #[cfg(target_arch = "x86_64")]
            3 => Tier(Isa::Avx2),
            #[cfg(target_arch = "x86_64")]
            4 => Tier(Isa::Avx512),
            _ => Self::choose(),
        }
    }

    #[cold]
    fn choose() -> Tier {
        let forced = Self::forced().ok().flatten();
        let best = forced.or_else(|| Self::available().last()).unwrap_or(Tier(Isa::Scalar));
        BEST.store(best.0 as u8, Ordering::Relaxed);
        best
    }

    /// The tier that the environment variable `STRINGMILL_TIER` forces; `None` where it is unset or empty.
    ///
    /// # Errors
    ///
    /// If the named tier does not exist or this machine does not have it. A program should show this at its start:
    /// [`Tier::best`] then takes the highest tier instead.
    pub fn forced() -> Result<Option<Tier>, TierUnavailable> {
        match std::env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => {
                let name = name.to_string_lossy();
                Self::available()
                    .find(|tier| tier.name() == name)
                    .map(Some)
                    .ok_or_else(|| TierUnavailable { name: name.into_owned() })
            }
            _ => Ok(None),
        }
    }

    /// Every tier of this machine, the lowest first.
    pub fn available() -> impl Iterator<Item = Tier> {
        ALL.iter().copied().filter(|isa| isa.detected()).map(Tier)
    }

    /// Names of the tiers that this build knows, the lowest first, whether or not the machine has them.
    pub fn known() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|isa| isa.name())
    }

    /// The name that `STRINGMILL_TIER` takes.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Runs `K` on this tier.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, context: K::Context<'_>, src: &[K::Unit], dst: &mut [u8]) -> K::Output {
        match self.0 {
            Isa::Scalar => K::run_scalar(context, src, dst),
            // SAFETY: a `Tier` of this kind exists only where `Isa::detected` saw all features of the function.
            #[cfg(target_arch = "x86_64")]
            Isa::Sse42 => unsafe { run_sse42::<K>(context, src, dst) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { run_avx2::<K>(context, src, dst) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { run_avx512::<K>(context, src, dst) },
        }
    }
}

impl Isa {
    fn name(self) -> &'static str {
        match self {
            Isa::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Isa::Sse42 => "sse42",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => "avx512",
        }
    }

    /// Whether the processor and the operating system have every feature of this set.
    fn detected(self) -> bool {
        match self {
            Isa::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Isa::Sse42 => is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt"),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => {
                Isa::Sse42.detected()
                    && is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => {
                Isa::Avx2.detected()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
        }
    }
}

/// # Safety
///
/// The processor must have the named features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.2,ssse3,popcnt")]
unsafe fn run_sse42<K: Kernel>(context: K::Context<'_>, src: &[K::Unit], dst: &mut [u8]) -> K::Output {
    // SAFETY: the caller has the features that `Sse42` stands for.
    K::run(unsafe { Sse42::new() }, context, src, dst)
}

/// # Safety
///
/// The processor must have the named features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx2<K: Kernel>(context: K::Context<'_>, src: &[K::Unit], dst: &mut [u8]) -> K::Output {
    // SAFETY: the caller has the features that `Avx2` stands for.
    K::run(unsafe { Avx2::new() }, context, src, dst)
}

/// # Safety
///
/// The processor must have the named features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx512<K: Kernel>(context: K::Context<'_>, src: &[K::Unit], dst: &mut [u8]) -> K::Output {
    // SAFETY: the caller has the features that `Avx512` stands for.
    K::run(unsafe { Avx512::new() }, context, src, dst)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A tier that the machine is expected to have but that cannot run must fail the run, not shrink it.
    #[test]
    fn expected_tiers_are_available() {
        let expected = std::env::var("STRINGMILL_EXPECT_TIERS").unwrap_or_default();
        let available: Vec<_> = Tier::available().map(Tier::name).collect();
        for name in expected.split(',').filter(|name| !name.is_empty()) {
            assert!(available.contains(&name), "tier {name} is expected, but this machine has {available:?}");
        }
        for skipped in Tier::known().filter(|name| !available.contains(name)) {
            println!("tier {skipped}: not run (the machine does not have it)");
        }
    }

    #[test]
    fn best_is_available() {
        assert!(Tier::available().any(|tier| tier == Tier::best()));
    }
}
