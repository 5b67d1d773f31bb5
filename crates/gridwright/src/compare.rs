//! Sets of solutions compared with ours, for teachers who grade answer set programs.

use crate::frames::{Format, Text, asp};
use crate::puzzle::{Genre, Puzzle};
use crate::registry;
use crate::solve::{End, Solutions};
use gridwright_base::{ParseError, Stopped};
use std::collections::{BTreeSet, HashSet};

/// How a set of solutions compares with ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many solutions we found.
    pub ours: u64,
    /// How many they have.
    pub theirs: u64,
    /// A solution of ours that they lack.
    pub missing: Option<String>,
    /// One of theirs that is none.
    pub extra: Option<String>,
    /// Why ours are not all.
    pub stopped: Option<Stopped>,
}

impl Comparison {
    /// Whether both sets are the same.
    pub fn is_equal(&self) -> bool {
        self.stopped.is_none() && !self.is_different()
    }

    /// Whether the sets are known to differ.
    pub fn is_different(&self) -> bool {
        self.missing.is_some() || self.extra.is_some()
    }
}

/// Why sets of solutions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The genre's solutions are not written as atoms.
    #[error("solutions of {genre} are not written as atoms: 'compare' is for {served}", served = served())]
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

fn has_atoms(genre: &Genre) -> bool {
    genre.writes.contains(&Format::Asp)
}

fn served() -> String {
    let served: Vec<&str> =
        registry::ALL.iter().filter(|genre| has_atoms(genre)).map(|genre| genre.name).collect();
    served.join(", ")
}

/// Compares the answers in a text with our solutions of a puzzle.
///
/// ```
/// use gridwright::compare::compare;
/// use gridwright::{Puzzle, formats::Format, registry};
/// let puzzle = Puzzle::parse(registry::ALL[1].example)?;
/// let answers = puzzle.write_solution(Format::Asp, &puzzle.status().unique().unwrap())?;
/// assert!(compare(&puzzle, puzzle.solutions(), &answers, |_| {})?.is_equal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    puzzle: &Puzzle,
    mut solutions: Solutions,
    answers: &str,
    mut found: impl FnMut(u64),
) -> Result<Comparison, CompareError> {
    if !has_atoms(puzzle.genre()) {
        return Err(CompareError::NoAtoms { genre: puzzle.genre().name });
    }
    let given = asp::answers(Text::new(answers)).map_err(CompareError::Unreadable)?;
    let mut left: Option<HashSet<String>> = None;
    let (mut ours, mut missing, mut theirs) = (0, None, 0);
    for solution in solutions.by_ref() {
        let line = puzzle.write_solution(Format::Asp, &solution).unwrap_or_default();
        let atoms = asp::answers(Text::new(&line)).map_err(CompareError::Unreadable)?.pop();
        // A solution without atoms is an empty line.
        let atoms = atoms.unwrap_or_default();
        let left = left.get_or_insert_with(|| {
            let set = projected(&given, &atoms);
            theirs = set.len() as u64;
            set
        });
        let line = atoms.join(" ");
        // A wrong file must not look like a wrong answer.
        if ours == 0 && !line.is_empty() && left.len() == 1 && left.contains("") {
            return Err(CompareError::OtherAtoms { example: atoms[0].clone() });
        }
        if !left.remove(&line) {
            missing.get_or_insert(line);
        }
        ours += 1;
        found(ours);
    }
    let stopped = match solutions.end() {
        Some(End::Stopped(why)) => Some(why),
        _ => None,
    };
    let left = left.unwrap_or_else(|| {
        let set: HashSet<String> = given.iter().map(|atoms| atoms.join(" ")).collect();
        theirs = set.len() as u64;
        set
    });
    // What is left was not found by us; the first in order is always the same example.
    let extra = if stopped.is_none() { left.into_iter().min() } else { None };
    Ok(Comparison { ours, theirs, missing, extra, stopped })
}

/// Their solutions, reduced to the predicates that ours are made of: a program may show more than asked for.
fn projected(given: &[Vec<String>], ours: &[String]) -> HashSet<String> {
    let predicate = |atom: &str| atom.split('(').next().unwrap_or_default().to_string();
    let known: BTreeSet<String> = ours.iter().map(|atom| predicate(atom)).collect();
    let reduce = |atoms: &Vec<String>| {
        let kept: Vec<&str> =
            atoms.iter().map(String::as_str).filter(|atom| known.contains(&predicate(atom))).collect();
        kept.join(" ")
    };
    given.iter().map(reduce).collect()
}
