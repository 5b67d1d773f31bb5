//! Boards as the user asked for them: drawn, or in a format.

use crate::args::{Form, Target};
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use gridwright::formats::Format;
use gridwright::frames::WriteError;
use gridwright::model::{Atom, Board, Position, Value};
use gridwright::scene::text::{self, Style};
use gridwright::scene::{Scene, svg};
use gridwright::view::SceneView;
use gridwright::{Puzzle, Reading};

/// A board with its entries, errors flagged when drawn.
pub fn position(reading: &Reading, form: &Form, output: &mut Output) -> Result<String, Failure> {
    let puzzle = &reading.puzzle;
    match form.to {
        Some(Target::Format(format)) => Ok(reading.write(format)?),
        _ => drawing(puzzle, &puzzle.flagged_scene(&reading.position), form, output),
    }
}

/// A solution.
pub fn solution(
    puzzle: &Puzzle,
    solution: &Board,
    form: &Form,
    output: &mut Output,
) -> Result<String, Failure> {
    match form.to {
        Some(Target::Format(format)) => Ok(puzzle.write_solution(format, solution)?),
        _ => drawing(puzzle, &puzzle.scene(&Position::of_solution(solution)), form, output),
    }
}

/// A heat map; `about` says of what.
pub fn heat_map(
    puzzle: &Puzzle,
    scene: &Scene,
    about: &str,
    form: &Form,
    output: &mut Output,
) -> Result<String, Failure> {
    titled_drawing(scene, &format!("{}: {about}", puzzle.title()), form, output)
}

/// Any scene of a puzzle.
pub fn drawing(puzzle: &Puzzle, scene: &Scene, form: &Form, output: &mut Output) -> Result<String, Failure> {
    titled_drawing(scene, &puzzle.title(), form, output)
}

fn titled_drawing(scene: &Scene, title: &str, form: &Form, output: &mut Output) -> Result<String, Failure> {
    let colour = match form.to {
        Some(Target::Svg) => return Ok(svg::render(scene, title)),
        Some(Target::Scene) => return Ok(output.framed(SceneView::from(scene)).to_json()),
        Some(Target::Ansi) => true,
        Some(Target::Text) => false,
        None | Some(Target::Format(_)) => output.colour,
    };
    refuse_loss(scene, form.style)?;
    if output.is_terminal && output.columns.is_some_and(|columns| form.style.columns(scene) > columns) {
        let remedy = match Style::Indexed.loses(scene) {
            None if form.style != Style::Indexed => "--style indexed is narrower",
            _ => "--to svg draws a picture",
        };
        output.advise(format!("the board is wider than the terminal; {remedy}"));
    }
    Ok(text::render(scene, form.style, colour))
}

fn refuse_loss(scene: &Scene, style: Style) -> Result<(), Failure> {
    match style.loses(scene) {
        None => Ok(()),
        Some(lost) => Err(Failure::Message(format!(
            "--style indexed cannot show {lost}: it is for boards of single characters without lines and regions"
        ))),
    }
}

/// Refuses, before any time is spent, a form that no solution of the puzzle can be printed in.
pub fn refuse_solutions_early(puzzle: &Puzzle, form: &Form) -> Result<(), Failure> {
    refuse_early(puzzle, form, |format| try_solution(puzzle, format))
}

/// Checks whether solutions of the puzzle can be written, as far as possible without having one.
pub fn try_solution(puzzle: &Puzzle, format: Format) -> Result<(), WriteError> {
    let mut board = Board::open(puzzle.atom_count());
    puzzle.write_solution(format, &board)?;
    // Some formats hold boards, but no entries.
    if let Some(entry) = some_entry(puzzle) {
        board.set(entry, Value::Yes);
        puzzle.write_solution(format, &board)?;
    }
    Ok(())
}

/// Refuses, before any time is spent, a form that not even the blank board can be printed in.
pub fn refuse_positions_early(puzzle: &Puzzle, form: &Form) -> Result<(), Failure> {
    refuse_early(puzzle, form, |format| puzzle.write(format, &puzzle.blank()).map(|_| ()))
}

fn refuse_early(
    puzzle: &Puzzle,
    form: &Form,
    probe: impl FnOnce(Format) -> Result<(), WriteError>,
) -> Result<(), Failure> {
    match form.to {
        Some(Target::Svg | Target::Scene) => Ok(()),
        Some(Target::Format(format)) => Ok(probe(format)?),
        None | Some(Target::Text | Target::Ansi) => refuse_loss(&puzzle.scene(&puzzle.blank()), form.style),
    }
}

/// An atom of a cell in which no answer is printed.
fn some_entry(puzzle: &Puzzle) -> Option<Atom> {
    let model = puzzle.model();
    let mut is_printed = vec![false; puzzle.grid().len()];
    for atom in model.givens() {
        is_printed[puzzle.atom_cell(*atom).index()] = true;
    }
    model.atoms().find(|atom| !is_printed[puzzle.atom_cell(*atom).index()])
}

/// `1 row`, `2 rows`.
pub fn counted(number: impl TryInto<u128> + std::fmt::Display + Copy, noun: &str) -> String {
    let plural = if number.try_into().is_ok_and(|n| n == 1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Whether standard output holds drawn text, which words may stand beside.
pub fn is_for_people(form: &Form) -> bool {
    matches!(form.to, None | Some(Target::Text | Target::Ansi))
}
