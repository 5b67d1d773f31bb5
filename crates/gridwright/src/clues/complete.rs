//! The clues that make a board with several solutions a puzzle.

use super::{Candidates, Hitting, correction, keep, with_clues};
use crate::explain::Grader;
use crate::grid::Cell;
use crate::model::{Atom, Board, Body, Fact, Model, RuleId};
use crate::puzzle::Puzzle;
use crate::puzzle::maker::Pattern;
use crate::rating::Rating;
use crate::solve::{Answer, End, Engine, Minimal, Status};
use gridwright_base::random::Random;
use gridwright_base::{Limits, Stopped, counted};

/// How to complete a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Which clues are best.
    pub aim: Aim,
    /// Where clues may be added; everywhere without it.
    pub pattern: Option<Pattern>,
    /// Decides between what is equally good.
    pub seed: u64,
}

/// Which clues are best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// As few as possible.
    #[default]
    Fewest,
    /// Of several sets without a clue too many, the one that makes the easiest puzzle.
    Fairest,
}

/// A puzzle that was completed.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The puzzle: it has one solution.
    pub puzzle: Puzzle,
    /// The clues that were added, as its rules.
    pub added: Vec<RuleId>,
    /// Whether it is proven that no fewer suffice.
    pub is_fewest: bool,
    /// Its rating, where the fairest clues were asked for.
    pub rating: Option<Rating>,
}

impl Completion {
    /// How many clues were added, as a clause.
    pub fn summary(&self) -> String {
        let clues = counted(self.added.len(), "clue");
        match (self.added.len(), self.rating) {
            (0, _) => "there is one solution already".to_string(),
            (_, Some(rating)) => format!("{clues} added, rated {}", rating.points()),
            (_, None) if self.is_fewest => format!("{clues} added; no fewer suffice"),
            (_, None) => format!("{clues} added; not proved the fewest"),
        }
    }
}

/// Why a board was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompleteError {
    /// There is no solution to begin with.
    #[error("there is no solution, and no clue can help that")]
    NoSolution,
    /// All clues together leave several solutions.
    #[error("all the clues that may be added leave several solutions")]
    TooFewPlaces,
    /// There are many solutions, and those that were tried cannot become the only one.
    #[error("none of {0} solutions becomes the only one by clues that may be added")]
    NotFound(usize),
    /// The search stopped first.
    #[error("{0} before clues were found that suffice")]
    Stopped(Stopped),
}

/// At most this many solutions are tried as the one that stays.
pub(super) const LISTED: usize = 500;

/// The search for the fewest clues looks at no more solutions than this.
const TARGETS: usize = 24;

/// How many sets of clues are tried for one solution before the search for fewer ends.
const ROUNDS: usize = 600;

/// How many sets without a clue too many are compared when the fairest is looked for.
const RIVALS: usize = 12;

/// The steps of each search, unless the limits name others: an editor waits for the answer.
const STEPS: u64 = 200_000;

/// How many facts are tried for solutions that a single one singles out, and the steps for each.
const MOST_TRIED: usize = 2_000;
const STEPS_FOR_EACH: u64 = 1_000;

