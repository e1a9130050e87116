//! The losses of a conversion: a count and the first position of each kind, in words or as JSON.

use crate::arguments::convert::LossPolicy;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::Messages;
use crate::report::visible::visible;
use stringmill::Position;
use stringmill::convert::{Loss, Losses};

/// The losses of one conversion.
pub(crate) struct LossReport {
    policy: LossPolicy,
    losses: Losses,
    /// Position of the first loss of each kind, which binary Ion does not have, and the number of its input.
    places: [Option<(Option<Position>, usize)>; Loss::ALL.len()],
}

impl LossReport {
    pub(crate) fn new(policy: LossPolicy) -> Self {
        LossReport { policy, losses: Losses::default(), places: [None; Loss::ALL.len()] }
    }

    /// Updates the losses. `position` converts the offset of each new kind in `input`, while its bytes are still in memory.
    pub(crate) fn note(&mut self, losses: &Losses, input: usize, position: impl Fn(u64) -> Option<Position>) {
        for (loss, place) in Loss::ALL.into_iter().zip(&mut self.places) {
            // If a record was rejected, its losses no longer count.
            match losses.first(loss) {
                Some(first) if place.is_none() => *place = Some((position(first), input)),
                Some(_) => {}
                None => *place = None,
            }
        }
        self.losses = *losses;
    }

    /// Reports the losses in the inputs that are called `names`.
    pub(crate) fn report(&self, names: &[Vec<u8>], as_json: bool, messages: &Messages) -> Result<Exit, Failure> {
        if as_json {
            messages.plain(&self.json(names)?)?;
        }
        if self.losses.is_empty() || self.policy == LossPolicy::Allow {
            return Ok(Exit::Done);
        }
        if !as_json {
            for (loss, (position, input), offset) in self.firsts() {
                let place = position.map_or(String::new(), |Position { line, column, .. }| format!(":{line}:{column}"));
                messages.warning(&format!(
                    "{}: {}, the first at {}{place} (byte {offset})",
                    loss.says(),
                    self.losses.count(loss),
                    visible(&names[input]),
                ));
            }
        }
        Ok(Exit::Changed)
    }

    fn firsts(&self) -> impl Iterator<Item = (Loss, (Option<Position>, usize), u64)> {
        Loss::ALL.into_iter().zip(self.places).filter_map(|(loss, position)| {
            let first = self.losses.first(loss)?;
            Some((loss, position?, first))
        })
    }

    /// The losses as one line of JSON. Of several inputs, the first is the source, and a loss in another one names that.
    fn json(&self, names: &[Vec<u8>]) -> Result<Vec<u8>, Failure> {
        json::line(|json| {
            json.member("source", &*names[0]);
            json.object("losses", |json| {
                for (loss, (position, input), offset) in self.firsts() {
                    json.object(loss.name(), |json| {
                        json.member("count", self.losses.count(loss));
                        if input > 0 {
                            json.member("source", &*names[input]);
                        }
                        if let Some(Position { line, column, .. }) = position {
                            json.member("line", line);
                            json.member("column", column);
                        }
                        json.member("offset", offset);
                    });
                }
            });
        })
    }
}
