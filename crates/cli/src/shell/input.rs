//! INPUT: a file, standard input, or the puzzle itself.

use crate::args::{Global, Puzzle, Variant};
use crate::shell::failure::{Failure, RefusedInput};
use crate::shell::inputs;
use crate::shell::output::{Output, remark};
use crate::shell::progress;
use gridwright::formats::{self, Format, ParseError, ReadOptions, Several, Text};
use gridwright::frames::puzzlink;
use gridwright::generate::Pattern;
use gridwright::grid::Grid;
use gridwright::printed::OptionError;
use gridwright::{Reading, Session};
use gridwright_base::shown_in_line;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::ops::Range;
use std::path::Path;

/// The largest input that is taken in for one puzzle.
pub const LARGEST: u64 = 64 << 20;

#[derive(Clone)]
struct Source {
    name: String,
    text: String,
    /// The argument was taken as the puzzle because there is no such file.
    is_argument: bool,
}

/// Reads the puzzle an argument stands for and sets its options.
pub fn read(global: &Global, puzzle: &Puzzle, output: &mut Output) -> Result<Reading, Failure> {
    let _watch = progress::watch();
    read_source(global, &puzzle.variant, source_or_piped(puzzle.input.as_deref(), PUZZLE)?, output)
}

/// Reads a puzzle to be played, with its history if the text has one.
pub fn session(global: &Global, input: &OsStr, variant: &Variant) -> Result<Session, Failure> {
    let (session, warnings) = session_silently(global, input, variant)?;
    warnings.iter().for_each(|warning| remark(&format!("warning: {warning}")));
    Ok(session)
}

/// The same where nothing can be said on standard error: with its warnings.
pub fn session_silently(
    global: &Global,
    input: &OsStr,
    variant: &Variant,
) -> Result<(Session, Vec<String>), Failure> {
    let _watch = progress::watch();
    let session = resumed(global, variant, source(input)?);
    inputs::release();
    session
}

/// Reads a puzzle, and its history where there is one.
pub fn read_with_history(
    global: &Global,
    puzzle: &Puzzle,
    output: &mut Output,
) -> Result<(Reading, Option<Session>), Failure> {
    let _watch = progress::watch();
    let source = source_or_piped(puzzle.input.as_deref(), PUZZLE)?;
    let reading = read_silently(global, &puzzle.variant, source.clone())?;
    let (session, warnings) = resumed(global, &puzzle.variant, source)?;
    warnings.into_iter().for_each(|warning| output.warn(warning));
    let has_history = !session.actions().is_empty() || !session.undone().is_empty();
    Ok((reading, has_history.then_some(session)))
}

fn resumed(global: &Global, variant: &Variant, source: Source) -> Result<(Session, Vec<String>), Failure> {
    let Source { name, text, .. } = source.clone();
    let mut reading = read_silently(global, variant, source)?;
    let warnings = std::mem::take(&mut reading.warnings);
    let session = Session::resume(reading, &text).map_err(|error| Failure::input(name, text, error))?;
    Ok((session, warnings))
}

/// Reads a puzzle from a file, or from standard input for `-`.
pub fn read_file(
    global: &Global,
    variant: &Variant,
    path: &Path,
    output: &mut Output,
) -> Result<Reading, Failure> {
    let _watch = progress::watch();
    read_source(global, variant, file_source(path)?, output)
}

/// Reads the puzzles that an argument stands for: one, or those of a file with many. Each that is refused is an error of its
/// own, which points at its place in the file.
pub fn read_all(
    global: &Global,
    argument: Option<&OsStr>,
    variant: &Variant,
    split: impl Fn(&str) -> Result<Vec<Range<usize>>, Failure>,
) -> Result<Vec<Result<Reading, Failure>>, Failure> {
    let _watch = progress::watch();
    let source = source_or_piped(argument, PUZZLE)?;
    let options = read_options(global);
    if Several::of(&source.text, &options).is_none() {
        // The first of several may be wrong.
        let is_puzzle = |piece: &Range<usize>| {
            let text = &source.text[piece.clone()];
            formats::is_unmistakable(text) && Reading::parse_with(text, &options).is_ok()
        };
        let whole = read_silently(global, variant, source.clone());
        if whole.is_ok() || !split(&source.text)?.iter().any(is_puzzle) {
            return Ok(vec![whole]);
        }
    }
    let Source { name, text, .. } = source;
    let read = |piece: Range<usize>| {
        let reading = Reading::parse_with(&text[piece.clone()], &options);
        let mut reading = reading.map_err(|mut error| {
            error.at = Some(piece.start + error.at.unwrap_or(0));
            Failure::input(name.clone(), text.clone(), error)
        })?;
        set_options(&mut reading, variant)?;
        Ok(reading)
    };
    Ok(split(&text)?.into_iter().map(read).collect())
}

