//! `spec/profiles.toml` as Rust constants.
//!
//! A row's rules are applied in order to a table of 128 bytes, and the result is written compactly again: ranges of
//! bytes for each form, one list of short forms, one constant for each different list of non-ASCII ranges.

use crate::rust;
use crate::spec::{AsciiForm, AsciiRule, Form, Hex, NonAsciiRule, OptionRow, ProfileRow, Unicode, range};
use std::fmt::Write;

/// A row after its rules were applied.
pub(crate) struct Resolved {
    pub(crate) hex: Hex,
    pub(crate) form: Form,
    pub(crate) ascii: [Escape; 128],
    pub(crate) non_ascii: Vec<(u32, u32)>,
}

/// The spelling of an ASCII byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    AsIs,
    Short(u8),
    Unicode(Hex),
    Hex(Hex),
}

/// The text of `core/profile/src/rows.rs`.
pub(crate) fn generate(rows: &[ProfileRow], unicode: &Unicode) -> Result<String, String> {
    let mut lists = RangeLists::default();
    let mut constants = String::new();
    let mut table = String::new();
    for (index, row) in rows.iter().enumerate() {
        let context = |error| format!("spec/profiles.toml: {}: {error}", row.name);
        if rows[..index].iter().any(|other| other.name == row.name) {
            return Err(context("the name is given twice".into()));
        }
        let resolved = resolve(rows, index, unicode).map_err(context)?;
        constants += &profile_constant(row, &resolved, &mut lists);
        table += &row_entry(row, &resolved, unicode, &mut lists).map_err(context)?;
    }
    let lists = lists.text();
    Ok(format!(
        "// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.

use crate::{{AsciiEscape, CodeRange, HexCase, Profile, ProfileOption, ProfileRow, UnicodeForm}};

impl Profile<'static> {{
{constants}}}

pub(crate) const ROWS: &[ProfileRow] = &[
{table}];

{lists}"
    ))
}

fn profile_constant(row: &ProfileRow, resolved: &Resolved, lists: &mut RangeLists) -> String {
    let name = rust::constant(&row.name);
    let mut text = format!("/// {}\n", row.about);
    let _ = writeln!(text, "///\n/// Source: {}.", row.source);
    let _ = write!(text, "pub const {name}: Profile<'static> = Profile::empty({:?})", row.name);
    for (method, hex, ranges) in long_forms(&resolved.ascii) {
        let _ = write!(text, ".{method}(&[{ranges}], {})", hex_case(hex));
    }
    let (bytes, letters) = short_forms(&resolved.ascii);
    let _ = write!(text, ".with_short(b\"{}\", b\"{}\")", bytes.escape_ascii(), letters.escape_ascii());
    if !resolved.non_ascii.is_empty() {
        let _ = write!(text, ".with_non_ascii({})", lists.name(&name, &resolved.non_ascii));
    }
    if resolved.hex != Hex::Lower {
        let _ = write!(text, ".with_hex({})", hex_case(resolved.hex));
    }
    if resolved.form != Form::Json {
        text += ".with_form(UnicodeForm::Ion)";
    }
    if row.replacement_escaped {
        text += ".with_replacement_escaped(true)";
    }
    if row.refuses_surrogates {
        text += ".with_surrogates_refused(true)";
    }
    text + ";\n\n"
}

fn row_entry(
    row: &ProfileRow,
    resolved: &Resolved,
    unicode: &Unicode,
    lists: &mut RangeLists,
) -> Result<String, String> {
    let mut options = String::new();
    for (index, option) in row.option.iter().enumerate() {
        if row.option[..index].iter().any(|other| other.name == option.name) {
            return Err(format!("option {} is given twice", option.name));
        }
        if let Some(required) = &option.requires
            && !row.option[..index].iter().any(|other| other.name == *required)
        {
            return Err(format!("option {} requires {required}, which does not stand before it", option.name));
        }
        options += &option_entry(row, option, resolved.hex, unicode, lists)?;
    }
    let constant = rust::constant(&row.name);
    Ok(format!("ProfileRow {{ profile: Profile::{constant}, about: {:?}, options: &[{options}] }},\n", row.about))
}

