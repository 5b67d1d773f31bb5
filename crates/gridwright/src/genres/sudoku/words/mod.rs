//! Sudoku in words: names of steps, rules in arguments.

mod techniques;
mod telling;

pub(super) use techniques::{HOUSE, TECHNIQUES, technique};

use super::{BOX, CELL, COLUMN, ROW, Sudoku, unique};
use crate::grid::Cell;
use crate::model::{Atom, Board, Fact, Model, Rule};
use crate::printed::PrintedBoard;
use crate::words::{Case, Inference, Told, UniqueStep, Words};

pub(super) fn house(sudoku: &Sudoku, rule: &Rule) -> Option<String> {
    match rule.kind {
        ROW => Some(format!("row {}", rule.subject + 1)),
        COLUMN => Some(format!("column {}", rule.subject + 1)),
        BOX => Some(format!("box {}", sudoku.house_of(BOX, Cell(rule.subject))? + 1)),
        _ => None,
    }
}

pub(super) fn inference(sudoku: &Sudoku, rule: &Rule, inference: &Inference) -> String {
    match house(sudoku, rule) {
        Some(house) => sudoku.digits.tell_house(&house, rule.detail, inference),
        None if rule.kind == CELL => sudoku.digits.tell_cell(Cell(rule.subject), inference),
        None => format!("{} is printed at {}", rule.detail, sudoku.digits.grid.name(Cell(rule.subject))),
    }
}

pub(super) fn limits(sudoku: &Sudoku, limits: &[(&Rule, &Inference)]) -> String {
    let rules: Vec<&Rule> = limits.iter().map(|(rule, _)| *rule).collect();
    sudoku.digits.tell_limits(&rules, |rule| house(sudoku, rule))
}

impl Words for Sudoku {
    fn sentence(&self, rule: &Rule) -> String {
        let name = || self.digits.grid.name(Cell(rule.subject));
        match rule.kind {
            CELL => format!("{} needs exactly one digit", name()),
            ROW => format!("row {} needs exactly one {}", rule.subject + 1, rule.detail),
            COLUMN => format!("column {} needs exactly one {}", rule.subject + 1, rule.detail),
            BOX => format!("{} needs exactly one {}", house(self, rule).unwrap_or_default(), rule.detail),
            _ => format!("{} is given as {}", name(), rule.detail),
        }
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self.digits.tell_facts(facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }

    #[cfg(feature = "full")]
    fn brief(&self, rule: &Rule, fact: Fact) -> Option<String> {
        let (cell, digit) = (self.atom_cell(fact.atom), self.digits.digit_of(fact.atom));
        let name = self.digits.grid.name(cell);
        Some(match house(self, rule) {
            Some(house) => format!("{name} is {digit} ({house})"),
            None => format!("{name} can only be {digit}"),
        })
    }

    #[cfg(feature = "full")]
    fn step(&self, case: &Case<'_>) -> Option<Told> {
        telling::step(self, case)
    }

    #[cfg(feature = "full")]
    fn unique_steps(&self, model: &Model, known: &Board) -> Vec<UniqueStep> {
        unique::steps(self, model, known)
    }

    #[cfg(feature = "full")]
    fn needs(&self, needs: &[(&Rule, &Inference)]) -> Vec<String> {
        let other =
            |rule: &Rule, own: &Inference| (rule.kind != CELL).then(|| self::inference(self, rule, own));
        self.digits.tell_needs(needs, other)
    }

    #[cfg(feature = "full")]
    fn limits(&self, limits: &[(&Rule, &Inference)], _wanted: &[Atom]) -> String {
        self::limits(self, limits)
    }

    fn most_counted(&self) -> usize {
        // Any number of rules of cells and digits fits in one clause.
        usize::MAX
    }
}
