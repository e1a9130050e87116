//! What an error means in words, how many bytes it is about, and what its user can do.

use crate::report::visible::visible;
use stringmill::ErrorCode;

/// What was being done when an error was found; remedies differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Writing text as a JSON string.
    Escape,
    /// Reading the text of a JSON string.
    Unescape,
    /// Looking for errors.
    Check,
    /// Reading a packed folder.
    Unpack,
    /// Writing a text in another format.
    Convert,
}

/// What is wrong, given the bytes from the place of the error on.
pub(crate) fn what(code: ErrorCode, found: &[u8]) -> String {
    use ErrorCode as E;
    let bad = &found[..span(code, found)];
    let shown = visible(bad);
    match code {
        E::Utf8StrayContinuation => format!("ill-formed UTF-8: continuation byte {} without a lead byte", hex(bad)),
        E::Utf8ImpossibleByte => format!("ill-formed UTF-8: byte {} never occurs", hex(bad)),
        E::Utf8MissingContinuation => missing_continuation(bad, found.get(bad.len())),
        E::Utf8Overlong => format!("ill-formed UTF-8: overlong sequence {}", hex(bad)),
        E::Utf8Surrogate => format!("ill-formed UTF-8: surrogate code point in bytes {}", hex(bad)),
        E::Utf8AboveMax => format!("ill-formed UTF-8: code point above U+10FFFF in bytes {}", hex(bad)),
        E::Utf8Incomplete => format!("ill-formed UTF-8: input ends inside the sequence {}", hex(bad)),
        E::SurrogateLone => format!("lone surrogate {shown}"),
        E::ControlUnescaped => format!("unescaped control character {shown} in a string"),
        E::EscapeUnknown => format!("unknown escape {shown}"),
        E::EscapeHex | E::EscapeIncomplete | E::IonEscapeDigits | E::IonEscapeAboveMax => {
            format!("{}: {shown}", code.says())
        }
        E::IonClobNonAscii => format!("{}: {}", code.says(), hex(bad)),
        E::QuoteMissing
        | E::LiteralTrailing
        | E::JsonObjectExpected
        | E::JsonStringExpected
        | E::JsonColonExpected
        | E::JsonCommaExpected
        | E::JsonTrailing
        | E::JsonValueExpected
        | E::JsonBracketExpected
        | E::NumberDigitExpected
        | E::Base64Symbol
        | E::Base64WhiteSpace
        | E::Base64PaddingMissing
        | E::Base64AfterPadding
        | E::IonValueExpected
        | E::IonCommaExpected
        | E::IonBracketMismatched
        | E::IonFieldNameExpected
        | E::IonColonExpected
        | E::IonNullType
        | E::IonNumberEnd
        | E::IonLobEndExpected
        | E::TimestampMalformed => match bad {
            [] => format!("{}, found the end of the input", code.says()),
            _ => format!("{}, found {shown}", code.says()),
        },
        E::JsonLiteralUnknown => format!("{}: found {shown}", code.says()),
        // A line feed is there only where lines count.
        E::JsonIncomplete if bad == b"\n" => "line ends inside a JSON value".to_owned(),
        E::StringUnterminated
        | E::QuoteUnescaped
        | E::JsonIncomplete
        | E::JsonMemberUnknown
        | E::JsonByteOrderMark
        | E::NumberLeadingZero
        | E::LimitDepth
        | E::LimitStringLen
        | E::LimitRecordLen
        | E::LimitNameLen
        | E::IonBinary
        | E::IonEncoding
        | E::IonByteOrderMark
        | E::IonVersion
        | E::IonIncomplete
        | E::IonKeyword
        | E::IonCommentUnterminated
        | E::IonSymbolId
        | E::IonTableFieldRepeated
        | E::IonImportUnknown
        | E::TimestampRange
        | E::LimitSymbols
        | E::Utf16SurrogateLone
        | E::Base64PaddingUnexpected
        | E::Base64TrailingBits
        | E::Base64Incomplete
        | E::PolicyUnsupported
        | E::PointerNull
        | E::PointerMisaligned
        | E::LengthExcessive
        | E::RangesOverlap
        | E::ChoiceUnknown
        | E::TierUnavailable
        | E::ProfileUnknown
        | E::ProfileOptionUnknown
        | E::ProfileUnsound
        | E::OffsetsUnsound
        | E::RoomShort
        | E::RulesMismatched
        | E::NumberNotFinite
        | E::MemoryRefused
        | E::ConvertLoss
        | E::ConvertOneValue
        | E::ConvertTyped
        | E::Internal => code.says().to_owned(),
    }
}

