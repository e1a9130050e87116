//! Every operation on vectors is compiled into the function that has its instructions. One that is not inlined runs
//! without them, thirty times slower, and no other test would show it. Looks at the symbols of its own executable.
#![cfg(all(target_os = "linux", not(miri)))]

use object::{Object, ObjectSymbol, SymbolKind};
use stringmill_kernels::{
    Base64Decode, Base64Encode, ByteClass, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, JsonIndent, JsonPlace,
    JsonStringState, JsonStructure, JsonTokenSink, JsonTokens, JsonUnescape, Tier, Utf8ToUtf16, Utf16ToUtf8,
    base64_decode_with, base64_encode_with, json_compact_with, json_escape_latin1_with, json_escape_utf16_with,
    json_escape_with, json_indent_with, json_short_structure_with, json_structure_with, json_unescape_utf16_with,
    json_unescape_with, latin1_to_utf8_with, scan_with, utf8_to_utf16_with, utf8_validate_with, utf16_to_utf8_with,
};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, IllFormedUtf16, LoneSurrogates, Profile};

/// The module of instructions in the names of symbols: of functions, and of methods of traits.
const HOMES: [&str; 2] = ["stringmill_kernels6vector", "stringmill_kernels..vector.."];

/// Symbols without instructions: parts of the module, and the glue that drops the arrays of a closure. Whether the
/// compiler inlines that glue depends on how it splits the crate.
const PLAIN: [&str; 3] = ["8byte_set", "13base64_tables", "drop_in_place$LT$"];

#[test]
fn no_vector_operation_stands_alone() {
    use_every_kernel();
    let executable = std::fs::read(std::env::current_exe().expect("a path")).expect("an executable");
    let file = object::File::parse(&*executable).expect("an object file");
    let names = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
    let names: Vec<_> = names.filter_map(|symbol| symbol.name().ok().map(str::to_string)).collect();
    for tier in Tier::known().filter(|tier| *tier != "scalar") {
        let entry = format!("run_{tier}");
        assert!(names.iter().any(|name| name.contains(&entry)), "the executable has no symbol for {entry}");
    }
    let is_one_of = |name: &str, parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let alone: Vec<_> = names.iter().filter(|name| is_one_of(name, &HOMES) && !is_one_of(name, &PLAIN)).collect();
    assert!(alone.is_empty(), "not inlined: {alone:#?}");
}

struct Taken;

impl JsonTokenSink for Taken {
    fn block(&mut self, _: &JsonTokens) -> bool {
        true
    }

    fn token(&mut self, _: u8) -> bool {
        true
    }
}

/// Brings every kernel into the executable, on every tier that this build knows.
fn use_every_kernel() {
    let escape = JsonEscape::new(&Profile::JSON, IllFormed::Reject).expect("json takes every policy");
    let unescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let (src, mut dst) = ([b'a'; 100], [0; 700]);
    for tier in Tier::available() {
        let repairs = &mut Repairs::default();
        assert!(json_escape_with(tier, &escape, &src, &mut dst, Chunk::Last, repairs).is_ok());
        assert!(json_unescape_with(tier, unescape, &src, &mut dst, Chunk::Last, repairs).is_ok());
        assert!(utf8_validate_with(tier, &src, Chunk::Last).is_ok());
        assert_eq!(json_compact_with(tier, &mut { JsonStringState::BETWEEN }, false, &src, &mut dst), src.len());
        let room = &mut [0; 4000];
        assert_eq!(json_indent_with(tier, &mut JsonIndent::new(0), b"[\"1,2\",[]]", room).written, 17);
        let tokens = &mut { JsonTokens::ROOM };
        let found =
            json_structure_with(tier, &JsonStructure::STRICT, JsonPlace::BETWEEN, b"[1,2]", tokens, Chunk::Last);
        assert_eq!(found.tokens, 5);
        assert_eq!(json_short_structure_with(tier, &JsonStructure::STRICT, b"[1,2]", &mut Taken).read, 5);
        assert_eq!(scan_with(tier, &ByteClass::IDENTIFIER, &src), src.len());
        assert_eq!(base64_encode_with(tier, Base64Encode::URL, &src, &mut dst, Chunk::Last).read, src.len());
        assert!(base64_decode_with(tier, Base64Decode::FORGIVING, &src, &mut dst, Chunk::Last).is_ok());
        let plain = Utf16ToUtf8::new(IllFormedUtf16::Reject).expect("plain text takes the policy");
        let escaped = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject).expect("json takes the policy");
        let units = src.map(u16::from);
        assert!(utf16_to_utf8_with(tier, plain, &units, &mut dst, Chunk::Last, repairs).is_ok());
        assert!(json_escape_utf16_with(tier, &escaped, &units, &mut dst, Chunk::Last, repairs).is_ok());
        let into = Utf8ToUtf16::new(IllFormed::Reject).expect("plain text takes the policy");
        let room = &mut [0; 64];
        assert!(utf8_to_utf16_with(tier, into, &src, room, Chunk::Last, repairs).is_ok());
        assert!(json_unescape_utf16_with(tier, unescape, &src, room, Chunk::Last, repairs).is_ok());
        assert_eq!(latin1_to_utf8_with(tier, &src, &mut dst).read, src.len());
        assert_eq!(
            json_escape_latin1_with(tier, &JsonEscapeLatin1::new(&Profile::JSON), &src, &mut dst).read,
            src.len()
        );
    }
}
