//! Sets of solutions compared with ours, for teachers who grade programs.

mod given;

use crate::model::{Atom, Board, broken};
use crate::puzzle::Puzzle;
use crate::solve::{End, Solutions};
use given::{Given, Notation};
use gridwright_base::{ParseError, Stopped};
use std::collections::BTreeMap;

/// More wrong answers than this are counted, but not listed.
const MOST_LISTED: usize = 20;

/// How a set of solutions compares with ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many solutions we found.
    pub ours: u64,
    /// How many different ones they have.
    pub theirs: u64,
    /// How many of ours they lack.
    pub missing: u64,
    /// A solution of ours that they lack.
    pub example: Option<String>,
    /// How many of theirs are no solutions.
    pub extra: u64,
    /// The first of those.
    pub extras: Vec<Extra>,
    /// How many of theirs break each rule, by its id.
    pub broken: BTreeMap<&'static str, u64>,
    /// Why ours are not all.
    pub stopped: Option<Stopped>,
    /// Why theirs may not be all.
    pub incomplete: Option<String>,
}

/// One of theirs that is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The answer.
    pub answer: String,
    /// The ids of the rules that it breaks, each once, that of the first fault first.
    pub rules: Vec<&'static str>,
    /// What is wrong with it, a clause each.
    pub faults: Vec<String>,
}

/// How two sets of solutions compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// They are the same.
    Equal,
    /// They differ.
    Different,
    /// Theirs may not be all; those that are there are right.
    Incomplete,
    /// Ours are not all.
    Unknown,
}

impl Comparison {
    /// How the sets compare. A wrong answer is one, whatever else is missing.
    pub fn verdict(&self) -> Verdict {
        match (self.extra, &self.incomplete, self.missing, self.stopped) {
            (1.., ..) => Verdict::Different,
            (0, Some(_), ..) => Verdict::Incomplete,
            (0, None, 1.., _) => Verdict::Different,
            (0, None, 0, Some(_)) => Verdict::Unknown,
            (0, None, 0, None) => Verdict::Equal,
        }
    }
}

/// Why sets of solutions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The genre's solutions are not written as atoms.
    #[error("solutions of {genre} are not written as atoms: expected one board a line, in any format")]
    NoAtoms {
        /// The genre's name.
        genre: &'static str,
    },
    /// Their atoms have nothing to do with ours.
    #[error("there are no atoms like those of our solutions ({example})")]
    OtherAtoms {
        /// An atom of ours.
        example: String,
    },
    /// Their answers cannot be read.
    #[error(transparent)]
    Unreadable(ParseError),
}

/// Compares the answers in a text with our solutions of a puzzle. The answers are what an answer set solver prints, or one
/// board a line in any format, or native texts one after the other.
///
/// ```
/// use gridwright::compare::{Verdict, compare};
/// use gridwright::{Puzzle, formats::Format, registry};
/// for genre in registry::ALL {
///     let puzzle = Puzzle::parse(genre.example)?;
///     let answers = puzzle.write_solution(Format::Json, &puzzle.status().unique().unwrap())?;
///     let comparison = compare(&puzzle, puzzle.solutions(), &answers, |_| {})?;
///     assert_eq!(comparison.verdict(), Verdict::Equal);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    puzzle: &Puzzle,
    mut solutions: Solutions,
    answers: &str,
    mut found: impl FnMut(u64),
) -> Result<Comparison, CompareError> {
    let Given { notation, mut answers, incomplete } = Given::read(puzzle, answers)?;
    let theirs = answers.len() as u64;
    let (mut ours, mut missing, mut example) = (0, 0, None);
    for solution in solutions.by_ref() {
        if answers.remove(&notation.key(&solution)).is_none() {
            missing += 1;
            example.get_or_insert_with(|| notation.write(puzzle, &solution));
        }
        ours += 1;
        found(ours);
    }
    let stopped = match solutions.end() {
        Some(End::Stopped(why)) => Some(why),
        _ => None,
    };
    let mut comparison = Comparison {
        ours,
        theirs,
        missing,
        example,
        extra: 0,
        extras: Vec::new(),
        broken: BTreeMap::new(),
        stopped,
        incomplete,
    };
    // What is left was not found by us; in order, so that the first are always the same.
    let mut left: Vec<_> = answers.into_iter().collect();
    left.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
    for ((atoms, strange), answer) in left {
        let (rules, mut faults) = faults(puzzle, &atoms);
        faults.extend((!strange.is_empty()).then_some(strange));
        // While ours are not all, only what breaks a rule is known to be wrong.
        if stopped.is_some() && faults.is_empty() {
            continue;
        }
        comparison.extra += 1;
        rules.iter().for_each(|rule| *comparison.broken.entry(*rule).or_default() += 1);
        if comparison.extras.len() < MOST_LISTED {
            comparison.extras.push(Extra { answer, rules, faults });
        }
    }
    Ok(comparison)
}

/// The ids of the rules that a complete board breaks, each once, and how. The first fault is one of the first rule.
fn faults(puzzle: &Puzzle, holding: &[Atom]) -> (Vec<&'static str>, Vec<String>) {
    let model = puzzle.model();
    let board = Board::complete(puzzle.atom_count(), holding.iter().copied());
    let broken = broken(model, &board);
    let mut rules = Vec::new();
    for id in broken.iter().map(|broken| model.kind(model.get(broken.rule)).id) {
        if !rules.contains(&id) {
            rules.push(id);
        }
    }
    let mut told: Vec<String> = broken.iter().map(|broken| puzzle.tell_broken(&board, broken)).collect();
    // Rules may overlap: what two of them say in the same words is said once.
    told.dedup();
    (rules, told)
}

impl Notation {
    /// A solution of ours as they would write it.
    fn write(&self, puzzle: &Puzzle, solution: &Board) -> String {
        match self {
            Notation::Atoms(_) => puzzle
                .write_solution(crate::frames::Format::Asp, solution)
                .unwrap_or_default()
                .trim()
                .to_string(),
            Notation::Boards => puzzle.solution_json(solution).to_string(),
        }
    }
}
