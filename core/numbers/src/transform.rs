//! Transforms that turn the product of two polynomials into products of single values.
//!
//! Method: number-theoretic transform modulo the prime 2^64 - 2^32 + 1, whose multiplicative group has elements of order
//! 2^32. `forward` leaves the values in bit-reversed order and `backward` expects them so; hence no step reorders them, and
//! one table of roots serves every length. Source: Harvey, "Faster arithmetic for number-theoretic transforms" (2014).

use alloc::vec::Vec;
use stringmill_outcome::ErrorCode;

/// The longest transform. With coefficients below 2^16 in half of it, coefficients of a product are below 2^63.
pub(crate) const LEN_MAX: u64 = 1 << 32;

/// Powers of roots of unity in bit-reversed order, for all transforms up to a length.
pub(crate) struct Roots {
    forward: Vec<u64>,
    backward: Vec<u64>,
}

impl Roots {
    /// Roots for transforms of up to `len` values; `len` is a power of two.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MemoryRefused`], also for a length above [`LEN_MAX`].
    pub(crate) fn new(len: usize) -> Result<Roots, ErrorCode> {
        if len as u64 > LEN_MAX {
            return Err(ErrorCode::MemoryRefused);
        }
        let table = |generator: u64| {
            let mut roots = Vec::new();
            roots.try_reserve_exact(len).map_err(|_| ErrorCode::MemoryRefused)?;
            roots.push(1);
            while 2 * roots.len() < len {
                let root = power(generator, (PRIME - 1) / (4 * roots.len() as u64));
                for at in 0..roots.len() {
                    roots.push(multiply(roots[at], root));
                }
            }
            Ok(roots)
        };
        Ok(Roots { forward: table(GENERATOR)?, backward: table(power(GENERATOR, PRIME - 2))? })
    }

    pub(crate) fn forward(&self, values: &mut [u64]) {
        let mut len = values.len();
        while len > 1 {
            for (block, &root) in values.chunks_exact_mut(len).zip(&self.forward) {
                let (low, high) = block.split_at_mut(len / 2);
                for (low, high) in low.iter_mut().zip(high) {
                    let turned = multiply(*high, root);
                    (*low, *high) = (subtract(*low, PRIME - turned), subtract(*low, turned));
                }
            }
            len /= 2;
        }
    }

    /// The reverse of [`Roots::forward`].
    pub(crate) fn backward(&self, values: &mut [u64]) {
        let mut len = 2;
        while len <= values.len() {
            for (block, &root) in values.chunks_exact_mut(len).zip(&self.backward) {
                let (low, high) = block.split_at_mut(len / 2);
                for (low, high) in low.iter_mut().zip(high) {
                    let difference = subtract(*low, *high);
                    (*low, *high) = (subtract(*low, PRIME - *high), multiply(difference, root));
                }
            }
            len *= 2;
        }
        let scale = PRIME - (PRIME - 1) / values.len() as u64;
        values.iter_mut().for_each(|value| *value = multiply(*value, scale));
    }
}

/// The product modulo the prime, of factors below it.
#[inline(always)]
pub(crate) fn multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let (low, middle, high) = (product as u64, (product >> 64) as u32, (product >> 96) as u64);
    // 2^64 is congruent to 2^32 - 1, and 2^96 to -1.
    let (difference, borrow) = low.overflowing_sub(high);
    let difference = difference.wrapping_sub(mask(borrow) & WRAP);
    let (sum, carry) = difference.overflowing_add(u64::from(middle) * WRAP);
    let sum = sum.wrapping_add(mask(carry) & WRAP);
    sum - (mask(sum >= PRIME) & PRIME)
}

/// The difference modulo the prime: `a` is below it, `b` at most equal. To add, subtract the prime's complement.
#[inline(always)]
fn subtract(a: u64, b: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(b);
    difference.wrapping_sub(mask(borrow) & WRAP)
}

/// All bits if the condition is true. Branches on random numbers would be mispredicted.
#[inline(always)]
fn mask(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

fn power(base: u64, exponent: u64) -> u64 {
    let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
    bits.fold(1, |value, bit| {
        let square = multiply(value, value);
        if exponent >> bit & 1 == 1 { multiply(square, base) } else { square }
    })
}

const PRIME: u64 = u64::MAX - WRAP + 1;
/// 2^64 modulo the prime.
const WRAP: u64 = u32::MAX as u64;
/// Its powers are all values but zero.
const GENERATOR: u64 = 7;
