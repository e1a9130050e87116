//! Integers of any length between digits of base 2 or 16 and digits of base 10, both ways.
//!
//! Takes time n log² n. Method: divide and conquer. The digits are cut in two; both halves become limbs of the target's
//! base, the high half is multiplied by the source's base to the power of the low half's length, and the low half is
//! added. So neither direction divides. Pieces of `LEAF` bits take the schoolbook loop, which is quadratic and faster
//! for them.

use crate::digits::{eight_digits, write_digits};
use crate::room::NUMBER_ROOM;
use crate::transform::{Roots, multiply};
use alloc::vec::Vec;
use stringmill_outcome::ErrorCode;

/// Calls `put` with the digits of base 10 of an integer, piece by piece, without leading zeros. `digits` are ASCII digits
/// of `bits` bits each, 1 or 4; the caller has checked them.
///
/// # Errors
///
/// [`ErrorCode::MemoryRefused`], before the first piece.
pub fn decimal_of_bits(digits: &[u8], bits: u32, mut put: impl FnMut(&[u8])) -> Result<(), ErrorCode> {
    let source = Source { radix: 1 << bits, per_piece: (52 / bits) as usize };
    let limbs = limbs::<Decimal>(digits, source)?;
    let mut room = [0; NUMBER_ROOM];
    let (&last, lower) = limbs.split_last().unwrap_or((&0, &[]));
    let len = write_digits(last, &mut room, 0);
    put(&room[..len]);
    for limb in lower.iter().rev() {
        let halves = [limb / 100_000_000, limb % 100_000_000];
        let digits = halves.map(|half| (eight_digits(half) | u64::from_be_bytes([b'0'; 8])).to_be_bytes());
        put(digits.as_flattened());
    }
    Ok(())
}

/// Appends the bytes of an integer, most significant byte first, without leading zeros. `digits` are ASCII digits of base
/// 10; the caller has checked them.
///
/// # Errors
///
/// [`ErrorCode::MemoryRefused`]; then nothing is appended.
pub fn bytes_of_decimal(digits: &[u8], bytes: &mut Vec<u8>) -> Result<(), ErrorCode> {
    let limbs = limbs::<Binary>(digits, Source { radix: 10, per_piece: 19 })?;
    bytes.try_reserve_exact(8 * limbs.len()).map_err(|_| ErrorCode::MemoryRefused)?;
    let all = limbs.iter().rev().flat_map(|limb| limb.to_be_bytes());
    bytes.extend(all.skip_while(|&byte| byte == 0));
    Ok(())
}

/// The base of the digits, and how many of them the schoolbook loop takes at once.
#[derive(Clone, Copy)]
struct Source {
    radix: u64,
    per_piece: usize,
}

impl Source {
    fn value(self, piece: &[u8]) -> u64 {
        piece.iter().fold(0, |value: u64, &digit| {
            // In ASCII letters have bit 6, and A ends with 1.
            let digit = (digit & 15) + 9 * (digit >> 6);
            value.wrapping_mul(self.radix).wrapping_add(digit.into())
        })
    }

    /// The pieces of `digits`, most significant first; only the first one may be shorter.
    fn pieces(self, digits: &[u8]) -> impl Iterator<Item = &[u8]> {
        let (first, rest) = digits.split_at(digits.len() % self.per_piece);
        [first].into_iter().chain(rest.chunks(self.per_piece)).filter(|piece| !piece.is_empty())
    }

    /// How many limbs suffice for `len` digits; a limb has more than 53 bits.
    fn limbs_max(self, len: usize) -> usize {
        (len / 53 + 1) * self.bits_max() + 2
    }

    /// How many bits a digit has at most.
    fn bits_max(self) -> usize {
        (u64::BITS - (self.radix - 1).leading_zeros()) as usize
    }
}

/// The base of the limbs: the fourth power of the base of a transform's coefficients.
trait Target {
    const COEFFICIENT: u64;
    /// Integers of more bits are cut in two.
    const LEAF: usize;

    /// The limb and the carry of `limb * factor + carry`; for base 10^16, neither `factor` nor `carry` exceeds 2^52.
    fn step(limb: u64, factor: u64, carry: u64) -> (u64, u64);
}

struct Binary;

impl Target for Binary {
    const COEFFICIENT: u64 = 1 << 16;
    const LEAF: usize = BINARY_LEAF;

    #[inline(always)]
    fn step(limb: u64, factor: u64, carry: u64) -> (u64, u64) {
        let number = u128::from(limb) * u128::from(factor) + u128::from(carry);
        (number as u64, (number >> 64) as u64)
    }
}

struct Decimal;

impl Target for Decimal {
    const COEFFICIENT: u64 = 10_000;
    const LEAF: usize = DECIMAL_LEAF;

    #[inline(always)]
    fn step(limb: u64, factor: u64, carry: u64) -> (u64, u64) {
        const LIMB: u64 = 10_000_000_000_000_000;
        const RECIPROCAL: u128 = (1 << 106) / LIMB as u128;
        // Steps wait for each other's carry, so it is added last.
        let product = u128::from(limb) * u128::from(factor);
        // At most one below the quotient: the product is below 2^106, and the roundings cost less than a half each.
        let quotient = (((product >> 42) * RECIPROCAL) >> 64) as u64;
        let rest = (product as u64).wrapping_sub(quotient.wrapping_mul(LIMB));
        let (quotient, rest) = if rest >= LIMB { (quotient + 1, rest - LIMB) } else { (quotient, rest) };
        let sum = rest + carry;
        if sum >= LIMB { (sum - LIMB, quotient + 1) } else { (sum, quotient) }
    }
}

