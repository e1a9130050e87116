//! Finds the schema that fits all records seen so far.

use crate::block::Record;
use crate::cursor::{Cursor, Token};
use crate::data_type::{DataType, Field};
use std::collections::HashMap;
use stringmill_kernels::Tier;

/// Finds the schema of records. A value of another kind than the values before it does not change the schema.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, Inference};
///
/// let block = Block { bytes: b"{\"a\": 1}\n{\"a\": 2.5}\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let mut inference = Inference::default();
/// block.check().records().for_each(|record| inference.add(record));
/// let fields = vec![Field::new("a", DataType::Float64, true)];
/// assert_eq!(inference.schema(), Field::new("", DataType::Struct(fields), false));
/// ```
#[derive(Clone, Debug)]
pub struct Inference(Shape);

impl Default for Inference {
    fn default() -> Self {
        Inference(Shape::Struct(Shapes::default()))
    }
}

impl Inference {
    /// Widens the schema so that it fits a record too.
    pub fn add(&mut self, record: Record<'_>) {
        // A record that does not fit changes nothing here; `CheckedBlock::read` makes it a reject.
        self.0.add(&mut Cursor::new(Tier::best(), record.text()));
    }

    /// The schema: a struct that is not nullable, with nullable fields.
    pub fn schema(&self) -> Field {
        Field::new("", self.0.data_type(), false)
    }
}

/// The shape of a value.
#[derive(Clone, Debug, Default)]
enum Shape {
    /// All values so far are null.
    #[default]
    Null,
    Bool,
    Int(Range),
    Float,
    Text,
    List(Box<Shape>),
    Struct(Shapes),
}

/// Properties of the integers seen so far.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    /// Some are negative.
    negative: bool,
    /// Some need all 64 bits, without a sign.
    large: bool,
}

impl Range {
    /// The type for these integers. No integer type has room for both negative and large ones: they become floats.
    fn data_type(self) -> DataType {
        match self {
            Range { large: false, .. } => DataType::Int64,
            Range { negative: false, .. } => DataType::UInt64,
            _ => DataType::Float64,
        }
    }
}

/// Members in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
struct Shapes {
    places: HashMap<Vec<u8>, usize>,
    shapes: Vec<(String, Shape)>,
}

impl Shape {
    /// Widens the shape so that it fits the value at the cursor too. Leaves it unchanged if no shape fits both.
    fn add(&mut self, cursor: &mut Cursor<'_>) {
        let token = cursor.token();
        if let Shape::Null = self {
            *self = match token {
                Token::Null => Shape::Null,
                Token::Bool(_) => Shape::Bool,
                Token::Number => Shape::Int(Range::default()),
                Token::Text => Shape::Text,
                Token::List => Shape::List(Box::default()),
                Token::Object => Shape::Struct(Shapes::default()),
            };
        }
        match (&mut *self, token) {
            (Shape::Struct(shapes), Token::Object) => shapes.add(cursor),
            (Shape::List(item), Token::List) => {
                let mut more = cursor.open();
                while more {
                    item.add(cursor);
                    more = cursor.comma();
                }
            }
            (Shape::Int(range), Token::Number) => {
                let number = cursor.number();
                match number.text.parse::<i64>() {
                    Ok(value) => range.negative |= value < 0,
                    Err(_) if number.text.parse::<u64>().is_ok() => range.large = true,
                    // An integer beyond 64 bits becomes a float, as in other readers of JSON.
                    Err(_) => *self = Shape::Float,
                }
            }
            _ => cursor.skip(),
        }
    }

    fn data_type(&self) -> DataType {
        match self {
            Shape::Null => DataType::Null,
            Shape::Bool => DataType::Boolean,
            Shape::Int(range) => range.data_type(),
            Shape::Float => DataType::Float64,
            Shape::Text => DataType::Utf8,
            Shape::List(item) => DataType::List(Box::new(Field::new("item", item.data_type(), true))),
            Shape::Struct(shapes) => DataType::Struct(shapes.fields()),
        }
    }
}

impl Shapes {
    fn add(&mut self, cursor: &mut Cursor<'_>) {
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
            self.shapes[place].1.add(cursor);
            more = cursor.comma();
        }
    }

    fn fields(&self) -> Vec<Field> {
        self.shapes.iter().map(|(name, shape)| Field::new(name, shape.data_type(), true)).collect()
    }
}
