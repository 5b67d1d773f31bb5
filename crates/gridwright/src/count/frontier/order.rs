//! The order in which blocks are decided, which decides over everything else.
//!
//! How many states there are at a cut is guessed from the rules that are open there. Greedy orders from many starts
//! are tried first, the best are annealed; both only while that costs less than it can save. Everything is
//! counted in integers with a fixed seed, so that a board always gets the same order.

use super::outline::{Outline, UNIT};
use crate::random::Random;

/// Wider cuts all count the same: they cannot be passed anyway.
const MAX_WIDTH: u32 = 44 * UNIT;
/// 2 to the power of 1/64.
const ROOT_64: f64 = 1.010_889_286_051_700_5;
/// How many orders are annealed in turn.
const KEPT: usize = 4;
const SEED: u64 = 1;

/// An order and what it is guessed to cost, in sixteenths of a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate {
    pub cost: u64,
    pub order: Vec<u32>,
}

impl Candidate {
    /// Effort that the search for a better order may take: about as many microseconds as the pass would.
    fn worth(&self) -> u64 {
        self.cost / 16
    }
}

/// A good order of the blocks, found with up to `patience` times the effort that the order itself will cost.
pub(crate) fn search(outline: &Outline, patience: u64) -> Candidate {
    let natural: Vec<u32> = (0..outline.blocks as u32).collect();
    let mut random = Random::new(SEED);
    let prices = prices(8);
    let mut kept = vec![Walk::new(outline, natural, &prices).candidate()];
    let mut effort = 0;
    let is_worth_it = |effort: u64, best: &Candidate| effort < best.worth().saturating_mul(patience) / 4;
    let mut improved = 0;
    for round in 0..4 * outline.blocks as u64 {
        if !is_worth_it(2 * effort, &kept[0]) || round > 2 * improved + 20 {
            break;
        }
        let start = random.below(outline.blocks as u64) as u32;
        let order = greedy(outline, start, round % 2 == 0, &mut random);
        let found = Walk::new(outline, order, &prices).candidate();
        if found < kept[0] {
            improved = round;
        }
        kept.push(found);
        kept.sort_unstable();
        kept.dedup();
        kept.truncate(KEPT);
        effort += outline.blocks as u64;
    }
    for pass in 0..8 {
        let before = kept[0].cost;
        for order in &mut kept {
            let tries = (outline.blocks as u64 * 100).min(before / 128 * patience) << pass.min(4);
            if tries < 1000 || !is_worth_it(effort, order) {
                break;
            }
            *order = anneal(outline, order, tries, if pass % 2 == 0 { 128 } else { 512 }, &mut random);
            effort += tries;
        }
        kept.sort_unstable();
        if kept[0].cost > before - before / 16 {
            break;
        }
    }
    kept.into_iter().min().expect("there is always one")
}

/// What cuts cost by width, when only `share` eighths of the width count.
fn prices(share: u32) -> Vec<u64> {
    let mut roots = vec![16.0];
    for i in 1..64 {
        roots.push(roots[i - 1] * ROOT_64);
    }
    let price = |width: u32| {
        let power = width * share;
        (roots[(power % 64) as usize] * (1u64 << (power / 64)) as f64) as u64
    };
    (0..=MAX_WIDTH).map(price).collect()
}

/// A logarithm, in 1/4096 of a bit.
fn log(number: u64) -> i64 {
    let floor = number.max(1).ilog2();
    let fraction = if floor >= 12 { number >> (floor - 12) } else { number << (12 - floor) };
    i64::from(floor) * 4096 + (fraction as i64 & 4095)
}

