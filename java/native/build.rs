//! On macOS, a library has its own name in it: without a folder, where the linker would write the whole path.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "macos") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libstringmill_java.dylib");
    }
}
