//! The attributes that a new file inherits from the file it replaces, for every command that writes files.

use crate::faults::{Lacks, NOTHING, TMPFILE, library};
use crate::running::{Call, smill};
use rustix::fs::{XattrFlags, getxattr, setxattr};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A call that writes these files, and its input.
type Writes = (&'static [&'static str], &'static str, &'static [&'static str]);

const UNPACK: Writes = (&["unpack", "--force"], "{\"f\":\"new\",\"d/g\":\"new\"}", &["f", "d/g"]);
const ALL: [Writes; 11] = [
    UNPACK,
    (&["escape", "-o", "f"], "a", &["f"]),
    (&["escape", "-i", "f"], "", &["f"]),
    (&["unescape", "--output", "f"], "\"a\"", &["f"]),
    (&["escape", "--bare", "--in-place", "f"], "", &["f"]),
    (&["convert", "--from", "ion", "--to", "ion", "-i", "f"], "", &["f"]),
    (&["pack", "-o", "f", "-0"], "", &["f"]),
    (&["completions", "bash", "-o", "f"], "", &["f"]),
    (&["check", "--format", "ndjson", "--rejects", "bad"], "1\n", &["bad", "bad.reasons"]),
    (&["man", "d"], "", &["d/smill.1", "d/smill-pack.1"]),
    (&["bench", "--time", "0.01", "--lengths", "8", "utf8_validate", "cjk", "--svg", "s.svg"], "", &["s.svg"]),
];

fn call(folder: &Path, (arguments, input, _): Writes, lacks: Lacks) -> Call {
    let call = smill(arguments).within(folder).input(input).env("FAULT_SYSTEM", lacks.0);
    call.env("LD_PRELOAD", library().to_str().unwrap())
}

/// A folder with old files of this mode.
fn old(names: &[&str], mode: u32) -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    for name in names {
        fs::write(folder.path().join(name), "old").unwrap();
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(mode)).unwrap();
    }
    folder
}

fn mode(folder: &Path, name: &str) -> u32 {
    fs::metadata(folder.join(name)).unwrap().mode() & 0o7777
}

fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

#[test]
fn every_command_keeps_the_mode_of_a_replaced_file() {
    for (lacks, writes) in [NOTHING, TMPFILE].into_iter().flat_map(|lacks| ALL.map(|writes| (lacks, writes))) {
        for (before, after) in [(0o600, 0o600), (0o644, 0o644), (0o664, 0o664), (0o750, 0o750), (0o4755, 0o755)] {
            let folder = old(writes.2, before);
            call(folder.path(), writes, lacks).caught();
            for name in writes.2 {
                assert_eq!(mode(folder.path(), name), after, "{:?} {lacks:?} {name} was {before:o}", writes.0);
                assert_ne!(fs::read(folder.path().join(name)).unwrap(), b"old", "{:?} {name}", writes.0);
            }
        }
        if writes.0.iter().any(|word| ["-i", "--in-place"].contains(word)) {
            continue;
        }
        // A new file follows the umask.
        let (folder, new) = (old(&[], 0), old(&["new"], 0o600));
        fs::remove_file(new.path().join("new")).unwrap();
        fs::write(new.path().join("new"), "").unwrap();
        call(folder.path(), writes, lacks).caught();
        for name in writes.2 {
            assert_eq!(mode(folder.path(), name), mode(new.path(), "new"), "{:?} {lacks:?} {name}", writes.0);
        }
    }
}

#[test]
fn a_link_passes_nothing_on() {
    for lacks in [NOTHING, TMPFILE] {
        let folder = old(&["secret", "new"], 0o600);
        fs::remove_file(folder.path().join("new")).unwrap();
        fs::write(folder.path().join("new"), "").unwrap();
        std::os::unix::fs::symlink("secret", folder.path().join("f")).unwrap();
        call(folder.path(), UNPACK, lacks).fine();
        assert_eq!(mode(folder.path(), "f"), mode(folder.path(), "new"));
        assert_eq!(fs::read(folder.path().join("secret")).unwrap(), b"old");
    }
}

