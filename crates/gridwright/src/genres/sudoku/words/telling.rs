//! Steps of Sudokus as players tell them.

use super::super::{BOX, CELL, Sudoku};
use super::house;
use super::techniques::{LINE, candidates, open, two_sets, union};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule, RuleId};
use crate::words::{Case, Chain, Link, Told, listed};

/// A step with a name, if players tell it in a way of its own.
pub(super) fn step(sudoku: &Sudoku, case: &Case<'_>) -> Option<Told> {
    let technique = case.technique()?;
    let teller = Teller { sudoku, case };
    let mut shows = case.step.facts.clone();
    let clauses = match technique.name {
        "full house" => vec![teller.full_house()?],
        "hidden single" => vec![teller.hidden_single()?],
        "naked single" => vec![teller.naked_single()?],
        "pointing" | "claiming" => vec![teller.locked(*case.needs.first()?)?],
        "direct pointing" | "direct claiming" => teller.direct_locked()?,
        "naked pair" | "naked triple" | "naked quad" => vec![teller.naked_set()],
        "hidden pair" | "hidden triple" | "hidden quad" => vec![teller.hidden_set(&case.needs)],
        "direct hidden pair" | "direct hidden triple" => teller.direct_hidden_set()?,
        "X-wing" | "swordfish" | "jellyfish" => vec![teller.fish(&[])],
        name if name.starts_with("finned ") || name.starts_with("sashimi ") => teller.finned(name)?,
        "XYZ-wing" => teller.xyz_wing()?,
        "ALS-XZ" | "WXYZ-wing" => teller.two_sets()?,
        name => {
            let chain = case.chain.as_ref()?;
            shows = teller.shown(chain);
            match name {
                "XY-wing" => teller.xy_wing(chain)?,
                "W-wing" => teller.w_wing(chain)?,
                _ if chain.links.len() == 5 && !chain.shows.holds => teller.two_links(chain),
                _ => teller.chain(chain),
            }
        }
    };
    // What an answer rules out goes without saying.
    if shows.iter().any(|fact| fact.holds) {
        shows.retain(|fact| fact.holds);
    }
    Some(Told { clauses, shows })
}

struct Teller<'a> {
    sudoku: &'a Sudoku,
    case: &'a Case<'a>,
}

