//! The frames of text formats: what a format is made of, whatever genre is inside.
//!
//! A genre's readers get a frame that is taken apart already and give a [`Parsed`] board; its [`Encode`] part writes.
//! What a format cannot express is refused with the reason. Which format a text is in, and which genre, is found by
//! [`formats`](crate::formats).

pub mod address;
pub mod asp;
mod error;
pub mod json;
mod layer;
pub mod native;
pub mod penpa;
pub mod position;
pub mod puzzlink;
pub mod pzprv3;
pub mod tatham;

pub use error::WriteError;
pub use gridwright_base::{ParseError, Text, counted};
pub use layer::{Layer, LayerKind};

use crate::model::{Board, Position};
use crate::printed::{OptionError, PrintedBoard, own};
use std::fmt;
use std::str::FromStr;

/// The name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own text with a header line.
    Native,
    /// Our own JSON, also one object a line.
    Json,
    /// A puzz.link or pzpr address, or its bare body.
    Puzzlink,
    /// A pzprv3 file.
    Pzprv3,
    /// A game id or save file of Simon Tatham's collection.
    Tatham,
    /// The C course's save format.
    Save,
    /// The Prolog course's levels.
    Level,
    /// Facts and solution atoms of answer set programs.
    Asp,
    /// The Haskell course's lists.
    Lists,
    /// One character a cell, on one line.
    Line,
    /// Rows of characters, with or without drawn boxes.
    Grid,
    /// A Penpa+ link.
    Penpa,
}

impl Format {
    /// Every format, with its name and a short description.
    pub const ALL: [(Format, &'static str, &'static str); 12] = [
        (Format::Native, "native", "Gridwright's own text: a header line, then the board"),
        (Format::Json, "json", "Gridwright's own JSON object"),
        (Format::Puzzlink, "puzzlink", "puzz.link / pzpr address, or the part behind the '?'"),
        (Format::Pzprv3, "pzprv3", "pzpr's file format"),
        (Format::Tatham, "tatham", "game id or save file of Simon Tatham's collection"),
        (Format::Save, "save", "'rows cols wrapping', then rows of squares"),
        (Format::Level, "level", "rows of '.', 'X', digits and '#'"),
        (Format::Asp, "asp", "facts of an answer set program; solutions as sorted atoms"),
        (Format::Lists, "lists", "groups and starting values as nested lists"),
        (Format::Line, "line", "one character a cell, on one line"),
        (Format::Grid, "grid", "rows of characters, boxes drawn or not"),
        (Format::Penpa, "penpa", "Penpa+ link"),
    ];

    /// Its name, as [`Format::from_str`] reads it.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(f, ..)| *f == self).map_or("", |(_, name, _)| name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no format of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format '{0}' (known: {known})", known = Format::ALL.map(|(_, name, _)| name).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let found = Format::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(format, ..)| *format).ok_or_else(|| UnknownFormat(name.to_string()))
    }
}

/// A board as it was read: what is printed, what a player has put on it, and what the reader remarked.
#[derive(Debug)]
pub struct Parsed {
    /// The printed board.
    pub board: Box<dyn PrintedBoard>,
    /// What is entered.
    pub position: Position,
    /// Things the reader passed over, in words.
    pub warnings: Vec<String>,
}

impl Parsed {
    /// A board with nothing entered.
    pub fn blank(board: impl PrintedBoard) -> Parsed {
        let position = Position::blank(board.atom_count());
        Parsed::with_position(board, position)
    }

    /// A board with a position.
    pub fn with_position(board: impl PrintedBoard, position: Position) -> Parsed {
        Parsed { board: Box::new(board), position, warnings: Vec::new() }
    }

    /// Sets one of the board's options, carrying the entries over.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        (self.board, self.position) = self.board.with_option_and_position(key, value, &self.position)?;
        Ok(())
    }
}

/// What a genre's reader gives.
pub type ReadResult = Result<Parsed, ParseError>;

/// A genre's readers, by format; `None` where the genre takes no part in the format.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Readers {
    pub native: fn(&native::Document<'_>) -> ReadResult,
    pub json: fn(&json::Object) -> ReadResult,
    /// The keys of the genre's JSON objects besides those of its options; without the first it is another's.
    pub json_keys: &'static [&'static str],
    pub puzzlink: Option<fn(&puzzlink::Link<'_>) -> ReadResult>,
    pub pzprv3: Option<fn(&pzprv3::File<'_>) -> ReadResult>,
    pub tatham: Option<fn(&tatham::Game<'_>) -> ReadResult>,
    pub save: Option<fn(Text<'_>) -> ReadResult>,
    pub level: Option<fn(Text<'_>) -> ReadResult>,
    pub asp: Option<fn(&asp::Program<'_>) -> ReadResult>,
    pub lists: Option<fn(Text<'_>) -> ReadResult>,
    pub line: Option<fn(Text<'_>) -> ReadResult>,
    pub grid: Option<fn(Text<'_>) -> ReadResult>,
    pub penpa: Option<fn(&penpa::Page) -> ReadResult>,
}

impl Readers {
    /// Our own two formats, which every genre has; add others with struct update syntax.
    pub const fn own(
        native: fn(&native::Document<'_>) -> ReadResult,
        json: fn(&json::Object) -> ReadResult,
        json_keys: &'static [&'static str],
    ) -> Readers {
        Readers {
            native,
            json,
            json_keys,
            puzzlink: None,
            pzprv3: None,
            tatham: None,
            save: None,
            level: None,
            asp: None,
            lists: None,
            line: None,
            grid: None,
            penpa: None,
        }
    }

    /// The formats that are read.
    pub fn formats(&self) -> Vec<Format> {
        let foreign = [
            (Format::Puzzlink, self.puzzlink.is_some()),
            (Format::Pzprv3, self.pzprv3.is_some()),
            (Format::Tatham, self.tatham.is_some()),
            (Format::Save, self.save.is_some()),
            (Format::Level, self.level.is_some()),
            (Format::Asp, self.asp.is_some()),
            (Format::Lists, self.lists.is_some()),
            (Format::Line, self.line.is_some()),
            (Format::Grid, self.grid.is_some()),
            (Format::Penpa, self.penpa.is_some()),
        ];
        let foreign = foreign.into_iter().filter(|(_, is_read)| *is_read).map(|(format, _)| format);
        [Format::Native, Format::Json].into_iter().chain(foreign).collect()
    }
}

/// How boards of a genre are written.
pub trait Encode: PrintedBoard {
    /// The board and a position as text in one of the formats that the genre writes, native and JSON among them.
    fn write(&self, format: Format, position: &Position) -> Result<String, WriteError>;

    /// Positions that followed each other, of which `now` is the current one, with all moves where the format has room for
    /// them. By default the current position alone.
    fn write_history(
        &self,
        format: Format,
        positions: &[Position],
        now: usize,
    ) -> Result<String, WriteError> {
        self.write(format, &positions[now])
    }

    /// A solution in a format. By default the board with the solution entered.
    fn write_solution(&self, format: Format, solution: &Board) -> Result<String, WriteError> {
        self.write(format, &Position::of_solution(solution))
    }

    /// Writes a solution as JSON to the end of a text, in the shape the genre's data sets use. By default the names of what
    /// is entered.
    fn push_solution(&self, text: &mut String, solution: &Board) {
        json::push_list(text, solution.yes(), |text, atom| json::push_string(text, &self.atom_name(atom)));
    }
}

/// A board as something to write.
pub(crate) fn encode<B: Encode>(board: &dyn PrintedBoard) -> &dyn Encode {
    own::<B>(board)
}
