//! Their solutions: what an answer set solver printed, or boards in any format.

use super::CompareError;
use crate::formats::{self, ReadOptions, Reading};
use crate::frames::{Format, Text, asp};
use crate::model::{Atom, Board, Value};
use crate::puzzle::Puzzle;
use std::collections::{BTreeSet, HashMap};

/// What holds in an answer, and what it says that cannot hold on the board at all.
pub(super) type Key = (Vec<Atom>, String);

/// Their answers.
pub(super) struct Given {
    pub notation: Notation,
    /// Each once, with how it is shown.
    pub answers: HashMap<Key, String>,
    /// Why there may be more.
    pub incomplete: Option<String>,
}

/// How their solutions are written.
pub(super) enum Notation {
    /// As atoms of an answer set program; these are what each of ours is called there, if anything.
    Atoms(Vec<Option<String>>),
    /// As boards.
    Boards,
}

impl Given {
    pub fn read(puzzle: &Puzzle, text: &str) -> Result<Given, CompareError> {
        if is_solver_output(puzzle, text) {
            Given::of_atoms(puzzle, text)
        } else {
            Given::of_boards(puzzle, text)
        }
    }

    fn of_atoms(puzzle: &Puzzle, text: &str) -> Result<Given, CompareError> {
        let read = asp::Answers::parse(Text::new(text)).map_err(CompareError::Unreadable)?;
        let has_atoms = puzzle.genre().writes.contains(&Format::Asp);
        if !has_atoms && !read.models.is_empty() {
            return Err(CompareError::NoAtoms { genre: puzzle.genre().name });
        }
        let names = if has_atoms { names(puzzle) } else { Vec::new() };
        let mut by_name: HashMap<&str, Atom> = HashMap::new();
        for (atom, name) in puzzle.model().atoms().zip(&names) {
            by_name.extend(name.as_deref().map(|name| (name, atom)));
        }
        let predicate = |atom: &str| atom.split('(').next().unwrap_or_default().to_string();
        let known: BTreeSet<String> = by_name.keys().map(|name| predicate(name)).collect();
        let mut answers = HashMap::new();
        let mut is_about_ours = false;
        for model in &read.models {
            // A program may show more than asked for.
            let shown: Vec<&str> =
                model.iter().map(String::as_str).filter(|atom| known.contains(&predicate(atom))).collect();
            is_about_ours |= !shown.is_empty();
            let (mut holding, mut strange) = (Vec::new(), Vec::new());
            for atom in &shown {
                match by_name.get(atom) {
                    Some(ours) => holding.push(*ours),
                    None => strange.push(format!("{atom} is impossible on this board")),
                }
            }
            holding.sort_unstable();
            answers.insert((holding, strange.join("; ")), shown.join(" "));
        }
        // A wrong file must not look like a wrong answer.
        if !is_about_ours
            && !answers.is_empty()
            && let Some(example) = names.iter().flatten().next()
        {
            return Err(CompareError::OtherAtoms { example: example.to_string() });
        }
        Ok(Given { notation: Notation::Atoms(names), answers, incomplete: read.incomplete })
    }

    fn of_boards(puzzle: &Puzzle, text: &str) -> Result<Given, CompareError> {
        let options = ReadOptions { genre: Some(puzzle.genre()), ..ReadOptions::default() };
        let by_name: HashMap<String, Atom> =
            puzzle.model().atoms().map(|atom| (puzzle.atom_name(atom), atom)).collect();
        let mut answers = HashMap::new();
        for (line, piece) in formats::split(text) {
            if asp::is_remark(piece.trim()) {
                continue;
            }
            let reading = Reading::parse_with(piece, &options).map_err(|mut error| {
                let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
                error.at = error.at.map(|at| at + before);
                CompareError::Unreadable(error)
            })?;
            // What is printed on their board may be what they have filled in.
            let theirs = &reading.puzzle;
            let printed = theirs.model().givens().iter().copied();
            let holding: BTreeSet<Atom> = reading.position.board.yes().chain(printed).collect();
            let (mut ours, mut strange) = (Vec::new(), Vec::new());
            for atom in holding {
                let name = theirs.atom_name(atom);
                match by_name.get(&name) {
                    Some(atom) => ours.push(*atom),
                    None => strange.push(format!("{name} is impossible on this board")),
                }
            }
            ours.sort_unstable();
            let board = Board::complete(puzzle.atom_count(), ours.iter().copied());
            answers.insert((ours, strange.join("; ")), puzzle.solution_json(&board).to_string());
        }
        let incomplete = asp::Answers::why_bare_lines_are_incomplete(Text::new(text), answers.len());
        Ok(Given { notation: Notation::Boards, answers, incomplete })
    }
}

impl Notation {
    /// What a solution of ours is found by.
    pub fn key(&self, solution: &Board) -> Key {
        let is_told = |atom: &Atom| match self {
            Notation::Atoms(names) => names[atom.index()].is_some(),
            Notation::Boards => true,
        };
        (solution.yes().filter(is_told).collect(), String::new())
    }
}

/// What each atom is called in answers of an answer set program; nothing where the answer leaves it out.
fn names(puzzle: &Puzzle) -> Vec<Option<String>> {
    let written = |board: &Board| -> Vec<String> {
        let line = puzzle.write_solution(Format::Asp, board).unwrap_or_default();
        let models = asp::Answers::parse(Text::new(&line)).map(|read| read.models).unwrap_or_default();
        models.into_iter().flatten().collect()
    };
    let mut board = Board::open(puzzle.atom_count());
    let always: BTreeSet<String> = written(&board).into_iter().collect();
    let name = |atom| {
        board.set(atom, Value::Yes);
        let found = written(&board);
        board.set(atom, Value::Open);
        found.into_iter().find(|name| !always.contains(name))
    };
    puzzle.model().atoms().map(name).collect()
}

/// Whether answers are atoms, with or without what a solver says around them, and not boards.
fn is_solver_output(puzzle: &Puzzle, text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with('{') {
        return start.contains("\"Call\"") || start.contains("\"Solver\"");
    }
    let is_clingo = |line: &str| {
        ["Answer:", "clingo version", "Solving...", "Reading from"]
            .iter()
            .any(|words| line.starts_with(words))
    };
    if text.lines().any(|line| is_clingo(line.trim_start())) {
        return true;
    }
    let first = text.lines().map(str::trim).find(|line| !asp::is_remark(line));
    first.is_none_or(|line| {
        let are_atoms = line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains('(');
        let has_atoms = puzzle.genre().writes.contains(&Format::Asp);
        are_atoms || has_atoms && formats::detect(Text::new(line)).is_none()
    })
}
