//! A fast exact solver for boards of digits of any shape: Suguru, Sudoku and Latin squares of any size.
//!
//! It knows a board as [`Groups`]: *houses*, in which each digit from 1 to the number of cells stands once, and pairs of
//! cells that *touch* and differ. The genre makes its model from the same lists. The candidates of a cell are the bits
//! of a word, so one operation asks something of all digits:
//!
//! - A cell with one digit left takes that digit from the other cells of its houses and from those it touches.
//! - A digit with one place left in a house is placed there.
//! - A digit with two or three places left in a house is taken from the cells that none of these leaves free: they touch
//!   all of them, or share another house with all of them.
//!
//! When nothing more follows, it *probes* the cells with two candidates: what leads to a contradiction goes. That
//! settles most boards with one solution. Otherwise it guesses, and probes again only after guesses that failed.

mod groups;
mod state;
#[cfg(test)]
mod tests;

use crate::puzzle::Enumeration;
pub(in crate::genres) use groups::Groups;
use state::{Contradiction, State};

/// A cell and one of its candidates.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cell: u16,
    /// One bit.
    digit: u32,
}

/// A guess, and how many cells were open before it.
#[derive(Clone, Copy, Debug)]
struct Guess {
    choice: Choice,
    open: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    New,
    Open,
    Solved,
    Exhausted,
}

/// A lazy search for all solutions, in no particular but always the same order.
#[derive(Clone, Debug)]
pub(in crate::genres) struct Search {
    groups: Groups,
    state: State,
    guesses: Vec<Guess>,
    /// The words before each guess.
    saved: Vec<u32>,
    stage: Stage,
    /// Whether the last guess failed.
    has_failed: bool,
    /// Where probing goes on.
    next_probe: usize,
    /// Guesses and probes.
    tries: u64,
    /// Solutions.
    found: u64,
}

impl Search {
    /// From the digits that each cell may hold, the lowest bit for 1. Cells in no house are not there.
    pub fn new(groups: Groups, candidates: Vec<u32>) -> Search {
        Search {
            state: State::new(&groups, candidates),
            guesses: Vec::new(),
            saved: Vec::new(),
            stage: Stage::New,
            has_failed: false,
            next_probe: 0,
            tries: 0,
            found: 0,
            groups,
        }
    }

    /// Looks for a further solution: whether there is one, or `None` once this many guesses and probes have been made in
    /// all.
    pub fn advance(&mut self, most_tries: u64) -> Option<bool> {
        let mut is_possible = match self.stage {
            Stage::New => self.state.start(&self.groups).is_ok(),
            Stage::Open => true,
            Stage::Solved => self.turn_back(),
            Stage::Exhausted => false,
        };
        while is_possible {
            if self.state.open == 0 {
                self.stage = Stage::Solved;
                self.found += 1;
                return Some(true);
            }
            if self.tries >= most_tries {
                self.stage = Stage::Open;
                return None;
            }
            is_possible = self.step() || self.turn_back();
        }
        self.stage = Stage::Exhausted;
        Some(false)
    }

    /// The digit of each cell of the solution that was just found, 0 where there is no cell.
    pub fn digits(&self) -> impl Iterator<Item = u32> + '_ {
        debug_assert_eq!(self.stage, Stage::Solved);
        self.state.candidates().iter().map(|candidates| candidates.checked_ilog2().map_or(0, |bit| bit + 1))
    }

    /// To count the solutions one by one, if the first conclusions leave so little that tables are no faster.
    pub fn enumeration(mut self) -> Option<Box<dyn Enumeration>> {
        self.advance(0);
        let bits = |candidates: &u32| candidates.count_ones().next_power_of_two().ilog2();
        let open: u32 = self.state.candidates().iter().map(bits).sum();
        (open <= MOST_BITS).then(|| Box::new(self) as Box<dyn Enumeration>)
    }

    /// Drops a candidate or makes a guess. Returns whether the board is still possible.
    fn step(&mut self) -> bool {
        let choice = if self.guesses.is_empty() || self.has_failed {
            match self.probe() {
                Ok(Some(choice)) => choice,
                Ok(None) => return true,
                Err(Contradiction) => return false,
            }
        } else {
            self.first_choice()
        };
        self.has_failed = false;
        self.guess(choice).is_ok()
    }

    /// Drops the first candidate it finds that leads to a contradiction, among those of cells with two. Where there is
    /// none it returns what to guess: the candidate from which most followed, the first that leads to a solution.
    fn probe(&mut self) -> Result<Option<Choice>, Contradiction> {
        let cells = self.groups.cell_count();
        let mut best = None;
        for cell in (self.next_probe..cells).chain(0..self.next_probe) {
            let candidates = self.state.candidates()[cell];
            let first = candidates & candidates.wrapping_neg();
            let second = candidates & !first;
            if !second.is_power_of_two() {
                continue;
            }
            for digit in [first, second] {
                let choice = Choice { cell: cell as u16, digit };
                let outcome = self.guess(choice);
                let open = self.state.open;
                self.take_back();
                if outcome.is_err() {
                    self.next_probe = cell;
                    self.exclude(choice)?;
                    return Ok(None);
                }
                if open == 0 {
                    return Ok(Some(choice));
                }
                if best.is_none_or(|(fewest, _)| open < fewest) {
                    best = Some((open, choice));
                }
            }
        }
        Ok(Some(best.map_or_else(|| self.first_choice(), |(_, choice)| choice)))
    }

    /// The first candidate of an open cell with as few as can be.
    fn first_choice(&self) -> Choice {
        let mut fewest = (u32::MAX, Choice { cell: 0, digit: 0 });
        for (cell, candidates) in self.state.candidates().iter().enumerate() {
            let count = candidates.count_ones();
            if count >= 2 && count < fewest.0 {
                fewest = (count, Choice { cell: cell as u16, digit: candidates & candidates.wrapping_neg() });
                if count == 2 {
                    break;
                }
            }
        }
        fewest.1
    }

    fn guess(&mut self, choice: Choice) -> Result<(), Contradiction> {
        self.tries += 1;
        self.guesses.push(Guess { choice, open: self.state.open });
        self.saved.extend_from_slice(self.state.words());
        self.state.narrow(&self.groups, choice.cell, choice.digit)?;
        self.state.conclude(&self.groups)
    }

    /// Undoes the last guess.
    fn take_back(&mut self) -> Option<Choice> {
        let guess = self.guesses.pop()?;
        let before = self.saved.len() - self.state.words().len();
        self.state.restore(&self.saved[before..], guess.open);
        self.saved.truncate(before);
        Some(guess.choice)
    }

    /// Gives up guesses until one leaves another choice. Whether there is any.
    fn turn_back(&mut self) -> bool {
        self.has_failed = true;
        while let Some(choice) = self.take_back() {
            if self.exclude(choice).is_ok() {
                return true;
            }
        }
        false
    }

    fn exclude(&mut self, choice: Choice) -> Result<(), Contradiction> {
        self.state.remove(&self.groups, choice.cell, choice.digit)?;
        self.state.conclude(&self.groups)
    }
}

/// Counting one by one is for boards that this many yes-or-no questions decide.
const MOST_BITS: u32 = 24;

/// Steps of the counter that take as long as a guess.
const STEPS_A_GUESS: u64 = 16;

impl Enumeration for Search {
    fn go_on(&mut self, steps: u64) -> bool {
        let most_tries = self.tries + 1 + steps / STEPS_A_GUESS;
        while let Some(is_found) = self.advance(most_tries) {
            if !is_found {
                return true;
            }
        }
        false
    }

    fn found(&self) -> u64 {
        self.found
    }
}
