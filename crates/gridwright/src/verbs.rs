//! What can be asked of a puzzle: solve, count, sample, check, hint, explain, rate.
//!
//! Every verb has a short form on [`Puzzle`]. A [`Query`] asks the same from a position and within [`Limits`].

use crate::clues::{self, Clash, Clues, CluesError, CompleteError, Completion, Distinction, Minimised, Wish};
use crate::count::{Count, Counter, Marginals, Sampler};
use crate::explain::{Explainer, Grade, Grader, Hint, Ungraded, Walkthrough};
use crate::model::{self, Board, Broken, Fact, Position, RuleId, Verdict, WrongPosition};
use crate::puzzle::Puzzle;
use crate::solve::{Answer, Common, Engine, Solutions, Status};
use gridwright_base::random::Random;
use gridwright_base::{Limits, Stopped, counted};

/// A question about a puzzle: from which position, and within which limits.
///
/// ```
/// use gridwright::{Limits, Puzzle};
/// let puzzle: Puzzle = "4x4:p".parse()?;
/// let mut position = puzzle.blank();
/// assert_eq!(puzzle.count().to_string(), "24");
/// position.enter(puzzle.atom_named("r1c1 bulb").unwrap());
/// let query = puzzle.query().from_position(&position)?.limits(&Limits::default().steps(1000));
/// assert_eq!(query.count().to_string(), "6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    puzzle: Puzzle,
    known: Option<Board>,
    limits: Limits,
}

impl Query {
    /// Takes the entries and marks of a position as given.
    pub fn from_position(self, position: &Position) -> Result<Query, WrongPosition> {
        self.puzzle.expect_own(position)?;
        Ok(Query { known: Some(position.board.clone()), ..self })
    }

    /// Makes use of the puzzle's having one solution: see [`Puzzle::assuming_unique`].
    pub fn assume_unique(self) -> Query {
        Query { puzzle: self.puzzle.assuming_unique(), ..self }
    }

    /// Within limits.
    pub fn limits(self, limits: &Limits) -> Query {
        Query { limits: limits.clone(), ..self }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What is taken as given.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.known.iter().flat_map(Board::facts)
    }

