//! The value so far of a JSON text of which only the beginning has arrived: docs/bytes.md, "The value so far".
//! Standard: RFC 8259. Method: the checker finds the first error of the beginning; a recursive reader makes the value of what
//! is before it. An error therefore leaves the value of the text before its offset.

use crate::json_structure::JsonRules;
use crate::json_unescape::json_unescape;
use crate::json_value::JsonValue;
use crate::{JsonLimits, json_check, json_check_start};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::LoneSurrogates;

/// The text that may be around the JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialAround {
    /// None but white space.
    Refuse,
    /// A code fence: a line of three backticks with or without `json`, and three backticks after the value.
    Fence,
    /// Any. The value begins at the first opening bracket and ends with its closing bracket.
    Text,
}

/// The rules of a reader of the value so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialRules {
    /// Depth of the value, and length of the whole input.
    pub limits: JsonLimits,
    /// The most bytes between the quotes of a string.
    pub string_max: u64,
    /// JSON Pointers of strings that stay absent until their closing quote. `*` in a pointer is any name or index; the
    /// pointer `**` is every string.
    pub ended_strings: Vec<String>,
    /// Whether a second member of the same name is refused. Otherwise the last one wins.
    pub unique_names: bool,
    /// What may be around the value.
    pub around: PartialAround,
}

/// The result of reading the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialState {
    /// The value so far, if anything is visible.
    pub value: Option<JsonValue>,
    /// Whether nothing that may follow changes the value. False after an error.
    pub done: bool,
    /// The first error.
    pub error: Option<Error>,
    /// The bytes before and after the value that were skipped and are not white space.
    pub skipped: [u64; 2],
}

/// The state after `src`, the beginning of a text.
pub fn json_partial(rules: &PartialRules, src: &[u8]) -> PartialState {
    let within = usize::try_from(rules.limits.len).ok().and_then(|limit| src.get(..limit)).unwrap_or(src);
    let mut state = start(rules, within);
    if state.error.is_none() && within.len() < src.len() {
        state.error = Some(Error::new(ErrorCode::LimitRecordLen, rules.limits.len));
    }
    state.done &= state.error.is_none();
    state
}

/// The value of the whole text `src`, or its first error.
///
/// # Errors
///
/// Those of [`json_check`], and 312 if names must be unique.
pub fn json_partial_finish(rules: &PartialRules, src: &[u8]) -> Result<JsonValue, Error> {
    if let Some(error) = json_partial(rules, src).error {
        return Err(error);
    }
    let inside = InnerText::of(rules, src)?;
    let limits = JsonLimits { len: u64::MAX, ..rules.limits };
    json_check(json_rules(rules), limits, &inside.text).map_err(|error| inside.place(error))?;
    // White space ends a number.
    let whole = [&inside.text[..], b" "].concat();
    Ok(Reader::new(rules, &whole).value().0.expect("a whole text has a value"))
}

fn json_rules(rules: &PartialRules) -> JsonRules {
    JsonRules { lines: false, lone_surrogates: false, string_max: rules.string_max }
}

/// As [`json_partial`], for an input within the limit of length.
fn start(rules: &PartialRules, src: &[u8]) -> PartialState {
    let nothing = |error| PartialState { value: None, done: false, error, skipped: [0, 0] };
    let inside = match InnerText::of(rules, src) {
        Ok(inside) => inside,
        Err(error) => return nothing(Some(error).filter(|_| !matches!(opening(src), Opening::Cut(_)))),
    };
    let checked = json_check_start(json_rules(rules), rules.limits, &inside.text).err();
    let shown = checked.map_or(inside.text.len(), |error| error.offset as usize);
    let mut reader = Reader::new(rules, &inside.text[..shown]);
    let (value, done) = reader.value();
    let error = reader.error.or(checked).map(|error| inside.place(error));
    let mut skipped = inside.skipped;
    if reader.error.is_some() || rules.around == PartialAround::Text && checked.is_some() {
        // The error is in the value. What follows is refused, not skipped.
        skipped[1] = 0;
    }
    PartialState { value, done, error, skipped }
}

/// The JSON text of an input, without the text around it.
struct InnerText {
    text: Vec<u8>,
    /// Offset in the input of the first byte of `text`.
    base: usize,
    /// Offset in `text` at which a closing fence was removed, and the length of the fence.
    fence: (usize, usize),
    skipped: [u64; 2],
}

