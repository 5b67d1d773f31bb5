//! Suguru in words: names of steps, rules in arguments.

use super::{CELL, GIVEN, REGION, Suguru, TOUCH};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule, RuleId};
use crate::words::{Alike, Case, Inference, RuleUse, Technique, Told, Uses, Words, listed};
use std::collections::{BTreeMap, BTreeSet};

const fn cells(number: usize) -> Uses {
    Uses::exactly(number, &[CELL])
}

const fn region(number: usize) -> Uses {
    Uses::exactly(number, &[REGION]).alike(Alike::Subject)
}

const TOUCHES: Uses = Uses::least(1, &[TOUCH]);

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new("given", "The digit is printed.", 10, &[], &[]).also(is_given),
    Technique::new(
        "last cell of a region",
        "One cell of a region is left, and so is one digit.",
        10,
        &[region(1)],
        &[],
    )
    .also(is_last_cell),
    Technique::new("naked single", "A cell has one candidate left.", 15, &[cells(1)], &[]),
    Technique::new("hidden single", "A digit has one cell left in a region.", 12, &[region(1)], &[]),
    Technique::new(
        "exclusion",
        "The digit stands already in the cell's region or in a cell that touches it.",
        10,
        &[],
        &[Uses::exactly(1, &[TOUCH, REGION])],
    ),
    Technique::new("filled cell", "The cell holds another digit.", 10, &[], &[cells(1)]),
    Technique::new(
        "forbidden neighbour",
        "The cell touches every place that a region has left for a digit, so it does not hold that digit.",
        25,
        &[region(1)],
        &[TOUCHES],
    ),
    Technique::new(
        "naked pair",
        "Two cells of a region share the same two candidates, so no other cell of the region holds these digits.",
        30,
        &[cells(2)],
        &[region(2)],
    ),
    Technique::new(
        "hidden pair",
        "Two digits have the same two cells left in a region, so these cells hold nothing else.",
        34,
        &[region(2)],
        &[cells(2)],
    ),
    Technique::new(
        "naked triple",
        "Three cells of a region have only three candidates between them, so no other cell of the region holds these digits.",
        36,
        &[cells(3)],
        &[region(3)],
    ),
    Technique::new(
        "hidden triple",
        "Three digits have only three cells left in a region, so these cells hold nothing else.",
        40,
        &[region(3)],
        &[cells(3)],
    ),
    Technique::new(
        "touching pair",
        "With this digit here, two cells could not both be filled, because equal digits would touch.",
        38,
        &[cells(2)],
        &[TOUCHES, Uses::least(0, &[REGION])],
    ),
    Technique::new(
        "two regions",
        "Two regions cannot both place a digit otherwise, because equal digits would touch.",
        44,
        &[Uses::exactly(2, &[REGION])],
        &[TOUCHES],
    ),
    Technique::new(
        "three regions",
        "Three regions cannot all place a digit otherwise, because equal digits would touch.",
        50,
        &[Uses::exactly(3, &[REGION])],
        &[TOUCHES],
    ),
    Technique::new(
        "three cells",
        "With this digit here, three cells could not all be filled.",
        48,
        &[cells(3)],
        &[Uses::least(3, &[TOUCH, REGION])],
    ),
];

fn is_given(case: &Case<'_>) -> bool {
    case.step.rules.iter().all(|rule| case.model.get(*rule).kind == GIVEN)
}

fn is_last_cell(case: &Case<'_>) -> bool {
    let Some(suguru) = case.board.downcast_ref::<Suguru>() else { return false };
    let [fact] = &case.step.facts[..] else { return false };
    let cell = suguru.digits.cell_of(fact.atom);
    let region = suguru.region(cell).map_or(&[][..], |region| suguru.region_cells(region));
    suguru.digits.is_last(case.known, cell, region.iter().copied())
}

fn house(suguru: &Suguru, rule: &Rule) -> Option<String> {
    (rule.kind == REGION).then(|| format!("the region at {}", suguru.digits.grid.name(Cell(rule.subject))))
}

pub(super) fn inference(suguru: &Suguru, rule: &Rule, inference: &Inference) -> String {
    let digits = &suguru.digits;
    match (house(suguru, rule), rule.kind) {
        (Some(house), _) => digits.tell_house(&house, rule.detail, inference),
        (None, CELL) => digits.tell_cell(Cell(rule.subject), inference),
        (None, TOUCH) => touch(suguru, rule, inference),
        _ => format!("{} is printed at {}", rule.detail, digits.grid.name(Cell(rule.subject))),
    }
}

fn touch(suguru: &Suguru, rule: &Rule, inference: &Inference) -> String {
    let digits = &suguru.digits;
    let (a, b) = (Atom(rule.subject), Atom(rule.detail));
    let digit = digits.digit_of(a);
    let name = |atom| digits.grid.name(digits.cell_of(atom));
    match (inference.rule_use, &inference.holding[..]) {
        (RuleUse::Full, [holding]) => {
            let other = if *holding == a { b } else { a };
            format!("{} touches the {digit} at {}", name(other), name(*holding))
        }
        (RuleUse::TooMuch, _) => format!("the {digit}s at {} and {} touch", name(a), name(b)),
        _ => format!("{} and {} touch", name(a), name(b)),
    }
}

