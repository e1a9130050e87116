//! Those who read Ion: all values, with the names of fields.

use crate::convert::ion_of;
use crate::documents;
use crate::random::Random;
use crate::subject::{Subject, into_slice};
use ion_rs::{AnyEncoding, IonResult, LazyValue, ValueRef};
use stringmill::Tier;
use stringmill::ion::{Event, Kind, Reader};

/// The documents of a row in Ion text.
pub(crate) fn texts(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    documents::texts(row, random).iter().map(|text| ion_of(text, false)).collect()
}

/// The documents of a row in binary Ion.
pub(crate) fn binaries(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    documents::texts(row, random).iter().map(|text| ion_of(text, true)).collect()
}

pub(crate) fn subjects<'a>() -> Vec<Subject<'a>> {
    let mut subjects: Vec<_> = Tier::available()
        .map(|tier| into_slice(tier.name(), move |src, _| values(Reader::new(src).on_tier(tier))))
        .collect();
    subjects.push(into_slice("ion-rs", |src, _| {
        let mut reader = ion_rs::Reader::new(AnyEncoding, src).expect("a reader");
        let mut sum = 0;
        while let Some(value) = reader.next().expect("Ion") {
            sum += value_sum(value).expect("Ion");
        }
        sum
    }));
    subjects
}

/// The lengths of all names and texts, and one for each value.
fn values(mut reader: Reader<'_>) -> usize {
    let mut sum = 0;
    loop {
        let event = reader.next().expect("Ion");
        match event {
            Event::End | Event::NeedInput => return sum,
            Event::Close(_) => continue,
            Event::Value(Kind::String) => sum += reader.string().map_or(0, <[u8]>::len),
            Event::Value(Kind::Int) => sum += usize::from(reader.int().is_some()),
            Event::Value(Kind::Decimal) => sum += usize::from(reader.decimal().is_some()),
            _ => sum += 1,
        }
        sum += reader.field_name().and_then(|name| name.text).map_or(0, <[u8]>::len);
    }
}

fn value_sum(value: LazyValue<'_, AnyEncoding>) -> IonResult<usize> {
    let mut sum = 1;
    match value.read()? {
        ValueRef::String(text) => sum = text.text().len(),
        ValueRef::List(list) => {
            for value in list.iter() {
                sum += value_sum(value?)?;
            }
        }
        ValueRef::Struct(fields) => {
            for field in fields.iter() {
                let field = field?;
                sum += field.name()?.text().map_or(0, str::len) + value_sum(field.value())?;
            }
        }
        _ => {}
    }
    Ok(sum)
}
