//! The model against the rules as prose says them, on small random boards; known numbers of solutions.

use super::*;
use crate::Puzzle;
use crate::formats::{self, Format, Text};
use crate::frames::{Encode, asp};
use crate::grid::Direction;
use crate::model::{self, Board, Position, Value};
use crate::scene::{Glyph, Ground, Ink};
use crate::words::Words;
use std::collections::BTreeSet;

/// The board printed in the course's description, as facts.
pub(super) const COURSE: &str = "number(1,5,5). number(3,1,1). number(3,4,2). number(4,2,4). number(5,3,2).
    area(1..2,1,1). goal(1,6). area(2..4,3,2). area(3..5,5,3). goal(3,4). area(5,1,4). cell(1..5,1..5).";

pub(super) const COURSE_ANSWER: &str =
    "target(1,5,1,1) target(3,1,2,1) target(3,4,3,3) target(4,2,4,5) target(5,3,5,1)";

/// A small generator of numbers, the same on every machine.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// A board of up to `side` x `side` cells with everything that can be printed.
    pub(super) fn board(&mut self, side: usize) -> Printed {
        let grid = Grid::new(1 + self.below(side), 1 + self.below(side)).unwrap();
        let absent = self.percent(40);
        let mut squares = Vec::new();
        let mut labels = Vec::new();
        for _ in grid.cells() {
            squares.push(match self.below(100) {
                0..15 if absent => Square::Absent,
                15..20 => Square::Unknown,
                20..45 => Square::Number(self.below(4) as u32),
                _ => Square::Empty,
            });
            let area = (squares.last() != Some(&Square::Absent) && self.percent(40)).then(|| self.below(4));
            labels.push(area.map(|area| ["A", "b2", "17", "_"][area]));
        }
        Printed::new(grid, squares, &labels, |_| self.percent(40).then(|| self.below(5) as u32))
    }
}

type Solution = BTreeSet<(Cell, Cell)>;

/// Every board that keeps all rules of a model, by trying both values of each atom in turn.
fn model_solutions(puzzle: &Yosenabe) -> BTreeSet<Solution> {
    let model = puzzle.model();
    let mut solutions = BTreeSet::new();
    let mut board = Board::open(model.atom_count());
    extend(&model, &mut board, 0, &mut |board| {
        assert!(solutions.insert(board.yes().map(|atom| puzzle.line(atom)).collect()));
    });
    solutions
}

fn extend(model: &Model, board: &mut Board, next: usize, found: &mut impl FnMut(&Board)) {
    let possible = |rule: &Rule| {
        let sum = |keep: fn(Value) -> bool| -> u32 {
            model.rule_atoms(rule).filter(|(a, _)| keep(board.get(*a))).map(|(_, weight)| weight).sum()
        };
        let bounds = rule.body.bounds();
        sum(|v| v == Value::Yes) <= bounds.hi && sum(|v| v != Value::No) >= bounds.lo
    };
    if !model.rules().iter().all(possible) {
        return;
    }
    if next == board.len() {
        return found(board);
    }
    for value in [Value::Yes, Value::No] {
        board.set(Atom(next as u32), value);
        extend(model, board, next + 1, found);
    }
    board.set(Atom(next as u32), Value::Open);
}

/// The cells of a straight line, both ends included.
fn path(grid: Grid, (from, to): (Cell, Cell)) -> Vec<Cell> {
    let between = |a: usize, b: usize, x: usize| a.min(b) <= x && x <= a.max(b);
    let inside = |c: &Cell| {
        between(grid.row(from), grid.row(to), grid.row(*c))
            && between(grid.col(from), grid.col(to), grid.col(*c))
    };
    grid.cells().filter(inside).collect()
}

/// The lines of one number, from the prose.
fn prose_lines(printed: &Printed, options: &Options, from: Cell) -> Vec<(Cell, Cell)> {
    let grid = printed.grid;
    let straight = |to: Cell| grid.row(from) == grid.row(to) || grid.col(from) == grid.col(to);
    let allowed = |&to: &Cell| {
        let Some(area) = printed.area_of(to) else { return false };
        if to == from {
            return options.stay;
        }
        let way = path(grid, (from, to));
        let same_area = way.iter().filter(|c| **c != from && printed.area_of(**c) == Some(area)).count();
        straight(to)
            && way.iter().all(|c| printed.square(*c) != Square::Absent)
            && (options.stop == Stop::Any || same_area == 1)
    };
    grid.cells().filter(allowed).map(|to| (from, to)).collect()
}

