//! The boards that were made here: fully clued ones, boards to count, and a set that resists.
//!
//! Everything follows from fixed seeds, so `--make-boards` writes the same files again as long as the engine's effort
//! stays the same; the files are kept so that figures stay comparable when it does not.

use gridwright::model::{Board, Fact, Model, Role, RuleId};
use gridwright::solve::{Answer, Engine, Minimal, Status};
use gridwright::{Format, Puzzle};
use std::path::Path;

/// A small generator of random numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Writes all files whose names begin with `prefix`.
pub fn boards(folder: &Path, prefix: &str) {
    let write = |folder: &Path, name: &str, boards: &[String]| {
        if name.starts_with(prefix) {
            write(folder, name, boards);
        }
    };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file of boards");
    for side in [10, 20, 30, 50] {
        let boards = read(&format!("lightup_{side}_min.ids"));
        let number = if side < 20 { 20 } else { 5 };
        let full: Vec<String> = boards.lines().take(number).map(fully_clued).collect();
        write(folder, &format!("lightup_{side}_full.ids"), &full);
    }
    for side in [5, 6, 7, 8, 10, 12, 15, 18] {
        write(folder, &format!("count_empty_{side}.ids"), &[tatham(side, &vec![OPEN; side * side])]);
    }
    for side in [8, 10, 14, 20, 30] {
        let mut dice = Dice(side as u64);
        let boards: Vec<String> = (0..2).map(|_| tatham(side, &walls(&mut dice, side, 22))).collect();
        write(folder, &format!("count_walls_{side}.ids"), &boards);
    }
    for side in [8, 10, 12, 15] {
        let mut dice = Dice(side as u64);
        let boards = (0..2).map(|_| tatham(side, &walls(&mut dice, side, 22)).replacen(':', "w:", 1));
        write(folder, &format!("count_torus_{side}.ids"), &boards.collect::<Vec<_>>());
    }
    write(folder, "count_sudoku_6.txt", &[".".repeat(36)]);
    let givens = read("sudoku_easy.txt");
    for number in [22, 20, 18, 16] {
        let mut dice = Dice(number as u64);
        let boards: Vec<String> =
            givens.lines().take(2).map(|line| thinned(&mut dice, line, number)).collect();
        write(folder, &format!("count_sudoku_{number}.txt"), &boards);
    }
    for (side, file) in [(8, "suguru_8_k5_min.txt"), (10, "suguru_10_k6_min.txt")] {
        let boards: Vec<String> = read(file).lines().take(2).map(without_givens).collect();
        write(folder, &format!("count_suguru_{side}.txt"), &boards);
    }
    for holes in [6, 9, 12, 20, 30] {
        write(folder, &format!("pigeonholes_{holes}.ids"), &[pigeonholes(holes)]);
    }
    for (side, stars) in [(14, 3), (17, 3), (20, 4), (25, 5)] {
        let mut dice = Dice(7);
        let boards: Vec<String> = (0..100).map(|_| starbattle(&mut dice, side, stars)).collect();
        write(folder, &format!("starbattle_{side}.txt"), &boards);
    }
    for (name, make, tries) in HARD.iter().filter(|(name, ..)| name.starts_with(prefix)) {
        let mut dice = Dice(1);
        let mut found: Vec<(u64, String)> = Vec::new();
        for _ in 0..*tries {
            if let Some(board) = make(&mut dice)
                && let Some(effort) = effort(&board)
            {
                found.push((effort, board));
            }
        }
        found.sort_by_key(|(effort, _)| std::cmp::Reverse(*effort));
        let at = |share: usize| found.get(found.len() * share / 100).map_or(0, |(effort, _)| *effort);
        println!(
            "{name}: the {KEPT} hardest of {}; steps per 100 atoms at most {}, median {}",
            found.len(),
            at(0),
            at(50)
        );
        let boards: Vec<String> = found.into_iter().take(KEPT).map(|(_, board)| board).collect();
        write(folder, name, &boards);
    }
}

