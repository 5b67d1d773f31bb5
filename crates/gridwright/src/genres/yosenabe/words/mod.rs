//! Yosenabe in words: facts, and rules in arguments.

mod techniques;
mod telling;

pub(super) use techniques::TECHNIQUES;

use super::Yosenabe;
use super::rules::{CROSS, FILL, GOAL, MOVE};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule};
use crate::printed::PrintedBoard;
use crate::words::{Case, Inference, RuleUse, Told, Words, listed};
use std::collections::{BTreeMap, BTreeSet};

/// Of more lines than these one only says how many there may be.
const MOST_LISTED: usize = 4;

/// `the 4 at r4c2`.
fn number(puzzle: &Yosenabe, cell: Cell) -> String {
    format!("the {} at {}", puzzle.circle_text(cell), puzzle.printed.grid.name(cell))
}

/// The numbers that some lines start from, each once: `the 4 at r4c2, 3 at r1c1 and 2 at r5c5`, `the 4s at r4c2 and r1c1`.
fn numbers(puzzle: &Yosenabe, lines: &[Atom], last: &str) -> String {
    let mut starts: Vec<Cell> = lines.iter().map(|line| puzzle.line(*line).0).collect();
    starts.sort_unstable();
    starts.dedup();
    let place = |cell: &Cell| puzzle.printed.grid.name(*cell).to_string();
    let bare = |cell: &Cell| format!("{} at {}", puzzle.circle_text(*cell), place(cell));
    let mut texts: Vec<String> = starts.iter().map(|cell| puzzle.circle_text(*cell)).collect();
    texts.dedup();
    match (&texts[..], &starts[..]) {
        (_, []) => String::new(),
        ([text], [_, _, ..]) => {
            let plural = if last == "and" { "s" } else { "" };
            let places = starts.iter().map(place).collect::<Vec<_>>();
            format!("the {text}{plural} at {}", listed(&places, last))
        }
        (_, [one, other]) => format!("the {} {last} the {}", bare(one), bare(other)),
        _ => format!("the {}", listed(&starts.iter().map(bare).collect::<Vec<_>>(), last)),
    }
}

/// Where some lines end.
fn ends(puzzle: &Yosenabe, lines: &[Atom], last: &str) -> String {
    let name = |line: &Atom| puzzle.printed.grid.name(puzzle.line(*line).1).to_string();
    listed(&lines.iter().map(name).collect::<Vec<_>>(), last)
}

/// What some lines bring, the largest first.
fn plus(puzzle: &Yosenabe, lines: &[Atom]) -> Vec<u32> {
    let mut weights: Vec<u32> = lines.iter().map(|line| sum(puzzle, &[*line])).collect();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    weights
}

/// `the 4 at r4c2 moves to r4c5 and the 3 at r1c1 does not move to r1c3`. Several numbers that keep out of one area or off
/// the same cells are named together.
pub(super) fn facts(puzzle: &Yosenabe, facts: &[Fact]) -> String {
    let name = |cell: Cell| puzzle.printed.grid.name(cell).to_string();
    let stays = |fact: &&Fact| puzzle.line(fact.atom).0 == puzzle.line(fact.atom).1;
    let mut clauses = Vec::new();
    for fact in facts.iter().filter(|fact| fact.holds) {
        let (from, to) = puzzle.line(fact.atom);
        let goes = if from == to { "stays".to_string() } else { format!("moves to {}", name(to)) };
        clauses.push(format!("{} {goes}", number(puzzle, from)));
    }
    for fact in facts.iter().filter(|fact| !fact.holds).filter(stays) {
        clauses.push(format!("{} does not stay", number(puzzle, puzzle.line(fact.atom).0)));
    }
    // By number and area: the lines that are ruled out.
    let mut out: BTreeMap<(Cell, Option<usize>), Vec<Atom>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| !fact.holds && !stays(fact)) {
        let (from, to) = puzzle.line(fact.atom);
        out.entry((from, puzzle.printed.area_of(to))).or_default().push(fact.atom);
    }
    let mut by_area: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
    for ((from, area), lines) in &out {
        if let Some(area) = *area
            && lines_into(puzzle, *from, area).len() == lines.len()
        {
            by_area.entry(area).or_default().extend(lines);
        }
    }
    by_area.retain(|area, _| out.keys().filter(|(_, other)| *other == Some(*area)).count() > 1);
    by_area.retain(|_, lines| numbers(puzzle, lines, "and").contains(" and "));
    let mut by_ends: Vec<(Vec<Cell>, Vec<Atom>)> = Vec::new();
    let mut of_number: BTreeMap<Cell, Vec<Atom>> = BTreeMap::new();
    for ((from, _), lines) in out {
        if !by_area.values().any(|kept_out| kept_out.contains(&lines[0])) {
            of_number.entry(from).or_default().extend(lines);
        }
    }
    for lines in of_number.into_values() {
        let ends: Vec<Cell> = lines.iter().map(|line| puzzle.line(*line).1).collect();
        match by_ends.iter_mut().find(|(others, _)| *others == ends) {
            Some((_, same)) => same.extend(lines),
            None => by_ends.push((ends, lines)),
        }
    }
    for (cells, lines) in by_ends {
        let who = numbers(puzzle, &lines, "and");
        let goes = if lines.len() == cells.len() { "does" } else { "do" };
        let to = listed(&cells.into_iter().map(name).collect::<Vec<_>>(), "or");
        clauses.push(format!("{who} {goes} not move to {to}"));
    }
    for (area, lines) in by_area {
        let first = name(puzzle.printed.areas()[area].first);
        clauses.push(format!("{} stay out of the area at {first}", numbers(puzzle, &lines, "and")));
    }
    listed(&clauses, "and")
}

