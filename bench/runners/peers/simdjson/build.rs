//! Compiles `shim.cpp` against the header that `simdjson-sys` bundles. The instructions of simdjson's builder and of
//! its on-demand reader are chosen when they are compiled, so a build for this very processor is one of its own.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=src/shim.cpp");
    let root = PathBuf::from(env::var_os("DEP_SIMDJSON_ROOT").expect("simdjson-sys says where it put its header"));
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").include(root.join("include")).file("src/shim.cpp").warnings(false);
    if env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("target-cpu=native")) {
        println!("cargo:rustc-cfg=native");
        build.flag("-march=native");
    }
    println!("cargo:rustc-check-cfg=cfg(native)");
    build.compile("shim");
}
