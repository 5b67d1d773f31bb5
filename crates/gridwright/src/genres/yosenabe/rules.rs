//! The rules of a Yosenabe board as data.

use super::lines::Lines;
use super::printed::{Options, Printed};
use crate::genres::Refusal;
use crate::grid::Cell;
use crate::model::{Atom, Flag, Model, RuleKind, Span, UNLIMITED};
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
pub(super) fn check_sums(printed: &Printed, lines: &Lines) -> Result<(), Refusal> {
    let mut sums = vec![0u64; printed.areas.len()];
    for (i, &circle) in lines.circles.iter().enumerate() {
        let weight = u64::from(printed.square(circle).weight());
        for line in lines.of(i) {
            if let Some(area) = printed.area_of(lines.ends[line as usize]) {
                sums[area] += weight;
            }
        }
    }
    match printed.areas.iter().zip(sums).find(|(area, sum)| area.goal.is_some() && *sum >= 1 << 31) {
        None => Ok(()),
        Some((area, _)) => Err(Refusal::new(format!(
            "too many and too large numbers could move into the area at {}",
            printed.grid.name(area.first)
        ))),
    }
}

/// The rules that the options ask for: the laws, then the goals.
pub(super) fn model(printed: &Printed, lines: &Lines, options: &Options) -> Model {
    let [moves, fills, crosses, goals] = options.rules;
    let incoming = if fills || goals { incoming(printed, lines) } else { Slots::default() };
    let covering = if crosses { covering(printed, lines, moves) } else { Slots::default() };
    let lists = lines.circles.len() + 2 * printed.areas.len() + covering.starts.len();
    let mut model = Model::new(lines.ends.len(), &KINDS);
    model.reserve(lists, 3 * lines.ends.len() + covering.atoms.len(), lists);
    if moves {
        for (i, circle) in lines.circles.iter().enumerate() {
            let list = model.list(lines.of(i).map(Atom));
            model.rule(MOVE, Span::One(list), 1, 1, (circle.0, 0));
        }
    }
    if fills {
        for (i, area) in printed.areas.iter().enumerate() {
            let list = model.list(incoming.of(i).iter().copied());
            model.rule(FILL, Span::One(list), 1, UNLIMITED, (area.first.0, 0));
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

/// Lines sorted into slots by counting: `visit` is called twice and must name the same lines.
#[derive(Default)]
struct Slots {
    starts: Vec<u32>,
    atoms: Vec<Atom>,
}

impl Slots {
    fn fill(slots: usize, visit: impl Fn(&mut dyn FnMut(usize, Range<u32>))) -> Slots {
        let mut starts = vec![0u32; slots + 1];
        visit(&mut |slot, lines| starts[slot + 1] += lines.len() as u32);
        for slot in 0..slots {
            starts[slot + 1] += starts[slot];
        }
        let mut atoms = vec![Atom(0); starts[slots] as usize];
        let mut next = starts.clone();
        visit(&mut |slot, lines| {
            for line in lines {
                atoms[next[slot] as usize] = Atom(line);
                next[slot] += 1;
            }
        });
        Slots { starts, atoms }
    }

    fn of(&self, slot: usize) -> &[Atom] {
        &self.atoms[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}

/// The lines that end in each area.
fn incoming(printed: &Printed, lines: &Lines) -> Slots {
    Slots::fill(printed.areas.len(), |visit| {
        for (line, &end) in (0..).zip(&lines.ends) {
            visit(printed.area_of(end).expect("lines end in areas"), line..line + 1);
        }
    })
}

fn add_goal_rules(model: &mut Model, printed: &Printed, lines: &Lines, incoming: &Slots) {
    let mut weights = Vec::with_capacity(lines.ends.len());
    for (i, &circle) in lines.circles.iter().enumerate() {
        weights.extend(lines.of(i).map(|_| printed.square(circle).weight()));
    }
    for (i, area) in printed.areas.iter().enumerate() {
        let Some(goal) = area.goal else { continue };
        let weighted = incoming.of(i).iter().map(|&line| (line, weights[line.index()]));
        let list = model.weighted_list(weighted.filter(|(_, weight)| *weight > 0));
        model.rule(GOAL, Span::One(list), goal, goal, (area.first.0, goal));
    }
}

/// The lines that the rule of each cell lists.
fn covering(printed: &Printed, lines: &Lines, moves: bool) -> Slots {
    Slots::fill(printed.grid.len(), |visit| {
        for_each_cover(printed, lines, moves, |cell, lines| visit(cell.index(), lines));
    })
}

/// At most one line a cell. Where every number moves, its own cell is always taken, so that no other line may
/// enter it; such a line is listed there, at the first number it meets, and nowhere else.
fn add_cross_rules(model: &mut Model, printed: &Printed, lines: &Lines, moves: bool, covering: &Slots) {
    for cell in printed.grid.cells() {
        let ([first, .., last] | [first @ last]) = covering.of(cell.index()) else { continue };
        let taken = moves && printed.square(cell).is_circle();
        // Lines are sorted by number, and the lines of one number already exclude each other if it must move.
        let several = if moves { lines.circle(first.0) != lines.circle(last.0) } else { first != last };
        if taken || several {
            let most = if taken { 0 } else { 1 };
            let list = model.list(covering.of(cell.index()).iter().copied());
            model.rule(CROSS, Span::One(list), 0, most, (cell.0, most));
        }
    }
}

/// Calls `visit` with a cell and those lines of one number that the rule of that cell lists.
fn for_each_cover(printed: &Printed, lines: &Lines, moves: bool, mut visit: impl FnMut(Cell, Range<u32>)) {
    let grid = printed.grid;
    for (i, &start) in lines.circles.iter().enumerate() {
        if !moves {
            visit(start, lines.of(i));
        }
        for (direction, mut group) in lines.groups(grid, i) {
            let Some(direction) = direction else { continue };
            let ends = &lines.ends[group.start as usize..group.end as usize];
            let met = |cell: &Cell| moves && printed.square(*cell).is_circle();
            let way_end = grid.ray(start, direction).find(|cell| met(cell) || ends.last() == Some(cell));
            if let Some(number) = way_end.filter(met) {
                let distance = |cell: Cell| cell.0.abs_diff(start.0);
                let free = ends.partition_point(|&end| distance(end) < distance(number)) as u32;
                visit(number, group.start + free..group.end);
                group.end = group.start + free;
            }
            for cell in grid.ray(start, direction) {
                if group.is_empty() {
                    break;
                }
                visit(cell, group.clone());
                if lines.ends[group.start as usize] == cell {
                    group.start += 1;
                }
            }
        }
    }
}
