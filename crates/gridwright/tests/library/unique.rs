//! Steps that hold because there is one solution: only where they may be used, and never against the solution.

use gridwright::explain::{Depth, Ending, Walkthrough};
use gridwright::generate::{Generator, Outcome, Spec};
use gridwright::model::{Atom, Board, Body, Bounds, Fact, Model, Value};
use gridwright::rating::Level;
use gridwright::solve::{Answer, Engine, Status};
use gridwright::words::UniqueStep;
use gridwright::{Puzzle, registry};
use std::collections::{BTreeMap, BTreeSet};

fn generated(number: u64, seed: u64) -> Vec<(Puzzle, Board)> {
    let genre = registry::ALL.iter().find(|genre| genre.id == "sudoku").unwrap();
    let made = |level: Level| {
        let spec = Spec { difficulty: Some(level), ..Spec::new(genre).square(9) };
        let mut generator = Generator::new(spec).unwrap();
        let make = move |index| match generator.make(seed, index) {
            Outcome::Found(made) => Some((made.puzzle, made.solution)),
            _ => None,
        };
        (0..number).filter_map(make)
    };
    [Level::Medium, Level::Hard, Level::Expert].into_iter().flat_map(made).collect()
}

/// The rules about the atoms of a step, and about those one of which holds or there would be two solutions.
fn near(model: &Model, step: &UniqueStep, with_one_solution: bool) -> Model {
    let of_rules =
        step.step.rules.iter().flat_map(|rule| model.rule_atoms(model.get(*rule))).map(|(atom, _)| atom);
    let concerned: BTreeSet<Atom> = of_rules
        .chain(step.step.facts.iter().map(|fact| fact.atom))
        .chain(step.otherwise_two.iter().copied())
        .collect();
    let mut part = Model::new(model.atom_count(), model.kinds());
    for rule in
        model.rules().iter().filter(|rule| model.rule_atoms(rule).any(|(atom, _)| concerned.contains(&atom)))
    {
        let list = part.weighted_list(model.rule_atoms(rule).collect::<Vec<_>>());
        let Bounds { lo, hi } = rule.body.bounds();
        part.rule(rule.kind, Body::Sum { list, lo, hi }, (rule.subject, rule.detail));
    }
    if with_one_solution {
        let list = part.list(step.otherwise_two.iter().copied());
        part.rule(0, Body::Sum { list, lo: 1, hi: step.otherwise_two.len() as u32 }, (0, 0));
    }
    part
}

fn forces(model: &Model, known: &Board, facts: &[Fact]) -> bool {
    let mut engine = Engine::new(model);
    facts.iter().all(|fact| {
        engine.assume(known.facts().chain([Fact { holds: !fact.holds, ..*fact }]));
        engine.solve() == Answer::None
    })
}

/// Every step of this kind along a walkthrough, also those that are not taken; by name, how many.
fn check(
    puzzle: &Puzzle,
    solution: &Board,
    walkthrough: &Walkthrough,
    seen: &mut BTreeMap<&str, usize>,
    needed: &mut usize,
) {
    let mut known = walkthrough.before.clone();
    let model = puzzle.model();
    for explained in &walkthrough.steps {
        for found in puzzle.unique_steps(&known) {
            for fact in &found.step.facts {
                assert_eq!(
                    solution.is_yes(fact.atom),
                    fact.holds,
                    "{:?} in {:?}",
                    found.clauses,
                    puzzle.board()
                );
            }
            assert!(found.otherwise_two.iter().any(|atom| solution.is_yes(*atom)), "{:?}", found.clauses);
            assert!(forces(&near(model, &found, true), &known, &found.step.facts), "{:?}", found.clauses);
            *needed += usize::from(!forces(&near(model, &found, false), &known, &found.step.facts));
            *seen.entry(found.technique.name).or_default() += 1;
        }
        if explained.step.depth == Depth::Unique {
            let text = explained.explanation.text();
            assert!(text.contains("there would be two solutions") && text.ends_with('.'), "{text}");
            assert!(explained.explanation.technique.is_some_and(|technique| technique.assumes_unique));
        }
        known.extend(explained.facts());
    }
    assert_eq!(known, *solution);
}

