//! Gives the shared library its SONAME, which the linker must know.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The first number of the version, from 1.0 on; until then 0. It changes when a program must be built anew.
    let abi = std::env::var("CARGO_PKG_VERSION_MAJOR").unwrap_or_default();
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // Elsewhere libraries carry other names, and nothing of the kind is promised yet.
    if ["linux", "freebsd", "netbsd", "openbsd", "android"].contains(&system.as_str()) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libstringmill.so.{abi}");
    }
}
