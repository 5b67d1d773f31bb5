//! Commands and options, as data for the parser, the help, the man pages and the completions.

use crate::commands::emulsion::Emulsion;
use crate::shell::atomic_file::Existing;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use gridwright::formats::Format;
use gridwright::generate::{Generator, Symmetry};
use gridwright::rating::{Level, Rating};
use gridwright::scene::text::Style;
use gridwright::{Genre, registry};
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

const INPUT_HELP: &str = "A file, '-' for standard input, or the puzzle itself (an id, a URL, a text)";
const PLAYED_HELP: &str =
    "A file, perhaps with a game that was begun, or the puzzle itself (an id, a URL, a text)";
const EXIT_HELP: &str =
    "Exit codes: 0 yes, 1 no (unsolvable, wrong, not unique when asked), 2 bad usage or input, 3 unknown.";

/// Solves, counts, checks, converts and draws grid puzzles.
#[derive(Parser)]
#[command(name = "gridwright", version, max_term_width = 100, after_help = EXIT_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The parser. Options for puzzles are not listed where there are none.
pub fn command() -> clap::Command {
    let root = Cli::command();
    let option = |name: &str| root.get_arguments().find(|arg| arg.get_id() == name).cloned();
    let hidden = ["from", "genre", "steps"].into_iter().filter_map(option).map(|arg| arg.hide(true));
    let hidden: Vec<clap::Arg> = hidden.collect();
    let steps = option("steps")
        .map(|arg| arg.help("Give up on a position after this many steps of search, on one thread"));
    root.mut_subcommand("emulsion", |emulsion| {
        emulsion.args(hidden).mut_subcommand("solve", |solve| solve.args(steps))
    })
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
    /// Give up after this many steps of search for one puzzle; not for explain, rate and generate
    #[arg(long, global = true, value_name = "N")]
    pub steps: Option<u64>,
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
    /// Solve a puzzle by hand in the terminal, with hints; without INPUT from a menu
    Play(Play),
    /// Check which rules the entries break, or what is still missing
    Check(Check),
    /// Compare complete sets of solutions with ours, instance by instance
    Compare(Compare),
    /// Draw a puzzle with its entries, errors marked
    Show(Show),
    /// Write a puzzle in another format
    Convert(Convert),
    /// Work on many puzzles, one a line or native texts one after the other
    Batch(Batch),
    /// Emulsion, a board game for two: play, matches, analysis, moves, scores, proofs
    Emulsion {
        #[command(subcommand)]
        command: Emulsion,
    },
    /// List the genres
    Genres,
    /// Print the rules and options of a genre
    Rules {
        /// Its name
        #[arg(ignore_case = true, value_parser = genre_parser())]
        genre: &'static Genre,
    },
    /// Print a completion script
    Completions {
        /// For this shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of gridwright, or of one of its commands
    Man {
        /// One of its commands
        command: Option<String>,
    },
}

/// Which puzzle.
#[derive(Args, Clone)]
pub struct Puzzle {
    #[arg(help = INPUT_HELP)]
    pub input: OsString,
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

#[derive(Args, Clone)]
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
    pub form: Form,
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

/// What counting may use.
#[derive(Args, Clone)]
pub struct Tables {
    /// Memory limit for tables, in MiB
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
    pub form: Form,
}

#[derive(Args, Clone)]
pub struct Common {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub form: Form,
}

#[derive(Args, Clone)]
pub struct Explain {
    #[command(flatten)]
    pub question: Question,
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

#[derive(Args, Default)]
pub struct Play {
    #[arg(help = PLAYED_HELP)]
    pub input: Option<OsString>,
    #[command(flatten)]
    pub variant: Variant,
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

#[derive(Args, Clone)]
#[command(
    after_help = "Entries and marks count as known. If they are wrong already, that is said first, without the answer."
)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// How much to tell: 1 what kind of step it is, 2 where to look, 3 why, 4 what follows
    #[arg(long, value_name = "STAGE", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub stage: u8,
    /// The characters of the board that is drawn from stage 2 on
    #[arg(long, value_parser = style_parser(), default_value = "boxed")]
    pub style: Style,
}

#[derive(Args, Clone)]
pub struct Rate {
    #[command(flatten)]
    pub puzzle: Puzzle,
}

#[derive(Args, Clone)]
#[command(
    after_help = "Puzzle number N of a seed is the same everywhere, whatever the number of threads. What cannot be made \
    within --tries boards is reported, never replaced by something easier, and the exit code is 3. Ctrl-C keeps what is \
    finished. Files hold native text unless --to says otherwise."
)]
pub struct Generate {
    /// The genre
    #[arg(ignore_case = true, value_parser = genre_parser())]
    pub genre: &'static Genre,
    /// The size as COLUMNSxROWS, or one number for a square
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: (usize, usize),
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
    #[arg(long, help = symmetry_help(), value_parser = symmetry_parser())]
    pub symmetry: Option<Symmetry>,
    /// Rows and columns wrap round
    #[arg(long)]
    pub wrapping: bool,
    /// Approximate percentage of walls
    #[arg(long, value_name = "PCT", conflicts_with = "wall_count")]
    pub walls: Option<u32>,
    /// Exact number of walls; needs --several
    #[arg(long, value_name = "N")]
    pub wall_count: Option<usize>,
    /// The sizes of regions or areas, A-B
    #[arg(long, value_name = "A-B", value_parser = size_range)]
    pub region_size: Option<(usize, usize)>,
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

#[derive(Args, Clone)]
pub struct Check {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Prove whether the entries can still be completed
    #[arg(long)]
    pub deep: bool,
}

#[derive(Args, Clone)]
#[command(
    after_help = "An instance is compared with the answers in the file whose name, without its ending, \
    equals the instance's or ends with it: instance01.lp with q1_instance01.txt. Exits with 0 if at least one \
    instance was compared and all compared ones are equal. What cannot be read is reported, the rest is compared, \
    and the exit code is 2."
)]
pub struct Compare {
    /// A file, '-' for standard input, or a directory of instances
    pub instances: PathBuf,
    /// A file, '-' or a directory of answers: one solution a line, what clingo prints, or its JSON
    pub answers: PathBuf,
    /// Only answer files that are called PREFIX and the instance's name
    #[arg(long)]
    pub prefix: Option<String>,
    #[command(flatten)]
    pub variant: Variant,
}

