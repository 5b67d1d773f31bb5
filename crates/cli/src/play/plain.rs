//! The line mode: for pipes, screen readers and scripts. Rows and columns are counted as the genre's players do.

use super::game::{Game, Question};
use super::save_file::SaveFile;
use crate::commands::generate::some_seed;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use gridwright::generate::Outcome;
use gridwright::grid::Counting;
use gridwright::scene::text::{self, Style};
use gridwright::session::{ActionError, DigitMode, Errors, Gesture, Style as PlayStyle, clock};
use gridwright::{Session, Spec};
use std::io::{BufRead, IsTerminal, Read};
use std::time::Duration;

/// The commands: the same letters as on the screens.
const COMMANDS: [(&str, &str); 15] = [
    ("i j [WHAT]", "enter WHAT in row i, column j; it may be left out where there is one thing only"),
    ("m i j [WHAT]", "mark that it is not there"),
    ("p i j WHAT", "pencil it in, or rub it out; f: pencil in all, t: tidy up"),
    ("d i j left", "draw a line that way, where lines are drawn"),
    ("x i j", "clear the cell"),
    ("z, y, r", "undo, redo, restart"),
    ("h", "hint; again for more of it"),
    ("g", "do what the hint says"),
    ("c", "check whether all is right so far"),
    ("s", "fill in the solution"),
    ("b, +, -", "try something, keep it, take it back"),
    ("a, e, o", "automatic marks, which errors show, the time"),
    ("n", "a new puzzle like this one"),
    ("w FILE", "write the game to a new file, in the format it was opened in; w! FILE overwrites one"),
    ("?, q", "the rules and this list, quit"),
];

/// The rules, the commands, and what else works.
fn help(game: &Game) -> String {
    let genre = game.session.puzzle().genre();
    let mut help = format!("{}: {}\n", genre.name, genre.summary);
    genre.rules.iter().for_each(|rule| help += &format!("- {}\n", rule.text));
    help += &format!("\nRows and columns count from {}.\n", genre.counting.first());
    COMMANDS.iter().for_each(|(command, what)| help += &format!("{command:<13} {what}\n"));
    if genre.counting == Counting::Zero {
        help += "l i j, b i j  enter, blank: as in the courses\n";
    }
    help + &actions_help(game)
}

