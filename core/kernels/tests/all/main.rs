//! The tests of the kernels in one program, so that the kernels are compiled once for all of them.

// Miri leaves most of them out.
#![cfg_attr(miri, allow(dead_code))]

mod ascii_only;
mod base64;
mod bounds;
mod bytes16;
mod exact_room;
mod exhaustive;
mod guard_pages;
mod guarded;
mod inlined;
mod inside;
mod into_utf16;
mod json_compact;
mod json_indent;
mod json_item;
mod json_places;
mod json_structure;
mod json_structure_bounds;
mod one_escape;
mod oracle;
mod pieces;
mod promises;
mod scan;
mod short_read;
mod short_string;
mod short_text;
mod some_escaped;
mod tiers;
mod transcode;
mod valid_strides;