impl InnerText {
    fn of(rules: &PartialRules, src: &[u8]) -> Result<InnerText, Error> {
        match rules.around {
            PartialAround::Refuse => Ok(InnerText::from(src, 0)),
            PartialAround::Text => {
                let base = src.iter().position(|byte| b"{[".contains(byte)).unwrap_or(src.len());
                let text = &src[base..];
                let (text, rest) = text.split_at(root_end(text).unwrap_or(text.len()));
                Ok(InnerText {
                    text: text.to_vec(),
                    skipped: [visible_bytes(&src[..base]), visible_bytes(rest)],
                    ..InnerText::from(src, base)
                })
            }
            PartialAround::Fence => match opening(src) {
                Opening::None => Ok(InnerText::from(src, 0)),
                Opening::Cut(at) | Opening::Wrong(at) => Err(Error::new(ErrorCode::JsonValueExpected, at as u64)),
                Opening::Fence { from, to } => {
                    let mut inside = InnerText::from(src, to);
                    inside.skipped[0] = visible_bytes(&src[from..to]);
                    inside.without_closing_fence(rules);
                    Ok(inside)
                }
            },
        }
    }

    fn from(src: &[u8], base: usize) -> InnerText {
        InnerText { text: src[base..].to_vec(), base, fence: (usize::MAX, 0), skipped: [0, 0] }
    }

    /// Three backticks after the value, or as many as there are before the end. They cannot touch a number.
    fn without_closing_fence(&mut self, rules: &PartialRules) {
        let Err(error) = json_check_start(json_rules(rules), rules.limits, &self.text) else { return };
        let at = error.offset as usize;
        let ticks = self.text[at..].iter().take(3).take_while(|&&byte| byte == b'`').count();
        let is_cut = at + ticks == self.text.len();
        let touches = at > 0 && self.text[at - 1].is_ascii_digit();
        if error.code == ErrorCode::JsonTrailing && !touches && (ticks == 3 || is_cut) {
            self.text.drain(at..at + ticks);
            self.fence = (at, ticks);
            self.skipped[1] = if ticks == 3 { 3 } else { 0 };
        }
    }

    /// An error of the text as one of the input.
    fn place(&self, error: Error) -> Error {
        let (at, len) = self.fence;
        error.after((self.base + if error.offset as usize >= at { len } else { 0 }) as u64)
    }
}

/// The number of bytes that are not white space.
fn visible_bytes(src: &[u8]) -> u64 {
    src.iter().filter(|byte| !WHITE.contains(byte)).count() as u64
}

