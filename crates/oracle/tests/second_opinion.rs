//! The engine against a SAT library on random puzzles of every genre.

#[path = "second_opinion/boards.rs"]
mod boards;

use boards::Dice;
use gridwright::model::{Board, Fact, Model, Value};
use gridwright::solve::{Answer, Common, End, Engine, Status};
use gridwright_oracle::Oracle;
use std::collections::BTreeSet;

/// Boards with this many solutions or more are not enumerated completely.
const MANY: usize = 200;

/// Makes a board in native form.
type Generator = fn(&mut Dice) -> String;

const GENERATORS: [(&str, Generator); 5] = [
    ("lightup", boards::light_up),
    ("sudoku", boards::sudoku),
    ("suguru", boards::suguru),
    ("yosenabe", boards::yosenabe),
    ("starbattle", boards::star_battle),
];

fn yes(board: &Board) -> Vec<u32> {
    board.yes().map(|atom| atom.0).collect()
}

/// The first solution in the order of the atoms, found atom by atom.
fn first(model: &Model, mut known: Board) -> Board {
    let mut oracle = Oracle::new(model);
    let mut facts: Vec<Fact> = Vec::new();
    for atom in model.atoms() {
        facts.push(Fact { atom, holds: true });
        if known.is_yes(atom) {
            continue;
        }
        match oracle.solve(&facts) {
            Some(better) => known = better,
            None => facts.last_mut().unwrap().holds = false,
        }
    }
    known
}

/// What all solutions share: from all of them where they are few, otherwise by asking for a counterexample to
/// each atom that no solution found so far gives.
fn common(model: &Model, found: &[Board]) -> Board {
    let mut shared = found[0].clone();
    let keep = |shared: &mut Board, other: &Board| {
        for atom in model.atoms().filter(|&atom| other.get(atom) != found[0].get(atom)) {
            shared.set(atom, Value::Open);
        }
    };
    found.iter().for_each(|other| keep(&mut shared, other));
    if found.len() == MANY {
        let mut oracle = Oracle::new(model);
        for atom in model.atoms() {
            if shared.get(atom) != Value::Open
                && let Some(other) = oracle.solve(&[Fact { atom, holds: !shared.is_yes(atom) }])
            {
                keep(&mut shared, &other);
            }
        }
    }
    shared
}

/// Asks the engine everything and returns how many solutions there are, at most [`MANY`].
fn expect_agreement(input: &str, dice: &mut Dice) -> usize {
    let reading = boards::read(input);
    let model = reading.puzzle.model();
    let found = Oracle::new(model).at_most(MANY);
    let mut engine = Engine::new(model);
    let among = |board: &Board| found.len() == MANY || found.contains(board);

    match (engine.status(), found.len()) {
        (Status::None, 0) => {}
        (Status::Unique(only), 1) => assert_eq!(only, found[0], "{input}"),
        (Status::Multiple(one, two), 2..) => assert!(one != two && among(&one) && among(&two), "{input}"),
        (status, solutions) => panic!("{solutions} solutions, but {status:?}:\n{input}"),
    }
    if found.len() < MANY {
        assert_eq!(engine.count(), (found.len() as u128, End::Exhausted), "{input}");
        let mut solutions = engine.solutions();
        let all: BTreeSet<_> = solutions.by_ref().map(|board| yes(&board)).collect();
        engine = solutions.into_engine();
        assert_eq!(all, found.iter().map(yes).collect(), "{input}");
    } else {
        assert_eq!(engine.at_most(MANY).1, End::Limit, "{input}");
    }
    match (engine.common(), found.is_empty()) {
        (Common::None, true) => {}
        (Common::Board(shared), false) => assert_eq!(shared, common(model, &found), "{input}"),
        (shared, _) => panic!("{shared:?}:\n{input}"),
    }
    match (engine.first(), found.first()) {
        (Answer::None, None) => {}
        (Answer::Solution(board), Some(any)) => assert_eq!(board, first(model, any.clone()), "{input}"),
        (answer, _) => panic!("{answer:?}:\n{input}"),
    }
    expect_agreement_on_positions(model, &mut engine, &found, dice, input);
    found.len()
}

/// A solution with some atoms turned round, entered in part.
fn expect_agreement_on_positions(
    model: &Model,
    engine: &mut Engine,
    found: &[Board],
    dice: &mut Dice,
    input: &str,
) {
    let mut oracle = Oracle::new(model);
    for _ in 0..4 {
        let (entered, wrong) = (1 + dice.below(60), dice.below(10));
        let mut facts = Vec::new();
        for atom in model.atoms() {
            if dice.percent(entered) {
                let holds = found.first().is_some_and(|board| board.is_yes(atom)) != dice.percent(wrong);
                facts.push(Fact { atom, holds });
            }
        }
        engine.assume(facts.iter().copied());
        let expected = oracle.solve(&facts).is_some();
        match engine.solve() {
            Answer::Solution(board) => {
                assert!(expected, "{input}\n{facts:?}");
                assert!(facts.iter().all(|fact| board.is_yes(fact.atom) == fact.holds), "{input}");
            }
            answer => assert_eq!((answer, expected), (Answer::None, false), "{input}\n{facts:?}"),
        }
    }
}

/// Compares on this many boards, of which none, one and several solutions must each be common enough.
fn compare(genre: &str, rounds: usize) {
    let (_, generate) = GENERATORS.iter().find(|(id, _)| *id == genre).expect("a generator");
    let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
    let [mut none, mut unique, mut multiple] = [0; 3];
    for _ in 0..rounds {
        let input = generate(&mut dice);
        match expect_agreement(&input, &mut dice) {
            0 => none += 1,
            1 => unique += 1,
            _ => multiple += 1,
        }
    }
    let least = rounds / 10;
    assert!(
        none >= least && unique >= least && multiple >= least,
        "{genre}: {none} boards without solution, {unique} with one, {multiple} with several"
    );
}

#[test]
fn light_up() {
    compare("lightup", 1000);
}

#[test]
fn sudoku() {
    compare("sudoku", 60);
}

#[test]
fn suguru() {
    compare("suguru", 500);
}

#[test]
fn yosenabe() {
    compare("yosenabe", 1500);
}

#[test]
fn star_battle() {
    compare("starbattle", 400);
}

#[test]
fn every_genre_has_a_generator() {
    let known: BTreeSet<&str> = GENERATORS.iter().map(|(id, _)| *id).collect();
    assert_eq!(known, gridwright::registry::ALL.iter().map(|genre| genre.id).collect());
}
