//! Which atom to decide next: the one that took part in a conflict most recently (a queue, no scores).

use super::literal::Literal;
use super::program::NONE;

/// The stamp of atoms that are not in the queue.
pub(super) const OUTSIDE: u64 = 0;

/// The end of a queue, where the search starts to move towards the front past known atoms.
#[derive(Clone, Copy, Debug)]
struct End {
    last: u32,
    /// No atom behind this one is open.
    candidate: u32,
    /// The stamp of `candidate`.
    stamp: u64,
}

const EMPTY: End = End { last: NONE, candidate: NONE, stamp: OUTSIDE };

impl Default for End {
    fn default() -> End {
        EMPTY
    }
}

/// Two doubly linked queues of atoms: those that took part in a conflict, and behind them the others. One queue
/// would do, but whenever a recent atom is open again the search would move past all the others once more.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    previous: Vec<u32>,
    next: Vec<u32>,
    /// Grows towards the end of a queue; [`OUTSIDE`] for atoms that are in none.
    stamp: Vec<u64>,
    recent: End,
    others: End,
    /// The stamps of recent atoms start here.
    recent_from: u64,
    clock: u64,
    /// Whether some atoms were left out.
    is_part: bool,
}

impl Order {
    /// All `atoms` in order, the first to be decided first.
    pub fn reset(&mut self, atoms: usize) {
        self.is_part = false;
        self.clock = 0;
        let count = atoms as u32;
        self.previous.clear();
        self.previous.extend(1..=count);
        self.next.clear();
        self.next.extend((0..count).map(|i| i.wrapping_sub(1)));
        self.stamp.clear();
        self.stamp.extend((1..=u64::from(count)).rev());
        if let Some(front) = self.previous.last_mut() {
            *front = NONE;
        }
        self.start_at(if atoms == 0 { NONE } else { 0 }, atoms);
    }

    /// Takes the atoms that end with `last` as those without conflicts.
    fn start_at(&mut self, last: u32, atoms: usize) {
        self.recent = EMPTY;
        self.others = End { last, candidate: last, stamp: self.stamp(last) };
        self.clock += atoms as u64 + 1;
        self.recent_from = self.clock;
    }

    /// Leaves only some atoms, the first to be decided first; [`reset`](Order::reset) brings the others back.
    pub fn restrict(&mut self, atoms: &[u32]) {
        if std::mem::replace(&mut self.is_part, true) {
            for mut atom in [self.recent.last, self.others.last] {
                while atom != NONE {
                    self.stamp[atom as usize] = OUTSIDE;
                    atom = self.previous[atom as usize];
                }
            }
        } else {
            self.stamp.fill(OUTSIDE);
        }
        for (i, &atom) in atoms.iter().enumerate() {
            self.next[atom as usize] = if i == 0 { NONE } else { atoms[i - 1] };
            self.previous[atom as usize] = atoms.get(i + 1).copied().unwrap_or(NONE);
            self.stamp[atom as usize] = self.clock + (atoms.len() - i) as u64;
        }
        self.start_at(atoms.first().copied().unwrap_or(NONE), atoms.len());
    }

    /// Takes the atoms in the order of their numbers again, as if there had been no conflict.
    pub fn start_over(&mut self) {
        if self.is_part {
            let mut atoms: Vec<u32> = self.all_from_the_end().collect();
            atoms.sort_unstable();
            self.restrict(&atoms);
        } else {
            self.reset(self.stamp.len());
        }
    }

    /// Brings all atoms back if only some are left.
    pub fn widen(&mut self) {
        if self.is_part {
            self.reset(self.stamp.len());
        }
    }

    /// The open atom nearest the end.
    pub fn pick(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
        for end in [&mut self.recent, &mut self.others] {
            while end.candidate != NONE {
                if is_open(end.candidate) {
                    end.stamp = self.stamp[end.candidate as usize];
                    return Some(end.candidate);
                }
                end.candidate = self.previous[end.candidate as usize];
            }
            end.stamp = OUTSIDE;
        }
        None
    }