/// The end of the container at the beginning of `src`, by its brackets alone.
fn root_end(src: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    let mut in_string = false;
    while at < src.len() {
        match src[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// What an input begins with, in place of a value.
enum Opening {
    None,
    /// The beginning of a line that may become a fence.
    Cut(usize),
    Wrong(usize),
    Fence {
        from: usize,
        to: usize,
    },
}

/// ```` ``` (json | JSON)? [ \t]* \r? \n ````
fn opening(src: &[u8]) -> Opening {
    let Some(from) = src.iter().position(|byte| !WHITE.contains(byte)) else { return Opening::None };
    if src[from] != b'`' {
        return Opening::None;
    }
    let mut at = from;
    let language: &[u8] = match src.get(from + 3) {
        Some(b'j') => b"json",
        Some(b'J') => b"JSON",
        _ => b"",
    };
    for &byte in [b"```", language].concat().iter() {
        match src.get(at) {
            None => return Opening::Cut(from),
            Some(&found) if found != byte => return Opening::Wrong(from),
            Some(_) => at += 1,
        }
    }
    at += src[at..].iter().take_while(|byte| b" \t".contains(byte)).count();
    at += usize::from(src.get(at) == Some(&b'\r'));
    match src.get(at) {
        None => Opening::Cut(from),
        Some(b'\n') => Opening::Fence { from, to: at + 1 },
        Some(_) => Opening::Wrong(from),
    }
}

/// Reads the beginning of a text in which nothing is wrong.
struct Reader<'a> {
    rules: &'a PartialRules,
    src: &'a [u8],
    at: usize,
    /// Names and indices of the open containers.
    path: Vec<String>,
    /// A repeated name.
    error: Option<Error>,
}

/// A value so far, if it is visible, and whether it is whole.
type SoFar = (Option<JsonValue>, bool);

impl<'a> Reader<'a> {
    fn new(rules: &'a PartialRules, src: &'a [u8]) -> Self {
        Reader { rules, src, at: 0, path: Vec::new(), error: None }
    }

    /// The next byte that is not white space. The first bytes of a character outside of strings are an error to come.
    fn peek(&mut self) -> Option<u8> {
        self.at += self.src[self.at..].iter().take_while(|byte| WHITE.contains(byte)).count();
        self.src.get(self.at).copied().filter(u8::is_ascii)
    }

    fn value(&mut self) -> SoFar {
        match self.peek() {
            None => (None, false),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => {
                let (text, is_whole) = self.string();
                let is_shown = is_whole || !self.waits_for_its_end();
                (is_shown.then_some(JsonValue::String(text)), is_whole)
            }
            Some(b't') => self.word("true", JsonValue::Bool(true)),
            Some(b'f') => self.word("false", JsonValue::Bool(false)),
            Some(b'n') => self.word("null", JsonValue::Null),
            Some(_) => self.number(),
        }
    }

    fn array(&mut self) -> SoFar {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            match self.peek() {
                None => return (Some(JsonValue::Array(items)), false),
                Some(b']') => {
                    self.at += 1;
                    return (Some(JsonValue::Array(items)), true);
                }
                Some(b',') => self.at += 1,
                Some(_) => {
                    self.path.push(items.len().to_string());
                    let (item, is_whole) = self.value();
                    self.path.pop();
                    items.extend(item);
                    if !is_whole {
                        return (Some(JsonValue::Array(items)), false);
                    }
                }
            }
        }
    }

    fn object(&mut self) -> SoFar {
        let mut members: Vec<(String, JsonValue)> = Vec::new();
        self.at += 1;
        loop {
            match self.peek() {
                None => return (Some(JsonValue::Object(members)), false),
                Some(b'}') => {
                    self.at += 1;
                    return (Some(JsonValue::Object(members)), true);
                }
                Some(b',') => self.at += 1,
                Some(_) => {
                    if !self.member(&mut members) {
                        return (Some(JsonValue::Object(members)), false);
                    }
                }
            }
        }
    }

    /// Whether the member is whole.
    fn member(&mut self, members: &mut Vec<(String, JsonValue)>) -> bool {
        let quote = self.at;
        let (name, is_whole) = self.string();
        if !is_whole {
            return false;
        }
        let before = members.iter().position(|(other, _)| *other == name);
        if self.rules.unique_names && before.is_some() {
            self.error = Some(Error::new(ErrorCode::NameRepeated, quote as u64));
            return false;
        }
        if self.peek().is_none() {
            return false;
        }
        self.at += 1;
        self.path.push(name.clone());
        let (value, is_whole) = self.value();
        self.path.pop();
        match (value, before) {
            (Some(value), Some(place)) => members[place].1 = value,
            (Some(value), None) => members.push((name, value)),
            (None, _) => {}
        }
        is_whole
    }

    /// Reads a string. Returns its characters that no later byte can change, and whether the closing quote is there.
    fn string(&mut self) -> (String, bool) {
        let from = self.at + 1;
        let (mut at, mut decided) = (from, from);
        while let Some(&byte) = self.src.get(at) {
            match byte {
                b'"' => break,
                b'\\' if self.src.get(at + 1) != Some(&b'u') => at += 2,
                b'\\' if self.is_high_surrogate(at) => at += 12,
                b'\\' => at += 6,
                0..=0x7F => at += 1,
                lead => at += lead.leading_ones() as usize,
            }
            if at <= self.src.len() {
                decided = at;
            }
        }
        let is_whole = self.src.get(at) == Some(&b'"');
        let text = json_unescape(LoneSurrogates::Reject, &self.src[from..decided]);
        self.at = (at + 1).min(self.src.len());
        (String::from_utf8(text.expect("whole escapes").text).expect("whole characters"), is_whole)
    }

    fn is_high_surrogate(&self, at: usize) -> bool {
        let digits = self.src.get(at + 2..at + 6).unwrap_or_default();
        matches!(digits, [b'd' | b'D', b'8'..=b'9' | b'a'..=b'b' | b'A'..=b'B', ..])
    }

    fn word(&mut self, word: &str, value: JsonValue) -> SoFar {
        let is_whole = self.src[self.at..].starts_with(word.as_bytes());
        self.at = (self.at + word.len()).min(self.src.len());
        (is_whole.then_some(value), is_whole)
    }

    /// A number is visible when a byte that ends it is there.
    fn number(&mut self) -> SoFar {
        let rest = &self.src[self.at..];
        let len = rest.iter().take_while(|byte| b"+-.0123456789eE".contains(byte)).count();
        let is_whole = rest.get(len).is_some_and(|byte| b" \t\n\r,]}".contains(byte));
        self.at += len;
        let text = String::from_utf8_lossy(&rest[..len]).into_owned();
        (is_whole.then_some(JsonValue::Number(text)), is_whole)
    }

    fn waits_for_its_end(&self) -> bool {
        self.rules.ended_strings.iter().any(|pointer| {
            let mut names = pointer.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~"));
            let is_match = |name: &String| names.next().is_some_and(|other| other == "*" || other == *name);
            pointer == "**" || self.path.iter().all(is_match) && names.next().is_none()
        })
    }
}

const WHITE: &[u8] = b" \t\n\r";
