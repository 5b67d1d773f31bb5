//! Reading puzzles from text in any format.
//!
//! This module detects the format, lets [`frames`](crate::frames) take the text apart and hands the inside to the genre that
//! it is for, or to all that it could be for.

mod detect;
mod record;
mod shape;

pub use crate::frames::{Format, ParseError, Text, UnknownFormat, counted};
pub use crate::puzzle::Reading;
pub use shape::{Several, begins_object, begins_text, is_unmistakable, split};

use crate::frames::{ReadResult, Readers, asp, json, native, penpa, puzzlink, pzprv3, tatham};
use crate::puzzle::{Genre, Puzzle};
use crate::registry::{self, UnknownGenre};
use std::str::FromStr;

/// More remarks than this are only counted.
const MOST_WARNINGS: usize = 20;

/// How a text is to be read. By default its format and its genre are detected.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, where it is not to be detected.
    pub format: Option<Format>,
    /// The genre, where the text does not say.
    pub genre: Option<&'static Genre>,
    /// Options of the puzzle to set, as `key=value`.
    pub options: Vec<(String, String)>,
}

impl Reading {
    /// Reads a puzzle with what is entered on it; its format and its genre are detected.
    ///
    /// ```
    /// use gridwright::Reading;
    /// let reading: Reading = "2x2:d".parse()?;
    /// assert_eq!(reading.puzzle.grid().len(), 4);
    /// let error = Reading::parse("2x2:c!").unwrap_err();
    /// assert_eq!(error.line_column("2x2:c!"), Some((1, 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Reading, ParseError> {
        Reading::parse_with(text, &ReadOptions::default())
    }

    /// Reads a puzzle whose format or genre the caller knows, or that needs options set. Where neither the text nor the
    /// caller says the genre, exactly one genre must be able to read the text.
    pub fn parse_with(text: &str, options: &ReadOptions) -> Result<Reading, ParseError> {
        let mut reading = read(text, options.format, options.genre)?;
        for (key, value) in &options.options {
            reading.set_option(key, value).map_err(ParseError::whole)?;
        }
        Ok(reading)
    }

    /// Warnings of options that a reader of the puzzle's text in a format would take otherwise, where that makes another
    /// puzzle of it.
    pub fn lost_options(&self, format: Format, text: &str) -> Vec<String> {
        let Ok(again) = read(text, Some(format), Some(self.puzzle.genre())) else { return Vec::new() };
        if again.puzzle.model() == self.puzzle.model() {
            return Vec::new();
        }
        let (meant, read) = (self.puzzle.options(), again.puzzle.options());
        let lost = meant.iter().filter(|option| !read.contains(option));
        lost.map(|(key, value)| format!("{format} cannot say {key}={value}; its readers take their default"))
            .collect()
    }
}

impl FromStr for Reading {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Reading, ParseError> {
        Reading::parse(text)
    }
}

impl Puzzle {
    /// Reads a puzzle in any format; what is entered on it is left out.
    pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
        Ok(Reading::parse(text)?.puzzle)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        Puzzle::parse(text)
    }
}

pub(crate) fn read(
    input: &str,
    format: Option<Format>,
    genre: Option<&'static Genre>,
) -> Result<Reading, ParseError> {
    let text = Text::new(input);
    let formats = match &format {
        Some(format) => std::slice::from_ref(format),
        None if is_drawing(text.trim().as_str()) => &[],
        None => detect::candidates(text, genre),
    };
    if formats.is_empty() {
        let found = match text.trim().as_str() {
            "" => "there is nothing to read",
            text if is_drawing(text) => "this is a drawing, which is not read",
            _ => "this is no puzzle",
        };
        let known: Vec<&str> = Format::ALL.iter().map(|(_, name, _)| *name).collect();
        return Err(text.error(format!("{found}: expected one of the formats {}", known.join(", "))));
    }
    let mut reading =
        the_only(formats.iter().flat_map(|&format| read_as(text, format, genre)), formats, genre)?;
    if reading.warnings.len() > MOST_WARNINGS {
        let others = reading.warnings.split_off(MOST_WARNINGS).len();
        reading.warnings.push(format!("and {others} more warnings"));
    }
    match genre.filter(|genre| genre.id != reading.puzzle.genre().id) {
        Some(genre) => {
            Err(text.error(format!("this is {}, not {}", reading.puzzle.genre().name, genre.name)))
        }
        None => Ok(reading),
    }
}

/// Whether a text was drawn for eyes: no format starts with the corner of a box.
fn is_drawing(text: &str) -> bool {
    text.starts_with(['┌', '┏', '╌'])
}

/// The format a text seems to be in.
pub fn detect(text: Text<'_>) -> Option<Format> {
    detect::candidates(text, None).first().copied()
}

