//! The rules of a Yosenabe board as data.

use super::lines::Lines;
use super::printed::{Options, Printed};
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Body, Flag, Model, RuleKind};
use crate::printed::BoardError;
use std::iter::repeat_n;
use std::ops::Range;

pub(super) const MOVE: u8 = 0;
pub(super) const FILL: u8 = 1;
pub(super) const CROSS: u8 = 2;
pub(super) const GOAL: u8 = 3;

/// The kinds, in the order of the four cumulative levels.
pub(super) static KINDS: [RuleKind; 4] = [
    RuleKind::law("yosenabe.move", Flag::Place, "Every number moves along one straight line into an area."),
    RuleKind::law("yosenabe.fill", Flag::Place, "Every area receives at least one number."),
    RuleKind::law(
        "yosenabe.cross",
        Flag::Entries,
        "No two lines share a cell, the cells they start from included.",
    ),
    RuleKind::clue("yosenabe.goal", Flag::Place, "The numbers that move into an area with a goal sum to it."),
];

/// Refuses boards on which the weights of one goal could sum to 2^31 or more.
pub(super) fn check_sums(printed: &Printed, lines: &Lines) -> Result<(), BoardError> {
    let weight = |circle: Cell| u64::from(printed.square(circle).weight());
    let most: u64 =
        lines.circles.iter().enumerate().map(|(i, &c)| weight(c) * lines.of(i).len() as u64).sum();
    if most < 1 << 31 {
        return Ok(());
    }
    let mut sums = vec![0u64; printed.areas.len()];
    for (i, &circle) in lines.circles.iter().enumerate() {
        for line in lines.of(i) {
            if let Some(area) = printed.area_of(lines.ends[line as usize]) {
                sums[area] += weight(circle);
            }
        }
    }
    match printed.areas.iter().zip(sums).find(|(area, sum)| area.goal.is_some() && *sum >= 1 << 31) {
        None => Ok(()),
        Some((area, _)) => Err(BoardError::Sum { cell: printed.grid.name(area.first) }),
    }
}

/// The rules that the options ask for: the laws, then the goals.
pub(super) fn model(printed: &Printed, lines: &Lines, options: &Options) -> Model {
    let [moves, fills, crosses, goals] = options.rules;
    let incoming = match fills || goals {
        true => Slots::fill(printed.areas.len(), &Incoming { printed, lines }),
        false => Slots::default(),
    };
    let covering = match crosses {
        true => Slots::fill(printed.grid.len(), &Covering::new(printed, lines, moves)),
        false => Slots::default(),
    };
    let lists = lines.circles.len() + 2 * printed.areas.len() + covering.starts.len();
    let mut model = Model::new(lines.ends.len(), &KINDS);
    model.reserve(lists, 3 * lines.ends.len() + covering.atoms.len(), lists);
    if moves {
        for (i, circle) in lines.circles.iter().enumerate() {
            let list = model.list(lines.of(i).map(Atom));
            model.rule(MOVE, Body::exactly(list, 1), (circle.0, 0));
        }
    }
    if fills {
        for (i, area) in printed.areas.iter().enumerate() {
            let list = model.list(incoming.of(i).iter().copied());
            model.rule(FILL, Body::at_least(list, 1), (area.first.0, 0));
        }
    }
    if crosses {
        add_cross_rules(&mut model, printed, lines, moves, &covering);
    }
    if goals {
        add_goal_rules(&mut model, printed, lines, &incoming);
    }
    model
}

/// Lists which lines belong in which slots, the same on every call.
trait Listing {
    fn for_each(&self, visit: impl FnMut(usize, Range<u32>));
}

/// Lines sorted into slots by counting.
#[derive(Default)]
struct Slots {
    starts: Vec<u32>,
    atoms: Vec<Atom>,
}

impl Slots {
    fn fill(slots: usize, listing: &impl Listing) -> Slots {
        let mut starts = vec![0u32; slots + 1];
        listing.for_each(|slot, lines| starts[slot + 1] += lines.len() as u32);
        for slot in 0..slots {
            starts[slot + 1] += starts[slot];
        }
        let mut atoms = vec![Atom(0); starts[slots] as usize];
        let mut next = starts.clone();
        listing.for_each(|slot, lines| {
            let mut at = next[slot] as usize;
            for line in lines {
                atoms[at] = Atom(line);
                at += 1;
            }
            next[slot] = at as u32;
        });
        Slots { starts, atoms }
    }

