//! A number that does not fit is not begun; one that fits needs no further byte.

use crate::values;
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float64_write, int64_write, uint64_write};
use stringmill_outcome::ErrorCode;
use stringmill_profile::FloatShape;

const CANARY: u8 = 0xA5;

/// Writes into every room up to more than the number needs; the result must be `text`.
fn fits(text: &[u8], write: impl Fn(&mut [u8]) -> Result<usize, ErrorCode>) {
    assert!(text.len() <= NUMBER_ROOM);
    for cap in 0..=NUMBER_ROOM + 9 {
        let mut buffer = [CANARY; NUMBER_ROOM + 64];
        let found = write(&mut buffer[16..16 + cap]);
        let (before, rest) = buffer.split_at(16);
        let (room, after) = rest.split_at(cap);
        assert!(before.iter().chain(after).all(|&byte| byte == CANARY), "outside of {cap} bytes");
        if cap < text.len() {
            assert_eq!(found, Err(ErrorCode::RoomShort), "{cap}");
            assert!(room.iter().all(|&byte| byte == CANARY), "{cap}");
        } else {
            assert_eq!((found, &room[..text.len()]), (Ok(text.len()), text), "{cap}");
        }
    }
}

#[test]
fn floats() {
    let longest =
        [-1.2345678901234567e-300, -0.00012345678901234567, -0.0000012345678901234567, -1.2345678901234567e20];
    let others = [0.0, -0.0, 1.0, -1.5, 100.0, 0.1, 1e16, 1e17, 1e21, 1e25, -5e-324, 19.99, 1.0 / 3.0];
    for value in longest.into_iter().chain(others) {
        for shape in FloatShape::ALL {
            let text = stringmill_reference::float64_write(shape, value).expect("a finite number");
            fits(&text, |dst| float64_write(&FloatWrite::new(shape), value, dst));
        }
    }
}

#[test]
fn integers() {
    for value in [0, 7, 10, 99, 12_345_678, 99_999_999, 100_000_000, 1 << 53, u64::MAX, 1 << 63] {
        fits(value.to_string().as_bytes(), |dst| uint64_write(value, dst));
        for value in [value.cast_signed(), value.cast_signed().wrapping_neg()] {
            fits(value.to_string().as_bytes(), |dst| int64_write(value, dst));
        }
    }
}

/// The room that is promised suffices for whatever is longest in each shape.
#[test]
fn no_number_is_longer_than_the_room() {
    let lens = |shape: &FloatShape| {
        let rules = FloatWrite::new(shape);
        let edges = (-12..=24).flat_map(|place| values::beside(-10_f64.powi(place)).collect::<Vec<_>>());
        let far = values::random().map(|bits| -f64::from_bits(bits)).filter(|value| value.is_finite()).take(100_000);
        edges.chain(far).map(move |value| float64_write(&rules, value, &mut [0; NUMBER_ROOM]).expect("room")).max()
    };
    let longest: Vec<_> = FloatShape::ALL.iter().map(lens).collect();
    assert_eq!(longest, [Some(24), Some(24), Some(25), Some(24), Some(24)]);
}
