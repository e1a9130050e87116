//! Shared by the fuzz targets: rules from arbitrary bytes, and streams in arbitrary parts.

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use stringmill::ion;
use stringmill::json::{JsonCheck, JsonChecker};
use stringmill::{
    AsciiEscape, Base64Decode, Chunk, Error, HexCase, IllFormed, JsonEscape, JsonUnescape, LoneSurrogates, Profile,
    Progress, Repairs, Tier, UnicodeForm, base64_decode_with, json_escape_with, json_unescape_with, utf8_validate_with,
};

/// A profile of the table, with changes, and policies.
#[derive(Debug)]
pub struct Rules {
    /// The escapes.
    pub profile: Profile<'static>,
    /// How to handle ill-formed input.
    pub ill_formed: IllFormed,
    /// How to handle lone surrogates.
    pub surrogates: LoneSurrogates,
    /// The place that cuts the stream in two.
    pub cut: u8,
}

impl<'a> Arbitrary<'a> for Rules {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut profile = u.choose(Profile::ROWS)?.profile;
        for _ in 0..u.int_in_range(0..=4)? {
            let (byte, text): (u8, [u8; 7]) = u.arbitrary()?;
            let text = text.map(|byte| byte & 0x7F);
            let escape = match u.int_in_range(0..=4)? {
                0 => AsciiEscape::AS_IS,
                1 => AsciiEscape::short(text[0]),
                2 => AsciiEscape::unicode(byte, HexCase::Upper),
                3 => AsciiEscape::hex(byte, HexCase::Lower),
                _ => AsciiEscape::text(&text[..u.int_in_range(1..=7)?]).expect("one to seven bytes of ASCII"),
            };
            profile = profile.with_ascii(byte & 0x7F, escape);
        }
        if u.arbitrary()? {
            profile = profile.with_form(UnicodeForm::Ion).with_replacement_escaped(u.arbitrary()?);
        }
        let ill_formed = match *u.choose(IllFormed::ALL)? {
            IllFormed::Reversible if profile.refuses_surrogates() => IllFormed::Visible,
            policy => policy,
        };
        Ok(Rules { profile, ill_formed, surrogates: *u.choose(LoneSurrogates::ALL)?, cut: u.arbitrary()? })
    }
}

impl Rules {
    /// The two parts of the stream.
    pub fn parts<'s>(&self, src: &'s [u8]) -> [&'s [u8]; 2] {
        let (first, second) = src.split_at(src.len().min(self.cut as usize));
        [first, second]
    }
}

/// Escapes a stream in two parts, into a buffer of exactly the bound.
pub fn escape(tier: Tier, rules: &Rules, parts: [&[u8]; 2]) -> std::result::Result<(Vec<u8>, Repairs), Error> {
    let escape = JsonEscape::new(&rules.profile, rules.ill_formed)?;
    let mut repairs = Repairs::default();
    let out = fed(parts, |src, chunk, base, out| {
        repairs.base = base;
        *out = vec![0; escape.bound(src.len()).expect("a small input")];
        json_escape_with(tier, &escape, src, out, chunk, &mut repairs).map(|done| (done.read, done.written))
    })?;
    Ok((out.0, Repairs { base: 0, ..repairs }))
}

/// Unescapes a stream in two parts; returns text, bytes read and repairs.
pub fn unescape(
    tier: Tier,
    surrogates: LoneSurrogates,
    parts: [&[u8]; 2],
) -> std::result::Result<(Vec<u8>, usize, Repairs), Error> {
    let mut repairs = Repairs::default();
    let (text, read) = fed(parts, |src, chunk, base, out| {
        repairs.base = base;
        *out = vec![0; src.len()];
        json_unescape_with(tier, JsonUnescape { surrogates }, src, out, chunk, &mut repairs)
            .map(|done| (done.read, done.written))
    })?;
    Ok((text, read, Repairs { base: 0, ..repairs }))
}

/// Validates a stream in two parts.
pub fn validate(tier: Tier, parts: [&[u8]; 2]) -> std::result::Result<(), Error> {
    fed(parts, |src, chunk, _, _| utf8_validate_with(tier, src, chunk).map(|read| (read, 0))).map(|_| ())
}

/// Checks a stream in two parts; returns the first error, with `lines` all errors.
pub fn json_errors(tier: Tier, rules: JsonCheck, parts: [&[u8]; 2]) -> Vec<Error> {
    let mut stack = [0; 3];
    let mut checker = JsonChecker::with_tier(tier, rules, &mut stack);
    let src = parts.concat();
    let (mut errors, mut at) = (Vec::new(), 0);
    for (end, chunk) in [(parts[0].len(), Chunk::More), (src.len(), Chunk::Last)] {
        // A bad line may extend into the second part.
        while at <= end {
            match checker.step(&src[at..end], chunk) {
                Ok(read) => {
                    at += read;
                    break;
                }
                Err(error) => {
                    errors.push(error.after(at as u64));
                    if !rules.lines {
                        return errors;
                    }
                    checker.restart();
                    let wrong = at + error.offset as usize;
                    match src[wrong..].iter().position(|&byte| byte == b'\n') {
                        Some(feed) => at = wrong + feed + 1,
                        None => return errors,
                    }
                }
            }
        }
    }
    errors
}

