//! Solving, counting, sampling, checking.

use super::{BreachWord, Number, StatusWord, StoppedWord, VerdictWord, exact};
use crate::count::{BigUint, Count, Marginals, Sampler};
use crate::grid::Cell;
use crate::model::{Atom, Board, Breach, Broken, Position, RuleId, Value};
use crate::puzzle::Puzzle;
use crate::solve::{Common, End, Status};
use crate::verbs::{Check, Proof};
use gridwright_base::{Cancel, Stopped};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Whether there is no solution, one, or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatusView {
    /// The genre.
    pub genre: String,
    /// How many solutions there are.
    pub status: StatusWord,
    /// A solution, in the shape of the genre's data sets or as text, where one is known.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub solution: serde_json::Value,
    /// Why the status is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl StatusView {
    /// With the solution in the shape of the genre's data sets.
    pub fn new(puzzle: &Puzzle, status: &Status) -> StatusView {
        let solution = status.solution().map(|board| puzzle.solution_json(board));
        StatusView::with_solution(puzzle, status, solution.unwrap_or_default())
    }

    /// With the solution in another form.
    pub fn with_solution(puzzle: &Puzzle, status: &Status, solution: serde_json::Value) -> StatusView {
        let why = match status {
            Status::Unknown { why, .. } => Some((*why).into()),
            _ => None,
        };
        StatusView { genre: puzzle.genre().id.to_string(), status: status.into(), solution, why }
    }
}

/// Several solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionsView {
    /// The genre.
    pub genre: String,
    /// The solutions, in the shape of the genre's data sets or as text.
    pub solutions: Vec<serde_json::Value>,
    /// How many there are in the list.
    pub count: u64,
    /// Whether these are all there are.
    pub complete: bool,
    /// How many solutions there are, in a word.
    pub status: StatusWord,
    /// Why these may not be all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl SolutionsView {
    /// A list to be filled, of which it is known how long it will be and why it ends.
    pub fn new(puzzle: &Puzzle, count: u64, end: End) -> SolutionsView {
        let status = match (count, end) {
            (2.., _) => StatusWord::Multiple,
            (_, End::Stopped(_)) | (0, End::Limit) => StatusWord::Unknown,
            (0, _) => StatusWord::None,
            (1, End::Exhausted) => StatusWord::Unique,
            _ => StatusWord::Multiple,
        };
        let (genre, complete) = (puzzle.genre().id.to_string(), end == End::Exhausted);
        SolutionsView { genre, solutions: Vec::new(), count, complete, status, why: StoppedWord::of_end(end) }
    }
}

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountView {
    /// The genre.
    pub genre: String,
    /// The same in a word.
    pub status: StatusWord,
    /// The number, a lower bound where the count is not complete.
    pub count: Number,
    /// Whether the number is exact.
    pub complete: bool,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl CountView {
    /// Of a count.
    pub fn new(puzzle: &Puzzle, count: &Count) -> CountView {
        let (status, why) = match count {
            Count::Exactly(number) => (StatusWord::of_number(number), None),
            Count::AtLeast(number, why) if *number > BigUint::from(1u32) => {
                (StatusWord::Multiple, Some((*why).into()))
            }
            Count::AtLeast(_, why) => (StatusWord::Unknown, Some((*why).into())),
        };
        let (genre, complete) = (puzzle.genre().id.to_string(), count.exact().is_some());
        CountView { genre, status, count: count.number().into(), complete, why }
    }
}

/// In how many solutions each thing holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarginalsView {
    /// The genre.
    pub genre: String,
    /// How many solutions there are, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Number>,
    /// Whether it is known.
    pub complete: bool,
    /// Everything that can be entered, where the counts are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atoms: Option<Vec<AtomCount>>,
    /// A drawing, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// In how many solutions one thing holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtomCount {
    /// Its cell.
    pub cell: String,
    /// Its name, `r1c2 5`.
    pub atom: String,
    /// In how many solutions it holds.
    pub count: Number,
}

