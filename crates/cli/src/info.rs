//! What the program can tell of itself: a welcome, genres, rules, completions, man pages.

use crate::Exit;
use crate::args::{Cli, Global};
use crate::failure::Failure;
use crate::output::Output;
use clap::CommandFactory;
use gridwright::formats::{self, Format};
use gridwright::genres::{self, Genre};
use gridwright::model::{Position, Role};
use gridwright::scene::text::{Style, render};
use gridwright::solve::{Answer, Engine};
use serde_json::{Value, json};

/// What `gridwright` alone prints: the first genre's example, its solution, and what to try next.
pub fn welcome(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let genre = genres::ALL[0];
    let reading = formats::read(genre.example, None, None)
        .map_err(|error| Failure::Message(format!("the example cannot be read: {error}")))?;
    let puzzle = reading.puzzle.as_ref();
    let Answer::Solution(solution) = Engine::new(&puzzle.model()).solve() else {
        return Err(Failure::Message("the example has no solution".to_string()));
    };
    if global.json {
        output.json(&json!({
            "version": env!("CARGO_PKG_VERSION"),
            "genres": genres::ALL.iter().map(|genre| genre.id).collect::<Vec<_>>(),
            "example": genre.example,
            "solution": puzzle.solution_json(&solution),
        }))?;
        return Ok(Exit::Yes);
    }
    let draw = |position: &Position| render(&puzzle.scene(position), Style::Boxed, output.colour);
    let boards = [draw(&reading.position), draw(&Position::of_solution(&solution))];
    let mut text =
        format!("Gridwright {}\n\n{}: {}\n\n", env!("CARGO_PKG_VERSION"), genre.name, genre.summary);
    for (left, right) in boards[0].lines().zip(boards[1].lines()) {
        text += &format!("  {left}    {right}\n");
    }
    let names: Vec<&str> = genres::ALL.iter().map(|genre| genre.name).collect();
    text += &format!(
        "\n{} so far. Try:\n\n{}",
        match names.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => names.join(", "),
        },
        "  gridwright solve FILE            a solution, and whether it is the only one
  gridwright solve 'ID or URL'     the same for a puzz.link address or a game id
  gridwright show FILE --to svg    a picture
  gridwright check FILE            what is wrong, what is missing
  gridwright rules GENRE           the rules and the options
  gridwright help                  everything else
"
    );
    output.text(&text)?;
    Ok(Exit::Yes)
}

fn format_names(formats: impl IntoIterator<Item = Format>) -> Vec<&'static str> {
    formats.into_iter().map(Format::name).collect()
}

fn written_formats(genre: &Genre) -> Vec<&'static str> {
    format_names([Format::Native, Format::Json].into_iter().chain(genre.writes.iter().copied()))
}

pub fn genres(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        output.json(&genres::ALL.iter().map(|genre| genre_json(genre)).collect())?;
        return Ok(Exit::Yes);
    }
    let width = genres::ALL.iter().map(|genre| genre.id.len()).max().unwrap_or(0);
    for genre in genres::ALL {
        output.lines(&format!("{:width$}  {}: {}", genre.id, genre.name, genre.summary))?;
        for (what, names) in [
            ("also", genre.aliases.to_vec()),
            ("reads", format_names(genre.readers.formats())),
            ("writes", written_formats(genre)),
        ] {
            if !names.is_empty() {
                output.lines(&format!("{:width$}  {what}: {}", "", names.join(", ")))?;
            }
        }
    }
    Ok(Exit::Yes)
}

fn genre_json(genre: &Genre) -> Value {
    json!({
        "id": genre.id,
        "name": genre.name,
        "aliases": genre.aliases,
        "summary": genre.summary,
        "reads": format_names(genre.readers.formats()),
        "writes": written_formats(genre),
        "rules": genre.rules.iter().map(|rule| json!({
            "id": rule.id,
            "role": role(rule.role),
            "text": rule.text,
        })).collect::<Vec<_>>(),
        "options": genre.options.iter().map(|option| json!({
            "key": option.key,
            "values": option.values,
            "help": option.help,
        })).collect::<Vec<_>>(),
        "example": genre.example,
    })
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Law => "law",
        Role::Clue => "clue",
    }
}

pub fn rules(global: &Global, genre: &Genre, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        output.json(&genre_json(genre))?;
        return Ok(Exit::Yes);
    }
    let mut text = format!("{}: {}\n\n", genre.name, genre.summary);
    let width = genre.rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in genre.rules {
        text += &format!("{:width$}  {:4}  {}\n", rule.id, role(rule.role), rule.text);
    }
    if !genre.options.is_empty() {
        text += "\nOptions (--option KEY=VALUE, or in the header of a native text):\n";
    }
    for option in genre.options {
        let values = if option.values.is_empty() { "…".to_string() } else { option.values.join("|") };
        text += &format!("{}={values}  {}\n", option.key, option.help);
    }
    text += &format!("\nExample:\n{}", genre.example);
    output.lines(&text)?;
    Ok(Exit::Yes)
}

pub fn completions(shell: clap_complete::Shell, output: &mut Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gridwright", &mut script);
    output.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Yes)
}

pub fn man(command: Option<&str>, output: &mut Output) -> Result<Exit, Failure> {
    let mut root = Cli::command();
    root.build();
    let page = match command {
        None => root,
        Some(name) => root
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Message(format!("there is no command '{name}'")))?
            .name(format!("gridwright-{name}").leak() as &str)
            .version(env!("CARGO_PKG_VERSION")),
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(Failure::from_write)?;
    output.text(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Yes)
}
