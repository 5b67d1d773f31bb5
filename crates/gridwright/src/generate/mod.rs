//! Making puzzles: boards with one solution, as few clues as asked for, as hard as asked for.
//!
//! A genre's [`Maker`] draws a board with all the clues that its solution allows. What follows is the same for all genres:
//! clues are left out in random order as long as the solution stays the only one, and where a rating is asked for, the
//! puzzle is graded and clues are put back until it is easy enough. What does not succeed is tried again with another board,
//! so often as [`Generator::limit_tries`] says.
//!
//! Nothing depends on a clock: number `i` of seed `s` is the same puzzle everywhere, whatever was made before it.

mod level;
mod reduce;
mod symmetry;
#[cfg(test)]
mod tests;
mod wishes;

pub use level::{LEVELS, Levels};
pub use symmetry::Symmetry;
pub use wishes::{Setting, Walls, Wishes};

use crate::explain::{self, Grade, Grader, Ungraded};
use crate::genres::{Genre, Puzzle, Refusal};
use crate::grid::Cell;
use crate::model::Board;
use crate::random::Random;
use crate::solve::{Common, Engine, Status};
use crate::stop::Stop;
use reduce::Reduced;
use std::fmt;
use std::ops::RangeInclusive;

/// What a genre knows about making its puzzles.
pub trait Maker: fmt::Debug + Sync {
    /// The wishes it takes besides size, symmetry and difficulty.
    fn takes(&self) -> &'static [Setting];

    /// The symmetry boards have if none is asked for.
    fn usual_symmetry(&self) -> Symmetry {
        Symmetry::None
    }

    /// Whether the cells of the clues follow the symmetry, so that those that go together are left out together. Where
    /// not, what is symmetric is the board the clues are printed on.
    fn clues_are_symmetric(&self) -> bool;

    /// How many rows and columns a board may have.
    fn sides(&self, wishes: &Wishes) -> RangeInclusive<usize>;

    /// What may surprise people about the boards they wish for.
    fn note(&self, _wishes: &Wishes) -> Option<String> {
        None
    }

    /// What the words for difficulties mean.
    fn levels(&self) -> Levels;

    /// Refuses wishes that no board of the genre can meet. The size is known to be possible and the symmetry to suit
    /// it.
    fn check(&self, wishes: &Wishes) -> Result<(), Refusal>;

    /// A random board with all clues that its solution allows, which is the only one; `None` where it went wrong. With
    /// [`Wishes::several_solutions`], a board with a solution.
    fn draft(&self, wishes: &Wishes, random: &mut Random, workshop: &mut Workshop)
    -> Option<Box<dyn Puzzle>>;

    /// Whether a clue says so much and so plainly that puzzles are better with few such.
    fn is_dull(&self, _puzzle: &dyn Puzzle, _cell: Cell) -> bool {
        false
    }

    /// The same puzzle without the clues at these cells.
    fn without(&self, puzzle: &dyn Puzzle, cells: &[Cell]) -> Box<dyn Puzzle>;

    /// A faster way than the engine's to go through groups of clues and leave out each that is not needed without those
    /// left out before it: for each group whether it is needed. Without an answer the engine is asked.
    fn needed(&self, _puzzle: &dyn Puzzle, _groups: &[Vec<Cell>]) -> Option<Vec<bool>> {
        None
    }
}

/// What a maker works with.
#[derive(Default)]
pub struct Workshop {
    /// An engine to load with a model.
    pub engine: Engine,
    stop: Stop,
}

impl Workshop {
    /// The most steps for one question: what takes longer is given up, and another board is tried.
    const STEPS: u64 = 1_000_000;

    /// Sets the budget for the next question.
    pub fn limit_steps(&mut self) {
        self.engine.limit_steps(Some(Workshop::STEPS));
    }

    /// The status of a puzzle; `None` when the budget ends.
    pub fn status(&mut self, puzzle: &dyn Puzzle) -> Option<Status> {
        if let Some(status) = puzzle.quick_status(None) {
            return Some(status);
        }
        self.engine.load(&puzzle.model());
        self.limit_steps();
        Some(self.engine.status()).filter(|status| !matches!(status, Status::Unknown(_)))
    }

    /// What all solutions of a puzzle share; `None` when the budget ends or there are none.
    pub fn common(&mut self, puzzle: &dyn Puzzle) -> Option<Board> {
        self.engine.load(&puzzle.model());
        self.limit_steps();
        match self.engine.common() {
            Common::Board(board) => Some(board),
            Common::None | Common::Unknown(_) => None,
        }
    }

    /// Whether someone asks to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }
}

/// A finished puzzle.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its solution, which is the only one unless several were allowed.
    pub solution: Board,
    /// How hard it is, where a difficulty was asked for.
    pub grade: Option<Grade>,
    /// How many boards it took.
    pub tries: u32,
}

/// What came of making a puzzle.
#[derive(Debug)]
pub enum Outcome {
    /// A puzzle as wished.
    Made(Made),
    /// None of so many boards became one.
    Missed(Missed),
    /// Someone asked to stop.
    Stopped,
}

