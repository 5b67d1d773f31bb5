//! The search against brute force on random models.

use super::kernel::Kernel;
use super::parts::Parts;
use super::{Form, Search};
use crate::count::budget::Budget;
use crate::count::reduced::Reduction;
use crate::count::rules::Rules;
use crate::count::search::program::Program;
use crate::model::random::{KINDS, Random, random_model};
use crate::model::{Atom, Body, Fact, Model, RuleId, enumerate};
use crate::solve::literal::Literal;
use crate::solve::{End, Engine};
use crate::{Puzzle, registry};
use gridwright_base::{Cancel, Stopped};
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, Debug)]
struct Limits {
    steps: u64,
    memory: usize,
    clauses: usize,
}

const AMPLE: Limits = Limits { steps: u64::MAX, memory: 1 << 20, clauses: 20 };

/// The number of solutions, and whether it is exact.
fn counted(model: &Model, limits: Limits, random: &mut Random) -> (BigUint, bool) {
    match Reduction::new(model, &[], &mut Budget::ample()).unwrap() {
        Some(reduction) => counted_in(&reduction, limits, random),
        None => (BigUint::ZERO, true),
    }
}

fn counted_in(reduction: &Reduction, limits: Limits, random: &mut Random) -> (BigUint, bool) {
    let mut product = BigUint::from(1u32) << reduction.free.len();
    let mut exact = true;
    for part in &reduction.parts {
        let mut order: Vec<u32> = (0..part.atoms.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u32 + 1) as usize);
        }
        let mut search = Search::with(part, &Form::new(part, usize::MAX).unwrap(), &order, limits.clauses);
        // In two goes, as it may be interrupted anywhere.
        let mut budget = Budget::new(limits.steps, limits.memory, Default::default());
        let first = budget.within(random.below(20).into(), |budget| search.run(budget));
        product *= match first.or_else(|_| search.run(&mut budget)) {
            Ok(number) => number,
            Err(_) => {
                exact = false;
                search.proven(&mut budget)
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
    assert!(stopped > 300 && bounds > 300, "{stopped} {bounds}");
}

/// What was learned may tear a part apart before it is opened; a piece next to which nothing is decided must not be lost.
#[test]
fn a_part_that_is_torn_apart_is_split_completely() {
    let mut model = Model::new(6, &KINDS);
    for pair in [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]] {
        let list = model.list(pair.map(Atom));
        model.rule(0, Body::at_most(list, 1), (0, 0));
    }
    let reduction = Reduction::new(&model, &[], &mut Budget::ample()).unwrap().unwrap();
    let order: Vec<u32> = (0..6).collect();
    let mut kernel =
        Kernel::new(Program::new(&Form::new(&reduction.parts[0], usize::MAX).unwrap(), &order), 0);
    let mut parts = Parts::new(&kernel);
    kernel.decide(Literal::no(2));
    kernel.propagate().unwrap();
    let part = parts.push_whole(&kernel);
    kernel.decide(Literal::yes(0));
    kernel.propagate().unwrap();
    let rest = parts.push_rest(&kernel, part);
    assert_eq!((parts.split(&kernel, part, rest), parts.len()), (0, rest + 2));
    assert_eq!(parts.first_atom(rest + 1, None), Some(3));
}

/// The examples of all genres and the valid boards of the corpus.
fn boards() -> Vec<Arc<Model>> {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut texts: Vec<String> = registry::ALL.iter().map(|genre| genre.example.to_string()).collect();
    for genre in registry::ALL {
        let folder = std::fs::read_dir(corpus.join(genre.id).join("valid")).unwrap();
        let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
        files.sort();
        texts.extend(files.iter().map(|file| std::fs::read_to_string(file).unwrap()));
    }
    texts.iter().map(|text| Puzzle::parse(text).unwrap().model().clone()).collect()
}

