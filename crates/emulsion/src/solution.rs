//! What is proven about a position, for people and programs.

use crate::board::Swap;
use crate::position::{Colour, Position, Turn};
use crate::solver::{Line, Solver};
use gridwright_base::Stopped;
use std::fmt;

/// Who wins with best play, and what else was asked.
///
/// ```
/// use gridwright_emulsion::{Position, Solution, Solver};
/// let position = Position::start(4)?;
/// let mut solver = Solver::new(&position);
/// let solution = Solution::of(&position, &mut solver).with_line(&mut solver);
/// assert!(solution.is_complete() && solution.to_string().starts_with("Black wins\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The position.
    pub position: Position,
    /// Which colour wins, without the pie rule.
    pub winner: Result<Colour, Stopped>,
    /// Which colour wins after each move, where that was asked.
    pub moves: Option<Vec<(Swap, Result<Colour, Stopped>)>>,
    /// A game with best play, where that was asked.
    pub line: Option<Line>,
    /// The number of positions visited.
    pub steps: u64,
}

impl Solution {
    /// Asks a solver who wins.
    pub fn of(position: &Position, solver: &mut Solver) -> Solution {
        let winner = solver.winner(position);
        Solution { position: position.clone(), winner, moves: None, line: None, steps: solver.steps() }
    }

    /// Asks it who wins after each move, too.
    pub fn with_moves(self, solver: &mut Solver) -> Solution {
        let moves = Some(solver.results(&self.position));
        Solution { moves, steps: solver.steps(), ..self }
    }

    /// Asks it for a game with best play, too.
    pub fn with_line(self, solver: &mut Solver) -> Solution {
        let line = Some(solver.line(&self.position));
        Solution { line, steps: solver.steps(), ..self }
    }

    /// Whether it is proven who wins, and for each move where that was asked.
    pub fn is_complete(&self) -> bool {
        self.winner.is_ok() && self.moves.iter().flatten().all(|(_, winner)| winner.is_ok())
    }

    fn write_moves(
        &self,
        moves: &[(Swap, Result<Colour, Stopped>)],
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        for wanted in [Some(Colour::Black), Some(Colour::White), None] {
            let found = moves.iter().filter(|(_, winner)| winner.ok() == wanted);
            let found: Vec<String> =
                found.map(|(swap, _)| format!(" {}", self.position.write_turn(Turn::Swap(*swap)))).collect();
            let result = match wanted {
                Some(winner) => format!("{winner} wins"),
                None if found.is_empty() => continue,
                None => "not known".to_string(),
            };
            writeln!(f, "{result} after {} of {} moves:{}", found.len(), moves.len(), found.concat())?;
        }
        Ok(())
    }
}

/// What is known, a line each. What is not known is left out, except for moves.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(verdict) = self.position.pie_verdict() {
            writeln!(f, "{verdict}. On the board as it is:")?;
        }
        if let Ok(winner) = self.winner {
            writeln!(f, "{winner} wins")?;
        }
        if let Some(moves) = &self.moves {
            self.write_moves(moves, f)?;
        }
        if let Some(line) = &self.line {
            writeln!(f, "{}", self.position.write_line(&line.turns).join(" "))?;
        }
        Ok(())
    }
}

/// Which player wins under the pie rule; the colours on the board do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieVerdict {
    /// The player to move may swap sides now, and takes the better one.
    MoverTakesBetterSide,
    /// A first move ends the game and wins it before sides can be swapped.
    WonBeforeSwap,
    /// The opponent may swap sides after the first move, and takes the better one.
    OpponentTakesBetterSide,
}

impl PieVerdict {
    /// Whether the player to move wins.
    pub fn mover_wins(self) -> bool {
        self != PieVerdict::OpponentTakesBetterSide
    }
}

impl fmt::Display for PieVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieVerdict::MoverTakesBetterSide => "The player to move wins: sides can be swapped",
            PieVerdict::WonBeforeSwap => "Black wins before sides can be swapped",
            PieVerdict::OpponentTakesBetterSide => {
                "The second player wins: sides can be swapped after the first move"
            }
        })
    }
}

impl Position {
    /// Which player wins under the pie rule; `None` where no player can swap sides any more.
    pub fn pie_verdict(&self) -> Option<PieVerdict> {
        let end = |swap: Swap| self.after(Turn::Swap(swap)).expect("the swap is legal").outcome();
        let ends: Vec<_> = self.board.swaps().into_iter().map(end).collect();
        if self.may_swap_sides() {
            return (!ends.is_empty()).then_some(PieVerdict::MoverTakesBetterSide);
        }
        if !self.pie || ends.iter().all(Option::is_some) {
            return None;
        }
        let is_won = ends.iter().flatten().any(|end| end.winner == self.to_move);
        Some(if is_won { PieVerdict::WonBeforeSwap } else { PieVerdict::OpponentTakesBetterSide })
    }
}
