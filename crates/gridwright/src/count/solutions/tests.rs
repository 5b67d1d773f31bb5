//! Shares against brute force, samples against the uniform distribution.

use super::super::tests::{random_facts, solutions};
use super::super::{BigUint, Counter, limbs};
use super::Kind;
use crate::model::random::{Random as TestRandom, random_crossings, random_model};
use crate::model::{Board, Fact, Model};
use crate::solve::Engine;
use crate::{Puzzle, registry};
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

#[test]
fn shares_agree_with_brute_force() {
    let random = &mut TestRandom(0x5eed_0f5b_a1e5_0001);
    let (mut tables, mut out_of_steps, mut out_of_memory) = (0, 0, 0);
    for round in 0..6000 {
        let model = Arc::new(if round % 3 == 0 { random_crossings(random) } else { random_model(random) });
        let facts = random_facts(random, &model);
        let expected = solutions(&model, &facts);
        let mut counter = Counter::new(&model);
        counter.assume(facts.iter().copied());
        let shares = counter.marginals().unwrap();
        assert_eq!(shares.total, expected.len().into(), "{model:?} {facts:?}");
        for atom in model.atoms() {
            let holds = expected.iter().filter(|board| board.is_yes(atom)).count();
            assert_eq!(*shares.of(atom), holds.into(), "{model:?} {facts:?} {atom:?}");
            let part = shares.proportion(atom);
            let always = holds > 0 && holds == expected.len();
            assert_eq!((part.is_never(), part.is_always()), (holds == 0, always));
            let scaled = part.thousandths() as usize * expected.len();
            assert!(scaled.abs_diff(1000 * holds) <= expected.len());
        }
        tables += u32::from(matches!(counter.solutions().unwrap().0.kind, Kind::Combined { .. }));
        let memory = random.below(20_000) as usize;
        counter.limit(&Limits::default().memory(memory).steps(u64::from(random.below(150))));
        match counter.marginals() {
            Ok(limited) => assert_eq!(limited, shares, "{model:?} {facts:?}"),
            Err(Stopped::Steps) => out_of_steps += 1,
            Err(Stopped::Memory) => out_of_memory += 1,
            Err(Stopped::Cancelled | Stopped::Time) => panic!("nobody did"),
            Err(Stopped::Size) => panic!("they are small"),
        }
    }
    assert!(tables > 2000, "tables were made {tables} times");
    assert!(out_of_steps > 100 && out_of_memory > 100, "{out_of_steps} {out_of_memory}");
}

#[test]
fn a_budget_that_ended_stays_so() {
    let puzzle = Puzzle::parse("6x6:zj").unwrap();
    for polls in [0, 1, 2, 5, 20] {
        let mut counter = Counter::new(puzzle.model());
        let left = AtomicI32::new(polls);
        let cancel = Cancel::when(move || left.fetch_sub(1, Ordering::Relaxed) == 0);
        counter.limit(&Limits::default().cancel(cancel));
        assert_eq!(counter.marginals().unwrap_err(), Stopped::Cancelled, "{polls}");
        assert_eq!(counter.sampler().err(), Some(Stopped::Cancelled), "{polls}");
    }
}

/// Whether these tallies are implausible for equally likely cases, by Pearson's test: of a chi-square
/// distribution with d degrees of freedom, less than e^-25 lies above d + 10 sqrt(d) + 50 (Laurent and Massart).
fn deviates(outcomes: &[u32]) -> bool {
    let expected = f64::from(outcomes.iter().sum::<u32>()) / outcomes.len() as f64;
    let squares = outcomes.iter().map(|outcome| (f64::from(*outcome) - expected).powi(2));
    let freedom = outcomes.len() as f64 - 1.0;
    squares.sum::<f64>() / expected > freedom + 10.0 * freedom.sqrt() + 50.0
}

/// How often each of the solutions, which are sorted, is drawn.
fn tally(sorted: &[Vec<bool>], mut draw: impl FnMut() -> Board) -> Vec<u32> {
    let mut outcomes = vec![0; sorted.len()];
    for _ in 0..sorted.len() * 100 {
        let at = sorted.binary_search(&values(&draw()));
        outcomes[at.expect("what is drawn is a solution")] += 1;
    }
    outcomes
}

/// The values of all atoms, which must be known.
fn values(board: &Board) -> Vec<bool> {
    let facts: Vec<Fact> = board.facts().collect();
    assert_eq!(facts.len(), board.len());
    facts.into_iter().map(|fact| fact.holds).collect()
}

/// A likely mistake: each atom in turn gets a value at random from those with which a solution is left.
fn draw_atom_by_atom(sorted: &[Vec<bool>], random: &mut Random) -> Board {
    let mut left = sorted;
    for atom in 0..sorted[0].len() {
        let (no, yes) = left.split_at(left.partition_point(|solution| !solution[atom]));
        left = match (no.is_empty(), yes.is_empty()) {
            (true, _) => yes,
            (_, true) => no,
            _ => [no, yes][random.below(2) as usize],
        };
    }
    let facts = left[0].iter().zip(0..).map(|(&holds, atom)| Fact { atom: crate::model::Atom(atom), holds });
    let mut board = Board::open(sorted[0].len());
    board.extend(facts);
    board
}