/// A line of digits and dots with only `number` of its digits kept.
fn thinned(dice: &mut Dice, line: &str, number: usize) -> String {
    let mut cells: Vec<char> = line.chars().collect();
    let mut given: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] != '.').collect();
    dice.shuffle(&mut given);
    given.iter().skip(number).for_each(|cell| cells[*cell] = '.');
    cells.into_iter().collect()
}

/// A line of size, regions and givens with no given.
fn without_givens(line: &str) -> String {
    let (start, givens) = line.rsplit_once(';').expect("three fields");
    format!("{start};{}", ".".repeat(givens.len()))
}

fn write(folder: &Path, name: &str, boards: &[String]) {
    let lines: String = boards.iter().map(|board| format!("{board}\n")).collect();
    std::fs::write(folder.join(name), lines).expect("the folder can be written to");
}

/// Makes a board with one solution or none, if it succeeds.
type Maker = fn(&mut Dice) -> Option<String>;

const HARD: &[(&str, Maker, usize)] = &[
    ("hard_lightup_20.ids", |dice| lightup(dice, 20, 15, Last::Unique), 2000),
    ("hard_lightup_30.ids", |dice| lightup(dice, 30, 15, Last::Unique), 400),
    ("hard_lightup_50.ids", |dice| lightup(dice, 50, 15, Last::Unique), 60),
    ("hard_lightup_20_none.ids", |dice| lightup(dice, 20, 15, Last::Spoilt), 2000),
    ("hard_sudoku_16.txt", |dice| sudoku(dice, 4), 30),
];

/// How many boards of each kind are kept.
const KEPT: usize = 5;

/// The search is given up after this many steps.
const MOST_STEPS: u64 = 10_000_000;

/// Steps for each hundred atoms, if the board has one solution or none.
fn effort(board: &str) -> Option<u64> {
    let puzzle = Puzzle::parse(board).expect("a board");
    let model = puzzle.model();
    let mut engine = Engine::new(model);
    engine.limit_steps(Some(MOST_STEPS));
    match engine.status() {
        Status::Unique(_) | Status::None => Some(engine.steps() * 100 / model.atom_count() as u64),
        _ => None,
    }
}

/// The clues that remain when they are left out in random order.
fn needed(model: &Model, dice: &mut Dice) -> Option<Vec<RuleId>> {
    let is_clue = |rule: RuleId| model.kind(model.get(rule)).role == Role::Clue;
    let mut clues: Vec<RuleId> = model.rule_ids().map(|(id, _)| id).filter(|id| is_clue(*id)).collect();
    dice.shuffle(&mut clues);
    let mut engine = Engine::switchable(model, is_clue);
    engine.limit_steps(Some(MOST_STEPS));
    match engine.minimise(model, &clues) {
        Minimal::Needed(rules) => Some(rules),
        _ => None,
    }
}

const OPEN: u8 = b' ';
const WALL: u8 = b'B';

fn walls(dice: &mut Dice, side: usize, per_cent: usize) -> Vec<u8> {
    (0..side * side).map(|_| if dice.below(100) < per_cent { WALL } else { OPEN }).collect()
}

fn tatham(width: usize, cells: &[u8]) -> String {
    let mut text = format!("{width}x{}:", cells.len() / width);
    let mut open = 0;
    let flush = |text: &mut String, open: &mut u8| {
        if *open > 0 {
            text.push((b'a' + *open - 1) as char);
            *open = 0;
        }
    };
    for &cell in cells {
        if cell == OPEN {
            open += 1;
            if open == 26 {
                flush(&mut text, &mut open);
            }
        } else {
            flush(&mut text, &mut open);
            text.push(cell as char);
        }
    }
    flush(&mut text, &mut open);
    text
}

fn cells_of(id: &str) -> (usize, Vec<u8>) {
    let (size, body) = id.split_once(':').expect("an id");
    let side = size.split('x').next().and_then(|side| side.parse().ok()).expect("a side");
    let mut cells = Vec::new();
    for sign in body.bytes() {
        match sign {
            b'a'..=b'z' => cells.extend(std::iter::repeat_n(OPEN, (sign - b'a' + 1).into())),
            _ => cells.push(sign),
        }
    }
    (side, cells)
}

