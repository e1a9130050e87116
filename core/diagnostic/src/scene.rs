//! The surroundings of an error.

use stringmill::{Position, locate};

/// Bytes before a position that a scene has at most.
const BEFORE: usize = 256;
/// Bytes from a position on that a scene has at most.
const AFTER: usize = 128;

/// A copy of the bytes around a position in a stream, for a diagnostic.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The bytes before the position.
    pub before: Vec<u8>,
    /// Index in `before` of the start of the line, or of its first shown byte.
    pub line: usize,
    /// Whether the line begins before `before`.
    pub cut: bool,
    /// The bytes from the position on.
    pub after: Vec<u8>,
    /// The position as line and column.
    pub position: Position,
    /// The position in units from the start of the stream.
    pub offset: u64,
    /// The name of a unit: `byte`, or what else the caller counts.
    pub unit: &'static str,
}

impl Scene {
    /// The scene of the byte at `at` of a whole `input`; an offset past the end means the end.
    pub fn of(input: &[u8], at: usize) -> Self {
        let at = at.min(input.len());
        // One byte more than is shown: a line feed there says that the line is whole.
        let before = input[at.saturating_sub(BEFORE + 1)..at].to_vec();
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let cut = start.is_none() && at > BEFORE;
        Scene {
            line: start.map_or(usize::from(cut), |feed| feed + 1),
            cut,
            before,
            after: input[at..input.len().min(at + AFTER)].to_vec(),
            position: locate(input, at),
            offset: at as u64,
            unit: "byte",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_shows_its_line_or_a_part_that_is_cut() {
        let scene = Scene::of("one\ntwo \u{e9}!".as_bytes(), 10);
        assert_eq!(
            (&scene.before[scene.line..], &scene.after[..], scene.cut),
            ("two \u{e9}".as_bytes(), &b"!"[..], false)
        );
        assert_eq!((scene.position, scene.offset), (Position { line: 2, column: 6 }, 10));
        for (len, cut) in [(BEFORE - 1, false), (BEFORE, false), (BEFORE + 1, true)] {
            let scene = Scene::of(&vec![b'x'; len], len);
            assert_eq!((scene.cut, scene.before.len() - scene.line), (cut, len.min(BEFORE)), "{len}");
            let line = [b"\n".as_slice(), &vec![b'x'; len]].concat();
            let scene = Scene::of(&line, line.len() + 9);
            assert_eq!(
                (scene.cut, scene.before.len() - scene.line, scene.after.len()),
                (cut, len.min(BEFORE), 0),
                "{len}"
            );
        }
    }
}