fn missing_continuation(bad: &[u8], next: Option<&u8>) -> String {
    let subject = match bad {
        [lead] => format!("lead byte {lead:02X} needs a continuation byte"),
        _ => format!("sequence {} needs one more continuation byte", hex(bad)),
    };
    let found = next.map_or("the end of the input".to_owned(), |next| format!("{next:02X}"));
    format!("ill-formed UTF-8: {subject}, found {found}")
}

/// How many of the bytes from the place of the error on are bad; zero at the end of the input.
pub(crate) fn span(code: ErrorCode, found: &[u8]) -> usize {
    use ErrorCode as E;
    let len = match code {
        E::Utf8StrayContinuation | E::Utf8ImpossibleByte | E::Utf8MissingContinuation | E::Utf8Incomplete => {
            subpart_len(found)
        }
        E::Utf8Overlong | E::Utf8Surrogate | E::Utf8AboveMax => announced_len(found),
        E::SurrogateLone => 6,
        E::EscapeUnknown => 1 + character_len(found.get(1..).unwrap_or_default()),
        E::EscapeHex => escape_hex_len(found),
        E::EscapeIncomplete => found.len(),
        E::IonEscapeDigits => 2 + found.iter().skip(2).take_while(|byte| byte.is_ascii_hexdigit()).count(),
        E::IonEscapeAboveMax => 10,
        E::IonKeyword | E::IonVersion | E::IonSymbolId => word_len(found),
        E::TimestampRange => found.iter().take_while(|byte| byte.is_ascii_digit()).count().max(1),
        E::IonClobNonAscii | E::IonBracketMismatched | E::IonImportUnknown | E::LimitSymbols => 1,
        E::IonBinary => 4,
        E::ControlUnescaped | E::QuoteUnescaped | E::NumberLeadingZero | E::LimitDepth => 1,
        E::JsonByteOrderMark | E::IonByteOrderMark => 3,
        E::QuoteMissing
        | E::LiteralTrailing
        | E::JsonObjectExpected
        | E::JsonStringExpected
        | E::JsonColonExpected
        | E::JsonCommaExpected
        | E::JsonTrailing
        | E::JsonIncomplete
        | E::JsonValueExpected
        | E::JsonBracketExpected
        | E::JsonLiteralUnknown
        | E::NumberDigitExpected
        | E::IonValueExpected
        | E::IonCommaExpected
        | E::IonIncomplete
        | E::IonFieldNameExpected
        | E::IonColonExpected
        | E::IonNullType
        | E::IonNumberEnd
        | E::IonLobEndExpected
        | E::IonCommentUnterminated
        | E::IonTableFieldRepeated
        | E::IonEncoding
        | E::TimestampMalformed
        | E::LimitStringLen
        | E::LimitRecordLen
        | E::Base64Symbol
        | E::Base64WhiteSpace
        | E::Base64PaddingMissing
        | E::Base64PaddingUnexpected
        | E::Base64AfterPadding
        | E::Base64TrailingBits
        | E::Base64Incomplete => character_len(found),
        E::JsonMemberUnknown | E::LimitNameLen => string_len(found),
        E::ConvertLoss | E::ConvertOneValue | E::ConvertTyped => token_len(found),
        E::StringUnterminated
        | E::Utf16SurrogateLone
        | E::PolicyUnsupported
        | E::PointerNull
        | E::PointerMisaligned
        | E::LengthExcessive
        | E::RangesOverlap
        | E::ChoiceUnknown
        | E::TierUnavailable
        | E::ProfileUnknown
        | E::ProfileOptionUnknown
        | E::ProfileUnsound
        | E::OffsetsUnsound
        | E::RoomShort
        | E::RulesMismatched
        | E::NumberNotFinite
        | E::MemoryRefused
        | E::Internal => 0,
    };
    len.min(found.len())
}

/// Length of the maximal subpart of the ill-formed sequence at the beginning of `found`.
fn subpart_len(found: &[u8]) -> usize {
    match std::str::from_utf8(prefix(found, 4)) {
        Err(error) if error.valid_up_to() == 0 => error.error_len().unwrap_or(found.len().min(4)),
        _ => 1,
    }
}

/// Length of the sequence that stands for a code point which must not be written so.
fn announced_len(found: &[u8]) -> usize {
    let most = match found.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        _ => 2,
    };
    1 + prefix(found, most).iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// Length of the character at the beginning of `found`, or of the piece that is none.
