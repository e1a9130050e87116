// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.

use crate::{AsciiEscape, HexCase, Profile, ProfileRow};

impl Profile<'static> {
    /// JSON as RFC 8259 has it: short forms where they exist, other controls in lower-case hex, all else as it is.
    pub const JSON: Profile<'static> = {
        let mut p = Profile::empty("json");
        let mut byte = 0;
        while byte < 0x20 {
            p = p.with_ascii(byte, AsciiEscape::unicode(byte, HexCase::Lower));
            byte += 1;
        }
        p.with_ascii(0x08, AsciiEscape::short(b'b'))
            .with_ascii(0x09, AsciiEscape::short(b't'))
            .with_ascii(0x0A, AsciiEscape::short(b'n'))
            .with_ascii(0x0C, AsciiEscape::short(b'f'))
            .with_ascii(0x0D, AsciiEscape::short(b'r'))
            .with_ascii(b'"', AsciiEscape::short(b'"'))
            .with_ascii(b'\\', AsciiEscape::short(b'\\'))
    };
}

pub(crate) const ROWS: &[ProfileRow] =
    &[ProfileRow { profile: Profile::JSON, about: "JSON as RFC 8259 has it.", options: &[] }];
