//! The kernel against the engine, and its groups against the model.

use super::*;
use crate::genres::digits::Digits;
use crate::genres::digits::samples::Chance;
use crate::genres::sudoku::Sudoku;
use crate::genres::suguru::Suguru;
use crate::grid::{Cell, Grid};
use crate::model::{self, Atom, Board, Body, Fact, Model};
use crate::printed::PrintedBoard;
use crate::puzzle::FastSolver;
use crate::solve::{Answer, End, Engine, Status};

/// A board of either genre, as far as these tests need it.
trait Sample: FastSolver + Sized {
    fn digits(&self) -> &Digits;
    fn search(&self, known: Option<&Board>) -> Option<Search>;
    fn printed(&self, givens: Vec<u32>) -> Self;
    /// Boards of all sizes and shapes.
    fn random(chance: &mut Chance) -> Self;
}

impl Sample for Suguru {
    fn digits(&self) -> &Digits {
        Suguru::digits(self)
    }

    fn search(&self, known: Option<&Board>) -> Option<Search> {
        Suguru::search(self, known)
    }

    fn printed(&self, givens: Vec<u32>) -> Suguru {
        self.clone().with_givens(givens).unwrap()
    }

    /// Regions that join a cell above or to the left, or lie anywhere; some cells are absent.
    fn random(chance: &mut Chance) -> Suguru {
        let grid = Grid::new(1 + chance.below(8), 1 + chance.below(8)).unwrap();
        let range = if chance.one_in(8) { 11 } else { 5 };
        let most = 2 + chance.below(range);
        let (absent, scattered) = (8 + chance.below(40), 8 + chance.below(40));
        let mut sizes = Vec::new();
        let mut labels: Vec<Option<usize>> = Vec::new();
        for i in 0..grid.len() {
            if chance.one_in(absent) {
                labels.push(None);
                continue;
            }
            let above = i.checked_sub(grid.cols()).and_then(|above| labels[above]);
            let left = if i % grid.cols() == 0 { None } else { labels[i - 1] };
            let anywhere = (!sizes.is_empty() && chance.one_in(scattered)).then(|| chance.below(sizes.len()));
            let beside = if chance.one_in(2) { above.or(left) } else { left.or(above) };
            let joined = anywhere.or(beside).filter(|&label| sizes[label] < most && !chance.one_in(6));
            let label = joined.unwrap_or_else(|| {
                sizes.push(0);
                sizes.len() - 1
            });
            sizes[label] += 1;
            labels.push(Some(label));
        }
        Suguru::new(grid, &labels).unwrap_or_else(|_| Suguru::random(chance))
    }
}

impl Sample for Sudoku {
    fn digits(&self) -> &Digits {
        Sudoku::digits(self)
    }

    fn search(&self, known: Option<&Board>) -> Option<Search> {
        Sudoku::search(self, known)
    }

    fn printed(&self, givens: Vec<u32>) -> Sudoku {
        Sudoku::printed(self, givens)
    }

    fn random(chance: &mut Chance) -> Sudoku {
        let range = if chance.one_in(4) { 12 } else { 6 };
        let side = 1 + chance.below(range);
        let mut sudoku = Sudoku::new(side, vec![0; side * side]).unwrap();
        let choices = [
            ("rules", "latin".to_string()),
            ("boxes", format!("{}x2", side / 2)),
            ("boxes", format!("2x{}", side / 2)),
        ];
        if let Some((key, value)) = choices.get(chance.below(6))
            && let Ok(changed) = sudoku.with_option(key, value)
        {
            sudoku = changed.downcast_ref::<Sudoku>().unwrap().clone();
        }
        sudoku
    }
}

/// The board with printed digits: those of a solution, sometimes wrong ones, few or many.
fn random_givens<S: Sample>(board: &S, chance: &mut Chance, engine: &mut Engine) -> S {
    let one_in = 3 + chance.below(12);
    let seeded = board.printed(chance.digits(board.digits(), one_in));
    engine.load(&seeded.model());
    let Answer::Solution(solution) = engine.solve() else { return seeded };
    let (shown, of) = (1 + chance.below(9), 10);
    let mut givens = board.digits().solution(&solution);
    givens.iter_mut().for_each(|digit| *digit *= u32::from(chance.below(of) < shown));
    if chance.one_in(5) {
        let others = chance.digits(board.digits(), 12);
        givens
            .iter_mut()
            .zip(others)
            .filter(|(_, other)| *other > 0)
            .for_each(|(digit, other)| *digit = other);
    }
    board.printed(givens)
}

/// Whether a board is complete, keeps what is known, and breaks no rule.
fn is_solution(model: &Model, board: &Board, known: &Board) -> bool {
    let keeps = |fact: Fact| board.is_yes(fact.atom) == fact.holds;
    board.is_complete() && known.facts().all(keeps) && model::broken(model, board).is_empty()
}

