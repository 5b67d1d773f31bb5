//! Counting against brute force on random models.

use super::budget::Budget;
use super::reduced::{Reduced, Reduction};
use super::rules::total;
use super::{Count, Counter, Enumeration, HEAD_START, Limits, Stopped};
use crate::model::random::{Random, random_crossings, random_model};
use crate::model::{Atom, Board, Fact, Model, Value, enumerate};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// All solutions under some facts.
pub(super) fn solutions(model: &Model, facts: &[Fact]) -> Vec<Board> {
    let mut found = Vec::new();
    enumerate::for_each_solution(model, |board| {
        if facts.iter().all(|fact| board.is_yes(fact.atom) == fact.holds) {
            found.push(board.clone());
        }
    });
    found
}

pub(super) fn random_facts(random: &mut Random, model: &Model) -> Vec<Fact> {
    let atoms = model.atom_count() as u32;
    let some = random.below(4).checked_sub(1);
    let picked = some.map_or(Vec::new(), |most| random.subset(atoms, most + 1));
    picked.into_iter().map(|atom| Fact { atom, holds: random.below(2) == 0 }).collect()
}

fn keeps(part: &Reduced, is_yes: impl Fn(Atom) -> bool) -> bool {
    part.rules.iter().all(|(terms, bounds)| {
        let yes = terms.iter().filter(|term| is_yes(part.atoms[term.atom as usize]));
        (bounds.lo..=bounds.hi).contains(&yes.map(|term| term.weight).sum())
    })
}

#[test]
fn reductions_keep_all_solutions_and_no_others() {
    let random = &mut Random(0x1234_5678_9abc_def1);
    for _ in 0..4000 {
        let model = random_model(random);
        let facts = random_facts(random, &model);
        let expected = solutions(&model, &facts);
        let Ok(Some(reduction)) = Reduction::new(&model, &facts, &mut Budget::ample()) else {
            assert!(expected.is_empty(), "{model:?} {facts:?}");
            continue;
        };
        let kept = (0..1u32 << model.atom_count()).filter(|bits| {
            let is_yes = |atom: Atom| bits >> atom.0 & 1 == 1;
            reduction.fixed.iter().all(|fact| is_yes(fact.atom) == fact.holds)
                && reduction.parts.iter().all(|part| keeps(part, is_yes))
        });
        let kept: Vec<u32> = kept.collect();
        let mut bits: Vec<u32> = expected.iter().map(|board| board.yes().map(|a| 1 << a.0).sum()).collect();
        bits.sort_unstable();
        assert_eq!(kept, bits, "{model:?} {facts:?} {reduction:?}");
        check_shape(&model, &reduction);
    }
}

fn check_shape(model: &Model, reduction: &Reduction) {
    let mut seen = vec![Value::Open; model.atom_count()];
    let mut see =
        |atom: Atom| assert_eq!(std::mem::replace(&mut seen[atom.index()], Value::Yes), Value::Open);
    reduction.fixed.iter().for_each(|fact| see(fact.atom));
    reduction.free.iter().for_each(|&atom| see(atom));
    reduction.parts.iter().flat_map(|part| &part.atoms).for_each(|&atom| see(atom));
    assert!(!seen.contains(&Value::Open));
    for part in &reduction.parts {
        assert!(part.rules.len() > 0 && part.atoms.is_sorted());
        let mut in_rule = vec![false; part.atoms.len()];
        for (terms, bounds) in part.rules.iter() {
            let all = total(terms);
            assert!(bounds.lo <= bounds.hi && bounds.hi <= all && (bounds.lo > 0 || bounds.hi < all));
            assert!(terms.iter().all(|t| t.weight <= bounds.hi && all - t.weight >= bounds.lo));
            terms.iter().for_each(|term| in_rule[term.atom as usize] = true);
        }
        assert!(!in_rule.contains(&false));
    }
}

#[test]
fn counts_agree_with_brute_force() {
    let random = &mut Random(0x0bad_cafe_dead_beef);
    let mut bounds = 0;
    for round in 0..9000 {
        let model = Arc::new(if round % 3 == 0 { random_crossings(random) } else { random_model(random) });
        let facts = random_facts(random, &model);
        let expected = solutions(&model, &facts).len();
        let mut counter = Counter::new(&model);
        counter.assume(facts.iter().copied());
        assert_eq!(counter.count(), Count::Exactly(expected.into()), "{model:?} {facts:?}");
        let memory = random.below(20_000) as usize;
        counter.limit(&Limits::default().memory(memory).steps(u64::from(random.below(60))));
        match counter.count() {
            Count::Exactly(number) => assert_eq!(number, expected.into(), "{model:?} {facts:?}"),
            Count::AtLeast(number, _) => {
                bounds += 1;
                assert!(number <= expected.into(), "{model:?} {facts:?} {number}");
            }
        }
    }
    assert!(bounds > 100, "the budget ended {bounds} times");
}

/// Has found everything after some number of steps.
struct Patient {
    left: u64,
    taken: Arc<AtomicU64>,
}

impl Enumeration for Patient {
    fn go_on(&mut self, steps: u64) -> bool {
        self.taken.fetch_add(steps, Ordering::Relaxed);
        self.left = self.left.saturating_sub(steps);
        self.left == 0
    }

    fn found(&self) -> u64 {
        if self.left == 0 { 12_345 } else { 1 }
    }
}

#[test]
fn the_first_of_two_ways_to_finish_gives_the_number() {
    let puzzle: crate::Puzzle = "5x5:y".parse().unwrap();
    let race = |left: u64, limits: Limits| {
        let taken = Arc::default();
        let mut counter = Counter::new(puzzle.model());
        counter.limit(&limits);
        counter.race(Box::new(Patient { left, taken: Arc::clone(&taken) }));
        (counter.count(), taken.load(Ordering::Relaxed))
    };
    let (by_tables, work) = race(u64::MAX, Limits::default());
    assert_eq!(by_tables, Count::Exactly(120u32.into()));
    assert!(work > 100, "{work}");
    for left in [1, HEAD_START + 1, work / 2, work] {
        let (number, taken) = race(left, Limits::default());
        assert_eq!(number, Count::Exactly(12_345u32.into()), "{left}");
        assert!(taken <= work);
    }
    // It has no steps that could be limited, and helps where memory ends.
    assert_eq!(race(1, Limits::default().steps(1 << 30)), (by_tables, 0));
    let (bound, _) = race(u64::MAX, Limits::default().memory(1));
    assert!(matches!(bound, Count::AtLeast(_, Stopped::Memory)));
}
