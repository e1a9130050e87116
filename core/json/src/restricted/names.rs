//! The names of the open objects, to find names that their object has already.
//!
//! One table serves all open objects: the key of a hash contains the object. When an object ends, its names leave the
//! table in the opposite order, so each slot is as it was before, and no name after it is lost.

use super::characters::escaped;
use alloc::vec::Vec;
use stringmill_outcome::ErrorCode;

/// The names of the open objects of a text.
///
/// ```
/// use stringmill::json::Names;
///
/// let mut names = Names::new(7);
/// names.open()?;
/// assert_eq!(names.insert(b"a", false)?, Ok(()));
/// names.open()?;
/// assert_eq!(names.insert(b"a", false)?, Ok(()));
/// names.close();
/// assert_eq!((names.insert(br"\u0061", true)?, names.count()), (Err(0), 1));
/// names.clear();
/// assert_eq!(names.count(), 0);
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[derive(Debug)]
pub struct Names {
    seed: u64,
    /// The unescaped names, one after another.
    bytes: Vec<u8>,
    names: Vec<Name>,
    /// The first name of each open object.
    objects: Vec<usize>,
    /// The index of a name, plus one, at the slot of its hash or the next free one; 0 in free slots. A power of two, at
    /// least twice as many slots as names.
    table: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Name {
    hash: u64,
    /// Where it begins in the bytes. It ends where the next one begins.
    start: usize,
    slot: usize,
}

/// Slots of the first table.
const SLOTS: usize = 64;

impl Names {
    /// No objects. `seed` as in [`RestrictedChecker::new`](crate::RestrictedChecker::new).
    pub fn new(seed: u64) -> Self {
        Names { seed, bytes: Vec::new(), names: Vec::new(), objects: Vec::new(), table: Vec::new() }
    }

    /// Closes all objects.
    pub fn clear(&mut self) {
        while !self.objects.is_empty() {
            self.close();
        }
    }

    /// Begins an object.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MemoryRefused`].
    pub fn open(&mut self) -> Result<(), ErrorCode> {
        self.objects.try_reserve(1).map_err(refused)?;
        self.objects.push(self.names.len());
        Ok(())
    }

    /// Ends the innermost object.
    pub fn close(&mut self) {
        let from = self.objects.pop().unwrap_or(0);
        for name in self.names[from..].iter().rev() {
            self.table[name.slot] = 0;
        }
        self.bytes.truncate(self.start(from));
        self.names.truncate(from);
    }

    /// How many names the open objects have.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Adds a name, as written between its quotes, to the innermost object. Returns `Err` with the index of that name,
    /// counted over all open objects, if the object has it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MemoryRefused`].
    pub fn insert(&mut self, raw: &[u8], has_escape: bool) -> Result<Result<(), usize>, ErrorCode> {
        self.reserve(raw.len())?;
        let (object, start) = (self.objects.last().copied().unwrap_or(0), self.bytes.len());
        match has_escape {
            true => unescape(raw, &mut self.bytes),
            false => self.bytes.extend_from_slice(raw),
        }
        let name = &self.bytes[start..];
        let hash = sip_hash([self.seed, object as u64], name);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(index) = self.table[slot].checked_sub(1) {
            if index >= object && self.names[index].hash == hash && self.bytes[self.range(index, start)] == *name {
                self.bytes.truncate(start);
                return Ok(Err(index));
            }
            slot = (slot + 1) & mask;
        }
        self.names.push(Name { hash, start, slot });
        self.table[slot] = self.names.len();
        Ok(Ok(()))
    }

    /// Where a name begins; the end of the bytes after the last.
    fn start(&self, index: usize) -> usize {
        self.names.get(index).map_or(self.bytes.len(), |name| name.start)
    }

    /// The bytes of a name, if those of the last one end at `end`.
    fn range(&self, index: usize, end: usize) -> core::ops::Range<usize> {
        self.names[index].start..self.names.get(index + 1).map_or(end, |next| next.start)
    }

    /// Makes memory for a name of `len` bytes. Unescaped it is not longer.
    fn reserve(&mut self, len: usize) -> Result<(), ErrorCode> {
        self.bytes.try_reserve(len).map_err(refused)?;
        self.names.try_reserve(1).map_err(refused)?;
        if 2 * (self.names.len() + 1) > self.table.len() {
            self.grow()?;
        }
        Ok(())
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self) -> Result<(), ErrorCode> {
        let len = (2 * self.table.len()).max(SLOTS);
        let mut table = Vec::new();
        table.try_reserve_exact(len).map_err(refused)?;
        table.resize(len, 0);
        for (index, name) in self.names.iter_mut().enumerate() {
            let mut slot = name.hash as usize & (len - 1);
            while table[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            (table[slot], name.slot) = (index + 1, slot);
        }
        self.table = table;
        Ok(())
    }
}

#[cold]
fn refused(_: alloc::collections::TryReserveError) -> ErrorCode {
    ErrorCode::MemoryRefused
}

/// Appends a name without its escapes. A lone surrogate is three bytes, as if UTF-8 had it, so that two different ones
/// differ.
fn unescape(raw: &[u8], out: &mut Vec<u8>) {
    let mut rest = raw;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        out.extend_from_slice(&rest[..at]);
        let escape = &rest[at..];
        let len = match escaped(escape) {
            Some((code, len)) => {
                put(code, out);
                len
            }
            None => {
                out.push(match escape.get(1) {
                    Some(b'b') => 0x08,
                    Some(b'f') => 0x0C,
                    Some(b'n') => b'\n',
                    Some(b'r') => b'\r',
                    Some(b't') => b'\t',
                    other => other.copied().unwrap_or(b'\\'),
                });
                2
            }
        };
        rest = escape.get(len..).unwrap_or(&[]);
    }
    out.extend_from_slice(rest);
}

/// Appends the UTF-8 of a code point, surrogates included.
fn put(code: u32, out: &mut Vec<u8>) {
    match char::from_u32(code) {
        Some(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend([0xE0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3F) as u8, 0x80 | (code & 0x3F) as u8]),
    }
}

/// SipHash-1-3 (Aumasson and Bernstein, 2012): the writer of a text does not know the key, so cannot choose names of
/// one slot.
fn sip_hash(key: [u64; 2], text: &[u8]) -> u64 {
    let mut state = [
        key[0] ^ 0x736F_6D65_7073_6575,
        key[1] ^ 0x646F_7261_6E64_6F6D,
        key[0] ^ 0x6C79_6765_6E65_7261,
        key[1] ^ 0x7465_6462_7974_6573,
    ];
    let (words, rest) = text.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    last[7] = text.len() as u8;
    for word in words.iter().chain([&last]) {
        let word = u64::from_le_bytes(*word);
        state[3] ^= word;
        sip_round(&mut state);
        state[0] ^= word;
    }
    state[2] ^= 0xFF;
    (0..3).for_each(|_| sip_round(&mut state));
    state.iter().fold(0, |hash, word| hash ^ word)
}

#[inline(always)]
fn sip_round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *c = c.wrapping_add(*d);
    *b = b.rotate_left(13) ^ *a;
    *d = d.rotate_left(16) ^ *c;
    *a = a.rotate_left(32).wrapping_add(*d);
    *c = c.wrapping_add(*b);
    *d = d.rotate_left(21) ^ *a;
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}
