//! JSON in canonical form, as a tree of values.
//! Standard: RFC 8785.

use crate::json_check::{JsonLimits, json_check};
use crate::json_structure::{JsonRules, json_structure};
use crate::{float64_write, json_escape, json_unescape};
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_profile::{FloatShape, IllFormed, LoneSurrogates, Profile};

const RULES: JsonRules = JsonRules { lines: false, lone_surrogates: false, string_max: u64::MAX };

/// The canonical form of one JSON text of at most `depth` levels.
///
/// # Errors
///
/// The first: those of [`json_check`], a number that no finite double is near (606), and an integer that a double cannot hold
/// (816). Only then a name that its object has
/// already (312): the first in the text.
pub fn json_canonical(depth: u64, src: &[u8]) -> Result<Vec<u8>, Error> {
    let checked = json_check(RULES, JsonLimits { depth, ..JsonLimits::NONE }, src);
    let valid = checked.map_or_else(|error| error.offset as usize, |()| src.len() + 1);
    let tokens = json_structure(RULES, src, Chunk::Last).tokens;
    for &(byte, at) in tokens.iter().filter(|(byte, _)| matches!(byte, b'-' | b'0'..=b'9')) {
        let text = number(&src[at..]);
        debug_assert_eq!(text.as_bytes()[0], byte);
        let value: f64 = text.parse().unwrap_or_default();
        if at + text.len() < valid && value.is_infinite() {
            return Err(Error::new(ErrorCode::NumberOverflow, at as u64));
        }
        // The digits of the exact value, and those of the shortest digits with zeros after them.
        let is_integer = text.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        let unchanged = [format!("{value:.0}"), value.to_string()];
        if at + text.len() < valid && is_integer && !unchanged.iter().any(|same| same == text) {
            return Err(Error::new(ErrorCode::CanonicalInteger, at as u64));
        }
    }
    checked?;
    let mut reader = Reader { src, tokens: tokens.into_iter(), repeated: None };
    let text = reader.value();
    match reader.repeated {
        Some(offset) => Err(Error::new(ErrorCode::NameRepeated, offset as u64)),
        None => Ok(text),
    }
}

fn number(src: &[u8]) -> &str {
    let len = src.iter().take_while(|byte| b"+-.0123456789eE".contains(byte)).count();
    std::str::from_utf8(&src[..len]).expect("ASCII")
}

/// Reads a valid text.
struct Reader<'s> {
    src: &'s [u8],
    tokens: std::vec::IntoIter<(u8, usize)>,
    /// Offset of the first repeated name.
    repeated: Option<usize>,
}

impl Reader<'_> {
    fn token(&mut self) -> (u8, usize) {
        self.tokens.next().expect("the text is valid")
    }

    fn value(&mut self) -> Vec<u8> {
        let token = self.token();
        self.value_from(token)
    }

    fn value_from(&mut self, (byte, at): (u8, usize)) -> Vec<u8> {
        match byte {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => escaped(&self.text(at)),
            b't' => b"true".to_vec(),
            b'f' => b"false".to_vec(),
            b'n' => b"null".to_vec(),
            _ => {
                let value = number(&self.src[at..]).parse().expect("every JSON number is a float of Rust");
                float64_write(&FloatShape::ECMASCRIPT, value).expect("finite")
            }
        }
    }

    fn array(&mut self) -> Vec<u8> {
        let mut elements = Vec::new();
        loop {
            match self.token() {
                (b']', _) => return [b"[", &elements.join(&b","[..])[..], b"]"].concat(),
                (b',', _) => {}
                token => elements.push(self.value_from(token)),
            }
        }
    }

    fn object(&mut self) -> Vec<u8> {
        let mut members: Vec<(Vec<u16>, Vec<u8>)> = Vec::new();
        loop {
            match self.token() {
                (b'}', _) => break,
                (b',', _) => {}
                (_, at) => {
                    let name = self.text(at);
                    let units: Vec<u16> = name.encode_utf16().collect();
                    if members.iter().any(|(other, _)| *other == units) {
                        self.repeated = self.repeated.into_iter().chain([at]).min();
                    }
                    self.token();
                    members.push((units, [&escaped(&name)[..], b":", &self.value()].concat()));
                }
            }
        }
        members.sort_by(|(one, _), (other, _)| one.cmp(other));
        let members: Vec<_> = members.into_iter().map(|(_, member)| member).collect();
        [b"{", &members.join(&b","[..])[..], b"}"].concat()
    }

    /// The text of the string at `at`.
    fn text(&self, at: usize) -> String {
        let unescaped = json_unescape(LoneSurrogates::Reject, &self.src[at + 1..]).expect("the string is valid");
        String::from_utf8(unescaped.text).expect("well-formed")
    }
}

fn escaped(text: &str) -> Vec<u8> {
    let (inside, _) = json_escape(&Profile::JCS, IllFormed::Reject, text.as_bytes()).expect("well-formed");
    [b"\"", &inside[..], b"\""].concat()
}
