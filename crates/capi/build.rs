//! Gives the shared library the name that programs look for: the version of the interface is part of it, so that a program
//! never starts with a library of another interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libgridwright.so.0");
    }
}