    /// All atoms, those decided first first.
    pub fn all_from_the_end(&self) -> impl Iterator<Item = u32> + '_ {
        let known = |atom: u32| (atom != NONE).then_some(atom);
        let from = move |end: End| {
            std::iter::successors(known(end.last), move |&atom| known(self.previous[atom as usize]))
        };
        from(self.recent).chain(from(self.others))
    }

    /// The atoms of these literals have become open again.
    pub fn reopened(&mut self, literals: &[Literal]) {
        for literal in literals {
            let stamp = self.stamp(literal.atom() as u32);
            let end = if stamp >= self.recent_from { &mut self.recent } else { &mut self.others };
            if stamp > end.stamp {
                *end = End { candidate: literal.atom() as u32, stamp, ..*end };
            }
        }
    }

    pub fn stamp(&self, atom: u32) -> u64 {
        self.stamp.get(atom as usize).copied().unwrap_or(OUTSIDE)
    }

    /// Moves an atom that is known to the end.
    pub fn bump(&mut self, atom: u32) {
        let at = atom as usize;
        let stamp = self.stamp(atom);
        if stamp == OUTSIDE || self.recent.last == atom {
            return;
        }
        let (previous, next) = (self.previous[at], self.next[at]);
        let stamp_of_previous = self.stamp(previous);
        let end = if stamp >= self.recent_from { &mut self.recent } else { &mut self.others };
        if end.candidate == atom {
            *end = End { candidate: previous, stamp: stamp_of_previous, ..*end };
        }
        if previous != NONE {
            self.next[previous as usize] = next;
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        } else {
            end.last = previous;
        }
        self.previous[at] = self.recent.last;
        self.next[at] = NONE;
        if self.recent.last != NONE {
            self.next[self.recent.last as usize] = atom;
        }
        self.recent.last = atom;
        self.stamp[at] = self.clock;
        self.clock += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random::Random;

    /// What the queues must agree with: one plain list, searched from its start.
    #[test]
    fn picks_what_a_plain_list_gives() {
        let mut random = Random(7);
        for _ in 0..300 {
            let atoms = 1 + random.below(9);
            let mut order = Order::default();
            order.reset(atoms as usize);
            let mut plain: Vec<u32> = (0..atoms).collect();
            let mut trail: Vec<Literal> = Vec::new();
            for _ in 0..100 {
                let known = |atom: u32| trail.iter().any(|literal| literal.atom() as u32 == atom);
                match random.below(12) {
                    0 if trail.is_empty() => {
                        plain = random.subset(atoms, atoms).iter().map(|atom| atom.0).collect();
                        order.restrict(&plain);
                    }
                    1 if trail.is_empty() => {
                        order.reset(atoms as usize);
                        plain = (0..atoms).collect();
                    }
                    0..=3 => {
                        let keep = random.below(trail.len() as u32 + 1) as usize;
                        order.reopened(&trail[keep..]);
                        trail.truncate(keep);
                    }
                    4..=6 if !trail.is_empty() => {
                        let atom = trail[random.below(trail.len() as u32) as usize].atom() as u32;
                        order.bump(atom);
                        if let Some(at) = plain.iter().position(|other| *other == atom) {
                            plain.remove(at);
                            plain.insert(0, atom);
                        }
                    }
                    // Known without having been decided.
                    7..=8 => {
                        let atom = random.below(atoms);
                        if !known(atom) {
                            trail.push(Literal::no(atom));
                        }
                    }
                    _ => {
                        let picked = order.pick(|atom| !known(atom));
                        assert_eq!(picked, plain.iter().copied().find(|atom| !known(*atom)));
                        trail.extend(picked.map(Literal::yes));
                    }
                }
                assert_eq!(order.all_from_the_end().collect::<Vec<u32>>(), plain);
            }
        }
    }
}
