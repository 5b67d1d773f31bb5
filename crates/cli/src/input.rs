//! INPUT: a file, standard input, or the puzzle itself.

use crate::args::{Global, Puzzle, Variant};
use crate::failure::{Failure, RefusedInput};
use crate::output::remark;
use gridwright::formats::{self, ParseError, Text};
use gridwright::genres::{Reading, Refusal};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest input that is taken in for one puzzle.
pub const LARGEST: u64 = 64 << 20;

struct Source {
    name: String,
    text: String,
    /// The argument was taken as the puzzle because there is no such file.
    is_argument: bool,
}

/// Reads the puzzle an argument stands for and sets its options.
pub fn read(global: &Global, puzzle: &Puzzle) -> Result<Reading, Failure> {
    read_source(global, &puzzle.variant, source(&puzzle.input)?)
}

/// Reads a puzzle from a file.
pub fn read_file(global: &Global, variant: &Variant, path: &Path) -> Result<Reading, Failure> {
    read_source(global, variant, file_source(path)?)
}

/// The text of a file and its name.
pub fn file_text(path: &Path) -> Result<(String, String), Failure> {
    file_source(path).map(|source| (source.name, source.text))
}

fn read_source(global: &Global, variant: &Variant, source: Source) -> Result<Reading, Failure> {
    let mut reading = formats::read(&source.text, global.from, global.genre).map_err(|mut error| {
        if source.is_argument {
            let shown = Text::new(&source.text).quoted();
            error.message = format!("{shown} is neither a file nor a puzzle: {}", error.message);
        }
        Failure::Input(Box::new(RefusedInput { name: source.name, text: source.text, error }))
    })?;
    for warning in reading.warnings.drain(..) {
        remark(&format!("warning: {warning}"));
    }
    set_options(&mut reading, variant)?;
    Ok(reading)
}

/// Sets the options given on the command line.
pub fn set_options(reading: &mut Reading, variant: &Variant) -> Result<(), Refusal> {
    let named = [("rules", &variant.rules), ("stop", &variant.stop)];
    let named = named.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
    let others = variant.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    named.chain(others).try_for_each(|(key, value)| reading.set_option(key, value))
}

fn source(argument: &OsStr) -> Result<Source, Failure> {
    if argument == "-" {
        let text = take_in(io::stdin().lock(), "standard input")?;
        return Ok(Source { name: "standard input".to_string(), text, is_argument: false });
    }
    let path = Path::new(argument);
    match path.metadata() {
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

fn file_source(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let cannot = |error: io::Error| Failure::Message(format!("cannot read '{name}': {error}"));
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(Failure::Message(format!("'{name}' is a directory, expected a file")));
    }
    let text = take_in(file, &name)?;
    Ok(Source { name, text, is_argument: false })
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
        Failure::Input(Box::new(RefusedInput { name: name.to_string(), text, error: error_here }))
    })
}

/// The error for bytes that are not UTF-8 from `at` on.
pub fn not_text(bytes: &[u8], at: usize) -> ParseError {
    let message = format!("not UTF-8 text: byte {:#04x} at byte {} of the input", bytes[at], at + 1);
    ParseError { at: Some(at), message }
}
