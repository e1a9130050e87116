//! Text of a given kind and length, the same on every machine.

/// Distinct strings of exactly `len` bytes, well-formed and of one kind, enough of them to keep a branch predictor from
/// learning them by heart.
pub(crate) fn pool(kind: &str, len: usize) -> Vec<Vec<u8>> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let count = (65_536 / len).clamp(4, 2048);
    (0..count).map(|_| text(kind, len, &mut random)).collect()
}

fn text(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 128);
    while out.len() < len {
        piece(kind, random, &mut out);
    }
    // Ends between characters, and is filled up with blanks.
    let end = (0..=len).rev().find(|&end| std::str::from_utf8(&out[..end]).is_ok()).unwrap_or(0);
    out.truncate(end);
    out.resize(len, b' ');
    match kind {
        "escape-first" => out[0] = b'"',
        "escape-last" => out[len - 1] = b'"',
        _ => {}
    }
    out
}

fn piece(kind: &str, random: &mut Random, out: &mut Vec<u8>) {
    let word = random.pick(&WORDS);
    let other = random.pick(&WORDS);
    let number = random.below(10_000);
    let piece = match kind {
        "clean" | "escape-first" | "escape-last" => format!("{word} "),
        "escape-16" => {
            let mark = random.pick(&["\"", "\n", "\\", "\t"]);
            format!("{:.15}{mark}", format!("{word} {other} {number} and so forth"))
        }
        "quotes" => "\"".into(),
        "controls" => "\u{1}".into(),
        "html" => format!("<p class=\"{word}\"><a href=\"/{other}/{number}\">{word} {other}</a></p>\n"),
        "json" => format!("{{\"id\":{number},\"{word}\":\"{other}\",\"ok\":true}},"),
        "base64" => format!("{:08b}QmFzZTY0{:X}", number, number * 7919),
        "log" => {
            format!("2026-01-02T03:04:05.{number:04}Z INFO [{word}-{number}] request path=/{other} agent=\"{word}\"\n")
        }
        "latin" => format!("{} ", random.pick(&["café", "naïve", "garçon", "Übung", "señor", "plain", "smörgås"])),
        "cyrillic" => {
            format!("{} ", random.pick(&["быстрая", "мельница", "текста", "и", "строк", "γρήγορα", "λέξεις"]))
        }
        "cjk" => random.pick(&["漢字", "文章", "速度", "中文", "日本語", "の", "は"]).into(),
        "emoji" => random.pick(&["😀", "🎉", "🚀", "🐟"]).into(),
        "mix" => {
            return piece(
                random.pick(&["clean", "clean", "html", "json", "log", "latin", "cjk", "emoji"]),
                random,
                out,
            );
        }
        _ => panic!("no content is called '{kind}'"),
    };
    out.extend_from_slice(piece.as_bytes());
}

const WORDS: [&str; 16] = [
    "the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "value", "string", "memory", "speed", "of",
    "light", "mill", "stone",
];

/// Marsaglia's xorshift with 64 bits: numbers of no other merit than to be the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}
