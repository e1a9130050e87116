//! Puts all vectors into the command: the files of `vectors/`, and the sweeps, which have no file in a fresh clone. Compression
//! reduces them to a twentieth of their size.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=../../vectors");
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let mut list = String::new();
    for (name, text) in stringmill_sweeps::texts()? {
        let path = Path::new(&out).join(format!("{name}.json.zlib"));
        let mut compressed = ZlibEncoder::new(Vec::new(), Compression::best());
        let compressed = compressed.write_all(text.as_bytes()).and_then(|()| compressed.finish());
        let written = compressed.and_then(|bytes| fs::write(&path, bytes));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        // The path has no folder of this machine, or the debug information of the command would have it.
        list += &format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.json.zlib\")),\n");
    }
    fs::write(Path::new(&out).join("vectors.rs"), format!("&[\n{list}]\n")).map_err(|error| error.to_string())
}
