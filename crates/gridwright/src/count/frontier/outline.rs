//! What is needed from the rules to estimate how many states an order leads to.
//!
//! The rules become *items*: sets of blocks, each with a table of how many bits it adds to the states, by the
//! number of its blocks that are decided.

use super::blocks::Blocks;
use crate::count::reduced::Reduced;
use crate::count::rules::{Term, total};
use crate::model::Bounds;
use std::collections::BTreeMap;

/// Widths are in eighths of a bit.
pub(super) const UNIT: u32 = 8;
/// Rules with more values than 2 to the 6 are not told apart.
const MAX_RULE_WIDTH: u32 = 6 * UNIT;

/// Something that states remember while only some of its blocks are decided.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Ascending.
    pub blocks: Vec<u32>,
    /// The block that ends it, whatever the others do.
    pub target: Option<u32>,
    /// By the number of its blocks, without the target, that are decided.
    pub widths: Vec<u32>,
}

pub(super) struct Outline {
    pub blocks: usize,
    pub items: Vec<Item>,
    starts: Vec<u32>,
    items_of: Vec<u32>,
}

impl Outline {
    /// `told` says for each rule whether other rules determine its state.
    pub fn new(part: &Reduced, blocks: &Blocks, told: &[bool]) -> Outline {
        let mut items = Vec::new();
        // Rules "at most one" through the same blocks tell which of them are used up: a choice out of many.
        let mut families: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        // Pairs forbid the atom that is decided later.
        let mut foes: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
        for (rule, (terms, bounds)) in part.rules.iter().enumerate() {
            let mut through: Vec<u32> = terms.iter().map(|term| blocks.of(term.atom)).collect();
            through.sort_unstable();
            through.dedup();
            if through.len() < 2 || told[rule] {
                continue;
            }
            let is_plain = terms.iter().all(|term| term.weight == 1);
            match through[..] {
                [a, b] if is_plain && bounds.hi == 1 && terms.len() == 2 => {
                    foes[a as usize].push(b);
                    foes[b as usize].push(a);
                }
                _ if is_plain && bounds.hi == 1 => *families.entry(through).or_insert(0) += 1,
                _ => {
                    let width = width(terms, bounds);
                    let mut widths = vec![width; through.len() + 1];
                    (widths[0], widths[through.len()]) = (0, 0);
                    items.push(Item { blocks: through, target: None, widths });
                }
            }
        }
        for (through, rules) in families {
            let (blocks, last) = (through.len() as u32, through.len());
            let mut widths: Vec<u32> =
                (0..=blocks).map(|decided| log_choose(rules, decided.min(blocks - decided))).collect();
            (widths[0], widths[last]) = (0, 0);
            if rules == 1 {
                widths[1..last].fill(UNIT);
            }
            items.push(Item { blocks: through, target: None, widths });
        }
        for (target, mut others) in foes.into_iter().enumerate() {
            let choices = blocks.choice_count(target as u32) as u32;
            others.sort_unstable();
            others.dedup();
            if !others.is_empty() {
                let widths = (0..=others.len() as u32).map(|decided| log_choose(choices, decided)).collect();
                items.push(Item { blocks: others, target: Some(target as u32), widths });
            }
        }
        let mut items_of = vec![Vec::new(); blocks.len()];
        for (i, item) in items.iter().enumerate() {
            item.members().for_each(|block| items_of[block as usize].push(i as u32));
        }
        let mut starts = vec![0];
        starts.extend(items_of.iter().scan(0, |sum, items| {
            *sum += items.len() as u32;
            Some(*sum)
        }));
        Outline { blocks: blocks.len(), items, starts, items_of: items_of.concat() }
    }

    /// The items of a block.
    pub fn items_of(&self, block: u32) -> &[u32] {
        &self.items_of[self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize]
    }
}

impl Item {
    /// All blocks with the target.
    pub fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().copied().chain(self.target)
    }
}

/// The logarithm of the number of ways to choose up to half of `all`.
fn log_choose(all: u32, chosen: u32) -> u32 {
    let mut ways = 1u64;
    for i in 0..chosen.min(all / 2).min(16) {
        ways = ways * u64::from(all - i) / u64::from(i + 1);
        if ways > 1 << 30 {
            break;
        }
    }
    log(ways)
}

fn log(number: u64) -> u32 {
    let floor = number.max(1).ilog2();
    let rest = (number << UNIT.ilog2() >> floor) as u32 - UNIT;
    (floor * UNIT + rest).min(16 * UNIT)
}

/// The logarithm of the number of sums that matter.
fn width(terms: &[Term], bounds: Bounds) -> u32 {
    let sums = if bounds.hi < total(terms) { bounds.hi } else { bounds.lo }.saturating_add(1);
    log(sums.into()).min(MAX_RULE_WIDTH)
}

/// For each rule whether it is an "at least one" whose state can be read off rules "at most one" within it.
pub(super) fn told_rules(part: &Reduced) -> Vec<bool> {
    let rules = &part.rules;
    // The rules "at most one" of each atom.
    let mut small: Vec<Vec<u32>> = vec![Vec::new(); part.atoms.len()];
    for (rule, (terms, bounds)) in rules.iter().enumerate().filter(|(_, (_, bounds))| bounds.hi == 1) {
        debug_assert!(bounds.lo <= 1);
        terms.iter().for_each(|term| small[term.atom as usize].push(rule as u32));
    }
    // How many atoms of a rule "at most one" the rule has that is looked at.
    let mut shared = vec![0; rules.len()];
    let is_told = |(terms, bounds): (&[Term], Bounds)| {
        if bounds.lo != 1 || bounds.hi < total(terms) {
            return false;
        }
        let inner = || terms.iter().flat_map(|term| &small[term.atom as usize]).map(|rule| *rule as usize);
        inner().for_each(|rule| shared[rule] += 1);
        let is_within = |rule: usize| {
            let size = rules.terms(rule).len();
            size < terms.len() && shared[rule] == size
        };
        let told =
            terms.iter().all(|term| small[term.atom as usize].iter().any(|rule| is_within(*rule as usize)));
        inner().for_each(|rule| shared[rule] = 0);
        told
    };
    rules.iter().map(is_told).collect()
}
