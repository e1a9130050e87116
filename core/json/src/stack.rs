//! The memory for open containers, one bit each.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use stringmill_outcome::ErrorCode;

/// Memory for the open containers of a checker: of the caller, or growing with the depth of the input.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::json::{JsonCheck, JsonChecker, JsonStack};
///
/// let rules = JsonCheck { depth_max: u64::MAX, ..JsonCheck::STRICT };
/// let mut checker = JsonChecker::new(rules, JsonStack::growing());
/// checker.step(&[b'['; 100_000], Chunk::More)?;
/// assert_eq!(checker.depth(), 100_000);
///
/// let mut words = [0; 15];
/// let mut given = JsonStack::from(&mut words);
/// assert_eq!((given.levels(), given.levels_max()), (1024, 1024));
/// assert!(given.deepen().is_err());
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonStack<'s>(Words<'s>);

#[derive(Debug)]
enum Words<'s> {
    Given(&'s mut [u64]),
    Grown(Vec<u64>),
}

impl JsonStack<'_> {
    /// Memory that grows with the depth of the input, not with the depth that the limit allows.
    pub const fn growing() -> Self {
        JsonStack(Words::Grown(Vec::new()))
    }

    /// The number of levels that have memory: 64 for each element, and the innermost 64.
    pub fn levels(&self) -> u64 {
        (self.len() as u64 + 1).saturating_mul(64)
    }

    /// The most levels that there can be.
    pub fn levels_max(&self) -> u64 {
        match &self.0 {
            Words::Given(_) => self.levels(),
            Words::Grown(_) => u64::MAX,
        }
    }

    /// Makes room for more levels.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitDepth`] if the memory is the caller's, [`ErrorCode::MemoryRefused`].
    #[cold]
    pub fn deepen(&mut self) -> Result<(), ErrorCode> {
        let Words::Grown(words) = &mut self.0 else { return Err(ErrorCode::LimitDepth) };
        words.try_reserve(1).map_err(|_| ErrorCode::MemoryRefused)?;
        words.resize(words.capacity(), 0);
        Ok(())
    }
}

/// The outer levels, 64 to an element.
impl Deref for JsonStack<'_> {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match &self.0 {
            Words::Given(words) => words,
            Words::Grown(words) => words,
        }
    }
}

impl DerefMut for JsonStack<'_> {
    fn deref_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Given(words) => words,
            Words::Grown(words) => words,
        }
    }
}

impl<'s> From<&'s mut [u64]> for JsonStack<'s> {
    fn from(words: &'s mut [u64]) -> Self {
        JsonStack(Words::Given(words))
    }
}

impl<'s, const LEN: usize> From<&'s mut [u64; LEN]> for JsonStack<'s> {
    fn from(words: &'s mut [u64; LEN]) -> Self {
        JsonStack(Words::Given(words))
    }
}

impl<'s> From<&'s mut Vec<u64>> for JsonStack<'s> {
    fn from(words: &'s mut Vec<u64>) -> Self {
        JsonStack(Words::Given(words))
    }
}
