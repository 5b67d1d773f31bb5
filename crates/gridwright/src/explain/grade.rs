//! How hard a puzzle is.
//!
//! In rounds, not step by step: in each round everything is concluded that the fewest rules say together. So the grade
//! does not depend on which of several equal steps is taken first; and since the rules have a
//! canonical numbering ([`Canonical`]), it does not depend on how the board is oriented or its digits are relabelled.

use super::argument::Argument;
use super::ease::{self, EasiestFirst};
use super::rounds::{Rounds, work_of_round};
use super::rule_state::RuleState;
use super::{Goal, case, chain, is_trivial, printed_answers};
use crate::logarithm;
use crate::model::{Atom, Board, Canonical, Fact, Model, RuleId};
use crate::puzzle::Puzzle;
use crate::rating::{Hardness, Level, Rating};
use crate::words::{Case, Step, Technique};
use gridwright_base::{Cancel, Limits, Progress, Stopped};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[cfg(test)]
#[path = "grade_tests.rs"]
mod tests;

/// What was concluded at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How many rules the smallest of its steps takes.
    pub size: usize,
    /// How many different steps there are, by number of rules and name; trivial steps are not counted.
    pub names: BTreeMap<(usize, String), usize>,
    /// How hard the easiest of them is; 0 where everything is trivial.
    pub hardness: Hardness,
    /// Its name.
    pub easiest: String,
}

impl Round {
    /// How many steps there were to choose from.
    pub fn available(&self) -> usize {
        self.names.values().sum()
    }
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// Round by round.
    pub rounds: Vec<Round>,
    /// Whether there is one solution, not several of which only what they share was found.
    pub is_solved: bool,
    /// The round of the hardest step, if the easiest step is always taken first; nothing where everything is trivial.
    hardest: Option<Round>,
    /// The work by the genre's own measure, in quarters, where it has one.
    measured: Option<u64>,
    /// Whether the rating is the hardness of the hardest step.
    is_by_hardest: bool,
}

/// Why there is no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungraded {
    /// There is no solution.
    #[error("no solution")]
    NoSolution,
    /// The grader stopped first, and why.
    #[error("{0} before the grade was known")]
    Stopped(Stopped),
    /// It is harder than the limit ([`Grader::limit_rating`]).
    #[error("too hard to grade")]
    TooHard,
}

/// The rating of some work, which is given in quarters: the binary logarithm of one more than it.
pub(super) fn rating_of(work: u64) -> Rating {
    // In quarters, of which two points are taken off again.
    Rating::from_hundredths(logarithm::hundredths(work.saturating_add(4)) - 200)
}

/// The rating of a puzzle whose hardest step this is.
pub(super) fn rating_of_step(hardness: Hardness) -> Rating {
    Rating::from_hundredths(u64::from(hardness.tenths()) * 10)
}

/// The greatest hardness whose rating is not above this one.
pub(super) fn most_hardness(rating: Rating) -> Hardness {
    Hardness::from_tenths(u32::try_from(rating.hundredths() / 10).unwrap_or(u32::MAX))
}

/// The greatest work whose rating is not above this one.
fn most_work(rating: Rating) -> u64 {
    let bits = (0..u64::BITS).rev().map(|bit| 1 << bit);
    bits.fold(0, |work, bit| if rating_of(work | bit) <= rating { work | bit } else { work })
}

/// The work of a puzzle by its genre's own measure, in quarters, where it has one; `shared` is what all solutions
/// share.
pub(super) fn measured(
    puzzle: &Puzzle,
    shared: &Board,
    most: Option<Rating>,
    cancel: &Cancel,
) -> Result<Option<u64>, Ungraded> {
    let Some(measure) = puzzle.genre().measure else { return Ok(None) };
    let most = most.map_or(u64::MAX, most_work);
    let work = measure(puzzle.board()).work(puzzle.model(), shared, most, cancel);
    work.map_err(Ungraded::Stopped)?.map(Some).ok_or(Ungraded::TooHard)
}

impl Grade {
    /// The work it takes by the genre's own measure; where it has none, a quarter for each round of single rules, the square
    /// of the number of further rules for each round of several. The square is what agrees best with the difficulty that
    /// publishers print.
    pub fn work(&self) -> f64 {
        self.quarters() as f64 / 4.0
    }

    fn quarters(&self) -> u64 {
        let of_rounds = || self.rounds.iter().map(|round| work_of_round(round.size)).sum();
        self.measured.unwrap_or_else(of_rounds)
    }

    /// The rating. Where players ask for the hardest step, its hardness, if the easiest step is always taken first; else the
    /// binary logarithm of one more than the work, so that one more point is twice the work.
    pub fn rating(&self) -> Rating {
        if self.is_by_hardest {
            return self.bottleneck().map(|round| rating_of_step(round.hardness)).unwrap_or_default();
        }
        rating_of(self.quarters())
    }

