//! `sample`: solutions drawn at random, all equally likely.

use crate::Exit;
use crate::args::{Global, Sample};
use crate::commands::solve::{list_entry, one_of_several, say};
use crate::shell::draw::{self, counted};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::pictures::{self, Pictures};
use crate::shell::{input, progress};
use gridwright::count::{BigUint, Sampler};
use gridwright::random::Random;
use gridwright::view::SampleView;
use gridwright::{Cancel, Puzzle, Stopped};

pub fn run(global: &Global, args: &Sample, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let puzzle = &reading.puzzle;
    if !global.json || args.form.to.is_some() {
        draw::refuse_solutions_early(puzzle, &args.form)?;
    }
    let mut pictures =
        pictures::divert(global, &args.form, &args.destination, ("solution", args.number), output)?;
    let (from_position, tables) = (args.question.from_position, Some(&args.tables));
    let (query, pulse) = progress::query(global, &reading, from_position, tables, "counting");
    let answer = query.sampler();
    drop(pulse);
    let has_none = answer.as_ref().is_ok_and(|sampler| sampler.total() == BigUint::ZERO);
    let cancel = progress::stop();
    let view = |count: u64, output: &Output| {
        let view = SampleView::of_number(puzzle, args.seed, (count, args.number), &answer, &cancel);
        output.framed(view).around_list("solutions")
    };
    if global.json {
        output.text(&view(0, output).0)?;
    }
    let drawn = match &answer {
        Ok(sampler) => print(global, args, (puzzle, sampler), &cancel, &mut pictures, output)?,
        Err(_) => 0,
    };
    pictures.map_or(Ok(()), Pictures::finish)?;
    let complete = has_none || drawn == args.number;
    if global.json {
        output.lines(&view(drawn, output).1)?;
    } else {
        tell(args, drawn, &answer, &cancel, output)?;
    }
    Ok(match (has_none, complete) {
        (true, _) => Exit::No,
        (_, true) => Exit::Yes,
        _ => Exit::Unknown,
    })
}

/// Prints the solutions and returns how many there was time for.
fn print(
    global: &Global,
    args: &Sample,
    (puzzle, sampler): (&Puzzle, &Sampler),
    cancel: &Cancel,
    pictures: &mut Option<Pictures>,
    output: &mut Output,
) -> Result<u64, Failure> {
    let mut random = Random::new(args.seed);
    let mut drawn = 0;
    while drawn < args.number
        && !cancel.is_cancelled()
        && let Some(board) = sampler.draw(&mut random)
    {
        drawn += 1;
        if let Some(pictures) = pictures {
            pictures.write(drawn, &draw::solution(puzzle, &board, &args.form, output)?)?;
            continue;
        }
        let text = if global.json {
            list_entry(puzzle, &board, &args.form, drawn == 1, output)?
        } else {
            one_of_several(puzzle, &board, &args.form, drawn == 1, output)?
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
    cancel: &Cancel,
    output: &mut Output,
) -> Result<(), Failure> {
    let total = match answer {
        Ok(sampler) => sampler.total(),
        Err(why) => {
            progress::advise(*why, output);
            remark(&format!("{why} before solutions could be drawn"));
            return Ok(());
        }
    };
    let sentence = if total == BigUint::ZERO {
        "no solution".to_string()
    } else if total == BigUint::from(1u32) {
        "the only solution".to_string()
    } else {
        let ended = if drawn < args.number { format!("; {}", cancel.why()) } else { String::new() };
        format!("{} drawn from {total}{ended}", counted(drawn, "solution"))
    };
    say(&args.form, &sentence, output)
}
