//! The engine for callers: search a position, report on it, go on to the next.

use crate::board::Swap;
use crate::chance::Chance;
use crate::engine::bitboard::{Bitboard, with_bitboard};
use crate::engine::frame::Frame;
use crate::engine::graph::{Edge, Proof};
use crate::engine::tree::Tree;
use crate::position::{Colour, Illegal, Position, Turn};
use crate::solver::own_pieces;
use gridwright_base::random::Random;
use gridwright_base::{Limits, Progress};
use std::fmt;

/// Searches a position: it plays random games from the most promising positions again and again, and proves results where
/// little is left to play. Equal positions, seeds and numbers of simulations give equal results everywhere.
///
/// It starts no threads. You can run several searches with different seeds at once and put their reports together with
/// [`Report::merge`].
///
/// ```
/// use gridwright_emulsion::{Colour, Position, Search};
/// let position = Position::start(4)?;
/// let mut search = Search::new(&position, 1);
/// search.run(200_000);
/// let report = search.report();
/// assert_eq!(report.proven, Some(Colour::Black));
/// search.play(report.best().expect("there are moves"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    tree: Box<dyn AnyTree>,
    position: Position,
    limits: Limits,
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search at {}", self.position.to_line())
    }
}

/// What a search knows about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReport {
    /// The move.
    pub swap: Swap,
    /// How often the search tried it.
    pub visits: u64,
    /// How often the side to move won then.
    pub wins: u64,
    /// Who wins after it, where that is proven.
    pub proven: Option<Colour>,
}

/// What a search knows about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The position.
    pub position: Position,
    /// Simulations since the search first visited the position.
    pub simulations: u64,
    /// Who wins, where that is proven.
    pub proven: Option<Colour>,
    /// All moves, the best first.
    pub moves: Vec<MoveReport>,
    /// How the game is expected to go on.
    pub line: Vec<Turn>,
}

/// Bytes for a tree unless the limits say otherwise.
const MEMORY: usize = 1 << 30;
/// Simulations between questions whether to stop.
const PATIENCE: u64 = 64;

impl Search {
    /// A search that has not begun.
    pub fn new(position: &Position, seed: u64) -> Search {
        Search::with_limits(position, seed, Limits::default())
    }

    /// The same within limits: a step is a simulation, and each [`Search::run`] may take all the steps. A tree that has
    /// taken its memory (by default 1 GiB) is still searched, but no longer grows.
    pub fn with_limits(position: &Position, seed: u64, limits: Limits) -> Search {
        let bytes = limits.memory.unwrap_or(MEMORY);
        let tree = with_bitboard!(position.board.size(), P => tree::<P>(position, seed, bytes));
        Search { tree, position: position.clone(), limits }
    }

    /// Sets other limits for the next runs. The tree keeps the memory it was given at first.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The position that is searched.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Thinks for this many simulations and returns how many it made: fewer when the result is proven, when the limits
    /// allow fewer, or when the search is cancelled.
    pub fn run(&mut self, simulations: u64) -> u64 {
        let simulations = simulations.min(self.limits.steps.unwrap_or(u64::MAX));
        let total = (simulations < u64::MAX).then_some(simulations);
        for done in 0..simulations {
            if done % PATIENCE == 0 {
                self.limits.report(Progress { task: "thinking", done, total, unit: "simulation" });
                if self.limits.cancel.is_cancelled() {
                    return done;
                }
            }
            if self.tree.is_decided() {
                return done;
            }
            self.tree.simulate();
        }
        simulations
    }

    /// Goes on to the position after a turn and keeps what is known about it.
    pub fn play(&mut self, turn: Turn) -> Result<(), Illegal> {
        self.position = self.position.after(turn)?;
        if let Turn::Swap(swap) = turn {
            self.tree.advance(swap);
        }
        Ok(())
    }

    /// What is known about the position.
    pub fn report(&self) -> Report {
        let mover = self.position.to_move;
        let (simulations, proof) = self.tree.root();
        let mut report = Report {
            position: self.position.clone(),
            simulations,
            proven: winner(proof, mover),
            moves: self.tree.moves(mover),
            line: self.tree.line().into_iter().map(Turn::Swap).collect(),
        };
        report.sort();
        report
    }
}

impl Report {
    /// Adds what another search knows about the same position.
    ///
    /// # Panics
    /// When it is another position.
    pub fn merge(&mut self, other: &Report) {
        assert_eq!(self.position, other.position, "reports of different positions");
        self.simulations += other.simulations;
        for theirs in &other.moves {
            if let Some(ours) = self.moves.iter_mut().find(|ours| ours.swap == theirs.swap) {
                ours.visits += theirs.visits;
                ours.wins += theirs.wins;
                ours.proven = ours.proven.or(theirs.proven);
            }
        }
        let first = self.moves.first().map(|first| first.swap);
        self.proven = self.proven.or(other.proven);
        self.sort();
        // The line must begin with the best move.
        if self.moves.first().map(|best| best.swap) != first {
            self.line.clone_from(&other.line);
        }
        let best = self.moves.first().map(|best| Turn::Swap(best.swap));
        if self.line.first().copied() != best {
            self.line = best.into_iter().collect();
        }
    }

