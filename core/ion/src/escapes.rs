//! Writes quoted text: strings, symbols and clobs, short and long.
//! Standard: Amazon Ion 1.0, strings and clobs. The `ion` profile says which characters are escaped. Of the quotes,
//! only the own kind is; in long text, line feeds are not.

use stringmill_kernels::{Bytes16, JsonEscape, JsonEscapeLatin1, Tier, json_escape_latin1_with, json_escape_with};
use stringmill_outcome::{Chunk, Error, Repairs};
use stringmill_output::Output;
use stringmill_profile::{AsciiEscape, CodeRange, IllFormed, Profile};

/// Escape rules for each kind of quotes.
#[derive(Debug)]
pub(crate) struct Escapes {
    pub(crate) string: JsonEscape<'static>,
    pub(crate) long_string: JsonEscape<'static>,
    pub(crate) symbol: JsonEscape<'static>,
}

impl Escapes {
    pub(crate) fn of(ascii: bool) -> &'static Self {
        if ascii { &ASCII } else { &UTF8 }
    }

    const fn new(string: Profile<'static>) -> Self {
        Escapes {
            string: rules(&string),
            long_string: rules(&long_text(string)),
            symbol: rules(&single_quoted(string)),
        }
    }
}

/// Writes a text between two quotes.
///
/// # Errors
///
/// Ill-formed UTF-8, at its offset; then a part of the text is written.
#[inline]
pub(crate) fn quoted(
    out: &mut Output,
    tier: Tier,
    rules: &JsonEscape<'_>,
    quote: u8,
    text: &[u8],
) -> Result<(), Error> {
    // Most texts fit at once. After refused memory the spare capacity is smaller; the rest then overwrites itself.
    let spare = out.spare(text.len() + JsonEscape::UNIT_MAX + 2);
    spare[0] = quote;
    let (end, mut repairs) = (spare.len() - 1, Repairs::default());
    let step = json_escape_with(tier, rules, text, &mut spare[1..end], Chunk::Last, &mut repairs)?;
    spare[1 + step.written] = quote;
    if step.read == text.len() {
        out.fill(step.written + 2);
        return Ok(());
    }
    out.fill(step.written + 1);
    rest(out, tier, rules, text, step.read)?;
    out.put_byte(quote);
    Ok(())
}

/// Writes a text of 1 to 32 bytes between two quotes and returns true; or returns false if it needs an escape. The text
/// is given by [`ShortText::sixteens`](stringmill_output::ShortText::sixteens). It must be ASCII; with `takes_two`,
/// characters of two bytes from U+00C0 on are allowed too, because the kernel takes longer for a few of them.
#[inline]
pub(crate) fn short(out: &mut Output, takes_two: bool, quote: u8, [first, last]: [[u8; 16]; 2], len: usize) -> bool {
    let from = len.saturating_sub(16);
    let mut found = Bytes16::of(&first).not_plain_or_two(quote);
    if from > 0 {
        let more = Bytes16::of(&last).not_plain_or_two(quote);
        for (mask, more) in found.iter_mut().zip(more) {
            *mask |= more << from;
        }
    }
    let [mut others, leads, continued] = found;
    if takes_two {
        others = others & !(leads | continued) | leads & !(continued >> 1) | continued & !(leads << 1);
    }
    // Ignores bytes after the text.
    if others << (32 - len) != 0 {
        return false;
    }
    let spare = out.chunk::<34>();
    spare[0] = quote;
    spare[1..][..16].copy_from_slice(&first);
    spare[1 + from..][..16].copy_from_slice(&last);
    spare[1 + len] = quote;
    out.fill(len + 2);
    true
}

/// Writes a text between triple quotes; otherwise as [`quoted`].
pub(crate) fn long(out: &mut Output, tier: Tier, rules: &JsonEscape<'_>, text: &[u8]) -> Result<(), Error> {
    out.put(b"'''");
    rest(out, tier, rules, text, 0)?;
    out.put(b"'''");
    Ok(())
}

/// Writes a text without quotes; otherwise as [`quoted`].
pub(crate) fn part(out: &mut Output, tier: Tier, rules: &JsonEscape<'_>, text: &[u8]) -> Result<(), Error> {
    rest(out, tier, rules, text, 0)
}

/// Writes a text from `read` on.
#[inline(never)]
fn rest(out: &mut Output, tier: Tier, rules: &JsonEscape<'_>, text: &[u8], mut read: usize) -> Result<(), Error> {
    let mut repairs = Repairs::default();
    while read < text.len() {
        let rest = &text[read..];
        let spare = out.spare(rest.len() + JsonEscape::UNIT_MAX);
        let step = json_escape_with(tier, rules, rest, spare, Chunk::Last, &mut repairs)
            .map_err(|error| error.after(read as u64))?;
        out.fill(step.written);
        read += step.read;
    }
    Ok(())
}

/// Writes the bytes of a clob in quotes, those above 0x7F as escapes.
pub(crate) fn clob(out: &mut Output, tier: Tier, is_long: bool, bytes: &[u8]) {
    let (rules, quotes): (_, &[u8]) = if is_long { (&LONG_CLOB, b"'''") } else { (&CLOB, b"\"") };
    out.put(quotes);
    let mut read = 0;
    while read < bytes.len() {
        let rest = &bytes[read..];
        let spare = out.spare(rest.len() + JsonEscapeLatin1::UNIT_MAX);
        let step = json_escape_latin1_with(tier, rules, rest, spare);
        out.fill(step.written);
        read += step.read;
    }
    out.put(quotes);
}

const fn rules(profile: &Profile<'static>) -> JsonEscape<'static> {
    match JsonEscape::new(profile, IllFormed::Reject) {
        Ok(rules) => rules,
        Err(_) => panic!("every profile can refuse ill-formed text"),
    }
}

const fn single_quoted(string: Profile<'static>) -> Profile<'static> {
    string.with_ascii(b'"', AsciiEscape::AS_IS).with_ascii(b'\'', AsciiEscape::short(b'\''))
}

const fn long_text(string: Profile<'static>) -> Profile<'static> {
    single_quoted(string).with_ascii(b'\n', AsciiEscape::AS_IS)
}

const ALL_ABOVE_ASCII: &[CodeRange] = &[(0x80, 0x10_FFFF)];
const ION_ASCII: Profile<'static> = Profile::ION.with_non_ascii(ALL_ABOVE_ASCII);

static UTF8: Escapes = Escapes::new(Profile::ION);
static ASCII: Escapes = Escapes::new(ION_ASCII);
static CLOB: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&ION_ASCII);
static LONG_CLOB: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&long_text(ION_ASCII));