/// An order that always takes the block next which leaves the fewest rules open, and among those the one with the
/// rules that are closest to their end (and, if asked for, the longest open), from `start` on.
fn greedy(outline: &Outline, start: u32, oldest: bool, random: &mut Random) -> Vec<u32> {
    let mut left: Vec<u32> =
        (0..outline.rule_count() as u32).map(|rule| outline.through(rule).len() as u32).collect();
    let mut opened = vec![0; outline.rule_count()];
    let mut is_near = vec![false; outline.blocks];
    let mut near = vec![start];
    is_near[start as usize] = true;
    let mut order: Vec<u32> = Vec::with_capacity(outline.blocks);
    while order.len() < outline.blocks {
        let now = order.len() as i64;
        let rank = |block: u32| {
            let (mut growth, mut urgency) = (0, 0);
            for &rule in outline.rules_of(block) {
                let (all, left) = (outline.through(rule).len() as u32, left[rule as usize]);
                if left == all {
                    growth += i64::from(outline.width(rule));
                } else {
                    urgency += 640 / i64::from(left);
                    urgency += if oldest { now - opened[rule as usize] } else { 0 };
                }
                if left == 1 {
                    growth -= i64::from(outline.width(rule));
                }
            }
            (growth, -urgency)
        };
        let ranked = near.iter().enumerate().map(|(i, block)| (rank(*block), random.below(16), i));
        let Some((.., index)) = ranked.min() else {
            // Blocks without any rule in common.
            order.extend((0..outline.blocks as u32).filter(|block| !is_near[*block as usize]));
            break;
        };
        let block = near.swap_remove(index);
        for &rule in outline.rules_of(block) {
            if left[rule as usize] as usize == outline.through(rule).len() {
                opened[rule as usize] = now;
            }
            left[rule as usize] -= 1;
            for &other in outline.through(rule) {
                if !std::mem::replace(&mut is_near[other as usize], true) {
                    near.push(other);
                }
            }
        }
        order.push(block);
    }
    order
}

/// Moves blocks about at random, ever less where that costs more. At first narrow cuts count almost as much as wide
/// ones, so that there is a way down everywhere; at the end only the sum of states does.
fn anneal(outline: &Outline, from: &Candidate, tries: u64, heat: i64, random: &mut Random) -> Candidate {
    let mut best = from.clone();
    let mut order = from.order.clone();
    for share in 2..=8 {
        let prices = prices(share);
        let mut walk = Walk::new(outline, order, &prices);
        let mut height = log(walk.cost);
        let phase_tries = tries / 7;
        for round in 0..phase_tries {
            let Some((from, to)) = walk.random_move(random) else { continue };
            let cost = walk.cost_of_move(from, to);
            let done = i64::from(share) - 2;
            let left = 7 * phase_tries as i64 - done * phase_tries as i64 - round as i64;
            let temperature = heat * left / (7 * phase_tries as i64) + 4;
            // An exponentially distributed allowance.
            let luck = 64 * 4096 - log(random.bits());
            let new_height = log(cost);
            if new_height - height <= temperature * luck / 4096 {
                walk.make_move(from, to, cost);
                height = new_height;
                if share == 8 && cost < best.cost {
                    best = walk.candidate();
                }
            }
        }
        order = walk.order;
    }
    best
}

/// An order with the places and widths that go with it.
struct Walk<'o> {
    outline: &'o Outline,
    prices: &'o [u64],
    order: Vec<u32>,
    place: Vec<u32>,
    /// How wide the cut after each place is.
    widths: Vec<u32>,
    cost: u64,
    /// Widths of the cuts that the move under test changes.
    changed: Vec<u32>,
}

