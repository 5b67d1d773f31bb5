//! `rate`: how hard a puzzle is.

use crate::Exit;
use crate::args::{Global, Rate};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress};
use gridwright::Puzzle;
use gridwright::explain::{Grade, Ungraded};
use gridwright::view::GradeView;

pub fn run(global: &Global, args: &Rate, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle, output)?;
    let (query, pulse) = progress::query(global, &reading, false, None, "grading");
    let grade = args.assumption.of(query).rate();
    drop(pulse);
    let exit = match grade {
        Ok(_) => Exit::Yes,
        Err(Ungraded::NoSolution) => Exit::No,
        Err(Ungraded::Stopped(_) | Ungraded::TooHard) => Exit::Unknown,
    };
    if global.json {
        output.document(GradeView::new(&reading.puzzle, &grade))?;
        return Ok(exit);
    }
    match &grade {
        Ok(grade) => print(&reading.puzzle, grade, output)?,
        Err(ungraded) => remark(&ungraded.to_string()),
    }
    Ok(exit)
}

fn print(puzzle: &Puzzle, grade: &Grade, output: &mut Output) -> Result<(), Failure> {
    output.lines(&format!("rating {}, {}", grade.rating(), grade.level()))?;
    if let Some(hardest) = grade.bottleneck() {
        let choice = match hardest.available() {
            1 => "the only step there was".to_string(),
            n => format!("{} to choose from", counted(n, "step")),
        };
        let (name, hardness) = (&hardest.easiest, hardest.hardness);
        output.lines(&format!("hardest step: {name} ({hardness}), {choice}"))?;
        if let Some(note) = puzzle.genre().hardness_note {
            output.lines(&format!("({hardness} is {note})"))?;
        }
    }
    if grade.steps().is_empty() {
        output.lines("nothing to find: every step is trivial")?;
    } else {
        output.lines("steps found, by the number of rules each takes:")?;
    }
    for ((size, name), number) in grade.steps() {
        output.lines(&format!("{size:>4} {number:>5}  {name}"))?;
    }
    if !grade.is_solved {
        output.advise("there are several solutions; this is how hard it is to find what they share");
    }
    Ok(())
}
