//! Every step proved again without the code that found it.

use super::probe::{Probe, Prober};
use super::*;
use crate::model::enumerate;
use crate::model::random::{Random, random_model};
use crate::model::{Body, Value};
use crate::registry;
use crate::solve::Answer;

/// Whether some rules force a fact, given what is known, as a fresh engine sees it.
fn is_forced(model: &Model, known: &Board, rules: &[RuleId], fact: Fact) -> bool {
    let mut engine = Engine::switchable(model, |_| true);
    engine.switch_off(model.rule_ids().map(|(id, _)| id).filter(|id| !rules.contains(id)));
    engine.assume(known.facts().chain([fact.opposite()]));
    engine.solve() == Answer::None
}

/// Each fact of a step is forced, and no rule can be left out.
fn prove(model: &Model, known: &Board, step: &Step) {
    assert!(!step.facts.is_empty(), "{step:?}");
    for fact in &step.facts {
        assert_eq!(known.get(fact.atom), Value::Open);
        assert!(is_forced(model, known, &step.rules, *fact), "{step:?} {model:?}");
    }
    // With lemmas, no rule of a lemma can be left out.
    let minimal = if step.depth == Depth::Lemmas { &[][..] } else { &step.rules };
    for left_out in minimal {
        let others: Vec<RuleId> = step.rules.iter().copied().filter(|rule| rule != left_out).collect();
        let all = step.facts.iter().all(|fact| is_forced(model, known, &others, *fact));
        assert!(!all, "{left_out:?} is not needed: {step:?} {model:?}");
    }
}

/// Follows the lemmas after some inferences.
fn follow_lemmas(model: &Model, known: &mut Board, argument: &Argument, after: usize) {
    let mut before = known.clone();
    for (number, lemma) in argument.lemmas.iter().enumerate().filter(|(_, lemma)| lemma.after == after) {
        if lemma.known == number {
            before = known.clone();
        }
        prove(model, &before, &lemma.step);
        follow(model, &before, &lemma.argument);
        known.extend(lemma.step.facts.iter().copied());
    }
}

/// Follows an argument inference by inference: each must follow from its rule alone and what the argument has said by then, and every
/// way must end in a rule that cannot be kept.
fn follow(model: &Model, known: &Board, argument: &Argument) {
    let mut known = known.clone();
    known.extend(argument.suppose);
    for (i, inference) in argument.inferences.iter().enumerate() {
        follow_lemmas(model, &mut known, argument, i);
        for fact in &inference.facts {
            assert!(
                is_forced(model, &known, &[inference.rule], *fact),
                "{inference:?} of {argument:?} {model:?}"
            );
        }
        known.extend(inference.facts.iter().copied());
        if inference.facts.is_empty() {
            assert!(
                i + 1 == argument.inferences.len() && argument.cases.is_empty(),
                "{argument:?} {model:?}"
            );
            let mut engine = Engine::switchable(model, |_| true);
            engine.switch_off(model.rule_ids().map(|(id, _)| id).filter(|id| *id != inference.rule));
            engine.assume(known.facts());
            assert_eq!(engine.solve(), Answer::None, "{inference:?} of {argument:?} {model:?}");
        }
    }
    follow_lemmas(model, &mut known, argument, argument.inferences.len());
    match &argument.cases[..] {
        [] => assert!(
            argument.inferences.last().is_some_and(|inference| inference.facts.is_empty()),
            "{argument:?}"
        ),
        [one, other] => {
            let (one_way, other_way) = (one.suppose.unwrap(), other.suppose.unwrap());
            assert!(one_way.atom == other_way.atom && one_way.holds != other_way.holds, "{argument:?}");
            [one, other].iter().for_each(|case| follow(model, &known, case));
        }
        _ => panic!("{argument:?}"),
    }
}

/// Explains to the end and proves every step.
fn check(model: &Arc<Model>, known: &Board) -> (Vec<Step>, Ending) {
    let mut explainer = Explainer::of_model(model, known, |atom| (atom.0 as i32, 0));
    let mut steps = Vec::new();
    while let Some(step) = explainer.find() {
        let known = explainer.known().clone();
        prove(model, &known, &step);
        if step.depth > Depth::One {
            let argument = Argument::of_step(&explainer.state, &step, false).unwrap();
            follow(model, &known, &argument);
        }
        explainer.take(&step);
        steps.push(step);
    }
    let ending = explainer.ending().cloned().unwrap();
    (steps, ending)
}

