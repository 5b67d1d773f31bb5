//! `solve`: a solution, or several, or the order in which solving is taught.

use crate::Exit;
use crate::args::{Form, Global, Solve};
use crate::shell::draw::{self, counted};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::parallel::Divided;
use crate::shell::{input, progress};
use gridwright::genres::Reading;
use gridwright::model::{Board, Value as Known};
use gridwright::solve::{Answer, End, Engine, Status};
use serde_json::{Value, json};

pub fn run(global: &Global, args: &Solve, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle)?;
    if !global.json || args.form.to.is_some() {
        draw::refuse_solutions_early(reading.puzzle.as_ref(), &args.form)?;
    }
    if args.trace {
        return trace(global, &reading, &args.form, output);
    }
    if args.all || args.limit.is_some() {
        return several(global, args, &reading, output);
    }
    let status = progress::quick_status(global, &reading, args.question.from_position)
        .unwrap_or_else(|| status(global, args, &reading));
    let (word, solution) = describe(&status);
    if global.json {
        let solution = solution.map(|board| in_json(&reading, board, &args.form, output)).transpose()?;
        output.json(&json!({ "genre": reading.puzzle.genre().id, "status": word, "solution": solution }))?;
    } else {
        if let Some(board) = solution {
            let text = draw::solution(reading.puzzle.as_ref(), board, &args.form, output)?;
            output.lines(&text)?;
        }
        let stopped = progress::why_stopped();
        let sentence = match &status {
            Status::None => "no solution".to_string(),
            Status::Unique(_) => "the only solution".to_string(),
            Status::Multiple(..) => "one of several solutions".to_string(),
            Status::Unknown(Some(_)) => {
                format!("a solution; {stopped} before it was known whether it is the only one")
            }
            Status::Unknown(None) => format!("{stopped} before a solution was found"),
        };
        say(&args.form, &sentence, output)?;
    }
    Ok(match status {
        Status::None => Exit::No,
        Status::Multiple(..) if args.unique => Exit::No,
        Status::Unique(_) | Status::Multiple(..) => Exit::Yes,
        Status::Unknown(_) => Exit::Unknown,
    })
}

/// The status that the engine finds.
fn status(global: &Global, args: &Solve, reading: &Reading) -> Status {
    let (mut engine, pulse) = progress::engine(global, reading, args.question.from_position, "solving");
    match (args.first, global.steps) {
        (true, _) => status_of_first(&mut engine),
        // A budget is for one search.
        (_, Some(_)) => engine.status(),
        _ => {
            let facts = args.question.from_position.then(|| reading.position.board.facts().collect());
            let question = Divided { model: reading.puzzle.model(), facts: facts.unwrap_or_default() };
            question.status(&mut engine, progress::workers(args.jobs), &|message| pulse.say(message))
        }
    }
}

/// The word for a status in JSON, and the solution to show.
pub fn describe(status: &Status) -> (&'static str, Option<&Board>) {
    match status {
        Status::None => ("none", None),
        Status::Unique(board) => ("unique", Some(board)),
        Status::Multiple(board, _) => ("multiple", Some(board)),
        Status::Unknown(board) => ("unknown", board.as_ref()),
    }
}

/// The status with the first solution in the order of the atoms.
fn status_of_first(engine: &mut Engine) -> Status {
    let first = match engine.first() {
        Answer::Solution(board) => board,
        Answer::None => return Status::None,
        Answer::Unknown => return Status::Unknown(None),
    };
    match engine.status() {
        Status::Multiple(a, b) => {
            let other = if a == first { b } else { a };
            Status::Multiple(first, other)
        }
        Status::Unknown(_) => Status::Unknown(Some(first)),
        Status::Unique(_) | Status::None => Status::Unique(first),
    }
}

/// Words stand under drawn text, and on standard error beside everything else.
pub fn say(form: &Form, sentence: &str, output: &mut Output) -> Result<(), Failure> {
    if draw::is_for_people(form) {
        output.lines(sentence)
    } else {
        output.flush()?;
        remark(sentence);
        Ok(())
    }
}