#[test]
fn owner_and_group_are_kept_if_the_process_may() {
    if !is_root() {
        println!("owner and group: not run (this takes root)");
        return;
    }
    for lacks in [NOTHING, TMPFILE] {
        let folder = old(UNPACK.2, 0o640);
        chown(folder.path().join("f"), Some(12), Some(34)).unwrap();
        call(folder.path(), UNPACK, lacks).fine();
        let facts = fs::metadata(folder.path().join("f")).unwrap();
        assert_eq!((facts.uid(), facts.gid(), facts.mode() & 0o7777), (12, 34, 0o640));
    }
}

/// The group of the process must not get the rights of another group.
#[test]
fn lost_attributes_are_reported_and_add_no_permission() {
    if !is_root() {
        println!("files of others: not run (this takes root)");
        return;
    }
    let note = "note: 1 replaced file has another owner, group or ACL, the first is ./f\n";
    for (lacks, before, after) in [
        (NOTHING, 0o640, 0o600),
        (NOTHING, 0o664, 0o644),
        (NOTHING, 0o666, 0o666),
        (NOTHING, 0o604, 0o604),
        (TMPFILE, 0o640, 0o600),
        (TMPFILE, 0o664, 0o644),
    ] {
        let folder = old(UNPACK.2, before);
        for name in ["", "d", "d/g"] {
            chown(folder.path().join(name), Some(12), Some(12)).unwrap();
        }
        chown(folder.path().join("f"), Some(0), Some(34)).unwrap();
        let outcome = call(folder.path(), UNPACK, lacks).user(12).caught();
        assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), note));
        let facts = fs::metadata(folder.path().join("f")).unwrap();
        assert_eq!((facts.uid(), facts.gid(), facts.mode() & 0o7777), (12, 12, after), "{before:o}");
        assert_eq!(mode(folder.path(), "d/g"), before);
    }
}

/// An access control list in its binary form: the owner, user 12, the group, the mask, others.
fn acl(owner: u8, user: u8, group: u8, mask: u8, others: u8) -> Vec<u8> {
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    let entries = [(1_u16, owner, u32::MAX), (2, user, 12), (4, group, u32::MAX), (16, mask, u32::MAX)];
    for (tag, rights, id) in entries.into_iter().chain([(32, others, u32::MAX)]) {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(u16::from(rights).to_le_bytes());
        bytes.extend(id.to_le_bytes());
    }
    bytes
}

fn acl_of(path: &Path) -> Option<Vec<u8>> {
    let mut value = [0; 1024];
    getxattr(path, "system.posix_acl_access", &mut value[..]).ok().map(|len| value[..len].to_vec())
}

#[test]
fn access_control_lists_are_kept_and_none_is_added() {
    let list = acl(6, 6, 0, 6, 0);
    for lacks in [NOTHING, TMPFILE] {
        let folder = old(UNPACK.2, 0o660);
        let set =
            |name: &str, kind: &str, value: &[u8]| setxattr(folder.path().join(name), kind, value, XattrFlags::empty());
        if let Err(error) = set("f", "system.posix_acl_access", &list) {
            println!("access control lists: not run ({error})");
            return;
        }
        // New files get a list from the folder; one that replaces a file without a list does not.
        set("d", "system.posix_acl_default", &acl(7, 7, 7, 7, 7)).unwrap();
        call(folder.path(), UNPACK, lacks).fine();
        let (f, g, h) = (folder.path().join("f"), folder.path().join("d/g"), folder.path().join("d/h"));
        assert_eq!((acl_of(&f), mode(folder.path(), "f")), (Some(list.clone()), 0o660), "{lacks:?}");
        assert_eq!((acl_of(&g), mode(folder.path(), "d/g")), (None, 0o660), "{lacks:?}");
        let new = (UNPACK.0, "{\"d/h\":\"new\"}", UNPACK.2);
        call(folder.path(), new, lacks).fine();
        assert_eq!((acl_of(&h), mode(folder.path(), "d/h")), (Some(acl(6, 7, 7, 6, 6)), 0o666), "{lacks:?}");
    }
}

#[test]
fn only_files_are_replaced_by_option() {
    let folder = old(&["f"], 0o600);
    std::os::unix::fs::symlink("f", folder.path().join("link")).unwrap();
    for (name, what) in [("d", "folder"), ("link", "symbolic link; name its file: ")] {
        let err = smill(["bench", "--svg", name]).within(folder.path()).fails(2);
        assert!(err.starts_with(&format!("error: --svg replaces a file, and {name} is a {what}")), "{err}");
    }
}
