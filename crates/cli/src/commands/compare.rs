//! `compare`: complete sets of solutions against ours, for teachers.

use crate::Exit;
use crate::args::{Compare, Global};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress};
use gridwright::formats::{Format, Text, asp};
use gridwright::genres::{self, Genre, Reading};
use gridwright::solve::End;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub fn run(global: &Global, args: &Compare, output: &mut Output) -> Result<Exit, Failure> {
    if [&args.instances, &args.answers].into_iter().all(|path| is_standard_input(path)) {
        return Err(Failure::Message("instances and answers cannot both be standard input".to_string()));
    }
    let instances = files(&args.instances)?;
    let answers = files(&args.answers)?;
    let one_pair = !args.instances.is_dir() && !args.answers.is_dir();
    let mut reports = Vec::new();
    let mut exit = Exit::Yes;
    let (mut compared, mut equal, mut failed) = (0, 0, 0);
    for instance in &instances {
        let result = partner(instance, &answers, args.prefix.as_deref(), one_pair).and_then(|found| {
            found.map(|partner| Ok((partner, compare(global, args, instance, partner)?))).transpose()
        });
        match result {
            Ok(Some((partner, comparison))) => {
                compared += 1;
                equal += usize::from(comparison.is_equal());
                exit = worse(exit, comparison.exit());
                if global.json {
                    reports.push(comparison.json(instance, partner));
                } else {
                    output.lines(&comparison.text(instance))?;
                    output.flush()?;
                }
            }
            Ok(None) => remark(&format!("{}: no answers to compare with", instance.display())),
            // With one pair there is nothing to go on with.
            Err(failure) if one_pair => return Err(failure),
            Err(failure) => {
                failed += 1;
                exit = Exit::Bad;
                let error = failure.about(&instance.display().to_string()).tell(global);
                reports.extend(error.map(
                    |error| json!({ "instance": instance.display().to_string(), "result": "error", "error": error }),
                ));
            }
        }
        if progress::interrupted() {
            break;
        }
    }
    if global.json {
        output.json(&json!({ "compared": compared, "equal": equal, "instances": reports }))?;
    } else {
        let others = if failed > 0 { format!(", {failed} not compared") } else { String::new() };
        output.lines(&format!("{equal} of {} equal{others}", counted(compared, "instance")))?;
    }
    if compared + failed == 0 {
        return Err(Failure::Message("no instance has answers to compare with".to_string()));
    }
    Ok(exit)
}

/// A bad file outweighs all, and a proven difference what is not known.
fn worse(a: Exit, b: Exit) -> Exit {
    [Exit::Bad, Exit::No].into_iter().find(|exit| a == *exit || b == *exit).unwrap_or(a.max(b))
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file itself, or the files of a directory by name; hidden ones are left out.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot =
        |error: std::io::Error| Failure::Message(format!("cannot read '{}': {error}", path.display()));
    if is_standard_input(path) || !path.metadata().map_err(cannot)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.path().is_file() && !hidden {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The answers that belong to an instance: the file of its name, else the one whose name ends with it.
fn partner<'a>(
    instance: &Path,
    answers: &'a [PathBuf],
    prefix: Option<&str>,
    one_pair: bool,
) -> Result<Option<&'a PathBuf>, Failure> {
    if one_pair {
        return Ok(answers.first());
    }
    let name = stem(instance);
    let belongs = |path: &&PathBuf| {
        let whole = stem(path);
        let Some(before) = whole.strip_suffix(&name) else { return false };
        match prefix {
            Some(prefix) => before == prefix,
            None => !before.ends_with(char::is_alphanumeric),
        }
    };
    let found: Vec<&PathBuf> = answers.iter().filter(belongs).collect();
    let exact = found.iter().find(|path| stem(path) == name && prefix.is_none());
    match (exact, found.as_slice()) {
        (Some(exact), _) => Ok(Some(exact)),
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only)),
        (None, several) => {
            let names: Vec<String> = several.iter().map(|path| stem(path)).collect();
            Err(Failure::Message(format!(
                "several files hold answers to {name}: {} (choose with --prefix)",
                names.join(", ")
            )))
        }
    }
}

struct Comparison {
    ours: u64,
    theirs: usize,
    /// A solution of ours that they lack, and one of theirs that is none of ours.
    missing: Option<String>,
    extra: Option<String>,
    complete: bool,
    time: Duration,
}

impl Comparison {
    fn is_equal(&self) -> bool {
        self.complete && self.missing.is_none() && self.extra.is_none()
    }

    fn exit(&self) -> Exit {
        match self.is_equal() {
            true => Exit::Yes,
            false if self.missing.is_none() && self.extra.is_none() => Exit::Unknown,
            false => Exit::No,
        }
    }

