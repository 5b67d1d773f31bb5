//! Players of the engine's who think in other threads.

use crate::commands::emulsion::crowd::Crowd;
use crate::play::errand::Errand;
use gridwright_base::Cancel;
use gridwright_emulsion::{Colour, Game, Strength, Turn};
use std::time::{Duration, Instant};

/// Those who play here, each with what it remembers of the game.
pub struct Engines {
    seed: u64,
    /// How long full strength thinks about a turn.
    pub time: Duration,
    players: [Option<Crowd>; 2],
}

/// Who thought, and what it would do.
pub type Thought = (Crowd, Option<Turn>);

impl Engines {
    pub fn new(seed: u64, time: Duration) -> Engines {
        Engines { seed, time, players: [None, None] }
    }

    /// Whoever plays a colour at a strength.
    fn take(&mut self, colour: Colour, strength: Strength) -> Crowd {
        let known = self.players[colour as usize].take().filter(|player| player.strength() == strength);
        known.unwrap_or_else(|| Crowd::new(strength, self.seed ^ (colour as u64) << 32))
    }

    /// Lets a player think in another thread.
    pub fn send(&mut self, colour: Colour, strength: Strength, game: Game) -> Errand<Thought> {
        think_elsewhere(self.take(colour, strength), game, self.time)
    }

    /// Whoever was sent is back.
    pub fn welcome(&mut self, colour: Colour, player: Crowd) {
        self.players[colour as usize] = Some(player);
    }

    /// Lets a player think here and now.
    pub fn think(&mut self, colour: Colour, strength: Strength, game: &Game) -> Option<Turn> {
        let mut player = self.take(colour, strength);
        let deadline = deadline(strength, self.time);
        let is_over = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let turn = player.think(game, &Cancel::when(is_over));
        self.welcome(colour, player);
        turn
    }
}

/// Thinks about a game in another thread; full strength for so long.
pub fn think_elsewhere(mut player: Crowd, game: Game, time: Duration) -> Errand<Thought> {
    Errand::start(move |unwanted| {
        let deadline = deadline(player.strength(), time);
        let is_over = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let turn = player.think(&game, &unwanted.or_when(is_over));
        (player, turn)
    })
}

fn deadline(strength: Strength, time: Duration) -> Option<Instant> {
    (strength == Strength::Full).then(|| Instant::now() + time)
}
