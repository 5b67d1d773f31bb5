//! The search against brute force on random models.

use super::{Limits, Outcome, count};
use crate::count::number::Number;
use crate::count::reduced::Reduction;
use crate::count::search::order;
use crate::model::random::{Random, random_model};
use crate::model::{Model, enumerate};

const AMPLE: Limits = Limits { steps: None, memory: 1 << 20, clauses: 20 };

/// The number of solutions, and whether it is exact; `None` where reducing finds a contradiction.
fn counted(model: &Model, limits: Limits, random: &mut Random) -> Option<(Number, bool)> {
    let reduction = Reduction::new(model, &[])?;
    let mut product = Number::Small(1 << reduction.free.len());
    let mut exact = true;
    for part in &reduction.parts {
        let mut order: Vec<u32> = order::order(part, "id");
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u32 + 1) as usize);
        }
        match count(part, &order, limits, &mut || false).0 {
            Outcome::Exactly(ways) => product *= &ways,
            Outcome::AtLeast(ways) => {
                product *= &ways;
                exact = false;
            }
        }
    }
    Some((product, exact))
}

#[test]
fn counts_what_brute_force_counts() {
    let random = &mut Random(0x0dd_ba11_5eed);
    for round in 0..6000 {
        let model = random_model(random);
        let expected = Number::Small(enumerate::count_solutions(&model) as u128);
        for clauses in [AMPLE.clauses, 0] {
            for memory in [AMPLE.memory, 300, 0] {
                let limits = Limits { memory, clauses, ..AMPLE };
                let found = counted(&model, limits, random).unwrap_or((Number::ZERO, true));
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
        let expected = enumerate::count_solutions(&model) as u128;
        let limits = Limits { steps: Some(random.below(120).into()), ..AMPLE };
        let (found, exact) = counted(&model, limits, random).unwrap_or((Number::ZERO, true));
        let Number::Small(found) = found else { panic!("these are small") };
        assert!(if exact { found == expected } else { found <= expected }, "{round}: {model:?} {limits:?}");
        stopped += u32::from(!exact);
        bounds += u32::from(!exact && found > 1);
    }
    assert!(stopped > 500 && bounds > 100, "{stopped} {bounds}");
}
