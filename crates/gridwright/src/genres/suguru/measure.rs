//! How much work a Suguru is: what people do first, and what they do only where that sticks.
//!
//! The rules are those of the model, seen as lists of which exactly one atom holds and as rivals, of which at most one
//! does. Singles are entered in waves, all that there are at once. Where they stick, one round of the easiest level that
//! helps takes everything it shows. So the work does not depend on how the board lies.

use super::{CELL, REGION, Suguru, TOUCH};
use crate::model::{Atom, Board, Model, Value};
use crate::puzzle::Measure;
use gridwright_base::{Cancel, Stopped};
use std::collections::BTreeMap;

/// The work of a wave of singles, in quarters like all work.
const WAVE: u64 = 1;

/// The work of a round of each level: neighbours of a full set; other neighbours, and sets; suppositions.
const ROUND: [u64; 3] = [4, 16, 64];

/// The work of whatever no supposition of one digit shows.
const BEYOND: u64 = 256;

/// Pairs and triples are looked for; people hardly see larger sets, except all that is left of a region.
const LARGEST_SET: usize = 3;

impl Measure for Suguru {
    fn work(
        &self,
        model: &Model,
        shared: &Board,
        most: u64,
        cancel: &Cancel,
    ) -> Result<Option<u64>, Stopped> {
        let rules = Rules::of(model);
        let mut state = State::new(&rules, model);
        let mut work = 0;
        while work <= most {
            cancel.check()?;
            if state.wave(&rules) {
                work += WAVE;
                continue;
            }
            if !model.atoms().any(|atom| state.is_open(atom) && shared.get(atom) != Value::Open) {
                return Ok(Some(work));
            }
            let (round, shown) = match rules.next_round(&state, shared, cancel)? {
                Some(next) => next,
                None => return Ok(Some(work + BEYOND).filter(|work| *work <= most)),
            };
            debug_assert!(shown.iter().all(|atom| shared.get(*atom) != Value::Yes));
            work += round;
            shown.into_iter().for_each(|atom| state.exclude(&rules, atom));
        }
        Ok(None)
    }
}

/// A list of atoms by its number.
type List = u32;

/// The model's rules as lists and rivals.
struct Rules {
    /// Exactly one atom of each holds: the digits of a cell, the places of a digit in a region.
    lists: Vec<Vec<Atom>>,
    /// By region: the lists of its cells.
    regions: Vec<Vec<List>>,
    /// By atom: the list of its cell and the list of its digit.
    lists_of: Vec<[List; 2]>,
    /// By atom: what it excludes in other regions.
    rivals: Vec<Vec<Atom>>,
}

impl Rules {
    fn of(model: &Model) -> Rules {
        let mut rules = Rules {
            lists: Vec::new(),
            regions: Vec::new(),
            lists_of: vec![[0; 2]; model.atom_count()],
            rivals: vec![Vec::new(); model.atom_count()],
        };
        let mut regions: BTreeMap<u32, Vec<List>> = BTreeMap::new();
        for rule in model.rules() {
            let atoms: Vec<Atom> = model.rule_atoms(rule).map(|(atom, _)| atom).collect();
            let list = rules.lists.len() as List;
            match rule.kind {
                TOUCH => {
                    let [a, b] = atoms[..] else { continue };
                    rules.rivals[a.index()].push(b);
                    rules.rivals[b.index()].push(a);
                }
                CELL | REGION => {
                    let which = usize::from(rule.kind == REGION);
                    atoms.iter().for_each(|atom| rules.lists_of[atom.index()][which] = list);
                    if rule.kind == REGION && !regions.contains_key(&rule.subject) {
                        // The places of any one digit are the cells of the region.
                        let cells = atoms.iter().map(|atom| rules.lists_of[atom.index()][0]).collect();
                        regions.insert(rule.subject, cells);
                    }
                    rules.lists.push(atoms);
                }
                _ => {}
            }
        }
        rules.regions = regions.into_values().collect();
        rules
    }