fn neighbours(side: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / side, cell % side);
    [
        (row > 0).then(|| cell - side),
        (row + 1 < side).then(|| cell + side),
        (column > 0).then(|| cell - 1),
        (column + 1 < side).then(|| cell + 1),
    ]
    .into_iter()
    .flatten()
}

/// Numbers on all walls, as the solution has them.
fn number_walls(side: usize, cells: &[u8], is_bulb: impl Fn(usize) -> bool) -> Vec<u8> {
    let number = |cell: usize| neighbours(side, cell).filter(|n| is_bulb(*n)).count() as u8;
    (0..cells.len()).map(|i| if cells[i] == OPEN { OPEN } else { b'0' + number(i) }).collect()
}

fn fully_clued(id: &str) -> String {
    let (side, cells) = cells_of(id);
    let puzzle = Puzzle::parse(id).expect("a board");
    let Status::Unique(solution) = Engine::new(puzzle.model()).status() else {
        panic!("the board has one solution")
    };
    let bulbs: Vec<usize> = solution.yes().map(|atom| puzzle.atom_cell(atom).index()).collect();
    tatham(side, &number_walls(side, &cells, |cell| bulbs.contains(&cell)))
}

/// What is done to a board at the end.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// Nothing: one solution.
    Unique,
    /// One clue is changed, so that there may be no solution.
    Spoilt,
}

/// A board with no superfluous clue and hardly more walls than one solution takes.
fn lightup(dice: &mut Dice, side: usize, per_cent: usize, last: Last) -> Option<String> {
    let mut cells = walls(dice, side, per_cent);
    let mut is_bulb = vec![false; cells.len()];
    for _ in 0..side * side {
        // Bulbs at random wherever no other shines: they light everything.
        let mut order: Vec<usize> = (0..cells.len()).filter(|i| cells[*i] == OPEN).collect();
        dice.shuffle(&mut order);
        for cell in order {
            is_bulb[cell] |= !seen(side, &cells, cell).any(|other| is_bulb[other]);
        }
        let mut numbered = number_walls(side, &cells, |cell| is_bulb[cell]);
        let puzzle = Puzzle::parse(&tatham(side, &numbered)).expect("a board");
        let model = puzzle.model();
        let mut engine = Engine::new(model);
        engine.limit_steps(Some(MOST_STEPS));
        if let Status::Multiple(first, second) = engine.status() {
            // A wall where the solutions differ, but not on a bulb: the bulbs can stay.
            let bulbs =
                |board: &Board| board.yes().map(|atom| puzzle.atom_cell(atom).index()).collect::<Vec<_>>();
            let mut others: Vec<usize> = bulbs(&first).into_iter().chain(bulbs(&second)).collect();
            others.retain(|cell| !is_bulb[*cell]);
            cells[others[dice.below(others.len())]] = WALL;
            continue;
        }
        let kept = needed(model, dice)?;
        let kept: Vec<usize> =
            kept.iter().filter_map(|rule| Some(puzzle.rule_place(model.get(*rule))?.index())).collect();
        for (i, cell) in numbered.iter_mut().enumerate() {
            if *cell != OPEN && !kept.contains(&i) {
                *cell = WALL;
            }
        }
        if last == Last::Spoilt {
            let clue = kept[dice.below(kept.len())];
            numbered[clue] = if numbered[clue] == b'0' { b'1' } else { numbered[clue] - 1 };
        }
        return Some(tatham(side, &numbered));
    }
    None
}

/// The open cells seen from a cell.
fn seen(side: usize, cells: &[u8], cell: usize) -> impl Iterator<Item = usize> + '_ {
    let (row, column) = ((cell / side) as isize, (cell % side) as isize);
    [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().flat_map(move |(down, right)| {
        (1..side as isize)
            .map(move |step| (row + down * step, column + right * step))
            .take_while(move |(r, c)| (0..side as isize).contains(r) && (0..side as isize).contains(c))
            .map(move |(r, c)| r as usize * side + c as usize)
            .take_while(|at| cells[*at] == OPEN)
    })
}

