//! The open containers, one bit each.

use stringmill_json::JsonStack;
use stringmill_outcome::ErrorCode;

/// The open containers, one bit each: 1 for an object, 0 for an array.
#[derive(Debug)]
pub(super) struct Levels<'s> {
    /// The innermost levels, up to 64, the innermost one in the lowest bit.
    top: u64,
    /// The outer levels.
    stack: JsonStack<'s>,
    pub(super) depth: u64,
    depth_max: u64,
}

impl<'s> Levels<'s> {
    pub(super) fn new(stack: JsonStack<'s>, depth_max: u64) -> Self {
        let depth_max = depth_max.min(stack.levels_max());
        Levels { top: 0, stack, depth: 0, depth_max }
    }

    pub(super) fn clear(&mut self) {
        (self.top, self.depth) = (0, 0);
    }

    /// Makes room for one more level, if it is allowed.
    pub(super) fn reserve(&mut self) -> Result<(), ErrorCode> {
        if self.is_full() || self.depth < self.stack.levels() { Ok(()) } else { self.stack.deepen() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.depth == self.depth_max
    }

    /// Whether the innermost container is an object.
    pub(super) fn is_object(&self) -> bool {
        self.top & 1 == 1
    }

    pub(super) fn open(&mut self, is_object: bool) {
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.stack[(self.depth / 64 - 1) as usize] = self.top;
            self.top = 0;
        }
        self.top = self.top << 1 | u64::from(is_object);
        self.depth += 1;
    }

    /// Closes the innermost container.
    pub(super) fn close(&mut self) {
        self.top >>= 1;
        self.depth -= 1;
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.top = self.stack[(self.depth / 64 - 1) as usize];
        }
    }

    /// The number of levels up to the innermost container of this kind.
    pub(super) fn up_to(&self, is_object: bool) -> Option<u64> {
        (0..self.depth).find(|&up| self.is_object_at(up) == is_object).map(|up| up + 1)
    }

    /// The brackets that close the innermost `count` levels.
    pub(super) fn closers(&self, count: u64) -> Vec<u8> {
        (0..count).map(|up| if self.is_object_at(up) { b'}' } else { b']' }).collect()
    }

    /// Whether the container `up` levels outside of the innermost one is an object.
    pub(super) fn is_object_at(&self, up: u64) -> bool {
        let in_top = (self.depth - 1) % 64 + 1;
        let (word, bit) = match up.checked_sub(in_top) {
            None => (self.top, up),
            Some(more) => (self.stack[((self.depth - in_top) / 64 - 1 - more / 64) as usize], more % 64),
        };
        word >> bit & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_agree_with_a_vector() {
        let mut stack = [0; 4];
        let mut levels = Levels::new(JsonStack::from(&mut stack), 300);
        let (mut expected, mut state) = (Vec::new(), 1u64);
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let up = if expected.len() > 150 { 3 } else { 5 };
            if (state >> 33) % 8 < up && !levels.is_full() {
                levels.open(state >> 40 & 1 == 1);
                expected.push(state >> 40 & 1 == 1);
            } else if expected.pop().is_some() {
                levels.close();
            }
            assert_eq!(levels.depth, expected.len() as u64);
            let closers: Vec<u8> = expected.iter().rev().map(|&object| if object { b'}' } else { b']' }).collect();
            assert_eq!(levels.closers(levels.depth), closers);
            for kind in [true, false] {
                let up = expected.iter().rev().position(|&object| object == kind).map(|up| up as u64 + 1);
                assert_eq!(levels.up_to(kind), up);
            }
        }
    }
}
