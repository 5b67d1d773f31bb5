//! `solve`: a solution, or several, or the order in which solving is taught.

use crate::Exit;
use crate::args::{Form, Global, Solve};
use crate::shell::draw::{self, counted};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::parallel::Divided;
use crate::shell::pictures::{self, Pictures};
use crate::shell::{input, progress};
use gridwright::frames::json;
use gridwright::model::Board;
use gridwright::solve::{End, Status};
use gridwright::view::{SolutionsView, StatusLine, TraceView};
use gridwright::{Puzzle, Reading};

pub fn run(global: &Global, args: &Solve, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let puzzle = &reading.puzzle;
    if !global.json || args.form.to.is_some() {
        draw::refuse_solutions_early(puzzle, &args.form)?;
    }
    if args.all || args.limit.is_some() {
        return several(global, args, &reading, output);
    }
    output.divert(&args.destination, global)?;
    if args.trace {
        return trace(global, puzzle, &args.form, output);
    }
    let status = status(global, args, &reading);
    if global.json {
        let in_format = |board| Some(draw::solution(puzzle, board, &args.form, output));
        let solution =
            status.solution().filter(|_| args.form.to.is_some()).and_then(in_format).transpose()?;
        let line = StatusLine { solution: solution.as_deref(), ..StatusLine::new(puzzle, &status) };
        output.status(line)?;
    } else {
        if let Some(board) = status.solution() {
            let text = draw::solution(puzzle, board, &args.form, output)?;
            output.lines(&text)?;
        }
        let sentence = match &status {
            Status::None => "no solution".to_string(),
            Status::Unique(_) => "the only solution".to_string(),
            Status::Multiple(..) => "one of several solutions".to_string(),
            Status::Unknown { found: Some(_), why } => {
                format!("a solution; {why} before it was known whether it is the only one")
            }
            Status::Unknown { found: None, why } => format!("{why} before a solution was found"),
        };
        say(&args.form, &sentence, output)?;
    }
    Ok(match status {
        Status::None => Exit::No,
        Status::Multiple(..) if args.unique => Exit::No,
        Status::Unique(_) | Status::Multiple(..) => Exit::Yes,
        Status::Unknown { .. } => Exit::Unknown,
    })
}

fn status(global: &Global, args: &Solve, reading: &Reading) -> Status {
    let (query, pulse) = progress::query(global, reading, args.question.from_position, None, "solving");
    match (args.first, global.steps) {
        (true, _) => query.first(),
        // A budget is for one search.
        (_, Some(_)) => query.status(),
        _ => query.fast_status().unwrap_or_else(|| {
            let workers = progress::workers(args.jobs);
            Divided::new(&query, progress::stop())
                .status(&mut query.engine(), workers, &|message| pulse.say(message))
        }),
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

/// A solution among others; those of more than one line are set apart.
pub fn one_of_several(
    puzzle: &Puzzle,
    solution: &Board,
    form: &Form,
    is_first: bool,
    output: &mut Output,
) -> Result<String, Failure> {
    let mut text = draw::solution(puzzle, solution, form, output)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(if !is_first && text.lines().nth(1).is_some() { format!("\n{text}") } else { text })
}

/// The next solution of a list in JSON: in the shape of the genre's data sets, or as text if a format is requested.
pub fn list_entry(
    puzzle: &Puzzle,
    solution: &Board,
    form: &Form,
    is_first: bool,
    output: &mut Output,
) -> Result<String, Failure> {
    let mut text = if is_first { String::new() } else { ",".to_string() };
    match form.to {
        None => puzzle.push_solution(&mut text, solution),
        Some(_) => json::push_string(&mut text, &draw::solution(puzzle, solution, form, output)?),
    }
    Ok(text)
}

/// Prints solutions as they are found, or draws each in a file of its own.
fn several(global: &Global, args: &Solve, reading: &Reading, output: &mut Output) -> Result<Exit, Failure> {
    let puzzle = &reading.puzzle;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut pictures = pictures::divert(global, &args.form, &args.destination, ("solution", limit), output)?;
    let (query, pulse) = progress::query(global, reading, args.question.from_position, None, "solving");
    let mut found: u64 = 0;
    let mut solutions = query.solutions();
    let view = |found, end, output: &Output| {
        output.framed(SolutionsView::new(puzzle, found, end)).around_list("solutions")
    };
    if global.json {
        output.text(&view(0, End::Limit, output).0)?;
    }
    let cancel = progress::stop();
    while found < limit
        && !cancel.is_cancelled()
        && let Some(board) = solutions.next()
    {
        found += 1;
        pulse.found_one();
        if let Some(pictures) = &mut pictures {
            pictures.write(found, &draw::solution(puzzle, &board, &args.form, output)?)?;
            continue;
        }
        let text = if global.json {
            list_entry(puzzle, &board, &args.form, found == 1, output)?
        } else {
            one_of_several(puzzle, &board, &args.form, found == 1, output)?
        };
        pulse.aside(|| output.text(&text).and_then(|()| output.breathe()))?;
    }
    let end = match cancel.check() {
        Err(why) => End::Stopped(why),
        Ok(()) if solutions.next().is_some() => End::Limit,
        Ok(()) => solutions.end().unwrap_or(End::Exhausted),
    };
    drop(pulse);
    pictures.map_or(Ok(()), Pictures::finish)?;
    if global.json {
        output.lines(&view(found, end, output).1)?;
    } else {
        let number = counted(found, "solution");
        let sentence = match (found, end) {
            (0, End::Exhausted) => "no solution".to_string(),
            (1, End::Exhausted) => "the only solution".to_string(),
            (_, End::Exhausted) => format!("{number}, all there are"),
            (_, End::Limit) => format!("{number}, there are more"),
            (_, End::Stopped(why)) => format!("{number}; {why} before it was known whether there are more"),
        };
        say(&args.form, &sentence, output)?;
    }
    Ok(match (found, end) {
        (_, End::Stopped(_)) => Exit::Unknown,
        (0, _) => Exit::No,
        _ => Exit::Yes,
    })
}

fn trace(global: &Global, puzzle: &Puzzle, form: &Form, output: &mut Output) -> Result<Exit, Failure> {
    let Some(trace) = puzzle.genre().trace else {
        return Err(Failure::Message(format!(
            "{} has no order in which solving is taught",
            puzzle.genre().name
        )));
    };
    let order = trace(puzzle.board());
    let view = TraceView::new(puzzle, order.as_deref());
    if global.json {
        output.document(view)?;
    } else if let (Some(atoms), Some(names)) = (&order, &view.trace) {
        for (i, name) in names.iter().enumerate() {
            output.lines(&format!("{:>3}. {name}", i + 1))?;
        }
        let mut entered = puzzle.blank();
        atoms.iter().for_each(|atom| entered.enter(*atom));
        let text = draw::solution(puzzle, &entered.board, form, output)?;
        output.lines(&text)?;
    } else {
        say(form, "no solution", output)?;
    }
    Ok(if order.is_some() { Exit::Yes } else { Exit::No })
}
