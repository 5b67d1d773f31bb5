//! Every step of every explanation proved again: from its rules alone, with models made here and an engine that knows
//! nothing of how the step was found; and with any one rule left out, something no longer follows.

use gridwright::explain::{Ending, Explainer, Step, Story};
use gridwright::formats;
use gridwright::genres::{self, Puzzle, Reading};
use gridwright::model::{Board, Fact, Model, RuleId, Span, Value};
use gridwright::solve::{Answer, Engine};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An engine for some of the rules, and no others.
fn engine_for(model: &Model, rules: &[RuleId]) -> Engine {
    let mut part = Model::new(model.atom_count(), model.kinds());
    for rule in rules.iter().map(|rule| model.get(*rule)) {
        let list = part.weighted_list(model.rule_atoms(rule).collect::<Vec<_>>());
        part.rule(rule.kind, Span::One(list), rule.lo, rule.hi, (rule.subject, rule.detail));
    }
    Engine::new(&part)
}

/// Whether some rules force all of these facts, given what is known.
fn force(model: &Model, known: &Board, rules: &[RuleId], facts: &[Fact]) -> bool {
    let mut engine = engine_for(model, rules);
    let concerned = rules.iter().flat_map(|rule| model.rule_atoms(model.get(*rule)));
    let concerned: Vec<Fact> = concerned
        .filter_map(|(atom, _)| match known.get(atom) {
            Value::Open => None,
            value => Some(Fact { atom, holds: value == Value::Yes }),
        })
        .collect();
    facts.iter().all(|fact| {
        engine.assume(concerned.iter().copied().chain([Fact { holds: !fact.holds, ..*fact }]));
        engine.solve() == Answer::None
    })
}

fn prove(model: &Model, known: &mut Board, step: &Step) {
    assert!(!step.facts.is_empty());
    assert!(step.facts.iter().all(|fact| known.get(fact.atom) == Value::Open), "{step:?}");
    assert!(force(model, known, &step.rules, &step.facts), "{step:?}");
    for left_out in &step.rules {
        let others: Vec<RuleId> = step.rules.iter().copied().filter(|rule| rule != left_out).collect();
        assert!(!force(model, known, &others, &step.facts), "{left_out:?} is not needed: {step:?}");
    }
    known.extend(step.facts.iter().copied());
}

/// Explains a puzzle and proves every step.
fn proven_story(puzzle: &dyn Puzzle) -> Story {
    let model = puzzle.model();
    let mut known = Board::open(model.atom_count());
    let story = Story::tell(puzzle, Explainer::of_puzzle(puzzle, &model, &known), |_| {});
    story.upkeep.iter().for_each(|step| prove(&model, &mut known, step));
    for chapter in &story.chapters {
        prove(&model, &mut known, &chapter.step);
        chapter.upkeep.iter().for_each(|step| prove(&model, &mut known, step));
        assert_eq!(known, chapter.after);
        let text = chapter.telling.text();
        assert!(text.ends_with('.') && !text.contains("  ") && !text.contains(" ,"), "{text}");
    }
    story
}

fn read(text: &str) -> Reading {
    formats::read(text, None, None).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn examples() {
    for genre in genres::ALL {
        let story = proven_story(&*read(genre.example).puzzle);
        assert_eq!(story.ending, Ending::Solved, "{}", genre.id);
        assert!(story.chapters.iter().any(|chapter| chapter.telling.technique.is_some()), "{}", genre.id);
    }
}

#[test]
fn several_solutions_are_explained_up_to_what_they_share() {
    let puzzle = read("gridwright lightup\n..\n..\n").puzzle;
    let story = proven_story(&*puzzle);
    assert_eq!(story.ending, Ending::Shared);
    let ending = story.ending_in_words(&*puzzle, &puzzle.model());
    assert!(ending.ends_with("they differ at r1c1, r1c2, r2c1 and r2c2."), "{ending}");
}

#[test]
fn without_a_solution_what_clashes_is_told() {
    let puzzle = read("gridwright lightup\n.3\n..\n").puzzle;
    let story = proven_story(&*puzzle);
    assert!(matches!(&story.ending, Ending::Clash(rules) if rules.len() == 1), "{:?}", story.ending);
}

/// Boards that none of us wrote; set `GRIDWRIGHT_DATA` to their folder and run with `-- --ignored`.
fn real_boards(path: &str) -> Vec<Reading> {
    let root = std::env::var("GRIDWRIGHT_DATA").expect("GRIDWRIGHT_DATA names the folder of the data");
    let text = std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(read).collect()
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn real_boards_are_explained_to_the_end() {
    let mut table = String::from(
        "# How often each technique occurs\n\nSteps in explanations of published boards, as `gridwright explain` \
         takes them, without what goes without saying. A test writes this page.\n",
    );
    let sets = [
        ("lightup/boards.jsonl", "Light Up: 485 boards from janko.at and others"),
        ("suguru/boards.jsonl", "Suguru: 100 boards"),
        ("suguru/graded.jsonl", "Suguru: 400 graded boards"),
        ("sudoku/clue17_1000.txt", "Sudoku: 1000 boards with 17 clues"),
        ("sudoku/top_500.txt", "Sudoku: 500 hard boards"),
    ];
    for (path, title) in sets {
        let boards = real_boards(path);
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for board in &boards {
            let story = proven_story(&*board.puzzle);
            assert_eq!(story.ending, Ending::Solved, "{path}");
            for chapter in &story.chapters {
                let name = match chapter.telling.technique {
                    Some(technique) => technique.name.to_string(),
                    None => {
                        chapter.telling.kind.split(" over").next().unwrap_or_default().to_string()
                            + " without a name"
                    }
                };
                *names.entry(name).or_default() += 1;
            }
        }
        let mut names: Vec<(String, usize)> = names.into_iter().collect();
        names.sort_by_key(|(name, number)| (std::cmp::Reverse(*number), name.clone()));
        let _ = writeln!(table, "\n## {title}\n\n| step | times | a board |\n|---|---|---|");
        for (name, number) in names {
            let _ = writeln!(table, "| {name} | {number} | {:.2} |", number as f64 / boards.len() as f64);
        }
    }
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/techniques.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(page, table).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(page).unwrap(), table, "run with UPDATE_DOCS=1");
    }
}
