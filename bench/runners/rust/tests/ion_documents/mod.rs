//! Ion documents made at random: every type, in every spelling; and the same with faults.

/// xorshift64, the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A document that is well-formed, of a few values.
pub(crate) fn document(random: &mut Random) -> Vec<u8> {
    let mut out = String::new();
    if random.below(8) == 0 {
        out.push_str(random.one(&["$ion_1_0 ", "$ion_symbol_table::{symbols:[\"a\",\"b c\",null]} $10 $11::$12 "]));
    }
    for _ in 0..1 + random.below(4) {
        annotated(random, &mut out, 0, false);
        out.push_str(random.one(&[" ", "\n", "\t", " // to the end of the line\n", " /* a * comment */ "]));
    }
    out.into_bytes()
}

/// The same with up to three faults.
pub(crate) fn damaged(random: &mut Random, mut text: Vec<u8>) -> Vec<u8> {
    const BYTES: &[u8] = b"{}[]()'\"\\:,./*+-_$0195aedTZnx \n\r\t\x00\x0B\x7F\x80\xC3\xE2\xF0\xFF";
    for _ in 0..1 + random.below(3) {
        let (at, byte) = (random.below(text.len() + 1), BYTES[random.below(BYTES.len())]);
        match random.below(3) {
            0 => text.insert(at, byte),
            _ if at == text.len() => {}
            1 => text[at] = byte,
            _ => drop(text.remove(at)),
        }
    }
    text
}

fn annotated(random: &mut Random, out: &mut String, depth: usize, in_sexp: bool) {
    for _ in 0..random.below(8).saturating_sub(5) {
        symbol(random, out);
        out.push_str(random.one(&["::", " :: ", "::\n"]));
    }
    value(random, out, depth, in_sexp);
}

fn value(random: &mut Random, out: &mut String, depth: usize, in_sexp: bool) {
    let scalars = 12;
    match random.below(scalars + if depth < 5 { 3 } else { 0 }) {
        0 => out.push_str(random.one(&["true", "false"])),
        1 => {
            out.push_str("null");
            out.push_str(random.one(&[
                "",
                ".null",
                ".bool",
                ".int",
                ".float",
                ".decimal",
                ".timestamp",
                ".symbol",
                ".string",
                ".clob",
                ".blob",
                ".list",
                ".sexp",
                ".struct",
            ]));
        }
        2 => int(random, out),
        3 => decimal(random, out, "dD"),
        4 => decimal(random, out, "eE"),
        5 => out.push_str(random.one(&["nan", "+inf", "-inf", "0e0", "-0e0", "1e308", "5e-324", "-0.", "-0d5"])),
        6 => timestamp(random, out),
        7 | 8 => quoted(random, out, '"', false),
        9 if in_sexp && random.below(2) == 0 => {
            out.push_str(random.one(&["+", "-", "**", "<=>", "a-b", ".", "#", "/"]))
        }
        9 => symbol(random, out),
        10 => long(random, out),
        11 => lob(random, out),
        12 => sequence(random, out, depth, ["[", "]"], ","),
        13 => sequence(random, out, depth, ["(", ")"], " "),
        _ => fields(random, out, depth),
    }
}

fn blank(random: &mut Random, out: &mut String) {
    out.push_str(random.one(&["", "", "", " ", "\n  ", " /**/", "\t", "\r\n", " //x\n", "\u{b}", "\u{c}"]));
}

fn sequence(random: &mut Random, out: &mut String, depth: usize, brackets: [&str; 2], separator: &str) {
    out.push_str(brackets[0]);
    let len = random.below(4);
    for at in 0..len {
        blank(random, out);
        annotated(random, out, depth + 1, separator == " ");
        if at + 1 < len || separator == "," && random.below(4) == 0 {
            blank(random, out);
            out.push_str(separator);
        }
    }
    blank(random, out);
    out.push_str(brackets[1]);
}

fn fields(random: &mut Random, out: &mut String, depth: usize) {
    out.push('{');
    let len = random.below(4);
    for at in 0..len {
        blank(random, out);
        match random.below(4) {
            0 => quoted(random, out, '"', false),
            1 if random.below(2) == 0 => long(random, out),
            _ => symbol(random, out),
        }
        blank(random, out);
        out.push(':');
        blank(random, out);
        annotated(random, out, depth + 1, false);
        if at + 1 < len || random.below(4) == 0 {
            blank(random, out);
            out.push(',');
        }
    }
    blank(random, out);
    out.push('}');
}

fn symbol(random: &mut Random, out: &mut String) {
    match random.below(4) {
        0 => quoted(random, out, '\'', false),
        1 => out.push_str(random.one(&["nullable", "truer", "$ion", "_", "$", "$0", "$4", "inf", "$a1", "nanx"])),
        _ => {
            let len = 1 + random.below(12);
            (0..len).for_each(|_| out.push(b"abcdefgXYZ_$"[random.below(12)].into()));
            out.push_str(random.one(&["", "1", "_2"]));
        }
    }
}