    fn word(&self) -> &'static str {
        match self.exit() {
            Exit::Yes => "equal",
            Exit::Unknown => "unknown",
            Exit::No | Exit::Bad => "different",
        }
    }

    fn text(&self, instance: &Path) -> String {
        let (name, word) = (stem(instance), self.word());
        let ours = if self.complete { self.ours.to_string() } else { format!("at least {}", self.ours) };
        let mut text = format!(
            "{name}: {word}, {ours} of ours, {} of theirs, {:.3} s",
            self.theirs,
            self.time.as_secs_f64()
        );
        for (label, example) in [("they miss", &self.missing), ("they add", &self.extra)] {
            if let Some(example) = example {
                text += &format!("\n  {label}: {example}");
            }
        }
        text
    }

    fn json(&self, instance: &Path, answers: &Path) -> Value {
        json!({
            "instance": instance.display().to_string(),
            "answers": answers.display().to_string(),
            "result": self.word(),
            "ours": self.ours,
            "theirs": self.theirs,
            "complete": self.complete,
            "missing": self.missing,
            "extra": self.extra,
            "seconds": self.time.as_secs_f64(),
        })
    }
}

fn compare(global: &Global, args: &Compare, instance: &Path, answers: &Path) -> Result<Comparison, Failure> {
    let reading = input::read_file(global, &args.variant, instance)?;
    refuse_without_atoms(&reading)?;
    let (name, text) = input::file_text(answers)?;
    let given = asp::answers(Text::new(&text)).map_err(|error| Failure::input(name, text.as_str(), error))?;
    let begun = Instant::now();
    let (mut engine, pulse) = progress::engine(global, &reading, false, "comparing");
    let mut solutions = engine.solutions();
    let mut theirs: Option<HashSet<String>> = None;
    let (mut ours, mut missing) = (0, None);
    let mut count = 0;
    for solution in solutions.by_ref() {
        let atoms = atoms(&reading, &solution)?;
        let theirs = theirs.get_or_insert_with(|| {
            let set = projected(&given, &atoms);
            count = set.len();
            set
        });
        let line = atoms.join(" ");
        // A wrong file must not look like a wrong answer.
        if ours == 0 && !line.is_empty() && theirs.len() == 1 && theirs.contains("") {
            let (answers, such) = (answers.display(), &atoms[0]);
            return Err(Failure::Message(format!(
                "'{answers}' holds no atoms like those of our solutions ({such})"
            )));
        }
        if !theirs.remove(&line) {
            missing.get_or_insert(line);
        }
        ours += 1;
        pulse.found_one();
    }
    let complete = solutions.end() != Some(End::Budget);
    drop(pulse);
    let theirs = theirs.unwrap_or_else(|| {
        let set: HashSet<String> = given.iter().map(|atoms| atoms.join(" ")).collect();
        count = set.len();
        set
    });
    // What is left was not found by us; the first in order is always the same example.
    let extra = if complete { theirs.into_iter().min() } else { None };
    Ok(Comparison { ours, theirs: count, missing, extra, complete, time: begun.elapsed() })
}

fn refuse_without_atoms(reading: &Reading) -> Result<(), Failure> {
    let has_atoms = |genre: &Genre| genre.writes.contains(&Format::Asp);
    let genre = reading.puzzle.genre();
    if has_atoms(genre) {
        return Ok(());
    }
    let served: Vec<&str> =
        genres::ALL.iter().filter(|genre| has_atoms(genre)).map(|genre| genre.name).collect();
    Err(Failure::Message(format!(
        "solutions of {} are not written as atoms: 'compare' is for {}",
        genre.name,
        served.join(", ")
    )))
}

fn atoms(reading: &Reading, solution: &gridwright::model::Board) -> Result<Vec<String>, Failure> {
    let line = reading.puzzle.write_solution(Format::Asp, solution)?;
    let mut answers = asp::answers(Text::new(&line)).map_err(|error| Failure::Message(error.to_string()))?;
    // A solution without atoms is an empty line.
    Ok(answers.pop().unwrap_or_default())
}

/// Their solutions, reduced to the predicates that ours are made of: a program may show more than asked for.
fn projected(given: &[Vec<String>], ours: &[String]) -> HashSet<String> {
    let predicate = |atom: &str| atom.split('(').next().unwrap_or_default().to_string();
    let known: BTreeSet<String> = ours.iter().map(|atom| predicate(atom)).collect();
    let reduce = |atoms: &Vec<String>| {
        let kept: Vec<&str> =
            atoms.iter().map(String::as_str).filter(|atom| known.contains(&predicate(atom))).collect();
        kept.join(" ")
    };
    given.iter().map(reduce).collect()
}
