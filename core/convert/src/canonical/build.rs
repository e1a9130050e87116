//! The canonical text of the tokens, with members in the order of the input.
//!
//! ```text
//! text      {"b":1,"a":{"d":2,"c":3}
//! frames    {                           open containers
//! members    "b":1 "a":{...}            members of the open objects, outer objects first
//! nodes                                 closed objects that are out of order and too long to be rewritten at once
//! kept                                  members of the nodes, sorted
//! ```
//!
//! A short object that is out of order is rewritten when it ends. A long one stays as it is and becomes a node:
//! otherwise nested objects would be copied once for each level.

use super::form::Form;
use super::scalar::{compare, has_escape, put_inside, put_number, sort_key, unescape};
use crate::tokens::Token;
use core::cmp::Ordering;
use core::mem;
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};
use stringmill_output::Output;

/// An object up to this length is rewritten.
const SHORT: usize = 4096;

/// Builds the text: the state after each token.
#[derive(Debug)]
pub(super) struct TextBuilder {
    pub(super) tier: Tier,
    pub(super) form: Form,
    /// Whether integers that a double cannot hold are rounded instead of refused.
    pub(super) rounds: bool,
    pub(super) text: Output,
    pub(super) frames: Vec<Frame>,
    pub(super) members: Vec<Member>,
    /// Unescaped names of the members whose names have escapes.
    pub(super) names: Output,
    pub(super) nodes: Vec<Node>,
    pub(super) kept: Vec<Member>,
    /// Offset of the first repeated name that was found.
    pub(super) repeated: Option<u64>,
    /// Bytes in the storage.
    pub(super) stored: u64,
    /// The outermost container, after its end, if it is an object with members in the storage.
    pub(super) outermost: Option<OutermostObject>,
    /// An ended object with members in the storage, the last of [`TextBuilder::frames`].
    ended: bool,
    scratch: Output,
}

/// An open container.
#[derive(Debug)]
pub(super) struct Frame {
    /// Its place in the text.
    pub(super) start: usize,
    /// Its first member.
    pub(super) members: usize,
    /// Its first byte in [`TextBuilder::names`].
    names: usize,
    is_object: bool,
    /// Whether a comma must precede the next member or element.
    has_item: bool,
    is_sorted: bool,
    /// Members in the storage, by name in each run.
    pub(super) runs: Vec<Run>,
}

/// A part of the storage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) start: u64,
    pub(super) len: u64,
}

/// The members of the outermost object. They are merged while they are written, so they are not stored a second time.
#[derive(Debug)]
pub(super) struct OutermostObject {
    pub(super) runs: Vec<Run>,
    /// In the order of the names, one byte for each member: the index of its run.
    pub(super) order: Run,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// Place of its opening quote in the text.
    pub(super) start: usize,
    /// Length with name and value; 0 before it ends.
    pub(super) len: usize,
    /// Length of the canonical name without quotes.
    pub(super) name_len: usize,
    /// The unescaped name in [`TextBuilder::names`], if that differs; otherwise [`SAME`].
    decoded: usize,
    decoded_len: usize,
    /// The [`sort_key`] of its name.
    key: u64,
    /// Offset of its opening quote in the input.
    pub(super) offset: u64,
}

const SAME: usize = usize::MAX;

/// A closed object that is out of order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its members in [`TextBuilder::kept`].
    pub(super) members: usize,
    pub(super) members_end: usize,
}

impl Member {
    /// The name by which the member is sorted.
    #[inline]
    pub(super) fn name<'t>(&self, text: &'t [u8], names: &'t [u8]) -> &'t [u8] {
        match self.decoded {
            SAME => &text[self.start + 1..][..self.name_len],
            decoded => &names[decoded..][..self.decoded_len],
        }
    }

    /// The order of two members by their names.
    #[inline]
    fn order(&self, other: &Member, text: &[u8], names: &[u8]) -> Ordering {
        self.key.cmp(&other.key).then_with(|| compare(self.name(text, names), other.name(text, names)))
    }

    /// The unescaped name, if it differs from the canonical one.
    pub(super) fn decoded<'t>(&self, names: &'t [u8]) -> Option<&'t [u8]> {
        (self.decoded != SAME).then(|| &names[self.decoded..][..self.decoded_len])
    }

    /// Place of the value in the text.
    pub(super) fn value(&self) -> usize {
        self.start + self.name_len + r#""":"#.len()
    }

    /// The member after it was moved to another place.
    pub(super) fn moved(self, start: usize, decoded: Option<usize>) -> Self {
        Member { start, decoded: decoded.unwrap_or(SAME), ..self }
    }
}

