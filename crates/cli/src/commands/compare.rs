//! `compare`: complete sets of solutions against ours, for teachers.

use crate::Exit;
use crate::args::{Compare, Global, Table};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, memory, progress};
use gridwright::compare::{CompareError, Comparison, Verdict, compare};
use gridwright::view::{
    CSV_HEADING, ComparisonView, ErrorView, FailureWord, InstanceOutcome, InstanceView, ReportView,
    StudentView,
};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The answers of one student, or of nobody in particular.
struct Submission {
    student: Option<String>,
    files: Vec<PathBuf>,
}

pub fn run(global: &Global, args: &Compare, output: &mut Output) -> Result<Exit, Failure> {
    if [&args.instances, &args.answers].into_iter().all(|path| is_standard_input(path)) {
        return Err(Failure::Message("instances and answers cannot both be standard input".to_string()));
    }
    let instances = files(&args.instances)?;
    let submissions = submissions(&args.answers)?;
    let one_pair = !args.instances.is_dir() && !args.answers.is_dir();
    let mut views = Vec::new();
    let mut exit = Exit::Yes;
    memory::allow(memory::USUAL);
    if args.to == Some(Table::Csv) && !global.json {
        output.lines(CSV_HEADING)?;
    }
    'all: for Submission { student, files } in &submissions {
        let first = views.len();
        for instance in &instances {
            if progress::interrupted() {
                break 'all;
            }
            progress::start_clock(global);
            let Some((view, result)) =
                compared(global, args, (student.as_deref(), instance), files, one_pair, output)?
            else {
                continue;
            };
            exit = worse(exit, result);
            print(global, args, instance, &view, output)?;
            views.push(view);
        }
        if args.to.is_none() && !global.json && student.is_some() {
            for StudentView { student, instances, equal, .. } in
                ReportView::new(views[first..].to_vec()).students
            {
                output.words(&format!("{student}: {equal} of {} equal", counted(instances, "instance")))?;
            }
        }
    }
    let report = ReportView::new(views);
    if report.instances.is_empty() {
        return Err(Failure::Message("no instance has answers to compare with".to_string()));
    }
    if progress::interrupted() {
        remark("interrupted: not everything was compared");
        exit = Exit::Unknown;
    }
    if global.json {
        output.document(report)?;
    } else if args.to.is_none() && submissions.iter().all(|submission| submission.student.is_none()) {
        let (compared, equal) = (report.compared, report.equal);
        let failed = report.instances.len() - compared;
        let others = if failed > 0 { format!(", {failed} not compared") } else { String::new() };
        output.lines(&format!("{equal} of {} equal{others}", counted(compared, "instance")))?;
    }
    Ok(exit)
}

/// How an instance compares; `None` where nobody has answers to it.
fn compared(
    global: &Global,
    args: &Compare,
    (student, instance): (Option<&str>, &Path),
    answers: &[PathBuf],
    one_pair: bool,
    output: &mut Output,
) -> Result<Option<(InstanceView, Exit)>, Failure> {
    let result = partner(instance, answers, args.prefix.as_deref(), one_pair).and_then(|found| {
        found.map(|partner| compare_pair(global, args, (instance, partner), output)).transpose()
    });
    let view = |outcome| InstanceView {
        student: student.map(str::to_string),
        instance: instance.display().to_string(),
        answers: None,
        outcome,
        seconds: None,
    };
    match result {
        Ok(Some((pair, exit))) => {
            let outcome = InstanceOutcome::Compared(pair.view);
            let answers = Some(pair.answers.display().to_string());
            Ok(Some((InstanceView { answers, seconds: Some(pair.seconds), ..view(outcome) }, exit)))
        }
        Ok(None) if student.is_some() => Ok(Some((view(InstanceOutcome::ABSENT), Exit::No))),
        Ok(None) => {
            remark(&format!("{}: no answers to compare with", instance.display()));
            Ok(None)
        }
        // With one pair there is nothing to go on with.
        Err(failure) if one_pair => Err(failure),
        Err(failure) => {
            let failure = match student {
                Some(student) => failure.about(&format!("{student}: {}", instance.display())),
                None => failure.about(&instance.display().to_string()),
            };
            let error = failure.tell(global).unwrap_or_else(|| ErrorView::new(failure.in_a_line()));
            Ok(Some((view(InstanceOutcome::Failed { result: FailureWord::Error, error }), Exit::Bad)))
        }
    }
}