fn option_entry(
    row: &ProfileRow,
    option: &OptionRow,
    hex: Hex,
    unicode: &Unicode,
    lists: &mut RangeLists,
) -> Result<String, String> {
    let mut changed = [None; 128];
    for rule in &option.ascii {
        for (byte, escape) in escapes(rule, option.hex.unwrap_or(hex))? {
            changed[byte as usize] = Some(escape);
        }
    }
    let ascii: String = (0u8..).zip(changed).filter_map(|(byte, escape)| Some(entry(byte, escape?))).collect();
    let non_ascii = match &option.non_ascii {
        None => "None".into(),
        Some(rules) => {
            let owner = rust::constant(&format!("{}-{}", row.name, option.name));
            format!("Some({})", lists.name(&owner, &ranges(rules, unicode)?))
        }
    };
    let OptionRow { name, about, requires, replacement_escaped, .. } = option;
    let hex = option.hex.map_or("None".into(), |hex| format!("Some({})", hex_case(hex)));
    Ok(format!(
        "ProfileOption {{ name: {name:?}, about: {about:?}, requires: {requires:?}, ascii: &[{ascii}], \
         non_ascii: {non_ascii}, hex: {hex}, escapes_replacement: {replacement_escaped:?} }},\n"
    ))
}

fn entry(byte: u8, escape: Escape) -> String {
    let name = rust::byte(byte);
    let escape = match escape {
        Escape::AsIs => "AsciiEscape::AS_IS".into(),
        Escape::Short(letter) => format!("AsciiEscape::short({})", rust::byte(letter)),
        Escape::Unicode(hex) => format!("AsciiEscape::unicode({name}, {})", hex_case(hex)),
        Escape::Hex(hex) => format!("AsciiEscape::hex({name}, {})", hex_case(hex)),
    };
    format!("({name}, {escape}),")
}

fn hex_case(hex: Hex) -> &'static str {
    match hex {
        Hex::Lower => "HexCase::Lower",
        Hex::Upper => "HexCase::Upper",
    }
}

/// Applies the rules of the row at `index` and of the rows that it is like.
pub(crate) fn resolve(rows: &[ProfileRow], index: usize, unicode: &Unicode) -> Result<Resolved, String> {
    let mut lineage = vec![&rows[index]];
    let mut above = index;
    while let Some(like) = &rows[above].like {
        let named = |row: &ProfileRow| row.name == *like;
        above = rows[..above].iter().position(named).ok_or(format!("no row above is called {like}"))?;
        lineage.push(&rows[above]);
    }
    lineage.reverse();
    let hex = lineage.iter().rev().find_map(|row| row.hex).unwrap_or(Hex::Lower);
    let form = lineage.iter().rev().find_map(|row| row.form).unwrap_or(Form::Json);
    let mut ascii = [Escape::AsIs; 128];
    for rule in lineage.iter().flat_map(|row| &row.ascii) {
        for (byte, escape) in escapes(rule, hex)? {
            ascii[byte as usize] = escape;
        }
    }
    let rules: Vec<_> = lineage.iter().flat_map(|row| row.non_ascii.iter().cloned()).collect();
    Ok(Resolved { hex, form, ascii, non_ascii: ranges(&rules, unicode)? })
}

/// The bytes of one rule and their spelling.
pub(crate) fn escapes(rule: &AsciiRule, hex: Hex) -> Result<Vec<(u8, Escape)>, String> {
    if rule.why.is_empty() {
        return Err(format!("rule for {} has no reason", rule.bytes));
    }
    let mut bytes = Vec::new();
    for piece in rule.bytes.split(' ') {
        let (first, last) = range(piece)?;
        if last > 0x7F {
            return Err(format!("{piece} is no ASCII"));
        }
        bytes.extend(first as u8..=last as u8);
    }
    let hex = rule.hex.unwrap_or(hex);
    let escape = match rule.form {
        AsciiForm::AsIs => Escape::AsIs,
        AsciiForm::Unicode => Escape::Unicode(hex),
        AsciiForm::Hex => Escape::Hex(hex),
        AsciiForm::Short => {
            let letters = rule.letters.as_deref().unwrap_or_default().as_bytes();
            if letters.len() != bytes.len() || !letters.is_ascii() {
                return Err(format!("rule for {}: not one letter for each byte", rule.bytes));
            }
            return Ok(bytes.into_iter().zip(letters.iter().map(|&letter| Escape::Short(letter))).collect());
        }
    };
    Ok(bytes.into_iter().map(|byte| (byte, escape)).collect())
}

