//! Generated records, many with damage, beside serde_json: values, nulls, rejects and their places.

use crate::rows::{read, rows};
use serde_json::Value;
use stringmill::columns::{DataType, Field, UnknownMembers};
use stringmill_random::{Random, cases};

const NAMES: &[&str] = &["a", "b", "c", "long name of a member", "é", "", "q\"uote", "a\":1,\"b"];
const TEXTS: &[&str] =
    &["", "x", "é", "\u{2028}", "\"", "\\", "😀", "\u{1}\t\n", "0123456789abcdef0123456789abcdef0123456789", "]}{["];
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "7",
    "1.0",
    "127",
    "128",
    "255",
    "65536",
    "-32769",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
];

fn data_type(random: &mut Random, depth: usize) -> DataType {
    let item = |random: &mut Random| Box::new(field(random, "item", depth + 1));
    match random.within(0, if depth < 3 { 19 } else { 15 }) {
        0 => DataType::Null,
        1 => DataType::Boolean,
        2 => DataType::Int8,
        3 => DataType::Int16,
        4 => DataType::Int32,
        5 => DataType::Int64,
        6 => DataType::UInt8,
        7 => DataType::UInt16,
        8 => DataType::UInt32,
        9 => DataType::UInt64,
        10 => DataType::Float32,
        11 => DataType::Float64,
        12 => DataType::Utf8,
        13 => DataType::LargeUtf8,
        14 => DataType::Utf8View,
        15 => DataType::List(item(random)),
        16 => DataType::LargeList(item(random)),
        17 => DataType::Map(item(random)),
        _ => DataType::Struct(fields(random, depth + 1)),
    }
}

fn field(random: &mut Random, name: &str, depth: usize) -> Field {
    let nullable = !random.once_in(6);
    Field::new(name, data_type(random, depth), nullable)
}

fn fields(random: &mut Random, depth: usize) -> Vec<Field> {
    let mut fields = Vec::new();
    for name in NAMES {
        if !random.once_in(3) {
            fields.push(field(random, name, depth));
        }
    }
    fields
}

/// JSON of any kind, most often one that fits.
fn json(random: &mut Random, data_type: &DataType, out: &mut String) {
    if random.once_in(40) {
        let any = self::data_type(random, 2);
        return json(random, &any, out);
    }
    match data_type {
        DataType::Boolean => out.push_str(random.pick(&["true", "false"])),
        DataType::Float32 | DataType::Float64 => {
            let exponent = random.pick(&["", "e3", "E-2", "e+7"]);
            *out += &format!("{}.{}{exponent}", random.within(1, 1000), random.within(0, 100));
        }
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            let text = random.pick(TEXTS);
            string(random, text, out);
        }
        DataType::List(item) | DataType::LargeList(item) => {
            let count = random.within(0, 4);
            container(random, ['[', ']'], count, out, |random, out| nullable(random, item, out));
        }
        DataType::Struct(fields) => object(random, fields, out),
        DataType::Map(item) => {
            let count = random.pick(&[0, 1, 3, 12]);
            container(random, ['{', '}'], count, out, |random, out| {
                let name = random.within(0, 30).to_string();
                string(random, &name, out);
                out.push(':');
                nullable(random, item, out);
            });
        }
        DataType::Null => out.push_str("null"),
        _ => *out += random.pick(NUMBERS),
    }
}

/// Most of the members, sometimes one of them twice, sometimes another one.
fn object(random: &mut Random, fields: &[Field], out: &mut String) {
    let mut members: Vec<&Field> = fields.iter().filter(|_| !random.once_in(12)).collect();
    if random.once_in(5) && !members.is_empty() {
        members.push(&fields[random.within(0, fields.len())]);
        members.rotate_left(1);
    }
    let texts = DataType::List(Box::new(Field::new("", DataType::Utf8, true)));
    let extra = Field::new(random.pick(NAMES), texts, true);
    if random.once_in(6) {
        members.insert(random.within(0, members.len() + 1), &extra);
    }
    let (count, mut members) = (members.len(), members.into_iter());
    container(random, ['{', '}'], count, out, |random, out| {
        let field = members.next().unwrap();
        string(random, &field.name, out);
        out.push(':');
        nullable(random, field, out);
    });
}

fn nullable(random: &mut Random, field: &Field, out: &mut String) {
    if random.once_in(15) { out.push_str("null") } else { json(random, &field.data_type, out) }
}

fn container(
    random: &mut Random,
    brackets: [char; 2],
    count: usize,
    out: &mut String,
    mut item: impl FnMut(&mut Random, &mut String),
) {
    let blank = |random: &mut Random| random.pick(&["", "", "", " ", "\t "]);
    out.push(brackets[0]);
    for number in 0..count {
        *out += if number > 0 { "," } else { "" };
        *out += blank(random);
        item(random, out);
        *out += blank(random);
    }
    out.push(brackets[1]);
}

/// A string, of which some characters are escaped that need not be.
fn string(random: &mut Random, text: &str, out: &mut String) {
    out.push('"');
    for unit in text.chars() {
        match unit {
            '"' | '\\' => out.extend(['\\', unit]),
            '\0'..='\u{1f}' => *out += &format!("\\u{:04x}", u32::from(unit)),
            'a'..='z' if random.once_in(8) => *out += &format!("\\u{:04X}", u32::from(unit)),
            _ => out.push(unit),
        }
    }
    out.push('"');
}

