//! Everything a person or a build server runs: `cargo xtask test`, `cargo xtask bench` and so on.

mod dist;
mod install_c;
mod instructions;
mod python;
mod web;

use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask COMMAND

  test            install what is needed, then check formatting and lints, run all tests and
                  documentation examples, check the libraries for wasm32, build the page and test it in
                  Chromium, and do what 'python' does
  python          build the wheel of the Python package, install it into clean environments below target/ and
                  run its tests, notebooks, documentation examples and type checkers there, and jobs on a local
                  cluster of Ray; needs Python 3.10 or later
  python --pack FOLDER
                  write the wheel for other machines and the sources of the Python package into FOLDER
  web [--open]    build the page into web/dist and, with --open, show it in a browser; needs Node.js 20
  web --test      the same, then test it in Chromium, which is installed with apt-get where it is missing
  fuzz [SECONDS]  run every fuzz target for SECONDS each (default 60), from our boards on; needs a
                  nightly toolchain and cargo-fuzz (cargo install cargo-fuzz --locked)
  deny [--advisories]
                  check licences, sources and duplicates of all dependencies by deny.toml, and known faults,
                  whose list comes from GitHub; needs cargo-deny (cargo install cargo-deny --locked)
  instructions [--update]
                  count the instructions a fixed set of boards takes and fail if there are more than
                  5 % more than in benches/instructions.tsv (or write that file); needs valgrind
  install-c [--debug] PREFIX
                  build the C libraries and the course's programs and install them below PREFIX; with --debug,
                  wrong arguments end a program with a message
  dist            build everything there is to install into dist/, install each of it into a clean place below
                  target/ and run it there: an archive, Debian packages, a wheel, a package for Node.js
  bench [--quick] [--only GROUP]
                  run Gridwright and other solvers on the same boards and write docs/performance.md;
                  installs the other solvers below target/ and Tatham's generators with apt-get;
                  takes about 25 minutes";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test(),
        ["python"] => python::python(),
        ["python", "--pack", folder] => python::wheel(folder).and_then(|()| python::sdist(folder)),
        ["web"] => web::build(),
        ["web", "--open"] => web::open(),
        ["web", "--test"] => web::build().and_then(|()| web::test()),
        ["fuzz"] => fuzz("60"),
        ["fuzz", seconds] => fuzz(seconds),
        ["deny"] => deny("bans licenses sources"),
        ["deny", "--advisories"] => deny("all"),
        ["instructions"] => instructions::instructions(false),
        ["instructions", "--update"] => instructions::instructions(true),
        ["install-c", prefix] => install_c(prefix, "dist"),
        ["install-c", "--debug", prefix] => install_c(prefix, "checks"),
        ["dist"] => dist::dist(),
        ["bench", ..] => bench(&words[1..]),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    // Toolchains that do not install what rust-toolchain.toml asks for by themselves need telling.
    run("rustup target add wasm32-unknown-unknown")?;
    run("rustup component add rustfmt clippy")?;
    // For the programs in C and C++ against our C libraries.
    system(&[("cc", "gcc"), ("c++", "g++"), ("pkg-config", "pkg-config"), ("valgrind", "valgrind")])?;
    run("cargo fmt --all --check")?;
    run("cargo clippy --workspace --all-targets --locked -- -D warnings")?;
    run("cargo test --workspace --locked --profile checks")?;
    run(
        "cargo check --package gridwright --package gridwright-emulsion --target wasm32-unknown-unknown --locked",
    )?;
    web::build()?;
    web::test()?;
    python::python()?;
    println!("everything passed");
    Ok(())
}

fn install_c(prefix: &str, profile: &str) -> Result<(), String> {
    let cargo = format!("--profile {profile} --locked");
    for package in ["gridwright-capi", "gridwright-libgame"] {
        // Alone, an archive is optimised as a whole, and holds no code of LLVM.
        run(&format!("cargo rustc {cargo} --package {package} --lib --crate-type staticlib"))?;
    }
    run(&format!("cargo build {cargo} --package gridwright-libgame --bins"))?;
    let failed = |error: std::io::Error| format!("{prefix}: {error}");
    std::fs::create_dir_all(prefix).map_err(failed)?;
    let prefix = std::path::absolute(prefix).map_err(failed)?;
    let (crates, built) = (std::path::Path::new("crates"), std::path::Path::new("target").join(profile));
    let layout = install_c::Layout::below(&prefix);
    install_c::install(crates, &built, &layout, profile == "dist").map_err(failed)?;
    let bin = prefix.join("bin");
    std::fs::create_dir_all(&bin).map_err(failed)?;
    for program in ["game_text", "game_solve", "game_random"] {
        std::fs::copy(built.join(program), bin.join(program)).map_err(failed)?;
    }
    println!("installed below {}", prefix.display());
    Ok(())
}

