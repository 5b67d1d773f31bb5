//! The engine on several threads: players who think apart and put together what they found.

use gridwright_base::{Cancel, Limits};
use gridwright_emulsion::{Game, Player, Report, Strength, Turn};

/// More do not find much more.
const MOST: usize = 8;
/// Bytes for the trees of all together.
const TREES: usize = 1 << 29;

/// Players of one strength who think about one game.
pub struct Crowd {
    strength: Strength,
    players: Vec<Player>,
    report: Option<Report>,
}

impl Crowd {
    /// One for each core at full strength. Whatever else must be the same everywhere, and one is enough.
    pub fn new(strength: Strength, seed: u64) -> Crowd {
        let number =
            if strength == Strength::Full { crate::shell::progress::workers(None).min(MOST) } else { 1 };
        let player = |i: u64| Player::new(strength, seed ^ i << 40);
        Crowd { strength, players: (0..number as u64).map(player).collect(), report: None }
    }

    /// The same for advice: who wins is proven where so many steps are enough, whatever the strength.
    pub fn of_advisers(strength: Strength, seed: u64, steps: u64) -> Crowd {
        let crowd = Crowd::new(strength, seed);
        let players = crowd.players.into_iter().map(|player| player.thorough(steps)).collect();
        Crowd { players, ..crowd }
    }

    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// What was thought at the last turn, by all together.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// What to do now, from what is found until this is cancelled; `None` when the game is over.
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
            let (first, others) = self.players.split_first_mut().expect("there is somebody");
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
