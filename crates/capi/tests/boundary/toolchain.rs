//! Installs the libraries into a folder of the tests, compiles programs against them and runs these.

use crate::install_c;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

// Cargo builds the libraries of what is linked here.
use {game as _, gridwright_c as _};

/// How a program is linked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Shared,
    Static,
    /// Statically, with the address and undefined-behaviour sanitizers.
    Sanitized,
}

pub fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where the libraries are installed, once for all tests.
pub fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-prefix");
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-built");
        std::fs::create_dir_all(&built).unwrap();
        for library in &install_c::LIBRARIES {
            let (from, to) = (newest(library.archive), built.join(library.archive));
            let _ = std::fs::remove_file(&to);
            std::os::unix::fs::symlink(from, to).unwrap();
        }
        let layout = install_c::Layout::below(&prefix);
        install_c::install(&crate_root().join(".."), &built, &layout, false)
            .expect("the libraries are built");
        prefix
    })
}

/// The archive that cargo built last: beside the tests, with a hash in its name.
fn newest(archive: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let stem = archive.strip_suffix(".a").unwrap();
    let is_archive = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_suffix(".a")
            .and_then(|name| name.strip_prefix(stem))
            .is_some_and(|hash| hash.is_empty() || hash.starts_with('-'))
    };
    let built = std::fs::read_dir(test.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let newest = built.filter(is_archive).max_by_key(|path| path.metadata().unwrap().modified().unwrap());
    newest.unwrap_or_else(|| panic!("cargo has built no {archive}"))
}

fn finished(mut command: Command, missing: &str) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; {missing}");
    });
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles a program, C or C++ by its name, against a library by way of its pkg-config file.
pub fn compile(source: &Path, library: &str, link: Link) -> PathBuf {
    const MISSING: &str = "these tests need a C compiler and pkg-config: apt-get install gcc g++ pkg-config";
    let prefix = prefix();
    let mut pkg_config = Command::new("pkg-config");
    pkg_config.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(["--cflags", "--libs", library]);
    if link != Link::Shared {
        pkg_config.arg("--static");
    }
    let flags = String::from_utf8(finished(pkg_config, MISSING).stdout).unwrap();
    let name = source.file_stem().unwrap().to_str().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{link:?}"));
    let is_cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++11") } else { ("cc", "-std=c99") };
    let mut command = Command::new(compiler);
    command
        .args([standard, "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o"])
        .arg(&program)
        .arg(source);
    if link == Link::Sanitized {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    for flag in flags.split_whitespace() {
        // The archive by its name: the linker prefers the shared library.
        match flag.strip_prefix("-l") {
            Some(wanted) if wanted == library && link != Link::Shared => {
                command.arg(prefix.join(format!("lib/lib{wanted}.a")))
            }
            _ => command.arg(flag),
        };
    }
    finished(command, MISSING);
    program
}

/// Runs a program and gives what it printed.
pub fn run(program: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", prefix().join("lib"));
    String::from_utf8(finished(command, "it was compiled before").stdout).unwrap()
}

/// Runs a program under valgrind, which must find no error and no leak.
pub fn run_under_valgrind(program: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("valgrind");
    command.args([
        "-q",
        "--error-exitcode=9",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect,possible",
    ]);
    command.args(["--errors-for-leak-kinds=definite,indirect,possible"]);
    command.arg(program).args(arguments).env("LD_LIBRARY_PATH", prefix().join("lib"));
    let output = finished(command, "this test needs valgrind: apt-get install valgrind");
    String::from_utf8(output.stdout).unwrap()
}
