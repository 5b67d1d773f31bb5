//! `cargo xtask dist`: everything there is to install, into dist/, each installed into a clean place and run.
//!
//! Equal sources, tools and SOURCE_DATE_EPOCH (by default the time of the last commit) give equal files: archives are sorted,
//! owned by nobody and carry that time, and programs know no path of the machine they were built on.

mod check;
mod licences;
mod package;

use crate::install_c::{self, Layout};
use crate::{printed, python, run, web};
use package::{Deb, Tree};
use std::fs;
use std::path::{Path, PathBuf};

/// Where everything goes.
pub const OUT: &str = "dist";
/// Where it is built and tried out.
const BUILD: &str = "target/packages";
/// Programs for any Linux: they need no library of the system.
const STATIC: &str = "x86_64-unknown-linux-musl";
/// Libraries for programs that use the system's own C library.
const SHARED: &str = "x86_64-unknown-linux-gnu";
/// The folder of libraries in a Debian system.
const DEBIAN_LIB: &str = "lib/x86_64-linux-gnu";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
const PROGRAMS: [&str; 3] = ["game_text", "game_solve", "game_random"];
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
/// The examples of the C interface, which its package shows and the check compiles.
const EXAMPLES: [&str; 3] = ["solve.c", "hint.cpp", "count.py"];

/// Builds, packs and checks everything.
pub fn dist() -> Result<(), String> {
    if std::env::consts::ARCH != "x86_64" || std::env::consts::OS != "linux" {
        return Err("this makes packages for Linux on x86_64, and only there".to_string());
    }
    crate::system(&[("cc", "gcc"), ("pkg-config", "pkg-config"), ("dpkg-deb", "dpkg"), ("xz", "xz-utils")])?;
    let epoch = epoch()?;
    emptied(Path::new(OUT))?;
    web::build()?;
    build()?;
    let licences = licences::third_party()?;
    let command = command_tree(&licences)?;
    package::archive(&command, &format!("gridwright-{VERSION}-x86_64-linux"), &epoch)?;
    command_deb(&command).pack(&epoch)?;
    library_deb(&licences)?.pack(&epoch)?;
    python::wheel(OUT)?;
    python::sdist(OUT)?;
    npm(&licences)?;
    package::sums()?;
    check::all()?;
    println!("{OUT}:");
    for file in package::files(Path::new(OUT))? {
        let size = file.metadata().map_err(|e| format!("{}: {e}", file.display()))?.len();
        println!("{size:>10}  {}", file.display());
    }
    Ok(())
}

/// The time that all files carry.
fn epoch() -> Result<String, String> {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let time = given.map_or_else(|| printed("git log -1 --format=%ct"), Ok)?.trim().to_string();
    time.parse::<u64>().map_err(|_| format!("SOURCE_DATE_EPOCH is no number of seconds: '{time}'"))?;
    Ok(time)
}

/// Compiles programs and libraries.
fn build() -> Result<(), String> {
    run(&format!("rustup target add {STATIC}"))?;
    let options = format!("--profile dist --locked --target-dir {BUILD} --target");
    let archive = format!("cargo rustc {options} {SHARED} --lib --crate-type staticlib --package");
    for line in [
        format!(
            "cargo build {options} {STATIC} --bins --package gridwright-libgame --package gridwright-cli \
             --features gridwright-cli/page"
        ),
        format!("{archive} gridwright-capi"),
        format!("{archive} gridwright-libgame"),
    ] {
        crate::compile(&line, &[])?;
    }
    Ok(())
}

fn built(target: &str) -> PathBuf {
    Path::new(BUILD).join(target).join("dist")
}

/// The command with its man pages, completions and licences, as it lies below a prefix.
fn command_tree(licences: &str) -> Result<Tree, String> {
    let tree = Tree::new("gridwright")?;
    let program = built(STATIC).join("gridwright");
    tree.copy(&program, "bin/gridwright")?;
    let program = program.display().to_string();
    for (shell, path) in [
        ("bash", "share/bash-completion/completions/gridwright"),
        ("zsh", "share/zsh/site-functions/_gridwright"),
        ("fish", "share/fish/vendor_completions.d/gridwright.fish"),
    ] {
        tree.file(path, &printed(&format!("{program} completions {shell}"))?)?;
    }
    man_pages(&tree, &program, "gridwright")?;
    for file in ["README.md", "CHANGELOG.md"] {
        tree.copy(file, &format!("share/doc/gridwright/{file}"))?;
    }
    add_licences(&tree, "share/doc/gridwright/", licences)?;
    Ok(tree)
}