impl MarginalsView {
    /// Of marginals, or of why there are none.
    pub fn new(puzzle: &Puzzle, marginals: &Result<Marginals, Stopped>) -> MarginalsView {
        let atom = |known: &Marginals, atom| AtomCount {
            cell: cell_name(puzzle, puzzle.atom_cell(atom)),
            atom: puzzle.atom_name(atom),
            count: known.of(atom).into(),
        };
        let known = marginals.as_ref().ok();
        MarginalsView {
            genre: puzzle.genre().id.to_string(),
            count: known.map(|known| known.total().into()),
            complete: known.is_some(),
            atoms: known.map(|known| puzzle.model().atoms().map(|id| atom(known, id)).collect()),
            text: None,
            why: marginals.as_ref().err().map(|why| (*why).into()),
        }
    }
}

/// Solutions drawn at random.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SampleView {
    /// The genre.
    pub genre: String,
    /// The seed.
    #[serde(with = "exact")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub seed: u64,
    /// The solutions.
    pub solutions: Vec<serde_json::Value>,
    /// How many were drawn.
    pub count: u64,
    /// Whether these are as many as were asked for, or there is none.
    pub complete: bool,
    /// How many solutions there are in all, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Number>,
    /// Why that is not known, or why fewer were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl SampleView {
    /// Of solutions that were drawn until there were `number`, or the work was cancelled.
    pub fn new(
        puzzle: &Puzzle,
        seed: u64,
        number: u64,
        solutions: Vec<serde_json::Value>,
        sampler: &Result<Sampler, Stopped>,
        cancel: &Cancel,
    ) -> SampleView {
        let count = solutions.len() as u64;
        SampleView { solutions, ..SampleView::of_number(puzzle, seed, (count, number), sampler, cancel) }
    }

    /// A list to be filled with the first number of the solutions that were asked for.
    pub fn of_number(
        puzzle: &Puzzle,
        seed: u64,
        (count, number): (u64, u64),
        sampler: &Result<Sampler, Stopped>,
        cancel: &Cancel,
    ) -> SampleView {
        let total = sampler.as_ref().ok().map(Sampler::total);
        let complete = count == number || total.as_ref().is_some_and(|total| *total == BigUint::ZERO);
        let why = match sampler {
            Err(why) => Some((*why).into()),
            Ok(_) if !complete => Some(cancel.why().into()),
            Ok(_) => None,
        };
        SampleView {
            genre: puzzle.genre().id.to_string(),
            seed,
            solutions: Vec::new(),
            count,
            complete,
            total: total.as_ref().map(Into::into),
            why,
        }
    }
}

/// What all solutions share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonView {
    /// The genre.
    pub genre: String,
    /// `known`, `none` where there is no solution, or `unknown`: then more may be shared.
    pub status: CommonWord,
    /// The board, in the shape of the genre's data sets or as text, where there is a solution.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub board: serde_json::Value,
    /// What holds in every solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<Vec<String>>,
    /// What holds in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no: Option<Vec<String>>,
    /// What differs between solutions, or is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<String>>,
    /// Why more is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// Whether it is known what all solutions share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum CommonWord {
    Known,
    None,
    Unknown,
}

impl CommonView {
    /// With the board in the shape of the genre's data sets.
    pub fn new(puzzle: &Puzzle, common: &Common) -> CommonView {
        let (status, board, why) = match common {
            Common::Board(board) => (CommonWord::Known, Some(board), None),
            Common::None => (CommonWord::None, None, None),
            Common::Unknown(board, why) => (CommonWord::Unknown, Some(board), Some((*why).into())),
        };
        let names = |value: Value| -> Option<Vec<String>> {
            let board = board?;
            let wanted = puzzle.model().atoms().filter(|atom| board.get(*atom) == value);
            Some(wanted.map(|atom| puzzle.atom_name(atom)).collect())
        };
        CommonView {
            genre: puzzle.genre().id.to_string(),
            status,
            board: board.map(|board| puzzle.solution_json(board)).unwrap_or_default(),
            yes: names(Value::Yes),
            no: names(Value::No),
            open: names(Value::Open),
            why,
        }
    }
}

/// A rule on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleView {
    /// Its kind, `GENRE.clue`.
    pub rule: String,
    /// The rule as a sentence about this board.
    pub sentence: String,
    /// The cells it concerns, its own first.
    pub cells: Vec<String>,
}

