//! Long integers between bases, beside schoolbook arithmetic in small limbs.

use stringmill_numbers::{bytes_of_decimal, decimal_of_bits};

/// Digits of `to`, most significant first, of digits of `from`: one division or multiplication for each pair of digits.
fn reference(digits: &[u8], from: u32, to: u32) -> Vec<u8> {
    // Least significant first; digits are taken seven at a time.
    let mut limbs: Vec<u32> = Vec::new();
    let limb = u64::from(to).pow(if to == 256 { 3 } else { 7 });
    for piece in digits.chunks(7) {
        let value = |digit: u8| char::from(digit).to_digit(from).unwrap();
        let mut carry = piece.iter().fold(0, |number, &digit| number * u64::from(from) + u64::from(value(digit)));
        for place in &mut limbs {
            carry += u64::from(*place) * u64::from(from).pow(piece.len() as u32);
            *place = (carry % limb) as u32;
            carry /= limb;
        }
        while carry > 0 {
            limbs.push((carry % limb) as u32);
            carry /= limb;
        }
    }
    let mut out = Vec::new();
    for mut place in limbs {
        let mut part = limb;
        while part > 1 {
            out.push((place % to) as u8);
            place /= to;
            part /= u64::from(to);
        }
    }
    while out.last() == Some(&0) {
        out.pop();
    }
    out.reverse();
    out
}

fn decimal(digits: &[u8], bits: u32) -> Vec<u8> {
    let mut out = Vec::new();
    decimal_of_bits(digits, bits, |piece| out.extend_from_slice(piece)).unwrap();
    out
}

fn bytes(digits: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    bytes_of_decimal(digits, &mut out).unwrap();
    out
}

fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|&&digit| digit == b'0').count()..]
}

/// Digits of a base from a generator of random numbers (splitmix64).
fn random(len: usize, base: u32, seed: &mut u64) -> Vec<u8> {
    let next = || {
        *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) >> 33
    };
    std::iter::repeat_with(next).take(len).map(|number| b"0123456789abcdef"[number as usize % base as usize]).collect()
}

fn agrees(digits: &[u8], base: u32) {
    let len = digits.len();
    if base == 10 {
        assert!(bytes(digits) == reference(digits, 10, 256), "{len} digits of base 10");
        return;
    }
    let mut expected: Vec<u8> = reference(digits, base, 10).iter().map(|digit| b'0' + digit).collect();
    if expected.is_empty() {
        expected.push(b'0');
    }
    assert!(decimal(digits, base.trailing_zeros()) == expected, "{len} digits of base {base}");
}

/// Lengths up to some limbs, and around one, two and more leaves.
fn lengths(leaf: usize) -> impl Iterator<Item = usize> {
    let around = |len: usize| [len - 1, len, len + 1, len + 7];
    (0..=70).chain(around(leaf)).chain([leaf / 3, 2 * leaf, 2 * leaf + 1])
}

#[test]
fn agrees_with_schoolbook_arithmetic() {
    let mut seed = 1;
    for (base, leaf) in [(2, 64_000), (10, 32_000), (16, 16_000)] {
        for len in lengths(leaf) {
            agrees(&random(len, base, &mut seed), base);
        }
        for _ in 0..20 {
            let len = random(4, 10, &mut seed);
            let len = std::str::from_utf8(&len).unwrap().parse().unwrap();
            agrees(&random(len, base, &mut seed), base);
        }
    }
}

/// The largest and smallest integers of a length: all products and carries at their limits.
#[test]
fn extremes() {
    for (base, highest) in [(2, b'1'), (10, b'9'), (16, b'f'), (16, b'F')] {
        for len in [1, 13, 14, 16, 19, 20, 52, 61, 1_000, 33_000] {
            let power = [b"1", &vec![b'0'; len][..]].concat();
            for digits in [&vec![highest; len], &power, &[&vec![b'0'; len][..], b"1"].concat(), &vec![b'0'; len]] {
                agrees(digits, base);
            }
        }
    }
}

/// Up to the longest integers of the formats, and longer ones.
#[test]
fn round_trips() {
    let mut seed = 2;
    for len in [20_000, 65_535, 65_536, 131_072, 400_000, 1_500_000] {
        for digits in [random(len, 16, &mut seed), vec![b'f'; len], [b"8", &vec![b'0'; len - 1][..]].concat()] {
            let back = hex(&bytes(&decimal(&digits, 4)));
            assert!(without_zeros(&back) == without_zeros(&digits), "{len}");
        }
        let digits = random(len, 10, &mut seed);
        assert!(decimal(&hex(&bytes(&digits)), 4) == without_zeros(&digits), "{len}");
    }
}
