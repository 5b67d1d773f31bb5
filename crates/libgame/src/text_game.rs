//! The course's text game: one letter a command, words apart by any white space.

use crate::game::{Game, Square, square};
use std::ffi::OsStr;
use std::io::{self, BufRead, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const HELP: &str = "> action: help
- press 'l <i> <j>' to put a light bulb at square (i,j)
- press 'm <i> <j>' to put a mark at square (i,j)
- press 'b <i> <j>' to blank square (i,j)
- press 'r' to restart
- press 'z' to undo
- press 'y' to redo
- press 's' to solve
- press 'w <filename>' to save
- press 'q' to quit
";

/// Plays a game until it is over, the player quits or the input ends.
pub fn play(game: &mut Game, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    output.write_all(game.printed().as_bytes())?;
    let mut goes_on = true;
    while goes_on && !game.is_over() {
        goes_on = step(game, &mut input, &mut output)?;
        if goes_on {
            output.write_all(game.printed().as_bytes())?;
        }
        errors(game, &mut output)?;
    }
    let is_won = game.is_over();
    writeln!(
        output,
        "{}",
        if is_won { "Congratulation, you win :-)" } else { "What a shame, you gave up :-(" }
    )?;
    output.flush()
}

/// One command; whether the game goes on.
fn step(game: &mut Game, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<bool> {
    writeln!(output, "> ? [h for help]")?;
    output.flush()?;
    skip_spaces(input)?;
    let Some(command) = next(input)? else { return Ok(false) };
    match command {
        b'h' => output.write_all(HELP.as_bytes())?,
        b'l' => put(game, 'l', square::LIGHTBULB, input, output)?,
        b'm' => put(game, 'm', square::MARK, input, output)?,
        b'b' => put(game, 'b', square::BLANK, input, output)?,
        b'r' => {
            writeln!(output, "> action: restart")?;
            game.restart();
        }
        b'z' => {
            writeln!(output, "> action: undo")?;
            game.undo();
        }
        b'y' => {
            writeln!(output, "> action: redo")?;
            game.redo();
        }
        b's' => {
            writeln!(output, "> action: solve")?;
            if !game.solve() {
                writeln!(output, "Error: this game has no solution!")?;
            }
        }
        b'w' => save(game, input, output)?,
        b'q' => {
            writeln!(output, "> action: quit")?;
            return Ok(false);
        }
        _ => writeln!(output, "Error: invalid user input!")?,
    }
    Ok(true)
}

fn put(
    game: &mut Game,
    letter: char,
    square: Square,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let (Some(row), Some(col)) = (number(input)?, number(input)?) else {
        return writeln!(output, "Error: invalid user input!");
    };
    writeln!(output, "> action: play move '{letter}' into square ({row},{col})")?;
    let is_played = match (usize::try_from(row), usize::try_from(col)) {
        (Ok(row), Ok(col)) => game.play(row, col, square),
        _ => false,
    };
    if !is_played {
        writeln!(output, "Error: illegal move on square ({row},{col})!")?;
    }
    Ok(())
}

fn save(game: &Game, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    skip_spaces(input)?;
    let mut name = Vec::new();
    while let Some(byte) = peek(input)?.filter(|byte| !byte.is_ascii_whitespace()) {
        name.push(byte);
        input.consume(1);
    }
    let path = Path::new(OsStr::from_bytes(&name));
    writeln!(output, "> action: save as '{}'", path.display())?;
    match game.save(path) {
        Ok(()) => Ok(()),
        Err(error) => writeln!(output, "Error: {}: {error}", path.display()),
    }
}

fn errors(game: &Game, output: &mut impl Write) -> io::Result<()> {
    for place in 0..game.rows() * game.cols() {
        let found = game.square(place);
        if found & square::ERROR != 0 {
            let what = if square::is_black(found) { "black wall" } else { "light bulb" };
            writeln!(output, "Error at {what} ({},{})", place / game.cols(), place % game.cols())?;
        }
    }
    Ok(())
}

fn peek(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    Ok(input.fill_buf()?.first().copied())
}

fn next(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = peek(input)?;
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

fn skip_spaces(input: &mut impl BufRead) -> io::Result<()> {
    while peek(input)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
        input.consume(1);
    }
    Ok(())
}

/// A whole number. Where there is none, what stands there is left for the next command.
fn number(input: &mut impl BufRead) -> io::Result<Option<i64>> {
    skip_spaces(input)?;
    let is_negative = peek(input)? == Some(b'-');
    input.consume(usize::from(is_negative));
    let mut number = None;
    while let Some(digit) = peek(input)?.filter(u8::is_ascii_digit) {
        input.consume(1);
        // More digits than any board needs make a number off the board.
        let more = number.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        number = Some(more.min(i64::from(u32::MAX)));
    }
    Ok(number.map(|number| if is_negative { -number } else { number }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: &mut Game, commands: &str) -> String {
        let mut output = Vec::new();
        play(game, commands.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_default_board_is_won() {
        let bulbs = ["0 0", "0 3", "1 1", "1 6", "2 2", "3 6", "4 4", "5 0", "5 5", "6 1"];
        let commands: String = bulbs.map(|bulb| format!("l {bulb}\n")).concat();
        let said = played(&mut Game::default_board(), &commands);
        assert!(said.ends_with("Congratulation, you win :-)\n"), "{said}");
        assert!(said.contains("> ? [h for help]\n> action: play move 'l' into square (0,0)\n   0123456\n"));
        assert!(said.contains("0 |*.1    |\n"), "{said}");
    }

    #[test]
    fn what_is_wrong_is_said_and_the_game_goes_on() {
        let mut game = Game::default_board();
        let said =
            played(&mut game, "l 0 0\nl 3 0 m6 6\nl 0 2\nl -1 0\nl x\nl 99999999999999999999 0\nz z z y q");
        for line in [
            "Error at light bulb (0,0)\nError at black wall (2,6)\nError at light bulb (3,0)\n",
            "Error: illegal move on square (0,2)!",
            "Error: illegal move on square (-1,0)!",
            "Error: illegal move on square (4294967295,0)!",
            "Error: invalid user input!",
            "> action: undo",
            "> action: redo",
            "> action: quit\nWhat a shame, you gave up :-(\n",
        ] {
            assert!(said.contains(line), "{line} in {said}");
        }
        assert_eq!(game.square(0) & square::STATES, square::LIGHTBULB);
        assert_eq!(game.square(21) & square::STATES, square::BLANK);
    }

    #[test]
    fn the_end_of_the_input_gives_up_and_solving_wins() {
        assert!(played(&mut Game::default_board(), "h").ends_with("What a shame, you gave up :-(\n"));
        assert!(played(&mut Game::default_board(), "s").ends_with("Congratulation, you win :-)\n"));
        let mut hopeless = Game::read("1 2 0\n4b\n").unwrap();
        assert!(played(&mut hopeless, "s").contains("Error: this game has no solution!"));
    }
}