fn prose_allows(printed: &Printed, rules: [bool; 4], lines: &Solution) -> bool {
    let into = |area: usize| lines.iter().filter(move |(_, to)| printed.area_of(*to) == Some(area));
    let [moves, fills, crosses, goals] = rules;
    let moved = || printed.circles().all(|c| lines.iter().filter(|(from, _)| *from == c).count() == 1);
    let filled = || (0..printed.areas.len()).all(|area| into(area).count() > 0);
    let apart = || {
        let cells: Vec<Cell> = lines.iter().flat_map(|line| path(printed.grid, *line)).collect();
        cells.iter().collect::<BTreeSet<_>>().len() == cells.len()
    };
    let number = |cell: Cell| match printed.square(cell) {
        Square::Number(n) => n,
        _ => 0,
    };
    let summed = |(i, area): (usize, &Area)| {
        area.goal.is_none_or(|goal| into(i).map(|(from, _)| number(*from)).sum::<u32>() == goal)
    };
    (!moves || moved())
        && (!fills || filled())
        && (!crosses || apart())
        && (!goals || printed.areas.iter().enumerate().all(summed))
}

/// All solutions by trying every combination of lines; `None` where that is too many.
fn prose_solutions(printed: &Printed, options: &Options) -> Option<BTreeSet<Solution>> {
    let mut combinations: Vec<Solution> = vec![Solution::new()];
    for circle in printed.circles() {
        let lines = prose_lines(printed, options, circle);
        let mut longer = Vec::new();
        for combination in combinations {
            if options.rules[0] {
                longer.extend(lines.iter().map(|line| combination.iter().copied().chain([*line]).collect()));
            } else if lines.len() > 8 {
                return None;
            } else {
                let subsets = (0..1u32 << lines.len()).map(|subset| {
                    let chosen = lines.iter().enumerate().filter(move |(i, _)| subset & (1 << i) != 0);
                    combination.iter().copied().chain(chosen.map(|(_, line)| *line)).collect()
                });
                longer.extend(subsets);
            }
        }
        if longer.len() > 1000 {
            return None;
        }
        combinations = longer;
    }
    Some(combinations.into_iter().filter(|lines| prose_allows(printed, options.rules, lines)).collect())
}

#[test]
fn the_model_has_the_solutions_the_prose_has() {
    let mut dice = Dice(0x5eed);
    let mut solvable = [0; 16];
    for round in 0..1600 {
        let printed = dice.board(4);
        let rules = match round % 2 {
            0 => std::array::from_fn(|rule| rule <= round / 2 % 4),
            _ => std::array::from_fn(|rule| (round / 2) >> rule & 1 == 1),
        };
        for stop in [Stop::First, Stop::Any] {
            for stay in [false, true] {
                let options = Options { rules, stop, stay };
                let Some(expected) = prose_solutions(&printed, &options) else { continue };
                let puzzle = Yosenabe::new(printed.clone(), options).unwrap();
                assert_eq!(model_solutions(&puzzle), expected, "{puzzle:#?}");
                let many = expected.len() > 1 || expected.first().is_some_and(|lines| lines.len() > 1);
                solvable[(0..4).map(|rule| usize::from(rules[rule]) << rule).sum::<usize>()] +=
                    usize::from(many);
            }
        }
    }
    assert!(solvable.iter().all(|&boards| boards >= 10), "{solvable:?}");
}

fn course_board(options: Options) -> Yosenabe {
    let reading = formats::read(COURSE, None, None).unwrap();
    let puzzle = reading.puzzle.downcast_ref::<Yosenabe>().unwrap();
    assert_eq!(puzzle.options.stop, Stop::Any);
    Yosenabe::new(puzzle.printed.clone(), options).unwrap()
}