#[test]
fn steps_that_need_one_solution_agree_with_it() {
    let (mut seen, mut needed, mut taken, mut easier) = (BTreeMap::new(), 0, 0, 0);
    for (puzzle, solution) in generated(24, 3) {
        let assuming = puzzle.assuming_unique();
        let walkthrough = assuming.explain();
        assert_eq!(walkthrough.ending, Ending::Solved);
        check(&assuming, &solution, &walkthrough, &mut seen, &mut needed);
        taken += walkthrough.steps.iter().filter(|step| step.step.depth == Depth::Unique).count();

        // Where they may not be used, there are none.
        let plain = puzzle.explain();
        assert!(plain.steps.iter().all(|explained| explained.step.depth != Depth::Unique));
        let names = |step: &gridwright::explain::ExplainedStep| {
            step.explanation.technique.map(|technique| technique.assumes_unique)
        };
        assert!(plain.steps.iter().all(|explained| names(explained) != Some(true)));
        assert!(puzzle.unique_steps(&plain.before).is_empty());

        // And they make no puzzle harder.
        let [one, other] = [puzzle.rate(), assuming.rate()].map(|grade| grade.unwrap().rating());
        assert!(other <= one, "{other} {one}");
        easier += usize::from(other < one);
    }
    let all: usize = seen.values().sum();
    assert!(taken > 5 && easier > 0 && needed * 2 > all, "{taken} {easier} {needed} {all}");
    assert!(seen.len() >= 4, "{seen:?}");
}

/// Two pairs that can be exchanged: nothing may be said against either.
#[test]
fn where_there_are_two_solutions_nothing_assumes_one() {
    let (puzzle, solution) = generated(1, 5).pop().unwrap();
    let mut given: Vec<u32> = Vec::new();
    for cell in puzzle.grid().cells() {
        let digit = (1..=9).find(|digit| {
            puzzle
                .atom_named(&format!("{} {digit}", puzzle.grid().name(cell)))
                .is_some_and(|atom| solution.is_yes(atom))
        });
        given.push(digit.unwrap());
    }
    let swapped = (0..81).flat_map(|a| (a + 1..81).map(move |b| (a, b))).find_map(|(a, d)| {
        let (b, c) = (a / 9 * 9 + d % 9, d / 9 * 9 + a % 9);
        let is_rectangle = a / 9 < d / 9 && a % 9 < d % 9 && given[a] == given[d] && given[b] == given[c];
        let is_in_two_boxes = (a / 27 == d / 27) != (a % 9 / 3 == d % 9 / 3);
        (is_rectangle && is_in_two_boxes).then_some([a, b, c, d])
    });
    let corners = swapped.expect("most solutions have such a rectangle; else choose another seed");
    corners.iter().for_each(|cell| given[*cell] = 0);
    let line: String =
        given.iter().map(|digit| if *digit == 0 { ".".to_string() } else { digit.to_string() }).collect();
    let puzzle = Puzzle::parse(&line).unwrap().assuming_unique();
    assert!(matches!(puzzle.status(), Status::Multiple(..)));
    let walkthrough = puzzle.explain();
    assert_eq!(walkthrough.ending, Ending::Shared);
    let open = puzzle.model().atoms().filter(|atom| walkthrough.known.get(*atom) == Value::Open);
    assert_eq!(open.count(), 8, "two candidates in each corner");
}

/// Techniques that a list names may be used: what is made has one solution.
#[test]
fn lists_of_techniques_may_name_them() {
    let names = |assumes: bool| {
        let sudoku = registry::ALL.iter().find(|genre| genre.id == "sudoku").unwrap();
        let named = sudoku.techniques.iter().filter(move |technique| assumes || !technique.assumes_unique);
        // Nets and chains would solve everything.
        let easy = named.filter(|technique| technique.assumes_unique || technique.hardness.tenths() <= 36);
        easy.map(|technique| technique.name).collect::<Vec<_>>()
    };
    let (with, without) = (names(true), names(false));
    let mut solved = [0, 0];
    for (puzzle, _) in generated(12, 3) {
        let by = |names: &[&str]| gridwright::explain::Grader::new(&puzzle).is_solved_by(names).unwrap();
        let now = [by(&without), by(&with)];
        assert!(now[1] || !now[0]);
        solved[0] += usize::from(now[0]);
        solved[1] += usize::from(now[1]);
    }
    assert!(solved[1] > solved[0], "{solved:?}");
}
