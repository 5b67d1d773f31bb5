//! Light Up in words: names of steps, rules in arguments.

use super::{CLUE, GLARE, LIT, LightUp, Square};
use crate::frames::counted;
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Fact, Position, Rule};
use crate::words::{Case, Inference, RuleUse, Technique, Uses, Words, cells_listed, listed};

const fn clues(number: usize) -> Uses {
    Uses::exactly(number, &[CLUE])
}

const fn dark(number: usize) -> Uses {
    Uses::exactly(number, &[LIT])
}

const SEEN: Uses = Uses::least(1, &[GLARE]);

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new("lit already", "The cell sees a bulb, so it holds none.", 10, &[], &[Uses::exactly(1, &[GLARE])]),
    Technique::new("wall full", "A numbered wall has all its bulbs, so its other neighbours hold none.", 10, &[], &[clues(1)]),
    Technique::new("wall needs all", "A numbered wall needs as many bulbs as it has open neighbours left, so each of them holds one.", 12, &[clues(1)], &[]),
    Technique::new("must light itself", "No other cell can light this one any more, so it holds a bulb.", 14, &[dark(1)], &[]).also(lights_itself),
    Technique::new("only one place can light it", "A dark cell can be lit from one place only, so a bulb stands there.", 16, &[dark(1)], &[]),
    Technique::new("diagonal of a wall", "A bulb diagonally beside a numbered wall would see so many of its neighbours that the number could not be reached.", 25, &[clues(1)], &[SEEN]).also(is_diagonal),
    Technique::new("seen by all that the wall has left", "A bulb here would see so many neighbours of a numbered wall that the number could not be reached.", 27, &[clues(1)], &[SEEN]),
    Technique::new("seen by all that could light it", "Every place that could light a dark cell sees this one: a bulb here would leave that cell dark.", 28, &[dark(1)], &[SEEN]),
    Technique::new("shared corner of two walls", "Two numbered walls share open neighbours: one takes so few bulbs there that the other needs the rest elsewhere, or needs so many there that they fill the other.", 30, &[clues(1)], &[clues(1)]).also(are_two_walls),
    Technique::new("wall takes the light", "Every place that could light a dark cell is beside a numbered wall that takes only one more bulb, so its other neighbours hold none.", 30, &[dark(1)], &[clues(1)]),
    Technique::new("aligned walls", "Two numbered walls in one row or column cannot both get their bulbs otherwise, because some of these would see each other.", 34, &[clues(2)], &[SEEN]).also(are_aligned),
    Technique::new("two walls", "Two numbered walls cannot both get their bulbs otherwise, because some of these would see each other.", 38, &[clues(2)], &[SEEN]),
    Technique::new("wall and dark cell", "A numbered wall and a dark cell cannot both get the bulbs they need otherwise, because some of these would see each other.", 38, &[clues(1), dark(1)], &[SEEN]),
    Technique::new("two dark cells", "Two dark cells cannot both be lit otherwise, because their bulbs would see each other.", 40, &[dark(2)], &[SEEN]),
    Technique::new("corner walls in line", "One numbered wall cannot get its bulbs otherwise: another takes no more where the two meet, and bulbs would see each other.", 42, &[clues(1)], &[clues(1), SEEN]).also(are_two_walls),
    Technique::new("wall leaves it dark", "A dark cell cannot be lit otherwise: a numbered wall takes no more bulbs, and bulbs would see each other.", 44, &[dark(1)], &[clues(1), SEEN]),
    Technique::new("chain of dark cells", "Three or more dark cells cannot all be lit otherwise, because their bulbs would see each other.", 50, &[Uses::least(3, &[LIT])], &[SEEN]),
];

fn lights_itself(case: &Case<'_>) -> bool {
    let own = case.step.rules.first().map(|rule| Cell(case.model.get(*rule).subject));
    case.step.facts.iter().all(|fact| Some(case.board.atom_cell(fact.atom)) == own)
}

/// Whether the cells lie diagonally beside the wall. On a torus there are others that see what is beside it.
fn is_diagonal(case: &Case<'_>) -> bool {
    let grid = case.board.grid();
    case.needs.iter().all(|rule| {
        let wall = Cell(case.model.get(*rule).subject);
        let beside = |cell: Cell, directions: [Direction; 2]| {
            directions.into_iter().filter_map(move |direction| grid.step(cell, direction))
        };
        let corners: Vec<Cell> = beside(wall, [Direction::Left, Direction::Right])
            .flat_map(|cell| beside(cell, [Direction::Up, Direction::Down]))
            .collect();
        case.step.facts.iter().all(|fact| corners.contains(&case.board.atom_cell(fact.atom)))
    })
}

