//! Games as text for people, with tags, comments and evaluations.

mod reader;

use crate::chance::Chance;
use crate::game::Game;
use crate::position::{Colour, Illegal, Position, Turn};
use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A remark on a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// In words.
    pub comment: String,
    /// Black's chance to win.
    pub evaluation: Option<Chance>,
}

impl Note {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }

    /// Adds words to the comment in a form that can be written: parentheses instead of braces, which would end it, and nothing at
    /// its beginning that would be read as an evaluation.
    pub(crate) fn add(&mut self, text: &str) {
        for word in text.replace('{', "(").replace('}', ")").split_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(word);
        }
        if self.evaluation.is_none() && self.comment.starts_with("[%eval ") {
            self.comment.replace_range(..1, "|");
        }
    }
}

/// A game with its tags and comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub(super) game: Game,
    /// Names and values, without those that follow from the game.
    pub(super) tags: Vec<(String, String)>,
    /// On the start, and on the position after each turn.
    pub(super) notes: Vec<Note>,
}

/// Tags that follow from the game.
const OWN_TAGS: [&str; 6] = ["Game", "Size", "Tie", "Pie", "Start", "Result"];

/// A contradiction between what a record says and its turns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Contradiction {
    #[error("expected Black or White to have given up, found {}", Text::new(.0).quoted())]
    Loser(String),
    #[error("{0} cannot give up: the game is over, {1} has won")]
    LateResignation(Colour, Colour),
    #[error("the result is {0}, but {1} has won")]
    Result(Colour, Colour),
    #[error("the result is {0}, but the game is not over and nobody has given up")]
    NotOver(Colour),
    #[error("expected Black, White or * as the result")]
    NoResult,
    #[error("'{name}' is {found}, but the turns lead to {expected}")]
    Key { name: &'static str, found: String, expected: String },
}

/// Whether a tag may have this name.
pub(crate) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a tag follows from the game.
pub(crate) fn is_own_tag(name: &str) -> bool {
    OWN_TAGS.contains(&name)
}

/// The value as a tag can hold it: on one line, without control characters.
pub(crate) fn tag_text(value: &str) -> String {
    value.replace(char::is_control, " ")
}

/// No tag can have this name: it does not consist of letters, digits and `_`, or its value follows from the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no tag can be called {}", Text::new(.0).quoted())]
pub struct WrongTag(pub String);

/// The tag for the side that gave up.
const RESIGNED: &str = "Resigned";

impl Record {
    /// A record without tags and notes.
    pub fn new(game: Game) -> Record {
        let notes = vec![Note::default(); game.turns().len() + 1];
        Record { game, tags: Vec::new(), notes }
    }

