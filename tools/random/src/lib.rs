//! Numbers that look random and are the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014).

/// How many of `count` generated cases run: all, or the part that `STRINGMILL_ONE_IN` asks for, but at least one.
pub fn cases(count: u64) -> u64 {
    let one_in = std::env::var("STRINGMILL_ONE_IN").map_or(1, |number| number.parse().expect("a number"));
    (count / one_in).max(1)
}

/// A stream of numbers.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The stream that begins at a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number, of all 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `low` up to but not including `high`, which must be above `low`.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + (self.draw() % (high - low) as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.within(0, n) == 0
    }

    /// One of some items.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.within(0, from.len())]
    }
}
