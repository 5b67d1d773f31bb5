//! `cargo xtask python`: builds the Python package's wheel, installs it into clean environments and tests it there.

use crate::{compile, run};
use std::path::Path;
use std::process::Command;

/// Where everything goes.
const FOLDER: &str = "target/python";
/// The oldest Python that the package supports, and the newest that it is tested on; whichever are there.
const PYTHONS: [&str; 4] = ["python3.10", "python3.13", "python3.12", "python3.11"];
/// One wheel serves all, so two of them tell enough.
const TESTED: usize = 2;
/// What building the wheel takes, and what testing it takes as well.
const BUILDING: &str = "python/requirements-build.txt";
const TESTING: &str = "python/requirements.txt";
/// The oldest Linux that the packed wheel runs on, by the version of its C library: the oldest that Rust supports.
const LINUX: &str = "manylinux_2_17";

/// Builds the wheel with the first Python that is there, and tests it on the oldest and the newest.
pub fn python() -> Result<(), String> {
    let mut found: Vec<String> = PYTHONS.iter().filter_map(|name| interpreter(name)).collect();
    found.truncate(TESTED);
    let first = found.first().ok_or("this needs Python, 3.10 or later")?;
    let wheels = format!("{FOLDER}/wheels");
    // What an earlier run has built must not be tested.
    if Path::new(&wheels).exists() {
        std::fs::remove_dir_all(&wheels).map_err(|error| format!("{wheels}: {error}"))?;
    }
    let build = environment(first, "0", TESTING)?;
    run(&format!("{build}/python python/make_views.py --check"))?;
    run(&format!("{build}/python -m maturin build --release --locked --out {wheels}"))?;
    let built = std::fs::read_dir(&wheels).map_err(|error| format!("{wheels}: {error}"))?;
    let mut built = built.filter_map(|entry| Some(entry.ok()?.path().display().to_string()));
    let wheel = built.next().ok_or("no wheel was built")?;
    for (number, python) in found.iter().enumerate() {
        let bin =
            if number == 0 { build.clone() } else { environment(python, &number.to_string(), TESTING)? };
        run(&format!("{bin}/python -m pip install --quiet --no-deps --force-reinstall {wheel}"))?;
        run(&format!("{bin}/python -m pytest --quiet python/tests"))?;
        run(&format!("{bin}/python -m pytest --quiet --doctest-modules --pyargs gridwright"))?;
        run(&format!("{bin}/python -m doctest docs/python.md"))?;
        if number == 0 {
            run(&format!("{bin}/python -m mypy --strict -p gridwright"))?;
            run(&format!("{bin}/python -m mypy --strict python/make_views.py python/tests"))?;
            run(&format!(
                "{bin}/python -m pyright --pythonpath {bin}/python python/gridwright python/make_views.py"
            ))?;
        }
    }
    Ok(())
}

/// Builds the wheel for other machines into a folder: linked by zig against an old C library, whatever this machine has.
pub fn wheel(out: &str) -> Result<(), String> {
    let build = environment(&oldest()?, "build", BUILDING)?;
    let python = std::path::absolute(format!("{build}/python")).map_err(|error| error.to_string())?;
    let python = python.display().to_string();
    let line =
        format!("{python} -m maturin build --release --locked --zig --compatibility {LINUX} --out {out}");
    compile(&line, &[("CARGO_ZIGBUILD_PYTHON_PATH", &python)])
}

/// Packs the sources of the Python package, with all that it takes to build them without the repository, into a folder.
pub fn sdist(out: &str) -> Result<(), String> {
    let build = environment(&oldest()?, "build", BUILDING)?;
    run(&format!("{build}/python -m maturin sdist --out {out}"))
}

fn oldest() -> Result<String, String> {
    PYTHONS.iter().find_map(|name| interpreter(name)).ok_or("this needs Python, 3.10 or later".to_string())
}

/// The path of an interpreter that runs. A shim of pyenv may be there without one.
fn interpreter(name: &str) -> Option<String> {
    let works = |python: &str| {
        let path = Command::new(python).args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
        let path = String::from_utf8(path.stdout).ok().filter(|_| path.status.success())?;
        Some(path.trim().to_string())
    };
    let pyenv = || {
        let version = name.strip_prefix("python")?;
        let prefix = Command::new("pyenv").args(["prefix", version]).output().ok()?;
        let prefix = String::from_utf8(prefix.stdout).ok().filter(|_| prefix.status.success())?;
        works(&format!("{}/bin/{name}", prefix.trim()))
    };
    works(name).or_else(pyenv)
}

/// A clean environment with everything that a file pins; the folder of its programs.
fn environment(python: &str, name: &str, requirements: &str) -> Result<String, String> {
    let folder = format!("{FOLDER}/environment-{name}");
    run(&format!("{python} -m venv --clear {folder}"))?;
    let bin = format!("{folder}/bin");
    run(&format!(
        "{bin}/python -m pip install --quiet --require-hashes --only-binary=:all: -r {requirements}"
    ))?;
    Ok(bin)
}