#[test]
fn the_course_board_has_the_known_numbers_of_solutions() {
    for (level, count) in [("1", 400), ("2", 42), ("3", 15), ("4", 1)] {
        let options = Options { stop: Stop::Any, ..Options::default() }.with("rules", level).unwrap();
        let puzzle = course_board(options);
        let solutions = model_solutions(&puzzle);
        assert_eq!(solutions.len(), count, "level {level}");
        let answer = asp::Answers::parse(Text::new(COURSE_ANSWER)).unwrap().models.remove(0);
        let written = |lines: &Solution| {
            let mut board = Board::open(puzzle.atom_count());
            for (from, to) in lines {
                board.set(puzzle.line_between(*from, *to).unwrap(), Value::Yes);
            }
            puzzle.write_solution(Format::Asp, &board).unwrap()
        };
        let texts: Vec<String> = solutions.iter().map(written).collect();
        assert!(texts.contains(&(answer.join(" ") + "\n")), "level {level}");
    }
    assert_eq!(model_solutions(&course_board(Options::default())).len(), 1);
}

#[test]
fn names_are_read_back_and_others_are_not() {
    let mut dice = Dice(7);
    for _ in 0..200 {
        let options = Options { stay: true, stop: Stop::Any, ..Options::default() };
        let puzzle = Yosenabe::new(dice.board(5), options).unwrap();
        for atom in (0..puzzle.atom_count() as u32).map(Atom) {
            assert_eq!(puzzle.atom_named(&puzzle.atom_name(atom)), Some(atom));
        }
    }
    let puzzle = course_board(Options::default());
    for wrong in ["", "r1c1", "r1c1 stay", "r1c1 to r1c1", "r1c1 to r1c4", "r1c1 to r2c1", "r2c2 to r3c2"] {
        assert_eq!(puzzle.atom_named(wrong), None, "{wrong}");
    }
    assert!(puzzle.atom_named("r1c1 to r1c3").is_some());
}

#[test]
fn rules_are_spoken_of_by_place() {
    let puzzle = course_board(Options::default());
    let model = puzzle.model();
    let sentences: BTreeSet<String> = model.rules().iter().map(|rule| puzzle.sentence(rule)).collect();
    for sentence in [
        "the 5 at r1c1 must move along exactly one line",
        "at least one number must move into the area at r3c2",
        "at most one line may cover r3c4",
        "no other line may enter r2c3, where the 2 starts",
        "the numbers moved into the area at r1c3 must sum to 4",
    ] {
        assert!(sentences.contains(sentence), "{sentence}: {sentences:#?}");
    }
    for rule in model.rules() {
        assert!(
            puzzle.sentence(rule).contains(&puzzle.grid().name(puzzle.rule_place(rule).unwrap()).to_string())
        );
    }
}

#[test]
fn each_rule_is_reported_where_it_is_broken() {
    let puzzle = course_board(Options { stop: Stop::Any, ..Options::default() });
    let model = puzzle.model();
    let ids = |lines: &str| {
        let mut board = Board::open(model.atom_count());
        for line in lines.split(", ") {
            board.set(puzzle.atom_named(line).unwrap(), Value::Yes);
        }
        let broken = model::broken(&model, &board);
        let ids: BTreeSet<&str> = broken.iter().map(|b| model.kind(model.get(b.rule)).id).collect();
        ids.into_iter().collect::<Vec<_>>().join(" ")
    };
    let answer = "r1c1 to r5c1, r5c3 to r5c2, r2c3 to r3c3, r4c4 to r1c4, r3c5 to r5c5";
    assert_eq!(ids(answer), "");
    assert_eq!(ids("r1c1 to r5c1, r1c1 to r1c3"), "yosenabe.goal yosenabe.move");
    assert_eq!(ids("r4c4 to r3c4, r3c5 to r3c4"), "yosenabe.cross");
    assert!(ids("r5c3 to r1c3").contains("yosenabe.cross"));
    assert!(ids("r3c5 to r1c5, r5c3 to r5c2").contains("yosenabe.fill"));
}

