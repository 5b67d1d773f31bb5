//! `hint`: the next step from a player's own position, up to the requested stage.

use crate::Exit;
use crate::args::{Form, Global, Hint as Args};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use crate::shell::{draw, input, progress};
use gridwright::Reading;
use gridwright::explain::Hint;
use gridwright::view::HintView;

pub fn run(global: &Global, args: &Args, output: &mut Output) -> Result<Exit, Failure> {
    let (reading, session) = input::read_with_history(global, &args.puzzle, output)?;
    let (query, pulse) = progress::query(global, &reading, true, None, "looking for a step");
    let hint = args.assumption.of(query).hint();
    let limits = pulse.limits(global, "looking for the last right position");
    let right_after = match (&hint, &session) {
        (Hint::Wrong(_), Some(session)) => session.last_right(&limits),
        _ => None,
    };
    let why = match &hint {
        Hint::Wrong(mistake) if args.why => {
            let limits = pulse.limits(global, "looking for the reason");
            Some(mistake.why(&reading.puzzle, &limits))
        }
        _ => None,
    };
    drop(pulse);
    let exit = match hint {
        Hint::Step(_) | Hint::Solved | Hint::Shared => Exit::Yes,
        Hint::Wrong(_) => Exit::No,
        Hint::Unknown(_) => Exit::Unknown,
    };
    if global.json {
        let view = HintView { right_after, ..HintView::new(&reading.puzzle, &hint, args.stage) };
        let steps = why.as_ref().and_then(|why| why.as_ref().ok()?.as_ref());
        output.document(view.with_why(&reading.puzzle, steps))?;
        return Ok(exit);
    }
    match &hint {
        Hint::Step(_) => tell(&reading, &hint, args, output)?,
        Hint::Unknown(why) => output.lines(&format!("{why} before a step was found"))?,
        _ => {
            let text = hint.stages(&reading.puzzle).join("\n");
            output.text(&wrapped(&text, 0, output.columns))?;
        }
    }
    match &why {
        Some(Ok(Some(why))) => {
            for text in why.in_words(&reading.puzzle) {
                output.text(&wrapped(&text, 0, output.columns))?;
            }
        }
        Some(Err(stopped)) => output.lines(&format!("{stopped} before the reason was found"))?,
        _ => {}
    }
    if let (Some(session), Some(actions)) = (&session, right_after) {
        let all = session.actions().len();
        output.lines(&format!("The position was last right after {actions} of {all} actions:"))?;
        let scene = reading.puzzle.scene(&session.position_after(actions));
        let board = draw::drawing(&reading.puzzle, &scene, &Form { to: None, style: args.style }, output)?;
        output.lines(&board)?;
    }
    if matches!(hint, Hint::Wrong(_)) && !args.why {
        output.advise("--why shows step by step why they cannot stand");
    }
    if matches!(hint, Hint::Shared) {
        output.advise("'gridwright common' shows what all solutions share");
    }
    Ok(exit)
}

fn tell(reading: &Reading, hint: &Hint, args: &Args, output: &mut Output) -> Result<(), Failure> {
    let puzzle = &reading.puzzle;
    let stage = usize::from(args.stage.number());
    for text in hint.stages(puzzle).iter().take(stage) {
        let columns = output.columns;
        output.text(&wrapped(text, 0, columns))?;
    }
    if stage >= 2 {
        let mut scene = puzzle.scene(&reading.position);
        hint.point_out(puzzle, stage, &mut scene);
        let form = Form { to: None, style: args.style };
        let board = draw::drawing(puzzle, &scene, &form, output)?;
        output.lines(&board)?;
    }
    if let Some(next) = args.stage.next() {
        output.advise(format!("--stage {next} tells more"));
    }
    Ok(())
}