/// What was tried in vain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missed {
    /// Boards tried.
    pub tries: u32,
    /// How many of them became puzzles with one solution that were not as hard or as easy as wished.
    pub graded: u32,
    /// How many of these were harder than wished, with all clues or with as few as wished.
    pub too_hard: u32,
    /// Of the ratings that are known the one nearest to what was wished, in hundredths. What is too hard is not rated to
    /// the end.
    pub nearest: Option<u64>,
}

/// Makes puzzles of one kind.
///
/// ```
/// use gridwright::generate::{Generator, Outcome, Wishes};
/// use gridwright::genres;
/// for genre in genres::ALL.iter().filter(|genre| genre.maker.is_some()) {
///     let mut generator = Generator::new(genre, Wishes::sized(6, 6))?;
///     let Outcome::Made(first) = generator.make(1, 0) else { panic!("{} can be made", genre.name) };
///     let Outcome::Made(again) = generator.make(1, 0) else { panic!("it was made before") };
///     assert_eq!(first.solution, again.solution);
/// }
/// assert!(Generator::new(genres::ALL[1], Wishes::sized(10, 7)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Generator {
    maker: &'static dyn Maker,
    wishes: Wishes,
    symmetry: Symmetry,
    workshop: Workshop,
    most_tries: u32,
}

impl Generator {
    /// The tries for one puzzle, unless [`Generator::limit_tries`] says otherwise.
    pub const TRIES: u32 = 500;

    /// For puzzles as wished, or why there are none.
    pub fn new(genre: &'static Genre, wishes: Wishes) -> Result<Generator, Refusal> {
        let Some(maker) = genre.maker else {
            return Err(Refusal::new(format!("{} puzzles cannot be made yet", genre.name)));
        };
        let usual = if wishes.several_solutions { Symmetry::None } else { maker.usual_symmetry() };
        let symmetry = wishes.symmetry.unwrap_or(usual);
        let wishes = Wishes { symmetry: Some(symmetry), ..wishes };
        wishes.check(genre, maker, symmetry)?;
        maker.check(&wishes)?;
        let workshop = Workshop::default();
        Ok(Generator { maker, wishes, symmetry, workshop, most_tries: Generator::TRIES })
    }

    /// What may surprise people about the boards they wish for.
    pub fn note(&self) -> Option<String> {
        self.maker.note(&self.wishes)
    }

    /// How many boards to try for one puzzle.
    pub fn limit_tries(&mut self, tries: u32) {
        self.most_tries = tries;
    }

    /// Asks `stop` now and then whether to give up.
    pub fn on_stop(&mut self, stop: impl FnMut() -> bool + Send + 'static) {
        self.workshop.stop = Stop::new(stop);
        self.workshop.stop.heeded_by(&mut self.workshop.engine);
    }

    /// A board of the size and kind that is wished for, to see what holds for all of them; `None` where it went wrong.
    pub fn sample(&mut self) -> Option<Box<dyn Puzzle>> {
        (0..10).find_map(|number| {
            self.maker.draft(&self.wishes, &mut Random::of_number(0, number), &mut self.workshop)
        })
    }

    /// The puzzle of this number under a seed.
    pub fn make(&mut self, seed: u64, number: u64) -> Outcome {
        let mut random = Random::of_number(seed, number);
        let mut missed = Missed::default();
        while missed.tries < self.most_tries {
            if self.workshop.is_stopped() {
                return Outcome::Stopped;
            }
            missed.tries += 1;
            if let Some(made) = self.attempt(&mut random, &mut missed) {
                // A puzzle that was finished while someone asked to stop may lack what was given up for it.
                return if self.workshop.is_stopped() { Outcome::Stopped } else { Outcome::Made(made) };
            }
        }
        if self.workshop.is_stopped() { Outcome::Stopped } else { Outcome::Missed(missed) }
    }

    fn attempt(&mut self, random: &mut Random, missed: &mut Missed) -> Option<Made> {
        let draft = self.maker.draft(&self.wishes, random, &mut self.workshop)?;
        if self.wishes.several_solutions {
            let solution = match self.workshop.status(draft.as_ref())? {
                Status::Unique(solution) | Status::Multiple(solution, _) => solution,
                _ => return None,
            };
            return Some(Made { puzzle: draft, solution, grade: None, tries: missed.tries });
        }
        if self.wishes.asks_for_grade() {
            let (puzzle, solution, grade) = self.graded(draft.as_ref(), random, missed)?;
            return Some(Made { puzzle, solution, grade: Some(grade), tries: missed.tries });
        }
        let reduced = self.reduce(draft.as_ref(), random)?;
        let number = reduced.removed.len();
        // People print a few clues more than they must.
        let spared = if self.wishes.minimal { 0 } else { random.index(number / 4 + 1) };
        let puzzle = self.stage(draft.as_ref(), &reduced, number - spared);
        let solution = self.only_solution(puzzle.as_ref())?;
        Some(Made { puzzle, solution, grade: None, tries: missed.tries })
    }

