//! Matches of the engine against simpler players at equal time, for figures that are published:
//! `SIZE=9 RIVAL=uct SECONDS=0.2 GAMES=400 cargo test --release --lib rivals -- --ignored --nocapture`.

use super::board::Board;
use super::frame::{Frame, Swaps};
use super::plane::{DIRECTIONS, Plane, Rows11, Rows16};
use super::playout::{Dice, any_swap, playout};
use super::position::{Colour, Tie};
use super::solver::own_plane;
use super::tree::{Proof, Tree};
use std::str::FromStr;
use std::time::Instant;

type Move = (usize, usize);

fn after<P: Plane>(frame: &Frame<P>, own: P, (square, direction): Move) -> P {
    frame.full & !own.toggled(square, direction)
}

fn moves<P: Plane>(swaps: &Swaps<P>) -> Vec<Move> {
    (0..DIRECTIONS).flat_map(|d| swaps[d].squares().map(move |square| (square, d))).collect()
}

/// Seconds that this thread has run, or that have passed where the system does not tell.
fn clock() -> f64 {
    thread_local!(static BEGUN: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGUN.with(|begun| begun.elapsed().as_secs_f64()), |n| n / 1e9)
}

/// The tree search everybody writes first: upper confidence bounds, a new position a game, random games, and nothing kept
/// from move to move.
struct Plain {
    visits: u32,
    wins: u32,
    play: Move,
    children: Vec<u32>,
    untried: Option<Vec<Move>>,
}

fn plain<P: Plane>(frame: &Frame<P>, root: P, seconds: f64, dice: &mut Dice) -> Move {
    let new = |play: Move| Plain { visits: 0, wins: 0, play, children: Vec::new(), untried: None };
    let mut nodes = vec![new((0, 0))];
    let end = clock() + seconds;
    let mut games = 0;
    while games % 64 > 0 || clock() < end {
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
                node.wins as f32 / visits + 0.7 * (log / visits).sqrt()
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

/// Whatever makes the largest group largest compared with the other side's, then the second; any of the equals.
fn greedy<P: Plane>(frame: &Frame<P>, own: P, dice: &mut Dice) -> Move {
    let lead = |play: &Move| {
        let own = own.toggled(play.0, play.1);
        let (mine, other) = (frame.sizes(own), frame.sizes(frame.full & !own));
        let size = |sizes: &[u32], i: usize| i64::from(sizes.get(i).copied().unwrap_or(0));
        [0, 1].map(|i| size(&mine, i) - size(&other, i))
    };
    let all = moves(&frame.swaps(own));
    let best = all.iter().map(lead).max();
    let best: Vec<Move> = all.into_iter().filter(|play| Some(lead(play)) == best).collect();
    best[dice.below(best.len() as u32) as usize]
}

/// A game after two random moves, the same in both games of a pair; whether the engine wins.
fn game<P: Plane>(frame: &Frame<P>, start: P, number: u64, rival: &str, seconds: f64) -> bool {
    let (mut opening, mut dice) = (Dice::new(number / 2), Dice::new(!number));
    let mut own = start;
    for _ in 0..2 {
        own = after(frame, own, any_swap(&frame.swaps(own), &mut opening).expect("there are moves"));
    }
    let mut tree = Tree::new(frame.clone(), own, Tie::LastMoverWins, number, 1 << 24);
    let mut is_engine = number.is_multiple_of(2);
    while Frame::count(&frame.swaps(own)) > 0 {
        let play = if is_engine {
            let end = clock() + seconds;
            let mut games = 0;
            while tree.root().proof == Proof::Unknown && (games % 64 > 0 || clock() < end) {
                tree.simulate();
                games += 1;
            }
            let best = tree.best_child(tree.root()).expect("there are moves");
            (best.square.into(), best.direction.into())
        } else if rival == "uct" {
            plain(frame, own, seconds, &mut dice)
        } else {
            greedy(frame, own, &mut dice)
        };
        own = after(frame, own, play);
        tree.advance(play.0, play.1);
        is_engine = !is_engine;
    }
    // Whoever is to move now did not move last.
    frame.leads(own, false) == is_engine
}

fn set<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn play<P: Plane>(size: usize) {
    let frame = Frame::<P>::new(size);
    let start = own_plane(&Board::start(size).unwrap(), Colour::Black, &frame);
    let (rival, seconds, games) =
        (set("RIVAL", "uct".to_string()), set("SECONDS", 0.02), set("GAMES", 20u64));
    let mut won = 0;
    for number in 0..games {
        won += u64::from(game(&frame, start, number + set("SEED", 0u64), &rival, seconds));
        let share = won as f64 / (number + 1) as f64;
        let error = 1.96 * (share * (1.0 - share) / (number + 1) as f64).sqrt();
        if (number + 1) % 20 == 0 || number + 1 == games {
            let percent = format!("{:.1} % +- {:.1}", 100.0 * share, 100.0 * error);
            println!("size {size}, {seconds} s, {rival}: {won} of {}, {percent}", number + 1);
        }
    }
}

#[test]
#[ignore = "measures"]
fn rivals() {
    match set("SIZE", 7) {
        size @ ..=8 => play::<u64>(size),
        9 => play::<Rows11>(9),
        size @ 10..=11 => play::<u128>(size),
        size => play::<Rows16>(size),
    }
}

/// Random games a second.
#[test]
#[ignore = "measures"]
fn playouts() {
    fn measure<P: Plane>(size: usize) {
        let frame = Frame::<P>::new(size);
        let start = own_plane(&Board::start(size).unwrap(), Colour::Black, &frame);
        let mut dice = Dice::new(1);
        let (begun, mut games, mut won) = (clock(), 0u32, 0u32);
        while games % 1000 > 0 || clock() < begun + 2.0 {
            won += u32::from(playout(&frame, start, Tie::LastMoverWins, &mut dice));
            games += 1;
        }
        let rate = f64::from(games) / (clock() - begun) / 1000.0;
        println!("size {size}: {rate:.0} k a second, Black wins {:.3}", f64::from(won) / f64::from(games));
    }
    measure::<u64>(7);
    measure::<Rows11>(9);
    measure::<u128>(11);
    measure::<Rows16>(15);
}
