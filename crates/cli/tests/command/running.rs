//! Runs the command in the directory of the test boards.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args).env_remove("NO_COLOR").env_remove("COLUMNS").current_dir(boards());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn boards() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards")
}

pub fn run_with(args: &[&str], stdin: &[u8]) -> Ran {
    let mut child = command(args).spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let input = stdin.to_vec();
    let feeder = std::thread::spawn(move || to_child.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = feeder.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

pub fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

pub fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args).stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// A directory that is removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("gridwright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = self.0.read_dir().unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
