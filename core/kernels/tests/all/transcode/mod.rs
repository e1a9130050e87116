//! UTF-16 and Latin-1 into UTF-8 and into escaped strings: each kernel against the reference, on every tier.

// Miri is too slow for these; `exact_room.rs` is what it runs.
#![cfg(not(miri))]

mod bounds;
mod places;
mod random;
mod subject;