    /// The hardest step that cannot be avoided, with what else there was at that point: if the easiest step is always taken
    /// first, the round whose easiest step is the hardest, the one with the fewest steps to choose from if there are several.
    pub fn bottleneck(&self) -> Option<&Round> {
        self.hardest.as_ref()
    }

    /// The word for its difficulty, which is that of its hardest step: the same at every size.
    pub fn level(&self) -> Level {
        Level::of(self.hardest.as_ref().map(|hardest| hardest.hardness).unwrap_or_default())
    }

    /// The rating, the difficulty and the hardest step, as sentences.
    pub fn in_words(&self) -> String {
        let rated = format!("Rated {}, {}.", self.rating().points(), self.level());
        match self.bottleneck() {
            Some(round) => format!("{rated} Hardest step: {}.", round.easiest),
            None => rated,
        }
    }

    /// How many steps there were of each size and name.
    pub fn steps(&self) -> BTreeMap<(usize, &str), usize> {
        let mut steps = BTreeMap::new();
        for round in &self.rounds {
            for ((size, name), number) in &round.names {
                *steps.entry((*size, name.as_str())).or_default() += number;
            }
        }
        steps
    }
}

/// Grades one puzzle.
pub struct Grader {
    puzzle: Puzzle,
    limits: Limits,
    most_rating: Option<Rating>,
}

/// A puzzle that is being graded.
pub(super) struct Grading {
    pub puzzle: Puzzle,
    pub model: Arc<Model>,
    pub canonical: Canonical,
    /// By the canonical numbers.
    pub rounds: Rounds,
    /// The rules that print an answer, by the puzzle's numbers.
    pub givens: BTreeSet<RuleId>,
}

impl Grader {
    /// For a puzzle with nothing entered.
    pub fn new(puzzle: &Puzzle) -> Grader {
        Grader { puzzle: puzzle.clone(), limits: Limits::default(), most_rating: None }
    }

    /// Sets the token that cancels the work, and reports of progress. Steps and memory are not limited.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// Gives up as soon as the rating is above this one.
    pub fn limit_rating(&mut self, most: Rating) {
        self.most_rating = Some(most);
    }

