//! What the program can tell of itself: a welcome, genres, rules, completions, man pages.

use crate::Exit;
use crate::args::{self, Global, Rules, Subject};
use crate::commands::emulsion;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use gridwright::formats::Format;
use gridwright::model::{Board, Position};
use gridwright::scene::text::{Style, render};
use gridwright::view::{CompletionsView, GenreView, GenresView, ManView, RoleWord, WelcomeView};
use gridwright::{Genre, Reading, registry};
use gridwright_base::shown_in_line;

/// What `gridwright` alone prints: the first genre's example, its solution, and what to try next.
pub fn welcome(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let genre = registry::ALL[0];
    let reading = Reading::parse(genre.example)
        .map_err(|error| Failure::Message(format!("the example cannot be read: {error}")))?;
    let puzzle = &reading.puzzle;
    let Some(solution) = puzzle.solve().solution() else {
        return Err(Failure::Message("the example has no solution".to_string()));
    };
    if global.json {
        output.document(WelcomeView {
            version: env!("CARGO_PKG_VERSION").to_string(),
            genres: registry::ALL.iter().map(|genre| genre.id.to_string()).collect(),
            example: genre.example.to_string(),
            solution: puzzle.solution_json(&solution),
        })?;
        return Ok(Exit::Yes);
    }
    let mut text = format!("Gridwright {}\n\n", env!("CARGO_PKG_VERSION"));
    text += &wrapped(&format!("{}: {}", genre.name, genre.summary), 0, output.columns);
    text.push('\n');
    text += &side_by_side(&reading, &solution, output);
    let names: Vec<&str> = registry::ALL.iter().map(|genre| genre.name).collect();
    let listed = match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.join(", "),
    };
    text.push('\n');
    text += &wrapped(&format!("{listed} so far. Try:"), 0, output.columns);
    text.push('\n');
    for (command, meaning) in suggestions(&reading) {
        text += &format!("  gridwright {command}\n");
        text += &wrapped(&format!("      {meaning}"), 6, output.columns);
    }
    output.text(&text)?;
    Ok(Exit::Yes)
}

/// The board and its solution, one under the other where there is no room.
fn side_by_side(reading: &Reading, solution: &Board, output: &Output) -> String {
    let scenes =
        [&reading.position, &Position::of_solution(solution)].map(|position| reading.puzzle.scene(position));
    let boards = scenes.each_ref().map(|scene| render(scene, Style::Boxed, output.colour));
    let needed: usize = scenes.iter().map(|scene| Style::Boxed.columns(scene) + 2).sum::<usize>() + 2;
    if output.columns.is_some_and(|columns| columns < needed) {
        return format!("{}\n{}", boards[0], boards[1]);
    }
    let lines = boards[0].lines().zip(boards[1].lines());
    lines.map(|(left, right)| format!("  {left}    {right}\n")).collect()
}

/// Commands that can be run as they are, about a puzzle that fits on the command line.
fn suggestions(reading: &Reading) -> Vec<(String, &'static str)> {
    let address = reading.write(Format::Puzzlink).unwrap_or_default();
    let id = address.trim().rsplit('?').next().unwrap_or_default();
    let genre = registry::ALL.last().map_or("", |genre| genre.id);
    vec![
        (format!("solve {id}"), "this board, given as a puzz.link id; an address or a file will do as well"),
        (format!("show {id} --to svg > board.svg"), "a picture"),
        (format!("convert {id} --to native > board.txt"), "a file to fill in"),
        ("check board.txt".to_string(), "what is wrong in it, what is missing"),
        (format!("rules {genre}"), "the rules and options of a genre"),
        ("help".to_string(), "everything else"),
    ]
}

fn format_names(formats: impl IntoIterator<Item = Format>) -> Vec<&'static str> {
    formats.into_iter().map(Format::name).collect()
}

pub fn genres(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        output.document(GenresView::new())?;
        return Ok(Exit::Yes);
    }
    let width = registry::ALL.iter().map(|genre| genre.id.len()).max().unwrap_or(0);
    for genre in registry::ALL {
        let line = format!("{:width$}  {}: {}", genre.id, genre.name, genre.summary);
        output.text(&wrapped(&line, width + 2, output.columns))?;
        for (what, names) in [
            ("also", genre.aliases.to_vec()),
            ("reads", format_names(genre.readers.formats())),
            ("writes", format_names(genre.written())),
        ] {
            if !names.is_empty() {
                let line = format!("{:width$}  {what}: {}", "", names.join(", "));
                output.text(&wrapped(&line, width + 4, output.columns))?;
            }
        }
    }
    Ok(Exit::Yes)
}

pub fn rules(global: &Global, args: &Rules, output: &mut Output) -> Result<Exit, Failure> {
    match args.subject {
        Subject::Puzzles(genre) => genre_rules(global, genre, output),
        Subject::BoardGame => emulsion::rules(global, output),
    }
}

fn genre_rules(global: &Global, genre: &Genre, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        output.document(GenreView::new(genre))?;
        return Ok(Exit::Yes);
    }
    let columns = output.columns;
    let mut text = wrapped(&format!("{}: {}", genre.name, genre.summary), 0, columns) + "\n";
    let width = genre.rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in genre.rules {
        let line = format!("{:width$}  {:4}  {}", rule.id, RoleWord::from(rule.role).name(), rule.text);
        text += &wrapped(&line, width + 8, columns);
    }
    if !genre.options.is_empty() {
        text.push('\n');
        text += &wrapped("Options (--option KEY=VALUE, or in the header of a native text):", 0, columns);
    }
    for option in genre.options {
        let values = if option.values.is_empty() { "…".to_string() } else { option.values.join("|") };
        text += &wrapped(&format!("{}={values}  {}", option.key, option.help), 4, columns);
    }
    text += &format!("\nExample:\n{}", genre.example);
    output.lines(&text)?;
    Ok(Exit::Yes)
}

pub fn completions(
    global: &Global,
    shell: clap_complete::Shell,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "gridwright", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match global.json {
        true => output.document(CompletionsView { shell: shell.to_string(), script })?,
        false => output.text(&script)?,
    }
    Ok(Exit::Yes)
}

pub fn man(global: &Global, command: &[String], output: &mut Output) -> Result<Exit, Failure> {
    let mut root = args::command();
    root.build();
    let mut page = &root;
    for (i, name) in command.iter().enumerate() {
        page = page.find_subcommand(name).ok_or_else(|| {
            Failure::Message(format!("there is no command '{}'", shown_in_line(&command[..=i].join(" "))))
        })?;
    }
    let mut name = vec!["gridwright"];
    name.extend(command.iter().map(String::as_str));
    let page = page.clone().name(name.join("-").leak() as &str).version(env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(Failure::from_write)?;
    let page = String::from_utf8_lossy(&text).into_owned();
    let command = (!command.is_empty()).then(|| command.join(" "));
    match global.json {
        true => output.document(ManView { command, page })?,
        false => output.text(&page)?,
    }
    Ok(Exit::Yes)
}
