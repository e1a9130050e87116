//! Runs conversions of whole text and of pieces.

use stringmill_convert::{
    Conversion, ConversionError, Converter, Layout, Losses, NumberRules, OnLoss, Source, Target, TopLevel,
};
use stringmill_ion::{Limits, Options};
use stringmill_json::JsonCheck;
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;

/// Ion into lines of compact JSON.
pub(crate) const DOWN: Conversion = Conversion {
    source: Source::Ion(Limits::DEFAULT),
    target: Target::Json(TopLevel::Lines, Layout::Compact),
    each: false,
    typed: false,
    on_loss: OnLoss::Report,
    numbers: NumberRules::EXACT,
    pretty: None,
};
/// The same, typed.
pub(crate) const DOWN_TYPED: Conversion = Conversion { typed: true, ..DOWN };
/// One JSON text into lines of Ion.
pub(crate) const UP: Conversion =
    Conversion { source: Source::Json(JsonCheck::STRICT), target: Target::Ion(Options::LINES), ..DOWN };
/// Lines of typed JSON into lines of Ion.
pub(crate) const UP_TYPED: Conversion = Conversion { source: Source::Json(LINES), typed: true, ..UP };
pub(crate) const LINES: JsonCheck = JsonCheck { lines: true, ..JsonCheck::STRICT };

/// Converts a text in pieces of `size` bytes; takes the output after `most` bytes.
pub(crate) fn in_pieces(
    tier: Tier,
    conversion: &Conversion,
    text: &[u8],
    size: usize,
    most: usize,
) -> Result<(Vec<u8>, Losses), ConversionError> {
    let mut stack = [0; 16];
    let mut converter = Converter::with_tier(tier, conversion, &mut stack);
    let (mut out, mut from, mut to) = (Vec::new(), 0, 0);
    loop {
        let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
        let step = converter.step(&text[from..to], chunk, most)?;
        converter.take(|bytes| {
            out.extend_from_slice(bytes);
            Ok::<_, ConversionError>(())
        })?;
        from += step.read;
        if step.ended {
            assert_eq!(from, text.len());
            return Ok((out, converter.losses()));
        }
        if !step.full {
            assert_ne!(chunk, Chunk::Last, "it neither gets on nor ends");
            to = text.len().min(to + size);
        }
    }
}

/// Converts a text, in pieces of several sizes and on every tier, with the same result.
pub(crate) fn convert(conversion: &Conversion, text: &[u8]) -> Result<(String, Losses), ConversionError> {
    let whole = in_pieces(Tier::best(), conversion, text, text.len().max(1), usize::MAX);
    for tier in Tier::available() {
        for (size, most) in [(1, 1), (3, 10), (64, 64), (1000, usize::MAX)] {
            let found = in_pieces(tier, conversion, text, size, most);
            assert_eq!(found, whole, "pieces of {size}, {most} bytes, {tier}: {}", text.escape_ascii());
        }
    }
    whole.map(|(out, losses)| (String::from_utf8(out).expect("what is written is UTF-8"), losses))
}

/// As [`convert`], only the text.
pub(crate) fn text(conversion: &Conversion, text: &[u8]) -> String {
    convert(conversion, text).unwrap_or_else(|refused| panic!("{refused}: {}", text.escape_ascii())).0
}

/// Name and offset of the error.
pub(crate) fn error(conversion: &Conversion, text: &[u8]) -> (&'static str, u64) {
    let refused = convert(conversion, text).expect_err("it is refused");
    (refused.error.code.name(), refused.error.offset)
}

/// Random numbers below a limit, the same ones for a seed.
pub(crate) fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % limit
    }
}
