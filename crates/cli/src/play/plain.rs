//! The line mode: for pipes, screen readers and scripts. Rows and columns are counted from 0, as the C course does.

use super::game::{Game, Question};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use gridwright::formats::Format;
use gridwright::grid::{Cell, Grid};
use gridwright::scene::Scene;
use gridwright::scene::text::{self, Style};
use gridwright::session::{Errors, clock};
use std::io::{BufRead, IsTerminal, Read};
use std::time::Duration;

const HELP: &str = "\
l i j [WHAT]  enter WHAT in row i, column j, both from 0; WHAT may be left out where there is one thing only
m i j [WHAT]  mark that it is not there
n i j WHAT    pencil it in, or rub it out
b i j         blank the cell
z, y          undo, redo
r             restart
s             solve
c             check whether all is right so far
?             hint; again for more of it
e             show errors: always, when asked with c, never
w FILE        write the game to a new file; w! FILE overwrites one
q             quit
";

/// Which actions work as well, with an example of this board.
fn actions_help(game: &Game) -> String {
    let session = &game.session;
    let puzzle = session.puzzle();
    let Some(atom) = puzzle.grid().cells().flat_map(|cell| session.choices(cell)).next() else {
        return String::new();
    };
    let (cell, what) = (puzzle.grid().name(puzzle.atom_cell(*atom)), puzzle.atom_what(*atom));
    format!(
        "Any action works as well: '{cell} {what}', '{cell} !{what}' for not that, '{cell} ~{what}' pencilled in, '{cell} clear'; \
         'branch', 'accept' and 'reject' to try something.\n"
    )
}

/// Longer lines are not meant as commands.
const LONGEST_LINE: u64 = 1 << 20;

/// The result of an input line.
enum Turn {
    /// Show the board again.
    Changed(Option<String>),
    /// Only this.
    Said(String),
    Quit,
}

/// Plays until the input ends.
pub fn play(mut game: Game, style: Option<Style>, output: &mut Output) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let is_terminal = input.is_terminal();
    show(&game, style, output)?;
    loop {
        if is_terminal {
            output.text("> ")?;
        }
        output.flush()?;
        let mut line = Vec::new();
        let read = Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return Err(unreadable(&error)),
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            say(Some(format!("error: no command is longer than {LONGEST_LINE} bytes")), output)?;
            continue;
        }
        let line = String::from_utf8_lossy(&line);
        match turn(&mut game, line.trim()) {
            Turn::Changed(text) => {
                say(text, output)?;
                show(&game, style, output)?;
            }
            Turn::Said(text) => say(Some(text), output)?,
            Turn::Quit => break,
        }
        say(game.trouble.take().map(|trouble| format!("not saved: {trouble}")), output)?;
    }
    say(game.leave().map(|trouble| format!("not saved: {trouble}")), output)
}

fn unreadable(error: &std::io::Error) -> Failure {
    Failure::Message(format!("cannot read the input: {error}"))
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let here = input.fill_buf().map_err(|error| unreadable(&error))?;
        let end = here.iter().position(|byte| *byte == b'\n');
        let passed = end.map_or(here.len(), |end| end + 1);
        input.consume(passed);
        if end.is_some() || passed == 0 {
            return Ok(());
        }
    }
}

fn say(text: Option<String>, output: &mut Output) -> Result<(), Failure> {
    match text.filter(|text| !text.is_empty()) {
        Some(text) => output.text(&wrapped(&text, 0, output.columns)),
        None => Ok(()),
    }
}

/// The board, and what is wrong with it.
fn show(game: &Game, style: Option<Style>, output: &mut Output) -> Result<(), Failure> {
    let scene = game.session.scene();
    let style = style.unwrap_or(match Style::Indexed.loses(&scene) {
        None => Style::Indexed,
        Some(_) => Style::Boxed,
    });
    output.text(&numbered_board(&scene, style, output.colour))?;
    let status = game.status();
    if game.session.shows_errors() {
        let grid = game.session.puzzle().grid();
        let places: Vec<String> = status
            .flagged
            .iter()
            .map(|cell| format!("error at ({},{}), {}", grid.row(*cell), grid.col(*cell), grid.name(*cell)))
            .collect();
        for line in places {
            output.lines(&line)?;
        }
        for broken in &status.broken {
            let clause = game.session.puzzle().tell_broken(&game.session.position().board, broken);
            say(Some(format!("broken: {clause}")), output)?;
        }
    }
    if status.is_solved() {
        output.lines("Solved.")?;
    }
    Ok(())
}

/// The board with its rows and columns numbered from 0, as the commands count them.
fn numbered_board(scene: &Scene, style: Style, colour: bool) -> String {
    let Some(canvas) = text::canvas(scene, style, colour, None) else {
        // This style has numbers of its own, and no colours.
        return text::render(scene, style, false);
    };
    let (wide, high) = canvas.pitch();
    let margin = (scene.grid.rows() - 1).to_string().len();
    let mut board = " ".repeat(margin + 2);
    for col in 0..scene.grid.cols() {
        let before = if col == 0 { wide / 2 } else { wide };
        board += &format!("{col:>before$}");
    }
    board.push('\n');
    for (y, line) in text::render(scene, style, colour).lines().enumerate() {
        let number = if y % high == high.div_ceil(2) { (y / high).to_string() } else { String::new() };
        board += &format!("{number:>margin$} {line}\n");
    }
    board
}

