//! How many puzzles are made in a second, by our command and by Tatham's programs with the same settings.

use crate::clock;
use crate::others::{command_line, run};
use gridwright::Puzzle;
use gridwright::solve::{Engine, Status};
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

/// Our command and one of Tatham's programs.
struct Pair {
    label: &'static str,
    ours: &'static str,
    program: &'static str,
    theirs: &'static str,
}

/// How many times as long the other program should take.
const AIM: f64 = 20.0;

macro_rules! light_up {
    ($size:literal, $word:literal, $degree:literal) => {
        Pair {
            label: concat!("Light Up ", $size, ", ", $word),
            ours: concat!("lightup --walls 20 --symmetry rot2 --size ", $size),
            program: "sgt-lightup",
            theirs: concat!($size, "b20s2d", $degree),
        }
    };
}

const PAIRS: [Pair; 14] = [
    light_up!("7x7", "easy", "0"),
    light_up!("10x10", "easy", "0"),
    light_up!("14x14", "easy", "0"),
    light_up!("25x25", "easy", "0"),
    light_up!("7x7", "medium", "1"),
    light_up!("10x10", "medium", "1"),
    light_up!("14x14", "medium", "1"),
    light_up!("25x25", "medium", "1"),
    light_up!("7x7", "hard", "2"),
    light_up!("10x10", "hard", "2"),
    light_up!("14x14", "hard", "2"),
    light_up!("25x25", "hard", "2"),
    Pair {
        label: "Sudoku 9x9, easy",
        ours: "sudoku --size 9x9 --symmetry rot2",
        program: "sgt-solo",
        theirs: "3x3db",
    },
    Pair {
        label: "Sudoku 9x9, hard",
        ours: "sudoku --size 9x9 --symmetry rot2",
        program: "sgt-solo",
        theirs: "3x3da",
    },
];

/// Arguments of our command, and the target rate in puzzles per second.
const RATES: [(&str, Option<f64>); 14] = [
    ("lightup --size 10x10", Some(1000.0)),
    ("lightup --size 10x10 --minimal", None),
    ("lightup --size 10x10 --wrapping", None),
    ("lightup --size 25x25", None),
    ("lightup --size 25x25 --difficulty hard", Some(2.0)),
    ("sudoku --size 9x9 --minimal", Some(1000.0)),
    ("sudoku --size 9x9 --difficulty hard", None),
    ("sudoku --size 16x16", None),
    ("suguru --size 8x8", Some(300.0)),
    ("suguru --size 8x8 --difficulty hard", None),
    ("suguru --size 12x12", None),
    ("yosenabe --size 10x10", Some(100.0)),
    ("yosenabe --size 10x10 --difficulty hard", None),
    ("yosenabe --size 20x20", None),
];

/// Puzzles and the time they took.
struct Made {
    puzzles: Vec<String>,
    spent: Duration,
}

impl Made {
    fn a_second(&self) -> f64 {
        self.puzzles.len() as f64 / self.spent.as_secs_f64()
    }

    /// The ratings of some of them, in hundredths, sorted.
    fn ratings(&self) -> Result<Vec<u64>, String> {
        let mut ratings = Vec::new();
        for puzzle in self.puzzles.iter().take(60) {
            let puzzle = Puzzle::parse(puzzle).map_err(|e| e.to_string())?;
            let grade = puzzle.rate().map_err(|e| format!("{e:?}"))?;
            ratings.push(grade.rating().hundredths());
        }
        ratings.sort_unstable();
        Ok(ratings)
    }
}

