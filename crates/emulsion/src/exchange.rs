//! Games for programs: JSON, and one string that can stand in an address.

use crate::board::{Board, Square, Swap, WrongSize};
use crate::chance::Chance;
use crate::game::Game;
use crate::position::{Colour, Position, Tie, Turn};
use crate::record::{Contradiction, Note, Record, is_own_tag, is_tag_name, is_usual, tag_text};
use crate::view::{RecordView, SCHEMA};
use crate::{LARGEST, SMALLEST};
use gridwright_base::{ParseError, Text};
use serde_json::Value;

impl Record {
    /// The record in JSON: its [`RecordView`].
    pub fn to_json(&self) -> Value {
        serde_json::to_value(RecordView::new(self)).expect("views are JSON")
    }

    /// Reads a record in JSON. Turns are texts, or objects with a `turn`.
    pub fn from_json(text: &str) -> Result<Record, ParseError> {
        let whole = |message: String| ParseError::whole(message);
        let value: Value = gridwright_base::json::read(Text::new(text))?;
        if let Some(schema) = value.get("schema").filter(|schema| **schema != SCHEMA) {
            return Err(whole(format!("expected schema {SCHEMA}, found {schema}")));
        }
        if let Some(game) = value.get("game").filter(|game| *game != "emulsion") {
            return Err(whole(format!("expected a game of emulsion, found {game}")));
        }
        let start = value.get("start").ok_or_else(|| whole("'start' is missing".to_string()))?;
        // A position line, or lists as they are.
        let start = start.as_str().map_or_else(|| start.to_string(), str::to_string);
        let start = Position::read(&start).map_err(|error| whole(format!("start: {}", error.message)))?;
        let mut record = Record::new(Game::from_position(start));
        note_from_json(&value, &mut record.notes[0]).map_err(|wrong| whole(wrong.to_string()))?;
        let turns = match value.get("turns") {
            None => &[],
            Some(turns) => turns
                .as_array()
                .map(Vec::as_slice)
                .ok_or_else(|| whole("'turns' should be an array".to_string()))?,
        };
        for (i, entry) in turns.iter().enumerate() {
            let refused = |message: &dyn std::fmt::Display| whole(format!("turn {}: {message}", i + 1));
            let turn = entry.as_str().or_else(|| entry.get("turn")?.as_str());
            let turn = turn.ok_or_else(|| refused(&"expected a text or an object with 'turn'"))?;
            let turn = record.game.position().read_turn(turn).map_err(|error| refused(&error.message))?;
            record.play(turn).map_err(|illegal| refused(&illegal))?;
            note_from_json(entry, &mut record.notes[i + 1]).map_err(|wrong| refused(&wrong))?;
        }
        record.tags = tags_from_json(&value)?;
        let result = match value.get("winner") {
            None | Some(Value::Null) => "*",
            Some(winner) => winner.as_str().unwrap_or_default(),
        };
        let checked = record.check_resignation().and_then(|()| record.check_result(result));
        checked.and_then(|()| record.check_keys(&value)).map_err(ParseError::whole)?;
        Ok(record)
    }

    /// Checks keys that follow from the turns.
    fn check_keys(&self, value: &Value) -> Result<(), Contradiction> {
        for (name, expected) in [("link", self.to_link()), ("position", self.game.position().to_line())] {
            if let Some(found) = value.get(name).filter(|found| **found != expected) {
                return Err(Contradiction::Key { name, found: found.to_string(), expected });
            }
        }
        Ok(())
    }
}

fn tags_from_json(record: &Value) -> Result<Vec<(String, String)>, ParseError> {
    let Some(tags) = record.get("tags") else { return Ok(Vec::new()) };
    let tags = tags.as_object().ok_or_else(|| ParseError::whole("'tags' should be an object"))?;
    let read = |(name, value): (&String, &Value)| {
        let refused = |why: &str| ParseError::whole(format!("tag {}: {why}", Text::new(name).quoted()));
        match value.as_str() {
            _ if !is_tag_name(name) => Err(refused("expected a name of letters, digits and _")),
            _ if is_own_tag(name) => Err(refused("it follows from the start and the turns")),
            None => Err(refused("expected a text")),
            Some(text) => Ok((name.clone(), tag_text(text))),
        }
    };
    tags.iter().map(read).collect()
}

fn note_from_json(entry: &Value, note: &mut Note) -> Result<(), &'static str> {
    if let Some(evaluation) = entry.get("evaluation").filter(|value| !value.is_null()) {
        let chance = evaluation.as_f64().and_then(Chance::of_number);
        note.evaluation = Some(chance.ok_or("'evaluation' should be from 0 to 1")?);
    }
    if let Some(comment) = entry.get("comment").filter(|value| !value.is_null()) {
        note.add(comment.as_str().ok_or("'comment' should be a text")?);
    }
    Ok(())
}

/// Digits of a number in base 64, none of which an address needs to escape.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The first character, so that other encodings can be added.
const VERSION: char = 'e';
const SIDES_SWAPPED: usize = 4095;

