//! Which atom to decide next: the one that took part in a conflict most recently (a queue, no scores).

use super::program::NONE;

/// The stamp of atoms that are not in the queue.
pub(super) const OUTSIDE: u64 = 0;

/// A doubly linked queue of atoms; the search starts at its end and moves towards the front past known atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    previous: Vec<u32>,
    next: Vec<u32>,
    /// Grows towards the end of the queue; [`OUTSIDE`] for atoms that are not in it.
    stamp: Vec<u64>,
    last: u32,
    /// No atom behind this one is open.
    candidate: u32,
    clock: u64,
    /// Whether some atoms were left out.
    is_part: bool,
}

impl Order {
    /// All `atoms` in order, the first to be decided first.
    pub fn reset(&mut self, atoms: usize) {
        self.is_part = false;
        let count = atoms as u32;
        self.previous.clear();
        self.previous.extend((0..count).map(|i| if i + 1 == count { NONE } else { i + 1 }));
        self.next.clear();
        self.next.extend((0..count).map(|i| i.wrapping_sub(1)));
        self.stamp.clear();
        self.stamp.extend((1..=u64::from(count)).rev());
        self.last = if atoms == 0 { NONE } else { 0 };
        self.candidate = self.last;
        self.clock = u64::from(count) + 1;
    }

    /// Leaves only some atoms, the first to be decided first; [`reset`](Order::reset) brings the others back.
    pub fn restrict(&mut self, atoms: &[u32]) {
        if std::mem::replace(&mut self.is_part, true) {
            let mut atom = self.last;
            while atom != NONE {
                self.stamp[atom as usize] = OUTSIDE;
                atom = self.previous[atom as usize];
            }
        } else {
            self.stamp.fill(OUTSIDE);
        }
        for (i, &atom) in atoms.iter().enumerate() {
            self.next[atom as usize] = if i == 0 { NONE } else { atoms[i - 1] };
            self.previous[atom as usize] = atoms.get(i + 1).copied().unwrap_or(NONE);
            self.stamp[atom as usize] = self.clock + (atoms.len() - i) as u64;
        }
        self.clock += atoms.len() as u64 + 1;
        self.last = atoms.first().copied().unwrap_or(NONE);
        self.candidate = self.last;
    }

    /// Brings all atoms back if only some are left.
    pub fn widen(&mut self) {
        if self.is_part {
            self.reset(self.stamp.len());
        }
    }

    /// The open atom nearest the end.
    pub fn pick(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
        while self.candidate != NONE {
            if is_open(self.candidate) {
                return Some(self.candidate);
            }
            self.candidate = self.previous[self.candidate as usize];
        }
        None
    }

    /// All atoms, those decided first first.
    pub fn all_from_the_end(&self) -> impl Iterator<Item = u32> + '_ {
        let known = |atom: u32| (atom != NONE).then_some(atom);
        std::iter::successors(known(self.last), move |&atom| known(self.previous[atom as usize]))
    }

    /// An atom has become open again.
    pub fn reopened(&mut self, atom: u32) {
        let stamp = self.stamp(atom);
        if stamp != OUTSIDE && (self.candidate == NONE || stamp > self.stamp[self.candidate as usize]) {
            self.candidate = atom;
        }
    }

    pub fn stamp(&self, atom: u32) -> u64 {
        self.stamp.get(atom as usize).copied().unwrap_or(OUTSIDE)
    }

    /// Moves an atom that is known to the end.
    pub fn bump(&mut self, atom: u32) {
        let at = atom as usize;
        if self.stamp(atom) == OUTSIDE || self.last == atom {
            return;
        }
        let (previous, next) = (self.previous[at], self.next[at]);
        if self.candidate == atom {
            self.candidate = previous;
        }
        if previous != NONE {
            self.next[previous as usize] = next;
        }
        self.previous[next as usize] = previous;
        self.previous[at] = self.last;
        self.next[at] = NONE;
        self.next[self.last as usize] = atom;
        self.last = atom;
        self.stamp[at] = self.clock;
        self.clock += 1;
    }
}
