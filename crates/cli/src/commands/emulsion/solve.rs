//! `emulsion solve`: who wins with best play, on several threads.

use super::args::Solve;
use super::{read, written};
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::progress::{self, Pulse};
use gridwright_base::{Cancel, Limits, Stopped};
use gridwright_emulsion::{Colour, Outcome, Position, Solver, Swap, Turn};
use serde_json::{Value, json};

pub fn run(global: &Global, args: &Solve, output: &mut Output) -> Result<Exit, Failure> {
    let record = read(&args.place)?;
    let position = record.game().position();
    let memory = (args.memory as usize).saturating_mul(1 << 20);
    if Vec::<u8>::new().try_reserve_exact(memory).is_err() {
        return Err(Failure::Message(format!("there are no {} MiB for --memory", args.memory)));
    }
    let pulse = progress::pulse();
    // Several threads do not take the same steps each time.
    let workers = if global.steps.is_some() { 1 } else { progress::workers(args.jobs) };
    let mut team = Team::new(position, memory, workers, global.steps);
    let winner = team.winner(position, &pulse);
    let mut results = Vec::new();
    if args.moves {
        for swap in position.board.swaps() {
            let after = position.after(Turn::Swap(swap)).expect("the swap is legal");
            results.push((swap, team.winner(&after, &pulse)));
        }
    }
    let line = if args.line { team.line(position, &pulse) } else { Vec::new() };
    drop(pulse);
    let is_complete = winner.is_some() && results.iter().all(|(_, winner)| winner.is_some());
    let line = position.write_line(&line);
    if global.json {
        let moves: Vec<Value> = results
            .iter()
            .map(|(swap, winner)| json!({ "turn": written(position, *swap), "winner": winner.map(Colour::name) }))
            .collect();
        output.json(&json!({
            "position": position.to_line(),
            "tie": position.tie.name(),
            "winner": winner.map(Colour::name),
            "player": mover_wins_by_pie(position).map(|wins| if wins { "mover" } else { "opponent" }),
            "moves": args.moves.then_some(moves),
            "line": args.line.then_some(line),
            "steps": team.steps(),
        }))?;
    } else {
        if let Some(mover_wins) = mover_wins_by_pie(position) {
            output.lines(pie_verdict(position, mover_wins))?;
        }
        match winner {
            Some(winner) => output.lines(&format!("{} wins", winner.name()))?,
            None => remark(&format!("not known; {} before it was proven", why())),
        }
        for wanted in [Some(Colour::Black), Some(Colour::White), None] {
            let found = results.iter().filter(|(_, winner)| *winner == wanted);
            let found: Vec<String> = found.map(|(swap, _)| written(position, *swap)).collect();
            let is_told = wanted.is_some() || !found.is_empty();
            if args.moves && is_told {
                let count = format!("{} of {} moves", found.len(), results.len());
                let list = found.iter().map(|turn| format!(" {turn}")).collect::<String>();
                let told = wanted.map_or("not known".to_string(), |winner| format!("{} wins", winner.name()));
                output.lines(&format!("{told} after {count}:{list}"))?;
            }
        }
        if args.line {
            output.lines(&line.join(" "))?;
        }
    }
    Ok(if is_complete { Exit::Yes } else { Exit::Unknown })
}

/// Under the pie rule, whether whoever is to move wins; `None` where nobody comes to swap sides any more.
///
/// Whoever may swap sides takes the better one. Before that only a move that ends the game helps.
fn mover_wins_by_pie(position: &Position) -> Option<bool> {
    let end = |swap: Swap| position.after(Turn::Swap(swap)).expect("the swap is legal").outcome();
    let ends: Vec<Option<Outcome>> = position.board.swaps().into_iter().map(end).collect();
    let ends_well = |end: &Option<Outcome>| end.as_ref().is_some_and(|end| end.winner == position.to_move);
    match position.may_swap_sides() {
        true => (!ends.is_empty()).then_some(true),
        false => (position.pie && ends.iter().any(Option::is_none)).then(|| ends.iter().any(ends_well)),
    }
}

fn pie_verdict(position: &Position, mover_wins: bool) -> &'static str {
    match (position.may_swap_sides(), mover_wins) {
        (true, _) => "Whoever is to move wins: sides can be swapped. On the board as it is:",
        (false, true) => "Black wins before sides can be swapped. On the board as it is:",
        (false, false) => {
            "The second player wins: sides can be swapped after the first move. On the board as it is:"
        }
    }
}

/// Solvers with common tables, one a thread.
struct Team {
    solvers: Vec<Solver>,
    /// The most that each question may take.
    steps: Option<u64>,
}

impl Team {
    fn new(position: &Position, memory: usize, workers: usize, steps: Option<u64>) -> Team {
        let first = Solver::with_limits(position, Limits::default().memory(memory));
        let mut solvers: Vec<Solver> = (1..workers as u64).map_while(|i| first.companion(i)).collect();
        solvers.insert(0, first);
        Team { solvers, steps }
    }

    fn steps(&self) -> u64 {
        self.solvers.iter().map(Solver::steps).sum()
    }

    /// All look at the same position in different orders and fill the tables; the first who knows ends it.
    fn winner(&mut self, position: &Position, pulse: &Pulse) -> Option<Colour> {
        let found = Cancel::new();
        for solver in &mut self.solvers {
            solver.limit(limits(&found, self.steps, pulse));
        }
        std::thread::scope(|scope| {
            let ask = |solver: &mut Solver| {
                let winner = solver.winner(position);
                if winner.is_ok() {
                    found.cancel();
                }
                winner.ok()
            };
            let handles: Vec<_> =
                self.solvers.iter_mut().map(|solver| scope.spawn(move || ask(solver))).collect();
            let answers: Vec<Option<Colour>> = handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect();
            answers.into_iter().flatten().next()
        })
    }

    fn line(&mut self, position: &Position, pulse: &Pulse) -> Vec<Turn> {
        self.solvers[0].limit(limits(&Cancel::default(), self.steps, pulse));
        self.solvers[0].line(position).turns
    }
}

/// Limits under which work is cancelled by a token or Ctrl-C, and shows that it is alive.
fn limits(cancel: &Cancel, steps: Option<u64>, pulse: &Pulse) -> Limits {
    let interrupt = pulse.cancel("proving");
    let limits = Limits::default().cancel(cancel.or_when(move || interrupt.is_cancelled()));
    steps.map_or(limits.clone(), |steps| limits.steps(steps))
}

/// Why there is no proof.
fn why() -> Stopped {
    if progress::interrupted() { Stopped::Cancelled } else { Stopped::Steps }
}