/// Whether what one wall needs is taken by another. A narrow torus lets one wall do both.
fn are_two_walls(case: &Case<'_>) -> bool {
    case.needs.iter().all(|rule| !case.limits.contains(rule))
}

/// Whether the walls stand in one row or column.
fn are_aligned(case: &Case<'_>) -> bool {
    let grid = case.board.grid();
    let cells: Vec<Cell> = case.needs.iter().map(|rule| Cell(case.model.get(*rule).subject)).collect();
    let same = |line: &dyn Fn(Cell) -> usize| cells.iter().all(|cell| line(*cell) == line(cells[0]));
    same(&|cell| grid.row(cell)) || same(&|cell| grid.col(cell))
}

fn places(puzzle: &LightUp, atoms: &[Atom], last: &str) -> String {
    let name = |atom: &Atom| puzzle.grid.name(puzzle.cells[atom.index()]).to_string();
    listed(&atoms.iter().map(name).collect::<Vec<_>>(), last)
}

/// What follows, `r1c2 holds a bulb and r1c3 and r1c4 hold no bulbs`.
pub(super) fn facts(puzzle: &LightUp, facts: &[Fact]) -> String {
    let of = |holds: bool| -> Vec<Atom> {
        facts.iter().filter(|fact| fact.holds == holds).map(|fact| fact.atom).collect()
    };
    let clause = |atoms: Vec<Atom>, one: &str, more: &str| {
        let verb = if atoms.len() == 1 { one } else { more };
        let cells: Vec<Cell> = atoms.iter().map(|atom| puzzle.cells[atom.index()]).collect();
        (!cells.is_empty()).then(|| format!("{} {verb}", cells_listed(&puzzle.grid, &cells)))
    };
    let yes = clause(of(true), "holds a bulb", "hold bulbs");
    let no = clause(of(false), "holds no bulb", "hold no bulbs");
    listed(&yes.into_iter().chain(no).collect::<Vec<_>>(), "and")
}

pub(super) fn inference(puzzle: &LightUp, rule: &Rule, inference: &Inference) -> String {
    let cell = Cell(rule.subject);
    let place = puzzle.grid.name(cell);
    let holding = || places(puzzle, &inference.holding, "and");
    match (rule.kind, inference.rule_use) {
        (LIT, RuleUse::Last) if inference.open.iter().all(|atom| puzzle.cells[atom.index()] == cell) => {
            format!("nothing else can light {place} any more")
        }
        (LIT, RuleUse::Among | RuleUse::Last) => {
            format!("only {} can light {place}", places(puzzle, &inference.open, "or"))
        }
        (LIT, _) => format!("nothing is left to light {place}"),
        (GLARE, RuleUse::Full) => format!("the bulb at {} lights its line", holding()),
        (GLARE, RuleUse::TooMuch) => format!("the bulbs at {} see each other", holding()),
        (GLARE, _) => {
            let axis = if rule.detail == 0 { "row" } else { "column" };
            format!("the {axis} from {place} on takes only one bulb")
        }
        (_, RuleUse::Full) if rule.detail == 0 => format!("the 0 at {place} has no bulb beside it"),
        (_, RuleUse::Full) => {
            let bulbs =
                if rule.detail == 1 { "its bulb".to_string() } else { format!("its {} bulbs", rule.detail) };
            format!("the {} at {place} has {bulbs}", rule.detail)
        }
        (_, RuleUse::TooMuch) => format!("the {} at {place} has too many bulbs", rule.detail),
        (_, RuleUse::TooLittle | RuleUse::NoSum) => {
            format!("the {} at {place} can no longer get its bulbs", rule.detail)
        }
        (_, RuleUse::Last) => {
            let left = match inference.open.len() {
                1 => "one open neighbour".to_string(),
                number => format!("{} open neighbours", ["two", "three", "four"][number.min(4) - 2]),
            };
            format!(
                "the {} at {place} needs {} and has only {left} left",
                rule.detail,
                missing(puzzle, rule, inference)
            )
        }
        (_, RuleUse::Takes) => {
            let among = places(puzzle, &inference.open, "and");
            format!(
                "the {} at {place} takes only {} among {among}",
                rule.detail,
                missing(puzzle, rule, inference)
            )
        }
        (_, RuleUse::Among | RuleUse::Sum) => {
            let among = places(puzzle, &inference.open, "and");
            format!("the {} at {place} needs {} among {among}", rule.detail, missing(puzzle, rule, inference))
        }
    }
}

/// What a wall still needs, `1 more bulb`. A narrow torus counts a bulb twice.
fn missing(puzzle: &LightUp, rule: &Rule, inference: &Inference) -> String {
    let beside = puzzle.bulbs_beside(Cell(rule.subject));
    let there: u32 =
        beside.filter(|(atom, _)| inference.holding.contains(atom)).map(|(_, count)| count).sum();
    let more = if there > 0 { "more bulb" } else { "bulb" };
    counted(rule.detail.saturating_sub(there) as usize, more)
}