/// Boards of every genre, with some rules left out and some facts assumed, against enumeration.
#[test]
fn boards_have_as_many_solutions_as_are_enumerated() {
    let random = &mut Random(0xb0a2_d5ea_2c45);
    let (mut rounds, mut coloured, mut loose, mut weighted, mut bounds) = (0, 0, 0, 0, 0);
    for model in boards().iter().filter(|model| model.atom_count() > 0 && !model.rules().is_empty()) {
        let mut engine = Engine::switchable(model, |_| true);
        engine.limit_steps(Some(20_000));
        for _ in 0..if cfg!(debug_assertions) { 20 } else { 200 } {
            let most = random.below(1 + model.rules().len() as u32 / 4);
            let off: Vec<u32> = (0..most).map(|_| random.below(model.rules().len() as u32)).collect();
            let some = random.below(6);
            let facts = random.subset(model.atom_count() as u32, 1 + some).into_iter().skip(1);
            let facts: Vec<Fact> =
                facts.map(|atom: Atom| Fact { atom, holds: random.below(3) == 0 }).collect();
            engine.switch_off(off.iter().map(|rule| RuleId(*rule)));
            engine.assume(facts.iter().copied());
            let (expected, End::Exhausted) = engine.count() else { continue };
            rounds += 1;
            let mut rules = Rules::default();
            for (_, (terms, bounds)) in (0..).zip(Rules::of(model).iter()).filter(|(i, _)| !off.contains(i)) {
                rules.push(terms, bounds);
            }
            let Ok(Some(reduction)) = Reduction::of(rules, model.atom_count(), &facts, &mut Budget::ample())
            else {
                assert_eq!(expected, 0);
                continue;
            };
            for part in &reduction.parts {
                let order: Vec<u32> = (0..part.atoms.len() as u32).collect();
                let program = Program::new(&Form::new(part, usize::MAX).unwrap(), &order);
                coloured += u32::from(program.colour_words.is_some());
                loose += u32::from(program.loose_covers > 0);
                weighted += u32::from(!program.bounds.is_empty());
            }
            for memory in [AMPLE.memory, 5000] {
                let found = counted_in(&reduction, Limits { memory, ..AMPLE }, random);
                assert_eq!(found, (expected.into(), true), "{model:?} {off:?} {facts:?}");
            }
            let steps = random.below(300).into();
            let (found, exact) = counted_in(&reduction, Limits { steps, ..AMPLE }, random);
            bounds += u32::from(!exact && found > BigUint::ZERO);
            assert!(if exact { found == expected.into() } else { found <= expected.into() });
        }
    }
    assert!(
        rounds > 300 && [coloured, loose, weighted, bounds].iter().all(|times| *times > 20),
        "{rounds} {coloured} {loose} {weighted} {bounds}"
    );
}

#[test]
fn a_search_on_a_large_board_looks_at_its_token_in_time() {
    let rows = format!("{}\n", ".".repeat(25)).repeat(25);
    let puzzle = Puzzle::parse(&format!("gridwright sudoku rules=latin\n{rows}")).unwrap();
    let looks = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&looks);
    let cancel = Cancel::when(move || counter.fetch_add(1, Ordering::Relaxed) == u64::MAX);
    let mut budget = Budget::new(2000, 1 << 30, gridwright_base::Limits::default().cancel(cancel));
    let reduction = Reduction::new(puzzle.model(), &[], &mut Budget::ample()).unwrap().unwrap();
    let part = &reduction.parts[0];
    let order: Vec<u32> = (0..part.atoms.len() as u32).collect();
    let form = Form::new(part, usize::MAX);
    let mut search = Search::new(part, form.as_ref(), &order, &mut budget).unwrap();
    assert_eq!(search.run(&mut budget), Err(Stopped::Steps));
    let looks = looks.load(Ordering::Relaxed);
    // Steps alone are reason for at most one in fifty.
    assert!(looks > 50, "{looks}");
}
