//! Words and numbers.

use super::edits::Edits;
use super::mend::Mend;
use super::rules::RecordEnd;
use super::walk::{ItemStop, State, Walk};
use stringmill_json::{JsonCheck, json_check_with};
use stringmill_outcome::{Error, ErrorCode};

impl Walk<'_, '_> {
    /// The end of the word or number at `at`.
    pub(super) fn scalar(&self, at: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let len = self.src[at..].iter().take_while(|&&byte| self.continues(byte)).count();
        let end = at + len;
        let is_last = end == self.src.len();
        if is_last && self.end.is_none() {
            return Err(ItemStop::More);
        }
        let token = &self.src[at..end];
        let faults = Faults::of(token);
        let may_be_cut = is_last && self.may_be_cut();
        let is_word = matches!(token, b"true" | b"false" | b"null");
        if is_word && self.keeps_truncated() {
            return Ok(end);
        }
        if is_word || faults.is_some_and(Faults::is_none) {
            return if may_be_cut { Err(self.ends(ErrorCode::JsonIncomplete)) } else { Ok(end) };
        }
        if may_be_cut && self.is_beginning(token, self.error(at, end)) {
            return Err(self.ends(ErrorCode::JsonIncomplete));
        }
        let is_mended =
            self.word(at, token, edits) || faults.is_some_and(|faults| self.number(at, token, faults, edits));
        if is_mended {
            return Ok(end);
        }
        let error = self.error(at, end);
        let found = error.after(at as u64);
        let is_cut = is_last && self.end == Some(RecordEnd::Input) && self.is_beginning(token, error);
        Err(if is_cut { ItemStop::Cut(found) } else { ItemStop::Bad(found) })
    }

    /// Whether the end of the input may have cut the last word or number. Outside of all containers it has to be whole.
    fn may_be_cut(&self) -> bool {
        self.end == Some(RecordEnd::Input) && self.levels.depth > 0
    }

    /// Whether a valid or mended word or number may begin with `token`, which has this error.
    fn is_beginning(&self, token: &[u8], error: Error) -> bool {
        let words: [(Mend, &[u8]); 9] = [
            (Mend::PythonWords, b"None"),
            (Mend::PythonWords, b"True"),
            (Mend::PythonWords, b"False"),
            (Mend::NanNull, b"NaN"),
            (Mend::NanNull, b"Infinity"),
            (Mend::NanNull, b"-Infinity"),
            (Mend::NanString, b"NaN"),
            (Mend::NanString, b"Infinity"),
            (Mend::NanString, b"-Infinity"),
        ];
        let numbers = [Mend::PlusSigns, Mend::LeadingZeros, Mend::BarePoints, Mend::HexNumbers];
        let in_number = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'+' | b'-' | b'.' | b'x' | b'X');
        error.offset == token.len() as u64
            || words.iter().any(|&(mend, word)| self.has(mend) && word.starts_with(token))
            || numbers.iter().any(|&mend| self.has(mend)) && token.iter().all(in_number)
    }

    /// Whether `byte` may be part of a word or number, or is wrong in one.
    fn continues(&self, byte: u8) -> bool {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'}' | b'[' | b']' | b':' | b',' | b'"' => false,
            b'\'' => !self.has(Mend::SingleQuotes),
            b'/' | b'#' => !self.has(Mend::Comments),
            0 => self.levels.depth > 0 || !self.has(Mend::NulPadding),
            _ => true,
        }
    }

    /// The error of a strict reader in the token, which may be empty.
    fn error(&self, at: usize, end: usize) -> Error {
        // A token that ends too early has its error at the byte after it.
        let shown = &self.src[at..self.src.len().min(end + 1)];
        let found = json_check_with(self.tier, JsonCheck::STRICT, &mut [], shown);
        let error = found.err().unwrap_or(Error::new(ErrorCode::JsonValueExpected, 0));
        match (error.code, self.levels.depth, self.levels.is_object()) {
            (ErrorCode::JsonByteOrderMark, ..) if at > 0 || self.state != State::Start => {
                Error { code: ErrorCode::JsonValueExpected, ..error }
            }
            (ErrorCode::JsonTrailing, 1.., true) => Error { code: ErrorCode::JsonCommaExpected, ..error },
            (ErrorCode::JsonTrailing, 1.., false) => Error { code: ErrorCode::JsonBracketExpected, ..error },
            _ => error,
        }
    }

    /// Mends a word. Returns whether it is one that can be.
    fn word(&self, at: usize, token: &[u8], edits: &mut impl Edits) -> bool {
        let (mend, after) = match token {
            b"None" => (Mend::PythonWords, &b"null"[..]),
            b"True" => (Mend::PythonWords, &b"true"[..]),
            b"False" => (Mend::PythonWords, &b"false"[..]),
            b"NaN" | b"Infinity" | b"-Infinity" if self.has(Mend::NanNull) => (Mend::NanNull, &b"null"[..]),
            b"NaN" => (Mend::NanString, &b"\"NaN\""[..]),
            b"Infinity" => (Mend::NanString, &b"\"Infinity\""[..]),
            b"-Infinity" => (Mend::NanString, &b"\"-Infinity\""[..]),
            _ => return false,
        };
        if self.has(mend) {
            let why = if token[0] == b'-' { ErrorCode::NumberDigitExpected } else { ErrorCode::JsonValueExpected };
            edits.edit(at..at + token.len(), mend, why, after);
        }
        self.has(mend)
    }

    /// The error of a strict reader in a number with faults.
    fn number_error(&self, token: &[u8], faults: Faults) -> ErrorCode {
        let has_digit = token.get(faults.sign).is_some_and(u8::is_ascii_digit);
        match (faults, self.levels.depth, self.levels.is_object()) {
            (Faults { plus: true, .. }, ..) => ErrorCode::JsonValueExpected,
            (Faults { sign: 0, .. }, ..) if !has_digit => ErrorCode::JsonValueExpected,
            (Faults { zeros: 1.., .. }, ..) => ErrorCode::NumberLeadingZero,
            (Faults { hex: Some(_), .. }, 0, _) => ErrorCode::JsonTrailing,
            (Faults { hex: Some(_), .. }, _, true) => ErrorCode::JsonCommaExpected,
            (Faults { hex: Some(_), .. }, _, false) => ErrorCode::JsonBracketExpected,
            _ => ErrorCode::NumberDigitExpected,
        }
    }

    /// Mends a number. Returns whether it is one that can be.
    fn number(&self, at: usize, token: &[u8], faults: Faults, edits: &mut impl Edits) -> bool {
        let Faults { plus, sign: digits, hex, zeros, bare } = faults;
        let allowed = |is_there: bool, mend| !is_there || self.has(mend);
        let is_allowed = allowed(plus, Mend::PlusSigns)
            && allowed(hex.is_some(), Mend::HexNumbers)
            && allowed(zeros > 0, Mend::LeadingZeros)
            && allowed(bare != BarePoint::No, Mend::BarePoints);
        if !is_allowed {
            return false;
        }
        let why = self.number_error(token, faults);
        if plus {
            edits.edit(at..at + 1, Mend::PlusSigns, why, b"");
        }
        if let Some(value) = hex {
            edits.edit(at + digits..at + token.len(), Mend::HexNumbers, why, value.to_string().as_bytes());
        }
        if zeros > 0 {
            edits.edit(at + digits..at + digits + zeros, Mend::LeadingZeros, why, b"");
        }
        match bare {
            BarePoint::No => {}
            BarePoint::At(place) => edits.edit(at + place..at + place, Mend::BarePoints, why, b"0"),
        }
        true
    }
}

