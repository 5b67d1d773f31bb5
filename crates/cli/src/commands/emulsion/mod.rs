//! `emulsion`: the board game, for scripts.

mod analyse;
mod arena;
pub mod args;
mod contender;
pub mod crowd;
mod interval;
mod puzzle;
mod solve;

use crate::Exit;
use crate::args::Global;
use crate::play::emulsion as play;
pub use crate::play::emulsion::title;
use crate::play::saved::Saved;
use crate::shell::failure::Failure;
use crate::shell::input;
use crate::shell::output::Output;
pub use args::Emulsion;
use args::{Form, Perft, Place, Show};
use gridwright_emulsion::{
    Board, Colour, Deciding, Halves, Position, Record, Score, Swap, Turn, perft, picture,
};
use serde_json::{Value, json};

/// A game for whoever chose it from a menu: one that was begun, or a new one as usual.
pub fn play_from_menu(global: &Global, begun: Option<Saved>, output: &mut Output) -> Result<Exit, Failure> {
    match begun {
        Some(saved) => play::go_on(saved, output),
        None => play::run(global, &args::Play::default(), output),
    }
}

/// Refuses what is said about puzzles, and a budget where no proof is looked for.
fn refuse_others_options(global: &Global, command: &Emulsion) -> Result<(), Failure> {
    let message = match (global.from, global.genre, global.steps, command) {
        (None, None, None, _) | (None, None, Some(_), Emulsion::Solve(_)) => return Ok(()),
        (None, None, Some(_), _) => "of these commands only 'emulsion solve' counts steps: leave out --steps",
        _ => "--from and --genre are for puzzles: leave them out",
    };
    Err(Failure::Message(message.to_string()))
}

pub fn run(global: &Global, command: &Emulsion, output: &mut Output) -> Result<Exit, Failure> {
    refuse_others_options(global, command)?;
    match command {
        Emulsion::Perft(args) => count(global, args, output),
        Emulsion::Moves(place) => moves(global, place, output),
        Emulsion::Score(place) => score(global, place, output),
        Emulsion::Show(args) => show(global, args, output),
        Emulsion::Solve(args) => solve::run(global, args, output),
        Emulsion::Match(args) => arena::run(global, args, output),
        Emulsion::Play(args) => play::run(global, args, output),
        Emulsion::Analyse(args) => analyse::run(global, args, output),
        Emulsion::Puzzle(args) => puzzle::run(global, args, output),
    }
}

/// The game that an argument stands for, with the rules and the side to move that were asked for.
fn read(place: &Place) -> Result<Record, Failure> {
    let (name, text) = input::text(&place.position)?;
    let mut record = Record::read(&text).map_err(|error| Failure::input(name, text, error))?;
    if record.game().turns().is_empty() {
        let mut start = record.game().start().clone();
        start.to_move = place.to_move.unwrap_or(start.to_move);
        start.tie = place.tie.unwrap_or(start.tie);
        start.pie |= place.pie;
        record.restart(start);
    } else if place.to_move.is_some() || place.tie.is_some() || place.pie {
        let message = "--to-move, --tie and --pie are for positions: a game tells these itself";
        return Err(Failure::Message(message.to_string()));
    }
    Ok(record)
}

fn count(global: &Global, args: &Perft, output: &mut Output) -> Result<Exit, Failure> {
    let board = Board::start(args.size.into()).map_err(|wrong| Failure::Message(wrong.to_string()))?;
    let mut counts = Vec::new();
    for depth in 1.min(args.depth)..=args.depth {
        let count = perft(&board, depth);
        counts.push(count);
        if !global.json {
            output.lines(&format!("{depth} {count}"))?;
            // Ctrl-C ends it at any moment.
            output.flush()?;
        }
        // Where games have ended none goes on.
        if count == 0 {
            break;
        }
    }
    if global.json {
        output.json(&json!({ "size": args.size, "counts": counts }))?;
    }
    Ok(Exit::Yes)
}

fn moves(global: &Global, place: &Place, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(place)?;
    let position = record.game().position();
    let turns = position.turns();
    if global.json {
        let entry = |turn: &Turn| {
            json!({
                "turn": position.write_turn(*turn),
                "coordinates": position.write_coordinates(*turn),
                "gain": gain(position, *turn),
            })
        };
        let moves: Vec<Value> = turns.iter().map(entry).collect();
        output.json(&json!({
            "position": position.to_line(),
            "to_move": position.to_move.name(),
            "moves": moves,
        }))?;
    } else {
        for turn in &turns {
            output.lines(&with_gain(position, *turn))?;
        }
    }
    Ok(Exit::Yes)
}