#[derive(Args, Clone)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: Puzzle,
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

#[derive(Args, Clone)]
#[command(
    after_help = "Each line is a puzzle in any one-line format or a JSON object with 'grid', or 'givens' and \
    perhaps 'regions', and perhaps 'genre', 'wrapping', 'id'; or what 'generate --json' prints. A line 'gridwright \
    GENRE' begins a native text of several lines, which goes up to the next such line or JSON object. Blank lines are \
    passed over. Each puzzle gives one JSON line, in order, with 'index' (the number of its first line, from 1), 'id', \
    'genre', 'status' and the result. A bad one has the status 'error' and an 'error' with message, line and column; \
    the rest goes on, and the exit code is 2."
)]
pub struct Batch {
    /// What to do with each puzzle
    #[arg(value_enum)]
    pub action: Action,
    /// A file, or '-' for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub destination: Destination,
    /// Puzzles to work on at the same time [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// The format to convert to, or of solutions
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), required_if_eq("action", "convert"))]
    pub to: Option<Format>,
    /// Take the entries and marks as given when solving and counting
    #[arg(long)]
    pub from_position: bool,
    #[command(flatten)]
    pub variant: Variant,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Action {
    /// 'status' unique, multiple, none or unknown; 'solution'
    Solve,
    /// The same 'status', and 'count'
    Count,
    /// The same 'status', 'rating', the 'hardest' step and all 'steps'
    Rate,
    /// 'status' solved, right-so-far, wrong; 'broken' rules
    Check,
    /// 'status' converted; 'text'
    Convert,
}

/// What a board can be printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Text,
    Ansi,
    Svg,
    Scene,
    Format(Format),
}

impl Target {
    pub fn name(self) -> &'static str {
        match self {
            Target::Text => "text",
            Target::Ansi => "ansi",
            Target::Svg => "svg",
            Target::Scene => "scene",
            Target::Format(format) => format.name(),
        }
    }
}

