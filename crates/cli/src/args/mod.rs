//! Commands and options, as data for the parser, the help, the man pages and the completions.

pub mod catalogue;
mod files;
mod make;
mod play;
mod puzzle;
mod solve;
mod study;
mod values;

pub use files::{Action, Batch, Compare, Content, Convert, Sheet, Show, Table};
pub use make::{Clash, Clues, Complete, Distinguish, Generate, Minimise};
pub use play::{Play, Web};
pub use puzzle::{Destination, Form, Overwrite, Puzzle, Variant};
pub use solve::{Common, Count, Sample, Solve, Tables};
pub use study::{Check, Drill, Explain, Hint, Rate, Rules, Techniques};
pub use values::{Subject, Target};

use crate::commands::emulsion::Emulsion;
use crate::shell::{input, output};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use gridwright::Genre;
use gridwright::formats::Format;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::time::Duration;
use values::{bare_format_parser, duration, genre_parser};

const USAGE: &str = "gridwright [OPTIONS] [COMMAND]\n       gridwright [OPTIONS] INPUT";

const EXIT_HELP: &str = "'gridwright INPUT' lets you play a puzzle on a terminal, and shows it elsewhere.\n\
    'gridwright help COMMAND' lists the options of a command, with examples.\n\
    Exit codes: 0 yes, 1 no (unsolvable, wrong, not unique when asked), 2 bad usage or input, 3 unknown, \
    4 unfinished (check), 130 interrupted.";

/// The widest that help is printed.
const WIDEST: usize = 100;

/// Solves, counts, checks, converts and draws grid puzzles.
#[derive(Parser)]
#[command(name = "gridwright", version, max_term_width = WIDEST, override_usage = USAGE, after_help = EXIT_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The parser. Shared options are not listed where they mean nothing.
pub fn command() -> clap::Command {
    let root = catalogue::described(Cli::command());
    let columns = output::columns().unwrap_or(WIDEST).min(WIDEST);
    let template = catalogue::template(&root, Some(columns));
    root.help_template(template)
}

/// Parses the command line. A wrong one ends the program with an error message.
pub fn parse() -> Cli {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    read(&arguments).or_else(|error| without_command(&arguments, error)).unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        // Arguments may hold anything.
        let is_coloured = output::wants_colour(When::Auto, io::stderr().is_terminal());
        let text = error.render();
        let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
        eprint!("{}", output::shown_in_colour(&text));
        std::process::exit(error.exit_code())
    })
}

fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    refuse_ignored(&matches)?;
    Cli::from_arg_matches(&matches)
}

/// What a puzzle alone means, where a command is expected: to play it if that is possible, else to show it. A command that
/// is not known stays an error.
fn without_command(arguments: &[OsString], error: clap::Error) -> Result<Cli, clap::Error> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return Err(error);
    };
    let is_input = |argument: &OsString| argument.to_string_lossy() == *word && input::is_meant(argument);
    let is_interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let meant = if is_interactive { &["play", "show"][..] } else { &["show"] };
    // The value of an option may be the same word.
    let places: Vec<usize> = (1..arguments.len()).filter(|&place| is_input(&arguments[place])).collect();
    let mut result = Err(error);
    for (&place, command) in places.iter().flat_map(|place| meant.iter().map(move |command| (place, command)))
    {
        let (before, after) = arguments.split_at(place);
        result = read(&[before, &[OsString::from(command)], after].concat());
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Refuses options that mean nothing to the command.
fn refuse_ignored(matches: &ArgMatches) -> Result<(), clap::Error> {
    let (mut path, mut last) = (String::new(), matches);
    while let Some((name, below)) = last.subcommand() {
        path = format!("{path} {name}").trim_start().to_string();
        last = below;
    }
    let Some(about) = catalogue::find(&path) else { return Ok(()) };
    let is_given = |name: &&str| {
        !about.takes.contains(name)
            && last.try_contains_id(name).is_ok()
            && last.value_source(name) == Some(ValueSource::CommandLine)
    };
    match catalogue::SHARED.into_iter().find(is_given) {
        None => Ok(()),
        Some(name) => {
            let message = format!("--{name} means nothing to '{path}': leave it out");
            Err(command().error(ErrorKind::ArgumentConflict, message))
        }
    }
}

#[derive(Args, Clone)]
#[command(next_help_heading = "Everywhere")]
pub struct Global {
    /// Input format (default: auto-detect)
    #[arg(long, global = true, value_name = "FORMAT", value_parser = bare_format_parser())]
    pub from: Option<Format>,
    /// The genre, where the input does not say
    #[arg(long, global = true, ignore_case = true, value_parser = genre_parser())]
    pub genre: Option<&'static Genre>,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Use colours; NO_COLOR is heeded
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// Say nothing on standard error but errors: no remarks, warnings, hints or progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Give up after this many steps of search for one puzzle or position
    #[arg(long, global = true, value_name = "N")]
    pub steps: Option<u64>,
    /// Give up after this long (500ms, 10s, 2m, 1h); for batch, compare and generate the time of each puzzle
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub timeout: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub enum Command {
    /// Print a solution and whether it is the only one
    Solve(Solve),
    /// Print the number of solutions, nothing else, or in how many of them each thing holds
    Count(Count),
    /// Print solutions drawn at random, all equally likely
    Sample(Sample),
    /// Print what all solutions share
    Common(Common),
    /// Explain step by step how a puzzle is solved
    Explain(Explain),
    /// Help with the next step from the entries: what kind, where, why, what
    Hint(Hint),
    /// Rate how hard a puzzle is
    Rate(Rate),
    /// Make puzzles with exactly one solution
    Generate(Generate),
    /// List the clues that can be left out
    Clues(Clues),
    /// Leave out clues until every one is needed
    Minimise(Minimise),
    /// List the smallest sets of clues that contradict each other
    Clash(Clash),
    /// Tell where solutions differ, and which one clue would decide most
    Distinguish(Distinguish),
    /// Add clues until there is one solution: the fewest, or the fairest
    Complete(Complete),
    /// Solve a puzzle by hand in the terminal, with hints; without INPUT from a menu
    Play(Play),
    /// Open the page in a browser: play, set and learn with mouse or touch, on INPUT if there is one
    Web(Web),
    /// Check which rules the entries break, or what is still missing
    Check(Check),
    /// Compare complete sets of solutions with ours, instance by instance
    Compare(Compare),
    /// Draw a puzzle with its entries, errors marked
    Show(Show),
    /// Write a puzzle in another format
    Convert(Convert),
    /// Lay puzzles out on paper, as PDF, SVG or PNG, with rules and solutions
    Sheet(Sheet),
    /// Work on many puzzles, one a line or native texts one after the other
    Batch(Batch),
    /// Emulsion, a board game for two: play, matches, analysis, moves, scores, proofs
    Emulsion {
        #[command(subcommand)]
        command: Emulsion,
    },
    /// List the genres
    Genres,
    /// Print the rules and options of a genre, or the rules of Emulsion
    Rules(Rules),
    /// List what players call the steps of a genre: what the names mean, an example of each and how often it occurs
    Techniques(Techniques),
    /// Find positions to practise a technique on
    Drill(Drill),
    /// Print a completion script
    Completions {
        /// For this shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of gridwright, or of one of its commands
    Man {
        /// The command, such as 'solve' or 'emulsion play'
        command: Vec<String>,
    },
}
