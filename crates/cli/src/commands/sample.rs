//! `sample`: solutions drawn at random, all equally likely.

use crate::Exit;
use crate::args::{Global, Sample};
use crate::commands::count::number_json;
use crate::commands::solve::{in_json, one_of_several, say};
use crate::shell::draw::{self, counted};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress};
use gridwright::count::{BigUint, Sampler, Stopped};
use gridwright::genres::Reading;
use gridwright::random::Random;
use serde_json::json;

pub fn run(global: &Global, args: &Sample, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle)?;
    if !global.json || args.form.to.is_some() {
        draw::refuse_solutions_early(reading.puzzle.as_ref(), &args.form)?;
    }
    let model = reading.puzzle.model();
    let (mut counter, pulse) = progress::counter(global, &model, &reading, &args.question, &args.tables);
    let answer = counter.sampler();
    drop(pulse);
    let mut drawn = 0;
    if global.json {
        let genre = json!(reading.puzzle.genre().id);
        output.text(&format!("{{\"genre\":{genre},\"seed\":{},\"solutions\":[", args.seed))?;
    }
    if let Ok(sampler) = &answer {
        drawn = print(global, args, &reading, sampler, output)?;
    }
    let total = answer.as_ref().ok().map(Sampler::total);
    let has_none = total.as_ref().is_some_and(|total| *total == BigUint::ZERO);
    let complete = has_none || drawn == args.number;
    if global.json {
        let total = json!(total.as_ref().map(number_json));
        output.text(&format!("],\"count\":{drawn},\"complete\":{complete},\"total\":{total}}}\n"))?;
    } else {
        tell(args, drawn, &answer, output)?;
    }
    Ok(match (has_none, complete) {
        (true, _) => Exit::No,
        (_, true) => Exit::Yes,
        _ => Exit::Unknown,
    })
}

/// Prints the solutions and returns how many there were time for.
fn print(
    global: &Global,
    args: &Sample,
    reading: &Reading,
    sampler: &Sampler,
    output: &mut Output,
) -> Result<u64, Failure> {
    let mut random = Random::new(args.seed);
    let mut drawn = 0;
    while drawn < args.number
        && !progress::interrupted()
        && let Some(board) = sampler.draw(&mut random)
    {
        drawn += 1;
        let text = if global.json {
            let separator = if drawn == 1 { "\n" } else { ",\n" };
            format!("{separator}{}", in_json(reading, &board, &args.form, output)?)
        } else {
            one_of_several(reading, &board, &args.form, drawn == 1, output)?
        };
        output.text(&text)?;
        output.breathe()?;
    }
    Ok(drawn)
}

/// What was drawn from how many.
fn tell(
    args: &Sample,
    drawn: u64,
    answer: &Result<Sampler, Stopped>,
    output: &mut Output,
) -> Result<(), Failure> {
    let total = match answer {
        Ok(sampler) => sampler.total(),
        Err(stopped) => {
            let why = progress::why_no_tables(*stopped, output);
            remark(&format!("{why} before solutions could be drawn"));
            return Ok(());
        }
    };
    let sentence = if total == BigUint::ZERO {
        "no solution".to_string()
    } else if total == BigUint::from(1u32) {
        "the only solution".to_string()
    } else {
        let ended = if drawn < args.number { "; interrupted" } else { "" };
        format!("{} drawn from {total}{ended}", counted(drawn, "solution"))
    };
    say(&args.form, &sentence, output)
}
