//! `game_solve -s|-c IN [OUT]`: solves a board, or counts its solutions, on standard output or into a file.

use game::{Game, finish, print, write_file};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "Usage: game_solve <option> <input> [<output>]
  -s  find a solution; the exit code is 1 if there is none
  -c  count the solutions";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let run = || {
        let (option, input, output) = match &arguments[..] {
            [option, input] => (option, Path::new(input), None),
            [option, input, output] => (option, Path::new(input), Some(Path::new(output))),
            _ => return Err(USAGE.to_string()),
        };
        let is_count = match option.to_str() {
            Some("-c") => true,
            Some("-s") => false,
            _ => return Err(USAGE.to_string()),
        };
        let failed =
            |path: &Path, error: &dyn std::fmt::Display| format!("game_solve: {}: {error}", path.display());
        let mut game = Game::load(input).map_err(|error| failed(input, &error))?;
        if !is_count && !game.solve() {
            return Err(failed(input, &"this game has no solution"));
        }
        let counted = || format!("{}\n", game.count());
        match output {
            Some(path) => {
                let text = if is_count { counted() } else { game.saved() };
                write_file(path, &text).map_err(|error| failed(path, &error))
            }
            None => print(&if is_count { counted() } else { game.printed() })
                .map_err(|error| format!("game_solve: {error}")),
        }
    };
    finish(run())
}