fn character_len(found: &[u8]) -> usize {
    match prefix(found, 4).utf8_chunks().next() {
        Some(chunk) => chunk.valid().chars().next().map_or(chunk.invalid().len(), char::len_utf8),
        None => 0,
    }
}

/// Length of `\u`, its hexadecimal digits, and the character found where another digit should be.
fn escape_hex_len(found: &[u8]) -> usize {
    let digits = found.iter().skip(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let wrong = found.get(2 + digits..).unwrap_or_default();
    2 + digits + if wrong.first() == Some(&b'\n') { 0 } else { character_len(wrong) }
}

/// Length of the Ion identifier or symbol ID at the beginning of `found`.
fn word_len(found: &[u8]) -> usize {
    found.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')).count()
}

/// Length of the string, word or number at the beginning of `found`, or else of its first character.
fn token_len(found: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}[](),:\"'".contains(byte);
    match found.first() {
        Some(b'"') => string_len(found),
        Some(first) if ends(first) => 1,
        _ => prefix(found, 40).iter().position(ends).unwrap_or(found.len().min(40)),
    }
}

/// Length of the string at the beginning of `found`, with its quotes; at most 40 bytes of it.
pub(crate) fn string_len(found: &[u8]) -> usize {
    let mut escaped = true;
    let found = prefix(found, 40);
    let inside = found.iter().take_while(|&&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        !ends
    });
    found.len().min(inside.count() + 1)
}

/// Whether an error is about the size of an input, not about what it is.
pub(crate) fn is_limit(code: ErrorCode) -> bool {
    // The hundreds are families.
    code as u16 / 100 == 7 || code == ErrorCode::MemoryRefused
}

