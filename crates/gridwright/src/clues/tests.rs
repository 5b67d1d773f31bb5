use super::*;
use crate::registry;

/// Small boards with clues at random, many of them without a solution.
fn random_boards() -> Vec<Puzzle> {
    let random = &mut Random::new(5);
    let mut boards = Vec::new();
    for _ in 0..150 {
        let cells = |symbols: &[&str], random: &mut Random| -> String {
            let mut symbol = |_| symbols[random.index(symbols.len())];
            (0..4).map(|_| (0..4).map(&mut symbol).collect::<String>() + "\n").collect()
        };
        let walls = cells(&[".", ".", ".", ".", "w", "0", "1", "2", "3"], random);
        let digits = cells(&[".", ".", ".", "1", "2", "3", "4"], random);
        let headed = |genre: usize, cells: &str| format!("gridwright {}\n{cells}", registry::ALL[genre].id);
        for text in [headed(0, &walls), headed(1, &digits)] {
            boards.extend(Puzzle::parse(&text).ok().filter(|puzzle| puzzle.model().clues().count() <= 8));
        }
    }
    boards
}

/// Every set of clues is tried.
#[test]
fn clashes_are_all_the_smallest_sets() {
    let (mut clashes, mut largest) = (0, 0);
    for puzzle in random_boards() {
        let (mut engine, clues) = engine(&puzzle, &[], &Limits::default());
        let mut sets: Vec<Vec<RuleId>> = Vec::new();
        for set in 0..1u32 << clues.len() {
            let kept: Vec<bool> = (0..clues.len()).map(|clue| set >> clue & 1 == 1).collect();
            if keep(&mut engine, &clues, &kept) == Answer::None {
                sets.push(
                    clues.iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(clue, _)| *clue).collect(),
                );
            }
        }
        let Some(least) = sets.iter().map(Vec::len).min() else {
            assert_eq!(puzzle.clash(), Ok(None));
            continue;
        };
        sets.retain(|set| set.len() == least);
        let mut found = puzzle.clash().unwrap().unwrap();
        assert!(found.is_smallest && found.sets.len() == sets.len().min(MOST_SETS));
        assert_eq!(found.end == End::Exhausted, sets.len() < MOST_SETS || least == 0);
        found.sets.sort();
        sets.sort();
        assert!(found.sets.iter().all(|set| sets.contains(set)), "{:?} {sets:?}", found.sets);
        found.sets.dedup();
        assert_eq!(found.sets.len(), sets.len().min(MOST_SETS));
        (clashes, largest) = (clashes + 1, largest.max(least));
    }
    assert!(clashes > 60 && largest > 2, "{clashes} clashes of up to {largest} clues");
}

/// Each clue is taken off the printed board, as a setter would.
#[test]
fn superfluous_clues_are_those_without_which_the_solution_is_the_only_one() {
    let mut numbers = (0, 0);
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let without = |clue: &RuleId| {
            let place = puzzle.rule_place(puzzle.model().get(*clue)).unwrap();
            Puzzle::new(genre, genre.maker.unwrap().without(puzzle.board(), &[place])).status().is_unique()
        };
        let clues = puzzle.clues().unwrap();
        let expected: Vec<RuleId> = clues.all.iter().copied().filter(without).collect();
        assert_eq!(clues.superfluous, expected, "{}", genre.id);
        numbers = (numbers.0 + clues.superfluous.len(), numbers.1 + clues.all.len());
        for seed in 0..5 {
            let Minimised { puzzle: minimal, removed } = puzzle.minimise(seed).unwrap();
            assert!(minimal.status().is_unique());
            assert_eq!(minimal.clues().unwrap().superfluous, [], "{}", genre.id);
            assert_eq!(minimal.model().clues().count(), clues.all.len() - removed.len());
            assert!(removed.iter().all(|clue| clues.superfluous.contains(clue)));
        }
    }
    assert!(0 < numbers.0 && numbers.0 < numbers.1, "{numbers:?}");
}

#[test]
fn puzzles_without_one_solution_have_no_superfluous_clues() {
    let of = |text: &str| Puzzle::parse(text).unwrap();
    assert_eq!(of("2x2:d").clues(), Err(CluesError::Several));
    assert_eq!(of("2x2:4c").minimise(1), Err(CluesError::NoSolution));
    let laws = of("starbattle/3/3/1/ega0").clash().unwrap().unwrap();
    assert_eq!(laws.sets, [Vec::new()], "three stars never fit on 3x3");
}
