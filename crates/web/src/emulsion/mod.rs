//! The board game. [`table::Table`] owns the game that is played, or a position that is looked at, and answers at once;
//! [`thinker::Thinker`] does what takes long. The page runs each in a worker of its own.

pub mod review;
pub mod table;
#[cfg(test)]
mod tests;
pub mod thinker;
pub mod view;

use crate::reply::{Failure, Reply, answered};
use gridwright_base::Limits;
use gridwright_emulsion::{Colour, LARGEST, Level, Record, SMALLEST, SetupField, Tie, words};
use serde::{Deserialize, Serialize};
use table::{Table, TableRequest};
use thinker::{ThinkRequest, Thinker, Thought};
use view::TableView;

/// A table and somebody who thinks; a worker uses one of them.
#[derive(Default)]
pub struct Emulsion {
    table: Option<Table>,
    thinker: Thinker,
}

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// The game in words, for the form of a new one.
    About {},
    /// At the table.
    Table(TableRequest),
    /// Of the one who thinks.
    Think(ThinkRequest),
}

/// What is answered.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The game in words.
    About(Box<AboutView>),
    /// The table as it is now.
    Table(Box<TableView>),
    /// What was thought.
    Thought(Box<Thought>),
}

/// The game in words.
#[derive(Debug, Serialize)]
pub struct AboutView {
    /// In a sentence.
    pub summary: &'static str,
    /// The rules, a paragraph each.
    pub rules: [&'static str; 6],
    /// The sizes of boards.
    pub sizes: [usize; 2],
    /// The levels, with how they play.
    pub levels: Vec<(String, String)>,
    /// The rules for ties, with what they say.
    pub ties: Vec<(&'static str, String)>,
    /// What stands before the rule for ties and the pie rule.
    pub names: [&'static str; 2],
}

impl Default for AboutView {
    fn default() -> AboutView {
        AboutView {
            summary: words::SUMMARY,
            rules: words::RULES,
            sizes: [SMALLEST, LARGEST],
            levels: Level::all().map(|level| (level.to_string(), level.description())).collect(),
            ties: Tie::ALL.map(|tie| (tie.name(), words::tie(tie))).to_vec(),
            names: [SetupField::Tie.name(), SetupField::Pie.name()],
        }
    }
}

impl Emulsion {
    /// Carries out a request in JSON; the reply is JSON.
    pub fn request(&mut self, request: &str, limits: &Limits) -> String {
        answered(request, |request| match request {
            Request::About {} => Ok(Answer::About(Box::default())),
            Request::Table(request) => {
                Ok(Answer::Table(Box::new(Table::carry_out(&mut self.table, request)?)))
            }
            Request::Think(request) => {
                Ok(Answer::Thought(Box::new(self.thinker.carry_out(request, limits)?)))
            }
        })
    }
}

/// Reads a game in any form.
fn read(text: &str) -> Reply<Record> {
    Record::read(text).map_err(|error| Failure::of_input(&error, text))
}

/// 0 for Black, 1 for White.
fn number(colour: Colour) -> usize {
    colour as usize
}
