//! The files of `spec/` as Rust types.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::Path;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    // tools/gen is two folders deep.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."))
}

/// Reads a TOML file of the tree.
pub(crate) fn read<T: DeserializeOwned>(path: &str) -> Result<T, String> {
    let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{path}: {error}"))
}

/// One error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ErrorRow {
    pub(crate) code: u16,
    pub(crate) name: String,
    pub(crate) offset: String,
    pub(crate) says: String,
    pub(crate) span: Span,
    pub(crate) remedy: String,
    unit: Option<String>,
    // Only the tests read it.
    #[cfg_attr(not(test), expect(dead_code))]
    pub(crate) since: String,
}

impl ErrorRow {
    /// The unit of the offset; empty for an error of a call, which has no place in the input.
    pub(crate) fn unit(&self) -> &str {
        if self.offset == "zero" { "" } else { self.unit.as_deref().unwrap_or("byte") }
    }
}

/// The kinds of `span`, as `stringmill_outcome::Span` names them.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Span {
    None,
    End,
    Character,
    Found,
    Utf8Subpart,
    Utf8Sequence,
    Escape,
    HexEscape,
    UnicodeEscape,
    Rest,
    ByteOrderMark,
    VersionMarker,
    Digits,
    Word,
    String,
    Token,
}

/// The rows of `spec/errors.toml`.
pub(crate) fn errors() -> Result<Vec<ErrorRow>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Errors {
        error: Vec<ErrorRow>,
    }
    read("spec/errors.toml").map(|file: Errors| file.error)
}

/// One profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileRow {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) source: String,
    pub(crate) like: Option<String>,
    pub(crate) hex: Option<Hex>,
    pub(crate) form: Option<Form>,
    #[serde(default)]
    pub(crate) replacement_escaped: bool,
    #[serde(default)]
    pub(crate) refuses_surrogates: bool,
    #[serde(default)]
    pub(crate) ascii: Vec<AsciiRule>,
    #[serde(default)]
    pub(crate) non_ascii: Vec<NonAsciiRule>,
    #[serde(default)]
    pub(crate) option: Vec<OptionRow>,
}

/// One option of a profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionRow {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) requires: Option<String>,
    pub(crate) hex: Option<Hex>,
    pub(crate) replacement_escaped: Option<bool>,
    #[serde(default)]
    pub(crate) ascii: Vec<AsciiRule>,
    pub(crate) non_ascii: Option<Vec<NonAsciiRule>>,
}

/// Case of hexadecimal digits.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Hex {
    Lower,
    Upper,
}

/// Form of non-ASCII escapes.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    Json,
    Ion,
}

/// A rule for ASCII bytes.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AsciiRule {
    /// Bytes and ranges of bytes in hexadecimal, separated by spaces.
    pub(crate) bytes: String,
    #[serde(rename = "as")]
    pub(crate) form: AsciiForm,
    /// For `short`: one letter for each byte.
    pub(crate) letters: Option<String>,
    pub(crate) hex: Option<Hex>,
    pub(crate) why: String,
}

/// How an ASCII byte is written.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AsciiForm {
    AsIs,
    Short,
    Unicode,
    Hex,
}

/// A rule for non-ASCII scalar values.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NonAsciiRule {
    #[serde(default)]
    pub(crate) ranges: Vec<String>,
    /// A general category of the table of Unicode.
    pub(crate) table: Option<String>,
    /// Ranges of the table to leave out.
    #[serde(default)]
    pub(crate) except: Vec<String>,
    pub(crate) why: String,
}

/// The rows of `spec/profiles.toml`.
pub(crate) fn profiles() -> Result<Vec<ProfileRow>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Profiles {
        profile: Vec<ProfileRow>,
    }
    read("spec/profiles.toml").map(|file: Profiles| file.profile)
}

/// Code points by general category.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unicode {
    // The file name contains it too; a test compares them.
    #[cfg_attr(not(test), expect(dead_code))]
    pub(crate) version: String,
    pub(crate) table: Vec<UnicodeTable>,
}

/// The code points of one general category.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnicodeTable {
    pub(crate) category: String,
    pub(crate) count: u32,
    pub(crate) ranges: Vec<String>,
}

