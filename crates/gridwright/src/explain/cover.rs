//! Covers: some rules that need one thing each, and as many that allow one thing each and have all places of the first.
//!
//! Naked and hidden sets, fish and locked candidates are covers. They lie in tables: the cells of a house by its digits, the
//! rows by the columns of a digit. Tables come from the rules alone, and how hard a cover is to see is what the genre's
//! techniques say. Where one more rule that needs something has only one place outside the cover, that place is the answer.

use super::case;
use super::rule_state::RuleState;
use super::sum::Sum;
use crate::model::{Atom, Board, Model, RuleId};
use crate::puzzle::Puzzle;
use crate::rating::Hardness;
use crate::words::{Depth, Step, UniqueStep};
use std::collections::{BTreeMap, BTreeSet};

/// Larger covers are found as chains, if at all.
const MOST_NEEDS: usize = 4;
/// A table of more columns is not searched.
const MOST_COLUMNS: usize = 64;

/// Rules whose atoms all lie in the rules of other sorts: each atom in one row and in one column.
#[derive(Debug)]
struct Table {
    rows: Vec<RuleId>,
    columns: Vec<RuleId>,
    /// By row: its atoms, each with the number of its column.
    atoms: Vec<Vec<(Atom, u32)>>,
}

/// A cover of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cover {
    pub hardness: Hardness,
    pub name: &'static str,
    pub step: Step,
}

/// Searches for covers.
#[derive(Debug)]
pub(super) struct CoverSearch {
    tables: Vec<Table>,
    /// By number of limits: the least hardness of a technique of that shape.
    least: [Option<Hardness>; MOST_NEEDS + 1],
}

impl CoverSearch {
    /// For the steps of a puzzle that have names.
    pub fn new(puzzle: &Puzzle, state: &RuleState) -> CoverSearch {
        let techniques = puzzle.genre().techniques;
        let least = std::array::from_fn(|limits| {
            let named = techniques.iter().filter(|technique| technique.covers() == Some(limits));
            named.map(|technique| technique.hardness).min()
        });
        let tables =
            if least.iter().any(Option::is_some) { tables(puzzle.model(), state) } else { Vec::new() };
        CoverSearch { tables, least }
    }

    /// All of the easiest covers, if they are easier than a bound.
    pub fn easiest(&self, puzzle: &Puzzle, state: &RuleState, below: Option<Hardness>) -> Vec<Cover> {
        let mut best = Best { puzzle, state, hardness: below, covers: Vec::new() };
        for limits in 1..=MOST_NEEDS {
            if !self.least[limits].is_some_and(|least| best.takes(least)) {
                continue;
            }
            match limits {
                1 => self.locked(puzzle.model(), &mut best),
                _ => self.tables.iter().for_each(|table| table.search(limits, &mut best)),
            }
        }
        best.covers
    }

    /// A rule all of whose places lie in another one.
    fn locked(&self, model: &Model, best: &mut Best<'_>) {
        let state = best.state;
        for need in state.rules().filter(|rule| asks_for_one(state, *rule)) {
            let mut open = state.open_terms(need);
            let Some(first) = open.next() else { continue };
            let others: Vec<Atom> = open.map(|term| term.atom).collect();
            for place in state.places(first.atom).iter().filter(|place| place.rule != need) {
                let limit = place.rule;
                let has = |atom: &Atom| state.terms(limit).iter().any(|term| term.atom == *atom);
                let is_cover = takes_one(state, limit)
                    && state.need(limit).count as usize > others.len() + 1
                    && others.iter().all(has);
                if !is_cover {
                    continue;
                }
                best.enter(&[need], &[limit]);
                let met: BTreeSet<RuleId> = state
                    .open_terms(limit)
                    .flat_map(|term| state.places(term.atom))
                    .map(|place| place.rule)
                    .collect();
                let kind = model.get(need).kind;
                for other in met.into_iter().filter(|rule| model.get(*rule).kind == kind && *rule != need) {
                    let outside = state.open_terms(other).filter(|term| !has(&term.atom)).count();
                    if outside == 1 && asks_for_one(state, other) {
                        best.enter(&[need, other], &[limit]);
                    }
                }
            }
        }
    }
}

