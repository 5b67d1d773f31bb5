//! Random boards as text. Most start from a solution, lose some clues and sometimes get a wrong one, so that boards
//! with no, one and several solutions all come up.

use gridwright::Reading;
use gridwright::formats::{Format, ReadOptions};
use gridwright::grid::{Cell, Direction, Grid};
use gridwright::model::Board;
use gridwright_oracle::Oracle;
use std::collections::BTreeMap;

/// Always the same numbers (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    fn shuffled(&mut self, items: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut items: Vec<usize> = items.collect();
        self.shuffle(&mut items);
        items
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

fn rows(cells: &[String], cols: usize) -> String {
    cells.chunks(cols).map(|row| row.join(" ") + ",\n").collect()
}

pub fn read(text: &str) -> Reading {
    let options = ReadOptions { format: Some(Format::Native), ..Default::default() };
    Reading::parse_with(text, &options)
        .unwrap_or_else(|e| panic!("{e} at {:?}:\n{text}", e.line_column(text)))
}

/// Some solution.
fn solved(text: &str) -> Option<(Reading, Board)> {
    let reading = read(text);
    let solution = Oracle::new(reading.puzzle.model()).solve(&[])?;
    Some((reading, solution))
}

/// Walls and the clues of bulbs that light everything, flat or on a torus.
pub fn light_up(dice: &mut Dice) -> String {
    let wrapping = dice.percent(40);
    let grid = Grid::new(1 + dice.below(9), 1 + dice.below(9)).unwrap().with_wrapping(wrapping);
    let walls = 10 + dice.below(40);
    let is_open: Vec<bool> = grid.cells().map(|_| !dice.percent(walls)).collect();
    let mut is_lit = vec![false; grid.len()];
    let mut is_bulb = vec![false; grid.len()];
    for i in dice.shuffled(0..grid.len()) {
        if !is_open[i] || is_lit[i] {
            continue;
        }
        (is_bulb[i], is_lit[i]) = (true, true);
        for direction in Direction::ALL {
            for cell in grid.ray(Cell(i as u32), direction).take_while(|cell| is_open[cell.index()]) {
                is_lit[cell.index()] = true;
            }
        }
    }
    let (numbered, wrong) = (30 + dice.below(71), if dice.percent(40) { 15 } else { 0 });
    let square = |cell: Cell| match is_open[cell.index()] {
        true => ".".to_string(),
        false if !dice.percent(numbered) => "w".to_string(),
        false if dice.percent(wrong) => dice.below(5).to_string(),
        false => grid.around(cell).filter(|next| is_bulb[next.index()]).count().to_string(),
    };
    let squares: Vec<String> = grid.cells().map(square).collect();
    let option = if wrapping { " wrapping=yes" } else { "" };
    let rows: Vec<String> = squares.chunks(grid.cols()).map(|row| row.concat()).collect();
    format!("gridwright lightup{option}\n{}\n", rows.join("\n"))
}

/// A shuffled full grid with most digits deleted, some perhaps changed.
pub fn sudoku(dice: &mut Dice) -> String {
    let (wide, tall) = *dice.pick(&[(2, 2), (2, 2), (3, 2), (3, 2), (2, 3), (4, 2), (3, 3), (3, 3)]);
    let side = wide * tall;
    let digits = dice.shuffled(1..side + 1);
    // Rows may change places within a band and bands among each other, columns likewise.
    let mut lines = |bands: usize, size: usize| -> Vec<usize> {
        let bands = dice.shuffled(0..bands);
        bands.into_iter().flat_map(|band| dice.shuffled(band * size..(band + 1) * size)).collect()
    };
    let (rows_from, cols_from) = (lines(wide, tall), lines(tall, wide));
    let latin = dice.percent(15);
    let most = if latin { 75 } else { 55 };
    let (kept, wrong) = (if side < 9 { 15 } else { 25 } + dice.below(most - 25), dice.percent(35));
    let mut cells = Vec::new();
    for &row in &rows_from {
        for &col in &cols_from {
            let digit = digits[(row % tall * wide + row / tall + col) % side];
            cells.push(match dice.percent(kept) {
                true if wrong && dice.percent(5) => (1 + dice.below(side)).to_string(),
                true => digit.to_string(),
                false => ".".to_string(),
            });
        }
    }
    let rules = if latin { "latin" } else { "full" };
    format!("gridwright sudoku rules={rules} boxes={wide}x{tall}\n{}", rows(&cells, side))
}

