//! Detects repeated names in open structs, by hashes of the names. Two names with one hash would count as repeated. The
//! hash has 64 bits and is keyed with a secret of the process, so an attacker cannot construct such names. Among a
//! million random names, the probability of one pair is 1 in 37 million.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

static SECRET: LazyLock<[u64; 2]> = LazyLock::new(|| {
    let state = RandomState::new();
    [state.hash_one(1), state.hash_one(2)]
});

/// Names of the structs that are open.
#[derive(Debug)]
pub(crate) struct Names {
    secret: [u64; 2],
    /// Hashes of all structs, innermost last, except those in a set.
    hashes: Vec<u64>,
    structs: Vec<SeenNames>,
    /// Empty sets for reuse.
    spare: Vec<HashSet<u64, IdentityHasher>>,
    /// Whether the system refused memory.
    refused: bool,
}

#[derive(Debug)]
struct SeenNames {
    /// Its first hash in `hashes`.
    from: usize,
    /// A Bloom filter: the six highest bits of each hash select a bit.
    filter: u64,
    many: Option<HashSet<u64, IdentityHasher>>,
}

/// A hasher that returns its input, which is a hash already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IdentityHasher(u64);

impl std::hash::Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl BuildHasher for IdentityHasher {
    type Hasher = IdentityHasher;

    fn build_hasher(&self) -> IdentityHasher {
        IdentityHasher(0)
    }
}

impl Names {
    pub(crate) fn new() -> Self {
        Names { secret: *SECRET, hashes: Vec::new(), structs: Vec::new(), spare: Vec::new(), refused: false }
    }

    /// Closes all structs.
    pub(crate) fn clear(&mut self) {
        while !self.structs.is_empty() {
            self.close();
        }
    }

    /// Whether the system refused memory, so that names are missing.
    #[inline]
    pub(crate) fn is_refused(&self) -> bool {
        self.refused
    }

    /// Opens a struct.
    pub(crate) fn open(&mut self) {
        // A struct has at most `FEW` hashes before it gets a set.
        if self.structs.try_reserve(1).is_err() || self.hashes.try_reserve(FEW).is_err() {
            self.refused = true;
            return;
        }
        self.structs.push(SeenNames { from: self.hashes.len(), filter: 0, many: None });
    }

    /// Closes the innermost struct.
    pub(crate) fn close(&mut self) {
        if let Some(SeenNames { from, many, .. }) = self.structs.pop() {
            self.hashes.truncate(from);
            if let Some(mut set) = many {
                set.clear();
                if set.capacity() <= REUSED && self.spare.len() < REUSED_SETS {
                    self.spare.push(set);
                }
            }
        }
    }

    /// Whether the innermost struct has this name already; adds it. Remembers at most [`MOST`] names of a struct.
    #[inline(always)]
    pub(crate) fn is_repeated(&mut self, name: &[u8]) -> bool {
        let hash = self.hash(name);
        let Some(SeenNames { from, filter, many: None }) = self.structs.last_mut() else {
            return self.is_one_of_many(hash);
        };
        let bit = 1 << (hash >> 58);
        if *filter & bit != 0 || self.hashes.len() - *from >= FEW {
            return self.is_one_of_many(hash);
        }
        *filter |= bit;
        self.hashes.push(hash);
        false
    }

    #[inline(never)]
    fn is_one_of_many(&mut self, hash: u64) -> bool {
        let Some(SeenNames { from, many, .. }) = self.structs.last_mut() else { return false };
        if let Some(set) = many {
            if set.try_reserve(1).is_err() {
                self.refused = true;
                return false;
            }
            return if set.len() < MOST { !set.insert(hash) } else { set.contains(&hash) };
        }
        let seen = &self.hashes[*from..];
        if seen.contains(&hash) {
            return true;
        }
        if seen.len() < FEW {
            self.hashes.push(hash);
            return false;
        }
        let mut set = self.spare.pop().unwrap_or_default();
        if set.try_reserve(FEW + 1).is_err() {
            self.refused = true;
            return false;
        }
        set.extend(seen);
        self.hashes.truncate(*from);
        set.insert(hash);
        *many = Some(set);
        false
    }

    /// Method: multiplies words by secret words, as wyhash does; up to sixteen bytes, the first and the last word cover
    /// the whole name.
    #[inline(always)]
    fn hash(&self, name: &[u8]) -> u64 {
        let [a, b] = self.secret;
        let len = name.len();
        let word = |at: usize| name[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let half = |at: usize| name[at..].first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
        let (first, last) = match len {
            8..=16 => (word(0), word(len - 8)),
            4..=7 => (half(0), half(len - 4)),
            1..=3 => (u64::from(name[0]) | u64::from(name[len / 2]) << 8, u64::from(name[len - 1])),
            0 => (0, 0),
            _ => (long_hash(name, a, b), 0),
        };
        folded(folded(first ^ a, last ^ b) ^ len as u64, a | 1)
    }
}

#[inline(never)]
fn long_hash(name: &[u8], a: u64, b: u64) -> u64 {
    let (chunks, rest) = name.as_chunks::<8>();
    let hash = chunks.iter().fold(a, |hash, chunk| folded(hash ^ u64::from_le_bytes(*chunk), b));
    folded(hash ^ rest.iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte)), b)
}

/// The exclusive or of both halves of a product.
#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The most names that are compared one by one.
const FEW: usize = 24;
/// The most names of a struct that are remembered.
const MOST: usize = 1 << 20;
/// The largest capacity of a set that is reused, and the most such sets.
const REUSED: usize = 1 << 12;
const REUSED_SETS: usize = 64;
