//! Puts all vectors into the command: the files of `vectors/`, and the sweeps, which have no file in a fresh clone.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    // A published crate has no folder of vectors here: stringmill-sweeps brings them.
    if Path::new("../../vectors").is_dir() {
        println!("cargo::rerun-if-changed=../../vectors");
    }
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let mut list = String::new();
    for (name, text) in stringmill_sweeps::texts()? {
        let path = Path::new(&out).join(format!("{name}.json"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        // Without the folder, on which the debug information of the command would depend.
        list += &format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.json\")),\n");
    }
    fs::write(Path::new(&out).join("vectors.rs"), format!("&[\n{list}]\n")).map_err(|error| error.to_string())
}