/// The lines of a number that end in an area.
fn lines_into(puzzle: &Yosenabe, from: Cell, area: usize) -> Vec<Atom> {
    let Ok(circle) = puzzle.lines.circles.binary_search(&from) else { return Vec::new() };
    let lines = puzzle.lines.of(circle).map(Atom);
    lines.filter(|line| puzzle.printed.area_of(puzzle.line(*line).1) == Some(area)).collect()
}

pub(super) fn inference(puzzle: &Yosenabe, rule: &Rule, inference: &Inference) -> String {
    let cell = Cell(rule.subject);
    let place = puzzle.printed.grid.name(cell);
    let open = |last| numbers(puzzle, &inference.open, last);
    match (rule.kind, inference.rule_use) {
        (MOVE, RuleUse::Full) => format!("{} has moved", number(puzzle, cell)),
        (MOVE, RuleUse::Last) => format!("{} has only one way left", number(puzzle, cell)),
        (MOVE, RuleUse::TooMuch) => {
            format!("{} moves both to {}", number(puzzle, cell), ends(puzzle, &inference.holding, "and to"))
        }
        (MOVE, RuleUse::TooLittle | RuleUse::NoSum) => format!("{} has no way left", number(puzzle, cell)),
        (MOVE, RuleUse::Among | RuleUse::Sum) => {
            format!("{} can only move to {}", number(puzzle, cell), ends(puzzle, &inference.open, "or"))
        }
        (MOVE, RuleUse::Takes) => format!("{} moves only once", number(puzzle, cell)),
        (FILL, RuleUse::TooLittle) => format!("no number is left for the area at {place}"),
        (FILL, _) => format!("only {} can move into the area at {place}", open("or")),
        (CROSS, _) if rule.detail == 0 => {
            format!("no line may enter {place}, where {} starts", number(puzzle, cell))
        }
        (CROSS, RuleUse::Full) => {
            format!("the line of {} covers {place}", numbers(puzzle, &inference.holding, "and"))
        }
        (CROSS, RuleUse::TooMuch) => {
            format!("the lines of {} meet at {place}", numbers(puzzle, &inference.holding, "and"))
        }
        (CROSS, _) if inference.open.len() > MOST_LISTED => format!("only one line may cover {place}"),
        (CROSS, _) => format!("only one of the lines of {} may cover {place}", open("and")),
        (_, RuleUse::Full) => format!("the area at {place} has its {}", rule.detail),
        (_, RuleUse::Last) => {
            let is = if inference.open.len() == 1 { "is" } else { "are" };
            format!(
                "the area at {place} needs {} and only {} {is} left for it",
                missing(puzzle, rule, &inference.holding),
                open("and")
            )
        }
        (_, RuleUse::TooMuch) => format!("the area at {place} has more than {}", rule.detail),
        (_, RuleUse::TooLittle) => format!("the area at {place} can no longer get {}", rule.detail),
        (_, RuleUse::NoSum) => format!("the area at {place} cannot make {}", rule.detail),
        (_, RuleUse::Sum | RuleUse::Among) => {
            let needs = missing(puzzle, rule, &inference.holding);
            match sums(puzzle, rule, inference) {
                Some(sums) => format!("the area at {place} needs {needs}, as {}", telling::told_sums(&sums)),
                None => format!("the area at {place} needs {needs} from {}", open("and")),
            }
        }
        (_, RuleUse::Takes) => format!("the area at {place} takes no more than {}", rule.detail),
    }
}

