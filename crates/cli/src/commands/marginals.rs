//! `count --atoms`: in how many solutions each thing holds, drawn and in numbers.

use crate::Exit;
use crate::args::{Count, Form, Global};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::{draw, input, progress};
use gridwright::Puzzle;
use gridwright::count::{BigUint, Marginals};
use gridwright::scene::Scene;
use gridwright::scene::text::Style;
use gridwright::view::MarginalsView;

/// Numbers are listed under a drawing of at most this many cells.
const MOST_LISTED: usize = 100;

pub fn run(global: &Global, args: &Count, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let puzzle = &reading.puzzle;
    let form = Form { to: args.to, style: args.style };
    let (from_position, tables) = (args.question.from_position, Some(&args.tables));
    let (query, pulse) = progress::query(global, &reading, from_position, tables, "counting");
    let answer = query.marginals();
    drop(pulse);
    let solvable = answer.as_ref().ok().filter(|marginals| *marginals.total() > BigUint::ZERO);
    let mut drawn = None;
    if let Some(marginals) = solvable.filter(|_| !global.json || args.to.is_some()) {
        let scene = puzzle.share_scene(&marginals.proportions());
        let about = format!("shares of {} solutions", marginals.total());
        let drawing = draw::heat_map(puzzle, &scene, &about, &form, output)?;
        drawn = Some((drawing, caption(marginals.total(), &scene, args.style)));
    }
    if global.json {
        let text = drawn.map(|(drawing, _)| drawing);
        output.document(MarginalsView { text, ..MarginalsView::new(puzzle, &answer) })?;
    } else {
        if let (Some(marginals), Some((drawing, caption))) = (solvable, &drawn) {
            output.lines(drawing)?;
            if draw::is_for_people(&form) {
                output.lines(caption)?;
                list(puzzle, marginals, output)?;
            }
        }
        match &answer {
            Ok(_) if solvable.is_none() => remark("no solution"),
            Ok(_) => {}
            Err(why) => {
                progress::advise(*why, output);
                remark(&format!("{why} before all were counted"));
            }
        }
    }
    Ok(match (&answer, solvable) {
        (Err(_), _) => Exit::Unknown,
        (_, None) => Exit::No,
        _ => Exit::Yes,
    })
}

/// What the drawing means.
fn caption(total: &BigUint, scene: &Scene, style: Style) -> String {
    let has_candidates = scene.tiles.iter().flat_map(|tile| &tile.shares).any(|share| share.note > 0);
    match style {
        _ if *total == BigUint::from(1u32) => "the only solution".to_string(),
        _ if !has_candidates => format!("per cent of {total} solutions"),
        Style::Boxed => format!("{total} solutions; the higher a bar, the more of them"),
        _ => format!("{total} solutions; tenths of them after the colons"),
    }
}

/// A line for each cell: what it holds in how many solutions.
fn list(puzzle: &Puzzle, marginals: &Marginals, output: &mut Output) -> Result<(), Failure> {
    let grid = puzzle.grid();
    let mut in_cell: Vec<Vec<(String, &BigUint)>> = vec![Vec::new(); grid.len()];
    for atom in puzzle.model().atoms() {
        let cell = puzzle.atom_cell(atom);
        in_cell[cell.index()].push((puzzle.atom_what(atom), marginals.of(atom)));
    }
    let cells = || grid.cells().zip(&in_cell).filter(|(_, all)| !all.is_empty());
    if cells().count() > MOST_LISTED {
        output.advise("--json has the exact numbers of a large board");
        return Ok(());
    }
    let width = cells().map(|(cell, _)| grid.name(cell).to_string().len()).max().unwrap_or(0);
    for (cell, all) in cells() {
        // What never holds is worth a word only where nothing does.
        let some_hold = all.iter().any(|(_, holds)| **holds > BigUint::ZERO);
        let shown = all.iter().filter(|(_, holds)| !some_hold || **holds > BigUint::ZERO);
        let shown: Vec<String> = shown.map(|(what, holds)| format!("{what}: {holds}")).collect();
        let line = format!("{:width$}  {}", grid.name(cell).to_string(), shown.join(", "));
        output.text(&wrapped(&line, width + 2, output.columns))?;
    }
    Ok(())
}
