//! The one who thinks: the engine's turns, hints, chances, reviews, proofs and puzzles. The page may end it at any time.

use super::read;
use super::review::{Review, ReviewView};
use crate::reply::{Failure, Reply};
use gridwright_base::Limits;
use gridwright_emulsion::{
    Attempt, Colour, Game, Hint, Player, Position, PuzzleGame, PuzzleMaker, Report, Seat, Session, Solution,
    Solver, Strength, Turn, words,
};
use serde::{Deserialize, Serialize};

/// Bytes for trees, and for the tables of proofs: a browser's page has to live with the other ones.
const TREE: usize = 96 << 20;
const TABLES: usize = 64 << 20;
/// Simulations for a hint and for the chances of a position.
const HINT: u64 = 20_000;
const CHANCES: u64 = 3_000;

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThinkRequest {
    /// The engine's turn at the end of a game.
    Move {
        /// The game, with who plays.
        text: String,
        /// Decides between what is equally good.
        seed: u64,
    },
    /// The chances after some turns of a game.
    Chances {
        /// The game.
        text: String,
        /// How many turns.
        turns: usize,
    },
    /// A turn to play there, with its reason.
    Hint {
        /// The game.
        text: String,
        /// How many turns.
        turns: usize,
    },
    /// Begins a review of a game, or goes on with it: one position more.
    Review {
        /// The game, where the review begins.
        #[serde(default)]
        text: Option<String>,
        /// Simulations a position.
        #[serde(default)]
        simulations: u64,
        /// Whether to think about the next position.
        #[serde(default)]
        next: bool,
        /// The width of the graph.
        width: usize,
    },
    /// Judges a turn that was tried in place of one of the reviewed game.
    Try {
        /// Which turn, from 0.
        at: usize,
        /// What was tried.
        turn: String,
    },
    /// Who wins at the end of a game, by proof.
    Solve {
        /// The game.
        text: String,
    },
    /// A puzzle.
    Puzzle {
        /// Rows and columns, from 4 to 6.
        size: usize,
        /// Equal seeds give equal puzzles.
        seed: u64,
    },
    /// An attempt at the puzzle, or its answer.
    Attempt {
        /// The turn; the answer is shown if there is none.
        #[serde(default)]
        turn: Option<String>,
    },
}

/// What was thought; each request fills some of it.
#[derive(Debug, Default, Serialize)]
pub struct Thought {
    /// A turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Black's chance in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<u16>,
    /// Chances, reasons and results in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The review so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewView>,
    /// Whether a turn that was tried is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// A position, as a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Best play, or the moves that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Whether all that was asked is known.
    pub complete: bool,
}

/// Keeps its thoughts from turn to turn.
#[derive(Default)]
pub struct Thinker {
    player: Option<(Strength, u64, Player)>,
    review: Option<Review>,
    puzzle: Option<PuzzleGame>,
}

impl Thinker {
    /// Thinks within limits.
    pub fn carry_out(&mut self, request: ThinkRequest, limits: &Limits) -> Reply<Thought> {
        let limits = limits.clone().memory(TREE);
        let nothing = Thought { complete: true, ..Thought::default() };
        Ok(match request {
            ThinkRequest::Move { text, seed } => {
                self.play(&Session::from_record(read(&text)?), seed, limits)?
            }
            ThinkRequest::Chances { text, turns } => {
                let game = game_at(&text, turns)?;
                let mut player = Player::new(Strength::Simulations(CHANCES), 1).thorough(CHANCES);
                player.limit(limits);
                player.think(&game);
                of_report(player.report())
            }
            ThinkRequest::Hint { text, turns } => hint(&game_at(&text, turns)?, limits),
            ThinkRequest::Review { text, simulations, next, width } => {
                if let Some(text) = text {
                    self.review = Some(Review::new(read(&text)?, simulations.clamp(100, 100_000)));
                }
                let review = self.review.as_mut().ok_or_else(|| Failure::new("no game is being reviewed"))?;
                if next {
                    review.think(limits);
                }
                let view = review.view(width);
                Thought { complete: view.done == view.total, review: Some(view), ..nothing }
            }
            ThinkRequest::Try { at, turn } => {
                let review = self.review.as_mut().ok_or_else(|| Failure::new("no game is being reviewed"))?;
                let (right, told) = review.try_turn(at, &turn, limits)?;
                Thought { right: Some(right), told: Some(told), ..nothing }
            }
            ThinkRequest::Solve { text } => solve(read(&text)?.game().position(), limits.memory(TABLES)),
            ThinkRequest::Puzzle { size, seed } => {
                let start = Position::start(size.clamp(4, 6)).map_err(Failure::new)?;
                let made = PuzzleMaker::with_limits(&start, seed, limits.memory(TABLES)).make();
                let made = made.map_err(Failure::new)?.ok_or_else(|| Failure::new("no puzzle was found"))?;
                let puzzle = self.puzzle.insert(PuzzleGame::new(made));
                let position = Some(puzzle.puzzle().position.to_line());
                Thought { position, told: Some(puzzle.task()), ..nothing }
            }
            ThinkRequest::Attempt { turn } => self.attempt(turn)?,
        })
    }

