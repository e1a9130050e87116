//! Sets of bytes by the work that they need.
//!
//! ```text
//! special                      cannot be copied by a block
//! |- escaped                   ASCII
//! |  |- with two bytes         a backslash, and the byte or its letter
//! |  `- long                   any other escape     --.
//! `- above 0x7F                if they need a look  --+-- hard
//! ```

use super::spelling::letter;
use crate::vector::ByteSet;
use stringmill_profile::Profile;

#[derive(Clone)]
pub(crate) struct Sets {
    /// The special bytes, for code without vectors.
    pub(crate) stops: [bool; 256],
    /// Bytes that a block cannot copy: escaped ones, and those above 0x7F if they need a look. `hard` is marked as its
    /// part.
    pub(crate) special: ByteSet,
    /// Special bytes without a two-byte escape.
    pub(crate) hard: ByteSet,
    /// The special ASCII bytes. `long` is marked as its part.
    pub(crate) escaped: ByteSet,
    /// The hard ASCII bytes.
    pub(crate) long: ByteSet,
}

impl Sets {
    /// The sets of a profile. `non_ascii_is_special` says whether bytes above 0x7F need a look.
    pub(super) const fn new(profile: &Profile<'_>, non_ascii_is_special: bool) -> Self {
        let (mut escaped, mut long) = (ByteSet::new(&[], false), ByteSet::new(&[], false));
        let mut stops = [false; 256];
        let mut byte = 0;
        while byte < 0x100 {
            stops[byte] = non_ascii_is_special && byte >= 0x80;
            if byte < 0x80
                && let Some(escape) = profile.ascii()[byte].bytes()
            {
                stops[byte] = true;
                escaped = escaped.with(byte as u8);
                if letter(byte as u8, escape).is_none() {
                    long = long.with(byte as u8);
                }
            }
            byte += 1;
        }
        let (mut special, mut hard) = (escaped, long);
        if non_ascii_is_special {
            (special, hard) = (special.with_non_ascii(), hard.with_non_ascii());
        }
        Sets { stops, special: special.with_part(&hard), hard, escaped: escaped.with_part(&long), long }
    }
}