/// Whether digits are missing on one side of the point, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BarePoint {
    No,
    At(usize),
}

/// How a token differs from a number of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Faults {
    plus: bool,
    /// Length of the sign.
    sign: usize,
    /// The value of a hexadecimal integer.
    hex: Option<u128>,
    /// Zeros that are too many.
    zeros: usize,
    bare: BarePoint,
}

impl Faults {
    fn is_none(self) -> bool {
        !self.plus && self.hex.is_none() && self.zeros == 0 && self.bare == BarePoint::No
    }

    /// The faults of `token`; `None` if it is no number even without them.
    fn of(token: &[u8]) -> Option<Faults> {
        let digits = usize::from(matches!(token.first(), Some(b'+' | b'-')));
        let plus = token.first() == Some(&b'+');
        let rest = &token[digits..];
        if let [b'0', b'x' | b'X', hex @ ..] = rest {
            let is_hex = (1..=32).contains(&hex.len()) && hex.iter().all(u8::is_ascii_hexdigit);
            let value = is_hex.then(|| u128::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()).flatten()?;
            return Some(Faults { plus, sign: digits, hex: Some(value), zeros: 0, bare: BarePoint::No });
        }
        let whole = count_digits(rest);
        let zeros = rest[..whole].iter().take_while(|&&digit| digit == b'0').count().min(whole.saturating_sub(1));
        let (mut at, mut bare) = (whole, BarePoint::No);
        if rest.get(at) == Some(&b'.') {
            let fraction = count_digits(&rest[at + 1..]);
            bare = match (whole, fraction) {
                (0, 0) => return None,
                (0, _) => BarePoint::At(digits),
                (_, 0) => BarePoint::At(digits + whole + 1),
                _ => BarePoint::No,
            };
            at += 1 + fraction;
        } else if whole == 0 {
            return None;
        }
        if let Some(b'e' | b'E') = rest.get(at) {
            at += 1 + usize::from(matches!(rest.get(at + 1), Some(b'+' | b'-')));
            match count_digits(&rest[at..]) {
                0 => return None,
                exponent => at += exponent,
            }
        }
        (at == rest.len()).then_some(Faults { plus, sign: digits, hex: None, zeros, bare })
    }
}

fn count_digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}
