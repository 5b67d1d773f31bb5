//! Sheets of puzzles.

use crate::sheet::{Entry, Sheet};
use serde::{Deserialize, Serialize};

/// What is where on a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetView {
    /// The size of the paper.
    pub paper: String,
    /// The puzzles in their order.
    pub puzzles: Vec<SheetPuzzleView>,
    /// How many pages there are.
    pub page_count: usize,
    /// The pages as SVG, where they are written nowhere else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
}

/// A puzzle on a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetPuzzleView {
    /// Its genre.
    pub genre: String,
    /// The page it is on, from 1.
    pub page: usize,
    /// The page its solution is on, where there are solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution_page: Option<usize>,
    /// How hard it is, in words, where that was asked for and is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub difficulty: String,
    /// Why no solution is printed, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unprinted: Option<String>,
}

impl SheetView {
    /// What is where, with the pages themselves if they are wanted.
    pub fn new(sheet: &Sheet, entries: &[Entry], with_pages: bool) -> SheetView {
        let page_of = |number: usize, is_solution: bool| {
            let is_it = |page: &crate::sheet::Page| {
                page.is_solutions == is_solution && page.puzzles.contains(&number)
            };
            sheet.pages.iter().position(is_it).map(|place| place + 1)
        };
        let puzzle = |(number, entry): (usize, &Entry)| {
            let solution_page = page_of(number, true);
            SheetPuzzleView {
                genre: entry.puzzle.genre().id.to_string(),
                page: page_of(number, false).unwrap_or(1),
                solution_page,
                difficulty: entry.difficulty.clone(),
                unprinted: entry
                    .solution
                    .as_ref()
                    .err()
                    .filter(|_| solution_page.is_some())
                    .map(ToString::to_string),
            }
        };
        let pages =
            if with_pages { sheet.pages.iter().map(|page| sheet.svg(page)).collect() } else { Vec::new() };
        SheetView {
            paper: sheet.paper.to_string(),
            puzzles: (1..).zip(entries).map(puzzle).collect(),
            page_count: sheet.pages.len(),
            pages,
        }
    }
}