impl RuleView {
    /// Of a rule.
    pub fn new(puzzle: &Puzzle, rule: RuleId) -> RuleView {
        let cells = puzzle.rule_cells(puzzle.model().get(rule));
        RuleView::with_cells(puzzle, rule, cells)
    }

    fn with_cells(puzzle: &Puzzle, rule: RuleId, cells: Vec<Cell>) -> RuleView {
        let rule = puzzle.model().get(rule);
        let cells = cells.into_iter().map(|cell| cell_name(puzzle, cell)).collect();
        RuleView { rule: puzzle.model().kind(rule).id.to_string(), sentence: puzzle.sentence(rule), cells }
    }
}

/// A rule that a position breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenRule {
    /// The rule. Its cells are its own and, where there are too many entries, those of the entries; else all that it
    /// counts.
    #[serde(flatten)]
    pub rule: RuleView,
    /// How it is broken.
    pub breach: BreachWord,
    /// The same as a clause: `the bulbs at r1c1 and r4c1 see each other`.
    pub text: String,
}

impl BrokenRule {
    /// Of the rules that a board breaks. What two rules say in the same words is said once.
    pub fn all(puzzle: &Puzzle, board: &Board, broken: &[Broken]) -> Vec<BrokenRule> {
        let mut said = BTreeSet::new();
        let rules = broken.iter().map(|broken| BrokenRule::new(puzzle, board, broken));
        rules.filter(|rule| said.insert(rule.text.clone())).collect()
    }

    /// Of a rule that a board breaks.
    pub fn new(puzzle: &Puzzle, board: &Board, broken: &Broken) -> BrokenRule {
        let (model, breach) = (puzzle.model(), broken.breach.into());
        let text = puzzle.tell_broken(board, broken);
        let rule = model.get(broken.rule);
        if broken.breach != Breach::TooMuch {
            return BrokenRule { rule: RuleView::new(puzzle, broken.rule), breach, text };
        }
        let known = model.with_givens(board);
        let mut cells: Vec<Cell> = puzzle.rule_place(rule).into_iter().collect();
        for (atom, _) in model.rule_atoms(rule).filter(|(atom, _)| known.is_yes(*atom)) {
            let cell = puzzle.atom_cell(atom);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        BrokenRule { rule: RuleView::with_cells(puzzle, broken.rule, cells), breach, text }
    }
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckView {
    /// The genre.
    pub genre: String,
    /// The verdict.
    pub status: VerdictWord,
    /// Whether it is certain: a position that breaks no rule may be impossible to complete all the same.
    pub proven: bool,
    /// The rules that are broken.
    pub broken: Vec<BrokenRule>,
    /// The rules that something is missing for, where none is broken.
    pub missing: Vec<RuleView>,
    /// Why the proof that was asked for is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl CheckView {
    /// Of a check of a position.
    pub fn new(puzzle: &Puzzle, position: &Position, check: &Check) -> CheckView {
        CheckView {
            genre: puzzle.genre().id.to_string(),
            status: check.verdict.into(),
            proven: check.proof == Proof::Proven,
            broken: BrokenRule::all(puzzle, &position.board, &check.broken),
            missing: check.missing.iter().map(|rule| RuleView::new(puzzle, *rule)).collect(),
            why: match check.proof {
                Proof::Unknown(why) => Some(why.into()),
                Proof::Proven | Proof::NotAsked => None,
            },
        }
    }
}

/// The order in which a course teaches solving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceView {
    /// The genre.
    pub genre: String,
    /// `solved`, or `none` where there is no solution.
    pub status: TraceWord,
    /// The entries in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<String>>,
}

/// Whether a course's order leads to a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum TraceWord {
    Solved,
    None,
}

impl TraceView {
    /// Of an order of entries.
    pub fn new(puzzle: &Puzzle, trace: Option<&[Atom]>) -> TraceView {
        let names = |atoms: &[Atom]| atoms.iter().map(|atom| puzzle.atom_name(*atom)).collect();
        let status = if trace.is_some() { TraceWord::Solved } else { TraceWord::None };
        TraceView { genre: puzzle.genre().id.to_string(), status, trace: trace.map(names) }
    }
}

pub(super) fn cell_name(puzzle: &Puzzle, cell: Cell) -> String {
    puzzle.grid().name(cell).to_string()
}
