//! `json_canonical`: numbers in every notation, every value and error of `json_check` in an object out of order, and names whose
//! order differs between code points and code units.

use crate::case::{File, Group};
use crate::check::UNITS;
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::Ids;

/// `json_canonical_sweeps.json`: ids 311000 to 315999.
pub(crate) fn file() -> Result<File, String> {
    let mut group = Group::new(Parameters::JsonCanonical { depth_max: 1024 });
    numbers(&mut group)?;
    values(&mut group)?;
    names(&mut group)?;
    Ok(File {
        name: "json_canonical_sweeps",
        operation: Operation::JsonCanonical,
        about:
            "Numbers in every notation; values and errors of every kind in objects out of order; the order of names."
                .into(),
        groups: vec![group],
    })
}

/// One number with the exponents around it, in one array each.
fn numbers(group: &mut Group) -> Result<(), String> {
    let mut ids = Ids::block(311_000, 2_000);
    let kept = |exponent: &i32| exponent % 20 == 0 || exponent.abs() <= 25 || EDGES.contains(exponent);
    for exponent in (-345..=325).filter(kept) {
        for digits in
            ["1", "5", "10", "123456789012345", "9007199254740993", "17976931348623157", "12345678901234567890123"]
        {
            let (first, rest) = digits.split_at(1);
            let forms = [
                format!("{digits}e{exponent}"),
                format!("-{first}.{rest}0E{exponent:+}"),
                format!("0.000{digits}e{exponent:+04}"),
            ];
            for text in forms {
                group.add(ids.next()?, "a number of these digits and this exponent", text.into_bytes(), None)?;
            }
        }
    }
    let mut ids = Ids::block(313_000, 1_000);
    for (places, digits) in
        (0..=24).flat_map(|places| ["1", "12", "1234567890123456", "99999999999999999"].map(|d| (places, d)))
    {
        for text in [format!("0.{}{digits}", "0".repeat(places)), format!("-{digits}{}.{digits}", "0".repeat(places))] {
            group.add(ids.next()?, "a number without an exponent", text.into_bytes(), None)?;
        }
    }
    let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..300 {
        bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let value = f64::from_bits(bits);
        if value.is_finite() {
            group.add(ids.next()?, "a double without a pattern", format!("{value:e}").into_bytes(), None)?;
        }
    }
    Ok(())
}

/// Exponents at the edges of doubles, and of those with all bits.
const EDGES: [i32; 8] = [-325, -324, -323, -309, -308, 307, 308, 309];

fn values(group: &mut Group) -> Result<(), String> {
    let mut ids = Ids::block(314_000, 1_000);
    for (unit, what) in UNITS {
        for (before, after) in
            [("{\"b\": ", ", \"a\": 1}"), ("[1e400 , ", "]"), ("[1e400", ""), ("", ""), ("{\"a\": [", "")]
        {
            let input = format!("{before}{unit}{after}").into_bytes();
            let interest = before.len()..before.len() + unit.len();
            group.add(ids.next()?, what, input, Some(interest))?;
        }
    }
    Ok(())
}

/// All pairs of names, each twice: once in order, or once the same.
fn names(group: &mut Group) -> Result<(), String> {
    let mut ids = Ids::block(315_000, 1_000);
    let names = [
        "",
        "a",
        "aa",
        "b",
        "\u{7f}",
        "\u{80}",
        "\u{7ff}",
        "\u{800}",
        "\u{d7ff}",
        "\u{e000}",
        "\u{ffff}",
        "\u{10000}",
        "\u{10ffff}",
        "a\u{e000}",
        "a\u{10000}",
        "\\u0061",
        "\\ud800\\udc00",
        "\\ue000",
        "\\n",
        "\\\"",
    ];
    for first in names {
        for second in names {
            let input = format!("{{\"{first}\":1,\"{second}\":2}}").into_bytes();
            group.add(ids.next()?, "two names", input, None)?;
        }
    }
    Ok(())
}
