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
    /// use gridwright::{Puzzle, model::Role, registry, solve::{Engine, Minimal}};
    /// let puzzle = Puzzle::parse(registry::ALL[1].example).unwrap();
    /// let model = puzzle.model();
    /// let clues: Vec<_> =
    ///     model.clues().collect();
    /// let mut engine = Engine::switchable(model, |rule| clues.contains(&rule));
    /// let Minimal::Needed(needed) = engine.minimise(model, &clues) else { panic!("it has one solution") };
    /// assert!(needed.len() <= clues.len());
    /// ```
    ///
    /// # Panics
    /// When a clue is not one of the engine's switchable rules.
    pub fn minimise(&mut self, model: &Model, clues: &[RuleId]) -> Minimal {
        let each: Vec<&[RuleId]> = clues.chunks(1).collect();
        self.minimise_groups(model, &each)
    }

    /// The same for groups of clues, each of which is left out as a whole or stays as a whole. Without any one of the
    /// groups that stay the solution is not the only one.
    ///
    /// # Panics
    /// When a clue is not one of the engine's switchable rules.
    pub fn minimise_groups(&mut self, model: &Model, groups: &[&[RuleId]]) -> Minimal {
        let solution = match self.status() {
            Status::Unique(solution) => solution,
            Status::Unknown { .. } => return Minimal::Unknown(groups.concat()),
            status => return Minimal::NotUnique(status),
        };
        let already_off = self.off.clone();
        let mut repair = Repair::new(&mut self.search.kernel, &solution);
        let mut finished = true;
        let is_off = |off: &[RuleId], clue: &RuleId| off.binary_search(clue).is_ok();
        // Only the switches of a few clues change from one question to the next.
        'all: for few in groups.chunks(groups.len().isqrt().max(1)) {
            let mut loose = few.concat();
            loose.sort_unstable();
            self.search.begin_near(&self.facts, &self.off, &loose);
            for group in few.iter().filter(|group| !group.iter().all(|clue| is_off(&already_off, clue))) {
                self.search.tighten(&loose, &self.off, group);
                match self.stays_unique_without(model, group, &mut repair) {
                    Some(true) => {
                        self.off.extend_from_slice(group);
                        self.off.sort_unstable();
                    }
                    Some(false) => {}
                    None => {
                        finished = false;
                        break 'all;
                    }
                }
            }
        }
        let kept = groups.concat().into_iter().filter(|clue| !is_off(&self.off, clue)).collect();
        self.off = already_off;
        if finished { Minimal::Needed(kept) } else { Minimal::Unknown(kept) }
    }

    /// Whether the only solution stays so without the clues that are off; `None` when the budget ends.
    fn stays_unique_without(&mut self, model: &Model, clues: &[RuleId], repair: &mut Repair) -> Option<bool> {
        let search = &mut self.search;
        for (atom, _) in clues.iter().flat_map(|clue| model.rule_atoms(model.get(*clue))) {
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
                // Taken as known, this would lead far away from the clue.
                Outcome::Exhausted => {}
                Outcome::Stopped => return None,
            }
        }
        Some(true)
    }
}
