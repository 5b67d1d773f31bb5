//! What pops up over a game: help, and questions.

use super::autosave::Earlier;
use crate::play::screen::form::{self, FormKey};
use crate::play::screen::paint::Colours;
use crate::play::screen::popup::{HELP_TITLE, framed, scrolls};
use gridwright_emulsion::{Level, Session, Setup, SetupField};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::time::Duration;

/// Something in front of the game.
pub enum Popup {
    /// How many of its lines are scrolled away.
    Help(usize),
    Resign,
    Write(String),
    /// A game that was begun before.
    Earlier(Box<Earlier>),
    Form(Form),
}

/// The answer to a question, if there is one yet.
pub enum Answer {
    NotYet,
    Cancelled,
    Closed,
    Resign,
    Write(String),
    GoOn,
    Start(Setup),
    Seats(Setup),
    Lesson,
    Puzzle,
}

/// The form for a game, and its chosen row.
pub struct Form {
    fields: &'static [SetupField],
    setup: Setup,
    row: usize,
}

pub const HELP: &str = "\
A move swaps two neighbours of different colours, also diagonal ones.
Your piece must be worth more then: 1 for each neighbour of its colour
beside, above or below, ½ for each edge. When no swap is left, the side
with the largest group wins; if equal, the next largest decide.

arrows, j k l     move (v: h as well)
space, Enter      choose a piece, then its partner
Esc               let go; back to the last position
o                 values, groups, neither
c                 chances to win: show or hide
h (always H)      a hint with its reason
u, y              undo, redo (your turn and the engine's)
s                 swap sides, where the pie rule allows it
A                 analyse the game when it is over
L, P              a short lesson, a puzzle: find the winning move
[ ] { }           replay back, on, to the start, to the end
x                 give up
a                 who plays, and how well
p                 pause the engine against itself, go on
n                 a new game
w, w!             write the game to a new file, overwrite one
q, Ctrl-Z         quit (the game is kept), suspend
Mouse: click or drag from piece to partner, right lets go.
Pieces: ● Black, ○ White. A partner shows what is gained.";

impl Popup {
    pub fn players(session: &Session, time: Duration) -> Popup {
        Popup::Form(Form { fields: &SetupField::PLAYERS, setup: Setup::of(session, time), row: 0 })
    }

    pub fn new_game(session: &Session, time: Duration) -> Popup {
        Popup::Form(Form { fields: &SetupField::ALL, setup: Setup::of(session, time), row: 0 })
    }

    pub fn key(&mut self, key: KeyEvent) -> Answer {
        match self {
            Popup::Help(skipped) => match scrolls(key) {
                Some(by) => {
                    *skipped = skipped.saturating_add_signed(by);
                    Answer::NotYet
                }
                None => Answer::Closed,
            },
            Popup::Resign => match key.code {
                KeyCode::Char('y' | 'x') | KeyCode::Enter => Answer::Resign,
                _ => Answer::Cancelled,
            },
            Popup::Write(text) => match key.code {
                KeyCode::Esc => Answer::Cancelled,
                KeyCode::Enter if text.trim().is_empty() => Answer::Cancelled,
                KeyCode::Enter => Answer::Write(std::mem::take(text)),
                KeyCode::Backspace => {
                    text.pop();
                    Answer::NotYet
                }
                KeyCode::Char(letter) => {
                    text.push(letter);
                    Answer::NotYet
                }
                _ => Answer::NotYet,
            },
            Popup::Earlier(_) => match key.code {
                KeyCode::Enter | KeyCode::Char('c' | 'y' | ' ') => Answer::GoOn,
                KeyCode::Char('n') | KeyCode::Esc => Answer::Closed,
                _ => Answer::NotYet,
            },
            Popup::Form(form) => form.key(key),
        }
    }

    pub fn paste(&mut self, pasted: &str) {
        if let Popup::Write(text) = self {
            text.push_str(pasted.trim_end_matches(['\n', '\r']));
        }
    }

    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let faint = |text: &'static str| Line::styled(text, colours.faint());
        let (title, lines, width, first) = match self {
            Popup::Help(skipped) => (HELP_TITLE, HELP.lines().map(Line::from).collect(), 74, *skipped),
            Popup::Resign => {
                ("Give up?", vec![Line::from("y gives the game up, any other key goes on.")], 52, 0)
            }
            Popup::Write(text) => {
                let room = usize::from(area.width.min(72).saturating_sub(5));
                let shown: String = text.chars().skip(text.chars().count().saturating_sub(room)).collect();
                let shown = shown.replace(char::is_control, "␤");
                let lines = vec![Line::from(format!("{shown}▏")), faint("Enter, or Esc")];
                ("Write the game to this file", lines, 72, 0)
            }
            Popup::Earlier(earlier) => {
                let lines = vec![
                    Line::from("You have begun such a game before:"),
                    Line::from(format!("{earlier}.")),
                    faint("Enter goes on with it, n starts another."),
                ];
                ("Go on?", lines, 52, 0)
            }
            Popup::Form(form) => {
                let title = if form.is_new() { "A new game" } else { "Who plays" };
                // The row that is being chosen is what must be seen.
                let room = usize::from(area.height.saturating_sub(2));
                let first = (form.row + 1).saturating_sub(room);
                (title, form.lines(colours), 52, first)
            }
        };
        let first = framed(title, lines, width, first, area, buffer);
        if let Popup::Help(skipped) = self {
            *skipped = first;
        }
    }
}

impl Form {
    fn key(&mut self, key: KeyEvent) -> Answer {
        match (FormKey::of(key), key.code) {
            (_, KeyCode::Char('L')) if self.is_new() => return Answer::Lesson,
            (_, KeyCode::Char('P')) if self.is_new() => return Answer::Puzzle,
            (Some(FormKey::Cancelled), _) => return Answer::Cancelled,
            (Some(FormKey::Move(by)), _) => self.row = form::moved(self.row, by, self.fields.len()),
            (Some(FormKey::Turn(by)), _) => self.setup.turn(self.fields[self.row], by),
            (Some(FormKey::Done), _) if self.is_new() => return Answer::Start(self.setup),
            (Some(FormKey::Done), _) => return Answer::Seats(self.setup),
            (None, _) => {}
        }
        Answer::NotYet
    }

    fn is_new(&self) -> bool {
        self.fields.len() > SetupField::PLAYERS.len()
    }

    fn lines(&self, colours: Colours) -> Vec<Line<'static>> {
        let rows: Vec<_> = self.fields.iter().map(|field| (field.name(), self.setup.value(*field))).collect();
        let mut lines = form::lines(&rows, self.row, colours);
        let faint = |text: String| Line::styled(text, colours.faint());
        let top = Level::HIGHEST.number();
        lines.push(faint(format!("Levels: 1 random, 2 greedy, … {top} full strength")));
        let enter = if self.is_new() { "Enter starts" } else { "Enter goes on" };
        lines.push(faint(format!("←→ changes, {enter}, Esc goes back")));
        if self.is_new() {
            lines.push(faint("L: a short lesson, P: a puzzle instead".to_string()));
        }
        lines
    }
}
