//! `compare`: complete sets of solutions against ours, for teachers.

use crate::Exit;
use crate::args::{Compare, Global};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress};
use gridwright::compare::{CompareError, Comparison, compare};
use gridwright::view::{FailureWord, InstanceOutcome, InstanceView, ReportView};
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
            found.map(|partner| Ok((partner, compare_pair(global, args, instance, partner)?))).transpose()
        });
        match result {
            Ok(Some((partner, compared_pair))) => {
                compared += 1;
                equal += usize::from(compared_pair.comparison.is_equal());
                exit = worse(exit, compared_pair.exit());
                if global.json {
                    reports.push(compared_pair.json(instance, partner));
                } else {
                    output.lines(&compared_pair.text(instance))?;
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
                reports.extend(error.map(|error| InstanceView {
                    instance: instance.display().to_string(),
                    answers: None,
                    outcome: InstanceOutcome::Failed { result: FailureWord::Error, error },
                    seconds: None,
                }));
            }
        }
        if progress::interrupted() {
            break;
        }
    }
    if compared + failed == 0 {
        return Err(Failure::Message("no instance has answers to compare with".to_string()));
    }
    if global.json {
        output.document(ReportView { compared, equal, instances: reports })?;
    } else {
        let others = if failed > 0 { format!(", {failed} not compared") } else { String::new() };
        output.lines(&format!("{equal} of {} equal{others}", counted(compared, "instance")))?;
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

/// How an instance compares, and how long that took.
struct Compared {
    comparison: Comparison,
    time: Duration,
}

impl Compared {
    fn exit(&self) -> Exit {
        match (self.comparison.is_equal(), self.comparison.is_different()) {
            (true, _) => Exit::Yes,
            (_, true) => Exit::No,
            _ => Exit::Unknown,
        }
    }

    fn text(&self, instance: &Path) -> String {
        let Comparison { ours, theirs, missing, extra, stopped } = &self.comparison;
        let word = match self.exit() {
            Exit::Yes => "equal",
            Exit::Unknown => "unknown",
            Exit::No | Exit::Bad => "different",
        };
        let ours = if stopped.is_none() { ours.to_string() } else { format!("at least {ours}") };
        let (name, seconds) = (stem(instance), self.time.as_secs_f64());
        let mut text = format!("{name}: {word}, {ours} of ours, {theirs} of theirs, {seconds:.3} s");
        for (label, example) in [("they miss", missing), ("they add", extra)] {
            if let Some(example) = example {
                text += &format!("\n  {label}: {example}");
            }
        }
        text
    }

    fn json(&self, instance: &Path, answers: &Path) -> InstanceView {
        InstanceView {
            instance: instance.display().to_string(),
            answers: Some(answers.display().to_string()),
            outcome: InstanceOutcome::Compared((&self.comparison).into()),
            seconds: Some(self.time.as_secs_f64()),
        }
    }
}

fn compare_pair(
    global: &Global,
    args: &Compare,
    instance: &Path,
    answers: &Path,
) -> Result<Compared, Failure> {
    let reading = input::read_file(global, &args.variant, instance)?;
    let (name, text) = input::file_text(answers)?;
    let begun = Instant::now();
    let (query, pulse) = progress::query(global, &reading, false, None, "comparing");
    let result = compare(&reading.puzzle, query.solutions(), &text, |_| pulse.found_one());
    drop(pulse);
    let comparison = result.map_err(|error| match error {
        CompareError::Unreadable(error) => Failure::input(name, text.as_str(), error),
        CompareError::OtherAtoms { .. } => Failure::Message(format!("'{}': {error}", answers.display())),
        CompareError::NoAtoms { .. } => Failure::Message(error.to_string()),
    })?;
    Ok(Compared { comparison, time: begun.elapsed() })
}
