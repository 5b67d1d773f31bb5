//! Yosenabe in words: names of steps, rules in arguments.

use super::Yosenabe;
use super::rules::{CROSS, FILL, GOAL, MOVE};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule};
use crate::printed::PrintedBoard;
use crate::words::{Case, Inference, RuleUse, Technique, Uses, Words, listed};
use std::collections::BTreeMap;

const fn one(kinds: &'static [u8]) -> Uses {
    Uses::exactly(1, kinds)
}

const CROSSINGS: Uses = Uses::least(1, &[CROSS]);
const MOVES: Uses = Uses::least(1, &[MOVE]);

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new(
        "goal forces",
        "The sums that the other numbers can reach leave an area's goal one choice for this number.",
        18,
        &[one(&[GOAL])],
        &[one(&[GOAL])],
    )
    .also(is_one_rule),
    Technique::new("only way", "A number has one way left.", 10, &[one(&[MOVE])], &[]),
    Technique::new(
        "only candidate for an area",
        "One number is left that can move into an area, and every area needs one.",
        12,
        &[one(&[FILL])],
        &[],
    ),
    Technique::new(
        "goal needs all",
        "An area needs all the numbers that can still reach it.",
        14,
        &[one(&[GOAL])],
        &[],
    ),
    Technique::new(
        "goal reached",
        "An area has its sum, so no other number moves into it.",
        12,
        &[],
        &[one(&[GOAL])],
    ),
    Technique::new("blocked lines", "The line would cross one that is drawn.", 10, &[], &[one(&[CROSS])]),
    Technique::new("moved already", "The number moves another way.", 10, &[], &[one(&[MOVE])]),
    Technique::new(
        "would block a number",
        "The line would leave another number no way.",
        25,
        &[one(&[MOVE])],
        &[CROSSINGS],
    ),
    Technique::new(
        "would block an area",
        "The line would leave an area without a number.",
        27,
        &[one(&[FILL])],
        &[CROSSINGS],
    ),
    Technique::new(
        "would block a goal",
        "The line would leave an area without the numbers that its goal needs.",
        30,
        &[one(&[GOAL])],
        &[CROSSINGS],
    ),
    Technique::new(
        "needed by an area",
        "An area needs this number or others that it would block: a line elsewhere would leave the area empty.",
        36,
        &[one(&[FILL])],
        &[Uses::least(1, &[MOVE, CROSS])],
    ),
    Technique::new(
        "needed by a goal",
        "The goal of an area needs this number or others that it would block: a line elsewhere would leave the sum out of reach.",
        38,
        &[one(&[GOAL])],
        &[Uses::least(1, &[MOVE, CROSS])],
    ),
    Technique::new(
        "too much for a goal",
        "Other numbers can move only into an area, and with this one its sum would be too large.",
        38,
        &[MOVES],
        &[one(&[GOAL])],
    ),
    Technique::new(
        "areas share numbers",
        "Several areas need the same few numbers, each of which moves only once, so the line would leave one of them without.",
        42,
        &[Uses::least(2, &[FILL, GOAL])],
        &[MOVES],
    ),
];

fn is_one_rule(case: &Case<'_>) -> bool {
    case.step.rules.len() == 1
}

/// Of more lines than these one only says how many there may be.
const MOST_LISTED: usize = 4;

/// `the 4 at r4c2`.
fn number(puzzle: &Yosenabe, cell: Cell) -> String {
    format!("the {} at {}", puzzle.circle_text(cell), puzzle.printed.grid.name(cell))
}

/// The numbers that some lines start from, each once.
fn numbers(puzzle: &Yosenabe, lines: &[Atom], last: &str) -> String {
    let mut starts: Vec<Cell> = lines.iter().map(|line| puzzle.line(*line).0).collect();
    starts.dedup();
    listed(&starts.iter().map(|cell| number(puzzle, *cell)).collect::<Vec<_>>(), last)
}

