//! The corpus: many files of mixed kinds and lengths, the same bytes on every machine.

use crate::pieces::{Kind, Source};
use std::fs;
use std::io;
use std::path::Path;
use stringmill_random::Random;

/// Files in the whole corpus.
pub(crate) const FILES: usize = 30_000;

/// The one very long file.
const LONGEST: usize = 4_000_000;

/// Ranges of file lengths, with the number of files of a thousand. The median is about 1.5 KB.
const LENGTHS: &[(usize, std::ops::Range<usize>)] =
    &[(10, 0..1), (200, 20..800), (500, 800..2_400), (200, 2_400..8_000), (80, 8_000..20_000), (10, 20_000..120_000)];

/// The totals of a written corpus.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) files: usize,
    pub(crate) bytes: usize,
}

/// One file of the corpus.
#[derive(Debug, PartialEq, Eq)]
struct Document {
    /// Its path below the folder of the corpus.
    path: String,
    text: String,
}

/// Writes `files` files below `folder`, which must not exist.
pub(crate) fn write(sources: &[Source], folder: &Path, files: usize) -> io::Result<Made> {
    let mut made = Made::default();
    fs::create_dir(folder)?;
    for number in 0..files {
        let document = document(sources, number);
        let path = folder.join(&document.path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, &document.text)?;
        made.files += 1;
        made.bytes += document.text.len();
    }
    Ok(made)
}

/// File number `number`: it depends only on its number and the texts.
fn document(sources: &[Source], number: usize) -> Document {
    let random = &mut Random::new(number as u64);
    let kind = if number == 0 { Kind::Logs } else { draw(Kind::SHARES, random) };
    let source = source(sources, kind, random);
    let len = if number == 0 {
        LONGEST
    } else {
        let range = draw(LENGTHS, random);
        random.within(range.start, range.end)
    };
    Document { path: path(source, number, random), text: text(source, len, random) }
}

/// A text of `kind`; a third of those in languages is English.
fn source<'s>(sources: &'s [Source], kind: Kind, random: &mut Random) -> &'s Source {
    let of_kind: Vec<&Source> = sources.iter().filter(|source| source.kind == kind).collect();
    let english = of_kind.iter().find(|source| kind == Kind::Text && source.name == "en");
    match english {
        Some(english) if random.once_in(3) => english,
        _ => of_kind[random.within(0, of_kind.len())],
    }
}

/// Pieces of `source` in random order, about `len` bytes. JSON is never cut inside a piece.
fn text(source: &Source, len: usize, random: &mut Random) -> String {
    let mut text = String::with_capacity(len + 1024);
    while text.len() < len {
        let piece = &source.pieces[random.within(0, source.pieces.len())];
        match source.kind {
            Kind::Text | Kind::Code => text.push_str(piece),
            Kind::Html | Kind::Json | Kind::Logs => push_with_new_numbers(piece, &mut text, random),
        }
        text.push_str(source.kind.gap());
    }
    if source.kind != Kind::Json {
        text.truncate(text.floor_char_boundary(len));
    }
    text
}

/// Appends `piece` with new random numbers in place of those of at least three digits. Digits beside letters stay: they
/// are names, escapes or colours.
fn push_with_new_numbers(piece: &str, text: &mut String, random: &mut Random) {
    let mut rest = piece;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[start..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |len| start + len);
        let beside_letter =
            rest[..start].ends_with(char::is_alphabetic) || rest[end..].starts_with(char::is_alphabetic);
        text.push_str(&rest[..start]);
        if end - start < 3 || beside_letter {
            text.push_str(&rest[start..end]);
        } else {
            // Never zero: a JSON number must not begin with it.
            (start..end).for_each(|_| text.push((b'1' + random.within(0, 9) as u8) as char));
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
}

/// The path of the file: most names are ASCII; some are in the language of the text, some have a space or a quote.
fn path(source: &Source, number: usize, random: &mut Random) -> String {
    let Source { kind, name, extension, word, .. } = source;
    let stem = match random.within(0, 100) {
        0..80 => format!("note-{number:05}"),
        80..97 => format!("{word}-{number:05}"),
        97..99 => format!("{word} no. {number}"),
        _ => format!("it's \"{number}\""),
    };
    format!("{}/{name}/{:02}/{stem}{extension}", kind.folder(), number % 40)
}

/// A random item; the share of each is its probability.
fn draw<T: Clone>(items: &[(usize, T)], random: &mut Random) -> T {
    let mut at = random.within(0, items.iter().map(|(share, _)| share).sum());
    let here = |(share, _): &&(usize, T)| {
        let found = at < *share;
        at = at.saturating_sub(*share);
        found
    };
    items.iter().find(here).map(|(_, item)| item.clone()).expect("a share below the sum belongs to an item")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces;
    use std::collections::BTreeSet;

    fn sources() -> Vec<Source> {
        pieces::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/corpus")).unwrap()
    }

    #[test]
    fn the_corpus_is_as_large_and_as_mixed_as_the_demo_says() {
        let sources = sources();
        let documents = || (0..FILES).map(|number| document(&sources, number));
        let bytes: usize = documents().map(|document| document.text.len()).sum();
        assert!(bytes > 100_000_000, "{bytes} bytes");
        assert_eq!(documents().map(|document| document.path).collect::<BTreeSet<_>>().len(), FILES);
        let mut lens: Vec<usize> = documents().map(|document| document.text.len()).collect();
        lens.sort_unstable();
        assert!((1_000..2_000).contains(&lens[FILES / 2]), "median {}", lens[FILES / 2]);
        assert!(lens[0] == 0 && lens[FILES - 1] >= 4_000_000);
        let languages = documents().filter(|document| document.path.starts_with("text/"));
        let folders: BTreeSet<String> = languages.filter_map(|d| Some(d.path.split('/').nth(1)?.to_owned())).collect();
        assert!(folders.len() > 20, "{folders:?}");
        assert!(documents().any(|document| !document.path.is_ascii()));
    }

    #[test]
    fn a_file_depends_on_nothing_but_its_number() {
        let sources = sources();
        for number in [1, 77, FILES - 1] {
            assert_eq!(document(&sources, number), document(&sources, number));
        }
        assert_ne!(document(&sources, 1).text, document(&sources, 2).text);
    }

    #[test]
    fn only_whole_long_numbers_are_drawn_anew() {
        let mut text = String::new();
        push_with_new_numbers("id 4711, h2, \\u0441, 7:42, 12345", &mut text, &mut Random::new(7));
        assert!(text.starts_with("id ") && text[7..].starts_with(", h2, \\u0441, 7:42, "), "{text}");
        assert!(!text.contains("4711") && !text.contains("12345"), "{text}");
    }
}
