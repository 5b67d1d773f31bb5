//! Looking for a better turn than the one that was played.

use super::{Analysis, Mark};
use crate::chance::Chance;
use crate::position::{Colour, Position, Turn};
use crate::search::Report;

/// A turn that lost something, to be played again.
///
/// ```
/// use gridwright_emulsion::{Analysis, Limits, Player, Record, Strength};
/// let record = Record::read("[Size \"4\"]\n\n1. b4a4 c3d3")?;
/// let mut player = Player::analyst(Strength::Simulations(1_000), 1);
/// let analysis = Analysis::by_player(record, &mut player, &Limits::default());
/// assert_eq!(analysis.mistakes(None, false), [0]);
/// let retry = analysis.retry(0).unwrap();
/// assert_eq!(retry.task(), "Black to move: b4a4 lost 100.0 %. Find a better move.");
/// let again = retry.judge(retry.played, None);
/// assert!(!again.is_accepted && again.told == "b4a4 was played. Try another move.");
/// assert!(retry.judge(retry.best, None).is_accepted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retry {
    /// The position in which it was played.
    pub position: Position,
    /// The turn that was played.
    pub played: Turn,
    /// The turn that would have been best.
    pub best: Turn,
    before: Chance,
    loss: Chance,
}

/// What is said about a turn that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether it is the best turn or about as good.
    pub is_accepted: bool,
    /// Why, or what it loses.
    pub told: String,
}

/// A turn that loses less than this is as good as the best one.
const AS_GOOD: u64 = 4;

impl Analysis {
    /// The turns with marks that a player made, by the colour with which the player began, or both players'. Inaccuracies
    /// are left out unless you want them.
    pub fn mistakes(&self, player: Option<Colour>, with_inaccuracies: bool) -> Vec<usize> {
        let least = if with_inaccuracies { Mark::Inaccuracy } else { Mark::Mistake };
        let is_wanted = |i: &usize| {
            let judged = &self.turns[*i];
            self.retry(*i).is_some()
                && judged.mark >= Some(least)
                && player.is_none_or(|player| player == judged.player)
        };
        (0..self.turns.len()).filter(is_wanted).collect()
    }

    /// A turn to be played again; `None` where no better move is known (swapping sides is none).
    pub fn retry(&self, turn: usize) -> Option<Retry> {
        let judged = self.turns.get(turn)?;
        let best = *judged.best.first().filter(|best| **best != Turn::SwapSides)?;
        let position = self.record.game.position_after(turn)?.clone();
        Some(Retry { position, played: judged.turn, best, before: judged.before, loss: judged.loss })
    }
}

impl Retry {
    /// What to do.
    pub fn task(&self) -> String {
        let (mover, played) = (self.position.to_move, self.position.write_turn(self.played));
        format!("{mover} to move: {played} lost {}. Find a better move.", self.loss.exact_percent())
    }

    /// Judges another turn by a report of the position after it.
    pub fn judge(&self, turn: Turn, after: Option<&Report>) -> Verdict {
        let name = self.position.write_turn(turn);
        if turn == self.best {
            return Verdict { is_accepted: true, told: format!("Right: {name} is the best move.") };
        }
        if turn == self.played {
            return Verdict { is_accepted: false, told: format!("{name} was played. Try another move.") };
        }
        let mover = self.position.to_move;
        let ended = self.position.after(turn).ok().and_then(|after| after.outcome());
        let chance = match (ended, after) {
            (Some(outcome), _) => Chance::of_win(outcome.winner == mover),
            (None, Some(report)) if mover == Colour::Black => report.black_chance(),
            (None, Some(report)) => report.black_chance().opposite(),
            (None, None) => Chance::NONE,
        };
        let loss = self.before.less(chance);
        let is_accepted = loss < Chance::of(AS_GOOD, 100);
        let told = match is_accepted {
            true => format!("{name} is as good: {} to win.", chance.percent()),
            false => format!("{name} loses {}. Try another move.", loss.exact_percent()),
        };
        Verdict { is_accepted, told }
    }
}