/// The name and the text of what an argument stands for: a file, standard input, or the argument itself. Where it is left
/// out, standard input is read if that is not a terminal; else `expected` tells what is missing.
pub fn text(argument: Option<&OsStr>, expected: &str) -> Result<(String, String), Failure> {
    let _watch = progress::watch();
    let source = source_or_piped(argument, expected)?;
    if source.is_argument && has_file_ending(&source.text) {
        return Err(Failure::Message(format!("there is no file '{}'", shown_in_line(&source.text))));
    }
    Ok((source.name, source.text))
}

/// The pattern that a file holds, or one for a board of this size.
pub fn pattern(path: &Path, grid: Option<Grid>) -> Result<Pattern, Failure> {
    let (name, text) = file_text(path)?;
    let pattern = match grid {
        Some(grid) => Pattern::parse(&text, grid),
        None => Pattern::read(&text),
    };
    pattern.map_err(|error| Failure::Message(format!("{name}: {error}")))
}

/// The name of a file and its text, or that of standard input for `-`.
pub fn file_text(path: &Path) -> Result<(String, String), Failure> {
    let _watch = progress::watch();
    file_source(path).map(|source| (source.name, source.text))
}

fn read_source(
    global: &Global,
    variant: &Variant,
    source: Source,
    output: &mut Output,
) -> Result<Reading, Failure> {
    let mut reading = read_silently(global, variant, source)?;
    std::mem::take(&mut reading.warnings).into_iter().for_each(|warning| output.warn(warning));
    Ok(reading)
}

fn read_silently(global: &Global, variant: &Variant, source: Source) -> Result<Reading, Failure> {
    let mut reading = Reading::parse_with(&source.text, &read_options(global))
        .map_err(|error| refused(global, source, error))?;
    set_options(&mut reading, variant)?;
    Ok(reading)
}

/// Tells what is wrong with an input; of an argument it is not known whether a file or a puzzle was meant.
fn refused(global: &Global, source: Source, mut error: ParseError) -> Failure {
    let Source { name, text, is_argument } = source;
    if global.from.is_none() && is_board_game(&text) {
        let message =
            "a game or a position of Emulsion, no puzzle: 'gridwright emulsion' has commands for it";
        return Failure::Message(message.to_string()).about(&name);
    }
    if is_argument {
        if text.trim().is_empty() {
            return Failure::Message(format!("INPUT is empty: expected {PUZZLE}"));
        }
        if looks_like_a_path(&text) {
            return Failure::Message(format!("there is no file '{}'", shown_in_line(&text)));
        }
        if global.from.is_none() && !formats::is_unmistakable(&text) {
            let neither = format!("{} is neither a file nor a puzzle", Text::new(&text).quoted());
            if formats::detect(Text::new(&text)).is_none() {
                let known = "in a known format ('gridwright genres' lists them)";
                return Failure::Message(format!("{neither} {known}"));
            }
            error.message = format!("{neither}: {}", error.message);
        }
    }
    let hint = Several::of(&text, &read_options(global)).map(|several| match several {
        Several::Texts => "several puzzles begin here; 'gridwright batch' works on one after the other",
        Several::Lines => {
            "the first line alone is a puzzle; 'gridwright batch' works on files with one puzzle a line"
        }
    });
    Failure::Input(Box::new(RefusedInput { name, text, error, hint }))
}

/// Whether a text is meant for the board game. The board game also accepts a bare number or word as a
/// game; here that is not what the user means.
fn is_board_game(text: &str) -> bool {
    text.trim().contains(|c: char| !c.is_alphanumeric()) && gridwright_emulsion::Record::read(text).is_ok()
}

/// Whether a text has directories or the ending of a file name, and not the shape of a puzzle.
fn looks_like_a_path(text: &str) -> bool {
    if text.contains('?') || text.contains("://") || puzzlink::detect(Text::new(text)) {
        return false;
    }
    // A directory may be called like a genre, with which ids begin.
    let begins_as_id = || formats::detect(Text::new(text)) == Some(Format::Puzzlink);
    match has_file_ending(text) {
        true => begins_as_id() || !formats::is_unmistakable(text),
        false => text.contains(std::path::is_separator) && !formats::is_unmistakable(text),
    }
}