/// Which actions work as well, with an example of this board.
fn actions_help(game: &Game) -> String {
    let session = &game.session;
    let puzzle = session.puzzle();
    let Some(atom) = puzzle.grid().cells().flat_map(|cell| session.choices(cell)).next() else {
        return String::new();
    };
    let (cell, what) = (puzzle.grid().name(puzzle.atom_cell(*atom)), puzzle.atom_what(*atom));
    format!(
        "Any action of a record works as well, counted from 1: '{cell} {what}', '{cell} !{what}' for not that, \
         '{cell} ~{what}' pencilled in, '{cell} clear'.\n"
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
    /// Another puzzle.
    New,
    Quit,
}

/// Plays until the input ends.
pub fn play(mut game: Game, style: Option<Style>, output: &mut Output) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let is_terminal = input.is_terminal();
    // A script says what it means.
    game.asks = is_terminal;
    let mut asked = None;
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
        match turn(&mut game, &mut asked, line.trim()) {
            Turn::New => match another(&game) {
                Ok(session) => {
                    let (saved, asks) = (SaveFile::of(&session).filter(|_| game.is_kept()), game.asks);
                    let mut next = Game::new(session, saved);
                    next.asks = asks;
                    let left = std::mem::replace(&mut game, next).leave();
                    say(left.map(|trouble| format!("not saved: {trouble}")), output)?;
                    show(&game, style, output)?;
                }
                Err(why) => say(Some(format!("error: {why}")), output)?,
            },
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
    let (session, puzzle) = (&game.session, game.session.puzzle());
    let counting = puzzle.genre().counting;
    output.text(&text::numbered(&scene, style, output.colour, counting.first()))?;
    for cell in session.shown_flags() {
        output.lines(&counting.rename(&format!("error at {}", puzzle.grid().name(cell))))?;
    }
    for broken in session.shown_broken() {
        let clause = puzzle.tell_broken(&session.position().board, &broken);
        say(Some(counting.rename(&format!("broken: {clause}"))), output)?;
    }
    if game.status().is_solved() {
        output.lines("Solved. 'n' makes the next puzzle.")?;
    }
    Ok(())
}

fn turn(game: &mut Game, asked: &mut Option<char>, line: &str) -> Turn {
    let mut words = line.split_whitespace();
    let (command, rest) = (words.next().unwrap_or(""), words.collect::<Vec<_>>());
    let before = asked.take();
    let counting = game.session.puzzle().genre().counting;
    match (command, rest.as_slice()) {
        ("", _) => Turn::Said(String::new()),
        ("?" | "help", []) => Turn::Said(help(game)),
        ("q" | "quit", []) => Turn::Quit,
        ("z" | "u" | "undo", []) => changed(game.undo(), "there is nothing to undo"),
        ("y" | "redo", []) => changed(game.redo(), "there is nothing to do again"),
        ("r" | "restart", []) if game.asks && game.is_begun() && before != Some('r') => {
            *asked = Some('r');
            Turn::Said("r again starts over; nothing of this game can be undone then".to_string())
        }
        ("r" | "restart", []) => {
            game.restart();
            Turn::Changed(None)
        }
        ("s" | "solve", []) if game.asks && before != Some('s') => {
            *asked = Some('s');
            Turn::Said("s again fills in the solution".to_string())
        }
        ("s" | "solve", []) => Turn::Changed(Some(answer(game, Question::Solve))),
        ("c" | "check", []) => {
            let answer = counting.rename(&answer(game, Question::Check));
            if game.session.settings.errors == Errors::On {
                Turn::Said(answer)
            } else {
                Turn::Changed(Some(answer))
            }
        }
        ("h" | "hint", []) => {
            let told = answer(game, Question::Hint);
            let more = if game.session.has_more_hints() { "\n('h' tells more, 'g' does it)" } else { "" };
            Turn::Said(format!("{}{more}", counting.rename(&told)))
        }
        ("g", []) => {
            if game.session.hint().is_none() {
                answer(game, Question::Hint);
            }
            let action = game.session.hint_action();
            game.session.show_whole_hint();
            let told = game.session.next_hint().map(|told| counting.rename(&told));
            match game.act(action) {
                Ok(true) => Turn::Changed(told),
                Ok(false) => Turn::Said(told.unwrap_or_default()),
                Err(refusal) => Turn::Said(format!("error: {}", counting.rename(&refusal.to_string()))),
            }
        }
        ("f" | "t", []) => {
            let session = &game.session;
            let action = if command == "f" { session.fill_notes() } else { session.tidy_notes() };
            match game.act(action) {
                Ok(is_done) => changed(is_done, "there is nothing to note or to tidy up"),
                Err(refusal) => Turn::Said(format!("error: {refusal}")),
            }
        }
        ("a", []) => {
            game.session.settings.auto_marks = !game.session.settings.auto_marks;
            Turn::Changed(None)
        }
        ("b", []) => performed(game, "branch"),
        ("+", []) => performed(game, "accept"),
        ("-", []) => performed(game, "reject"),
        ("e", []) => {
            let errors = &mut game.session.settings.errors;
            *errors = errors.next();
            Turn::Said(errors.sentence().to_string())
        }
        ("o" | "time", []) => {
            game.tick();
            Turn::Said(clock(game.session.tally.seconds))
        }
        ("n" | "new", []) => Turn::New,
        ("w" | "w!", _) => match game.write(&line["w".len()..]) {
            Ok(said) => Turn::Said(said),
            Err(failure) => Turn::Said(format!("error: {}", failure.in_a_line())),
        },
        ("l" | "m" | "p" | "d" | "x" | "b", words) => at_a_cell(game, command, words),
        (row, [_, ..]) if row.bytes().all(|b| b.is_ascii_digit()) => {
            let words: Vec<&str> = [row].into_iter().chain(rest).collect();
            at_a_cell(game, "l", &words)
        }
        _ => performed(game, line),
    }
}

/// Does what a text says.
fn performed(game: &mut Game, text: &str) -> Turn {
    match game.perform(text) {
        Ok(()) => Turn::Changed(None),
        Err(refusal) => Turn::Said(format!("error: {refusal} ('?' lists the commands)")),
    }
}

/// Another puzzle like this one, or why there is none.
fn another(game: &Game) -> Result<Session, String> {
    let spec = Spec::like(game.session.puzzle());
    match spec.generate(some_seed()) {
        Ok(Outcome::Found(made)) => Ok(Session::new(made.puzzle)),
        Ok(Outcome::NotFound(why)) => Err(why.in_words(&spec)),
        Ok(Outcome::Stopped(why)) => Err(why.to_string()),
        Err(error) => Err(error.to_string()),
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

/// `l 2 3`, `m 2 3`, `p 2 3 5`, `d 2 3 left`, `x 2 3`.
fn at_a_cell(game: &mut Game, command: &str, words: &[&str]) -> Turn {
    let grid = game.session.puzzle().grid();
    let counting = game.session.puzzle().genre().counting;
    let first = counting.first();
    let refused = |reason: String| Turn::Said(format!("error: {reason}"));
    let [row, col, what @ ..] = words else {
        return refused(format!("expected '{command}', a row and a column, both from {first}"));
    };
    let Some(cell) = counting.cell(&grid, row, col) else {
        let (rows, cols) = (grid.rows() - 1 + first, grid.cols() - 1 + first);
        return refused(format!(
            "there is no cell ({row},{col}): rows are {first} to {rows}, columns {first} to {cols}"
        ));
    };
    let what = match (what, game.session.choices(cell)) {
        ([], [only]) => game.session.puzzle().atom_what(*only),
        (what, _) => what.join(" "),
    };
    let name = grid.name(cell);
    let digit = what.parse().ok().filter(|_| game.session.style() == PlayStyle::Digits);
    let mode = match command {
        "m" => DigitMode::Cross,
        "p" => DigitMode::Note,
        _ => DigitMode::Enter,
    };
    let result = match (command, digit) {
        ("x" | "b", _) => game.perform(&format!("{name} clear")).map(|()| true),
        ("d", _) => match what.parse() {
            Ok(direction) => game.mean(&Gesture::Draw(cell, direction)),
            Err(_) => return refused("expected a direction: left, right, up or down".to_string()),
        },
        // Digits are entered as on the screens: notes are cleaned with them. What is there stays.
        ("l", Some(digit)) if !game.session.has_digit(cell, digit) => {
            game.mean(&Gesture::Digit(vec![cell], digit, mode))
        }
        ("p", Some(digit)) => game.mean(&Gesture::Digit(vec![cell], digit, mode)),
        ("m", _) => game.perform(&format!("{name} !{what}")).map(|()| true),
        ("p", None) => Err(ActionError::TypeDigit { most: game.session.most_digit() }),
        _ => game.perform(&format!("{name} {what}")).map(|()| true),
    };
    match result {
        // What is not there is not drawn where it might be one of several things.
        Ok(_) if command == "m" => Turn::Changed(
            game.session
                .jotted(cell)
                .map(|jotted| counting.rename(&format!("{name}: {}", jotted.to_lowercase()))),
        ),
        Ok(_) => Turn::Changed(None),
        Err(refusal) => refused(counting.rename(&refusal.to_string())),
    }
}
