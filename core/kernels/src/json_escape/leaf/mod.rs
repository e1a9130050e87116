//! The leaves, which escape text with vectors. A leaf begins between units, stops in front of bytes that it cannot take and returns
//! [`Progress`](stringmill_outcome::Progress). It calls no other leaf, repairs nothing and reports no error. On the scalar
//! tier those with which a call begins escape one character after another, and the others do nothing.

mod clean;
mod marked;
mod runs;
mod short;
mod spell;
mod strides;
mod valid;
mod whole;

pub(super) use clean::{Clean, MAX_LEN as CLEAN_MAX_LEN};
pub(super) use marked::{MarkedAll, MarkedSome};
pub(super) use runs::Runs;
pub(super) use short::Short;
pub(super) use spell::Spell;
pub(super) use strides::{Long, Mixed, Plain};
pub(super) use valid::Valid;
pub(super) use whole::Whole;