    fn of(&self, slot: usize) -> &[Atom] {
        &self.atoms[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}

/// The lines that end in each area.
struct Incoming<'a> {
    printed: &'a Printed,
    lines: &'a Lines,
}

impl Listing for Incoming<'_> {
    fn for_each(&self, mut visit: impl FnMut(usize, Range<u32>)) {
        for (line, &end) in (0..).zip(&self.lines.ends) {
            visit(self.printed.area_of(end).expect("lines end in areas"), line..line + 1);
        }
    }
}

fn add_goal_rules(model: &mut Model, printed: &Printed, lines: &Lines, incoming: &Slots) {
    let mut weights = Vec::with_capacity(lines.ends.len());
    for (i, &circle) in lines.circles.iter().enumerate() {
        weights.extend(repeat_n(printed.square(circle).weight(), lines.of(i).len()));
    }
    for (i, area) in printed.areas.iter().enumerate() {
        let Some(goal) = area.goal else { continue };
        let weighted = incoming.of(i).iter().map(|&line| (line, weights[line.index()]));
        let list = model.weighted_list(weighted);
        model.rule(GOAL, Body::exactly(list, goal), (area.first.0, goal));
    }
}

/// At most one line a cell. Where every number moves, its own cell is always taken, so that no other line may
/// enter it; such a line is listed there, at the first number it meets, and nowhere else.
fn add_cross_rules(model: &mut Model, printed: &Printed, lines: &Lines, moves: bool, covering: &Slots) {
    let mut circle_of = Vec::with_capacity(lines.ends.len());
    for i in 0..lines.circles.len() {
        circle_of.extend(repeat_n(i, lines.of(i).len()));
    }
    for cell in printed.grid.cells() {
        let ([first, .., last] | [first @ last]) = covering.of(cell.index()) else { continue };
        let taken = moves && printed.square(cell).is_circle();
        // Lines are sorted by number, and the lines of one number already exclude each other if it must move.
        let several = if moves { circle_of[first.index()] != circle_of[last.index()] } else { first != last };
        if taken || several {
            let most = if taken { 0 } else { 1 };
            let list = model.list(covering.of(cell.index()).iter().copied());
            model.rule(CROSS, Body::at_most(list, most), (cell.0, most));
        }
    }
}

/// The lines that the rule of each cell lists.
struct Covering<'a> {
    printed: &'a Printed,
    lines: &'a Lines,
    /// For each number the next one in each direction; nothing where numbers need not move.
    next: Vec<[Option<Cell>; 4]>,
}

impl Covering<'_> {
    fn new<'a>(printed: &'a Printed, lines: &'a Lines, moves: bool) -> Covering<'a> {
        let grid = printed.grid;
        let mut next = Vec::new();
        if moves {
            next.resize(lines.circles.len(), [None; 4]);
        }
        // The last number of each row and column so far.
        let mut in_row: Vec<Option<usize>> = vec![None; grid.rows()];
        let mut in_col = vec![None; grid.cols()];
        for (i, &circle) in lines.circles.iter().enumerate().take(next.len()) {
            let (row, col) = (grid.row(circle), grid.col(circle));
            for (last, back, forth) in [
                (&mut in_row[row], Direction::Left, Direction::Right),
                (&mut in_col[col], Direction::Up, Direction::Down),
            ] {
                if let Some(last) = last.replace(i) {
                    next[i][back as usize] = Some(lines.circles[last]);
                    next[last][forth as usize] = Some(circle);
                }
            }
        }
        Covering { printed, lines, next }
    }
}

impl Listing for Covering<'_> {
    fn for_each(&self, mut visit: impl FnMut(usize, Range<u32>)) {
        let cols = self.printed.grid.cols();
        let steps = [cols.wrapping_neg(), 1, cols, 1usize.wrapping_neg()];
        for (i, &start) in self.lines.circles.iter().enumerate() {
            let numbers = self.next.get(i);
            if numbers.is_none() {
                visit(start.index(), self.lines.of(i));
            }
            for (direction, step) in Direction::ALL.into_iter().zip(steps) {
                let mut group = self.lines.towards(i, direction);
                let ends = &self.lines.ends[group.start as usize..group.end as usize];
                if let Some(number) = numbers.and_then(|numbers| numbers[direction as usize]) {
                    let distance = |cell: Cell| cell.0.abs_diff(start.0);
                    let free = ends.partition_point(|&end| distance(end) < distance(number)) as u32;
                    if group.start + free < group.end {
                        visit(number.index(), group.start + free..group.end);
                    }
                    group.end = group.start + free;
                }
                let mut cell = start.index();
                for (line, end) in group.clone().zip(ends) {
                    while cell != end.index() {
                        cell = cell.wrapping_add(step);
                        visit(cell, line..group.end);
                    }
                }
            }
        }
    }
}
