//! How long a whole explanation takes, from the text of a board to the last sentence.

use crate::clock;
use crate::rows::ELSEWHERE;
use gridwright::Puzzle;
use gridwright::explain::Ending;
use std::fmt::Write;
use std::path::{Path, PathBuf};

struct Row {
    label: &'static str,
    file: &'static str,
    boards: usize,
    /// Milliseconds that the median and the worst board should take at most.
    aims: (f64, f64),
}

const fn row(label: &'static str, file: &'static str, boards: usize, aims: (f64, f64)) -> Row {
    Row { label, file, boards, aims }
}

const ROWS: [Row; 7] = [
    row("Light Up 10x10", "lightup_10_min.ids", 50, (1.0, 50.0)),
    row("Light Up 30x30", "lightup_30_min.ids", 10, (50.0, 500.0)),
    row("Suguru 8x8", "suguru_8_k5_min.txt", 20, (5.0, 50.0)),
    row("Sudoku, easy", "sudoku_easy.txt", 500, (1.0, 20.0)),
    row("Sudoku, 17 clues", "data:sudoku/clue17_1000.txt", 1000, (2.0, 50.0)),
    row("Sudoku, hard", "data:sudoku/top_500.txt", 500, (100.0, 1000.0)),
    row("Sudoku, hardest", "data:sudoku/hardest_500.txt", 100, (2000.0, 20_000.0)),
];

/// The section of the page; `quick` takes a few boards of each row.
pub fn section(quick: bool) -> Result<String, String> {
    let mut text = String::from(
        "## Explanations to the end\n\n| boards | number | median | worst | steps a board | aims |\n|---|---|---|---|---|---|\n",
    );
    let mut left_out = "";
    for row in &ROWS {
        let path = match (row.file.strip_prefix(ELSEWHERE), std::env::var_os("GRIDWRIGHT_DATA")) {
            (None, _) => Path::new("benches/boards").join(row.file),
            (Some(file), Some(root)) => PathBuf::from(root).join(file),
            (Some(_), None) => {
                left_out = "Boards that are not part of the project are left out.\n";
                continue;
            }
        };
        let boards = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let boards = boards.lines().filter(|line| !line.starts_with('#'));
        let number = if quick { row.boards.min(10) } else { row.boards };
        let mut times = Vec::new();
        let mut steps = 0;
        for board in boards.take(number) {
            let (time, number) = explain(board).map_err(|e| format!("{}: {e}", path.display()))?;
            times.push(time);
            steps += number;
        }
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        let met =
            |time: f64, aim: f64| format!("{aim} ms: {}", if time <= aim { "met" } else { "**missed**" });
        let _ = writeln!(
            text,
            "| {} | {} | {median:.2} | {worst:.1} | {:.1} | {}; {} |",
            row.label,
            times.len(),
            steps as f64 / times.len() as f64,
            met(median, row.aims.0),
            met(worst, row.aims.1),
        );
        println!("{}: median {median:.2} ms, worst {worst:.1} ms", row.label);
    }
    text += "\nMilliseconds from the text of a board to the last sentence; aims are for the median and the worst board. Nobody else \
             explains boards of more than one of these genres, so there is no one to compare with.\n\n";
    Ok(text + left_out)
}

/// How long it takes, and how many steps there are.
fn explain(board: &str) -> Result<(f64, usize), String> {
    let begun = clock::thread();
    let puzzle = Puzzle::parse(board).map_err(|e| e.to_string())?;
    let walkthrough = puzzle.explain();
    let length: usize = walkthrough.steps.iter().map(|step| step.explanation.text().len()).sum();
    std::hint::black_box(length);
    match walkthrough.ending {
        Ending::Solved => Ok(((clock::thread() - begun).as_secs_f64() * 1e3, walkthrough.steps.len())),
        ending => Err(format!("not explained to the end: {ending:?}")),
    }
}
