//! The form for a new game: who plays, on which board, by which rules.

use super::{Seat, Session};
use crate::position::{Colour, Position, Tie};
use crate::strength::Level;
use crate::{LARGEST, SMALLEST};
use std::time::Duration;

/// The choices for a new game, or for who goes on with one.
///
/// ```
/// use gridwright_emulsion::{Setup, SetupField};
/// let mut setup = Setup::default();
/// setup.turn(SetupField::Size, 1);
/// setup.turn(SetupField::White, -1);
/// assert_eq!((setup.value(SetupField::Size), setup.value(SetupField::White)), ("10".into(), "level 4".into()));
/// assert_eq!(setup.start().board.size(), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who begins as Black, and as White.
    pub seats: [Seat; 2],
    /// How long full strength thinks about a turn.
    pub time: Duration,
    size: usize,
    tie: Tie,
    pie: bool,
}

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupField {
    /// Who plays Black.
    Black,
    /// Who plays White.
    White,
    /// How long full strength thinks about a turn.
    Time,
    /// Rows and columns of the board.
    Size,
    /// Who wins when all groups are of equal sizes.
    Tie,
    /// Whether White may swap sides in place of the first move.
    Pie,
}

impl SetupField {
    /// All rows, for a new game.
    pub const ALL: [SetupField; 6] = [
        SetupField::Black,
        SetupField::White,
        SetupField::Time,
        SetupField::Size,
        SetupField::Tie,
        SetupField::Pie,
    ];

    /// The rows that mean something in a game that has begun.
    pub const PLAYERS: [SetupField; 3] = [SetupField::Black, SetupField::White, SetupField::Time];

    /// What stands before it.
    pub const fn name(self) -> &'static str {
        match self {
            SetupField::Black => "Black",
            SetupField::White => "White",
            SetupField::Time => "Level 7",
            SetupField::Size => "Size",
            SetupField::Tie => "Full tie",
            SetupField::Pie => "Pie rule",
        }
    }
}

/// How long full strength may think about a turn, in milliseconds.
const TIMES: [u64; 6] = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/// The usual board.
const SIZE: usize = 9;

impl Default for Setup {
    /// A person as Black against the engine at the usual level.
    fn default() -> Setup {
        let seats = [Seat::Human, Seat::level(Level::USUAL)];
        let time = Duration::from_millis(TIMES[2]);
        Setup { seats, time, size: SIZE, tie: Tie::default(), pie: false }
    }
}

impl Setup {
    /// As in a game that is being played.
    pub fn of(session: &Session, time: Duration) -> Setup {
        let start = session.game().start();
        let seats = [Colour::Black, Colour::White].map(|colour| session.seat(colour));
        Setup { seats, time, size: start.board.size(), tie: start.tie, pie: start.pie }
    }

    /// The position that a new game starts from.
    pub fn start(&self) -> Position {
        let start = Position::start(self.size).expect("the size stays within what boards have");
        Position { tie: self.tie, pie: self.pie, ..start }
    }

    /// What a row shows.
    pub fn value(&self, field: SetupField) -> String {
        match field {
            SetupField::Black => self.seats[0].to_string(),
            SetupField::White => self.seats[1].to_string(),
            SetupField::Time => format!("{} s", self.time.as_secs_f64()),
            SetupField::Size => self.size.to_string(),
            SetupField::Tie => self.tie.name().to_string(),
            SetupField::Pie => if self.pie { "yes" } else { "no" }.to_string(),
        }
    }

    /// Goes on to the next value of a row, or back.
    pub fn turn(&mut self, field: SetupField, by: isize) {
        match field {
            SetupField::Black => self.seats[0] = next_seat(self.seats[0], by),
            SetupField::White => self.seats[1] = next_seat(self.seats[1], by),
            SetupField::Time => self.time = next_time(self.time, by),
            SetupField::Size => self.size = self.size.saturating_add_signed(by).clamp(SMALLEST, LARGEST),
            SetupField::Tie => {
                self.tie = match self.tie {
                    Tie::LastMoverWins => Tie::LastMoverLoses,
                    Tie::LastMoverLoses => Tie::LastMoverWins,
                }
            }
            SetupField::Pie => self.pie = !self.pie,
        }
    }
}

/// The next longer time that can be chosen, or the next shorter one.
fn next_time(time: Duration, by: isize) -> Duration {
    let mut times = TIMES.map(Duration::from_millis).into_iter();
    let next = if by > 0 { times.find(|next| *next > time) } else { times.rfind(|next| *next < time) };
    next.unwrap_or(time)
}

/// A person, then level by level.
fn next_seat(seat: Seat, by: isize) -> Seat {
    let level = match seat {
        Seat::Human => 0,
        Seat::Engine(strength) => strength.level().unwrap_or(Level::HIGHEST).number(),
    };
    let next = level.saturating_add_signed(by.signum() as i8).min(Level::HIGHEST.number());
    Level::new(next).map_or(Seat::Human, Seat::level)
}
