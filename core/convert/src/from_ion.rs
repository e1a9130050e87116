//! Ion, text or binary, into JSON: by the rules for down-converting, with losses, or typed, without.
//! Rules: Ion cookbook, "Down-converting to JSON". Numbers keep their digits.

use crate::conversion::OnLoss;
use crate::conversion_error::ConversionError;
use crate::dynamodb::{Export, Part};
use crate::engine::{Engine, Pause, Run};
use crate::items;
use crate::json_text::JsonText;
use crate::layout::JsonWriter;
use crate::loss::{Loss, Losses};
use crate::names::Names;
use crate::number;
use crate::to_typed;
use stringmill_ion::{Event, Kind, Reader, Symbol};
use stringmill_outcome::{Chunk, ErrorCode};

/// Converts Ion to JSON.
#[derive(Debug)]
pub(crate) struct FromIon {
    reader: Reader<'static>,
    json: JsonWriter,
    losses: Losses,
    refuses: bool,
    /// The reason that the current value is refused.
    refused: Option<ConversionError>,
    /// `None` if repeated names are not counted.
    names: Option<Names>,
    /// Whether the JSON says Ion types.
    typed: bool,
    /// Text after each open container, if the JSON is typed.
    closers: Vec<to_typed::Closer>,
    /// Whether the values are the items of the lists at the top level.
    each: bool,
    /// [`Reader::symbol_changes`] at the last symbol table that was written.
    symbol_changes: u64,
    /// The place in a DynamoDB export, if the input is one.
    export: Option<Export>,
}

impl FromIon {
    pub(crate) fn new(reader: Reader<'static>, json: JsonWriter, on_loss: OnLoss, typed: bool, each: bool) -> Self {
        FromIon {
            reader,
            json,
            losses: Losses::default(),
            refuses: on_loss == OnLoss::Refuse,
            refused: None,
            names: (on_loss != OnLoss::Allow && !typed).then(Names::new),
            typed,
            closers: Vec::new(),
            each,
            symbol_changes: 0,
            export: None,
        }
    }

    /// The same converter, for a DynamoDB export.
    pub(crate) fn of_export(mut self) -> Self {
        self.export = Some(Export::default());
        self
    }

    /// Converts until all available input is read, or the value that makes the output reach `most` bytes.
    fn convert(&mut self, most: usize) -> Result<Pause, ConversionError> {
        let done = self.values(most);
        // One check for all values, because refused memory is rare; it makes the output invalid.
        if self.is_refused() || self.reader.refused().is_err_and(|error| error.code == ErrorCode::MemoryRefused) {
            self.json.out.refuse();
            return Err(ConversionError::no_memory(self.reader.offset()));
        }
        done
    }

    #[inline(never)]
    fn values(&mut self, most: usize) -> Result<Pause, ConversionError> {
        loop {
            let event = self.reader.next()?;
            if self.each && self.is_outer(event)? {
                continue;
            }
            match event {
                Event::NeedInput => return Ok(Pause::Input),
                Event::End => return Ok(Pause::End),
                event if self.export.is_some() => self.exported(event)?,
                Event::Close(kind) => self.close(kind),
                _ if self.json.is_full() => {
                    return Err(ConversionError::at(ErrorCode::ConvertOneValue, self.reader.offset()));
                }
                event if self.typed => self.typed_value(event),
                event => self.value(event),
            }
            if self.refused.is_some() {
                return self.refused.take().map_or(Ok(Pause::End), Err);
            }
            if self.json.out.len() >= most {
                return Ok(Pause::Full);
            }
        }
    }

    /// Converts a value of a DynamoDB export.
    fn exported(&mut self, event: Event) -> Result<(), ConversionError> {
        let offset = self.reader.offset();
        if self.json.is_full() && !matches!(event, Event::Close(_)) {
            return Err(ConversionError::at(ErrorCode::ConvertOneValue, offset));
        }
        let Some(export) = &mut self.export else { return Ok(()) };
        let part =
            export.part(&mut self.reader, event).ok_or(ConversionError::at(ErrorCode::ConvertDynamodb, offset))?;
        match (part, event) {
            (Part::Around, _) => {}
            (Part::Inside, Event::Close(kind)) => self.close(kind),
            (Part::Inside, Event::Value(Kind::Decimal)) => {
                self.begin();
                self.number();
                self.end();
            }
            (Part::Whole, _) => {
                self.json.begin();
                self.open(Kind::Struct);
            }
            (Part::First, event) => {
                self.json.begin();
                self.open(Kind::Struct);
                self.value(event);
            }
            (Part::Inside, event) => self.value(event),
        }
        Ok(())
    }

