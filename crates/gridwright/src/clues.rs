//! What a setter asks about the clues of a puzzle: which could be left out, which clash, which would tell solutions apart, and
//! which make it a puzzle.

mod complete;
mod distinguish;
mod telling;

pub use crate::puzzle::maker::{Pattern, PatternError};
pub use complete::{Aim, CompleteError, Completion, Wish, complete};
pub use distinguish::{Deciding, Distinction, Left, distinguish};
pub use telling::{SHADES, agreement, clue_sentence, headline, without_clue};

use crate::grid::Cell;
use crate::model::{Atom, Board, Body, Bounds, Fact, Model, RuleId, UNNAMED};
use crate::puzzle::Puzzle;
use crate::solve::{Answer, End, Engine, Minimal, Status};
use gridwright_base::random::Random;
use gridwright_base::{Limits, Stopped, counted};

/// The clues of a puzzle with one solution, and which of them could be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// All of them.
    pub all: Vec<RuleId>,
    /// Those that could be left out one at a time: the solution would still be the only one.
    pub superfluous: Vec<RuleId>,
}

impl Clues {
    /// How many there are and how many could go, as a clause.
    pub fn summary(&self) -> String {
        let all = counted(self.all.len(), "clue");
        match self.superfluous.len() {
            0 => format!("{all}, all needed"),
            1 => format!("{all}, one of which can be left out"),
            more => format!("{all}, {more} of which can be left out, one at a time"),
        }
    }
}

/// A puzzle without superfluous clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    /// The puzzle: every clue that it has is needed.
    pub puzzle: Puzzle,
    /// The clues that were left out, as rules of the puzzle with all clues.
    pub removed: Vec<RuleId>,
}

impl Minimised {
    /// How many clues went, as a phrase.
    pub fn summary(&self) -> String {
        format!("without {}", counted(self.removed.len(), "clue"))
    }
}

/// Why it is not known which clues are needed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CluesError {
    /// There is no solution, even with all clues.
    #[error("there is no solution, so no clue is superfluous")]
    NoSolution,
    /// There are several solutions, even with all clues.
    #[error("there are several solutions, so no clue is superfluous")]
    Several,
    /// The search stopped first.
    #[error("{why} before it was known which clues are needed")]
    Stopped {
        /// Why.
        why: Stopped,
        /// The clues that were found superfluous until then.
        superfluous: Vec<RuleId>,
    },
}

/// Clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Sets of clues that cannot all be kept, of one size. Each needs all its clues to clash. One empty set where the laws
    /// alone leave no solution.
    pub sets: Vec<Vec<RuleId>>,
    /// Whether it is proven that no smaller set clashes.
    pub is_smallest: bool,
    /// Whether these are all sets of this size, or why there may be others.
    pub end: End,
}

impl Clash {
    /// How many sets there are, and whether there may be smaller ones, as a clause.
    pub fn summary(&self) -> String {
        let size = self.sets.first().map_or(0, Vec::len);
        let sets = format!("{} of {}", counted(self.sets.len(), "set"), counted(size, "clue"));
        match (size, self.is_smallest, self.end == End::Exhausted) {
            (0, ..) => "no solution, whatever the clues say: the laws alone exclude it".to_string(),
            (_, false, _) => format!("{sets} that cannot all be kept; there may be smaller ones"),
            (_, true, true) => format!("{sets} that cannot all be kept; no smaller set clashes"),
            (_, true, false) => {
                format!(
                    "{sets} that cannot all be kept, and perhaps others of this size; no smaller set clashes"
                )
            }
        }
    }
}

/// What is known of clues that clash, as a clause.
pub fn clash_summary(clash: &Result<Option<Clash>, Stopped>) -> String {
    match clash {
        Ok(Some(clash)) => clash.summary(),
        Ok(None) => "there is a solution: no clues clash".to_string(),
        Err(why) => format!("{why} before it was known whether clues clash"),
    }
}

/// A board with further clues.
struct Candidates {
    full: Puzzle,
    /// The further clues, in order.
    clues: Vec<RuleId>,
}

impl Candidates {
    /// All clues of a solution at places that are allowed, besides those that are there; `None` where the genre's puzzles are not made.
    fn of(puzzle: &Puzzle, solution: &Board, allows: impl Fn(Cell) -> bool) -> Option<Candidates> {
        let (genre, maker) = (puzzle.genre(), puzzle.genre().maker?);
        let place = |puzzle: &Puzzle, clue: RuleId| puzzle.rule_place(puzzle.model().get(clue));
        let had: Vec<Cell> = puzzle.model().clues().filter_map(|clue| place(puzzle, clue)).collect();
        let all = Puzzle::new(genre, maker.with_all(puzzle.board(), solution));
        let places = all.model().clues().filter_map(|clue| place(&all, clue));
        let unwanted: Vec<Cell> = places.filter(|cell| !had.contains(cell) && !allows(*cell)).collect();
        let full = Puzzle::new(genre, maker.without(all.board(), &unwanted));
        let is_new = |clue: &RuleId| place(&full, *clue).is_some_and(|cell| !had.contains(&cell));
        let clues = full.model().clues().filter(is_new).collect();
        Some(Candidates { clues, full })
    }
}

