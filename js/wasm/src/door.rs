//! The state of an instance, and the frame of every export.

use crate::arguments::misuse;
use std::cell::RefCell;
use stringmill::{Error, ErrorCode, Progress, Repairs};

/// What an export returns besides its code. Numbers that JavaScript reads as they are; offsets and counts below 2^53 are exact.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Results {
    /// Bytes or code units of the source that are consumed.
    read: f64,
    /// Bytes of output.
    written: f64,
    /// With an error, its offset from the beginning of the range.
    offset: f64,
    /// Pieces that a policy replaced, dropped or marked.
    repairs: f64,
    /// Offset of the first of them from the beginning of the range, if there is one.
    first: f64,
    /// Address of the output.
    output: f64,
    /// Address of the window for input, after [`smill_open`].
    input: f64,
    /// The handle of a new object, or another number.
    value: f64,
    /// Address of output that is not in the window. It is valid until the next call.
    made: f64,
}

/// Memory of output that is kept for the next one.
#[cfg(feature = "documents")]
const MADE_KEPT: usize = 1 << 22;

/// The state of an instance.
pub(crate) struct Door {
    /// The window for input.
    input: Vec<u8>,
    /// The window for output.
    output: Vec<u8>,
    /// Code units on their way.
    units: Vec<u16>,
    results: Results,
    objects: Vec<Option<Box<Object>>>,
    /// Output of any length.
    #[cfg(feature = "documents")]
    made: Vec<u8>,
}

/// Something that lives between calls.
pub(crate) enum Object {
    Utf8Rules(stringmill::JsonEscape<'static>),
    Utf16Rules(stringmill::JsonEscapeUtf16<'static>),
    Place(stringmill::Place),
    #[cfg(feature = "documents")]
    Checker(stringmill::json::JsonChecker<'static>),
    #[cfg(feature = "documents")]
    Restricted(crate::restricted::Restricted),
    #[cfg(feature = "documents")]
    Converter(crate::pending::Pending),
    #[cfg(feature = "documents")]
    Ion(crate::tapes::Tapes),
    #[cfg(feature = "documents")]
    Json(crate::json_tapes::JsonTapes),
    #[cfg(feature = "documents")]
    Text(Vec<u8>),
}

thread_local! {
    static DOOR: RefCell<Door> = const {
        RefCell::new(Door {
            input: Vec::new(),
            output: Vec::new(),
            units: Vec::new(),
            results: Results { read: 0.0, written: 0.0, offset: 0.0, repairs: 0.0, first: 0.0, output: 0.0, input: 0.0, value: 0.0, made: 0.0 },
            objects: Vec::new(),
            #[cfg(feature = "documents")]
            made: Vec::new(),
        })
    };
}

/// Runs the body of an export, and returns its code.
pub(crate) fn call(body: impl FnOnce(&mut Door) -> Result<(), Error>) -> u32 {
    DOOR.with_borrow_mut(|door| match body(door) {
        Ok(()) => 0,
        Err(error) => {
            // In bytes of earlier calls it is below zero.
            door.results.offset = error.offset as i64 as f64;
            error.code as u32
        }
    })
}

/// Allocates the windows, once, and returns the address of the [`Results`]; 0 if memory is refused. The windows do not move.
#[unsafe(no_mangle)]
extern "C" fn smill_open(input: u32, output: u32) -> u32 {
    DOOR.with_borrow_mut(|door| {
        let windows = [(&mut door.input, input as usize), (&mut door.output, output as usize)];
        for (window, len) in windows {
            if window.is_empty() {
                if window.try_reserve_exact(len).is_err() {
                    return 0;
                }
                window.resize(len, 0);
            }
        }
        let units = door.input.len() / 2;
        if door.units.try_reserve_exact(units).is_err() {
            return 0;
        }
        door.units.resize(units, 0);
        door.results.input = door.input.as_ptr().addr() as f64;
        door.results.output = door.output.as_ptr().addr() as f64;
        (&raw const door.results).addr() as u32
    })
}

/// Drops an object.
#[unsafe(no_mangle)]
extern "C" fn smill_free(handle: u32) -> u32 {
    call(|door| match door.objects.get_mut(handle as usize) {
        Some(object) => {
            *object = None;
            Ok(())
        }
        None => Err(misuse(ErrorCode::ChoiceUnknown)),
    })
}

/// A range of the window for input.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Range {
    pub(crate) fn of<'d, T>(&self, window: &'d [T]) -> Result<&'d [T], Error> {
        window.get(self.from as usize..self.to as usize).ok_or(misuse(ErrorCode::LengthExcessive))
    }
}

