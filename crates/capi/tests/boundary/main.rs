//! Programs in C, C++ and Python against the headers and both kinds of both libraries, as they are installed.

mod contract;
mod programs;
mod safety;
mod toolchain;

#[allow(dead_code)]
#[path = "../../../../xtask/src/install_c.rs"]
mod install_c;
