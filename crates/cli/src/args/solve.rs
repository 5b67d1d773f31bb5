//! Commands about solutions.

use super::catalogue::{About, SEARCHED};
use super::puzzle::{Destination, Form, Question};
use super::values::{Target, drawing_parser, heat_style_parser};
use clap::Args;
use gridwright::scene::text::Style;

const PICTURES_HELP: &str = "Several pictures (--to svg) go into the directory that -o names; one that has some already is \
    refused without --force.";

pub const COMMANDS: &[About] = &[
    About {
        path: "solve",
        takes: SEARCHED,
        examples: &[
            "gridwright solve puzzle.txt",
            "gridwright solve 'https://puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h'",
        ],
    },
    About {
        path: "count",
        takes: SEARCHED,
        examples: &["gridwright count puzzle.txt", "gridwright count puzzle.txt --atoms --to svg > heat.svg"],
    },
    About { path: "sample", takes: SEARCHED, examples: &["gridwright sample puzzle.txt -n 3 --seed 1"] },
    About {
        path: "common",
        takes: SEARCHED,
        examples: &["gridwright common puzzle.txt", "gridwright common puzzle.txt --from-position"],
    },
];

#[derive(Args, Clone)]
#[command(after_help = PICTURES_HELP)]
pub struct Solve {
    #[command(flatten)]
    pub question: Question,
    /// Print all solutions
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Print up to N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Print the first solution in reading order, whatever is found first
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub first: bool,
    /// Exit with 1 unless there is exactly one solution
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub unique: bool,
    /// Threads to divide the search for a hard puzzle among [default: all cores]
    #[arg(short, long, value_name = "N", conflicts_with_all = ["all", "limit", "first", "trace"], value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print the entries in the order in which solving is taught, where the genre has one
    #[arg(long, conflicts_with_all = ["all", "limit", "first", "unique", "from_position", "to"])]
    pub trace: bool,
    #[command(flatten)]
    pub destination: Destination,
    #[command(flatten)]
    pub form: Form,
}

/// What counting may use.
#[derive(Args, Clone)]
pub struct Tables {
    /// Memory limit, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub memory: u32,
}

#[derive(Args, Clone)]
pub struct Count {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub tables: Tables,
    /// Draw how often each cell holds what, and list the numbers of solutions
    #[arg(long)]
    pub atoms: bool,
    /// Draw it in this way
    #[arg(long, value_name = "DRAWING", requires = "atoms", value_parser = drawing_parser())]
    pub to: Option<Target>,
    /// The characters of drawn text
    #[arg(long, requires = "atoms", value_parser = heat_style_parser(), default_value = "boxed")]
    pub style: Style,
}

#[derive(Args, Clone)]
#[command(after_help = PICTURES_HELP)]
pub struct Sample {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub tables: Tables,
    /// How many
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Random seed; equal seeds give equal results
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub destination: Destination,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Args, Clone)]
pub struct Common {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub form: Form,
}
