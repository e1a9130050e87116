//! Long integers between bases, beside schoolbook arithmetic in small limbs.

use stringmill_numbers::{LONG_BITS_MAX, LONG_DIGITS_MAX, bytes_of_decimal, decimal_of_bits};
use stringmill_outcome::ErrorCode;

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

#[test]
fn agrees_with_schoolbook_arithmetic() {
    let mut seed = 1;
    for base in [2, 10, 16] {
        for len in (0..=140).chain([1000, 9000]) {
            agrees(&random(len, base, &mut seed), base);
        }
    }
}

/// The largest and smallest integers of a length: all products, carries and quotients at their limits.
#[test]
fn extremes() {
    for (base, highest) in [(2, b'1'), (10, b'9'), (16, b'f'), (16, b'F')] {
        for len in (1..=130).chain([8000]) {
            let power = [b"1", &vec![b'0'; len][..]].concat();
            for digits in [&vec![highest; len], &power, &[&vec![b'0'; len][..], b"1"].concat(), &vec![b'0'; len]] {
                agrees(digits, base);
            }
        }
    }
    // Multiples of the limb, and their neighbours, leave the extreme remainders.
    for power in 1..400 {
        for offset in ["0", "1"] {
            let digits = [b"1", &vec![b'0'; 19 * power - 1][..], offset.as_bytes()].concat();
            assert!(decimal(&hex(&bytes(&digits)), 4) == digits);
            let nines = vec![b'9'; 19 * power];
            assert!(decimal(&hex(&bytes(&nines)), 4) == nines);
        }
    }
}

#[test]
fn round_trips() {
    let mut seed = 2;
    for len in [100, 10_000, LONG_BITS_MAX / 4] {
        for digits in [random(len, 16, &mut seed), vec![b'f'; len], [b"8", &vec![b'0'; len - 1][..]].concat()] {
            let back = hex(&bytes(&decimal(&digits, 4)));
            assert!(without_zeros(&back) == without_zeros(&digits), "{len}");
        }
        let digits = random(len, 10, &mut seed);
        assert!(decimal(&hex(&bytes(&digits)), 4) == without_zeros(&digits), "{len}");
    }
}

#[test]
fn underscores_are_skipped() {
    assert_eq!(decimal(b"_0_f_F", 4), b"255");
    assert_eq!(decimal(b"0_0", 4), b"0");
    assert_eq!(decimal(b"1_0000_0000", 1), b"256");
}

/// The longest integers pass, with any number of zeros before them; one bit or digit more is refused at its place.
#[test]
fn limits() {
    let code = |digits: &[u8], bits| {
        let mut out = Vec::new();
        let done = decimal_of_bits(digits, bits, |piece| out.extend_from_slice(piece))
            .map_err(|error| (error.code, error.offset));
        assert!(done.is_ok() || out.is_empty());
        done
    };
    let refused = |at: usize| Err((ErrorCode::LimitStringLen, at as u64));
    for (bits, highest) in [(1, b'1'), (4, b'f')] {
        let longest = vec![highest; LONG_BITS_MAX / bits as usize];
        assert_eq!(code(&longest, bits), Ok(()));
        assert_eq!(decimal(&longest, bits).len(), LONG_DIGITS_MAX);
        assert_eq!(code(&[&longest[..], b"_"].concat(), bits), Ok(()));
        assert_eq!(code(&[b"00_", &longest[..], b"_0"].concat(), bits), refused(longest.len() + 4));
    }
    let mut out = b"kept".to_vec();
    let largest = decimal(&vec![b'f'; LONG_BITS_MAX / 4], 4);
    bytes_of_decimal(&[b"000", &largest[..]].concat(), &mut out).unwrap();
    assert_eq!(out.len(), 4 + LONG_BITS_MAX / 8);
    let nines = vec![b'9'; LONG_DIGITS_MAX];
    for digits in [&nines[..], &[&nines[..], b"9"].concat(), &[b"00", &nines[..], b"11"].concat()] {
        let mut out = b"kept".to_vec();
        let error = bytes_of_decimal(digits, &mut out).unwrap_err();
        let place = digits.len().min(LONG_DIGITS_MAX + if digits[0] == b'0' { 3 } else { 1 }) - 1;
        assert_eq!((error.code, error.offset, &out[..]), (ErrorCode::LimitStringLen, place as u64, &b"kept"[..]));
    }
}
