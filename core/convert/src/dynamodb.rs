//! The shape of DynamoDB table exports in Ion: which values become JSON, and which are not of that shape.
//!
//! A full export has a struct `{Item:{…}}` for each item, an incremental one `{Record:{Keys:{…},Metadata:{…},…}}`, or
//! that record without `Record`. Attributes are strings, decimals, bools, nulls, blobs, lists, structs, and lists
//! annotated as sets. Source: Amazon DynamoDB Developer Guide, "DynamoDB table export output format".

use stringmill_ion::{Event, Kind, Reader};

/// The place of the reader in an export.
#[derive(Debug, Default)]
pub(crate) struct Export {
    form: Form,
    /// The kind of the elements of the set that is open.
    set: Option<Kind>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// Before the first field of a struct at the top level.
    #[default]
    Unknown,
    Item,
    Record,
    /// A record at the top level.
    Bare,
}

/// How to write an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing.
    Around,
    /// A value at the top level, without its field name.
    Whole,
    /// The first field, after the beginning of an object.
    First,
    /// A value as usual.
    Inside,
}

impl Export {
    /// Resets the place to the top level.
    pub(crate) fn restart(&mut self) {
        *self = Export::default();
    }

    /// The part to which the last event of the reader belongs; `None` if exports have no such value there.
    pub(crate) fn part(&mut self, reader: &mut Reader<'_>, event: Event) -> Option<Part> {
        if let Event::Close(_) = event {
            self.set = None;
            return match reader.depth() {
                0 => self.end(),
                _ => Some(Part::Inside),
            };
        }
        let depth = reader.depth() - usize::from(matches!(event, Event::Open(_)));
        let plain_struct = event == Event::Open(Kind::Struct) && reader.annotations().len() == 0;
        let name = reader.field_name().and_then(|name| name.text);
        match (depth, self.form) {
            (0, _) => plain_struct.then_some(Part::Around),
            (1, Form::Unknown) if plain_struct => {
                let (form, part) = match name? {
                    b"Item" => (Form::Item, Part::Whole),
                    b"Record" => (Form::Record, Part::Whole),
                    name => (Form::Bare, is_of_record(name).then_some(Part::First)?),
                };
                self.form = form;
                Some(part)
            }
            (1, Form::Bare) | (2, Form::Record) => {
                (plain_struct && name.is_some_and(is_of_record)).then_some(Part::Inside)
            }
            (1, _) => None,
            _ => self.attribute(reader, event),
        }
    }

    /// The end of a struct at the top level.
    fn end(&mut self) -> Option<Part> {
        match std::mem::take(&mut self.form) {
            Form::Unknown => None,
            Form::Bare => Some(Part::Inside),
            Form::Item | Form::Record => Some(Part::Around),
        }
    }

    fn attribute(&mut self, reader: &mut Reader<'_>, event: Event) -> Option<Part> {
        let kind = match event {
            Event::Value(kind) | Event::Open(kind) => kind,
            Event::Null(Kind::Null) if self.set.is_none() => Kind::Null,
            _ => return None,
        };
        let mut annotations = reader.annotations();
        let set = match (annotations.next(), annotations.next()) {
            (None, _) => None,
            (Some(symbol), None) if event == Event::Open(Kind::List) => Some(match symbol.text? {
                b"$dynamodb_SS" => Kind::String,
                b"$dynamodb_NS" => Kind::Decimal,
                b"$dynamodb_BS" => Kind::Blob,
                _ => return None,
            }),
            _ => return None,
        };
        let may_be_there = match self.set {
            Some(element) => kind == element,
            None => !matches!(kind, Kind::Float | Kind::Timestamp | Kind::Symbol | Kind::Clob | Kind::Sexp),
        };
        if set.is_some() {
            self.set = set;
        }
        may_be_there.then_some(Part::Inside)
    }
}

fn is_of_record(name: &[u8]) -> bool {
    matches!(name, b"Keys" | b"Metadata" | b"NewImage" | b"OldImage")
}
