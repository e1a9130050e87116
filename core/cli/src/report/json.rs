//! Reports for other programs, as JSON: an object on one line.
//!
//! Strings are written by `json_escape`. They are safe for a terminal, and ill-formed bytes in them have their visible form.

use crate::process::memory;
use crate::report::failure::Failure;
use stringmill::{Chunk, IllFormed, JsonEscape, NUMBER_ROOM, Position, Profile, Repairs, json_escape, uint64_write};

/// Room for most lines.
const ROOM: usize = 512;

/// The line of an object.
pub(crate) fn line(members: impl FnOnce(&mut Json)) -> Result<Vec<u8>, Failure> {
    let mut json = Json { text: Vec::with_capacity(ROOM), failure: None };
    object(members).write(&mut json);
    json.put(b"\n");
    json.failure.map_or(Ok(json.text), Err)
}

/// An object that is being written.
pub(crate) struct Json {
    text: Vec<u8>,
    /// The first failure; the text is then incomplete.
    failure: Option<Failure>,
}

/// A value of JSON.
pub(crate) trait Value {
    fn write(self, json: &mut Json);
}

impl Json {
    /// Writes a member. `name` contains nothing to escape.
    pub(crate) fn member(&mut self, name: &str, value: impl Value) {
        self.separate();
        self.put(b"\"");
        self.put(name.as_bytes());
        self.put(b"\":");
        value.write(self);
    }

    /// Writes a member that is an object.
    pub(crate) fn object(&mut self, name: &str, members: impl FnOnce(&mut Json)) {
        self.member(name, object(members));
    }

    /// Writes how many of something there are, with the place of the first.
    pub(crate) fn counted(&mut self, name: &str, count: u64, Position { line, column, .. }: Position, offset: u64) {
        self.object(name, |json| {
            json.member("count", count);
            json.member("line", line);
            json.member("column", column);
            json.member("offset", offset);
        });
    }

    /// Writes a comma, unless the next member or element is the first of its container.
    fn separate(&mut self) {
        // A string ends with a quote, so these are never the end of one.
        if !matches!(self.text.last(), Some(b'{' | b'[')) {
            self.put(b",");
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        let done = memory::extend(&mut self.text, bytes);
        self.note(done);
    }

    fn note(&mut self, done: Result<(), Failure>) {
        if let Err(failure) = done {
            self.failure.get_or_insert(failure);
        }
    }
}

/// The object with these members.
pub(crate) fn object(members: impl FnOnce(&mut Json)) -> impl Value {
    Object(members)
}

/// The array of these elements.
pub(crate) fn array(elements: impl IntoIterator<Item: Value>) -> impl Value {
    Array(elements)
}

struct Object<F>(F);

impl<F: FnOnce(&mut Json)> Value for Object<F> {
    fn write(self, json: &mut Json) {
        json.put(b"{");
        (self.0)(json);
        json.put(b"}");
    }
}

struct Array<E>(E);

impl<E: IntoIterator<Item: Value>> Value for Array<E> {
    fn write(self, json: &mut Json) {
        json.put(b"[");
        for element in self.0 {
            json.separate();
            element.write(json);
        }
        json.put(b"]");
    }
}

impl Value for &[u8] {
    fn write(self, json: &mut Json) {
        json.put(b"\"");
        let done = escape_into(self, &mut json.text);
        json.note(done);
        json.put(b"\"");
    }
}

impl Value for &str {
    fn write(self, json: &mut Json) {
        self.as_bytes().write(json);
    }
}

impl Value for u64 {
    fn write(self, json: &mut Json) {
        let mut digits = [0; NUMBER_ROOM];
        let len = uint64_write(self, &mut digits).expect("the room is enough for any number");
        json.put(&digits[..len]);
    }
}

/// `None` is null.
impl Value for Option<u64> {
    fn write(self, json: &mut Json) {
        match self {
            Some(number) => number.write(json),
            None => json.put(b"null"),
        }
    }
}

impl Value for bool {
    fn write(self, json: &mut Json) {
        json.put(if self { b"true" } else { b"false" });
    }
}

/// Appends `src` as the inside of a string. The memory depends on the length of the output, not on its bound.
fn escape_into(src: &[u8], text: &mut Vec<u8>) -> Result<(), Failure> {
    let mut rest = src;
    while !rest.is_empty() {
        let from = text.len();
        let room = rest.len() + JsonEscape::UNIT_MAX;
        memory::reserve(text, room)?;
        text.resize(from + room, 0);
        let done = json_escape(&RULES, rest, &mut text[from..], Chunk::Last, &mut Repairs::default())
            .map_err(|error| Failure::Io(format!("cannot write a report: {error}")))?;
        text.truncate(from + done.written);
        rest = &rest[done.read..];
    }
    Ok(())
}

static RULES: JsonEscape<'static> = match JsonEscape::new(&Profile::TERMINAL, IllFormed::Visible) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can show ill-formed bytes"),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_have_commas_between_their_parts() {
        let line = line(|json| {
            json.member("text", "[");
            json.member("none", None::<u64>);
            json.object("empty", |_| {});
            json.member("numbers", array([0, u64::MAX]));
            json.member("objects", array([1, 2].map(|number| object(move |json| json.member("is", number == 1)))));
            json.member("nothing", array([0_u64; 0]));
        });
        let expected = r#"{"text":"[","none":null,"empty":{},"numbers":[0,18446744073709551615],"objects":[{"is":true},{"is":false}],"nothing":[]}"#;
        assert_eq!(String::from_utf8(line.unwrap()).unwrap(), format!("{expected}\n"));
    }

    /// The output is longer than the text, so that one call of `json_escape` has not enough room.
    #[test]
    fn texts_of_any_length_are_escaped() {
        for times in 0..300 {
            let line = line(|json| json.member("text", &*b"\x01\xFFa\"".repeat(times))).unwrap();
            let expected = r#"\u0001\\xFFa\""#.repeat(times);
            assert_eq!(String::from_utf8(line).unwrap(), format!("{{\"text\":\"{expected}\"}}\n"));
        }
    }
}