/// Writes the man page of a command and those of the commands that it lists.
fn man_pages(tree: &Tree, program: &str, page: &str) -> Result<(), String> {
    let words = page.trim_start_matches("gridwright").replace('-', " ");
    let text = printed(&format!("{program} man {words}"))?;
    tree.file(&format!("share/man/man1/{page}.1"), &text)?;
    let listed = text.lines().filter_map(|line| line.strip_suffix("(1)"));
    for child in listed.map(|name| name.replace("\\-", "-")) {
        if child.starts_with(&format!("{page}-")) && !child.ends_with("-help") {
            man_pages(tree, program, &child)?;
        }
    }
    Ok(())
}

/// Our licences, and those of what is linked.
fn add_licences(tree: &Tree, folder: &str, licences: &str) -> Result<(), String> {
    for file in LICENCES {
        tree.copy(file, &format!("{folder}{file}"))?;
    }
    tree.file(&format!("{folder}THIRD-PARTY.txt"), licences)?;
    let notices =
        Path::new(printed("rustc --print sysroot")?.trim()).join("share/doc/rust/COPYRIGHT-library.html");
    tree.copy(notices, &format!("{folder}RUST-LIBRARY.html"))
}

fn command_deb(command: &Tree) -> Deb {
    Deb {
        name: "gridwright",
        section: "games",
        depends: String::new(),
        summary: "solve, count, explain, make and play grid puzzles",
        description: "Gridwright solves, counts, explains, rates, makes, checks, converts and draws Light Up, Sudoku, Suguru, \
                      Yosenabe and Star Battle puzzles, and plays the board game Emulsion, in the terminal and as a page.",
        usr: command.root.clone(),
    }
}

/// Both C libraries with headers, examples and the course's programs, as they lie in a Debian system.
fn library_deb(licences: &str) -> Result<Deb, String> {
    let tree = Tree::new("libgridwright-dev")?;
    let layout = Layout { root: tree.root.clone(), prefix: PathBuf::from("/usr"), lib: DEBIAN_LIB };
    install_c::install(Path::new("crates"), &built(SHARED), &layout, true).map_err(|e| e.to_string())?;
    for program in PROGRAMS {
        tree.copy(built(STATIC).join(program), &format!("bin/{program}"))?;
    }
    for example in EXAMPLES {
        tree.copy(
            format!("crates/capi/examples/{example}"),
            &format!("share/doc/libgridwright-dev/examples/{example}"),
        )?;
    }
    tree.copy("docs/c.md", "share/doc/libgridwright-dev/c.md")?;
    add_licences(&tree, "share/doc/libgridwright-dev/", licences)?;
    let lib = tree.root.join(DEBIAN_LIB);
    let libc = package::needed_glibc(&[lib.join("libgridwright.so.0"), lib.join("libgame.so.0")])?;
    Ok(Deb {
        name: "libgridwright-dev",
        section: "libdevel",
        depends: format!("libc6 (>= {libc}), libgcc-s1"),
        summary: "grid puzzles for programs in C and C++",
        description: "libgridwright solves, counts, checks, explains, rates, makes, draws and converts grid puzzles. libgame is \
                      the library of a Light Up course, with its text game, solver and generator.",
        usr: tree.root,
    })
}

/// The module of WebAssembly as a package for Node.js and for pages.
fn npm(licences: &str) -> Result<(), String> {
    let tree = Tree::new("npm")?;
    for file in ["package.json", "gridwright.js", "node.js", "browser.js", "example.mjs", "README.md"] {
        tree.copy(format!("web/npm/{file}"), file)?;
    }
    for file in ["tasks.js", "tasks_bg.wasm"] {
        tree.copy(format!("web/src/wasm/tasks/{file}"), &format!("wasm/{file}"))?;
    }
    add_licences(&tree, "", licences)?;
    tree.file("index.d.ts", &printed("node web/npm/types.mjs docs/schema.json")?)?;
    run(&format!("npm pack --silent --pack-destination {OUT} {}", Path::new(".").join(&tree.root).display()))
}

/// An empty folder.
fn emptied(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}
