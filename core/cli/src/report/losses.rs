//! The losses of a conversion: a count and the first position of each kind, in words or as JSON.

use crate::arguments::convert::LossPolicy;
use crate::output::rejects::escaped;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::visible::visible;
use stringmill::Position;
use stringmill::convert::{Loss, Losses};

/// The losses of one conversion.
pub(crate) struct LossReport {
    policy: LossPolicy,
    losses: Losses,
    /// Position of the first loss of each kind.
    places: [Option<Position>; Loss::ALL.len()],
}

impl LossReport {
    pub(crate) fn new(policy: LossPolicy) -> Self {
        LossReport { policy, losses: Losses::default(), places: [None; Loss::ALL.len()] }
    }

    /// Updates the losses. `position` converts the offset of each new kind, while its bytes are still in memory.
    pub(crate) fn note(&mut self, losses: &Losses, position: impl Fn(u64) -> Position) {
        for (loss, place) in Loss::ALL.into_iter().zip(&mut self.places) {
            // If a record was rejected, its losses no longer count.
            match losses.first(loss) {
                Some(first) if place.is_none() => *place = Some(position(first)),
                Some(_) => {}
                None => *place = None,
            }
        }
        self.losses = *losses;
    }

    /// Reports the losses.
    pub(crate) fn report(&self, name: &[u8], as_json: bool, messages: &Messages) -> Result<Exit, Failure> {
        if as_json {
            messages.plain(&self.json(name)?);
        }
        if self.losses.is_empty() || self.policy == LossPolicy::Allow {
            return Ok(Exit::Done);
        }
        if !as_json {
            for (loss, position, offset) in self.firsts() {
                messages.warning(&format!(
                    "{}: {}, the first at {}:{}:{} (byte {offset})",
                    loss.says(),
                    self.losses.count(loss),
                    visible(name),
                    position.line,
                    position.column,
                ));
            }
        }
        Ok(Exit::Changed)
    }

    fn firsts(&self) -> impl Iterator<Item = (Loss, Position, u64)> {
        Loss::ALL.into_iter().zip(self.places).filter_map(|(loss, position)| {
            let first = self.losses.first(loss)?;
            Some((loss, position?, first))
        })
    }

    fn json(&self, name: &[u8]) -> Result<String, Failure> {
        let losses = self.firsts().map(|(loss, Position { line, column, .. }, offset)| {
            format!(
                "\"{}\":{{\"count\":{},\"line\":{line},\"column\":{column},\"offset\":{offset}}}",
                loss.name(),
                self.losses.count(loss)
            )
        });
        let losses = losses.collect::<Vec<_>>().join(",");
        Ok(format!("{{\"source\":\"{}\",\"losses\":{{{losses}}}}}\n", escaped(name)?))
    }
}
