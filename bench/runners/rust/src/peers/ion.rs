//! ion-rs: its streaming reader and writer.

use ion_rs::v1_0::Text;
use ion_rs::{
    Decimal, IonResult, LazyValue, Reader, SequenceWriter, StructWriter, TextFormat, ValueRef, ValueWriter, Writer,
};
use std::cell::RefCell;
use std::rc::Rc;
use stringmill_measure::ion::{Packed, Shape, stable};
use stringmill_measure::{Output, Subject, number};

/// Reads every value of a document.
pub(super) fn read() -> Subject {
    Subject::new("ion-rs", number, |input, output| {
        let mut reader = Reader::new(Text, input.bytes).expect("a reader");
        let mut sum = 0usize;
        while let Some(value) = reader.next().expect("Ion") {
            sum = sum.wrapping_add(value_sum(value).expect("Ion"));
        }
        output.filled = sum;
    })
}

fn value_sum(value: LazyValue<'_, Text>) -> IonResult<usize> {
    let mut sum = match value.read()? {
        ValueRef::Null(_) => 1,
        ValueRef::Bool(value) => value.into(),
        ValueRef::Int(value) => value.expect_i64()? as usize,
        ValueRef::Float(value) => value.to_bits() as usize,
        ValueRef::Decimal(value) => value.exponent() as usize,
        ValueRef::Timestamp(value) => (value.year() + value.second()) as usize,
        ValueRef::String(text) => text.text().len(),
        ValueRef::Symbol(symbol) => symbol.text().map_or(0, str::len),
        ValueRef::Blob(bytes) | ValueRef::Clob(bytes) => bytes.len(),
        ValueRef::SExp(sexp) => {
            let mut sum = 1usize;
            for value in sexp.iter() {
                sum = sum.wrapping_add(value_sum(value?)?);
            }
            sum
        }
        ValueRef::List(list) => {
            let mut sum = 1usize;
            for value in list.iter() {
                sum = sum.wrapping_add(value_sum(value?)?);
            }
            sum
        }
        ValueRef::Struct(fields) => {
            let mut sum = 1usize;
            for field in fields.iter() {
                let field = field?;
                sum = sum.wrapping_add(field.name()?.text().map_or(0, str::len));
                sum = sum.wrapping_add(value_sum(field.value())?);
            }
            sum
        }
    };
    for annotation in value.annotations() {
        sum = sum.wrapping_add(annotation?.text().map_or(0, str::len));
    }
    Ok(sum)
}

/// Writes values; the writer and its buffer are kept.
pub(super) fn write() -> Subject {
    let writer = Writer::new(Text.with_format(TextFormat::Compact), Vec::new()).expect("a writer");
    let writer = Rc::new(RefCell::new(writer));
    let last = Rc::clone(&writer);
    let seen = move |_: &Output| Some(last.borrow().output().clone());
    let subject = Subject::new("ion-rs", seen, move |input, output| {
        let writer = &mut *writer.borrow_mut();
        writer.output_mut().clear();
        write_all(writer, input.bytes).expect("memory");
        writer.flush().expect("memory");
        output.filled = writer.output().len();
    });
    subject.seen_as(stable)
}

fn write_all(writer: &mut Writer<Text, Vec<u8>>, input: &[u8]) -> IonResult<()> {
    let (shape, mut values) = Packed::of(input);
    match shape {
        Shape::Decimals => {
            while let Some((coefficient, exponent)) = values.decimal() {
                writer.value_writer().write_decimal(&Decimal::new(coefficient, exponent))?;
            }
        }
        Shape::Strings => {
            while let Some(text) = values.text() {
                writer.value_writer().write_string(str(text))?;
            }
        }
        Shape::Structs(most) => {
            let mut name = values.text();
            while name.is_some() {
                let mut fields = writer.value_writer().struct_writer()?;
                for _ in 0..most {
                    let Some(field) = name else { break };
                    fields.write(str(field), str(values.text().expect("a value")))?;
                    name = values.text();
                }
                fields.close()?;
            }
        }
    }
    Ok(())
}

fn str(text: &[u8]) -> &str {
    // SAFETY: the texts were packed from `str`.
    unsafe { std::str::from_utf8_unchecked(text) }
}