/// `spec/unicode-15.0.toml`.
pub(crate) fn unicode() -> Result<Unicode, String> {
    let unicode: Unicode = read("spec/unicode-15.0.toml")?;
    for table in &unicode.table {
        let mut count = 0;
        for text in &table.ranges {
            let (first, last) = range(text)?;
            count += last - first + 1;
        }
        if count != table.count {
            return Err(format!(
                "spec/unicode-15.0.toml: {}: {count} code points, not {}",
                table.category, table.count
            ));
        }
    }
    Ok(unicode)
}

/// `1f` or `00-1f` as an inclusive range.
pub(crate) fn range(text: &str) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text| u32::from_str_radix(text, 16).map_err(|error| format!("'{text}': {error}"));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("'{text}': the range is upside down"));
    }
    Ok((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeSet;
    use stringmill_outcome::ErrorCode;
    use stringmill_profile::{
        Base64Alphabet, Base64Padding, FloatShape, IllFormed, IllFormedUtf16, LoneSurrogates, TrailingBits, WhiteSpace,
    };
    use stringmill_reference::ByteClass;

    #[derive(Deserialize)]
    struct Operations {
        operation: Vec<Operation>,
        values: Vec<Values>,
    }

    #[derive(Deserialize)]
    struct Operation {
        id: String,
        rust: String,
        c: String,
        java: String,
        csharp: String,
        raises: Vec<u16>,
    }

    #[derive(Deserialize)]
    struct Values {
        id: String,
        names: Vec<Value>,
    }

    #[derive(Deserialize)]
    struct Value {
        name: String,
    }

    #[test]
    fn each_language_spells_the_id_in_its_own_case() {
        let file: Operations = read("spec/operations.toml").unwrap();
        assert_eq!(file.operation.len(), 18);
        for operation in file.operation {
            let pascal = crate::rust::camel(&operation.id);
            assert_eq!(operation.rust, operation.id);
            assert_eq!(operation.c, format!("smill_{}", operation.id));
            assert_eq!(operation.csharp, pascal);
            assert_eq!(operation.java, format!("{}{}", pascal[..1].to_lowercase(), &pascal[1..]));
            let known: BTreeSet<_> = ErrorCode::ALL.iter().map(|&code| code as u16).collect();
            assert!(operation.raises.iter().all(|code| known.contains(code)), "{}", operation.id);
        }
    }

    #[test]
    fn policies_have_the_names_of_the_code() {
        let file: Operations = read("spec/operations.toml").unwrap();
        let names = |id| -> Vec<_> {
            let list = file.values.iter().find(|values| values.id == id).unwrap();
            list.names.iter().map(|value| value.name.as_str()).collect()
        };
        assert_eq!(names("ill_formed"), IllFormed::ALL.iter().map(|policy| policy.name()).collect::<Vec<_>>());
        assert_eq!(
            names("ill_formed_utf16"),
            IllFormedUtf16::ALL.iter().map(|policy| policy.name()).collect::<Vec<_>>()
        );
        assert_eq!(
            names("lone_surrogates"),
            LoneSurrogates::ALL.iter().map(|policy| policy.name()).collect::<Vec<_>>()
        );
        assert_eq!(names("base64_alphabet"), Base64Alphabet::ALL.iter().map(|one| one.name()).collect::<Vec<_>>());
        assert_eq!(names("base64_padding"), Base64Padding::ALL.iter().map(|one| one.name()).collect::<Vec<_>>());
        assert_eq!(names("trailing_bits"), TrailingBits::ALL.iter().map(|one| one.name()).collect::<Vec<_>>());
        assert_eq!(names("white_space"), WhiteSpace::ALL.iter().map(|one| one.name()).collect::<Vec<_>>());
        assert_eq!(names("float_shape"), FloatShape::ALL.iter().map(|shape| shape.name).collect::<Vec<_>>());
        assert_eq!(names("class"), ByteClass::ALL.iter().map(|class| class.name()).collect::<Vec<_>>());
    }

    #[test]
    fn the_table_of_unicode_says_its_version() {
        assert_eq!(unicode().unwrap().version, "15.0.0");
    }
}
