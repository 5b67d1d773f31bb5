//! Looking ahead from a state: what the rules still open force on the atoms next to come.
//!
//! A state from which propagation runs into a contradiction is a dead end and need not be followed. States that force
//! the same atoms for different reasons become the same.

use super::plan::{Field, Value};
use super::planner::{Cut, CutSlot};
use crate::count::rules::{Rules, Term, total};

/// The most atoms that are looked at, in words.
pub(super) const MAX_SIGHT: usize = 4;
/// The most needs that are looked at, in words.
const NEED_WORDS: usize = 4;

/// What lies ahead at one cut; atoms are looked at in `W` words.
pub(super) struct Outlook<const W: usize> {
    slots: Vec<SlotView<W>>,
    /// For each value of each slot what it says.
    sayings: Vec<Saying<W>>,
    needs: Vec<Need<W>>,
    /// Needs that apply in every state.
    always: [u64; NEED_WORDS],
    /// For each atom in sight those that cannot hold beside it.
    conflicts: Vec<[u64; W]>,
}

struct SlotView<const W: usize> {
    field: Field,
    /// The first of its values in `sayings`.
    start: usize,
    /// All its atoms, and the value that says none of them holds; for slots of one plain group.
    nothing: Option<([u64; W], u64)>,
}

#[derive(Clone, Copy)]
struct Saying<const W: usize> {
    no: [u64; W],
    yes: [u64; W],
    needs: [u64; NEED_WORDS],
}

/// At least `least` of the atoms in `mask` must hold.
struct Need<const W: usize> {
    mask: [u64; W],
    least: u32,
}

/// The atoms that slots refer to, as many as fit.
pub(super) struct Sight {
    near: Vec<u32>,
    /// For each atom its place among them.
    index: Vec<u32>,
}

const OUT_OF_SIGHT: u32 = u32::MAX;

impl Sight {
    pub fn new(cut: &Cut<'_>) -> Sight {
        let mut sight = Sight { near: Vec::new(), index: vec![OUT_OF_SIGHT; cut.atoms] };
        for term in cut.slots.iter().flat_map(|slot| &slot.rests).flat_map(|rest| rest.iter()) {
            let index = &mut sight.index[term.atom as usize];
            if *index == OUT_OF_SIGHT && sight.near.len() < 64 * MAX_SIGHT {
                *index = sight.near.len() as u32;
                sight.near.push(term.atom);
            }
        }
        sight
    }

    pub fn words(&self) -> usize {
        self.near.len().div_ceil(64)
    }

    /// The atoms of some terms, and whether all are in sight and weigh 1.
    fn mask<const W: usize>(&self, rest: &[Term]) -> ([u64; W], bool) {
        let (mut mask, mut is_plain) = ([0; W], true);
        for term in rest {
            match self.index[term.atom as usize] {
                OUT_OF_SIGHT => is_plain = false,
                index => insert(&mut mask, index),
            }
            is_plain &= term.weight == 1;
        }
        (mask, is_plain)
    }
}

fn insert<const W: usize>(mask: &mut [u64; W], index: u32) {
    mask[index as usize / 64] |= 1 << (index % 64);
}

