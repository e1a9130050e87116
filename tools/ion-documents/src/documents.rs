//! Documents of Ion text: values in all containers, tokens beside each other with all kinds of gaps, symbol tables, and
//! damage.

use crate::damage;
use crate::quoted::{self, Care};
use crate::{scalars, tables};
use stringmill_random::Random;

/// Tokens of every kind, whole and begun.
const TOKENS: &[&str] = &[
    "a",
    "_",
    "$",
    "$a",
    "name",
    "truer",
    "nullable",
    "nan1",
    "infx",
    "inf",
    "e5",
    "T",
    "x1",
    "true",
    "false",
    "null",
    "nan",
    "null.null",
    "null.bool",
    "null.int",
    "null.float",
    "null.decimal",
    "null.timestamp",
    "null.symbol",
    "null.string",
    "null.clob",
    "null.blob",
    "null.list",
    "null.sexp",
    "null.struct",
    "null.",
    "null.x",
    "null.ints",
    "null.lit",
    "null.i",
    "+inf",
    "-inf",
    "+infx",
    "-infx",
    "+in",
    "-i",
    "+",
    "-",
    "*",
    "/",
    "//\n",
    "/**/",
    "/*",
    "*/",
    "<=",
    "&&",
    ".",
    "..",
    ".a",
    "!",
    "+-",
    "--",
    "=",
    "`",
    ";",
    "#%^",
    "@",
    "~|",
    "?",
    "->",
    "+/",
    "-/**/",
    "+//\n",
    "'a'",
    "'a b'",
    "''",
    "'''a'''",
    "''''''",
    "'null'",
    "'+'",
    "\"s\"",
    "\"\"",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "{{",
    "}}",
    "{{AAAA}}",
    "{{\"c\"}}",
    "{{'''c'''}}",
    "[]",
    "()",
    "{}",
    "{a:1}",
    "[1]",
    "(+)",
    ",",
    ":",
    "::",
    "a::",
    "'a'::",
    "$10::",
    "$0::",
    "a:",
    "'a':",
    "\"a\":",
    "true::",
    "null:",
    "1",
    "-1",
    "0",
    "12",
    "1.5",
    "1.",
    "1e5",
    "1d5",
    "0xA",
    "0b1",
    "2007T",
    "2007-01-01",
    "2007-01-01T00:00Z",
    "2007-01-01T",
    "1_0",
    "$0",
    "$10",
    "$4",
    "$ion_1_0",
    "$ion_1_1",
    "\\",
    "\0",
    "\u{7F}",
    "\u{E9}",
    "\u{FEFF}",
    "\u{A0}",
    "\u{2028}",
];

/// Tokens that are values.
const VALUES: &[&str] = &[
    "a",
    "name",
    "truer",
    "nan1",
    "infx",
    "true",
    "null",
    "nan",
    "null.int",
    "null.timestamp",
    "null.struct",
    "+inf",
    "-inf",
    "'a'",
    "'a b'",
    "''",
    "'null'",
    "'''a'''",
    "''''''",
    "\"s\"",
    "{{AAAA}}",
    "{{\"c\"}}",
    "[]",
    "()",
    "{}",
    "{a:1}",
    "[1]",
    "(+)",
    "(-inf-5)",
    "(+inf//\n)",
    "(a-1--2)",
    "(-/**/a.b)",
    "a::1",
    "'a'::b",
    "1",
    "-1",
    "1.5",
    "1e5",
    "0xA",
    "2007T",
    "2007-01-01",
    "$0",
    "$4",
    "$ion_1_0",
];

/// Openings and closings around tokens; the first [`GOOD_FRAMES`] fit any values.
const FRAMES: &[(&str, &str)] = &[
    ("", ""),
    ("(", ")"),
    ("(a::", ")"),
    ("a::", ""),
    ("[", "]"),
    ("{", "}"),
    ("{a:", "}"),
    ("[{", "}]"),
    ("(", ")"),
    ("", ""),
];
const GOOD_FRAMES: usize = 4;

/// Gaps between values.
const BLANKS: &[&str] =
    &[" ", "\n", "\r\n", "\t", "\x0B", "\x0C", " /**/", " //\n", " /* c */ ", " // c\n", "\r", "  "];

/// Gaps between any tokens, some of them errors.
const GAPS: &[&str] = &[
    "",
    "",
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\x0B",
    "\x0C",
    "/**/",
    "//\n",
    "//\r",
    " /* c */ ",
    "// c\n",
    ",",
    " , ",
    "/",
    "\r",
];

const OPERATORS: &[u8] = b"!#%&*+-./;<=>?@^`|~";

/// Makes one document of a seed.
#[derive(Debug)]
pub struct Documents {
    random: Random,
    text: Vec<u8>,
    care: Care,
}

