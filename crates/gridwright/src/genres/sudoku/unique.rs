//! Steps that hold because a puzzle has one solution: what would make a second one cannot be.
//!
//! If the four corners of a rectangle in two boxes held only two digits, these could be exchanged. If every open cell had two
//! candidates and every digit two places in each house, every cell could take its other candidate.

use super::words::{HOUSE, house, technique};
use super::{BOX, CELL, Sudoku};
use crate::grid::Cell;
use crate::model::{Atom, Board, Fact, Model, RuleId, Value};
use crate::words::{Depth, Step, UniqueStep, listed};

/// All such steps in a position.
pub(super) fn steps(sudoku: &Sudoku, model: &Model, known: &Board) -> Vec<UniqueStep> {
    let digits = 1..=sudoku.side as u32;
    let open = |cell: Cell| {
        let is_open = |digit: &u32| {
            sudoku.given(cell).is_none()
                && sudoku.atom(cell, *digit).is_some_and(|atom| known.get(atom) == Value::Open)
        };
        digits.clone().filter(is_open).fold(0, |all, digit| all | 1 << digit)
    };
    let candidates = sudoku.digits.grid.cells().map(open).collect();
    let search = Search { sudoku, model, candidates };
    search.rectangles().into_iter().chain(search.grave()).collect()
}

struct Search<'a> {
    sudoku: &'a Sudoku,
    model: &'a Model,
    /// By cell: a bit for each of its candidates, none where a digit stands.
    candidates: Vec<u64>,
}

/// Four cells, of which some (the floor) have only two digits, and the others (the roof) further ones besides.
struct Rectangle {
    pair: u64,
    floor: Vec<Cell>,
    roof: Vec<Cell>,
}

fn digits_of(bits: u64) -> Vec<u32> {
    (0..u64::BITS).filter(|digit| bits >> digit & 1 == 1).collect()
}