    /// What the easiest level that shows anything shows to be wrong, and the work of the round.
    fn next_round(
        &self,
        state: &State,
        shared: &Board,
        cancel: &Cancel,
    ) -> Result<Option<(u64, Vec<Atom>)>, Stopped> {
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for set in self.full_sets(state, cancel)? {
            self.exclude_by_set(state, &set, &mut inside, &mut outside);
        }
        if !outside.is_empty() {
            return Ok(Some((ROUND[0], outside)));
        }
        for places in self.lists.iter().map(|list| state.open_of(list)).filter(|open| open.len() > 1) {
            inside.extend(self.rivals_of_all(&places).filter(|atom| state.is_open(*atom)));
        }
        if !inside.is_empty() {
            return Ok(Some((ROUND[1], inside)));
        }
        let refuted = self.refuted(state, shared, cancel)?;
        Ok(Some((ROUND[2], refuted)).filter(|(_, refuted)| !refuted.is_empty()))
    }

    /// What every one of some atoms excludes in other regions.
    fn rivals_of_all<'a>(&'a self, atoms: &'a [Atom]) -> impl Iterator<Item = Atom> + 'a {
        let (first, others) = atoms.split_first().expect("some atoms");
        let rivals = self.rivals[first.index()].iter().copied();
        rivals.filter(|rival| others.iter().all(|other| self.rivals[other.index()].contains(rival)))
    }

    /// Open cells of a region that have as many digits between them as they are: pairs, triples, and all that are left.
    fn full_sets(&self, state: &State, cancel: &Cancel) -> Result<Vec<Vec<List>>, Stopped> {
        let mut sets = Vec::new();
        for region in &self.regions {
            cancel.check()?;
            let open: Vec<List> = region.iter().copied().filter(|cell| !state.is_met(*cell)).collect();
            let few = open.iter().copied().filter(|cell| state.open[*cell as usize] as usize <= LARGEST_SET);
            let few: Vec<List> = few.collect();
            for (i, &first) in few.iter().enumerate() {
                self.extend_set(state, vec![first], &few[i + 1..], &mut sets);
            }
            if open.len() > LARGEST_SET {
                sets.push(open);
            }
        }
        Ok(sets)
    }

    fn extend_set(&self, state: &State, set: Vec<List>, others: &[List], sets: &mut Vec<Vec<List>>) {
        let digits = self.digits(state, &set).len();
        if digits > LARGEST_SET {
            return;
        }
        if set.len() < LARGEST_SET {
            for (i, &other) in others.iter().enumerate() {
                self.extend_set(state, [&set[..], &[other]].concat(), &others[i + 1..], sets);
            }
        }
        if set.len() > 1 && digits == set.len() {
            sets.push(set);
        }
    }

    /// The lists of the digits that some cells of a region may hold.
    fn digits(&self, state: &State, cells: &[List]) -> Vec<List> {
        let open = cells.iter().flat_map(|cell| state.open_of(&self.lists[*cell as usize]));
        let mut digits: Vec<List> = open.map(|atom| self.lists_of[atom.index()][1]).collect();
        digits.sort_unstable();
        digits.dedup();
        digits
    }

    /// The digits of a full set are nowhere else in its region, nor in a cell outside that touches all of the set.
    fn exclude_by_set(&self, state: &State, set: &[List], inside: &mut Vec<Atom>, outside: &mut Vec<Atom>) {
        for digit in self.digits(state, set) {
            let places = self.lists[digit as usize].iter().copied();
            let (own, others): (Vec<Atom>, Vec<Atom>) =
                places.partition(|atom| set.contains(&self.lists_of[atom.index()][0]));
            inside.extend(others.into_iter().filter(|atom| state.is_open(*atom)));
            outside.extend(self.rivals_of_all(&own).filter(|atom| state.is_open(*atom)));
        }
    }

