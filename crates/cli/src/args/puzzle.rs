//! What several commands have in common: which puzzle, how boards are printed, and where to.

use super::values::{Target, key_value, style_parser, target_parser};
use crate::shell::atomic_file::Existing;
use clap::Args;
use gridwright::scene::text::Style;
use std::ffi::OsString;
use std::path::PathBuf;

const INPUT_HELP: &str = "A file, '-' for standard input, or the puzzle itself (an id, a URL, a text); without it \
    standard input is read, unless that is a terminal";

/// Which puzzle.
#[derive(Args, Clone)]
pub struct Puzzle {
    #[arg(help = INPUT_HELP)]
    pub input: Option<OsString>,
    #[command(flatten)]
    pub variant: Variant,
}

/// Options of the puzzle itself.
#[derive(Args, Clone, Default)]
pub struct Variant {
    /// Which rules hold, where the genre has a choice ('gridwright rules GENRE' lists it)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Where lines stop, where the genre has a choice
    #[arg(long, value_name = "WHERE")]
    pub stop: Option<String>,
    /// Set any other option of the puzzle
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
}

#[derive(Args, Clone)]
pub struct Question {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Take the entries and marks as given
    #[arg(long)]
    pub from_position: bool,
}

/// How boards are printed.
#[derive(Args, Clone)]
pub struct Form {
    /// Print in this format
    #[arg(long, value_name = "FORMAT", value_parser = target_parser())]
    pub to: Option<Target>,
    /// The characters of drawn text
    #[arg(long, value_parser = style_parser(), default_value = "boxed")]
    pub style: Style,
}

/// What to do with files that are there already.
#[derive(Args, Clone, Copy, Default)]
pub struct Overwrite {
    /// Write over files that exist already
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    pub fn existing(self) -> Existing {
        if self.force { Existing::Replaced } else { Existing::Kept { unless: "--force" } }
    }
}

/// Where to write.
#[derive(Args, Clone, Default)]
pub struct Destination {
    /// Write to this file instead of standard output. It appears when it is complete; after Ctrl-C, FILE.part holds
    /// what is finished
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
}