/// What a rule says under a supposition, with what follows: `the 1 at r1c3 then needs r1c4`.
fn consequence(puzzle: &LightUp, rule: &Rule, inference: &Inference) -> Option<String> {
    let is_needed = rule.kind == CLUE && inference.rule_use == RuleUse::Last && !inference.facts.is_empty();
    let place = puzzle.grid.name(Cell(rule.subject));
    let atoms: Vec<Atom> = inference.facts.iter().map(|fact| fact.atom).collect();
    let bulbs = if atoms.len() == 1 { "a bulb" } else { "bulbs" };
    is_needed.then(|| {
        format!("the {} at {place} then needs {bulbs} at {}", rule.detail, places(puzzle, &atoms, "and"))
    })
}

/// Lines are described by which of the `wanted` cells they see.
pub(super) fn limits(puzzle: &LightUp, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
    let (lines, walls): (Vec<_>, Vec<_>) = limits.iter().partition(|(rule, _)| rule.kind == GLARE);
    let mut clauses: Vec<String> = walls.iter().map(|(rule, own)| inference(puzzle, rule, own)).collect();
    if let Some((_, first)) = lines.first() {
        // A cell where all these lines meet sees every `wanted` cell on them.
        let meets = |fact: &&Fact| lines.iter().all(|(_, inference)| inference.open.contains(&fact.atom));
        let seeing: Vec<Atom> = first.facts.iter().filter(meets).map(|fact| fact.atom).collect();
        let is_seen = |atom: &Atom| lines.iter().any(|(_, inference)| inference.open.contains(atom));
        let mut seen: Vec<Atom> = wanted.iter().copied().filter(is_seen).collect();
        seen.retain(|atom| !seeing.contains(atom));
        seen.sort_unstable();
        seen.dedup();
        if seeing.is_empty() || seen.is_empty() || !walls.is_empty() {
            let mut groups: Vec<String> = Vec::new();
            for (rule, own) in &lines {
                // The cells of the line that the step is about; if they are many, those between which it chooses.
                let is_fact = |atom: &Atom| own.facts.iter().any(|fact| fact.atom == *atom);
                let mut about = own.open.clone();
                about.retain(|atom| wanted.contains(atom) || is_fact(atom));
                if about.len() > MOST_SEEN && about.iter().filter(|atom| wanted.contains(atom)).count() > 1 {
                    about.retain(|atom| wanted.contains(atom));
                }
                match about.len() {
                    0 | 1 => clauses.push(inference(puzzle, rule, own)),
                    _ => groups.push(places(puzzle, &about, "and")),
                }
            }
            if let Some((first, others)) = groups.split_first() {
                let others: Vec<String> = others.iter().map(|group| format!("so do {group}")).collect();
                let seen = format!("{first} see each other");
                clauses.push([&[seen][..], &others].concat().join(", and "));
            }
        } else {
            let sees = if seeing.len() == 1 { "sees" } else { "see" };
            let sees_all = wanted.iter().all(|atom| seen.contains(atom));
            let all = match seen.len() {
                2 if sees_all => "both".to_string(),
                3.. if sees_all => "all of them".to_string(),
                _ => places(puzzle, &seen, "and"),
            };
            clauses.push(format!("{} {sees} {all}", places(puzzle, &seeing, "and")));
        }
    }
    clauses.join("; ")
}

/// Of more cells that see each other, only those are told that the step chooses between.
const MOST_SEEN: usize = 4;

impl Words for LightUp {
    fn cell(&self, cell: Cell, position: &Position) -> Option<String> {
        let Square::Number(number) = self.square(cell) else { return None };
        let has: u32 =
            self.bulbs_beside(cell).filter(|(atom, _)| position.board.is_yes(*atom)).map(|(_, n)| n).sum();
        Some(format!("wall, needs {}, has {has}", counted(number.into(), "bulb")))
    }

    fn sentence(&self, rule: &Rule) -> String {
        let place = self.grid.name(Cell(rule.subject));
        match rule.kind {
            LIT => format!("{place} must be lit"),
            GLARE => {
                let axis = if rule.detail == 0 { "row" } else { "column" };
                format!("at most one bulb in the {axis} from {place} on")
            }
            _ => {
                let bulbs = counted(rule.detail as usize, "bulb");
                format!("the {} at {place} needs exactly {bulbs} beside it", rule.detail)
            }
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
    fn limits(&self, limits: &[(&Rule, &Inference)], wanted: &[Atom]) -> String {
        self::limits(self, limits, wanted)
    }
}