/// Asserts that a model's solutions are drawn uniformly. Returns whether the test detects a biased sampler.
fn check_samples(model: &Arc<Model>, facts: &[Fact], solutions: Vec<Board>, seed: u64) -> bool {
    let mut counter = Counter::new(model);
    counter.assume(facts.iter().copied());
    let sampler = counter.sampler().unwrap();
    assert_eq!(sampler.total(), solutions.len().into());
    let random = &mut Random::new(seed);
    if solutions.is_empty() {
        assert!(sampler.draw(random).is_none());
        return false;
    }
    let mut sorted: Vec<Vec<bool>> = solutions.iter().map(values).collect();
    sorted.sort_unstable();
    let outcomes = tally(&sorted, || sampler.draw(random).unwrap());
    assert!(!deviates(&outcomes), "{model:?} {facts:?} {outcomes:?}");
    deviates(&tally(&sorted, || draw_atom_by_atom(&sorted, random)))
}

#[test]
fn samples_of_random_models_are_uniform() {
    let random = &mut TestRandom(0x5eed_0f5b_a1e5_0002);
    let (mut mistakes, mut models, mut unsolvable) = (0, 0, 0);
    while models < 200 {
        let model = Arc::new(if models % 3 == 0 { random_crossings(random) } else { random_model(random) });
        let facts = random_facts(random, &model);
        let solutions = solutions(&model, &facts);
        unsolvable += u32::from(solutions.is_empty());
        models += u32::from((3..100).contains(&solutions.len()));
        if solutions.len() < 100 {
            mistakes += u32::from(check_samples(&model, &facts, solutions, models.into()));
        }
    }
    assert!(unsolvable > 0);
    assert!(mistakes > 50, "the mistake was seen in {mistakes} of {models} models");
}

#[test]
fn samples_of_boards_are_uniform_and_shares_those_of_all_solutions() {
    for genre in registry::ALL {
        let folder = format!("{}/../../corpus/{}/valid", env!("CARGO_MANIFEST_DIR"), genre.id);
        let mut tables = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let text: String = text.split_inclusive('\n').filter(|line| !line.starts_with("//")).collect();
            let puzzle = Puzzle::parse(&text).unwrap();
            let model = puzzle.model();
            let (found, _) = Engine::new(model).at_most(300);
            if found.len() == 300 {
                continue;
            }
            let shares = Counter::new(model).marginals().unwrap();
            for atom in model.atoms() {
                let holds = found.iter().filter(|board| board.is_yes(atom)).count();
                assert_eq!(*shares.of(atom), holds.into(), "{}: {atom:?}", path.display());
            }
            let kind = Counter::new(model).solutions().unwrap().0.kind;
            tables += u32::from(matches!(kind, Kind::Combined { .. }));
            check_samples(model, &[], found, 1);
        }
        assert!(tables > 0, "no board of {} needs tables", genre.id);
    }
}

#[test]
fn the_same_seed_gives_the_same_samples() {
    let puzzle = Puzzle::parse("6x6:zj").unwrap();
    let draw = |seed| {
        let (sampler, mut random) = (Counter::new(puzzle.model()).sampler().unwrap(), Random::new(seed));
        assert_eq!(sampler.total(), BigUint::from(720u32));
        (0..20).map(|_| sampler.draw(&mut random).unwrap()).collect::<Vec<Board>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

#[test]
fn large_numbers_are_uniform() {
    // Each bound is three times a power of two; a number's high bits show which third it lies in.
    let bounds: [(&[u64], u32); 3] = [(&[3 << 62], 62), (&[1 << 63, 1], 63), (&[0, 0, 3], 128)];
    let random = &mut Random::new(3);
    for (bound, shift) in bounds {
        let third = |number: &[u64]| {
            let third: BigUint = super::from_words(number) >> shift;
            usize::try_from(third).unwrap()
        };
        let (mut outcomes, mut biased) = ([0; 3], [0; 3]);
        for _ in 0..30_000 {
            outcomes[third(&limbs::below(bound, random).unwrap())] += 1;
            // As many bits as the bound has, and the remainder: the first third comes up twice as often.
            let bits: Vec<u64> = bound.iter().map(|_| random.bits()).collect();
            let bits = super::from_words(&bits) % (BigUint::from(1u32) << (shift + 2));
            biased[third(&(bits % super::from_words(bound)).to_u64_digits())] += 1;
        }
        assert!(!deviates(&outcomes), "{bound:?}: {outcomes:?}");
        assert!(deviates(&biased), "{bound:?}: {biased:?}");
    }
    assert_eq!(limbs::below(&[0, 0], random), None);
    assert_eq!(limbs::below(&[1, 0], random), Some(vec![0]));
}
