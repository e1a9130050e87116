//! Rules of escaping, and what there is to choose from.

use crate::arguments::{misuse, numbered};
use crate::door::{Object, Range, call};
use stringmill::{ErrorCode, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeUtf16, Profile, Tier};

/// The number of the first policy for UTF-16.
const UTF16: u32 = 16;

/// Makes rules of the profile whose name is in the range, or of the one that escapes nothing if the range is empty. The value is
/// their handle.
#[unsafe(no_mangle)]
extern "C" fn smill_rules(from: u32, to: u32, policy: u32) -> u32 {
    call(|door| {
        let name =
            std::str::from_utf8(door.input(Range { from, to })?).map_err(|_| misuse(ErrorCode::ProfileUnknown))?;
        let profile = if name.is_empty() { Profile::empty("plain") } else { parsed(name)? };
        let made = match policy.checked_sub(UTF16) {
            None => Object::Utf8Rules(JsonEscape::new(&profile, numbered(IllFormed::ALL, policy)?)?),
            Some(policy) => Object::Utf16Rules(JsonEscapeUtf16::new(&profile, numbered(IllFormedUtf16::ALL, policy)?)?),
        };
        door.keep(made)
    })
}

fn parsed(name: &str) -> Result<Profile<'static>, stringmill::Error> {
    Profile::parse(name).map_err(|unknown| {
        let option = unknown.profile.is_some();
        misuse(if option { ErrorCode::ProfileOptionUnknown } else { ErrorCode::ProfileUnknown })
    })
}

/// Writes a line for each profile: its name, then those of its options.
#[unsafe(no_mangle)]
extern "C" fn smill_profiles() -> u32 {
    call(|door| {
        let lines = Profile::ROWS.iter().map(|row| {
            let options = row.options.iter().map(|option| option.name);
            std::iter::once(row.profile.name()).chain(options).collect::<Vec<_>>().join(" ")
        });
        let lines: Vec<_> = lines.collect();
        door.text(&lines.join("\n"));
        Ok(())
    })
}

/// Writes the name of the tier.
#[unsafe(no_mangle)]
extern "C" fn smill_tier() -> u32 {
    call(|door| {
        door.text(Tier::best().name());
        Ok(())
    })
}
