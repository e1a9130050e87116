//! Any bytes as Ion, cut anywhere: typed JSON restores the values, and every tier writes the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::convert::{
    Conversion, ConversionError, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel,
};
use stringmill::ion::{Limits, Options};
use stringmill::json::JsonCheck;
use stringmill::{Chunk, Tier};

fn convert(tier: Tier, source: Source, target: Target, src: &[u8], cut: usize) -> Result<Vec<u8>, ConversionError> {
    let numbers = NumberRules::EXACT;
    let conversion =
        Conversion { source, target, each: false, typed: true, on_loss: OnLoss::Report, numbers, pretty: None };
    let mut stack = [0; 15];
    let mut converter = Converter::with_tier(tier, &conversion, &mut stack);
    let first = converter.step(&src[..cut], Chunk::More, usize::MAX)?;
    converter.step(&src[first.read..], Chunk::Last, usize::MAX)?;
    converter.take(|bytes| Ok(bytes.to_vec()))
}

fuzz_target!(|input: (u8, &[u8])| {
    let (cut, src) = input;
    let ion = Source::Ion(Limits { depth: 500, ..Limits::DEFAULT });
    let json = Source::Json(JsonCheck { lines: true, ..JsonCheck::STRICT });
    let lines = Target::Json(TopLevel::Lines, Layout::Compact);
    let cut = src.len().min(cut.into());
    let expected = convert(Tier::best(), ion, lines, src, 0);
    for tier in Tier::available() {
        assert_eq!(convert(tier, ion, lines, src, cut), expected, "{tier}");
        let Ok(written) = &expected else { continue };
        let back = convert(tier, json, Target::Ion(Options::LINES), written, cut.min(written.len()));
        let back = back.expect("typed JSON says what it is");
        assert_eq!(convert(tier, ion, lines, &back, 0).as_ref(), Ok(written), "{tier}");
    }
});
