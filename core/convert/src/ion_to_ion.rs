//! Ion into Ion, text or binary: the same values in another layout and spelling.

use crate::conversion::OnLoss;
use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Pause, Run};
use crate::items;
use crate::loss::{Loss, Losses};
use std::fmt;
use stringmill_ion::{BinaryWriter, Comments, Event, Reader, WriteError, Writer};
use stringmill_outcome::Chunk;

/// A writer of Ion, text or binary.
pub(crate) trait EventWriter: fmt::Debug + Send + Sync {
    /// Writes the event that the reader has just returned.
    fn copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError>;
    /// Ends the stream.
    fn end(&mut self) -> Result<(), WriteError>;
    fn begin_record(&mut self);
    fn drop_record(&mut self);
    fn ready(&self) -> &[u8];
    fn clear_ready(&mut self);
    /// Bytes of the ready text up to the end of the last whole value at the top level.
    fn whole(&self) -> usize;
}

impl EventWriter for Writer {
    fn copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError> {
        Writer::copy(self, reader, event)
    }

    fn end(&mut self) -> Result<(), WriteError> {
        self.end_line()
    }

    fn begin_record(&mut self) {
        Writer::begin_record(self);
    }

    fn drop_record(&mut self) {
        Writer::drop_record(self);
    }

    fn ready(&self) -> &[u8] {
        Writer::ready(self)
    }

    fn clear_ready(&mut self) {
        Writer::clear_ready(self);
    }

    fn whole(&self) -> usize {
        Writer::whole(self)
    }
}

impl EventWriter for BinaryWriter {
    fn copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError> {
        BinaryWriter::copy(self, reader, event)
    }

    fn end(&mut self) -> Result<(), WriteError> {
        self.finish()
    }

    fn begin_record(&mut self) {
        BinaryWriter::begin_record(self);
    }

    fn drop_record(&mut self) {
        BinaryWriter::drop_record(self);
    }

    fn ready(&self) -> &[u8] {
        BinaryWriter::ready(self)
    }

    fn clear_ready(&mut self) {
        BinaryWriter::clear_ready(self);
    }

    /// Only whole values are ready.
    fn whole(&self) -> usize {
        BinaryWriter::ready(self).len()
    }
}

/// Converts Ion to Ion.
#[derive(Debug)]
pub(crate) struct IonToIon<W> {
    pub(crate) reader: Reader<'static>,
    writer: W,
    losses: Losses,
    refuses: bool,
    /// Whether comments are copied. Otherwise they are a loss.
    keeps_comments: bool,
    /// Whether the values are the items of the lists at the top level.
    each: bool,
    /// How many values at the top level are converted.
    values: u64,
}

impl<W: EventWriter> IonToIon<W> {
    /// A conversion of the values at the top level. Comments are a loss.
    pub(crate) fn new(reader: Reader<'static>, writer: W, on_loss: OnLoss) -> Self {
        IonToIon {
            reader,
            writer,
            losses: Losses::default(),
            refuses: on_loss == OnLoss::Refuse,
            keeps_comments: false,
            each: false,
            values: 0,
        }
    }

    /// The same conversion, which copies comments.
    pub(crate) fn with_comments(self) -> Self {
        IonToIon { reader: self.reader.keeping_comments(), keeps_comments: true, ..self }
    }

    /// The same conversion. With `each`, the values are the items of the lists at the top level.
    pub(crate) fn of_items(self, each: bool) -> Self {
        IonToIon { each, ..self }
    }

    /// Converts until all available input is read, or the value that makes the output reach `most` bytes.
    pub(crate) fn convert(&mut self, most: usize) -> Result<Pause, ConversionError> {
        let pause = self.copy(most)?;
        self.count_comments()?;
        Ok(pause)
    }

    fn count_comments(&mut self) -> Result<(), ConversionError> {
        let Comments { count, first } = self.reader.take_comments();
        if self.keeps_comments {
            return Ok(());
        }
        if count > 0 && self.refuses {
            return Err(ConversionError::loss(Loss::Comments, first));
        }
        if count > 0 {
            self.losses.add_many(Loss::Comments, count, first);
        }
        Ok(())
    }

    fn copy(&mut self, most: usize) -> Result<Pause, ConversionError> {
        loop {
            let event = self.reader.next()?;
            if self.refuses {
                self.count_comments()?;
            }
            if self.each && items::is_outer(event, &self.reader)? {
                if self.reader.annotations().len() > 0 && matches!(event, Event::Open(_)) {
                    self.losses.add(Loss::Annotations, self.reader.offset());
                    if self.refuses {
                        return Err(ConversionError::loss(Loss::Annotations, self.reader.offset()));
                    }
                }
                continue;
            }
            let done = self.writer.copy(&mut self.reader, event);
            done.map_err(|error| ConversionError::write(error, self.reader.offset()))?;
            match event {
                Event::NeedInput => return Ok(Pause::Input),
                Event::End => return Ok(Pause::End),
                Event::Open(_) => {}
                _ => self.values += u64::from(self.reader.depth() == usize::from(self.each)),
            }
            if self.writer.ready().len() >= most {
                return Ok(Pause::Full);
            }
        }
    }
}

impl<W: EventWriter> Engine for IonToIon<W> {
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
        self.writer.begin_record();
        self.reader.restart(offset);
        self.reader.feed(line, Chunk::Last);
        if let Err(refused) = self.convert(usize::MAX) {
            self.writer.drop_record();
            // The comments of the line are not counted.
            self.reader.take_comments();
            return Err(refused);
        }
        Ok(())
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.writer.end().map_err(|error| ConversionError::write(error, offset))
    }

    fn losses(&self) -> Losses {
        self.losses
    }

    fn values(&self) -> u64 {
        self.values
    }

    fn written(&self) -> &[u8] {
        self.writer.ready()
    }

    fn whole(&self) -> usize {
        self.writer.whole()
    }

    fn clear_written(&mut self) {
        self.writer.clear_ready();
    }
}
