//! Untrusted bytes in a form that is safe for a terminal: no raw character can move the cursor or hide text.

use unicode_width::UnicodeWidthChar;

/// One character, or one byte that is not part of a character, in visible form.
pub struct Visible {
    /// Printable characters only.
    pub text: String,
    /// Width of `text` on a terminal.
    pub columns: usize,
}

impl Visible {
    fn of_char(c: char) -> Self {
        let text = match c {
            ' '..='~' => String::from(c),
            '\0'..='\x7F' => c.escape_unicode().to_string(),
            _ => {
                // escape_debug escapes a combining mark only at the start of a text, so a letter comes first.
                let mut escaped = String::from_iter(['a', c]).escape_debug().to_string();
                escaped.remove(0);
                escaped
            }
        };
        let columns = if text.is_ascii() { text.len() } else { c.width().unwrap_or(0) };
        Visible { text, columns }
    }

    fn of_byte(byte: u8) -> Self {
        Visible { text: format!("\\x{byte:02X}"), columns: 4 }
    }
}

/// The characters of `bytes`; control and invisible characters as `\u{..}`, bytes that are not UTF-8 as `\xNN`.
pub fn units(bytes: &[u8]) -> impl Iterator<Item = Visible> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let text = chunk.valid().chars().map(Visible::of_char);
        text.chain(chunk.invalid().iter().copied().map(Visible::of_byte))
    })
}

/// `bytes` in visible form.
pub fn visible(bytes: &[u8]) -> String {
    units(bytes).map(|unit| unit.text).collect()
}

/// `text` in visible form, line by line.
pub fn visible_lines(text: &str) -> String {
    text.split('\n').map(|line| visible(line.as_bytes())).collect::<Vec<_>>().join("\n")
}

/// `text` in visible form, line by line; terminal styles in it stay.
pub fn styled_visible(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut out = visible_lines(parts.next().unwrap_or_default());
    for part in parts {
        let numbers = part.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
        match part.split_at_checked(numbers + 1) {
            Some((style, rest)) if style.ends_with('m') => {
                out.extend(["\x1b[", style]);
                out.push_str(&visible_lines(rest));
            }
            _ => out.push_str(&visible_lines(&format!("\x1b[{part}"))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn nothing_that_moves_or_hides_passes_raw() {
        assert_eq!(visible(b"a\x1b[31m\xE1 \x7F\x07\t"), "a\\u{1b}[31m\\xE1 \\u{7f}\\u{7}\\u{9}");
        assert_eq!(
            visible("x\u{202e}y\u{200b}z\u{feff}\u{85}\u{2028}".as_bytes()),
            "x\\u{202e}y\\u{200b}z\\u{feff}\\u{85}\\u{2028}"
        );
        assert_eq!(
            visible("caf\u{e9} \u{65e5}\u{672c} e\u{301} \"'\\".as_bytes()),
            "caf\u{e9} \u{65e5}\u{672c} e\u{301} \"'\\"
        );
    }

    #[test]
    fn styles_pass_and_nothing_else() {
        assert_eq!(styled_visible("\x1b[1;31mred\x1b[0m\n"), "\x1b[1;31mred\x1b[0m\n");
        assert_eq!(styled_visible("a\x1b[2Jb\x1b]0;t\x07\x1b["), "a\\u{1b}[2Jb\\u{1b}]0;t\\u{7}\\u{1b}[");
        assert_eq!(styled_visible("\x1b[31\u{e9}m"), "\\u{1b}[31\u{e9}m");
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        let columns = |text: &str| units(text.as_bytes()).map(|unit| unit.columns).sum::<usize>();
        assert_eq!(columns("ab\u{65e5}e\u{301}\u{1F600}"), 2 + 2 + 1 + 2);
        assert_eq!(columns("\u{1}"), 5);
        for c in '\0'..=char::MAX {
            let shown = Visible::of_char(c);
            assert_eq!(shown.columns, shown.text.width(), "{c:?}");
        }
    }

    #[test]
    fn every_byte_is_shown() {
        for byte in 0..=255u8 {
            let shown = visible(&[byte]);
            assert!(!shown.is_empty() && shown.bytes().all(|b| (b' '..=b'~').contains(&b)), "{byte:02X}: {shown}");
        }
    }
}
