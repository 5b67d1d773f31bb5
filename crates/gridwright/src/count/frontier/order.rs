//! The order in which blocks are decided, which decides over everything else.
//!
//! How many states there are at a cut is guessed from the rules that are open there. Greedy orders from many starts
//! are tried first, the best are annealed; both only while that costs less than it can save. Everything is
//! counted in integers with a fixed seed, so that a board always gets the same order.

use super::outline::{Outline, UNIT};
use crate::count::budget::Budget;
use gridwright_base::Stopped;
use gridwright_base::random::Random;

/// Wider cuts all count the same: they cannot be passed anyway.
const MAX_WIDTH: u32 = 44 * UNIT;
/// 2 to the power of 1/64.
const ROOT_64: f64 = 1.010_889_286_051_700_5;
/// How many orders are annealed in turn.
const KEPT: usize = 4;
const SEED: u64 = 1;
/// The search stops after this many greedy orders without an improvement.
const PATIENCE: u32 = 150;
/// Orders of more blocks are not looked for.
const MOST_BLOCKS: usize = 5000;
/// Blocks of a greedy order between two looks at the budget.
const BLOCKS_BETWEEN_LOOKS: usize = 1 << 4;
/// Moves of blocks between two looks at the budget.
const TRIES_BETWEEN_LOOKS: u64 = 1 << 10;

/// An order and what it is guessed to cost, in sixteenths of a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate {
    pub cost: u64,
    /// Which partition into blocks it orders.
    pub partition: usize,
    pub order: Vec<u32>,
}

impl Candidate {
    /// Effort that the search for a better order may take: about as many microseconds as the pass would.
    fn worth(&self) -> u64 {
        self.cost / 16
    }
}

