//! The order in which a search takes its atoms.

use crate::count::reduced::Reduced;

pub(crate) fn order(part: &Reduced, kind: &str) -> Vec<u32> {
    let atoms = part.atoms.len() as u32;
    match kind {
        "greedy" => greedy(part),
        "ann" => {
            let blocks = crate::count::frontier::blocks::Blocks::new(part);
            let order = crate::count::frontier::order::search(&crate::count::frontier::outline::Outline::new(part, &blocks), 1).order;
            order.iter().flat_map(|b| blocks.atoms(*b).to_vec()).collect()
        }
        "nd" => dissect(part),
        "lev" => levels(part),
        _ => (0..atoms).collect(),
    }
}

/// Grows a set from a corner, always by the atom that leaves the fewest rules cut.
fn greedy(part: &Reduced) -> Vec<u32> {
    let count = part.atoms.len();
    let occurrences = part.rules.occurrences(count);
    let mut taken = vec![false; count];
    let mut left: Vec<u32> = part.rules.iter().map(|(terms, _)| terms.len() as u32).collect();
    let sizes = left.clone();
    let mut order = Vec::new();
    let mut age = vec![u32::MAX; count];
    while order.len() < count {
        let cost = |atom: u32| {
            let mut cost = 0i64;
            for place in occurrences.of(atom) {
                let rule = place.rule as usize;
                if left[rule] == 1 && sizes[rule] > 1 {
                    cost -= 2;
                }
                if left[rule] == sizes[rule] && sizes[rule] > 1 {
                    cost += 2;
                }
            }
            cost
        };
        let next = (0..count as u32).filter(|&a| !taken[a as usize]).min_by_key(|&a| (cost(a), age[a as usize], a)).unwrap();
        taken[next as usize] = true;
        for place in occurrences.of(next) {
            left[place.rule as usize] -= 1;
            for term in part.rules.terms(place.rule as usize) {
                age[term.atom as usize] = age[term.atom as usize].min(order.len() as u32);
            }
        }
        order.push(next);
    }
    order
}

fn neighbours(part: &Reduced) -> Vec<Vec<u32>> {
    let count = part.atoms.len();
    let mut near = vec![std::collections::BTreeSet::new(); count];
    for (terms, _) in part.rules.iter() {
        for a in terms {
            for b in terms {
                if a.atom != b.atom {
                    near[a.atom as usize].insert(b.atom);
                }
            }
        }
    }
    near.into_iter().map(|s| s.into_iter().collect()).collect()
}

fn bfs(near: &[Vec<u32>], inside: &[bool], start: u32) -> Vec<Vec<u32>> {
    let mut seen = vec![false; near.len()];
    seen[start as usize] = true;
    let mut levels = vec![vec![start]];
    loop {
        let mut next = Vec::new();
        for &a in levels.last().unwrap() {
            for &b in &near[a as usize] {
                if inside[b as usize] && !seen[b as usize] {
                    seen[b as usize] = true;
                    next.push(b);
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

fn peripheral(near: &[Vec<u32>], inside: &[bool], start: u32) -> Vec<Vec<u32>> {
    let mut levels = bfs(near, inside, start);
    loop {
        let end = *levels.last().unwrap().iter().min_by_key(|&&a| near[a as usize].len()).unwrap();
        let other = bfs(near, inside, end);
        if other.len() <= levels.len() {
            return other;
        }
        levels = other;
    }
}

fn levels(part: &Reduced) -> Vec<u32> {
    let near = neighbours(part);
    peripheral(&near, &vec![true; near.len()], 0).concat()
}

fn dissect(part: &Reduced) -> Vec<u32> {
    let near = neighbours(part);
    let mut order = Vec::new();
    let mut queue = std::collections::VecDeque::from([(0..near.len() as u32).collect::<Vec<u32>>()]);
    while let Some(set) = queue.pop_front() {
        let mut inside = vec![false; near.len()];
        set.iter().for_each(|&a| inside[a as usize] = true);
        // Connected components of the set.
        let mut rest = set.clone();
        let mut parts = Vec::new();
        while let Some(&start) = rest.first() {
            let part = bfs(&near, &inside, start).concat();
            part.iter().for_each(|&a| inside[a as usize] = false);
            rest.retain(|&a| inside[a as usize]);
            parts.push(part);
        }
        if parts.len() > 1 {
            queue.extend(parts);
            continue;
        }
        set.iter().for_each(|&a| inside[a as usize] = true);
        if set.len() <= 4 {
            order.extend(set);
            continue;
        }
        let levels = peripheral(&near, &inside, set[0]);
        // Separator: between levels, the smaller side of vertex cover; take a level's atoms adjacent to the next.
        let mut best: Option<(usize, Vec<u32>)> = None;
        let mut before = 0;
        for i in 0..levels.len() {
            let after = set.len() - before - levels[i].len();
            let cut: Vec<u32> = if i + 1 < levels.len() {
                let next: std::collections::BTreeSet<u32> = levels[i + 1].iter().copied().collect();
                levels[i].iter().copied().filter(|&a| near[a as usize].iter().any(|b| next.contains(b))).collect()
            } else {
                levels[i].clone()
            };
            let imbalance = before.abs_diff(after);
            let cost = cut.len() * 100 + imbalance * 100 * cut.len() / set.len();
            if best.as_ref().is_none_or(|(c, _)| cost < *c) {
                best = Some((cost, cut));
            }
            before += levels[i].len();
        }
        let cut = best.unwrap().1;
        let cut_set: std::collections::BTreeSet<u32> = cut.iter().copied().collect();
        order.extend(&cut);
        let rest: Vec<u32> = set.into_iter().filter(|a| !cut_set.contains(a)).collect();
        if !rest.is_empty() {
            queue.push_back(rest);
        }
    }
    order
}