    /// Whether the event is an end of a list at the top level.
    fn is_outer(&mut self, event: Event) -> Result<bool, ConversionError> {
        let is_outer = items::is_outer(event, &self.reader)?;
        if is_outer && self.reader.annotations().len() > 0 && matches!(event, Event::Open(_)) {
            self.lose(Loss::Annotations);
            self.refused.take().map_or(Ok(()), Err)?;
        }
        Ok(is_outer)
    }

    fn is_refused(&self) -> bool {
        self.json.out.is_refused() || self.names.as_ref().is_some_and(Names::is_refused)
    }

    fn close(&mut self, kind: Kind) {
        if let (Kind::Struct, Some(names)) = (kind, &mut self.names) {
            names.close();
        }
        self.json.close(if kind == Kind::Struct { b'}' } else { b']' });
        if self.typed {
            self.closers.pop().unwrap_or_default().write(&mut self.json.out);
        }
        self.end();
    }

    /// Ends a value, unless it is refused: a refused value is not whole.
    #[inline]
    fn end(&mut self) {
        if self.refused.is_none() {
            self.json.end();
        }
    }

    #[inline]
    fn lose(&mut self, loss: Loss) {
        let offset = self.reader.offset();
        self.losses.add(loss, offset);
        if self.refuses {
            self.refused.get_or_insert(ConversionError::loss(loss, offset));
        }
    }

    /// Writes a scalar, or the beginning of a container, by the rules for down-converting.
    #[inline]
    fn value(&mut self, event: Event) {
        if self.reader.annotations().len() > 0 {
            self.lose(Loss::Annotations);
        }
        self.begin();
        match event {
            Event::Open(kind) => return self.open(kind),
            Event::Null(kind) => {
                if kind != Kind::Null {
                    self.lose(Loss::TypedNull);
                }
                self.json.out.put(b"null");
            }
            Event::Value(kind) => self.scalar(kind),
            Event::Close(_) | Event::NeedInput | Event::End => {}
        }
        self.end();
    }

    fn open(&mut self, kind: Kind) {
        if kind == Kind::Sexp {
            self.lose(Loss::Sexp);
        }
        if let (Kind::Struct, Some(names)) = (kind, &mut self.names) {
            names.open();
        }
        self.json.open(if kind == Kind::Struct { b'{' } else { b'[' });
    }

    /// Writes the separator before the current value, and its field name.
    #[inline]
    fn begin(&mut self) {
        if let Some((text, len)) = self.reader.clean_field_name() {
            self.json.begin_clean_member(text, len);
            if self.names.as_mut().is_some_and(|names| names.is_repeated(&text[..len])) {
                self.lose(Loss::RepeatedField);
            }
            return;
        }
        self.json.begin();
        self.any_name();
    }

    fn any_name(&mut self) {
        let Some(symbol) = self.reader.field_name() else { return };
        let Some(text) = symbol.text else {
            self.json.name(IdText::default().of(symbol));
            let repeated = self.names.as_mut().is_some_and(|names| names.is_repeated(IdText::default().of(symbol)));
            self.lose(Loss::UnknownSymbol);
            if repeated {
                self.lose(Loss::RepeatedField);
            }
            return;
        };
        self.json.name(text);
        if self.names.as_mut().is_some_and(|names| names.is_repeated(text)) {
            self.lose(Loss::RepeatedField);
        }
    }

    /// Writes a scalar.
    #[inline]
    fn scalar(&mut self, kind: Kind) {
        let FromIon { reader, json, .. } = self;
        let JsonWriter { out, tier, .. } = json;
        let loss = match kind {
            Kind::Bool => return out.put(reader.raw_text()),
            Kind::String if reader.is_clean() => {
                let (text, len) = reader.raw_at_hand();
                return out.put_first(text, len);
            }
            Kind::String => return out.string(*tier, reader.string().unwrap_or_default()),
            Kind::Int => return self.number(),
            Kind::Decimal => {
                self.number();
                Loss::Decimal
            }
            Kind::Float => return self.float(),
            Kind::Timestamp => {
                let (text, len) = reader.raw_at_hand();
                out.put_first_quoted(text, len);
                Loss::Timestamp
            }
            Kind::Symbol if reader.is_clean() => {
                let (text, len) = reader.raw_at_hand();
                out.put_first_quoted(text, len);
                Loss::Symbol
            }
            Kind::Symbol => return self.symbol(),
            Kind::Clob => {
                out.bytes_string(*tier, reader.bytes().unwrap_or_default());
                Loss::Clob
            }
            Kind::Blob => {
                out.base64_string(*tier, reader.bytes().unwrap_or_default());
                Loss::Blob
            }
            Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => return,
        };
        self.lose(loss);
    }

