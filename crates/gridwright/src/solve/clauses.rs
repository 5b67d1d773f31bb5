//! Learned clauses: an arena, two watched literals each, and forgetting the least useful.

use super::literal::Literal;

/// A clause's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseId(pub u32);

/// A clause watched by a literal, with another of its literals: while that one holds the clause is satisfied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub clause: ClauseId,
    pub blocker: Literal,
}

/// Header: length, number of decision levels when learned; then the literals, the two watched ones first.
const HEADER: usize = 2;

/// All learned clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    /// By literal: the clauses to look at when it becomes false. Stays empty until something is learned.
    watches: Vec<Vec<Watch>>,
    count: usize,
}

impl Clauses {
    pub fn clear(&mut self) {
        // Only the lists in use: a larger model may have left many more.
        let mut at = 0;
        while at < self.arena.len() {
            let clause = ClauseId(at as u32);
            for i in 0..2 {
                let literal = self.get(clause, i);
                self.watches[literal.index()].clear();
            }
            at += HEADER + self.len(clause);
        }
        self.arena.clear();
        self.count = 0;
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn len(&self, clause: ClauseId) -> usize {
        self.arena[clause.0 as usize] as usize
    }

    fn glue(&self, clause: ClauseId) -> u32 {
        self.arena[clause.0 as usize + 1]
    }

    pub fn get(&self, clause: ClauseId, index: usize) -> Literal {
        Literal(self.arena[clause.0 as usize + HEADER + index])
    }

    pub fn swap(&mut self, clause: ClauseId, a: usize, b: usize) {
        self.arena.swap(clause.0 as usize + HEADER + a, clause.0 as usize + HEADER + b);
    }

    /// Adds a clause of at least two literals; the first two are watched.
    pub fn add(&mut self, literals: &[Literal], glue: u32, literal_count: usize) -> ClauseId {
        if self.watches.len() < literal_count {
            self.watches.resize_with(literal_count, Vec::new);
        }
        let clause = ClauseId(self.arena.len() as u32);
        self.arena.push(literals.len() as u32);
        self.arena.push(glue);
        self.arena.extend(literals.iter().map(|l| l.0));
        self.watches[literals[0].index()].push(Watch { clause, blocker: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause, blocker: literals[0] });
        self.count += 1;
        clause
    }

    /// Whether some clause must be visited when a literal becomes false.
    pub fn is_watched(&self, literal: Literal) -> bool {
        self.watches.get(literal.index()).is_some_and(|watches| !watches.is_empty())
    }

    /// Takes a literal's watches out, to be put back with [`put_watches`](Clauses::put_watches).
    pub fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        self.watches.get_mut(literal.index()).map(std::mem::take).unwrap_or_default()
    }

    pub fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    pub fn watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    fn ids(&self) -> impl Iterator<Item = ClauseId> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let clause = (at < self.arena.len()).then_some(ClauseId(at as u32))?;
            at += HEADER + self.len(clause);
            Some(clause)
        })
    }

    /// Forgets all but the best clauses, by glue and length, and those `keep` holds for; `best` says of how many others
    /// how many stay. Returns where each kept clause moved, in the order of the old places.
    pub fn reduce(
        &mut self,
        best: impl Fn(usize) -> usize,
        keep: impl Fn(ClauseId) -> bool,
    ) -> Vec<(ClauseId, ClauseId)> {
        let mut ranked: Vec<(u32, usize, u32)> =
            self.ids().filter(|&c| !keep(c)).map(|c| (self.glue(c), self.len(c), c.0)).collect();
        ranked.sort_unstable();
        let mut dropped: Vec<u32> =
            ranked.split_off(best(ranked.len())).into_iter().map(|(.., c)| c).collect();
        dropped.sort_unstable();
        let mut old = std::mem::take(self);
        let mut moved = Vec::new();
        self.watches = std::mem::take(&mut old.watches);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in old.ids().filter(|c| dropped.binary_search(&c.0).is_err()) {
            let literals: Vec<Literal> = (0..old.len(clause)).map(|i| old.get(clause, i)).collect();
            moved.push((clause, self.add(&literals, old.glue(clause), 0)));
        }
        moved
    }
}
