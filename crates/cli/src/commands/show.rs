//! `show` and `convert`: a puzzle drawn, or in another format.

use crate::Exit;
use crate::args::{Content, Convert, Form, Global, Puzzle, Show, Target};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input};
use gridwright::formats::{Format, ReadOptions};
use gridwright::scene::text::Style;
use gridwright::view::{TextView, TextWord};
use gridwright::{Reading, Session};

pub fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    let (reading, session) = read(global, &args.puzzle, args.content, &args.form)?;
    output.divert(&args.destination, global)?;
    print(global, &reading, session, &args.form, output)
}

pub fn convert(global: &Global, args: &Convert, output: &mut Output) -> Result<Exit, Failure> {
    let form = Form { to: Some(args.to), style: Style::default() };
    let (reading, session) = read(global, &args.puzzle, args.content, &form)?;
    output.divert(&args.destination, global)?;
    print(global, &reading, session, &form, output)
}

/// Reads what is to be written, with its history where there is one that the form can hold.
fn read(
    global: &Global,
    puzzle: &Puzzle,
    content: Content,
    form: &Form,
) -> Result<(Reading, Option<Session>), Failure> {
    if content.clear {
        let mut reading = input::read(global, puzzle)?;
        reading.position = reading.puzzle.blank();
        return Ok((reading, None));
    }
    match form.to {
        Some(Target::Format(Format::Native | Format::Tatham)) => input::read_with_history(global, puzzle),
        _ => Ok((input::read(global, puzzle)?, None)),
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
                remark(&format!("warning: {name} has no trials: what is only tried is written as entered"));
            }
            session.write(format)?
        }
        _ => draw::position(reading, form, output)?,
    };
    if let Some(Target::Format(format)) = form.to {
        tell_lost_options(reading, format, &text);
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

/// Warns of options that a reader of the text would take otherwise, where that makes another puzzle of it.
fn tell_lost_options(reading: &Reading, format: Format, text: &str) {
    let genre = Some(reading.puzzle.genre());
    let options = ReadOptions { format: Some(format), genre, ..ReadOptions::default() };
    let Ok(again) = Reading::parse_with(text, &options) else { return };
    if again.puzzle.model() == reading.puzzle.model() {
        return;
    }
    let (meant, read) = (reading.puzzle.options(), again.puzzle.options());
    for (key, value) in meant.iter().filter(|option| !read.contains(option)) {
        remark(&format!(
            "warning: {} cannot say {key}={value}; its readers take their default",
            format.name()
        ));
    }
}
