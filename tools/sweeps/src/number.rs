//! Numbers into text: both sides of each change of notation, powers of two and ten with the numbers beside them, every length.

use crate::case::{File, Group};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::Ids;
use stringmill_profile::FloatShape;

pub(crate) fn files() -> Result<[File; 3], String> {
    Ok([float64()?, int64()?, uint64()?])
}

/// `float64_write_sweeps.json`: ids 410000 to 419999.
fn float64() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, &shape) in [410_000, 411_000, 412_000, 413_000, 418_000].into_iter().zip(FloatShape::ALL) {
        let mut group = Group::new(Parameters::Float64Write { shape });
        let mut ids = Ids::block(first, 1_000);
        for exponent in -9..=24 {
            beside(&mut group, &mut ids, power_of_ten(exponent)?, &format!("ten to the {exponent}"))?;
            for digits in ["12", "1234567890123456", "12345678901234567"] {
                let (one, rest) = digits.split_at(1);
                let text = format!("-{one}.{rest}e{exponent}");
                float(&mut group, &mut ids, parsed(&text)?, &text)?;
            }
        }
        groups.push(group);
    }
    // The digits are the same in every shape, so that one will do.
    let mut group = Group::new(Parameters::Float64Write { shape: FloatShape::PHP });
    let mut ids = Ids::block(414_000, 2_000);
    for exponent in (-323..=308).step_by(9) {
        beside(&mut group, &mut ids, power_of_ten(exponent)?, &format!("ten to the {exponent}"))?;
    }
    for exponent in (-1074..=1023).step_by(13) {
        beside(&mut group, &mut ids, power_of_two(exponent), &format!("two to the {exponent}"))?;
    }
    let mut ids = Ids::block(416_000, 1_000);
    for places in 1..=6 {
        for number in [1, 7, 10, 99, 123, 4_999, 12_345, 99_999, 314_159, 27_182_818] {
            let text = format!("{number}e-{places}");
            float(&mut group, &mut ids, parsed(&text)?, &text)?;
        }
    }
    let mut ids = Ids::block(417_000, 1_000);
    let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..300 {
        bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        if f64::from_bits(bits).is_finite() {
            float(&mut group, &mut ids, f64::from_bits(bits), "bits without a pattern")?;
        }
    }
    groups.push(group);
    Ok(File {
        name: "float64_write_sweeps",
        operation: Operation::Float64Write,
        about: "Where each shape changes notation; powers with the floats beside them; short decimals.".into(),
        groups,
    })
}

/// `int64_write_sweeps.json`: ids 420000 to 420999.
fn int64() -> Result<File, String> {
    let mut group = Group::new(Parameters::Int64Write);
    let mut ids = Ids::block(420_000, 1_000);
    for (what, value) in powers(i64::MAX.unsigned_abs()) {
        let value = value.cast_signed();
        integer(&mut group, &mut ids, value.cast_unsigned(), &what)?;
        integer(&mut group, &mut ids, (-value).cast_unsigned(), &format!("the negative of {what}"))?;
    }
    let about = "Powers of ten and two with the integers beside them, of both signs.".into();
    Ok(File { name: "int64_write_sweeps", operation: Operation::Int64Write, about, groups: vec![group] })
}

/// `uint64_write_sweeps.json`: ids 421000 to 421999.
fn uint64() -> Result<File, String> {
    let mut group = Group::new(Parameters::Uint64Write);
    let mut ids = Ids::block(421_000, 1_000);
    for (what, value) in powers(u64::MAX) {
        integer(&mut group, &mut ids, value, &what)?;
    }
    let about = "Powers of ten and two with the integers beside them.".into();
    Ok(File { name: "uint64_write_sweeps", operation: Operation::Uint64Write, about, groups: vec![group] })
}

/// The powers up to `max` with the integers beside them.
fn powers(max: u64) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (base, name, last) in [(10_u64, "ten", 19), (2, "two", 63)] {
        for exponent in 1..=last {
            let power = base.pow(exponent);
            for (value, what) in [(power - 1, "one below "), (power, ""), (power + 1, "one above ")] {
                if value <= max {
                    list.push((format!("{what}{name} to the {exponent}"), value));
                }
            }
        }
    }
    list
}

/// The value, and the floats next below and above it.
fn beside(group: &mut Group, ids: &mut Ids, value: f64, what: &str) -> Result<(), String> {
    float(group, ids, value.next_down(), &format!("the float below {what}"))?;
    float(group, ids, value, what)?;
    float(group, ids, value.next_up(), &format!("the float above {what}"))
}

fn float(group: &mut Group, ids: &mut Ids, value: f64, what: &str) -> Result<(), String> {
    integer(group, ids, value.to_bits(), what)
}

fn integer(group: &mut Group, ids: &mut Ids, bits: u64, what: &str) -> Result<(), String> {
    group.add(ids.next()?, what, bits.to_be_bytes().into(), None)
}

fn power_of_ten(exponent: i32) -> Result<f64, String> {
    parsed(&format!("1e{exponent}"))
}

fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        ..-1022 => f64::from_bits(1 << (exponent + 1074)),
        _ => f64::from_bits(((exponent + 1023) as u64) << 52),
    }
}

/// The float nearest to a decimal.
fn parsed(text: &str) -> Result<f64, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}
