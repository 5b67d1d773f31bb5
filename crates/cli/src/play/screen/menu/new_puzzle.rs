//! The form for a new puzzle, and the puzzle being made.

use crate::commands::generate::some_seed;
use crate::play::screen::form::{self, FormKey};
use crate::play::screen::paint::Colours;
use crate::play::task::{Poll, Task};
use gridwright::generate::{Form, Outcome, SpecError};
use gridwright::{Genre, Limits, Puzzle, Spec};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use std::fmt;

/// The form for a new puzzle, and the puzzle being made.
pub struct NewPuzzle {
    form: Form,
    row: usize,
    making: Option<Task<Result<Puzzle, NotMade>>>,
}

/// How far it is.
pub enum Progress {
    Open,
    Cancelled,
    Made(Box<Puzzle>, Spec),
    Failed(NotMade),
}

/// Why no puzzle was made.
pub enum NotMade {
    Spec(SpecError),
    NotFound,
    Stopped,
    Failed,
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMade::Spec(error) => error.fmt(f),
            NotMade::NotFound => f.write_str("No such puzzle was found: try another size or difficulty."),
            NotMade::Stopped => f.write_str("Given up."),
            NotMade::Failed => f.write_str("something went wrong while it was made"),
        }
    }
}

impl NewPuzzle {
    /// `None` where nothing can be made.
    pub fn of_genre(genre: &'static Genre) -> Option<NewPuzzle> {
        Form::new(genre).map(|form| NewPuzzle { form, row: 0, making: None })
    }

    /// As a spec says; `None` where that cannot be made.
    pub fn of_spec(spec: Spec) -> Option<NewPuzzle> {
        Form::of(spec).map(|form| NewPuzzle { form, row: 0, making: None })
    }

    pub fn is_making(&self) -> bool {
        self.making.is_some()
    }

    pub fn key(&mut self, key: KeyEvent) -> Progress {
        if self.is_making() {
            if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
                self.making = None;
                return Progress::Failed(NotMade::Stopped);
            }
            return Progress::Open;
        }
        let fields = self.form.fields();
        match FormKey::of(key) {
            Some(FormKey::Cancelled) => return Progress::Cancelled,
            Some(FormKey::Move(by)) => self.row = form::moved(self.row, by, fields.len()),
            Some(FormKey::Turn(by)) => {
                let field = fields[self.row];
                self.form.turn(field, by);
            }
            Some(FormKey::Done) => self.make(),
            None => {}
        }
        Progress::Open
    }

    /// Has a puzzle made.
    pub fn make(&mut self) {
        let spec = self.form.spec().clone();
        self.making = Some(Task::start(move |cancel| {
            let limits = Limits::default().cancel(cancel);
            match spec.generate_with(some_seed(), &limits).map_err(NotMade::Spec)? {
                Outcome::Found(made) => Ok(made.puzzle),
                Outcome::NotFound(_) => Err(NotMade::NotFound),
                Outcome::Stopped(_) => Err(NotMade::Stopped),
            }
        }));
    }

    /// Looks whether the puzzle is ready.
    pub fn tick(&mut self) -> Progress {
        let made = match self.making.as_ref().map(Task::poll) {
            None | Some(Poll::Pending) => return Progress::Open,
            Some(Poll::Done(made)) => made,
            Some(Poll::Failed) => Err(NotMade::Failed),
        };
        self.making = None;
        match made {
            Ok(puzzle) => Progress::Made(Box::new(puzzle), self.form.spec().clone()),
            Err(why) => Progress::Failed(why),
        }
    }

    pub fn lines(&self, colours: Colours) -> Vec<Line<'static>> {
        let hint = match self.is_making() {
            true => "Making one… Esc gives up",
            false => "↑↓ chooses, ←→ changes, Enter makes one, Esc goes back",
        };
        let fields = self.form.fields().iter();
        let rows: Vec<_> = fields.map(|field| (field.name(), self.form.value(*field))).collect();
        let title = format!("New {}", self.form.spec().genre.name);
        let mut lines = vec![Line::styled(title, Style::new().add_modifier(Modifier::BOLD))];
        lines.extend(form::lines(&rows, self.row, colours));
        lines.push(Line::styled(hint, colours.faint()));
        lines.iter_mut().for_each(|line| line.spans.insert(0, Span::raw("  ")));
        lines
    }
}