    /// The wrong digits that singles refute in the fewest waves.
    fn refuted(&self, state: &State, shared: &Board, cancel: &Cancel) -> Result<Vec<Atom>, Stopped> {
        let mut trial = state.clone();
        let (mut fewest, mut refuted) = (usize::MAX, Vec::new());
        for atom in (0..self.lists_of.len() as u32).map(Atom) {
            if !state.is_open(atom) || shared.get(atom) != Value::No {
                continue;
            }
            cancel.check()?;
            trial.clone_from(state);
            trial.enter(self, atom);
            let mut waves = 0;
            while !trial.is_broken && waves < fewest && trial.wave(self) {
                waves += 1;
            }
            if trial.is_broken && waves <= fewest {
                if waves < fewest {
                    refuted.clear();
                }
                fewest = waves;
                refuted.push(atom);
            }
        }
        Ok(refuted)
    }
}

/// What is known, and what of that has not been used yet.
#[derive(Clone)]
struct State {
    values: Vec<Value>,
    /// By list: how many of its atoms are open.
    open: Vec<u32>,
    /// By list: whether one of its atoms holds.
    met: Vec<bool>,
    /// The lists with one atom left.
    singles: Vec<List>,
    /// Whether some list has no atom left.
    is_broken: bool,
}

impl State {
    fn new(rules: &Rules, model: &Model) -> State {
        let open: Vec<u32> = rules.lists.iter().map(|list| list.len() as u32).collect();
        let singles = (0..open.len() as List).filter(|list| open[*list as usize] == 1).collect();
        let mut state = State {
            values: vec![Value::Open; model.atom_count()],
            met: vec![false; open.len()],
            open,
            singles,
            is_broken: false,
        };
        model.givens().iter().for_each(|given| state.enter(rules, *given));
        state
    }

    fn is_open(&self, atom: Atom) -> bool {
        self.values[atom.index()] == Value::Open
    }

    fn is_met(&self, list: List) -> bool {
        self.met[list as usize]
    }

    fn open_of(&self, list: &[Atom]) -> Vec<Atom> {
        list.iter().copied().filter(|atom| self.is_open(*atom)).collect()
    }

    /// Enters every single there is; whether there was any.
    fn wave(&mut self, rules: &Rules) -> bool {
        let singles = std::mem::take(&mut self.singles);
        let mut entered: Vec<Atom> = Vec::new();
        for list in singles.into_iter().filter(|list| !self.is_met(*list)) {
            entered.extend(rules.lists[list as usize].iter().find(|atom| self.is_open(**atom)));
        }
        // The same cell may be a single twice.
        entered.iter().for_each(|atom| self.enter(rules, *atom));
        !entered.is_empty()
    }

    /// Writes down that an atom holds, and what it excludes.
    fn enter(&mut self, rules: &Rules, atom: Atom) {
        match self.values[atom.index()] {
            Value::Yes => return,
            Value::No => {
                self.is_broken = true;
                return;
            }
            Value::Open => self.values[atom.index()] = Value::Yes,
        }
        for list in rules.lists_of[atom.index()] {
            self.met[list as usize] = true;
            self.open[list as usize] -= 1;
        }
        for list in rules.lists_of[atom.index()] {
            rules.lists[list as usize].iter().for_each(|other| self.exclude(rules, *other));
        }
        rules.rivals[atom.index()].iter().for_each(|rival| self.exclude(rules, *rival));
    }

    /// Writes down that an atom does not hold, if that is not known.
    fn exclude(&mut self, rules: &Rules, atom: Atom) {
        if !self.is_open(atom) {
            return;
        }
        self.values[atom.index()] = Value::No;
        for list in rules.lists_of[atom.index()] {
            let at = list as usize;
            self.open[at] -= 1;
            match self.open[at] {
                0 if !self.met[at] => self.is_broken = true,
                1 if !self.met[at] => self.singles.push(list),
                _ => {}
            }
        }
    }
}
