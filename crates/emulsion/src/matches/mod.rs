//! Matches: two players over many games, in pairs from the same opening with sides exchanged.
//!
//! A [`Match`] hands out its games and takes back their results. You play the games, one after the other or several at
//! once on threads of your own: the same seed gives the same games in any case, unless players think by time.

mod interval;
mod spec;
mod tally;

pub use interval::wilson;
pub use spec::{PLAYERS, PlayerSpec, read_seconds};
pub use tally::{Played, Tally, Won};

use crate::game::Game;
use crate::player::Player;
use crate::position::{Colour, Position, Turn};
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits, Progress, Stopped};
use std::fmt;
use thiserror::Error;

/// On so small a board the first move ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("on a board of size {0} the first move ends the game")]
pub struct TooShort(pub usize);

/// A match between two players.
///
/// ```
/// use gridwright_emulsion::matches::Match;
/// use gridwright_emulsion::{Cancel, Limits, Position};
/// let mut games = Match::new(["2".parse()?, "1".parse()?], Position::start(7)?, 1)?.with_games(10);
/// while let Some(game) = games.next_game() {
///     let played = game.play(&Cancel::default(), |_| Limits::default())?;
///     games.add(played);
/// }
/// assert_eq!(games.tally().all().games, 10);
/// assert!(games.to_string().starts_with("level 2 against level 1: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    players: [PlayerSpec; 2],
    start: Position,
    seed: u64,
    games: u64,
    openings: u32,
    limits: Limits,
    /// Games handed out.
    begun: u64,
    tally: Tally,
}

impl Match {
    /// A match of 100 games from a start. It begins with two random moves, or with one under the pie rule.
    pub fn new(players: [PlayerSpec; 2], start: Position, seed: u64) -> Result<Match, TooShort> {
        if !lasts(&start) {
            return Err(TooShort(start.board.size()));
        }
        // Under the pie rule only the move that may be taken over is random.
        let openings = if start.pie { 1 } else { 2 };
        let (limits, tally) = (Limits::default(), Tally::default());
        Ok(Match { players, start, seed, games: 100, openings, limits, begun: 0, tally })
    }

    /// With this many games.
    pub fn with_games(self, games: u64) -> Match {
        Match { games, ..self }
    }

    /// With this many random moves at the beginning, as far as two moves at least are left to play.
    pub fn with_openings(self, moves: u32) -> Match {
        Match { openings: moves, ..self }
    }

    /// Within limits: a step is a game. No more games are handed out once it is cancelled.
    pub fn with_limits(self, limits: Limits) -> Match {
        Match { limits, ..self }
    }

    /// Both players.
    pub fn players(&self) -> [PlayerSpec; 2] {
        self.players
    }

    /// Where games start, before the random moves.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many games are to be played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The most random moves at the beginning of a game.
    pub fn openings(&self) -> u32 {
        self.openings
    }

    /// The next game to play; `None` when all have been handed out or the match is stopped.
    pub fn next_game(&mut self) -> Option<MatchGame> {
        let most = self.limits.steps.map_or(self.games, |steps| steps.min(self.games));
        if self.begun >= most || self.limits.cancel.is_cancelled() {
            return None;
        }
        self.begun += 1;
        Some(self.game(self.begun - 1))
    }

    fn game(&self, number: u64) -> MatchGame {
        let game = opening(&self.start, self.openings, &mut Random::of_number(self.seed, number / 2));
        // Each pair of games has both players begin as Black.
        let first_began_as = if number.is_multiple_of(2) { Colour::Black } else { Colour::White };
        let [a, b] = self.players;
        let specs = if first_began_as == Colour::Black { [a, b] } else { [b, a] };
        let mut seeds = Random::of_number(!self.seed, number);
        let players = specs.map(|spec| spec.player(seeds.bits()));
        MatchGame { number, game, specs, players, first_began_as }
    }

    /// Adds a result.
    pub fn add(&mut self, played: Played) {
        self.tally.add(played);
        let (done, total) = (self.tally.all().games, Some(self.games));
        self.limits.report(Progress { task: "playing", done, total, unit: "game" });
    }

    /// The results so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Why the match ended before all games were played, if it did.
    pub fn stopped(&self) -> Option<Stopped> {
        let why = || self.limits.cancel.check().err().unwrap_or(Stopped::Steps);
        (self.tally.all().games < self.games).then(why)
    }
}

/// Two lines: who won how many games, and with which colour.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], tally, seed) = (self.players, &self.tally, self.seed);
        let (all, black, white) = (tally.all(), tally.as_black, tally.as_white);
        let [share, low, high] = [all.share(), all.interval().0, all.interval().1].map(|share| 100.0 * share);
        writeln!(
            f,
            "{a} against {b}: {} of {} games, {share:.1} % ({low:.1} to {high:.1})",
            all.won, all.games
        )?;
        write!(
            f,
            "as Black {} of {}, as White {} of {}; Black won {:.1} %; {:.1} turns a game; seed {seed}",
            black.won,
            black.games,
            white.won,
            white.games,
            100.0 * tally.black().share(),
            tally.average_turns()
        )
    }
}

/// A game of a match, being played.
#[derive(Debug)]
pub struct MatchGame {
    /// Its number in the match, from 0.
    pub number: u64,
    game: Game,
    /// Who began as Black, and as White.
    specs: [PlayerSpec; 2],
    players: [Player; 2],
    first_began_as: Colour,
}

