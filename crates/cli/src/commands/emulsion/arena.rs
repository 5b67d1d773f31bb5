//! `emulsion match`: two players over many games, in pairs from the same opening with sides exchanged.

use super::args::Match;
use super::contender::Contender;
use super::interval;
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{progress, status_line};
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits};
use gridwright_emulsion::{Colour, Game, Position, Turn};
use serde_json::json;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How a game went.
#[derive(Clone, Copy)]
struct Played {
    first_won: bool,
    /// The colour that the first player had at the end.
    first: Colour,
    turns: usize,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    won: u64,
    /// Games of the first player as Black, and how many of them it won.
    as_black: [u64; 2],
    black_won: u64,
    turns: u64,
}

impl Tally {
    fn add(&mut self, played: Played) {
        self.games += 1;
        self.won += u64::from(played.first_won);
        let is_black = played.first == Colour::Black;
        self.as_black[0] += u64::from(is_black);
        self.as_black[1] += u64::from(is_black && played.first_won);
        self.black_won += u64::from(is_black == played.first_won);
        self.turns += played.turns as u64;
    }
}

pub fn run(global: &Global, args: &Match, output: &mut Output) -> Result<Exit, Failure> {
    let start = args.start.position()?;
    if !lasts(&start) {
        let message = format!("on a board of size {} the first move ends the game", start.board.size());
        return Err(Failure::Message(message));
    }
    let seed = args.seed.unwrap_or_else(crate::commands::generate::some_seed);
    progress::catch_interrupts();
    let bar =
        status_line::bar(Some(args.games), "{bar:40} {pos} of {len}, {msg}, {elapsed}, {eta} to go", true);
    let tally = Mutex::new(Tally::default());
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..progress::workers(args.jobs).min(args.games.try_into().unwrap_or(usize::MAX)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games || progress::interrupted() {
                        break;
                    }
                    let Some(played) = play(&start, args, seed, number) else { break };
                    let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    tally.add(played);
                    bar.set_message(format!("{:.1} %", percent(tally.won, tally.games)));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    tell(global, args, seed, &start, tally, output)?;
    let is_complete = tally.games == args.games;
    if !is_complete {
        remark(&format!("interrupted after {} of {} games", tally.games, args.games));
    }
    Ok(if is_complete { Exit::Yes } else { Exit::Unknown })
}

/// Random moves at the start; under the pie rule only the one that may be taken over.
fn openings(args: &Match) -> u32 {
    args.openings.unwrap_or(if args.start.pie { 1 } else { 2 })
}

/// Plays a game; `None` where it was interrupted.
fn play(start: &Position, args: &Match, seed: u64, number: u64) -> Option<Played> {
    let mut game = opening(start, openings(args), &mut Random::of_number(seed, number / 2));
    // Who plays the side that begins as Black: first one, then the other.
    let contenders = if number.is_multiple_of(2) { [args.a, args.b] } else { [args.b, args.a] };
    let mut seeds = Random::of_number(!seed, number);
    let mut players = contenders.map(|contender| contender.player(seeds.bits()));
    while !game.position().is_over() {
        let side = seat(&game, game.position().to_move);
        let deadline = contenders[side].deadline(args.time);
        let is_over = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let cancel = Cancel::when(move || progress::interrupted() || is_over());
        players[side].limit(Limits::default().cancel(cancel));
        let turn = players[side].think(&game)?;
        if progress::interrupted() {
            return None;
        }
        game.play(turn).expect("players play legal turns");
    }
    let winner = game.position().outcome()?.winner;
    let first = if (seat(&game, Colour::Black) == 0) == number.is_multiple_of(2) {
        Colour::Black
    } else {
        Colour::White
    };
    Some(Played { first_won: winner == first, first, turns: game.turns().len() })
}

/// Who has a colour now: 0 for whoever began as Black.
fn seat(game: &Game, colour: Colour) -> usize {
    game.began_as(colour, game.turns().len()) as usize
}

/// A swap makes only swaps near it illegal, never so many.
const MANY: usize = 100;

/// Whether at least two moves are left, whatever is played.
fn lasts(position: &Position) -> bool {
    let after = |swap| position.after(Turn::Swap(swap)).expect("the swap is legal");
    let swaps = position.board.swaps();
    !swaps.is_empty() && (swaps.len() > MANY || swaps.into_iter().all(|swap| !after(swap).is_over()))
}

/// So many random moves, as far as both players get to move after them.
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

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn tell(
    global: &Global,
    args: &Match,
    seed: u64,
    start: &Position,
    tally: Tally,
    output: &mut Output,
) -> Result<(), Failure> {
    let [a, b] = [args.a, args.b].map(|contender: Contender| contender.to_string());
    let (low, high) = interval::wilson(tally.won, tally.games);
    let [black_games, won_as_black] = tally.as_black;
    let (white_games, won_as_white) = (tally.games - black_games, tally.won - won_as_black);
    let turns = tally.turns as f64 / tally.games.max(1) as f64;
    if global.json {
        let rounded = |share: f64| (share * 10_000.0).round() / 10_000.0;
        return output.json(&json!({
            "a": a,
            "b": b,
            "size": start.board.size(),
            "tie": start.tie.name(),
            "pie": start.pie,
            "openings": openings(args),
            "seed": seed,
            "games": tally.games,
            "won": tally.won,
            "share": rounded(tally.won as f64 / tally.games.max(1) as f64),
            "interval": [rounded(low), rounded(high)],
            "as_black": { "games": black_games, "won": won_as_black },
            "as_white": { "games": white_games, "won": won_as_white },
            "black_won": tally.black_won,
            "turns": (turns * 10.0).round() / 10.0,
        }));
    }
    output.lines(&format!(
        "{a} against {b}: {} of {} games, {:.1} % ({:.1} to {:.1})",
        tally.won,
        tally.games,
        percent(tally.won, tally.games),
        100.0 * low,
        100.0 * high
    ))?;
    output.lines(&format!(
        "as Black {won_as_black} of {black_games}, as White {won_as_white} of {white_games}; Black won {:.1} %; {turns:.1} turns a game; seed {seed}",
        percent(tally.black_won, tally.games)
    ))
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
        assert!(!lasts(&Position::start(2).unwrap()));
    }
}