    /// Writes a float: its digits, or `null` if it is not finite.
    fn float(&mut self) {
        let FromIon { reader, json, .. } = self;
        let is_special = number::is_special(reader.raw_text());
        match if is_special { Some(true) } else { number::overflows(reader.raw_text()) } {
            Some(true) => {
                json.out.put(b"null");
                self.lose(Loss::NotFinite);
            }
            Some(false) => {
                self.number();
                self.lose(Loss::Float);
            }
            None => json.out.refuse(),
        }
    }

    /// Writes a symbol that may need escapes: its text, or its ID if the text is unknown.
    fn symbol(&mut self) {
        let FromIon { reader, json, .. } = self;
        let loss = match reader.symbol() {
            Some(Symbol { text: Some(text), .. }) => {
                json.out.string(json.tier, text);
                Loss::Symbol
            }
            Some(symbol) => {
                json.out.string(json.tier, IdText::default().of(symbol));
                Loss::UnknownSymbol
            }
            None => return,
        };
        self.lose(loss);
    }

    #[inline]
    fn number(&mut self) {
        if self.reader.is_plain_number() {
            let (text, len) = self.reader.raw_at_hand();
            return self.json.out.put_first(text, len);
        }
        self.any_number();
    }

    #[inline(never)]
    fn any_number(&mut self) {
        if let Err(error) = number::write(&mut self.json.out, self.reader.raw_text()) {
            // Binary Ion has no digits, so the type descriptor is the place.
            let at = if self.reader.is_binary() { 0 } else { error.offset };
            let offset = self.reader.offset() + at;
            self.refused.get_or_insert(ConversionError::at(error.code, offset));
        }
    }

    /// Writes a scalar, or the beginning of a container, with its Ion type.
    fn typed_value(&mut self, event: Event) {
        if self.reader.symbol_changes() != self.symbol_changes && self.reader.depth() <= 1 + usize::from(self.each) {
            self.symbol_changes = self.reader.symbol_changes();
            to_typed::imports(&mut self.json, &self.reader);
        }
        self.json.begin();
        to_typed::name(&mut self.json, &self.reader);
        let annotated = to_typed::annotations(&mut self.json, &self.reader);
        match event {
            Event::Open(kind) => {
                if self.closers.try_reserve(1).is_err() {
                    self.json.out.refuse();
                    return;
                }
                self.closers.push(to_typed::open(&mut self.json, kind, annotated));
                return;
            }
            Event::Null(kind) => to_typed::null(&mut self.json.out, kind),
            Event::Value(kind) => to_typed::scalar(&mut self.json, kind, &mut self.reader),
            Event::Close(_) | Event::NeedInput | Event::End => {}
        }
        if annotated {
            self.json.out.put_byte(b'}');
        }
        self.end();
    }
}

impl Engine for FromIon {
    fn feed(&mut self, new: &[u8], _offset: u64, chunk: Chunk) -> Result<usize, ConversionError> {
        self.reader.feed(new, chunk);
        Ok(new.len())
    }

    fn run(&mut self, _src: &[u8], base: u64, _last: bool, most: usize) -> Result<Run, ConversionError> {
        let pause = self.convert(most)?;
        Ok(Run { read: (self.reader.settled() - base) as usize, pause })
    }

    fn begin_input(&mut self) -> Result<(), ConversionError> {
        items::forget_symbols(&mut self.reader)
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError> {
        let (mark, losses) = (self.json.mark(), self.losses);
        self.reader.restart(offset);
        self.reader.feed(line, Chunk::Last);
        if let Err(refused) = self.convert(usize::MAX) {
            self.closers.clear();
            if let Some(names) = &mut self.names {
                names.clear();
            }
            self.export.iter_mut().for_each(Export::restart);
            self.json.return_to(mark);
            self.losses = losses;
            return Err(refused);
        }
        Ok(())
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.json.finish(offset)
    }

    fn losses(&self) -> Losses {
        self.losses
    }

    fn values(&self) -> u64 {
        self.json.values()
    }

    fn written(&self) -> &[u8] {
        self.json.out.written()
    }

    fn whole(&self) -> usize {
        self.json.whole
    }

    fn clear_written(&mut self) {
        self.json.clear();
    }
}

/// Text for a symbol of unknown text: `$` and its ID.
#[derive(Default)]
pub(crate) struct IdText {
    bytes: [u8; 21],
}

impl IdText {
    pub(crate) fn of(&mut self, symbol: Symbol<'_>) -> &[u8] {
        let mut id = symbol.id.unwrap_or(0);
        let mut at = self.bytes.len();
        loop {
            at -= 1;
            self.bytes[at] = b'0' + (id % 10) as u8;
            id /= 10;
            if id == 0 {
                break;
            }
        }
        self.bytes[at - 1] = b'$';
        &self.bytes[at - 1..]
    }
}
