//! A model compiled for searching: its lists with the margins that tell when a list must be looked at.
//!
//! Lists stay the unit, numbered as in the model. An assignment lowers one margin in each list its atom is in;
//! only when that falls below zero can the list force anything. Pairs ("not both") need no numbers and
//! become direct implications.

use crate::model::{Atom, Body, Bounds, Model, RuleId};

pub(super) const NONE: u32 = u32::MAX;

/// More than any list can weigh that gets it as a [`Margin::relief`].
const SATISFIED: i32 = 1 << 29;

/// How far a list is from being looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margin {
    /// Weight that may become true before the list must be looked at; below zero, no open atom of the greatest
    /// weight fits any longer.
    pub yes: i32,
    /// Weight that may become false before the list must be looked at.
    pub no: i32,
    /// What an atom that holds adds to `no`: where one satisfies the list nothing can be missing after it.
    pub relief: i32,
    /// Weight that must stay within reach, or else the list is looked at.
    pub floor: i32,
}

/// What a list is bound by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub lo: i32,
    /// At most the weight of all members.
    pub hi: i32,
    pub max_weight: i32,
    /// Weight of all members.
    total: i32,
    /// Whether its bounds may change.
    switched: bool,
    /// Its unions in [`Program::unions_of`]; the next list's start is its end.
    unions: u32,
}

impl List {
    /// The [`Margin::yes`] of a list none of whose atoms is known. Where the bound cannot be missed the margin
    /// never falls below zero.
    fn ceiling(&self) -> i32 {
        if self.hi < self.total { self.hi - self.max_weight } else { self.total }
    }

    /// The margins when `yes` is true already and `reach` may become true.
    fn margin(&self, yes: i32, reach: i32, has_unions: bool) -> Margin {
        let floor = if self.lo > 0 { self.lo + self.max_weight } else { 0 };
        let floor = if has_unions { floor.max(2) } else { floor };
        let by_one = (self.lo <= 1) & (self.hi == 1) & (self.max_weight == 1);
        let relief = if by_one & (self.total < SATISFIED) & !self.switched { SATISFIED } else { 0 };
        Margin { yes: self.ceiling() - yes, no: reach - floor, relief, floor }
    }
}

/// "At least one" over two lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Union {
    pub lists: [u32; 2],
    /// The atom that switches the rule on, or [`NONE`] for always.
    pub switch: u32,
}

/// A list's part in a union.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    pub union: u32,
    /// The other list.
    pub other: u32,
}

/// Where the links of an atom start; those of the next atom are their end.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    lists: u32,
    partners: u32,
}

/// A list whose bounds hold only while its switch does.
#[derive(Clone, Copy, Debug)]
pub(super) struct SwitchedList {
    pub list: u32,
    pub switch: u32,
    bounds: Bounds,
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
    pub margins: Vec<Margin>,
    /// Where each list's members start, and the last ends.
    starts: Vec<u32>,
    pub members: Vec<Atom>,
    /// Parallel to `members`; empty where every weight is 1.
    pub weights: Vec<u32>,
    pub unions: Vec<Union>,
    unions_of: Vec<Part>,
    /// By atom, and an end mark.
    links_of: Vec<Links>,
    /// For each atom the lists it is in and then its partners.
    pub links: Vec<u32>,
    /// Parallel to `links`, and of use for lists; empty where every weight is 1.
    pub link_weights: Vec<u32>,
    pairs: Vec<[Atom; 2]>,
    pub switched_lists: Vec<SwitchedList>,
    /// By atom: whether a rule alone says that it does not hold. Such atoms are left out of every list. Empty where
    /// there is none.
    pub excluded: Vec<bool>,
    /// Lists all of whose atoms must hold; they have no bounds besides.
    pub all_hold: Vec<u32>,
    /// Some rule asks for more than its atoms can give.
    pub impossible: bool,
}

