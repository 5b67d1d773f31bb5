//! A faster exact solver for the usual Sudoku, 9 by 9 with boxes of 3 by 3.
//!
//! The candidates stand in nine *planes*, one for each place in a box: the plane of a place holds, for all nine
//! boxes, which digits may stand there. A plane has a word for each band of boxes, a word has a field for each stack,
//! and a field has a bit for each digit and above them a guard, which is always set. So one operation on a plane
//! asks something of all boxes and all digits, and the guards make "is this field empty?" a subtraction.
//!
//! A *sweep* narrows all candidates at once:
//!
//! - lines: in each band a digit is in three rows and three boxes, once each. Of its six ways to do so those that
//!   the candidates allow are kept, and what none of them uses is dropped; likewise in each stack.
//! - singles: a digit with one place left in a box, and a cell with one digit left, are placed.
//!
//! Sweeps go on until nothing is placed; then a cell is guessed. There are hardly any branches to mispredict, and
//! compilers turn the loops over the words of a plane into straight vector code. They do so for large loop bodies
//! and may unroll small ones instead: measure whatever you change here.
#![allow(clippy::needless_range_loop, reason = "one loop over the lanes, for many arrays, is one vector")]

#[cfg(test)]
mod tests;

use crate::puzzle::Enumeration;

/// The words of a plane: the three bands, and the first of them again, which makes a circle of them and a full vector.
type Lanes = [u32; 4];

const LANES: usize = 4;
/// From a field to the next.
const FIELD: u32 = 10;
/// From a guard to the lowest digit of its field.
const GUARD_SHIFT: u32 = 9;
const DIGITS: u32 = 0x1ff;
const ONES: u32 = 1 | 1 << FIELD | 1 << (2 * FIELD);
const ALL_DIGITS: u32 = DIGITS * ONES;
const GUARDS: u32 = ONES << GUARD_SHIFT;

/// The candidates of a cell of which nothing is known.
pub const ANY_DIGIT: u16 = DIGITS as u16;