    fn play(&mut self, session: &Session, seed: u64, limits: Limits) -> Reply<Thought> {
        let Some(Seat::Engine(strength)) = session.mover() else {
            return Err(Failure::new("it is not the engine's turn"));
        };
        let known = self.player.take().filter(|(known, its_seed, _)| (*known, *its_seed) == (strength, seed));
        let (_, _, player) =
            self.player.insert(known.unwrap_or_else(|| (strength, seed, Player::new(strength, seed))));
        player.limit(limits);
        let turn = player.think(session.game()).map(|turn| session.position().write_turn(turn));
        Ok(Thought { turn, ..of_report(player.report()) })
    }

    fn attempt(&mut self, turn: Option<String>) -> Reply<Thought> {
        let puzzle = self.puzzle.as_mut().ok_or_else(|| Failure::new("there is no puzzle"))?;
        match turn {
            None => puzzle.reveal(),
            Some(text) => {
                let turn = puzzle.puzzle().position.read_turn(&text);
                let turn = turn.map_err(|error| Failure::of_input(&error, &text))?;
                if let Attempt::Wrong { reply: Some(reply) } = puzzle.attempt(turn).map_err(Failure::new)? {
                    let line = puzzle.puzzle().position.write_line(&[turn, reply]);
                    return Ok(Thought {
                        right: Some(false),
                        told: Some(puzzle.told()),
                        line: Some(line),
                        ..Thought::default()
                    });
                }
            }
        }
        let (position, line) = (&puzzle.puzzle().position, &puzzle.puzzle().line);
        Ok(Thought {
            right: Some(puzzle.is_solved()),
            told: Some(puzzle.told()),
            line: puzzle.is_solved().then(|| position.write_line(line)),
            complete: true,
            ..Thought::default()
        })
    }
}

/// A game up to some of its turns.
fn game_at(text: &str, turns: usize) -> Reply<Game> {
    let mut session = Session::from_record(read(text)?);
    session.show(turns);
    Ok(session.shown_game())
}

fn of_report(report: Option<&Report>) -> Thought {
    let black = |report: &Report| match report.proven {
        Some(winner) => 100 * u16::from(winner == Colour::Black),
        None => report.black_chance().rounded_percent(),
    };
    Thought {
        black: report.map(black),
        told: report.map(words::chances),
        complete: true,
        ..Thought::default()
    }
}

fn hint(game: &Game, limits: Limits) -> Thought {
    let mut player = Player::adviser(Strength::Simulations(HINT), 1);
    player.limit(limits);
    let Some(turn) = player.think(game) else { return Thought::default() };
    let report = player.report();
    let told = report.map(|report| Hint::new(report, turn).reason());
    Thought { turn: Some(game.position().write_turn(turn)), told, ..of_report(report) }
}

/// Who wins, and after which moves the side to move does.
fn solve(position: &Position, limits: Limits) -> Thought {
    let mut solver = Solver::with_limits(position, limits);
    let solution = Solution::of(position, &mut solver).with_moves(&mut solver);
    let moves = solution.moves.iter().flatten();
    let winning = moves.filter(|(_, winner)| *winner == Ok(position.to_move));
    let line = winning.map(|(swap, _)| position.write_turn(Turn::Swap(*swap))).collect();
    Thought {
        black: solution.winner.ok().map(|winner| 100 * u16::from(winner == Colour::Black)),
        told: Some(solution.to_string().trim_end().to_string()),
        line: Some(line),
        complete: solution.is_complete(),
        ..Thought::default()
    }
}