/// By number, told by its cell: where a line would meet its lines.
type Meetings = BTreeMap<Cell, Vec<Cell>>;

/// A cell that takes only one line is described by the lines that would meet there.
pub(super) fn limits(puzzle: &Yosenabe, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
    let name = |cell: &Cell| puzzle.printed.grid.name(*cell).to_string();
    let is_crossing = |(rule, _): &&(&Rule, &Inference)| rule.kind == CROSS && rule.detail != 0;
    let (crossings, others): (Vec<_>, Vec<_>) = limits.iter().partition(is_crossing);
    let facts = limits.first().map_or(&[][..], |(_, inference)| &inference.facts);
    let mut told: Vec<(Meetings, Vec<Atom>)> = Vec::new();
    for line in facts.iter().filter(|fact| !fact.holds).map(|fact| fact.atom) {
        let from = puzzle.line(line).0;
        let mut meetings = Meetings::new();
        for (rule, inference) in crossings.iter().filter(|(_, inference)| inference.open.contains(&line)) {
            for other in wanted.iter().filter(|other| inference.open.contains(other)) {
                let cells = meetings.entry(puzzle.line(*other).0).or_default();
                if !cells.contains(&Cell(rule.subject)) {
                    cells.push(Cell(rule.subject));
                }
            }
        }
        meetings.remove(&from);
        let is_alike = |(others, lines): &&mut (Meetings, Vec<Atom>)| {
            *others == meetings && lines.iter().all(|other| puzzle.line(*other).0 == from)
        };
        match told.iter_mut().find(is_alike) {
            _ if meetings.is_empty() => {}
            Some((_, lines)) => lines.push(line),
            None => told.push((meetings, vec![line])),
        }
    }
    let tell = |(meetings, lines): &(Meetings, Vec<Atom>)| {
        let ends: Vec<String> = lines.iter().map(|line| name(&puzzle.line(*line).1)).collect();
        // Numbers that it meets in the same cells are told together.
        let mut met: Vec<(Vec<Atom>, &Vec<Cell>)> = Vec::new();
        for (start, cells) in meetings {
            let line = wanted.iter().copied().find(|line| puzzle.line(*line).0 == *start);
            match met.iter_mut().find(|(_, other)| *other == cells) {
                Some((lines, _)) => lines.extend(line),
                None => met.push((line.into_iter().collect(), cells)),
            }
        }
        let in_the_way = |(lines, cells): &(Vec<Atom>, &Vec<Cell>)| {
            let cells: Vec<String> = cells.iter().map(name).collect();
            format!("{} in {}", numbers(puzzle, lines, "and"), listed(&cells, "and"))
        };
        let of_whom: Vec<String> = met.iter().map(in_the_way).collect();
        format!(
            "{}, moving to {}, would be in the way of {}",
            numbers(puzzle, lines, "and"),
            listed(&ends, "or"),
            listed(&of_whom, "and")
        )
    };
    let mut clauses: Vec<String> = told.iter().map(tell).collect();
    let is_told = |cell: Cell| told.iter().any(|(met, _)| met.values().any(|cells| cells.contains(&cell)));
    let untold = crossings.into_iter().filter(|(rule, _)| !is_told(Cell(rule.subject)));
    clauses.extend(others.into_iter().chain(untold).map(|(rule, own)| inference(puzzle, rule, own)));
    listed(&clauses, "and")
}

/// What an area still needs to reach its goal: `3 more`.
fn missing(puzzle: &Yosenabe, rule: &Rule, holding: &[Atom]) -> String {
    let there = sum(puzzle, holding);
    format!("{}{}", rule.detail.saturating_sub(there), if there > 0 { " more" } else { "" })
}

fn sum(puzzle: &Yosenabe, lines: &[Atom]) -> u32 {
    lines.iter().map(|line| puzzle.printed.square(puzzle.line(*line).0).weight()).sum()
}