#[test]
fn random_models_are_explained_to_the_end() {
    let random = &mut Random(0x5eed_0f1e_7a11);
    let (mut chains, mut cases, mut clashes) = (0, 0, 0);
    for _ in 0..20_000 {
        let model = Arc::new(random_model(random));
        let open = Board::open(model.atom_count());
        let (steps, ending) = check(&model, &open);
        chains += steps.iter().filter(|step| step.depth == Depth::Chain).count();
        cases += steps.iter().filter(|step| step.depth > Depth::Chain).count();
        let mut known = open.clone();
        known.extend(steps.iter().flat_map(|step| step.facts.iter().copied()));
        match (Engine::new(&model).common(), ending) {
            (Common::Board(board), Ending::Solved | Ending::Shared) => assert_eq!(known, board, "{model:?}"),
            (Common::None, Ending::Clash(rules)) => {
                clashes += 1;
                assert_eq!(enumerate::count_solutions(&model), 0);
                let mut engine = Engine::switchable(&model, |_| true);
                engine.switch_off(model.rule_ids().map(|(id, _)| id).filter(|id| !rules.contains(id)));
                engine.assume(known.facts());
                assert_eq!(engine.solve(), Answer::None, "{rules:?} {model:?}");
            }
            (common, ending) => panic!("{common:?} {ending:?} {model:?}"),
        }
    }
    assert!(chains > 500 && cases > 5 && clashes > 100, "{chains} {cases} {clashes}");
}

#[test]
fn arguments_with_lemmas_can_be_followed() {
    let hardest = [
        "98.7.....6.....87...7.....5.4..3.5...65...9......2...1..86...5......1..3......42.",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ];
    for text in hardest {
        let puzzle = Puzzle::parse(text).unwrap();
        let model = puzzle.model();
        let (steps, _) = check(model, &Board::open(model.atom_count()));
        assert!(steps.iter().any(|step| step.depth == Depth::Lemmas), "{text}");
    }
}

#[test]
fn examples_are_explained_to_the_end() {
    for genre in registry::ALL {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let model = puzzle.model();
        let (_, ending) = check(model, &Board::open(model.atom_count()));
        assert_eq!(ending, Ending::Solved, "{}", genre.id);
    }
}

/// The smallest number of rules that say something new, by trying all sets.
fn smallest_by_force(model: &Model, known: &Board) -> Option<usize> {
    let rules: Vec<RuleId> = model.rule_ids().map(|(id, _)| id).collect();
    let mut sizes: Vec<u32> = (1..1u32 << rules.len()).collect();
    sizes.sort_by_key(|set| set.count_ones());
    let says_something = |set: &u32| {
        let chosen: Vec<RuleId> =
            rules.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, rule)| *rule).collect();
        let open = model.atoms().filter(|atom| known.get(*atom) == Value::Open);
        open.flat_map(|atom| [true, false].map(|holds| Fact { atom, holds }))
            .any(|fact| is_forced(model, known, &chosen, fact))
    };
    sizes.into_iter().find(says_something).map(u32::count_ones).map(|size| size as usize)
}

#[test]
fn smallest_sets_are_smallest() {
    let random = &mut Random(0x5eed_0e8a_c700);
    let mut larger = 0;
    let mut checked = 0;
    for _ in 0..12_000 {
        let model = Arc::new(random_model(random));
        if model.rules().len() > 8 || !matches!(Engine::new(&model).solve(), Answer::Solution(_)) {
            continue;
        }
        let mut explainer =
            Explainer::of_model(&model, &Board::open(model.atom_count()), |atom| (atom.0 as i32, 0));
        explainer.prove_smallest(10_000);
        while let Some(step) = explainer.find() {
            assert!(step.is_smallest);
            if step.rules.len() > 1 {
                checked += 1;
                larger += usize::from(step.rules.len() > 2);
                assert_eq!(smallest_by_force(&model, explainer.known()), Some(step.rules.len()), "{model:?}");
            }
            explainer.take(&step);
        }
    }
    assert!(checked > 100 && larger > 10, "{checked} {larger}");
}

/// Three cells that share three digits, all of them possible everywhere, and a fourth in the same row: no conclusion
/// follows from a digit of the three in the fourth, but either way of the first cell leads to a contradiction.
#[test]
fn rules_of_few_ways_are_taken_apart() {
    let mut model = Model::new(14, &crate::model::UNNAMED);
    let atom = |cell: u32, digit: u32| Atom(cell * 3 + digit);
    for cell in 0..3 {
        let digits = model.list((0..3).map(|digit| atom(cell, digit)));
        model.rule(0, Body::exactly(digits, 1), (cell, 0));
    }
    for digit in 0..3 {
        let cells = model.list((0..4).map(|cell| atom(cell, digit)));
        model.rule(0, Body::at_most(cells, 1), (digit, 0));
    }
    let fourth = model.list([9, 10, 11, 12, 13].map(Atom));
    model.rule(0, Body::exactly(fourth, 1), (3, 0));
    let state = RuleState::new(&model);
    let wrong = Fact { atom: Atom(9), holds: true };
    let mut prober = Prober::default();
    assert_eq!(prober.probe(&state, wrong, 100, false), Probe::Possible { next_size: None });
    assert_eq!(prober.probe(&state, wrong, 5, true), Probe::Possible { next_size: Some(6) });
    let six = (0..6).map(RuleId).collect();
    assert_eq!(prober.probe(&state, wrong, 6, true), Probe::Refuted(six));
    let mut explainer = Explainer::of_model(&Arc::new(model), &Board::open(14), |_| (0, 0));
    let step = explainer.find().unwrap();
    assert_eq!(step.facts, [9, 10, 11].map(|atom| Fact { atom: Atom(atom), holds: false }));
}

