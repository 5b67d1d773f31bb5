use super::complete::LISTED;
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

/// Boards with several solutions, not too many.
fn open_boards() -> Vec<Puzzle> {
    let random = &mut Random::new(6);
    let mut boards = Vec::new();
    for _ in 0..150 {
        for (genre, symbols) in [(0, "......ww1"), (1, "............1234")] {
            let symbols: Vec<char> = symbols.chars().collect();
            let mut row = |_| (0..4).map(|_| symbols[random.index(symbols.len())]).chain(['\n']).collect();
            let rows: String = (0..4).map(&mut row).collect::<Vec<String>>().concat();
            boards.extend(Puzzle::parse(&format!("gridwright {}\n{rows}", registry::ALL[genre].id)));
        }
    }
    boards.retain(|puzzle| (2..25).contains(&Engine::new(puzzle.model()).at_most(25).0.len()));
    boards
}

/// Every clue of every solution is printed and its solutions are counted.
#[test]
fn the_clue_that_decides_most_leaves_the_fewest_solutions() {
    let mut decided = 0;
    for puzzle in open_boards() {
        let boards = Engine::new(puzzle.model()).at_most(60).0;
        let distinction = puzzle.distinguish().unwrap();
        assert_eq!(distinction.solutions.exact(), Some(&boards.len().into()));
        assert_eq!(distinction.cells, differing(&puzzle, &boards));
        let mut fewest = boards.len();
        for board in &boards {
            let places = Candidates::of(&puzzle, board, |_| true).unwrap();
            for clue in places.clues {
                let place = places.full.rule_place(places.full.model().get(clue)).unwrap();
                let (with, added) = with_clues(&puzzle, board, &[place]);
                assert_eq!(added.len(), 1);
                fewest = fewest.min(Engine::new(with.model()).at_most(60).0.len());
            }
        }
        match distinction.clues.first() {
            None => assert_eq!(fewest, boards.len(), "{:?}", puzzle.board()),
            Some(best) => {
                decided += 1;
                assert_eq!(best.left, Left::Solutions(fewest.into()), "{:?}", puzzle.board());
                let left = Engine::new(best.puzzle.model()).at_most(60).0.len();
                assert_eq!(left, fewest);
            }
        }
    }
    assert!(decided > 20, "{decided}");
}

/// Every smaller set of clues of every solution is tried.
#[test]
fn no_fewer_clues_than_the_fewest_complete_a_board() {
    let mut proven = 0;
    for puzzle in open_boards() {
        let boards = Engine::new(puzzle.model()).at_most(60).0;
        let places = |board: &Board| -> Vec<Cell> {
            let Candidates { full, clues } = Candidates::of(&puzzle, board, |_| true).unwrap();
            clues.iter().filter_map(|clue| full.rule_place(full.model().get(*clue))).collect()
        };
        let is_unique = |board: &Board, places: &[Cell]| {
            Engine::new(with_clues(&puzzle, board, places).0.model()).status().is_unique()
        };
        match puzzle.complete(&Wish::default()) {
            Ok(completion) => {
                assert!(completion.puzzle.status().is_unique());
                let number = completion.added.len();
                assert!(number > 0);
                if !completion.is_fewest || number > 3 {
                    continue;
                }
                proven += 1;
                for board in &boards {
                    let places = places(board);
                    for set in 0..1u32 << places.len().min(14) {
                        if (set.count_ones() as usize) < number {
                            let chosen = (0..places.len().min(14)).filter(|i| set >> i & 1 == 1);
                            let chosen: Vec<Cell> = chosen.map(|i| places[i]).collect();
                            assert!(!is_unique(board, &chosen), "{:?} {chosen:?}", puzzle.board());
                        }
                    }
                }
            }
            Err(error) => {
                assert_eq!(error, CompleteError::TooFewPlaces);
                assert!(boards.iter().all(|board| !is_unique(board, &places(board))), "{:?}", puzzle.board());
            }
        }
    }
    assert!(proven > 20, "{proven}");
}

/// One clue of a puzzle is gone, and there are thousands of solutions: more than are looked at one after the other.
#[test]
fn one_clue_among_thousands_of_solutions_is_found() {
    let rows =
        "..4.....7\n35.......\n..849....\n...2.165.\n.3..7..1.\n2..9..3..\n......7..\n....8....\n8..6.5...\n";
    let puzzle = Puzzle::parse(&format!("gridwright sudoku\n{rows}")).unwrap();
    assert_eq!(Engine::new(puzzle.model()).at_most(2_000).0.len(), 2_000);
    let completion = puzzle.complete(&Wish::default()).unwrap();
    assert_eq!((completion.added.len(), completion.is_fewest), (1, true));
}

#[test]
fn every_genre_is_completed_within_its_pattern() {
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let minimal = puzzle.minimise(1).unwrap().puzzle;
        let place = |clue: RuleId| minimal.rule_place(minimal.model().get(clue)).unwrap();
        let places: Vec<Cell> = minimal.model().clues().map(place).collect();
        let Some((gone, kept)) = places.split_first() else { continue };
        let open = Puzzle::new(genre, genre.maker.unwrap().without(minimal.board(), &[*gone]));
        let grid = open.grid();
        let cells = |is_place: &dyn Fn(Cell) -> bool| {
            let rows = (0..grid.rows()).map(|row| {
                let cell = |col: usize| if is_place(grid.at(row, col)) { 'x' } else { '.' };
                (0..grid.cols()).map(cell).chain(['\n']).collect::<String>()
            });
            Some(Pattern::parse(&rows.collect::<String>(), grid).unwrap())
        };
        for aim in [Aim::Fewest, Aim::Fairest] {
            let wish = Wish { aim, pattern: cells(&|cell| cell == *gone), seed: 1 };
            let completion = open.complete(&wish).unwrap();
            assert!(completion.puzzle.status().is_unique() && completion.added.len() == 1, "{}", genre.id);
            assert_eq!(completion.rating.is_some(), aim == Aim::Fairest);
            let wish = Wish { aim, pattern: cells(&|cell| kept.contains(&cell)), seed: 1 };
            let refused = open.complete(&wish).unwrap_err();
            let expected = [CompleteError::TooFewPlaces, CompleteError::NotFound(LISTED)];
            assert!(expected.contains(&refused), "{}", genre.id);
        }
        let stop = Limits::default().cancel(gridwright_base::Cancel::when(|| true));
        assert!(matches!(open.complete_with(&Wish::default(), &stop), Err(CompleteError::Stopped(_))));
        assert!(open.distinguish_with(&stop).is_err());
    }
}