    /// However the clues were chosen, the engine has the last word.
    fn only_solution(&mut self, puzzle: &dyn Puzzle) -> Option<Board> {
        match self.workshop.status(puzzle)? {
            Status::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// The puzzle after so many groups of clues were left out.
    fn stage(&self, draft: &dyn Puzzle, reduced: &Reduced, number: usize) -> Box<dyn Puzzle> {
        self.maker.without(draft, &reduced.removed[..number].concat())
    }

    /// A stage that is as hard as wished, with its solution.
    fn graded(
        &mut self,
        draft: &dyn Puzzle,
        random: &mut Random,
        missed: &mut Missed,
    ) -> Option<(Box<dyn Puzzle>, Board, Grade)> {
        let solution = self.only_solution(draft)?;
        missed.graded += 1;
        // Fewer clues make it no easier.
        if self.wishes.greatest_rating.is_some() && self.rough_verdict(draft, &solution, missed)? == TooHard {
            missed.too_hard += 1;
            return None;
        }
        let reduced = self.reduce(draft, random)?;
        // The more clues are left out, the harder it is, more or less: the first stage that is too hard is looked for
        // by halving.
        let all = reduced.removed.len();
        let (mut easy, mut hard) = (0, all + 1);
        let mut number = all;
        let mut best = None;
        loop {
            let puzzle = self.stage(draft, &reduced, number);
            let mut verdict = self.rough_verdict(puzzle.as_ref(), &solution, missed)?;
            // The rough look knows no names.
            if verdict == Right && !self.allows_steps(puzzle.as_ref())? {
                verdict = TooHard;
            }
            if verdict == Right {
                best = Some(puzzle);
            }
            missed.too_hard += u32::from(verdict == TooHard && number == all);
            match verdict {
                TooHard => hard = number,
                TooEasy | Right => easy = number,
            }
            // Of what is right, something near the fewest clues will do.
            let is_near_enough = hard - easy <= 1 + if best.is_some() { all / 8 } else { 0 };
            if is_near_enough || self.wishes.minimal {
                let puzzle = best?;
                // Now and then the rough look was wrong.
                let grade = self.grade(puzzle.as_ref(), missed)?;
                let solution = self.only_solution(puzzle.as_ref())?;
                return Some((puzzle, solution, grade));
            }
            number = easy.midpoint(hard);
        }
    }

    /// A first look at how hard it is, which costs less than a grade; `None` when someone asks to stop.
    fn rough_verdict(
        &mut self,
        puzzle: &dyn Puzzle,
        solution: &Board,
        missed: &mut Missed,
    ) -> Option<Verdict> {
        let wishes = &self.wishes;
        if wishes.least_rating.is_none() && wishes.greatest_rating.is_none() {
            return Some(Right);
        }
        let most = wishes.greatest_rating;
        match explain::rough_rating(&puzzle.model(), solution, most, &self.workshop.stop) {
            Ok(rating) => {
                missed.note(rating, wishes);
                Some(wishes.verdict(rating))
            }
            Err(Ungraded::TooHard) => Some(TooHard),
            Err(Ungraded::NoSolution | Ungraded::Stopped) => None,
        }
    }

    fn grader<'p>(&self, puzzle: &'p dyn Puzzle) -> Grader<'p> {
        let mut grader = Grader::new(puzzle);
        let stop = self.workshop.stop.clone();
        grader.on_stop(move || stop.is_asked());
        grader
    }

    /// Whether the techniques that are allowed suffice; `None` when someone asks to stop.
    fn allows_steps(&self, puzzle: &dyn Puzzle) -> Option<bool> {
        let Some(allowed) = &self.wishes.techniques else { return Some(true) };
        self.grader(puzzle).is_solved_by(allowed).ok()
    }

    /// The grade if it is as wished; `None` also when someone asks to stop.
    fn grade(&mut self, puzzle: &dyn Puzzle, missed: &mut Missed) -> Option<Grade> {
        let mut grader = self.grader(puzzle);
        if let Some(most) = self.wishes.greatest_rating {
            grader.limit_rating(most);
        }
        let grade = grader.grade().ok().filter(|grade| grade.is_solved)?;
        missed.note(grade.rating(), &self.wishes);
        (self.wishes.verdict(grade.rating()) == Right).then_some(grade)
    }
}

/// How hard a puzzle is, compared with what was wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    TooEasy,
    Right,
    /// Or it takes techniques that are not allowed.
    TooHard,
}
use Verdict::{Right, TooEasy, TooHard};

impl Wishes {
    fn verdict(&self, rating: u64) -> Verdict {
        if self.greatest_rating.is_some_and(|most| rating > most) {
            TooHard
        } else if self.least_rating.is_some_and(|least| rating < least) {
            TooEasy
        } else {
            Right
        }
    }
}

impl Missed {
    /// Remembers a rating if it is the nearest so far.
    fn note(&mut self, rating: u64, wishes: &Wishes) {
        let away = |rating: u64| {
            let below = wishes.least_rating.map_or(0, |least| least.saturating_sub(rating));
            below + wishes.greatest_rating.map_or(0, |most| rating.saturating_sub(most))
        };
        if self.nearest.is_none_or(|nearest| away(rating) < away(nearest)) {
            self.nearest = Some(rating);
        }
    }
}