const LAST_MOVER_LOSES: usize = 1;
const PIE: usize = 2;
const OTHER_START: usize = 4;
const WHITE_STARTS: usize = 8;
const BLACK_GAVE_UP: usize = 16;
const WHITE_GAVE_UP: usize = 32;

impl Record {
    /// The whole game as one string of letters, digits, `-` and `_`, without tags and comments.
    ///
    /// A letter for this form, the size, the options and, where the game does not start as usual, the board in six
    /// squares a digit; then two digits for each turn.
    pub fn to_link(&self) -> String {
        let start = self.game.start();
        let size = start.board.size();
        let flag = |holds: bool, flag: usize| if holds { flag } else { 0 };
        let options = flag(start.tie == Tie::LastMoverLoses, LAST_MOVER_LOSES)
            | flag(start.pie, PIE)
            | flag(!is_usual(start), OTHER_START)
            | flag(start.to_move == Colour::White, WHITE_STARTS)
            | flag(self.resigned() == Some(Colour::Black), BLACK_GAVE_UP)
            | flag(self.resigned() == Some(Colour::White), WHITE_GAVE_UP);
        let mut digits = vec![size, options];
        if !is_usual(start) {
            let black: Vec<bool> =
                start.board.squares().map(|square| start.board.colour(square) == Colour::Black).collect();
            let digit =
                |six: &[bool]| six.iter().rev().fold(0, |digit, black| 2 * digit + usize::from(*black));
            digits.extend(black.chunks(6).map(digit));
        }
        for turn in self.game.turns() {
            let code = match turn {
                Turn::SwapSides => SIDES_SWAPPED,
                Turn::Swap(swap) => {
                    let [first, _] = swap.squares();
                    (swap.direction() * size + usize::from(first.row)) * size + usize::from(first.column)
                }
            };
            digits.extend([code / 64, code % 64]);
        }
        let digits = digits.into_iter().map(|digit| char::from(DIGITS[digit]));
        std::iter::once(VERSION).chain(digits).collect()
    }

    /// Reads what [`Record::to_link`] writes.
    pub fn from_link(link: &str) -> Result<Record, ParseError> {
        let text = Text::new(link).trim();
        let body =
            text.strip_prefix("e").ok_or_else(|| text.error("expected a game that begins with 'e'"))?;
        let read = |(c, at): (char, Text)| {
            let digit = DIGITS.iter().position(|digit| char::from(*digit) == c);
            digit.ok_or_else(|| at.error(format!("{} stands for nothing", at.quoted())))
        };
        let digits: Vec<usize> = body.chars().map(read).collect::<Result<_, _>>()?;
        let cut_short = || text.error_after("the game is cut short");
        let [size, options, rest @ ..] = &digits[..] else { return Err(cut_short()) };
        let size = *size;
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(body.error(WrongSize(size)));
        }
        let has = |flag: usize| options & flag != 0;
        let (board, turns) = if has(OTHER_START) {
            let (squares, turns) = rest.split_at_checked((size * size).div_ceil(6)).ok_or_else(cut_short)?;
            let is_black = |square: Square| {
                let number = usize::from(square.row) * size + usize::from(square.column);
                squares[number / 6] >> (number % 6) & 1 == 1
            };
            (Board::of_black(size, is_black), turns)
        } else {
            (Board::start(size), rest)
        };
        let start = Position {
            board: board.map_err(|wrong| body.error(wrong))?,
            to_move: if has(WHITE_STARTS) { Colour::White } else { Colour::Black },
            tie: if has(LAST_MOVER_LOSES) { Tie::LastMoverLoses } else { Tie::LastMoverWins },
            pie: has(PIE),
        };
        let mut game = Game::from_position(start);
        let (pairs, odd) = turns.as_chunks::<2>();
        if !odd.is_empty() {
            return Err(cut_short());
        }
        let first = digits.len() - turns.len();
        for (i, [high, low]) in pairs.iter().enumerate() {
            let at = body.part(first + 2 * i, first + 2 * i + 2);
            let refused = |message: String| at.error(format!("turn {}: {message}", i + 1));
            let turn =
                turn_of_code(64 * high + low, size).ok_or_else(|| refused("no such swap".to_string()))?;
            game.play(turn).map_err(|illegal| refused(illegal.to_string()))?;
        }
        let mut record = Record::new(game);
        if has(BLACK_GAVE_UP) && has(WHITE_GAVE_UP) {
            return Err(body.part(1, 2).error("both sides have given up"));
        }
        let loser = has(BLACK_GAVE_UP).then_some(Colour::Black);
        record.resign(loser.or(has(WHITE_GAVE_UP).then_some(Colour::White)));
        record.check_resignation().map_err(|wrong| body.part(1, 2).error(wrong))?;
        Ok(record)
    }
}

fn turn_of_code(code: usize, size: usize) -> Option<Turn> {
    if code == SIDES_SWAPPED {
        return Some(Turn::SwapSides);
    }
    let (direction, row, column) = (code / size / size, code / size % size, code % size);
    Swap::toward(row, column, direction, size).map(Turn::Swap)
}
