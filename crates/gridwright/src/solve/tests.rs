//! The engine against brute force on random models.

use super::*;
use crate::model::random::{KINDS, Random, random_model};
use crate::model::{Atom, Body, Value};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

fn kept(model: &Model, rule: RuleId, bits: u32) -> bool {
    let rule = model.get(rule);
    let sum: u32 = model.rule_atoms(rule).filter(|(a, _)| bits >> a.0 & 1 == 1).map(|(_, w)| w).sum();
    rule.body.bounds().contains(sum)
}

/// All solutions as bit sets, under facts and with some rules off.
pub(super) fn brute_force(model: &Model, facts: &[Fact], off: &[RuleId]) -> BTreeSet<u32> {
    (0..1u32 << model.atom_count())
        .filter(|bits| facts.iter().all(|f| (bits >> f.atom.0 & 1 == 1) == f.holds))
        .filter(|bits| model.rule_ids().all(|(id, _)| off.contains(&id) || kept(model, id, *bits)))
        .collect()
}

fn bits(board: &Board) -> u32 {
    assert!(board.is_complete());
    board.yes().map(|a| 1 << a.0).sum()
}

/// The lexicographically first solution, "yes" before "no" from atom 0 on.
fn lexicographic(solutions: &BTreeSet<u32>) -> Option<u32> {
    solutions.iter().copied().max_by_key(|bits| bits.reverse_bits())
}

/// One at a time; the engine comes back for further questions.
fn all_solutions(engine: &mut Engine) -> Vec<Board> {
    let mut solutions = std::mem::take(engine).solutions();
    let all = solutions.by_ref().collect();
    *engine = solutions.into_engine();
    all
}

/// What is learned from conflicts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Learning {
    Clauses,
    /// Clauses, and counts after a few conflicts.
    Both,
    Counts,
}

pub(super) fn engine(model: &Model, learning: Learning, can_switch: impl Fn(RuleId) -> bool) -> Engine {
    let mut engine = Engine::default();
    engine.search.clauses_for = Some(match learning {
        Learning::Clauses => u64::MAX,
        Learning::Both => 2,
        Learning::Counts => 0,
    });
    engine.load_switchable(model, can_switch);
    engine
}

#[test]
fn every_question_agrees_with_brute_force() {
    ask_everything(Learning::Clauses, random_model, 6000);
}

/// Asks every question about random models, under facts and with rules switched off. Returns how many counts that are no
/// clauses were learned.
pub(super) fn ask_everything(learning: Learning, make: fn(&mut Random) -> Model, rounds: u32) -> usize {
    let random = &mut Random(0x9e37_79b9_7f4a_7c15);
    let mut reused = engine(&Model::new(0, &KINDS), learning, |_| false);
    let (mut minimised, mut learned) = (0, 0);
    for round in 0..rounds {
        let model = make(random);
        let atoms = model.atom_count() as u32;
        let off: Vec<RuleId> = model.rule_ids().map(|(id, _)| id).filter(|_| random.below(4) == 0).collect();
        let is_plain = round % 2 == 0;
        let can_switch = |id: RuleId| !is_plain && (!id.0.is_multiple_of(3) || off.contains(&id));
        let mut engine = engine(&model, learning, can_switch);
        for question in 0..4 {
            let facts: Vec<Fact> = match question {
                0 => Vec::new(),
                _ => random
                    .subset(atoms, 3)
                    .into_iter()
                    .map(|atom| Fact { atom, holds: random.below(2) == 0 })
                    .collect(),
            };
            let off = if round % 2 == 1 && question >= 2 { off.clone() } else { Vec::new() };
            engine.assume(facts.clone());
            engine.switch_off(off.clone());
            let expected = brute_force(&model, &facts, &off);
            // An engine without learned clauses meets more conflicts.
            let mut fresh = self::engine(&model, learning, can_switch);
            fresh.assume(facts.clone());
            fresh.switch_off(off.clone());
            check_status(&mut fresh, &model, &facts, &off, &expected);
            check(&mut engine, &model, &facts, &off, &expected);
            let pieces = engine.split(1 + random.below(9) as usize);
            for &solution in &expected {
                let keeps = |f: &Fact| (solution >> f.atom.0 & 1 == 1) == f.holds;
                assert_eq!(pieces.iter().filter(|facts| facts.iter().all(keeps)).count(), 1, "{model:?}");
            }
            if round % 2 == 1 {
                minimised += check_minimal(&mut engine, &model, &facts, &off, &expected);
            }
        }
        learned += super::counting_tests::check_learned(&engine, &model);
        // A reused engine works exactly like a new one.
        reused.load(&model);
        let mut fresh = self::engine(&model, learning, |_| false);
        assert_eq!(reused.count(), fresh.count());
        assert_eq!(reused.steps(), fresh.steps());
    }
    assert!(minimised > rounds as usize / 12, "rules were left out {minimised} times");
    learned
}

