//! The tests of numbers in one program.

mod agrees_with_reference;
mod beside_ryu;
mod long;
mod reading;
mod room;
mod values;
