//! Light Up in words: names of steps, rules in arguments.

use super::{CLUE, GLARE, LIT, LightUp};
use crate::explain::{Case, Link, Technique, Turn, Uses, listed};
use crate::formats::counted;
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule};

const fn clues(number: usize) -> Uses {
    Uses::exactly(number, &[CLUE])
}

const fn dark(number: usize) -> Uses {
    Uses::exactly(number, &[LIT])
}

const SEEN: Uses = Uses::least(1, &[GLARE]);

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new("lit already", 10, &[], &[Uses::exactly(1, &[GLARE])]),
    Technique::new("wall full", 10, &[], &[clues(1)]),
    Technique::new("wall needs all", 12, &[clues(1)], &[]),
    Technique::new("must light itself", 14, &[dark(1)], &[]).also(lights_itself),
    Technique::new("only one place can light it", 16, &[dark(1)], &[]),
    Technique::new("diagonal of a wall", 25, &[clues(1)], &[SEEN]),
    Technique::new("seen by all that could light it", 28, &[dark(1)], &[SEEN]),
    Technique::new("shared corner of two walls", 30, &[clues(1)], &[clues(1)]),
    Technique::new("wall takes the light", 30, &[dark(1)], &[clues(1)]),
    Technique::new("aligned walls", 34, &[Uses::least(2, &[CLUE])], &[SEEN]),
    Technique::new("wall and dark cell", 38, &[clues(1), dark(1)], &[SEEN]),
    Technique::new("two dark cells", 40, &[dark(2)], &[SEEN]),
    Technique::new("corner walls in line", 42, &[clues(1)], &[clues(1), SEEN]),
    Technique::new("wall leaves it dark", 44, &[dark(1)], &[clues(1), SEEN]),
    Technique::new("chain of dark cells", 50, &[Uses::least(3, &[LIT])], &[SEEN]),
];

fn lights_itself(case: &Case<'_>) -> bool {
    let own = case.step.rules.first().map(|rule| Cell(case.model.get(*rule).subject));
    case.step.facts.iter().all(|fact| Some(case.puzzle.atom_cell(fact.atom)) == own)
}

fn places(puzzle: &LightUp, atoms: &[Atom], last: &str) -> String {
    let name = |atom: &Atom| puzzle.grid.name(puzzle.cells[atom.index()]).to_string();
    listed(&atoms.iter().map(name).collect::<Vec<_>>(), last)
}

/// `r1c2 holds a bulb and r1c3 and r1c4 hold none`.
pub(super) fn facts(puzzle: &LightUp, facts: &[Fact]) -> String {
    let of = |holds: bool| -> Vec<Atom> {
        facts.iter().filter(|fact| fact.holds == holds).map(|fact| fact.atom).collect()
    };
    let clause = |atoms: Vec<Atom>, one: &str, more: &str| match atoms.len() {
        0 => None,
        1 => Some(format!("{} {one}", places(puzzle, &atoms, "and"))),
        _ => Some(format!("{} {more}", places(puzzle, &atoms, "and"))),
    };
    let yes = clause(of(true), "holds a bulb", "hold bulbs");
    let no = clause(of(false), "holds no bulb", "hold no bulbs");
    listed(&yes.into_iter().chain(no).collect::<Vec<_>>(), "and")
}

pub(super) fn link(puzzle: &LightUp, rule: &Rule, link: &Link) -> String {
    let cell = Cell(rule.subject);
    let place = puzzle.grid.name(cell);
    let holding = || places(puzzle, &link.holding, "and");
    match (rule.kind, link.turn) {
        (LIT, Turn::Last) if link.open.iter().all(|atom| puzzle.cells[atom.index()] == cell) => {
            format!("nothing else can light {place} any more")
        }
        (LIT, Turn::Among | Turn::Last) => {
            format!("only {} can light {place}", places(puzzle, &link.open, "or"))
        }
        (LIT, _) => format!("nothing is left to light {place}"),
        (GLARE, Turn::Full) => format!("the bulb at {} lights its line", holding()),
        (GLARE, Turn::TooMuch) => format!("the bulbs at {} see each other", holding()),
        (GLARE, _) => format!("the line from {place} takes only one bulb"),
        (_, Turn::Full) if rule.detail == 0 => format!("the 0 at {place} has no bulb beside it"),
        (_, Turn::Full) => {
            let bulbs = counted(rule.detail as usize, "bulb");
            format!("the {} at {place} has its {bulbs}", rule.detail)
        }
        (_, Turn::TooMuch) => format!("the {} at {place} has too many bulbs", rule.detail),
        (_, Turn::TooLittle | Turn::NoSum) => {
            format!("the {} at {place} can no longer get its bulbs", rule.detail)
        }
        (_, Turn::Last) => {
            let all = match link.open.len() {
                1 => "one open neighbour".to_string(),
                2 => "two open neighbours".to_string(),
                3 => "three open neighbours".to_string(),
                _ => "four open neighbours".to_string(),
            };
            let left = if link.open.len() as u32 == rule.detail { "" } else { " more" };
            let missing = counted(link.open.len(), "bulb").replace(" bulb", &format!("{left} bulb"));
            format!("the {} at {place} needs {missing} and has only {all} left", rule.detail)
        }
        (_, Turn::Takes) => {
            let left = rule.detail as usize - link.holding.len().min(rule.detail as usize);
            format!(
                "the {} at {place} takes only {} among {}",
                rule.detail,
                left,
                places(puzzle, &link.open, "and")
            )
        }
        (_, Turn::Among | Turn::Sum) => {
            let left = rule.detail as usize - link.holding.len().min(rule.detail as usize);
            format!("the {} at {place} needs {left} of {}", rule.detail, places(puzzle, &link.open, "and"))
        }
    }
}

/// Lines are told by what they see of the cells in question.
pub(super) fn limits(puzzle: &LightUp, limits: &[(&Rule, &Link)]) -> String {
    let (lines, walls): (Vec<_>, Vec<_>) = limits.iter().partition(|(rule, _)| rule.kind == GLARE);
    let mut clauses: Vec<String> = walls.iter().map(|(rule, own)| link(puzzle, rule, own)).collect();
    if let Some((_, first)) = lines.first() {
        // A cell that all these lines meet in sees them all.
        let meets = |fact: &&Fact| lines.iter().all(|(_, link)| link.open.contains(&fact.atom));
        let seen: Vec<Atom> = first.facts.iter().filter(meets).map(|fact| fact.atom).collect();
        if !seen.is_empty() && walls.is_empty() {
            let by = if seen.len() == 1 { "sees them all" } else { "see them all" };
            clauses.push(format!("{} {by}", places(puzzle, &seen, "and")));
        } else {
            clauses.extend(lines.iter().map(|(rule, own)| link(puzzle, rule, own)));
        }
    }
    listed(&clauses, "and")
}