/// Returns how many rules were left out.
fn check_minimal(
    engine: &mut Engine,
    model: &Model,
    facts: &[Fact],
    off: &[RuleId],
    expected: &BTreeSet<u32>,
) -> usize {
    let switches = engine.search.kernel.program.switches.clone();
    let needed = match engine.minimise(model, &switches) {
        Minimal::Needed(needed) => needed,
        Minimal::NotUnique(_) => {
            assert_ne!(expected.len(), 1);
            return 0;
        }
        Minimal::Unknown(_) => panic!("there is no budget"),
    };
    assert_eq!(expected.len(), 1);
    let left_out: Vec<RuleId> = switches.iter().copied().filter(|rule| !needed.contains(rule)).collect();
    assert!(off.iter().all(|rule| left_out.contains(rule)));
    assert_eq!(&brute_force(model, facts, &left_out), expected, "{model:?} {facts:?} {off:?}");
    for &rule in &needed {
        let without: Vec<RuleId> = left_out.iter().copied().chain([rule]).collect();
        assert!(brute_force(model, facts, &without).len() > 1, "{model:?} {facts:?} {off:?} {rule:?}");
    }
    check_minimal_groups(engine, model, facts, off, expected);
    left_out.len() - off.len()
}

fn check_minimal_groups(
    engine: &mut Engine,
    model: &Model,
    facts: &[Fact],
    off: &[RuleId],
    expected: &BTreeSet<u32>,
) {
    let switches = engine.search.kernel.program.switches.clone();
    let groups: Vec<&[RuleId]> = switches.chunks(2).collect();
    let Minimal::Needed(needed) = engine.minimise_groups(model, &groups) else {
        panic!("it has one solution")
    };
    let left_out: Vec<RuleId> = switches.iter().copied().filter(|rule| !needed.contains(rule)).collect();
    assert!(off.iter().all(|rule| left_out.contains(rule)));
    assert_eq!(&brute_force(model, facts, &left_out), expected, "{model:?} {facts:?} {off:?}");
    for group in groups {
        let is_kept = group.iter().any(|rule| needed.contains(rule));
        assert!(group.iter().all(|rule| off.contains(rule) || needed.contains(rule) == is_kept));
        let without: Vec<RuleId> = left_out.iter().chain(group).copied().collect();
        assert_eq!(brute_force(model, facts, &without).len() > 1, is_kept, "{model:?} {facts:?} {group:?}");
    }
}

fn check_clash(engine: &Engine, model: &Model, facts: &[Fact], off: &[RuleId]) {
    let (blamed_facts, blamed_rules) = engine.clash();
    assert!(blamed_facts.iter().all(|f| facts.contains(f)));
    assert!(blamed_rules.iter().all(|r| !off.contains(r)));
    let spared: Vec<RuleId> = engine.search.kernel.program.switches.clone();
    let spared: Vec<RuleId> = spared.into_iter().filter(|r| !blamed_rules.contains(r)).collect();
    assert!(brute_force(model, &blamed_facts, &spared).is_empty(), "the clash suffices");
}

