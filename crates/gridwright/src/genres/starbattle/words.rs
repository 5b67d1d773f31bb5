//! Star Battle in words: names of steps, rules in arguments.

use super::{ALL_ROWS, COLUMN, REGION, ROW, StarBattle, TOUCH};
use crate::frames::counted;
use crate::grid::Cell;
use crate::model::{Atom, Fact, Rule, RuleId};
use crate::words::{
    Adding, Alike, Case, Counted, Inference, RuleUse, Technique, Told, Uses, Words, cells_listed, listed,
};

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
        20,
        &[Uses::exactly(1, HOUSE)],
        &[Uses::least(1, &[TOUCH])],
    )
    .also(touches_all),
    Technique::new(
        "packed into squares",
        "What is left of a row, column or region lies in as many squares of 2x2 cells as it needs stars, or nearly, so each \
         square has its star there.",
        30,
        &[Uses::exactly(1, HOUSE)],
        &[Uses::least(1, &[TOUCH])],
    ),
    Technique::new(
        "region within a line",
        "The open cells of a region lie in one row or column and need as many stars as it still does, so that line's other cells hold none.",
        22,
        &[Uses::exactly(1, &[REGION])],
        &[Uses::exactly(1, LINE)],
    ),
    Technique::new(
        "line within a region",
        "The open cells of a row or column lie in one region and need as many stars as it still does, so the region's other cells hold none.",
        22,
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
    Technique::new(
        "count of lines and regions",
        "Some rows, columns and regions need as many stars as others, in which their cells lie, can hold.",
        45,
        &[Uses::least(1, HOUSE)],
        &[Uses::least(1, HOUSE)],
    )
    .also(|case| case.is_sum),
    Technique::new(
        "count with squares",
        "Some rows, columns and regions need as many stars as others and squares of 2x2 cells, in which their cells lie, can \
         hold.",
        50,
        &[Uses::least(1, HOUSE)],
        &[Uses::least(1, &[TOUCH]), Uses::least(0, HOUSE)],
    )
    .also(|case| case.is_sum),
];

/// Whether a star in the cell that the step is about would touch everything that the rules count.
fn touches_all(case: &Case<'_>) -> bool {
    let is_in = |fact: &Fact, rule: &RuleId| {
        case.model.rule_atoms(case.model.get(*rule)).any(|(atom, _)| atom == fact.atom)
    };
    case.step.facts.iter().all(|fact| !fact.holds && case.limits.iter().all(|rule| is_in(fact, rule)))
}

fn places(puzzle: &StarBattle, atoms: &[Atom]) -> String {
    let name = |atom: &Atom| puzzle.grid.name(Cell(atom.0)).to_string();
    listed(&atoms.iter().map(name).collect::<Vec<_>>(), "and")
}

/// `r1c2 holds a star and r1c3 and r1c4 hold no stars`.
pub(super) fn facts(puzzle: &StarBattle, facts: &[Fact]) -> String {
    let clause = |holds: bool, one: &str, more: &str| {
        let atoms: Vec<Atom> = facts.iter().filter(|f| f.holds == holds).map(|fact| fact.atom).collect();
        let verb = if atoms.len() == 1 { one } else { more };
        let cells: Vec<Cell> = atoms.iter().map(|atom| Cell(atom.0)).collect();
        (!cells.is_empty()).then(|| format!("{} {verb}", cells_listed(&puzzle.grid, &cells)))
    };
    let yes = clause(true, "holds a star", "hold stars");
    let no = clause(false, "holds no star", "hold no stars");
    listed(&yes.into_iter().chain(no).collect::<Vec<_>>(), "and")
}