/// The puzzle with the clues of a solution at some places, and these clues.
fn with_clues(puzzle: &Puzzle, solution: &Board, places: &[Cell]) -> (Puzzle, Vec<RuleId>) {
    match Candidates::of(puzzle, solution, |cell| places.contains(&cell)) {
        Some(Candidates { full, clues }) => (full, clues),
        None => (puzzle.clone(), Vec::new()),
    }
}

/// The cells in which some of these solutions differ.
fn differing(puzzle: &Puzzle, boards: &[Board]) -> Vec<Cell> {
    let Some((first, others)) = boards.split_first() else { return Vec::new() };
    let differs = |atom: &Atom| others.iter().any(|other| other.is_yes(*atom) != first.is_yes(*atom));
    let mut cells: Vec<Cell> =
        puzzle.model().atoms().filter(differs).map(|atom| puzzle.atom_cell(atom)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// More sets than these are not listed.
const MOST_SETS: usize = 10;

fn engine(puzzle: &Puzzle, facts: &[Fact], limits: &Limits) -> (Engine, Vec<RuleId>) {
    let clues: Vec<RuleId> = puzzle.model().clues().collect();
    let mut engine = Engine::switchable(puzzle.model(), |rule| clues.binary_search(&rule).is_ok());
    engine.assume(facts.iter().copied());
    engine.limit(limits);
    (engine, clues)
}

/// Which clues could be left out, each by itself.
pub fn superfluous(puzzle: &Puzzle, limits: &Limits) -> Result<Clues, CluesError> {
    let (mut engine, all) = engine(puzzle, &[], limits);
    unique(engine.status())?;
    let mut superfluous = Vec::new();
    for &clue in &all {
        engine.switch_off([clue]);
        match engine.status() {
            Status::Unique(_) => superfluous.push(clue),
            Status::Unknown { why, .. } => return Err(CluesError::Stopped { why, superfluous }),
            Status::None | Status::Multiple(..) => {}
        }
    }
    Ok(Clues { all, superfluous })
}

/// Leaves out clues, tried in an order that the seed decides, until every clue is needed.
pub fn minimise(puzzle: &Puzzle, seed: u64, limits: &Limits) -> Result<Minimised, CluesError> {
    let (mut engine, mut clues) = engine(puzzle, &[], limits);
    Random::new(seed).shuffle(&mut clues);
    let needed = match engine.minimise(puzzle.model(), &clues) {
        Minimal::Needed(needed) => needed,
        Minimal::NotUnique(status) => return Err(unique(status).err().unwrap_or(CluesError::Several)),
        Minimal::Unknown(kept) => {
            let superfluous = without(clues, &kept);
            return Err(CluesError::Stopped { why: engine.why(), superfluous });
        }
    };
    let removed = without(clues, &needed);
    let Some(maker) = puzzle.genre().maker else {
        return Ok(Minimised { puzzle: puzzle.clone(), removed: Vec::new() });
    };
    let cells: Vec<Cell> =
        removed.iter().filter_map(|clue| puzzle.rule_place(puzzle.model().get(*clue))).collect();
    let puzzle = Puzzle::new(puzzle.genre(), maker.without(puzzle.board(), &cells));
    Ok(Minimised { puzzle, removed })
}

/// The clues that do not stay, in order.
fn without(clues: Vec<RuleId>, kept: &[RuleId]) -> Vec<RuleId> {
    let mut removed: Vec<RuleId> = clues.into_iter().filter(|clue| !kept.contains(clue)).collect();
    removed.sort_unstable();
    removed
}

fn unique(status: Status) -> Result<(), CluesError> {
    match status {
        Status::Unique(_) => Ok(()),
        Status::None => Err(CluesError::NoSolution),
        Status::Multiple(..) => Err(CluesError::Several),
        Status::Unknown { why, .. } => Err(CluesError::Stopped { why, superfluous: Vec::new() }),
    }
}

/// The smallest sets of clues that clash, given some facts; `None` if there is a solution.
///
/// Every set that clashes shares a clue with every *correction*: a set of clues without which the others can be kept. So a
/// smallest set that shares one with every correction found so far either clashes, and then no smaller one does, or
/// leads to a further correction.
pub fn clash(puzzle: &Puzzle, facts: &[Fact], limits: &Limits) -> Result<Option<Clash>, Stopped> {
    let (mut engine, clues) = engine(puzzle, facts, limits);
    match engine.solve() {
        Answer::Solution(_) => return Ok(None),
        Answer::Unknown(why) => return Err(why),
        Answer::None => {}
    }
    // Something to fall back on where the search for the smallest ends early.
    let some = engine.minimal_clash(&clues).ok_or_else(|| engine.why())?;
    let fallback = |why| Clash { sets: vec![some], is_smallest: false, end: End::Stopped(why) };
    let mut search = Hitting { clues: clues.len(), corrections: Vec::new(), found: Vec::new(), size: 0 };
    while search.found.len() < MOST_SETS {
        let set = match search.next(limits) {
            Ok(Some(set)) => set,
            Ok(None) => break,
            Err(why) if search.found.is_empty() => return Ok(Some(fallback(why))),
            Err(why) => return Ok(Some(search.clash(&clues, End::Stopped(why)))),
        };
        let kept: Vec<bool> = (0..clues.len()).map(|clue| set.contains(&clue)).collect();
        match keep(&mut engine, &clues, &kept) {
            Answer::None => {
                let is_laws_alone = set.is_empty();
                search.found.push(set);
                if is_laws_alone {
                    break;
                }
            }
            Answer::Solution(board) => {
                let correction = correction(&mut engine, puzzle.model(), &clues, kept, board);
                search.corrections.push(correction);
            }
            Answer::Unknown(why) if search.found.is_empty() => return Ok(Some(fallback(why))),
            Answer::Unknown(why) => return Ok(Some(search.clash(&clues, End::Stopped(why)))),
        }
    }
    let end = if search.found.len() < MOST_SETS { End::Exhausted } else { End::Limit };
    Ok(Some(search.clash(&clues, end)))
}

/// A solution that keeps some of the clues, by their numbers.
fn keep(engine: &mut Engine, clues: &[RuleId], kept: &[bool]) -> Answer {
    engine.switch_off(clues.iter().zip(kept).filter(|(_, is_kept)| !**is_kept).map(|(clue, _)| *clue));
    engine.solve()
}

/// A set of clues, by their numbers, without which those that are kept and all others can be kept together.
fn correction(
    engine: &mut Engine,
    model: &Model,
    clues: &[RuleId],
    mut kept: Vec<bool>,
    mut board: Board,
) -> Vec<usize> {
    for clue in 0..clues.len() {
        for (is_kept, rule) in kept.iter_mut().zip(clues) {
            *is_kept |= holds(model, *rule, &board);
        }
        if !std::mem::replace(&mut kept[clue], true) {
            match keep(engine, clues, &kept) {
                Answer::Solution(found) => board = found,
                // Where the budget ends it is not known, and a larger correction is one as well.
                Answer::None | Answer::Unknown(_) => kept[clue] = false,
            }
        }
    }
    (0..clues.len()).filter(|clue| !kept[*clue]).collect()
}

/// Whether a complete board keeps a rule.
fn holds(model: &Model, rule: RuleId, board: &Board) -> bool {
    let rule = model.get(rule);
    let Bounds { lo, hi } = rule.body.bounds();
    let sum: u32 =
        model.rule_atoms(rule).filter(|(atom, _)| board.is_yes(*atom)).map(|(_, weight)| weight).sum();
    (lo..=hi).contains(&sum)
}

/// The search for smallest sets that share a clue with every correction.
struct Hitting {
    clues: usize,
    corrections: Vec<Vec<usize>>,
    /// The sets that clash: further ones must not contain all of one of these.
    found: Vec<Vec<usize>>,
    /// No smaller set than this shares a clue with every correction.
    size: usize,
}

impl Hitting {
    /// The next set of the smallest size; `None` where there is no further one of the size of those found.
    fn next(&mut self, limits: &Limits) -> Result<Option<Vec<usize>>, Stopped> {
        loop {
            match self.of_size(limits) {
                Answer::Solution(board) => return Ok(Some(board.yes().map(Atom::index).collect())),
                Answer::Unknown(why) => return Err(why),
                Answer::None if self.found.is_empty() && self.size < self.clues => self.size += 1,
                Answer::None => return Ok(None),
            }
        }
    }

    fn of_size(&self, limits: &Limits) -> Answer {
        let mut model = Model::new(self.clues, &UNNAMED);
        let atoms = |clues: &[usize]| clues.iter().map(|clue| Atom(*clue as u32)).collect::<Vec<_>>();
        let mut bound = |clues: &[usize], lo: usize, hi: usize| {
            let list = model.list(atoms(clues));
            model.rule(0, Body::Sum { list, lo: lo as u32, hi: hi as u32 }, (0, 0));
        };
        bound(&(0..self.clues).collect::<Vec<_>>(), 0, self.size);
        self.corrections.iter().for_each(|correction| bound(correction, 1, correction.len()));
        self.found.iter().for_each(|set| bound(set, 0, set.len().saturating_sub(1)));
        let mut engine = Engine::new(&model);
        engine.limit(limits);
        engine.solve()
    }

    fn clash(self, clues: &[RuleId], end: End) -> Clash {
        let named = |set: Vec<usize>| set.into_iter().map(|clue| clues[clue]).collect();
        let sets = self.found.into_iter().map(named).collect();
        Clash { sets, is_smallest: true, end }
    }
}

#[cfg(test)]
mod tests;
