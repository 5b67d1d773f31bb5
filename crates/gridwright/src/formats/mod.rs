//! The formats puzzles are read from and written to: frames and primitives shared by the genres.
//!
//! This module finds out which format a text is in, takes the frame apart and hands the inside to the genre;
//! it knows no genre's name. What a format cannot express is refused with the reason.

pub mod asp;
pub mod json;
pub mod native;
pub mod penpa;
pub mod puzzlink;
pub mod pzprv3;
pub mod tatham;
mod text;

pub use text::{ParseError, Text};

use crate::genres::{self, Genre, Reading};

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
    /// Every format, with the name used on the command line and a short description.
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

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(f, ..)| *f == self).map_or("", |(_, name, _)| name)
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(_, n, _)| *n == name).map(|(f, ..)| *f)
    }
}

/// Reads a puzzle. The format is found out unless `format` forces one; `genre` decides where the text does not
/// say which genre it is.
pub fn read(
    input: &str,
    format: Option<Format>,
    genre: Option<&'static Genre>,
) -> Result<Reading, ParseError> {
    let text = Text::new(input);
    let format = match format.or_else(|| detect(text)) {
        Some(format) => format,
        None => return Err(text.error("this is no puzzle in any known format")),
    };
    match format {
        Format::Native => {
            let document = native::Document::parse(text)?;
            (named(document.genre)?.readers.native)(&document)
        }
        Format::Json => {
            let object = json::Object::parse(text)?;
            let genre = match object.string("genre")? {
                Some(name) => Some(genres::find(name).ok_or_else(|| unknown_genre(name))?),
                None => genre,
            };
            first_success(genre, |genre| Some((genre.readers.json)(&object)))
        }
        Format::Asp => {
            let program = asp::Program::parse(text)?;
            let mut reading = first_success(genre, |genre| Some((genre.readers.asp?)(&program)))?;
            reading.warnings.extend_from_slice(&program.warnings);
            Ok(reading)
        }
        _ => Err(text.error(format!("reading {} is not there yet", format.name()))),
    }
}

/// The format a text seems to be in.
pub fn detect(text: Text<'_>) -> Option<Format> {
    let trimmed = text.trim();
    if native::detect(trimmed) {
        Some(Format::Native)
    } else if trimmed.as_str().starts_with('{') {
        Some(Format::Json)
    } else if asp::detect(trimmed) {
        Some(Format::Asp)
    } else {
        None
    }
}

fn named(name: Text<'_>) -> Result<&'static Genre, ParseError> {
    genres::find(name.as_str()).ok_or_else(|| name.error(unknown_genre(name.as_str())))
}

fn unknown_genre(name: &str) -> ParseError {
    let known: Vec<&str> = genres::ALL.iter().map(|g| g.id).collect();
    ParseError::whole(format!("'{name}' is no genre (known: {})", known.join(", ")))
}

/// Reads with the genre that is known, or with the first that succeeds; of several failures the one that got
/// furthest is reported.
fn first_success(
    genre: Option<&'static Genre>,
    read: impl Fn(&'static Genre) -> Option<Result<Reading, ParseError>>,
) -> Result<Reading, ParseError> {
    let candidates = genres::ALL.iter().copied().filter(|g| genre.is_none_or(|only| only.id == g.id));
    let mut failure: Option<ParseError> = None;
    for result in candidates.filter_map(read) {
        match result {
            Ok(reading) => return Ok(reading),
            Err(error) if failure.as_ref().is_none_or(|f| f.at < error.at) => failure = Some(error),
            Err(_) => {}
        }
    }
    Err(failure.unwrap_or_else(|| ParseError::whole("no genre of that name takes part in this format")))
}
