//! `emulsion puzzle`: positions with exactly one winning move, by proof.

use super::args::Puzzle;
use super::{drawn, written};
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{progress, status_line};
use gridwright_base::{Cancel, Limits};
use gridwright_emulsion::{Quiz, Task};
use serde_json::json;

pub fn run(global: &Global, args: &Puzzle, output: &mut Output) -> Result<Exit, Failure> {
    let start = args.start()?;
    let seed = args.seed.unwrap_or_else(crate::commands::generate::some_seed);
    progress::catch_interrupts();
    let cancel = Cancel::when(progress::interrupted);
    let mut quiz = Quiz::with_limits(&start, seed, Limits::default().cancel(cancel));
    let bar = status_line::bar(Some(args.count), "{bar:40} {pos} of {len}, {elapsed}", !output.is_terminal);
    let mut made = 0;
    while made < args.count {
        let Ok(Some(task)) = quiz.make() else { break };
        bar.suspend(|| tell(global, args, seed, made, &task, output))?;
        output.breathe()?;
        made += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if made < args.count {
        let why = if progress::interrupted() { "interrupted" } else { "no more were found" };
        remark(&format!("{why} after {made} of {}", args.count));
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Yes)
}

fn tell(
    global: &Global,
    args: &Puzzle,
    seed: u64,
    number: u64,
    task: &Task,
    output: &mut Output,
) -> Result<(), Failure> {
    let position = &task.position;
    let answer = written(position, task.answer);
    if global.json {
        return output.json(&json!({
            "position": position.to_line(),
            "to_move": position.to_move.name(),
            "moves": task.moves,
            "depth": task.line.len(),
            "answer": args.solution.then_some(answer),
            "line": args.solution.then(|| position.write_line(&task.line)),
            "seed": seed,
            "number": number,
        }));
    }
    if number > 0 {
        output.lines("")?;
    }
    output.lines(&position.to_line())?;
    output.lines(&drawn(position, output.colour))?;
    let mover = position.to_move.name();
    output.lines(&format!("one of {} moves wins for {mover}", task.moves))?;
    if args.solution {
        output.lines(&format!("{answer}; best play: {}", position.write_line(&task.line).join(" ")))?;
    }
    Ok(())
}