fn digits(random: &mut Random, out: &mut String, of: &[u8], most: usize) {
    for at in 0..1 + random.below(most) {
        if at > 0 && random.below(12) == 0 {
            out.push('_');
        }
        out.push(of[random.below(of.len())].into());
    }
}

fn decimal_digits(random: &mut Random, out: &mut String, most: usize) {
    if random.below(5) == 0 {
        out.push('0');
    } else {
        out.push(b"123456789"[random.below(9)].into());
        if random.below(4) > 0 {
            digits(random, out, b"0123456789", most);
        }
    }
}

fn int(random: &mut Random, out: &mut String) {
    out.push_str(random.one(&["", "", "-"]));
    match random.below(5) {
        0 => {
            out.push_str(random.one(&["0x", "0X"]));
            digits(random, out, b"0123456789abcdefABCDEF", 30);
        }
        1 => {
            out.push_str(random.one(&["0b", "0B"]));
            digits(random, out, b"01", 90);
        }
        2 => decimal_digits(random, out, 36),
        _ => decimal_digits(random, out, 10),
    }
}

fn decimal(random: &mut Random, out: &mut String, marks: &str) {
    out.push_str(random.one(&["", "", "-"]));
    let most = [8, 8, 8, 36][random.below(4)];
    decimal_digits(random, out, most);
    if random.below(3) > 0 {
        out.push('.');
        if random.below(4) > 0 {
            digits(random, out, b"0123456789", 12);
        }
    } else if marks == "dD" && random.below(2) == 0 {
        out.push('.');
        return;
    }
    out.push(char::from(marks.as_bytes()[random.below(2)]));
    out.push_str(random.one(&["", "+", "-"]));
    for _ in 0..1 + random.below(2) {
        out.push(b"0123456789"[random.below(10)].into());
    }
}

fn timestamp(random: &mut Random, out: &mut String) {
    let precision = random.below(6);
    out.push_str(random.one(&["2000", "0001", "9999", "1999", "2024"]));
    if precision == 0 {
        return out.push('T');
    }
    out.push_str(random.one(&["-01", "-12", "-02", "-06"]));
    if precision == 1 {
        return out.push('T');
    }
    out.push_str(random.one(&["-01", "-28", "-15"]));
    if precision == 2 {
        return out.push_str(random.one(&["", "T"]));
    }
    out.push_str(random.one(&["T00:00", "T23:59", "T12:30"]));
    if precision > 3 {
        out.push_str(random.one(&[":00", ":59", ":07"]));
    }
    if precision > 4 {
        out.push('.');
        (0..1 + random.below(12)).for_each(|_| out.push(b"0123456789"[random.below(10)].into()));
    }
    out.push_str(random.one(&["Z", "+00:00", "-00:00", "+05:30", "-08:00", "+23:59", "-23:59"]));
}

/// Text between quotes, and the quotes.
fn quoted(random: &mut Random, out: &mut String, quote: char, is_clob: bool) {
    out.push(quote);
    // Two quotes one after another begin long text.
    let least = usize::from(quote == '\'');
    inside(random, out, quote, is_clob, least);
    out.push(quote);
}

fn inside(random: &mut Random, out: &mut String, quote: char, is_clob: bool, least: usize) {
    let len = if random.below(10) == 0 { 100 } else { 12 };
    for _ in 0..least + random.below(len) {
        match random.below(14) {
            0 => out.push_str(random.one(&[r"\n", r"\t", r"\\", r"\/", r"\?", r#"\""#, r"\'", r"\0", r"\a", r"\v"])),
            1 => out.push_str(random.one(&[r"\x41", r"\x7f", r"\x80", r"\xFF", r"\x00"])),
            2 if !is_clob => out.push_str(random.one(&[r"\u00e4", r"\u2028", r"\U0001F600", r"\U0000FFFF"])),
            3 if !is_clob => out.push(['ä', '€', '😀', '\u{80}', '\u{2028}'][random.below(5)]),
            4 => out.push_str(if quote == '"' { "'" } else { "\"" }),
            5 => out.push_str("\\\n"),
            6 => out.push(' '),
            _ => out.push(b"abcxyz019{}[],:$/*"[random.below(18)].into()),
        }
    }
}

fn long(random: &mut Random, out: &mut String) {
    for part in 0..1 + random.below(3) {
        if part > 0 {
            blank(random, out);
        }
        out.push_str("'''");
        inside(random, out, '\'', false, 0);
        out.push_str(random.one(&["", "\n", "\r\n", "\r", "' x"]));
        out.push_str("'''");
    }
    // What follows at once would be another part.
    out.push(' ');
}

fn lob(random: &mut Random, out: &mut String) {
    out.push_str("{{");
    out.push_str(random.one(&["", " ", "\n"]));
    match random.below(3) {
        0 => quoted(random, out, '"', true),
        1 => {
            out.push_str("'''");
            inside(random, out, '\'', true, 0);
            out.push_str("'''");
        }
        _ => out.push_str(random.one(&["", "AA==", "AAA=", "AAAA", "YWJj ZGVm", "+/+/", "AAAA\nAAAA", "/w=="])),
    }
    out.push_str(random.one(&["", " ", "\n"]));
    out.push_str("}}");
}
