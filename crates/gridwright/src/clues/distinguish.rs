//! Where the solutions of a puzzle differ, and which one clue would decide most.

use super::{Candidates, differing, with_clues};
use crate::count::{BigUint, Count, Counter};
use crate::grid::Cell;
use crate::model::{Board, Fact, RuleId, Value};
use crate::puzzle::Puzzle;
use crate::solve::{Common, End, Engine};
use gridwright_base::random::Random;
use gridwright_base::{Limits, Stopped, counted};
use std::collections::BTreeMap;

/// Where the solutions of a puzzle differ, and what would decide between them.
#[derive(Clone, Debug)]
pub struct Distinction {
    /// How many solutions there are.
    pub solutions: Count,
    /// The cells in which they differ; where that takes too long, those in which some of them do.
    pub cells: Vec<Cell>,
    /// Clues that could be added, what decides most first. None where the genre has no clues.
    pub clues: Vec<Deciding>,
}

/// A clue that could be added.
#[derive(Clone, Debug)]
pub struct Deciding {
    /// The puzzle with it.
    pub puzzle: Puzzle,
    /// The clue, as a rule of that puzzle.
    pub clue: RuleId,
    /// What it leaves open.
    pub left: Left,
}

/// What a further clue leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// This many solutions.
    Solutions(BigUint),
    /// More solutions than could be counted, which differ in this many cells.
    Cells(usize),
}

impl Distinction {
    /// How many solutions differ in how many cells, as a clause.
    pub fn summary(&self) -> String {
        match self.cells.len() {
            0 => match self.solutions.exact() {
                Some(number) if *number == BigUint::ZERO => "there is no solution".to_string(),
                Some(_) => "there is one solution: nothing to tell apart".to_string(),
                None => self.solutions.summary(),
            },
            cells => {
                format!("solutions: {}; they differ in {}", self.solutions.summary(), counted(cells, "cell"))
            }
        }
    }
}

impl Deciding {
    /// The clue and what it leaves open, as a clause.
    pub fn in_words(&self) -> String {
        let clue = self.puzzle.sentence(self.puzzle.model().get(self.clue));
        match &self.left {
            Left::Solutions(number) if *number == BigUint::from(1u32) => format!("{clue}: one solution"),
            Left::Solutions(number) => format!("{clue}: {number} solutions"),
            Left::Cells(cells) => format!("{clue}: solutions still differ in {}", counted(*cells, "cell")),
        }
    }
}

/// Up to this many solutions are listed; of more, as many are drawn at random.
const LISTED: usize = 400;

/// The answer lists at most this many clues.
const MOST_CLUES: usize = 10;

/// The steps of each search and count, unless the limits name others: an editor waits for the answer.
const STEPS: u64 = 1_000_000;

/// Tells the solutions apart, given some facts.
pub fn distinguish(puzzle: &Puzzle, facts: &[Fact], limits: &Limits) -> Result<Distinction, Stopped> {
    let limits = &limits.clone().steps(limits.steps.unwrap_or(STEPS));
    let engine = |puzzle: &Puzzle| {
        let mut engine = Engine::new(puzzle.model());
        engine.assume(facts.iter().copied());
        engine.limit(limits);
        engine
    };
    let counter = |puzzle: &Puzzle| {
        let mut counter = Counter::new(puzzle.model());
        counter.assume(facts.iter().copied());
        counter.limit(limits);
        counter
    };
    let (mut boards, end) = engine(puzzle).at_most(LISTED + 1);
    let is_all = end == End::Exhausted;
    let mut solutions = Count::Exactly(boards.len().into());
    if let (End::Stopped(why), 0..2) = (end, boards.len()) {
        return Err(why);
    }
    if !is_all {
        match counter(puzzle).sampler() {
            Ok(sampler) => {
                let mut random = Random::new(0);
                boards = (0..LISTED).filter_map(|_| sampler.draw(&mut random)).collect();
                solutions = Count::Exactly(sampler.total());
            }
            Err(why) => solutions = Count::AtLeast(boards.len().into(), why),
        }
    }
    limits.cancel.check()?;
    let open_cells = |common: Common| match common {
        Common::Board(board) => {
            let open = puzzle.model().atoms().filter(|atom| board.get(*atom) == Value::Open);
            let mut cells: Vec<Cell> = open.map(|atom| puzzle.atom_cell(atom)).collect();
            cells.sort_unstable();
            cells.dedup();
            Some(cells)
        }
        Common::None | Common::Unknown(..) => None,
    };
    let all_cells = if is_all { None } else { open_cells(engine(puzzle).common()) };
    let cells = all_cells.unwrap_or_else(|| differing(puzzle, &boards));
    let mut clues = possible(puzzle, &boards);
    clues.truncate(if is_all { MOST_CLUES } else { 2 * MOST_CLUES });
    let mut deciding = Vec::new();
    for Possible { place, number, board, .. } in clues {
        limits.cancel.check()?;
        let (puzzle, added) = with_clues(puzzle, &boards[board], &[place]);
        let Some(&clue) = added.first() else { continue };
        let left = match (is_all, &solutions) {
            (true, _) => Left::Solutions(number.into()),
            (false, Count::Exactly(_)) => match counter(&puzzle).count() {
                Count::Exactly(number) => Left::Solutions(number),
                Count::AtLeast(..) => continue,
            },
            (false, Count::AtLeast(..)) => match open_cells(engine(&puzzle).common()) {
                Some(cells) => Left::Cells(cells.len()),
                None => continue,
            },
        };
        deciding.push(Deciding { puzzle, clue, left });
    }
    deciding.sort_by_cached_key(|deciding| match &deciding.left {
        Left::Solutions(number) => (0, number.clone()),
        Left::Cells(cells) => (1, (*cells).into()),
    });
    deciding.truncate(MOST_CLUES);
    Ok(Distinction { solutions, cells, clues: deciding })
}

/// A clue that some of the solutions have.
struct Possible {
    place: Cell,
    sentence: String,
    /// How many of them.
    number: usize,
    /// One of them.
    board: usize,
}

/// The clues that some solutions have and others do not, those of the fewest first.
fn possible(puzzle: &Puzzle, boards: &[Board]) -> Vec<Possible> {
    let mut found: BTreeMap<(Cell, String), (usize, usize)> = BTreeMap::new();
    for (number, board) in boards.iter().enumerate() {
        let Some(Candidates { full, clues }) = Candidates::of(puzzle, board, |_| true) else { continue };
        for clue in clues {
            let rule = full.model().get(clue);
            let Some(place) = full.rule_place(rule) else { continue };
            found.entry((place, full.sentence(rule))).or_insert((0, number)).0 += 1;
        }
    }
    let possible = |((place, sentence), (number, board))| Possible { place, sentence, number, board };
    let mut clues: Vec<Possible> = found.into_iter().map(possible).collect();
    clues.retain(|clue| clue.number < boards.len());
    clues.sort_by(|one, other| {
        (one.number, one.place, &one.sentence).cmp(&(other.number, other.place, &other.sentence))
    });
    clues
}
