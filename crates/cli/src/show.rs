//! `show` and `convert`: a puzzle drawn, or in another format.

use crate::args::{Convert, Form, Global, Puzzle, Show};
use crate::failure::Failure;
use crate::output::Output;
use crate::{Exit, draw, input};
use gridwright::scene::text::Style;
use serde_json::json;

pub fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    print(global, &args.puzzle, &args.form, output)
}

pub fn convert(global: &Global, args: &Convert, output: &mut Output) -> Result<Exit, Failure> {
    let form = Form { to: Some(args.to), style: Style::default() };
    print(global, &args.puzzle, &form, output)
}

fn print(global: &Global, puzzle: &Puzzle, form: &Form, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, puzzle)?;
    let text = draw::position(&reading, form, output)?;
    if global.json {
        let format = form.to.map_or("text", |target| target.name());
        output.json(&json!({ "genre": reading.puzzle.genre().id, "format": format, "text": text }))?;
    } else {
        output.lines(&text)?;
    }
    Ok(Exit::Yes)
}
