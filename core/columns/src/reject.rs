//! Lines that are left out, with their reason and place.

use std::fmt;
use stringmill_outcome::Error;

/// A line that is not JSON, or does not fit the schema.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers};
///
/// let block = Block { bytes: b"{\"a\": []}\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let schema = Field::new("", DataType::Struct(vec![Field::new("a", DataType::Int8, true)]), false);
/// let batch = block.check().read(&schema, UnknownMembers::Ignore)?;
/// let reject = &batch.rejects[0];
/// assert_eq!((reject.start, reject.end, reject.line, reject.error.offset), (0, 9, 1, 6));
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// Offset of the line in its block.
    pub start: usize,
    /// The end of the line, without the line feed.
    pub end: usize,
    /// The number of the line, from 1.
    pub line: u64,
    /// The error, at its offset in the line.
    pub error: Error,
    /// The reason for a line that is JSON and does not fit.
    pub misfit: Option<Misfit>,
}

/// Why a value does not fit its column.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers, Misfit};
///
/// let block = Block { bytes: b"{\"a\": []}\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let schema = Field::new("", DataType::Struct(vec![Field::new("a", DataType::Int8, true)]), false);
/// let batch = block.check().read(&schema, UnknownMembers::Ignore)?;
/// let misfit = batch.rejects[0].misfit.as_ref().expect("the line is JSON");
/// assert_eq!(misfit, &Misfit::Type { path: "a".to_owned(), name: "Int8", nullable: true });
/// assert_eq!(misfit.to_string(), "a has the type Int8");
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// The type of the column cannot represent the value.
    Type {
        /// The member names that lead to the column, separated by points, with `[]` for the items of a list; empty for
        /// a record.
        path: String,
        /// The type, by its [`DataType::name`](crate::DataType::name).
        name: &'static str,
        /// Whether the column accepts null.
        nullable: bool,
    },
    /// The object has a member that its type lacks.
    Member {
        /// The member names that lead to the object, in the form of [`Misfit::Type`].
        path: String,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |path: &str| if path.is_empty() { "a record".to_owned() } else { path.to_owned() };
        match self {
            Misfit::Type { path, name, nullable } => {
                let (path, null) = (named(path), if *nullable { "" } else { " without null" });
                match *name {
                    "Struct" | "Map" => write!(f, "{path} is an object{null}"),
                    "List" | "LargeList" => write!(f, "{path} is an array{null}"),
                    name => write!(f, "{path} has the type {name}{null}"),
                }
            }
            Misfit::Member { path } => {
                write!(f, "{} has no such member in the records from which the schema was inferred", named(path))
            }
        }
    }
}

/// The place of an error in its file.
///
/// ```
/// use stringmill::columns::{Block, Place};
///
/// let block = Block { bytes: b"\n{\"a\": }\n".to_vec(), offset: 50, line: 1, is_full: false };
/// let place = block.place(&block.check().rejects()[0]);
/// assert_eq!(place, Place { line: 2, column: 7, start: 51, offset: 57 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column, from 1, as [`locate`](stringmill_outcome::locate) counts.
    pub column: u64,
    /// The offset at which the line begins.
    pub start: u64,
    /// The offset of the error.
    pub offset: u64,
}
