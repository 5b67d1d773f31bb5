//! Commands and options of the game.

use crate::args::Overwrite;
use crate::args::catalogue::{About, NOTHING};
use crate::shell::failure::Failure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use gridwright_emulsion::matches::{PlayerSpec, read_seconds};
use gridwright_emulsion::{Colour, ParseError, Position, Seat, Tie};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

const POSITION_HELP: &str = "A file, '-' for standard input, or the position itself: a line such as 'WBW/BWB/WBW b', rows \
    of B and W, lists of 0 (Black) and 1 (White), a number for the start on a board of that size; or a game, of \
    which the last position counts; without it standard input is read, unless that is a terminal";

/// What the help says of them.
pub const COMMANDS: &[About] = &[
    About {
        path: "emulsion perft",
        takes: NOTHING,
        examples: &["gridwright emulsion perft --size 4 --depth 3"],
    },
    About { path: "emulsion moves", takes: NOTHING, examples: &["gridwright emulsion moves 5"] },
    About {
        path: "emulsion score",
        takes: NOTHING,
        examples: &["gridwright emulsion score 'BBBW/WWBW/WWBB/WWBB b'"],
    },
    About {
        path: "emulsion show",
        takes: NOTHING,
        examples: &["gridwright emulsion show game.txt", "gridwright emulsion show 7 --to svg > start.svg"],
    },
    About {
        path: "emulsion solve",
        takes: &["json", "steps"],
        examples: &["gridwright emulsion solve 4 --line"],
    },
    About {
        path: "emulsion match",
        takes: NOTHING,
        examples: &["gridwright emulsion match 1 2 --size 5 --games 10"],
    },
    About {
        path: "emulsion play",
        takes: &[],
        examples: &["gridwright emulsion play", "gridwright emulsion play --size 7 --white 3 --plain"],
    },
    About {
        path: "emulsion analyse",
        takes: NOTHING,
        examples: &["gridwright emulsion analyse game.txt --simulations 500 --html game.html"],
    },
    About {
        path: "emulsion puzzle",
        takes: NOTHING,
        examples: &["gridwright emulsion puzzle --size 4 --solution"],
    },
];

#[derive(Subcommand, Clone)]
pub enum Emulsion {
    /// Count the sequences of moves from the start, for each number of moves
    Perft(Perft),
    /// List the legal moves and what they gain
    Moves(Place),
    /// Print the sizes of both sides' groups and who leads or has won
    Score(Place),
    /// Draw a position, or write it in another form
    Show(Show),
    /// Prove who wins with best play
    Solve(Solve),
    /// Let two players play many games against each other
    Match(Match),
    /// Play against the engine or another person, in the terminal or line by line
    Play(Play),
    /// Analyse a game: chances after each turn, mistakes, better turns, proofs
    Analyse(Analyse),
    /// Make positions with exactly one winning move, by proof
    Puzzle(Puzzle),
}

/// Where new games start.
#[derive(Args, Clone)]
pub struct Start {
    /// Rows and columns of the board
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub size: u8,
    /// Who wins when all groups are of equal sizes
    #[arg(long, value_name = "RULE", default_value = "last-mover-wins", value_parser = tie_parser())]
    pub tie: Tie,
    /// White may swap sides in place of the first move
    #[arg(long)]
    pub pie: bool,
}

impl Start {
    pub fn position(&self) -> Result<Position, Failure> {
        let start = Position::start(self.size.into());
        let start = start.map_err(|wrong| Failure::Message(wrong.to_string()))?;
        Ok(Position { tie: self.tie, pie: self.pie, ..start })
    }
}

#[derive(Args, Clone)]
#[command(after_help = MATCH_HELP)]
pub struct Match {
    /// A player: a level from 1 to 7, time:SECONDS or simulations:N
    #[arg(value_parser = player_parser)]
    pub a: PlayerSpec,
    /// The other player
    #[arg(value_parser = player_parser)]
    pub b: PlayerSpec,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    #[command(flatten)]
    pub start: Start,
    /// Random moves at the start, the same in both games of a pair; at least two moves are left to play [default: 2, with --pie 1]
    #[arg(long, value_name = "MOVES")]
    pub openings: Option<u32>,
    /// Thinking time of full strength for each turn
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = seconds_of)]
    pub time: Duration,
    /// Random seed; equal seeds give equal games, unless players think by time [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Games played at once [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

const MATCH_HELP: &str = "Games come in pairs: the same opening, sides exchanged. The interval is Wilson's 95 % interval. Ctrl-C ends \
    the match and prints the results so far.";

#[derive(Args, Clone)]
pub struct Perft {
    /// Rows and columns of the board
    #[arg(long, value_name = "N")]
    pub size: u8,
    /// Largest number of moves
    #[arg(long, value_name = "D")]
    pub depth: u32,
}

/// Which position.
#[derive(Args, Clone)]
pub struct Place {
    #[arg(help = POSITION_HELP)]
    pub position: Option<OsString>,
    /// Whose turn it is [default: as the position says, or Black]
    #[arg(long, value_name = "COLOUR", value_parser = colour_parser())]
    pub to_move: Option<Colour>,
    /// Who wins when all groups are of equal sizes [default: as the position says, or last-mover-wins]
    #[arg(long, value_name = "RULE", value_parser = tie_parser())]
    pub tie: Option<Tie>,
    /// White may swap sides in place of moving, at the next turn of White
    #[arg(long)]
    pub pie: bool,
}

