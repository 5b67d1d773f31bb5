//! The genres and their registry. A genre is one module and one row of [`ALL`].

use crate::explain::{Link, Technique, Turn, listed};
use crate::formats::{Format, ParseError, Text, asp, json, native, penpa, puzzlink, pzprv3, tatham};
use crate::generate::Maker;
use crate::grid::{Cell, Grid};
use crate::model::{Atom, Board, Fact, Model, Position, Rule, RuleKind, Value};
use crate::scene::{Glyph, Scene, Share, Stroke};
use crate::solve::Status;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

mod digits;
pub mod lightup;
mod regions;
pub mod starbattle;
pub mod sudoku;
pub mod suguru;
pub mod yosenabe;

/// Every genre, in the order help and menus show them.
pub static ALL: &[&Genre] =
    &[&lightup::GENRE, &sudoku::GENRE, &suguru::GENRE, &yosenabe::GENRE, &starbattle::GENRE];

/// One row of the registry.
#[derive(Debug)]
pub struct Genre {
    /// The name in commands and files.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Names other programs use (puzz.link ids, pzpr file ids, Tatham's game names), lower case.
    pub aliases: &'static [&'static str],
    /// The goal in one sentence.
    pub summary: &'static str,
    /// The kinds of rules, laws first.
    pub rules: &'static [RuleKind],
    /// What players call steps, the most telling names first.
    pub techniques: &'static [Technique],
    /// What the hardness of a step compares with, where players know a scale.
    pub hardness_note: Option<&'static str>,
    /// Options of a puzzle.
    pub options: &'static [PuzzleOption],
    /// How each format's inside is read.
    pub readers: Readers,
    /// The formats it can be written to, besides native and JSON.
    pub writes: &'static [Format],
    /// A small puzzle in native form.
    pub example: &'static str,
    /// How its puzzles are made, where they can be.
    pub maker: Option<&'static dyn Maker>,
}

/// An option of a genre's puzzles, `key=value` in a header and on the command line.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleOption {
    /// Its name.
    pub key: &'static str,
    /// The values it takes, the default first; free form where empty.
    pub values: &'static [&'static str],
    /// What it does.
    pub help: &'static str,
}

/// What reading a puzzle gives.
pub type ReadResult = Result<Reading, ParseError>;

