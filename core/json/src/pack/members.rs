//! The members of a line: which of them have the name, the text and the mode of a file.

/// The names of the members of a line.
///
/// ```
/// use stringmill::pack::{Members, Shape, Writer};
/// use stringmill::{IllFormed, JsonEscape, Profile};
///
/// let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject)?;
/// let members = Members { text: "body", mode: Some("mode"), ..Members::DEFAULT };
/// assert!(members.text.len() <= Members::NAME_MAX);
/// let writer = Writer::new(Shape::Lines, &rules).with_members(members);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Members<'m> {
    /// The name of the text.
    pub path: &'m str,
    /// The text.
    pub text: &'m str,
    /// The permissions of the file; `None` if they are neither written nor read.
    pub mode: Option<&'m str>,
}

impl Members<'_> {
    /// `path` and `text`, without a mode.
    pub const DEFAULT: Members<'static> = Members { path: "path", text: "text", mode: None };
    /// The maximum length of a name in bytes. A reader does not find a longer one.
    pub const NAME_MAX: usize = 256;

    /// The member called `name`.
    pub(crate) fn find(&self, name: &[u8]) -> Member {
        match name {
            _ if name == self.path.as_bytes() => Member::Path,
            _ if name == self.text.as_bytes() => Member::Text,
            _ if self.mode.is_some_and(|mode| name == mode.as_bytes()) => Member::Mode,
            _ => Member::Other,
        }
    }
}

/// A member of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    Path,
    Text,
    Mode,
    Other,
}

/// The members of a line that have been read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SeenMembers {
    pub(crate) path: bool,
    pub(crate) text: bool,
    mode: bool,
}

impl SeenMembers {
    /// Adds a member. Returns false if the line has it already.
    pub(crate) fn insert(&mut self, member: Member) -> bool {
        let seen = match member {
            Member::Path => &mut self.path,
            Member::Text => &mut self.text,
            Member::Mode => &mut self.mode,
            Member::Other => return true,
        };
        !core::mem::replace(seen, true)
    }

    /// Whether the line has a path and a text.
    pub(crate) fn is_complete(self) -> bool {
        self.path && self.text
    }
}
