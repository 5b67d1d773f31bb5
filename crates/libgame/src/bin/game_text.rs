//! `game_text [FILE]`: plays a board in the terminal, the course's own or that of a file.

use game::{Game, finish, play};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let run = || {
        let mut game = match &arguments[..] {
            [] => Game::default_board(),
            [file] => {
                let file = Path::new(file);
                Game::load(file).map_err(|error| format!("game_text: {}: {error}", file.display()))?
            }
            _ => return Err("Usage: game_text [<file>]".to_string()),
        };
        play(&mut game, std::io::stdin().lock(), std::io::stdout().lock())
            .map_err(|error| format!("game_text: {error}"))
    };
    finish(run())
}