pub(super) fn inference(puzzle: &StarBattle, rule: &Rule, inference: &Inference) -> String {
    let name = |cell| puzzle.grid.name(Cell(cell));
    let house = match rule.kind {
        ROW if rule.detail == ALL_ROWS => return puzzle.miscount().unwrap_or_default(),
        ROW | COLUMN | REGION => house(puzzle, rule),
        _ => {
            return match (inference.rule_use, &inference.holding[..]) {
                (RuleUse::Full, [star]) => format!("a star at {} lets none touch it", name(star.0)),
                (RuleUse::TooMuch, stars) => format!("the stars at {} touch", places(puzzle, stars)),
                _ => puzzle.sentence(rule),
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

/// `row 1`, `the region at r2c3`.
fn house(puzzle: &StarBattle, rule: &Rule) -> String {
    let cell = Cell(rule.subject);
    match rule.kind {
        ROW => format!("row {}", puzzle.grid.row(cell) + 1),
        COLUMN => format!("column {}", puzzle.grid.col(cell) + 1),
        _ => format!("the region at {}", puzzle.grid.name(cell)),
    }
}

/// `rows 1 and 2, column 4 and the squares at r3c3 and r5c5`.
fn houses(puzzle: &StarBattle, rules: &[Counted<'_>]) -> String {
    let grid = puzzle.grid;
    let often = |times: u32| match times {
        1 => String::new(),
        2 => " (twice)".to_string(),
        more => format!(" ({more} times)"),
    };
    let name = |counted: &Counted<'_>| {
        let cell = Cell(counted.rule.subject);
        let name = match counted.rule.kind {
            ROW => (grid.row(cell) + 1).to_string(),
            COLUMN => (grid.col(cell) + 1).to_string(),
            _ => grid.name(cell).to_string(),
        };
        name + &often(counted.times)
    };
    let groups = [
        (ROW, "row", "rows"),
        (COLUMN, "column", "columns"),
        (REGION, "the region at", "the regions at"),
        (TOUCH, "the square at", "the squares at"),
    ];
    let groups = groups.into_iter().filter_map(|(kind, one, more)| {
        let names: Vec<String> = rules.iter().filter(|own| own.rule.kind == kind).map(name).collect();
        let thing = if names.len() == 1 { one } else { more };
        (!names.is_empty()).then(|| format!("{thing} {}", listed(&names, "and")))
    });
    listed(&groups.collect::<Vec<_>>(), "and")
}

impl Words for StarBattle {
    fn sentence(&self, rule: &Rule) -> String {
        let name = |cell| self.grid.name(Cell(cell));
        let place = match rule.kind {
            ROW if rule.detail == ALL_ROWS => return self.miscount().unwrap_or_default(),
            ROW | COLUMN | REGION => house(self, rule),
            _ => return format!("the square at {} holds one star at most", name(rule.subject)),
        };
        format!("{place} needs exactly {}", counted(self.stars as usize, "star"))
    }

    fn facts(&self, facts: &[Fact]) -> String {
        self::facts(self, facts)
    }

    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        self::inference(self, rule, inference)
    }

    #[cfg(feature = "full")]
    fn step(&self, case: &Case<'_>) -> Option<Told> {
        let (technique, need) = (case.technique()?, case.model.get(*case.needs.first()?));
        if technique.name != "would leave no room" {
            return None;
        }
        let atoms = case.model.rule_atoms(need).map(|(atom, _)| atom);
        let left = self.stars as usize - atoms.filter(|atom| case.known.is_yes(*atom)).count();
        let stars = if left == 1 { "its star".to_string() } else { format!("its {left} stars") };
        let shows = case.step.facts.clone();
        let name = |fact: &Fact| self.grid.name(Cell(fact.atom.0)).to_string();
        let here = listed(&shows.iter().map(name).collect::<Vec<_>>(), "or");
        let clauses = vec![format!("a star at {here} would leave {} no room for {stars}", house(self, need))];
        Some(Told { clauses, shows })
    }

    fn prefers_sums(&self) -> bool {
        true
    }

    #[cfg(feature = "full")]
    fn sum(&self, sum: &Adding<'_>) -> String {
        let verb = if sum.needs.len() == 1 { "needs" } else { "need" };
        let needs = format!("{} {verb} {}", houses(self, &sum.needs), counted(sum.needed as usize, "star"));
        let cells = if sum.outside.len() == 1 { "the cell" } else { "the cells" };
        let outside = format!("{cells} {}", places(self, &sum.outside));
        let mut room = vec![houses(self, &sum.limits)];
        room.extend(Some(outside).filter(|_| !sum.outside.is_empty()));
        room.retain(|part| !part.is_empty());
        if room.is_empty() {
            let them = if sum.needed == 1 { "it" } else { "them" };
            return format!("{needs} but no cell is left for {them}");
        }
        if sum.limits.is_empty() && sum.allowed < sum.needed {
            let is = if sum.outside.len() == 1 { "is" } else { "are" };
            return format!("{needs}, but only {} {is} left", places(self, &sum.outside));
        }
        let verb = if sum.limits.len() + sum.outside.len() == 1 { "holds" } else { "hold" };
        let (room, allowed) = (listed(&room, "and"), sum.allowed);
        match (sum.is_supposed, sum.allowed < sum.needed) {
            (true, _) => format!("{needs}, but {room} {verb} only {allowed}"),
            (false, true) => format!("{needs}; {room} {verb} only {allowed} of them"),
            (false, false) => {
                let them = if sum.needs.len() == 1 { "it" } else { "them" };
                format!("{needs}; what is left of {them} lies in {room}, which {verb} only {allowed}")
            }
        }
    }
}
