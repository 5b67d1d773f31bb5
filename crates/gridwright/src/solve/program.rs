//! A model compiled for searching: rules sorted by shape into flat arrays.
//!
//! Lists stay the unit: an atom's assignment updates two sums per list it is in, and every rule is read off
//! those sums. Pairs ("not both") need no sums and become direct implications.

use crate::model::{ListId, Model, RuleId, Span, UNLIMITED};

pub(super) const NONE: u32 = u32::MAX;

/// A list of atoms with the sums of its known atoms and the bounds its rule puts on them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// Weight of the atoms known to hold.
    pub yes: u32,
    /// Weight of the atoms not known yet.
    pub open: u32,
    pub lo: u32,
    pub hi: u32,
    /// Its members in [`Program::members`]; the next list's start is its end.
    pub start: u32,
    pub max_weight: u32,
    /// Its unions in [`Program::unions_of`]; the next list's start is its end.
    pub unions: u32,
}

/// An atom's membership in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub list: u32,
    pub weight: u32,
}

/// "At least one" over two lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Union {
    pub lists: [u32; 2],
    /// The atom that switches the rule on, or [`NONE`] for always.
    pub switch: u32,
}

/// A list whose bounds hold only while its switch does.
#[derive(Clone, Copy, Debug)]
pub(super) struct SwitchedList {
    pub list: u32,
    pub switch: u32,
    pub lo: u32,
    pub hi: u32,
}

/// The compiled model.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// Atoms of the model.
    pub atoms: usize,
    /// The rule of each switch; switches are atoms numbered behind those of the model.
    pub switches: Vec<RuleId>,
    /// One more than there are lists; the last is only an end mark.
    pub lists: Vec<List>,
    pub members: Vec<u32>,
    /// Parallel to `members`; empty where every weight is 1.
    pub weights: Vec<u32>,
    pub unions: Vec<Union>,
    pub unions_of: Vec<u32>,
    occurrence_starts: Vec<u32>,
    occurrences: Vec<Occurrence>,
    pair_starts: Vec<u32>,
    pairs: Vec<u32>,
    pub switched_lists: Vec<SwitchedList>,
    /// Some rule asks for more than its atoms can give.
    pub impossible: bool,
}