/// The union of all rules, as ascending ranges that do not touch.
pub(crate) fn ranges(rules: &[NonAsciiRule], unicode: &Unicode) -> Result<Vec<(u32, u32)>, String> {
    let mut all = Vec::new();
    for rule in rules {
        let texts = match &rule.table {
            None => &rule.ranges,
            Some(category) => {
                let table = unicode.table.iter().find(|table| table.category == *category);
                &table.ok_or(format!("there is no table {category}"))?.ranges
            }
        };
        if texts.is_empty() || rule.why.is_empty() || rule.table.is_some() != rule.ranges.is_empty() {
            return Err("a rule for non-ASCII needs a reason, and either ranges or a table".into());
        }
        for text in texts {
            let (first, last) = range(text)?;
            if first < 0x80 || last > 0x10_FFFF {
                return Err(format!("{text} is outside U+0080 to U+10FFFF"));
            }
            all.extend(without(first, last, &rule.except)?);
        }
    }
    all.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (first, last) in all {
        match merged.last_mut() {
            Some(before) if before.1 + 1 >= first => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    Ok(merged)
}

/// The parts of a range that no exception covers.
fn without(first: u32, last: u32, exceptions: &[String]) -> Result<Vec<(u32, u32)>, String> {
    let mut parts = vec![(first, last)];
    for text in exceptions {
        let (from, to) = range(text)?;
        parts = parts
            .into_iter()
            .flat_map(|(first, last)| [(first, last.min(from.saturating_sub(1))), (first.max(to + 1), last)])
            .filter(|(first, last)| first <= last)
            .collect();
    }
    Ok(parts)
}

/// For each long form in use: the method, the case of the digits and the ranges of bytes.
fn long_forms(ascii: &[Escape; 128]) -> Vec<(&'static str, Hex, String)> {
    let forms = [
        ("with_unicode", Escape::Unicode(Hex::Lower), Hex::Lower),
        ("with_unicode", Escape::Unicode(Hex::Upper), Hex::Upper),
        ("with_hex_escapes", Escape::Hex(Hex::Lower), Hex::Lower),
        ("with_hex_escapes", Escape::Hex(Hex::Upper), Hex::Upper),
    ];
    let mut found = Vec::new();
    for (method, form, hex) in forms {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for (byte, _) in (0u8..).zip(ascii).filter(|(_, escape)| **escape == form) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        let text: Vec<_> = ranges.iter().map(|&(a, b)| format!("({}, {})", rust::byte(a), rust::byte(b))).collect();
        if !text.is_empty() {
            found.push((method, hex, text.join(", ")));
        }
    }
    found
}

/// The bytes that have a short form, and their letters.
fn short_forms(ascii: &[Escape; 128]) -> (Vec<u8>, Vec<u8>) {
    let short = |(byte, escape): (u8, &Escape)| match escape {
        Escape::Short(letter) => Some((byte, *letter)),
        _ => None,
    };
    (0u8..).zip(ascii).filter_map(short).unzip()
}

/// Lists of ranges without duplicates, named after the first row that uses each.
#[derive(Default)]
struct RangeLists {
    lists: Vec<(String, Vec<(u32, u32)>)>,
}

impl RangeLists {
    /// An expression for `ranges`.
    fn name(&mut self, owner: &str, ranges: &[(u32, u32)]) -> String {
        // Few ranges read best in place.
        if ranges.len() <= 2 {
            let text: Vec<_> = ranges.iter().map(range_literal).collect();
            return format!("&[{}]", text.join(", "));
        }
        if let Some((name, _)) = self.lists.iter().find(|(_, list)| list == ranges) {
            return name.clone();
        }
        let name = format!("{owner}_NON_ASCII");
        self.lists.push((name.clone(), ranges.to_vec()));
        name
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, ranges) in &self.lists {
            // One range a line would make the file ten times as long.
            let _ = write!(text, "#[rustfmt::skip]\nconst {name}: &[CodeRange] = &[\n   ");
            let mut column = 3;
            for range in ranges {
                let literal = format!(" {},", range_literal(range));
                if column + literal.len() > 118 {
                    text += "\n   ";
                    column = 3;
                }
                column += literal.len();
                text += &literal;
            }
            text += "\n];\n";
        }
        text
    }
}

fn range_literal(&(first, last): &(u32, u32)) -> String {
    format!("(0x{first:X}, 0x{last:X})")
}
