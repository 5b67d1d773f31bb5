//! How a session looks.

use super::Session;
use super::action::goes;
use crate::model::{Fact, Value};
use crate::scene::{Ground, Ink, Scene};
use std::fmt;
use std::str::FromStr;

/// When errors are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Never.
    Off,
    /// At once.
    #[default]
    On,
    /// Only on [request](Session::show_errors), until the position changes.
    OnRequest,
}

impl Errors {
    /// All of them, as a key goes through them.
    pub const ALL: [Errors; 3] = [Errors::On, Errors::OnRequest, Errors::Off];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Errors::On => "on",
            Errors::OnRequest => "on-request",
            Errors::Off => "off",
        }
    }

    /// The mode that a key goes on to.
    pub fn next(self) -> Errors {
        match self {
            Errors::On => Errors::OnRequest,
            Errors::OnRequest => Errors::Off,
            Errors::Off => Errors::On,
        }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no such way to show errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown way to show errors '{0}' (one of: on, on-request, off)")]
pub struct UnknownErrors(pub String);

impl FromStr for Errors {
    type Err = UnknownErrors;

    fn from_str(name: &str) -> Result<Errors, UnknownErrors> {
        let found = Errors::ALL.into_iter().find(|errors| errors.name() == name);
        found.ok_or_else(|| UnknownErrors(name.to_string()))
    }
}

/// How a session is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// When errors are shown.
    pub errors: Errors,
    /// Whether what single rules rule out is crossed out, and notes of it are left out.
    pub auto_marks: bool,
}

impl Session {
    /// Shows errors until the position changes, unless they are off.
    pub fn show_errors(&mut self) {
        self.is_checked = true;
    }

    /// Whether errors are shown now.
    pub fn shows_errors(&self) -> bool {
        match self.settings.errors {
            Errors::Off => false,
            Errors::On => true,
            Errors::OnRequest => self.is_checked,
        }
    }

    /// The board as it is: errors as the settings say, what is only tried apart from the rest, and what a hint points out.
    ///
    /// ```
    /// use gridwright::scene::{Glyph, Ink};
    /// use gridwright::session::{Errors, Session};
    /// let mut session = Session::read("4x1:d")?;
    /// session.perform("r1c1 bulb")?;
    /// session.perform("branch")?;
    /// session.perform("r1c4 bulb")?;
    /// let scene = session.scene();
    /// assert_eq!([scene.tiles[0].ink, scene.tiles[3].ink], [Ink::Entered, Ink::Tried(1)]);
    /// assert!(scene.tiles[3].error);
    /// session.settings.errors = Errors::OnRequest;
    /// assert!(!session.scene().tiles[3].error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        let mut scene = match self.shows_errors() {
            true => self.puzzle.flagged_scene(self.position()),
            false => self.puzzle.scene(self.position()),
        };
        if self.settings.auto_marks {
            self.mark_ruled_out(&mut scene);
        }
        let facts = self.position().board.facts();
        for Fact { atom, .. } in facts.filter(|fact| self.depth(fact.atom) > 0) {
            let ink = Ink::Tried(self.depth(atom) as u32);
            match self.puzzle.stroke(atom).filter(|_| goes(self.puzzle(), atom).is_some()) {
                Some(stroke) => {
                    let drawn = scene.strokes.iter_mut();
                    let own = drawn.filter(|other| (other.from, other.to) == (stroke.from, stroke.to));
                    own.for_each(|stroke| stroke.ink = ink);
                }
                None => scene.tile(self.puzzle.atom_cell(atom)).ink = ink,
            }
        }
        if let Some((hint, told)) = self.hint() {
            hint.point_out(&self.puzzle, told, &mut scene);
        }
        scene
    }

    /// Crosses out what single rules rule out, and leaves out notes of it.
    fn mark_ruled_out(&self, scene: &mut Scene) {
        let mut position = self.position().clone();
        for atom in self.ruled_out() {
            position.notes.set(atom, false);
            if position.board.get(atom) == Value::Open {
                position.board.set(atom, Value::No);
            }
        }
        let marked = self.puzzle.scene(&position);
        for (tile, marked) in scene.tiles.iter_mut().zip(marked.tiles) {
            // What is lit shows well enough that nothing can be there.
            if tile.is_clear() && tile.ground != Ground::Lit {
                (tile.glyph, tile.ink) = (marked.glyph, marked.ink);
            }
            tile.notes = marked.notes;
        }
    }
}