    /// An engine for this question.
    pub fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.puzzle.model());
        engine.assume(self.facts());
        engine.limit(&self.limits);
        engine
    }

    /// A counter for this question.
    pub fn counter(&self) -> Counter {
        let mut counter = Counter::new(self.puzzle.model());
        counter.assume(self.facts());
        counter.limit(&self.limits);
        if let Some(enumeration) = self.puzzle.enumeration(self.known.as_ref()) {
            counter.race(enumeration);
        }
        counter
    }

    /// An explainer for this question.
    pub fn explainer(&self) -> Explainer {
        let blank;
        let known = match &self.known {
            Some(known) => known,
            None => {
                blank = self.puzzle.blank().board;
                &blank
            }
        };
        let mut explainer = Explainer::new(&self.puzzle, known);
        explainer.limit(&self.limits);
        explainer
    }

    /// The answer of the genre's own solver, where it has one that knows it. `None` under a step limit: only the engine
    /// counts steps.
    pub fn fast_status(&self) -> Option<Status> {
        match self.limits.steps {
            None => self.puzzle.fast_status(self.known.as_ref()),
            Some(_) => None,
        }
    }

    /// Whether there is no solution, one, or several.
    pub fn status(&self) -> Status {
        self.fast_status().unwrap_or_else(|| self.engine().status())
    }

    /// The same as [`Query::status`], with an engine to use again for many puzzles; it saves the memory that each needs.
    pub fn status_using(&self, engine: &mut Engine) -> Status {
        self.fast_status().unwrap_or_else(|| self.engine_status(engine))
    }

    /// The same without asking the genre's own solver.
    pub fn engine_status(&self, engine: &mut Engine) -> Status {
        engine.load(self.puzzle.model());
        engine.assume(self.facts());
        engine.limit(&self.limits);
        engine.status()
    }

    /// Any solution.
    pub fn solve(&self) -> Answer {
        self.engine().solve()
    }

    /// The status with the first solution in the order of the atoms, which is the reading order, "yes" before "no".
    pub fn first(&self) -> Status {
        let mut engine = self.engine();
        let first = match engine.first() {
            Answer::Solution(board) => board,
            Answer::None => return Status::None,
            Answer::Unknown(why) => return Status::Unknown { found: None, why },
        };
        match engine.status() {
            Status::Multiple(a, b) => {
                let other = if a == first { b } else { a };
                Status::Multiple(first, other)
            }
            Status::Unknown { why, .. } => Status::Unknown { found: Some(first), why },
            Status::Unique(_) | Status::None => Status::Unique(first),
        }
    }

    /// All solutions, one at a time.
    pub fn solutions(&self) -> Solutions {
        self.engine().solutions()
    }

    /// How many solutions there are.
    pub fn count(&self) -> Count {
        self.counter().count()
    }

    /// In how many solutions each atom holds.
    pub fn marginals(&self) -> Result<Marginals, Stopped> {
        self.counter().marginals()
    }

    /// Gets ready to draw solutions at random, all equally likely.
    pub fn sampler(&self) -> Result<Sampler, Stopped> {
        self.counter().sampler()
    }

    /// What all solutions share.
    pub fn common(&self) -> Common {
        self.engine().common()
    }

    /// How the puzzle is solved, step by step, and why.
    pub fn explain(&self) -> Walkthrough {
        Walkthrough::tell(&self.puzzle, self.explainer(), |_| {})
    }

    /// How hard the puzzle is, whatever is entered.
    pub fn rate(&self) -> Result<Grade, Ungraded> {
        let mut grader = Grader::new(&self.puzzle);
        grader.limit(&self.limits);
        grader.grade()
    }

    /// Which clues could be left out one at a time, whatever is entered.
    pub fn clues(&self) -> Result<Clues, CluesError> {
        clues::superfluous(&self.puzzle, &self.limits)
    }

    /// The puzzle without superfluous clues, whatever is entered. Seeds differ in which of them stay.
    pub fn minimise(&self, seed: u64) -> Result<Minimised, CluesError> {
        clues::minimise(&self.puzzle, seed, &self.limits)
    }

    /// The smallest sets of clues that contradict each other; `None` if there is a solution.
    pub fn clash(&self) -> Result<Option<Clash>, Stopped> {
        clues::clash(&self.puzzle, &self.facts().collect::<Vec<_>>(), &self.limits)
    }

    /// Where solutions differ, and which one clue would decide most. Without a limit of steps each search ends after a million.
    pub fn distinguish(&self) -> Result<Distinction, Stopped> {
        clues::distinguish(&self.puzzle, &self.facts().collect::<Vec<_>>(), &self.limits)
    }

    /// The puzzle with further clues, so that it has one solution, which agrees with the position.
    pub fn complete(&self, wish: &Wish) -> Result<Completion, CompleteError> {
        clues::complete(&self.puzzle, &self.facts().collect::<Vec<_>>(), wish, &self.limits)
    }

    /// The next step from the position, or what is wrong with it.
    pub fn hint(&self) -> Hint {
        let blank = self.puzzle.blank().board;
        Hint::find(&self.puzzle, self.known.as_ref().unwrap_or(&blank), &self.limits)
    }

    /// What the rules say of the position. `deep` proves whether it can still be completed.
    pub fn check(&self, deep: bool) -> Check {
        let blank = self.puzzle.blank().board;
        let (model, board) = (self.puzzle.model(), self.known.as_ref().unwrap_or(&blank));
        let broken = model::broken(model, board);
        let missing = if broken.is_empty() { model::missing(model, board) } else { Vec::new() };
        let verdict = match (broken.is_empty(), missing.is_empty()) {
            (false, _) => Verdict::Wrong,
            (true, true) => Verdict::Solved,
            (true, false) => Verdict::Unbroken,
        };
        let mut check = Check { verdict, proof: Proof::Proven, broken, missing };
        if verdict == Verdict::Unbroken {
            match deep.then(|| self.solve()) {
                None => check.proof = Proof::NotAsked,
                Some(Answer::Solution(_)) => check.verdict = Verdict::RightSoFar,
                Some(Answer::None) => check.verdict = Verdict::Wrong,
                Some(Answer::Unknown(why)) => check.proof = Proof::Unknown(why),
            }
        }
        check
    }
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Solved, right so far, unbroken, or wrong.
    pub verdict: Verdict,
    /// Whether the verdict is certain. A position that breaks no rule may be impossible to complete all the same.
    pub proof: Proof,
    /// The rules that are broken.
    pub broken: Vec<Broken>,
    /// The rules that something is missing for, where none is broken.
    pub missing: Vec<RuleId>,
}

