//! Runs one operation on each row of an array, in several threads.
//!
//! The rows are split into ranges. A thread takes the next range, and writes its results one after another into one
//! buffer, in the layout of the result array. So neither the results nor the first error depend on the number of
//! threads.

use super::rows::Rows;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_into};
use stringmill::convert::{Conversion, Converter, Loss};
use stringmill::{
    Chunk, Error, ErrorCode, JsonEscape, JsonUnescape, Progress, Repairs, Tier, json_escape_with, json_unescape_with,
    utf8_validate_with,
};

/// The operation on each row.
pub(crate) enum Operation {
    /// Escapes, or with a profile that escapes nothing, repairs.
    Escape(Box<JsonEscape<'static>>),
    Unescape(JsonUnescape),
    /// Writes one byte: 1 if the row is well-formed UTF-8.
    Validate,
    Canonical(CanonicalLimits),
    Convert(Conversion),
}

/// How to handle a row with an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnError {
    Raise,
    Null,
}

/// Results of a range of rows.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) bytes: Vec<u8>,
    /// The end of the result of each row in `bytes`.
    pub(crate) ends: Vec<usize>,
    /// Rows of the array that are null, in order.
    pub(crate) nulls: Vec<usize>,
    pub(crate) failed: u64,
    /// The first row with an error.
    pub(crate) first_failure: Option<(usize, Error)>,
    pub(crate) repaired: u64,
    pub(crate) losses: [u64; Loss::ALL.len()],
}

/// The fewest rows of a range. Shorter ranges would cost more time than their rows.
const RANGE_MIN: usize = 1 << 10;
/// Ranges for each thread: the rows of one range may be longer than those of another.
const RANGES: usize = 8;

/// Bytes of rows between two checks whether the call was cancelled: less than a few milliseconds.
const LOOK_EACH: usize = 1 << 20;
/// The minimum cost of a row, in bytes.
const ROW_COST: usize = 64;

/// Whether the call was cancelled, as one of its threads sees it.
struct GivenUp<'r> {
    flag: &'r AtomicBool,
    /// Asks the caller whether to cancel; only in the caller's own thread.
    ask: Option<&'r mut dyn FnMut() -> bool>,
    /// Bytes until the next check.
    left: usize,
}

impl GivenUp<'_> {
    fn after(&mut self, bytes: usize) -> bool {
        let cost = bytes + ROW_COST;
        if cost < self.left {
            self.left -= cost;
            return false;
        }
        self.left = LOOK_EACH;
        if self.ask.as_mut().is_some_and(|ask| ask()) {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.flag.load(Ordering::Relaxed)
    }
}

/// The results of all rows in order, up to the first error if errors raise. Calls `given_up` every few milliseconds in
/// this thread; once it has returned true, the results have only some of the rows.
pub(crate) fn run(
    operation: &Operation,
    rows: &Rows,
    on_error: OnError,
    threads: usize,
    given_up: &mut dyn FnMut() -> bool,
) -> Vec<Part> {
    let flag = &AtomicBool::new(false);
    let looks = |ask| GivenUp { flag, ask, left: LOOK_EACH };
    let step = rows.len().div_ceil(threads * RANGES).max(RANGE_MIN);
    let count = rows.len().div_ceil(step);
    let range = |number: usize| number * step..((number + 1) * step).min(rows.len());
    let threads = threads.min(count);
    if threads <= 1 {
        return vec![part(operation, rows, on_error, 0..rows.len(), &mut looks(Some(given_up)))];
    }
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let parts = Mutex::new(Vec::with_capacity(count));
    let work = |mut looks: GivenUp<'_>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            // No range after one with an error is needed.
            if number >= count || number > failed.load(Ordering::Relaxed) || flag.load(Ordering::Relaxed) {
                return;
            }
            let part = part(operation, rows, on_error, range(number), &mut looks);
            if on_error == OnError::Raise && part.first_failure.is_some() {
                failed.fetch_min(number, Ordering::Relaxed);
            }
            // A thread that panics ends the call, so a poisoned lock is never seen.
            if let Ok(mut parts) = parts.lock() {
                parts.push((number, part));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work(looks(None)));
        }
        work(looks(Some(given_up)));
    });
    let mut parts = parts.into_inner().unwrap_or_default();
    parts.sort_unstable_by_key(|&(number, _)| number);
    parts.into_iter().map(|(_, part)| part).collect()
}

