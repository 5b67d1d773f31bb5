//! Steps of Yosenabe as players tell them: the ways a goal can come out, and which line would block what.

use super::super::Yosenabe;
use super::super::rules::{CROSS, FILL, GOAL, MOVE};
use super::{ends, missing, number, numbers, plus, sum};
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule, RuleId, Value};
use crate::words::{Case, Told, listed};
use std::collections::{BTreeMap, BTreeSet};

/// A goal that comes out in more ways is told by what it cannot do without.
pub(super) const MOST_WAYS: usize = 4;
/// Goals with more lines, or more ways among these lines, are told like other rules.
const MOST_LINES: usize = 24;
const MOST_SUBSETS: usize = 400;

/// A step about one goal and what gets in the way of its sum, or about one number or area that would be blocked.
pub(super) fn step(puzzle: &Yosenabe, case: &Case<'_>) -> Option<Told> {
    let of_kind = |kind: u8| -> Vec<RuleId> {
        let rules = case.step.rules.iter().copied();
        rules.filter(|rule| case.model.get(*rule).kind == kind).collect()
    };
    let clauses = match (&of_kind(GOAL)[..], &of_kind(FILL)[..], &case.needs[..]) {
        ([goal], [], _) => Goal::new(puzzle, case, *goal)?.tell()?,
        ([], _, [need]) => blocked(puzzle, case, *need)?,
        _ => return None,
    };
    Some(Told { clauses, shows: case.step.facts.clone() })
}

/// The lines of a rule that are still open.
fn open(case: &Case<'_>, rule: RuleId) -> Vec<Atom> {
    let atoms = case.model.rule_atoms(case.model.get(rule)).map(|(atom, _)| atom);
    atoms.filter(|atom| case.known.get(*atom) == Value::Open).collect()
}

/// The cells in which two lines would meet, by the rules of the step.
fn meetings(case: &Case<'_>, one: Atom, other: Atom) -> Vec<Cell> {
    let rules = case.step.rules.iter().filter(|rule| {
        let lines = open(case, **rule);
        case.model.get(**rule).kind == CROSS && lines.contains(&one) && lines.contains(&other)
    });
    rules.map(|rule| Cell(case.model.get(*rule).subject)).collect()
}

/// An area with a goal, and the sets of lines that make it up.
struct Goal<'a> {
    puzzle: &'a Yosenabe,
    case: &'a Case<'a>,
    rule: &'a Rule,
    lines: Vec<Atom>,
    /// The numbers that can move nowhere else, by the rules of the step.
    locked: Vec<RuleId>,
    ways: Vec<Vec<Atom>>,
}