fn join<const W: usize>(mask: &mut [u64; W], other: &[u64; W]) {
    mask.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

impl<const W: usize> Outlook<W> {
    /// What lies ahead of the states at a cut.
    pub fn new(rules: &Rules, cut: &Cut<'_>, sight: &Sight) -> Outlook<W> {
        let mut outlook = Outlook {
            slots: Vec::new(),
            sayings: Vec::new(),
            needs: Vec::new(),
            always: [0; NEED_WORDS],
            conflicts: Vec::new(),
        };
        for &rule in &cut.untouched {
            let (mask, is_plain) = sight.mask(rules.terms(rule as usize));
            let least = rules.bounds(rule as usize).lo;
            if is_plain && let Some(need) = outlook.need(mask, least) {
                insert(&mut outlook.always, need);
            }
        }
        cut.slots.iter().for_each(|slot| outlook.add_slot(slot, sight));
        for &atom in &sight.near {
            let mut conflict = [0; W];
            for place in cut.occurrences.of(atom) {
                let terms = rules.terms(place.rule as usize);
                if rules.bounds(place.rule as usize).hi == 1 && terms.iter().all(|term| term.weight == 1) {
                    join(&mut conflict, &sight.mask(terms).0);
                }
            }
            let own = sight.index[atom as usize];
            conflict[own as usize / 64] &= !(1 << (own % 64));
            outlook.conflicts.push(conflict);
        }
        outlook
    }

    /// The number of a need, where there is one and room for it.
    fn need(&mut self, mask: [u64; W], least: u32) -> Option<u32> {
        if least == 0 || self.needs.len() == 64 * NEED_WORDS {
            return None;
        }
        self.needs.push(Need { mask, least });
        Some(self.needs.len() as u32 - 1)
    }

    fn add_slot(&mut self, slot: &CutSlot<'_>, sight: &Sight) {
        let start = self.sayings.len();
        for value in &slot.input.values[..] {
            let mut saying = Saying { no: [0; W], yes: [0; W], needs: [0; NEED_WORDS] };
            for (bounds, rest) in value.iter().zip(&slot.rests) {
                let all = total(rest);
                for term in rest.iter().filter(|term| sight.index[term.atom as usize] != OUT_OF_SIGHT) {
                    if term.weight > bounds.hi {
                        insert(&mut saying.no, sight.index[term.atom as usize]);
                    } else if all - term.weight < bounds.lo {
                        insert(&mut saying.yes, sight.index[term.atom as usize]);
                    }
                }
                let (mask, is_plain) = sight.mask(rest);
                if is_plain && let Some(need) = self.need(mask, bounds.lo) {
                    insert(&mut saying.needs, need);
                }
            }
            self.sayings.push(saying);
        }
        let nothing = match &slot.rests[..] {
            [rest] if !slot.is_read => {
                let (mask, is_plain) = sight.mask(rest);
                let is_nothing = |value: &Value| (value[0].lo, value[0].hi) == (0, 0);
                let value = slot.input.values.iter().position(is_nothing);
                value.filter(|_| is_plain).map(|value| (mask, value as u64))
            }
            _ => None,
        };
        self.slots.push(SlotView { field: slot.input.field, start, nothing });
    }

    /// The state in its plainest form; `None` for a dead end.
    pub fn tidy<const K: usize>(&self, key: &[u64; K]) -> Option<[u64; K]> {
        let (mut no, mut yes, mut done) = ([0; W], [0; W], [0; W]);
        let mut needs = self.always;
        for slot in &self.slots {
            let value = (key[slot.field.word] & slot.field.mask()) >> slot.field.shift;
            let saying = &self.sayings[slot.start + value as usize];
            join(&mut no, &saying.no);
            join(&mut yes, &saying.yes);
            join(&mut needs, &saying.needs);
        }
        loop {
            for word in 0..W {
                let mut new = yes[word] & !done[word];
                done[word] |= new;
                while new != 0 {
                    let index = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    join(&mut no, &self.conflicts[index]);
                }
            }
            if (0..W).any(|word| yes[word] & no[word] != 0) {
                return None;
            }
            for (word, needs) in needs.iter_mut().enumerate() {
                let mut left = *needs;
                while left != 0 {
                    let bit = left & left.wrapping_neg();
                    left ^= bit;
                    let need = &self.needs[word * 64 + bit.trailing_zeros() as usize];
                    let open: [u64; W] = std::array::from_fn(|word| need.mask[word] & !no[word]);
                    let count: u32 = open.iter().map(|word| word.count_ones()).sum();
                    if count <= need.least {
                        if count < need.least {
                            return None;
                        }
                        join(&mut yes, &open);
                        // Met, unless one of these is excluded, which shows by itself.
                        *needs ^= bit;
                    }
                }
            }
            if yes == done {
                return Some(self.plain(key, &no));
            }
        }
    }

    fn plain<const K: usize>(&self, key: &[u64; K], no: &[u64; W]) -> [u64; K] {
        let mut plain = *key;
        for slot in &self.slots {
            if let Some((mask, nothing)) = &slot.nothing
                && (0..W).all(|word| mask[word] & !no[word] == 0)
            {
                let word = &mut plain[slot.field.word];
                *word = *word & !slot.field.mask() | nothing << slot.field.shift;
            }
        }
        plain
    }
}