impl Search<'_> {
    fn of(&self, cell: Cell) -> u64 {
        self.candidates[cell.index()]
    }

    /// The cells of a house that are open.
    fn open_cells(&self, kind: u8, number: usize) -> Vec<Cell> {
        let cells = self.sudoku.digits.grid.cells();
        let is_own = |cell: &Cell| self.of(*cell) != 0 && self.sudoku.house_of(kind, *cell) == Some(number);
        cells.filter(is_own).collect()
    }

    /// The houses that some cells have in common.
    fn common_houses(&self, cells: &[Cell]) -> Vec<(u8, usize)> {
        let common = |kind: &u8| {
            let number = self.sudoku.house_of(*kind, cells[0])?;
            let is_in = |cell: &Cell| self.sudoku.house_of(*kind, *cell) == Some(number);
            cells.iter().all(is_in).then_some((*kind, number))
        };
        HOUSE.iter().filter_map(common).collect()
    }

    fn rectangles(&self) -> Vec<UniqueStep> {
        let side = self.sudoku.side;
        let mut found = Vec::new();
        for top in 0..side {
            for (left, right) in (0..side).flat_map(|left| (left + 1..side).map(move |right| (left, right))) {
                let at = |row: usize, col: usize| Cell((row * side + col) as u32);
                if (self.of(at(top, left)) & self.of(at(top, right))).count_ones() < 2 {
                    continue;
                }
                for bottom in top + 1..side {
                    let corners = [at(top, left), at(top, right), at(bottom, left), at(bottom, right)];
                    if let Some(rectangle) = self.rectangle(corners) {
                        found.extend(self.one_corner(&rectangle));
                        found.extend(self.same_digit(&rectangle));
                        found.extend(self.no_other_place(&rectangle));
                        found.extend(self.locked_with_others(&rectangle));
                    }
                }
            }
        }
        found
    }

    /// If exchanging two digits in these corners would keep every house as it is.
    fn rectangle(&self, corners: [Cell; 4]) -> Option<Rectangle> {
        let common = corners.iter().fold(u64::MAX, |common, cell| common & self.of(*cell));
        let pair = corners.iter().map(|cell| self.of(*cell)).find(|own| own.count_ones() == 2)?;
        let boxes = corners.map(|cell| self.sudoku.house_of(BOX, cell));
        let [one, two, three, four] = boxes;
        let is_in_two_boxes = (one == three && two == four) != (one == two && three == four) || one.is_none();
        let (floor, roof): (Vec<Cell>, Vec<Cell>) =
            corners.into_iter().partition(|cell| self.of(*cell) == pair);
        (common & pair == pair && is_in_two_boxes && floor.len() < 4).then_some(Rectangle {
            pair,
            floor,
            roof,
        })
    }

    /// What the roof has besides the two digits.
    fn extras(&self, rectangle: &Rectangle) -> u64 {
        rectangle.roof.iter().fold(0, |all, cell| all | self.of(*cell)) & !rectangle.pair
    }

    /// Type 1: one corner has other candidates, so it holds one of these.
    fn one_corner(&self, rectangle: &Rectangle) -> Option<UniqueStep> {
        let [corner] = rectangle.roof[..] else { return None };
        let told = vec![
            self.only_two(rectangle),
            format!("if {} were one of these too, {}", self.name(corner), self.exchanged(rectangle)),
        ];
        self.step("unique rectangle type 1", rectangle, self.gone(&[corner], rectangle.pair), &[], told)
    }

    /// Type 2: the others all have the same further candidate, so one of them holds it.
    fn same_digit(&self, rectangle: &Rectangle) -> Option<UniqueStep> {
        let extras = self.extras(rectangle);
        if rectangle.roof.len() < 2 || extras.count_ones() != 1 {
            return None;
        }
        let sees_all = |cell: &Cell| {
            let is_seen = |corner: &Cell| cell != corner && !self.common_houses(&[*cell, *corner]).is_empty();
            rectangle.roof.iter().all(is_seen)
        };
        let seeing: Vec<Cell> = self.sudoku.digits.grid.cells().filter(sees_all).collect();
        let told = vec![
            self.only_two(rectangle),
            format!(
                "{} is {}; otherwise {}",
                self.names(&rectangle.roof, "or"),
                self.digits(extras, "or"),
                self.exchanged(rectangle)
            ),
        ];
        self.step("unique rectangle type 2", rectangle, self.gone(&seeing, extras), &[], told)
    }

    /// Type 4: one of the two digits has no other place in a house of the two corners, so neither holds the other digit.
    fn no_other_place(&self, rectangle: &Rectangle) -> Option<UniqueStep> {
        let [one, other] = rectangle.roof[..] else { return None };
        let houses = self.common_houses(&[one, other]);
        let choices = houses
            .iter()
            .flat_map(|house| digits_of(rectangle.pair).into_iter().map(move |digit| (*house, digit)));
        let is_locked = |&((kind, number), digit): &((u8, usize), u32)| {
            let has = |cell: &Cell| self.of(*cell) >> digit & 1 == 1;
            self.open_cells(kind, number).iter().filter(|cell| has(cell)).count() == 2
        };
        let (house, digit) = choices.into_iter().find(is_locked)?;
        let rule = self.house_rule(house, digit)?;
        let rest = rectangle.pair & !(1 << digit);
        let told = vec![
            self.only_two(rectangle),
            format!("in {} only {} can be {digit}", self.house(rule), self.names(&rectangle.roof, "or")),
            format!("if the other one were {}, {}", self.digits(rest, "or"), self.exchanged(rectangle)),
        ];
        self.step("unique rectangle type 4", rectangle, self.gone(&rectangle.roof, rest), &[rule], told)
    }

    /// Type 3: with other cells of a house of the two corners, their further candidates are as many as the cells.
    fn locked_with_others(&self, rectangle: &Rectangle) -> Option<UniqueStep> {
        let [one, other] = rectangle.roof[..] else { return None };
        let extras = self.extras(rectangle);
        if extras.count_ones() < 2 {
            return None;
        }
        self.common_houses(&[one, other]).into_iter().find_map(|(kind, number)| {
            let mut cells = self.open_cells(kind, number);
            cells.retain(|cell| !rectangle.roof.contains(cell));
            let (set, digits) = (1..=MOST_IN_SET).find_map(|size| self.set_with(&cells, extras, size))?;
            cells.retain(|cell| !set.contains(cell));
            let gone = self.gone(&cells, digits);
            let rules: Vec<RuleId> = set.iter().filter_map(|cell| self.rule(CELL, cell.0, 0)).collect();
            let of_house = self.house_rule((kind, number), digits_of(digits)[0])?;
            let told = vec![
                self.only_two(rectangle),
                format!(
                    "{} is {}; otherwise {}",
                    self.names(&rectangle.roof, "or"),
                    self.digits(extras, "or"),
                    self.exchanged(rectangle)
                ),
                format!(
                    "together with {} this takes {} in {}",
                    self.names(&set, "and"),
                    self.digits(digits, "and"),
                    self.house(of_house)
                ),
            ];
            self.step("unique rectangle type 3", rectangle, gone, &rules, told)
        })
    }

    /// So many cells that have, with some digits, one digit more between them than they are, if other cells have some of these.
    fn set_with(&self, cells: &[Cell], digits: u64, size: usize) -> Option<(Vec<Cell>, u64)> {
        let mut set = Vec::new();
        let all = self.complete(cells, cells, digits, size, &mut set)?;
        Some((set, all))
    }

    fn complete(
        &self,
        cells: &[Cell],
        from: &[Cell],
        digits: u64,
        size: usize,
        set: &mut Vec<Cell>,
    ) -> Option<u64> {
        if digits.count_ones() as usize > size + 1 {
            return None;
        }
        if set.len() == size {
            let is_seen = |cell: &Cell| !set.contains(cell) && self.of(*cell) & digits != 0;
            return (digits.count_ones() as usize == size + 1 && cells.iter().any(is_seen)).then_some(digits);
        }
        from.iter().enumerate().find_map(|(at, &cell)| {
            set.push(cell);
            let all = self.complete(cells, &from[at + 1..], digits | self.of(cell), size, set);
            if all.is_none() {
                set.pop();
            }
            all
        })
    }

    /// Bivalue universal grave: all open cells would have two candidates, and all digits two places, if it were not for one
    /// candidate.
    fn grave(&self) -> Option<UniqueStep> {
        let grid = self.sudoku.digits.grid;
        let mut larger = grid.cells().filter(|cell| self.of(*cell).count_ones() > 2);
        let cell = larger.next().filter(|_| larger.next().is_none())?;
        if self.of(cell).count_ones() != 3 || grid.cells().any(|cell| self.of(cell).count_ones() == 1) {
            return None;
        }
        let places = |kind: u8, number: usize, digit: u32, but: u32| {
            let has = |own: &Cell| self.of(*own) >> digit & 1 == 1 && !(*own == cell && digit == but);
            self.open_cells(kind, number).iter().filter(|own| has(own)).count()
        };
        let is_grave = |but: &u32| {
            let has_pairs = |(kind, number): (u8, usize)| {
                (1..=self.sudoku.side as u32).all(|digit| matches!(places(kind, number, digit, *but), 0 | 2))
            };
            HOUSE.iter().flat_map(|kind| (0..self.sudoku.side).map(|number| (*kind, number))).all(has_pairs)
        };
        let digit = digits_of(self.of(cell)).into_iter().find(is_grave)?;
        let name = self.name(cell);
        let told = vec![
            format!(
                "every other open cell has two candidates, and but for the {digit} at {name} every digit has two places in each row, column and box"
            ),
            format!(
                "if {name} were not {digit}, every open cell could take its other candidate, and there would be two solutions"
            ),
        ];
        let answer = self.sudoku.atom(cell, digit)?;
        let rules = vec![self.rule(CELL, cell.0, 0)?];
        let step = Step {
            facts: vec![Fact { atom: answer, holds: true }],
            rules,
            depth: Depth::Unique,
            is_smallest: false,
        };
        Some(UniqueStep { technique: technique("BUG+1")?, step, clauses: told, otherwise_two: vec![answer] })
    }

    /// A step that a rectangle gives, if it rules something out.
    fn step(
        &self,
        name: &str,
        rectangle: &Rectangle,
        facts: Vec<Fact>,
        more: &[RuleId],
        clauses: Vec<String>,
    ) -> Option<UniqueStep> {
        let corners = rectangle.floor.iter().chain(&rectangle.roof);
        let mut rules: Vec<RuleId> =
            corners.filter_map(|cell| self.rule(CELL, cell.0, 0)).chain(more.iter().copied()).collect();
        rules.sort_unstable();
        let further = |cell: &Cell| self.atoms(*cell, self.of(*cell) & !rectangle.pair);
        let otherwise_two = rectangle.roof.iter().flat_map(further).collect();
        let step = Step { facts, rules, depth: Depth::Unique, is_smallest: false };
        let technique = technique(name)?;
        (!step.facts.is_empty()).then_some(UniqueStep { technique, step, clauses, otherwise_two })
    }

    fn atoms(&self, cell: Cell, digits: u64) -> Vec<Atom> {
        digits_of(digits & self.of(cell))
            .into_iter()
            .filter_map(|digit| self.sudoku.atom(cell, digit))
            .collect()
    }

    /// That some cells do not hold some of their candidates.
    fn gone(&self, cells: &[Cell], digits: u64) -> Vec<Fact> {
        let atoms = cells.iter().flat_map(|cell| self.atoms(*cell, digits));
        atoms.map(|atom| Fact { atom, holds: false }).collect()
    }

    fn rule(&self, kind: u8, subject: u32, detail: u32) -> Option<RuleId> {
        let mut rules = self.model.rule_ids();
        rules
            .find(|(_, rule)| (rule.kind, rule.subject, rule.detail) == (kind, subject, detail))
            .map(|(id, _)| id)
    }

    fn house_rule(&self, (kind, number): (u8, usize), digit: u32) -> Option<RuleId> {
        let subject = match kind {
            BOX => {
                self.sudoku
                    .digits
                    .grid
                    .cells()
                    .find(|cell| self.sudoku.house_of(BOX, *cell) == Some(number))?
                    .0
            }
            _ => number as u32,
        };
        self.rule(kind, subject, digit)
    }

    fn house(&self, rule: RuleId) -> String {
        house(self.sudoku, self.model.get(rule)).unwrap_or_default()
    }

    fn name(&self, cell: Cell) -> String {
        self.sudoku.digits.grid.name(cell).to_string()
    }

    fn names(&self, cells: &[Cell], last: &str) -> String {
        listed(&cells.iter().map(|cell| self.name(*cell)).collect::<Vec<_>>(), last)
    }

    fn digits(&self, digits: u64, last: &str) -> String {
        listed(&digits_of(digits).iter().map(u32::to_string).collect::<Vec<_>>(), last)
    }

    fn only_two(&self, rectangle: &Rectangle) -> String {
        format!("{} can only be {}", self.names(&rectangle.floor, "and"), self.digits(rectangle.pair, "or"))
    }

    fn exchanged(&self, rectangle: &Rectangle) -> String {
        format!(
            "{} could be exchanged in the four corners and there would be two solutions",
            self.digits(rectangle.pair, "and")
        )
    }
}

/// The most further cells that are locked with the corners of a rectangle.
const MOST_IN_SET: usize = 3;