fn check_status(
    engine: &mut Engine,
    model: &Model,
    facts: &[Fact],
    off: &[RuleId],
    expected: &BTreeSet<u32>,
) {
    match engine.status() {
        Status::None => {
            assert_eq!(expected.len(), 0, "{model:?} {facts:?} {off:?}");
            check_clash(engine, model, facts, off);
        }
        Status::Unique(board) => assert_eq!(*expected, BTreeSet::from([bits(&board)])),
        Status::Multiple(a, b) => {
            assert!(bits(&a) != bits(&b) && [a, b].iter().all(|board| expected.contains(&bits(board))));
        }
        Status::Unknown { .. } => panic!("there is no budget"),
    }
}

fn check(engine: &mut Engine, model: &Model, facts: &[Fact], off: &[RuleId], expected: &BTreeSet<u32>) {
    let all: Vec<u32> = all_solutions(engine).iter().map(bits).collect();
    assert_eq!(all.len(), expected.len(), "{model:?} {facts:?} {off:?}");
    assert_eq!(&all.into_iter().collect::<BTreeSet<u32>>(), expected);
    assert_eq!(engine.count(), (expected.len() as u128, End::Exhausted));
    match engine.solve() {
        Answer::Solution(board) => assert!(expected.contains(&bits(&board))),
        Answer::None => {
            assert!(expected.is_empty());
            check_clash(engine, model, facts, off);
        }
        Answer::Unknown(_) => panic!("there is no budget"),
    }
    let first = match engine.first() {
        Answer::Solution(board) => Some(bits(&board)),
        _ => None,
    };
    assert_eq!(first, lexicographic(expected));
    check_status(engine, model, facts, off, expected);
    match engine.common() {
        Common::Board(board) => {
            for atom in model.atoms() {
                let yes = expected.iter().filter(|bits| *bits >> atom.0 & 1 == 1).count();
                let value = match yes {
                    0 => Value::No,
                    n if n == expected.len() => Value::Yes,
                    _ => Value::Open,
                };
                assert_eq!(board.get(atom), value);
            }
        }
        Common::None => assert!(expected.is_empty()),
        Common::Unknown(..) => panic!("there is no budget"),
    }
}

#[test]
fn a_budget_ends_in_unknown_and_can_be_raised() {
    let mut model = Model::new(12, &KINDS);
    for pair in 0..6 {
        let list = model.list([Atom(2 * pair), Atom(2 * pair + 1)]);
        model.rule(0, Body::exactly(list, 1), (0, 0));
    }
    let mut engine = Engine::new(&model);
    engine.limit_steps(Some(5));
    assert_eq!(engine.solve(), Answer::Unknown(Stopped::Steps));
    assert_eq!(engine.status(), Status::Unknown { found: None, why: Stopped::Steps });
    engine.limit_steps(Some(100));
    let (number, end) = engine.count();
    assert!(number < 64 && end == End::Stopped(Stopped::Steps));
    engine.limit_steps(None);
    assert_eq!(engine.count(), (64, End::Exhausted));
    // What is left of a budget goes over to the next model.
    engine.limit_steps(Some(10));
    engine.load(&model);
    assert_eq!(engine.count().1, End::Stopped(Stopped::Steps));
    assert!(engine.steps() < 40, "{}", engine.steps());
}

