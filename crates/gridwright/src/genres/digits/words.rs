//! Digits in words: facts, cells and the houses that hold each digit once.

use super::Digits;
use crate::grid::Cell;
use crate::model::{Atom, Board, Fact, Rule};
use crate::words::{Inference, RuleUse, listed};
use std::collections::BTreeMap;

impl Digits {
    /// `r1c2 is 5, and r1c3 and r1c4 are not 7`.
    pub fn tell_facts(&self, facts: &[Fact]) -> String {
        let (yes, no): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|fact| fact.holds);
        let is = |fact: &&Fact| format!("{} is {}", self.place(fact.atom), self.digit_of(fact.atom));
        let mut clauses: Vec<String> = yes.iter().map(is).collect();
        // By cells with the same digits.
        let mut digits_of: BTreeMap<Cell, Vec<u32>> = BTreeMap::new();
        for fact in no {
            digits_of.entry(self.cell_of(fact.atom)).or_default().push(self.digit_of(fact.atom));
        }
        let mut groups: Vec<(Vec<u32>, Vec<Cell>)> = Vec::new();
        for (cell, digits) in digits_of {
            match groups.iter_mut().find(|(others, _)| *others == digits) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((digits, vec![cell])),
            }
        }
        for (digits, cells) in groups {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            let cells: Vec<String> = cells.iter().map(|cell| self.grid.name(*cell).to_string()).collect();
            clauses.push(format!("{} {verb} not {}", listed(&cells, "and"), self.either(&digits)));
        }
        listed(&clauses, "and")
    }

    fn place(&self, atom: Atom) -> String {
        self.grid.name(self.cell_of(atom)).to_string()
    }

    /// The cells of some atoms, `r1c2 and r1c3`.
    pub fn places(&self, atoms: &[Atom], last: &str) -> String {
        listed(&atoms.iter().map(|atom| self.place(*atom)).collect::<Vec<_>>(), last)
    }

    fn either(&self, digits: &[u32]) -> String {
        listed(&digits.iter().map(u32::to_string).collect::<Vec<_>>(), "or")
    }

    /// "A cell holds one digit" in an argument.
    pub fn tell_cell(&self, cell: Cell, inference: &Inference) -> String {
        let name = self.grid.name(cell);
        let digits = |atoms: &[Atom]| atoms.iter().map(|atom| self.digit_of(*atom)).collect::<Vec<_>>();
        match inference.rule_use {
            RuleUse::Full => format!("{name} is {}", self.either(&digits(&inference.holding))),
            RuleUse::TooMuch => {
                let both: Vec<String> = digits(&inference.holding).iter().map(u32::to_string).collect();
                format!("{name} is {}", listed(&both, "and"))
            }
            RuleUse::TooLittle | RuleUse::NoSum => format!("no digit is left for {name}"),
            RuleUse::Takes => format!("{name} takes only one digit"),
            RuleUse::Last => format!("only {} is left for {name}", self.either(&digits(&inference.open))),
            RuleUse::Among | RuleUse::Sum => {
                format!("{name} can only be {}", self.either(&digits(&inference.open)))
            }
        }
    }

    /// What several rules need, clause by clause: cells that the same digits are left for have one clause, the rules of houses
    /// are told by `house`.
    pub fn tell_needs(
        &self,
        needs: &[(&Rule, &Inference)],
        house: impl Fn(&Rule, &Inference) -> Option<String>,
    ) -> Vec<String> {
        let mut clauses: Vec<String> = Vec::new();
        let mut cells: Vec<(Vec<u32>, Vec<String>)> = Vec::new();
        for (rule, inference) in needs {
            if let Some(clause) = house(rule, inference) {
                clauses.push(clause);
                continue;
            }
            let left: Vec<u32> = inference.open.iter().map(|atom| self.digit_of(*atom)).collect();
            let name = self.grid.name(Cell(rule.subject)).to_string();
            match cells.iter_mut().find(|(digits, _)| *digits == left) {
                Some((_, names)) => names.push(name),
                None => cells.push((left, vec![name])),
            }
        }
        let told = |(digits, names): &(Vec<u32>, Vec<String>)| {
            format!("{} can only be {}", listed(names, "and"), self.either(digits))
        };
        cells.iter().map(told).chain(clauses).collect()
    }

    /// "A house holds a digit once" in an argument.
    pub fn tell_house(&self, house: &str, digit: u32, inference: &Inference) -> String {
        match inference.rule_use {
            RuleUse::Full => format!("{house} has its {digit} at {}", self.places(&inference.holding, "and")),
            RuleUse::TooMuch => {
                format!("{house} has more than one {digit}, at {}", self.places(&inference.holding, "and"))
            }
            RuleUse::TooLittle | RuleUse::NoSum => format!("{house} has no place left for {digit}"),
            RuleUse::Takes => format!("{house} takes only one {digit}"),
            RuleUse::Last | RuleUse::Among | RuleUse::Sum => {
                format!("in {house} only {} can be {digit}", self.places(&inference.open, "and"))
            }
        }
    }

    /// What houses and cells allow: `row 1 takes only one 3 and one 7`. `house` names the house of a rule, `None` for
    /// the rule of a cell.
    pub fn tell_limits(&self, limits: &[&Rule], house: impl Fn(&Rule) -> Option<String>) -> String {
        let mut cells: Vec<String> = Vec::new();
        let mut houses: Vec<(String, Vec<String>)> = Vec::new();
        for rule in limits {
            let Some(house) = house(rule) else {
                cells.push(self.grid.name(Cell(rule.subject)).to_string());
                continue;
            };
            let one = format!("one {}", rule.detail);
            match houses.iter_mut().find(|(name, _)| *name == house) {
                Some((_, digits)) => digits.push(one),
                None => houses.push((house, vec![one])),
            }
        }
        let mut clauses = Vec::new();
        match cells.len() {
            0 => {}
            1 => clauses.push(format!("{} takes only one digit", cells[0])),
            _ => clauses.push(format!("{} take only one digit each", listed(&cells, "and"))),
        }
        // Houses that take the same digits are named together.
        let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (house, digits) in houses {
            match groups.iter_mut().find(|(others, _)| *others == digits) {
                Some((_, names)) => names.push(house),
                None => groups.push((digits, vec![house])),
            }
        }
        for (digits, names) in groups {
            let digits = listed(&digits, "and");
            clauses.push(match names.len() {
                1 => format!("{} takes only {digits}", names[0]),
                _ => format!("{} take only {digits} each", listed(&names, "and")),
            });
        }
        listed(&clauses, "and")
    }

    /// Whether this cell is the only one of some cells without a digit.
    pub fn is_last(&self, known: &Board, cell: Cell, mut cells: impl Iterator<Item = Cell>) -> bool {
        cells.all(|other| other == cell || self.entry(known, other).is_some())
    }
}