fn turn(game: &mut Game, line: &str) -> Turn {
    let mut words = line.split_whitespace();
    let (command, rest) = (words.next().unwrap_or(""), words.collect::<Vec<_>>());
    match (command, rest.as_slice()) {
        ("", _) => Turn::Said(String::new()),
        ("h" | "help", []) => Turn::Said(HELP.to_string() + &actions_help(game)),
        ("q" | "quit", []) => Turn::Quit,
        ("z" | "undo", []) => changed(game.undo(), "there is nothing to undo"),
        ("y" | "redo", []) => changed(game.redo(), "there is nothing to do again"),
        ("r" | "restart", []) => {
            game.restart();
            Turn::Changed(None)
        }
        ("s" | "solve", []) => Turn::Changed(Some(answer(game, Question::Solve))),
        ("c" | "check", []) => {
            let answer = answer(game, Question::Check);
            if game.session.settings.errors == Errors::OnRequest {
                Turn::Changed(Some(answer))
            } else {
                Turn::Said(answer)
            }
        }
        ("?" | "hint", []) => {
            let told = answer(game, Question::Hint);
            let more = if game.session.has_more_hints() { "\n('?' tells more)" } else { "" };
            Turn::Said(format!("{told}{more}"))
        }
        ("e", []) => {
            let errors = &mut game.session.settings.errors;
            *errors = errors.next();
            let text = match errors {
                Errors::On => "errors are shown",
                Errors::OnRequest => "errors are shown after 'c'",
                Errors::Off => "errors are not shown",
            };
            Turn::Said(text.to_string())
        }
        ("t" | "time", []) => {
            game.tick();
            Turn::Said(clock(game.session.tally.seconds))
        }
        ("w" | "w!", _) => match game.write(&line["w".len()..], Format::Native) {
            Ok(path) => Turn::Said(format!("written to '{}'", path.display())),
            Err(failure) => Turn::Said(format!("error: {}", failure.in_a_line())),
        },
        ("l" | "m" | "n" | "b", _) => at_a_cell(game, command, &rest),
        _ => match game.perform(line) {
            Ok(()) => Turn::Changed(None),
            Err(refusal) => Turn::Said(format!("error: {refusal} ('h' lists the commands)")),
        },
    }
}

/// Waits for the answer; the time limit guarantees that there is one.
fn answer(game: &mut Game, question: Question) -> String {
    let mut answer = game.ask(question);
    loop {
        match answer {
            Some(answer) => return answer,
            None => answer = game.answer(Duration::from_secs(1)).map(|(_, answer)| answer),
        }
    }
}

fn changed(is_changed: bool, otherwise: &str) -> Turn {
    if is_changed { Turn::Changed(None) } else { Turn::Said(otherwise.to_string()) }
}

/// `l 2 3`, `m 2 3`, `n 2 3 5`, `b 2 3`.
fn at_a_cell(game: &mut Game, command: &str, words: &[&str]) -> Turn {
    let refused = |reason: String| Turn::Said(format!("error: {reason}"));
    let [row, col, what @ ..] = words else {
        return refused(format!("expected '{command}', a row and a column, both from 0"));
    };
    let grid = game.session.puzzle().grid();
    let Some(cell) = numbered(&grid, row, col) else {
        let (rows, cols) = (grid.rows() - 1, grid.cols() - 1);
        return refused(format!("there is no cell ({row},{col}): rows are 0 to {rows}, columns 0 to {cols}"));
    };
    let what = match (what, game.session.choices(cell)) {
        ([], [only]) => game.session.puzzle().atom_what(*only),
        (what, _) => what.join(" "),
    };
    let name = grid.name(cell);
    let is_noted = || {
        let atom = game.session.puzzle().atom_named(&format!("{name} {what}"));
        atom.is_some_and(|atom| game.session.position().notes.contains(atom))
    };
    let text = match command {
        "b" => format!("{name} clear"),
        "m" => format!("{name} !{what}"),
        "n" if is_noted() => format!("{name} -~{what}"),
        "n" => format!("{name} ~{what}"),
        _ => format!("{name} {what}"),
    };
    match game.perform(&text) {
        // What is not there is not drawn where it might be one of several things.
        Ok(()) if command == "m" => Turn::Changed(
            game.session.jotted(cell).map(|jotted| format!("{name}: {}", jotted.to_lowercase())),
        ),
        Ok(()) => Turn::Changed(None),
        Err(refusal) => refused(refusal.to_string()),
    }
}

fn numbered(grid: &Grid, row: &str, col: &str) -> Option<Cell> {
    grid.get(row.parse().ok()?, col.parse().ok()?)
}
