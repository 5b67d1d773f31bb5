//! Which clues can be left out while the solution stays the only one.
//!
//! As long as the solution is the only one, a solution that leaving out one clue adds must break that clue: it
//! differs from the known solution in one of the clue's atoms. So each of these few atoms is turned round and the
//! change mended where it breaks other rules, which stays near the clue. Nothing else is propagated first.

use super::repair::Repair;
use super::search::Outcome;
use super::{Engine, Status};
use crate::model::{Board, Model, RuleId};

/// The answer to "which clues are needed?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Minimal {
    /// Without any one of these the solution is not the only one; without all the others it is.
    Needed(Vec<RuleId>),
    /// There is no solution, or more than one, even with all clues.
    NotUnique(Status),
    /// The budget ended. These still make the solution the only one, but some may not be needed.
    Unknown(Vec<RuleId>),
}

impl Engine {
    /// Leaves out what is not needed of `clues`, trying them in this order, so that the last ones are the likeliest
    /// to stay. The engine must have been made [`switchable`](Engine::switchable) for them from `model`; rules that
    /// are switched off stay off, and assumed facts are kept.
    ///
    /// ```
    /// use gridwright::{formats, genres, model::Role, solve::{Engine, Minimal}};
    /// let reading = formats::read(genres::ALL[1].example, None, None).unwrap();
    /// let model = reading.puzzle.model();
    /// let clues: Vec<_> =
    ///     model.rule_ids().filter(|(_, r)| model.kind(r).role == Role::Clue).map(|(id, _)| id).collect();
    /// let mut engine = Engine::switchable(&model, |rule| clues.contains(&rule));
    /// let Minimal::Needed(needed) = engine.minimise(&model, &clues) else { panic!("it has one solution") };
    /// assert!(needed.len() <= clues.len());
    /// ```
    ///
    /// # Panics
    /// When a clue is not one of the engine's switchable rules.
    pub fn minimise(&mut self, model: &Model, clues: &[RuleId]) -> Minimal {
        let solution = match self.status() {
            Status::Unique(solution) => solution,
            Status::Unknown(_) => return Minimal::Unknown(clues.to_vec()),
            status => return Minimal::NotUnique(status),
        };
        let already_off = self.off.clone();
        let mut needed = vec![true; clues.len()];
        let mut outcome = Some(());
        let mut repair = Repair::new(&mut self.search.kernel, &solution);
        for (i, &clue) in clues.iter().enumerate() {
            if self.off.binary_search(&clue).is_ok() {
                needed[i] = false;
                continue;
            }
            outcome = self.stays_unique_without(model, clue, &solution, &mut repair).map(|stays| {
                needed[i] = !stays;
                if stays {
                    let place = self.off.partition_point(|rule| *rule < clue);
                    self.off.insert(place, clue);
                }
            });
            if outcome.is_none() {
                break;
            }
        }
        self.off = already_off;
        let kept = clues.iter().zip(needed).filter(|(_, needed)| *needed).map(|(clue, _)| *clue).collect();
        if outcome.is_some() { Minimal::Needed(kept) } else { Minimal::Unknown(kept) }
    }

    /// Whether the only solution stays so without one more clue; `None` when the budget ends.
    fn stays_unique_without(
        &mut self,
        model: &Model,
        clue: RuleId,
        solution: &Board,
        repair: &mut Repair,
    ) -> Option<bool> {
        let search = &mut self.search;
        search.begin_without(&self.facts, &self.off, clue);
        for (atom, _) in model.rule_atoms(model.get(clue)) {
            search.settle();
            if !search.kernel.is_open(atom.0) {
                debug_assert_eq!(search.kernel.board().get(atom), solution.get(atom));
                continue;
            }
            search.hold(!repair.example(atom.0));
            let outcome = search.run_deciding(|kernel| repair.next_decision(kernel));
            search.release();
            match outcome {
                Outcome::Solution => return Some(false),
                Outcome::Exhausted => search.conclude(repair.example(atom.0)),
                Outcome::Budget => return None,
            }
        }
        Some(true)
    }
}