impl MatchGame {
    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who is to play; `None` when the game is over.
    pub fn mover(&self) -> Option<PlayerSpec> {
        (!self.game.position().is_over()).then(|| self.specs[self.chair(self.game.position().to_move)])
    }

    /// Who has a colour now: 0 for the player who began as Black.
    fn chair(&self, colour: Colour) -> usize {
        self.game.began_as(colour, self.game.turns().len()) as usize
    }

    /// What the player to move wants to do within these limits; `None` when the game is over.
    pub fn think(&mut self, limits: Limits) -> Option<Turn> {
        let chair = self.chair(self.game.position().to_move);
        self.players[chair].limit(limits);
        self.players[chair].think(&self.game)
    }

    /// Plays the game to its end. Before each turn `limits` says how long that player may think: a player whose limits
    /// end plays the best turn it knows, while `cancel` ends the game.
    pub fn play(
        mut self,
        cancel: &Cancel,
        mut limits: impl FnMut(PlayerSpec) -> Limits,
    ) -> Result<Played, Stopped> {
        while let Some(mover) = self.mover() {
            let turn = self.think(limits(mover)).expect("there are moves before the end");
            cancel.check()?;
            self.game.play(turn).expect("players play legal turns");
        }
        Ok(self.played().expect("the game is over"))
    }

    /// How it went; `None` before its end.
    pub fn played(&self) -> Option<Played> {
        let winner = self.game.position().outcome()?.winner;
        let is_black = self.chair(Colour::Black) == self.first_began_as as usize;
        let first = if is_black { Colour::Black } else { Colour::White };
        Some(Played { first_won: winner == first, first, turns: self.game.turns().len() })
    }
}

/// A swap makes only swaps near it illegal, never this many.
const MANY: usize = 100;

/// Whether at least two moves are left after any move.
fn lasts(position: &Position) -> bool {
    let after = |swap| position.after(Turn::Swap(swap)).expect("the swap is legal");
    let swaps = position.board.swaps();
    !swaps.is_empty() && (swaps.len() > MANY || swaps.into_iter().all(|swap| !after(swap).is_over()))
}

/// A game with this many random moves, as far as both players get to move after them.
fn opening(start: &Position, moves: u32, random: &mut Random) -> Game {
    let mut game = Game::from_position(start.clone());
    for _ in 0..moves {
        let swaps = game.position().board.swaps();
        let turn = Turn::Swap(swaps[random.index(swaps.len())]);
        let after = game.position().after(turn).expect("the swap is legal");
        if !lasts(&after) {
            break;
        }
        game.play(turn).expect("the swap is legal");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long the opening, both players get to move.
    #[test]
    fn openings_leave_something_to_play() {
        for size in 3..=5 {
            let start = Position::start(size).unwrap();
            for seed in 0..50 {
                let game = opening(&start, 99, &mut Random::of_number(seed, 0));
                assert!(lasts(game.position()), "{size}");
                // On the smallest board the second move may be the last one.
                assert!(size == 3 || !game.turns().is_empty());
            }
        }
        let players = ["1", "2"].map(|player| player.parse().unwrap());
        assert_eq!(Match::new(players, Position::start(2).unwrap(), 1).unwrap_err(), TooShort(2));
    }

    #[test]
    fn results_do_not_depend_on_the_order_of_the_games() {
        let players = ["simulations:30", "1"].map(|player| player.parse().unwrap());
        let start = Position { pie: true, ..Position::start(5).unwrap() };
        let tally = |is_reversed: bool| {
            let mut games = Match::new(players, start.clone(), 7).unwrap().with_games(9);
            let mut all: Vec<MatchGame> = std::iter::from_fn(|| games.next_game()).collect();
            assert!(all.iter().map(|game| game.number).eq(0..9));
            assert_eq!(all[2].game(), all[3].game(), "a pair has the same opening");
            if is_reversed {
                all.reverse();
            }
            for game in all {
                games.add(game.play(&Cancel::default(), |_| Limits::default()).unwrap());
            }
            assert_eq!(games.stopped(), None);
            *games.tally()
        };
        assert_eq!(tally(false), tally(true));
        assert_eq!(tally(false).all().games, 9);
    }

    #[test]
    fn a_cancelled_match_hands_out_nothing() {
        let players = ["1", "2"].map(|player| player.parse().unwrap());
        let cancel = Cancel::new();
        let limits = Limits::default().cancel(cancel.clone());
        let start = Position::start(4).unwrap();
        let mut games = Match::new(players, start.clone(), 1).unwrap().with_limits(limits);
        let first = games.next_game().unwrap();
        cancel.cancel();
        assert!(games.next_game().is_none());
        assert_eq!(first.play(&cancel, |_| Limits::default()), Err(Stopped::Cancelled));
        assert_eq!(games.stopped(), Some(Stopped::Cancelled));
        let mut games = Match::new(players, start, 1).unwrap().with_limits(Limits::default().steps(1));
        let first = games.next_game().unwrap().play(&Cancel::default(), |_| Limits::default()).unwrap();
        games.add(first);
        assert!(games.next_game().is_none());
        assert_eq!(games.stopped(), Some(Stopped::Steps));
    }
}
