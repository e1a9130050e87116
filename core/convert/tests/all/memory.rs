//! Refused memory is an error: each request of a size that depends on the input is refused once, in every conversion.

use crate::running::{DOWN, DOWN_TYPED, LINES, UP, UP_TYPED};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::convert::Infallible;
use stringmill_convert::canonical::{Canonical, CanonicalError, CanonicalLimits, Storage};
use stringmill_convert::{Conversion, Converter, Indent, OnLoss, PrettyLayout, Source, Target, TopLevel};
use stringmill_ion::{Form, Limits, Options};
use stringmill_json::JsonCheck;
use stringmill_outcome::{Chunk, ErrorCode};

thread_local! {
    /// Number of large requests that are granted; then one is refused.
    static GRANTED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Requests of fewer bytes have a fixed size, and are not refused.
const LARGE: usize = 4096;

/// The system allocator, with one refusal.
struct Refusing;

// SAFETY: all calls are passed on unchanged.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            match GRANTED.get() {
                Some(0) => {
                    GRANTED.set(None);
                    return std::ptr::null_mut();
                }
                granted => GRANTED.set(granted.map(|granted| granted - 1)),
            }
        }
        // SAFETY: the caller's promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static REFUSING: Refusing = Refusing;

/// Bytes of a piece of input.
const PIECE: usize = 20_000;
/// Bytes of output before it is taken.
const MOST: usize = 10_000;

/// Converts a text, or lines, with `granted` large requests of memory. Returns the output, the code of an error, and
/// whether memory was refused.
fn run(conversion: &Conversion, text: &[u8], lines: bool, granted: usize) -> (Vec<u8>, Option<ErrorCode>, bool) {
    let mut stack = [0; 4096];
    let mut converter = Converter::new(conversion, &mut stack);
    let (mut out, mut from, mut to, mut left) = (Vec::new(), 0, 0, Some(granted));
    loop {
        let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
        GRANTED.set(left);
        let done = match lines {
            true => converter.lines(text, 0).and_then(|()| converter.end_lines(text.len() as u64)).map(|()| None),
            false => converter.step(&text[from..to], chunk, MOST).map(Some),
        };
        // Output from before an error is right. To take it needs no memory: a refusal would abort the process.
        let taken = converter.take(|bytes| {
            left = GRANTED.take();
            out.extend_from_slice(bytes);
            Ok::<_, ()>(())
        });
        assert_eq!(taken, Ok(()));
        let step = match done {
            Ok(Some(step)) => step,
            Ok(None) => return (out, None, left.is_none()),
            Err(refused) => return (out, Some(refused.error.code), left.is_none()),
        };
        from += step.read;
        if step.ended {
            return (out, None, left.is_none());
        }
        if !step.full {
            to = text.len().min(to + PIECE);
        }
    }
}

/// Makes a text canonical with `granted` large requests of memory. Returns whether all was written, and whether memory
/// was refused.
fn canonical(text: &[u8], memory_max: usize, storage: &mut Stored, granted: usize) -> (Option<ErrorCode>, bool) {
    let mut stack = [0; 4096];
    storage.0.clear();
    let limits = CanonicalLimits { depth_max: 1 << 18, memory_max, ..CanonicalLimits::DEFAULT };
    let mut canonical = Canonical::new(limits, &mut stack, storage);
    let mut from = 0;
    GRANTED.set(Some(granted));
    let done = (|| {
        for to in (0..text.len()).step_by(PIECE).chain([text.len()]) {
            let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
            from += canonical.step(&text[from..to], chunk)?;
        }
        canonical.finish()?;
        canonical.write(|_| Ok(()))
    })();
    let refused = GRANTED.take().is_none();
    match done {
        Ok(()) => (None, refused),
        Err(CanonicalError::Text(error)) => (Some(error.code), refused),
        Err(CanonicalError::Storage(never)) => match never {},
    }
}

/// Storage whose memory is not refused: there is enough from the beginning.
struct Stored(Vec<u8>);

impl Storage for &mut Stored {
    type Error = Infallible;

    fn append(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        assert!(self.0.capacity() - self.0.len() >= bytes.len());
        Storage::append(&mut self.0, bytes)
    }

    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.read(at, dst)
    }
}

#[test]
fn each_request_for_canonical_json_is_refused_once() {
    let words = "plain words caf\u{e9} ".repeat(3000);
    let escapes = "a \\\"b\\\" \\n ".repeat(5000);
    let members: String = (0..3000).map(|at| format!("\"name \\n {}\":[{at}.50],", at * 7 % 3001)).collect();
    let deep = [&*"{\"b\":".repeat(3000), "1", &",\"a\":[]}".repeat(3000)].concat();
    let text = format!("[\"{words}\",\"{escapes}\",{{\"{words}\":1,\"{escapes}\":2}},{{{members}\"z\":0}},{deep}]");
    let mut storage = Stored(Vec::with_capacity(4 << 20));
    let mut refusals = 0;
    for memory_max in [usize::MAX, 2 << 20] {
        for granted in 0.. {
            let (code, refused) = canonical(text.as_bytes(), memory_max, &mut storage, granted);
            if !refused {
                assert_eq!(code, None, "{memory_max}");
                assert_eq!(storage.0.is_empty(), memory_max == usize::MAX);
                break;
            }
            assert!(
                [None, Some(ErrorCode::MemoryRefused)].contains(&code),
                "{memory_max}: request {granted}: {code:?}"
            );
            refusals += usize::from(code.is_some());
        }
    }
    println!("{refusals} requests refused");
    assert!(refusals > 60, "{refusals}");
}

