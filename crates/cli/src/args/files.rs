//! Commands about files, one or many.

use super::catalogue::{About, READ, SEARCHED};
use super::puzzle::{Destination, Form, Overwrite, Puzzle, Variant};
use super::values::{Target, format_parser, paper_parser, solutions_parser, target_parser};
use clap::{Args, ValueEnum};
use gridwright::explain::Stage;
use gridwright::formats::Format;
use gridwright::sheet::{MOST_PER_PAGE, Paper, Solutions};
use gridwright_paper::MOST_DOTS;
use std::ffi::OsString;
use std::path::PathBuf;

pub const COMMANDS: &[About] = &[
    About {
        path: "show",
        takes: READ,
        examples: &["gridwright show puzzle.txt", "gridwright show puzzle.txt --to svg -o puzzle.svg"],
    },
    About {
        path: "convert",
        takes: READ,
        examples: &[
            "gridwright convert puzzle.txt --to json",
            "gridwright convert '4x3w:b1cB2d' --to native -o board.txt",
        ],
    },
    About {
        path: "compare",
        takes: SEARCHED,
        examples: &[
            "gridwright compare instance.lp answers.txt",
            "gridwright compare instances students --to csv > results.csv",
        ],
    },
    About {
        path: "sheet",
        takes: READ,
        examples: &[
            "gridwright sheet puzzles.txt -o sheet.pdf --title 'Rainy days'",
            "gridwright sheet puzzle.txt -o large.pdf --large-print --solutions back",
        ],
    },
    About {
        path: "batch",
        takes: SEARCHED,
        examples: &[
            "gridwright batch solve puzzles.txt",
            "gridwright batch hint puzzles.txt --stage 4 -o hints.jsonl",
        ],
    },
];

#[derive(Args, Clone)]
#[command(
    after_help = "An instance is compared with the answers in the file whose name, without its ending, \
    equals the instance's or ends with it: instance01.lp with q1_instance01.txt. Where ANSWERS holds directories, each is \
    a student's. What a solver printed counts only if it says that it has found all. Exits with 0 if at least one \
    instance was compared and all are equal, with 1 if some differ or are absent, with 3 if some are incomplete. What \
    cannot be read is reported, the rest is compared, and the exit code is 2."
)]
pub struct Compare {
    /// A file, '-' for standard input, or a directory of instances
    pub instances: PathBuf,
    /// A file, '-' or a directory of answers: one solution a line in any format, what clingo prints, or its JSON; or a
    /// directory with a directory for each student
    pub answers: PathBuf,
    /// Only answer files that are called PREFIX and the instance's name
    #[arg(long)]
    pub prefix: Option<String>,
    /// Print a table, a row for each instance and student
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub to: Option<Table>,
    #[command(flatten)]
    pub variant: Variant,
}

/// A kind of table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Table {
    /// Comma-separated values
    Csv,
}

#[derive(Args, Clone)]
#[command(
    after_help = "The ending of FILE says what is written: .pdf, .svg or .png. Several pages of pictures are called FILE-1, \
    FILE-2 and so on. A file may hold many puzzles, as for 'gridwright batch'. Entries are not printed. If a puzzle has \
    errors, the command lists them all and writes nothing. Exits with 1 if a puzzle has no solution or \
    several, and with 3 if that is not known; the sheet is written all the same and says so among the solutions."
)]
pub struct Sheet {
    /// Files with one or many puzzles, '-' for standard input, or puzzles themselves; without any, standard input is read
    pub inputs: Vec<OsString>,
    #[command(flatten)]
    pub variant: Variant,
    /// The file to write; only with --json it can be left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// How many puzzles there are on a page (default: 4, with --large-print 1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MOST_PER_PAGE as i64))]
    pub per_page: Option<u8>,
    /// The title at the top of the first page and the foot of every page
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub title: String,
    /// Leave out the rules
    #[arg(long)]
    pub no_rules: bool,
    /// Leave out how hard the puzzles are: with large ones that saves time
    #[arg(long)]
    pub no_difficulty: bool,
    /// Where the solutions are: at the end, on the back of each page, or nowhere
    #[arg(long, value_name = "WHERE", default_value_t = Solutions::End, value_parser = solutions_parser())]
    pub solutions: Solutions,
    /// Large cells and large text
    #[arg(long)]
    pub large_print: bool,
    /// Black lines on white, nothing filled
    #[arg(long)]
    pub ink_saving: bool,
    /// The size of the paper
    #[arg(long, value_name = "SIZE", default_value_t = Paper::A4, value_parser = paper_parser())]
    pub paper: Paper,
    /// Dots to an inch of .png files
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(10..=i64::from(MOST_DOTS)))]
    pub dots: u32,
}

/// What of a puzzle is written.
#[derive(Args, Clone, Copy)]
pub struct Content {
    /// Leave out entries, marks and notes: the printed puzzle alone
    #[arg(long)]
    pub clear: bool,
}

#[derive(Args, Clone)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: Puzzle,
    #[command(flatten)]
    pub content: Content,
    #[command(flatten)]
    pub destination: Destination,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Args, Clone)]
pub struct Convert {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = target_parser())]
    pub to: Target,
    #[command(flatten)]
    pub content: Content,
    #[command(flatten)]
    pub destination: Destination,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Each line is a puzzle in any one-line format or a JSON object with 'grid', or 'givens' and \
    perhaps 'regions', or 'puzzle' or 'url' with a text in any format, and perhaps 'genre', 'wrapping', 'id'; or what 'generate --json' prints. A line 'gridwright \
    GENRE' begins a native text of several lines, which goes up to the next such line or JSON object. Blank lines are \
    passed over. Each puzzle gives one JSON line, in order, with 'index' (the number of its first line, from 1), 'id', \
    'genre', 'status' and the result. A bad one has the status 'error' and an 'error' with message, line and column; \
    the rest goes on, and the exit code is 2."
)]
pub struct Batch {
    /// What to do with each puzzle
    #[arg(value_enum)]
    pub action: Action,
    /// A file, or '-' for standard input; without it standard input is read, unless that is a terminal
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub destination: Destination,
    /// Go on after an interruption: puzzles whose answers are in FILE.part are not done again
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Puzzles to work on at the same time [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// hint: how much to tell, from 1 (what kind of step) to 4 (what follows) [default: 1]
    #[arg(long, value_name = "STAGE")]
    pub stage: Option<Stage>,
    /// sample: how many solutions of each puzzle, up to 1000 [default: 1]
    #[arg(short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub number: Option<u64>,
    /// sample: random seed, the same for each puzzle [default: 0]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// The format to convert to, or of solutions
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), required_if_eq("action", "convert"))]
    pub to: Option<Format>,
    #[command(flatten)]
    pub content: Content,
    /// Take the entries and marks as given; hint always does
    #[arg(long)]
    pub from_position: bool,
    #[command(flatten)]
    pub variant: Variant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Action {
    /// 'status' unique, multiple, none or unknown; 'solution'
    Solve,
    /// The same 'status', and 'count'
    Count,
    /// The same 'status', 'rating', the 'hardest' step and all 'steps'
    Rate,
    /// 'status' known, none or unknown; the 'board' that all solutions share
    Common,
    /// 'solutions' drawn at random, and of how many ('total')
    Sample,
    /// 'status' solved, shared, clash or unknown; the 'steps' with their words
    Explain,
    /// 'status' step, wrong, nothing or unknown; the 'text' up to --stage
    Hint,
    /// 'status' solved, unbroken, wrong; 'broken' rules
    Check,
    /// 'status' converted; 'text'
    Convert,
}