/// The value as a row, or `None` if it does not fit: the rules of the crate, over values of serde_json.
fn row(value: Option<&Value>, field: &Field, members: UnknownMembers) -> Option<String> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return field.nullable.then(|| "null".to_owned());
    };
    let whole = |min: i128, max: i128| {
        let value = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from))?;
        (min..=max).contains(&value).then(|| value.to_string())
    };
    let list = |item: &Field| {
        let items: Option<Vec<_>> = value.as_array()?.iter().map(|value| row(Some(value), item, members)).collect();
        Some(format!("[{}]", items?.iter().map(|item| format!("{item},")).collect::<String>()))
    };
    match &field.data_type {
        DataType::Boolean => value.as_bool().map(|value| value.to_string()),
        DataType::Int8 => whole(i8::MIN.into(), i8::MAX.into()),
        DataType::Int16 => whole(i16::MIN.into(), i16::MAX.into()),
        DataType::Int32 => whole(i32::MIN.into(), i32::MAX.into()),
        DataType::Int64 => whole(i64::MIN.into(), i64::MAX.into()),
        DataType::UInt8 => whole(0, u8::MAX.into()),
        DataType::UInt16 => whole(0, u16::MAX.into()),
        DataType::UInt32 => whole(0, u32::MAX.into()),
        DataType::UInt64 => whole(0, u64::MAX.into()),
        DataType::Float32 => value.as_f64().map(|value| format!("{:?}f", value as f32)),
        DataType::Float64 => value.as_f64().map(|value| format!("{value:?}")),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => value.as_str().map(|value| format!("{value:?}")),
        DataType::List(item) | DataType::LargeList(item) => list(item),
        DataType::Struct(fields) => {
            let object = value.as_object()?;
            let is_known = |name: &String| fields.iter().any(|field| field.name == *name);
            if members == UnknownMembers::Refuse && !object.keys().all(is_known) {
                return None;
            }
            let cells: Option<Vec<_>> =
                fields.iter().map(|field| row(object.get(&field.name), field, members)).collect();
            Some(format!("({})", cells?.iter().map(|cell| format!("{cell},")).collect::<String>()))
        }
        DataType::Map(item) => {
            let pair = |(name, value): (&String, _)| Some(format!("{name:?}:{},", row(Some(value), item, members)?));
            let mut pairs = value.as_object()?.iter().map(pair).collect::<Option<Vec<_>>>()?;
            pairs.sort();
            Some(format!("{{{}}}", pairs.concat()))
        }
        _ => None,
    }
}

/// Whether an object has a name twice: a value that is replaced later may be a misfit too, which serde_json hides.
fn has_repeats(text: &[u8], value: &Value) -> bool {
    fn names(value: &Value) -> usize {
        match value {
            Value::Object(members) => members.len() + members.values().map(names).sum::<usize>(),
            Value::Array(items) => items.iter().map(names).sum(),
            _ => 0,
        }
    }
    let (mut colons, mut in_string, mut escaped) = (0, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b':' if !in_string => colons += 1,
            _ => {}
        }
    }
    colons > names(value)
}

/// Lines of which some are damaged or blank.
fn file(random: &mut Random, schema: &Field) -> Vec<u8> {
    let mut file = Vec::new();
    for _ in 0..random.within(0, 12) {
        let mut line = String::new();
        json(random, &schema.data_type, &mut line);
        let mut line = line.into_bytes();
        if random.once_in(6) && !line.is_empty() {
            let at = random.within(0, line.len());
            line[at] = random.pick(b"\xFF,\"}\x01\\[ ");
        }
        file.extend(line);
        file.extend_from_slice(random.pick::<&[u8]>(&[b"\n", b"\r\n", b"\n\n", b" \n \t\n"]));
    }
    if random.once_in(3) {
        file.pop();
    }
    file
}

/// Compares all lines of a file, and counts records, misfits and lines that are not JSON.
fn compare(seed: u64, counts: &mut [u64; 3]) {
    let random = &mut Random::new(seed);
    let schema = Field::new("", DataType::Struct(fields(random, 0)), false);
    let members = random.pick(&[UnknownMembers::Ignore, UnknownMembers::Refuse]);
    let file = file(random, &schema);
    let (batch, block) = read(&file, &schema, members);
    let (mut found, mut rejects) = (rows(&batch.records).into_iter(), batch.rejects.iter().peekable());
    let mut offset = 0;
    for (number, line) in (1..).zip(file.split(|&byte| byte == b'\n')) {
        let (start, end) = (offset, offset + line.len());
        offset = end + 1;
        if line.iter().all(|byte| b" \t\r".contains(byte)) {
            continue;
        }
        let says = format!("seed {seed}, line {number}: {}", String::from_utf8_lossy(line));
        let reject = rejects.next_if(|reject| reject.start == start);
        if let Some(reject) = reject {
            let place = block.place(reject);
            assert_eq!((place.line, place.start, reject.end), (number, start as u64, end), "{says}");
            assert!(place.offset <= end as u64, "{says}");
        }
        let value = serde_json::from_slice::<Value>(line).ok();
        assert_eq!(value.is_none(), reject.is_some_and(|reject| reject.misfit.is_none()), "{says}");
        let Some(value) = value else {
            counts[2] += 1;
            continue;
        };
        let row = if reject.is_none() { found.next() } else { None };
        if row.is_some() || !has_repeats(line, &value) {
            assert_eq!(row, self::row(Some(&value), &schema, members), "{says}");
            counts[usize::from(row.is_none())] += 1;
        }
    }
    assert_eq!((found.next(), rejects.next()), (None, None), "seed {seed}");
}

#[test]
fn values_nulls_and_rejects_are_those_of_serde_json() {
    let mut counts = [0; 3];
    (0..cases(4000)).for_each(|seed| compare(seed, &mut counts));
    assert!(counts.into_iter().all(|count| count > cases(500)), "{counts:?} records, misfits, no JSON");
}
