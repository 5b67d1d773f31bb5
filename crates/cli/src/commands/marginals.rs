//! `count --atoms`: in how many solutions each thing holds, drawn and in numbers.

use crate::Exit;
use crate::args::{Count, Form, Global};
use crate::commands::count::number_json;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input, progress};
use gridwright::count::{BigUint, Shares, Stopped};
use gridwright::genres::Puzzle;
use gridwright::model::Atom;
use gridwright::scene::Scene;
use gridwright::scene::text::Style;
use serde_json::{Value, json};

/// Numbers are listed under a drawing of up to so many cells.
const MOST_LISTED: usize = 100;

pub fn run(global: &Global, args: &Count, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle)?;
    let puzzle = reading.puzzle.as_ref();
    let form = Form { to: args.to, style: args.style };
    let model = puzzle.model();
    let (mut counter, pulse) = progress::counter(global, &model, &reading, &args.question, &args.tables);
    let answer = counter.shares();
    drop(pulse);
    let shares = answer.as_ref().ok();
    let solvable = shares.filter(|shares| *shares.total() > BigUint::ZERO);
    let mut drawn = None;
    if let Some(shares) = solvable.filter(|_| !global.json || args.to.is_some()) {
        let thousandths: Vec<u32> = model.atoms().map(|atom| shares.scaled(atom, 1000)).collect();
        let scene = puzzle.share_scene(&thousandths);
        let about = format!("shares of {} solutions", shares.total());
        let drawing = draw::heat_map(puzzle, &scene, &about, &form, output)?;
        drawn = Some((drawing, caption(shares.total(), &scene, args.style)));
    }
    if global.json {
        output.json(&in_json(puzzle, &answer, drawn.map(|(drawing, _)| drawing)))?;
    } else {
        if let (Some(shares), Some((drawing, caption))) = (solvable, &drawn) {
            output.lines(drawing)?;
            if draw::is_for_people(&form) {
                output.lines(caption)?;
                list(puzzle, shares, output)?;
            }
        }
        match &answer {
            Ok(_) if solvable.is_none() => remark("no solution"),
            Ok(_) => {}
            Err(stopped) => {
                let why = progress::why_no_tables(*stopped, output);
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

fn in_json(puzzle: &dyn Puzzle, answer: &Result<Shares, Stopped>, drawn: Option<String>) -> Value {
    let atoms = (0..puzzle.atom_count() as u32).map(Atom);
    let atom_json = |shares: &Shares, atom| {
        let cell = puzzle.grid().name(puzzle.atom_cell(atom)).to_string();
        json!({ "cell": cell, "atom": puzzle.atom_name(atom), "count": number_json(shares.of(atom)) })
    };
    let shares = answer.as_ref().ok();
    let mut object = json!({
        "genre": puzzle.genre().id,
        "count": shares.map(|shares| number_json(shares.total())),
        "complete": shares.is_some(),
        "atoms": shares.map(|shares| atoms.map(|atom| atom_json(shares, atom)).collect::<Vec<Value>>()),
    });
    if let Some(text) = drawn {
        object["text"] = text.into();
    }
    object
}

/// A line for each cell: what it holds in how many solutions.
fn list(puzzle: &dyn Puzzle, shares: &Shares, output: &mut Output) -> Result<(), Failure> {
    let grid = puzzle.grid();
    let mut in_cell: Vec<Vec<(String, &BigUint)>> = vec![Vec::new(); grid.len()];
    for atom in (0..puzzle.atom_count() as u32).map(Atom) {
        let cell = puzzle.atom_cell(atom);
        let name = puzzle.atom_name(atom);
        let what = name.strip_prefix(&format!("{} ", grid.name(cell))).unwrap_or(&name);
        in_cell[cell.index()].push((what.to_string(), shares.of(atom)));
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
        output.text(&crate::shell::output::wrapped(&line, width + 2, output.columns))?;
    }
    Ok(())
}
