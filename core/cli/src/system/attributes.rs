//! Mode, owner, group and access ACL of a file, for the file that replaces it.
//!
//! Other extended attributes are not kept: they describe the old content (a checksum, a type) or give its program rights
//! (capabilities). Set-user-ID, set-group-ID and sticky bits are not kept either; most writes to a file clear them too.

use super::{Acl, Errno, Facts, FileHandle, FolderHandle, Kind, facts, set_mode};
use nix::unistd::{Gid, Uid, fchown};
use std::os::fd::AsFd;

const GROUP: u32 = 0o070;

/// The attributes that a new file inherits from the file it replaces.
#[derive(Debug)]
pub(crate) struct Attributes {
    mode: u32,
    owner: Uid,
    group: Gid,
    acl: Acl,
}

impl Attributes {
    /// The attributes of the file `name` in `folder`, which has these `facts`; `None` if it is not a regular file.
    pub(crate) fn of(facts: &Facts, folder: &FolderHandle, name: &[u8]) -> Option<Self> {
        (facts.kind == Kind::File).then(|| Attributes {
            mode: facts.mode,
            owner: Uid::from_raw(facts.owner),
            group: Gid::from_raw(facts.group),
            acl: Acl::of(folder, name),
        })
    }

    /// Sets the attributes on `file`, as far as this process may, with `mode` instead of the old mode if it is present. Returns
    /// whether all were set; if not, the file is open to fewer users than the old one.
    pub(crate) fn apply_to(&self, file: &FileHandle, mode: Option<u32>) -> Result<bool, Errno> {
        let new = facts(file.as_fd())?;
        let group = new.group == self.group.as_raw() || fchown(file, None, Some(self.group)).is_ok();
        let exact = group && self.acl.apply_to(file);
        // After the ACL, which changes the mode.
        set_mode(file, mode.unwrap_or(if exact { self.mode } else { self.mode_for_another_group() }))?;
        // The owner last: only the owner of a file may change its mode and ACL.
        let owner = new.owner == self.owner.as_raw() || fchown(file, Some(self.owner), None).is_ok();
        Ok(exact && owner)
    }

    /// The mode under which the group has no rights that all others lack.
    fn mode_for_another_group(&self) -> u32 {
        self.mode & !GROUP | self.mode & (self.mode << 3) & GROUP
    }
}
