//! JSON texts: single values, objects of each length with words of `bench/corpus/words`, lines of a log.

use crate::random::Random;
use crate::rows::STRINGS;

const KEYS: &str = include_str!("../../../corpus/words/en-keys.txt");
const NAMES: &str = include_str!("../../../corpus/words/fr-names.txt");

const LENGTHS: [usize; 7] = [7, 15, 30, 64, 100, 200, 400];

/// Names of all rows.
pub(crate) fn names() -> Vec<String> {
    let objects = ["ascii", "any"].into_iter().flat_map(|kind| LENGTHS.map(|len| format!("{kind}-{len}")));
    ["a", "value", "log"].map(str::to_owned).into_iter().chain(objects).collect()
}

/// The texts of a row, drawn at random.
pub(crate) fn texts(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    let words = Words { keys: KEYS.lines().collect(), names: NAMES.lines().collect() };
    let text = |random: &mut Random| match row.rsplit_once('-') {
        Some((kind, len)) => words.object(kind == "any", len.parse().expect("a number"), random),
        None if row == "a" => "{\"a\":1}".to_owned(),
        None if row == "value" => words.value(true, random),
        None => words.log(random),
    };
    (0..STRINGS).map(|_| text(random).into_bytes()).collect()
}

struct Words {
    keys: Vec<&'static str>,
    names: Vec<&'static str>,
}

impl Words {
    fn key(&self, random: &mut Random) -> &'static str {
        self.keys[random.below(self.keys.len())]
    }

    /// A value; with `any`, also non-ASCII text, escapes, fractions and arrays.
    fn value(&self, any: bool, random: &mut Random) -> String {
        match random.below(if any { 8 } else { 4 }) {
            0 => random.below(100_000).to_string(),
            1 => ["true", "false", "null"][random.below(3)].to_owned(),
            2 | 3 => format!("\"{}\"", self.key(random)),
            4 => format!("-{}.{}e{}", random.below(10), random.below(1000), random.below(30)),
            5 => format!("\"{}\\n{}\"", self.key(random), self.key(random)),
            6 => format!("[{}, {{}}]", random.below(1000)),
            _ => format!("\"{}\"", self.names[random.below(self.names.len())]),
        }
    }

    /// An object of at most `len` bytes, and as near to it as its members come.
    fn object(&self, any: bool, len: usize, random: &mut Random) -> String {
        let mut text = format!("{{\"a\":{}", random.below(10));
        for _ in 0..len {
            let name = format!(",\"{}\":", self.key(random));
            let member = name.clone() + &self.value(any, random);
            if text.len() + member.len() < len && !text.contains(&name) {
                text.push_str(&member);
            }
        }
        text.push('}');
        text
    }

    fn log(&self, random: &mut Random) -> String {
        format!(
            "{{\"time\":\"2026-11-{:02}T{:02}:{:02}:{:02}.{:03}Z\",\"level\":\"{}\",\"service\":\"{}\",\"id\":{},\"ms\":{}.{},\
             \"ok\":{},\"message\":\"GET /{}/{}?id={} HTTP/1.1\",\"user\":\"{}\"}}",
            1 + random.below(28),
            random.below(24),
            random.below(60),
            random.below(60),
            random.below(1000),
            ["info", "warn", "error"][random.below(3)],
            self.key(random),
            random.below(1_000_000),
            random.below(1000),
            random.below(10),
            ["true", "false"][random.below(2)],
            self.key(random),
            self.key(random),
            random.below(100_000),
            self.names[random.below(self.names.len())],
        )
    }
}
