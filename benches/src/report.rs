//! The page that says how fast everything was.

use crate::plot::plot;
use crate::race::Times;
use crate::rows::{Group, Question, Row, Target};
use std::fmt::Write;
use std::process::Command;

/// A row and what was measured.
pub struct Measured {
    /// The row.
    pub row: &'static Row,
    /// How many boards.
    pub boards: usize,
    /// Ours first.
    pub times: Vec<Times>,
}

impl Measured {
    fn of(&self, solver: &str) -> Option<&Times> {
        self.times.iter().find(|times| times.solver == solver)
    }
}

const OURS: [&str; 4] = ["library", "any puzzle", "count", "batch"];

/// The table of one group.
pub fn table(group: &Group, rows: &[Measured]) -> String {
    let mut solvers: Vec<&str> = Vec::new();
    for times in rows.iter().flat_map(|row| &row.times) {
        if !solvers.contains(&times.solver.as_str()) {
            solvers.push(&times.solver);
        }
    }
    solvers.sort_by_key(|solver| OURS.iter().position(|ours| ours == solver).unwrap_or(OURS.len()));
    let mut text = format!("| board | boards | {} | aims |\n|---|---|", solvers.join(" | "));
    text += &"---|".repeat(solvers.len() + 1);
    text.push('\n');
    for row in rows {
        let side = row.row.size;
        let label =
            if row.row.label.is_empty() { format!("{side}x{side}") } else { row.row.label.to_string() };
        let _ = write!(text, "| {label} | {} |", row.boards);
        let ours = row.times.first();
        for solver in &solvers {
            let cell = row.of(solver).map_or("-".to_string(), |times| {
                let bound = if times.gave_up() { "> " } else { "" };
                let ratio = match ours {
                    Some(ours) if !OURS.contains(solver) && !ours.gave_up() => {
                        format!(" ({}x)", significant(times.ms_per_board / ours.ms_per_board, 2))
                    }
                    _ => String::new(),
                };
                format!("{bound}{}{ratio}", significant(times.ms_per_board, 3))
            });
            let _ = write!(text, " {cell} |");
        }
        let aims: Vec<String> = row.row.targets.iter().map(|target| aim(row, target)).collect();
        let _ = writeln!(text, " {} |", aims.join("; "));
    }
    if group.question == Question::AtMostTwo || !group.remark.is_empty() {
        let _ = writeln!(text);
    }
    text
}

/// Whether one aim is met.
fn aim(row: &Measured, target: &Target) -> String {
    let name = if target.rivals.len() > 1 { "best SAT" } else { target.rivals[0] };
    let best = target
        .rivals
        .iter()
        .filter_map(|rival| row.of(rival))
        .min_by(|a, b| a.ms_per_board.total_cmp(&b.ms_per_board));
    let reached = |ours: &str| -> Option<bool> {
        let (ours, best) = (row.of(ours)?, best?);
        Some(!ours.gave_up() && best.ms_per_board / ours.ms_per_board >= target.ratio)
    };
    let verdict = match (reached("library").or(reached("count")), reached("batch")) {
        (None, _) => "not measured",
        (Some(true), Some(false)) => "met by the library, not by `batch`",
        (Some(true), _) => "met",
        (Some(false), Some(true)) => "met by `batch`, not by the library",
        (Some(false), _) => "**missed**",
    };
    format!("{name} {}x: {verdict}", target.ratio)
}

/// A value with this many significant digits, without an exponent.
fn significant(value: f64, digits: i32) -> String {
    let magnitude = if value > 0.0 { value.log10().floor() as i32 } else { 0 };
    let decimals = (digits - 1 - magnitude).max(0) as usize;
    format!("{value:.decimals$}")
}

/// The plot of a group, if its rows have sizes.
pub fn picture(group: &Group, rows: &[Measured]) -> Option<String> {
    let points: Vec<(u32, &[Times])> =
        rows.iter().filter(|row| row.row.size > 0).map(|row| (row.row.size, &row.times[..])).collect();
    (points.len() > 1).then(|| plot(group.title, &points))
}

/// The table of wasm against native code.
pub fn wasm_table(rows: &[(String, usize, f64, f64)]) -> String {
    let mut text =
        "| boards | number | native | wasm | ratio | aim |\n|---|---|---|---|---|---|\n".to_string();
    for (name, boards, native, wasm) in rows {
        let ratio = wasm / native;
        let verdict = if ratio <= 1.5 { "met" } else { "**missed**" };
        let (native, wasm) = (significant(*native, 3), significant(*wasm, 3));
        let _ = writeln!(text, "| {name} | {boards} | {native} | {wasm} | {ratio:.2} | 1.5: {verdict} |");
    }
    text
}

/// What the figures were measured on.
pub fn machine() -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let unknown = || "unknown".to_string();
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let system = said("uname", &["-srm"]).unwrap_or_else(unknown);
    let compiler = said("rustc", &["--version"]).unwrap_or_else(unknown);
    let date = said("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(unknown);
    format!("{}, {cores} cores, {system}, {compiler}, {date}", processor.unwrap_or_else(unknown))
}

/// The beginning of the page.
pub fn introduction() -> String {
    format!(
        "# Performance\n\n\
         `cargo xtask bench` wrote this page; do not edit it. It installs the other solvers below `target/` and Tatham's \
         generators with `apt-get`, gives all of them the same boards (`benches/boards/`), checks that all give the same answers, and takes about 25 minutes. \
         `--only GROUP` replaces the section of one group; `--quick` prints rough tables and writes nothing.\n\n\
         Machine: {}.\n\n\
         How to read the tables:\n\n\
         - Figures are milliseconds of processor time for one board, on average over the boards of the row, on one core, \
         reading the board and building the model included. Compare ratios, not times, with other machines.\n\
         - `library` calls the engine from Rust; `batch` is the command `gridwright batch solve -j 1` as a process, with its \
         start and its output. In brackets: how many times as long as the library.\n\
         - No solver gets the same board twice in a row; that would flatter it on small boards.\n\
         - batsat 0.6 and CaDiCaL 1.9 are SAT libraries linked into the same program and given the same models as clauses. \
         clingo 5.8 and CP-SAT (OR-Tools 9.15) are called from Python with encodings of their own \
         (`benches/rivals.py`), one thread each.\n\
         - `>`: at least this long; the solver was stopped on some board.\n\
         - Aims are ratios that we set ourselves; those we miss are in bold.\n\n",
        machine()
    )
}
