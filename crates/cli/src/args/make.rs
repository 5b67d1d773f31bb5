//! Commands that make puzzles.

use super::catalogue::{About, NOTHING, SEARCHED};
use super::puzzle::{Destination, Form, Puzzle, Question};
use super::values::{
    level_parser, maker_parser, motif_parser, size, size_range, symmetry_help, symmetry_parser,
};
use clap::Args;
use gridwright::Genre;
use gridwright::generate::{Generator, Motif, Symmetry};
use gridwright::rating::{Level, Rating};

pub const COMMANDS: &[About] = &[
    About {
        path: "generate",
        takes: NOTHING,
        examples: &[
            "gridwright generate lightup --size 10x8 --difficulty easy",
            "gridwright generate sudoku --size 9 --count 3 --to svg -o sudokus",
            "gridwright generate --like puzzle.txt --difficulty easy --count 5",
        ],
    },
    About { path: "clues", takes: SEARCHED, examples: &["gridwright clues puzzle.txt"] },
    About {
        path: "minimise",
        takes: SEARCHED,
        examples: &[
            "gridwright minimise puzzle.txt",
            "gridwright minimise puzzle.txt --to native -o minimal.txt",
        ],
    },
    About { path: "clash", takes: SEARCHED, examples: &["gridwright clash puzzle.txt"] },
    About { path: "distinguish", takes: SEARCHED, examples: &["gridwright distinguish puzzle.txt"] },
    About {
        path: "complete",
        takes: SEARCHED,
        examples: &[
            "gridwright complete puzzle.txt",
            "gridwright complete puzzle.txt --fairest --to native -o complete.txt",
        ],
    },
];

#[derive(Args, Clone)]
#[command(
    after_help = "A clue is superfluous if the solution is still the only one without it. Exits with 1 unless there is exactly one \
    solution."
)]
pub struct Clues {
    #[command(flatten)]
    pub puzzle: Puzzle,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Which clues stay depends on the order in which they are tried, and so on the seed. Exits with 1 unless there is \
    exactly one solution."
)]
pub struct Minimise {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Random seed; equal seeds give equal results
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub destination: Destination,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Args, Clone)]
#[command(after_help = "Exits with 0 if clues clash and with 1 if there is a solution.")]
pub struct Clash {
    #[command(flatten)]
    pub question: Question,
}

#[derive(Args, Clone)]
#[command(
    after_help = "The clues are those of the genre: givens, numbers on walls, goals. Each is listed with what it leaves open. Exits with \
    0 if there are several solutions and with 1 otherwise."
)]
pub struct Distinguish {
    #[command(flatten)]
    pub question: Question,
}

#[derive(Args, Clone)]
#[command(
    after_help = "With --from-position the solution that stays agrees with the entries. A pattern has a character for each cell, in rows: '.' \
    where no clue may be added. Exits with 1 if no clues suffice."
)]
pub struct Complete {
    #[command(flatten)]
    pub question: Question,
    /// As few clues as possible; the default
    #[arg(long, conflicts_with = "fairest")]
    pub fewest: bool,
    /// Of several sets without a clue too many, the one that makes the easiest puzzle
    #[arg(long)]
    pub fairest: bool,
    /// A file that tells where clues may be added
    #[arg(long, value_name = "FILE")]
    pub pattern: Option<std::path::PathBuf>,
    /// Random seed; equal seeds give equal results
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub destination: Destination,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Puzzle number N of a seed is the same everywhere, whatever the number of threads. What cannot be made \
    within --tries boards is reported, never replaced by something easier, and the exit code is 3. Ctrl-C keeps what is \
    finished. Files hold native text unless --to says otherwise. Several pictures (--to svg) go \
    into the directory that -o names; one that has some already is refused without --force."
)]
pub struct Generate {
    /// The genre, of those whose puzzles can be made
    #[arg(id = "made", value_name = "GENRE", ignore_case = true, value_parser = maker_parser(), required_unless_present = "like")]
    pub genre: Option<&'static Genre>,
    /// The size as COLUMNSxROWS, or one number for a square
    #[arg(long, value_name = "WxH", value_parser = size, required_unless_present_any = ["like", "pattern"])]
    pub size: Option<(usize, usize)>,
    /// A puzzle (a file, '-' for standard input, or the puzzle itself): the new ones are of its genre, size, symmetry, density and
    /// difficulty, except for what other options say
    #[arg(long, value_name = "INPUT")]
    pub like: Option<std::ffi::OsString>,
    /// A file with a character for each cell, in rows, '.' for nothing, that fixes what the genre begins with: walls, the
    /// places of givens, regions or areas
    #[arg(long, value_name = "FILE")]
    pub pattern: Option<std::path::PathBuf>,
    /// How many clues, if the puzzle needs no more [default: nearly as few as it needs]
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// How hard, for people; what the words mean depends on the genre
    #[arg(long, value_name = "WORD", conflicts_with_all = ["min", "max"], value_parser = level_parser())]
    pub difficulty: Option<Level>,
    /// The least rating
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(Rating))]
    pub min: Option<Rating>,
    /// The greatest rating
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(Rating))]
    pub max: Option<Rating>,
    /// The names of techniques that are enough to solve it, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub techniques: Vec<String>,
    /// The names of techniques each of which is needed to solve it, joined by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub require: Vec<String>,
    #[arg(long, help = symmetry_help(), value_parser = symmetry_parser())]
    pub symmetry: Option<Symmetry>,
    /// Rows and columns wrap round
    #[arg(long)]
    pub wrapping: bool,
    /// Approximate percentage of walls
    #[arg(long, value_name = "PCT", conflicts_with = "wall_count")]
    pub walls: Option<u32>,
    /// The shape that most walls come in [default: they stand alone]
    #[arg(long, value_parser = motif_parser())]
    pub motif: Option<Motif>,
    /// Exact number of walls; needs --several
    #[arg(long, value_name = "N")]
    pub wall_count: Option<usize>,
    /// The sizes of regions or areas, A-B
    #[arg(long, value_name = "A-B", value_parser = size_range)]
    pub region_size: Option<(usize, usize)>,
    /// Stars in every row, column and region [default: what is usual for the size]
    #[arg(long, value_name = "N")]
    pub stars: Option<usize>,
    /// A random board with a solution, perhaps with several
    #[arg(long)]
    pub several: bool,
    /// No clue can be left out; where clues lie symmetrically, none together with those that mirror it
    #[arg(long)]
    pub minimal: bool,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Random seed; equal seeds give equal results [default: another one every time]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Boards to try before giving up on a puzzle
    #[arg(long, value_name = "N", default_value_t = Generator::TRIES, value_parser = clap::value_parser!(u32).range(1..))]
    pub tries: u32,
    #[command(flatten)]
    pub destination: Destination,
    /// Puzzles to make at the same time [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub form: Form,
}