/// All solutions, as the digits of the cells.
fn all_of(mut search: Search, limit: usize) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    while found.len() < limit && search.advance(u64::MAX).unwrap() {
        found.push(search.digits().collect());
    }
    found.sort_unstable();
    found
}

/// The status, the solutions and their number are those of the engine.
fn boards_agree_with_the_engine<S: Sample>(seed: u64, boards: usize) {
    let mut chance = Chance(seed);
    let mut engine = Engine::default();
    let mut seen = [0; 3];
    let mut board = S::random(&mut chance);
    for i in 0..boards {
        if i % 4 == 0 {
            board = S::random(&mut chance);
        }
        let puzzle = random_givens(&board, &mut chance, &mut engine);
        let known = match chance.below(3) {
            0 => Some(chance.position(puzzle.digits()).board),
            1 => Some(Board::open(puzzle.atom_count())),
            _ => None,
        };
        let facts = known.clone().unwrap_or_else(|| Board::open(puzzle.atom_count()));
        let model = puzzle.model();
        engine.load(&model);
        engine.assume(facts.facts());
        let context = || format!("{:?} {:?} {:?}", puzzle.options(), puzzle.digits(), facts);
        let status = puzzle.digits().status_of(puzzle.search(known.as_ref()).unwrap());
        match (status.expect("small boards take few guesses"), engine.status()) {
            (Status::None, Status::None) => seen[0] += 1,
            (Status::Unique(one), Status::Unique(other)) => {
                assert_eq!(one, other, "{}", context());
                seen[1] += 1;
            }
            (Status::Multiple(one, other), Status::Multiple(..)) => {
                assert!(one != other && is_solution(&model, &one, &facts), "{}", context());
                assert!(is_solution(&model, &other, &facts), "{}", context());
                seen[2] += 1;
            }
            (ours, engine) => panic!("{ours:?} and not {engine:?}: {}", context()),
        }
        if chance.one_in(4) {
            let (expected, end) = engine.at_most(50);
            let found = all_of(puzzle.search(known.as_ref()).unwrap(), 50);
            assert_eq!(found.len(), expected.len(), "{}", context());
            if end == End::Exhausted || expected.len() < 50 {
                let mut expected: Vec<_> =
                    expected.iter().map(|board| puzzle.digits().solution(board)).collect();
                expected.sort_unstable();
                assert_eq!(found, expected, "{}", context());
            }
        }
    }
    assert!(seen.iter().all(|&number| number * 20 > boards), "{seen:?}");
}

#[test]
fn random_sugurus_have_the_solutions_of_the_engine() {
    boards_agree_with_the_engine::<Suguru>(7, 2000);
}

#[test]
fn random_sudokus_have_the_solutions_of_the_engine() {
    boards_agree_with_the_engine::<Sudoku>(11, 1000);
}

/// The seeds differ from run to run if `GRIDWRIGHT_SEED` says so.
fn seed() -> u64 {
    std::env::var("GRIDWRIGHT_SEED").map_or(4711, |seed| seed.parse().expect("a number"))
}

#[test]
#[ignore = "a million boards take minutes"]
fn a_million_sugurus_have_the_solutions_of_the_engine() {
    boards_agree_with_the_engine::<Suguru>(seed(), 1_000_000);
}

#[test]
#[ignore = "half a million boards take minutes"]
fn half_a_million_sudokus_have_the_solutions_of_the_engine() {
    boards_agree_with_the_engine::<Sudoku>(seed(), 500_000);
}

/// A house or a pair of cells, with a digit.
type Spoken = (Vec<u16>, u32);

/// The houses and the pairs that a model speaks of, read off its rules and nothing else.
fn groups_of_model(model: &Model, digits: &Digits) -> (Vec<Spoken>, Vec<Spoken>) {
    let place = |atom: Atom| (digits.cell_of(atom).0 as u16, digits.digit_of(atom));
    let (mut houses, mut pairs) = (Vec::new(), Vec::new());
    let mut cells = 0;
    for rule in model.rules() {
        let kind = model.kind(rule).id;
        let (atoms, found) = match rule.body {
            Body::Sum { list, lo: 1, hi: 1 } => (model.members(list).to_vec(), &mut houses),
            Body::Pair(a, b) => (vec![a, b], &mut pairs),
            _ => panic!("a rule of another form"),
        };
        let places: Vec<(u16, u32)> = atoms.iter().map(|&atom| place(atom)).collect();
        let (cell, digit) = places[0];
        if kind.ends_with(".given") {
            assert_eq!(model.givens().iter().filter(|given| **given == atoms[0]).count(), 1);
        } else if kind.ends_with(".cell") {
            assert!(atoms.iter().copied().eq(digits.atoms(Cell(cell.into()))), "every digit of the cell");
            cells += 1;
        } else {
            assert!(places.iter().all(|(_, other)| *other == digit), "a rule about one digit");
            found.push((sorted(places.into_iter().map(|(cell, _)| cell)), digit));
        }
    }
    assert_eq!(cells, digits.grid.cells().filter(|&cell| !digits.is_absent(cell)).count());
    houses.sort_unstable();
    pairs.sort_unstable();
    (houses, pairs)
}

