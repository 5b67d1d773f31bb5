//! What machines read: plain structures, the same from the command, a page or another language.
//!
//! Every view that stands by itself begins with `schema`. Squares, turns and positions are written as in
//! [`Position::to_line`] and [`Position::write_turn`], colours as `Black` and `White`, chances as numbers from 0 to 1.
//!
//! ```
//! use gridwright_emulsion::{Position, view::MovesView};
//! let json = serde_json::to_string(&MovesView::new(&Position::start(2)?))?;
//! assert!(json.starts_with(r#"{"schema":1,"position":"WB/BW b","to_move":"Black","moves":[{"turn":"b2a2","#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod record;
mod session;

pub use analysis::{AnalysisView, PlayerSummaryView, SummaryView, TurnView};
pub use record::{RecordView, RecordedTurnView, Tags};
pub use session::{PlayersView, SessionView};

use crate::halves::Halves;
use crate::matches::{Match, Won};
use crate::position::{Colour, Position, Tie, Turn};
use crate::puzzles::Puzzle;
use crate::record::Record;
use crate::score::{Deciding, Score};
use crate::solution::Solution;
use crate::words;
use serde::{Deserialize, Serialize};

/// The version of all views. It grows when a key changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// The rules of the game.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The game in a sentence.
    pub summary: String,
    /// A paragraph each.
    pub rules: Vec<String>,
}

impl Default for RulesView {
    fn default() -> RulesView {
        let rules = words::RULES.map(str::to_string).to_vec();
        RulesView { schema: SCHEMA, summary: words::SUMMARY.to_string(), rules }
    }
}

/// A legal turn.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveView {
    /// As it is written: `b4b3`, `swap`.
    pub turn: String,
    /// Column, row and direction: `1 0 s`; nothing for swapping sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// What the piece gains; nothing for swapping sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Halves>,
}

impl MoveView {
    /// The view of a legal turn.
    pub fn new(position: &Position, turn: Turn) -> MoveView {
        MoveView {
            turn: position.write_turn(turn),
            coordinates: position.write_coordinates(turn),
            gain: position.gain(turn),
        }
    }
}

/// The legal turns of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position as a line.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Colour,
    /// All legal turns.
    pub moves: Vec<MoveView>,
}

impl MovesView {
    /// The view of a position's turns.
    pub fn new(position: &Position) -> MovesView {
        let moves = position.turns().into_iter().map(|turn| MoveView::new(position, turn)).collect();
        MovesView { schema: SCHEMA, position: position.to_line(), to_move: position.to_move, moves }
    }
}

/// What decides between two scores.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum DecidingView {
    /// The first groups whose sizes differ.
    Group {
        /// 1 for the largest groups, 2 for the second largest and so on.
        group: usize,
        /// The size of Black's.
        black: u32,
        /// The size of White's.
        white: u32,
    },
    /// All groups are of equal sizes.
    Tie(LastMove),
}

/// The word for ties.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LastMove {
    /// The last move decides.
    #[serde(rename = "last move")]
    LastMove,
}

impl From<Deciding> for DecidingView {
    fn from(deciding: Deciding) -> DecidingView {
        match deciding {
            Deciding::Group { rank, black, white } => DecidingView::Group { group: rank, black, white },
            Deciding::LastMove => DecidingView::Tie(LastMove::LastMove),
        }
    }
}

/// Both sides' groups and who leads or has won.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position as a line.
    pub position: String,
    /// The sizes of Black's groups, the largest first.
    pub black: Vec<u32>,
    /// The sizes of White's groups.
    pub white: Vec<u32>,
    /// Who is ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<Colour>,
    /// By what.
    pub deciding: DecidingView,
    /// How many moves are left.
    pub moves: usize,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
}

impl ScoreView {
    /// The view of a game's last position.
    pub fn new(record: &Record) -> ScoreView {
        let position = record.game().position();
        let score = Score::of(&position.board);
        ScoreView {
            schema: SCHEMA,
            position: position.to_line(),
            leader: score.leader(),
            deciding: score.deciding().into(),
            black: score.black,
            white: score.white,
            moves: position.board.swaps().len(),
            winner: record.winner(),
        }
    }
}

/// Numbers of sequences of moves from the start.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Rows and columns of the board.
    pub size: usize,
    /// For one move, two moves and so on.
    pub counts: Vec<u64>,
}

