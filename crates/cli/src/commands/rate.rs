//! `rate`: how hard a puzzle is.

use crate::Exit;
use crate::args::{Global, Rate};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress};
use gridwright::explain::{Grade, Grader, Ungraded};
use gridwright::genres::Reading;
use serde_json::{Value, json};

pub fn run(global: &Global, args: &Rate, output: &mut Output) -> Result<Exit, Failure> {
    progress::without_steps(global, "rate")?;
    let reading = input::read(global, &args.puzzle)?;
    let pulse = progress::pulse();
    let grade = grade(&reading, pulse.watch("grading"));
    drop(pulse);
    let (status, exit) = outcome(&grade);
    if global.json {
        let mut value = json!({ "genre": reading.puzzle.genre().id, "status": status });
        for (key, field) in fields(grade.as_ref().ok()) {
            value[key] = field;
        }
        output.json(&value)?;
        return Ok(exit);
    }
    match &grade {
        Ok(grade) => print(&reading, grade, output)?,
        Err(Ungraded::NoSolution) => remark("no solution"),
        Err(Ungraded::Stopped | Ungraded::TooHard) => remark("interrupted before the grade was known"),
    }
    Ok(exit)
}

/// For one of many puzzles: its status and what else is known.
pub fn answer(
    reading: &Reading,
    stop: impl FnMut() -> bool + Send + 'static,
) -> (&'static str, Vec<(&'static str, Value)>) {
    let grade = grade(reading, stop);
    (outcome(&grade).0, fields(grade.as_ref().ok()))
}

fn grade(reading: &Reading, stop: impl FnMut() -> bool + Send + 'static) -> Result<Grade, Ungraded> {
    let mut grader = Grader::new(reading.puzzle.as_ref());
    grader.on_stop(stop);
    grader.grade()
}

fn outcome(grade: &Result<Grade, Ungraded>) -> (&'static str, Exit) {
    match grade {
        Ok(grade) if grade.is_solved => ("unique", Exit::Yes),
        Ok(_) => ("multiple", Exit::Yes),
        Err(Ungraded::NoSolution) => ("none", Exit::No),
        Err(Ungraded::Stopped | Ungraded::TooHard) => ("unknown", Exit::Unknown),
    }
}

/// Hundredths as a number with two places.
pub fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

fn tenths(number: u32) -> String {
    format!("{}.{}", number / 10, number % 10)
}

fn print(reading: &Reading, grade: &Grade, output: &mut Output) -> Result<(), Failure> {
    output.lines(&format!("rating {}", hundredths(grade.rating())))?;
    if let Some(hardest) = grade.bottleneck() {
        let choice = match hardest.available() {
            1 => "the only step there was".to_string(),
            n => format!("{} to choose from", counted(n, "step")),
        };
        let name = &hardest.easiest;
        output.lines(&format!("hardest step: {name} ({}), {choice}", tenths(hardest.hardness)))?;
        if let Some(note) = reading.puzzle.genre().hardness_note {
            output.lines(&format!("({} is {note})", tenths(hardest.hardness)))?;
        }
    }
    if grade.steps().is_empty() {
        return output.lines("nothing to find: everything goes without saying");
    }
    output.lines("steps found, by the number of rules each takes:")?;
    for ((size, name), number) in grade.steps() {
        output.lines(&format!("{size:>4} {number:>5}  {name}"))?;
    }
    if !grade.is_solved {
        output.advise("there are several solutions; this is how hard it is to find what they share");
    }
    Ok(())
}

fn fields(grade: Option<&Grade>) -> Vec<(&'static str, Value)> {
    let Some(grade) = grade else { return Vec::new() };
    let steps = grade.steps().into_iter();
    let steps = steps.map(|((size, name), number)| json!({ "rules": size, "name": name, "number": number }));
    let hardest = grade.bottleneck().map(|round| {
        json!({
            "name": round.easiest,
            "rules": round.size,
            "hardness": f64::from(round.hardness) / 10.0,
            "available": round.available(),
        })
    });
    vec![
        ("rating", json!(grade.rating() as f64 / 100.0)),
        ("work", json!(grade.work() as f64 / 4.0)),
        ("rounds", grade.rounds.len().into()),
        ("hardest", json!(hardest)),
        ("steps", steps.collect()),
    ]
}
