//! Hints from many positions: the step that an explanation from there tells first, without the answer before it is asked
//! for; and why entries cannot stand together.

use crate::explained::{STAR_BATTLES, SUDOKUS, force, read};
use gridwright::explain::{Explainer, Hint, Walkthrough};
use gridwright::model::{Board, Fact, Value};
use gridwright::random::Random;
use gridwright::{Limits, Puzzle, registry};
use std::collections::BTreeSet;

fn puzzles() -> impl Iterator<Item = Puzzle> {
    let examples = registry::ALL.iter().map(|genre| genre.example);
    examples.chain(SUDOKUS).chain(STAR_BATTLES).chain([HARD_YOSENABE, HARD_LIGHT_UP, HARD_SUGURU]).map(read)
}

const HARD_YOSENABE: &str = "gridwright yosenabe\n1.........\n.2...2.4..\n......2...\n..2.....4.\n.1........\n1....4....\n....3..1.1\n....3....1\n.......4..\n......3...\nareas:\n..........\n......A.BB\n.....C..BB\nDD...CCC..\nD.E......F\n.EE.....FF\n..E...G...\n.....GG...\nHH.I......\nHH.III....\ngoals: B=7 D=3 E=7 G=4 H=5\n";
const HARD_LIGHT_UP: &str = "gridwright lightup\n...w....2.\n....w.....\n11..0.w.ww\n..........\n....0....0\n1....w....\n..........\n1w.1.0..2w\n.....1....\n.w....1...\n";
const HARD_SUGURU: &str = "gridwright suguru\nAABBBCCD\nAEEBBCCD\nFEEGGCDD\nFFHGGGID\nFJHHKIII\nJJHHKKIL\nJJMNNNLL\nMMMMNNLL\ngivens:\n...2....\n.......1\n...4....\n2.......\n........\n..2....5\n1....5..\n35.....1\n";

/// Positions on the way to the solution, and positions with any part of it.
fn positions(puzzle: &Puzzle, random: &mut Random) -> (Walkthrough, Vec<Board>, Vec<Board>) {
    let walkthrough = puzzle.explain();
    let mut known = walkthrough.before.clone();
    let mut along = Vec::new();
    for step in &walkthrough.steps {
        along.push(known.clone());
        known.extend(step.facts());
    }
    let part = |random: &mut Random| {
        let share = 1 + random.below(9);
        let mut board = Board::open(known.len());
        board.extend(known.facts().filter(|_| random.below(10) < share));
        board
    };
    let parts = (0..6).map(|_| part(random)).collect();
    (walkthrough, along, parts)
}

fn hint(puzzle: &Puzzle, board: &Board) -> Hint {
    Hint::find(puzzle, board, &Limits::default())
}

#[test]
fn a_hint_is_the_first_step_of_an_explanation_from_there() {
    let mut random = Random::new(3);
    let (mut same, mut all) = (0, 0);
    for puzzle in puzzles() {
        let (walkthrough, along, parts) = positions(&puzzle, &mut random);
        for board in along.iter().chain(&parts) {
            let mut explainer = Explainer::new(&puzzle, board);
            explainer.take_trivial();
            let first = explainer.find();
            match hint(&puzzle, board) {
                Hint::Step(told) => assert_eq!(Some(told.step), first, "{}", puzzle.genre().id),
                other => assert!(first.is_none(), "{other:?}"),
            }
        }
        // Somebody who follows an explanation and then asks for a hint is told a step of the same kind.
        for (board, step) in along.iter().zip(&walkthrough.steps) {
            let Hint::Step(told) = hint(&puzzle, board) else { panic!("there is a step") };
            all += 1;
            same += usize::from(told.explanation.kind == step.explanation.kind);
        }
    }
    assert!(all > 300 && same * 100 >= all * 97, "{same} of {all}");
}

/// The places and numbers that a text names.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.chars().any(|c| c.is_ascii_digit())).map(str::to_string).collect()
}

#[test]
fn why_does_not_say_what_follows() {
    let mut random = Random::new(4);
    let mut hints = 0;
    for puzzle in puzzles() {
        let (_, along, parts) = positions(&puzzle, &mut random);
        for board in along.iter().chain(&parts) {
            let told = hint(&puzzle, board);
            let Hint::Step(step) = &told else { continue };
            let stages = told.stages(&puzzle);
            let (place, why) = (&stages[1], &stages[2]);
            assert!(!why.contains(&step.explanation.what) && !why.contains("uppose "), "{why}");
            assert!(why.split(' ').count() <= 150, "{why}");
            for fact in &step.explanation.news {
                // Where to look may be where the answer goes: no other word for it must follow.
                let about = names(&puzzle.tell_facts(&[*fact]));
                let said: BTreeSet<String> = names(place).union(&names(why)).cloned().collect();
                let is_new = !about.is_subset(&names(place));
                assert!(!is_new || !about.is_subset(&said), "{}: {place} {why}", step.explanation.what);
            }
            hints += 1;
        }
    }
    assert!(hints > 300, "{hints}");
}

#[test]
fn a_wrong_entry_is_refuted_step_by_step() {
    let mut random = Random::new(5);
    let mut steps = 0;
    for puzzle in puzzles() {
        let model = puzzle.model();
        let solution = puzzle.explain().known;
        for _ in 0..4 {
            // Some right entries and a wrong one.
            let mut board = Board::open(solution.len());
            board.extend(solution.facts().filter(|fact| fact.holds && random.below(3) == 0));
            let wrong: Vec<Fact> = solution.facts().filter(|fact| !fact.holds).collect();
            let wrong = wrong[random.below(wrong.len() as u64) as usize].opposite();
            board.set(wrong.atom, Value::Yes);
            let Hint::Wrong(mistake) = hint(&puzzle, &board) else {
                panic!("{}: it is wrong", puzzle.genre().id)
            };
            let why = mistake.why(&puzzle, &Limits::default()).unwrap().expect("the puzzle has a solution");
            assert!(mistake.entries.contains(&why.entry) && !why.others.contains(&why.entry));
            assert_eq!(why.others.len() + 1, mistake.entries.len());
            let last = why.steps.last().expect("something rules it out");
            assert_eq!(last.step.facts, [why.entry.opposite()]);
            // Each step follows from the other entries and the steps before it alone.
            let mut known = Board::open(solution.len());
            known.extend(why.others.iter().copied());
            let mut explainer = Explainer::new(&puzzle, &known);
            explainer.take_trivial();
            assert!(
                why.known.facts().all(|fact| explainer.known().get(fact.atom) == why.known.get(fact.atom))
            );
            let mut known = why.known.clone();
            for step in &why.steps {
                assert!(
                    force(model, &known, &step.step.rules, &step.step.facts),
                    "{}",
                    step.explanation.text()
                );
                known.extend(step.step.facts.iter().copied());
                for trivial in &step.trivial {
                    assert!(force(model, &known, &trivial.rules, &trivial.facts));
                    known.extend(trivial.facts.iter().copied());
                }
                steps += 1;
            }
        }
    }
    assert!(steps > 40, "{steps}");
}