/// Light Up without a solution for want of room: each of `holes + 1` rows must have a bulb in one of `holes` columns, since
/// the cell at its end has none, for the walls with a 0 beside it.
fn pigeonholes(holes: usize) -> String {
    let width = holes + 1;
    let row = " ".repeat(width);
    let pair = format!("{row}{}0", &row[1..]);
    let cells = pair.repeat(holes) + &row;
    tatham(width, cells.as_bytes())
}

/// Star Battle with random regions, which grow cell by cell, the smallest first. Most such boards have no solution.
fn starbattle(dice: &mut Dice, side: usize, stars: usize) -> String {
    let mut region: Vec<Option<usize>> = vec![None; side * side];
    for label in 0..side {
        let cell = loop {
            let cell = dice.below(side * side);
            if region[cell].is_none() {
                break cell;
            }
        };
        region[cell] = Some(label);
    }
    let mut sizes = vec![1; side];
    let mut growing = vec![true; side];
    while let Some(least) = (0..side).filter(|label| growing[*label]).map(|label| sizes[label]).min() {
        let small: Vec<usize> =
            (0..side).filter(|label| growing[*label] && sizes[*label] <= least + 1).collect();
        let label = small[dice.below(small.len())];
        let borders = |cell: usize| neighbours(side, cell).any(|other| region[other] == Some(label));
        let free: Vec<usize> =
            (0..side * side).filter(|cell| region[*cell].is_none() && borders(*cell)).collect();
        if free.is_empty() {
            growing[label] = false;
        } else {
            region[free[dice.below(free.len())]] = Some(label);
            sizes[label] += 1;
        }
    }
    let rows: Vec<Vec<String>> = region
        .chunks(side)
        .map(|row| row.iter().map(|label| label.expect("regions fill the board").to_string()).collect())
        .collect();
    let board = serde_json::json!({ "genre": "starbattle", "stars": stars, "regions": rows });
    let puzzle = Puzzle::parse(&board.to_string()).expect("as many regions as rows");
    puzzle.to_text(Format::Puzzlink).expect("the format has regions")
}

/// A Sudoku with boxes of `box_side` squared and no superfluous given.
fn sudoku(dice: &mut Dice, box_side: usize) -> Option<String> {
    fill_and_minimise(dice, &vec![b'.'; box_side.pow(4)])
}

/// Fills an empty board at random, prints all digits, and leaves out those that are not needed.
fn fill_and_minimise(dice: &mut Dice, empty: &[u8]) -> Option<String> {
    let text = |digits: &[u8]| String::from_utf8_lossy(digits).into_owned();
    let puzzle = Puzzle::parse(&text(empty)).ok()?;
    let solution = random_solution(puzzle.model(), dice)?;
    let mut digits = empty.to_vec();
    for atom in solution.yes() {
        let name = puzzle.atom_name(atom);
        let digit: u8 = name.rsplit(' ').next().and_then(|digit| digit.parse().ok())?;
        digits[puzzle.atom_cell(atom).index()] = if digit < 10 { b'0' + digit } else { b'A' + digit - 10 };
    }
    let full = Puzzle::parse(&text(&digits)).ok()?;
    let model = full.model();
    let kept = needed(model, dice)?;
    let mut printed = empty.to_vec();
    for rule in kept {
        let cell = full.rule_place(model.get(rule))?.index();
        printed[cell] = digits[cell];
    }
    Some(text(&printed))
}

/// A solution with some atoms chosen at random.
fn random_solution(model: &Model, dice: &mut Dice) -> Option<Board> {
    let mut engine = Engine::new(model);
    engine.limit_steps(Some(MOST_STEPS));
    let mut atoms: Vec<_> = model.atoms().collect();
    dice.shuffle(&mut atoms);
    let mut facts = Vec::new();
    let mut solution = None;
    for atom in atoms.into_iter().take(model.atom_count() / 20) {
        facts.push(Fact { atom, holds: true });
        engine.assume(facts.iter().copied());
        match engine.solve() {
            Answer::Solution(board) => solution = Some(board),
            Answer::None => {
                facts.pop();
            }
            Answer::Unknown(_) => return None,
        }
    }
    solution
}
