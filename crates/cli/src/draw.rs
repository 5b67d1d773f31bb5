//! Boards as the user asked for them: drawn, or in a format.

use crate::args::{Form, Target};
use crate::failure::Failure;
use crate::output::Output;
use gridwright::genres::Puzzle;
use gridwright::model::{Board, Position};
use gridwright::scene::{Scene, svg, text};

/// Draws a scene, or gives nothing where a format is asked for instead.
fn drawing(puzzle: &dyn Puzzle, scene: &Scene, form: &Form, output: &Output) -> Option<String> {
    let colour = match form.to {
        None => output.colour,
        Some(Target::Text) => false,
        Some(Target::Ansi) => true,
        Some(Target::Svg) => return Some(svg::render(scene, &title(puzzle))),
        Some(Target::Format(_)) => return None,
    };
    Some(text::render(scene, form.style, colour))
}

fn title(puzzle: &dyn Puzzle) -> String {
    let (name, grid) = (puzzle.genre().name, puzzle.grid());
    format!("{name}, {} by {}", counted(grid.rows(), "row"), counted(grid.cols(), "column"))
}

/// `1 row`, `2 rows`.
pub fn counted(number: impl TryInto<u128> + std::fmt::Display + Copy, noun: &str) -> String {
    let plural = if number.try_into().is_ok_and(|n| n == 1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A position, with errors flagged when drawn.
pub fn position(
    puzzle: &dyn Puzzle,
    position: &Position,
    form: &Form,
    output: &Output,
) -> Result<String, Failure> {
    match form.to {
        Some(Target::Format(format)) => Ok(puzzle.write(format, position)?),
        _ => Ok(drawing(puzzle, &puzzle.flagged_scene(position), form, output).unwrap_or_default()),
    }
}

/// A solution.
pub fn solution(
    puzzle: &dyn Puzzle,
    solution: &Board,
    form: &Form,
    output: &Output,
) -> Result<String, Failure> {
    match form.to {
        Some(Target::Format(format)) => Ok(puzzle.write_solution(format, solution)?),
        _ => {
            let scene = puzzle.scene(&Position::of_solution(solution));
            Ok(drawing(puzzle, &scene, form, output).unwrap_or_default())
        }
    }
}

/// Whether standard output holds drawn text, which words may stand beside.
pub fn is_for_people(form: &Form) -> bool {
    matches!(form.to, None | Some(Target::Text | Target::Ansi))
}
