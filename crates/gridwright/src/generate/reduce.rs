//! Leaving out clues.

use super::{Generator, Workshop};
use crate::grid::Cell;
use crate::model::{Model, Role, RuleId};
use crate::puzzle::Puzzle;
use crate::solve::Minimal;
use gridwright_base::random::Random;

/// The percentage of dull clues that are left out no sooner than others.
const SPARED_DULL: u64 = 30;

/// Which clues can be left out.
pub(super) struct Reduced {
    /// The cells of the clues, those that go together in one group, in the order in which they were found to be
    /// superfluous: without the first few the solution is still the only one, and without all of them every other group
    /// is needed, as far as the budget allowed checking.
    pub removed: Vec<Vec<Cell>>,
}

impl Generator {
    /// Determines which clues are not needed; `None` when the budget ends.
    pub(super) fn reduce(&mut self, puzzle: &Puzzle, random: &mut Random) -> Option<Reduced> {
        if self.spec.pattern.is_some() && self.maker.pattern_is_of_clues() {
            return Some(Reduced { removed: Vec::new() });
        }
        let model = puzzle.model();
        let clues = Clues::of(puzzle);
        let mut groups = self.groups(puzzle, &clues);
        random.shuffle(&mut groups);
        // Most of what is dull goes first, if it can.
        let mut stays = |group: &Vec<Cell>| {
            let is_dull = group.iter().all(|cell| self.maker.is_dull(puzzle.board(), *cell));
            !is_dull || random.percent(SPARED_DULL)
        };
        groups.sort_by_cached_key(|group| stays(group));
        let is_needed = match self.maker.needed(puzzle.board(), &groups) {
            Some(is_needed) => is_needed,
            None => self.needed_by_engine(model, &clues, &groups)?,
        };
        let superfluous = groups.into_iter().zip(is_needed).filter(|(_, is_needed)| !is_needed);
        let mut removed: Vec<Vec<Cell>> = superfluous.map(|(group, _)| group).collect();
        if let Some(wanted) = self.spec.clues {
            let mut left = clues.cells().count();
            let is_spare = |group: &Vec<Cell>| {
                left = left.saturating_sub(group.len());
                left >= wanted
            };
            removed = removed.into_iter().take_while(is_spare).collect();
        }
        Some(Reduced { removed })
    }

    fn groups(&self, puzzle: &Puzzle, clues: &Clues) -> Vec<Vec<Cell>> {
        if !self.maker.clues_are_symmetric() {
            return clues.cells().map(|cell| vec![cell]).collect();
        }
        let mut groups = self.symmetry.orbits(&puzzle.grid());
        groups.iter_mut().for_each(|group| group.retain(|cell| clues.rule(*cell).is_some()));
        groups.retain(|group| !group.is_empty());
        groups
    }

    fn needed_by_engine(&mut self, model: &Model, clues: &Clues, groups: &[Vec<Cell>]) -> Option<Vec<bool>> {
        let rules: Vec<Vec<RuleId>> =
            groups.iter().map(|group| group.iter().filter_map(|cell| clues.rule(*cell)).collect()).collect();
        let engine = &mut self.workshop.engine;
        engine.load_switchable(model, |rule| model.kind(model.get(rule)).role == Role::Clue);
        // What has to be minimal takes its time; else some more clues stay.
        let patience = if self.spec.minimal { 1 + groups.len() as u64 / 8 } else { 4 };
        self.workshop.engine.limit_steps(Some(Workshop::STEPS * patience));
        let groups: Vec<&[RuleId]> = rules.iter().map(Vec::as_slice).collect();
        match self.workshop.engine.minimise_groups(model, &groups) {
            Minimal::NotUnique(_) => None,
            Minimal::Unknown(_) if self.spec.minimal || self.workshop.cancel().is_cancelled() => None,
            Minimal::Needed(mut needed) | Minimal::Unknown(mut needed) => {
                needed.sort_unstable();
                Some(groups.iter().map(|group| needed.binary_search(&group[0]).is_ok()).collect())
            }
        }
    }
}

/// The clues of a board by their cells.
struct Clues {
    /// For each cell its clue.
    rules: Vec<Option<RuleId>>,
}

impl Clues {
    fn of(puzzle: &Puzzle) -> Clues {
        let model = puzzle.model();
        let mut rules = vec![None; puzzle.grid().len()];
        for clue in model.clues() {
            let place = puzzle.rule_place(model.get(clue)).expect("clues have a place");
            rules[place.index()] = Some(clue);
        }
        Clues { rules }
    }

    fn rule(&self, cell: Cell) -> Option<RuleId> {
        self.rules[cell.index()]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..).map(Cell).zip(&self.rules).filter(|(_, rule)| rule.is_some()).map(|(cell, _)| cell)
    }
}
