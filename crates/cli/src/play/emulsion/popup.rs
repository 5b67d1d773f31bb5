//! What pops up over a game: help, and questions.

use super::autosave::Earlier;
use super::game_screen::Players;
use super::panel::seconds;
use crate::play::screen::paint::Colours;
use crate::play::screen::popup::{HELP_TITLE, framed, scrolls};
use gridwright_emulsion::{Colour, LARGEST, Level, Position, SMALLEST, Seat, Session, Tie};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use std::time::Duration;

/// Something in front of the game.
pub enum Popup {
    /// How many of its lines are scrolled away.
    Help(usize),
    Resign,
    Write(String),
    /// A game that was begun before.
    Earlier(Box<Earlier>),
    Settings(Settings),
}

/// The answer to a question, if there is one yet.
pub enum Answer {
    NotYet,
    Cancelled,
    Closed,
    Resign,
    Write(String),
    GoOn,
    Start(Position, Players),
    Seats(Players),
}

/// The settings of a game, while you choose them.
pub struct Settings {
    is_new: bool,
    row: usize,
    size: usize,
    players: Players,
    tie: Tie,
    pie: bool,
}

/// How long full strength may think about a turn, in milliseconds.
const TIMES: [u64; 6] = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

pub const HELP: &str = "\
arrows, j k l     move (v: h as well)
space, Enter      choose a piece, then its partner
Esc               let go; back to the last position
o                 values, groups, neither
c                 chances to win: show or hide
h (always H)      a hint with its reason
u, y              undo, redo (your turn and the engine's)
s                 swap sides, where the pie rule allows it
[ ] { }           replay back, on, to the start, to the end
x                 give up
a                 who plays, and how well
p                 pause the engine against itself, go on
n                 a new game
w, w!             write the game to a new file, overwrite one
q                 quit; the game is kept
Mouse: click or drag from piece to partner, right lets go.
Pieces: ● Black, ○ White. A partner shows what is gained.";

impl Popup {
    pub fn players(session: &Session, time: Duration) -> Popup {
        Popup::Settings(Settings::of(session, time, false))
    }

    pub fn new_game(session: &Session, time: Duration) -> Popup {
        Popup::Settings(Settings::of(session, time, true))
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
            Popup::Settings(settings) => settings.key(key),
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
            Popup::Help(skipped) => (HELP_TITLE, HELP.lines().map(Line::from).collect(), 64, *skipped),
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
            Popup::Settings(settings) => {
                let title = if settings.is_new { "A new game" } else { "Who plays" };
                // The row that is being chosen is what must be seen.
                let room = usize::from(area.height.saturating_sub(2));
                let first = (settings.row + 1).saturating_sub(room);
                (title, settings.lines(colours), 52, first)
            }
        };
        let first = framed(title, lines, width, first, area, buffer);
        if let Popup::Help(skipped) = self {
            *skipped = first;
        }
    }
}

impl Settings {
    fn of(session: &Session, time: Duration, is_new: bool) -> Settings {
        let start = session.game().start();
        let seats = [Colour::Black, Colour::White].map(|colour| session.seat(colour));
        let players = Players { seats, time };
        Settings { is_new, row: 0, size: start.board.size(), players, tie: start.tie, pie: start.pie }
    }

    fn rows(&self) -> usize {
        if self.is_new { 6 } else { 3 }
    }

    fn key(&mut self, key: KeyEvent) -> Answer {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Answer::Cancelled,
            KeyCode::Up | KeyCode::Char('k') => self.row = (self.row + self.rows() - 1) % self.rows(),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.row = (self.row + 1) % self.rows(),
            KeyCode::Left | KeyCode::Char('h') => self.turn(-1),
            KeyCode::Right | KeyCode::Char('l') => self.turn(1),
            KeyCode::Enter | KeyCode::Char(' ') if self.is_new => {
                if let Ok(start) = Position::start(self.size) {
                    return Answer::Start(Position { tie: self.tie, pie: self.pie, ..start }, self.players);
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => return Answer::Seats(self.players),
            _ => {}
        }
        Answer::NotYet
    }

    fn turn(&mut self, by: isize) {
        match self.row {
            row @ (0 | 1) => self.players.seats[row] = next_seat(self.players.seats[row], by.signum() as i8),
            2 => self.players.time = next_time(self.players.time, by),
            3 => self.size = self.size.saturating_add_signed(by).clamp(SMALLEST, LARGEST),
            4 => {
                self.tie = match self.tie {
                    Tie::LastMoverWins => Tie::LastMoverLoses,
                    Tie::LastMoverLoses => Tie::LastMoverWins,
                }
            }
            _ => self.pie = !self.pie,
        }
    }

    fn lines(&self, colours: Colours) -> Vec<Line<'static>> {
        let values = [
            ("Black", self.players.seats[0].to_string()),
            ("White", self.players.seats[1].to_string()),
            ("Level 7", seconds(self.players.time)),
            ("Size", self.size.to_string()),
            ("Full tie", self.tie.name().to_string()),
            ("Pie rule", if self.pie { "yes" } else { "no" }.to_string()),
        ];
        let row = |(i, (name, value)): (usize, (&'static str, String))| {
            let style = if i == self.row { colours.chosen() } else { Style::new() };
            Line::from(vec![Span::raw(format!("{name:<10}")), Span::styled(format!(" ◂ {value} ▸ "), style)])
        };
        let mut lines: Vec<Line<'static>> =
            values.into_iter().take(self.rows()).enumerate().map(row).collect();
        let top = Level::HIGHEST.number();
        lines.push(Line::styled(
            format!("Levels: 1 random, 2 greedy, … {top} full strength"),
            colours.faint(),
        ));
        let enter = if self.is_new { "Enter starts" } else { "Enter goes on" };
        lines.push(Line::styled(format!("←→ changes, {enter}, Esc goes back"), colours.faint()));
        lines
    }
}

/// The next longer time that can be chosen, or the next shorter one.
fn next_time(time: Duration, by: isize) -> Duration {
    let mut times = TIMES.map(Duration::from_millis).into_iter();
    let next = if by > 0 { times.find(|next| *next > time) } else { times.rfind(|next| *next < time) };
    next.unwrap_or(time)
}

/// A person, then level by level.
fn next_seat(seat: Seat, by: i8) -> Seat {
    let level = match seat {
        Seat::Human => 0,
        Seat::Engine(strength) => strength.level().unwrap_or(Level::HIGHEST).number(),
    };
    let next = level.saturating_add_signed(by).min(Level::HIGHEST.number());
    Level::new(next).map_or(Seat::Human, Seat::level)
}
