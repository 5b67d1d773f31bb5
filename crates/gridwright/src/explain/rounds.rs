//! Everything at once that the fewest rules say, over and over: what grades are made of.

use super::grade::rating_of;
use super::ledger::Ledger;
use super::several::Several;
use super::{Depth, Goal, Step, Ungraded, steps_of, wrong_facts};
use crate::model::{Board, Fact, Model};
use crate::stop::{Stop, Stopped};

/// The work of a round of steps of so many rules, in quarters.
pub(super) fn work_of_round(size: usize) -> u64 {
    match size as u64 {
        0 | 1 => 1,
        size => 4 * (size - 1) * (size - 1),
    }
}

/// Where so many rules together are not too hard, any number is looked for.
const LARGEST: usize = 100;

/// The rounds of one model.
pub(super) struct Rounds {
    pub ledger: Ledger,
    several: Several,
    /// What all solutions share, once that is asked for.
    goal: Option<Goal>,
    work: u64,
    /// It ends when the rating is above this.
    pub most_rating: Option<u64>,
    /// It ends when more rules than these are needed together.
    pub most_rules: usize,
    pub stop: Stop,
}

impl Rounds {
    pub fn new(model: &Model) -> Rounds {
        Rounds {
            ledger: Ledger::new(model),
            several: Several::default(),
            goal: None,
            work: 0,
            most_rating: None,
            most_rules: LARGEST,
            stop: Stop::default(),
        }
    }

    /// The steps of the next round and their size; `None` when all is known that can be.
    pub fn next(&mut self, model: &Model) -> Result<Option<(usize, Vec<Step>)>, Ungraded> {
        let steps = match self.single_rules() {
            steps if !steps.is_empty() => steps,
            _ => self.several_rules(model)?,
        };
        let Some(size) = steps.iter().map(|step| step.rules.len()).min() else { return Ok(None) };
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
            if self.ledger.is_open(fact.atom) {
                self.ledger.learn(*fact);
                facts.push(*fact);
            }
        }
        facts
    }

    /// Whether a round of this size does not make it harder than anyone asks for.
    fn is_within(&self, size: usize) -> bool {
        self.most_rating.is_none_or(|most| rating_of(self.work + work_of_round(size)) <= most)
    }

    /// What single rules say.
    fn single_rules(&self) -> Vec<Step> {
        let speaking = self.ledger.rules().filter(|rule| self.ledger.speaks(*rule));
        speaking
            .map(|rule| Step {
                facts: self.ledger.forced_by(rule),
                rules: vec![rule],
                depth: Depth::One,
                is_smallest: true,
            })
            .collect()
    }

    /// What the fewest rules say together.
    fn several_rules(&mut self, model: &Model) -> Result<Vec<Step>, Ungraded> {
        let goal = self.goal.get_or_insert_with(|| Goal::of(model, self.ledger.known(), &self.stop));
        let wrong = match goal {
            Goal::Shared(goal) => wrong_facts(&self.ledger, goal),
            Goal::Nothing => return Err(Ungraded::NoSolution),
            Goal::Stopped => return Err(Ungraded::Stopped),
        };
        if !wrong.is_empty() {
            let sizes = (2..=self.most_rules.min(LARGEST)).take_while(|size| self.is_within(*size));
            let most = sizes.last().ok_or(Ungraded::TooHard)?;
            self.several.most = Some(most).filter(|most| *most < LARGEST);
        }
        let found = self.several.smallest(&self.ledger, &wrong, |_| false, &self.stop);
        let steps = steps_of(&self.ledger, &found.map_err(|Stopped| Ungraded::Stopped)?, &self.stop);
        if steps.is_empty() && !wrong.is_empty() {
            // Everything wrong can be refuted, by however many rules.
            return Err(if self.stop.is_asked() { Ungraded::Stopped } else { Ungraded::TooHard });
        }
        Ok(steps)
    }
}

/// The rating, in hundredths, of a model with one solution, as the [`super::Grader`] gives it but for ties: a quick look for
/// whoever tries many boards. [`Ungraded::TooHard`] as soon as it is above `most`.
pub(crate) fn rough_rating(
    model: &Model,
    solution: &Board,
    most: Option<u64>,
    stop: &Stop,
) -> Result<u64, Ungraded> {
    let mut rounds = Rounds { most_rating: most, stop: stop.clone(), ..Rounds::new(model) };
    rounds.goal = Some(Goal::Shared(solution.clone()));
    while let Some((_, steps)) = rounds.next(model)? {
        rounds.take(&steps);
    }
    Ok(rating_of(rounds.work))
}
