//! A puzzle being played: find the only winning move.

use crate::game::Game;
use crate::position::{Colour, Turn};
use crate::puzzles::Puzzle;
use crate::session::{Refused, Seat, Session};
use crate::solver::Solver;
use gridwright_base::Limits;

/// A puzzle being played.
///
/// ```
/// use gridwright_emulsion::{Attempt, Position, PuzzleGame, PuzzleMaker, Turn};
/// let puzzle = PuzzleMaker::new(&Position::start(4)?, 1).make()?.expect("there are many");
/// let answer = Turn::Swap(puzzle.answer);
/// let other = puzzle.position.turns().into_iter().find(|turn| *turn != answer).unwrap();
/// let mut game = PuzzleGame::new(puzzle);
/// assert!(matches!(game.attempt(other)?, Attempt::Wrong { .. }));
/// assert_eq!(game.attempt(answer)?, Attempt::Right);
/// assert!(game.is_solved() && game.told().contains("after 1 wrong try"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleGame {
    puzzle: Puzzle,
    wrong: usize,
    last: Option<(Turn, Attempt)>,
    is_revealed: bool,
}

/// What an attempt at a puzzle was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The winning move.
    Right,
    /// Another one, and how the other side wins then, where that is known.
    Wrong {
        /// A winning answer.
        reply: Option<Turn>,
    },
}

/// What finding an answer may take.
const STEPS: u64 = 2_000_000;
const MEMORY: usize = 64 << 20;

impl PuzzleGame {
    /// A puzzle that nobody has tried.
    pub fn new(puzzle: Puzzle) -> PuzzleGame {
        PuzzleGame { puzzle, wrong: 0, last: None, is_revealed: false }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// A session at the puzzle's position, in which a person plays both sides.
    pub fn session(&self) -> Session {
        Session::new(Game::from_position(self.puzzle.position.clone()), [Seat::Human; 2])
    }

    /// A session with the whole line of best play, shown after the answer.
    pub fn solved_session(&self) -> Session {
        let mut session = self.session();
        for turn in &self.puzzle.line {
            session.play(*turn).expect("the line is legal");
        }
        while session.shown_turns().len() > 1 {
            session.back();
        }
        session
    }

    /// Whether the answer was found or shown.
    pub fn is_solved(&self) -> bool {
        self.is_revealed || matches!(self.last, Some((_, Attempt::Right)))
    }

    /// Tries a turn.
    pub fn attempt(&mut self, turn: Turn) -> Result<Attempt, Refused> {
        if self.is_solved() {
            return Err(Refused::Over);
        }
        let position = &self.puzzle.position;
        let after = position.after(turn)?;
        let attempt = if turn == Turn::Swap(self.puzzle.answer) {
            Attempt::Right
        } else {
            self.wrong += 1;
            let mut solver = Solver::with_limits(&after, Limits::default().steps(STEPS).memory(MEMORY));
            let wins = |reply: &Turn| {
                let then = after.after(*reply).ok()?;
                (solver.winner(&then).ok()? == after.to_move).then_some(())
            };
            let mut wins = wins;
            Attempt::Wrong { reply: after.turns().into_iter().find(|reply| wins(reply).is_some()) }
        };
        self.last = Some((turn, attempt));
        Ok(attempt)
    }

    /// Shows the answer.
    pub fn reveal(&mut self) {
        self.is_revealed = true;
    }

    /// What to do.
    pub fn task(&self) -> String {
        let mover = self.mover();
        format!("{mover} to move: one of {} moves wins. Which one?", self.puzzle.moves)
    }

    fn mover(&self) -> Colour {
        self.puzzle.position.to_move
    }

    /// What to say about the last attempt; the task where there was none.
    pub fn told(&self) -> String {
        let position = &self.puzzle.position;
        let answer = position.write_turn(Turn::Swap(self.puzzle.answer));
        match self.last {
            _ if self.is_revealed => format!("{answer} wins; every other move loses."),
            None => self.task(),
            Some((_, Attempt::Right)) => {
                let tries = match self.wrong {
                    0 => "at the first try".to_string(),
                    1 => "after 1 wrong try".to_string(),
                    wrong => format!("after {wrong} wrong tries"),
                };
                format!("Right, {tries}: {answer} is the only move that wins.")
            }
            Some((turn, Attempt::Wrong { reply })) => {
                let reply = reply.and_then(|reply| Some(position.after(turn).ok()?.write_turn(reply)));
                let reply = reply.map_or(String::new(), |reply| format!(" with {reply}"));
                let (turn, other) = (position.write_turn(turn), self.mover().other());
                format!("{turn} loses: {other} wins{reply}. Try another move.")
            }
        }
    }
}