fn prefix(bytes: &[u8], len: usize) -> &[u8] {
    &bytes[..bytes.len().min(len)]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// What the user can do about it.
pub(crate) fn remedy(code: ErrorCode, task: Task) -> &'static str {
    use ErrorCode as E;
    match code {
        E::Utf8StrayContinuation
        | E::Utf8ImpossibleByte
        | E::Utf8MissingContinuation
        | E::Utf8Overlong
        | E::Utf8Surrogate
        | E::Utf8AboveMax
        | E::Utf8Incomplete => match task {
            Task::Escape => "--on-invalid replace writes U+FFFD instead; smill check --all lists every place",
            Task::Check => "--all lists every place",
            Task::Convert => "JSON and Ion text are UTF-8; smill check --all lists every place",
            Task::Unescape | Task::Unpack => "JSON is UTF-8; smill check --all lists every place",
        },
        E::SurrogateLone => match task {
            Task::Check => "it stands for no text; --lone-surrogates takes it all the same",
            Task::Convert => "it stands for no text",
            Task::Escape | Task::Unescape | Task::Unpack => {
                "--on-invalid replace writes U+FFFD instead; reversible gives back the bytes that it once marked"
            }
        },
        E::Utf16SurrogateLone => "choose replace or question-mark for what is half of no pair",
        E::StringUnterminated => match task {
            Task::Unescape => "the closing quote is missing: is the input cut short?",
            Task::Escape | Task::Check | Task::Unpack | Task::Convert => "the input is cut short",
        },
        E::ControlUnescaped => "inside a string it must be an escape, as \\n or \\u0001",
        E::EscapeUnknown => r#"JSON has \" \\ \/ \b \f \n \r \t and \uXXXX; a backslash itself is \\"#,
        E::EscapeHex => "four hexadecimal digits must follow \\u, as in \\u00e9",
        E::EscapeIncomplete => "is the input cut short?",
        E::QuoteMissing => "--bare takes text without quotes around it",
        E::QuoteUnescaped => "write it as \\\", or leave out --bare if the text has quotes around it",
        E::LiteralTrailing => "smill unescape takes one string literal; smill unpack takes objects",
        E::JsonValueExpected => "a value is an object, an array, a string, a number, true, false or null",
        E::JsonBracketExpected => "is the input cut short, or edited by hand?",
        E::JsonLiteralUnknown => "the words of JSON are true, false and null, in lower case",
        E::JsonByteOrderMark => "JSON begins without one; tail -c +4 leaves it out",
        E::NumberDigitExpected | E::NumberLeadingZero => "numbers are written as -12, 0.5 or 1e+6; no 012, .5 or 5.",
        E::Base64Symbol => "base64 has letters, digits, and either + and / or - and _",
        E::Base64WhiteSpace => "take it out, or allow white space",
        E::Base64PaddingMissing => "a group is filled up to four characters with =; is the input cut short?",
        E::Base64PaddingUnexpected => "only = after two or three symbols of the last group is padding",
        E::Base64AfterPadding => "padding ends base64: are these two texts, one after the other?",
        E::Base64TrailingBits | E::Base64Incomplete => "is the input cut short, or edited by hand?",
        E::LimitDepth => "--max-depth raises the limit",
        E::LimitStringLen => "--max-string raises the limit",
        E::LimitRecordLen => "--max-length raises the limit",
        E::JsonObjectExpected => "smill unpack takes what smill pack writes: {\"path\": \"text\", ...}, or NDJSON",
        E::JsonStringExpected => match task {
            Task::Check | Task::Convert => {
                "names of members are strings in quotes; no comma stands before a closing brace"
            }
            Task::Escape | Task::Unescape | Task::Unpack => "names and texts must be strings",
        },
        E::JsonColonExpected | E::JsonCommaExpected => "is the input cut short, or edited by hand?",
        E::JsonTrailing => match task {
            Task::Check => "one text is one value; --format ndjson takes one on each line",
            Task::Convert => "one text is one value; --from ndjson takes one on each line",
            Task::Escape | Task::Unescape | Task::Unpack => "one object is expected; --ndjson takes one on each line",
        },
        E::JsonIncomplete | E::IonIncomplete => "the input is cut short",
        E::IonBinary => "this reads the text form of Ion; convert it with a tool that reads binary Ion",
        E::IonEncoding => "Ion text is UTF-8; iconv -t UTF-8 converts it",
        E::IonByteOrderMark => "Ion text begins without one; tail -c +4 leaves it out",
        E::IonVersion => "this reads Ion 1.0; a symbol of this name needs quotes",
        E::IonValueExpected => "operators stand only in a sexp; an annotation stands before a value",
        E::IonCommaExpected | E::IonBracketMismatched | E::IonColonExpected => {
            "is the input cut short, or edited by hand?"
        }
        E::IonFieldNameExpected => "names of fields are symbols or strings; one comma stands between two fields",
        E::IonKeyword => "in quotes it is a name",
        E::IonNullType => "null stands alone or before the name of a type, as in null.int",
        E::IonNumberEnd => "numbers are written as -12, 0x1F, 0.5, 1e6 or 1d6; blanks or brackets end them",
        E::IonLobEndExpected => "a clob or blob ends with }}, and holds no comments",
        E::IonClobNonAscii => "bytes of a clob that are not ASCII are written as \\xNN",
        E::IonCommentUnterminated => "*/ closes it; is the input cut short?",
        E::IonEscapeDigits => "two digits follow \\x, four \\u and eight \\U",
        E::IonEscapeAboveMax => "the last code point is \\U0010FFFF",
        E::IonSymbolId => "a symbol table before it must have the ID; in quotes it is a text",
        E::IonTableFieldRepeated => "a symbol table has symbols and imports once each",
        E::IonImportUnknown => "with max_id its symbols need not be known",
        E::TimestampMalformed => "timestamps are written as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00",
        E::TimestampRange => "years go from 0001 to 9999, also in UTC; there is no 24:00 and no leap second",
        E::LimitSymbols => "a program that calls the library can raise the limit",
        E::JsonMemberUnknown => {
            "a line of NDJSON is {\"path\":\"...\",\"text\":\"...\"}; --object takes \"path\" as the name of a file"
        }
        E::LimitNameLen => "no path may be longer than 4096 bytes",
        E::PolicyUnsupported => "choose another --on-invalid, or another --profile",
        E::ConvertLoss => "--on-loss allow takes what is nearest to it; --typed loses nothing between Ion and JSON",
        E::ConvertOneValue => "--to ndjson writes each value on a line, --array all of them in one array",
        E::ConvertTyped => "--typed takes the JSON that it writes",
        // Only a program that calls the library can do these.
        E::PointerNull
        | E::PointerMisaligned
        | E::LengthExcessive
        | E::RangesOverlap
        | E::ChoiceUnknown
        | E::TierUnavailable
        | E::ProfileUnknown
        | E::ProfileOptionUnknown
        | E::ProfileUnsound
        | E::OffsetsUnsound
        | E::RoomShort
        | E::RulesMismatched
        | E::NumberNotFinite => "stringmill.h says what the call wants",
        E::MemoryRefused => "give the process more memory",
        E::Internal => "please report it, with the input",
    }
}