impl TextBuilder {
    pub(super) fn new(tier: Tier, rounds: bool) -> Self {
        TextBuilder {
            tier,
            form: Form::Canonical,
            rounds,
            text: Output::default(),
            frames: Vec::new(),
            members: Vec::new(),
            names: Output::default(),
            nodes: Vec::new(),
            kept: Vec::new(),
            repeated: None,
            stored: 0,
            outermost: None,
            ended: false,
            scratch: Output::default(),
        }
    }

    /// Bytes of memory in use, without spare capacity.
    pub(super) fn memory(&self) -> usize {
        self.text.len()
            + self.names.len()
            + (self.members.len() + self.kept.len()) * size_of::<Member>()
            + self.nodes.len() * size_of::<Node>()
            + self.frames.len() * size_of::<Frame>()
    }

    /// Whether the last token ended an object with members in the storage, which the caller must merge. Returns true
    /// only once for such a token.
    #[inline]
    pub(super) fn is_ended_by_merge(&mut self) -> bool {
        mem::take(&mut self.ended)
    }

    /// Adds a token at `offset`.
    #[inline]
    pub(super) fn token(&mut self, token: Token<'_>, offset: u64) -> Result<(), Error> {
        let at = |code| Error::new(code, offset);
        match token {
            Token::OpenObject => self.open(b'{', offset)?,
            Token::OpenArray => self.open(b'[', offset)?,
            Token::CloseObject => return self.close_object(offset),
            Token::CloseArray => {
                self.text.put_byte(b']');
                self.frames.pop();
                self.end_value();
            }
            Token::Name(raw) => return self.name(raw, offset),
            Token::String(raw) => {
                self.begin_value();
                self.text.put_byte(b'"');
                self.inside(raw);
                self.text.put_byte(b'"');
                self.end_value();
            }
            Token::StringBegins(raw) => {
                self.begin_value();
                self.text.put_byte(b'"');
                self.inside(raw);
            }
            Token::StringPart(raw) => self.inside(raw),
            Token::StringEnds(raw) => {
                self.inside(raw);
                self.text.put_byte(b'"');
                self.end_value();
            }
            Token::Number(text) => {
                self.begin_value();
                if self.form != Form::Canonical {
                    self.text.put(text);
                } else {
                    put_number(&mut self.text, text, self.rounds).map_err(at)?;
                }
                self.end_value();
            }
            Token::True => self.word(b"true"),
            Token::False => self.word(b"false"),
            Token::Null => self.word(b"null"),
        }
        if self.text.is_refused() { Err(at(ErrorCode::MemoryRefused)) } else { Ok(()) }
    }

    /// Writes the text of a string, without quotes.
    #[inline(always)]
    fn inside(&mut self, raw: &[u8]) {
        match self.form {
            Form::Canonical => put_inside(&mut self.text, &mut self.scratch, self.tier, raw),
            Form::Pretty(_) => self.text.put(raw),
        }
    }

    fn word(&mut self, word: &[u8]) {
        self.begin_value();
        self.text.put(word);
        self.end_value();
    }

    #[inline]
    fn begin_value(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && !frame.is_object
            && mem::replace(&mut frame.has_item, true)
        {
            self.text.put_byte(b',');
        }
    }

    #[inline]
    pub(super) fn end_value(&mut self) {
        if let Some(frame) = self.frames.last()
            && frame.is_object
            && let Some(member) = self.members.last_mut()
        {
            // Refused memory has emptied the text; the caller reports that.
            member.len = self.text.len().saturating_sub(member.start);
        }
    }

    fn open(&mut self, bracket: u8, offset: u64) -> Result<(), Error> {
        self.begin_value();
        self.frames.try_reserve(1).map_err(|_| Error::new(ErrorCode::MemoryRefused, offset))?;
        self.frames.push(Frame {
            start: self.text.len(),
            members: self.members.len(),
            names: self.names.len(),
            is_object: bracket == b'{',
            has_item: false,
            is_sorted: true,
            runs: Vec::new(),
        });
        self.text.put_byte(bracket);
        Ok(())
    }