/// `the 4 at r4c2 moves to r4c5 and the 3 at r1c1 does not move to r1c3`.
pub(super) fn facts(puzzle: &Yosenabe, facts: &[Fact]) -> String {
    let mut ends: BTreeMap<(bool, Cell), Vec<Cell>> = BTreeMap::new();
    for fact in facts {
        let (from, to) = puzzle.line(fact.atom);
        ends.entry((!fact.holds, from)).or_default().push(to);
    }
    let mut clauses = Vec::new();
    for ((is_not, from), ends) in ends {
        let stays = ends.contains(&from);
        let ends: Vec<String> = ends
            .iter()
            .filter(|end| **end != from)
            .map(|end| puzzle.printed.grid.name(*end).to_string())
            .collect();
        let who = number(puzzle, from);
        let goes = if is_not { "does not move to" } else { "moves to" };
        if !ends.is_empty() {
            clauses.push(format!("{who} {goes} {}", listed(&ends, if is_not { "or" } else { "and" })));
        }
        if stays {
            clauses.push(format!("{who} {}", if is_not { "does not stay" } else { "stays" }));
        }
    }
    listed(&clauses, "and")
}

pub(super) fn inference(puzzle: &Yosenabe, rule: &Rule, inference: &Inference) -> String {
    let cell = Cell(rule.subject);
    let place = puzzle.printed.grid.name(cell);
    let open = |last| numbers(puzzle, &inference.open, last);
    match (rule.kind, inference.rule_use) {
        (MOVE, RuleUse::Full) => format!("{} has moved", number(puzzle, cell)),
        (MOVE, RuleUse::Last) => format!("{} has only one way left", number(puzzle, cell)),
        (MOVE, RuleUse::TooMuch) => format!("{} moves twice", number(puzzle, cell)),
        (MOVE, RuleUse::TooLittle | RuleUse::NoSum) => format!("{} has no way left", number(puzzle, cell)),
        (MOVE, RuleUse::Among | RuleUse::Sum) => {
            let end = |line: &Atom| puzzle.printed.grid.name(puzzle.line(*line).1).to_string();
            let ends: Vec<String> = inference.open.iter().map(end).collect();
            format!("{} can only move to {}", number(puzzle, cell), listed(&ends, "or"))
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
                missing(puzzle, rule, inference),
                open("and")
            )
        }
        (_, RuleUse::TooMuch) => format!("the area at {place} has more than {}", rule.detail),
        (_, RuleUse::TooLittle) => format!("the area at {place} can no longer get {}", rule.detail),
        (_, RuleUse::NoSum) => format!("the area at {place} cannot come to exactly {}", rule.detail),
        (_, RuleUse::Sum) if are_all_too_large(puzzle, rule, inference) => {
            let large: Vec<Atom> = inference.facts.iter().map(|fact| fact.atom).collect();
            format!(
                "the area at {place} needs only {}, and {} would be too much",
                missing(puzzle, rule, inference),
                numbers(puzzle, &large, "or")
            )
        }
        (_, RuleUse::Sum | RuleUse::Among) => {
            format!(
                "the area at {place} needs exactly {} from {}",
                missing(puzzle, rule, inference),
                open("and")
            )
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
        let in_the_way = |(start, cells): (&Cell, &Vec<Cell>)| {
            let cells: Vec<String> = cells.iter().map(name).collect();
            format!("{} in {}", number(puzzle, *start), listed(&cells, "and"))
        };
        let of_whom: Vec<String> = meetings.iter().map(in_the_way).collect();
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
fn missing(puzzle: &Yosenabe, rule: &Rule, inference: &Inference) -> String {
    let there = sum(puzzle, &inference.holding);
    format!("{}{}", rule.detail.saturating_sub(there), if there > 0 { " more" } else { "" })
}

fn sum(puzzle: &Yosenabe, lines: &[Atom]) -> u32 {
    lines.iter().map(|line| puzzle.printed.square(puzzle.line(*line).0).weight()).sum()
}

/// Whether all that a goal says is that some numbers are more than it needs.
fn are_all_too_large(puzzle: &Yosenabe, goal: &Rule, inference: &Inference) -> bool {
    let needed = goal.detail.saturating_sub(sum(puzzle, &inference.holding));
    !inference.facts.is_empty()
        && inference.facts.iter().all(|fact| !fact.holds && sum(puzzle, &[fact.atom]) > needed)
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

    fn limits(&self, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
        self::limits(self, limits, wanted)
    }

    fn is_plain_to_see(&self, law: &Rule) -> bool {
        // The text must say which line blocks which.
        law.kind != CROSS
    }
}
