//! The type that fits all values seen so far.

use super::parse::{Cursor, Token};
use arrow_schema::{DataType, Field, Fields};
use std::collections::HashMap;
use std::sync::Arc;

/// The shape of a value.
#[derive(Clone, Debug, Default)]
pub(super) enum Shape {
    /// Only null so far.
    #[default]
    Null,
    Bool,
    Int(Range),
    Float,
    Text,
    List(Box<Shape>),
    Struct(Members),
}

/// Which whole numbers were seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    /// Negative ones.
    negative: bool,
    /// Ones that need all 64 bits, without a sign.
    large: bool,
}

impl Range {
    /// The type that holds all of them. None of both signs does with a large one.
    fn data_type(self) -> DataType {
        match self {
            Range { large: false, .. } => DataType::Int64,
            Range { negative: false, .. } => DataType::UInt64,
            _ => DataType::Float64,
        }
    }
}

/// Members in the order in which they were seen first.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    places: HashMap<Vec<u8>, usize>,
    shapes: Vec<(String, Shape)>,
}

impl Shape {
    /// Widens the shape so that it fits the value at the cursor too. False if no shape fits both; then the shape of
    /// the part that differs stays as it was.
    pub(super) fn add(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let token = cursor.token();
        if let Shape::Null = self {
            *self = match token {
                Token::Null => Shape::Null,
                Token::Bool(_) => Shape::Bool,
                Token::Number(true) => Shape::Int(Range::default()),
                Token::Number(false) => Shape::Float,
                Token::Text => Shape::Text,
                Token::List => Shape::List(Box::default()),
                Token::Object => Shape::Struct(Members::default()),
            };
        }
        match (&mut *self, token) {
            (Shape::Struct(members), Token::Object) => members.add(cursor),
            (Shape::List(item), Token::List) => {
                let mut fits = true;
                let mut more = cursor.open();
                while more {
                    fits &= item.add(cursor);
                    more = cursor.comma();
                }
                fits
            }
            (Shape::Int(range), Token::Number(is_whole)) => {
                let text = cursor.number();
                match text.parse::<i64>() {
                    Ok(value) if is_whole => range.negative |= value < 0,
                    _ if is_whole && text.parse::<u64>().is_ok() => range.large = true,
                    // Beyond 64 bits a number becomes a float, as other readers of JSON have it.
                    _ => *self = Shape::Float,
                }
                true
            }
            (Shape::Bool, Token::Bool(_))
            | (Shape::Float, Token::Number(_))
            | (Shape::Text, Token::Text)
            | (_, Token::Null) => {
                cursor.skip();
                true
            }
            _ => {
                cursor.skip();
                false
            }
        }
    }

    pub(super) fn data_type(&self) -> DataType {
        match self {
            Shape::Null => DataType::Null,
            Shape::Bool => DataType::Boolean,
            Shape::Int(range) => range.data_type(),
            Shape::Float => DataType::Float64,
            Shape::Text => DataType::Utf8,
            Shape::List(item) => DataType::List(Arc::new(Field::new_list_field(item.data_type(), true))),
            Shape::Struct(members) => DataType::Struct(members.fields()),
        }
    }
}

impl Members {
    fn add(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let mut fits = true;
        let mut more = cursor.open();
        while more {
            let mut name = Vec::new();
            cursor.text(&mut name);
            cursor.colon();
            let place = match self.places.get(&name) {
                Some(&place) => place,
                None => {
                    self.shapes.push((String::from_utf8_lossy(&name).into_owned(), Shape::Null));
                    self.places.insert(name, self.shapes.len() - 1);
                    self.shapes.len() - 1
                }
            };
            fits &= self.shapes[place].1.add(cursor);
            more = cursor.comma();
        }
        fits
    }

    pub(super) fn fields(&self) -> Fields {
        self.shapes.iter().map(|(name, shape)| Field::new(name, shape.data_type(), true)).collect()
    }
}
