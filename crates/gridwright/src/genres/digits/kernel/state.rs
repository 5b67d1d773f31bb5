//! The candidates of all cells, and what follows from them.

use super::groups::Groups;

/// The board cannot be completed.
#[derive(Debug)]
pub struct Contradiction;

/// What is known of a board.
#[derive(Clone, Debug)]
pub struct State {
    /// The candidates of each cell, and then for each house the digits with one place, with two and with three when it was
    /// last examined.
    words: Vec<u32>,
    /// How many cells are not placed yet.
    pub open: u32,
    /// Cells with one candidate that are to be placed, and how many these are. None is there twice.
    singles: Vec<u16>,
    single_count: usize,
    /// A bit for each house in which something changed.
    changed: Vec<u64>,
}

/// Words of a house.
const HOUSE: usize = 3;

impl State {
    /// From the digits that each cell may hold.
    pub fn new(groups: &Groups, candidates: Vec<u32>) -> State {
        let (cells, houses) = (groups.cell_count(), groups.house_count());
        debug_assert_eq!(candidates.len(), cells);
        let mut words = candidates;
        words.resize(cells + HOUSE * houses, 0);
        State {
            words,
            open: 0,
            singles: vec![0; cells],
            single_count: 0,
            changed: vec![0; houses.div_ceil(64)],
        }
    }

    pub fn candidates(&self) -> &[u32] {
        &self.words[..self.singles.len()]
    }

    /// All that a guess can change, the number of open cells aside.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns to earlier words, with nothing left to conclude.
    pub fn restore(&mut self, words: &[u32], open: u32) {
        self.words.copy_from_slice(words);
        self.open = open;
        self.single_count = 0;
        self.changed.fill(0);
    }

    /// Draws the first conclusions.
    pub fn start(&mut self, groups: &Groups) -> Result<(), Contradiction> {
        for cell in 0..groups.cell_count() as u16 {
            if groups.houses_of(cell).is_empty() {
                continue;
            }
            self.open += 1;
            match self.words[usize::from(cell)] {
                0 => return Err(Contradiction),
                candidates if candidates.is_power_of_two() => self.add_single(cell),
                _ => {}
            }
        }
        (0..groups.house_count()).for_each(|house| self.changed[house / 64] |= 1 << (house % 64));
        self.conclude(groups)
    }

    /// Draws conclusions until nothing more follows. After a contradiction, earlier words must be restored.
    pub fn conclude(&mut self, groups: &Groups) -> Result<(), Contradiction> {
        loop {
            while self.single_count > 0 {
                self.single_count -= 1;
                self.place(groups, self.singles[self.single_count])?;
            }
            let Some(word) = self.changed.iter().position(|word| *word != 0) else { return Ok(()) };
            let house = word as u32 * 64 + self.changed[word].trailing_zeros();
            self.changed[word] &= self.changed[word] - 1;
            self.examine(groups, house as u16)?;
        }
    }

    #[inline(always)]
    fn add_single(&mut self, cell: u16) {
        self.singles[self.single_count] = cell;
        self.single_count += 1;
    }

    /// Writes what is left of a cell's candidates.
    #[inline(always)]
    pub fn narrow(&mut self, groups: &Groups, cell: u16, left: u32) -> Result<(), Contradiction> {
        self.words[usize::from(cell)] = left;
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                return Err(Contradiction);
            }
            self.add_single(cell);
        }
        for &house in groups.houses_of(cell) {
            self.changed[usize::from(house) / 64] |= 1 << (house % 64);
        }
        Ok(())
    }

    #[inline(always)]
    pub fn remove(&mut self, groups: &Groups, cell: u16, digit: u32) -> Result<(), Contradiction> {
        let candidates = self.words[usize::from(cell)];
        if candidates & digit == 0 { Ok(()) } else { self.narrow(groups, cell, candidates & !digit) }
    }

    /// Takes the digit of a cell from all cells that must differ.
    fn place(&mut self, groups: &Groups, cell: u16) -> Result<(), Contradiction> {
        self.open -= 1;
        let digit = self.words[usize::from(cell)];
        for &house in groups.houses_of(cell) {
            for &other in groups.house(house) {
                if other != cell {
                    self.remove(groups, other, digit)?;
                }
            }
        }
        for &other in groups.touching(cell) {
            self.remove(groups, other, digit)?;
        }
        Ok(())
    }

    /// Looks for digits with few places in a house.
    fn examine(&mut self, groups: &Groups, house: u16) -> Result<(), Contradiction> {
        let cells = groups.house(house);
        // The digits with at least one place, two and so on.
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for &cell in cells {
            let candidates = self.words[usize::from(cell)];
            four |= three & candidates;
            three |= two & candidates;
            two |= one & candidates;
            one |= candidates;
        }
        if one != u32::MAX >> (u32::BITS - cells.len() as u32) {
            return Err(Contradiction);
        }
        let first = self.singles.len() + HOUSE * usize::from(house);
        let before = &mut self.words[first..first + HOUSE];
        let now = [one & !two, two & !three, three & !four];
        let mut single = now[0] & !before[0];
        let mut few = now[1] & !before[1] | now[2] & !before[2];
        before.copy_from_slice(&now);
        if single != 0 {
            for &cell in cells {
                let candidates = self.words[usize::from(cell)];
                let digit = candidates & single;
                single &= !digit;
                // Where there are two, the other has no place any more when the house is examined again.
                if digit != 0 && !candidates.is_power_of_two() {
                    self.narrow(groups, cell, digit & digit.wrapping_neg())?;
                }
            }
        }
        while few != 0 {
            let digit = few & few.wrapping_neg();
            few &= !digit;
            self.lock(groups, house, digit)?;
        }
        Ok(())
    }

    /// Takes a digit that has two or three places in a house from the cells that see all of them.
    fn lock(&mut self, groups: &Groups, house: u16, digit: u32) -> Result<(), Contradiction> {
        let mut places = [0; 3];
        let mut count = 0;
        for &cell in groups.house(house) {
            if self.words[usize::from(cell)] & digit != 0 && count < places.len() {
                places[count] = cell;
                count += 1;
            }
        }
        // What followed meanwhile may have placed it.
        let &[first, ref others @ ..] = &places[..count] else { return Ok(()) };
        for &common in groups.houses_of(first) {
            if common == house || !others.iter().all(|other| groups.houses_of(*other).contains(&common)) {
                continue;
            }
            for &cell in groups.house(common) {
                if !places[..count].contains(&cell) {
                    self.remove(groups, cell, digit)?;
                }
            }
        }
        for &cell in groups.touching(first) {
            if self.words[usize::from(cell)] & digit != 0 {
                let touched = groups.touching(cell);
                if others.iter().all(|other| touched.contains(other)) {
                    self.remove(groups, cell, digit)?;
                }
            }
        }
        Ok(())
    }
}