/// For each character the candidates of a cell that shows it, and [`NO_SYMBOL`] where no cell does.
static SYMBOLS: [u16; 256] = {
    let mut symbols = [NO_SYMBOL; 256];
    let blanks = b".0_*";
    let mut i = 0;
    while i < blanks.len() {
        symbols[blanks[i] as usize] = ANY_DIGIT;
        i += 1;
    }
    let mut digit = 0;
    while digit < 9 {
        symbols[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    symbols
};
const NO_SYMBOL: u16 = 1 << 15;

/// A 9 by 9 Sudoku with boxes of 3 by 3, as the digits that each cell may hold.
///
/// ```
/// use gridwright::genres::sudoku::kernel::Nine;
/// let line = "...3...98....894..1......7.4.2.365..6.......2..821.7.9.6......4..165....82...3...";
/// let mut solutions = Nine::from_line(line).unwrap().solutions();
/// assert_eq!(solutions.next().unwrap()[..9], [2, 5, 4, 3, 6, 7, 1, 9, 8]);
/// assert_eq!(solutions.next(), None);
/// assert_eq!(Nine::from_line(&".".repeat(81)).unwrap().solutions().count_up_to(1000), 1000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nine(Planes);

impl Nine {
    /// From 81 characters in reading order, digits or one of `.0_*` for a blank; `None` for any other text.
    #[inline]
    pub fn from_line(line: &str) -> Option<Nine> {
        let line: &[u8; 81] = line.as_bytes().try_into().ok()?;
        let mut all = 0;
        let nine = Nine::from_cells(|cell| {
            let candidates = SYMBOLS[line[cell] as usize];
            all |= candidates;
            candidates
        });
        (all & NO_SYMBOL == 0).then_some(nine)
    }

    /// From the digits each cell may hold, the lowest bit for 1; higher bits than the ninth mean nothing.
    pub fn from_candidates(cells: &[u16; 81]) -> Nine {
        Nine::from_cells(|cell| cells[cell] & ANY_DIGIT)
    }

    #[inline(always)]
    fn from_cells(mut candidates: impl FnMut(usize) -> u16) -> Nine {
        let mut planes = Planes { cells: [[0; LANES]; 9], placed: [0; LANES] };
        for (i, words) in planes.cells.iter_mut().enumerate() {
            for band in 0..3 {
                let first = (3 * band + i / 3) * 9 + i % 3;
                let mut field =
                    |stack: usize| u32::from(candidates(first + 3 * stack)) << (stack as u32 * FIELD);
                words[band] = field(0) | field(1) | field(2) | GUARDS;
            }
            words[3] = words[0];
        }
        Nine(planes)
    }

    /// All solutions, one at a time, in no particular but always the same order.
    #[inline]
    pub fn solutions(self) -> Solutions {
        Solutions { planes: self.0, has_looked: false, waiting: Vec::new(), guesses: 0 }
    }
}

/// A lazy stream of solutions: the digits of the cells in reading order.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// What is looked at, or the last solution.
    planes: Planes,
    has_looked: bool,
    /// The other choices of the guesses that were made.
    waiting: Vec<Planes>,
    guesses: u64,
}

impl Solutions {
    /// How many solutions there are, counting up to `limit`.
    #[inline]
    pub fn count_up_to(mut self, limit: usize) -> usize {
        (0..limit).take_while(|_| self.advance(u64::MAX) == Some(true)).count()
    }

    /// All solutions in order, or `None` if there are more than `limit` or it takes more than `most_guesses` guesses.
    pub(super) fn all(mut self, limit: usize, most_guesses: u64) -> Option<Vec<[u8; 81]>> {
        let mut found = Vec::new();
        while self.advance(most_guesses)? {
            if found.len() == limit {
                return None;
            }
            found.push(self.digits());
        }
        found.sort_unstable();
        Some(found)
    }

    /// Looks for a further solution: whether there is one, or `None` once `most_guesses` guesses have been made in all.
    fn advance(&mut self, most_guesses: u64) -> Option<bool> {
        if self.has_looked && !self.turn_back() {
            return Some(false);
        }
        self.has_looked = true;
        loop {
            match self.planes.settle() {
                Settled::Solved => return Some(true),
                Settled::Open if !self.planes.is_doomed() => {
                    if self.guesses >= most_guesses {
                        self.has_looked = false;
                        return None;
                    }
                    self.guesses += 1;
                    self.guess();
                }
                Settled::Open | Settled::Contradiction => {
                    if !self.turn_back() {
                        return Some(false);
                    }
                }
            }
        }
    }

    /// Decides a cell and leaves its other choice for later.
    fn guess(&mut self) {
        let choice = self.planes.choose();
        self.waiting.push(self.planes);
        if let Some(other) = self.waiting.last_mut() {
            other.exclude(&choice);
        }
        self.planes.put(&choice);
    }

    /// Takes up the other choice of the last guess, if there is one left.
    fn turn_back(&mut self) -> bool {
        let other = self.waiting.pop();
        other.inspect(|&other| self.planes = other).is_some()
    }

    /// The digits of the solution that was just found.
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (i, words) in self.planes.cells.iter().enumerate() {
            for band in 0..3 {
                let first = (3 * band + i / 3) * 9 + i % 3;
                for stack in 0..3 {
                    let field = words[band] >> (stack as u32 * FIELD);
                    digits[first + 3 * stack] = field.trailing_zeros() as u8 + 1;
                }
            }
        }
        digits
    }
}

impl Iterator for Solutions {
    type Item = [u8; 81];

    fn next(&mut self) -> Option<[u8; 81]> {
        (self.advance(u64::MAX) == Some(true)).then(|| self.digits())
    }
}

/// Solutions being counted one by one.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    solutions: Solutions,
    found: u64,
}

/// Steps of the counter that take as long as a guess.
const STEPS_A_GUESS: u64 = 2;

impl Counting {
    pub fn new(nine: Nine) -> Counting {
        Counting { solutions: nine.solutions(), found: 0 }
    }
}

impl Enumeration for Counting {
    fn go_on(&mut self, steps: u64) -> bool {
        let most_guesses = self.solutions.guesses + 1 + steps / STEPS_A_GUESS;
        while let Some(is_found) = self.solutions.advance(most_guesses) {
            if !is_found {
                return true;
            }
            self.found += 1;
        }
        false
    }