/// However large the weights: what a goal says by itself is found in full.
#[test]
fn weights_add_up_in_one_way() {
    for unit in [1, 1000, 90_000] {
        let mut model = Model::new(4, &crate::model::UNNAMED);
        let weights = model.weighted_list((0..).map(Atom).zip([3, 5, 7, 9].map(|weight| weight * unit)));
        model.rule(0, Body::exactly(weights, 15 * unit), (0, 0));
        let mut explainer = Explainer::of_model(&Arc::new(model), &Board::open(4), |_| (0, 0));
        let step = explainer.find().unwrap();
        let holding: Vec<bool> = step.facts.iter().map(|fact| fact.holds).collect();
        assert_eq!((step.rules.len(), holding), (1, vec![true, true, true, false]), "{unit}");
    }
}

/// What some rules add up to follows from them.
#[test]
fn sums_are_right() {
    let random = &mut Random(0x5eed_50b5);
    let (mut sums, mut large) = (0, 0);
    for _ in 0..10_000 {
        let model = random_model(random);
        let Common::Board(goal) = Engine::new(&model).common() else { continue };
        let mut state = RuleState::new(&model);
        let open: Vec<Fact> = goal.facts().collect();
        open.iter().filter(|_| random.below(4) == 0).for_each(|fact| state.learn(*fact));
        let wrong = wrong_facts(&state, &goal);
        let solution = |atom| goal.get(atom) == Value::Yes;
        let found = SumSearch::default().find(&state, solution, &wrong, &Cancel::default()).unwrap();
        let Some(sum) = found else { continue };
        sums += 1;
        large += usize::from(sum.rules().len() > 2);
        assert!(!sum.facts.is_empty());
        for fact in &sum.facts {
            assert!(is_forced(&model, state.known(), &sum.rules(), *fact), "{sum:?} {model:?}");
        }
    }
    assert!(sums > 1_000 && large >= 20, "{sums} {large}");
}

/// Every cell of an open board has a rule over all that could light it.
#[test]
fn what_there_is_no_memory_for_is_not_begun() {
    let board = format!("gridwright lightup\n{}", (".".repeat(400) + "\n").repeat(400));
    let puzzle = Puzzle::parse(&board).unwrap();
    let mut explainer = Explainer::new(&puzzle, &puzzle.blank().board);
    assert!(explainer.take_trivial().is_empty() && explainer.find().is_none());
    assert_eq!(explainer.ending(), Some(&Ending::Stopped(Stopped::Memory)));
    assert_eq!(Grader::new(&puzzle).grade(), Err(Ungraded::Stopped(Stopped::Memory)));
}

/// Whatever does not hold has an argument against it, which proves it and says nothing else.
#[test]
fn what_is_wrong_has_an_argument_against_it() {
    for genre in registry::ALL {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let Answer::Solution(solution) = Engine::new(puzzle.model()).solve() else { panic!("{}", genre.id) };
        let wrong = puzzle.model().atoms().map(|atom| Fact { atom, holds: !solution.is_yes(atom) });
        let blank = puzzle.blank().board;
        for fact in wrong.step_by(7) {
            let why = WhyNot::find(&puzzle, &blank, fact, &Limits::default());
            let WhyNot::Step { known, step } = &why else { panic!("{}: {fact:?} {why:?}", genre.id) };
            assert_eq!(step.step.facts, [fact.opposite()]);
            prove(puzzle.model(), known, &step.step);
            let says = puzzle.tell_facts(&[fact.opposite()]);
            let told = &step.explanation;
            assert!(
                told.what.contains(&says) && why.in_words(&puzzle).contains(&told.text()),
                "{told:?}: {says}"
            );
        }
        let right = Fact { atom: Atom(0), holds: solution.is_yes(Atom(0)) };
        assert!(matches!(WhyNot::find(&puzzle, &blank, right, &Limits::default()), WhyNot::Possible));
    }
}

#[test]
fn cases_are_told_once() {
    let reason = |suppose: &str, clauses: &[&str], cases: Vec<Reason>| Reason {
        suppose: suppose.to_string(),
        clauses: clauses.iter().map(|clause| clause.to_string()).collect(),
        cases,
        lemmas: Vec::new(),
    };
    let both = || {
        let first = reason("if r1c1 is 2", &["but then row 1 has no place left for 3"], Vec::new());
        vec![first, reason("if r1c1 is not 2", &["no digit is left for r1c2"], Vec::new())]
    };
    let first = reason("if r2c2 is 4", &[], both());
    let second = reason("if r2c2 is not 4", &["only 7 is left for r2c2"], both());
    let mut why = reason("suppose r5c5 is 1", &[], vec![first, second]);
    why.tell_cases_once(&mut BTreeSet::new());
    assert_eq!(
        why.text(),
        "Suppose r5c5 is 1: that leaves two cases, both impossible. If r2c2 is 4: that leaves two cases, both impossible. \
         If r1c1 is 2: but then row 1 has no place left for 3. If r1c1 is not 2: no digit is left for r1c2. \
         If r2c2 is not 4: only 7 is left for r2c2; that leaves two cases, both impossible as before: r1c1 is 2 or not."
    );
}
