//! Programs that run beside this one: our own command, the Python solvers, and a solver we may not link.

use crate::clock;
use crate::race::{self, Job, Times};
use gridwright::model::Model;
use gridwright_oracle::{ClauseSink, translate};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where things are built, as cargo was told.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(PathBuf::from("target"), PathBuf::from)
}

/// Our own command.
pub fn command_line() -> PathBuf {
    target().join("dist/gridwright")
}

fn options(command: &mut Command, options: &[(&str, &str)]) {
    command.args(options.iter().flat_map(|(key, value)| ["--option".to_string(), format!("{key}={value}")]));
}

/// `gridwright batch solve` with one worker: start, reading and writing are part of its time.
pub fn batch(job: &Job<'_>, ms_per_board: f64) -> Result<Times, String> {
    let each_round = ms_per_board * job.boards.len() as f64;
    let rounds = (job.at_least.as_secs_f64() * 1e3 / each_round.max(1e-3)).clamp(1.0, 2000.0) as usize;
    let folder = target().join("bench");
    let (input, output) = (folder.join("batch.txt"), folder.join("batch.jsonl"));
    let shown = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(&folder).map_err(shown)?;
    let round: String = job.boards.iter().map(|board| format!("{board}\n")).collect();
    std::fs::write(&input, round.repeat(rounds)).map_err(shown)?;
    let mut command = Command::new(command_line());
    command.args(["batch", "solve", "-j", "1"]).arg(&input).arg("-o").arg(&output);
    options(&mut command, job.options);
    let before = clock::children();
    let status = command.status().map_err(|e| format!("{}: {e}", command_line().display()))?;
    let spent = clock::children() - before;
    if !status.success() {
        return Err(format!("batch ended with {status}"));
    }
    let answers = std::fs::read_to_string(&output).map_err(shown)?;
    let answers = answers.lines().take(job.boards.len()).map(|line| {
        let line: Value = serde_json::from_str(line).unwrap_or_default();
        match line["status"].as_str() {
            Some("none") => "0".to_string(),
            Some("unique") => race::unique(&line["solution"]),
            Some("multiple") => "2".to_string(),
            _ => format!("batch says {line}"),
        }
    });
    let answers: Vec<String> = answers.collect();
    let ms_per_board = spent.as_secs_f64() * 1e3 / (rounds * job.boards.len()) as f64;
    Ok(Times { solver: "batch".to_string(), ms_per_board, answers })
}

/// `gridwright count`, one process a board.
pub fn count(job: &Job<'_>) -> Result<Times, String> {
    let folder = target().join("bench");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let input = folder.join("count.txt");
    let mut spent = Duration::ZERO;
    let mut answers = Vec::new();
    for board in job.boards {
        std::fs::write(&input, board).map_err(|e| format!("{}: {e}", input.display()))?;
        let mut command = Command::new(command_line());
        command.arg("count").arg(&input).stdout(Stdio::piped()).stderr(Stdio::null());
        options(&mut command, job.options);
        let before = clock::children();
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", command_line().display()))?;
        let deadline = Instant::now() + job.limit;
        while child.try_wait().map_err(|e| e.to_string())?.is_none() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        // Harmless where it has ended.
        let _ = child.kill();
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        spent += clock::children() - before;
        let number = String::from_utf8_lossy(&output.stdout).trim().to_string();
        answers.push(if number.is_empty() { "?".to_string() } else { number });
    }
    let ms_per_board = spent.as_secs_f64() * 1e3 / job.boards.len() as f64;
    Ok(Times { solver: "count".to_string(), ms_per_board, answers })
}

/// Clauses for a model counter: the helpers are defined by the atoms.
#[derive(Default)]
struct Counting {
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

impl ClauseSink for Counting {
    const PAIRS_UP_TO: usize = 30;
    const HELPERS_DEFINED: bool = true;