    fn found(&self) -> u64 {
        self.found
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Planes {
    /// Plane 3r + c has the cells in row r and column c of their boxes.
    cells: [Lanes; 9],
    /// For each box the digits that were placed at the last sweep, without guards.
    placed: Lanes,
}

enum Settled {
    Solved,
    Open,
    Contradiction,
}

/// The fields one further on, in a circle. What spills over the third field is masked away in the end.
#[inline(always)]
fn next_field(word: u32) -> u32 {
    word >> FIELD | word << (2 * FIELD)
}

/// The fields one back.
#[inline(always)]
fn last_field(word: u32) -> u32 {
    word >> (2 * FIELD) | word << FIELD
}

/// Neighbours in the circle of lanes: the first and second, the second and third, the third and first.
#[inline(always)]
fn neighbours([a, b, c, _]: Lanes) -> [u64; 3] {
    let first = u64::from(a) | u64::from(b) << 32;
    let third = u64::from(c) | u64::from(a) << 32;
    [first, first >> 32 | third << 32, third]
}

/// Where a digit may stand in the third column of three: where the other two can take the other two bands, one way
/// or the other.
#[inline(always)]
fn either_way(one: [u64; 3], two: [u64; 3]) -> Lanes {
    let low = one[1] & two[2] | one[2] & two[1];
    let high = one[0] & two[1] | one[1] & two[0];
    [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
}

/// Where any and where at least two of three are set.
#[inline(always)]
fn any_and_two(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a | b | c, a & b | c & (a | b))
}

/// All bits of the fields whose guard is set in `guards`, guards aside.
#[inline(always)]
fn fields_of(guards: u32) -> u32 {
    guards.wrapping_sub(guards >> GUARD_SHIFT)
}

/// The digits that have exactly one place in their box, and all that have any.
#[inline(always)]
fn single_places(plane: &[u32; 9]) -> (u32, u32) {
    let (any0, two0) = any_and_two(plane[0], plane[1], plane[2]);
    let (any1, two1) = any_and_two(plane[3], plane[4], plane[5]);
    let (any2, two2) = any_and_two(plane[6], plane[7], plane[8]);
    let (any, two) = any_and_two(any0, any1, any2);
    (any & !(two0 | two1 | two2 | two), any)
}

impl Planes {
    /// Sweeps until nothing more is placed.
    fn settle(&mut self) -> Settled {
        // Givens are placed first; a guess is placed in its box when it is made.
        let is_root = self.placed == [0; LANES];
        if is_root && !self.place_singles(&[[u32::MAX; LANES]; 3]).0 {
            return Settled::Contradiction;
        }
        // Before the first guess a second look at the lines is worth a sweep in which nothing was placed.
        let mut patience = is_root;
        loop {
            let columns = self.narrow_lines();
            let (is_possible, has_placed) = self.place_singles(&columns);
            if !is_possible {
                return Settled::Contradiction;
            }
            if self.placed == [ALL_DIGITS; LANES] {
                return if self.has_full_lines() { Settled::Solved } else { Settled::Contradiction };
            }
            if !has_placed && !std::mem::take(&mut patience) {
                return Settled::Open;
            }
        }
    }

    /// Drops candidates that fit no arrangement of their digit in their band. For the stacks it returns what may stay
    /// in each column of the boxes.
    #[inline(always)]
    fn narrow_lines(&mut self) -> [Lanes; 3] {
        let mut columns = [[0; LANES]; 3];
        for lane in 0..LANES {
            let plane: [u32; 9] = std::array::from_fn(|i| self.cells[i][lane]);
            let a = plane[0] | plane[1] | plane[2];
            let b = plane[3] | plane[4] | plane[5];
            let c = plane[6] | plane[7] | plane[8];
            // From stack to stack the row goes down, in a circle, in three of the six ways, and up in the others.
            let down = a & next_field(b) & last_field(c);
            let up = a & last_field(b) & next_field(c);
            let rows = [down | up, last_field(down) | next_field(up), next_field(down) | last_field(up)];
            for col in 0..3 {
                columns[col][lane] = plane[col] | plane[3 + col] | plane[6 + col];
            }
            for i in 0..9 {
                self.cells[i][lane] = plane[i] & rows[i / 3];
            }
        }
        let [a, b, c] = columns.map(neighbours);
        [either_way(b, c), either_way(c, a), either_way(a, b)]
    }

    /// Places digits that have one place in their box and cells that have one digit, after narrowing the columns.
    /// Returns whether every digit has a place and every cell a digit, and whether something new was placed.
    #[inline(always)]
    fn place_singles(&mut self, columns: &[Lanes; 3]) -> (bool, bool) {
        let mut missing = 0;
        let mut new = 0;
        for lane in 0..LANES {
            let mut plane: [u32; 9] = std::array::from_fn(|i| self.cells[i][lane] & columns[i % 3][lane]);
            let (single, any) = single_places(&plane);
            let mut alive = GUARDS;
            let mut placed = 0;
            let mut placed_here = [0; 9];
            for i in 0..9 {
                let only_place = plane[i] & (single | GUARDS);
                let other_digits = fields_of(only_place.wrapping_sub(ONES) & GUARDS) & !only_place;
                plane[i] &= !other_digits;
                let less_one = plane[i].wrapping_sub(ONES);
                alive &= less_one;
                let but_lowest = plane[i] & less_one;
                placed_here[i] = plane[i] & fields_of(GUARDS & !but_lowest.wrapping_sub(ONES));
                placed |= placed_here[i];
            }
            for i in 0..9 {
                self.cells[i][lane] = plane[i] & !(placed & !placed_here[i]);
            }
            missing |= (any ^ (ALL_DIGITS | GUARDS)) | (alive ^ GUARDS);
            new |= self.placed[lane] ^ placed;
            self.placed[lane] = placed;
        }
        (missing == 0, new != 0)
    }

    /// Whether every row and every column holds every digit.
    fn has_full_lines(&self) -> bool {
        let mut rows = DIGITS;
        let mut cols = ALL_DIGITS;
        for i in 0..3 {
            let mut col = 0;
            for band in 0..3 {
                let row = self.cells[3 * i][band] | self.cells[3 * i + 1][band] | self.cells[3 * i + 2][band];
                rows &= row | row >> FIELD | row >> (2 * FIELD);
                col |= self.cells[i][band] | self.cells[3 + i][band] | self.cells[6 + i][band];
            }
            cols &= col;
        }
        (rows, cols) == (DIGITS, ALL_DIGITS)
    }

    /// Whether some box has two cells for one digit or two digits for one cell. Sweeps do not look for that: the rest
    /// of the box would fail in the end, but after many guesses.
    fn is_doomed(&self) -> bool {
        let mut doomed = 0;
        for lane in 0..LANES {
            let plane: [u32; 9] = std::array::from_fn(|i| self.cells[i][lane]);
            let (single, _) = single_places(&plane);
            let mut placed = 0;
            for word in plane {
                let only_place = word & (single | GUARDS);
                doomed |= only_place & only_place.wrapping_sub(ONES) & ALL_DIGITS;
                let but_lowest = word & word.wrapping_sub(ONES);
                let placed_here = word & fields_of(GUARDS & !but_lowest.wrapping_sub(ONES));
                doomed |= placed & placed_here;
                placed |= placed_here;
            }
        }
        doomed != 0
    }

    /// An undecided cell, one with two candidates if there is any, and its first candidate.
    fn choose(&self) -> Choice {
        let mut chosen = None;
        'search: for plane in 0..9 {
            for band in 0..3 {
                let word = self.cells[plane][band];
                let but_lowest = word & word.wrapping_sub(ONES);
                let several = but_lowest.wrapping_sub(ONES) & GUARDS;
                let many = (but_lowest & but_lowest.wrapping_sub(ONES) | GUARDS).wrapping_sub(ONES) & GUARDS;
                if several & !many != 0 {
                    chosen = Some((plane, band, several & !many));
                    break 'search;
                }
                if several != 0 && chosen.is_none() {
                    chosen = Some((plane, band, several));
                }
            }
        }
        // Boxes whose cells were all decided, with no digit twice, would all be full.
        let (plane, band, guards) = chosen.expect("an open board has an undecided cell");
        let field = fields_of(guards & guards.wrapping_neg());
        let candidates = self.cells[plane][band] & field;
        let first = candidates & candidates.wrapping_neg();
        Choice { plane, band, field, first, rest: candidates & !first }
    }

    /// Makes the first candidate the digit of the cell and of no other in the box.
    fn put(&mut self, choice: &Choice) {
        for lane in choice.lanes() {
            for cells in &mut self.cells {
                cells[lane] &= !choice.first;
            }
            let word = &mut self.cells[choice.plane][lane];
            *word = *word & !choice.field | choice.first;
        }
    }

    /// Takes the first candidate from the cell.
    fn exclude(&mut self, choice: &Choice) {
        if choice.rest.is_power_of_two() {
            return self.put(&Choice { first: choice.rest, ..*choice });
        }
        for lane in choice.lanes() {
            self.cells[choice.plane][lane] &= !choice.first;
        }
    }
}

/// A cell to guess: its place, all bits of its field, its first candidate and the others.
struct Choice {
    plane: usize,
    band: usize,
    field: u32,
    first: u32,
    rest: u32,
}

impl Choice {
    /// The band's lane, and the one that repeats the first.
    fn lanes(&self) -> impl Iterator<Item = usize> {
        (self.band..LANES).step_by(3)
    }
}
