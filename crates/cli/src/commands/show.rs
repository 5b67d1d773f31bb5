//! `show` and `convert`: a puzzle drawn, or in another format.

use crate::Exit;
use crate::args::{Convert, Form, Global, Puzzle, Show, Target};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input};
use gridwright::Reading;
use gridwright::formats::{Format, ReadOptions};
use gridwright::scene::text::Style;
use gridwright::view::{TextView, TextWord};

pub fn show(global: &Global, args: &Show, output: &mut Output) -> Result<Exit, Failure> {
    print(global, &args.puzzle, &args.form, output)
}

pub fn convert(global: &Global, args: &Convert, output: &mut Output) -> Result<Exit, Failure> {
    let form = Form { to: Some(args.to), style: Style::default() };
    print(global, &args.puzzle, &form, output)
}

fn print(global: &Global, puzzle: &Puzzle, form: &Form, output: &mut Output) -> Result<Exit, Failure> {
    let (reading, session) = match form.to {
        Some(Target::Format(Format::Native | Format::Tatham)) => input::read_with_history(global, puzzle)?,
        _ => (input::read(global, puzzle)?, None),
    };
    let text = match (form.to, session) {
        (Some(Target::Format(format)), Some(session)) => {
            if session.branches() > 0 && format != Format::Native {
                let name = format.name();
                remark(&format!("warning: {name} has no trials: what is only tried is written as entered"));
            }
            session.write(format)?
        }
        _ => draw::position(&reading, form, output)?,
    };
    if let Some(Target::Format(format)) = form.to {
        tell_lost_options(&reading, format, &text);
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