    fn sort(&mut self) {
        let mover = self.position.to_move;
        self.moves.sort_by_key(|m| {
            let rank = m.proven.map_or(1, |winner| if winner == mover { 0 } else { 2 });
            (rank, std::cmp::Reverse(m.visits), m.swap)
        });
    }

    /// Black's chance to win: from simulations, or none or certain where it is proven who wins.
    pub fn black_chance(&self) -> Chance {
        let mover = self.mover_chance();
        if self.position.to_move == Colour::Black { mover } else { mover.opposite() }
    }

    fn mover_chance(&self) -> Chance {
        let mover = self.position.to_move;
        if let Some(winner) = self.proven {
            return Chance::of_win(winner == mover);
        }
        self.moves.first().map_or(Chance::EVEN, |best| best.chance(mover))
    }

    /// The chance of the side to move with a turn.
    pub fn chance_of(&self, turn: Turn) -> Chance {
        let now = self.mover_chance();
        match turn {
            Turn::SwapSides => now.opposite(),
            Turn::Swap(swap) => {
                let found = self.moves.iter().find(|m| m.swap == swap);
                found.map_or(now, |m| m.chance(self.position.to_move))
            }
        }
    }

    /// The best turn; `None` when the game is over. Under the pie rule it swaps sides if the other side is the likelier winner,
    /// and a first move that the opponent may take over leaves the chances as even as possible.
    pub fn best(&self) -> Option<Turn> {
        let best = self.moves.first()?;
        if self.position.is_before_pie() {
            let mover = self.position.to_move;
            // Little is known about a move with few visits.
            let least = (self.simulations / (4 * self.moves.len() as u64)).max(8);
            let known = self.moves.iter().filter(|m| m.visits >= least);
            let even = known.min_by_key(|m| m.chance(mover).distance(Chance::EVEN)).unwrap_or(best);
            return Some(Turn::Swap(even.swap));
        }
        let swap_sides = self.position.may_swap_sides() && self.mover_chance() < Chance::EVEN;
        Some(if swap_sides { Turn::SwapSides } else { Turn::Swap(best.swap) })
    }
}

impl MoveReport {
    /// The chance of the side to move.
    pub(crate) fn chance(&self, mover: Colour) -> Chance {
        match self.proven {
            Some(winner) => Chance::of_win(winner == mover),
            None => Chance::of(self.wins, self.visits),
        }
    }
}

fn winner(proof: Proof, mover: Colour) -> Option<Colour> {
    match proof {
        Proof::Unknown => None,
        Proof::MoverWins => Some(mover),
        Proof::MoverLoses => Some(mover.other()),
    }
}

fn tree<P: Bitboard>(position: &Position, seed: u64, bytes: usize) -> Box<dyn AnyTree> {
    let frame = Frame::<P>::new(position.board.size());
    let own = own_pieces(&position.board, position.to_move, &frame);
    // Seeds that differ little must not give similar games.
    let seed = Random::new(seed).bits();
    Box::new(Tree::new(frame, own, position.tie, seed, bytes))
}

/// A tree for boards of any size.
trait AnyTree: Send {
    fn simulate(&mut self);
    fn is_decided(&self) -> bool;
    fn advance(&mut self, swap: Swap);
    fn root(&self) -> (u64, Proof);
    fn moves(&self, mover: Colour) -> Vec<MoveReport>;
    fn line(&self) -> Vec<Swap>;
}

impl<P: Bitboard> AnyTree for Tree<P> {
    fn simulate(&mut self) {
        Tree::simulate(self);
    }

    fn is_decided(&self) -> bool {
        Tree::root(self).proof != Proof::Unknown
    }

    fn advance(&mut self, swap: Swap) {
        let [first, _] = swap.squares();
        let square = Frame::<P>::square(first.row.into(), first.column.into());
        Tree::advance(self, square, swap.direction());
    }

    fn root(&self) -> (u64, Proof) {
        let root = Tree::root(self);
        (root.visits.into(), root.proof)
    }

    fn moves(&self, mover: Colour) -> Vec<MoveReport> {
        let report = |(edge, chance): (&Edge, f32)| MoveReport {
            swap: swap_of::<P>(edge),
            visits: edge.visits.into(),
            wins: (chance * edge.visits as f32) as u64,
            proven: winner(edge.proof, mover.other()),
        };
        Tree::moves(self).map(report).collect()
    }

    fn line(&self) -> Vec<Swap> {
        Tree::line(self).into_iter().map(swap_of::<P>).collect()
    }
}

fn swap_of<P: Bitboard>(edge: &Edge) -> Swap {
    Swap::of_bits::<P>(edge.square.into(), edge.direction.into())
}
