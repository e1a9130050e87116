//! JSON documents for tests, each made from a number: valid, damaged, and nested around limits of 64 levels.

/// The document with this number. Most are objects with members `Num`, an integer; `Text`; `Flag`, a boolean; `Part`, a
/// float; `List`, an array of integers; and `Inner`, an object with the same members.
pub fn json_document(number: u64) -> Vec<u8> {
    let mut document = Document { random: number, out: Vec::new() };
    document.white();
    match document.below(40) {
        0 => document.any(3),
        1 => document.out.extend_from_slice(b"\xEF\xBB\xBF{}"),
        2 => document.nested(),
        _ => document.record(3),
    }
    document.white();
    if document.below(20) == 0 {
        document.any(1);
    }
    for _ in 0..[0, 1, 1, 2][document.below(4)] {
        document.damage();
    }
    document.out
}

struct Document {
    random: u64,
    out: Vec<u8>,
}

impl Document {
    /// A number below `limit` that looks random (splitmix64).
    fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    fn pick<'t>(&mut self, texts: &[&'t [u8]]) -> &'t [u8] {
        texts[self.below(texts.len())]
    }

    fn put(&mut self, texts: &[&[u8]]) {
        let text = self.pick(texts);
        self.out.extend_from_slice(text);
    }

    fn white(&mut self) {
        self.put(&[b"", b"", b"", b"", b"", b" ", b"\n", b"\r\n\t", b"        "]);
    }

    /// An object with the members that the tests know, and others.
    fn record(&mut self, depth: usize) {
        self.out.push(b'{');
        for number in 0..self.below(7) {
            if number > 0 {
                self.white();
                self.out.push(b',');
            }
            self.white();
            let known = self.below(9);
            match KNOWN.get(known) {
                Some(name) => {
                    self.out.extend_from_slice(name);
                }
                None => self.string(NAMES),
            }
            self.white();
            self.out.push(b':');
            self.white();
            match known {
                _ if self.below(8) == 0 => self.any(depth),
                0 => self.put(INTEGERS),
                1 => self.string(PIECES),
                2 => self.put(&[b"true", b"false"]),
                3 => self.put(NUMBERS),
                4 => self.list(),
                5 if depth > 0 => self.record(depth - 1),
                _ => self.any(depth),
            }
        }
        self.white();
        self.out.push(b'}');
    }

    fn list(&mut self) {
        self.out.push(b'[');
        for number in 0..self.below(4) {
            if number > 0 {
                self.out.push(b',');
            }
            self.white();
            self.put(INTEGERS);
            self.white();
        }
        self.out.push(b']');
    }

    /// Any value.
    fn any(&mut self, depth: usize) {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 => self.put(&[b"true", b"false", b"null", b"null"]),
            1 => self.put(NUMBERS),
            2 | 3 => self.string(PIECES),
            4 => self.nested(),
            5 => self.list(),
            6 => self.record(depth - 1),
            _ => {
                self.out.push(b'[');
                for number in 0..self.below(5) {
                    if number > 0 {
                        self.out.push(b',');
                    }
                    self.white();
                    self.any(depth - 1);
                    self.white();
                }
                self.out.push(b']');
            }
        }
    }

    /// A string of `pieces`, sometimes longer than the largest window of a scan.
    fn string(&mut self, pieces: &[&[u8]]) {
        let plain = [0, 0, 0, 0, 8, 60, 300, 900][self.below(8)];
        self.out.push(b'"');
        for _ in 0..self.below(4) {
            if plain > 0 {
                let len = self.below(plain);
                self.out.resize(self.out.len() + len, b'x');
            }
            self.put(pieces);
        }
        self.out.push(b'"');
    }

    /// Arrays and objects inside each other, around a limit of 64 levels.
    fn nested(&mut self) {
        let levels = [self.below(5), 58 + self.below(9), 60 + self.below(6), 120 + self.below(20)][self.below(4)];
        let mut ends = Vec::new();
        for _ in 0..levels {
            let (open, close) = [(&b"["[..], b']'), (b"{\"Inner\":", b'}'), (b"{ \"x\": ", b'}')][self.below(3)];
            self.out.extend_from_slice(open);
            ends.push(close);
        }
        self.put(&[b"[]", b"{}", b"1", b"null", b"\"\""]);
        self.out.extend(ends.iter().rev());
    }

    /// Changes one place.
    fn damage(&mut self) {
        let at = self.below(self.out.len() + 1);
        let end = (at + self.below(4)).min(self.out.len());
        match self.below(8) {
            0 => self.out.truncate(at),
            1 => {
                self.out.drain(at..end);
            }
            2 => {
                let again = self.out[at..end].to_vec();
                self.out.splice(at..at, again);
            }
            3 => {
                if let Some(byte) = self.below(256).try_into().ok().filter(|_| at < self.out.len()) {
                    self.out[at] = byte;
                }
            }
            4 | 5 => {
                let ill_formed = self.pick(ILL_FORMED);
                self.out.splice(at..at, ill_formed.iter().copied());
            }
            _ => {
                let wrong = self.pick(WRONG);
                self.out.splice(at..end, wrong.iter().copied());
            }
        }
    }
}

const KNOWN: &[&[u8]] = &[br#""Num""#, br#""Text""#, br#""Flag""#, br#""Part""#, br#""List""#, br#""Inner""#];
const INTEGERS: &[&[u8]] = &[b"0", b"7", b"-1", b"123456", b"2147483647", b"-2147483648", b"2147483648"];
const NUMBERS: &[&[u8]] = &[
    b"0",
    b"-0",
    b"-1",
    b"3.25",
    b"1e9",
    b"-0.5E-3",
    b"0.1",
    b"1e400",
    b"9223372036854775807",
    b"9223372036854775808",
    b"123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
];
const PIECES: &[&[u8]] = &[
    b"",
    b"a",
    b"text",
    "é漢😀".as_bytes(),
    br#"\"\\\/\b\f\n\r\t"#,
    br"\u00e9\uD83D\uDE00",
    br"\u0000",
    b"{[:,]}",
    b"\x7F",
    br"\ud800",
    br"\udc00\ud800",
];
const NAMES: &[&[u8]] =
    &[b"x", b"Nu", b"Numb", br"N\u0075m", br"T\u0065xt", "ö".as_bytes(), br"\ud83d\ude00", br"\ud800", br"\n"];
const ILL_FORMED: &[&[u8]] = &[
    b"\x80",
    b"\xFF",
    b"\xC0\xAF",
    b"\xC3",
    b"\xE0\x80\x80",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    b"\xF0\x80\x80\x80",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80\x80",
];
const WRONG: &[&[u8]] = &[
    b"",
    b",",
    b":",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b"\n",
    b"\x01",
    b"1",
    b"-",
    b".",
    b"e",
    b"+",
    b"00",
    b"tru",
    b"nul",
    b"falsy",
    b"truex",
    b"1.",
    b"01",
    b"1e+",
    b"\\u12",
    b"\\u12g4",
    b"\\x",
    b"\\ud800",
    b"\xEF\xBB\xBF",
    b"\xC3\xA9",
    b"/",
    b"'",
    b"NaN",
];
