//! Whether a text is JSON, token by token.
//! Standard: RFC 8259.

use crate::json_structure::{JsonRules, json_scalars_touch, json_structure};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// How far a text may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonLimits {
    /// The most arrays and objects inside each other.
    pub depth: u64,
    /// The most bytes of the text; of each line, if lines count.
    pub len: u64,
}

impl JsonLimits {
    /// None.
    pub const NONE: JsonLimits = JsonLimits { depth: u64::MAX, len: u64::MAX };
}

/// The tokens that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedToken {
    /// The text; a value.
    Text,
    /// A value.
    Value,
    /// A value, or `]`.
    FirstValue,
    /// A name.
    Name,
    /// A name, or `}`.
    FirstName,
    Colon,
    /// A comma or the end of the container.
    AfterValue,
}

/// Whether all of `src` is one JSON text and white space.
///
/// # Errors
///
/// The first: a byte that is no token, or a token that is wrong in itself (101 to 107, 110, 201 to 205, 308, 309, 311,
/// 601, 602), a token in a wrong place (302 to 305, 308, 310), an end too soon (306, 308), a limit (702 to 704).
pub fn json_check(rules: JsonRules, limits: JsonLimits, src: &[u8]) -> Result<(), Error> {
    let rules = JsonRules { lines: false, ..rules };
    match within(limits.len, src) {
        Some(start) => {
            text(rules, limits, start, Chunk::More)?;
            Err(Error::new(ErrorCode::LimitRecordLen, limits.len))
        }
        None => text(rules, limits, src, Chunk::Last),
    }
}

/// Whether `src` is the beginning of a JSON text, whatever follows it. The limit of length does not count.
///
/// # Errors
///
/// As [`json_check`], but for an end too soon.
pub fn json_check_start(rules: JsonRules, limits: JsonLimits, src: &[u8]) -> Result<(), Error> {
    text(JsonRules { lines: false, ..rules }, limits, src, Chunk::More)
}

/// Whether all of `src` is any number of JSON texts, with or without white space between them.
///
/// # Errors
///
/// As [`json_check`].
pub fn json_check_values(rules: JsonRules, limits: JsonLimits, src: &[u8]) -> Result<(), Error> {
    let rules = JsonRules { lines: false, ..rules };
    match within(limits.len, src) {
        Some(start) => {
            texts(rules, limits, true, start, Chunk::More)?;
            Err(Error::new(ErrorCode::LimitRecordLen, limits.len))
        }
        None => texts(rules, limits, true, src, Chunk::Last),
    }
}

/// The errors of NDJSON: the first of each line that is no JSON text. Lines of white space alone are none.
pub fn json_check_lines(rules: JsonRules, limits: JsonLimits, src: &[u8]) -> Vec<Error> {
    let rules = JsonRules { lines: true, ..rules };
    let mut errors = Vec::new();
    let mut base = 0;
    for line in src.split_inclusive(|&byte| byte == b'\n') {
        let bare = line.strip_suffix(b"\n").unwrap_or(line);
        let found = match within(limits.len, bare) {
            Some(start) => {
                text(rules, limits, start, Chunk::More).and(Err(Error::new(ErrorCode::LimitRecordLen, limits.len)))
            }
            // The line feed is the last byte of the text that it ends.
            None => text(rules, limits, line, if line.len() > bare.len() { Chunk::More } else { Chunk::Last }),
        };
        errors.extend(found.err().map(|error| error.after(base)));
        base += line.len() as u64;
    }
    errors
}

/// The part within the limit, if not all of it is.
fn within(limit: u64, src: &[u8]) -> Option<&[u8]> {
    src.get(..usize::try_from(limit).ok()?).filter(|start| start.len() < src.len())
}

fn text(rules: JsonRules, limits: JsonLimits, src: &[u8], chunk: Chunk) -> Result<(), Error> {
    texts(rules, limits, false, src, chunk)
}

/// `many`: a text may follow another one.
fn texts(rules: JsonRules, limits: JsonLimits, many: bool, src: &[u8], chunk: Chunk) -> Result<(), Error> {
    let found = json_structure(rules, src, chunk);
    let mut inside = Vec::new();
    let mut expect = ExpectedToken::Text;
    let mut before = None;
    for (token, at) in found.tokens {
        if src.starts_with(b"\xEF\xBB\xBF") && at == 0 {
            return Err(Error::new(ErrorCode::JsonByteOrderMark, 0));
        }
        let begins = !b"]}:,".contains(&token);
        let touches = before.replace((token, at)).is_some_and(|before| json_scalars_touch(src, before, (token, at)));
        if many && begins && !touches && expect == ExpectedToken::AfterValue && inside.is_empty() {
            expect = ExpectedToken::Text;
        }
        expect = next(expect, token, &mut inside, limits.depth).map_err(|code| Error::new(code, at as u64))?;
    }
    if let Some(error) = found.error {
        return Err(error);
    }
    let end = |code| Err(Error::new(code, src.len() as u64));
    match expect {
        _ if chunk == Chunk::More => Ok(()),
        ExpectedToken::AfterValue if inside.is_empty() => Ok(()),
        ExpectedToken::Text if rules.lines || many => Ok(()),
        ExpectedToken::Text => end(ErrorCode::JsonValueExpected),
        _ => end(ErrorCode::JsonIncomplete),
    }
}

/// The tokens that may follow `token`; `inside` has the open brackets.
fn next(expect: ExpectedToken, token: u8, inside: &mut Vec<u8>, depth: u64) -> Result<ExpectedToken, ErrorCode> {
    use ExpectedToken as E;
    if token == b'\n' {
        return match expect {
            E::Text => Ok(E::Text),
            E::AfterValue if inside.is_empty() => Ok(E::Text),
            _ => Err(ErrorCode::JsonIncomplete),
        };
    }
    match (expect, token) {
        (E::Text | E::Value | E::FirstValue, b'{' | b'[') => {
            if inside.len() as u64 == depth {
                return Err(ErrorCode::LimitDepth);
            }
            inside.push(token);
            Ok(if token == b'{' { E::FirstName } else { E::FirstValue })
        }
        (E::FirstValue, b']') | (E::FirstName, b'}') => {
            inside.pop();
            Ok(E::AfterValue)
        }
        (E::Text | E::Value | E::FirstValue, b'}' | b']' | b':' | b',') => Err(ErrorCode::JsonValueExpected),
        (E::Text | E::Value | E::FirstValue, _) => Ok(E::AfterValue),
        (E::Name | E::FirstName, b'"') => Ok(E::Colon),
        (E::Name | E::FirstName, _) => Err(ErrorCode::JsonStringExpected),
        (E::Colon, b':') => Ok(E::Value),
        (E::Colon, _) => Err(ErrorCode::JsonColonExpected),
        (E::AfterValue, _) => match (inside.last(), token) {
            (None, _) => Err(ErrorCode::JsonTrailing),
            (Some(b'{'), b',') => Ok(E::Name),
            (Some(b'['), b',') => Ok(E::Value),
            (Some(b'{'), b'}') | (Some(b'['), b']') => {
                inside.pop();
                Ok(E::AfterValue)
            }
            (Some(b'{'), _) => Err(ErrorCode::JsonCommaExpected),
            (Some(_), _) => Err(ErrorCode::JsonBracketExpected),
        },
    }
}
