//! Matches of the engine against simpler players at equal time, for published figures:
//!
//! ```text
//! SIZE=9 RIVAL=uct SECONDS=0.2 GAMES=400 \
//!     cargo test --release -p gridwright-emulsion --lib rivals::rivals -- --ignored --nocapture
//! ```
//!
//! `ENGINE=tree RIVAL=exploration=3` plays the tree against itself with another setting. `SEQUENTIAL=true` plays until one
//! player is likely enough to be better.

use crate::board::{Board, Swap};
use crate::engine::bitboard::{Bitboard, DIRECTIONS, with_bitboard};
use crate::engine::frame::{Frame, Swaps};
use crate::engine::graph::Proof;
use crate::engine::playout::{Dice, any_swap, playout};
use crate::engine::tree::{Settings, Tree};
use crate::game::{Game, Rules};
use crate::perft::states;
use crate::position::{Colour, Position, Tie, Turn};
use crate::solver::{Solver, own_pieces};
use crate::strength::Strength;
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

type Move = (usize, usize);

fn after<P: Bitboard>(frame: &Frame<P>, own: P, (square, direction): Move) -> P {
    frame.full & !own.toggled(square, direction)
}

fn moves<P: Bitboard>(swaps: &Swaps<P>) -> Vec<Move> {
    (0..DIRECTIONS).flat_map(|d| swaps[d].squares().map(move |square| (square, d))).collect()
}

/// Seconds that this thread has run; where the system does not say, seconds since it began.
fn clock() -> f64 {
    thread_local!(static BEGUN: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGUN.with(|begun| begun.elapsed().as_secs_f64()), |n| n / 1e9)
}

/// Plain tree search: upper confidence bounds, a new position a game, random games, nothing kept from move to move.
struct Plain {
    visits: u32,
    wins: u32,
    play: Move,
    children: Vec<u32>,
    untried: Option<Vec<Move>>,
}

fn plain<P: Bitboard>(frame: &Frame<P>, root: P, seconds: f64, exploration: f32, dice: &mut Dice) -> Move {
    let new = |play: Move| Plain { visits: 0, wins: 0, play, children: Vec::new(), untried: None };
    let mut nodes = vec![new((0, 0))];
    let end = clock() + seconds;
    let mut games = 0;
    while games % 256 > 0 || clock() < end {
        games += 1;
        let (mut at, mut own, mut path) = (0, root, vec![0]);
        loop {
            let untried = nodes[at].untried.get_or_insert_with(|| moves(&frame.swaps(own)));
            if !untried.is_empty() {
                let play = untried.swap_remove(dice.below(untried.len() as u32) as usize);
                own = after(frame, own, play);
                let number = nodes.len();
                nodes[at].children.push(number as u32);
                nodes.push(new(play));
                path.push(number);
                break;
            }
            let log = (nodes[at].visits.max(1) as f32).ln();
            let bound = |number: &u32| {
                let node = &nodes[*number as usize];
                let visits = node.visits as f32;
                node.wins as f32 / visits + exploration * (log / visits).sqrt()
            };
            let best = nodes[at].children.iter().max_by(|a, b| bound(a).total_cmp(&bound(b)));
            let Some(best) = best else { break };
            at = *best as usize;
            own = after(frame, own, nodes[at].play);
            path.push(at);
        }
        let mut mover_wins = playout(frame, own, Tie::LastMoverWins, dice);
        for at in path.into_iter().rev() {
            nodes[at].visits += 1;
            nodes[at].wins += u32::from(!mover_wins);
            mover_wins = !mover_wins;
        }
    }
    let most = nodes[0].children.iter().max_by_key(|number| nodes[**number as usize].visits);
    nodes[*most.expect("there are moves") as usize].play
}

enum Player<P> {
    OfStrength(Game, Box<crate::player::Player>),
    Engine(Box<Tree<P>>),
    Plain(Dice, f32),
}

impl<P: Bitboard> Player<P> {
    /// The engine at full strength, `uct` or `uct=1.41` with another exploration, `greedy`, or the engine's tree alone with some
    /// settings changed: `tree`, `exploration=4 exact_swaps=0`.
    fn new(frame: &Frame<P>, own: P, number: u64, who: &str) -> Player<P> {
        match who {
            "" | "greedy" => {
                let strength = if who.is_empty() { Strength::Full } else { Strength::Greedy };
                let rules = Rules::of_size(frame.size).expect("there are such boards");
                let player = crate::player::Player::new(strength, number);
                Player::OfStrength(Game::new(rules), Box::new(player))
            }
            "uct" => Player::Plain(Dice::new(!number), 0.7),
            _ if who.starts_with("uct=") => {
                Player::Plain(Dice::new(!number), who[4..].parse().expect("a number"))
            }
            _ => {
                let (frame, settings, bytes) = (frame.clone(), settings(who), 1 << 29);
                let tree = Tree::with_settings(frame, own, Tie::LastMoverWins, number, bytes, settings);
                Player::Engine(Box::new(tree))
            }
        }
    }

