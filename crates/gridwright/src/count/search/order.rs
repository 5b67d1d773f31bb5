//! Orders in which a search may take its atoms. Which is the best shows only when they are tried.

use crate::count::reduced::Reduced;
use crate::count::rules::Occurrences;

/// Growing an order looks at every atom near it at every step: too much for large parts.
const MOST_ATOMS: usize = 5000;

/// Some orders that suit different boards; `arranged` is one that leaves few rules open at a time.
pub(crate) fn orders(part: &Reduced, arranged: Vec<u32>) -> Vec<Vec<u32>> {
    let natural: Vec<u32> = (0..part.atoms.len() as u32).collect();
    let reversed = |order: &[u32]| order.iter().rev().copied().collect();
    let mut orders = vec![reversed(&natural), reversed(&arranged), arranged, natural];
    if part.atoms.len() <= MOST_ATOMS {
        let occurrences = part.rules.occurrences(part.atoms.len());
        let corner = (0..part.atoms.len() as u32).min_by_key(|atom| occurrences.of(*atom).len());
        let one_way = grown(part, &occurrences, corner.unwrap_or(0));
        let other_way = grown(part, &occurrences, one_way.last().copied().unwrap_or(0));
        orders.extend([one_way, other_way]);
    }
    orders
}

/// Grows an order from an atom, always by the one that opens the fewest rules and ends the most; among those by the
/// one that has been near for the longest.
fn grown(part: &Reduced, occurrences: &Occurrences, start: u32) -> Vec<u32> {
    let count = part.atoms.len();
    let mut left: Vec<u32> = part.rules.iter().map(|(terms, _)| terms.len() as u32).collect();
    let mut is_near = vec![false; count];
    is_near[start as usize] = true;
    // Atoms next to the order, with the length it had when they came to be.
    let mut near = vec![(0, start)];
    let mut order = Vec::with_capacity(count);
    while !near.is_empty() {
        let cost = |atom: u32| -> i64 {
            let change = |rule: usize| {
                let size = part.rules.terms(rule).len() as u32;
                i64::from(left[rule] == size) - i64::from(left[rule] == 1)
            };
            occurrences.of(atom).iter().map(|place| change(place.rule as usize)).sum()
        };
        let costs = near.iter().enumerate().map(|(i, (since, atom))| (cost(*atom), *since, *atom, i));
        let Some((.., next, i)) = costs.min() else { break };
        near.swap_remove(i);
        for place in occurrences.of(next) {
            left[place.rule as usize] -= 1;
            for term in part.rules.terms(place.rule as usize) {
                if !std::mem::replace(&mut is_near[term.atom as usize], true) {
                    near.push((order.len(), term.atom));
                }
            }
        }
        order.push(next);
    }
    order
}
