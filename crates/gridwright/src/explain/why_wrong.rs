//! Why entries cannot stand together, step by step: what follows from all but one of them, until that one is ruled out.

use super::hint::Mistake;
use super::submodel::Submodel;
use super::{ExplainedStep, Explainer};
use crate::model::{Atom, Board, Fact};
use crate::puzzle::Puzzle;
use crate::words::{Depth, Step};
use gridwright_base::{Limits, Stopped};
use std::collections::BTreeSet;

/// Steps from some entries that rule another one out.
#[derive(Clone, Debug)]
pub struct WhyWrong {
    /// The entry that the last step rules out.
    pub entry: Fact,
    /// The other entries that it cannot stand with.
    pub others: Vec<Fact>,
    /// What is known before the first step: the other entries, with what single laws say at once.
    pub known: Board,
    /// Only the steps that lead there.
    pub steps: Vec<ExplainedStep>,
}

/// Of more entries than these, only the last is ruled out: each takes a walk of its own.
const MOST_COMPARED: usize = 4;

impl Mistake {
    /// Why its entries cannot stand together, in the fewest words; `None` where the puzzle itself has no solution.
    ///
    /// ```
    /// use gridwright::{Limits, Reading, explain::Hint, model::Value};
    /// let Reading { puzzle, mut position, .. } = "7x7:b1f2iB2g1Bi2fBb".parse()?;
    /// position.board.set(puzzle.atom_named("r2c1 bulb").ok_or("no such atom")?, Value::Yes);
    /// let Hint::Wrong(mistake) = Hint::find(&puzzle, &position.board, &Limits::default()) else { panic!("it is wrong") };
    /// let why = mistake.why(&puzzle, &Limits::default())?.ok_or("the puzzle has a solution")?;
    /// let last = why.steps.last().ok_or("there are steps")?;
    /// assert_eq!(last.explanation.what, "r2c1 holds no bulb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<WhyWrong>, Stopped> {
        let tried = if self.entries.len() <= MOST_COMPARED { self.entries.len() } else { 1 };
        let mut found = Vec::new();
        for entry in self.entries.iter().rev().take(tried) {
            let others = self.entries.iter().copied().filter(|other| other != entry).collect();
            found.push(WhyWrong::walk(puzzle, others, *entry, limits)?);
        }
        Ok(found.into_iter().min_by_key(WhyWrong::words))
    }
}

impl WhyWrong {
    /// From other entries, which a solution agrees with, until an entry is ruled out.
    fn walk(puzzle: &Puzzle, others: Vec<Fact>, entry: Fact, limits: &Limits) -> Result<WhyWrong, Stopped> {
        let right = entry.opposite();
        let mut board = Board::open(puzzle.model().atom_count());
        board.extend(others.iter().copied());
        let mut explainer = Explainer::new(puzzle, &board);
        explainer.limit(limits);
        let mut taken: Vec<Step> = Vec::new();
        while !taken.last().is_some_and(|step| step.facts.contains(&right)) {
            let Some(step) = explainer.find() else { return Err(limits.cancel.why()) };
            explainer.take(&step);
            taken.push(step);
        }
        // Told again, from what is used alone.
        let used = used(explainer, &taken, right);
        let mut explainer = Explainer::new(puzzle, &board);
        let mut why = WhyWrong { entry, others, known: board, steps: Vec::new() };
        for step in used {
            let is_told = step.depth > Depth::Trivial || step.facts.contains(&right);
            let explanation = is_told.then(|| explainer.tell(puzzle, &step));
            explainer.take(&step);
            match (explanation, why.steps.last_mut()) {
                (Some(explanation), _) => {
                    why.steps.push(ExplainedStep { step, explanation, trivial: Vec::new() });
                }
                (None, Some(last)) => last.trivial.push(step),
                (None, None) => why.known.extend(step.facts),
            }
        }
        Ok(why)
    }

    /// What is ruled out step by step, in sentences.
    pub fn in_words(&self, puzzle: &Puzzle) -> Vec<String> {
        let start = match self.others.len() {
            0 => format!("Why not: {}.", puzzle.tell_facts(&[self.entry])),
            _ => format!(
                "Given that {}, why not: {}.",
                puzzle.tell_facts(&self.others),
                puzzle.tell_facts(&[self.entry])
            ),
        };
        let steps = self.steps.iter().map(|step| step.explanation.text());
        std::iter::once(start).chain(steps).collect()
    }

    /// How many words it takes.
    fn words(&self) -> usize {
        self.steps.iter().map(|step| step.explanation.text().split(' ').count()).sum()
    }
}

/// The steps that lead to a fact, which the last of them says, with the facts that are used of each.
fn used(explainer: Explainer, taken: &[Step], fact: Fact) -> Vec<Step> {
    let Explainer { mut state, limits, .. } = explainer;
    let mut wanted = BTreeSet::from([fact]);
    let mut kept: Vec<Step> = Vec::new();
    for (i, step) in taken.iter().enumerate().rev() {
        step.facts.iter().for_each(|fact| state.unlearn(*fact));
        let facts: Vec<Fact> = step.facts.iter().copied().filter(|fact| wanted.contains(fact)).collect();
        if facts.is_empty() {
            continue;
        }
        let atoms: BTreeSet<Atom> =
            step.rules.iter().flat_map(|rule| state.terms(*rule)).map(|term| term.atom).collect();
        let mut left_out: Vec<Fact> = Vec::new();
        for earlier in taken[..i].iter().rev() {
            let own = earlier.facts.iter().copied();
            let own: Vec<Fact> =
                own.filter(|fact| atoms.contains(&fact.atom) && !wanted.contains(fact)).collect();
            if own.is_empty() {
                continue;
            }
            own.iter().for_each(|fact| state.unlearn(*fact));
            let forced = Submodel::new(&state, &step.rules).forced(&limits.cancel);
            if facts.iter().all(|fact| forced.contains(fact)) {
                left_out.extend(own);
            } else {
                own.iter().for_each(|fact| state.learn(*fact));
                wanted.extend(own);
            }
        }
        left_out.into_iter().for_each(|fact| state.learn(fact));
        kept.push(Step { facts, ..step.clone() });
    }
    kept.reverse();
    kept
}