impl Program {
    /// Compiles `model` into the memory of an earlier program. Rules for which `can_switch` holds get a switch.
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.atoms = model.atom_count();
        self.switches.clear();
        self.lists.clear();
        self.members.clear();
        self.weights.clear();
        self.unions.clear();
        self.switched_lists.clear();
        self.impossible = false;
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let weighted = model.lists().any(|l| model.weights(l).is_some_and(|w| w.iter().any(|&w| w != 1)));
        // Where each list of the model went, if it was taken over yet.
        let mut taken = vec![NONE; model.list_count()];
        for (id, rule) in model.rule_ids() {
            let switch = if can_switch(id) {
                self.switches.push(id);
                (self.atoms + self.switches.len() - 1) as u32
            } else {
                NONE
            };
            match rule.span {
                Span::One(list) => {
                    let plain = switch == NONE;
                    if plain && rule.lo == 0 && rule.hi == 1 && model.members(list).len() == 2 {
                        let [a, b] = [model.members(list)[0].0, model.members(list)[1].0];
                        if model.weights(list).is_none_or(|w| w == [1, 1]) {
                            pairs.push([a, b]);
                            continue;
                        }
                    }
                    let list = if plain {
                        self.take(model, list, &mut taken, weighted)
                    } else {
                        self.copy(model, list, weighted)
                    };
                    if plain {
                        let entry = &mut self.lists[list as usize];
                        entry.lo = entry.lo.max(rule.lo);
                        entry.hi = entry.hi.min(rule.hi);
                        self.impossible |= entry.open < entry.lo || entry.lo > entry.hi;
                    } else {
                        self.switched_lists.push(SwitchedList { list, switch, lo: rule.lo, hi: rule.hi });
                    }
                }
                Span::Either(a, b) => {
                    debug_assert!(
                        [a, b].iter().all(|l| model.weights(*l).is_none_or(|w| w.iter().all(|&w| w == 1)))
                    );
                    let lists = [a, b].map(|l| self.take(model, l, &mut taken, weighted));
                    self.unions.push(Union { lists, switch });
                }
            }
        }
        self.lists.push(List { start: self.members.len() as u32, ..List::default() });
        self.index_unions();
        self.index_occurrences();
        self.index_pairs(&pairs);
    }

    fn take(&mut self, model: &Model, list: ListId, taken: &mut [u32], weighted: bool) -> u32 {
        let slot = list.0 as usize;
        if taken[slot] == NONE {
            taken[slot] = self.copy(model, list, weighted);
        }
        taken[slot]
    }

    fn copy(&mut self, model: &Model, list: ListId, weighted: bool) -> u32 {
        let start = self.members.len() as u32;
        let (mut open, mut max_weight) = (0, 0);
        for (atom, weight) in model.weighted(list) {
            // A weight of 0 counts for nothing.
            if weight > 0 {
                self.members.push(atom.0);
                if weighted {
                    self.weights.push(weight);
                }
                open += weight;
                max_weight = max_weight.max(weight);
            }
        }
        self.lists.push(List { yes: 0, open, lo: 0, hi: UNLIMITED, start, max_weight, unions: 0 });
        self.lists.len() as u32 - 1
    }

    fn index_unions(&mut self) {
        let count = self.lists.len() - 1;
        let entries = self.unions.iter().enumerate().flat_map(|(i, u)| u.lists.map(|l| (l, i as u32)));
        let (starts, values) = (&mut Vec::new(), &mut self.unions_of);
        group(count, entries, starts, values);
        for (list, start) in self.lists.iter_mut().zip(starts) {
            list.unions = *start;
        }
    }

    fn index_occurrences(&mut self) {
        let entries = self.lists.windows(2).enumerate().flat_map(|(i, pair)| {
            (pair[0].start as usize..pair[1].start as usize).map(move |m| (i as u32, m))
        });
        let entries = entries.map(|(list, m)| {
            let weight = self.weights.get(m).copied().unwrap_or(1);
            (self.members[m], Occurrence { list, weight })
        });
        group(self.atoms + self.switches.len(), entries, &mut self.occurrence_starts, &mut self.occurrences);
    }

    fn index_pairs(&mut self, pairs: &[[u32; 2]]) {
        let entries = pairs.iter().flat_map(|[a, b]| [(*a, *b), (*b, *a)]);
        group(self.atoms + self.switches.len(), entries, &mut self.pair_starts, &mut self.pairs);
    }

    /// All atoms: the model's and the switches.
    pub fn all_atoms(&self) -> usize {
        self.atoms + self.switches.len()
    }

    pub fn list_count(&self) -> usize {
        self.lists.len() - 1
    }

    pub fn member_range(&self, list: usize) -> std::ops::Range<usize> {
        self.lists[list].start as usize..self.lists[list + 1].start as usize
    }

    pub fn union_range(&self, list: usize) -> std::ops::Range<usize> {
        self.lists[list].unions as usize..self.lists[list + 1].unions as usize
    }

    pub fn occurrence_range(&self, atom: usize) -> std::ops::Range<usize> {
        self.occurrence_starts[atom] as usize..self.occurrence_starts[atom + 1] as usize
    }

    pub fn occurrence(&self, index: usize) -> Occurrence {
        self.occurrences[index]
    }

    pub fn pair_range(&self, atom: usize) -> std::ops::Range<usize> {
        self.pair_starts[atom] as usize..self.pair_starts[atom + 1] as usize
    }

    pub fn pair(&self, index: usize) -> u32 {
        self.pairs[index]
    }

    pub fn weight(&self, member: usize) -> u32 {
        if self.weights.is_empty() { 1 } else { self.weights[member] }
    }
}

/// Groups values by key into one flat array with start marks, keeping their order.
fn group<T: Copy>(
    keys: usize,
    entries: impl Iterator<Item = (u32, T)> + Clone,
    starts: &mut Vec<u32>,
    values: &mut Vec<T>,
) {
    starts.clear();
    starts.resize(keys + 1, 0);
    let mut first = None;
    for (key, value) in entries.clone() {
        starts[key as usize + 1] += 1;
        first = first.or(Some(value));
    }
    for i in 0..keys {
        starts[i + 1] += starts[i];
    }
    values.clear();
    let Some(first) = first else { return };
    values.resize(starts[keys] as usize, first);
    // Filling moves each start to its end, which is the next one's start; shifting puts them back.
    for (key, value) in entries {
        values[starts[key as usize] as usize] = value;
        starts[key as usize] += 1;
    }
    starts.copy_within(0..keys, 1);
    starts[0] = 0;
}
