//! Learned counts: every question and every lesson against brute force, on models that take counting.

use super::literal::Literal;
use super::tests::{Learning, ask_everything, brute_force};
use super::{Answer, Common, Engine, Minimal, Status};
use crate::model::random::{KINDS, Random, random_model};
use crate::model::{Atom, Body, Model, RuleId};
use std::collections::BTreeSet;

/// Sums over half of the atoms with bounds in the middle, some of them weighted, and a few other rules.
fn random_sums(random: &mut Random) -> Model {
    let atoms = 8 + random.below(4);
    let mut model = Model::new(atoms as usize, &KINDS);
    for _ in 0..4 + random.below(5) {
        let mut members = BTreeSet::new();
        while (members.len() as u32) < 3 + random.below(atoms - 4) {
            members.insert(Atom(random.below(atoms)));
        }
        let is_weighted = random.below(4) == 0;
        let weights: Vec<u32> =
            members.iter().map(|_| if is_weighted { 1 + random.below(3) } else { 1 }).collect();
        let total: u32 = weights.iter().sum();
        let list = model.weighted_list(members.into_iter().zip(weights));
        let lo = (total / 2).saturating_sub(random.below(3));
        let body = match random.below(4) {
            0 => Body::at_least(list, total / 2 + 1),
            1 => Body::at_most(list, lo),
            _ => Body::Sum { list, lo, hi: lo + random.below(2) },
        };
        model.rule(0, body, (0, 0));
    }
    for _ in 0..random.below(5) {
        if let [a, b, ..] = random.subset(atoms, 4)[..] {
            model.rule(0, Body::Pair(a, b), (0, 0));
        }
    }
    if random.below(2) == 0 {
        let [a, b] = [(); 2].map(|()| {
            let members = random.subset(atoms, 4);
            model.list(members)
        });
        model.rule(0, Body::Either(a, b), (0, 0));
    }
    model
}

/// Proves every learned count again; returns how many need more than one literal.
pub(super) fn check_learned(engine: &Engine, model: &Model) -> usize {
    let kernel = &engine.search.kernel;
    let switch = |literal: &Literal| literal.atom().checked_sub(kernel.program.atoms);
    for (literals, conditions, need) in &kernel.learned {
        let on: Vec<RuleId> =
            conditions.iter().filter_map(switch).map(|i| kernel.program.switches[i]).collect();
        let off: Vec<RuleId> =
            kernel.program.switches.iter().copied().filter(|rule| !on.contains(rule)).collect();
        for solution in brute_force(model, &[], &off) {
            let holds = |l: &&Literal| (solution >> l.atom() & 1 == 1) == l.holds();
            let number = literals.iter().filter(holds).count() as i32;
            let is_met = conditions.iter().filter(|l| switch(l).is_none()).any(|l| holds(&l));
            assert!(is_met || number >= *need, "{model:?} {literals:?} {conditions:?} {need} {solution:b}");
        }
    }
    kernel.learned.iter().filter(|(_, _, need)| *need > 1).count()
}

#[test]
fn every_question_agrees_with_brute_force() {
    ask_everything(Learning::Counts, random_model, 3000);
    ask_everything(Learning::Both, random_model, 3000);
}

#[test]
fn every_question_about_sums_agrees_with_brute_force() {
    let learned = ask_everything(Learning::Counts, random_sums, 1000);
    assert!(learned > 200, "{learned} counts were learned");
    ask_everything(Learning::Both, random_sums, 1000);
}

#[test]
#[ignore = "takes long"]
fn every_question_about_many_more_models_agrees_with_brute_force() {
    for learning in [Learning::Counts, Learning::Both] {
        ask_everything(learning, random_model, 100_000);
        let learned = ask_everything(learning, random_sums, 50_000);
        println!("{learning:?}: {learned} counts were learned from sums");
    }
}

/// One pigeon more than holes: each is in a hole, at least, and no two share one. The last atom excuses all pigeons where
/// `is_open` holds. Every atom weighs `weight`.
fn pigeons(holes: u32, weight: u32, is_open: bool) -> Model {
    let excuse = Atom(holes * (holes + 1));
    let mut model = Model::new(excuse.index() + 1, &KINDS);
    let mut rule = |atoms: Vec<Atom>, lo: u32, hi: u32| {
        let list = model.weighted_list(atoms.into_iter().map(|atom| (atom, weight)));
        model.rule(0, Body::Sum { list, lo: lo * weight, hi: hi * weight }, (0, 0));
    };
    for pigeon in 0..=holes {
        let its_holes = (0..holes).map(|hole| Atom(pigeon * holes + hole));
        rule(its_holes.chain(is_open.then_some(excuse)).collect(), 1, holes + 1);
    }
    for hole in 0..holes {
        rule((0..=holes).map(|pigeon| Atom(pigeon * holes + hole)).collect(), 0, 1);
    }
    model
}

/// Many more steps than it takes, and far fewer than without counting.
const STEPS: u64 = 200_000;

#[test]
fn counting_arguments_take_few_steps() {
    for weight in [1, 3] {
        let model = pigeons(14, weight, false);
        let mut engine = Engine::new(&model);
        engine.limit_steps(Some(STEPS));
        assert_eq!(engine.status(), Status::None, "weight {weight}, {} steps", engine.steps());
    }
}

#[test]
fn counting_arguments_serve_what_all_solutions_share() {
    let model = pigeons(10, 1, true);
    let mut engine = Engine::new(&model);
    engine.limit_steps(Some(STEPS));
    let Common::Board(board) = engine.common() else { panic!("{} steps", engine.steps()) };
    assert!(board.is_yes(Atom(110)) && board.yes().count() == 1);
}

#[test]
fn counting_arguments_serve_switched_rules() {
    let mut model = pigeons(10, 1, false);
    // Of no use for the contradiction.
    let list = model.list((0..20).map(Atom));
    let beside = model.rule(0, Body::at_most(list, 15), (0, 0));
    let mut engine = Engine::switchable(&model, |_| true);
    engine.limit_steps(Some(STEPS));
    assert_eq!(engine.solve(), Answer::None, "{} steps", engine.steps());
    let (facts, rules) = engine.clash();
    assert!(facts.is_empty() && rules.len() == 21 && !rules.contains(&beside), "{rules:?}");
    // Without one of the pigeons there is room for the others.
    engine.switch_off([RuleId(3)]);
    assert!(engine.solve().solution().is_some());
    engine.switch_off([beside]);
    assert_eq!(engine.solve(), Answer::None);
}

#[test]
fn counting_arguments_serve_clues_that_are_needed() {
    // Either the excuse or a contradiction: every rule about a pigeon or a hole is needed to know it.
    let mut model = pigeons(7, 1, true);
    let excused = model.list((0..56).map(Atom));
    model.rule(0, Body::Sum { list: excused, lo: 0, hi: 0 }, (0, 0));
    let clues: Vec<RuleId> = model.rule_ids().map(|(id, _)| id).filter(|id| id.0 < 15).collect();
    let mut engine = Engine::switchable(&model, |id| clues.contains(&id));
    engine.limit_steps(Some(STEPS));
    let Minimal::Needed(needed) = engine.minimise(&model, &clues) else { panic!("it has one solution") };
    assert_eq!(needed.len(), 1, "one pigeon asks for the excuse");
}
