//! Rules of escaping: a profile and a policy, prepared once. Section "Rules" of the header.

use crate::arguments::{POLICIES, Policy, object, policy as policy_of, source, text};
use crate::door::{self, exported};
use crate::memory::boxed;
use crate::profiles::{parsed, unsound, with_table};
use crate::ranges::{Span, all_apart};
use crate::shapes;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;
use stringmill::{CodeRange, Error, ErrorCode, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, Profile};

/// `smill_rules`
pub struct Rules {
    escape: Escape,
    /// The ranges of a custom table, which `escape` borrows; `None` for built-in profiles.
    ranges: Option<NonNull<[CodeRange]>>,
}

/// The rules for one kind of source.
enum Escape {
    Utf8(JsonEscape<'static>),
    Utf16(JsonEscapeUtf16<'static>),
    Latin1(JsonEscapeLatin1<'static>),
    /// Only while the rules are built.
    None,
}

impl Rules {
    #[inline(always)]
    pub(crate) fn utf8(&self) -> Result<&JsonEscape<'static>, ErrorCode> {
        match &self.escape {
            Escape::Utf8(escape) => Ok(escape),
            _ => Err(ErrorCode::RulesMismatched),
        }
    }

    #[inline(always)]
    pub(crate) fn utf16(&self) -> Result<&JsonEscapeUtf16<'static>, ErrorCode> {
        match &self.escape {
            Escape::Utf16(escape) => Ok(escape),
            _ => Err(ErrorCode::RulesMismatched),
        }
    }

    #[inline(always)]
    pub(crate) fn latin1(&self) -> Result<&JsonEscapeLatin1<'static>, ErrorCode> {
        match &self.escape {
            Escape::Latin1(escape) => Ok(escape),
            _ => Err(ErrorCode::RulesMismatched),
        }
    }

    /// The most bytes that `len` units of the source can become.
    pub(crate) fn bound(&self, len: usize) -> Option<usize> {
        match &self.escape {
            Escape::Utf8(escape) => escape.bound(len),
            Escape::Utf16(escape) => escape.bound(len),
            Escape::Latin1(escape) => escape.bound(len),
            Escape::None => None,
        }
    }
}

// SAFETY: the ranges do not change while the rules live, and everything else in them is `Send`.
unsafe impl Send for Rules {}
// SAFETY: the ranges do not change while the rules live, and nothing in rules changes through a shared reference.
unsafe impl Sync for Rules {}

impl Drop for Rules {
    fn drop(&mut self) {
        if let Some(ranges) = self.ranges {
            // SAFETY: `smill_rules_custom` took the ranges out of their box, and only these rules refer to them.
            drop(unsafe { Box::from_raw(ranges.as_ptr()) });
        }
    }
}

const PROFILES: usize = Profile::ROWS.len();
/// One `Rules` on the heap.
type Boxed = Box<[Rules]>;
/// Rules for each profile and policy, made at the first request and never freed.
static BUILT_IN: [[OnceLock<Boxed>; POLICIES]; PROFILES] = [const { [const { OnceLock::new() }; POLICIES] }; PROFILES];

exported! {
    fn smill_rules_builtin(
        name: *const u8,
        name_len: usize,
        policy: u32,
        rules: *mut *const Rules,
    ) -> u32 {
        door::write_out(rules, &[Span::of(name, name_len)], || {
            let policy_place = policy as usize;
            let policy = policy_of(policy)?;
            let name = text(name, name_len)?;
            let row = Profile::ROWS.iter().position(|row| row.profile.name() == name).ok_or(ErrorCode::ProfileUnknown)?;
            let place = &BUILT_IN[row][policy_place];
            let found = match place.get() {
                Some(found) => found,
                None => {
                    let made = boxed(prepared(&Profile::ROWS[row].profile, policy)?)?;
                    place.get_or_init(|| made)
                }
            };
            Ok(found.as_ptr())
        })
    }

    fn smill_rules_new(name: *const u8, name_len: usize, policy: u32, rules: *mut *mut Rules) -> u32 {
        door::write_out(rules, &[Span::of(name, name_len)], || {
            let policy = policy_of(policy)?;
            let profile = parsed(text(name, name_len)?)?;
            Ok(Box::into_raw(boxed(prepared(&profile, policy)?)?).cast())
        })
    }

    fn smill_rules_custom(
        profile: *const shapes::Profile,
        ranges: *const shapes::Range,
        range_count: usize,
        policy: u32,
        rules: *mut *mut Rules,
        place: *mut u32,
    ) -> u32 {
        let read = [Span::one(profile), Span::of(ranges, range_count)];
        door::write_out(rules, &read, || {
            all_apart(&[Span::one(rules), Span::one(place)], &read)?;
            let policy = policy_of(policy)?;
            let table = object(profile)?;
            let ranges = source(ranges, range_count)?;
            let made = custom(table, ranges, policy).map_err(|Error { code, offset }| {
                if !place.is_null() {
                    place.write_unaligned(offset as u32);
                }
                code
            })?;
            Ok(Box::into_raw(made).cast())
        })
    }

    fn smill_rules_free(rules: *mut Rules) {
        door::caught((), || {
            let is_built_in =
                || BUILT_IN.iter().flatten().filter_map(OnceLock::get).any(|one| ptr::eq(one.as_ptr(), rules));
            if !rules.is_null() && !is_built_in() {
                // It came from `boxed`: one `Rules` and a slice of one have the same layout.
                drop(Box::from_raw(rules));
            }
        })
    }
}

fn prepared(profile: &Profile<'static>, policy: Policy) -> Result<Rules, ErrorCode> {
    let escape = escape(profile, policy).map_err(|error| error.code)?;
    Ok(Rules { escape, ranges: None })
}

fn escape(profile: &Profile<'static>, policy: Policy) -> Result<Escape, Error> {
    Ok(match policy {
        Policy::Utf8(policy) => Escape::Utf8(JsonEscape::new(profile, policy)?),
        Policy::Utf16(policy) => Escape::Utf16(JsonEscapeUtf16::new(profile, policy)?),
        Policy::Latin1 => Escape::Latin1(JsonEscapeLatin1::new(profile)),
    })
}

/// Builds rules from a table of the caller. An error has the number of the invalid entry.
fn custom(table: &shapes::Profile, ranges: &[shapes::Range], policy: Policy) -> Result<Boxed, Error> {
    let at_zero = |code| Error::new(code, 0);
    if let Some(entry) = unsound(table, ranges) {
        return Err(Error::new(ErrorCode::ProfileUnsound, entry as u64));
    }
    let mut owned: Vec<CodeRange> = Vec::new();
    owned.try_reserve_exact(ranges.len()).map_err(|_| at_zero(ErrorCode::MemoryRefused))?;
    owned.extend(ranges.iter().map(|range| (range.first, range.last)));
    let owned = NonNull::from(Box::leak(owned.into_boxed_slice()));
    // From here on, `Drop` frees the ranges on every exit.
    let mut rules = Rules { escape: Escape::None, ranges: Some(owned) };
    // SAFETY: the ranges live as long as the rules, and do not change.
    let borrowed: &'static [CodeRange] = unsafe { owned.as_ref() };
    let profile = with_table(table, borrowed).map_err(at_zero)?;
    rules.escape = escape(&profile, policy)?;
    boxed(rules).map_err(at_zero)
}
