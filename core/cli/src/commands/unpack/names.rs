//! The names of one input: each may occur once, and no file may also be a folder.

use crate::output::names::{NameRule, folded};
use crate::output::target::Refusal;
use crate::process::memory;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// The names so far, as hashes of 128 bits with random keys: a million names need a few tens of MB, and a collision of two
/// names is practically impossible.
#[derive(Default)]
pub(super) struct Names {
    keys: [RandomState; 2],
    /// True for a file, false for a folder with files in it.
    files: HashMap<(u64, u64), bool>,
    last_folder: Vec<u8>,
}

impl Names {
    /// Adds the file called `name` and its folders. Fails if one of these names is already a file, or `name` is already a
    /// folder.
    pub(super) fn insert(&mut self, name: &[u8], rule: NameRule) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::Name(why.to_owned()));
        let spelled = name;
        let name = if rule.folds() { Cow::Owned(folded(name)) } else { Cow::Borrowed(name) };
        let folder = spelled.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        if spelled[..folder] != self.last_folder {
            for (end, spelled_end) in slashes(&name).zip(slashes(spelled)) {
                let key = self.key(&name[..end]);
                self.reserve()?;
                let known = self.files.insert(key, false);
                if known == Some(true) {
                    return refuse("name leads through a file of this input");
                }
                if rule.folds() {
                    // No name begins with a slash, so no name has this key.
                    let key = self.key(&[b"/", &spelled[..spelled_end]].concat());
                    self.reserve()?;
                    if self.files.insert(key, false).is_none() && known.is_some() {
                        return refuse("name has a folder that differs from another only in case");
                    }
                }
            }
            self.last_folder = spelled[..folder].to_vec();
        }
        self.reserve()?;
        if name.ends_with(b"/") {
            return Ok(());
        }
        match self.files.insert(self.key(&name), true) {
            None => Ok(()),
            Some(true) if rule.folds() => refuse("name occurs twice, or differs from another only in case"),
            Some(true) => refuse("name occurs twice"),
            Some(false) => refuse("name is that of a folder of this input"),
        }
    }

    /// Whether a file is called `name`.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.files.get(&self.key(name)) == Some(&true)
    }

    /// Reserves memory for one more name.
    fn reserve(&mut self) -> Result<(), Refusal> {
        let bytes = (self.files.len() + 1) * size_of::<((u64, u64), bool)>();
        self.files.try_reserve(1).map_err(|_| Refusal::System(memory::refused(bytes)))
    }

    fn key(&self, name: &[u8]) -> (u64, u64) {
        let [one, two] = &self.keys;
        (one.hash_one(name), two.hash_one(name))
    }
}

/// The indices of the slashes in a name: each ends the name of a folder.
fn slashes(name: &[u8]) -> impl Iterator<Item = usize> {
    (1..name.len()).filter(|&at| name[at] == b'/')
}
