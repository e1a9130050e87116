//! UTF-16 and Latin-1 into UTF-8 and into escaped strings: each kernel against the reference, on every tier.

// Miri is too slow for these; it runs `exact_room.rs`.
#![cfg(not(miri))]

mod bounds;
mod places;
mod random;
mod subject;
