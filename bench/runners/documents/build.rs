//! Compiles `shim.cpp` against the header that `simdjson-sys` bundles.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=src/shim.cpp");
    let root = PathBuf::from(env::var_os("DEP_SIMDJSON_ROOT").expect("simdjson-sys says where it put its header"));
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").include(root.join("include")).file("src/shim.cpp").warnings(false);
    build.compile("shim");
}
