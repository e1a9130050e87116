//! Stages one after another, each reading what the one before it writes, in constant memory.

use crate::input::source::{Input, LOOK_AHEAD, Source};
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::stdout::Output;
use crate::report::failure::Failure;
use crate::report::progress::Meter;
use stringmill::Error;

/// What turns one stream into another.
pub(crate) trait Stage {
    /// Room in which a stage always gets on, if it has enough to read.
    const ROOM: usize;

    /// Consumes some of `src` and writes what it becomes to `dst`; returns how much that is. Errors are at offsets of
    /// the unread bytes, and nothing is consumed then.
    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error>;

    /// Whether all is written.
    fn is_done(&self) -> bool;
}

/// A source, and the stages through which its bytes go.
pub(crate) struct Chain<S> {
    source: Source,
    /// One for each stage: what it reads.
    windows: Vec<Window>,
    stages: Vec<S>,
}

/// Why a chain stops.
pub(crate) enum Broken {
    /// The stage of this index found an error in what it reads.
    Stage(usize, Error),
    /// Reading or writing failed.
    Ends(Failure),
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Self {
        Broken::Ends(failure)
    }
}

impl<S: Stage> Chain<S> {
    pub(crate) fn new(source: Source, stages: Vec<S>) -> Self {
        let windows = stages.iter().map(|_| Window::new(WINDOW)).collect();
        Chain { source, windows, stages }
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn stage(&self, at: usize) -> &S {
        &self.stages[at]
    }

    /// Runs to the end of the last stage. `meter` learns of each byte read.
    pub(crate) fn run(&mut self, output: &mut Output, meter: &Meter) -> Result<(), Broken> {
        let last = self.stages.len() - 1;
        while !self.stages[last].is_done() {
            let offset = self.windows[last].offset();
            let written = self.stages[last]
                .step(&mut self.windows[last], output.room(S::ROOM)?)
                .map_err(|error| Broken::Stage(last, error))?;
            output.fill(written);
            if written == 0 && self.windows[last].offset() == offset && !self.stages[last].is_done() {
                self.supply(last, Some(output), meter)?;
            }
        }
        Ok(())
    }

    /// Gives the stage of index `last` more to read: runs the nearest stage before it that gets on, or reads.
    fn supply(&mut self, last: usize, output: Option<&mut Output>, meter: &Meter) -> Result<(), Broken> {
        for at in (0..last).rev() {
            if self.step_inside(at)? {
                return Ok(());
            }
        }
        Input { source: &mut self.source, output, meter }.read_into(&mut self.windows[0])?;
        Ok(())
    }

    /// Runs a stage that writes to the window of the next one. Returns whether it got on.
    fn step_inside(&mut self, at: usize) -> Result<bool, Broken> {
        let [src, dst] = &mut self.windows[at..at + 2] else { return Ok(false) };
        if self.stages[at].is_done() {
            return Ok(false);
        }
        let room = dst.room();
        if room.len() < S::ROOM {
            return Ok(false);
        }
        let offset = src.offset();
        let written = self.stages[at].step(src, room).map_err(|error| Broken::Stage(at, error))?;
        dst.fill(written);
        if self.stages[at].is_done() {
            dst.finish();
        }
        Ok(written > 0 || src.offset() != offset || self.stages[at].is_done())
    }

    /// What stands around `offset` of the unread bytes of the stage of index `at`, which goes no further.
    pub(crate) fn scene(&mut self, at: usize, offset: usize) -> Scene {
        self.windows[at].consume(offset);
        self.look_ahead(at);
        self.windows[at].scene()
    }

    /// Gets what stands after the first unread byte of the stage of index `at`. A picture is worth having without it,
    /// so failures do not matter here.
    fn look_ahead(&mut self, at: usize) {
        if at == 0 {
            return self.source.look_ahead(&mut self.windows[0]);
        }
        let unseen = Meter::hidden();
        let is_ready = |source: &Source| source.is_ready_within(LOOK_AHEAD);
        while self.windows[at].wants_more() && is_ready(&self.source) && self.supply(at, None, &unseen).is_ok() {}
    }
}
