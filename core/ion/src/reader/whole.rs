//! The whole grammar between values: white space, comments, commas, brackets and the end; `grammar/text_value.rs` reads
//! a value.

use super::{CommentPlace, Reader, takes_commas};
use crate::binary::input::Binary;
use crate::encoding;
use crate::event::Event;
use crate::grammar::blank::{self, PassedComments};
use crate::grammar::text_value::{Name, Token};
use crate::grammar::window::{Scan, ScanStop, Window};
use crate::kind::Kind;
use stringmill_outcome::{Error, ErrorCode};

impl Reader<'_> {
    /// The next event by the whole grammar, whatever the input is.
    #[inline(never)]
    pub(super) fn next_whole(&mut self) -> Result<Event, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.comment_texts.iter_mut().for_each(|texts| texts.begin_event());
        let found = self.step();
        if !matches!(found, Ok(Event::Value(_) | Event::Null(_) | Event::Open(_))) {
            self.current.clear();
        }
        self.no_pending = self.begun
            && found.is_ok()
            && self.table.is_none()
            && self.binary.is_none()
            && self.comment_texts.is_none();
        #[cfg(test)]
        {
            self.no_pending &= !self.whole_only;
        }
        match found {
            Ok(event) => Ok(event),
            Err(ScanStop::More) => Ok(Event::NeedInput),
            Err(ScanStop::Error(code, at)) => {
                // An error of a symbol table may lie before `text`; `failed` has it already.
                Err(*self.failed.get_or_insert(Error::new(code, self.base + at as u64)))
            }
        }
    }

    fn step(&mut self) -> Scan<Event> {
        loop {
            let event = self.any_event()?;
            if self.table.is_some() {
                self.build_table(event)?;
            } else if !self.is_system_value(event)? {
                self.keep_comments(event, false)?;
                return Ok(event);
            }
            self.keep_comments(event, true)?;
        }
    }

    /// Keeps the comments in a value and after it. Comments in a system value count as comments before the next value.
    fn keep_comments(&mut self, event: Event, is_system: bool) -> Scan<()> {
        let Some(texts) = self.comment_texts.as_mut().filter(|_| self.binary.is_none()) else { return Ok(()) };
        let is_value = matches!(event, Event::Value(_) | Event::Null(_) | Event::Open(_));
        let current = &self.current;
        let is_bare = current.field.is_none() && current.annotations.is_empty();
        texts.begin_token();
        for (number, blanks) in current.passed.blanks.iter().flatten().enumerate() {
            if is_value && blanks.start < current.text.end {
                let place = match number < current.name_blanks {
                    _ if is_system || is_bare => texts.place(),
                    true => CommentPlace::AfterName,
                    false => CommentPlace::Inside,
                };
                texts.pass(&self.text[blanks.clone()], blanks.start, place)?;
            }
        }
        if !is_system {
            texts.deliver(self.at)?;
        }
        let after = if is_value { current.text.end..current.next } else { 0..0 };
        texts.pass(&self.text[after.clone()], after.start, texts.place())
    }

    /// Finds out whether the input is binary.
    pub(super) fn recognise(&mut self) -> Scan<()> {
        if !self.begun {
            let window = Window { bytes: &self.text, last: self.last, tier: self.tier };
            if encoding::is_binary(window, self.accepted)? {
                self.binary = Some(Box::new(Binary::new(std::mem::take(&mut self.text))));
            }
            self.begun = true;
        }
        Ok(())
    }

    /// The next event, including version markers and symbol tables.
    fn any_event(&mut self) -> Scan<Event> {
        self.recognise()?;
        if self.binary.is_some() {
            return self.binary_event();
        }
        let window = Window { bytes: &self.text, last: self.last, tier: self.tier };
        loop {
            let (start, mut passed) = (self.at, PassedComments::NONE);
            let found = blank::advance(window, &mut self.at, &mut self.comment, &mut passed);
            self.comments.add(self.base, &passed);
            if let Some(texts) = &mut self.comment_texts {
                texts.pass(&self.text[start..self.at], start, texts.place())?;
            }
            found?;
            let at = self.at;
            let error = |code| Err(ScanStop::Error(code, at));
            match window.get(at)? {
                Some(byte @ (b']' | b')' | b'}')) => return self.close(byte),
                None if self.inside.is_none() => return Ok(Event::End),
                None => return error(ErrorCode::IonIncomplete),
                Some(b',') if self.after_value => {
                    self.at += 1;
                    self.after_value = false;
                    self.comment_texts.iter_mut().for_each(|texts| texts.comma());
                }
                Some(_) if self.after_value => return error(ErrorCode::IonCommaExpected),
                Some(_) => return self.read_value(),
            }
        }
    }

    fn close(&mut self, bracket: u8) -> Scan<Event> {
        let kind = match bracket {
            b']' => Kind::List,
            b')' => Kind::Sexp,
            _ => Kind::Struct,
        };
        match self.inside {
            None => return Err(ScanStop::Error(ErrorCode::IonValueExpected, self.at)),
            Some(open) if open != kind => return Err(ScanStop::Error(ErrorCode::IonBracketMismatched, self.at)),
            Some(_) => {}
        }
        self.at += 1;
        self.leave();
        Ok(Event::Close(kind))
    }

    /// Reads the value at `self.at`, with its field name and annotations.
    fn read_value(&mut self) -> Scan<Event> {
        self.scan_value()?;
        self.needed = 0;
        self.check_ids()?;
        let event = match self.current.token {
            Token::Open(kind) if self.outer.len() < self.limits.depth => Event::Open(kind),
            Token::Open(_) => return Err(ScanStop::Error(ErrorCode::LimitDepth, self.current.text.start)),
            Token::Null(kind) => Event::Null(kind),
            ref token => Event::Value(token.kind()),
        };
        if matches!(event, Event::Open(_)) && self.outer.try_reserve(1).is_err() {
            return Err(ScanStop::Error(ErrorCode::MemoryRefused, self.current.text.start));
        }
        self.at = self.current.next;
        self.comments.add(self.base, &self.current.passed);
        match event {
            Event::Open(kind) => self.enter(kind),
            _ => self.after_value = takes_commas(self.inside),
        }
        Ok(event)
    }

    /// Scans the value at `self.at`, within the limit on its length.
    #[inline(always)]
    fn scan_value(&mut self) -> Scan<()> {
        let (start, len_max) = (self.at, self.limits.value_len);
        let available = self.text.len() - start;
        // A few bytes more than the limit show whether a value of exactly that length ends there.
        let most = len_max.saturating_add(LOOK_AHEAD);
        if available < self.needed.min(most) && !self.last {
            return Err(ScanStop::More);
        }
        let is_cut = available > most;
        let bytes = if is_cut { &self.text[..start + most] } else { &self.text[..] };
        let window = Window { bytes, last: self.last && !is_cut, tier: self.tier };
        let too_long = Err(ScanStop::Error(ErrorCode::LimitStringLen, start.saturating_add(len_max)));
        match self.current.read(window, start, self.inside) {
            Err(ScanStop::More) if is_cut => too_long,
            Err(ScanStop::More) => {
                self.needed = if available < READ_AGAIN_BELOW { 0 } else { available * 2 };
                Err(ScanStop::More)
            }
            Err(ScanStop::Error(_, at)) if at - start > len_max => too_long,
            Ok(()) if self.current.next - start > len_max => too_long,
            // An unknown ID before the error is reported instead of the error.
            Err(error @ ScanStop::Error(..)) => self.check_names().and(Err(error)),
            found => found,
        }
    }

    /// Refuses symbol IDs of the value, its field name and its annotations that the symbol table does not have.
    pub(super) fn check_ids(&self) -> Scan<()> {
        self.check_names()?;
        match self.current.token {
            Token::SymbolId(id) => self.check_id(id, self.current.text.start),
            _ => Ok(()),
        }
    }

    /// As [`Reader::check_ids`], for the field name and the annotations alone.
    fn check_names(&self) -> Scan<()> {
        for name in self.current.field.iter().chain(&self.current.annotations) {
            if let Name::Id(id, at) = *name {
                self.check_id(id, at)?;
            }
        }
        Ok(())
    }

    fn check_id(&self, id: u64, at: usize) -> Scan<()> {
        if self.symbols.get(id).is_none() { Err(ScanStop::Error(ErrorCode::IonSymbolId, at)) } else { Ok(()) }
    }
}

/// Bytes after a value that show where it ends.
const LOOK_AHEAD: usize = 8;

/// A cut value of which fewer bytes are available is read again with each piece.
const READ_AGAIN_BELOW: usize = 4096;
