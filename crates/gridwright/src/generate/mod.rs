//! Making puzzles: boards with one solution, as few clues as asked for, as hard as asked for.
//!
//! A genre's [`Maker`] draws a board with all the clues that its solution allows. What follows is the same for all genres:
//! clues are left out in random order as long as the solution stays the only one, and if a rating is requested, the
//! puzzle is graded and clues are put back until it is easy enough. What does not succeed is tried again with another board,
//! up to a limit.
//!
//! Nothing depends on a clock: number `i` of seed `s` is the same puzzle everywhere, whatever was made before it.

#[cfg(test)]
mod fixed_tests;
mod form;
mod like;
mod reduce;
#[cfg(test)]
mod tests;

pub use form::{Field, Form};
pub use like::ExampleError;

pub use crate::puzzle::maker::{
    Maker, Motif, Pattern, PatternError, Setting, Spec, SpecError, Symmetry, UnknownMotif, Walls, Workshop,
};

use crate::explain::{self, Grade, Grader, Ungraded};
use crate::model::Board;
use crate::printed::PrintedBoard;
use crate::puzzle::Puzzle;
use crate::rating::{Level, Rating};
use crate::solve::Status;
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits, Progress, Stopped, counted};
use reduce::Reduced;
use std::cmp::Ordering;

/// A finished puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution, which is the only one unless several were allowed.
    pub solution: Board,
    /// How hard it is, where a difficulty was asked for.
    pub grade: Option<Grade>,
    /// How many boards it took.
    pub tries: u32,
}

/// The outcome of making a puzzle.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A puzzle that meets the spec.
    Found(Generated),
    /// None of the boards that were tried became one.
    NotFound(NotFound),
    /// The search stopped first, and why.
    Stopped(Stopped),
}

/// What was tried when no puzzle was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotFound {
    /// Boards tried.
    pub tries: u32,
    /// How many of them had one solution, where more than that was asked for.
    pub graded: u32,
    /// How many of these were harder than asked for, with all clues or with as few as asked for.
    pub too_hard: u32,
    /// How many were easier than asked for, however few clues they had.
    pub too_easy: u32,
    /// How many took steps that [`Spec::techniques`] does not name.
    pub beyond: u32,
    /// How many could be solved without one of the techniques that [`Spec::require`] names.
    pub unneeded: u32,
    /// Of the ratings that did not meet what was asked for the one nearest to it. What is too hard is not rated to the end.
    pub nearest: Option<Rating>,
    /// Of the boards to a pattern that kept several solutions, how many cells the nearest one left open at least.
    pub open: Option<usize>,
}

impl NotFound {
    /// Why there is no puzzle, as a clause: `not found on 500 boards; 500 were too easy; the nearest rating was 2.9`.
    pub fn in_words(&self, spec: &Spec) -> String {
        if self.tries == 0 {
            return "no board was tried".to_string();
        }
        let boards = counted(self.tries as usize, "board");
        let mut words = match spec.pattern {
            Some(_) => format!("no such puzzle with this pattern on {boards}"),
            None => format!("not found on {boards}"),
        };
        if let Some(open) = self.open.filter(|_| self.graded == 0) {
            words += &format!(
                "; all had several solutions, and the nearest left at least {} open",
                counted(open, "cell")
            );
        }
        // A word needs some explanation.
        if let Some(level) = spec.difficulty.filter(|_| self.graded > 0) {
            let (least, most) = level.hardness().into_inner();
            let meaning = match level {
                Level::Easy => format!("at most {most}"),
                Level::Expert => format!("at least {least}"),
                _ => format!("from {least} to {most}"),
            };
            words += &format!("; the hardest step of '{level}' puzzles is {meaning}");
        }
        let required = spec.require.join(" or ");
        for (number, what) in [
            (self.too_easy, "too easy".to_string()),
            (self.too_hard, "too hard".to_string()),
            (self.beyond, "not solved by the techniques that suffice".to_string()),
            (self.unneeded, format!("solved without {required}, or not even with it")),
        ] {
            if number > 0 {
                words += &format!("; {number} {} {what}", if number == 1 { "was" } else { "were" });
            }
        }
        match self.nearest {
            Some(nearest) => format!("{words}; the nearest rating was {}", nearest.points()),
            None => words,
        }
    }
}