    /// Reads a game in any form: text or JSON of a record, a link, or a position at which it starts.
    ///
    /// ```
    /// use gridwright_emulsion::{Game, Record, Rules};
    /// let record = Record::read("[Size \"3\"]\n\n1. b3a3 {a corner} c1c2")?;
    /// assert_eq!(record.game().turns().len(), 2);
    /// assert_eq!(record.notes()[1].comment, "a corner");
    /// assert_eq!(Record::read(&record.to_link())?.game(), record.game());
    /// assert_eq!(Record::read("3")?.game(), &Game::new(Rules::of_size(3)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Record, ParseError> {
        let body = Text::new(text).trim();
        let rest = body.as_str().strip_prefix('[').map(str::trim_start);
        match body.as_str().bytes().next() {
            Some(b'{') => Record::from_json(text),
            Some(b'[') if !rest.is_some_and(|rest| rest.starts_with('[')) => reader::read_text(body),
            Some(b'0'..=b'9') if body.as_str().contains('.') => {
                Err(body.error("a game begins with the size of its board, such as [Size \"9\"]"))
            }
            Some(b'e') if !body.as_str().contains(['/', '\n', ' ']) => Record::from_link(text),
            _ => Position::read(text).map(|start| Record::new(Game::from_position(start))),
        }
    }

    /// The turns.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Remarks on the start and on the position after each turn.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The remark on the position after this many turns.
    pub fn note_mut(&mut self, turns: usize) -> Option<&mut Note> {
        self.notes.get_mut(turns)
    }

    /// Plays a turn, without a remark.
    pub fn play(&mut self, turn: Turn) -> Result<(), Illegal> {
        self.game.play(turn)?;
        self.notes.push(Note::default());
        Ok(())
    }

    /// Takes the last turn back, with its remark.
    pub fn undo(&mut self) -> Option<(Turn, Note)> {
        let turn = self.game.undo()?;
        Some((turn, self.notes.pop().unwrap_or_default()))
    }

    /// Starts a new game from a position, with the same tags.
    pub fn restart(&mut self, start: Position) {
        self.game = Game::from_position(start);
        self.notes = vec![Note::default()];
        self.resign(None);
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let start = self.game.start();
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = tag_text(value).replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        tag("Game", "Emulsion");
        tag("Size", &start.board.size().to_string());
        tag("Tie", start.tie.name());
        tag("Pie", if start.pie { "yes" } else { "no" });
        if !is_usual(start) {
            tag("Start", &start.to_line());
        }
        tag("Result", self.result());
        for (name, value) in &self.tags {
            tag(name, value);
        }
        text.push('\n');
        text + &folded(&self.movetext())
    }

    /// Who has won, or `*` while the game goes on.
    pub fn result(&self) -> &'static str {
        self.winner().map_or("*", Colour::name)
    }

    /// Who has won, by the groups or because the other side gave up.
    pub fn winner(&self) -> Option<Colour> {
        let by_groups = self.game.position().outcome().map(|outcome| outcome.winner);
        by_groups.or_else(|| self.resigned().map(Colour::other))
    }

    /// Who gave up, by the tag `Resigned`.
    pub fn resigned(&self) -> Option<Colour> {
        let name = self.tag(RESIGNED)?;
        name.parse().ok()
    }

    /// Writes down who gave up, or that neither side did.
    pub fn resign(&mut self, colour: Option<Colour>) {
        match colour {
            Some(colour) => self.write_tag(RESIGNED, colour.name()),
            None => self.tags.retain(|(name, _)| name != RESIGNED),
        }
    }

    /// Checks the tag for the side that gave up.
    pub(crate) fn check_resignation(&self) -> Result<(), Contradiction> {
        let Some(name) = self.tag(RESIGNED) else { return Ok(()) };
        match (self.resigned(), self.game.position().outcome()) {
            (None, _) => Err(Contradiction::Loser(name.to_string())),
            (Some(loser), Some(outcome)) => Err(Contradiction::LateResignation(loser, outcome.winner)),
            (Some(_), None) => Ok(()),
        }
    }

    /// Checks a result against the game. `*` says nothing.
    pub(crate) fn check_result(&self, result: &str) -> Result<(), Contradiction> {
        let result = match result {
            "*" => return Ok(()),
            "Black" => Colour::Black,
            "White" => Colour::White,
            _ => return Err(Contradiction::NoResult),
        };
        match self.winner() {
            Some(winner) if winner == result => Ok(()),
            Some(winner) => Err(Contradiction::Result(result, winner)),
            None => Err(Contradiction::NotOver(result)),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), WrongTag> {
        if !is_tag_name(name) || is_own_tag(name) {
            return Err(WrongTag(name.to_string()));
        }
        self.write_tag(name, value);
        Ok(())
    }

    /// Sets a tag whose name is right.
    pub(crate) fn write_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    fn movetext(&self) -> Vec<String> {
        let mut words = note_words(&self.notes[0]);
        let mut number = 0;
        let mut is_fresh = true;
        for (i, turn) in self.game.turns().iter().enumerate() {
            let before = self.game.position_after(i).expect("there is a position before each turn");
            match before.to_move {
                Colour::Black => {
                    number += 1;
                    words.push(format!("{number}."));
                }
                Colour::White if is_fresh => {
                    number = number.max(1);
                    words.push(format!("{number}..."));
                }
                Colour::White => {}
            }
            words.push(before.write_turn(*turn));
            let note = note_words(&self.notes[i + 1]);
            let sides_stay =
                self.game.position_after(i + 1).is_none_or(|after| after.to_move != before.to_move);
            is_fresh = !note.is_empty() || !sides_stay;
            words.extend(note);
        }
        words.push(self.result().to_string());
        words
    }
}

/// The record as text, as [`Record::to_text`] writes it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// Reads what [`Record::read`] reads.
impl FromStr for Record {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Record, ParseError> {
        Record::read(text)
    }
}

/// Whether it is the usual start on a board of its size.
pub(crate) fn is_usual(start: &Position) -> bool {
    let usual = Position::start(start.board.size()).expect("there is a board of this size");
    (&start.board, start.to_move) == (&usual.board, usual.to_move)
}

fn note_words(note: &Note) -> Vec<String> {
    let evaluation = note.evaluation.map(|chance| format!("[%eval {chance}]"));
    let mut plain = Note { comment: String::new(), ..*note };
    plain.add(&note.comment);
    let comment = plain.comment;
    let words: Vec<String> = evaluation.into_iter().chain((!comment.is_empty()).then_some(comment)).collect();
    if words.is_empty() { words } else { vec![format!("{{{}}}", words.join(" "))] }
}

/// Words in lines of some eighty characters.
fn folded(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text + "\n"
}