impl Check {
    /// The verdict in words, and how certain it is.
    pub fn summary(&self) -> String {
        let verdict = match self.verdict {
            Verdict::Solved => "solved",
            Verdict::RightSoFar => "right so far, and it can be completed",
            Verdict::Unbroken => "no rule is broken yet",
            Verdict::Wrong => "cannot be completed any more",
        };
        match self.proof {
            Proof::Unknown(why) => format!("{verdict}; {why} before more was known"),
            _ if !self.broken.is_empty() => {
                format!("{verdict}: {}", counted(self.broken.len(), "broken rule"))
            }
            _ => verdict.to_string(),
        }
    }
}

/// Whether a verdict is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is.
    Proven,
    /// No proof was requested.
    NotAsked,
    /// The search for a proof stopped, and why.
    Unknown(Stopped),
}

/// The verbs. Each asks the [`Query`] without position and limits; those of `_with` are within limits.
impl Puzzle {
    /// A query about the puzzle, which can be given a position and limits.
    pub fn query(&self) -> Query {
        Query { puzzle: self.clone(), known: None, limits: Limits::default() }
    }

    fn within(&self, limits: &Limits) -> Query {
        self.query().limits(limits)
    }

    /// Whether there is no solution, one, or several.
    pub fn status(&self) -> Status {
        self.query().status()
    }

    /// The same within limits.
    pub fn status_with(&self, limits: &Limits) -> Status {
        self.within(limits).status()
    }

    /// Any solution.
    pub fn solve(&self) -> Answer {
        self.query().solve()
    }

    /// The same within limits.
    pub fn solve_with(&self, limits: &Limits) -> Answer {
        self.within(limits).solve()
    }