impl Spec {
    /// The first puzzle of a seed, or why there is none.
    ///
    /// ```
    /// use gridwright::{Spec, generate::Outcome, registry};
    /// let spec = Spec::new(registry::ALL[1]).square(6);
    /// let Outcome::Found(made) = spec.generate(7)? else { panic!("they are easy to make") };
    /// assert!(made.puzzle.status().is_unique());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate(&self, seed: u64) -> Result<Outcome, SpecError> {
        self.generate_with(seed, &Limits::default())
    }

    /// The same within limits; its steps are boards to try.
    pub fn generate_with(&self, seed: u64, limits: &Limits) -> Result<Outcome, SpecError> {
        let mut generator = Generator::new(self.clone())?;
        generator.limit(limits);
        Ok(generator.make(seed, 0))
    }
}

/// Makes puzzles to a spec.
///
/// ```
/// use gridwright::generate::{Generator, Outcome, Spec};
/// use gridwright::registry;
/// for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
///     let mut generator = Generator::new(Spec::new(genre).square(6))?;
///     let Outcome::Found(first) = generator.make(1, 0) else { panic!("{} can be made", genre.name) };
///     let Outcome::Found(again) = generator.make(1, 0) else { panic!("it was made before") };
///     assert_eq!(first.solution, again.solution);
/// }
/// assert!(Generator::new(Spec::new(registry::ALL[1]).rows(10).cols(7)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Generator {
    maker: &'static dyn Maker,
    spec: Spec,
    symmetry: Symmetry,
    workshop: Workshop,
    most_tries: u32,
    limits: Limits,
}

impl Generator {
    /// The tries for one puzzle, unless other limits are set.
    pub const TRIES: u32 = 500;

    /// For puzzles that meet a spec, or why there are none.
    pub fn new(spec: Spec) -> Result<Generator, SpecError> {
        let usual = match spec.genre.maker {
            Some(maker) if !spec.several && spec.pattern.is_none() => maker.usual_symmetry(),
            _ => Symmetry::None,
        };
        let symmetry = spec.symmetry.unwrap_or(usual);
        let spec = Spec { symmetry: Some(symmetry), ..spec };
        let maker = spec.check(symmetry)?;
        let (workshop, most_tries, limits) = (Workshop::default(), Generator::TRIES, Limits::default());
        Ok(Generator { maker, spec, symmetry, workshop, most_tries, limits })
    }

    /// What may surprise people about the boards they ask for.
    pub fn note(&self) -> Option<String> {
        self.maker.note(&self.spec)
    }

    /// Limits the boards to try for one puzzle, which are its steps, and sets the token that cancels the search.
    pub fn limit(&mut self, limits: &Limits) {
        let tries = limits.steps.map(|steps| u32::try_from(steps).unwrap_or(u32::MAX));
        self.most_tries = tries.unwrap_or(Generator::TRIES);
        self.limits = limits.clone();
        self.workshop = Workshop::new(limits.cancel.clone());
    }

    fn cancel(&self) -> &Cancel {
        &self.limits.cancel
    }

    fn puzzle(&self, board: Box<dyn PrintedBoard>) -> Puzzle {
        Puzzle::new(self.spec.genre, board)
    }

    /// A board with the size and kind of the spec, to see what holds for all of them; `None` if none could be drawn.
    pub fn sample(&mut self) -> Option<Puzzle> {
        if self.spec.pattern.is_none() && self.maker.takes().contains(&Setting::Several) {
            // The solutions do not matter.
            let spec = Spec { several: true, walls: None, ..self.spec.clone() };
            let board = self.maker.draft(&spec, &mut Random::of_number(0, 0), &mut self.workshop)?;
            return Some(self.puzzle(board));
        }
        (0..10).find_map(|number| self.draft(&mut Random::of_number(0, number)))
    }

    fn draft(&mut self, random: &mut Random) -> Option<Puzzle> {
        let board = self.maker.draft(&self.spec, random, &mut self.workshop)?;
        Some(self.puzzle(board))
    }

    /// The puzzle of this number under a seed.
    pub fn make(&mut self, seed: u64, number: u64) -> Outcome {
        let mut random = Random::of_number(seed, number);
        let mut failed = NotFound::default();
        self.workshop.take_nearest();
        while failed.tries < self.most_tries {
            let (done, total) = (failed.tries.into(), Some(self.most_tries.into()));
            self.limits.report(Progress { task: "generating", done, total, unit: "board" });
            if let Err(why) = self.cancel().check() {
                return Outcome::Stopped(why);
            }
            failed.tries += 1;
            if let Some(made) = self.attempt(&mut random, &mut failed) {
                // A puzzle that was finished while the search was cancelled may lack what was given up for it.
                return self.cancel().check().map_or_else(Outcome::Stopped, |()| Outcome::Found(made));
            }
        }
        failed.open = self.workshop.take_nearest();
        self.cancel().check().map_or_else(Outcome::Stopped, |()| Outcome::NotFound(failed))
    }

