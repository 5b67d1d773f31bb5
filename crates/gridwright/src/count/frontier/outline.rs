//! What is needed of the rules to guess how many states an order leads to.

use crate::count::frontier::blocks::Blocks;
use crate::count::reduced::Reduced;
use crate::count::rules::{Bounds, Occurrences, Rules, Term, total};

/// Widths are in eighths of a bit.
pub(crate) const UNIT: u32 = 8;
/// Rules with more values than 2 to the 6 are not told apart.
const MAX_RULE_WIDTH: u32 = 6 * UNIT;

/// The rules as sets of blocks, each with a width: how many bits it adds to the states while it is open.
pub(crate) struct Outline {
    pub blocks: usize,
    starts: Vec<u32>,
    through: Vec<u32>,
    widths: Vec<u32>,
    rule_starts: Vec<u32>,
    rules: Vec<u32>,
}

impl Outline {
    pub fn new(part: &Reduced, blocks: &Blocks) -> Outline {
        let occurrences = part.rules.occurrences(part.atoms.len());
        let (mut starts, mut through, mut widths) = (vec![0], Vec::new(), Vec::new());
        for (rule, (terms, bounds)) in part.rules.iter().enumerate() {
            let mut members: Vec<u32> = terms.iter().map(|term| blocks.of(term.atom)).collect();
            members.sort_unstable();
            members.dedup();
            let width = if is_told(&part.rules, &occurrences, rule) { 0 } else { width(terms, bounds) };
            if members.len() > 1 && width > 0 {
                through.extend(members);
                starts.push(through.len() as u32);
                widths.push(width);
            }
        }
        let mut rules_of = vec![Vec::new(); blocks.len()];
        for rule in 0..widths.len() {
            for block in &through[starts[rule] as usize..starts[rule + 1] as usize] {
                rules_of[*block as usize].push(rule as u32);
            }
        }
        let mut rule_starts = vec![0];
        rule_starts.extend(rules_of.iter().scan(0, |sum, rules| {
            *sum += rules.len() as u32;
            Some(*sum)
        }));
        let rules = rules_of.concat();
        Outline { blocks: blocks.len(), starts, through, widths, rule_starts, rules }
    }

    pub fn rule_count(&self) -> usize {
        self.widths.len()
    }

    /// The blocks of a rule.
    pub fn through(&self, rule: u32) -> &[u32] {
        &self.through[self.starts[rule as usize] as usize..self.starts[rule as usize + 1] as usize]
    }

    /// How wide a rule is while open.
    pub fn width(&self, rule: u32) -> u32 {
        self.widths[rule as usize]
    }

    /// The rules of a block.
    pub fn rules_of(&self, block: u32) -> &[u32] {
        &self.rules[self.rule_starts[block as usize] as usize..self.rule_starts[block as usize + 1] as usize]
    }
}

/// The logarithm of the number of sums that matter.
fn width(terms: &[Term], bounds: Bounds) -> u32 {
    let sums = if bounds.hi < total(terms) { bounds.hi } else { bounds.lo }.saturating_add(1);
    let half = if sums.is_power_of_two() { 0 } else { UNIT / 2 };
    (sums.ilog2() * UNIT + half).min(MAX_RULE_WIDTH)
}

/// Whether the rule is an "at least one" whose state can be read off rules "at most one" within it.
fn is_told(rules: &Rules, occurrences: &Occurrences, rule: usize) -> bool {
    let (terms, bounds) = (rules.terms(rule), rules.bounds(rule));
    if bounds.lo != 1 || bounds.hi < total(terms) {
        return false;
    }
    let has = |term: &Term| terms.binary_search_by_key(&term.atom, |term| term.atom).is_ok();
    let is_within = |inner: u32| {
        let others = rules.terms(inner as usize);
        others.len() < terms.len() && rules.bounds(inner as usize).hi == 1 && others.iter().all(has)
    };
    terms.iter().all(|term| occurrences.of(term.atom).iter().any(|place| is_within(place.rule)))
}
