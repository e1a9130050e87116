//! Any 64 bits: as a float, the text of the reference in every shape, which is read back; as integers, the text of the
//! standard library.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float64_write, int64_write, uint64_write};

fuzz_target!(|bits: u64| {
    let (value, mut dst) = (f64::from_bits(bits), [0; NUMBER_ROOM]);
    for shape in FloatShape::ALL {
        let len = float64_write(&FloatWrite::new(shape), value, &mut dst).map_err(|code| code as u16);
        let expected = stringmill_reference::float64_write(shape, value).map_err(|error| error.code as u16);
        assert_eq!(len.map(|len| dst[..len].to_vec()), expected, "{}", shape.name);
        if let Ok(len) = len {
            let text = std::str::from_utf8(&dst[..len]).expect("ASCII");
            assert_eq!(text.parse(), Ok(value), "{}", shape.name);
        }
    }
    let len = int64_write(bits.cast_signed(), &mut dst).expect("room");
    assert_eq!(dst[..len], *bits.cast_signed().to_string().as_bytes());
    let len = uint64_write(bits, &mut dst).expect("room");
    assert_eq!(dst[..len], *bits.to_string().as_bytes());
});
