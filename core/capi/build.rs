//! Gives the shared library its SONAME, which the linker must know.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let number = |name| std::env::var(name).unwrap_or_default();
    // It changes when programs must be built again: with the first number of the version, before 1.0 with the second too.
    let (major, minor) = (number("CARGO_PKG_VERSION_MAJOR"), number("CARGO_PKG_VERSION_MINOR"));
    let abi = if major == "0" { format!("{major}.{minor}") } else { major };
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // Elsewhere libraries carry other names, and nothing of the kind is promised yet.
    if ["linux", "freebsd", "netbsd", "openbsd", "android"].contains(&system.as_str()) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libstringmill.so.{abi}");
    }
}
