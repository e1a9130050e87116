//! Something that is timed: one of our tiers, a peer, or the limit.

use crate::pool::Input;
use std::fmt;
use std::hint::black_box;
use stringmill::Tier;

/// The buffer for the output of a subject.
#[derive(Debug, Default)]
pub struct Output {
    /// Room that is always large enough.
    pub room: Vec<u8>,
    /// The same, for subjects that write code units.
    pub units: Vec<u16>,
    /// How much of either is filled, or the number that an operation gives.
    pub filled: usize,
    /// A buffer that keeps its capacity, for subjects that append.
    pub appended: Vec<u8>,
}

impl Output {
    /// An output with room for `len` bytes, and as many code units.
    pub fn new(len: usize) -> Self {
        Output { room: vec![0; len], units: vec![0; len], ..Output::default() }
    }
}

/// Handles all inputs, one after another.
type Run = dyn FnMut(&[Input<'_>], &mut Output);
/// The bytes that all subjects must agree on, after one input; `None` if there is nothing to compare.
type Seen = dyn Fn(&Output) -> Option<Vec<u8>>;

/// A way to carry out an operation, with a name.
pub struct Subject {
    /// What tables and records call it.
    pub name: String,
    run: Box<Run>,
    seen: Box<Seen>,
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Subject {
    /// A subject that takes one input at a time. `one` is compiled into its loop, so no subject pays for a call through
    /// a pointer that it would not have in a program.
    pub fn new(
        name: impl Into<String>,
        seen: impl Fn(&Output) -> Option<Vec<u8>> + 'static,
        mut one: impl FnMut(Input<'_>, &mut Output) + 'static,
    ) -> Self {
        Self::whole(name, seen, move |inputs, output| {
            for &input in inputs {
                one(input, output);
                black_box(&mut *output);
            }
        })
    }

    /// A subject with a loop of its own.
    pub fn whole(
        name: impl Into<String>,
        seen: impl Fn(&Output) -> Option<Vec<u8>> + 'static,
        run: impl FnMut(&[Input<'_>], &mut Output) + 'static,
    ) -> Self {
        Subject { name: name.into(), run: Box::new(run), seen: Box::new(seen) }
    }

    /// A copy of the input: the limit.
    pub fn memcpy() -> Self {
        Self::new("memcpy", nothing, |input, output| {
            output.room[..input.bytes.len()].copy_from_slice(input.bytes);
            // Units of UTF-16 are copied as such; their bytes are of no interest.
            let pairs = output.room.as_chunks_mut::<2>().0;
            pairs.iter_mut().zip(input.utf16).for_each(|(pair, unit)| *pair = unit.to_ne_bytes());
        })
    }

    /// The same subject, whose output is changed before the comparison.
    pub fn seen_as(self, change: fn(Vec<u8>) -> Vec<u8>) -> Self {
        let seen = self.seen;
        Subject { seen: Box::new(move |output| seen(output).map(change)), ..self }
    }

    /// Handles all inputs.
    #[inline]
    pub fn run(&mut self, inputs: &[Input<'_>], output: &mut Output) {
        (self.run)(black_box(inputs), output);
    }

    /// What the last input gave, if it is to be compared.
    pub fn seen(&self, output: &Output) -> Option<Vec<u8>> {
        (self.seen)(output)
    }
}

/// What one of our tiers is called.
pub(crate) fn ours(tier: Tier) -> String {
    format!("stringmill {tier}")
}

/// The subject wrote into the room.
pub fn filled(output: &Output) -> Option<Vec<u8>> {
    Some(output.room[..output.filled].to_vec())
}

/// The subject wrote code units into the room for these.
pub fn filled_units(output: &Output) -> Option<Vec<u8>> {
    Some(output.units[..output.filled].iter().flat_map(|unit| unit.to_ne_bytes()).collect())
}

/// The subject appended.
pub fn appended(output: &Output) -> Option<Vec<u8>> {
    Some(output.appended.clone())
}

/// The subject gave a number.
pub fn number(output: &Output) -> Option<Vec<u8>> {
    Some(output.filled.to_le_bytes().to_vec())
}

/// The subject gives nothing that could be compared.
pub fn nothing(_: &Output) -> Option<Vec<u8>> {
    None
}
