//! Numbers and timestamps: most are well-formed, many lie at a limit, and some miss it.

use crate::quoted::Care;
use stringmill_random::Random;

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "12",
    "-1",
    "2147483648",
    "-9223372036854775808",
    "9223372036854775808",
    "123456789012345678",
    "1234567890123456789",
    "999999999999999999999999999999",
    "1_000",
    "0x1F",
    "-0XfF",
    "0xFFFF_FFFF",
    "0x8000000000000000",
    "0b101",
    "-0B1_0",
    "1.",
    "-0.",
    "1.5",
    "-0.00",
    "1_0.0_1",
    "1.d3",
    "1.e3",
    "12d-3",
    "0d0",
    "-0d5",
    "0d-0",
    "1e+5",
    "1d+005",
    "1E5",
    "1D5",
    "0e0",
    "-0e0",
    "1e400",
    "-1e400",
    "1e-400",
    "1e99999999999",
    "1e-99999999999",
    "1d2147483647",
    "1d2147483648",
    "1d2147483649",
    "1d-2147483647",
    "1d-2147483648",
    "1.5d2147483649",
    "1.5d-2147483646",
    "1.5d-2147483647",
    "-0d2147483648",
    "1d99999999999",
    "-1.5d-99999999999",
    "1d9223372036854775807",
    "1d-9223372036854775808",
    "1.0d-9223372036854775808",
    "1d9223372036854775808",
    "0d99999999999",
    "0e99999999999",
    "1d00000000000000000000005",
    "9007199254740993e0",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "4.9e-324",
    "2.4e-324",
    "2.2250738585072012e-308",
    "1e22",
    "1e23",
    "0.1e22",
    "3e-23",
    "12345678901234567.5e-5",
    "123456789012345678901234567890.5",
    "100000000000000000000000e-2",
    "12345678901234567890.12345678901234567890d3",
];

const NO_NUMBERS: &[&str] = &[
    "007",
    "1__0",
    "1_",
    "_1",
    "-_1",
    "0_1",
    "0x",
    "0x_1",
    "0x1_",
    "0b",
    "0b2",
    "0b12",
    "1._5",
    "1.5_",
    "00.5",
    "1.2.3",
    "1d",
    "1d+",
    "1e",
    "1e-",
    "1e1_0",
    "1_e1",
    "1e5.5",
    "1d5.5",
    "1d_5",
    "1d5_",
    "+1",
    "--1",
    "-",
    ".5",
    "-.5",
    "1a",
    "1x0",
    "0a",
    "-a",
    "1-1",
    "1+1",
    "-2007-01-01",
    "-0x",
    "0X",
    "-0b",
    "- 1",
];

const YEARS: &[&str] =
    &["2007", "2000", "1900", "2004", "0001", "9999", "0000", "200", "20007", "2_007", "-2007", "0x07"];
const MONTHS: &[&str] = &["01", "02", "12", "06", "00", "13", "1", "0_1", "99"];
const DAYS: &[&str] = &["01", "28", "29", "30", "31", "00", "32", "1", "3_1"];
const HOURS: &[&str] = &["00", "12", "23", "24", "1", "0_1"];
const MINUTES: &[&str] = &["00", "59", "30", "60", "5"];
const FRACTIONS: &[&str] = &[
    ".0",
    ".000",
    ".5",
    ".123456789",
    ".999999999999999999",
    ".1234567890123456789012",
    ".00000000000000000000001",
    ".",
    "._1",
    ".1_",
    ".1_2",
];
const OFFSETS: &[&str] = &[
    "Z", "+00:00", "-00:00", "+00:01", "-00:01", "+23:59", "-23:59", "-08:00", "+24:00", "-24:00", "+12:60", "z", "",
    "+1", "+0100", "+01:0", "-0_1:00", "Z0", "ZZ",
];

pub(crate) fn number(random: &mut Random, care: Care) -> String {
    match random.within(0, if care == Care::Good { 4 } else { 6 }) {
        0 | 1 => random.pick(NUMBERS).to_owned(),
        2 | 3 => built(random),
        4 => random.pick(NO_NUMBERS).to_owned(),
        _ => {
            // Characters of numbers in random order, which are rarely a number.
            let first = random.pick(&["1", "0", "-1", "-0", "2000-"]).to_owned();
            let more = ["0", "7", "_", ".", "e", "d", "-", "+", "x", "T"];
            (0..random.within(0, 6)).fold(first, |text, _| text + random.pick(&more))
        }
    }
}

fn built(random: &mut Random) -> String {
    let mut text = String::from(if random.once_in(3) { "-" } else { "" });
    digits(random, &mut text);
    if random.once_in(2) {
        text.push('.');
        if !random.once_in(5) {
            digits(random, &mut text);
        }
    }
    if random.once_in(2) {
        text.push_str(random.pick(&["e", "d", "E", "D"]));
        text.push_str(random.pick(&["", "", "-", "+"]));
        let len = random.pick(&[1, 1, 2, 3, 4, 9, 10, 11, 19, 20]);
        for _ in 0..len {
            text.push(char::from(b'0' + random.within(0, 10) as u8));
        }
    }
    text
}

fn digits(random: &mut Random, text: &mut String) {
    let len = random.pick(&[1, 1, 2, 3, 8, 15, 16, 17, 18, 19, 20, 40]);
    text.push(char::from(b'1' + random.within(0, 9) as u8));
    for _ in 1..len {
        if random.once_in(20) {
            text.push('_');
        }
        text.push(char::from(b'0' + random.within(0, 10) as u8));
    }
}

/// A timestamp; the first items of each list are valid in any timestamp.
pub(crate) fn timestamp(random: &mut Random, care: Care) -> String {
    let field = |random: &mut Random, from: &[&'static str], good: usize| {
        let is_good = care == Care::Good || !random.once_in(8);
        random.pick(if is_good { &from[..good] } else { from })
    };
    let mut text = field(random, YEARS, 6).to_owned();
    let fields = random.within(0, 6);
    if fields == 0 {
        return text + field(random, &["T", "t", "-", "T-"], 1);
    }
    text = text + "-" + field(random, MONTHS, 4);
    if fields == 1 {
        return text + field(random, &["T", "", "T0", "t"], 1);
    }
    text = text + "-" + field(random, DAYS, 2);
    if fields == 2 {
        return text + field(random, &["", "T", "T0", "t", "-"], 2);
    }
    text = text + "T" + field(random, HOURS, 3) + ":" + field(random, MINUTES, 3);
    if fields > 3 {
        text = text + ":" + field(random, MINUTES, 3);
    }
    if fields > 4 {
        text += field(random, FRACTIONS, 7);
    }
    text + field(random, OFFSETS, 8)
}
