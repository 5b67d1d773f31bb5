//! The values that options take.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gridwright::formats::Format;
use gridwright::generate::{Motif, Symmetry};
use gridwright::rating::Level;
use gridwright::scene::text::Style;
use gridwright::sheet::{Paper, Solutions};
use gridwright::{Genre, registry};
use gridwright_base::read_duration;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// What a board can be printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Text,
    Ansi,
    Svg,
    Scene,
    Format(Format),
}

impl Target {
    pub fn name(self) -> &'static str {
        match self {
            Target::Text => "text",
            Target::Ansi => "ansi",
            Target::Svg => "svg",
            Target::Scene => "scene",
            Target::Format(format) => format.name(),
        }
    }
}

const DRAWINGS: [(Target, &str); 4] = [
    (Target::Text, "drawn with characters"),
    (Target::Ansi, "drawn with characters and colours"),
    (Target::Svg, "drawn as a picture"),
    (Target::Scene, "what to draw, as JSON for other programs"),
];

pub(super) fn format_values() -> impl Iterator<Item = PossibleValue> {
    let is_written = |format| registry::ALL.iter().any(|genre| genre.written().contains(&format));
    let written = Format::ALL.into_iter().filter(move |(format, _, _)| is_written(*format));
    written.map(|(_, name, help)| PossibleValue::new(name).help(help))
}

pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    formats_among(format_values())
}

/// Without descriptions, for help that has them elsewhere.
pub(super) fn bare_format_parser() -> impl TypedValueParser<Value = Format> {
    formats_among(Format::ALL.into_iter().map(|(_, name, _)| PossibleValue::new(name)))
}

pub(super) fn formats_among(
    values: impl Iterator<Item = PossibleValue>,
) -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Format>().expect("only names of formats are possible"))
}

pub(super) fn drawing_values() -> impl Iterator<Item = PossibleValue> {
    DRAWINGS.into_iter().map(|(target, help)| PossibleValue::new(target.name()).help(help))
}

pub(super) fn target_parser() -> impl TypedValueParser<Value = Target> {
    targets_among(drawing_values().chain(format_values()))
}

pub(super) fn drawing_parser() -> impl TypedValueParser<Value = Target> {
    targets_among(drawing_values())
}

pub(super) fn targets_among(
    values: impl Iterator<Item = PossibleValue>,
) -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(values).map(|name| {
        let drawing = DRAWINGS.into_iter().map(|(target, _)| target).find(|target| target.name() == name);
        drawing.or_else(|| name.parse().ok().map(Target::Format)).expect("only these names are possible")
    })
}

pub(super) fn style_parser() -> impl TypedValueParser<Value = Style> {
    styles_among(&Style::ALL)
}

/// The styles that have room for shares.
pub(super) fn heat_style_parser() -> impl TypedValueParser<Value = Style> {
    styles_among(&Style::ALL[..2])
}

pub(super) fn styles_among(
    styles: &[(Style, &'static str, &'static str)],
) -> impl TypedValueParser<Value = Style> {
    let values = styles.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).map(|name| name.parse().expect("only names of styles are possible"))
}

pub(super) fn genre_parser() -> impl TypedValueParser<Value = &'static Genre> {
    genres(genre_values(|_| true))
}

/// Offers the genres of which puzzles can be made; of the others the library says that they cannot.
pub(super) fn maker_parser() -> impl TypedValueParser<Value = &'static Genre> {
    genres(genre_values(|genre| genre.maker.is_some()))
}

fn genre_values(is_offered: fn(&Genre) -> bool) -> impl Iterator<Item = PossibleValue> {
    let value =
        move |genre: &&Genre| PossibleValue::new(genre.id).aliases(genre.aliases).hide(!is_offered(genre));
    registry::ALL.iter().map(value)
}

fn genres(values: impl Iterator<Item = PossibleValue>) -> impl TypedValueParser<Value = &'static Genre> {
    PossibleValuesParser::new(values)
        .map(|name| registry::find(&name).expect("only names of genres are possible"))
}

/// What has rules.
#[derive(Clone, Copy)]
pub enum Subject {
    Puzzles(&'static Genre),
    BoardGame,
}

pub(super) fn subject_parser() -> impl TypedValueParser<Value = Subject> {
    let values = genre_values(|_| true).chain([PossibleValue::new("emulsion")]);
    PossibleValuesParser::new(values)
        .map(|name| registry::find(&name).map_or(Subject::BoardGame, Subject::Puzzles))
}

/// Says which symmetry is usual for which genre.
pub(super) fn symmetry_help() -> String {
    let makers =
        || registry::ALL.iter().filter_map(|genre| Some((genre.name, genre.maker?.usual_symmetry())));
    let usual = Symmetry::ALL.into_iter().filter_map(|(symmetry, name, _)| {
        let names: Vec<&str> =
            makers().filter(|(_, usual)| *usual == symmetry).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| format!("{name} for {}", names.join(", ")))
    });
    let usual: Vec<String> = usual.collect();
    format!("Symmetry of the board [default: {}; none with --several]", usual.join("; "))
}

pub(super) fn symmetry_parser() -> impl TypedValueParser<Value = Symmetry> {
    let values = Symmetry::ALL.into_iter().map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Symmetry>().expect("only names of symmetries are possible"))
}

pub(super) fn motif_parser() -> impl TypedValueParser<Value = Motif> {
    let values = Motif::ALL.into_iter().map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Motif>().expect("only names of motifs are possible"))
}

pub(super) fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| name.parse().expect("only names of levels are possible"))
}

/// An argument has another form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected(&'static str);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl Error for Expected {}

pub(super) fn size(text: &str) -> Result<(usize, usize), Expected> {
    let number = |text: &str| text.parse().map_err(|_| Expected("COLUMNSxROWS, such as 10x10"));
    let (cols, rows) = text.split_once('x').unwrap_or((text, text));
    Ok((number(cols)?, number(rows)?))
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    read_duration(text).map_err(|error| match error.line_column(text) {
        Some((_, column)) if column > 1 => format!("{error} (at character {column})"),
        _ => error.to_string(),
    })
}

pub(super) fn size_range(text: &str) -> Result<(usize, usize), Expected> {
    let number = |text: &str| text.parse().map_err(|_| Expected("A-B, such as 3-6"));
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    Ok((number(least)?, number(most)?))
}

pub(super) fn key_value(text: &str) -> Result<(String, String), Expected> {
    let (key, value) = text.split_once('=').ok_or(Expected("KEY=VALUE"))?;
    Ok((key.to_string(), value.to_string()))
}

pub(super) fn paper_parser() -> impl TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(Paper::ALL.map(Paper::name))
        .map(|name| name.parse().expect("only names of papers are possible"))
}

pub(super) fn solutions_parser() -> impl TypedValueParser<Value = Solutions> {
    PossibleValuesParser::new(Solutions::ALL.map(Solutions::name))
        .map(|name| name.parse().expect("only names of places are possible"))
}
