//! Commands for playing.

use super::catalogue::{About, PLAYED};
use super::puzzle::Variant;
use super::values::{level_parser, size, style_parser};
use clap::Args;
use gridwright::rating::Level;
use gridwright::scene::text::Style;
use std::ffi::OsString;

pub const COMMANDS: &[About] = &[
    About {
        path: "play",
        takes: PLAYED,
        examples: &["gridwright play puzzle.txt", "gridwright play --genre sudoku --difficulty hard"],
    },
    About {
        path: "web",
        takes: PLAYED,
        examples: &["gridwright web", "gridwright web puzzle.txt --port 8000"],
    },
    About {
        path: "emulsion",
        takes: &[],
        examples: &["gridwright emulsion play", "gridwright rules emulsion"],
    },
];

const PLAYED_HELP: &str =
    "A file, perhaps with a game that was begun, or the puzzle itself (an id, a URL, a text)";

#[derive(Args, Default)]
pub struct Play {
    #[arg(help = PLAYED_HELP)]
    pub input: Option<OsString>,
    #[command(flatten)]
    pub variant: Variant,
    /// Make a new puzzle of this size, COLUMNSxROWS or one number for a square; needs --genre
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(usize, usize)>,
    /// Make a new puzzle that is this hard; needs --genre
    #[arg(long, value_name = "WORD", value_parser = level_parser())]
    pub difficulty: Option<Level>,
    /// Read commands line by line and print the board after each, for pipes, scripts and screen readers
    #[arg(long)]
    pub plain: bool,
    /// The characters of boards drawn with --plain; by default one character a cell where that shows all
    #[arg(long, value_parser = style_parser(), requires = "plain")]
    pub style: Option<Style>,
    /// Let h move left, as j, k and l move; H gives hints
    #[arg(long, conflicts_with = "plain")]
    pub vi: bool,
}

/// The page's own port. What a browser keeps, it keeps for an address with its port, so it is always the same.
const PORT: u16 = 4774;

#[derive(Args)]
#[command(
    after_help = "The page is served to this computer alone, and games stay in the browser. Ctrl-C ends it."
)]
pub struct Web {
    #[arg(help = PLAYED_HELP)]
    pub input: Option<OsString>,
    #[command(flatten)]
    pub variant: Variant,
    /// Serve it on this port, 0 for any that is free; a browser keeps the games of each port apart
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
}