/// Decodes base64 in two parts.
pub fn base64_decode(tier: Tier, rules: Base64Decode, parts: [&[u8]; 2]) -> std::result::Result<Vec<u8>, Error> {
    let out = fed(parts, |src, chunk, _, out| {
        *out = vec![0; rules.bound(src.len())];
        base64_decode_with(tier, rules, src, out, chunk).map(|done| (done.read, done.written))
    })?;
    Ok(out.0)
}

/// Calls `step` with the first part, then with its unread rest and the second part.
fn fed(
    parts: [&[u8]; 2],
    mut step: impl FnMut(&[u8], Chunk, u64, &mut Vec<u8>) -> std::result::Result<(usize, usize), Error>,
) -> std::result::Result<(Vec<u8>, usize), Error> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let (read, written) = step(parts[0], Chunk::More, 0, &mut first)?;
    first.truncate(written);
    let rest = [&parts[0][read..], parts[1]].concat();
    let base = read as u64;
    let (more, written) = step(&rest, Chunk::Last, base, &mut second).map_err(|error| error.after(base))?;
    first.extend_from_slice(&second[..written]);
    Ok((first, read + more))
}

/// One call of a kernel on code units, with a buffer of its own.
type Utf16Step<'a> = &'a dyn Fn(&[u16], Chunk, &mut Repairs, &mut Vec<u8>) -> std::result::Result<Progress, Error>;

/// Calls `step` with code units in two parts; the second call gets the unread rest too.
pub fn utf16(src: &[u16], cut: u8, step: Utf16Step<'_>) -> std::result::Result<(Vec<u8>, Repairs), Error> {
    let cut = src.len().min(cut as usize);
    let (mut first, mut second, mut repairs) = (Vec::new(), Vec::new(), Repairs::default());
    let done = step(&src[..cut], Chunk::More, &mut repairs, &mut first)?;
    first.truncate(done.written);
    repairs.base = done.read as u64;
    let more = step(&src[done.read..], Chunk::Last, &mut repairs, &mut second);
    let more = more.map_err(|error| error.after(done.read as u64))?;
    first.extend_from_slice(&second[..more.written]);
    Ok((first, Repairs { base: 0, ..repairs }))
}

/// The events, names and tokens of Ion in parts.
pub fn ion_dump(tier: Tier, parts: &[&[u8]]) -> std::result::Result<Vec<String>, Error> {
    let mut reader = ion::Reader::streaming().on_tier(tier);
    let (mut parts, mut dump) = (parts.iter().copied().chain([&[][..]]).peekable(), Vec::new());
    loop {
        let event = reader.next()?;
        if event == ion::Event::NeedInput {
            let part = parts.next().expect("no more is asked for than there is");
            reader.feed(part, if parts.peek().is_some() { Chunk::More } else { Chunk::Last });
            continue;
        }
        let names: Vec<_> = reader.field_name().into_iter().chain(reader.annotations()).collect();
        let text = reader.raw_text().escape_ascii();
        dump.push(format!("{event:?} {names:?} {text} at {}", reader.offset()));
        if event == ion::Event::End {
            return Ok(dump);
        }
        let string = reader.string().map(<[u8]>::to_vec);
        let bytes = reader.bytes().map(<[u8]>::to_vec);
        dump.push(format!("{string:?} {bytes:?} {:?} {:?}", reader.float().map(f64::to_bits), reader.timestamp()));
        dump.push(format!("{:?}", reader.int()));
        dump.push(format!("{:?}", reader.decimal()));
        dump.push(format!("{:?}", reader.symbol()));
    }
}

/// Ion text, read and written; `None` if the exponent of a decimal fits no spelling.
pub fn ion_copy(src: &[u8], options: ion::Options) -> Option<Vec<u8>> {
    let (mut reader, mut writer) = (ion::Reader::new(src), ion::Writer::new(options));
    loop {
        match reader.next().expect("it was read before") {
            ion::Event::End => return Some(writer.finish().expect("all that was begun has ended")),
            event => match writer.copy(&mut reader, event) {
                Err(ion::WriteError::ExponentRange) => return None,
                done => done.expect("what was read can be written"),
            },
        }
    }
}

/// The error of the inspector of binary Ion in parts.
pub fn ion_inspect(parts: &[&[u8]]) -> Option<Error> {
    let mut inspector = ion::Inspector::new(ion::Reader::streaming());
    for (at, part) in parts.iter().enumerate() {
        inspector.feed(part, if at + 1 < parts.len() { Chunk::More } else { Chunk::Last });
        loop {
            match inspector.next() {
                Ok(Some(_)) => drop(inspector.text().expect("what was read can be written")),
                Ok(None) => break,
                Err(error) => return Some(error),
            }
        }
    }
    None
}

/// Binary Ion, read and written.
pub fn ion_binary(src: &[u8]) -> Vec<u8> {
    let (mut reader, mut writer) = (ion::Reader::new(src), ion::BinaryWriter::new(1 << 20));
    loop {
        match reader.next().expect("it was read before") {
            ion::Event::End => break,
            event => writer.copy(&mut reader, event).expect("what was read can be written"),
        }
    }
    writer.finish().expect("all that was begun has ended");
    writer.ready().to_vec()
}