/// Adds clues until there is one solution, which agrees with some facts.
pub fn complete(
    puzzle: &Puzzle,
    facts: &[Fact],
    wish: &Wish,
    limits: &Limits,
) -> Result<Completion, CompleteError> {
    limits.cancel.check().map_err(CompleteError::Stopped)?;
    let limits = &limits.clone().steps(limits.steps.unwrap_or(STEPS));
    let mut engine = Engine::new(puzzle.model());
    engine.limit(limits);
    match engine.status() {
        Status::None => return Err(CompleteError::NoSolution),
        Status::Unknown { found: None, why } => return Err(CompleteError::Stopped(why)),
        Status::Unique(_) => {
            let (puzzle, added) = (puzzle.clone(), Vec::new());
            return Ok(Completion { puzzle, added, is_fewest: true, rating: None });
        }
        Status::Multiple(..) | Status::Unknown { .. } => {}
    }
    engine.assume(facts.iter().copied());
    engine.limit(limits);
    let (mut targets, end) = engine.at_most(LISTED + 1);
    let is_all = end == End::Exhausted;
    match end {
        End::Stopped(why) if targets.is_empty() => return Err(CompleteError::Stopped(why)),
        _ if targets.is_empty() => return Err(CompleteError::NoSolution),
        _ => targets.truncate(LISTED),
    }
    let mut random = Random::new(wish.seed);
    random.shuffle(&mut targets);
    if !is_all && matches!(wish.aim, Aim::Fewest) {
        // Where there are many solutions, try first those that a single fact sets apart.
        let mut first = singled_out(puzzle, &mut engine, facts, limits);
        first.truncate(TARGETS / 2);
        targets.retain(|target| !first.contains(target));
        targets.splice(0..0, first);
        targets.truncate(LISTED);
    }
    let completion = match wish.aim {
        Aim::Fewest => fewest(puzzle, &targets, is_all, wish, limits),
        Aim::Fairest => fairest(puzzle, &targets, wish, &mut random, limits),
    };
    completion.map_err(|error| match error {
        CompleteError::TooFewPlaces if !is_all => CompleteError::NotFound(targets.len()),
        error => error,
    })
}

/// The solutions that are the only one with some fact more.
fn singled_out(puzzle: &Puzzle, engine: &mut Engine, facts: &[Fact], limits: &Limits) -> Vec<Board> {
    let mut found: Vec<Board> = Vec::new();
    for atom in puzzle.model().atoms().take(MOST_TRIED) {
        if limits.cancel.is_cancelled() {
            break;
        }
        engine.assume(facts.iter().copied().chain([Fact { atom, holds: true }]));
        engine.limit(&limits.clone().steps(STEPS_FOR_EACH));
        if let Status::Unique(solution) = engine.status()
            && !found.contains(&solution)
        {
            found.push(solution);
        }
    }
    found
}

/// The clues that a wish allows, which all belong to one solution.
fn candidates(puzzle: &Puzzle, target: &Board, wish: &Wish) -> Option<Candidates> {
    let allows = |cell: Cell| wish.pattern.as_ref().is_none_or(|pattern| pattern.is_place(cell));
    Candidates::of(puzzle, target, allows).filter(|candidates| !candidates.clues.is_empty())
}

/// A puzzle with clues at some places, if it has one solution.
fn completed(
    puzzle: &Puzzle,
    target: &Board,
    places: &[Cell],
    limits: &Limits,
) -> Option<(Puzzle, Vec<RuleId>)> {
    let (puzzle, added) = with_clues(puzzle, target, places);
    let mut engine = Engine::new(puzzle.model());
    engine.limit(limits);
    engine.status().is_unique().then_some((puzzle, added))
}