    /// The grade.
    ///
    /// ```
    /// use gridwright::{Puzzle, explain::{Grader, Ungraded}, rating::Rating};
    /// let puzzle = Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?;
    /// let grade = Grader::new(&puzzle).grade().unwrap();
    /// assert!(grade.is_solved && grade.rating() < Rating::from_hundredths(300));
    /// let mut grader = Grader::new(&puzzle);
    /// grader.limit_rating(Rating::from_hundredths(grade.rating().hundredths() - 1));
    /// assert_eq!(grader.grade(), Err(Ungraded::TooHard));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grade(self) -> Result<Grade, Ungraded> {
        if ease::is_for(&self.puzzle) {
            return self.grade_by_hardest();
        }
        let measured = self.measured()?;
        let mut grading = self.begin()?;
        if measured.is_none() {
            grading.rounds.most_rating = self.most_rating;
        }
        let mut rounds = Vec::new();
        let mut known = Board::open(grading.model.atom_count());
        while let Some((size, steps)) = grading.rounds.next(&grading.canonical.model)? {
            rounds.push(grading.round(size, &steps, &known)?);
            let done = rounds.len() as u64;
            self.limits.report(Progress { task: "grading", done, total: None, unit: "round" });
            grading.take(&steps, &mut known);
        }
        grading.restart();
        let hardest = hardest_of(&self.easiest_first(&mut EasiestFirst::new(grading, None))?);
        Ok(Grade { rounds, is_solved: known.is_complete(), hardest, measured, is_by_hardest: false })
    }

    fn grade_by_hardest(self) -> Result<Grade, Ungraded> {
        let mut ease = EasiestFirst::new(self.begin()?, self.most_rating.map(most_hardness));
        let rounds = self.easiest_first(&mut ease)?;
        let (hardest, is_solved) = (hardest_of(&rounds), ease.known().is_complete());
        Ok(Grade { rounds, is_solved, hardest, measured: None, is_by_hardest: true })
    }

    /// All rounds in the order of ease.
    fn easiest_first(&self, ease: &mut EasiestFirst) -> Result<Vec<Round>, Ungraded> {
        let mut rounds = Vec::new();
        while let Some(round) = ease.next()? {
            rounds.push(round);
            let done = rounds.len() as u64;
            self.limits.report(Progress { task: "grading", done, total: None, unit: "round" });
        }
        Ok(rounds)
    }

    /// Whether the hardest step of a puzzle with one solution is that of a word: `Less` if it is easier, `Greater` if it
    /// is harder. As the grade says it except for ties: a quick look for trying many boards.
    pub(crate) fn compare(self, level: Level, solution: &Board) -> Result<Ordering, Ungraded> {
        let mut grading = self.begin_with(Canonical::as_it_is(self.puzzle.model()))?;
        grading.rounds.goal = Some(Goal::Shared(solution.clone()));
        let (least, most) = level.hardness().into_inner();
        let mut ease = EasiestFirst::new(grading, Some(most));
        // Nothing is too hard for the last word.
        while level != Level::Expert || ease.hardest < least {
            match ease.next() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(Ungraded::TooHard) => return Ok(Ordering::Greater),
                Err(reason) => return Err(reason),
            }
        }
        Ok(if ease.hardest < least { Ordering::Less } else { Ordering::Equal })
    }

    /// The rating of a puzzle with one solution that is rated by its hardest step, as the grade gives it except for ties.
    pub(super) fn rough_rating_by_hardest(self, solution: &Board) -> Result<Rating, Ungraded> {
        let mut grading = self.begin_with(Canonical::as_it_is(self.puzzle.model()))?;
        grading.rounds.goal = Some(Goal::Shared(solution.clone()));
        let mut ease = EasiestFirst::new(grading, self.most_rating.map(most_hardness));
        while ease.next()?.is_some() {}
        Ok(rating_of_step(ease.hardest))
    }

    /// Whether it can be solved by trivial steps and steps with these names alone. Names are compared without regard to
    /// case. As in grading, the steps of the fewest rules come first: if none of the smallest steps has one of these
    /// names, larger steps are not searched for one that has. Steps that hold because there is one solution come last, and only
    /// those that are named.
    ///
    /// ```
    /// use gridwright::{Puzzle, explain::Grader};
    /// let puzzle = Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?;
    /// let names: Vec<&str> = puzzle.genre().techniques.iter().map(|technique| technique.name).collect();
    /// assert_eq!(Grader::new(&puzzle).is_solved_by(&names), Ok(true));
    /// assert_eq!(Grader::new(&puzzle).is_solved_by(&[""]), Ok(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_solved_by<S: AsRef<str>>(self, names: &[S]) -> Result<bool, Ungraded> {
        let mut grading = self.begin()?;
        let is_allowed = |name: &str| names.iter().any(|known| known.as_ref().eq_ignore_ascii_case(name));
        let techniques = self.puzzle.genre().techniques.iter();
        let allowed = techniques.filter(|technique| is_allowed(technique.name));
        // No allowed technique takes more rules than this.
        grading.rounds.most_rules = allowed.map(Technique::most_rules).max().unwrap_or(1);
        let mut known = Board::open(grading.model.atom_count());
        let puzzle = self.puzzle.assuming_unique();
        loop {
            let mut steps = match grading.rounds.next(&grading.canonical.model) {
                Ok(Some((_, steps))) => steps,
                Ok(None) => return Ok(known.is_complete()),
                Err(Ungraded::TooHard) => Vec::new(),
                Err(reason) => return Err(reason),
            };
            steps.retain(|step| {
                grading.is_trivial(step) || grading.look(step, &known, |case| is_allowed(&case.name()))
            });
            grading.take(&steps, &mut known);
            if steps.is_empty() {
                let unique = puzzle.unique_steps(&known).into_iter();
                let allowed = unique.filter(|unique| is_allowed(unique.technique.name));
                let facts: Vec<Fact> = allowed.flat_map(|unique| unique.step.facts).collect();
                if facts.is_empty() {
                    return Ok(false);
                }
                grading.learn(&facts);
                known.extend(facts);
            }
        }
    }

    /// The work by the genre's own measure, where it has one.
    fn measured(&self) -> Result<Option<u64>, Ungraded> {
        if self.puzzle.genre().measure.is_none() {
            return Ok(None);
        }
        let (model, cancel) = (self.puzzle.model(), &self.limits.cancel);
        match Goal::of(model, &Board::open(model.atom_count()), cancel) {
            Goal::Shared(shared) => measured(&self.puzzle, &shared, self.most_rating, cancel),
            Goal::Nothing => Err(Ungraded::NoSolution),
            Goal::Stopped(why) => Err(Ungraded::Stopped(why)),
        }
    }

    fn begin(&self) -> Result<Grading, Ungraded> {
        RuleState::fits(self.puzzle.model()).map_err(Ungraded::Stopped)?;
        let canonical = Canonical::new(self.puzzle.model(), &self.limits.cancel);
        self.begin_with(canonical.map_err(Ungraded::Stopped)?)
    }

    fn begin_with(&self, canonical: Canonical) -> Result<Grading, Ungraded> {
        let (puzzle, model) = (self.puzzle.clone(), Arc::clone(self.puzzle.model()));
        let cancel = &self.limits.cancel;
        RuleState::fits(&model).map_err(Ungraded::Stopped)?;
        let mut rounds = Rounds::new(&canonical.model);
        rounds.cancel = cancel.clone();
        let givens = printed_answers(&model);
        Ok(Grading { puzzle, model, canonical, rounds, givens })
    }
}

