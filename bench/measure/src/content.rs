//! Text of a given kind and length, the same on every machine.

/// In which units the length of a text is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16.
    Utf16,
    /// Bytes of ISO 8859-1, without characters above U+00FF.
    Latin1,
}

impl Encoding {
    fn len(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Latin1 => usize::from(character <= '\u{ff}'),
        }
    }
}

/// Distinct texts of one kind and of exactly `len` units: 64 K units of them, so that no branch predictor learns short
/// ones by heart, but no more than 8192.
///
/// # Panics
///
/// If no content has the name `kind`.
pub(crate) fn texts(kind: &str, len: usize, encoding: Encoding) -> Vec<String> {
    let mut random = Random::new();
    (0..count(len)).map(|_| text(kind, len, encoding, &mut random)).collect()
}

/// Distinct strings of `len` random bytes, as many as there are texts.
pub(crate) fn binary(len: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new();
    (0..count(len)).map(|_| (0..len).map(|_| random.below(256) as u8).collect()).collect()
}

/// Runs of one class of bytes, each followed by other text, and the average length of a run, which is about `len`.
///
/// # Panics
///
/// If no runs have the name `kind`.
pub(crate) fn runs(kind: &str, len: usize) -> (Vec<Vec<u8>>, f64) {
    let (members, after) = match kind {
        "identifier" => {
            (&b"abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_$"[..], ": {width: 40, height: 7, title: \"\"}, ")
        }
        "white-space" => (&b"    \t\n"[..], "\"name\": [1, 2, 3], \"other\": "),
        _ => panic!("no runs are called '{kind}'"),
    };
    let mut random = Random::new();
    let mut total = 0;
    let run = |_| {
        let len = 1 + random.below(2 * len as u64 - 1) as usize;
        total += len;
        let run = (0..len).map(|_| members[random.below(members.len() as u64) as usize]);
        run.chain(after.bytes().cycle().take(64)).collect()
    };
    let runs: Vec<_> = (0..count(len)).map(run).collect();
    let average = total as f64 / runs.len() as f64;
    (runs, average)
}

pub(crate) fn count(len: usize) -> usize {
    (65_536 / len).clamp(1, 8192)
}

fn text(kind: &str, len: usize, encoding: Encoding, random: &mut Random) -> String {
    let mut out = String::with_capacity(4 * len + 16);
    let mut units = 0;
    // Ends between characters, and is filled up with blanks.
    'full: loop {
        let before = units;
        for character in piece(kind, random).chars() {
            let more = encoding.len(character);
            if units + more > len {
                break 'full;
            }
            if more > 0 {
                out.push(character);
                units += more;
            }
        }
        assert!(units > before || len == 0, "content '{kind}' has no characters in {encoding:?}");
    }
    out.extend(std::iter::repeat_n(' ', len - units));
    match kind {
        "escape-first" => out.replace_range(..1, "\""),
        "escape-last" => out.replace_range(len - 1.., "\""),
        _ => {}
    }
    out
}

fn piece(kind: &str, random: &mut Random) -> String {
    let mixed = random.pick(&["clean", "clean", "html", "json", "log", "latin", "cjk", "emoji"]);
    let kind = if kind == "mix" { mixed } else { kind };
    let word = random.pick(&WORDS);
    let other = random.pick(&WORDS);
    let number = random.below(10_000);
    match kind {
        "clean" | "escape-first" | "escape-last" => format!("{word} "),
        "escape-16" => {
            let mark = random.pick(&["\"", "\n", "\\", "\t"]);
            format!("{:.15}{mark}", format!("{word} {other} {number} and so forth"))
        }
        "escape-8" => format!("{:<7.7}\"", format!("{word} {other}")),
        // 4 of 100 are escaped.
        "escape-25" => {
            let mark = random.pick(&["\"", "\n", "\\", "\t"]);
            format!("{:<24.24}{mark}", format!("{word} {other} {number} and so forth"))
        }
        "escape-40" => format!("{:<39.39}\"", format!("{word} {other} {number} and so on and so forth to the end")),
        // Half of the bytes need two, in no order that could be foreseen.
        "escape-half" => random.pick(&["\"", "\n", "\\", "\t", "a", "b", "c", "d"]).into(),
        "quotes" => "\"".into(),
        "newlines" => "\n".into(),
        "controls" => "\u{1}".into(),
        "html" => format!("<p class=\"{word}\"><a href=\"/{other}/{number}\">{word} {other}</a></p>\n"),
        "json" => format!("{{\"id\":{number},\"{word}\":\"{other}\",\"ok\":true}},"),
        "base64" => format!("{number:08b}QmFzZTY0{:X}", number * 7919),
        "log" => {
            format!("2026-01-02T03:04:05.{number:04}Z INFO [{word}-{number}] request path=/{other} agent=\"{word}\"\n")
        }
        "latin" => format!("{} ", random.pick(&["café", "naïve", "garçon", "Übung", "señor", "plain", "smörgås"])),
        "cyrillic" => {
            format!("{} ", random.pick(&["быстрая", "мельница", "текста", "и", "строк", "γρήγορα", "λέξεις"]))
        }
        "cjk" => random.pick(&["漢字", "文章", "速度", "中文", "日本語", "の", "は"]).into(),
        "emoji" => random.pick(&["😀", "🎉", "🚀", "🐟"]).into(),
        _ => panic!("no content is called '{kind}'"),
    }
}

const WORDS: [&str; 16] = [
    "the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "value", "string", "memory", "speed", "of",
    "light", "mill", "stone",
];

/// Marsaglia's xorshift with 64 bits: numbers of no other merit than to be the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [&str; 20] = [
        "clean",
        "escape-first",
        "escape-last",
        "escape-8",
        "escape-16",
        "escape-25",
        "escape-40",
        "escape-half",
        "quotes",
        "newlines",
        "controls",
        "html",
        "json",
        "base64",
        "log",
        "latin",
        "cyrillic",
        "cjk",
        "emoji",
        "mix",
    ];

    #[test]
    fn texts_have_exactly_their_length() {
        for kind in KINDS {
            for len in [4, 8, 33, 8192] {
                assert!(texts(kind, len, Encoding::Utf8).iter().all(|text| text.len() == len), "{kind} {len}");
                let units = |text: &String| text.encode_utf16().count();
                assert!(texts(kind, len, Encoding::Utf16).iter().all(|text| units(text) == len), "{kind} {len}");
            }
        }
        assert!(texts("latin", 33, Encoding::Latin1).iter().all(|text| text.chars().count() == 33));
    }

    #[test]
    fn texts_are_the_same_each_time_and_differ_among_each_other() {
        let first = texts("html", 64, Encoding::Utf8);
        assert_eq!(first, texts("html", 64, Encoding::Utf8));
        assert_ne!(first[0], first[1]);
    }
}