fn print(
    global: &Global,
    args: &Compare,
    instance: &Path,
    view: &InstanceView,
    output: &mut Output,
) -> Result<(), Failure> {
    if global.json {
        return Ok(());
    }
    if args.to == Some(Table::Csv) {
        output.lines(&view.to_csv())?;
        return output.flush();
    }
    let name = match &view.student {
        Some(student) => format!("{student}: {}", stem(instance)),
        None => stem(instance),
    };
    match &view.outcome {
        InstanceOutcome::Compared(compared) => {
            output.words(&in_words(&name, compared, view.seconds.unwrap_or_default()))?;
        }
        InstanceOutcome::Absent { .. } => output.words(&format!("{name}: absent, no answers"))?,
        InstanceOutcome::Failed { .. } => {}
    }
    output.flush()
}

/// How many wrong answers are listed in text; JSON has more.
const MOST_LISTED: usize = 3;

fn in_words(name: &str, view: &ComparisonView, seconds: f64) -> String {
    let ours = if view.complete { view.ours.to_string() } else { format!("at least {}", view.ours) };
    let mut text = format!("{name}: {}, {ours} of ours, {} of theirs", view.result.name(), view.theirs);
    for (number, word) in [(view.missing_count, "missing"), (view.extra_count, "extra")] {
        if number > 0 {
            text += &format!(", {number} {word}");
        }
    }
    text += &format!(", {seconds:.3} s");
    if let Some(reason) = &view.reason {
        text += &format!("\n  incomplete: {reason}");
    }
    if let Some(example) = &view.missing {
        text += &format!("\n  they miss: {example}");
    }
    for extra in view.extras.iter().take(MOST_LISTED) {
        text += &format!("\n  they add: {}", extra.answer);
        if let Some(fault) = extra.faults.first() {
            let rule = extra.rules.first().map_or(String::new(), |rule| format!("{rule}: "));
            text += &format!("\n    broken: {rule}{fault}");
        }
    }
    text
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

/// Each folder of a folder is a student's; without folders there is nobody in particular.
fn submissions(path: &Path) -> Result<Vec<Submission>, Failure> {
    let mut folders: Vec<PathBuf> = match path.read_dir() {
        Ok(entries) if !is_standard_input(path) => {
            let folders = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir());
            folders.filter(|path| !file_name(path).starts_with('.')).collect()
        }
        _ => Vec::new(),
    };
    folders.sort();
    if folders.is_empty() {
        return Ok(vec![Submission { student: None, files: files(path)? }]);
    }
    let submission =
        |folder: &PathBuf| Ok(Submission { student: Some(file_name(folder)), files: files(folder)? });
    folders.iter().map(submission).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
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

/// How a file of answers compares.
struct Pair<'a> {
    answers: &'a Path,
    view: ComparisonView,
    seconds: f64,
}

fn compare_pair<'a>(
    global: &Global,
    args: &Compare,
    (instance, answers): (&Path, &'a Path),
    output: &mut Output,
) -> Result<(Pair<'a>, Exit), Failure> {
    let reading = input::read_file(global, &args.variant, instance, output)?;
    let (name, text) = input::file_text(answers)?;
    let begun = Instant::now();
    let (query, pulse) = progress::query(global, &reading, false, None, "comparing");
    let result = compare(&reading.puzzle, query.solutions(), &text, |_| pulse.found_one());
    drop(pulse);
    let comparison: Comparison = result.map_err(|error| match error {
        CompareError::Unreadable(error) => Failure::input(name, text.as_str(), error),
        CompareError::OtherAtoms { .. } => Failure::Message(format!("'{}': {error}", answers.display())),
        CompareError::NoAtoms { .. } => Failure::Message(error.to_string()),
    })?;
    let exit = match comparison.verdict() {
        Verdict::Equal => Exit::Yes,
        Verdict::Different => Exit::No,
        Verdict::Incomplete | Verdict::Unknown => Exit::Unknown,
    };
    Ok((Pair { answers, view: (&comparison).into(), seconds: begun.elapsed().as_secs_f64() }, exit))
}