    /// All solutions, one at a time, in no particular but always the same order.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// assert_eq!(Puzzle::parse("3x3:i")?.solutions().count(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self) -> Solutions {
        self.query().solutions()
    }

    /// The same within limits.
    pub fn solutions_with(&self, limits: &Limits) -> Solutions {
        self.within(limits).solutions()
    }

    /// How many solutions there are, exactly.
    pub fn count(&self) -> Count {
        self.query().count()
    }

    /// The same within limits, or at least how many.
    pub fn count_with(&self, limits: &Limits) -> Count {
        self.within(limits).count()
    }

    /// In how many solutions each atom holds.
    pub fn marginals(&self) -> Result<Marginals, Stopped> {
        self.query().marginals()
    }

    /// The same within limits.
    pub fn marginals_with(&self, limits: &Limits) -> Result<Marginals, Stopped> {
        self.within(limits).marginals()
    }

    /// Solutions drawn at random, all equally likely; none where there is none. Equal seeds give equal solutions.
    pub fn sample(&self, number: usize, seed: u64) -> Result<Vec<Board>, Stopped> {
        self.sample_with(number, seed, &Limits::default())
    }

    /// The same within limits.
    pub fn sample_with(&self, number: usize, seed: u64, limits: &Limits) -> Result<Vec<Board>, Stopped> {
        let sampler = self.within(limits).sampler()?;
        let mut random = Random::new(seed);
        let mut drawn = Vec::new();
        while drawn.len() < number
            && let Some(board) = sampler.draw(&mut random)
        {
            limits.cancel.check()?;
            drawn.push(board);
        }
        Ok(drawn)
    }

    /// What all solutions share.
    pub fn common(&self) -> Common {
        self.query().common()
    }

    /// The same within limits.
    pub fn common_with(&self, limits: &Limits) -> Common {
        self.within(limits).common()
    }

    /// Which clues could be left out one at a time.
    ///
    /// ```
    /// use gridwright::{Puzzle, registry};
    /// let puzzle = Puzzle::parse(registry::ALL[1].example)?;
    /// let minimal = puzzle.minimise(7)?.puzzle;
    /// assert!(minimal.status().is_unique());
    /// assert!(minimal.clues()?.superfluous.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clues(&self) -> Result<Clues, CluesError> {
        self.query().clues()
    }

    /// The same within limits.
    pub fn clues_with(&self, limits: &Limits) -> Result<Clues, CluesError> {
        self.within(limits).clues()
    }

    /// The puzzle without superfluous clues. Seeds differ in which of them stay.
    pub fn minimise(&self, seed: u64) -> Result<Minimised, CluesError> {
        self.query().minimise(seed)
    }

    /// The same within limits.
    pub fn minimise_with(&self, seed: u64, limits: &Limits) -> Result<Minimised, CluesError> {
        self.within(limits).minimise(seed)
    }

    /// The smallest sets of clues that contradict each other; `None` if there is a solution.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// let puzzle = Puzzle::parse("3x2:0a1bB")?;
    /// let clash = puzzle.clash().unwrap().unwrap();
    /// let rule = |clue| puzzle.sentence(puzzle.model().get(clue));
    /// let words: Vec<String> = clash.sets[0].iter().map(|clue| rule(*clue)).collect();
    /// assert_eq!(words.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clash(&self) -> Result<Option<Clash>, Stopped> {
        self.query().clash()
    }

    /// The same within limits.
    pub fn clash_with(&self, limits: &Limits) -> Result<Option<Clash>, Stopped> {
        self.within(limits).clash()
    }

    /// Where solutions differ, and which one clue would decide most.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// let puzzle = Puzzle::parse("3x3:d4d")?;
    /// assert!(puzzle.distinguish()?.cells.is_empty(), "it has one solution");
    /// let puzzle = Puzzle::parse("3x3:dBd")?;
    /// let distinction = puzzle.distinguish()?;
    /// assert_eq!(distinction.clues[0].in_words(), "the 4 at r2c2 needs exactly 4 bulbs beside it: one solution");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distinguish(&self) -> Result<Distinction, Stopped> {
        self.query().distinguish()
    }

    /// The same within limits.
    pub fn distinguish_with(&self, limits: &Limits) -> Result<Distinction, Stopped> {
        self.within(limits).distinguish()
    }

    /// The puzzle with further clues, so that it has one solution.
    ///
    /// ```
    /// use gridwright::{Puzzle, clues::Wish};
    /// let completion = Puzzle::parse("3x3:dBd")?.complete(&Wish::default())?;
    /// assert!(completion.puzzle.status().is_unique());
    /// assert_eq!(completion.summary(), "1 clue added; no fewer suffice");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complete(&self, wish: &Wish) -> Result<Completion, CompleteError> {
        self.query().complete(wish)
    }

    /// The same within limits.
    pub fn complete_with(&self, wish: &Wish, limits: &Limits) -> Result<Completion, CompleteError> {
        self.within(limits).complete(wish)
    }

    /// What the rules say of a position.
    pub fn check(&self, position: &Position) -> Result<Check, WrongPosition> {
        Ok(self.query().from_position(position)?.check(false))
    }

    /// The same, with a proof whether it can still be completed.
    pub fn check_deep(&self, position: &Position) -> Result<Check, WrongPosition> {
        self.check_deep_with(position, &Limits::default())
    }

    /// The same within limits.
    pub fn check_deep_with(&self, position: &Position, limits: &Limits) -> Result<Check, WrongPosition> {
        Ok(self.within(limits).from_position(position)?.check(true))
    }

    /// The next step from a position, or what is wrong with it.
    pub fn hint(&self, position: &Position) -> Result<Hint, WrongPosition> {
        self.hint_with(position, &Limits::default())
    }

    /// The same within limits.
    pub fn hint_with(&self, position: &Position, limits: &Limits) -> Result<Hint, WrongPosition> {
        Ok(self.within(limits).from_position(position)?.hint())
    }

    /// How it is solved, step by step, and why.
    pub fn explain(&self) -> Walkthrough {
        self.query().explain()
    }

    /// The same within limits.
    pub fn explain_with(&self, limits: &Limits) -> Walkthrough {
        self.within(limits).explain()
    }

    /// How hard it is.
    pub fn rate(&self) -> Result<Grade, Ungraded> {
        self.query().rate()
    }

    /// The same within limits.
    pub fn rate_with(&self, limits: &Limits) -> Result<Grade, Ungraded> {
        self.within(limits).rate()
    }
}
