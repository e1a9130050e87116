//! Peers in libraries of their own, which `tools/run bench` builds: compiled with other flags, or not from Rust.

use libloading::Library;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use stringmill_bench_door::{Gave, Gives, LIST, List, Peer};
use stringmill_measure::Subject;

/// Each library: the folder of its build, its name, and its peers.
const ALL: [(&str, &str, &str); 5] = [
    ("native", "native", "sonic-rs (native), v_jsonescape (native)"),
    ("default", "simdjson", "simdjson"),
    ("native", "simdjson", "simdjson (native)"),
    ("default", "simdutf", "simdutf"),
    ("default", "yyjson", "yyjson"),
];

/// All libraries that could be loaded.
pub(crate) struct Libraries {
    peers: Vec<&'static Peer>,
    /// Where they are.
    pub(crate) folder: PathBuf,
    /// The peers that did not run, each with its reason.
    pub(crate) not_run: Vec<(String, String)>,
}

impl Libraries {
    /// Loads the libraries in `folder`.
    pub(crate) fn load(folder: &Path) -> Self {
        let mut libraries = Libraries { peers: Vec::new(), folder: folder.into(), not_run: Vec::new() };
        for (build, name, holds) in ALL {
            match load(folder, build, name) {
                Ok(peers) => libraries.peers.extend(peers),
                Err(reason) => libraries.not_run.push((holds.into(), reason)),
            }
        }
        libraries
    }

    /// The peers that can carry out an operation.
    pub(crate) fn of<'l>(&'l self, operation: &'l str) -> impl Iterator<Item = &'static Peer> + 'l {
        self.peers.iter().copied().filter(move |peer| peer.operation() == operation)
    }
}

fn load(folder: &Path, build: &str, name: &str) -> Result<&'static [Peer], String> {
    // Why it could not be built, if it was tried.
    if let Ok(reason) = std::fs::read_to_string(folder.join(format!("{build}-{name}.not-run"))) {
        return Err(reason.trim().to_owned());
    }
    let path = folder.join(build).join("release").join(format!("libstringmill_bench_{name}.so"));
    if !path.is_file() {
        return Err("its library is not there; tools/run bench builds it".into());
    }
    // SAFETY: the library is one of ours; loading it runs only the start of its runtime.
    let library = unsafe { Library::new(&path) }.map_err(|error| error.to_string())?;
    // It is never unloaded.
    let library = Box::leak(Box::new(library));
    // SAFETY: the function has this type in each library, since all are built from the same door.
    let list = unsafe { library.get::<List>(LIST) }.map_err(|error| error.to_string())?;
    Ok(list().list())
}

/// A subject that runs a peer of a library. `before` prepares an input.
pub(crate) fn subject(peer: &'static Peer, name: String, before: fn(&[u8])) -> Subject {
    let state = (peer.new)();
    let last = Rc::new(Cell::new(Gave::number(0)));
    let written = Rc::clone(&last);
    let seen = move |_: &_| Some(seen(peer.gives, last.get()));
    Subject::new(name, seen, move |input, _| {
        before(input.bytes);
        let (at, len) = match input.utf16 {
            [] => (input.bytes.as_ptr().cast(), input.bytes.len()),
            units => (units.as_ptr().cast(), units.len()),
        };
        // SAFETY: the state is of the peer, and the input is whole; the pool keeps 64 bytes after it readable.
        written.set(unsafe { (peer.run)(state, at, len) });
    })
}

fn seen(gives: Gives, gave: Gave) -> Vec<u8> {
    if gives == Gives::Number {
        return gave.len.to_le_bytes().to_vec();
    }
    if gave.at.is_null() {
        return b"it failed".to_vec();
    }
    // SAFETY: the peer keeps this many bytes there until its next call.
    let bytes = unsafe { std::slice::from_raw_parts(gave.at, gave.len) };
    let bytes = if gives == Gives::Quoted { &bytes[1..bytes.len() - 1] } else { bytes };
    bytes.to_vec()
}
