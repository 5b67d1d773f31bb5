//! Gridwright and other solvers on the same boards; writes `docs/performance.md`. Run by `cargo xtask bench`.

mod clock;
mod explain;
mod generate;
mod make;
mod others;
mod plot;
mod race;
mod report;
mod rows;
mod sat;

use others::Python;
use race::{Job, Times};
use report::Measured;
use rows::{ELSEWHERE, GROUPS, Group, Question, Row};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What was asked for on the command line.
struct Settings {
    quick: bool,
    only: Option<String>,
}

impl Settings {
    fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| name.starts_with(only))
    }
}

fn main() -> ExitCode {
    let mut settings = Settings { quick: false, only: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => settings.quick = true,
            "--only" => settings.only = words.next(),
            "--make-boards" => {
                make::boards(Path::new("benches/boards"), &words.next().unwrap_or_default());
                return ExitCode::SUCCESS;
            }
            _ => {
                let names: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
                eprintln!(
                    "usage: [--quick] [--only GROUP] [--make-boards [PREFIX]]\ngroups: {} explain generate wasm",
                    names.join(" ")
                );
                return ExitCode::FAILURE;
            }
        }
    }
    match bench(&settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn bench(settings: &Settings) -> Result<(), String> {
    // Only these groups ask it.
    let asks_python = GROUPS.iter().any(|group| settings.wants(group.name));
    let python = asks_python
        .then(Python::install)
        .and_then(|python| python.map_err(|error| eprintln!("no Python solvers: {error}")).ok());
    let mut sections = Vec::new();
    for group in GROUPS.iter().filter(|group| settings.wants(group.name)) {
        sections.push(section(group, settings, python.as_ref())?);
    }
    if settings.wants("explain") {
        let text = explain::section(settings.quick)?;
        println!("\n{text}");
        sections.push(text);
    }
    if settings.wants("generate") {
        let text = generate::section(settings.quick)?;
        println!("\n{text}");
        sections.push(text);
    }
    if settings.wants("wasm") {
        sections.push(wasm_section(settings.quick));
    }
    if settings.quick {
        return Ok(());
    }
    let mut page = match settings.only {
        Some(_) => std::fs::read_to_string(PAGE).map_err(|e| format!("{PAGE}: {e}"))?,
        None => report::introduction() + &sections.concat() + &in_a_browser(),
    };
    if settings.only.is_some() {
        sections.iter().for_each(|section| page = with_section(&page, section));
    }
    std::fs::write(PAGE, page.trim_end().to_string() + "\n").map_err(|e| format!("{PAGE}: {e}"))?;
    println!("{PAGE} is written");
    Ok(())
}

const PAGE: &str = "docs/performance.md";

/// The section that `web/tests/measure.mjs` has written into the page, as it stands.
fn in_a_browser() -> String {
    const HEADING: &str = "\n## The page in a browser\n";
    let page = std::fs::read_to_string(PAGE).unwrap_or_default();
    let Some((_, section)) = page.split_once(HEADING) else { return String::new() };
    let section = section.split("\n## ").next().unwrap_or_default();
    format!("{HEADING}{}\n", section.trim_end())
}

/// The page with the section of the same heading replaced.
fn with_section(page: &str, section: &str) -> String {
    let heading = section.lines().next().unwrap_or_default();
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(next) = rest[1..].find("\n## ") {
        parts.push(&rest[..next + 2]);
        rest = &rest[next + 2..];
    }
    parts.push(rest);
    let same = |part: &&str| part.lines().next() == Some(heading);
    if !parts.iter().any(same) {
        return format!("{}\n\n{section}", page.trim_end());
    }
    parts.into_iter().map(|part| if same(&part) { section } else { part }).collect()
}

/// Measures a group and writes its plot.
fn section(group: &'static Group, settings: &Settings, python: Option<&Python>) -> Result<String, String> {
    let mut measured = Vec::new();
    let mut left_out = Vec::new();
    for row in group.rows {
        match boards_of(row) {
            Some(path) => measured.push(measure(group, row, &path, settings, python, &mut left_out)?),
            None => left_out.push(format!(
                "{}: not measured, for these boards are not part of the project (`GRIDWRIGHT_DATA` names no folder)",
                row.label
            )),
        }
    }
    let mut text = format!("## {}\n\n", group.title);
    if let Some(picture) = report::picture(group, &measured).filter(|_| !settings.quick) {
        let file = format!("docs/img/performance-{}.svg", group.name);
        std::fs::write(&file, picture).map_err(|e| format!("{file}: {e}"))?;
        text += &format!("![Time against size](img/performance-{}.svg)\n\n", group.name);
    }
    text += report::table(group, &measured).trim_end();
    text += "\n\n";
    left_out.dedup();
    let remarks = std::iter::once(group.remark.to_string()).chain(left_out);
    text.extend(remarks.filter(|remark| !remark.is_empty()).map(|remark| remark + "\n\n"));
    println!("\n{text}");
    Ok(text)
}

fn wasm_section(quick: bool) -> String {
    let measured = match others::wasm(quick) {
        Ok(rows) => format!(
            "{}\nThe same code and boards (`benches/fixed`), in node and natively.\n",
            report::wasm_table(&rows)
        ),
        Err(error) => {
            println!("wasm is not measured: {error}");
            "Not measured: it needs node.\n".to_string()
        }
    };
    let text = format!("## wasm against native code\n\n{measured}");
    println!("\n{text}");
    text
}

/// The row's file; `None` if it is external data and `GRIDWRIGHT_DATA` is not set.
fn boards_of(row: &Row) -> Option<PathBuf> {
    match row.file.strip_prefix(ELSEWHERE) {
        Some(file) => std::env::var_os("GRIDWRIGHT_DATA").map(|root| Path::new(&root).join(file)),
        None => Some(Path::new("benches/boards").join(row.file)),
    }
}

fn measure(
    group: &Group,
    row: &'static Row,
    path: &Path,
    settings: &Settings,
    python: Option<&Python>,
    left_out: &mut Vec<String>,
) -> Result<Measured, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let boards: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(row.boards).collect();
    let counting = group.question == Question::Count;
    let options = [group.options, row.options].concat();
    let job = Job {
        question: group.question,
        options: &options,
        boards: &boards,
        limit: Duration::from_secs(match (counting, settings.quick) {
            (true, false) => 15,
            (false, false) => 20,
            (_, true) => 5,
        }),
        at_least: Duration::from_millis(if settings.quick { 50 } else { 400 }),
    };
    let mut times = if counting { vec![others::count(&job)?] } else { race::race(&job, group.rivals) };
    let genre = race::read(boards.first().ok_or(format!("{}: no boards", path.display()))?, &[]).genre().id;
    if group.question == Question::AtMostTwo {
        times.push(others::batch(&job, times[0].ms_per_board)?);
    }
    for &rival in group.rivals {
        let answer = match (rival, python) {
            ("batsat" | "CaDiCaL", _) => continue,
            ("sudoku crate", _) => others::sudoku_crate(path, job.at_least).map(|both| {
                // Both sides of that program, for the ratio to be of one run.
                times.retain(|times| times.solver != "library");
                times.splice(0..0, both);
            }),
            (_, Some(python)) => python.ask(rival, genre, &job).map(|found| times.push(found)),
            (_, None) => Err(format!("{rival} is not there: no Python")),
        };
        if let Err(error) = answer {
            eprintln!("{error}");
            left_out.push(format!("{rival} is left out: it could not be installed or run."));
        }
    }
    expect_same_answers(path, &times)?;
    let shown: Vec<String> =
        times.iter().map(|times| format!("{} {:.4}", times.solver, times.ms_per_board)).collect();
    println!("{}: {} boards, ms: {}", row.file, boards.len(), shown.join(", "));
    Ok(Measured { row, boards: boards.len(), times })
}

fn expect_same_answers(path: &Path, times: &[Times]) -> Result<(), String> {
    let reference = &times[0];
    for other in &times[1..] {
        let mut pairs = reference.answers.iter().zip(&other.answers).enumerate();
        let different = pairs.find(|(_, (a, b))| a != b && *a != "?" && *b != "?");
        if let Some((line, (ours, theirs))) = different {
            return Err(format!(
                "{}:{}: {} says {ours}, {} says {theirs}",
                path.display(),
                line + 1,
                reference.solver,
                other.solver
            ));
        }
        if reference.answers.len() != other.answers.len() {
            return Err(format!("{}: {} left out boards", path.display(), other.solver));
        }
    }
    Ok(())
}