impl Documents {
    /// For this seed.
    pub fn new(seed: u64) -> Self {
        Documents { random: Random::new(seed), text: Vec::new(), care: Care::Good }
    }

    /// The document: one in four is damaged, and half of them may have wrong tokens.
    pub fn document(mut self) -> Vec<u8> {
        self.care = if self.random.once_in(2) { Care::Some } else { Care::Good };
        match self.random.within(0, 10) {
            0..=2 => self.values(),
            3..=5 => self.neighbours(),
            6 | 7 => tables::sequence(&mut self.random, self.care, &mut self.text),
            _ => self.one_scalar(),
        }
        if self.random.once_in(4) {
            damage::damage(&mut self.random, &mut self.text);
        }
        self.text
    }

    fn put(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn blank(&mut self) {
        quoted::blank(&mut self.random, self.care, &mut self.text);
    }

    fn values(&mut self) {
        for _ in 0..self.random.within(1, 4) {
            self.blank();
            self.value(3, false);
            self.put(" ");
            self.blank();
        }
    }

    /// Tokens one after another, in one of the containers; with care, values and operators that may follow each other.
    fn neighbours(&mut self) {
        let is_good = self.care == Care::Good;
        let (open, close) = self.random.pick(if is_good { &FRAMES[..GOOD_FRAMES] } else { FRAMES });
        self.put(open);
        for _ in 0..self.random.within(1, 5) {
            let token = self.random.pick(if is_good { VALUES } else { TOKENS });
            match self.random.within(0, 8) {
                0 => self.scalar(),
                1 if !is_good || open.starts_with('(') => self.operators(),
                _ => self.put(token),
            }
            let gap = self.random.pick(if is_good { BLANKS } else { GAPS });
            self.put(gap);
        }
        self.put(close);
        if self.random.once_in(2) {
            self.put(" 1");
        }
    }

    /// A number, timestamp or text in every kind of place.
    fn one_scalar(&mut self) {
        let (open, close) = self.random.pick(&[
            ("", ""),
            ("", " 1"),
            ("[", "]"),
            ("(", ")"),
            ("(", "+)"),
            ("{a:", "}"),
            ("{", ":1}"),
            ("", "::1"),
            ("[[", ",2]]3"),
            ("{a:b::", ",}"),
        ]);
        self.put(open);
        self.scalar();
        if self.random.once_in(4) {
            let gap = self.random.pick(GAPS);
            self.put(gap);
        }
        self.put(close);
    }

    fn operators(&mut self) {
        for _ in 0..self.random.within(1, 5) {
            let operator = self.random.pick(OPERATORS);
            self.text.push(operator);
        }
    }

    fn scalar(&mut self) {
        let Documents { random, text, care } = self;
        match random.within(0, 9) {
            0 | 1 => text.extend_from_slice(scalars::number(random, *care).as_bytes()),
            2 | 3 => text.extend_from_slice(scalars::timestamp(random, *care).as_bytes()),
            4 => quoted::symbol(random, *care, text),
            5 => quoted::long_string(random, *care, text),
            6 => quoted::lob(random, *care, text),
            7 => quoted::comment(random, *care, text),
            _ => quoted::string(random, *care, text),
        }
    }

    fn name(&mut self) {
        let word = self.random.pick(&["a", "name", "$a", "_", "truer", "longer_identifier_of_many_letters_1"]);
        match self.random.within(0, 4) {
            0 => quoted::symbol(&mut self.random, self.care, &mut self.text),
            _ => self.put(word),
        }
    }

    fn value(&mut self, depth: usize, in_sexp: bool) {
        while self.random.once_in(5) {
            self.name();
            self.blank();
            self.put("::");
            self.blank();
        }
        match self.random.within(0, if depth > 0 { 12 } else { 8 }) {
            0 => self.name(),
            1 => {
                let token = self.random.pick(&TOKENS[..30]);
                self.put(token);
            }
            2 if in_sexp => self.operators(),
            2..=7 => self.scalar(),
            8 => self.container(depth, "[", "]", false),
            9 => self.container(depth, "(", ")", true),
            _ => self.container(depth, "{", "}", false),
        }
    }

    fn container(&mut self, depth: usize, open: &str, close: &str, is_sexp: bool) {
        self.put(open);
        let count = self.random.within(0, 4);
        for item in 0..count {
            self.blank();
            if open == "{" {
                match self.random.within(0, 4) {
                    0 => quoted::string(&mut self.random, self.care, &mut self.text),
                    1 => quoted::long_string(&mut self.random, self.care, &mut self.text),
                    _ => self.name(),
                }
                self.blank();
                self.put(":");
                self.blank();
            }
            self.value(depth - 1, is_sexp);
            if is_sexp {
                self.put(" ");
            } else if item + 1 < count || self.random.once_in(3) {
                self.blank();
                self.put(",");
            }
        }
        self.blank();
        self.put(close);
    }
}