/// The section of the page.
pub fn section(quick: bool) -> Result<String, String> {
    let at_least = Duration::from_millis(if quick { 200 } else { 2000 });
    let mut text = String::from(
        "## Making puzzles\n\n| `gridwright generate`, on one core | puzzles a second | aim |\n|---|---|---|\n",
    );
    for (words, aim) in RATES {
        let made = measure(at_least, |count| ours(words, "native", count))?;
        let rate = made.a_second();
        let aim = aim.map_or(String::new(), |aim| format!("{aim}: {}", verdict(rate >= aim)));
        let _ = writeln!(text, "| `{words}` | {} | {aim} |", shown(rate));
        println!("{words}: {} a second", shown(rate));
    }
    text += "\nProcessor time of the command, with its start and the writing of the puzzles. Up to a thousand of each were \
             read again and have one solution.\n\n";
    if let Err(error) = install() {
        println!("{error}");
        return Ok(text + "Simon Tatham's programs are left out: they could not be installed.\n\n");
    }
    text += "| settings | rated | ours a second | Tatham's a second | ratio | aim | median rating, ours and his |\n\
             |---|---|---|---|---|---|---|\n";
    for pair in &PAIRS {
        let theirs = measure(at_least, |count| theirs(pair.program, pair.theirs, count))?;
        let their_ratings = theirs.ratings()?;
        let at = |ratings: &[u64], percent: usize| ratings[ratings.len() * percent / 100] as f64 / 100.0;
        let (least, most) = (at(&their_ratings, 10), at(&their_ratings, 90));
        let words = format!("{} --min {least} --max {most}", pair.ours);
        let ours = measure(at_least, |count| ours(&words, "tatham", count))?;
        let ratio = ours.a_second() / theirs.a_second();
        let _ = writeln!(
            text,
            "| {} (`{}`) | {least:.2}-{most:.2} | {} | {} | {ratio:.1} | {AIM}: {} | {:.2}, {:.2} |",
            pair.label,
            pair.theirs,
            shown(ours.a_second()),
            shown(theirs.a_second()),
            verdict(ratio >= AIM),
            at(&ours.ratings()?, 50),
            at(&their_ratings, 50),
        );
        println!("{}: {ratio:.1} times as many", pair.label);
    }
    text += "\nThe programs `sgt-lightup` and `sgt-solo` of Debian's package sgt-puzzles, asked with `--generate`; in brackets the settings \
             they get. The shares of walls and the symmetry are the same. His degrees of difficulty are the kinds of conclusions \
             that his solver draws, ours are ratings; so ours are asked for with the ratings, as `gridwright rate` gives them, of \
             the middle four fifths of his. Both leave out clues until the puzzle would become too hard.\n\n";
    Ok(text)
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

fn shown(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

/// Asks for ever more puzzles until that takes long enough to be measured.
fn measure(at_least: Duration, make: impl Fn(usize) -> Result<Vec<String>, String>) -> Result<Made, String> {
    let mut count = 4;
    loop {
        let before = clock::children();
        let puzzles = make(count)?;
        let spent = clock::children() - before;
        if puzzles.len() != count {
            return Err(format!("{} puzzles in place of {count}", puzzles.len()));
        }
        if spent >= at_least || count > 200_000 {
            puzzles.iter().take(1000).try_for_each(|puzzle| expect_one_solution(puzzle))?;
            return Ok(Made { puzzles, spent });
        }
        let factor = at_least.as_secs_f64() / spent.as_secs_f64().max(1e-3);
        count = (count as f64 * factor.clamp(1.2, 20.0) * 1.1) as usize + 1;
    }
}

fn expect_one_solution(text: &str) -> Result<(), String> {
    let puzzle = Puzzle::parse(text).map_err(|e| format!("{e}: {text}"))?;
    match Engine::new(puzzle.model()).status() {
        Status::Unique(_) => Ok(()),
        _ => Err(format!("not one solution: {text}")),
    }
}

fn ours(words: &str, format: &str, count: usize) -> Result<Vec<String>, String> {
    let mut command = Command::new(command_line());
    command.arg("generate").args(words.split(' '));
    command.args(["--seed", "1", "-j", "1", "--to", format, "--count"]).arg(count.to_string());
    let text = printed(&mut command)?;
    let separator = if format == "native" { "\n\n" } else { "\n" };
    Ok(text.trim_end().split(separator).map(str::to_string).collect())
}

fn theirs(program: &str, settings: &str, count: usize) -> Result<Vec<String>, String> {
    let mut command = Command::new(path(program).ok_or(format!("{program} is not there"))?);
    let text = printed(command.args(["--generate", &count.to_string(), settings]))?;
    Ok(text.lines().map(str::to_string).collect())
}

fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} ended with {}: {said}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Where a program of the collection is; not every search path has the folder of games.
fn path(program: &str) -> Option<std::path::PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<std::path::PathBuf> = std::env::split_paths(&folders).collect();
    folders.push("/usr/games".into());
    folders.into_iter().map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn install() -> Result<(), String> {
    if path("sgt-lightup").is_none() || path("sgt-solo").is_none() {
        run(Command::new("apt-get").args(["install", "--yes", "--quiet", "sgt-puzzles"]))?;
    }
    path("sgt-lightup").and(path("sgt-solo")).map(|_| ()).ok_or("Tatham's programs are not there".to_string())
}
