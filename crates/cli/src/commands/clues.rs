//! `clues`, `minimise`, `clash`, `distinguish` and `complete`: what a setter asks about the clues of a puzzle.

use crate::Exit;
use crate::args::{Clash, Clues, Complete, Distinguish, Form, Global, Minimise};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input, progress};
use gridwright::clues::{Aim, CluesError, CompleteError, Wish, clash_summary};
use gridwright::model::RuleId;
use gridwright::view::{ClashView, CluesView, CompletionView, DistinctionView, MinimisedView};
use gridwright::{Puzzle, Reading};

pub fn clues(global: &Global, args: &Clues, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle, output)?;
    let (query, pulse) = progress::query(global, &reading, false, None, "trying clues");
    let clues = query.clues();
    drop(pulse);
    if global.json {
        output.document(CluesView::new(&reading.puzzle, &clues))?;
    } else if let Ok(clues) = &clues {
        list(&reading.puzzle, &clues.superfluous, output)?;
        remark(&clues.summary());
    }
    Ok(exit(clues.err(), global))
}

pub fn minimise(global: &Global, args: &Minimise, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle, output)?;
    output.divert(&args.destination, global)?;
    let (query, pulse) = progress::query(global, &reading, false, None, "leaving out clues");
    let minimised = query.minimise(args.seed);
    drop(pulse);
    let text = match &minimised {
        Ok(minimised) => Some(drawn(&reading, &minimised.puzzle, &args.form, output)?),
        Err(_) => None,
    };
    if global.json {
        let format = args.form.to.map_or("text", |target| target.name()).to_string();
        output.document(MinimisedView::with_text(&reading.puzzle, &minimised, format, text))?;
    } else if let (Some(text), Ok(minimised)) = (text, &minimised) {
        output.lines(&text)?;
        remark(&minimised.summary());
    }
    Ok(exit(minimised.err(), global))
}

pub fn clash(global: &Global, args: &Clash, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let from_position = args.question.from_position;
    let (query, pulse) =
        progress::query(global, &reading, from_position, None, "looking for clues that clash");
    let clash = query.clash();
    drop(pulse);
    let exit = match &clash {
        Ok(Some(_)) => Exit::Yes,
        Ok(None) => Exit::No,
        Err(_) => Exit::Unknown,
    };
    if global.json {
        output.document(ClashView::new(&reading.puzzle, &clash))?;
        return Ok(exit);
    }
    for (number, set) in clash.iter().flatten().flat_map(|clash| &clash.sets).enumerate() {
        if number > 0 {
            output.lines("or")?;
        }
        list(&reading.puzzle, set, output)?;
    }
    remark(&clash_summary(&clash));
    Ok(exit)
}

pub fn distinguish(global: &Global, args: &Distinguish, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let from_position = args.question.from_position;
    let (query, pulse) = progress::query(global, &reading, from_position, None, "telling solutions apart");
    let distinction = query.distinguish();
    drop(pulse);
    let exit = match &distinction {
        Ok(distinction) if distinction.cells.is_empty() => Exit::No,
        Ok(_) => Exit::Yes,
        Err(_) => Exit::Unknown,
    };
    if global.json {
        output.document(DistinctionView::new(&reading.puzzle, &distinction))?;
        return Ok(exit);
    }
    match &distinction {
        Ok(distinction) => {
            for deciding in &distinction.clues {
                output.lines(&deciding.in_words())?;
            }
            remark(&distinction.summary());
        }
        Err(why) => remark(&format!("{why} before two solutions were found")),
    }
    Ok(exit)
}

pub fn complete(global: &Global, args: &Complete, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let grid = Some(reading.puzzle.grid());
    let pattern = args.pattern.as_deref().map(|path| input::pattern(path, grid)).transpose()?;
    output.divert(&args.destination, global)?;
    let aim = if args.fairest { Aim::Fairest } else { Aim::Fewest };
    let wish = Wish { aim, pattern, seed: args.seed };
    let from_position = args.question.from_position;
    let (query, pulse) = progress::query(global, &reading, from_position, None, "adding clues");
    let completion = query.complete(&wish);
    drop(pulse);
    let text = match &completion {
        Ok(completion) => Some(drawn(&reading, &completion.puzzle, &args.form, output)?),
        Err(_) => None,
    };
    if global.json {
        let format = args.form.to.map_or("text", |target| target.name()).to_string();
        output.document(CompletionView::with_text(&reading.puzzle, &completion, format, text))?;
    } else if let (Some(text), Ok(completion)) = (text, &completion) {
        output.lines(&text)?;
        remark(&completion.summary());
    }
    let Err(error) = completion else { return Ok(Exit::Yes) };
    if !global.json {
        remark(&error.to_string());
    }
    Ok(match error {
        CompleteError::NoSolution | CompleteError::TooFewPlaces => Exit::No,
        CompleteError::NotFound(_) | CompleteError::Stopped(_) => Exit::Unknown,
    })
}

/// A puzzle that was made from another one, in its form.
fn drawn(reading: &Reading, puzzle: &Puzzle, form: &Form, output: &mut Output) -> Result<String, Failure> {
    let changed = Reading { position: puzzle.blank(), puzzle: puzzle.clone(), ..reading.clone() };
    draw::position(&changed, form, output)
}

/// Clues as sentences, one a line.
fn list(puzzle: &Puzzle, clues: &[RuleId], output: &mut Output) -> Result<(), Failure> {
    clues.iter().try_for_each(|clue| output.lines(&puzzle.sentence(puzzle.model().get(*clue))))
}

fn exit(error: Option<CluesError>, global: &Global) -> Exit {
    let Some(error) = error else { return Exit::Yes };
    if !global.json {
        remark(&error.to_string());
    }
    match error {
        CluesError::Stopped { .. } => Exit::Unknown,
        CluesError::NoSolution | CluesError::Several => Exit::No,
    }
}
