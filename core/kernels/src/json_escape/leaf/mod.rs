//! Kernels that escape text with vectors. A leaf begins between units, stops in front of bytes that it cannot take and returns
//! [`Progress`](stringmill_outcome::Progress). It calls no other leaf, repairs nothing and reports no error. On the scalar
//! tier those with which a call begins escape one character after another, and the others do nothing.

mod block;
mod clean;
mod long;
mod marked_block;
mod marked_short;
mod marked_some;
mod marked_some_short;
mod mixed;
mod plain;
mod runs;
mod short;
mod spell;
mod valid;
mod whole;

pub(super) use block::Block;
pub(super) use clean::{Clean, MAX_LEN as CLEAN_MAX_LEN};
pub(super) use long::Long;
pub(super) use marked_block::MarkedBlock;
pub(super) use marked_short::MarkedShort;
pub(super) use marked_some::MarkedSome;
pub(super) use marked_some_short::MarkedSomeShort;
pub(super) use mixed::Mixed;
pub(super) use plain::Plain;
pub(super) use runs::Runs;
pub(super) use short::Short;
pub(super) use spell::Spell;
pub(super) use valid::Valid;
pub(super) use whole::Whole;