/// A genre's readers, by format; `None` where the genre takes no part in the format.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Readers {
    pub native: fn(&native::Document<'_>) -> ReadResult,
    pub json: fn(&json::Object) -> ReadResult,
    /// The keys of the genre's JSON objects besides those of its options; without the first it is another's.
    pub json_keys: &'static [&'static str],
    pub puzzlink: Option<fn(&puzzlink::Link<'_>) -> ReadResult>,
    pub pzprv3: Option<fn(&pzprv3::File<'_>) -> ReadResult>,
    pub tatham: Option<fn(&tatham::Game<'_>) -> ReadResult>,
    pub save: Option<fn(Text<'_>) -> ReadResult>,
    pub level: Option<fn(Text<'_>) -> ReadResult>,
    pub asp: Option<fn(&asp::Program<'_>) -> ReadResult>,
    pub lists: Option<fn(Text<'_>) -> ReadResult>,
    pub line: Option<fn(Text<'_>) -> ReadResult>,
    pub grid: Option<fn(Text<'_>) -> ReadResult>,
    pub penpa: Option<fn(&penpa::Page) -> ReadResult>,
}

impl Readers {
    /// Our own two formats, which every genre has; add others with struct update syntax.
    pub const fn own(
        native: fn(&native::Document<'_>) -> ReadResult,
        json: fn(&json::Object) -> ReadResult,
        json_keys: &'static [&'static str],
    ) -> Readers {
        Readers {
            native,
            json,
            json_keys,
            puzzlink: None,
            pzprv3: None,
            tatham: None,
            save: None,
            level: None,
            asp: None,
            lists: None,
            line: None,
            grid: None,
            penpa: None,
        }
    }

    /// The formats that are read.
    pub fn formats(&self) -> Vec<Format> {
        let foreign = [
            (Format::Puzzlink, self.puzzlink.is_some()),
            (Format::Pzprv3, self.pzprv3.is_some()),
            (Format::Tatham, self.tatham.is_some()),
            (Format::Save, self.save.is_some()),
            (Format::Level, self.level.is_some()),
            (Format::Asp, self.asp.is_some()),
            (Format::Lists, self.lists.is_some()),
            (Format::Line, self.line.is_some()),
            (Format::Grid, self.grid.is_some()),
            (Format::Penpa, self.penpa.is_some()),
        ];
        let foreign = foreign.into_iter().filter(|(_, is_read)| *is_read).map(|(format, _)| format);
        [Format::Native, Format::Json].into_iter().chain(foreign).collect()
    }
}

impl Genre {
    /// Whether a JSON key means something to the genre.
    pub fn knows_json_key(&self, key: &str) -> bool {
        self.readers.json_keys.contains(&key) || self.options.iter().any(|option| option.key == key)
    }
}

/// The genre of this id or alias, in any case.
pub fn find(name: &str) -> Option<&'static Genre> {
    let name = name.to_ascii_lowercase();
    ALL.iter().copied().find(|g| g.id == name || g.aliases.contains(&name.as_str()))
}

/// A puzzle as it was read: the printed board, what a player has put on it, and what the reader remarked.
#[derive(Debug)]
pub struct Reading {
    /// The printed board.
    pub puzzle: Box<dyn Puzzle>,
    /// What is entered.
    pub position: Position,
    /// Things the reader passed over, in words.
    pub warnings: Vec<String>,
    /// The name of a rule variant that the text says it follows, kept for writing it again.
    pub variant: Option<String>,
}

impl Reading {
    /// A puzzle with nothing entered.
    pub fn blank(puzzle: impl Puzzle + 'static) -> Reading {
        let position = Position::blank(puzzle.atom_count());
        Reading { puzzle: Box::new(puzzle), position, warnings: Vec::new(), variant: None }
    }

    /// A puzzle with a position.
    pub fn with_position(puzzle: impl Puzzle + 'static, position: Position) -> Reading {
        Reading { puzzle: Box::new(puzzle), position, warnings: Vec::new(), variant: None }
    }

    /// The puzzle and its position as text, with the rule variant where the format can say it.
    pub fn write(&self, format: Format) -> Result<String, Refusal> {
        let text = self.puzzle.write(format, &self.position)?;
        Ok(match (&self.variant, format) {
            (Some(variant), Format::Puzzlink) => puzzlink::with_variant(&text, variant),
            (Some(variant), Format::Pzprv3) => pzprv3::with_variant(&text, variant),
            _ => text,
        })
    }

    /// Sets one of the puzzle's options, carrying the entries over.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let changed = self.puzzle.with_option(key, value)?;
        let mut position = Position::blank(changed.atom_count());
        let carry = |atom: Atom| {
            let name = self.puzzle.atom_name(atom);
            changed
                .atom_named(&name)
                .ok_or_else(|| Refusal::new(format!("'{name}' is not possible with {key}={value}")))
        };
        for fact in self.position.board.facts() {
            position.board.extend([crate::model::Fact { atom: carry(fact.atom)?, ..fact }]);
        }
        for atom in self.position.notes.iter() {
            position.notes.set(carry(atom)?, true);
        }
        self.puzzle = changed;
        self.position = position;
        Ok(())
    }
}

/// Why something cannot be written or set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// With a reason in words.
    pub fn new(reason: impl fmt::Display) -> Refusal {
        Refusal(reason.to_string())
    }

    /// The genre takes no part in the format.
    pub fn no_such_format(genre: &Genre, format: Format) -> Refusal {
        Refusal(format!("{} cannot be written as {}", genre.name, format.name()))
    }

    /// The genre has no such option, or not with that value.
    pub fn no_such_option(genre: &Genre, key: &str, value: &str) -> Refusal {
        match genre.options.iter().find(|o| o.key == key) {
            None => Refusal(format!("{} has no option '{key}'", genre.name)),
            Some(option) if option.values.is_empty() => {
                Refusal(format!("'{value}' is not a value for '{key}'"))
            }
            Some(option) => Refusal(format!(
                "'{value}' is not a value for '{key}' (one of: {})",
                option.values.join(", ")
            )),
        }
    }
}

/// A printed board of some genre.
///
/// Required methods say what only the genre knows; everything else is derived from the model.
pub trait Puzzle: Any + fmt::Debug + Send + Sync {
    /// The registry row.
    fn genre(&self) -> &'static Genre;

    /// Its rectangle.
    fn grid(&self) -> Grid;

    /// How many atoms its model has.
    fn atom_count(&self) -> usize;

    /// The rules, as data.
    fn model(&self) -> Model;

    /// A rule of its model as a sentence about this board.
    fn sentence(&self, rule: &Rule) -> String;

    /// The rule's own cell, where it has one: the clue's, or the cell a law is about.
    fn rule_place(&self, _rule: &Rule) -> Option<Cell> {
        None
    }

    /// The cell an atom is about.
    fn atom_cell(&self, atom: Atom) -> Cell;

    /// An atom's name as an action, `r2c3 5`.
    fn atom_name(&self, atom: Atom) -> String;

    /// The name without the cell, `5`.
    fn atom_what(&self, atom: Atom) -> String {
        let name = self.atom_name(atom);
        name.split_once(' ').map(|(_, what)| what.to_string()).unwrap_or(name)
    }

    /// The atom of that name.
    fn atom_named(&self, name: &str) -> Option<Atom>;

    /// What to draw for a position, without error flags.
    fn scene(&self, position: &Position) -> Scene;

    /// The puzzle and its position as text in one of [`Genre::writes`], native or JSON.
    fn write(&self, format: Format, position: &Position) -> Result<String, Refusal>;

    /// Positions that followed each other, of which `now` is the current one, with all moves where the format has room for
    /// them. By default the current position alone.
    fn write_history(&self, format: Format, positions: &[Position], now: usize) -> Result<String, Refusal> {
        self.write(format, &positions[now])
    }

    /// A solution in a format. By default the puzzle with the solution entered.
    fn write_solution(&self, format: Format, solution: &Board) -> Result<String, Refusal> {
        self.write(format, &Position::of_solution(solution))
    }

    /// A solution as JSON, in the shape the genre's data sets use.
    fn solution_json(&self, solution: &Board) -> serde_json::Value;

    /// The same puzzle with one of [`Genre::options`] set.
    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn Puzzle>, Refusal>;

    /// Facts as a clause, `r1c2 is 5 and r1c3 is not 4`.
    fn tell_facts(&self, facts: &[Fact]) -> String {
        let tell = |fact: &Fact| {
            let name = self.atom_name(fact.atom);
            if fact.holds { name } else { format!("not {name}") }
        };
        listed(&facts.iter().map(tell).collect::<Vec<_>>(), "and")
    }

    /// What a rule comes to in an argument, as a clause: `in row 3 only r3c4 can be 5`.
    fn tell_link(&self, rule: &Rule, link: &Link) -> String {
        let comes_to = match link.turn {
            Turn::Full => "which it has",
            Turn::Last => "and nothing else is left for it",
            Turn::Sum => "which adds up in no other way",
            Turn::TooMuch => "which is exceeded",
            Turn::TooLittle => "and too little is left for it",
            Turn::NoSum => "which cannot add up any more",
            Turn::Among | Turn::Takes => return self.sentence(rule),
        };
        format!("{}, {comes_to}", self.sentence(rule))
    }

    /// How many rules can be added up in a sentence that people follow: few where each has its own clause.
    fn most_counted(&self) -> usize {
        4
    }

    /// Whether anyone sees without a word what a law rules out once it has all it may have.
    fn is_plain_to_see(&self, _law: &Rule) -> bool {
        true
    }

    /// What several rules allow together, as a clause; `wanted` is what other rules need some of. The links have the facts of
    /// the whole step.
    fn tell_limits(&self, limits: &[(&Rule, &Link)], _wanted: &[Atom]) -> String {
        listed(&limits.iter().map(|(rule, link)| self.tell_link(rule, link)).collect::<Vec<_>>(), "and")
    }

    /// The cells a rule concerns: its own place first, then those of its atoms in reading order.
    fn rule_cells(&self, model: &Model, rule: &Rule) -> Vec<Cell> {
        let place = self.rule_place(rule);
        let mut cells: Vec<Cell> = model.rule_atoms(rule).map(|(atom, _)| self.atom_cell(atom)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| Some(*cell) != place);
        cells.splice(0..0, place);
        cells
    }

    /// The cells a player sees flagged: those of entries that break a rule, and the places of broken clues.
    fn flagged_cells(&self, model: &Model, board: &Board) -> Vec<Cell> {
        let flags = crate::model::flags(model, board);
        let places = flags.places.iter().filter_map(|rule| self.rule_place(model.get(*rule)));
        flags.entries.iter().map(|atom| self.atom_cell(*atom)).chain(places).collect()
    }

    /// [`scene`](Puzzle::scene) with what is wrong flagged.
    fn flagged_scene(&self, model: &Model, position: &Position) -> Scene {
        let mut scene = self.scene(position);
        for cell in self.flagged_cells(model, &position.board) {
            scene.tile(cell).error = true;
            for stroke in scene.strokes.iter_mut().filter(|s| s.from == cell) {
                stroke.error = true;
            }
        }
        scene
    }

    /// All solutions that agree with what is known, in the order of the atoms with "yes" before "no", if the genre has a
    /// faster way to them than the engine and finds them to be at most `limit`. `None` says nothing: the engine knows.
    fn few_solutions(&self, _known: Option<&Board>, _limit: usize) -> Option<Vec<Board>> {
        None
    }

    /// Where a heat map shows how often an atom holds: a cell, and the candidate in it or 0 for the cell as a whole.
    fn share_place(&self, atom: Atom) -> (Cell, u32) {
        (self.atom_cell(atom), 0)
    }

    /// The line that is drawn where an atom holds, in genres that draw any.
    fn stroke(&self, _atom: Atom) -> Option<Stroke> {
        None
    }

    /// A heat map. `thousandths` says of each atom how often it holds, 1000 being always; what always holds is drawn
    /// as entered.
    fn share_scene(&self, thousandths: &[u32]) -> Scene {
        let mut position = Position::blank(self.atom_count());
        let mut shares: BTreeMap<(Cell, u32), u32> = BTreeMap::new();
        for (atom, &thousandths) in (0..).map(Atom).zip(thousandths) {
            if thousandths == 1000 {
                position.board.set(atom, Value::Yes);
            } else {
                *shares.entry(self.share_place(atom)).or_default() += thousandths;
            }
        }
        let mut scene = self.scene(&position);
        let is_end = |scene: &Scene, cell| scene.strokes.iter().any(|stroke| stroke.to == cell);
        for ((cell, note), thousandths) in shares {
            let is_taken = matches!(scene.tile(cell).glyph, Glyph::Label(_) | Glyph::Bulb)
                || thousandths == 0 && is_end(&scene, cell);
            if !is_taken {
                scene.tile(cell).shares.push(Share { note, thousandths });
            }
        }
        scene
    }

    /// A solving order as it is taught: the entries in order, or `Some(None)` where the board has no solution.
    /// `None` where the genre has no such order.
    fn trace(&self) -> Option<Option<Vec<Atom>>> {
        None
    }

    /// The options whose values differ from what a native text without them means.
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

impl dyn Puzzle {
    /// What [`Engine::status`](crate::solve::Engine::status) would say under these facts, where
    /// [`few_solutions`](Puzzle::few_solutions) tells it.
    ///
    /// ```
    /// use gridwright::{formats, solve::Status};
    /// let line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    /// let puzzle = formats::read(line, None, None).unwrap().puzzle;
    /// assert!(matches!(puzzle.quick_status(None), Some(Status::Unique(_))));
    /// ```
    pub fn quick_status(&self, known: Option<&Board>) -> Option<Status> {
        let found = self.few_solutions(known, 1)?;
        Some(found.into_iter().next().map_or(Status::None, Status::Unique))
    }

    /// A board as a position, with what is still possible noted in the cells where something is not: a drawing would not
    /// show it otherwise.
    pub fn noted(&self, board: Board) -> Position {
        let mut position = Position { board, ..Position::blank(self.atom_count()) };
        let mut is_narrowed = vec![false; self.grid().len()];
        for fact in position.board.facts().filter(|fact| !fact.holds) {
            is_narrowed[self.atom_cell(fact.atom).index()] = true;
        }
        for atom in (0..position.board.len() as u32).map(Atom) {
            if position.board.get(atom) == Value::Open && is_narrowed[self.atom_cell(atom).index()] {
                position.notes.set(atom, true);
            }
        }
        position
    }

    /// A board with all that is still possible pencilled in.
    pub fn pencilled(&self, board: Board) -> Position {
        let mut position = Position { board, ..Position::blank(self.atom_count()) };
        for atom in (0..position.board.len() as u32).map(Atom) {
            position.notes.set(atom, position.board.get(atom) == Value::Open);
        }
        position
    }

    /// Looks behind the trait at a genre's own type and its methods.
    pub fn downcast_ref<P: Puzzle>(&self) -> Option<&P> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}