/// The parts of a door that an operation needs at once.
pub(crate) struct Parts<'d> {
    pub(crate) src: &'d [u8],
    pub(crate) dst: &'d mut [u8],
    pub(crate) units: &'d mut [u16],
    pub(crate) objects: Objects<'d>,
}

/// All objects.
pub(crate) struct Objects<'d>(&'d mut [Option<Box<Object>>]);

impl<'d> Objects<'d> {
    /// The object of a handle.
    pub(crate) fn get(self, handle: u32) -> Result<&'d mut Object, Error> {
        let found = self.0.get_mut(handle as usize).and_then(Option::as_deref_mut);
        found.ok_or(misuse(ErrorCode::ChoiceUnknown))
    }
}

impl Door {
    /// Runs an operation from a range of the input to the output.
    pub(crate) fn run(
        &mut self,
        range: Range,
        operation: impl FnOnce(Parts<'_>, &mut Repairs) -> Result<Progress, Error>,
    ) -> Result<(), Error> {
        let Door { input, output, units, results, objects, .. } = self;
        let mut repairs = Repairs::default();
        let parts = Parts { src: range.of(input)?, dst: output, units, objects: Objects(objects) };
        let done = operation(parts, &mut repairs);
        results.repairs = repairs.count as f64;
        results.first = repairs.first.unwrap_or_default() as f64;
        let done = done?;
        (results.read, results.written) = (done.read as f64, done.written as f64);
        Ok(())
    }

    /// The length of the window for input.
    #[cfg(feature = "documents")]
    pub(crate) fn window(&self) -> usize {
        self.input.len()
    }

    /// A range of the input.
    pub(crate) fn input(&self, range: Range) -> Result<&[u8], Error> {
        range.of(&self.input)
    }

    /// Makes `made` the output.
    #[cfg(feature = "documents")]
    pub(crate) fn give(&mut self, read: usize, made: Vec<u8>) {
        self.made = made;
        self.results.read = read as f64;
        self.results.written = self.made.len() as f64;
        self.results.made = self.made.as_ptr().addr() as f64;
    }

    /// The output of the last call, emptied for another one.
    #[cfg(feature = "documents")]
    pub(crate) fn emptied(&mut self) -> Vec<u8> {
        let mut made = std::mem::take(&mut self.made);
        made.clear();
        // A long value does not keep its memory.
        made.shrink_to(MADE_KEPT);
        made
    }

    /// A range of the input, and all objects.
    pub(crate) fn input_and_objects(&mut self, range: Range) -> Result<(&[u8], Objects<'_>), Error> {
        Ok((range.of(&self.input)?, Objects(&mut self.objects)))
    }

    /// Keeps an object; its handle is the value.
    pub(crate) fn keep(&mut self, object: Object) -> Result<(), Error> {
        let refused = |_| misuse(ErrorCode::MemoryRefused);
        let free = self.objects.iter().position(Option::is_none);
        let handle = match free {
            Some(handle) => handle,
            None => {
                self.objects.try_reserve(1).map_err(refused)?;
                self.objects.push(None);
                self.objects.len() - 1
            }
        };
        self.objects[handle] = Some(Box::new(object));
        self.results.value = handle as f64;
        Ok(())
    }

    /// Makes a text the output; what exceeds the window is cut.
    pub(crate) fn text(&mut self, text: &str) {
        let len = text.floor_char_boundary(self.output.len());
        self.output[..len].copy_from_slice(&text.as_bytes()[..len]);
        self.results.written = len as f64;
    }

    /// Sets two numbers: what is read, and the value.
    pub(crate) fn pair(&mut self, read: f64, value: f64) {
        (self.results.read, self.results.value) = (read, value);
    }

    pub(crate) fn object(&mut self, handle: u32) -> Result<&mut Object, Error> {
        Objects(&mut self.objects).get(handle)
    }
}
