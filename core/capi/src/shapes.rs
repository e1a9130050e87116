//! The structs of the header, field for field. Numbers have fixed widths, so that a layout is the same on every machine.

use stringmill::json::TapeEntry;

/// `smill_progress`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Progress {
    /// Units of the source that were consumed.
    pub read: u64,
    /// Units of the destination that were filled.
    pub written: u64,
    /// With an error, its offset.
    pub offset: u64,
}

/// `smill_repairs`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Repairs {
    /// Offset in the stream of the source of the next call.
    pub base: u64,
    /// Pieces that a policy has replaced, dropped or marked.
    pub count: u64,
    /// Offset in the stream of the first of these pieces; 0 if there is none.
    pub first: u64,
}

/// `smill_position`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// Line, from 1.
    pub line: u64,
    /// Column in code points, from 1.
    pub column: u64,
}

/// `smill_slice`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Slice {
    /// The first byte.
    pub ptr: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// `smill_verdict`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Verdict {
    /// `SMILL_OK` or an error.
    pub code: u32,
    /// Must be zero.
    pub reserved: u32,
    /// With an error, its offset in the string.
    pub offset: u64,
}

/// `smill_batch`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Batch {
    /// Whole strings done.
    pub strings: u64,
    /// Bytes of the destination that are filled.
    pub written: u64,
    /// With an error, its offset in the string after those done.
    pub offset: u64,
    /// Strings among those done whose verdict is an error.
    pub failed: u64,
    /// Pieces that a policy has replaced, dropped or marked, in all strings done.
    pub repaired: u64,
}

/// `smill_escape_text`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct EscapeText {
    /// Length of `text`; zero if the byte is not escaped.
    pub len: u8,
    /// The escape, in ASCII.
    pub text: [u8; 7],
}

/// `smill_profile`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Profile {
    /// The output for each ASCII byte.
    pub ascii: [EscapeText; 128],
    /// Case of the digits in escapes of non-ASCII.
    pub hex: u32,
    /// Form of the escapes of non-ASCII.
    pub form: u32,
    /// Whether a U+FFFD that replaces ill-formed input is an escape.
    pub escapes_replacement: u32,
    /// Whether readers refuse lone surrogate escapes.
    pub refuses_surrogates: u32,
}

/// `smill_json_rules`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct JsonRules {
    /// The most arrays and objects inside each other.
    pub depth_max: u64,
    /// The most bytes of a string.
    pub string_max: u64,
    /// The most bytes of a text.
    pub len_max: u64,
    /// Whether each line is a text.
    pub lines: u32,
    /// Whether surrogate escapes may be alone.
    pub lone_surrogates: u32,
}

/// `smill_json_reader_options`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct JsonReaderOptions {
    /// Bytes of this struct.
    pub size: u32,
    /// `SMILL_JSON_TEXTS_...`
    pub texts: u32,
    /// Whether surrogate escapes may be alone.
    pub lone_surrogates: u32,
    /// Must be zero.
    pub reserved: u32,
    /// The most arrays and objects inside each other.
    pub depth_max: u64,
    /// The most bytes of a string.
    pub string_max: u64,
    /// The most bytes of a text.
    pub len_max: u64,
    /// `SMILL_JSON_UNIQUE_NAMES` and so on.
    pub restrictions: u64,
}

/// `smill_json_event`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct JsonEvent {
    /// `SMILL_JSON_...`
    pub kind: u32,
    /// `SMILL_JSON_HAS_ESCAPE`, `SMILL_JSON_IS_INTEGER`
    pub flags: u32,
    /// Offset of the bytes of the event in the piece.
    pub text: u64,
    /// The number of bytes of the event.
    pub len: u64,
    /// Offset of the event in the stream.
    pub offset: u64,
    /// Open containers after the event.
    pub depth: u64,
}

/// `smill_canonical_limits`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct CanonicalLimits {
    /// The most arrays and objects inside each other.
    pub depth_max: u64,
    /// The most bytes of memory to use.
    pub memory_max: u64,
    /// Whether integers that a double cannot hold are rounded; 0 or 1.
    pub rounds_integers: u64,
}

/// `smill_range`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Range {
    /// The first scalar value.
    pub first: u32,
    /// The last scalar value.
    pub last: u32,
}

/// `smill_record_member`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RecordMember {
    /// The name, in UTF-8.
    pub name: *const u8,
    /// The length of `name` in bytes.
    pub name_len: usize,
    /// The name as the inside of a JSON string.
    pub written: *const u8,
    /// The length of `written` in bytes.
    pub written_len: usize,
    /// `SMILL_RECORD_...`
    pub kind: u32,
    /// Zero, or `SMILL_RECORD_PLACE`.
    pub place: u32,
}

// The sizes that programs were compiled with; `tests/programs/every_function.c` checks the same in C.
const _: () = {
    assert!(size_of::<Progress>() == 24 && size_of::<Repairs>() == 24 && size_of::<Position>() == 16);
    assert!(size_of::<Slice>() == 2 * size_of::<usize>() && size_of::<Verdict>() == 16 && size_of::<Batch>() == 40);
    assert!(size_of::<EscapeText>() == 8 && size_of::<Profile>() == 1040 && size_of::<Range>() == 8);
    assert!(size_of::<JsonReaderOptions>() == 48 && size_of::<JsonEvent>() == 40 && size_of::<TapeEntry>() == 16);
    assert!(size_of::<JsonRules>() == 32 && size_of::<RecordMember>() == 4 * size_of::<usize>() + 8);
};