/// The limbs of an integer, least significant first, without leading zeros.
fn limbs<T: Target>(digits: &[u8], source: Source) -> Result<Vec<u64>, ErrorCode> {
    let leaf = T::LEAF / source.bits_max();
    if digits.len() <= leaf {
        return schoolbook::<T>(digits, source);
    }
    // Leaves of equal length; the first one may be shorter.
    let levels = digits.len().div_ceil(leaf).next_power_of_two().trailing_zeros();
    let leaf = digits.len().div_ceil(1 << levels);
    let powers = Powers::new::<T>(source, leaf, levels)?;
    powers.convert::<T>(digits, source, levels)
}

/// The same in quadratic time.
fn schoolbook<T: Target>(digits: &[u8], source: Source) -> Result<Vec<u64>, ErrorCode> {
    let mut limbs = room(source.limbs_max(digits.len()))?;
    for piece in source.pieces(digits) {
        multiply_add::<T>(&mut limbs, source.radix.pow(piece.len() as u32), source.value(piece));
    }
    Ok(limbs)
}

/// Multiplies by `factor`, then adds `carry`. There is room for one more limb.
fn multiply_add<T: Target>(limbs: &mut Vec<u64>, factor: u64, mut carry: u64) {
    for limb in &mut *limbs {
        (*limb, carry) = T::step(*limb, factor, carry);
    }
    if carry > 0 {
        limbs.push(carry);
    }
}

/// Powers of the source's base with the lengths of the low halves as exponents.
struct Powers {
    leaf: usize,
    roots: Roots,
    /// The transforms of the powers, shortest first.
    transforms: Vec<Vec<u64>>,
}

impl Powers {
    fn new<T: Target>(source: Source, leaf: usize, levels: u32) -> Result<Powers, ErrorCode> {
        let mut power = room(source.limbs_max(leaf + 1))?;
        power.push(1);
        let mut left = leaf;
        while left > 0 {
            let len = left.min(source.per_piece);
            multiply_add::<T>(&mut power, source.radix.pow(len as u32), 0);
            left -= len;
        }
        // A square has at most twice the limbs.
        let longest = (power.len() << (levels - 1)).checked_mul(8).ok_or(ErrorCode::MemoryRefused)?;
        let roots = Roots::new(longest.next_power_of_two())?;
        let mut transforms = room(levels as usize)?;
        for level in 0..levels {
            let mut transform = zeros((8 * power.len()).next_power_of_two())?;
            spread::<T>(&power, &mut transform);
            roots.forward(&mut transform);
            if level + 1 < levels {
                let mut square = room(transform.len())?;
                square.extend(transform.iter().map(|&value| multiply(value, value)));
                roots.backward(&mut square);
                power = gathered::<T>(square)?;
            }
            transforms.push(transform);
        }
        Ok(Powers { leaf, roots, transforms })
    }

    /// The limbs of at most `leaf << level` digits.
    fn convert<T: Target>(&self, digits: &[u8], source: Source, level: u32) -> Result<Vec<u64>, ErrorCode> {
        let Some(below) = level.checked_sub(1) else { return schoolbook::<T>(digits, source) };
        let Some(high) = digits.len().checked_sub(self.leaf << below) else {
            return self.convert::<T>(digits, source, below);
        };
        let (high, low) = digits.split_at(high);
        let (high, low) = (self.convert::<T>(high, source, below)?, self.convert::<T>(low, source, below)?);
        let transform = &self.transforms[below as usize];
        let mut product = zeros(transform.len())?;
        spread::<T>(&high, &mut product);
        self.roots.forward(&mut product);
        for (value, &factor) in product.iter_mut().zip(transform) {
            *value = multiply(*value, factor);
        }
        self.roots.backward(&mut product);
        spread::<T>(&low, &mut product);
        gathered::<T>(product)
    }
}

/// Adds limbs to coefficients, four for each limb.
fn spread<T: Target>(limbs: &[u64], coefficients: &mut [u64]) {
    for (four, &limb) in coefficients.chunks_exact_mut(4).zip(limbs) {
        let mut left = limb;
        for coefficient in four {
            *coefficient += left % T::COEFFICIENT;
            left /= T::COEFFICIENT;
        }
    }
}

/// The limbs of coefficients that may exceed their base: at most 2^63, see [`crate::transform::LEN_MAX`].
fn gathered<T: Target>(coefficients: Vec<u64>) -> Result<Vec<u64>, ErrorCode> {
    let mut limbs = room(coefficients.len() / 4)?;
    let mut carry = 0;
    for four in coefficients.chunks_exact(4) {
        let (mut limb, mut place) = (0u64, 1u64);
        for &coefficient in four {
            let sum = coefficient + carry;
            limb += sum % T::COEFFICIENT * place;
            carry = sum / T::COEFFICIENT;
            place = place.wrapping_mul(T::COEFFICIENT);
        }
        limbs.push(limb);
    }
    let zeros = limbs.iter().rev().take_while(|&&limb| limb == 0).count();
    limbs.truncate(limbs.len() - zeros);
    Ok(limbs)
}

fn room<T>(len: usize) -> Result<Vec<T>, ErrorCode> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| ErrorCode::MemoryRefused)?;
    Ok(values)
}

fn zeros(len: usize) -> Result<Vec<u64>, ErrorCode> {
    let mut values = room(len)?;
    values.resize(len, 0);
    Ok(values)
}

/// Bits that the schoolbook loop converts in less time than two halves take, measured on an Intel Xeon.
const BINARY_LEAF: usize = 128_000;
const DECIMAL_LEAF: usize = 64_000;
