//! UTF-16 and Latin-1 into UTF-8 and into escaped strings: each kernel against the reference, on every tier.

#[path = "../oracle/mod.rs"]
mod oracle;

mod places;
mod subject;