/// A board of regions, redrawn some times until there is a solution, and digits of that solution.
pub fn suguru(dice: &mut Dice) -> String {
    let mut bare = regions(dice);
    let mut found = solved(&bare);
    for _ in 0..dice.below(12) {
        if found.is_none() {
            bare = regions(dice);
            found = solved(&bare);
        }
    }
    let Some((reading, solution)) = found else { return bare };
    let (kept, wrong) = (dice.below(80), dice.percent(25));
    let grid = reading.puzzle.grid();
    let mut givens = vec![".".to_string(); grid.len()];
    for atom in reading.puzzle.model().atoms() {
        if solution.is_yes(atom) && dice.percent(kept) || wrong && dice.percent(3) {
            let name = reading.puzzle.atom_name(atom);
            let (_, digit) = name.split_once(' ').expect("a cell and a digit");
            givens[reading.puzzle.atom_cell(atom).index()] = digit.to_string();
        }
    }
    format!("{bare}givens:\n{}", rows(&givens, grid.cols()))
}

/// Regions grown cell by cell.
fn regions(dice: &mut Dice) -> String {
    let grid = Grid::new(2 + dice.below(5), 2 + dice.below(5)).unwrap();
    let absent = if dice.percent(30) { 15 } else { 0 };
    let mut labels: Vec<String> =
        grid.cells().map(|_| if dice.percent(absent) { "#".to_string() } else { String::new() }).collect();
    labels[0].clear();
    for start in dice.shuffled(0..grid.len()) {
        if !labels[start].is_empty() {
            continue;
        }
        let size = 2 + dice.below(5);
        let mut region = vec![Cell(start as u32)];
        labels[start] = format!("g{start}");
        while region.len() < size {
            let free: Vec<Cell> = region.iter().flat_map(|&cell| grid.around(cell)).collect();
            let free: Vec<Cell> = free.into_iter().filter(|next| labels[next.index()].is_empty()).collect();
            if free.is_empty() {
                break;
            }
            let next = *dice.pick(&free);
            labels[next.index()] = format!("g{start}");
            region.push(next);
        }
    }
    format!("gridwright suguru\n{}", rows(&labels, grid.cols()))
}

/// Numbers and areas anywhere, under all levels of rules; goals from some solution without goals, if there is one.
pub fn yosenabe(dice: &mut Dice) -> String {
    let grid = Grid::new(2 + dice.below(5), 2 + dice.below(6)).unwrap();
    let (numbers, grey, absent) = (10 + dice.below(15), 15 + dice.below(20), dice.below(2) * 8);
    let mut squares = Vec::new();
    let mut labels = Vec::new();
    for _ in grid.cells() {
        let square = match dice.below(100) {
            roll if roll < numbers => (1 + dice.below(4)).to_string(),
            roll if roll < numbers + 2 => "?".to_string(),
            roll if roll < numbers + 2 + absent => "#".to_string(),
            _ => ".".to_string(),
        };
        let label = if square != "#" && dice.percent(grey) { *dice.pick(&["A", "B", "C"]) } else { "." };
        labels.push(label.to_string());
        squares.push(square);
    }
    let stop = *dice.pick(&["first", "any"]);
    let stay = *dice.pick(&["no", "yes"]);
    let levels = ["1", "2", "3", "4", "4", "4", "4", "4", "4", "move,goal", "fill,cross", "move,cross,goal"];
    let rules = *dice.pick(&levels);
    let board = format!("{}areas:\n{}", rows(&squares, grid.cols()), rows(&labels, grid.cols()));
    let text = |rules: &str| format!("gridwright yosenabe rules={rules} stop={stop} stay={stay}\n{board}");

    let mut sums: BTreeMap<&str, u32> =
        labels.iter().filter(|label| *label != ".").map(|label| (label.as_str(), 0)).collect();
    if let Some((reading, solution)) = solved(&text("3")) {
        for atom in solution.yes() {
            let name = reading.puzzle.atom_name(atom);
            let end = name.strip_suffix(" stay").or(name.split(' ').next_back()).and_then(|c| grid.named(c));
            let label = &labels[end.expect("a cell").index()];
            let number = squares[reading.puzzle.atom_cell(atom).index()].parse().unwrap_or(0);
            *sums.get_mut(label.as_str()).expect("lines end in areas") += number;
        }
    }
    let (kept, wrong) = (dice.below(100), dice.percent(15));
    let mut goals = String::new();
    for (label, sum) in sums {
        if dice.percent(kept) {
            let goal = if wrong { dice.below(8) as u32 } else { sum };
            goals += &format!(" {label}={goal}");
        }
    }
    text(rules) + &if goals.is_empty() { goals } else { format!("goals:{goals}\n") }
}

/// Regions scattered at random, mostly with a region for each star of a solution.
pub fn star_battle(dice: &mut Dice) -> String {
    let side = 4 + dice.below(4);
    let mut labels: Vec<usize> = (0..side * side).map(|_| dice.below(side)).collect();
    let planted = dice.percent(60);
    let columns = loop {
        let columns = dice.shuffled(0..side);
        if !planted || columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
            break columns;
        }
    };
    for (row, col) in columns.into_iter().enumerate() {
        labels[row * side + col] = row;
    }
    let letters: Vec<String> =
        labels.iter().map(|&label| char::from(b'A' + label as u8).to_string()).collect();
    format!("gridwright starbattle\n{}", rows(&letters, side))
}