/// Reads a format that has no frame.
type PlainReader = fn(Text<'_>) -> ReadResult;

/// What one genre makes of a text.
type Attempt = Result<Reading, ParseError>;

/// What each genre that can be meant makes of a text.
fn read_as(text: Text<'_>, format: Format, genre: Option<&'static Genre>) -> Vec<Attempt> {
    let each = |read: &dyn Fn(&'static Genre) -> Option<ReadResult>| -> Vec<Attempt> {
        candidates(genre).filter_map(|genre| Some(attempt(genre, read(genre)?))).collect()
    };
    let plain = |text: Text<'_>, reader: fn(&Readers) -> Option<PlainReader>| {
        each(&|genre| reader(&genre.readers).map(|read| read(text)))
    };
    let mut warnings = Vec::new();
    let frame = match format {
        Format::Native => native::Document::parse(text)
            .map(|document| of(document.genre, format, |genre| Some((genre.readers.native)(&document)))),
        Format::Json => json::Object::parse(text).and_then(|object| match record::kind(&object) {
            Some(kind) => record::read(&object, kind, genre),
            None => read_json(&object, genre),
        }),
        Format::Puzzlink | Format::Pzprv3 if let Some(file) = pzprv3::from_address(text) => {
            // Places in the decoded file are not places in the input.
            let place = |error: ParseError| puzzlink::query(text).error(error.message);
            read_file(Text::new(&file), &mut warnings).map_err(place).map(|results| {
                let placed = results.into_iter().map(|result| result.map_err(place));
                placed.collect()
            })
        }
        Format::Puzzlink => puzzlink::Link::parse(text, &mut warnings).map(|link| {
            let results = of(link.id, format, |genre| genre.readers.puzzlink.map(|read| read(&link)));
            with_variant(results, link.variant)
        }),
        Format::Pzprv3 => read_file(text, &mut warnings),
        Format::Tatham => tatham::Game::parse(text).map(|game| {
            let read = |genre: &'static Genre| genre.readers.tatham.map(|read| read(&game));
            game.name.map_or_else(|| each(&read), |name| of(name, format, read))
        }),
        Format::Penpa if let Some(address) = penpa::embedded(text) => {
            return read_as(address, Format::Puzzlink, genre);
        }
        Format::Penpa => {
            penpa::Page::parse(text, |name| registry::find(name).is_some(), &mut warnings).map(|page| {
                let tagged = page.tags.iter().find_map(|tag| registry::find(tag));
                let meant = tagged.or(genre).or_else(|| registry::find(&page.grid_type));
                let read = |genre: &'static Genre| genre.readers.penpa.map(|read| read(&page));
                candidates(meant).filter_map(|genre| Some(attempt(genre, read(genre)?))).collect()
            })
        }
        Format::Asp => asp::Program::parse(text).map(|mut program| {
            warnings.append(&mut program.warnings);
            each(&|genre| genre.readers.asp.map(|read| read(&program)))
        }),
        Format::Save => Ok(plain(text, |readers| readers.save)),
        Format::Level => Ok(plain(text, |readers| readers.level)),
        Format::Lists => Ok(plain(text, |readers| readers.lists)),
        Format::Line => Ok(plain(detect::cells_in_address(text).unwrap_or(text), |readers| readers.line)),
        Format::Grid => Ok(plain(text, |readers| readers.grid)),
    };
    let mut results = frame.unwrap_or_else(|error| vec![Err(error)]);
    for reading in results.iter_mut().flatten() {
        reading.format = format;
        reading.warnings.splice(0..0, warnings.iter().cloned());
    }
    results
}

/// What the genre of this name makes of a text.
fn of(name: Text<'_>, format: Format, read: impl Fn(&'static Genre) -> Option<ReadResult>) -> Vec<Attempt> {
    let result = named(name).and_then(|genre| match read(genre) {
        Some(result) => attempt(genre, result),
        None => Err(name.error(takes_no_part(genre, format))),
    });
    vec![result]
}

fn attempt(genre: &'static Genre, result: ReadResult) -> Attempt {
    result.map(|parsed| Reading::of(genre, parsed))
}

fn read_file(text: Text<'_>, warnings: &mut Vec<String>) -> Result<Vec<Attempt>, ParseError> {
    let file = pzprv3::File::parse(text, warnings)?;
    let results = of(file.id, Format::Pzprv3, |genre| genre.readers.pzprv3.map(|read| read(&file)));
    Ok(with_variant(results, file.variant))
}

fn read_json(object: &json::Object, genre: Option<&'static Genre>) -> Result<Vec<Attempt>, ParseError> {
    match object.string("genre")? {
        Some(name) => Ok(vec![known(name).and_then(|genre| read_object(genre, object))]),
        None => Ok(genres_of_object(object, genre)?.map(|genre| read_object(genre, object)).collect()),
    }
}

