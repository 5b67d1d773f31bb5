//! What the documentation shows is what the command prints: every `$ gridwright …` in a `console` block, at the start or after a pipe, is run
//! in the project's root. After a wanted change, `UPDATE_DOCS=1` writes the new output there.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 7] = [
    "README.md",
    "docs/command.md",
    "docs/emulsion.md",
    "docs/explaining.md",
    "docs/formats.md",
    "docs/generate.md",
    "docs/play.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// Standard output and error together.
fn run(line: &str) -> String {
    let here = Path::new(env!("CARGO_BIN_EXE_gridwright")).parent().unwrap();
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(root())
        .env("PATH", path)
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Times differ from run to run.
fn without_time(line: &str) -> String {
    match line.strip_suffix(" s").and_then(|rest| rest.rsplit_once(' ')) {
        Some((before, seconds)) if seconds.parse::<f64>().is_ok() => format!("{before} 0.000 s"),
        _ => line.trim_end().to_string(),
    }
}

/// The document with every command's output as it is now.
fn rerun(document: &str) -> (String, usize) {
    let (mut text, mut commands) = (String::new(), 0);
    let mut in_console = false;
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        let is_ours = |command: &&str| command.starts_with("gridwright") || command.contains("| gridwright");
        let Some(command) = line.strip_prefix("$ ").filter(|command| in_console && is_ours(command)) else {
            continue;
        };
        commands += 1;
        while lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```")).is_some() {}
        for printed in run(command).lines() {
            text += &format!("{}\n", without_time(printed));
        }
    }
    (text, commands)
}

#[test]
fn commands_print_what_the_documents_show() {
    let mut commands = 0;
    for name in DOCUMENTS {
        let path = root().join(name);
        let written = std::fs::read_to_string(&path).unwrap();
        let (now, found) = rerun(&written);
        commands += found;
        if updating() {
            std::fs::write(&path, now).unwrap();
        } else {
            for (number, (written, now)) in written.lines().zip(now.lines()).enumerate() {
                assert_eq!(written, now, "{name}, line {}; UPDATE_DOCS=1 rewrites it", number + 1);
            }
            assert_eq!(written.lines().count(), now.lines().count(), "{name}");
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

/// What draws a picture of the documentation; `None` where something else does: the benches their plots, the
/// player's tests its screen.
fn drawn_by(picture: &str) -> Option<String> {
    match picture {
        _ if picture.starts_with("performance-") => None,
        "play" => None,
        "step" => {
            let explain = "gridwright explain examples/suguru.txt --svg $to >/dev/null";
            Some(format!("to=$(mktemp -d); {explain} 2>&1; cat $to/step-04.svg; rm -r $to"))
        }
        _ => Some(format!("gridwright solve examples/{picture}.txt --to svg 2>/dev/null")),
    }
}

#[test]
fn pictures_are_those_the_command_draws() {
    for entry in root().join("docs/img").read_dir().unwrap() {
        let path = entry.unwrap().path();
        // Pictures of the page were taken in a browser.
        if path.extension().is_some_and(|ending| ending == "png") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(command) = drawn_by(name) else { continue };
        let picture = run(&command);
        if updating() {
            std::fs::write(&path, picture).unwrap();
        } else {
            assert!(std::fs::read_to_string(&path).unwrap() == picture, "{name}: UPDATE_DOCS=1 redraws it");
        }
    }
}
