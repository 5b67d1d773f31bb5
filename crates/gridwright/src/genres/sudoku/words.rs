//! Sudoku in words: names of steps, rules in arguments.

use super::{BOX, CELL, COLUMN, GIVEN, ROW, Sudoku};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule};
use crate::words::{Alike, Case, Inference, Technique, Uses, Words};

const HOUSE: &[u8] = &[ROW, COLUMN, BOX];
const LINE: &[u8] = &[ROW, COLUMN];

const fn cells(number: usize) -> Uses {
    Uses::exactly(number, &[CELL])
}

const fn lines(number: usize) -> Uses {
    Uses::exactly(number, LINE).alike(Alike::Kind)
}

const fn houses(number: usize) -> Uses {
    Uses::exactly(number, HOUSE)
}

/// `number` digits of one house.
const fn one_house(number: usize) -> Uses {
    houses(number).alike(Alike::Subject)
}

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new("given", 10, &[], &[]).also(is_given),
    Technique::new("full house", 10, &[houses(1)], &[]).also(is_full_house),
    Technique::new("naked single", 23, &[cells(1)], &[]),
    Technique::new("hidden single", 12, &[Uses::exactly(1, &[BOX])], &[]),
    Technique::new("hidden single", 15, &[houses(1)], &[]),
    Technique::new("seen digit", 10, &[], &[houses(1)]),
    Technique::new("filled cell", 10, &[], &[cells(1)]),
    Technique::new("pointing", 26, &[Uses::exactly(1, &[BOX])], &[Uses::exactly(1, LINE)]),
    Technique::new("claiming", 28, &[Uses::exactly(1, LINE)], &[Uses::exactly(1, &[BOX])]),
    Technique::new("naked pair", 30, &[cells(2)], &[houses(2)]),
    Technique::new("hidden pair", 34, &[one_house(2)], &[cells(2)]),
    Technique::new("naked triple", 36, &[cells(3)], &[houses(3)]),
    Technique::new("hidden triple", 40, &[one_house(3)], &[cells(3)]),
    Technique::new("naked quad", 50, &[cells(4)], &[houses(4)]),
    Technique::new("hidden quad", 54, &[one_house(4)], &[cells(4)]),
    Technique::new("X-wing", 32, &[lines(2)], &[lines(2)]),
    Technique::new("swordfish", 38, &[lines(3)], &[lines(3)]),
    Technique::new("jellyfish", 52, &[lines(4)], &[lines(4)]),
    Technique::new("skyscraper", 40, &[lines(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new(
        "two-string kite",
        41,
        &[Uses::exactly(1, &[ROW]), Uses::exactly(1, &[COLUMN])],
        &[houses(3)],
    )
    .also(has_pairs_only),
    Technique::new("turbot fish", 42, &[houses(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new("grouped turbot fish", 46, &[houses(2)], &[houses(3)]),
    Technique::new("XY-wing", 42, &[cells(3)], &[houses(4)]).also(has_pairs_only),
    Technique::new("XYZ-wing", 44, &[cells(3)], &[houses(4)]),
    Technique::new("W-wing", 44, &[cells(2), houses(1)], &[houses(4)]),
    Technique::new("XY-chain", 60, &[Uses::least(4, &[CELL])], &[Uses::least(4, HOUSE)]).also(has_pairs_only),
    Technique::new(
        "single-digit chain",
        56,
        &[Uses::least(2, HOUSE).alike(Alike::Detail)],
        &[Uses::least(2, HOUSE).alike(Alike::Detail)],
    ),
];

fn sudoku<'a>(case: &Case<'a>) -> Option<&'a Sudoku> {
    case.board.downcast_ref()
}

fn is_given(case: &Case<'_>) -> bool {
    case.step.rules.iter().all(|rule| case.model.get(*rule).kind == GIVEN)
}

/// Whether the cell is the last empty one of its row, column or box.
fn is_full_house(case: &Case<'_>) -> bool {
    let (Some(sudoku), [fact], [rule]) = (sudoku(case), &case.step.facts[..], &case.needs[..]) else {
        return false;
    };
    let digits = &sudoku.digits;
    let cells = case.model.rule_atoms(case.model.get(*rule)).map(|(atom, _)| digits.cell_of(atom));
    digits.is_last(case.known, digits.cell_of(fact.atom), cells)
}

/// Whether every rule that needs something has just two places left for it.
fn has_pairs_only(case: &Case<'_>) -> bool {
    case.needs.iter().all(|rule| {
        let rule = case.model.get(*rule);
        let open = |atom| case.known.get(atom) == crate::model::Value::Open;
        case.model.rule_atoms(rule).filter(|(atom, _)| open(*atom)).count() == 2
    })
}

fn house(sudoku: &Sudoku, rule: &Rule) -> Option<String> {
    match rule.kind {
        ROW => Some(format!("row {}", rule.subject + 1)),
        COLUMN => Some(format!("column {}", rule.subject + 1)),
        BOX => Some(format!("the box at {}", sudoku.digits.grid.name(Cell(rule.subject)))),
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
            BOX => format!("the box at {} needs exactly one {}", name(), rule.detail),
            _ => format!("{} is given as {}", name(), rule.detail),
        }
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self.digits.tell_facts(facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }

    fn limits(&self, limits: &[(&Rule, &Inference)], _wanted: &[Atom]) -> String {
        self::limits(self, limits)
    }

    fn most_counted(&self) -> usize {
        // Any number of rules of cells and digits fits in one clause.
        usize::MAX
    }
}