fn score(global: &Global, place: &Place, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(place)?;
    let position = record.game().position();
    let score = Score::of(&position.board);
    let outcome = position.outcome();
    let left = position.board.swaps().len();
    let deciding = score.deciding();
    if global.json {
        let deciding = match deciding {
            Deciding::Group { rank, black, white } => {
                json!({ "group": rank, "black": black, "white": white })
            }
            Deciding::LastMove => json!("last move"),
        };
        output.json(&json!({
            "position": position.to_line(),
            "black": score.black,
            "white": score.white,
            "leader": score.leader().map(Colour::name),
            "deciding": deciding,
            "moves": left,
            "winner": record.winner().map(Colour::name),
        }))?;
        return Ok(Exit::Yes);
    }
    output.lines(&groups(&score))?;
    if let Some(loser) = record.resigned() {
        return output.lines(&given_up(loser)).map(|()| Exit::Yes);
    }
    output.lines(&match (outcome, score.leader()) {
        (Some(outcome), _) => format!("{} has won by {deciding}", outcome.winner.name()),
        (None, Some(leader)) => format!("{} leads by {deciding}; {left} moves are possible", leader.name()),
        (None, None) => format!("all groups are equal; {left} moves are possible"),
    })?;
    Ok(Exit::Yes)
}

fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(&args.place)?;
    let position = record.game().position();
    if global.json {
        let mut value = record.to_json();
        value["position"] = position.to_line().into();
        value["board"] = json!(position.board.to_lists());
        value["to_move"] = position.to_move.name().into();
        output.json(&value)?;
        return Ok(Exit::Yes);
    }
    // The last move is pointed out.
    let last = record.game().turns().last().map(std::slice::from_ref).unwrap_or_default();
    output.lines(&match args.to {
        Form::Board => match record.resigned() {
            Some(loser) => drawn_board(position, output.colour) + &given_up(loser),
            None => drawn(position, output.colour),
        },
        Form::Line => position.to_line(),
        Form::Rows => position.board.to_rows(),
        Form::Lists => json!(position.board.to_lists()).to_string(),
        Form::Svg => picture(position, last, "A position of Emulsion"),
        Form::Game => record.to_text(),
        Form::Link => record.to_link(),
    })?;
    Ok(Exit::Yes)
}

/// Who has won where somebody has given up.
pub fn given_up(loser: Colour) -> String {
    format!("{} has given up, {} has won", loser.name(), loser.other().name())
}

/// The board with its files and ranks, and what there is to say about it.
pub fn drawn(position: &Position, colour: bool) -> String {
    let left = position.board.swaps().len();
    let standing = match position.outcome() {
        Some(outcome) => format!("{} has won\n", outcome.winner.name()),
        None => format!("{} to move, {left} moves are possible\n", position.to_move.name()),
    };
    drawn_board(position, colour) + &standing
}

fn drawn_board(position: &Position, colour: bool) -> String {
    let board = &position.board;
    let size = board.size();
    let files: String = (0..size).map(|i| format!(" {}", char::from(b'a' + i as u8))).collect();
    let mut text = format!("  {files}\n");
    for (row, rank) in (1..=size).rev().enumerate() {
        text += &format!("{rank:>2}");
        for column in 0..size {
            let black = board.colour(gridwright_emulsion::Square::new(row, column)) == Colour::Black;
            text += match (colour, black) {
                (true, true) => "\x1b[30;47m \u{25cf}\x1b[0m",
                (true, false) => "\x1b[97;40m \u{25cb}\x1b[0m",
                (false, true) => " B",
                (false, false) => " W",
            };
        }
        text += &format!(" {rank}\n");
    }
    text + &format!("  {files}\n")
}

/// The sizes of both sides' groups, a line a side. Many of one size are counted.
pub fn groups(score: &Score) -> String {
    let run = |sizes: &[u32]| match sizes {
        [size, _, _, _, _, ..] => format!("{size} ({} times)", sizes.len()),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    };
    let list = |sizes: &[u32]| sizes.chunk_by(u32::eq).map(run).collect::<Vec<_>>().join(" ");
    format!("Black {}\nWhite {}\n", list(&score.black), list(&score.white))
}

/// What a turn gains, if it is a swap.
fn gain(position: &Position, turn: Turn) -> Option<Halves> {
    match turn {
        Turn::Swap(swap) => Some(position.board.gain(swap)),
        Turn::SwapSides => None,
    }
}

/// A turn with what it gains.
pub fn with_gain(position: &Position, turn: Turn) -> String {
    let gain = gain(position, turn).map(|gain| format!(" +{gain}"));
    position.write_turn(turn) + &gain.unwrap_or_default()
}

/// A swap as whoever is to move writes it.
fn written(position: &Position, swap: Swap) -> String {
    position.write_turn(Turn::Swap(swap))
}