    fn choose(&mut self, frame: &Frame<P>, own: P, seconds: f64) -> Move {
        match self {
            Player::OfStrength(game, player) => {
                let (end, asked) = (clock() + seconds, AtomicU32::new(1));
                // Asking the system takes as long as some games.
                let is_over =
                    move || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(4) && clock() >= end;
                player.limit(Limits::default().cancel(Cancel::when(is_over)));
                let Some(Turn::Swap(swap)) = player.think(game) else { unreachable!("there are moves") };
                let [first, _] = swap.squares();
                (Frame::<P>::square(first.row.into(), first.column.into()), swap.direction())
            }
            Player::Engine(tree) => {
                let end = clock() + seconds;
                let mut games = 0;
                while tree.root().proof == Proof::Unknown && (games % 256 > 0 || clock() < end) {
                    tree.simulate();
                    games += 1;
                }
                let best = tree.best().expect("there are moves");
                (best.square.into(), best.direction.into())
            }
            Player::Plain(dice, exploration) => plain(frame, own, seconds, *exploration, dice),
        }
    }

    fn advance(&mut self, play: Move) {
        match self {
            Player::OfStrength(game, _) => {
                game.play(Turn::Swap(Swap::of_bits::<P>(play.0, play.1))).expect("moves are legal");
            }
            Player::Engine(tree) => tree.advance(play.0, play.1),
            Player::Plain(..) => {}
        }
    }
}

fn settings(changes: &str) -> Settings {
    let mut settings = Settings::default();
    for change in changes.split_whitespace().filter(|change| *change != "tree") {
        let (name, value) = change.split_once('=').expect("name=value");
        let value: f32 = value.parse().expect("a number");
        match name {
            "exploration" => settings.exploration = value,
            "exact_swaps" => settings.exact_swaps = value as u32,
            "exact_steps" => settings.exact_steps = value as u64,
            "visits_to_open" => settings.visits_to_open = value as u32,
            _ => panic!("no setting is called {name}"),
        }
    }
    settings
}

/// A game after two random moves, the same in both games of a pair; whether the first player wins.
fn game<P: Bitboard>(frame: &Frame<P>, start: P, number: u64, who: [&str; 2], seconds: f64) -> bool {
    let mut opening = Dice::new(number / 2);
    let mut own = start;
    let mut players = [0, 1].map(|i| Player::new(frame, own, 2 * number + i as u64, who[i]));
    for _ in 0..2 {
        let play = any_swap(frame, &frame.swaps(own), &mut opening).expect("there are moves");
        own = after(frame, own, play);
        players.iter_mut().for_each(|player| player.advance(play));
    }
    let mut turn = (number % 2) as usize;
    while Frame::count(&frame.swaps(own)) > 0 {
        let play = players[turn].choose(frame, own, seconds);
        own = after(frame, own, play);
        players.iter_mut().for_each(|player| player.advance(play));
        turn = 1 - turn;
    }
    // The side to move did not move last.
    frame.leads(own, false) == (turn == 0)
}

fn set<T: FromStr>(name: &str, usual: T) -> T {
    let read = |text: String| text.parse().unwrap_or_else(|_| panic!("{name} cannot be '{text}'"));
    std::env::var(name).map_or(usual, read)
}

/// Results of pairs of games.
#[derive(Default)]
struct Tally {
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, won: u32) {
        let score = f64::from(won) / 2.0;
        self.pairs += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    fn score(&self) -> f64 {
        self.sum / self.pairs
    }

    /// The variance of a pair's score. One pair of each result is added, so that it is not too small after few pairs.
    fn variance(&self) -> f64 {
        let (pairs, sum, squares) = (self.pairs + 3.0, self.sum + 1.5, self.squares + 1.25);
        squares / pairs - (sum / pairs) * (sum / pairs)
    }

    /// The logarithm of how much likelier a score of 55 % makes the results than one of 50 %.
    fn evidence(&self) -> f64 {
        self.pairs * 0.05 * (self.score() - 0.525) / self.variance()
    }
}

