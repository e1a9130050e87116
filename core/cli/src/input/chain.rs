//! A pipeline of stages in constant memory: each stage reads the output of the previous one.

use crate::input::source::{Input, LOOK_AHEAD, Source};
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::stdout::Output;
use crate::report::failure::Failure;
use crate::report::progress::Meter;

/// A transformation of one stream into another.
pub(crate) trait Stage {
    /// With at least this much room and enough input, a stage always makes progress.
    const ROOM: usize;
    type Error;

    /// Consumes some of `src` and writes its transformation to `dst`; returns the number of bytes written. The offset of
    /// an error counts from the first unread byte.
    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Self::Error>;

    /// Whether all output is written.
    fn is_done(&self) -> bool;
}

/// A source and the stages that transform it.
pub(crate) struct Chain<S> {
    source: Source,
    /// The input of each stage.
    windows: Vec<Window>,
    stages: Vec<S>,
}

/// Why a chain stops.
pub(crate) enum Broken<E> {
    /// The stage of this index found an error in its input.
    Stage(usize, E),
    /// Reading or writing failed.
    Ends(Failure),
}

impl<E> From<Failure> for Broken<E> {
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

    /// Closes the source after all of it was read.
    pub(crate) fn close(&mut self) {
        self.source.close();
    }

    pub(crate) fn stage(&self, at: usize) -> &S {
        &self.stages[at]
    }

    /// Runs until the last stage is done. `meter` counts the bytes read.
    pub(crate) fn run(&mut self, output: &mut Output, meter: &Meter) -> Result<(), Broken<S::Error>> {
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

    /// Gets more input for the stage of index `last`: runs the nearest stage before it that makes progress, else reads.
    fn supply(&mut self, last: usize, output: Option<&mut Output>, meter: &Meter) -> Result<(), Broken<S::Error>> {
        for at in (0..last).rev() {
            if self.step_inside(at)? {
                return Ok(());
            }
        }
        Input { source: &mut self.source, output, meter }.read_into(&mut self.windows[0])?;
        Ok(())
    }

    /// Runs a stage that writes to the window of the next one. Returns whether it made progress.
    fn step_inside(&mut self, at: usize) -> Result<bool, Broken<S::Error>> {
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

    /// The surroundings of `offset` in the unread bytes of the stage of index `at`, which has failed.
    pub(crate) fn scene(&mut self, at: usize, offset: usize) -> Scene {
        self.windows[at].consume(offset);
        self.look_ahead(at);
        self.windows[at].scene()
    }

    /// Reads on, so that a diagnostic can show the text after the error. Ignores failures: a diagnostic is useful without
    /// that text.
    fn look_ahead(&mut self, at: usize) {
        if at == 0 {
            return self.source.look_ahead(&mut self.windows[0]);
        }
        let unseen = Meter::hidden();
        let is_ready = |source: &mut Source| source.is_ready_within(LOOK_AHEAD);
        while self.windows[at].wants_more() && is_ready(&mut self.source) && self.supply(at, None, &unseen).is_ok() {}
    }
}
