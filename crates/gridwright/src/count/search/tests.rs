//! The search against brute force on random models.

use super::Search;
use crate::count::budget::Budget;
use crate::count::reduced::Reduction;
use crate::model::random::{Random, random_model};
use crate::model::{Model, enumerate};
use num_bigint::BigUint;

#[derive(Clone, Copy, Debug)]
struct Limits {
    steps: u64,
    memory: usize,
    clauses: usize,
}

const AMPLE: Limits = Limits { steps: u64::MAX, memory: 1 << 20, clauses: 20 };

/// The number of solutions, and whether it is exact.
fn counted(model: &Model, limits: Limits, random: &mut Random) -> (BigUint, bool) {
    let Some(reduction) = Reduction::new(model, &[]) else { return (BigUint::ZERO, true) };
    let mut product = BigUint::from(1u32) << reduction.free.len();
    let mut exact = true;
    for part in &reduction.parts {
        let mut order: Vec<u32> = (0..part.atoms.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u32 + 1) as usize);
        }
        let mut search = Search::with(part, &order, limits.clauses);
        // In two goes, as it may be interrupted anywhere.
        let mut budget = Budget::new(limits.steps, limits.memory, None);
        let first = budget.within(random.below(20).into(), |budget| search.run(budget));
        product *= match first.or_else(|_| search.run(&mut budget)) {
            Ok(number) => number,
            Err(_) => {
                exact = false;
                search.proven()
            }
        };
    }
    (product, exact)
}

#[test]
fn counts_what_brute_force_counts() {
    let random = &mut Random(0x0dd_ba11_5eed);
    for round in 0..6000 {
        let model = random_model(random);
        let expected = BigUint::from(enumerate::count_solutions(&model));
        for clauses in [AMPLE.clauses, 0] {
            for memory in [AMPLE.memory, 300, 2100, 0] {
                let limits = Limits { memory, clauses, ..AMPLE };
                let found = counted(&model, limits, random);
                assert_eq!(found, (expected.clone(), true), "{round}: {model:?} {limits:?}");
            }
        }
    }
}

#[test]
fn a_stopped_count_proves_no_more_than_there_is() {
    let random = &mut Random(0xfee_1dea_dbee);
    let (mut stopped, mut bounds) = (0, 0);
    for round in 0..6000 {
        let model = random_model(random);
        let expected = BigUint::from(enumerate::count_solutions(&model));
        let limits = Limits { steps: random.below(40).into(), ..AMPLE };
        let (found, exact) = counted(&model, limits, random);
        assert!(if exact { found == expected } else { found <= expected }, "{round}: {model:?} {limits:?}");
        stopped += u32::from(!exact);
        bounds += u32::from(!exact && found > 1u32.into());
    }
    assert!(stopped > 500 && bounds > 300, "{stopped} {bounds}");
}