impl<'a> Goal<'a> {
    fn new(puzzle: &'a Yosenabe, case: &'a Case<'a>, id: RuleId) -> Option<Goal<'a>> {
        // What is full or needs all it has left is told in fewer words.
        if case.step.rules.len() == 1 && (case.needs.is_empty() || case.limits.is_empty()) {
            return None;
        }
        let lines = open(case, id);
        let is_locked = |rule: &RuleId| {
            case.model.get(*rule).kind == MOVE && open(case, *rule).iter().all(|line| lines.contains(line))
        };
        let locked: Vec<RuleId> = case.step.rules.iter().copied().filter(is_locked).collect();
        let rule = case.model.get(id);
        let mut goal = Goal { puzzle, case, rule, lines, locked, ways: Vec::new() };
        goal.ways = goal.ways_without(None)?;
        Some(goal).filter(|goal| !goal.ways.is_empty())
    }

    fn start(&self, line: Atom) -> Cell {
        self.puzzle.line(line).0
    }

    fn needed(&self) -> u32 {
        self.rule.detail.saturating_sub(sum(self.puzzle, &self.holding()))
    }

    fn holding(&self) -> Vec<Atom> {
        let atoms = self.case.model.rule_atoms(self.rule).map(|(atom, _)| atom);
        atoms.filter(|atom| self.case.known.is_yes(*atom)).collect()
    }

    /// All sets of lines that reach the goal; one rule of the step may be left out.
    fn ways_without(&self, left_out: Option<RuleId>) -> Option<Vec<Vec<Atom>>> {
        if self.lines.len() > MOST_LINES || self.lines.iter().any(|line| sum(self.puzzle, &[*line]) == 0) {
            return None;
        }
        let crossings: Vec<Vec<Atom>> = self
            .case
            .step
            .rules
            .iter()
            .filter(|rule| Some(**rule) != left_out && self.case.model.get(**rule).kind == CROSS)
            .map(|rule| open(self.case, *rule))
            .collect();
        let excludes = |one: Atom, other: Atom| {
            self.start(one) == self.start(other)
                || crossings.iter().any(|lines| lines.contains(&one) && lines.contains(&other))
        };
        let needed = self.needed();
        let mut ways: Vec<Vec<Atom>> = Vec::new();
        let mut parts: Vec<(Vec<Atom>, u32)> = vec![(Vec::new(), 0)];
        for &line in &self.lines {
            let weight = sum(self.puzzle, &[line]);
            let with = |(part, total): &(Vec<Atom>, u32)| {
                let fits = total + weight <= needed && !part.iter().any(|other| excludes(*other, line));
                fits.then(|| ([&part[..], &[line]].concat(), total + weight))
            };
            let longer: Vec<(Vec<Atom>, u32)> = parts.iter().filter_map(with).collect();
            parts.extend(longer);
            if parts.len() > MOST_SUBSETS * MOST_LINES {
                return None;
            }
        }
        let is_way = |(part, total): &(Vec<Atom>, u32)| {
            let has = |rule: &RuleId| open(self.case, *rule).iter().any(|line| part.contains(line));
            *total == needed && self.locked.iter().all(has)
        };
        ways.extend(parts.into_iter().filter(is_way).map(|(part, _)| part));
        (ways.len() <= MOST_SUBSETS).then_some(ways)
    }

    /// Whether every way says so: of a line into the area, or of one that would keep out some of each way.
    fn shows(&self, fact: Fact) -> bool {
        if self.lines.contains(&fact.atom) {
            return self.ways.iter().all(|way| way.contains(&fact.atom) == fact.holds);
        }
        if !fact.holds {
            let keeps_out = |line: &Atom| {
                self.start(*line) == self.start(fact.atom)
                    || !meetings(self.case, fact.atom, *line).is_empty()
            };
            return self.ways.iter().all(|way| way.iter().any(keeps_out));
        }
        // The last way that is left to a number.
        let is_own = |rule: &&RuleId| {
            self.case.model.get(**rule).kind == MOVE && open(self.case, **rule).contains(&fact.atom)
        };
        self.case.step.rules.iter().find(is_own).is_some_and(|rule| {
            let mut others = open(self.case, *rule).into_iter().filter(|other| *other != fact.atom);
            others.all(|atom| self.shows(Fact { atom, holds: false }))
        })
    }

    fn tell(&self) -> Option<Vec<String>> {
        let facts = &self.case.step.facts;
        if !facts.iter().all(|fact| self.shows(*fact)) {
            return None;
        }
        let mut clauses = vec![self.sum()];
        clauses.extend(self.crossings()?);
        clauses.extend(self.blockers());
        Some(clauses)
    }

    /// `the area at r1c2 needs 9, which can only be 6+3 or 4+4+1`.
    fn sum(&self) -> String {
        let (puzzle, facts) = (self.puzzle, &self.case.step.facts);
        let place = puzzle.printed.grid.name(Cell(self.rule.subject));
        let needs = missing(puzzle, self.rule, &self.holding());
        let own = |holds: bool| -> Vec<Atom> {
            let own = facts.iter().filter(|fact| fact.holds == holds && self.lines.contains(&fact.atom));
            own.map(|fact| fact.atom).collect()
        };
        let (inside, outside) = (own(true), own(false));
        let are_too_large = outside.iter().all(|line| sum(puzzle, &[*line]) > self.needed());
        if self.case.step.rules.len() == 1 && inside.is_empty() && are_too_large {
            return format!("the area at {place} needs only {needs}");
        }
        let lines: Vec<Atom> = self.locked.iter().flat_map(|rule| open(self.case, *rule)).collect();
        let is_locked = |line: &Atom| lines.iter().any(|other| self.start(*other) == self.start(*line));
        if !lines.is_empty() && self.ways.iter().flatten().all(is_locked) {
            let who = numbers(puzzle, &lines, "and");
            return format!("{who} can only move into the area at {place}, which needs only {needs}");
        }
        let head = if self.locked.is_empty() {
            format!("the area at {place} needs {needs}")
        } else {
            format!(
                "{} can only move into the area at {place}, which needs {needs}",
                numbers(puzzle, &lines, "and")
            )
        };
        let and = if self.locked.is_empty() { ", which" } else { ", and that" };
        let sums: BTreeSet<Vec<u32>> = self.ways.iter().map(|way| plus(puzzle, way)).collect();
        let is_only_one = |way: &Vec<Atom>| way.len() == 1 && self.ways.iter().all(|other| other == way);
        if let Some(way) = self.ways.first().filter(|way| is_only_one(way)) {
            return format!("{head}{and} can only be {}", numbers(puzzle, way, "and"));
        }
        if sums.len() <= MOST_WAYS {
            return format!("{head}{and} can only be {}", told_sums(&sums));
        }
        let mut ends = Vec::new();
        if !inside.is_empty() {
            ends.push(format!("cannot be made without {}", numbers(puzzle, &inside, "and")));
        }
        if !outside.is_empty() {
            ends.push(format!("cannot be made with {}", numbers(puzzle, &outside, "or")));
        }
        if ends.is_empty() { head } else { format!("{head}{and} {}", listed(&ends, "and")) }
    }

    /// Where lines into the area would meet, if that matters for its sum.
    fn crossings(&self) -> Option<Vec<String>> {
        let mut clauses = Vec::new();
        for &rule in &self.case.step.rules {
            let lines = open(self.case, rule);
            let inside: Vec<Atom> = self.lines.iter().copied().filter(|line| lines.contains(line)).collect();
            if self.case.model.get(rule).kind == CROSS
                && inside.len() > 1
                && self.ways_without(Some(rule))?.len() > self.ways.len()
            {
                let cell = self.puzzle.printed.grid.name(Cell(self.case.model.get(rule).subject));
                let who = numbers(self.puzzle, &inside, "and");
                clauses.push(format!("only one of {who} can cover {cell}"));
            }
        }
        Some(clauses)
    }

    /// Which lines elsewhere would keep out what the sum needs.
    fn blockers(&self) -> Vec<String> {
        let facts = self.case.step.facts.iter();
        let elsewhere = facts.filter(|fact| !fact.holds && !self.lines.contains(&fact.atom));
        let mut groups: BTreeMap<(Cell, Vec<Atom>), Vec<Atom>> = BTreeMap::new();
        for line in elsewhere.map(|fact| fact.atom) {
            let kept_out = |other: &Atom| !meetings(self.case, line, *other).is_empty();
            let used: BTreeSet<Atom> = self.ways.iter().flatten().copied().filter(kept_out).collect();
            let own = self.start(line);
            let is_missed = self.ways.iter().all(|way| way.iter().any(|other| self.start(*other) == own));
            if !is_missed {
                groups.entry((own, used.into_iter().collect())).or_default().push(line);
            }
        }
        let has_many_ways =
            self.ways.iter().map(|way| plus(self.puzzle, way)).collect::<BTreeSet<_>>().len() > MOST_WAYS;
        let rest = if has_many_ways { ", and the others do not add up" } else { "" };
        let clause = |((start, kept_out), lines): (&(Cell, Vec<Atom>), &Vec<Atom>)| {
            let takes_part = self.ways.iter().flatten().any(|line| self.start(*line) == *start);
            let others = kept_out.iter().copied().filter(|line| self.start(*line) != *start);
            let who = numbers(self.puzzle, &others.collect::<Vec<_>>(), "and");
            let (mover, to) = (number(self.puzzle, *start), ends(self.puzzle, lines, "or"));
            let itself = if takes_part { "itself and " } else { "" };
            format!("{mover}, moving to {to}, would keep {itself}{who} out{rest}")
        };
        groups.iter().map(clause).collect()
    }
}

/// `6+3 or 4+4+1`.
pub(super) fn told_sums(sums: &BTreeSet<Vec<u32>>) -> String {
    if let [number] = sums.first().map_or(&[][..], |sum| &sum[..])
        && sums.len() == 1
    {
        return format!("a single {number}");
    }
    let told = |sum: &Vec<u32>| sum.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
    listed(&sums.iter().rev().map(told).collect::<Vec<_>>(), "or")
}

/// A number or an area all of whose lines something would block.
fn blocked(puzzle: &Yosenabe, case: &Case<'_>, need: RuleId) -> Option<Vec<String>> {
    let (rule, lines) = (case.model.get(need), open(case, need));
    let name = |cell: &Cell| puzzle.printed.grid.name(*cell).to_string();
    // By number: where its lines would meet the others, and where they lead.
    let mut groups: BTreeMap<(Cell, BTreeSet<Cell>), Vec<Atom>> = BTreeMap::new();
    for fact in &case.step.facts {
        if fact.holds || lines.contains(&fact.atom) {
            return None;
        }
        let start = puzzle.line(fact.atom).0;
        let mut cells = BTreeSet::new();
        for line in lines.iter().filter(|line| puzzle.line(**line).0 != start) {
            let met = meetings(case, fact.atom, *line);
            if met.is_empty() {
                return None;
            }
            cells.extend(met);
        }
        groups.entry((start, cells)).or_default().push(fact.atom);
    }
    let place = name(&Cell(rule.subject));
    let is_own = |start: Cell| lines.iter().any(|line| puzzle.line(*line).0 == start);
    let cells: BTreeSet<&BTreeSet<Cell>> = groups.keys().map(|(_, cells)| cells).collect();
    if let [only] = &cells.into_iter().collect::<Vec<_>>()[..]
        && let [cell] = &only.iter().collect::<Vec<_>>()[..]
        && !groups.keys().any(|(start, _)| is_own(*start))
    {
        return Some(vec![match rule.kind {
            MOVE => format!("every way left to {} covers {}", number(puzzle, Cell(rule.subject)), name(cell)),
            _ => format!("every line left into the area at {place} covers {}", name(cell)),
        }]);
    }
    let mut clauses = vec![match rule.kind {
        MOVE => {
            let to = ends(puzzle, &lines, "or");
            format!("{} can only move to {to}", number(puzzle, Cell(rule.subject)))
        }
        _ => format!("only {} can move into the area at {place}", numbers(puzzle, &lines, "or")),
    }];
    for ((start, cells), blocking) in &groups {
        let others = match (is_own(*start), lines.len()) {
            (true, _) if cells.is_empty() => continue,
            (true, _) => "the others",
            (false, 1) => "it",
            (false, 2) => "both",
            (false, _) => "all of them",
        };
        let (mover, to) = (number(puzzle, *start), ends(puzzle, blocking, "or"));
        let at = listed(&cells.iter().map(name).collect::<Vec<_>>(), "and");
        clauses.push(format!("{mover}, moving to {to}, would block {others} at {at}"));
    }
    Some(clauses)
}