#[test]
fn the_scene_shows_what_is_printed_and_entered() {
    let printed = Printed::new(
        Grid::new(1, 4).unwrap(),
        vec![Square::Unknown, Square::Empty, Square::Absent, Square::Number(7)],
        &[Some(1), Some(1), None, Some(2)],
        |area| (area == 1).then_some(3),
    );
    let puzzle = Yosenabe::new(printed, Options { stay: true, ..Options::default() }).unwrap();
    let mut position = Position::blank(puzzle.atom_count());
    for line in ["r1c1 to r1c2", "r1c4 stay"] {
        position.board.set(puzzle.atom_named(line).unwrap(), Value::Yes);
    }
    let scene = Puzzle::of(puzzle).flagged_scene(&position);
    let grounds: Vec<Ground> = scene.tiles.iter().map(|tile| tile.ground).collect();
    assert_eq!(grounds, [Ground::Area, Ground::Area, Ground::Absent, Ground::Area]);
    assert_eq!(scene.tiles[0].glyph, Glyph::Circle("?".to_string()));
    assert_eq!(scene.tiles[0].corner.as_deref(), Some("3"));
    assert_eq!(scene.tiles[3].ink, Ink::Entered);
    assert_eq!(scene.strokes.len(), 1);
    assert!(scene.tiles[0].error && !scene.tiles[3].error, "a sum of 3 cannot be reached any more");
    assert!(!scene.border_right(Cell(0)) && scene.border_right(Cell(1)) && scene.border_right(Cell(2)));
}

#[test]
fn boards_that_are_too_much_are_refused_at_once() {
    let full = |side: usize, number: u32| {
        let grid = Grid::new(side, side).unwrap();
        let squares = vec![Square::Number(number); grid.len()];
        Printed::new(grid, squares, &vec![Some(1); grid.len()], |_| Some(1))
    };
    let refusal = |printed, options| Yosenabe::new(printed, options).unwrap_err().to_string();
    let any = Options { stop: Stop::Any, ..Options::default() };
    assert!(refusal(full(Grid::MAX_SIDE, 1), any).contains("possible lines"));
    assert!(refusal(full(Grid::MAX_SIDE, 1), Options::default()).contains("possible lines"));
    let fits = Options { rules: [false, false, false, true], ..Options::default() };
    assert!(refusal(full(100, MAX_NUMBER), fits).contains("too large numbers"));
    assert!(refusal(full(2, MAX_NUMBER + 1), fits).contains("r1c1 is too large"));
    let side = Grid::MAX_SIDE;
    let line = Grid::new(1, side).unwrap();
    let printed = Printed::new(line, vec![Square::Number(1); side], &vec![Some(1); side], |_| None);
    assert!(
        Yosenabe::new(printed, any.with("rules", "fill,cross").unwrap()).is_err(),
        "333 million path cells"
    );
}

/// The ends of a number's lines in one direction, walked cell by cell.
fn walked(printed: &Printed, stop: Stop, start: Cell, direction: Direction) -> Vec<Cell> {
    let way = printed.grid.ray(start, direction).take_while(|&cell| printed.square(cell) != Square::Absent);
    let mut entered = BTreeSet::new();
    way.filter(|&cell| {
        let area = printed.area_of(cell);
        area.is_some_and(|area| entered.insert(area) || stop == Stop::Any)
    })
    .collect()
}

#[test]
fn lines_are_those_of_a_walk_cell_by_cell() {
    let mut dice = Dice(77);
    for _ in 0..4_000 {
        let printed = dice.board(9);
        let stop = if dice.percent(50) { Stop::First } else { Stop::Any };
        let options = Options { stop, stay: dice.percent(50), ..Options::default() };
        let lines = Lines::new(&printed, &options).unwrap();
        for (i, &start) in lines.circles.iter().enumerate() {
            let stays = options.stay && printed.area_of(start).is_some();
            let mut expected: Vec<Cell> = stays.then_some(start).into_iter().collect();
            for direction in Direction::ALL {
                let ends = walked(&printed, stop, start, direction);
                let towards = lines.towards(i, direction);
                assert_eq!(lines.ends[towards.start as usize..towards.end as usize], ends);
                expected.extend(ends);
            }
            let all = lines.of(i);
            assert_eq!(lines.ends[all.start as usize..all.end as usize], expected);
            assert!(all.clone().all(|line| lines.circle(line) == i));
        }
    }
}
