//! Which clues can be left out while the solution stays the only one.
//!
//! As long as the solution is the only one, a solution that leaving out one clue adds must break that clue: it
//! differs from the known solution in one of the clue's atoms. So each of these few atoms is turned round and the
//! change mended where it breaks other rules, which stays near the clue. Nothing else is propagated first.

use super::repair::Repair;
use super::search::Outcome;
use super::{Engine, Status};
use crate::model::{Model, RuleId};

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
        let mut repair = Repair::new(&mut self.search.kernel, &solution);
        let mut finished = true;
        // Only the switches of a few clues change from one question to the next.
        'all: for few in clues.chunks(clues.len().isqrt().max(1)) {
            let mut loose = few.to_vec();
            loose.sort_unstable();
            self.search.begin_near(&self.facts, &self.off, &loose);
            for &clue in few.iter().filter(|clue| already_off.binary_search(clue).is_err()) {
                self.search.tighten(&loose, &self.off, clue);
                match self.stays_unique_without(model, clue, &mut repair) {
                    Some(true) => {
                        self.off.insert(self.off.partition_point(|rule| *rule < clue), clue);
                    }
                    Some(false) => {}
                    None => {
                        finished = false;
                        break 'all;
                    }
                }
            }
        }
        let is_off = |clue: &&RuleId| self.off.binary_search(clue).is_ok();
        let kept = clues.iter().filter(|clue| !is_off(clue)).copied().collect();
        self.off = already_off;
        if finished { Minimal::Needed(kept) } else { Minimal::Unknown(kept) }
    }

    /// Whether the only solution stays so without the clue that is off; `None` when the budget ends.
    fn stays_unique_without(&mut self, model: &Model, clue: RuleId, repair: &mut Repair) -> Option<bool> {
        let search = &mut self.search;
        for (atom, _) in model.rule_atoms(model.get(clue)) {
            search.settle();
            if !search.kernel.is_open(atom.0) {
                debug_assert!(search.kernel.is_true(repair.example(atom.0)));
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