fn fuzz(seconds: &str) -> Result<(), String> {
    let targets = std::fs::read_dir("fuzz/fuzz_targets").map_err(|e| format!("fuzz/fuzz_targets: {e}"))?;
    let mut names: Vec<String> =
        targets.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_string())).collect();
    names.sort();
    needs("fuzz")?;
    for name in names {
        // New inputs go to the first folder; the others are where it begins.
        let own = format!("fuzz/corpus/{name}");
        std::fs::create_dir_all(&own).map_err(|e| format!("{own}: {e}"))?;
        let limits = format!(
            "-max_total_time={seconds} -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1"
        );
        run(&format!("cargo +nightly fuzz run {name} {own} corpus examples -- {limits}"))?;
    }
    Ok(())
}

fn deny(checks: &str) -> Result<(), String> {
    needs("deny")?;
    for manifest in ["Cargo.toml", "benches/Cargo.toml", "fuzz/Cargo.toml"] {
        run(&format!("cargo deny --manifest-path {manifest} --config deny.toml check {checks}"))?;
    }
    Ok(())
}

/// Says how to install a command of cargo that is not there.
fn needs(command: &str) -> Result<(), String> {
    let how = |_| format!("this needs cargo-{command}: cargo install cargo-{command} --locked");
    output(&format!("cargo {command} --version")).map(drop).map_err(how)
}

fn bench(options: &[&str]) -> Result<(), String> {
    run("cargo build --profile dist --locked --package gridwright-cli")?;
    run(&format!("cargo run --release --locked --manifest-path benches/Cargo.toml -- {}", options.join(" ")))
}

/// Installs programs that are missing, each with the package of Debian that has it.
fn system(programs: &[(&str, &str)]) -> Result<(), String> {
    let is_there = |program: &str| output(&format!("{program} --version")).is_ok();
    let missing: Vec<&str> =
        programs.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let apt = "apt-get -o DPkg::Lock::Timeout=300";
    let install = format!("{apt} install -y -qq --no-install-recommends {}", missing.join(" "));
    let installed = run(&format!("{apt} update -qq")).and_then(|()| run(&install));
    installed
        .map_err(|error| format!("{error}\nthis needs {}: install them and try again", missing.join(", ")))
}

/// Runs a command line, showing it first.
fn run(line: &str) -> Result<(), String> {
    run_with(line, &[])
}

/// Runs a command line with variables of the environment, showing it first.
fn run_with(line: &str, variables: &[(&str, &str)]) -> Result<(), String> {
    println!("$ {line}");
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut command = Command::new(program);
    command.args(words).envs(variables.iter().copied());
    let status = command.status().map_err(|e| format!("{program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed ({status}): {line}")) }
}

/// Compiles what is handed out: paths of this machine are replaced in it.
fn compile(line: &str, variables: &[(&str, &str)]) -> Result<(), String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut flags = format!("--remap-path-prefix={}=.", here.display());
    if let Some(home) = cargo_home() {
        flags += &format!("\u{1f}--remap-path-prefix={home}=/cargo");
    }
    run_with(line, &[variables, &[("CARGO_ENCODED_RUSTFLAGS", &flags)]].concat())
}

/// Where cargo keeps the sources of other people's packages.
fn cargo_home() -> Option<String> {
    std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| home + "/.cargo")).ok()
}

/// What a command line prints on standard output.
fn printed(line: &str) -> Result<String, String> {
    streams(line).map(|[said, _]| said)
}

/// What a command line prints, on either stream.
fn output(line: &str) -> Result<String, String> {
    streams(line).map(|both| both.concat())
}

fn streams(line: &str) -> Result<[String; 2], String> {
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or_default();
    let output = Command::new(program).args(words).output().map_err(|e| format!("{program}: {e}"))?;
    let both = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() { Ok(both) } else { Err(format!("failed: {line}\n{}", both.concat())) }
}