/// Keys that any object may have and no reader needs.
const COMMON_KEYS: [&str; 7] = ["genre", "id", "rows", "cols", "solution", "title", "url"];

fn read_object(genre: &'static Genre, object: &json::Object) -> Attempt {
    let mut reading = attempt(genre, (genre.readers.json)(object))?;
    reading.warnings.extend(strange_keys(genre, object, &[]));
    Ok(reading)
}

/// Warnings of keys that mean nothing. What others publish beside a board (difficulty, source, …) is theirs; a misspelt key
/// of ours is not.
fn strange_keys(genre: &Genre, object: &json::Object, known: &[&str]) -> Vec<String> {
    let strange = |key: &&str| {
        let is_known = COMMON_KEYS.contains(key) || known.contains(key) || genre.knows_json_key(key);
        !is_known && !key.contains('_')
    };
    let warning = |key: &str| format!("the key '{key}' means nothing here and is passed over");
    object.keys().filter(strange).map(warning).collect()
}

/// The genres that know most of the keys of an object that does not name its genre.
fn genres_of_object(
    object: &json::Object,
    genre: Option<&'static Genre>,
) -> Result<impl Iterator<Item = &'static Genre>, ParseError> {
    let main_key = |genre: &Genre| genre.readers.json_keys[0];
    let known = |genre: &Genre| object.keys().filter(|key| genre.knows_json_key(key)).count();
    let mine = move |genre: &&'static Genre| object.has(main_key(genre));
    let most = candidates(genre).filter(mine).map(known).max().ok_or_else(|| {
        let keys: Vec<String> =
            candidates(genre).map(|g| format!("'{}' ({})", main_key(g), g.name)).collect();
        ParseError::whole(format!("expected 'genre', or one of the keys {}", keys.join(", ")))
    })?;
    Ok(candidates(genre).filter(mine).filter(move |genre| known(genre) == most))
}

fn candidates(genre: Option<&'static Genre>) -> impl Iterator<Item = &'static Genre> {
    registry::ALL.iter().copied().filter(move |g| genre.is_none_or(|only| only.id == g.id))
}

fn with_variant(mut results: Vec<Attempt>, variant: Option<Text<'_>>) -> Vec<Attempt> {
    for (reading, variant) in results.iter_mut().flatten().zip(variant) {
        let warning =
            format!("the rule variant {} is not known: read with the usual rules", variant.quoted());
        reading.warnings.push(warning);
        reading.variant = Some(variant.as_str().to_string());
    }
    results
}

/// The one reading that succeeded; of several failures the one that got furthest.
fn the_only(
    results: impl Iterator<Item = Attempt>,
    formats: &[Format],
    genre: Option<&'static Genre>,
) -> Attempt {
    let mut success: Option<Reading> = None;
    let mut failure: Option<ParseError> = None;
    for result in results {
        match result {
            Ok(reading) => {
                if let Some(other) = success {
                    let (one, two) = (other.puzzle.genre().name, reading.puzzle.genre().name);
                    let message = format!("this can be read as {one} and as {two}: say which genre is meant");
                    return Err(ParseError::whole(message));
                }
                success = Some(reading);
            }
            Err(error) if failure.as_ref().is_none_or(|f| f.at < error.at) => failure = Some(error),
            Err(_) => {}
        }
    }
    success.ok_or_else(|| {
        failure.unwrap_or_else(|| match genre {
            Some(genre) => ParseError::whole(takes_no_part(genre, formats[0])),
            None => ParseError::whole(format!("no genre is read from {}", formats[0].name())),
        })
    })
}

fn takes_no_part(genre: &Genre, format: Format) -> String {
    format!("{} is not read from {}", genre.name, format.name())
}

fn named(name: Text<'_>) -> Result<&'static Genre, ParseError> {
    known(name.as_str()).map_err(|error| name.error(error))
}

fn known(name: &str) -> Result<&'static Genre, ParseError> {
    name.parse().map_err(|error: UnknownGenre| ParseError::whole(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_addresses_do_not_nest_the_reader() {
        for unit in ["?pzprv3", "?v:x", "#m=a&p=http://x", "%3F", "[", "{\"a\":"] {
            assert!(read(&unit.repeat(100_000), None, None).is_err());
            for (format, ..) in Format::ALL {
                assert!(read(&format!("x{}", unit.repeat(20_000)), Some(format), None).is_err());
            }
        }
    }

    #[test]
    fn every_format_refuses_nothing_and_noise() {
        for (format, ..) in Format::ALL {
            for input in ["", "\u{feff}", "\0", "\u{1f4a1}", "\r\n\r\n", "?", "/", ":", "&", "=", "0x0:"] {
                let error = read(input, Some(format), None).unwrap_err();
                assert!(!error.message.is_empty(), "{format:?} {input:?}");
            }
        }
    }
}
