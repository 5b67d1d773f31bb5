//! Commands and options of the game.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use gridwright::emulsion::{Colour, Tie};
use std::ffi::OsString;

const POSITION_HELP: &str = "A file, '-' for standard input, or the position itself: a line such as 'WBW/BWB/WBW b', rows \
    of B and W, lists of 0 (Black) and 1 (White), a number for the start on a board of that size; or a game, whose last \
    position is meant";

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
    /// Find out by proof who wins with best play
    Solve(Solve),
}

#[derive(Args, Clone)]
pub struct Perft {
    /// Rows and columns of the board
    #[arg(long, value_name = "N")]
    pub size: u8,
    /// The most moves
    #[arg(long, value_name = "D")]
    pub depth: u32,
}

/// Which position.
#[derive(Args, Clone)]
pub struct Place {
    #[arg(help = POSITION_HELP)]
    pub position: OsString,
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
    /// In this form
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
    /// The whole game as text
    Game,
    /// The whole game as one string for addresses
    Link,
}

#[derive(Args, Clone)]
pub struct Solve {
    #[command(flatten)]
    pub place: Place,
    /// Tell who wins after each move
    #[arg(long)]
    pub moves: bool,
    /// Print a game with best play
    #[arg(long)]
    pub line: bool,
    /// Use so many threads on boards up to size 8 [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Remember what was found in tables of so many MiB
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub memory: u32,
}

fn colour_parser() -> impl TypedValueParser<Value = Colour> {
    PossibleValuesParser::new(["black", "white"])
        .map(|name| if name == "black" { Colour::Black } else { Colour::White })
}

fn tie_parser() -> impl TypedValueParser<Value = Tie> {
    PossibleValuesParser::new(Tie::ALL.map(|(_, name)| name))
        .map(|name| Tie::from_name(&name).expect("only these names are possible"))
}
