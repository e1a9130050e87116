//! The files of `vectors/`, compressed in the command.

use super::operations::Operation;
use flate2::read::ZlibDecoder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;

/// Every file of vectors, from the build script.
const FILES: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/vectors.rs"));

/// The text of each file.
pub(super) fn texts() -> impl Iterator<Item = io::Result<String>> {
    FILES.iter().map(|compressed| io::read_to_string(ZlibDecoder::new(*compressed)))
}

/// One input and its expected result.
pub(super) struct Case {
    pub(super) id: u64,
    pub(super) input: Vec<u8>,
    /// Units of the input.
    pub(super) units: usize,
    /// Length of the expected output: the room that the operation gets.
    pub(super) room: usize,
    pub(super) expected: Found,
}

/// The result of a run without an error.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) output: Vec<u8>,
    pub(super) read: usize,
    pub(super) count: u64,
    pub(super) first: Option<u64>,
}

/// The result of a run, or the name and offset of its error.
pub(super) type Found = Result<Done, (String, u64)>;

/// Cases that share their parameters.
pub(super) type Group = (Operation, Vec<Case>);

/// The groups of cases of each operation.
pub(super) fn load() -> Result<BTreeMap<String, Vec<Group>>, String> {
    let mut files = BTreeMap::<_, Vec<_>>::new();
    for text in texts() {
        let file: Value =
            serde_json::from_str(&text.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
        let name = file["operation"].as_str().ok_or("a file without an operation")?;
        for group in list(&file["groups"])? {
            let unit = group["units"].as_u64().ok_or("a group without units")? as usize / 8;
            let cases: Result<_, String> = list(&group["cases"])?.iter().map(|value| case(value, unit)).collect();
            files.entry(name.to_owned()).or_default().push((Operation::new(name, group)?, cases?));
        }
    }
    Ok(files)
}

fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("no list: {value}"))
}

fn case(value: &Value, unit: usize) -> Result<Case, String> {
    let number = |value: &Value| value.as_u64().ok_or_else(|| format!("no number: {value}"));
    let input = bytes(&value["in"])?;
    let units = input.len() / unit;
    let expected = match value.get("error") {
        Some(error) => {
            Err((error["code"].as_str().ok_or("an error without a code")?.to_owned(), number(&error["offset"])?))
        }
        None => Ok(Done {
            output: value.get("out").map_or(Ok(Vec::new()), bytes)?,
            read: value
                .get("read")
                .or(value.get("run"))
                .map_or(Ok(units), |read| number(read).map(|read| read as usize))?,
            count: value["repairs"]["count"].as_u64().unwrap_or(0),
            first: value["repairs"]["first"].as_u64(),
        }),
    };
    // Enough room for any output before the error, whose length the case does not give.
    let room = expected.as_ref().map_or(12 * input.len(), |done| done.output.len());
    Ok(Case { id: number(&value["id"])?, input, units, room, expected })
}

/// The bytes of hex pieces.
fn bytes(pieces: &Value) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for piece in list(pieces)? {
        let bad = || format!("no hex piece: {piece}");
        let piece = piece.as_str().ok_or_else(bad)?;
        let (hex, times) = piece.split_once('*').unwrap_or((piece, "1"));
        let digits = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let unit: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(digits).collect();
        bytes.extend(unit.ok_or_else(bad)?.repeat(times.parse().map_err(|_| bad())?));
    }
    Ok(bytes)
}
