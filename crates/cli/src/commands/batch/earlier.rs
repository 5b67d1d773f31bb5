//! What an interrupted run has finished, for going on with it.

use crate::Exit;
use crate::args::Action;
use crate::shell::failure::Failure;
use crate::shell::inputs;
use gridwright::formats::Text;
use gridwright::frames::json::Object;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The finished lines of an earlier run.
pub(super) struct Earlier {
    pub path: PathBuf,
    file: Mutex<File>,
    /// By the index of a puzzle: where its line is, and how long.
    lines: BTreeMap<u64, (u64, usize)>,
}

/// Keys that tell answers apart, and the actions whose answers have them.
const KEYS: [(&str, &[Action]); 9] = [
    ("solution", &[Action::Solve]),
    ("count", &[Action::Count, Action::Sample]),
    ("solutions", &[Action::Sample]),
    ("rating", &[Action::Rate]),
    ("board", &[Action::Common]),
    ("ending", &[Action::Explain]),
    ("broken", &[Action::Check]),
    ("text", &[Action::Hint, Action::Convert]),
    ("format", &[Action::Convert]),
];

/// Whether an action can have given this answer. Errors, and puzzles without a rating, have none of the keys.
fn is_of(action: Action, answer: &Object) -> bool {
    let has = |key: &str| answer.keys().any(|other| other == key);
    KEYS.iter().all(|(key, _)| !has(key))
        || KEYS.iter().all(|(key, actions)| has(key) == actions.contains(&action))
}

impl Earlier {
    /// Opens what stands beside a file, if an earlier run has left something.
    pub fn open(output: &Path, action: Action) -> Result<Option<Earlier>, Failure> {
        let mut path = output.canonicalize().unwrap_or_else(|_| output.to_path_buf()).into_os_string();
        path.push(".part");
        let path = PathBuf::from(path);
        let cannot = |error| Failure::Message(format!("cannot read '{}': {error}", path.display()));
        // Opening a pipe would wait for somebody to write to it.
        let there = match path.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            there => there.map_err(cannot)?,
        };
        if !there.is_file() {
            return Err(Failure::Message(format!("'{}' is no ordinary file", path.display())));
        }
        let file = File::open(&path).map_err(cannot)?;
        inputs::note(&path, &file);
        let mut reader = BufReader::new(&file);
        let (mut lines, mut at, mut number) = (BTreeMap::new(), 0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            let length = reader.read_line(&mut line).map_err(cannot)?;
            // A last line without an end was not finished.
            if length == 0 || !line.ends_with('\n') {
                break;
            }
            number += 1;
            let answer = read(&line).filter(|answer| is_of(action, answer));
            match answer.and_then(|answer| answer.get("index")?.as_u64()) {
                Some(index) if lines.last_key_value().is_none_or(|(last, _)| *last < index) => {
                    lines.insert(index, (at, length));
                }
                _ => return Err(strange(&path, number, "no answer of this command, in order")),
            }
            at += length as u64;
        }
        Ok(Some(Earlier { path, file: Mutex::new(file), lines }))
    }

    /// The indexes of the puzzles that are done.
    pub fn indexes(&self) -> BTreeSet<u64> {
        self.lines.keys().copied().collect()
    }

    /// The answer to the puzzle with this index, if it is done.
    pub fn line(&self, index: u64) -> Option<io::Result<String>> {
        let &(at, length) = self.lines.get(&index)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = vec![0; length];
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes));
        let invalid = |error| io::Error::new(ErrorKind::InvalidData, error);
        Some(read.and_then(|()| String::from_utf8(bytes).map_err(invalid)))
    }

    /// The same for a puzzle that the input calls by this name, and what the exit code owes to it.
    pub fn answer(&self, index: u64, id: &Value) -> Option<Result<(String, Exit), Failure>> {
        let line = self
            .line(index)?
            .map_err(|error| Failure::Message(format!("cannot read '{}': {error}", self.path.display())));
        Some(line.and_then(|line| {
            match read(&line).filter(|answer| answer.get("id").unwrap_or(&Value::Null) == id) {
                None => Err(self.strange(index, "about a puzzle with another id")),
                Some(answer) => Ok((line, exit_of(&answer))),
            }
        }))
    }

    /// Tells that the line of a puzzle belongs to another input.
    pub fn strange(&self, index: u64, what: &str) -> Failure {
        strange(&self.path, self.lines.range(..=index).count(), what)
    }
}

fn read(line: &str) -> Option<Object> {
    Object::parse(Text::new(line)).ok()
}

/// What the exit code owes to an answer.
fn exit_of(answer: &Object) -> Exit {
    match answer.get("status").and_then(Value::as_str) {
        Some("error") => Exit::Bad,
        Some("unknown") => Exit::Unknown,
        _ if answer.get("complete") == Some(&false.into()) => Exit::Unknown,
        _ => Exit::Yes,
    }
}

fn strange(path: &Path, line: usize, what: &str) -> Failure {
    let path = path.display();
    Failure::Message(format!("line {line} of '{path}' is {what}: remove the file or leave out --resume"))
}
