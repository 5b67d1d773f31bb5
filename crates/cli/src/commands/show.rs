//! `show` and `convert`: a puzzle drawn, or in another format.

use crate::Exit;
use crate::args::{Content, Convert, Form, Global, Puzzle, Show, Target};
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use crate::shell::{draw, input};
use gridwright::formats::Format;
use gridwright::scene::text::Style;
use gridwright::view::{TextView, TextWord};
use gridwright::{Reading, Session};

pub fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    let (reading, session) = read(global, &args.puzzle, args.content, &args.form, output)?;
    output.divert(&args.destination, global)?;
    print(global, &reading, session, &args.form, output)
}

pub fn convert(global: &Global, args: &Convert, output: &mut Output) -> Result<Exit, Failure> {
    let form = Form { to: Some(args.to), style: Style::default() };
    let (reading, session) = read(global, &args.puzzle, args.content, &form, output)?;
    output.divert(&args.destination, global)?;
    print(global, &reading, session, &form, output)
}

/// Reads what is to be written, with its history where there is one that the form can hold.
fn read(
    global: &Global,
    puzzle: &Puzzle,
    content: Content,
    form: &Form,
    output: &mut Output,
) -> Result<(Reading, Option<Session>), Failure> {
    if content.clear {
        let mut reading = input::read(global, puzzle, output)?;
        reading.position = reading.puzzle.blank();
        return Ok((reading, None));
    }
    match form.to {
        Some(Target::Format(Format::Native | Format::Tatham)) => {
            input::read_with_history(global, puzzle, output)
        }
        _ => Ok((input::read(global, puzzle, output)?, None)),
    }
}

fn print(
    global: &Global,
    reading: &Reading,
    session: Option<Session>,
    form: &Form,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let text = match (form.to, session) {
        (Some(Target::Format(format)), Some(session)) => {
            if session.branches() > 0 && format != Format::Native {
                let name = format.name();
                output.warn(format!("{name} has no branches: what is only tried is written as entered"));
            }
            session.write(format)?
        }
        _ => draw::position(reading, form, output)?,
    };
    if let Some(Target::Format(format)) = form.to {
        reading.lost_options(format, &text).into_iter().for_each(|warning| output.warn(warning));
    }
    if global.json {
        let format = form.to.map_or("text", |target| target.name());
        let (genre, format) = (reading.puzzle.genre().id.to_string(), format.to_string());
        output.document(TextView { genre, status: TextWord::Converted, format, text })?;
    } else {
        output.lines(&text)?;
    }
    Ok(Exit::Yes)
}
