//! UTF-8, and the insides of JSON strings, into UTF-16: each kernel against the reference, on every tier.

// Miri is too slow for these; it runs `exact_room.rs`.
#![cfg(not(miri))]

mod bounds;
mod dense;
mod places;
mod random;
mod subject;
