//! `emulsion puzzle`: positions with exactly one winning move, by proof.

use super::args::Puzzle as Args;
use super::{drawn, print};
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{progress, status_line};
use gridwright_emulsion::view::PuzzleView;
use gridwright_emulsion::{Limits, Puzzle, PuzzleMaker};

pub fn run(global: &Global, args: &Args, output: &mut Output) -> Result<Exit, Failure> {
    let start = args.start()?;
    let seed = args.seed.unwrap_or_else(crate::commands::generate::some_seed);
    if args.play {
        if global.json {
            let message = "'emulsion puzzle --play' has no JSON: leave out --json";
            return Err(Failure::Message(message.to_string()));
        }
        let maker = PuzzleMaker::new(&start, seed);
        return crate::play::emulsion::puzzles(&start, maker, output);
    }
    progress::catch_interrupts();
    let limits = Limits::default().cancel(progress::stop());
    let mut maker = PuzzleMaker::with_limits(&start, seed, limits);
    let bar = status_line::bar(Some(args.count), "{bar:40} {pos} of {len}, {elapsed}", !output.is_terminal);
    let mut made = 0;
    let mut why = None;
    while made < args.count {
        let puzzle = match maker.make() {
            Ok(Some(puzzle)) => puzzle,
            Ok(None) => {
                why = Some("no more were found".to_string());
                break;
            }
            Err(stopped) => {
                why = Some(stopped.to_string());
                break;
            }
        };
        let view = PuzzleView::new(&puzzle, seed, made, !global.json || args.solution);
        bar.suspend(|| match global.json {
            true => print(&view, output),
            false => show(args, &puzzle, &view, output),
        })?;
        output.breathe()?;
        made += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Some(why) = why else { return Ok(Exit::Yes) };
    remark(&format!("{why} after {made} of {}", args.count));
    Ok(Exit::Unknown)
}

fn show(args: &Args, puzzle: &Puzzle, view: &PuzzleView, output: &mut Output) -> Result<(), Failure> {
    if view.number > 0 {
        output.lines("")?;
    }
    output.lines(&view.position)?;
    output.lines(&drawn(&puzzle.position, output.colour))?;
    output.lines(&format!("one of {} moves wins for {}", puzzle.moves, puzzle.position.to_move))?;
    if let (true, Some(answer), Some(line)) = (args.solution, &view.answer, &view.line) {
        output.lines(&format!("{answer}; best play: {}", line.join(" ")))?;
    }
    Ok(())
}
