//! A rule's course through an order of blocks: which of its atoms are still to come at each cut, and which sums
//! they can have.

use super::blocks::Blocks;
use crate::count::rules::Term;
use crate::model::Bounds;

/// Sums above this are not looked at one by one.
const MAX_LISTED: usize = 1 << 12;

/// The sums that some atoms to come can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// All from the first to the second, or at least none outside.
    All(u32, u32),
    /// These, ascending.
    Listed(Vec<u32>),
}

impl Reach {
    const NOTHING: Reach = Reach::All(0, 0);

    /// Bytes in use beside its own size.
    pub fn bytes(&self) -> usize {
        match self {
            Reach::All(..) => 0,
            Reach::Listed(sums) => sums.capacity() * size_of::<u32>(),
        }
    }

    fn ends(&self) -> (u32, u32) {
        match self {
            Reach::All(least, most) => (*least, *most),
            Reach::Listed(sums) => (sums[0], sums[sums.len() - 1]),
        }
    }

    /// With one more block, which adds one of `options`, ascending and without repetition.
    fn plus(&self, options: &[u32]) -> Reach {
        let (least, most) = self.ends();
        let ends = Reach::All(least + options[0], most + options[options.len() - 1]);
        let is_dense = |reach: &Reach| matches!(reach, Reach::All(..));
        if is_dense(self) && options.windows(2).all(|pair| pair[1] - pair[0] <= 1 + most - least) {
            return ends;
        }
        let all: Vec<u32> = match self {
            Reach::All(least, most) if (most - least) as usize >= MAX_LISTED => return ends,
            Reach::All(least, most) => (*least..=*most).collect(),
            Reach::Listed(sums) => sums.clone(),
        };
        let mut sums: Vec<u32> =
            options.iter().flat_map(|option| all.iter().map(move |sum| sum + option)).collect();
        sums.sort_unstable();
        sums.dedup();
        if sums.len() > MAX_LISTED { ends } else { Reach::Listed(sums) }
    }

    /// The bounds moved inwards to sums that can be had; `None` where there is none between them.
    pub fn snap(&self, bounds: Bounds) -> Option<Bounds> {
        let snapped = match self {
            Reach::All(least, most) => Bounds { lo: bounds.lo.max(*least), hi: bounds.hi.min(*most) },
            Reach::Listed(sums) => {
                let above = sums.partition_point(|sum| *sum < bounds.lo);
                let below = sums.partition_point(|sum| *sum <= bounds.hi);
                Bounds { lo: *sums.get(above)?, hi: sums[below.checked_sub(1)?] }
            }
        };
        (snapped.lo <= snapped.hi).then_some(snapped)
    }
}

/// A rule's atoms in the order in which they are decided.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Sorted by the place of the block in the order.
    terms: Vec<Term>,
    /// For each block that the rule has atoms in, where its terms begin; at the end the number of terms.
    starts: Vec<u32>,
    /// For each of these starts what the terms from there on can sum to.
    reaches: Vec<Reach>,
}

impl Course {
    /// The course of a rule; `place` gives a block's position in the order.
    pub fn new(terms: &[Term], blocks: &Blocks, place: &[u32]) -> Course {
        let mut terms = terms.to_vec();
        let place_of = |term: &Term| place[blocks.of(term.atom) as usize];
        terms.sort_by_key(|term| (place_of(term), term.atom));
        let mut starts = vec![0];
        for i in 1..terms.len() {
            if blocks.of(terms[i].atom) != blocks.of(terms[i - 1].atom) {
                starts.push(i as u32);
            }
        }
        starts.push(terms.len() as u32);
        let mut reaches = vec![Reach::NOTHING];
        for piece in starts.windows(2).rev() {
            let piece = &terms[piece[0] as usize..piece[1] as usize];
            let mut options: Vec<u32> = piece.iter().map(|term| term.weight).collect();
            if piece.len() < blocks.choice_count(blocks.of(piece[0].atom)) {
                options.push(0);
            }
            options.sort_unstable();
            options.dedup();
            reaches.push(reaches[reaches.len() - 1].plus(&options));
        }
        reaches.reverse();
        Course { terms, starts, reaches }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let reaches: usize = self.reaches.iter().map(|reach| size_of::<Reach>() + reach.bytes()).sum();
        size_of::<Course>() + self.terms.len() * size_of::<Term>() + self.starts.capacity() * 4 + reaches
    }

    /// Through how many blocks it goes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The terms in the `passed`-th of its blocks.
    pub fn piece(&self, passed: usize) -> &[Term] {
        &self.terms[self.starts[passed] as usize..self.starts[passed + 1] as usize]
    }

    /// The terms to come when `passed` of its blocks are decided.
    pub fn rest(&self, passed: usize) -> &[Term] {
        &self.terms[self.starts[passed] as usize..]
    }

    /// What these can sum to.
    pub fn reach(&self, passed: usize) -> &Reach {
        &self.reaches[passed]
    }
}