pub fn in_json(
    reading: &Reading,
    solution: &Board,
    form: &Form,
    output: &mut Output,
) -> Result<Value, Failure> {
    match form.to {
        None => Ok(reading.puzzle.solution_json(solution)),
        Some(_) => draw::solution(reading.puzzle.as_ref(), solution, form, output).map(Value::from),
    }
}

/// A solution among others; those of more than one line are set apart.
pub fn one_of_several(
    reading: &Reading,
    solution: &Board,
    form: &Form,
    is_first: bool,
    output: &mut Output,
) -> Result<String, Failure> {
    let mut text = draw::solution(reading.puzzle.as_ref(), solution, form, output)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(if !is_first && text.lines().nth(1).is_some() { format!("\n{text}") } else { text })
}

/// Prints solutions as they are found.
fn several(global: &Global, args: &Solve, reading: &Reading, output: &mut Output) -> Result<Exit, Failure> {
    let (mut engine, pulse) = progress::engine(global, reading, args.question.from_position, "solving");
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut found: u64 = 0;
    let mut solutions = engine.solutions();
    if global.json {
        output.text(&format!("{{\"genre\":{},\"solutions\":[", json!(reading.puzzle.genre().id)))?;
    }
    while found < limit
        && let Some(board) = solutions.next()
    {
        found += 1;
        pulse.found_one();
        let text = if global.json {
            let separator = if found == 1 { "\n" } else { ",\n" };
            format!("{separator}{}", in_json(reading, &board, &args.form, output)?)
        } else {
            one_of_several(reading, &board, &args.form, found == 1, output)?
        };
        pulse.aside(|| output.text(&text).and_then(|()| output.breathe()))?;
    }
    let end = match solutions.next() {
        Some(_) => End::Limit,
        None => solutions.end().unwrap_or(End::Exhausted),
    };
    drop(pulse);
    if global.json {
        let status = match (found, end) {
            (_, End::Budget) => "unknown",
            (0, _) => "none",
            (1, End::Exhausted) => "unique",
            _ => "multiple",
        };
        let complete = end == End::Exhausted;
        output.text(&format!("],\"count\":{found},\"complete\":{complete},\"status\":\"{status}\"}}\n"))?;
    } else {
        let number = counted(found, "solution");
        let sentence = match (found, end) {
            (0, End::Exhausted) => "no solution".to_string(),
            (1, End::Exhausted) => "the only solution".to_string(),
            (_, End::Exhausted) => format!("{number}, all there are"),
            (_, End::Limit) => format!("{number}, there are more"),
            (_, End::Budget) => {
                format!("{number}; {} before it was known whether there are more", progress::why_stopped())
            }
        };
        say(&args.form, &sentence, output)?;
    }
    Ok(match (found, end) {
        (_, End::Budget) => Exit::Unknown,
        (0, _) => Exit::No,
        _ => Exit::Yes,
    })
}

fn trace(global: &Global, reading: &Reading, form: &Form, output: &mut Output) -> Result<Exit, Failure> {
    let puzzle = reading.puzzle.as_ref();
    let Some(order) = puzzle.trace() else {
        return Err(Failure::Message(format!(
            "{} has no order in which solving is taught",
            puzzle.genre().name
        )));
    };
    let names = |atoms: &[gridwright::model::Atom]| -> Vec<String> {
        atoms.iter().map(|atom| puzzle.atom_name(*atom)).collect()
    };
    if global.json {
        let steps = order.as_deref().map(names);
        let status = if order.is_some() { "solved" } else { "none" };
        output.json(&json!({ "genre": puzzle.genre().id, "status": status, "trace": steps }))?;
    } else if let Some(atoms) = &order {
        for (i, name) in names(atoms).iter().enumerate() {
            output.lines(&format!("{:>3}. {name}", i + 1))?;
        }
        let mut solution = Board::open(puzzle.atom_count());
        for atom in atoms {
            solution.set(*atom, Known::Yes);
        }
        let text = draw::solution(puzzle, &solution, form, output)?;
        output.lines(&text)?;
    } else {
        say(form, "no solution", output)?;
    }
    Ok(if order.is_some() { Exit::Yes } else { Exit::No })
}
