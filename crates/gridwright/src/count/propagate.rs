//! What follows from each rule alone, again and again: bounds propagation with a trail to step back on.

use super::budget::Budget;
use super::rules::{Occurrences, Rules, total};
use crate::model::Value;

/// Values of atoms, and the sums that every rule has under them.
pub(crate) struct Propagation<'r> {
    rules: &'r Rules,
    occurrences: Occurrences,
    values: Vec<Value>,
    /// For each rule, the weight of its true atoms and that of its open ones.
    sums: Vec<Sums>,
    /// Atoms in the order in which they got their values.
    trail: Vec<u32>,
    /// How much of the trail has reached the sums.
    seen: usize,
    /// Atoms whose value reached sums so far.
    steps: u64,
}

#[derive(Clone, Copy)]
struct Sums {
    yes: u32,
    open: u32,
    max_weight: u32,
}

/// Two rules want opposite things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// Steps between two looks at the budget.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

impl<'r> Propagation<'r> {
    /// All atoms open; whatever the rules say at once follows with [`everything`](Propagation::everything).
    pub fn new(rules: &'r Rules, atoms: usize) -> Propagation<'r> {
        let sums = rules.iter().map(|(terms, _)| Sums {
            yes: 0,
            open: total(terms),
            max_weight: terms.iter().map(|term| term.weight).max().unwrap_or(0),
        });
        Propagation {
            rules,
            occurrences: rules.occurrences(atoms),
            values: vec![Value::Open; atoms],
            sums: sums.collect(),
            trail: Vec::new(),
            seen: 0,
            steps: 0,
        }
    }

    /// What an atom is known to be.
    pub fn value(&self, atom: u32) -> Value {
        self.values[atom as usize]
    }

    /// How far the trail goes, for [`back_to`](Propagation::back_to).
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Atoms processed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Sets an atom; what follows waits for [`run`](Propagation::run).
    pub fn set(&mut self, atom: u32, holds: bool) -> Result<(), Contradiction> {
        let value = if holds { Value::Yes } else { Value::No };
        match self.values[atom as usize] {
            Value::Open => {
                self.values[atom as usize] = value;
                self.trail.push(atom);
                Ok(())
            }
            known if known == value => Ok(()),
            _ => Err(Contradiction),
        }
    }

    /// Looks at every rule once, and then at what follows.
    pub fn everything(&mut self) -> Result<(), Contradiction> {
        for rule in 0..self.rules.len() {
            self.look_at(rule)?;
        }
        self.run()
    }

    /// Draws what follows from the atoms set so far.
    pub fn run(&mut self) -> Result<(), Contradiction> {
        while self.seen < self.trail.len() {
            let atom = self.trail[self.seen];
            self.seen += 1;
            self.steps += 1;
            let holds = self.values[atom as usize] == Value::Yes;
            // All sums first: stepping back undoes whole atoms.
            for place in self.occurrences.of(atom) {
                let sums = &mut self.sums[place.rule as usize];
                sums.open -= place.weight;
                sums.yes += if holds { place.weight } else { 0 };
            }
            for i in 0..self.occurrences.of(atom).len() {
                self.look_at(self.occurrences.of(atom)[i].rule as usize)?;
            }
        }
        Ok(())
    }

    fn look_at(&mut self, rule: usize) -> Result<(), Contradiction> {
        let Sums { yes, open, max_weight } = self.sums[rule];
        let (bounds, most) = (self.rules.bounds(rule), yes + open);
        if yes > bounds.hi || most < bounds.lo {
            return Err(Contradiction);
        }
        let (room, spare) = (bounds.hi - yes, most - bounds.lo);
        if max_weight <= room && max_weight <= spare {
            return Ok(());
        }
        for term in self.rules.terms(rule) {
            // Sums may lag behind values: what is set but not seen counts as open, which is merely weaker.
            if self.values[term.atom as usize] == Value::Open {
                if term.weight > room {
                    self.set(term.atom, false)?;
                } else if term.weight > spare {
                    self.set(term.atom, true)?;
                }
            }
        }
        Ok(())
    }

    /// Takes back everything since a mark.
    pub fn back_to(&mut self, mark: usize) {
        for i in (mark..self.trail.len()).rev() {
            let atom = self.trail[i];
            if i < self.seen {
                let holds = self.values[atom as usize] == Value::Yes;
                for place in self.occurrences.of(atom) {
                    let sums = &mut self.sums[place.rule as usize];
                    sums.open += place.weight;
                    sums.yes -= if holds { place.weight } else { 0 };
                }
            }
            self.values[atom as usize] = Value::Open;
        }
        self.trail.truncate(mark);
        self.seen = self.seen.min(mark);
    }

    /// Tries both values of every open atom and keeps what a contradiction teaches, until nothing is new or
    /// `steps` are used up, or the count is cancelled.
    pub fn probe(&mut self, steps: u64, budget: &mut Budget) -> Result<(), Contradiction> {
        let limit = self.steps.saturating_add(steps);
        let mut next_look = 0;
        let atoms = self.values.len();
        let (mut atom, mut quiet) = (0, 0);
        while quiet < atoms && self.steps < limit {
            quiet += 1;
            if self.steps >= next_look {
                next_look = self.steps + STEPS_BETWEEN_LOOKS;
                if budget.look().is_err() {
                    break;
                }
            }
            for holds in [true, false] {
                if self.values[atom] != Value::Open {
                    break;
                }
                let mark = self.mark();
                let kept = self.set(atom as u32, holds).and_then(|()| self.run());
                self.back_to(mark);
                if kept.is_err() {
                    self.set(atom as u32, !holds)?;
                    self.run()?;
                    quiet = 0;
                }
            }
            atom = (atom + 1) % atoms;
        }
        Ok(())
    }
}