/// Of rounds in the order of ease the one of the hardest step, with the fewest steps to choose from if there are several.
fn hardest_of(rounds: &[Round]) -> Option<Round> {
    let rounds = rounds.iter().filter(|round| round.available() > 0);
    rounds.max_by_key(|round| (round.hardness, std::cmp::Reverse(round.available()))).cloned()
}

impl Grading {
    /// Back to where nothing is known.
    fn restart(&mut self) {
        let fresh = Rounds::new(&self.canonical.model);
        let used = std::mem::replace(&mut self.rounds, fresh);
        (self.rounds.cancel, self.rounds.goal) = (used.cancel, used.goal);
    }

    /// Writes down what a round says, by the puzzle's numbers.
    fn take(&mut self, steps: &[Step], known: &mut Board) {
        let facts = self.rounds.take(steps);
        known.extend(facts.into_iter().map(|fact| self.whole(fact)));
    }

    /// Writes facts down that have the puzzle's numbers.
    pub(super) fn learn(&mut self, facts: &[Fact]) {
        for fact in facts {
            let number = self.canonical.atoms.iter().position(|atom| *atom == fact.atom);
            let own = number.map(|number| Fact { atom: Atom(number as u32), ..*fact });
            self.rounds.state.learn_all(own);
        }
    }

    fn whole(&self, fact: Fact) -> Fact {
        Fact { atom: self.canonical.atoms[fact.atom.index()], ..fact }
    }

    fn round(&self, size: usize, steps: &[Step], known: &Board) -> Result<Round, Ungraded> {
        let mut names: BTreeMap<(usize, String), usize> = BTreeMap::new();
        let mut easiest: Option<(Hardness, String)> = None;
        for step in steps.iter().filter(|step| !self.is_trivial(step)) {
            self.rounds.cancel.check().map_err(Ungraded::Stopped)?;
            let this = self.look(step, known, |case| (case.hardness(), case.name()));
            *names.entry((step.rules.len(), this.1.clone())).or_default() += 1;
            easiest = Some(easiest.map_or(this.clone(), |other| other.min(this)));
        }
        let (hardness, easiest) = easiest.unwrap_or_default();
        Ok(Round { size, names, hardness, easiest })
    }

    /// A step in the puzzle's own numbering.
    pub(super) fn whole_step(&self, step: &Step) -> Step {
        Step {
            facts: step.facts.iter().map(|fact| self.whole(*fact)).collect(),
            rules: step.rules.iter().map(|rule| self.canonical.rules[rule.0 as usize]).collect(),
            ..step.clone()
        }
    }

    /// Examines a step in the puzzle's own numbering.
    pub(super) fn look<T>(&self, step: &Step, known: &Board, look: impl FnOnce(&Case<'_>) -> T) -> T {
        let mut chains = chain::all(&self.rounds.state, step);
        for chain in &mut chains {
            chain.shows = self.whole(chain.shows);
            for link in &mut chain.links {
                link.rule = self.canonical.rules[link.rule.0 as usize];
                for atom in link.from.iter_mut().chain(&mut link.to) {
                    *atom = self.canonical.atoms[atom.index()];
                }
            }
        }
        let told = || Argument::told(&self.puzzle, &self.rounds.state, step);
        let argument =
            if chains.is_empty() { told() } else { None }.map(|argument| self.renumbered(argument));
        let step = self.whole_step(step);
        look(&case::new(&self.puzzle, known, &step, argument.as_ref(), chains))
    }

    /// Whether a step is trivial.
    fn is_trivial(&self, step: &Step) -> bool {
        let [rule] = step.rules[..] else { return false };
        let there = self.canonical.rules[rule.0 as usize];
        is_trivial(&self.model, there, self.rounds.state.need(rule), &self.givens)
    }

    /// With the rules that the puzzle knows.
    fn renumbered(&self, mut argument: Argument) -> Argument {
        for inference in &mut argument.inferences {
            inference.rule = self.canonical.rules[inference.rule.0 as usize];
        }
        let number = |rule: RuleId| self.canonical.rules[rule.0 as usize];
        argument.sum = argument.sum.map(|sum| sum.renumbered(number));
        argument.cases = argument.cases.into_iter().map(|case| self.renumbered(case)).collect();
        for lemma in &mut argument.lemmas {
            lemma.argument = self.renumbered(std::mem::take(&mut lemma.argument));
            lemma.step.rules.iter_mut().for_each(|rule| *rule = number(*rule));
        }
        argument
    }
}