const DRAWINGS: [(Target, &str); 4] = [
    (Target::Text, "drawn with characters"),
    (Target::Ansi, "drawn with characters and colours"),
    (Target::Svg, "drawn as a picture"),
    (Target::Scene, "what to draw, as JSON for other programs"),
];

fn format_values() -> impl Iterator<Item = PossibleValue> {
    Format::ALL.into_iter().map(|(_, name, help)| PossibleValue::new(name).help(help))
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    formats_among(format_values())
}

/// Without descriptions, for help that has them elsewhere.
fn bare_format_parser() -> impl TypedValueParser<Value = Format> {
    formats_among(Format::ALL.into_iter().map(|(_, name, _)| PossibleValue::new(name)))
}

fn formats_among(values: impl Iterator<Item = PossibleValue>) -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Format>().expect("only names of formats are possible"))
}

fn drawing_values() -> impl Iterator<Item = PossibleValue> {
    DRAWINGS.into_iter().map(|(target, help)| PossibleValue::new(target.name()).help(help))
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    targets_among(drawing_values().chain(format_values()))
}

fn drawing_parser() -> impl TypedValueParser<Value = Target> {
    targets_among(drawing_values())
}

fn targets_among(values: impl Iterator<Item = PossibleValue>) -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(values).map(|name| {
        let drawing = DRAWINGS.into_iter().map(|(target, _)| target).find(|target| target.name() == name);
        drawing.or_else(|| name.parse().ok().map(Target::Format)).expect("only these names are possible")
    })
}

fn style_parser() -> impl TypedValueParser<Value = Style> {
    styles_among(&Style::ALL)
}

/// The styles that have room for shares.
fn heat_style_parser() -> impl TypedValueParser<Value = Style> {
    styles_among(&Style::ALL[..2])
}

fn styles_among(styles: &[(Style, &'static str, &'static str)]) -> impl TypedValueParser<Value = Style> {
    let values = styles.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).map(|name| name.parse().expect("only names of styles are possible"))
}

fn genre_parser() -> impl TypedValueParser<Value = &'static Genre> {
    let values = registry::ALL.iter().map(|genre| PossibleValue::new(genre.id).aliases(genre.aliases));
    PossibleValuesParser::new(values)
        .map(|name| registry::find(&name).expect("only names of genres are possible"))
}

/// Says which symmetry is usual for which genre.
fn symmetry_help() -> String {
    let makers =
        || registry::ALL.iter().filter_map(|genre| Some((genre.name, genre.maker?.usual_symmetry())));
    let usual = Symmetry::ALL.into_iter().filter_map(|(symmetry, name, _)| {
        let names: Vec<&str> =
            makers().filter(|(_, usual)| *usual == symmetry).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| format!("{name} for {}", names.join(", ")))
    });
    let usual: Vec<String> = usual.collect();
    format!("Symmetry of the board [default: {}; none with --several]", usual.join("; "))
}

fn symmetry_parser() -> impl TypedValueParser<Value = Symmetry> {
    let values = Symmetry::ALL.into_iter().map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Symmetry>().expect("only names of symmetries are possible"))
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| name.parse().expect("only names of levels are possible"))
}

/// An argument has another form.
#[derive(Clone, Copy, Debug)]
struct Expected(&'static str);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl Error for Expected {}

fn size(text: &str) -> Result<(usize, usize), Expected> {
    let number = |text: &str| text.parse().map_err(|_| Expected("COLUMNSxROWS, such as 10x10"));
    let (cols, rows) = text.split_once('x').unwrap_or((text, text));
    Ok((number(cols)?, number(rows)?))
}

fn size_range(text: &str) -> Result<(usize, usize), Expected> {
    let number = |text: &str| text.parse().map_err(|_| Expected("A-B, such as 3-6"));
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    Ok((number(least)?, number(most)?))
}

fn key_value(text: &str) -> Result<(String, String), Expected> {
    let (key, value) = text.split_once('=').ok_or(Expected("KEY=VALUE"))?;
    Ok((key.to_string(), value.to_string()))
}
