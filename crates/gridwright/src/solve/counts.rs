//! Learned counts: "at least k of these literals hold".
//!
//! Every count keeps its slack: how many more of its literals may become false. The slack follows the trail as far as the
//! margins of the lists do: one falls when a literal of the count is followed as false, and is raised again when the
//! search steps back over it. At zero every literal that is left must hold; below, the count is broken.
//!
//! A count may hold only while some literals, its conditions, are false: negated switches of rules, for one. Each of them
//! adds more to the slack than all other literals together, so that nothing happens until all are false.

use super::literal::Literal;
use std::ops::Range;

/// A count's place in the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CountId(pub u32);

/// What a condition adds to the slack: more than a count has literals.
const CONDITION: i64 = 1 << 32;

#[derive(Clone, Copy, Debug)]
struct Count {
    /// Where its literals end; they start where those of the count before end. Its conditions are the last.
    end: u32,
    conditions: u32,
    need: u32,
    /// Number of decision levels when learned.
    glue: u32,
}

/// A count to be added.
pub(super) struct CountLesson<'a> {
    pub literals: &'a [Literal],
    pub conditions: &'a [Literal],
    pub need: u32,
    /// Number of different levels at which its literals became false.
    pub glue: u32,
}

/// All learned counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    counts: Vec<Count>,
    literals: Vec<Literal>,
    slacks: Vec<i64>,
    /// By literal: the counts it is in, and those of which it is a condition. Stays empty until something is learned.
    occurrences: Vec<Occurrences>,
}

#[derive(Clone, Debug, Default)]
struct Occurrences {
    counts: Vec<u32>,
    conditional: Vec<u32>,
}

impl Occurrences {
    fn clear(&mut self) {
        self.counts.clear();
        self.conditional.clear();
    }
}

impl Counts {
    pub fn clear(&mut self) {
        for literal in &self.literals {
            self.occurrences[literal.index()].clear();
        }
        self.counts.clear();
        self.literals.clear();
        self.slacks.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    pub fn len(&self) -> usize {
        self.counts.len()
    }

    fn range(&self, count: u32) -> Range<usize> {
        let start = if count == 0 { 0 } else { self.counts[count as usize - 1].end };
        start as usize..self.counts[count as usize].end as usize
    }

    /// Its literals and then its conditions.
    pub fn literals(&self, count: CountId) -> &[Literal] {
        &self.literals[self.range(count.0)]
    }

    /// Its literals apart from its conditions.
    pub fn split(&self, count: CountId) -> (&[Literal], &[Literal]) {
        let all = self.literals(count);
        all.split_at(all.len() - self.counts[count.0 as usize].conditions as usize)
    }

    pub fn need(&self, count: CountId) -> u32 {
        self.counts[count.0 as usize].need
    }

    pub fn slack(&self, count: CountId) -> i64 {
        self.slacks[count.0 as usize]
    }

    /// The counts a literal is in or a condition of.
    pub fn of(&self, literal: Literal) -> impl Iterator<Item = CountId> {
        let lists = self.occurrences.get(literal.index());
        lists
            .into_iter()
            .flat_map(|lists| lists.counts.iter().chain(&lists.conditional))
            .map(|count| CountId(*count))
    }

    /// Adds a count; its slack takes from `is_false` which of the literals were followed as false.
    pub fn add(
        &mut self,
        lesson: &CountLesson<'_>,
        literal_count: usize,
        is_false: impl Fn(Literal) -> bool,
    ) -> CountId {
        let &CountLesson { literals, conditions, need, glue } = lesson;
        let possible = |literals: &[Literal]| literals.iter().filter(|l| !is_false(**l)).count() as i64;
        let slack = possible(literals) + CONDITION * possible(conditions) - i64::from(need);
        if self.occurrences.len() < literal_count {
            self.occurrences.resize_with(literal_count, Occurrences::default);
        }
        let count = self.counts.len() as u32;
        for literal in literals {
            self.occurrences[literal.index()].counts.push(count);
        }
        for condition in conditions {
            self.occurrences[condition.index()].conditional.push(count);
        }
        self.literals.extend_from_slice(literals);
        self.literals.extend_from_slice(conditions);
        let (end, conditions) = (self.literals.len() as u32, conditions.len() as u32);
        self.counts.push(Count { end, conditions, need, glue });
        self.slacks.push(slack);
        CountId(count)
    }

    /// Lowers the slacks of a literal that became false. Whether some count must be looked at.
    // Not inlined: on most boards nothing is ever counted, and their loop stays tight.
    #[inline(never)]
    pub fn lower(&mut self, literal: Literal) -> bool {
        let Some(lists) = self.occurrences.get(literal.index()) else { return false };
        let mut lowest = 1;
        for (counts, weight) in [(&lists.counts, 1), (&lists.conditional, CONDITION)] {
            for &count in counts {
                let slack = &mut self.slacks[count as usize];
                *slack -= weight;
                lowest = lowest.min(*slack);
            }
        }
        lowest <= 0
    }

    /// Undoes [`lower`](Counts::lower).
    #[inline(never)]
    pub fn raise(&mut self, literal: Literal) {
        let Some(lists) = self.occurrences.get(literal.index()) else { return };
        for (counts, weight) in [(&lists.counts, 1), (&lists.conditional, CONDITION)] {
            for &count in counts {
                self.slacks[count as usize] += weight;
            }
        }
    }

    /// Forgets the worse half of the counts, by glue and length, except those `keep` holds for. Returns where each kept
    /// count moved, in the order of the old places.
    pub fn reduce(&mut self, keep: impl Fn(CountId) -> bool) -> Vec<(CountId, CountId)> {
        let all = 0..self.counts.len() as u32;
        let rank = |count: u32| (self.counts[count as usize].glue, self.range(count).len(), count);
        let mut ranked: Vec<(u32, usize, u32)> =
            all.clone().filter(|&count| !keep(CountId(count))).map(rank).collect();
        ranked.sort_unstable();
        let mut dropped: Vec<u32> =
            ranked.split_off(ranked.len() / 2).into_iter().map(|(.., count)| count).collect();
        dropped.sort_unstable();
        let mut old = std::mem::take(self);
        self.occurrences = std::mem::take(&mut old.occurrences);
        self.occurrences.iter_mut().for_each(Occurrences::clear);
        let kept = all.filter(|count| dropped.binary_search(count).is_err());
        kept.map(|count| {
            let Count { need, glue, .. } = old.counts[count as usize];
            let (literals, conditions) = old.split(CountId(count));
            let moved = self.add(&CountLesson { literals, conditions, need, glue }, 0, |_| false);
            self.slacks[moved.0 as usize] = old.slacks[count as usize];
            (CountId(count), moved)
        })
        .collect()
    }
}
