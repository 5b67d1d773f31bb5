//! What an interrupted run has finished, for going on with it.

use crate::Exit;
use crate::args::Action;
use crate::shell::atomic_file::part_name;
use crate::shell::failure::Failure;
use crate::shell::fingerprint::fingerprint_of;
use crate::shell::inputs;
use gridwright::formats::Text;
use gridwright::frames::json::Object;
use gridwright::view::{Belongs, Document, PartView};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The finished lines of an earlier run.
pub(super) struct Earlier {
    pub path: PathBuf,
    file: Mutex<File>,
    /// By the index of a puzzle: where its line is, and how long.
    lines: BTreeMap<u64, (u64, usize)>,
    /// What it says about itself; a full disk may have no room for that.
    pub trace: Option<Trace>,
    /// How many of its puzzles were met, and the sum of their fingerprints.
    met: Mutex<(usize, u64)>,
    /// Whether it turned out to belong to another input.
    is_strange: AtomicBool,
}

/// What answers belong to, so that a later run can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trace {
    /// The action and the options that answers depend on.
    pub options: u64,
    /// The sum of the fingerprints of the puzzles.
    pub puzzles: u64,
}

impl Trace {
    /// The last line of what a run has finished.
    pub fn line(self) -> String {
        let [options, puzzles] = [self.options, self.puzzles].map(|number| format!("{number:016x}"));
        let mut line = Document::new(PartView { part: Belongs { options, puzzles } }).to_json();
        line.push('\n');
        line
    }

    fn read(answer: &Object) -> Option<Trace> {
        let number = |key: &str| u64::from_str_radix(answer.get("part")?.get(key)?.as_str()?, 16).ok();
        Some(Trace { options: number("options")?, puzzles: number("puzzles")? })
    }
}

/// A number that stands for a puzzle at its place in the input.
pub(super) fn puzzle_fingerprint(index: u64, text: &[u8]) -> u64 {
    fingerprint_of([&index.to_le_bytes(), text.trim_ascii_end()])
}

/// How many files of interrupted runs are looked for.
const MOST_PARTS: u32 = 99;

/// How many bytes of a line are read: more than any answer has.
const LONGEST_ANSWER: u64 = 256 << 20;

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
    /// Opens the last of what interrupted runs have left beside a file, if there is any: of those for the same options,
    /// where some say so.
    pub fn open(output: &Path, action: Action, options: u64) -> Result<Option<Earlier>, Failure> {
        let target = output.canonicalize().unwrap_or_else(|_| output.to_path_buf());
        let paths = (1..=MOST_PARTS).rev().map(|number| part_name(&target, number));
        let mut other = None;
        for path in paths.filter(|path| path.symlink_metadata().is_ok()) {
            // Opening a pipe would wait for somebody to write to it.
            if !path.is_file() {
                return Err(Failure::Message(format!("'{}' is no ordinary file", path.display())));
            }
            let earlier = Earlier::read(path, action)?;
            match earlier.trace {
                Some(trace) if trace.options != options => other = other.or(Some(earlier)),
                _ => return Ok(Some(earlier)),
            }
        }
        match other {
            None => Ok(None),
            Some(other) => Err(Failure::Message(format!(
                "'{}' has answers to another action or with other options: remove the file or leave out --resume",
                other.path.display()
            ))),
        }
    }

    fn read(path: PathBuf, action: Action) -> Result<Earlier, Failure> {
        let cannot = |error| Failure::Message(format!("cannot read '{}': {error}", path.display()));
        let file = File::open(&path).map_err(cannot)?;
        inputs::note(&path, &file);
        let mut reader = BufReader::new(&file);
        let (mut lines, mut at, mut number) = (BTreeMap::new(), 0, 0);
        let mut strangers = None;
        let mut trace = None;
        let mut line = String::new();
        loop {
            line.clear();
            let length = reader.by_ref().take(LONGEST_ANSWER).read_line(&mut line).map_err(cannot)?;
            if length as u64 == LONGEST_ANSWER {
                return Err(strange(&path, number + 1, "too long for an answer"));
            }
            // A last line without an end was not finished.
            if length == 0 || !line.ends_with('\n') {
                break;
            }
            number += 1;
            let answer = read(&line);
            let index = answer.as_ref().and_then(|answer| answer.get("index")?.as_u64());
            match (index, answer) {
                (None, Some(answer)) if trace.is_none() && Trace::read(&answer).is_some() => {
                    trace = Trace::read(&answer);
                }
                (Some(index), Some(answer))
                    if trace.is_none() && lines.last_key_value().is_none_or(|(last, _)| *last < index) =>
                {
                    if !is_of(action, &answer) {
                        strangers = strangers.or(Some(number));
                    }
                    lines.insert(index, (at, length));
                }
                _ => return Err(strange(&path, number, "no answer of this command, in order")),
            }
            at += length as u64;
        }
        match strangers {
            Some(number) if trace.is_none() => Err(strange(&path, number, "no answer of this command")),
            _ => Ok(Earlier {
                file: Mutex::new(file),
                path,
                lines,
                trace,
                met: Mutex::default(),
                is_strange: AtomicBool::new(false),
            }),
        }
    }

    /// Whether it turned out to belong to another input.
    pub fn is_strange(&self) -> bool {
        self.is_strange.load(Ordering::Relaxed)
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

    /// The same for a puzzle that the input calls by this name and that has this fingerprint, and what the exit code owes
    /// to it.
    pub fn answer(&self, index: u64, id: &Value, puzzle: u64) -> Option<Result<(String, Exit), Failure>> {
        let line = self
            .line(index)?
            .map_err(|error| Failure::Message(format!("cannot read '{}': {error}", self.path.display())));
        Some(line.and_then(|line| {
            match read(&line).filter(|answer| answer.get("id").unwrap_or(&Value::Null) == id) {
                None => Err(self.strange(index, "about a puzzle with another id")),
                Some(answer) => self.meet(puzzle).map(|()| (line, exit_of(&answer))),
            }
        }))
    }

    /// Meets one of its puzzles. With the last of them it shows whether they are the same.
    fn meet(&self, puzzle: u64) -> Result<(), Failure> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        *met = (met.0 + 1, met.1.wrapping_add(puzzle));
        match self.trace {
            Some(trace) if met.0 == self.lines.len() && met.1 != trace.puzzles => {
                self.is_strange.store(true, Ordering::Relaxed);
                Err(Failure::Message(format!(
                    "'{}' has answers to other puzzles: some have changed since; remove the file or leave out --resume",
                    self.path.display()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Tells that the line of a puzzle belongs to another input.
    pub fn strange(&self, index: u64, what: &str) -> Failure {
        self.is_strange.store(true, Ordering::Relaxed);
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
