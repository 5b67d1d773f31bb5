//! The view of an analysis.

use super::SCHEMA;
use crate::analysis::{Analysis, Mark};
use crate::chance::Chance;
use crate::position::Colour;
use serde::{Deserialize, Serialize};

/// A turn, judged.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// The turn.
    pub turn: String,
    /// Whose it was.
    pub mover: Colour,
    /// With which colour that player began.
    pub player: Colour,
    /// The mover's chance to win before it.
    pub before: Chance,
    /// And after it.
    pub after: Chance,
    /// What the turn lost.
    pub loss: Chance,
    /// How bad that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// Whether it got no mark because more simulations might take it back.
    pub uncertain: bool,
    /// Black's chance to win after it.
    pub evaluation: Chance,
    /// Who wins after it, where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<Colour>,
    /// How the game was expected to go on before it, the best turn first.
    pub line: Vec<String>,
}

/// How well a player played.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSummaryView {
    /// The player's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What a turn lost on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Chance>,
    /// Turns that lost at least 5 %.
    pub inaccuracies: usize,
    /// At least 10 %.
    pub mistakes: usize,
    /// At least 20 %.
    pub blunders: usize,
}

/// How well both players played, by the colours they began with.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummaryView {
    /// The player who began as Black.
    #[serde(rename = "Black")]
    pub black: PlayerSummaryView,
    /// The player who began as White.
    #[serde(rename = "White")]
    pub white: PlayerSummaryView,
}

/// An analysed game.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position at the start.
    pub start: String,
    /// Black's chance to win at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Chance>,
    /// Who wins from the start, where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<Colour>,
    /// Whether every position was judged.
    pub complete: bool,
    /// The turns.
    pub turns: Vec<TurnView>,
    /// How well both players played.
    pub summary: SummaryView,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// Who has given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Colour>,
}

impl AnalysisView {
    /// The view of an analysis.
    pub fn new(analysis: &Analysis) -> AnalysisView {
        let (record, game) = (&analysis.record, analysis.record.game());
        let turns = analysis.turns.iter().enumerate().map(|(i, judged)| {
            let before = game.position_after(i).expect("there is a position before each turn");
            TurnView {
                turn: before.write_turn(judged.turn),
                mover: judged.mover,
                player: judged.player,
                before: judged.before,
                after: judged.after,
                loss: judged.loss,
                mark: judged.mark,
                uncertain: judged.is_uncertain,
                evaluation: analysis.chances[i + 1],
                proven: analysis.proven[i + 1],
                line: analysis.best_line(i),
            }
        });
        let side = |player: Colour| PlayerSummaryView {
            name: record.tag(player.name()).map(str::to_string),
            loss: analysis.average_loss(player),
            inaccuracies: analysis.count(player, Mark::Inaccuracy),
            mistakes: analysis.count(player, Mark::Mistake),
            blunders: analysis.count(player, Mark::Blunder),
        };
        AnalysisView {
            schema: SCHEMA,
            start: game.start().to_line(),
            evaluation: analysis.chances.first().copied(),
            proven: analysis.proven.first().copied().flatten(),
            complete: analysis.is_complete(),
            turns: turns.collect(),
            summary: SummaryView { black: side(Colour::Black), white: side(Colour::White) },
            winner: record.winner(),
            resigned: record.resigned(),
        }
    }
}
