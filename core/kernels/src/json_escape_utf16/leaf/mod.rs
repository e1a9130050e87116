//! The leaves, which escape UTF-16 with vectors, under the rules of `json_escape/leaf/`.

mod ascii;
mod pairs;
mod short;
mod spell;

pub(super) use ascii::Ascii;
pub(super) use pairs::Pairs;
pub(super) use short::Short;
pub(super) use spell::Spell;
