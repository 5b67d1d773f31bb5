//! Yosenabe in the formats it takes part in.

mod facts;
mod own;
mod pzpr;
#[cfg(test)]
mod tests;

pub(super) use facts::targets;

use super::printed::{MAX_GOAL, MAX_NUMBER, Options, Printed, Square};
use super::{ABOUT, Yosenabe};
use crate::frames::{Encode, Format, Layer, LayerKind, ParseError, Readers, Text, WriteError, json};
use crate::model::{Board, Position};

/// What is printed.
pub(super) const LAYERS: &[Layer] = &[
    Layer {
        section: "",
        name: "numbers",
        symbols: &[(".", "none"), ("?", "not given"), ("#", "no cell")],
        kind: LayerKind::Numbers,
    },
    Layer {
        section: "areas",
        name: "areas",
        symbols: &[(".", "none")],
        kind: LayerKind::Areas { goals: "goals" },
    },
];

pub(super) const READERS: Readers = Readers {
    asp: Some(facts::read),
    puzzlink: Some(pzpr::read_puzzlink),
    pzprv3: Some(pzpr::read_pzprv3),
    ..Readers::own(own::read_native, own::read_json, own::JSON_KEYS)
};
pub(super) const WRITES: &[Format] = &[Format::Asp, Format::Puzzlink, Format::Pzprv3];

pub(super) fn write(puzzle: &Yosenabe, format: Format, position: &Position) -> Result<String, WriteError> {
    match format {
        Format::Native => Ok(own::write_native(puzzle, position)),
        Format::Json => Ok(own::write_json(puzzle, position)),
        Format::Asp => facts::write(puzzle, position),
        Format::Puzzlink => pzpr::write_puzzlink(puzzle, position),
        Format::Pzprv3 => pzpr::write_pzprv3(puzzle, position),
        _ => Err(WriteError::no_such_format(&ABOUT, format)),
    }
}

/// Refuses positions of which a format could show only the entries.
fn only_entries(puzzle: &Yosenabe, position: &Position, format: Format) -> Result<(), WriteError> {
    let crossed =
        position.board.facts().find(|fact| !fact.holds).map(|fact| ("crossed-out lines", fact.atom));
    let noted = || position.notes.iter().next().map(|atom| ("pencilled lines", atom));
    match crossed.or_else(noted) {
        Some((what, atom)) => {
            let cell = puzzle.printed.grid.name(puzzle.line(atom).0);
            Err(WriteError::NoSign { format, what, cell })
        }
        None => Ok(()),
    }
}

/// Names for areas that have none: letters while there are enough.
fn default_labels(areas: usize) -> Vec<String> {
    if areas <= 26 {
        ('A'..='Z').take(areas).map(String::from).collect()
    } else {
        (1..=areas).map(|i| i.to_string()).collect()
    }
}

fn is_label(label: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || c == '_';
    (1..=16).contains(&label.chars().count()) && label.chars().all(allowed)
}

const LABEL: &str = "an area's label (up to 16 letters and digits)";

fn number(text: Text<'_>) -> Result<Square, ParseError> {
    text.number("a number", MAX_NUMBER).map(Square::Number)
}

fn goal(text: Text<'_>) -> Result<u32, ParseError> {
    text.number("a goal", MAX_GOAL)
}

/// A puzzle, a refusal being an error at `place`.
fn puzzle(printed: Printed, options: Options, place: Text<'_>) -> Result<Yosenabe, ParseError> {
    Yosenabe::new(printed, options).map_err(|error| place.error(error))
}

impl Encode for Yosenabe {
    fn write(&self, format: Format, position: &Position) -> Result<String, WriteError> {
        self::write(self, format, position)
    }

    fn write_solution(&self, format: Format, solution: &Board) -> Result<String, WriteError> {
        match format {
            Format::Asp => Ok(self::targets(self, solution).join(" ") + "\n"),
            _ => self.write(format, &Position::of_solution(solution)),
        }
    }

    fn push_solution(&self, text: &mut String, solution: &Board) {
        json::push_list(text, self::targets(self, solution), |text, line| json::push_string(text, &line));
    }
}
