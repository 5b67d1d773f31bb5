//! Star Battle in words: names of steps, rules in arguments.

use super::{ALL_ROWS, COLUMN, REGION, ROW, StarBattle, TOUCH};
use crate::frames::counted;
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule};
use crate::words::{Alike, Inference, RuleUse, Technique, Uses, Words, listed};

const LINE: &[u8] = &[ROW, COLUMN];
const HOUSE: &[u8] = &[ROW, COLUMN, REGION];

/// What players call steps.
pub(super) static TECHNIQUES: &[Technique] = &[
    Technique::new(
        "beside a star",
        "The cell touches a star, so it holds none.",
        10,
        &[],
        &[Uses::exactly(1, &[TOUCH])],
    ),
    Technique::new(
        "has its stars",
        "A row, column or region has all its stars, so its other cells hold none.",
        10,
        &[],
        &[Uses::exactly(1, HOUSE)],
    ),
    Technique::new(
        "needs all",
        "A row, column or region needs as many stars as it has open cells left, so each of them holds one.",
        12,
        &[Uses::exactly(1, HOUSE)],
        &[],
    ),
    Technique::new(
        "would leave no room",
        "A star here would touch so many cells of a row, column or region that it could not get its stars.",
        25,
        &[Uses::exactly(1, HOUSE)],
        &[Uses::least(1, &[TOUCH])],
    ),
    Technique::new(
        "region within a line",
        "The open cells of a region lie in one row or column and need as many stars as it still does, so that line's other cells hold none.",
        28,
        &[Uses::exactly(1, &[REGION])],
        &[Uses::exactly(1, LINE)],
    ),
    Technique::new(
        "line within a region",
        "The open cells of a row or column lie in one region and need as many stars as it still does, so the region's other cells hold none.",
        28,
        &[Uses::exactly(1, LINE)],
        &[Uses::exactly(1, &[REGION])],
    ),
    Technique::new(
        "regions within lines",
        "The open cells of some regions lie in a few rows (or columns) and need as many stars as these still do together, so these lines' other cells hold none.",
        40,
        &[Uses::least(2, &[REGION])],
        &[Uses::least(2, LINE).alike(Alike::Kind)],
    ),
    Technique::new(
        "lines within regions",
        "The open cells of some rows (or columns) lie in a few regions and need as many stars as these still do together, so the regions' other cells hold none.",
        40,
        &[Uses::least(2, LINE).alike(Alike::Kind)],
        &[Uses::least(2, &[REGION])],
    ),
];

fn places(puzzle: &StarBattle, atoms: &[Atom]) -> String {
    let name = |atom: &Atom| puzzle.grid.name(Cell(atom.0)).to_string();
    listed(&atoms.iter().map(name).collect::<Vec<_>>(), "and")
}

/// `r1c2 holds a star and r1c3 and r1c4 hold no stars`.
pub(super) fn facts(puzzle: &StarBattle, facts: &[Fact]) -> String {
    let clause = |holds: bool, one: &str, more: &str| {
        let atoms: Vec<Atom> = facts.iter().filter(|f| f.holds == holds).map(|fact| fact.atom).collect();
        let verb = if atoms.len() == 1 { one } else { more };
        (!atoms.is_empty()).then(|| format!("{} {verb}", places(puzzle, &atoms)))
    };
    let yes = clause(true, "holds a star", "hold stars");
    let no = clause(false, "holds no star", "hold no stars");
    listed(&yes.into_iter().chain(no).collect::<Vec<_>>(), "and")
}

pub(super) fn inference(puzzle: &StarBattle, rule: &Rule, inference: &Inference) -> String {
    let name = |cell| puzzle.grid.name(Cell(cell));
    let house = match rule.kind {
        ROW if rule.detail == ALL_ROWS => return puzzle.miscount().unwrap_or_default(),
        ROW => format!("row {}", puzzle.grid.row(Cell(rule.subject)) + 1),
        COLUMN => format!("column {}", puzzle.grid.col(Cell(rule.subject)) + 1),
        REGION => format!("the region at {}", name(rule.subject)),
        _ => {
            return match (inference.rule_use, &inference.holding[..]) {
                (RuleUse::Full, [star]) => format!("a star at {} lets none touch it", name(star.0)),
                (RuleUse::TooMuch, _) => {
                    format!("the stars at {} and {} touch", name(rule.subject), name(rule.detail))
                }
                _ => format!("{} and {} touch", name(rule.subject), name(rule.detail)),
            };
        }
    };
    let stars = if puzzle.stars == 1 { "star" } else { "stars" };
    match inference.rule_use {
        RuleUse::Full => format!("{house} has its {stars}"),
        RuleUse::TooMuch => format!("{house} has too many stars"),
        RuleUse::TooLittle | RuleUse::NoSum => format!("{house} has no room left for its {stars}"),
        RuleUse::Takes => {
            format!("{house} takes only {} in all", crate::frames::counted(puzzle.stars as usize, "star"))
        }
        RuleUse::Last | RuleUse::Among | RuleUse::Sum => {
            let left = puzzle.stars as usize - inference.holding.len().min(puzzle.stars as usize);
            let needed = crate::frames::counted(left, "star");
            let among = if inference.open.len() == left { "and has only" } else { "among" };
            let end = if inference.open.len() == left { " left for that" } else { "" };
            format!("{house} needs {needed} {among} {}{end}", places(puzzle, &inference.open))
        }
    }
}

impl Words for StarBattle {
    fn sentence(&self, rule: &Rule) -> String {
        let name = |cell| self.grid.name(Cell(cell));
        let place = match rule.kind {
            ROW if rule.detail == ALL_ROWS => return self.miscount().unwrap_or_default(),
            ROW => format!("row {}", self.grid.row(Cell(rule.subject)) + 1),
            COLUMN => format!("column {}", self.grid.col(Cell(rule.subject)) + 1),
            REGION => format!("the region at {}", name(rule.subject)),
            _ => return format!("{} and {} touch: one star at most", name(rule.subject), name(rule.detail)),
        };
        format!("{place} needs exactly {}", counted(self.stars as usize, "star"))
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self::facts(self, facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }
}