fn sorted(cells: impl IntoIterator<Item = u16>) -> Vec<u16> {
    let mut cells: Vec<u16> = cells.into_iter().collect();
    cells.sort_unstable();
    cells
}

/// The same of what the kernel knows: a house holds as many digits as cells, and a pair differs in all digits that both take.
fn groups_of_kernel(groups: &Groups, digits: &Digits) -> (Vec<Spoken>, Vec<Spoken>) {
    let (mut houses, mut pairs) = (Vec::new(), Vec::new());
    for house in 0..groups.house_count() as u16 {
        let cells = sorted(groups.house(house).iter().copied());
        houses.extend((1..=cells.len() as u32).map(|digit| (cells.clone(), digit)));
    }
    for cell in 0..groups.cell_count() as u16 {
        assert!(groups.houses_of(cell).iter().all(|&house| groups.house(house).contains(&cell)));
        for &other in groups.touching(cell) {
            assert!(groups.touching(other).contains(&cell));
            let common = digits.greatest(Cell(cell.into())).min(digits.greatest(Cell(other.into())));
            if cell < other {
                pairs.extend((1..=common).map(|digit| (vec![cell, other], digit)));
            }
        }
    }
    houses.sort_unstable();
    pairs.sort_unstable();
    (houses, pairs)
}

fn groups_are_those_of_the_model<S: Sample>(seed: u64) {
    let mut chance = Chance(seed);
    for _ in 0..200 {
        let board = S::random(&mut chance);
        let board = board.printed(chance.digits(board.digits(), 5));
        let Search { groups, .. } = board.search(None).unwrap();
        let (of_model, of_kernel) =
            (groups_of_model(&board.model(), board.digits()), groups_of_kernel(&groups, board.digits()));
        assert_eq!(of_model, of_kernel, "{:?}", board.digits());
    }
}

#[test]
fn the_groups_are_those_of_the_model() {
    groups_are_those_of_the_model::<Suguru>(3);
    groups_are_those_of_the_model::<Sudoku>(5);
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let mut chance = Chance(23);
    let mut pauses = 0;
    for _ in 0..200 {
        let board = Suguru::random(&mut chance);
        let mut search = Sample::search(&board, None).unwrap();
        let mut twin = search.clone();
        for _ in 0..20 {
            let found = (0..).find_map(|tries| {
                pauses += 1;
                search.advance(tries)
            });
            assert_eq!(found, twin.advance(u64::MAX));
            if found != Some(true) {
                assert_eq!(search.advance(u64::MAX), Some(false), "it stays at the end");
                break;
            }
            assert!(search.digits().eq(twin.digits()));
        }
        let mut counting = board.search(None).unwrap();
        let turns = (0..200).take_while(|_| !counting.go_on(chance.below(100) as u64)).count();
        if turns < 200 {
            assert_eq!(counting.found() as usize, all_of(board.search(None).unwrap(), usize::MAX).len());
        }
    }
    assert!(pauses > 5000, "{pauses}");
}

#[test]
fn what_is_too_large_or_too_long_is_left_to_the_engine() {
    let long = Suguru::new(Grid::new(1, 33).unwrap(), &[Some(1); 33]).unwrap();
    let fits = Suguru::new(Grid::new(1, 32).unwrap(), &[Some(1); 32]).unwrap();
    assert!(long.fast_status(None).is_none() && matches!(fits.fast_status(None), Some(Status::Multiple(..))));
    let many: Vec<Option<usize>> = (0..51 * 50).map(Some).collect();
    let grid = |rows| Grid::new(rows, 50).unwrap();
    let (large, small) =
        (Suguru::new(grid(51), &many).unwrap(), Suguru::new(grid(50), &many[..2500]).unwrap());
    assert!(large.fast_status(None).is_none() && matches!(small.fast_status(None), Some(Status::None)));
    // Many solutions are not counted one by one.
    let open = Sudoku::new(6, vec![0; 36]).unwrap();
    assert!(open.enumeration(None).is_none());
    let solution = all_of(Sample::search(&open, None).unwrap(), 1).remove(0);
    assert!(open.printed(solution).enumeration(None).is_some());
}