    fn helper(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        self.clauses.push(literals.to_vec());
    }
}

fn counting(model: &Model) -> Value {
    let mut sink = Counting { variables: model.atom_count() as i32, ..Counting::default() };
    translate(model, &mut sink);
    json!([sink.variables, model.atom_count(), sink.clauses])
}

/// The solvers that are called through Python.
pub struct Python {
    program: PathBuf,
}

/// Their versions are fixed, for ratios to mean the same next time.
const PACKAGES: [&str; 3] = ["clingo==5.8.0", "ortools==9.15.6755", "pyganak==2.8.0"];

impl Python {
    /// Installs them where they are not yet.
    pub fn install() -> Result<Python, String> {
        let folder = target().join("bench-venv");
        let python = folder.join("bin/python");
        if !python.exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        }
        for package in PACKAGES {
            // One by one: a solver that cannot be installed here is left out, and the others still run.
            let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package];
            if let Err(error) = run(Command::new(&python).args(install)) {
                eprintln!("{package} is left out: {error}");
            }
        }
        Ok(Python { program: python })
    }

    /// Runs one of them in its own process: state left over from earlier boards made them up to three times slower.
    pub fn ask(&self, solver: &str, genre: &str, job: &Job<'_>) -> Result<Times, String> {
        let boards: Vec<Value> = match solver {
            "ganak" => {
                job.boards.iter().map(|board| counting(race::read(board, job.options).model())).collect()
            }
            _ => job.boards.iter().map(|board| json!(board)).collect(),
        };
        let request = json!({
            "solver": solver,
            "question": job.question.name(),
            "genre": genre,
            "boards": boards,
            "limit": job.limit.as_secs_f64(),
            "at_least": job.at_least.as_secs_f64(),
        });
        let failed = |e: std::io::Error| format!("{solver}: {e}");
        let mut command = Command::new(&self.program);
        command.arg("benches/rivals.py").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        if let Some(mut requests) = child.stdin.take() {
            writeln!(requests, "{request}").map_err(failed)?;
        }
        let output = child.wait_with_output().map_err(failed)?;
        let reply = String::from_utf8_lossy(&output.stdout);
        let reply: Value = serde_json::from_str(&reply).map_err(|e| format!("{solver}: {e}"))?;
        match (reply["ms_per_board"].as_f64(), reply["answers"].as_array()) {
            (Some(ms_per_board), Some(answers)) => Ok(Times {
                solver: solver.to_string(),
                ms_per_board,
                answers: answers.iter().filter_map(|answer| Some(answer.as_str()?.to_string())).collect(),
            }),
            _ => Err(format!("{solver} is not there: {}", reply["missing"])),
        }
    }
}

/// The `sudoku` crate is under the AGPL: it is never linked with anything of this project that is kept. A project that
/// depends on it is written below the target folder, and its program asks both sides in turns.
pub fn sudoku_crate(file: &Path, at_least: Duration) -> Result<Vec<Times>, String> {
    let folder = target().join("bench-sudoku");
    let library = Path::new("crates/gridwright").canonicalize().map_err(|e| e.to_string())?;
    let manifest = format!(
        "[package]\nname = \"bench-sudoku\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nsudoku = \"=0.8.0\"\nlibc = \"0.2.177\"\nserde_json = \"1.0.154\"\n\
         gridwright = {{ path = {library:?} }}\n\n\
         [profile.release]\nlto = \"fat\"\ncodegen-units = 1\n"
    );
    std::fs::create_dir_all(folder.join("src")).map_err(|e| e.to_string())?;
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(|e| e.to_string())?;
    for (name, text) in
        [("main.rs", include_str!("../sudoku_crate.rs")), ("clock.rs", include_str!("clock.rs"))]
    {
        std::fs::write(folder.join("src").join(name), text).map_err(|e| e.to_string())?;
    }
    let manifest = folder.join("Cargo.toml");
    let build = folder.join("target");
    run(Command::new("cargo")
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(&build))?;
    let mut command = Command::new(build.join("release/bench-sudoku"));
    let output = command.arg(file).arg(at_least.as_secs_f64().to_string()).output();
    let output = output.map_err(|e| e.to_string())?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
            let answers = line["answers"].as_array().ok_or("no answers")?.iter();
            Ok(Times {
                solver: line["solver"].as_str().ok_or("no solver")?.to_string(),
                ms_per_board: line["ms_per_board"].as_f64().ok_or("no time")?,
                answers: answers
                    .map(|solution| match solution {
                        Value::Array(_) => race::unique(solution),
                        number => number.to_string(),
                    })
                    .collect(),
            })
        })
        .collect()
}

/// The fixed set natively and in wasm: name, boards, milliseconds a board natively and in wasm.
pub fn wasm(quick: bool) -> Result<Vec<(String, usize, f64, f64)>, String> {
    let fixed = ["build", "--quiet", "--release", "--locked", "--manifest-path", "benches/Cargo.toml"];
    let fixed = || {
        let mut command = Command::new("cargo");
        command.args(fixed).args(["--package", "gridwright-fixed"]);
        command
    };
    run(fixed().args(["--lib", "--target", "wasm32-unknown-unknown"]))?;
    run(&mut fixed())?;
    let built = std::env::current_exe().map_err(|e| e.to_string())?;
    let release = built.parent().ok_or("no folder")?.to_path_buf();
    let module =
        release.parent().ok_or("no folder")?.join("wasm32-unknown-unknown/release/gridwright_fixed.wasm");
    let mut command = Command::new("node");
    command.arg("benches/wasm.mjs").arg(module).arg(release.join("fixed")).arg(if quick {
        "0.1"
    } else {
        "0.5"
    });
    let output = command.stderr(Stdio::inherit()).output().map_err(|e| format!("node: {e}"))?;
    if !output.status.success() {
        return Err(format!("node ended with {}", output.status));
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
            let number = |key: &str| line[key].as_f64().ok_or(format!("node says nothing of {key}"));
            let name = line["name"].as_str().unwrap_or_default().to_string();
            if line["same"] != true {
                return Err(format!("wasm gives other answers for {name}"));
            }
            Ok((name, number("boards")? as usize, number("native")?, number("wasm")?))
        })
        .collect()
}

/// Runs a command.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}