#[test]
fn each_request_is_refused_once() {
    let words = "plain words caf\u{e9} ".repeat(3000);
    let escapes = "a \\\"b\\\" \\n ".repeat(5000);
    let symbols: String = (0..3000).map(|at| format!("\"symbol {at}\",")).collect();
    let members: String = (0..3000).map(|at| format!("\"name {at}\":{at},")).collect();
    let deep = [&*"[".repeat(10_000), &"]".repeat(10_000)].concat();
    let digits = "1234567890".repeat(5000);
    let ion = [
        format!("\"{words}\" \"{escapes}\" '{words}'::{{'{escapes}':1}} {{{{{}}}}} ", "YWJj".repeat(5000)),
        format!(
            "{{{{\"{}\"}}}} {digits} {digits}.5 0x{} '''{words}''' '''{words}'''",
            "clob\\x7f ".repeat(5000),
            &digits[..10_000]
        ),
        format!("$ion_symbol_table::{{symbols:[{symbols}]}} $10 $11"),
        format!("$ion_symbol_table::{{symbols:[{symbols} null]}} $10 $11 $3010"),
        format!("{{{members}}} {deep} {}1", "a::".repeat(5000)),
    ];
    let json = [
        format!("[\"{words}\",\"{escapes}\",{{\"{words}\":1,\"{escapes}\":2}},{digits},{digits}.5,{digits}e5]"),
        format!("[{{{members}\"z\":0}},{deep}]"),
    ];
    let typed = [format!(
        "{{\"$ion_blob\":\"{}\"}}\n{{\"$ion_clob\":\"{escapes}\"}}\n{{\"$ion_symbol\":\"{escapes}\"}}\n\
         {{\"$ion_annotations\":[\"{words}\"],\"$ion_value\":\"{escapes}\"}}\n",
        "YWJj".repeat(5000)
    )];
    let ion_lines = [format!("\"{words}\"\nbad line)\n\"{escapes}\"\n{{a:'{words}'}}\n")];
    let json_lines = [format!("\"{words}\"\n[\"{escapes}\",{digits}]\n{{\"{words}\":1}}\n")];
    let limits = Limits { depth: 1 << 20, ..Limits::DEFAULT };
    let deep_json = JsonCheck { depth_max: 1 << 18, ..JsonCheck::STRICT };
    let stable = Options::LINES.in_form(Form::Stable);
    let pretty = Options::PRETTY.in_form(Form::Stable);
    let down = Conversion { source: Source::Ion(limits), ..DOWN };
    let across = Conversion { target: Target::Ion(stable), ..down };
    let up = Conversion { source: Source::Json(deep_json), ..UP };
    let reformat = Conversion { target: Target::Json(TopLevel::One, stringmill_convert::Layout::Pretty), ..up };
    let comment = "/* words of a comment */ ".repeat(400);
    let comments =
        [format!("[1, {comment} 2, {{a: {comment} x::{comment} 3}} {comment}, '''{words}''' {comment} '''b''']")];
    let kept = PrettyLayout { indent: Indent::Tab, width: 100, comments: true };
    let laid_out = |conversion| Conversion { pretty: Some(kept), ..conversion };
    let cases: [(&[String], &[Conversion], bool); 8] = [
        (&ion, &[down, Conversion { on_loss: OnLoss::Allow, ..down }, DOWN_TYPED, across], false),
        (&json, &[up], false),
        // Indentation makes deep text long.
        (&json[..1], &[Conversion { target: Target::Ion(pretty), ..up }, reformat], false),
        (&json[..1], &[laid_out(up), laid_out(reformat)], false),
        (&comments, &[laid_out(across), laid_out(down)], false),
        (&typed, &[UP_TYPED], false),
        (&ion_lines, &[down, across], true),
        (&json_lines, &[Conversion { source: Source::Json(LINES), ..UP }], true),
    ];
    let mut refusals = 0;
    for (texts, conversions, lines) in cases {
        for (text, conversion) in texts.iter().flat_map(|text| conversions.iter().map(move |it| (text, it))) {
            let about = || format!("{conversion:?}: {}...", &text[..40]);
            let (whole, error, _) = run(conversion, text.as_bytes(), lines, usize::MAX);
            for granted in 0.. {
                let (out, code, refused) = run(conversion, text.as_bytes(), lines, granted);
                if !refused {
                    assert!(out == whole && code == error, "{}: {code:?}", about());
                    break;
                }
                // A writer may succeed with less memory than it requests.
                if code != error || out != whole {
                    assert_eq!(code, Some(ErrorCode::MemoryRefused), "{}: request {granted}", about());
                    assert!(whole.starts_with(&out), "{}: request {granted}", about());
                }
                refusals += 1;
            }
        }
    }
    println!("{refusals} requests refused");
    assert!(refusals > 200, "{refusals}");
}
