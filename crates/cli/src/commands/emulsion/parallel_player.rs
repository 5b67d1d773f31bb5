//! The engine on several threads: players who think apart and put together what they found.

use crate::shell::progress;
use gridwright_emulsion::{Cancel, Game, Limits, Player, Report, Strength, Turn};

/// More do not find much more.
const MOST: usize = 8;
/// Bytes for the trees of all together.
const TREES: usize = 1 << 29;

/// Players of one strength who think about one game.
pub struct ParallelPlayer {
    strength: Strength,
    players: Vec<Player>,
    report: Option<Report>,
}

impl ParallelPlayer {
    /// A player for each core at full strength, else a single one: its thoughts must be the same everywhere.
    pub fn new(strength: Strength, seed: u64) -> ParallelPlayer {
        ParallelPlayer::of(Player::new, strength, seed)
    }

    /// The same for hints.
    pub fn adviser(strength: Strength, seed: u64) -> ParallelPlayer {
        ParallelPlayer::of(Player::adviser, strength, seed)
    }

    /// The same for analyses.
    pub fn analyst(strength: Strength, seed: u64) -> ParallelPlayer {
        ParallelPlayer::of(Player::analyst, strength, seed)
    }

    fn of(player: fn(Strength, u64) -> Player, strength: Strength, seed: u64) -> ParallelPlayer {
        let number = if strength == Strength::Full { progress::workers(None).min(MOST) } else { 1 };
        let players = (0..number as u64).map(|i| player(strength, seed ^ i << 40)).collect();
        ParallelPlayer { strength, players, report: None }
    }

    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// What all together thought at the last turn.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The best turn known when the players have finished or are cancelled; `None` when the game is over.
    pub fn think(&mut self, game: &Game, cancel: &Cancel) -> Option<Turn> {
        // When one has a proof all may stop.
        let cancel = cancel.child();
        let limits = Limits::default().memory(TREES / self.players.len()).cancel(cancel.clone());
        let think = |player: &mut Player| {
            player.limit(limits.clone());
            let turn = player.think(game);
            if player.report().is_some_and(|report| report.proven.is_some()) {
                cancel.cancel();
            }
            turn
        };
        let turn = std::thread::scope(|scope| {
            let (first, others) = self.players.split_first_mut().expect("there is a player");
            for player in others {
                scope.spawn(|| think(player));
            }
            think(first)
        });
        let mut reports = self.players.iter().filter_map(Player::report);
        self.report = reports.next().cloned();
        let others: Vec<&Report> = reports.collect();
        match &mut self.report {
            Some(report) if !others.is_empty() => {
                others.into_iter().for_each(|other| report.merge(other));
                report.best()
            }
            _ => turn,
        }
    }
}

/// A token that is cancelled when this long has passed from now, where there is a time, or together with another one.
pub fn deadline(cancel: &Cancel, time: Option<std::time::Duration>) -> Cancel {
    match time.map(|time| std::time::Instant::now() + time) {
        Some(end) => cancel.or_when(move || std::time::Instant::now() >= end),
        None => cancel.clone(),
    }
}
