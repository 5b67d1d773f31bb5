//! `rate`: how hard a puzzle is.

use crate::args::{Global, Rate};
use crate::draw::counted;
use crate::failure::Failure;
use crate::output::{Output, remark};
use crate::{Exit, input, work};
use gridwright::explain::{Grade, Grader, Ungraded};
use gridwright::genres::Reading;
use serde_json::{Map, Value, json};

pub fn run(global: &Global, args: &Rate, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle)?;
    let pulse = work::pulse();
    let mut grader = Grader::new(reading.puzzle.as_ref());
    grader.on_stop(pulse.watch("grading"));
    let grade = grader.grade();
    drop(pulse);
    let (status, exit) = match &grade {
        Ok(grade) if grade.is_solved => ("unique", Exit::Yes),
        Ok(_) => ("multiple", Exit::Yes),
        Err(Ungraded::NoSolution) => ("none", Exit::No),
        Err(Ungraded::Stopped) => ("unknown", Exit::Unknown),
    };
    if global.json {
        let mut value = json!({ "genre": reading.puzzle.genre().id, "status": status });
        if let (Ok(grade), Some(fields)) = (&grade, value.as_object_mut()) {
            fields.extend(in_json(grade));
        }
        output.json(&value)?;
        return Ok(exit);
    }
    match &grade {
        Ok(grade) => print(&reading, grade, output)?,
        Err(Ungraded::NoSolution) => remark("no solution"),
        Err(Ungraded::Stopped) => remark("interrupted before the grade was known"),
    }
    Ok(exit)
}

fn hundredths(number: u64) -> String {
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
            n => format!("{} to choose from", counted(n, "such step")),
        };
        let name = &hardest.easiest;
        output.lines(&format!("hardest step: {name} ({}), {choice}", tenths(hardest.hardness)))?;
        if let Some(note) = reading.puzzle.genre().hardness_note {
            output.lines(&format!("({} is {note})", tenths(hardest.hardness)))?;
        }
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

fn in_json(grade: &Grade) -> Map<String, Value> {
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
    Map::from_iter([
        ("rating".to_string(), json!(grade.rating() as f64 / 100.0)),
        ("work".to_string(), json!(grade.work() as f64 / 4.0)),
        ("rounds".to_string(), grade.rounds.len().into()),
        ("hardest".to_string(), json!(hardest)),
        ("steps".to_string(), steps.collect()),
    ])
}