    fn attempt(&mut self, random: &mut Random, failed: &mut NotFound) -> Option<Generated> {
        let draft = self.draft(random)?;
        if self.spec.several {
            let solution = match self.workshop.status_of_any_size(&draft)? {
                Status::Unique(solution) | Status::Multiple(solution, _) => solution,
                _ => return None,
            };
            return Some(Generated { puzzle: draft, solution, grade: None, tries: failed.tries });
        }
        if self.spec.asks_for_grade() {
            let (puzzle, solution, grade) = self.graded(&draft, random, failed)?;
            return Some(Generated { puzzle, solution, grade: Some(grade), tries: failed.tries });
        }
        let reduced = self.reduce(&draft, random)?;
        let number = reduced.removed.len();
        // People print a few clues more than they must.
        let is_exact = self.spec.minimal || self.spec.clues.is_some();
        let spared = if is_exact { 0 } else { random.index(number / 4 + 1) };
        let puzzle = self.stage(&draft, &reduced, number - spared);
        let solution = self.only_solution(&puzzle)?;
        Some(Generated { puzzle, solution, grade: None, tries: failed.tries })
    }

    /// However the clues were chosen, the status of the whole has the last word.
    fn only_solution(&mut self, puzzle: &Puzzle) -> Option<Board> {
        match self.workshop.status(puzzle)? {
            Status::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// The puzzle without the first groups of clues that can be left out.
    fn stage(&self, draft: &Puzzle, reduced: &Reduced, number: usize) -> Puzzle {
        self.puzzle(self.maker.without(draft.board(), &reduced.removed[..number].concat()))
    }

    /// A stage that is as hard as asked for, with its solution.
    fn graded(
        &mut self,
        draft: &Puzzle,
        random: &mut Random,
        failed: &mut NotFound,
    ) -> Option<(Puzzle, Board, Grade)> {
        let solution = self.only_solution(draft)?;
        failed.graded += 1;
        // Fewer clues make it no easier.
        if self.has_upper_bound() && self.rough_verdict(draft, &solution, failed)? == TooHard {
            failed.too_hard += 1;
            return None;
        }
        let reduced = self.reduce(draft, random)?;
        // The more clues are left out, the harder it is, more or less: the first stage that is too hard is looked for
        // by halving.
        let all = reduced.removed.len();
        let (mut easy, mut hard) = (0, all + 1);
        let mut number = all;
        let mut best = None;
        let mut misses = Vec::new();
        loop {
            let puzzle = self.stage(draft, &reduced, number);
            // The rough rating does not name techniques.
            let verdict = match self.rough_verdict(&puzzle, &solution, failed)? {
                Right => self.verdict_of_steps(&puzzle)?,
                verdict => verdict,
            };
            match verdict {
                TooHard | Beyond => hard = number,
                TooEasy | Unneeded | Right => easy = number,
            }
            match verdict {
                Right => best = Some(puzzle),
                _ => misses.push(verdict),
            }
            // Of what is right, something near the fewest clues will do.
            let is_near_enough = hard - easy <= 1 + if best.is_some() { all / 8 } else { 0 };
            if is_near_enough || self.spec.minimal {
                let Some(puzzle) = best else {
                    failed.miss(&misses);
                    return None;
                };
                // Occasionally the rough rating was wrong.
                let grade = self.grade(&puzzle, failed)?;
                let solution = self.only_solution(&puzzle)?;
                return Some((puzzle, solution, grade));
            }
            number = easy.midpoint(hard);
        }
    }

    /// A first look at how hard it is, which costs less than a grade; `None` when cancelled.
    fn rough_verdict(&self, puzzle: &Puzzle, solution: &Board, failed: &mut NotFound) -> Option<Verdict> {
        if let Some(level) = self.spec.difficulty {
            return self.grader(puzzle).compare(level, solution).ok().map(Verdict::from);
        }
        let (least, most) = (self.spec.min, self.spec.max);
        if least.is_none() && most.is_none() {
            return Some(Right);
        }
        match explain::rough_rating(puzzle, solution, most, self.cancel()) {
            Ok(rating) => {
                failed.note(rating, &self.spec);
                Some(Verdict::of(rating, &self.spec))
            }
            Err(Ungraded::TooHard) => Some(TooHard),
            Err(Ungraded::NoSolution | Ungraded::Stopped(_)) => None,
        }
    }

    /// Whether a puzzle may be too hard.
    fn has_upper_bound(&self) -> bool {
        self.spec.max.is_some() || self.spec.difficulty.is_some_and(|level| level != Level::Expert)
    }

    fn grader(&self, puzzle: &Puzzle) -> Grader {
        let mut grader = Grader::new(puzzle);
        grader.limit(&Limits::default().cancel(self.cancel().clone()));
        grader
    }

    /// Whether the techniques that are allowed suffice and those that are required are needed; `None` when cancelled.
    fn verdict_of_steps(&self, puzzle: &Puzzle) -> Option<Verdict> {
        let Spec { techniques, require, genre, .. } = &self.spec;
        if techniques.is_none() && require.is_empty() {
            return Some(Right);
        }
        let is = |one: &str, other: &String| other.eq_ignore_ascii_case(one);
        let usual = || genre.techniques.iter().filter(|technique| !technique.assumes_unique);
        let all = || usual().map(|technique| technique.name.to_string()).collect();
        let allowed: Vec<String> = [techniques.clone().unwrap_or_else(all), require.clone()].concat();
        if !self.grader(puzzle).is_solved_by(&allowed).ok()? {
            // Without a list, all names were allowed, and what has none is no way to need a technique.
            return Some(if techniques.is_some() { Beyond } else { Unneeded });
        }
        for required in require {
            let others: Vec<&String> = allowed.iter().filter(|name| !is(required, name)).collect();
            if self.grader(puzzle).is_solved_by(&others).ok()? {
                return Some(Unneeded);
            }
        }
        Some(Right)
    }

    /// The grade if it is as asked for; `None` also when cancelled.
    fn grade(&self, puzzle: &Puzzle, failed: &mut NotFound) -> Option<Grade> {
        let mut grader = self.grader(puzzle);
        if let Some(most) = self.spec.max {
            grader.limit_rating(most);
        }
        let grade = grader.grade().ok().filter(|grade| grade.is_solved)?;
        let verdict = match self.spec.difficulty {
            Some(level) => Verdict::from(grade.level().cmp(&level)),
            None => {
                failed.note(grade.rating(), &self.spec);
                Verdict::of(grade.rating(), &self.spec)
            }
        };
        if verdict != Right {
            failed.miss(&[verdict]);
            return None;
        }
        Some(grade)
    }
}

/// How hard a puzzle is, compared with what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    TooEasy,
    Right,
    TooHard,
    /// It takes techniques that are not allowed.
    Beyond,
    /// It does not take a technique that is required.
    Unneeded,
}
use Verdict::{Beyond, Right, TooEasy, TooHard, Unneeded};

impl From<Ordering> for Verdict {
    fn from(compared: Ordering) -> Verdict {
        match compared {
            Ordering::Less => TooEasy,
            Ordering::Equal => Right,
            Ordering::Greater => TooHard,
        }
    }
}

impl Verdict {
    fn of(rating: Rating, spec: &Spec) -> Verdict {
        let (least, most) = (spec.min, spec.max);
        if most.is_some_and(|most| rating > most) {
            TooHard
        } else if least.is_some_and(|least| rating < least) {
            TooEasy
        } else {
            Right
        }
    }
}

impl NotFound {
    /// Counts a board by what stood in its way at last, of all the numbers of clues that were tried.
    fn miss(&mut self, misses: &[Verdict]) {
        let has = |verdict: Verdict| misses.contains(&verdict);
        let counter = match () {
            () if has(Unneeded) => &mut self.unneeded,
            () if has(Beyond) => &mut self.beyond,
            () if has(TooEasy) => &mut self.too_easy,
            () => &mut self.too_hard,
        };
        *counter += 1;
    }

    /// Remembers a rating that is not as asked for if it is the nearest so far.
    fn note(&mut self, rating: Rating, spec: &Spec) {
        if Verdict::of(rating, spec) == Right {
            return;
        }
        let (least, most) = (spec.min, spec.max);
        let above = |one: Rating, other: Rating| one.hundredths().saturating_sub(other.hundredths());
        let away = |rating: Rating| {
            least.map_or(0, |least| above(least, rating)) + most.map_or(0, |most| above(rating, most))
        };
        if self.nearest.is_none_or(|nearest| away(rating) < away(nearest)) {
            self.nearest = Some(rating);
        }
    }
}