fn part(operation: &Operation, rows: &Rows, on_error: OnError, range: Range<usize>, looks: &mut GivenUp<'_>) -> Part {
    let (tier, mut part) = (Tier::best(), Part::default());
    let len: usize = range.clone().filter_map(|row| rows.get(row)).map(<[u8]>::len).sum();
    part.ends.reserve_exact(range.len());
    part.bytes.resize(len + len / 8, 0);
    let mut written = 0;
    for row in range {
        let src = rows.get(row);
        if looks.after(src.map_or(0, <[u8]>::len)) {
            break;
        }
        match src.map(|src| part.row(tier, operation, src, written)) {
            Some(Ok(end)) => written = end,
            None => part.nulls.push(row),
            Some(Err(error)) => {
                part.first_failure.get_or_insert((row, error));
                if on_error == OnError::Raise || error.code == ErrorCode::MemoryRefused {
                    break;
                }
                part.failed += 1;
                part.nulls.push(row);
            }
        }
        part.ends.push(written);
    }
    part.bytes.truncate(written);
    part
}

impl Part {
    /// Writes the result of a row at `at`, and returns its end.
    fn row(&mut self, tier: Tier, operation: &Operation, src: &[u8], at: usize) -> Result<usize, Error> {
        match operation {
            Operation::Escape(rules) => self.steps(src, at, JsonEscape::UNIT_MAX, |src, dst, repairs| {
                json_escape_with(tier, rules, src, dst, Chunk::Last, repairs)
            }),
            &Operation::Unescape(rules) => self.steps(src, at, JsonUnescape::UNIT_MAX, |src, dst, repairs| {
                let done = json_unescape_with(tier, rules, src, dst, Chunk::Last, repairs)?;
                match src.get(done.read) {
                    Some(b'"') => Err(Error::new(ErrorCode::QuoteUnescaped, done.read as u64)),
                    _ => Ok(done),
                }
            }),
            Operation::Validate => {
                let is_valid = utf8_validate_with(tier, src, Chunk::Last).is_ok();
                self.put(at, &[u8::from(is_valid)])
            }
            &Operation::Canonical(limits) => {
                let len = json_canonical_into(tier, limits, src, &mut self.bytes[at..])?;
                if at + len <= self.bytes.len() {
                    return Ok(at + len);
                }
                self.reserve(at + len)?;
                json_canonical_into(tier, limits, src, &mut self.bytes[at..]).map(|len| at + len)
            }
            Operation::Convert(conversion) => {
                let mut converter = Converter::with_tier(tier, conversion, &mut []);
                converter.step(src, Chunk::Last, usize::MAX).map_err(|refused| refused.error)?;
                let losses = converter.losses();
                for (sum, loss) in self.losses.iter_mut().zip(Loss::ALL) {
                    *sum += losses.count(loss);
                }
                converter.take(|text| self.put(at, text.strip_suffix(b"\n").unwrap_or(text)))
            }
        }
    }

    /// Calls `step` until all of `src` is read. `step` makes progress if it has room for `unit_max` bytes.
    fn steps(
        &mut self,
        src: &[u8],
        at: usize,
        unit_max: usize,
        mut step: impl FnMut(&[u8], &mut [u8], &mut Repairs) -> Result<Progress, Error>,
    ) -> Result<usize, Error> {
        let (mut repairs, mut done) = (Repairs::default(), Progress { read: 0, written: at });
        while done.read < src.len() {
            self.reserve(done.written + (src.len() - done.read) + unit_max)?;
            let more = step(&src[done.read..], &mut self.bytes[done.written..], &mut repairs)
                .map_err(|error| error.after(done.read as u64))?;
            done = done.then(more);
        }
        self.repaired += repairs.count;
        Ok(done.written)
    }

    fn put(&mut self, at: usize, bytes: &[u8]) -> Result<usize, Error> {
        self.reserve(at + bytes.len())?;
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(at + bytes.len())
    }

    /// Makes `bytes` at least `len` long.
    fn reserve(&mut self, len: usize) -> Result<(), Error> {
        if self.bytes.len() < len {
            let room = len.max(self.bytes.len().saturating_mul(2));
            let refused = |_| Error::new(ErrorCode::MemoryRefused, 0);
            self.bytes.try_reserve_exact(room - self.bytes.len()).map_err(refused)?;
            self.bytes.resize(room, 0);
        }
        Ok(())
    }
}
