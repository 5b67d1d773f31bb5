//! The engine's players, who think in other threads.

use crate::commands::emulsion::parallel_player::{ParallelPlayer, deadline};
use crate::play::task::Task;
use gridwright_emulsion::{Cancel, Colour, Game, Strength, Turn};
use std::time::Duration;

/// The players of both colours, each with what it remembers of the game.
pub struct Engines {
    seed: u64,
    /// How long full strength thinks about a turn.
    pub time: Duration,
    players: [Option<ParallelPlayer>; 2],
}

/// A player that has thought, and its turn.
pub type Thought = (ParallelPlayer, Option<Turn>);

impl Engines {
    pub fn new(seed: u64, time: Duration) -> Engines {
        Engines { seed, time, players: [None, None] }
    }

    /// The player of a colour at a strength.
    fn take(&mut self, colour: Colour, strength: Strength) -> ParallelPlayer {
        let known = self.players[colour as usize].take().filter(|player| player.strength() == strength);
        known.unwrap_or_else(|| ParallelPlayer::new(strength, self.seed ^ (colour as u64) << 32))
    }

    /// Lets a player think in another thread.
    pub fn send(&mut self, colour: Colour, strength: Strength, game: Game) -> Task<Thought> {
        think_elsewhere(self.take(colour, strength), game, self.time)
    }

    /// Takes a player back that was sent to think.
    pub fn welcome(&mut self, colour: Colour, player: ParallelPlayer) {
        self.players[colour as usize] = Some(player);
    }

    /// Lets a player think here and now.
    pub fn think(&mut self, colour: Colour, strength: Strength, game: &Game) -> Option<Turn> {
        let mut player = self.take(colour, strength);
        let turn = player.think(game, &deadline(&Cancel::default(), time_of(strength, self.time)));
        self.welcome(colour, player);
        turn
    }
}

/// Thinks about a game in another thread; full strength for this long.
pub fn think_elsewhere(mut player: ParallelPlayer, game: Game, time: Duration) -> Task<Thought> {
    Task::start(move |cancel| {
        let turn = player.think(&game, &deadline(&cancel, time_of(player.strength(), time)));
        (player, turn)
    })
}

fn time_of(strength: Strength, time: Duration) -> Option<Duration> {
    (strength == Strength::Full).then_some(time)
}