fn play<P: Bitboard>(size: usize) {
    let frame = Frame::<P>::new(size);
    let start = own_pieces(&Board::start(size).unwrap(), Colour::Black, &frame);
    let (ours, rival) = (set("ENGINE", String::new()), set("RIVAL", "uct".to_string()));
    let (seconds, games, seed) = (set("SECONDS", 0.02), set("GAMES", 20u64), set("SEED", 0u64));
    let mut tally = Tally::default();
    for pair in 0..games.div_ceil(2) {
        let won = [0, 1].map(|i| game(&frame, start, 2 * (pair + seed) + i, [&ours, &rival], seconds));
        tally.add(won.into_iter().map(u32::from).sum());
        let error = 1.96 * (tally.variance() / tally.pairs).sqrt();
        // Until one of the two is nineteen times likelier, if a sequential test is asked for.
        let is_decided = set("SEQUENTIAL", false) && tally.evidence().abs() > 19f64.ln();
        if (pair + 1) % 10 == 0 || pair + 1 == games.div_ceil(2) || is_decided {
            println!(
                "size {size}, {seconds} s, [{ours}] against [{rival}]: {} of {}, {:.1} % +- {:.1}, evidence {:.2}",
                2.0 * tally.sum,
                2.0 * tally.pairs,
                100.0 * tally.score(),
                100.0 * error,
                tally.evidence()
            );
        }
        if is_decided {
            break;
        }
    }
}

#[test]
#[ignore = "measures"]
fn rivals() {
    let size = set("SIZE", 7);
    with_bitboard!(size, P => play::<P>(size));
}

/// Random games a second.
#[test]
#[ignore = "measures"]
fn playouts() {
    fn measure<P: Bitboard>(size: usize) {
        let frame = Frame::<P>::new(size);
        let start = own_pieces(&Board::start(size).unwrap(), Colour::Black, &frame);
        let mut dice = Dice::new(1);
        let (begun, mut games, mut won) = (clock(), 0u32, 0u32);
        while games % 1000 > 0 || clock() < begun + 2.0 {
            won += u32::from(playout(&frame, start, Tie::LastMoverWins, &mut dice));
            games += 1;
        }
        let rate = f64::from(games) / (clock() - begun) / 1000.0;
        println!("size {size}: {rate:.0} k a second, Black wins {:.3}", f64::from(won) / f64::from(games));
        let mut tree = Tree::new(frame, start, Tie::LastMoverWins, 1, 1 << 29);
        let (begun, mut games) = (clock(), 0u32);
        while games % 1000 > 0 || clock() < begun + 1.0 {
            tree.simulate();
            games += 1;
        }
        println!("  and {:.0} k with a tree", f64::from(games) / (clock() - begun) / 1000.0);
    }
    for size in [7, 9, 11, 15, 19] {
        with_bitboard!(size, P => measure::<P>(size));
    }
}

/// How many states there are (not with `STATES=false`), and how long proofs take after some random moves: four on size 6,
/// or as `SIZE` and `MOVES` say.
#[test]
#[ignore = "measures"]
fn proofs() {
    let largest = if set("STATES", true) { 5 } else { 0 };
    for size in 2..=largest {
        let limits = Limits::default().memory(2_400_000_000);
        let layers = states(&Board::start(size).unwrap(), &limits).expect("there is room");
        let (all, ends) = layers.iter().fold((0, 0), |sum, layer| (sum.0 + layer.states, sum.1 + layer.ends));
        println!("size {size}: {all} states, {ends} of them ends, games of up to {} moves", layers.len() - 1);
    }
    for tie in [Tie::LastMoverWins, Tie::LastMoverLoses] {
        let mut times = Vec::new();
        let mut random = Random::new(set("SEED", 17));
        for number in 0..set("GAMES", 50) {
            let mut position = Position { tie, ..Position::start(set("SIZE", 6)).unwrap() };
            for _ in 0..set("MOVES", 4) {
                let turns = position.turns();
                position = position.after(turns[random.index(turns.len())]).unwrap();
            }
            let mut solver = Solver::new(&position);
            let begun = clock();
            solver.limit(Limits::default().steps(set("STEPS", u64::MAX)));
            let is_proven = solver.winner(&position).is_ok();
            times.push((clock() - begun, solver.steps(), number, is_proven));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let ((middle, steps, ..), (longest, most, ..)) = (times[times.len() / 2], times[times.len() - 1]);
        let long = times.iter().filter(|(time, ..)| *time > 1.0).count();
        println!(
            "{tie:?}: {middle:.3} s and {steps} positions in the middle, at most {longest:.3} s and {most}"
        );
        let proven = times.iter().filter(|(.., is_proven)| *is_proven).count();
        println!("{long} of {} proofs took longer than a second; {proven} were finished", times.len());
        for (time, steps, number, _) in times.iter().rev().take(10) {
            println!("  {time:.3} s and {steps} positions: game {number}");
        }
    }
}