/// Every set of clues that suffices has, for every other solution, a clue that this one breaks. So it is found as the
/// smallest sets that clash are: the clues clash with the wish for another solution.
fn fewest(
    puzzle: &Puzzle,
    targets: &[Board],
    is_all: bool,
    wish: &Wish,
    limits: &Limits,
) -> Result<Completion, CompleteError> {
    let mut best: Option<(Vec<Cell>, usize)> = None;
    let mut is_fewest = is_all;
    let mut stopped = None;
    let mut looked_at = 0;
    for (number, target) in targets.iter().enumerate() {
        let Some(Candidates { full, clues }) = candidates(puzzle, target, wish) else { continue };
        let model = otherwise(full.model(), target);
        let mut engine = Engine::switchable(&model, |rule| clues.binary_search(&rule).is_ok());
        engine.limit(limits);
        match engine.solve() {
            Answer::None => {}
            Answer::Solution(_) => continue,
            Answer::Unknown(why) => {
                (stopped, is_fewest) = (Some(why), false);
                continue;
            }
        }
        if looked_at == TARGETS {
            is_fewest = false;
            break;
        }
        looked_at += 1;
        let place = |clue: &RuleId| full.rule_place(full.model().get(*clue)).expect("clues have a place");
        let mut take = |set: &[RuleId]| {
            if best.as_ref().is_none_or(|(best, _)| set.len() < best.len()) {
                best = Some((set.iter().map(place).collect(), number));
            }
            best.as_ref().map_or(0, |(best, _)| best.len())
        };
        // Something to fall back on where the search for the fewest ends early.
        let mut most = match engine.minimal_clash(&clues) {
            Some(set) => take(&set),
            None => usize::MAX,
        };
        let mut search = Hitting { clues: clues.len(), corrections: Vec::new(), found: Vec::new(), size: 0 };
        let is_proven = (0..ROUNDS).find_map(|_| {
            let Ok(next) = search.next(limits) else { return Some(false) };
            let Some(set) = next.filter(|set| set.len() < most) else { return Some(true) };
            let kept: Vec<bool> = (0..clues.len()).map(|clue| set.contains(&clue)).collect();
            match keep(&mut engine, &clues, &kept) {
                Answer::None => {
                    let set: Vec<RuleId> = set.iter().map(|clue| clues[*clue]).collect();
                    most = take(&set);
                    Some(true)
                }
                Answer::Solution(board) => {
                    search.corrections.push(correction(&mut engine, &model, &clues, kept, board));
                    None
                }
                Answer::Unknown(_) => Some(false),
            }
        });
        is_fewest &= is_proven == Some(true);
        if limits.cancel.is_cancelled() {
            break;
        }
    }
    let Some((places, number)) = best else {
        return Err(stopped
            .or(limits.cancel.check().err())
            .map_or(CompleteError::TooFewPlaces, CompleteError::Stopped));
    };
    // One clue is the least there is.
    is_fewest |= places.len() == 1;
    is_fewest &= !limits.cancel.is_cancelled() || places.len() == 1;
    let unproven = CompleteError::Stopped(limits.cancel.check().err().unwrap_or(Stopped::Steps));
    let (puzzle, added) = completed(puzzle, &targets[number], &places, &Limits::default()).ok_or(unproven)?;
    Ok(Completion { puzzle, added, is_fewest, rating: None })
}

/// The rules, and that the solution is another one than this. No solution of our genres has all that another one has and more.
fn otherwise(model: &Model, target: &Board) -> Model {
    let mut model = model.clone();
    let held: Vec<Atom> = target.yes().collect();
    let most = held.len().saturating_sub(1) as u32;
    let list = model.list(held);
    model.rule(0, Body::at_most(list, most), (0, 0));
    model
}

fn fairest(
    puzzle: &Puzzle,
    targets: &[Board],
    wish: &Wish,
    random: &mut Random,
    limits: &Limits,
) -> Result<Completion, CompleteError> {
    let mut best: Option<Completion> = None;
    let mut rated = 0;
    for target in targets.iter().cycle().take(targets.len().max(RIVALS)) {
        if rated == RIVALS || limits.cancel.is_cancelled() {
            break;
        }
        let Some(Candidates { full, mut clues }) = candidates(puzzle, target, wish) else { continue };
        let mut engine = Engine::switchable(full.model(), |rule| clues.binary_search(&rule).is_ok());
        engine.limit(limits);
        random.shuffle(&mut clues);
        let Minimal::Needed(needed) = engine.minimise(full.model(), &clues) else { continue };
        let place = |clue: &RuleId| full.rule_place(full.model().get(*clue)).expect("clues have a place");
        let places: Vec<Cell> = needed.iter().map(place).collect();
        let Some((puzzle, added)) = completed(puzzle, target, &places, limits) else { continue };
        rated += 1;
        let mut grader = Grader::new(&puzzle);
        grader.limit(&Limits::default().cancel(limits.cancel.clone()));
        if let Some(rating) = best.as_ref().and_then(|best| best.rating) {
            grader.limit_rating(rating);
        }
        let Ok(grade) = grader.grade() else { continue };
        let rating = Some(grade.rating());
        if best.as_ref().is_none_or(|best| rating < best.rating) {
            best = Some(Completion { puzzle, added, is_fewest: false, rating });
        }
    }
    best.ok_or_else(|| {
        limits.cancel.check().err().map_or(CompleteError::TooFewPlaces, CompleteError::Stopped)
    })
}
