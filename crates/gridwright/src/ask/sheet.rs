//! The question for a sheet of puzzles.

use super::{ErrorView, document, refused};
use crate::puzzle::Reading;
use crate::sheet::{Entry, MOST_PER_PAGE, Sheet, Style};
use crate::view::SheetView;
use gridwright_base::Limits;
use serde::{Deserialize, Serialize};

/// Puzzles, and how they are laid out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetQuestion {
    /// The puzzles as texts in any format.
    pub puzzles: Vec<String>,
    /// `a4` or `letter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
    /// How many puzzles there are on a page, from 1 to 24.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_page: Option<usize>,
    /// What stands above the first page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Whether the rules are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_rules: bool,
    /// Whether it is left out how hard the puzzles are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_difficulty: bool,
    /// Where the solutions are: `end`, `back` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<String>,
    /// Large cells and text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub large_print: bool,
    /// Nothing is filled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ink_saving: bool,
}

impl SheetQuestion {
    fn style(&self) -> Result<Style, ErrorView> {
        let usual = Style::usual(self.large_print);
        let per_page = self.per_page.unwrap_or(usual.per_page);
        if !(1..=MOST_PER_PAGE).contains(&per_page) {
            return Err(refused(format!("'per_page' is a number from 1 to {MOST_PER_PAGE}")));
        }
        Ok(Style {
            paper: self.paper.as_deref().map_or(Ok(usual.paper), str::parse).map_err(refused)?,
            per_page,
            title: self.title.clone(),
            rules: !self.no_rules,
            difficulty: !self.no_difficulty,
            solutions: self.solutions.as_deref().map_or(Ok(usual.solutions), str::parse).map_err(refused)?,
            ink_saving: self.ink_saving,
            ..usual
        })
    }

    pub(super) fn answer(&self, limits: &Limits) -> Result<String, ErrorView> {
        let (sheet, entries) = self.sheet(limits)?;
        Ok(document(SheetView::new(&sheet, &entries, true)))
    }

    /// The sheet, for those who write it as something else, and what is on it.
    pub fn sheet(&self, limits: &Limits) -> Result<(Sheet, Vec<Entry>), ErrorView> {
        let style = self.style()?;
        let read = |text: &String| Reading::parse(text).map_err(|error| ErrorView::of_input(&error, text));
        let readings = self.puzzles.iter().map(read).collect::<Result<Vec<Reading>, ErrorView>>()?;
        let entry = |reading: &Reading| Entry::new(&reading.puzzle, &style, limits);
        let entries: Vec<Entry> = readings.iter().map(entry).collect();
        Ok((Sheet::new(&entries, &style), entries))
    }
}
