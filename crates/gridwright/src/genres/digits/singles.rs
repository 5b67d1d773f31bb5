//! Singles in words: what leaves only one cell, or only one digit.

use super::Digits;
use crate::model::{Atom, Board, Model, Role, RuleId, Value};
use crate::words::listed;
use std::collections::{BTreeMap, BTreeSet};

impl Digits {
    /// The entries of other cells that rule atoms out, by atom, each with the rule by which it does.
    fn excluders(
        &self,
        model: &Model,
        known: &Board,
        atoms: &BTreeSet<Atom>,
    ) -> BTreeMap<Atom, Vec<(Atom, RuleId)>> {
        let mut excluders: BTreeMap<Atom, Vec<(Atom, RuleId)>> = BTreeMap::new();
        let laws = model.rule_ids().filter(|(_, rule)| model.kind(rule).role == Role::Law);
        for (id, rule) in laws.filter(|(_, rule)| rule.body.bounds().hi == 1) {
            let own = || model.rule_atoms(rule).map(|(atom, _)| atom);
            let Some(entry) = own().find(|atom| known.get(*atom) == Value::Yes) else { continue };
            for atom in
                own().filter(|atom| atoms.contains(atom) && self.cell_of(*atom) != self.cell_of(entry))
            {
                excluders.entry(atom).or_default().push((entry, id));
            }
        }
        excluders
    }

    /// Why only one cell of a house is left for a digit: `the 6s at r1c9 and r4c4 leave only r2c3 in box 1`.
    pub fn tell_hidden_single(
        &self,
        model: &Model,
        known: &Board,
        rule: RuleId,
        answer: Atom,
        house: &str,
    ) -> String {
        let own = model.rule_atoms(model.get(rule)).map(|(atom, _)| atom);
        let is_empty = |atom: &Atom| self.entry(known, self.cell_of(*atom)).is_none();
        let mut left: BTreeSet<Atom> = own.filter(|atom| *atom != answer && is_empty(atom)).collect();
        let excluders = self.excluders(model, known, &left);
        let mut entries: BTreeMap<Atom, BTreeSet<Atom>> = BTreeMap::new();
        for (atom, by) in &excluders {
            by.iter().for_each(|(entry, _)| _ = entries.entry(*entry).or_default().insert(*atom));
        }
        // As few entries as can easily be found, those that rule out most first.
        let mut cited: Vec<Atom> = Vec::new();
        let rules_out = |entry: &BTreeSet<Atom>, left: &BTreeSet<Atom>| entry.intersection(left).count();
        while let Some((entry, atoms)) = entries
            .iter()
            .rev()
            .max_by_key(|(_, atoms)| rules_out(atoms, &left))
            .filter(|(_, atoms)| rules_out(atoms, &left) > 0)
        {
            cited.push(*entry);
            left.retain(|atom| !atoms.contains(atom));
        }
        cited.sort_unstable();
        let (cell, digit) = (self.grid.name(self.cell_of(answer)), self.digit_of(answer));
        let the = match cited.len() {
            0 => return format!("in {house} only {cell} can still be {digit}"),
            1 => format!("the {digit} at {}", self.places(&cited, "and")),
            _ => format!("the {digit}s at {}", self.places(&cited, "and")),
        };
        let leave = if cited.len() == 1 { "leaves" } else { "leave" };
        let before = if left.is_empty() { "" } else { ", with what was ruled out before," };
        format!("{the}{before} {leave} only {cell} in {house}")
    }

    /// Why only one digit is left for a cell. `house` names the houses to list digits by; where it names none, each
    /// digit is listed with its cell.
    pub fn tell_naked_single(
        &self,
        model: &Model,
        known: &Board,
        answer: Atom,
        house: impl Fn(RuleId) -> Option<String>,
    ) -> String {
        let cell = self.cell_of(answer);
        let others: BTreeSet<Atom> = (1..=self.greatest(cell))
            .filter_map(|digit| self.atom(cell, digit))
            .filter(|atom| *atom != answer)
            .collect();
        let excluders = self.excluders(model, known, &others);
        let mut by_house: Vec<(String, Vec<u32>)> = Vec::new();
        let mut before: Vec<String> = Vec::new();
        for atom in others {
            let digit = self.digit_of(atom);
            let Some((entry, rule)) = excluders.get(&atom).and_then(|by| by.first()) else {
                before.push(digit.to_string());
                continue;
            };
            let place = house(*rule).map_or_else(
                || format!("at {}", self.grid.name(self.cell_of(*entry))),
                |house| format!("in {house}"),
            );
            match by_house.iter_mut().find(|(other, _)| *other == place) {
                Some((_, digits)) => digits.push(digit),
                None => by_house.push((place, vec![digit])),
            }
        }
        let name = self.grid.name(cell);
        let digits = |digits: &[u32]| listed(&digits.iter().map(u32::to_string).collect::<Vec<_>>(), "and");
        let seen: Vec<String> =
            by_house.iter().map(|(place, own)| format!("{} {place}", digits(own))).collect();
        let was = if before.len() == 1 { "was" } else { "were" };
        let ruled_out = format!("{} {was} ruled out before", listed(&before, "and"));
        match (seen.is_empty(), before.is_empty()) {
            (false, true) => format!("{name} sees {}", listed(&seen, "and")),
            (false, false) => format!("{name} sees {}; {ruled_out}", listed(&seen, "and")),
            _ => format!("only {} is left for {name}", self.digit_of(answer)),
        }
    }
}