/// One queen in every row and column, at most one in every diagonal.
fn queens(side: u32) -> Model {
    let mut model = Model::new((side * side) as usize, &KINDS);
    let mut line = |least, cells: Vec<(u32, u32)>| {
        let list = model.list(cells.into_iter().map(|(row, col)| Atom(row * side + col)));
        model.rule(0, Body::Sum { list, lo: least, hi: 1 }, (0, 0));
    };
    let cells = || (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
    for i in 0..side {
        line(1, cells().filter(|(row, _)| *row == i).collect());
        line(1, cells().filter(|(_, col)| *col == i).collect());
    }
    for i in 0..2 * side - 1 {
        line(0, cells().filter(|(row, col)| row + col == i).collect());
        line(0, cells().filter(|(row, col)| row + side - 1 - col == i).collect());
    }
    model
}

/// The digits 1 to 9 in a square whose rows, columns and diagonals sum to 15.
fn magic_square() -> Model {
    let mut model = Model::new(81, &KINDS);
    for i in 0..9 {
        for atoms in
            [(0..9).map(|k| Atom(9 * i + k)).collect::<Vec<_>>(), (0..9).map(|k| Atom(9 * k + i)).collect()]
        {
            let list = model.list(atoms);
            model.rule(0, Body::exactly(list, 1), (0, 0));
        }
    }
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let list =
            model.weighted_list(line.into_iter().flat_map(|c| (0..9).map(move |d| (Atom(9 * c + d), d + 1))));
        model.rule(0, Body::exactly(list, 15), (0, 0));
    }
    model
}

/// Many conflicts, restarts and forgetting, and questions that are broken off in between.
#[test]
fn long_searches_on_one_engine_stay_right() {
    let random = &mut Random(0x1234_5678_9abc_def1);
    for (model, number) in [(queens(6), 4), (queens(7), 40), (queens(8), 92), (magic_square(), 8)] {
        let all: Vec<Board> = Engine::new(&model).solutions().collect();
        assert_eq!(all.len(), number);
        assert!(
            all.iter().all(|board| crate::model::verdict(&model, board) == crate::model::Verdict::Solved)
        );
        let mut engine = Engine::switchable(&model, |rule| rule.0 % 2 == 0);
        for _ in 0..12 {
            engine.assume([]);
            engine.switch_off(model.rule_ids().map(|(id, _)| id).filter(|_| random.below(4) == 0));
            engine.limit_steps(Some(random.below(20_000).into()));
            engine.at_most(50);
            engine.common();
            engine.first();
            engine.limit_steps(None);
            engine.switch_off([]);
            let example = &all[random.below(number as u32) as usize];
            let atoms = random.subset(model.atom_count() as u32, 4);
            let facts: Vec<Fact> = atoms
                .into_iter()
                .map(|atom| Fact { atom, holds: example.is_yes(atom) != (random.below(10) == 0) })
                .collect();
            engine.assume(facts.clone());
            let fits = |board: &&Board| facts.iter().all(|fact| board.is_yes(fact.atom) == fact.holds);
            let expected: Vec<&Board> = all.iter().filter(fits).collect();
            let found = all_solutions(&mut engine);
            assert_eq!(found.len(), expected.len());
            assert!(found.iter().all(|board| expected.contains(&board)));
            let shared = |atom| expected.iter().all(|board| board.get(atom) == expected[0].get(atom));
            match engine.common() {
                Common::Board(board) => {
                    assert!(model.atoms().all(|atom| (board.get(atom) != Value::Open) == shared(atom)));
                }
                answer => assert!(answer == Common::None && expected.is_empty()),
            }
            let yes = |board: &Board| model.atoms().map(|atom| board.is_yes(atom)).collect::<Vec<bool>>();
            match engine.first() {
                Answer::Solution(board) => {
                    assert_eq!(Some(yes(&board)), expected.iter().map(|board| yes(board)).max());
                }
                answer => assert!(answer == Answer::None && expected.is_empty()),
            }
        }
    }
}

#[test]
fn a_first_solution_that_was_broken_off_is_unknown() {
    let model = queens(8);
    let first = Engine::new(&model).first();
    let mut unknown = 0;
    for patience in 0..40 {
        let mut engine = Engine::new(&model);
        let asked = AtomicU64::new(1);
        engine.cancel_by(&Cancel::when(move || asked.fetch_add(1, Ordering::Relaxed) == patience));
        match engine.first() {
            Answer::Unknown(Stopped::Cancelled) => unknown += 1,
            answer => assert_eq!(answer, first),
        }
    }
    assert!(unknown > 3, "{unknown}");
}
