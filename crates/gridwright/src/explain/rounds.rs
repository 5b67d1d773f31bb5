//! Rounds of deductions, the basis of grades: each round takes everything that the fewest rules imply.

use super::ease;
use super::grade::{Grader, measured, rating_of};
use super::multi_rule::MultiRuleSearch;
use super::rule_state::RuleState;
use super::{Goal, Ungraded, steps_of, wrong_facts};
use crate::model::{Board, Fact, Model};
use crate::puzzle::Puzzle;
use crate::rating::Rating;
use crate::words::{Depth, Step};
use gridwright_base::{Cancel, Limits};

/// The work of a round whose steps use `size` rules, in quarters.
pub(super) fn work_of_round(size: usize) -> u64 {
    match size as u64 {
        0 | 1 => 1,
        size => 4 * (size - 1) * (size - 1),
    }
}

/// If steps of this many rules are still within the limits, steps of any size are searched for.
const LARGEST: usize = 100;

/// The rounds of one model.
pub(super) struct Rounds {
    pub state: RuleState,
    pub several: MultiRuleSearch,
    /// What all solutions share, computed on first use.
    pub goal: Option<Goal>,
    work: u64,
    /// It ends when the rating is above this.
    pub most_rating: Option<Rating>,
    /// It ends when more rules than these are needed together.
    pub most_rules: usize,
    pub cancel: Cancel,
}

impl Rounds {
    pub fn new(model: &Model) -> Rounds {
        Rounds {
            state: RuleState::new(model),
            several: MultiRuleSearch::default(),
            goal: None,
            work: 0,
            most_rating: None,
            most_rules: LARGEST,
            cancel: Cancel::default(),
        }
    }

    /// The steps of the next round and their size; `None` when all is known that can be.
    pub fn next(&mut self, model: &Model) -> Result<Option<(usize, Vec<Step>)>, Ungraded> {
        let (size, steps) = match self.single_rules() {
            steps if !steps.is_empty() => (1, steps),
            _ => self.several_rules(model)?,
        };
        if steps.is_empty() {
            return Ok(None);
        }
        if !self.is_within(size) {
            return Err(Ungraded::TooHard);
        }
        self.work += work_of_round(size);
        Ok(Some((size, steps)))
    }

    /// Writes down what a round says; returns what is new.
    pub fn take(&mut self, steps: &[Step]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for fact in steps.iter().flat_map(|step| &step.facts) {
            if self.state.is_open(fact.atom) {
                self.state.learn(*fact);
                facts.push(*fact);
            }
        }
        facts
    }

    /// Whether the rating stays within `most_rating` after a round of this size.
    fn is_within(&self, size: usize) -> bool {
        self.most_rating.is_none_or(|most| rating_of(self.work + work_of_round(size)) <= most)
    }

    /// What single rules say.
    fn single_rules(&self) -> Vec<Step> {
        let speaking = self.state.rules().filter(|rule| self.state.speaks(*rule));
        speaking
            .map(|rule| Step {
                facts: self.state.forced_by(rule),
                rules: vec![rule],
                depth: Depth::One,
                is_smallest: true,
            })
            .collect()
    }

    /// The opposite of everything that is still to be found.
    pub fn wrong_facts(&mut self, model: &Model) -> Result<Vec<Fact>, Ungraded> {
        let goal = self.goal.get_or_insert_with(|| Goal::of(model, self.state.known(), &self.cancel));
        match goal {
            Goal::Shared(goal) => Ok(wrong_facts(&self.state, goal)),
            Goal::Nothing => Err(Ungraded::NoSolution),
            Goal::Stopped(why) => Err(Ungraded::Stopped(*why)),
        }
    }

    /// What the fewest rules say together, and how many these are. Some may turn out not to be needed, but they were
    /// looked at: so a limit on their number changes nothing but when the search ends.
    fn several_rules(&mut self, model: &Model) -> Result<(usize, Vec<Step>), Ungraded> {
        let wrong = self.wrong_facts(model)?;
        if !wrong.is_empty() {
            let sizes = (2..=self.most_rules.min(LARGEST)).take_while(|size| self.is_within(*size));
            let most = sizes.last().ok_or(Ungraded::TooHard)?;
            self.several.most = Some(most).filter(|most| *most < LARGEST);
        }
        let found = self.several.smallest(&self.state, &wrong, &self.cancel);
        let found = found.map_err(Ungraded::Stopped)?;
        let size = found.iter().map(|refutation| refutation.rules.len()).min().unwrap_or(0);
        let steps = steps_of(&self.state, &found, &self.cancel);
        if steps.is_empty() && !wrong.is_empty() {
            // Everything wrong can be refuted, by however many rules.
            self.cancel.check().map_err(Ungraded::Stopped)?;
            return Err(Ungraded::TooHard);
        }
        Ok((size, steps))
    }
}

/// The rating of a puzzle with one solution, as the [`super::Grader`] gives it except for ties: a quick estimate for
/// trying many boards. [`Ungraded::TooHard`] as soon as it is above `most`.
pub(crate) fn rough_rating(
    puzzle: &Puzzle,
    solution: &Board,
    most: Option<Rating>,
    cancel: &Cancel,
) -> Result<Rating, Ungraded> {
    if ease::is_for(puzzle) {
        let mut grader = Grader::new(puzzle);
        grader.limit(&Limits::default().cancel(cancel.clone()));
        most.into_iter().for_each(|most| grader.limit_rating(most));
        return grader.rough_rating_by_hardest(solution);
    }
    if let Some(work) = measured(puzzle, solution, most, cancel)? {
        return Ok(rating_of(work));
    }
    let model = puzzle.model();
    RuleState::fits(model).map_err(Ungraded::Stopped)?;
    let mut rounds = Rounds { most_rating: most, cancel: cancel.clone(), ..Rounds::new(model) };
    rounds.goal = Some(Goal::Shared(solution.clone()));
    while let Some((_, steps)) = rounds.next(model)? {
        rounds.take(&steps);
    }
    Ok(rating_of(rounds.work))
}