/// Touching cells are described cell by cell: `both touch r1c3` where these are the two that are `wanted`.
pub(super) fn limits(suguru: &Suguru, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
    let digits = &suguru.digits;
    let facts: Vec<Atom> =
        limits.iter().flat_map(|(_, inference)| &inference.facts).map(|fact| fact.atom).collect();
    let mut touched: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for (rule, _) in limits.iter().filter(|(rule, _)| rule.kind == TOUCH) {
        let (a, b) = (Atom(rule.subject), Atom(rule.detail));
        let (cell, by) = if facts.contains(&a) { (a, b) } else { (b, a) };
        let others = touched.entry(digits.cell_of(cell)).or_default();
        if !others.contains(&digits.cell_of(by)) {
            others.push(digits.cell_of(by));
        }
    }
    // Cells that the same ones touch are told together.
    let mut alike: Vec<(Vec<Cell>, Vec<Cell>)> = Vec::new();
    for (cell, mut others) in touched {
        others.sort_unstable();
        match alike.iter_mut().find(|(_, by)| *by == others) {
            Some((cells, _)) => cells.push(cell),
            None => alike.push((vec![cell], others)),
        }
    }
    let names = |cells: &[Cell]| {
        let names: Vec<String> = cells.iter().map(|cell| digits.grid.name(*cell).to_string()).collect();
        listed(&names, "and")
    };
    let wanted: BTreeSet<Cell> = wanted.iter().map(|atom| digits.cell_of(*atom)).collect();
    let mut clauses: Vec<String> = Vec::new();
    for (cells, others) in &alike {
        let (all, touched) = (names(others), names(cells));
        let are_named = clauses.is_empty() && wanted.iter().eq(others);
        clauses.push(match others.len() {
            2 if are_named => format!("both touch {touched}"),
            3.. if are_named => format!("all of them touch {touched}"),
            1 => format!("{all} touches {touched}"),
            2 => format!("both {all} touch {touched}"),
            _ => format!("all of {all} touch {touched}"),
        });
    }
    let others: Vec<&Rule> = limits.iter().map(|(rule, _)| *rule).filter(|rule| rule.kind != TOUCH).collect();
    if !others.is_empty() {
        clauses.push(digits.tell_limits(&others, |rule| house(suguru, rule)));
    }
    listed(&clauses, "and")
}

impl Words for Suguru {
    fn sentence(&self, rule: &Rule) -> String {
        let digits = &self.digits;
        let name = |cell| digits.grid.name(cell);
        match rule.kind {
            CELL => format!("{} needs exactly one digit", name(Cell(rule.subject))),
            REGION => format!("the region at {} needs exactly one {}", name(Cell(rule.subject)), rule.detail),
            TOUCH => {
                // Subject and detail are the two atoms.
                let (a, b) = (Atom(rule.subject), Atom(rule.detail));
                let (first, second) = (name(digits.cell_of(a)), name(digits.cell_of(b)));
                format!("{first} and {second} touch and cannot both be {}", digits.digit_of(a))
            }
            _ => format!("{} is given as {}", name(Cell(rule.subject)), rule.detail),
        }
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self.digits.tell_facts(facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }

    #[cfg(feature = "full")]
    fn step(&self, case: &Case<'_>) -> Option<Told> {
        let (model, known, digits) = (case.model, case.known, &self.digits);
        let (rule, answer) = (*case.needs.first()?, case.step.facts.iter().find(|fact| fact.holds)?);
        let region = house(self, model.get(rule)).unwrap_or_default();
        let clause = match case.technique()?.name {
            "last cell of a region" => {
                let cell = digits.grid.name(digits.cell_of(answer.atom));
                format!(
                    "{cell} is the last empty cell of {region}, which lacks {}",
                    digits.digit_of(answer.atom)
                )
            }
            "hidden single" => digits.tell_hidden_single(model, known, rule, answer.atom, &region),
            "naked single" => {
                let house = |rule: RuleId| house(self, model.get(rule)).map(|_| "its region".to_string());
                digits.tell_naked_single(model, known, answer.atom, house)
            }
            _ => return None,
        };
        Some(Told { clauses: vec![clause], shows: vec![*answer] })
    }

    #[cfg(feature = "full")]
    fn needs(&self, needs: &[(&Rule, &Inference)]) -> Vec<String> {
        let other =
            |rule: &Rule, own: &Inference| (rule.kind != CELL).then(|| self::inference(self, rule, own));
        self.digits.tell_needs(needs, other)
    }

    #[cfg(feature = "full")]
    fn limits(&self, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
        self::limits(self, limits, wanted)
    }

    fn most_counted(&self) -> usize {
        // Any number of rules of cells and digits fits in one clause.
        usize::MAX
    }
}