/// What holds because there is one solution, where that may be used: steps to choose from as covers are.
pub(super) fn of_uniqueness(puzzle: &Puzzle, known: &Board) -> Vec<Cover> {
    let cover = |UniqueStep { technique, step, .. }: UniqueStep| Cover {
        hardness: technique.hardness,
        name: technique.name,
        step,
    };
    puzzle.unique_steps(known).into_iter().map(cover).collect()
}

fn asks_for_one(state: &RuleState, rule: RuleId) -> bool {
    let need = state.need(rule);
    need.lo == 1 && need.count > 1 && state.max_weight(rule) == 1
}

fn takes_one(state: &RuleState, rule: RuleId) -> bool {
    state.need(rule).hi == 1 && state.max_weight(rule) == 1
}

/// The tables of a model, each of them both ways. The rules have the numbers of the state.
fn tables(model: &Model, state: &RuleState) -> Vec<Table> {
    let mut groups: BTreeMap<(u8, bool, u32), Vec<RuleId>> = BTreeMap::new();
    for (id, rule) in model.rule_ids() {
        groups.entry((rule.kind, true, rule.subject)).or_default().push(id);
        groups.entry((rule.kind, false, rule.detail)).or_default().push(id);
    }
    let mut tables: BTreeMap<(Vec<RuleId>, Vec<RuleId>), Table> = BTreeMap::new();
    let mut met: Vec<usize> = vec![0; model.rules().len()];
    for rows in groups.into_values().filter(|group| (2..=MOST_COLUMNS).contains(&group.len())) {
        // The rules that lie within the rows, by kind.
        let atoms = || rows.iter().flat_map(|rule| state.terms(*rule)).map(|term| term.atom);
        let places = || atoms().flat_map(|atom| state.places(atom)).map(|place| place.rule.0 as usize);
        places().for_each(|rule| met[rule] += 1);
        let mut within: BTreeMap<u8, Vec<RuleId>> = BTreeMap::new();
        for rule in places() {
            let id = RuleId(rule as u32);
            if std::mem::take(&mut met[rule]) == state.terms(id).len() {
                within.entry(model.get(id).kind).or_default().push(id);
            }
        }
        within.remove(&model.get(rows[0]).kind);
        for mut columns in within.into_values() {
            columns.sort_unstable();
            let in_columns: usize = columns.iter().map(|rule| state.terms(*rule).len()).sum();
            if columns.len() <= MOST_COLUMNS && in_columns == atoms().count() {
                for (rows, columns) in [(&rows, &columns), (&columns, &rows)] {
                    if let Some(table) = Table::new(state, rows, columns) {
                        tables.insert((rows.clone(), columns.clone()), table);
                    }
                }
            }
        }
    }
    tables.into_values().collect()
}

impl Table {
    /// If no atom is in several rows or columns, or in none.
    fn new(state: &RuleState, rows: &[RuleId], columns: &[RuleId]) -> Option<Table> {
        let among = |rules: &[RuleId], atom: Atom| {
            let mut here =
                state.places(atom).iter().filter_map(|place| rules.binary_search(&place.rule).ok());
            here.next().filter(|_| here.next().is_none()).map(|number| number as u32)
        };
        let cell = |atom: Atom| among(rows, atom).and(among(columns, atom)).map(|column| (atom, column));
        let row = |rule: &RuleId| state.terms(*rule).iter().map(|term| cell(term.atom)).collect();
        let atoms = rows.iter().map(row).collect::<Option<_>>()?;
        Some(Table { rows: rows.to_vec(), columns: columns.to_vec(), atoms })
    }