    fn name(&mut self, raw: &[u8], offset: u64) -> Result<(), Error> {
        let TextBuilder { tier, form, text, frames, members, names, scratch, .. } = self;
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        if mem::replace(&mut frame.has_item, true) {
            text.put_byte(b',');
        }
        let (start, names_len) = (text.len(), names.len());
        text.put_byte(b'"');
        match form {
            Form::Canonical => put_inside(text, scratch, *tier, raw),
            Form::Pretty(_) => text.put(raw),
        }
        let name_len = text.len().saturating_sub(start + 1);
        text.put(b"\":");
        let mut member = Member { start, len: 0, name_len, decoded: SAME, decoded_len: 0, key: 0, offset };
        if has_escape(*tier, raw) {
            unescape(names, *tier, raw);
            (member.decoded, member.decoded_len) = (names_len, names.len().saturating_sub(names_len));
        }
        let refused = text.is_refused() || names.is_refused() || members.try_reserve(1).is_err();
        if refused {
            return Err(Error::new(ErrorCode::MemoryRefused, offset));
        }
        let (text, names) = (text.written(), names.written());
        member.key = sort_key(member.name(text, names));
        if frame.is_sorted
            && let Some(before) = members.get(frame.members..).and_then(<[_]>::last)
        {
            frame.is_sorted = before.order(&member, text, names).is_lt();
        }
        members.push(member);
        Ok(())
    }

    #[inline]
    fn close_object(&mut self, offset: u64) -> Result<(), Error> {
        self.text.put_byte(b'}');
        if self.text.is_refused() {
            return Err(Error::new(ErrorCode::MemoryRefused, offset));
        }
        let Some(frame) = self.frames.last() else { return Ok(()) };
        if !frame.runs.is_empty() {
            self.ended = true;
            return Ok(());
        }
        if !frame.is_sorted {
            let (start, members) = (frame.start, frame.members);
            self.sort(members, self.members.len());
            match self.text.len() - start {
                ..=SHORT => self.rewrite(start, members),
                _ => self.keep(start, members).map_err(|()| Error::new(ErrorCode::MemoryRefused, offset))?,
            }
        }
        self.pop_object();
        self.end_value();
        if self.text.is_refused() { Err(Error::new(ErrorCode::MemoryRefused, offset)) } else { Ok(()) }
    }

    /// Removes the innermost object from the frames, with its members.
    pub(super) fn pop_object(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.members.truncate(frame.members);
        self.names.truncate(frame.names);
        Some(frame)
    }

    /// Sorts the members from `from` to `to`, and records a repeated name.
    pub(super) fn sort(&mut self, from: usize, to: usize) {
        let (text, names) = (self.text.written(), self.names.written());
        let members = &mut self.members[from..to];
        members
            .sort_unstable_by(|one, other| one.order(other, text, names).then_with(|| one.offset.cmp(&other.offset)));
        let repeated = members.windows(2).filter(|pair| pair[0].order(&pair[1], text, names).is_eq());
        let first = repeated.map(|pair| pair[1].offset).min();
        self.note_repeated(first);
    }

    /// Drops the text from `start` on, with its nodes.
    pub(super) fn drop_from(&mut self, start: usize) {
        self.text.truncate(start);
        while self.nodes.last().is_some_and(|node| node.start >= start) {
            if let Some(node) = self.nodes.pop() {
                self.kept.truncate(node.members.min(self.kept.len()));
            }
        }
    }

    pub(super) fn note_repeated(&mut self, offset: Option<u64>) {
        if self.form.keeps_repeated() {
            return;
        }
        self.repeated = self.repeated.into_iter().chain(offset).min();
    }

    /// Puts the sorted members of an object at the end of the text into order.
    fn rewrite(&mut self, start: usize, members: usize) {
        let TextBuilder { text, scratch, .. } = self;
        if !scratch.prepare() {
            return text.refuse();
        }
        scratch.truncate(0);
        let mut before = b'{';
        for member in &self.members[members..] {
            scratch.put_byte(before);
            scratch.put(&text.written()[member.start..][..member.len]);
            before = b',';
        }
        scratch.put_byte(b'}');
        match scratch.is_refused() {
            true => text.refuse(),
            false => text.written_mut()[start..].copy_from_slice(scratch.written()),
        }
    }

    /// Makes the object at the end of the text a node.
    fn keep(&mut self, start: usize, members: usize) -> Result<(), ()> {
        let TextBuilder { kept, nodes, .. } = self;
        let members = &self.members[members..];
        kept.try_reserve(members.len()).and_then(|()| nodes.try_reserve(1)).map_err(drop)?;
        let from = kept.len();
        kept.extend_from_slice(members);
        nodes.push(Node { start, end: self.text.len(), members: from, members_end: kept.len() });
        Ok(())
    }

    /// Orders the nodes by their place, which [`super::emit::range`] needs.
    pub(super) fn order_nodes(&mut self) {
        self.nodes.sort_unstable_by_key(|node| node.start);
    }
}

impl Frame {
    pub(super) fn is_object(&self) -> bool {
        self.is_object
    }

    /// Moves the frame to another place in a text after its members were stored. The next name need not follow the
    /// stored names.
    pub(super) fn move_to(&mut self, start: usize, members: usize, names: usize) {
        (self.start, self.members, self.names, self.is_sorted) = (start, members, names, true);
    }
}