fn has_file_ending(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(OsStr::to_str).unwrap_or_default();
    ending.starts_with(|c: char| c.is_ascii_alphabetic())
        && (2..=8).contains(&ending.len())
        && ending.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The format and the genre that the command line says.
pub fn read_options(global: &Global) -> ReadOptions {
    ReadOptions { format: global.from, genre: global.genre, ..ReadOptions::default() }
}

/// Sets the options given on the command line.
pub fn set_options(reading: &mut Reading, variant: &Variant) -> Result<(), OptionError> {
    let named = [("rules", &variant.rules), ("stop", &variant.stop)];
    let named = named.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
    let others = variant.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    named.chain(others).try_for_each(|(key, value)| reading.set_option(key, value))
}

/// What INPUT may be.
const PUZZLE: &str = "a file, '-' for standard input, or the puzzle itself (an id, a URL, a text)";

/// Whether an argument where a command is expected is meant as INPUT: there is such a file, or it is a puzzle, perhaps with
/// a mistake.
pub fn is_meant(argument: &OsStr) -> bool {
    if argument == "-" || Path::new(argument).metadata().is_ok() {
        return true;
    }
    let Some(text) = argument.to_str() else { return false };
    formats::is_unmistakable(text) || looks_like_a_path(text) || Reading::parse(text).is_ok()
}

/// What an argument stands for, or standard input where it is left out and somebody has redirected that.
fn source_or_piped(argument: Option<&OsStr>, expected: &str) -> Result<Source, Failure> {
    if let Some(argument) = argument {
        return source(argument);
    }
    let piped = if io::stdin().is_terminal() { None } else { Some(standard_input()?) };
    piped.filter(|source| !source.text.trim().is_empty()).ok_or_else(|| missing(expected))
}

fn missing(expected: &str) -> Failure {
    Failure::Message(format!("there is no input: expected {expected}, or redirected standard input"))
}

fn source(argument: &OsStr) -> Result<Source, Failure> {
    let path = Path::new(argument);
    match path.metadata() {
        _ if argument == "-" => standard_input(),
        Ok(_) => file_source(path),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Err(Failure::Message(format!("cannot read '{}': {error}", path.display())))
        }
        Err(_) => {
            let text = decoded(argument.as_encoded_bytes().to_vec(), "the argument")?;
            Ok(Source { name: "argument".to_string(), text, is_argument: true })
        }
    }
}

fn standard_input() -> Result<Source, Failure> {
    let name = "standard input";
    let text = take_in(io::stdin().lock(), name)?;
    Ok(Source { name: name.to_string(), text, is_argument: false })
}

/// Opens what a command reads piece by piece: a file, or standard input where it is called `-` or left out.
pub fn open_or_piped(
    path: Option<&Path>,
    expected: &str,
) -> Result<(Box<dyn Read + Send>, Option<u64>), Failure> {
    match path {
        None if io::stdin().is_terminal() => Err(missing(expected)),
        Some(path) if path != Path::new("-") => {
            let file = open(path)?;
            let size = file.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
            Ok((Box::new(file), size))
        }
        _ => Ok((Box::new(io::stdin()), None)),
    }
}

/// What a file holds, or standard input where it is called `-`.
fn file_source(path: &Path) -> Result<Source, Failure> {
    if path == Path::new("-") {
        return standard_input();
    }
    let name = path.display().to_string();
    let text = take_in(open(path)?, &name)?;
    Ok(Source { name, text, is_argument: false })
}

/// Opens a file that the command reads, which it then cannot write over.
pub fn open(path: &Path) -> Result<File, Failure> {
    let name = path.display();
    let cannot = |error: io::Error| Failure::Message(format!("cannot read '{name}': {error}"));
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(Failure::Message(format!("'{name}' is a directory, expected a file")));
    }
    inputs::note(path, &file);
    Ok(file)
}

fn take_in(reader: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let taken = reader.take(LARGEST + 1).read_to_end(&mut bytes);
    taken.map_err(|error| Failure::Message(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::Message(format!("{name} is larger than {} MiB", LARGEST >> 20)));
    }
    decoded(bytes, name)
}

fn decoded(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let error_here = not_text(error.as_bytes(), at);
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Failure::input(name, text, error_here)
    })
}

/// The error for bytes that are not UTF-8 from `at` on.
pub fn not_text(bytes: &[u8], at: usize) -> ParseError {
    let message = format!("not UTF-8 text: byte {:#04x} at byte {} of the input", bytes[at], at + 1);
    ParseError { at: Some(at), ..ParseError::whole(message) }
}
