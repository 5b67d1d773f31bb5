//! Commands about how a puzzle is solved by hand.

use super::catalogue::{About, NOTHING, READ, SEARCHED};
use super::puzzle::{Overwrite, Puzzle, Question};
use super::values::{Subject, genre_parser, style_parser, subject_parser};
use clap::Args;
use gridwright::explain::Stage;
use gridwright::scene::text::Style;
use gridwright::{Genre, Query};
use std::path::PathBuf;

pub const COMMANDS: &[About] = &[
    About {
        path: "explain",
        takes: READ,
        examples: &["gridwright explain puzzle.txt", "gridwright explain puzzle.txt --html steps.html"],
    },
    About {
        path: "hint",
        takes: SEARCHED,
        examples: &["gridwright hint puzzle.txt", "gridwright hint puzzle.txt --stage 4"],
    },
    About {
        path: "check",
        takes: SEARCHED,
        examples: &["gridwright check puzzle.txt", "gridwright check puzzle.txt --deep"],
    },
    About { path: "rate", takes: READ, examples: &["gridwright rate puzzle.txt"] },
    About {
        path: "techniques",
        takes: NOTHING,
        examples: &["gridwright techniques sudoku", "gridwright techniques sudoku --brief"],
    },
    About {
        path: "drill",
        takes: &["json", "genre", "steps"],
        examples: &["gridwright drill X-wing", "gridwright drill 'naked pair' --genre sudoku -n 3 --answer"],
    },
    About {
        path: "rules",
        takes: NOTHING,
        examples: &["gridwright rules yosenabe", "gridwright rules emulsion"],
    },
    About { path: "genres", takes: NOTHING, examples: &["gridwright genres"] },
];

#[derive(Args, Clone)]
pub struct Explain {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub assumption: Assumption,
    /// Also print trivial deductions; JSON always has them, pages and pictures show them on the next board
    #[arg(long, conflicts_with_all = ["svg", "html"])]
    pub all: bool,
    /// Prove that no step could do with fewer rules, where that is possible
    #[arg(long)]
    pub exact: bool,
    /// Write a picture of each step into this directory; with --force also where pictures of other steps are, which are
    /// deleted
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Write a page that steps through the boards
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Entries and marks count as known. If they are wrong already, the fewest that cannot stand are named instead, \
    and for a saved game the last position that was right is shown."
)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: Puzzle,
    #[command(flatten)]
    pub assumption: Assumption,
    /// How much to tell: 1 what kind of step it is, 2 where to look, 3 why, 4 what follows
    #[arg(long, value_name = "STAGE", default_value_t = Stage::FIRST)]
    pub stage: Stage,
    /// If the position is wrong, show step by step why the entries that are named cannot stand
    #[arg(long)]
    pub why: bool,
    /// The characters of the board that is drawn from stage 2 on
    #[arg(long, value_parser = style_parser(), default_value = "boxed")]
    pub style: Style,
}

#[derive(Args, Clone)]
pub struct Rate {
    #[command(flatten)]
    pub puzzle: Puzzle,
    #[command(flatten)]
    pub assumption: Assumption,
}

/// What players may take for granted.
#[derive(Args, Clone)]
pub struct Assumption {
    /// Use techniques that hold only because there is one solution, such as unique rectangles; where there are several, none
    /// is used
    #[arg(long)]
    pub assume_unique: bool,
}

impl Assumption {
    /// The query with what may be assumed.
    pub fn of(&self, query: Query) -> Query {
        if self.assume_unique { query.assume_unique() } else { query }
    }
}

#[derive(Args, Clone)]
#[command(after_help = "Exits with 0 if the board is solved, 1 if it is wrong, 4 if something is missing.")]
pub struct Check {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Prove whether the entries can still be completed
    #[arg(long)]
    pub deep: bool,
}

#[derive(Args, Clone)]
pub struct Rules {
    /// The genre, or 'emulsion' for the board game
    #[arg(value_name = "GENRE", ignore_case = true, value_parser = subject_parser())]
    pub subject: Subject,
}

#[derive(Args, Clone)]
pub struct Techniques {
    /// The genre
    #[arg(id = "named", value_name = "GENRE", ignore_case = true, value_parser = genre_parser())]
    pub genre: &'static Genre,
    /// Only the names and what they mean, one a line
    #[arg(long)]
    pub brief: bool,
    /// The characters of the boards that are drawn
    #[arg(long, value_parser = style_parser(), default_value = "boxed")]
    pub style: Style,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Every position comes from another new puzzle; nothing easier is left on it than the technique. --steps \
    limits the puzzles that are looked through."
)]
pub struct Drill {
    /// The technique, as 'techniques' lists it
    pub technique: String,
    /// How many positions
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub number: u16,
    /// Gives the same positions again
    #[arg(long)]
    pub seed: Option<u64>,
    /// Show the step, too
    #[arg(long)]
    pub answer: bool,
    /// The characters of the boards that are drawn
    #[arg(long, value_parser = style_parser(), default_value = "boxed")]
    pub style: Style,
}