#[derive(Args, Clone)]
pub struct Show {
    #[command(flatten)]
    pub place: Place,
    /// Output format
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Form::Board)]
    pub to: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Drawn, with coordinates
    Board,
    /// One line
    Line,
    /// Rows of B and W
    Rows,
    /// Lists of 0 (Black) and 1 (White)
    Lists,
    /// A picture
    Svg,
    /// The whole game as text
    Game,
    /// The whole game as one string for addresses
    Link,
}

#[derive(Args, Clone)]
pub struct Solve {
    #[command(flatten)]
    pub place: Place,
    /// Also print who wins after each move
    #[arg(long)]
    pub moves: bool,
    /// Also print a game with best play
    #[arg(long)]
    pub line: bool,
    /// Threads, on boards up to size 8 [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Memory for tables, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: u32,
}

#[derive(Args, Clone, Default)]
#[command(after_help = PLAY_HELP)]
pub struct Play {
    /// A game to go on with or a position to start from, in a file or as text; without it a new game starts
    pub position: Option<OsString>,
    /// Rows and columns of the board of a new game [default: 9]
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Who wins when all groups are of equal sizes [default: last-mover-wins]
    #[arg(long, value_name = "RULE", value_parser = tie_parser())]
    pub tie: Option<Tie>,
    /// White may swap sides in place of the first move
    #[arg(long)]
    pub pie: bool,
    /// Who plays Black: human, a level from 1 to 7, or simulations:N [default: human, or 5 against a human as White]
    #[arg(long, value_name = "WHO", value_parser = seat_parser)]
    pub black: Option<Seat>,
    /// Who plays White [default: 5, or human against an engine as Black]
    #[arg(long, value_name = "WHO", value_parser = seat_parser)]
    pub white: Option<Seat>,
    /// Thinking time of full strength (level 7) for each turn [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_of)]
    pub time: Option<Duration>,
    /// Random seed; with equal seeds the engine plays equal games [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Read turns and commands from standard input and print the board after each
    #[arg(long)]
    pub plain: bool,
}

const PLAY_HELP: &str = "In the terminal '?' shows the keys, and in the line mode the commands. Games are saved after every turn, except those that scripts play. When you start a game, \
    you can go on with the latest unfinished one from the same position.";

#[derive(Args, Clone)]
#[command(after_help = ANALYSE_HELP)]
pub struct Analyse {
    /// A game: a file, '-' for standard input, or the text itself; without it standard input is read, unless that is a
    /// terminal
    pub game: Option<OsString>,
    /// Simulations for each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub simulations: u64,
    /// Thinking time for each position instead; two runs then differ slightly
    #[arg(long, value_name = "SECONDS", conflicts_with = "simulations", value_parser = seconds_of)]
    pub time: Option<Duration>,
    /// Random seed; equal seeds give equal analyses
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// What to print
    #[arg(long, value_name = "FORM", value_enum, default_value_t = AnalysisForm::Text)]
    pub to: AnalysisForm,
    /// Write a picture of the chances to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a page with the chances, all turns and boards of the mistakes to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
}

const ANALYSE_HELP: &str = "A turn is marked by how much of the mover's chance to win it lost compared with the best one: '?!' (inaccuracy) from 5 %, \
    '?' (mistake) from 10 %, '??' (blunder) from 20 %. A chance is the share of simulated games that are won, or 0 or 100 % where it is \
    proven who wins.";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnalysisForm {
    /// A line a turn, and a summary
    Text,
    /// The game with chances and marks in comments
    Game,
}

#[derive(Args, Clone)]
pub struct Puzzle {
    /// Rows and columns of the board
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(4..=6))]
    pub size: u8,
    /// Who wins when all groups are of equal sizes
    #[arg(long, value_name = "RULE", default_value = "last-mover-wins", value_parser = tie_parser())]
    pub tie: Tie,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Random seed; equal seeds give equal puzzles [default: random]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Also print the winning move and a game with best play
    #[arg(long)]
    pub solution: bool,
    /// Play the puzzles in the terminal, one after the other
    #[arg(long, conflicts_with_all = ["count", "solution"])]
    pub play: bool,
}

impl Puzzle {
    pub fn start(&self) -> Result<Position, Failure> {
        Start { size: self.size, tie: self.tie, pie: false }.position()
    }
}

fn player_parser(text: &str) -> Result<PlayerSpec, String> {
    text.parse().map_err(|error: ParseError| error.message)
}

fn seconds_of(text: &str) -> Result<Duration, String> {
    read_seconds(text).map_err(|error| error.message)
}

fn seat_parser(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error: ParseError| error.message)
}

fn colour_parser() -> impl TypedValueParser<Value = Colour> {
    PossibleValuesParser::new(["black", "white"])
        .map(|name| if name == "black" { Colour::Black } else { Colour::White })
}

fn tie_parser() -> impl TypedValueParser<Value = Tie> {
    PossibleValuesParser::new(Tie::ALL.map(Tie::name))
        .map(|name| name.parse().expect("only these names are possible"))
}
