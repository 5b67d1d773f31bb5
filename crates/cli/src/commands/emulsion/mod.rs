//! `emulsion`: the board game.

mod analyse;
pub mod args;
mod matches;
pub mod parallel_player;
mod puzzle;
mod solve;

use crate::Exit;
use crate::args::Global;
use crate::play::emulsion as play;
pub use crate::play::emulsion::title;
use crate::play::save_file::SaveFile;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::{input, progress};
pub use args::Emulsion;
use args::{Form, Perft, Place, Show};
use gridwright_emulsion::view::{MovesView, PerftView, RecordView, RulesView, ScoreView};
use gridwright_emulsion::{Board, Colour, Position, Record, Score, perft_with, picture, words};
use serde::Serialize;

/// A game that was chosen from the menu: a saved one, or a new one as usual.
pub fn play_from_menu(begun: Option<SaveFile>, output: &Output) -> Result<Exit, Failure> {
    match begun {
        Some(saved) => play::go_on(saved, output),
        None => play::new_game(output),
    }
}

pub fn run(global: &Global, command: &Emulsion, output: &mut Output) -> Result<Exit, Failure> {
    match command {
        Emulsion::Perft(args) => count(global, args, output),
        Emulsion::Moves(place) => moves(global, place, output),
        Emulsion::Score(place) => score(global, place, output),
        Emulsion::Show(args) => show(global, args, output),
        Emulsion::Solve(args) => solve::run(global, args, output),
        Emulsion::Match(args) => matches::run(global, args, output),
        Emulsion::Play(args) => play::run(global, args, output),
        Emulsion::Analyse(args) => analyse::run(global, args, output),
        Emulsion::Puzzle(args) => puzzle::run(global, args, output),
    }
}

/// The game of an argument, with the rules and the side to move of the options.
fn read(place: &Place) -> Result<Record, Failure> {
    let (name, text) =
        input::text(place.position.as_deref(), "a file, '-' for standard input, or a position")?;
    let mut record = Record::read(&text).map_err(|error| Failure::input(name, text, error))?;
    if record.game().turns().is_empty() {
        let mut start = record.game().start().clone();
        start.to_move = place.to_move.unwrap_or(start.to_move);
        start.tie = place.tie.unwrap_or(start.tie);
        start.pie |= place.pie;
        record.restart(start);
    } else if place.to_move.is_some() || place.tie.is_some() || place.pie {
        let message = "--to-move, --tie and --pie are for positions: a game contains them";
        return Err(Failure::Message(message.to_string()));
    }
    Ok(record)
}

/// `rules emulsion`.
pub fn rules(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        print(&RulesView::default(), output)?;
        return Ok(Exit::Yes);
    }
    let columns = output.columns;
    output.text(&wrapped(words::SUMMARY, 0, columns))?;
    output.text("\n")?;
    for rule in words::RULES {
        output.text(&wrapped(&format!("- {rule}"), 2, columns))?;
    }
    Ok(Exit::Yes)
}

/// Prints a view as a line of JSON.
fn print(view: &impl Serialize, output: &mut Output) -> Result<(), Failure> {
    output.json(&serde_json::to_value(view).expect("views are JSON"))
}

fn count(global: &Global, args: &Perft, output: &mut Output) -> Result<Exit, Failure> {
    let board = Board::start(args.size.into()).map_err(|wrong| Failure::Message(wrong.to_string()))?;
    let mut counts = Vec::new();
    progress::catch_interrupts();
    let cancel = progress::stop();
    for depth in 1.min(args.depth)..=args.depth {
        let Ok(count) = perft_with(&board, depth, &cancel) else { break };
        counts.push(count);
        if !global.json {
            output.lines(&format!("{depth} {count}"))?;
            output.flush()?;
        }
        // All games have ended.
        if count == 0 {
            break;
        }
    }
    if global.json {
        print(&PerftView::new(board.size(), counts), output)?;
    }
    if let Err(why) = cancel.check() {
        output.flush()?;
        remark(&format!("{why} before more were counted"));
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Yes)
}

fn moves(global: &Global, place: &Place, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(place)?;
    let position = record.game().position();
    if global.json {
        print(&MovesView::new(position), output)?;
    } else {
        position.turns().iter().try_for_each(|turn| output.lines(&words::with_gain(position, *turn)))?;
    }
    Ok(Exit::Yes)
}

fn score(global: &Global, place: &Place, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(place)?;
    if global.json {
        print(&ScoreView::new(&record), output)?;
        return Ok(Exit::Yes);
    }
    let position = record.game().position();
    output.lines(&words::groups(&Score::of(&position.board)))?;
    output.lines(&match record.resigned() {
        Some(loser) => words::given_up(loser),
        None if position.is_over() => words::lead(position),
        None => format!("{}; {}", words::lead(position), words::moves_left(position.board.swaps().len())),
    })?;
    Ok(Exit::Yes)
}

fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(&args.place)?;
    let position = record.game().position();
    if global.json {
        print(&RecordView::new(&record), output)?;
        return Ok(Exit::Yes);
    }
    // The last move is pointed out.
    let last = record.game().turns().last().map(std::slice::from_ref).unwrap_or_default();
    output.lines(&match args.to {
        Form::Board => match record.resigned() {
            Some(loser) => diagram(position, output.colour) + &words::given_up(loser),
            None => drawn(position, output.colour),
        },
        Form::Line => position.to_line(),
        Form::Rows => position.board.to_rows(),
        Form::Lists => serde_json::to_string(&position.board.to_lists()).expect("lists are JSON"),
        Form::Svg => picture(position, last, "A position of Emulsion"),
        Form::Game => record.to_text(),
        Form::Link => record.to_link(),
    })?;
    Ok(Exit::Yes)
}

/// The board with its files and ranks, and whose turn it is or who has won.
pub fn drawn(position: &Position, colour: bool) -> String {
    format!("{}{}\n", diagram(position, colour), words::standing(position))
}

fn diagram(position: &Position, is_coloured: bool) -> String {
    words::diagram(&position.board, |colour| match (is_coloured, colour) {
        (true, Colour::Black) => "\x1b[30;47m \u{25cf}\x1b[0m",
        (true, Colour::White) => "\x1b[97;40m \u{25cb}\x1b[0m",
        (false, Colour::Black) => " B",
        (false, Colour::White) => " W",
    })
}
