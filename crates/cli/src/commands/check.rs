//! `check`: which rules the entries break, or what is still missing.

use crate::Exit;
use crate::args::{Check, Global};
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use crate::shell::{input, progress};
use gridwright::Proof;
use gridwright::model::Verdict;
use gridwright::view::CheckView;

/// How many missing things are listed in text; JSON has them all.
const MOST_MISSING: usize = 12;

pub fn run(global: &Global, args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle, output)?;
    let (query, pulse) = progress::query(global, &reading, true, None, "looking for a way to complete it");
    let mut check = query.check(args.deep);
    drop(pulse);
    let exit = match (check.verdict, check.proof) {
        (Verdict::Wrong, _) => Exit::No,
        (_, Proof::Unknown(_)) => Exit::Unknown,
        (Verdict::Solved, _) => Exit::Yes,
        (Verdict::RightSoFar | Verdict::Unbroken, _) => Exit::Unfinished,
    };
    if global.json {
        output.document(CheckView::new(&reading.puzzle, &reading.position, &check))?;
        return Ok(exit);
    }
    let more = check.missing.len().saturating_sub(MOST_MISSING);
    check.missing.truncate(MOST_MISSING);
    let view = CheckView::new(&reading.puzzle, &reading.position, &check);
    output.lines(&check.summary())?;
    for broken in &view.broken {
        let cells = match broken.rule.cells.join(" ") {
            none if none.is_empty() => none,
            cells => format!(" [{cells}]"),
        };
        output.lines(&format!("broken: {}: {}{cells}", broken.rule.rule, broken.text))?;
    }
    for rule in &view.missing {
        output.lines(&format!("missing: {}: {}", rule.rule, rule.sentence))?;
    }
    if more > 0 {
        output.lines(&format!("missing: {more} more"))?;
    }
    Ok(exit)
}