impl PerftView {
    /// The view of counts.
    pub fn new(size: usize, counts: Vec<u64>) -> PerftView {
        PerftView { schema: SCHEMA, size, counts }
    }
}

/// Who wins after a move.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedMoveView {
    /// The move.
    pub turn: String,
    /// Who wins; nothing where it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
}

/// Which player wins under the pie rule.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerView {
    /// The player to move.
    Mover,
    /// The other one.
    Opponent,
}

/// Who wins with best play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position as a line.
    pub position: String,
    /// The rule for ties.
    pub tie: Tie,
    /// Which colour wins; nothing where it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// Which player wins, where sides may still be swapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerView>,
    /// Who wins after each move, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<SolvedMoveView>>,
    /// A game with best play, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The number of positions visited.
    pub steps: u64,
}

impl SolutionView {
    /// The view of a solution.
    pub fn new(solution: &Solution) -> SolutionView {
        let position = &solution.position;
        let player = |mover_wins: bool| if mover_wins { PlayerView::Mover } else { PlayerView::Opponent };
        let moves = solution.moves.as_ref().map(|moves| {
            let view = |(swap, winner): &(_, Result<Colour, _>)| SolvedMoveView {
                turn: position.write_turn(Turn::Swap(*swap)),
                winner: winner.ok(),
            };
            moves.iter().map(view).collect()
        });
        SolutionView {
            schema: SCHEMA,
            position: position.to_line(),
            tie: position.tie,
            winner: solution.winner.ok(),
            player: position.pie_verdict().map(|verdict| player(verdict.mover_wins())),
            moves,
            line: solution.line.as_ref().map(|line| position.write_line(&line.turns)),
            steps: solution.steps,
        }
    }
}

/// Games, and how many of them were won.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WonView {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
}

impl From<Won> for WonView {
    fn from(won: Won) -> WonView {
        WonView { games: won.games, won: won.won }
    }
}

/// The results of a match.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// Rows and columns of the board.
    pub size: usize,
    /// The rule for ties.
    pub tie: Tie,
    /// Whether White may swap sides at the first turn.
    pub pie: bool,
    /// The most random moves at the beginning of a game.
    pub openings: u32,
    /// The seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Games that the first player won.
    pub won: u64,
    /// Their share, from 0 to 1, with four digits.
    pub share: f64,
    /// The 95 % interval of the share.
    pub interval: [f64; 2],
    /// Games of the first player as Black.
    pub as_black: WonView,
    /// And as White.
    pub as_white: WonView,
    /// Games that Black won.
    pub black_won: u64,
    /// The average number of turns a game.
    pub turns: f64,
}

impl MatchView {
    /// The view of a match.
    pub fn new(games: &Match) -> MatchView {
        let ([a, b], tally, start) = (games.players(), games.tally(), games.start());
        let (all, (low, high)) = (tally.all(), tally.all().interval());
        let rounded = |share: f64| (share * 10_000.0).round() / 10_000.0;
        MatchView {
            schema: SCHEMA,
            a: a.to_string(),
            b: b.to_string(),
            size: start.board.size(),
            tie: start.tie,
            pie: start.pie,
            openings: games.openings(),
            seed: games.seed(),
            games: all.games,
            won: all.won,
            share: rounded(all.share()),
            interval: [rounded(low), rounded(high)],
            as_black: tally.as_black.into(),
            as_white: tally.as_white.into(),
            black_won: tally.black().won,
            turns: (tally.average_turns() * 10.0).round() / 10.0,
        }
    }
}

/// A position in which exactly one move wins.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position as a line.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Colour,
    /// How many moves there are.
    pub moves: usize,
    /// How many turns the best play has.
    pub depth: usize,
    /// The winning move, unless it is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// A game with best play, unless it is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The seed that it was made with.
    pub seed: u64,
    /// Which one of that seed, from 0.
    pub number: u64,
}

impl PuzzleView {
    /// The view of a puzzle, with its solution or without.
    pub fn new(puzzle: &Puzzle, seed: u64, number: u64, shows_solution: bool) -> PuzzleView {
        let position = &puzzle.position;
        PuzzleView {
            schema: SCHEMA,
            position: position.to_line(),
            to_move: position.to_move,
            moves: puzzle.moves,
            depth: puzzle.line.len(),
            answer: shows_solution.then(|| position.write_turn(Turn::Swap(puzzle.answer))),
            line: shows_solution.then(|| position.write_line(&puzzle.line)),
            seed,
            number,
        }
    }
}