    /// Enters the covers of so many columns.
    fn search(&self, number: usize, best: &mut Best<'_>) {
        let state = best.state;
        let columns_of = |atoms: &Vec<(Atom, u32)>| {
            let open = atoms.iter().filter(|(atom, _)| state.is_open(*atom));
            open.fold(0u64, |columns, (_, column)| columns | 1 << column)
        };
        let columns: Vec<u64> = self.atoms.iter().map(columns_of).collect();
        let is_small = |row: &usize| {
            (2..=number as u32).contains(&columns[*row].count_ones()) && asks_for_one(state, self.rows[*row])
        };
        let small: Vec<usize> = (0..self.rows.len()).filter(is_small).collect();
        let mut chosen = Vec::new();
        self.choose(number, &small, &columns, 0, &mut chosen, best);
    }

    fn choose(
        &self,
        number: usize,
        small: &[usize],
        columns: &[u64],
        taken: u64,
        chosen: &mut Vec<usize>,
        best: &mut Best<'_>,
    ) {
        if chosen.len() == number {
            return self.enter(columns, taken, chosen, best);
        }
        for (at, &row) in small.iter().enumerate() {
            let taken = taken | columns[row];
            if taken.count_ones() as usize <= number && small.len() - at >= number - chosen.len() {
                chosen.push(row);
                self.choose(number, &small[at + 1..], columns, taken, chosen, best);
                chosen.pop();
            }
        }
    }

    fn enter(&self, columns: &[u64], taken: u64, chosen: &[usize], best: &mut Best<'_>) {
        let others: Vec<usize> =
            (0..columns.len()).filter(|row| columns[*row] & taken != 0 && !chosen.contains(row)).collect();
        let in_taken = |column: &usize| taken >> column & 1 == 1;
        let limits: Vec<RuleId> =
            (0..self.columns.len()).filter(in_taken).map(|column| self.columns[column]).collect();
        if others.is_empty() || !limits.iter().all(|rule| takes_one(best.state, *rule)) {
            return;
        }
        let needs: Vec<RuleId> = chosen.iter().map(|row| self.rows[*row]).collect();
        best.enter(&needs, &limits);
        for row in others {
            let rule = self.rows[row];
            if (columns[row] & !taken).count_ones() == 1 && asks_for_one(best.state, rule) {
                best.enter(&[&needs[..], &[rule]].concat(), &limits);
            }
        }
    }
}

/// The easiest covers so far.
struct Best<'a> {
    puzzle: &'a Puzzle,
    state: &'a RuleState,
    /// Of the covers; where there are none yet, they must be easier than this.
    hardness: Option<Hardness>,
    covers: Vec<Cover>,
}

impl Best<'_> {
    /// Whether a step of this hardness would be among the best.
    fn takes(&self, hardness: Hardness) -> bool {
        self.hardness.is_none_or(|best| hardness < best || hardness == best && !self.covers.is_empty())
    }

    fn enter(&mut self, needs: &[RuleId], limits: &[RuleId]) {
        let once = |rules: &[RuleId]| rules.iter().map(|rule| (*rule, 1)).collect();
        let mut facts = Sum::new(self.state, once(needs), once(limits)).facts;
        // An answer is the news, not what it rules out.
        if needs.len() > limits.len() {
            facts.retain(|fact| fact.holds);
        }
        let mut rules = [needs, limits].concat();
        rules.sort_unstable();
        let step = Step { facts, rules, depth: Depth::Sum, is_smallest: false };
        let case = case::of(self.puzzle, self.state.known(), &step, [needs.to_vec(), limits.to_vec()], false);
        let Some(technique) = case.technique() else { return };
        let (hardness, name) = (technique.hardness, technique.name);
        if step.facts.is_empty() || !self.takes(hardness) {
            return;
        }
        if self.hardness.is_none_or(|best| hardness < best) {
            self.hardness = Some(hardness);
            self.covers.clear();
        }
        self.covers.push(Cover { hardness, name, step });
    }
}
