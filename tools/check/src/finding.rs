//! A place that breaks a rule.

use std::fmt;

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root of the tree.
    pub path: String,
    /// The line, from 1; 0 for the whole file.
    pub line: usize,
    /// The fault and the remedy.
    pub says: String,
}

impl Finding {
    pub(crate) fn new(path: &str, line: usize, says: impl Into<String>) -> Self {
        Finding { path: path.to_owned(), line, says: says.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.says),
            line => write!(f, "{}:{line}: {}", self.path, self.says),
        }
    }
}
