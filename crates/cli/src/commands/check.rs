//! `check`: which rules the entries break, or what is still missing.

use crate::Exit;
use crate::args::{Check, Global};
use crate::shell::draw::counted;
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
    let check = query.check(args.deep);
    drop(pulse);
    let exit = match (check.verdict, check.proof) {
        (Verdict::Wrong, _) => Exit::No,
        (_, Proof::Unknown(_)) => Exit::Unknown,
        (Verdict::Solved, _) => Exit::Yes,
        (Verdict::RightSoFar | Verdict::Unbroken, _) => Exit::Unfinished,
    };
    let view = CheckView::new(&reading.puzzle, &reading.position, &check);
    if global.json {
        output.document(view)?;
        return Ok(exit);
    }
    for broken in &view.broken {
        let (rule, cells) = (&broken.rule, broken.rule.cells.join(" "));
        output.lines(&format!("broken: {}: {} [{cells}]", rule.rule, broken.text))?;
    }
    for rule in view.missing.iter().take(MOST_MISSING) {
        output.lines(&format!("missing: {}: {}", rule.rule, rule.sentence))?;
    }
    if view.missing.len() > MOST_MISSING {
        output.lines(&format!("missing: {} more", view.missing.len() - MOST_MISSING))?;
    }
    let verdict = view.status.in_words();
    match check.proof {
        Proof::Unknown(why) => output.lines(&format!("{verdict}; {why} before more was known"))?,
        _ if !check.broken.is_empty() => {
            output.lines(&format!("{verdict}: {}", counted(check.broken.len(), "broken rule")))?;
        }
        _ if check.verdict == Verdict::RightSoFar => {
            output.lines(&format!("{verdict}, and it can be completed"))?;
        }
        _ => output.lines(verdict)?,
    }
    Ok(exit)
}
