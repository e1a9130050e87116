//! The small texts of the repository, cut into pieces at blank lines.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Html,
    Code,
    Json,
    Logs,
}

impl Kind {
    /// Every kind, with its share of the files in percent.
    pub(crate) const SHARES: &[(usize, Kind)] =
        &[(46, Kind::Text), (16, Kind::Html), (14, Kind::Code), (12, Kind::Json), (12, Kind::Logs)];

    /// The name of its folder.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Html => "html",
            Kind::Code => "code",
            Kind::Json => "json",
            Kind::Logs => "logs",
        }
    }

    /// The separator of two pieces.
    pub(crate) fn gap(self) -> &'static str {
        match self {
            Kind::Text | Kind::Code => "\n\n",
            Kind::Html | Kind::Json | Kind::Logs => "\n",
        }
    }
}

/// One small text.
pub(crate) struct Source {
    pub(crate) kind: Kind,
    /// The name of its file without the extension.
    pub(crate) name: String,
    /// The extension, with the dot.
    pub(crate) extension: String,
    /// A word in its language, for names of files.
    pub(crate) word: String,
    pub(crate) pieces: Vec<String>,
}

/// The texts below `root`, in the order of kinds and names.
pub(crate) fn read(root: &Path) -> io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for (_, kind) in Kind::SHARES {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(root.join(kind.folder()))?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort();
        for path in paths {
            sources.push(Source::new(*kind, &path, &fs::read_to_string(&path)?));
        }
    }
    Ok(sources)
}

impl Source {
    fn new(kind: Kind, path: &Path, text: &str) -> Source {
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let mut pieces: Vec<String> =
            text.split("\n\n").map(|piece| piece.trim_end_matches('\n').to_owned()).filter(|p| !p.is_empty()).collect();
        let word = match pieces.first().and_then(|piece| piece.strip_prefix("# ")) {
            Some(word) if kind == Kind::Text => word.to_owned(),
            _ => "note".to_owned(),
        };
        if kind == Kind::Text {
            pieces.remove(0);
        }
        let extension = format!(".{}", part(path.extension()));
        Source { kind, name: part(path.file_stem()), extension, word, pieces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_blank_lines() {
        let source = Source::new(Kind::Text, Path::new("text/el.txt"), "# λέξη\n\nένα\n\n\nδύο\ntwo\n");
        assert_eq!((source.name.as_str(), source.extension.as_str(), source.word.as_str()), ("el", ".txt", "λέξη"));
        assert_eq!(source.pieces, ["ένα", "\nδύο\ntwo"]);
    }

    #[test]
    fn the_texts_in_the_tree_cover_what_they_must() {
        let sources = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/corpus")).unwrap();
        let of = |kind| sources.iter().filter(|source| source.kind == kind).count();
        assert!(of(Kind::Text) > 20, "20 languages and more");
        assert!(Kind::SHARES.iter().all(|(_, kind)| of(*kind) > 0));
        assert!(sources.iter().all(|source| source.pieces.len() > 1));
        assert!(sources.iter().filter(|source| source.kind == Kind::Text).all(|source| !source.word.is_empty()));
    }
}