/// The ways in which a goal can still come out, if there are few.
fn sums(puzzle: &Yosenabe, goal: &Rule, inference: &Inference) -> Option<BTreeSet<Vec<u32>>> {
    let needed = goal.detail.saturating_sub(sum(puzzle, &inference.holding));
    let mut starts: Vec<Cell> = inference.open.iter().map(|line| puzzle.line(*line).0).collect();
    starts.dedup();
    let mut sums: BTreeSet<Vec<u32>> = BTreeSet::from([Vec::new()]);
    for start in starts {
        let weight = puzzle.printed.square(start).weight();
        let with = |sum: &Vec<u32>| {
            let mut longer = [&sum[..], &[weight]].concat();
            longer.sort_unstable_by(|a, b| b.cmp(a));
            (longer.iter().sum::<u32>() <= needed).then_some(longer)
        };
        let longer: Vec<Vec<u32>> = sums.iter().filter_map(with).collect();
        sums.extend(longer);
        if sums.len() > MOST_PARTS {
            return None;
        }
    }
    sums.retain(|sum| sum.iter().sum::<u32>() == needed);
    (1..=telling::MOST_WAYS).contains(&sums.len()).then_some(sums)
}

/// With more parts of sums than these, a goal has too many ways to list.
const MOST_PARTS: usize = 1000;

/// What a rule says under a supposition, with what follows.
fn consequence(puzzle: &Yosenabe, rule: &Rule, inference: &Inference) -> Option<String> {
    let cell = Cell(rule.subject);
    let follows = || facts(puzzle, &inference.facts);
    let area = || format!("the area at {}", puzzle.printed.grid.name(cell));
    let needs = || missing(puzzle, rule, &inference.holding);
    match (rule.kind, inference.rule_use, &inference.facts[..]) {
        (_, _, []) => None,
        (MOVE, RuleUse::Last, [fact]) if puzzle.line(fact.atom).1 != cell => {
            Some(format!("{} must move to {}", number(puzzle, cell), ends(puzzle, &[fact.atom], "and")))
        }
        (CROSS, RuleUse::Full, blocked) if rule.detail != 0 => {
            let &[line] = &inference.holding[..] else { return None };
            let from = puzzle.line(line).0;
            let mut ways: BTreeMap<Cell, Vec<Atom>> = BTreeMap::new();
            for other in blocked.iter().map(|fact| fact.atom).filter(|other| puzzle.line(*other).0 != from) {
                ways.entry(puzzle.line(other).0).or_default().push(other);
            }
            let told = |(start, lines): (&Cell, &Vec<Atom>)| {
                format!("{} from {}", number(puzzle, *start), ends(puzzle, lines, "and"))
            };
            let told: Vec<String> = ways.iter().map(told).collect();
            // That its own number moves nowhere else is not said.
            Some(match told.len() {
                0 => String::new(),
                _ => format!("{} cuts off {}", number(puzzle, from), listed(&told, "and")),
            })
        }
        (GOAL, RuleUse::Last, _) => {
            Some(format!("{} needs all that is left for it, so {}", area(), follows()))
        }
        (GOAL, RuleUse::Sum, _) => {
            let sums = sums(puzzle, rule, inference).filter(|sums| sums.iter().any(|sum| sum.len() > 1));
            let sums = sums.map(|sums| format!(", as {}", telling::told_sums(&sums)));
            Some(format!("{} needs {}{}, so {}", area(), needs(), sums.unwrap_or_default(), follows()))
        }
        _ => None,
    }
}

impl Words for Yosenabe {
    fn sentence(&self, rule: &Rule) -> String {
        let cell = Cell(rule.subject);
        let place = self.grid().name(cell);
        match (rule.kind, rule.detail) {
            (MOVE, _) => {
                let stay = self.options.stay && self.printed.area_of(cell).is_some();
                let or_stay = if stay { " or stay" } else { "" };
                format!("the {} at {place} must move along exactly one line{or_stay}", self.circle_text(cell))
            }
            (FILL, _) => format!("at least one number must move into the area at {place}"),
            (CROSS, 0) => {
                format!("no other line may enter {place}, where the {} starts", self.circle_text(cell))
            }
            (CROSS, _) => format!("at most one line may cover {place}"),
            (_, goal) => format!("the numbers moved into the area at {place} must sum to {goal}"),
        }
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self::facts(self, facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }

    #[cfg(feature = "full")]
    fn consequence(&self, rule: &Rule, inference: &Inference) -> Option<String> {
        self::consequence(self, rule, inference)
    }

    #[cfg(feature = "full")]
    fn step(&self, case: &Case<'_>) -> Option<Told> {
        telling::step(self, case)
    }

    #[cfg(feature = "full")]
    fn limits(&self, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
        self::limits(self, limits, wanted)
    }

    fn is_plain_to_see(&self, law: &Rule) -> bool {
        // The text must say which line blocks which.
        law.kind != CROSS
    }
}