/// A good order of the blocks of one of some partitions, found with an effort that the order itself will be worth.
pub(super) fn search(outlines: &[Outline], budget: &mut Budget) -> Result<Candidate, Stopped> {
    let mut random = Random::new(SEED);
    let prices = prices(8);
    let natural = |(number, outline): (usize, &Outline)| {
        Walk::new(outline, (0..outline.blocks as u32).collect(), &prices).candidate(number)
    };
    let mut kept: Vec<Candidate> = outlines.iter().enumerate().map(natural).collect();
    kept.sort_unstable();
    let (mut effort, mut round, mut since) = (0, 0, 0);
    // Growing an order looks at every block near it at every step: too much for large parts.
    if outlines.iter().any(|outline| outline.blocks > MOST_BLOCKS) {
        return Ok(kept.swap_remove(0));
    }
    while effort < kept[0].worth() / 8 && since < PATIENCE {
        let number = round % outlines.len();
        let outline = &outlines[number];
        let start = random.below(outline.blocks as u64) as u32;
        let oldest = random.below(2) == 0;
        let order = greedy(outline, start, oldest, &mut random, budget)?;
        let found = Walk::new(outline, order, &prices).candidate(number);
        since = if found.cost < kept[0].cost { 0 } else { since + 1 };
        kept.push(found);
        kept.sort_unstable();
        kept.dedup();
        kept.truncate(KEPT);
        effort += outline.blocks as u64;
        budget.use_steps(outline.blocks as u64)?;
        round += 1;
    }
    for pass in 0..8 {
        let before = kept[0].cost;
        for candidate in &mut kept {
            let outline = &outlines[candidate.partition];
            let tries = (outline.blocks as u64 * 100).min(before / 128) << pass.min(4);
            if tries < 1000 || effort > candidate.worth() / 4 {
                break;
            }
            let heat = if pass % 2 == 0 { 128 } else { 512 };
            *candidate = anneal(outline, candidate, tries, heat, &mut random, budget)?;
            effort += tries;
        }
        kept.sort_unstable();
        if kept[0].cost > before - before / 16 {
            break;
        }
    }
    Ok(kept.into_iter().min().expect("there is always one"))
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

/// An order that always takes the block next which adds the least to the states, and among those the one with the
/// items that are closest to their end (and, if asked for, the longest open), from `start` on.
fn greedy(
    outline: &Outline,
    start: u32,
    oldest: bool,
    random: &mut Random,
    budget: &mut Budget,
) -> Result<Vec<u32>, Stopped> {
    let mut decided = vec![0usize; outline.items.len()];
    let mut is_ended = vec![false; outline.items.len()];
    let mut opened = vec![0; outline.items.len()];
    let mut is_near = vec![false; outline.blocks];
    let mut near = vec![start];
    is_near[start as usize] = true;
    let mut order: Vec<u32> = Vec::with_capacity(outline.blocks);
    while order.len() < outline.blocks {
        if order.len().is_multiple_of(BLOCKS_BETWEEN_LOOKS) {
            budget.look()?;
        }
        let now = order.len() as i64;
        let rank = |block: u32| {
            let (mut growth, mut urgency) = (0, 0);
            for &number in outline.items_of(block) {
                let (item, decided) = (&outline.items[number as usize], decided[number as usize]);
                let before = if is_ended[number as usize] { 0 } else { item.widths[decided] };
                let is_ended = is_ended[number as usize] || item.target == Some(block);
                let after = if is_ended { 0 } else { item.widths[decided + 1] };
                growth += i64::from(after) - i64::from(before);
                if decided > 0 {
                    let left = item.blocks.len() - decided;
                    urgency += 640 / left.max(1) as i64;
                    urgency += if oldest { now - opened[number as usize] } else { 0 };
                }
            }
            (growth, -urgency)
        };
        let ranked = near.iter().enumerate().map(|(i, block)| (rank(*block), random.below(16), i));
        let Some((.., index)) = ranked.min() else {
            // Blocks without anything in common.
            order.extend((0..outline.blocks as u32).filter(|block| !is_near[*block as usize]));
            break;
        };
        let block = near.swap_remove(index);
        for &number in outline.items_of(block) {
            let item = &outline.items[number as usize];
            if item.target == Some(block) {
                is_ended[number as usize] = true;
            } else {
                if decided[number as usize] == 0 {
                    opened[number as usize] = now;
                }
                decided[number as usize] += 1;
            }
            for other in item.members() {
                if !std::mem::replace(&mut is_near[other as usize], true) {
                    near.push(other);
                }
            }
        }
        order.push(block);
    }
    Ok(order)
}

/// Moves blocks about at random, ever less where that costs more. At first narrow cuts count almost as much as wide
/// ones, so that there is a way down everywhere; at the end only the sum of states does.
fn anneal(
    outline: &Outline,
    from: &Candidate,
    tries: u64,
    heat: i64,
    random: &mut Random,
    budget: &mut Budget,
) -> Result<Candidate, Stopped> {
    let mut best = from.clone();
    let mut order = from.order.clone();
    for share in 2..=8 {
        let prices = prices(share);
        let mut walk = Walk::new(outline, order, &prices);
        let mut height = log(walk.cost);
        let phase_tries = tries / 7;
        for round in 0..phase_tries {
            if round % TRIES_BETWEEN_LOOKS == 0 {
                budget.use_steps((phase_tries - round).min(TRIES_BETWEEN_LOOKS))?;
            }
            let Some((at, to)) = walk.random_move(random) else { continue };
            let cost = walk.cost_of_move(at, to);
            let done = i64::from(share) - 2;
            let left = 7 * phase_tries as i64 - done * phase_tries as i64 - round as i64;
            let temperature = heat * left / (7 * phase_tries as i64) + 4;
            // An exponentially distributed allowance.
            let luck = 64 * 4096 - log(random.bits());
            let new_height = log(cost);
            if new_height - height <= temperature * luck / 4096 {
                walk.make_move(at, to, cost);
                height = new_height;
                if share == 8 && cost < best.cost {
                    best = walk.candidate(from.partition);
                }
            }
        }
        order = walk.order;
    }
    Ok(best)
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
    /// For each of these cuts how many blocks of an item it has behind it more than the one before.
    passed: Vec<u32>,
}

impl<'o> Walk<'o> {
    fn new(outline: &'o Outline, order: Vec<u32>, prices: &'o [u64]) -> Walk<'o> {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, block)| place[*block as usize] = i as u32);
        let mut changes = vec![0i64; order.len() + 1];
        let mut places = Vec::new();
        for item in &outline.items {
            places.clear();
            places.extend(item.blocks.iter().map(|block| place[*block as usize] as usize));
            places.sort_unstable();
            let end = item.target.map_or(order.len(), |target| place[target as usize] as usize);
            let mut width = 0;
            for (i, at) in places.iter().enumerate().take_while(|(_, at)| **at < end) {
                changes[*at] += i64::from(item.widths[i + 1]) - width;
                width = i64::from(item.widths[i + 1]);
            }
            changes[end] -= width;
        }
        let widths = changes[..order.len()].iter().scan(0, |width, change| {
            *width += change;
            Some(*width as u32)
        });
        let widths: Vec<u32> = widths.collect();
        let mut walk =
            Walk { outline, prices, order, place, widths, cost: 0, changed: Vec::new(), passed: Vec::new() };
        walk.cost = walk.price(&walk.widths);
        walk
    }

    fn candidate(&self, partition: usize) -> Candidate {
        Candidate { cost: self.cost, partition, order: self.order.clone() }
    }

    fn price(&self, widths: &[u32]) -> u64 {
        let prices = widths.iter().map(|width| self.prices[(*width).min(MAX_WIDTH) as usize]);
        prices.fold(0, u64::saturating_add)
    }

    /// A block's place and another one, mostly next to a block that shares an item with it.
    fn random_move(&self, random: &mut Random) -> Option<(usize, usize)> {
        let blocks = self.order.len() as u64;
        let from = random.below(blocks) as usize;
        let items = self.outline.items_of(self.order[from]);
        let to = if items.is_empty() || random.below(32) == 0 {
            random.below(blocks) as usize
        } else {
            let item = &self.outline.items[items[random.below(items.len() as u64) as usize] as usize];
            let other = item.blocks[random.below(item.blocks.len() as u64) as usize];
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
        // The first of the old cuts that stand there now, as the number of blocks behind it.
        let start = if is_later { low + 2 } else { low };
        for &number in self.outline.items_of(block) {
            let item = &self.outline.items[number as usize];
            self.passed.clear();
            self.passed.resize(high - low, 0);
            let mut decided = 0;
            for other in item.blocks.iter().filter(|other| **other != block) {
                let place = self.place[*other as usize] as usize;
                if place < start {
                    decided += 1;
                } else if let Some(passed) = self.passed.get_mut(place + 1 - start) {
                    *passed += 1;
                }
            }
            let end = match item.target {
                Some(target) if target != block => self.place[target as usize] as usize,
                _ => self.order.len(),
            };
            for (i, (changed, passed)) in self.changed.iter_mut().zip(&self.passed).enumerate() {
                decided += *passed as usize;
                if start + i > end {
                    break;
                }
                let (with, without) = if item.target == Some(block) {
                    (0, item.widths[decided])
                } else {
                    (item.widths[decided + 1], item.widths[decided])
                };
                *changed = if is_later { *changed + without - with } else { *changed + with - without };
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
    use crate::count::frontier::outline::told_rules;
    use crate::count::reduced::Reduction;
    use crate::model::random::{Random as Numbers, random_model};

    #[test]
    fn tested_moves_cost_what_they_say() {
        let numbers = &mut Numbers(77);
        let random = &mut Random::new(1);
        for _ in 0..300 {
            let budget = &mut Budget::ample();
            let Ok(Some(reduction)) = Reduction::new(&random_model(numbers), &[], budget) else { continue };
            for part in &reduction.parts {
                let blocks = Blocks::new(part, 64);
                let outline = Outline::new(part, &blocks, &told_rules(part));
                let prices = prices(8);
                let order = greedy(&outline, 0, true, random, budget).unwrap();
                let mut walk = Walk::new(&outline, order, &prices);
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
