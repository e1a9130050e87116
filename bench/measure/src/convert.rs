//! Documents converted whole: Ion text into JSON, and JSON laid out again.

use crate::ion;
use crate::pool::Pool;
use crate::subject::{Output, Subject, appended, ours};
use std::convert::Infallible;
use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
use stringmill::ion::Limits;
use stringmill::json::JsonCheck;
use stringmill::{Chunk, Tier};

/// Bytes that are written before they are taken, as the command does.
const PIECE: usize = 64 * 1024;

const FROM_ION: Conversion = Conversion {
    source: Source::Ion(Limits::DEFAULT),
    target: Target::Json(TopLevel::Array, Layout::Compact),
    each: false,
    typed: false,
    on_loss: OnLoss::Allow,
    numbers: NumberRules::EXACT,
    pretty: None,
};

/// JSON of the documents of Ion of this kind.
pub(crate) fn json_documents(kind: &str, len: usize) -> Pool {
    let documents = ion::documents(kind, len);
    Pool::of_bytes(documents.inputs().iter().map(|input| {
        let mut json = Vec::new();
        convert(Tier::best(), &FROM_ION, input.bytes, &mut json);
        json
    }))
}

pub(crate) fn ion_to_json(tier: Tier) -> Subject {
    subject(tier, FROM_ION)
}

pub(crate) fn json_compact(tier: Tier) -> Subject {
    subject(tier, laid_out(Layout::Compact))
}

pub(crate) fn json_pretty(tier: Tier) -> Subject {
    subject(tier, laid_out(Layout::Pretty))
}

fn laid_out(layout: Layout) -> Conversion {
    Conversion { source: Source::Json(JsonCheck::STRICT), target: Target::Json(TopLevel::One, layout), ..FROM_ION }
}

fn subject(tier: Tier, conversion: Conversion) -> Subject {
    Subject::new(ours(tier), appended, move |input, output: &mut Output| {
        output.appended.clear();
        convert(tier, &conversion, input.bytes, &mut output.appended);
    })
}

fn convert(tier: Tier, conversion: &Conversion, mut src: &[u8], out: &mut Vec<u8>) {
    let mut stack = [0; 64];
    let mut converter = Converter::with_tier(tier, conversion, &mut stack);
    loop {
        let step = converter.step(src, Chunk::Last, PIECE).expect("a document");
        src = &src[step.read..];
        let taken = converter.take(|written| {
            out.extend_from_slice(written);
            Ok::<(), Infallible>(())
        });
        taken.expect("memory");
        if step.ended {
            return;
        }
    }
}