impl<'o> Walk<'o> {
    fn new(outline: &'o Outline, order: Vec<u32>, prices: &'o [u64]) -> Walk<'o> {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, block)| place[*block as usize] = i as u32);
        let mut changes = vec![0i64; order.len() + 1];
        for rule in 0..outline.rule_count() as u32 {
            let places = outline.through(rule).iter().map(|block| place[*block as usize] as usize);
            changes[places.clone().min().unwrap_or(0)] += i64::from(outline.width(rule));
            changes[places.max().unwrap_or(0)] -= i64::from(outline.width(rule));
        }
        let widths = changes[..order.len()].iter().scan(0, |width, change| {
            *width += change;
            Some(*width as u32)
        });
        let widths: Vec<u32> = widths.collect();
        let mut walk = Walk { outline, prices, order, place, widths, cost: 0, changed: Vec::new() };
        walk.cost = walk.price(&walk.widths);
        walk
    }

    fn candidate(&self) -> Candidate {
        Candidate { cost: self.cost, order: self.order.clone() }
    }

    fn price(&self, widths: &[u32]) -> u64 {
        widths.iter().map(|width| self.prices[(*width).min(MAX_WIDTH) as usize]).sum()
    }

    /// A block's place and another one, mostly next to a block that shares a rule with it.
    fn random_move(&self, random: &mut Random) -> Option<(usize, usize)> {
        let blocks = self.order.len() as u64;
        let from = random.below(blocks) as usize;
        let rules = self.outline.rules_of(self.order[from]);
        let to = if rules.is_empty() || random.below(32) == 0 {
            random.below(blocks) as usize
        } else {
            let rule = rules[random.below(rules.len() as u64) as usize];
            let through = self.outline.through(rule);
            let other = through[random.below(through.len() as u64) as usize];
            let beside = self.place[other as usize] as usize + random.below(3) as usize;
            beside.saturating_sub(1).min(self.order.len() - 1)
        };
        (from != to).then_some((from, to))
    }

    /// The cost if the block at `from` stood at `to`, with the blocks between moved by one place.
    fn cost_of_move(&mut self, from: usize, to: usize) -> u64 {
        let block = self.order[from];
        let (low, high) = (from.min(to), from.max(to));
        let is_later = from < to;
        // The cuts from `low` to `high - 1` change. Moved later, each becomes the next one without the block; moved
        // earlier, the one before with it.
        self.changed.clear();
        if is_later {
            self.changed.extend_from_slice(&self.widths[low + 1..=high]);
        } else {
            let before = low.checked_sub(1).map_or(0, |before| self.widths[before]);
            self.changed.push(before);
            self.changed.extend_from_slice(&self.widths[low..high - 1]);
        }
        for &rule in self.outline.rules_of(block) {
            let width = self.outline.width(rule);
            let (mut first, mut last) = (usize::MAX, 0);
            for other in self.outline.through(rule).iter().filter(|other| **other != block) {
                let place = self.place[*other as usize] as usize;
                first = first.min(place);
                last = last.max(place);
            }
            // Of its other blocks, the cut after place `cut` has one behind it from `first` on and one before it up
            // to `last - 1`. With the block behind the cut the latter makes it open, without it the former.
            let (start, end) = if is_later { (low + 1, high + 1) } else { (low, high) };
            let mut offset = 0;
            for cut in start..end {
                let cut = if is_later { cut } else { cut.wrapping_sub(1) };
                let has_behind = cut != usize::MAX && first <= cut;
                let has_before = cut == usize::MAX || last > cut;
                let (was, is) = if is_later { (has_before, has_behind) } else { (has_behind, has_before) };
                let changed = &mut self.changed[offset];
                *changed = *changed + if is { width } else { 0 } - if was { width } else { 0 };
                offset += 1;
            }
        }
        self.cost - self.price(&self.widths[low..high]) + self.price(&self.changed)
    }

    /// Makes the move that was tested last.
    fn make_move(&mut self, from: usize, to: usize, cost: u64) {
        let (low, high) = (from.min(to), from.max(to));
        if from < to {
            self.order[low..=high].rotate_left(1);
        } else {
            self.order[low..=high].rotate_right(1);
        }
        for i in low..=high {
            self.place[self.order[i] as usize] = i as u32;
        }
        self.widths[low..high].copy_from_slice(&self.changed);
        self.cost = cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::frontier::blocks::Blocks;
    use crate::count::reduced::Reduction;
    use crate::model::random::{Random as Numbers, random_model};

    #[test]
    fn tested_moves_cost_what_they_say() {
        let numbers = &mut Numbers(77);
        let random = &mut Random::new(1);
        for _ in 0..300 {
            let Some(reduction) = Reduction::new(&random_model(numbers), &[]) else { continue };
            for part in &reduction.parts {
                let blocks = Blocks::new(part);
                let outline = Outline::new(part, &blocks);
                let prices = prices(8);
                let mut walk = Walk::new(&outline, greedy(&outline, 0, true, random), &prices);
                for _ in 0..20 {
                    let Some((from, to)) = walk.random_move(random) else { continue };
                    let cost = walk.cost_of_move(from, to);
                    walk.make_move(from, to, cost);
                    let fresh = Walk::new(&outline, walk.order.clone(), &prices);
                    assert_eq!((&walk.widths, &walk.place, cost), (&fresh.widths, &fresh.place, fresh.cost));
                }
            }
        }
    }
}
