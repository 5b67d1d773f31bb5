//! Players of every strength, which keep their search trees from turn to turn.

use crate::game::Game;
use crate::position::{Colour, Position, Tie, Turn};
use crate::score::Score;
use crate::search::{Report, Search};
use crate::solver::Solver;
use crate::strength::Strength;
use gridwright_base::Limits;
use gridwright_base::random::Random;

/// Bytes for a player's tree, and for its solver's tables.
const TREE: usize = 1 << 28;
const TABLES: usize = 1 << 26;
/// Players with fewer simulations do not try proofs.
const PROVING: u64 = 5_000;
/// Simulations before a first proof is tried, even when the player is cancelled.
const FIRST: u64 = 256;
/// Steps of a proof for a hint, and for an analysis.
const ADVICE: u64 = 2_000_000;
const ANALYSIS: u64 = 50_000_000;
/// A thorough player tries a proof after this many simulations.
const THOROUGH: u64 = 20_000;

/// Plays games at a strength, and keeps its thoughts from turn to turn. Equal strengths, seeds and games give equal turns
/// everywhere, except for [`Strength::Full`], which thinks until you cancel it.
///
/// ```
/// use gridwright_emulsion::{Game, Player, Rules, Strength};
/// let mut game = Game::new(Rules::of_size(4)?);
/// let mut players = [Player::new(Strength::Simulations(200), 1), Player::new(Strength::Greedy, 2)];
/// while let Some(turn) = players[game.turns().len() % 2].think(&game) {
///     game.play(turn)?;
/// }
/// assert!(game.position().is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    strength: Strength,
    seed: u64,
    /// Steps of a first proof, for a thorough player.
    proof: Option<u64>,
    /// The search so far, and the game it belongs to.
    search: Option<(Game, Search)>,
    /// A solver for boards of this size and this rule for ties.
    solver: Option<(usize, Tie, Solver)>,
    report: Option<Report>,
    limits: Limits,
}

impl Player {
    /// A player that has not seen a game.
    pub fn new(strength: Strength, seed: u64) -> Player {
        Player {
            strength,
            seed,
            proof: None,
            search: None,
            solver: None,
            report: None,
            limits: Limits::default(),
        }
    }

    /// A player for hints: it also tries for about a second to prove who wins, whatever its strength.
    pub fn adviser(strength: Strength, seed: u64) -> Player {
        Player::new(strength, seed).thorough(ADVICE)
    }

    /// A player for analyses: it also tries to prove who wins, in enough steps for all positions of size 6.
    pub fn analyst(strength: Strength, seed: u64) -> Player {
        Player::new(strength, seed).thorough(ANALYSIS)
    }

    /// A player that first tries in this many steps to prove who wins, on boards up to size 6 and wherever little is left
    /// of a game, whatever its strength.
    pub fn thorough(self, steps: u64) -> Player {
        Player { proof: Some(steps), ..self }
    }

    /// Sets limits for the next turns: a step is a simulation, and each turn may take all the steps. Trees take at most
    /// 256 MiB unless the limits say otherwise. A player who is cancelled takes the best turn known by then.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// How well it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// The engine's report of the last turn, if the strength uses the engine.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The turn to play; `None` when the game is over.
    pub fn think(&mut self, game: &Game) -> Option<Turn> {
        self.report = None;
        let position = game.position();
        let mut random = Random::of_number(self.seed, game.turns().len() as u64);
        match self.strength {
            Strength::Random => {
                let turns = position.turns();
                (!turns.is_empty()).then(|| turns[random.index(turns.len())])
            }
            Strength::Greedy => greedy(position, &mut random),
            Strength::Simulations(most) => self.ask_engine(game, self.at_most(most), &mut random),
            Strength::Full => self.ask_engine(game, self.at_most(u64::MAX), &mut random),
        }
    }

    fn at_most(&self, simulations: u64) -> u64 {
        simulations.min(self.limits.steps.unwrap_or(u64::MAX))
    }

    fn limits_with(&self, steps: Option<u64>) -> Limits {
        self.limits.clone().steps(steps)
    }

    fn ask_engine(&mut self, game: &Game, most: u64, random: &mut Random) -> Option<Turn> {
        let position = game.position();
        let mut search = match self.search.take().filter(|(seen, _)| goes_on(seen, game)) {
            Some((seen, mut search)) => {
                let new = &game.turns()[seen.turns().len()..];
                new.iter().for_each(|turn| search.play(*turn).expect("turns of a game are legal"));
                search
            }
            None => {
                let memory = self.limits.memory.unwrap_or(TREE);
                Search::with_limits(position, random.bits(), Limits::default().memory(memory))
            }
        };
        let report = self.search_and_prove(&mut search, position, most);
        let turn = report.best();
        self.search = Some((game.clone(), search));
        self.report = Some(report);
        turn
    }

