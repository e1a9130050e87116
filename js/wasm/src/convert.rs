//! Conversions between JSON, NDJSON and Ion, and other layouts of each.

use crate::arguments::{chunk, misuse, numbered};
use crate::door::{Object, Range, call};
use crate::json;
use crate::pending::Pending;
use stringmill::convert::{
    Conversion, Indent, Layout, Loss, NumberRules, OnLoss, PrettyLayout, Source, Target, TopLevel,
};
use stringmill::ion::{Limits, Options};
use stringmill::json::JsonCheck;
use stringmill::{Error, ErrorCode};

/// Flags of a conversion.
const EACH: u32 = 1;
const TYPED: u32 = 2;
const PRETTY: u32 = 4;
/// Indentation by tabs.
const TAB: u32 = 255;

/// Makes a converter. The value is its handle.
///
/// Sources: 0 is one JSON text, 1 NDJSON, 2 Ion. Targets: 0 is one JSON text, 1 NDJSON, 2 an array of JSON, 3 Ion text, 4 binary Ion.
#[unsafe(no_mangle)]
extern "C" fn smill_converter(source: u32, target: u32, flags: u32, on_loss: u32, indent: u32, width: u32) -> u32 {
    call(|door| {
        let json = |flags| json::rules(flags, JsonCheck::DEPTH_MAX as f64, f64::INFINITY, f64::INFINITY);
        let sources = [Source::Json(json(0)), Source::Json(json(1)), Source::Ion(Limits::DEFAULT)];
        let targets = [
            Target::Json(TopLevel::One, Layout::Compact),
            Target::Json(TopLevel::Lines, Layout::Compact),
            Target::Json(TopLevel::Array, Layout::Compact),
            Target::Ion(Options::LINES),
            Target::IonBinary(usize::MAX),
        ];
        let indent = if indent == TAB { Indent::Tab } else { Indent::Blanks(indent.min(64) as u8) };
        let conversion = Conversion {
            source: numbered(&sources, source)?,
            target: numbered(&targets, target)?,
            each: flags & EACH != 0,
            typed: flags & TYPED != 0,
            on_loss: numbered(&[OnLoss::Report, OnLoss::Refuse, OnLoss::Allow], on_loss)?,
            numbers: NumberRules::EXACT,
            pretty: (flags & PRETTY != 0).then_some(PrettyLayout { indent, width: width as usize, comments: true }),
        };
        door.keep(Object::Converter(Pending::new(&conversion)))
    })
}

/// Converts the next bytes, all of which are consumed.
#[unsafe(no_mangle)]
extern "C" fn smill_converter_step(handle: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let mut made = door.emptied();
        let (src, objects) = door.input_and_objects(Range { from, to })?;
        let Object::Converter(converter) = objects.get(handle)? else { return Err(unknown()) };
        converter.step(src, chunk(last), &mut made)?;
        door.give((to - from) as usize, made);
        Ok(())
    })
}

/// Writes a line for each kind of loss: its name, how many there are, the offset of the first, and how they are written.
#[unsafe(no_mangle)]
extern "C" fn smill_converter_losses(handle: u32) -> u32 {
    call(|door| {
        let Object::Converter(converter) = door.object(handle)? else { return Err(unknown()) };
        let losses = converter.losses();
        let lines = Loss::ALL.iter().filter_map(|&loss| {
            let first = losses.first(loss)?;
            Some(format!("{}\t{}\t{first}\t{}\n", loss.name(), losses.count(loss), loss.says()))
        });
        let lines: String = lines.collect();
        door.text(&lines);
        Ok(())
    })
}

fn unknown() -> Error {
    misuse(ErrorCode::ChoiceUnknown)
}