impl Program {
    /// Compiles `model` into the memory of an earlier program. Rules for which `can_switch` holds get a switch.
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.atoms = model.atom_count();
        self.switches.clear();
        self.unions.clear();
        self.pairs.clear();
        self.switched_lists.clear();
        self.all_hold.clear();
        self.impossible = false;
        let (starts, members, weights) = model.columns();
        self.lists.clear();
        self.lists.resize(starts.len() - 1, List { hi: i32::MAX, ..List::default() });
        self.links_of.clear();
        self.links_of.resize(self.atoms, Links::default());
        let mut excludes = false;
        for (id, rule) in model.rule_ids() {
            let switch = if can_switch(id) {
                self.switches.push(id);
                (self.atoms + self.switches.len() - 1) as u32
            } else {
                NONE
            };
            match rule.body {
                Body::Sum { list, lo, hi } if switch == NONE => {
                    let entry = &mut self.lists[list.0 as usize];
                    entry.lo = entry.lo.max(lo.min(i32::MAX as u32) as i32);
                    entry.hi = entry.hi.min(hi.min(i32::MAX as u32) as i32);
                    excludes |= entry.hi == 0;
                }
                Body::Pair(a, b) if switch == NONE => {
                    self.pairs.push([a, b]);
                    self.links_of[a.index()].partners += 1;
                    self.links_of[b.index()].partners += 1;
                }
                Body::Either(a, b) => {
                    self.unions.push(Union { lists: [a.0, b.0], switch });
                    self.lists[a.0 as usize].unions += 1;
                    self.lists[b.0 as usize].unions += 1;
                }
                Body::Sum { .. } | Body::Pair(..) => {
                    let (list, bounds) = (NONE, rule.body.bounds());
                    self.switched_lists.push(SwitchedList { list, switch, bounds });
                }
            }
        }
        self.excluded.clear();
        if excludes {
            self.exclude_atoms(starts, members);
        }
        self.take_members(starts, members, weights);
        for i in 0..self.switched_lists.len() {
            let rule = self.switches[self.switched_lists[i].switch as usize - self.atoms];
            self.switched_lists[i].list = self.copy(model.rule_atoms(model.get(rule)));
        }
        // The end mark.
        self.lists.push(List::default());
        self.index_links();
        self.set_margins();
        self.index_unions();
    }

    /// Adds a list of its own for a rule with a switch.
    fn copy(&mut self, members: impl Iterator<Item = (Atom, u32)>) -> u32 {
        let weighted = !self.weights.is_empty();
        for (atom, weight) in members {
            if self.excluded.get(atom.index()) == Some(&true) {
                continue;
            }
            self.members.push(atom);
            if weighted {
                self.weights.push(weight);
            }
        }
        self.starts.push(self.members.len() as u32);
        self.lists.push(List { hi: i32::MAX, switched: true, ..List::default() });
        self.lists.len() as u32 - 1
    }

    fn exclude_atoms(&mut self, starts: &[u32], members: &[Atom]) {
        self.excluded.resize(self.atoms, false);
        let none = self.lists.iter().zip(starts.windows(2)).filter(|(list, _)| list.hi == 0);
        for atom in none.flat_map(|(_, range)| &members[range[0] as usize..range[1] as usize]) {
            self.excluded[atom.index()] = true;
        }
    }

    /// Takes over the members of the model's lists, without those that are excluded.
    fn take_members(&mut self, starts: &[u32], members: &[Atom], weights: &[u32]) {
        self.starts.clear();
        self.members.clear();
        self.weights.clear();
        if self.excluded.is_empty() {
            self.starts.extend_from_slice(starts);
            self.members.extend_from_slice(members);
            self.weights.extend_from_slice(weights);
            return;
        }
        self.starts.push(0);
        let excluded = &self.excluded[..];
        for range in starts.windows(2) {
            let range = range[0] as usize..range[1] as usize;
            if weights.is_empty() {
                self.members.extend(members[range].iter().copied().filter(|atom| !excluded[atom.index()]));
            } else {
                let weighted = members[range.clone()].iter().zip(&weights[range]);
                for (atom, weight) in weighted.filter(|(atom, _)| !excluded[atom.index()]) {
                    self.members.push(*atom);
                    self.weights.push(*weight);
                }
            }
            self.starts.push(self.members.len() as u32);
        }
    }

    /// Also turns the number of each list's unions into where they end.
    fn set_margins(&mut self) {
        let is_weighted = !self.weights.is_empty();
        let mut unions_end = 0;
        let mut start = 0;
        self.margins.clear();
        self.margins.resize(self.list_count(), Margin::default());
        let lists = self.lists.iter_mut().zip(&mut self.margins).zip(&self.starts[1..]);
        for (i, ((list, margin), &end)) in lists.enumerate() {
            (list.total, list.max_weight) = if is_weighted {
                let weights = &self.weights[start as usize..end as usize];
                weights.iter().fold((0, 0), |(sum, most), &w| (sum + w as i32, most.max(w as i32)))
            } else {
                ((end - start) as i32, 1)
            };
            start = end;
            list.hi = list.hi.min(list.total);
            self.impossible |= list.lo > list.hi;
            let has_unions = list.unions > 0;
            if list.lo == list.total && !has_unions && list.total > 0 {
                self.all_hold.push(i as u32);
                list.lo = 0;
            }
            *margin = list.margin(0, list.total, has_unions);
            unions_end += list.unions;
            list.unions = unions_end;
        }
        let end_mark = self.list_count();
        self.lists[end_mark].unions = unions_end;
    }

    fn index_unions(&mut self) {
        self.unions_of.resize(2 * self.unions.len(), Part::default());
        let (lists, unions_of) = (&mut self.lists[..], &mut self.unions_of[..]);
        // Filled from the back, which leaves every list with its start.
        for (i, union) in self.unions.iter().enumerate().rev() {
            let [a, b] = union.lists;
            for (list, other) in [(b, a), (a, b)] {
                let at = &mut lists[list as usize].unions;
                *at -= 1;
                unions_of[*at as usize] = Part { union: i as u32, other };
            }
        }
    }

    fn index_links(&mut self) {
        self.links_of.resize(self.all_atoms() + 1, Links::default());
        for atom in &self.members {
            self.links_of[atom.index()].lists += 1;
        }
        let mut end = 0;
        for links in &mut self.links_of {
            end += links.lists;
            links.lists = end;
            end += links.partners;
            links.partners = end;
        }
        self.links.resize(end as usize, 0);
        let is_weighted = !self.weights.is_empty();
        self.link_weights.resize(if is_weighted { end as usize } else { 0 }, 0);
        let (links_of, links) = (&mut self.links_of[..], &mut self.links[..]);
        // Filled from the back, which leaves every atom with its starts.
        for (list, range) in self.starts.windows(2).enumerate().rev() {
            let range = range[0] as usize..range[1] as usize;
            for member in range.rev() {
                let at = &mut links_of[self.members[member].index()].lists;
                *at -= 1;
                links[*at as usize] = list as u32;
                if is_weighted {
                    self.link_weights[*at as usize] = self.weights[member];
                }
            }
        }
        for &[a, b] in self.pairs.iter().rev() {
            for (atom, partner) in [(b, a), (a, b)] {
                let at = &mut links_of[atom.index()].partners;
                *at -= 1;
                links[*at as usize] = partner.0;
            }
        }
    }

    /// All atoms: the model's and the switches.
    pub fn all_atoms(&self) -> usize {
        self.atoms + self.switches.len()
    }

    pub fn list_count(&self) -> usize {
        self.lists.len() - 1
    }

    pub fn member_range(&self, list: usize) -> std::ops::Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    pub fn members_of(&self, list: u32) -> &[Atom] {
        &self.members[self.member_range(list as usize)]
    }

    pub fn union_range(&self, list: usize) -> std::ops::Range<usize> {
        self.lists[list].unions as usize..self.lists[list + 1].unions as usize
    }

    pub fn part(&self, index: usize) -> Part {
        self.unions_of[index]
    }

    /// Where the lists of an atom are in [`Program::links`].
    pub fn links_to_lists(&self, atom: usize) -> std::ops::Range<usize> {
        let Links { lists, partners } = self.links_of[atom];
        lists as usize..partners as usize
    }

    /// The lists an atom is in, with its weight there.
    pub fn occurrences_of(&self, atom: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.links_to_lists(atom).map(|i| (self.links[i], self.link_weights.get(i).copied().unwrap_or(1)))
    }

    pub fn has_partners(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// The atoms that cannot hold together with this one.
    pub fn partners_of(&self, atom: usize) -> &[u32] {
        &self.links[self.links_of[atom].partners as usize..self.links_of[atom + 1].lists as usize]
    }

    pub fn weight(&self, member: usize) -> u32 {
        if self.weights.is_empty() { 1 } else { self.weights[member] }
    }

    /// The switch of a list that has one.
    pub fn switch_of_list(&self, list: u32) -> Option<u32> {
        // Switched lists are few or none and sorted by list.
        let switched = &self.switched_lists;
        switched.binary_search_by_key(&list, |s| s.list).ok().map(|i| switched[i].switch)
    }

    /// Weight of a list's atoms known to hold.
    pub fn yes(&self, list: usize) -> i32 {
        self.lists[list].ceiling() - self.margins[list].yes
    }

    /// Whether the bounds of a list still constrain its open atoms.
    pub fn can_bind(&self, list: usize) -> bool {
        let List { lo, hi, .. } = self.lists[list];
        let (yes, reach) = (self.yes(list), self.margins[list].no + self.margins[list].floor);
        yes < lo || reach > hi
    }

    /// Puts the bounds of all switched lists in force or out of it.
    pub fn set_switched_bounds(&mut self, on: impl Fn(u32) -> bool) {
        for i in 0..self.switched_lists.len() {
            self.set_bounds_at(i, on(self.switched_lists[i].switch));
        }
    }

    /// Puts the bounds of one switch's list, if it has one, in force or out of it.
    pub fn set_bounds(&mut self, switch: u32, on: bool) {
        if let Ok(i) = self.switched_lists.binary_search_by_key(&switch, |list| list.switch) {
            self.set_bounds_at(i, on);
        }
    }

    fn set_bounds_at(&mut self, index: usize, on: bool) {
        let SwitchedList { list, bounds: Bounds { lo, hi }, .. } = self.switched_lists[index];
        let list = list as usize;
        let (yes, reach) = (self.yes(list), self.margins[list].no + self.margins[list].floor);
        let entry = &mut self.lists[list];
        (entry.lo, entry.hi) =
            if on { (lo as i32, hi.min(entry.total as u32) as i32) } else { (0, entry.total) };
        // A list of its own has no unions and gives no relief.
        self.margins[list] = entry.margin(yes, reach, false);
    }
}