    /// Searches for this many simulations. Where little is left of the game, it tries in between to prove who wins.
    fn search_and_prove(&mut self, search: &mut Search, position: &Position, most: u64) -> Report {
        search.limit(Limits::default());
        let mut done = search.run(most.min(FIRST));
        search.limit(self.limits_with(None));
        if position.is_before_pie() {
            return self.search_before_pie(search, position, most - done);
        }
        let mut may_be_proven = most >= PROVING && is_small(position);
        if let Some(steps) = self.proof.filter(|_| position.board.size() <= 6 || is_small(position)) {
            may_be_proven = true;
            done += search.run(THOROUGH.min(most) - done);
            if let Some(winner) = self.winner(position, Some(steps)) {
                return self.proven(search, winner);
            }
        }
        let mut part = done;
        while done < most && search.report().proven.is_none() && !self.limits.cancel.is_cancelled() {
            // The smallest boards are solved at once.
            let steps = (position.board.size() > 5).then_some(part / 2);
            if may_be_proven && let Some(winner) = self.winner(position, steps) {
                return self.proven(search, winner);
            }
            part = part.saturating_mul(2).min(most - done);
            done += search.run(part);
        }
        search.report()
    }

    /// Before the other player may swap sides it matters who wins after each move. A thorough player proves that on the
    /// smallest boards.
    fn search_before_pie(&mut self, search: &mut Search, position: &Position, most: u64) -> Report {
        search.run(most);
        let mut report = search.report();
        if self.proof.is_some() && position.board.size() <= 5 {
            for m in &mut report.moves {
                let after = position.after(Turn::Swap(m.swap)).expect("moves of a report are legal");
                m.proven = m.proven.or_else(|| self.winner(&after, None));
            }
        }
        report
    }

    fn winner(&mut self, position: &Position, steps: Option<u64>) -> Option<Colour> {
        let rules = (position.board.size(), position.tie);
        if self.solver.as_ref().is_none_or(|(size, tie, _)| (*size, *tie) != rules) {
            self.solver =
                Some((rules.0, rules.1, Solver::with_limits(position, Limits::default().memory(TABLES))));
        }
        let limits = self.limits_with(steps);
        let (_, _, solver) = self.solver.as_mut()?;
        solver.limit(limits);
        solver.winner(position).ok()
    }

    /// The search's report with a proof, and with the winning move first where there is one.
    fn proven(&mut self, search: &Search, winner: Colour) -> Report {
        let mut report = search.report();
        report.proven = Some(winner);
        if winner != report.position.to_move {
            return report;
        }
        // The proof is still in the tables, so finding the move again takes hardly a step.
        for steps in [Some(1), Some(1000), None] {
            for i in 0..report.moves.len() {
                let after = report.position.after(Turn::Swap(report.moves[i].swap));
                if self.winner(&after.expect("moves of a report are legal"), steps) == Some(winner) {
                    report.moves[i].proven = Some(winner);
                    report.moves[..=i].rotate_right(1);
                    report.line = vec![Turn::Swap(report.moves[0].swap)];
                    return report;
                }
            }
        }
        // Cancelled just now.
        report.proven = None;
        report
    }
}

/// Whether a game is one that was seen before, perhaps with more turns.
fn goes_on(seen: &Game, game: &Game) -> bool {
    seen.start() == game.start() && game.turns().starts_with(seen.turns())
}

/// Whether a proof may be within reach.
fn is_small(position: &Position) -> bool {
    let swaps = position.board.swaps().len();
    swaps <= if position.board.size() <= 6 { 48 } else { 24 }
}

/// A turn that makes the largest group largest compared with the opponent's, then the second largest.
fn greedy(position: &Position, random: &mut Random) -> Option<Turn> {
    let lead = |turn: &Turn| {
        let after = position.after(*turn).expect("the turn is legal");
        let Score { black, white } = Score::of(&after.board);
        let (own, other) = if position.to_move == Colour::Black { (black, white) } else { (white, black) };
        let size = |sizes: &[u32], i: usize| i64::from(sizes.get(i).copied().unwrap_or(0));
        [0, 1].map(|i| size(&own, i) - size(&other, i))
    };
    let turns: Vec<Turn> = position.board.swaps().into_iter().map(Turn::Swap).collect();
    let leads: Vec<[i64; 2]> = turns.iter().map(lead).collect();
    let most = leads.iter().max()?;
    let best: Vec<Turn> =
        turns.iter().zip(&leads).filter(|(_, l)| *l == most).map(|(turn, _)| *turn).collect();
    Some(best[random.index(best.len())])
}
