//! What a policy has repaired in a stream, with the place of the first repair.

use crate::input::window::Window;
use stringmill::{Position, Repairs};

/// The repairs of a policy in a stream, and the position of the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Repaired {
    repairs: Repairs,
    position: Option<Position>,
}

impl Repaired {
    /// Number of repairs, and offset and position of the first. `None` without repairs.
    pub(crate) fn count(&self) -> Option<(u64, u64, Position)> {
        Some((self.repairs.count, self.repairs.first?, self.position?))
    }

    /// Counts a repair at this offset and position.
    pub(crate) fn add(&mut self, offset: u64, position: Position) {
        self.repairs.count += 1;
        self.repairs.first.get_or_insert(offset);
        self.position.get_or_insert(position);
    }

    /// The repairs, for a call that begins at the first unread byte of `src`.
    pub(crate) fn start(&mut self, src: &Window) -> &mut Repairs {
        self.repairs.base = src.offset();
        &mut self.repairs
    }

    /// Computes the position of the first repair, while its bytes are still in `src`.
    pub(crate) fn place_first(&mut self, src: &Window) {
        if let (None, Some(first)) = (self.position, self.repairs.first) {
            self.position = Some(src.position((first - src.offset()) as usize));
        }
    }
}
