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
    Technique::new("given", "The digit is printed.", 10, &[], &[]).also(is_given),
    Technique::new("full house", "One cell of a row, column or box is left, and so is one digit.", 10, &[houses(1)], &[]).also(is_full_house),
    Technique::new("naked single", "A cell has one candidate left.", 23, &[cells(1)], &[]),
    Technique::new("hidden single", "A digit has one cell left in a row, column or box.", 12, &[Uses::exactly(1, &[BOX])], &[]),
    Technique::new("hidden single", "A digit has one cell left in a row, column or box.", 15, &[houses(1)], &[]),
    Technique::new("seen digit", "The digit stands in the cell's row, column or box already.", 10, &[], &[houses(1)]),
    Technique::new("filled cell", "The cell holds another digit.", 10, &[], &[cells(1)]),
    Technique::new("pointing", "Within a box a digit can only stand in one row or column, so it stands nowhere else in that line.", 26, &[Uses::exactly(1, &[BOX])], &[Uses::exactly(1, LINE)]),
    Technique::new("claiming", "Within a row or column a digit can only stand in one box, so it stands nowhere else in that box.", 28, &[Uses::exactly(1, LINE)], &[Uses::exactly(1, &[BOX])]),
    Technique::new("naked pair", "Two cells of a house (a row, column or box) have the same two candidates, so no other cell of the house holds these digits.", 30, &[cells(2)], &[houses(2)]),
    Technique::new("hidden pair", "Two digits have the same two cells left in a house, so these cells hold nothing else.", 34, &[one_house(2)], &[cells(2)]),
    Technique::new("naked triple", "Three cells of a house have only three candidates between them, so no other cell of the house holds these digits.", 36, &[cells(3)], &[houses(3)]),
    Technique::new("hidden triple", "Three digits have only three cells left in a house, so these cells hold nothing else.", 40, &[one_house(3)], &[cells(3)]),
    Technique::new("naked quad", "Four cells of a house have only four candidates between them, so no other cell of the house holds these digits.", 50, &[cells(4)], &[houses(4)]),
    Technique::new("hidden quad", "Four digits have only four cells left in a house, so these cells hold nothing else.", 54, &[one_house(4)], &[cells(4)]),
    Technique::new("X-wing", "In two rows a digit has only the same two columns left (or the reverse), so it stands nowhere else in these columns.", 32, &[lines(2)], &[lines(2)]),
    Technique::new("swordfish", "In three rows a digit has only the same three columns left (or the reverse), so it stands nowhere else in these columns.", 38, &[lines(3)], &[lines(3)]),
    Technique::new("jellyfish", "In four rows a digit has only the same four columns left (or the reverse), so it stands nowhere else in these columns.", 52, &[lines(4)], &[lines(4)]),
    Technique::new("skyscraper", "A digit has two places in each of two rows (or columns), and one of the first sees one of the second: what sees both other places does not hold it.", 40, &[lines(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new(
        "two-string kite", "A digit has two places in a row and two in a column, one of each in the same box: what sees both other places does not hold it.",
        41,
        &[Uses::exactly(1, &[ROW]), Uses::exactly(1, &[COLUMN])],
        &[houses(3)],
    )
    .also(has_pairs_only),
    Technique::new("turbot fish", "A digit has two places in each of two houses, and one of the first sees one of the second: what sees both other places does not hold it.", 42, &[houses(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new("grouped turbot fish", "A turbot fish in which several cells together take the part of one place.", 46, &[houses(2)], &[houses(3)]),
    Technique::new("XY-wing", "A cell of two candidates sees two others, each with one of these and the same third digit: what sees both others does not hold the third.", 42, &[cells(3)], &[houses(4)]).also(has_pairs_only),
    Technique::new("XYZ-wing", "A cell of three candidates sees two others, each with two of these: what sees all three does not hold the digit that all three have.", 44, &[cells(3)], &[houses(4)]),
    Technique::new("W-wing", "Two cells have the same two candidates, and each sees one of the two places that a house has left for one of these digits: what sees both cells does not hold the other digit.", 44, &[cells(2), houses(1)], &[houses(4)]),
    Technique::new("XY-chain", "A chain of cells of two candidates each, of which one end or the other holds a digit: what sees both ends does not hold it.", 60, &[Uses::least(4, &[CELL])], &[Uses::least(4, HOUSE)]).also(has_pairs_only),
    Technique::new(
        "single-digit chain", "With the digit here, one of several houses could not place it, because their places see each other.",
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