impl Teller<'_> {
    fn rule(&self, rule: RuleId) -> &Rule {
        self.case.model.get(rule)
    }

    fn name(&self, cell: Cell) -> String {
        self.sudoku.digits.grid.name(cell).to_string()
    }

    fn cell(&self, atom: Atom) -> String {
        self.name(self.sudoku.digits.cell_of(atom))
    }

    fn digit(&self, atom: Atom) -> u32 {
        self.sudoku.digits.digit_of(atom)
    }

    fn house(&self, rule: RuleId) -> String {
        house(self.sudoku, self.rule(rule)).unwrap_or_default()
    }

    fn cells(&self, atoms: &[Atom], last: &str) -> String {
        let mut cells: Vec<Cell> = atoms.iter().map(|atom| self.sudoku.digits.cell_of(*atom)).collect();
        cells.sort_unstable();
        cells.dedup();
        listed(&cells.iter().map(|cell| self.name(*cell)).collect::<Vec<_>>(), last)
    }

    /// `row 1`, `rows 1 and 4`, `row 1 and box 2`.
    fn houses(&self, rules: &[RuleId]) -> String {
        let mut names: Vec<String> = rules.iter().map(|rule| self.house(*rule)).collect();
        names.dedup();
        let split: Vec<(&str, &str)> = names.iter().filter_map(|name| name.split_once(' ')).collect();
        match &split[..] {
            [(kind, _), _, ..] if split.iter().all(|(other, _)| other == kind) => {
                let plural = if *kind == "box" { "boxes" } else { &format!("{kind}s") };
                let numbers: Vec<&str> = split.iter().map(|(_, number)| *number).collect();
                format!("{plural} {}", listed(&numbers, "and"))
            }
            _ => listed(&names, "and"),
        }
    }

    fn answer(&self) -> Option<Atom> {
        self.case.step.facts.iter().find(|fact| fact.holds).map(|fact| fact.atom)
    }

    fn full_house(&self) -> Option<String> {
        let (answer, rule) = (self.answer()?, *self.case.needs.first()?);
        Some(format!(
            "{} is the last empty cell of {}, which lacks {}",
            self.cell(answer),
            self.house(rule),
            self.digit(answer)
        ))
    }

    fn hidden_single(&self) -> Option<String> {
        let (answer, rule) = (self.answer()?, *self.case.needs.first()?);
        let Case { model, known, .. } = self.case;
        Some(self.sudoku.digits.tell_hidden_single(model, known, rule, answer, &self.house(rule)))
    }

    fn naked_single(&self) -> Option<String> {
        let Case { model, known, .. } = self.case;
        let house = |rule: RuleId| house(self.sudoku, model.get(rule));
        Some(self.sudoku.digits.tell_naked_single(model, known, self.answer()?, house))
    }

    fn locked(&self, need: RuleId) -> Option<String> {
        let limit = *self.case.limits.first()?;
        let digit = self.rule(need).detail;
        Some(format!("in {} all places for {digit} are in {}", self.house(need), self.house(limit)))
    }

    fn direct_locked(&self) -> Option<Vec<String>> {
        let (answer, limit) = (self.answer()?, *self.case.limits.first()?);
        let in_limit = open(self.case, limit);
        let is_locked = |rule: &&RuleId| open(self.case, **rule).iter().all(|atom| in_limit.contains(atom));
        let locked = *self.case.needs.iter().find(is_locked)?;
        let other = *self.case.needs.iter().find(|rule| **rule != locked)?;
        let left = format!("that leaves only {} in {}", self.cell(answer), self.house(other));
        Some(vec![self.locked(locked)?, left])
    }

    fn digits(&self, digits: &[u32], last: &str) -> String {
        listed(&digits.iter().map(u32::to_string).collect::<Vec<_>>(), last)
    }

    fn naked_set(&self) -> String {
        let cells = candidates(self.sudoku, self.case, &self.case.needs);
        let names: Vec<String> = cells.iter().map(|(cell, _)| self.name(*cell)).collect();
        let digits = union(&cells);
        let all = if digits.len() == 2 { "both" } else { "all of them" };
        let have = if digits.len() == 2 { "can only be" } else { "together can only be" };
        format!(
            "{} {have} {} and take {all} in {}",
            listed(&names, "and"),
            self.digits(&digits, if digits.len() == 2 { "or" } else { "and" }),
            self.houses(&self.case.limits)
        )
    }

    /// Digits of one house that fit only in some cells.
    fn hidden_set(&self, needs: &[RuleId]) -> String {
        let digits: Vec<u32> = needs.iter().map(|rule| self.rule(*rule).detail).collect();
        let places: Vec<Atom> = needs.iter().flat_map(|rule| open(self.case, *rule)).collect();
        let house = needs.first().map(|rule| self.house(*rule)).unwrap_or_default();
        format!("in {house} only {} can be {}", self.cells(&places, "and"), self.digits(&digits, "and"))
    }

    fn direct_hidden_set(&self) -> Option<Vec<String>> {
        let answer = self.answer()?;
        let (other, set): (Vec<RuleId>, Vec<RuleId>) =
            self.case.needs.iter().partition(|rule| self.rule(**rule).detail == self.digit(answer));
        let left = format!("that leaves only {} for {}", self.cell(answer), self.digit(answer));
        (other.len() == 1).then(|| vec![self.hidden_set(&set), left])
    }

    /// The lines of a fish, but for some places.
    fn fish(&self, fin: &[Atom]) -> String {
        let digit = self.case.needs.first().map_or(0, |rule| self.rule(*rule).detail);
        let is_line = |rule: &&RuleId| LINE.contains(&self.rule(**rule).kind);
        let covers: Vec<RuleId> = self.case.limits.iter().filter(is_line).copied().collect();
        let but = match fin {
            [] => String::new(),
            _ => format!(" or at {}", self.cells(fin, "and")),
        };
        format!(
            "in {} all places for {digit} are in {}{but}",
            self.houses(&self.case.needs),
            self.houses(&covers)
        )
    }

    fn finned(&self, name: &str) -> Option<Vec<String>> {
        let is_box = |rule: &&RuleId| self.rule(**rule).kind == BOX;
        let of_fin = *self.case.limits.iter().find(is_box)?;
        let covered: Vec<Atom> = self
            .case
            .limits
            .iter()
            .filter(|rule| **rule != of_fin)
            .flat_map(|rule| open(self.case, *rule))
            .collect();
        let places = self.case.needs.iter().flat_map(|rule| open(self.case, *rule));
        let fin: Vec<Atom> = places.filter(|atom| !covered.contains(atom)).collect();
        let fish = name.split_once(' ')?.1;
        let digit = self.digit(*fin.first()?);
        Some(vec![
            self.fish(&fin),
            format!(
                "either the fin has the {digit} of {} or there is {} {fish}",
                self.house(of_fin),
                if fish == "X-wing" { "an" } else { "a" }
            ),
        ])
    }

    /// The facts that a chain shows just as it shows its own.
    fn shown(&self, chain: &Chain) -> Vec<Fact> {
        let (Some(first), Some(last)) = (chain.links.first(), chain.links.last()) else { return Vec::new() };
        if chain.shows.holds {
            return vec![chain.shows];
        }
        let (one, other) = (open(self.case, first.rule), open(self.case, last.rule));
        let is_shown = |fact: &&Fact| {
            !fact.holds
                && one.contains(&fact.atom)
                && other.contains(&fact.atom)
                && !first.to.contains(&fact.atom)
                && !last.from.contains(&fact.atom)
        };
        self.case.step.facts.iter().filter(is_shown).copied().collect()
    }

    /// `r1c2 is 5`, `r1c2 or r1c3 is 5`.
    fn holds(&self, atoms: &[Atom]) -> String {
        self.told(atoms, "is", "or")
    }

    /// `r1c2 is not 5`, `r1c2 and r1c3 are not 5`.
    fn fails(&self, atoms: &[Atom]) -> String {
        let is = if self.one_cell(atoms).is_some() || atoms.len() == 1 { "is not" } else { "are not" };
        self.told(atoms, is, "and")
    }

    fn one_cell(&self, atoms: &[Atom]) -> Option<Cell> {
        let cell = self.sudoku.digits.cell_of(*atoms.first()?);
        atoms.iter().all(|atom| self.sudoku.digits.cell_of(*atom) == cell).then_some(cell)
    }

    /// Atoms of one cell or of one digit.
    fn told(&self, atoms: &[Atom], is: &str, last: &str) -> String {
        match self.one_cell(atoms) {
            Some(cell) => {
                let digits: Vec<u32> = atoms.iter().map(|atom| self.digit(*atom)).collect();
                format!("{} {is} {}", self.name(cell), self.digits(&digits, "or"))
            }
            None => format!("{} {is} {}", self.cells(atoms, last), self.digit(atoms[0])),
        }
    }

    /// Two houses with two places each: a skyscraper, a kite, a turbot fish.
    fn two_links(&self, chain: &Chain) -> Vec<String> {
        let [_, one, weak, other, _] = &chain.links[..] else { return Vec::new() };
        let places = |link: &Link| {
            let both = [&link.from[..], &link.to].concat();
            match self.rule(link.rule).kind {
                CELL => format!(
                    "{} can only be {}",
                    self.cell(both[0]),
                    self.digits(&both.iter().map(|atom| self.digit(*atom)).collect::<Vec<_>>(), "or")
                ),
                _ => format!(
                    "in {} only {} can be {}",
                    self.house(link.rule),
                    self.cells(&both, "and"),
                    self.digit(both[0])
                ),
            }
        };
        let clash = match self.one_cell(&[&weak.from[..], &weak.to].concat()) {
            Some(cell) => format!("since {} takes only one of these", self.name(cell)),
            None => {
                let (from, to) = (self.cells(&weak.from, "and"), self.cells(&weak.to, "and"));
                let sight = match (weak.from.len(), weak.to.len()) {
                    (1, 1) => format!("{from} and {to} see each other"),
                    (1, _) => format!("{from} sees {to}"),
                    (_, 1) => format!("{to} sees {from}"),
                    _ => format!("{from} see {to}"),
                };
                format!("since {sight} in {}", self.house(weak.rule))
            }
        };
        vec![places(one), places(other), format!("{clash}, {}", self.ends(&one.from, &other.to))]
    }

    /// That one end or the other of a chain holds.
    fn ends(&self, one: &[Atom], other: &[Atom]) -> String {
        let all = [one, other].concat();
        match all.iter().all(|atom| self.digit(*atom) == self.digit(all[0])) {
            true => format!("{} is {}", self.cells(&all, "or"), self.digit(all[0])),
            false => format!("{} or {}", self.holds(one), self.holds(other)),
        }
    }

    fn xy_wing(&self, chain: &Chain) -> Option<Vec<String>> {
        let [_, one, _, pivot, _, other, _] = &chain.links[..] else { return None };
        let (x, y) = (*pivot.from.first()?, *pivot.to.first()?);
        let mut ways = [(self.digit(x), self.holds(&one.from)), (self.digit(y), self.holds(&other.to))];
        ways.sort();
        let pivot = format!("the pivot {} is {} or {}", self.cell(x), ways[0].0, ways[1].0);
        let told = |(digit, pincer): &(u32, String)| format!("if it is {digit}, the pincer {pincer}");
        Some([vec![pivot], ways.iter().map(told).collect()].concat())
    }

    fn xyz_wing(&self) -> Option<Vec<String>> {
        let cells = candidates(self.sudoku, self.case, &self.case.needs);
        let (pivot, digits) = cells.iter().find(|(_, digits)| digits.len() == 3)?;
        let pincers: Vec<_> = cells.iter().filter(|(cell, _)| cell != pivot).collect();
        let common = *digits.iter().find(|digit| pincers.iter().all(|(_, own)| own.contains(digit)))?;
        let mut clauses = vec![format!("the pivot {} is {}", self.name(*pivot), self.digits(digits, "or"))];
        for (cell, own) in pincers {
            let other = own.iter().find(|digit| **digit != common)?;
            clauses.push(format!("if it is {other}, the pincer {} is {common}", self.name(*cell)));
        }
        clauses.push(format!("one of the three is {common}"));
        Some(clauses)
    }

    fn w_wing(&self, chain: &Chain) -> Option<Vec<String>> {
        let [_, one, _, middle, _, other, _] = &chain.links[..] else { return None };
        let is_cell = |link: &Link| self.rule(link.rule).kind == CELL;
        if !is_cell(one) || !is_cell(other) || is_cell(middle) {
            return None;
        }
        let (x, y) = (*one.from.first()?, *one.to.first()?);
        let both = self.cells(&[one.from[0], other.to[0]], "and");
        let places = [&middle.from[..], &middle.to].concat();
        Some(vec![
            format!("{both} can only be {} or {}", self.digit(x), self.digit(y)),
            format!(
                "in {} only {} can be {}, and each of them is seen by one of the two",
                self.house(middle.rule),
                self.cells(&places, "and"),
                self.digit(y)
            ),
            format!("so they are not both {}, and one of them is {}", self.digit(y), self.digit(x)),
        ])
    }

    /// Two almost locked sets.
    fn two_sets(&self) -> Option<Vec<String>> {
        let sets = two_sets(self.sudoku, self.case)?;
        let [one, other] = sets.each_ref().map(|set| union(set));
        let gone: Vec<u32> = self.case.step.facts.iter().map(|fact| self.digit(fact.atom)).collect();
        let shared: Vec<u32> = one.iter().copied().filter(|digit| other.contains(digit)).collect();
        let (ends, common): (Vec<u32>, Vec<u32>) = shared.into_iter().partition(|digit| gone.contains(digit));
        let [common] = common[..] else { return None };
        let told = |set: &[(Cell, Vec<u32>)], digits: &[u32]| {
            let names: Vec<String> = set.iter().map(|(cell, _)| self.name(*cell)).collect();
            let have = if names.len() == 1 { "has" } else { "have" };
            format!("{} {have} only {}", listed(&names, "and"), self.digits(digits, "and"))
        };
        Some(vec![
            told(&sets[0], &one),
            told(&sets[1], &other),
            format!(
                "only one of these sets can hold {common}, since all its places see each other; the other set holds its {}",
                self.digits(&ends, "and")
            ),
        ])
    }

    /// A chain from one end to the other: where the first does not hold, the last does.
    fn chain(&self, chain: &Chain) -> Vec<String> {
        let inner = match chain.shows.holds {
            true => &chain.links[..],
            false => &chain.links[1..chain.links.len() - 1],
        };
        let mut clauses: Vec<String> = Vec::new();
        for (number, link) in inner.iter().enumerate().filter(|(_, link)| link.is_strong) {
            let start = match number {
                0 => format!("if {}, ", self.fails(&link.from)),
                _ => format!("so {}", self.fails(&link.from)),
            };
            let rule = self.rule(link.rule);
            let (is_first, is_cell) = (number == 0, rule.kind == CELL);
            clauses.push(match (is_first, is_cell) {
                (true, true) => format!(
                    "{start}it is {}",
                    self.digits(&link.to.iter().map(|atom| self.digit(*atom)).collect::<Vec<_>>(), "or")
                ),
                (true, false) => {
                    format!("{start}in {} {} is", self.house(link.rule), self.cells(&link.to, "or"))
                }
                (false, true) => format!(
                    "{start} but {}",
                    self.digits(&link.to.iter().map(|atom| self.digit(*atom)).collect::<Vec<_>>(), "or")
                ),
                (false, false) => {
                    format!("{start}, and in {} {} is", self.house(link.rule), self.cells(&link.to, "or"))
                }
            });
        }
        if let (false, Some(first), Some(last)) = (chain.shows.holds, inner.first(), inner.last()) {
            clauses.push(format!("in any case {}", self.ends(&first.from, &last.to)));
        }
        clauses
    }
}
