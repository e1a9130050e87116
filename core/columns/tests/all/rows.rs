//! Rows of columns as text, to compare.

use std::fmt::Write;
use stringmill::columns::{Batch, Block, ByteOrderMark, Column, Field, Lines, Offsets, UnknownMembers, Values};

/// All bytes as one block.
pub(crate) fn block(bytes: &[u8]) -> Block {
    let mut lines = Lines::new(ByteOrderMark::Refuse);
    lines.push(bytes);
    lines.finish().unwrap_or(Block { bytes: Vec::new(), offset: 0, line: 1, is_full: false })
}

pub(crate) fn read(bytes: &[u8], schema: &Field, members: UnknownMembers) -> (Batch, Block) {
    let block = block(bytes);
    (block.check().read(schema, members).unwrap(), block)
}

/// The rows of a batch.
pub(crate) fn rows(column: &Column) -> Vec<String> {
    (0..column.len).map(|row| text(column, row)).collect()
}

fn text(column: &Column, row: usize) -> String {
    let mut out = String::new();
    put(&mut out, column, row);
    out
}

fn range(offsets: &Offsets, row: usize) -> std::ops::Range<usize> {
    match offsets {
        Offsets::Small(all) => all[row] as usize..all[row + 1] as usize,
        Offsets::Large(all) => all[row] as usize..all[row + 1] as usize,
    }
}

fn put(out: &mut String, column: &Column, row: usize) {
    assert!(row < column.len);
    if let Some(valid) = &column.validity {
        assert_eq!(valid.len(), column.len);
        if !valid.get(row) {
            return out.push_str("null");
        }
    }
    let written = match &column.values {
        Values::Null => write!(out, "null"),
        Values::Boolean(bits) => write!(out, "{}", bits.get(row)),
        Values::Int8(values) => write!(out, "{}", values[row]),
        Values::Int16(values) => write!(out, "{}", values[row]),
        Values::Int32(values) => write!(out, "{}", values[row]),
        Values::Int64(values) => write!(out, "{}", values[row]),
        Values::UInt8(values) => write!(out, "{}", values[row]),
        Values::UInt16(values) => write!(out, "{}", values[row]),
        Values::UInt32(values) => write!(out, "{}", values[row]),
        Values::UInt64(values) => write!(out, "{}", values[row]),
        Values::Float32(values) => write!(out, "{:?}f", values[row]),
        Values::Float64(values) => write!(out, "{:?}", values[row]),
        Values::Utf8 { offsets, bytes } => write!(out, "{:?}", str::from_utf8(&bytes[range(offsets, row)]).unwrap()),
        Values::List { offsets, items } => {
            out.push('[');
            for item in range(offsets, row) {
                put(out, items, item);
                out.push(',');
            }
            write!(out, "]")
        }
        Values::Struct(columns) => {
            out.push('(');
            for column in columns {
                assert_eq!(column.len, columns[0].len);
                put(out, column, row);
                out.push(',');
            }
            write!(out, ")")
        }
        Values::Map { offsets, keys, values } => {
            let mut pairs: Vec<_> =
                range(offsets, row).map(|pair| format!("{}:{},", text(keys, pair), text(values, pair))).collect();
            // serde_json sorts names.
            pairs.sort();
            write!(out, "{{{}}}", pairs.concat())
        }
        other => panic!("{other:?}"),
    };
    written.unwrap();
}
