//! Players of every strength, who keep what they thought from turn to turn.

use super::game::Game;
use super::position::{Colour, Position, Tie, Turn};
use super::score::Score;
use super::search::{Report, Search};
use super::solver::Solver;
use super::strength::Strength;
use crate::random::Random;
use crate::stop::Stop;

/// Bytes for what a player keeps of a tree, and for what it proves.
const TREE: usize = 1 << 28;
const TABLES: usize = 1 << 26;
/// Players of fewer simulations do not ask for proofs.
const PROVING: u64 = 5_000;
/// Simulations before a first proof is tried, whatever the caller says about stopping.
const FIRST: u64 = 256;
/// Somebody thorough tries a proof after so many simulations.
const THOROUGH: u64 = 20_000;

/// Plays games at a strength, and keeps what was thought from turn to turn. The same strength, seed and games give the same
/// turns everywhere, but for [`Strength::Full`], whose caller decides when to stop.
///
/// ```
/// use gridwright::emulsion::{Game, Player, Rules, Strength};
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
    /// Steps of a first proof, for somebody thorough.
    proof: Option<u64>,
    /// Bytes that a tree may take.
    memory: usize,
    /// What is thought about the game so far, and that game.
    search: Option<(Game, Search)>,
    /// What is proven, on boards of this size under this rule for ties.
    solver: Option<(usize, Tie, Solver)>,
    report: Option<Report>,
    stop: Stop,
}

impl Player {
    /// A player who has not seen a game.
    pub fn new(strength: Strength, seed: u64) -> Player {
        Player {
            strength,
            seed,
            proof: None,
            memory: TREE,
            search: None,
            solver: None,
            report: None,
            stop: Stop::default(),
        }
    }

    /// One who first tries in so many steps to prove who wins, on boards up to size 6 and wherever little is left of a game,
    /// whatever the strength: for advice and analyses.
    pub fn thorough(self, steps: u64) -> Player {
        Player { proof: Some(steps), ..self }
    }

    /// One whose trees take at most about so many bytes, in place of 256 MiB.
    pub fn with_memory(self, bytes: usize) -> Player {
        Player { memory: bytes, ..self }
    }

    /// Asks now and then whether to stop. A player who is told to stop takes the best turn known by then.
    pub fn on_stop(&mut self, ask: impl FnMut() -> bool + Send + 'static) {
        self.stop = Stop::new(ask);
    }

    /// How well it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// What the engine thought at the last turn, if it was asked.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// What to do now; `None` when the game is over.
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
            Strength::Simulations(most) => self.ask_engine(game, most, &mut random),
            Strength::Full => self.ask_engine(game, u64::MAX, &mut random),
        }
    }

    fn ask_engine(&mut self, game: &Game, most: u64, random: &mut Random) -> Option<Turn> {
        let position = game.position();
        let mut search = match self.search.take().filter(|(seen, _)| goes_on(seen, game)) {
            Some((seen, mut search)) => {
                let new = &game.turns()[seen.turns().len()..];
                new.iter().for_each(|turn| search.play(*turn).expect("turns of a game are legal"));
                search
            }
            None => Search::with_memory(position, random.bits(), self.memory),
        };
        let report = self.search_and_prove(&mut search, position, most);
        let turn = report.best();
        self.search = Some((game.clone(), search));
        self.report = Some(report);
        turn
    }

    /// Thinks for so many simulations; where little is left of the game, tries in between to prove who wins.
    fn search_and_prove(&mut self, search: &mut Search, position: &Position, most: u64) -> Report {
        search.on_stop(|| false);
        let mut done = search.run(most.min(FIRST));
        let stop = self.stop.clone();
        search.on_stop(move || stop.is_asked());
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
        while done < most && search.report().proven.is_none() && !self.stop.is_asked() {
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

    /// Before the other player may swap sides it matters who wins after each move, which somebody thorough knows of the
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
            self.solver = Some((rules.0, rules.1, Solver::new(position, TABLES)));
        }
        let (_, _, solver) = self.solver.as_mut()?;
        let stop = self.stop.clone();
        solver.on_stop(move || stop.is_asked());
        solver.limit_steps(steps);
        solver.winner(position)
    }

    /// What was thought, with a proof and the move that wins where there is one.
    fn proven(&mut self, search: &Search, winner: Colour) -> Report {
        let mut report = search.report();
        report.proven = Some(winner);
        if winner != report.position.to_move {
            return report;
        }
        // The proof has left its traces in the tables, so hardly a step is needed to find the move again.
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
        // Told to stop just now.
        report.proven = None;
        report
    }
}

/// Whether a game is one that was seen before, perhaps with more turns.
fn goes_on(seen: &Game, game: &Game) -> bool {
    seen.start() == game.start() && game.turns().starts_with(seen.turns())
}

/// Whether it may be worth while to look for a proof.
fn is_small(position: &Position) -> bool {
    let swaps = position.board.swaps().len();
    swaps <= if position.board.size() <= 6 { 48 } else { 24 }
}

/// What makes the largest group largest compared with the opponent's, then the second largest.
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
