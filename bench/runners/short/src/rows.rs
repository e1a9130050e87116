//! The rows, chosen by rule: the words of `bench/corpus/words`, and strings of each length with one character of each kind.

use crate::random::Random;

/// Strings of a row.
pub(crate) const STRINGS: usize = 2048;

const WORDS: [(&str, &str); 9] = [
    ("names-en", include_str!("../../../corpus/words/en-names.txt")),
    ("names-fr", include_str!("../../../corpus/words/fr-names.txt")),
    ("names-de", include_str!("../../../corpus/words/de-names.txt")),
    ("names-pl", include_str!("../../../corpus/words/pl-names.txt")),
    ("names-ru", include_str!("../../../corpus/words/ru-names.txt")),
    ("names-ja", include_str!("../../../corpus/words/ja-names.txt")),
    ("cities-fr", include_str!("../../../corpus/words/fr-cities.txt")),
    ("keys-en", include_str!("../../../corpus/words/en-keys.txt")),
    ("keys-de", include_str!("../../../corpus/words/de-keys.txt")),
];

const LENGTHS: [usize; 8] = [3, 6, 10, 15, 20, 30, 45, 64];

/// Kinds of strings, with the character that each has once, or that the whole string consists of.
const KINDS: [(&str, &str, bool); 9] = [
    ("clean", "", false),
    ("accent", "é", false),
    ("han", "日", false),
    ("emoji", "😀", false),
    ("quote", "\"", false),
    ("slash", "/", false),
    ("line-feed", "\n", false),
    ("cyrillic", "ж", true),
    ("cjk", "語", true),
];

/// Names of all rows.
pub(crate) fn names() -> Vec<String> {
    let kinds = KINDS.iter().flat_map(|(kind, character, _)| {
        let fits = LENGTHS.iter().filter(|&&len| len >= character.len());
        fits.map(move |len| format!("{kind}-{len}"))
    });
    WORDS.iter().map(|(name, _)| (*name).to_owned()).chain(["short-any".to_owned()]).chain(kinds).collect()
}

/// The strings of a row, drawn at random.
pub(crate) fn strings(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    if let Some((_, words)) = WORDS.iter().find(|(name, _)| *name == row) {
        let words: Vec<_> = words.lines().collect();
        return (0..STRINGS).map(|_| words[random.below(words.len())].as_bytes().to_vec()).collect();
    }
    if row == "short-any" {
        return (0..STRINGS).map(|_| any(random)).collect();
    }
    let (kind, len) = row.rsplit_once('-').expect("a row has a kind and a length");
    let (_, character, whole) = KINDS.iter().find(|(name, ..)| *name == kind).expect("a kind");
    let len = len.parse().expect("a number");
    (0..STRINGS).map(|_| one(character, *whole, len, random)).collect()
}

/// A string of any kind and of up to 64 bytes.
fn any(random: &mut Random) -> Vec<u8> {
    loop {
        let (_, character, whole) = KINDS[random.below(KINDS.len())];
        let len = 1 + random.below(64);
        if len >= character.len() {
            return one(character, whole, len, random);
        }
    }
}

/// A string of `len` bytes: letters, and the character at a random place; or the character alone, and letters at the end.
fn one(character: &str, whole: bool, len: usize, random: &mut Random) -> Vec<u8> {
    let mut text: Vec<u8> = (0..len).map(|_| b'a' + random.below(26) as u8).collect();
    if whole {
        for place in text.chunks_exact_mut(character.len()) {
            place.copy_from_slice(character.as_bytes());
        }
    } else {
        let at = random.below(len - character.len() + 1);
        text[at..at + character.len()].copy_from_slice(character.as_bytes());
    }
    text
}
