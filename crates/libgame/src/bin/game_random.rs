//! `game_random ROWS COLS WRAPPING WALLS [SOLUTION]`: a random board that has a solution, as a file to save.

use game::{Game, finish, print};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

const USAGE: &str = "Usage: game_random <rows> <cols> <wrapping> <walls> [<solution>]
  wrapping and solution are 0 or 1; the board is printed as game_text and game_solve read it";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = || {
        let numbers: Result<Vec<usize>, _> = arguments.iter().map(|argument| argument.parse()).collect();
        let (rows, cols, wrapping, walls, solution) = match numbers.as_deref() {
            Ok(&[rows, cols, wrapping @ 0..=1, walls]) => (rows, cols, wrapping, walls, 0),
            Ok(&[rows, cols, wrapping @ 0..=1, walls, solution @ 0..=1]) => {
                (rows, cols, wrapping, walls, solution)
            }
            _ => return Err(USAGE.to_string()),
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let game = Game::random((rows, cols), wrapping == 1, walls, solution == 1, now.as_nanos() as u64)
            .map_err(|error| format!("game_random: {error}"))?;
        print(&game.saved()).map_err(|error| format!("game_random: {error}"))
    };
    finish(run())
}
