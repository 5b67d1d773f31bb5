//! How a session looks.

use super::Session;
use super::action::goes;
use crate::grid::Cell;
use crate::model::{self, Breach, Broken, Fact, Value};
use crate::scene::{Ground, Ink, Scene};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which errors are shown, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errors {
    /// None, ever.
    Off,
    /// Everything that is wrong, at once.
    #[default]
    On,
    /// Everything, but only on [request](Session::show_errors), until the position changes.
    OnRequest,
    /// Direct conflicts at once: more is entered than a rule allows. Whatever lacks room only shows on request.
    Conflicts,
}

impl Errors {
    /// All of them, as a key goes through them.
    pub const ALL: [Errors; 4] = [Errors::Conflicts, Errors::On, Errors::OnRequest, Errors::Off];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Errors::On => "on",
            Errors::OnRequest => "on-request",
            Errors::Off => "off",
            Errors::Conflicts => "conflicts",
        }
    }

    /// What to say to a player who chooses it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Errors::Conflicts => "Direct conflicts are shown; c shows everything that is wrong.",
            Errors::On => "Everything that is wrong is shown.",
            Errors::OnRequest => "Errors are shown when you check.",
            Errors::Off => "Errors are not shown.",
        }
    }

    /// The mode that a key goes on to.
    pub fn next(self) -> Errors {
        match self {
            Errors::Conflicts => Errors::On,
            Errors::On => Errors::OnRequest,
            Errors::OnRequest => Errors::Off,
            Errors::Off => Errors::Conflicts,
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
#[error("unknown way to show errors '{0}' (one of: conflicts, on, on-request, off)")]
pub struct UnknownErrors(pub String);

impl FromStr for Errors {
    type Err = UnknownErrors;

    fn from_str(name: &str) -> Result<Errors, UnknownErrors> {
        let found = Errors::ALL.into_iter().find(|errors| errors.name() == name);
        found.ok_or_else(|| UnknownErrors(name.to_string()))
    }
}

impl Session {
    /// Shows errors until the position changes, unless they are off.
    pub fn show_errors(&mut self) {
        self.is_checked = true;
    }

    /// The broken rules that are shown now, as the settings say.
    pub fn shown_broken(&self) -> Vec<Broken> {
        let broken = || model::broken(self.model(), &self.position().board);
        match self.settings.errors {
            Errors::Off => Vec::new(),
            Errors::OnRequest if !self.is_checked => Vec::new(),
            Errors::Conflicts if !self.is_checked => {
                broken().into_iter().filter(|broken| broken.breach == Breach::TooMuch).collect()
            }
            Errors::On | Errors::OnRequest | Errors::Conflicts => broken(),
        }
    }

    /// The cells that are flagged now, as the settings say.
    pub fn shown_flags(&self) -> Vec<Cell> {
        let (model, board) = (self.model(), &self.position().board);
        let flags = model::flags_of(model, board, &self.shown_broken());
        self.puzzle.board().cells_of_flags(model, &flags)
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
        let mut scene = self.puzzle.scene_with_flags(self.position(), self.shown_flags());
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
        self.draw_jots(&mut scene);
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
