//! `emulsion solve`: who wins with best play, on several threads.

use super::args::Solve;
use super::{print, read};
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::progress::{self, Pulse};
use gridwright_emulsion::view::SolutionView;
use gridwright_emulsion::{Cancel, Colour, Limits, Line, Position, Solution, Solver, Stopped, Swap, Turn};

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
    let mut solver = ParallelSolver::new(position, memory, workers, global.steps, &pulse);
    let solution = Solution {
        position: position.clone(),
        winner: solver.winner(position),
        moves: args.moves.then(|| solver.moves(position)),
        line: args.line.then(|| solver.line(position)),
        steps: solver.steps(),
    };
    drop(pulse);
    if global.json {
        print(&SolutionView::new(&solution), output)?;
    } else {
        output.text(&solution.to_string())?;
        if let Err(stopped) = solution.winner {
            remark(&format!("not known; {stopped} before it was proven"));
        }
    }
    Ok(if solution.is_complete() { Exit::Yes } else { Exit::Unknown })
}

/// Solvers with common tables, one a thread.
struct ParallelSolver<'p> {
    solvers: Vec<Solver>,
    /// The most that each question may take.
    steps: Option<u64>,
    pulse: &'p Pulse,
}

impl<'p> ParallelSolver<'p> {
    fn new(
        position: &Position,
        memory: usize,
        workers: usize,
        steps: Option<u64>,
        pulse: &'p Pulse,
    ) -> ParallelSolver<'p> {
        let first = Solver::with_limits(position, Limits::default().memory(memory));
        let mut solvers: Vec<Solver> = (1..workers as u64).map_while(|i| first.companion(i)).collect();
        solvers.insert(0, first);
        ParallelSolver { solvers, steps, pulse }
    }

    fn steps(&self) -> u64 {
        self.solvers.iter().map(Solver::steps).sum()
    }

    /// All look at the same position in different orders and fill the tables; the first who knows ends it.
    fn winner(&mut self, position: &Position) -> Result<Colour, Stopped> {
        let found = Cancel::new();
        let limits: Vec<Limits> = self.solvers.iter().map(|_| self.limits(&found)).collect();
        self.solvers.iter_mut().zip(limits).for_each(|(solver, limits)| solver.limit(limits));
        let answers: Vec<Result<Colour, Stopped>> = std::thread::scope(|scope| {
            let ask = |solver: &mut Solver| {
                let winner = solver.winner(position);
                if winner.is_ok() {
                    found.cancel();
                }
                winner
            };
            let threads: Vec<_> =
                self.solvers.iter_mut().map(|solver| scope.spawn(move || ask(solver))).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        answers.iter().copied().find(Result::is_ok).unwrap_or(answers[0])
    }

    fn moves(&mut self, position: &Position) -> Vec<(Swap, Result<Colour, Stopped>)> {
        let after = |swap: Swap| position.after(Turn::Swap(swap)).expect("the swap is legal");
        position.board.swaps().into_iter().map(|swap| (swap, self.winner(&after(swap)))).collect()
    }

    fn line(&mut self, position: &Position) -> Line {
        let limits = self.limits(&Cancel::default());
        self.solvers[0].limit(limits);
        self.solvers[0].line(position)
    }

    /// Limits under which work is cancelled by a token, Ctrl-C or `--timeout`, and shows that it is alive.
    fn limits(&self, cancel: &Cancel) -> Limits {
        let found = cancel.clone();
        let cancel = self.pulse.cancel("proving").or_when(move || found.is_cancelled());
        Limits::default().steps(self.steps).cancel(cancel)
    }
}
