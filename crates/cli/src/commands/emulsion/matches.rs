//! `emulsion match`: two players over many games, on several threads.

use super::args::Match as Args;
use super::parallel_player::deadline;
use super::print;
use crate::Exit;
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{progress, status_line};
use gridwright_emulsion::Limits;
use gridwright_emulsion::matches::{Match, PlayerSpec};
use gridwright_emulsion::view::MatchView;
use std::sync::{Mutex, PoisonError};

pub fn run(global: &Global, args: &Args, output: &mut Output) -> Result<Exit, Failure> {
    let start = args.start.position()?;
    let seed = args.seed.unwrap_or_else(crate::commands::generate::some_seed);
    let cancel = progress::stop();
    let games = Match::new([args.a, args.b], start, seed).map_err(|e| Failure::Message(e.to_string()))?;
    let games = games.with_games(args.games).with_limits(Limits::default().cancel(cancel.clone()));
    let games = match args.openings {
        Some(moves) => games.with_openings(moves),
        None => games,
    };
    progress::catch_interrupts();
    let bar =
        status_line::bar(Some(args.games), "{bar:40} {pos} of {len}, {msg}, {elapsed}, {eta} to go", true);
    let games = Mutex::new(games);
    let locked = || games.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..progress::workers(args.jobs).min(args.games.try_into().unwrap_or(usize::MAX)) {
            scope.spawn(|| {
                loop {
                    let Some(game) = locked().next_game() else { break };
                    let limits = |player: PlayerSpec| {
                        Limits::default().cancel(deadline(&cancel, player.time(args.time)))
                    };
                    let Ok(played) = game.play(&cancel, limits) else { break };
                    let mut games = locked();
                    games.add(played);
                    bar.set_message(format!("{:.1} %", 100.0 * games.tally().all().share()));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    if global.json {
        print(&MatchView::new(&games), output)?;
    } else {
        output.lines(&games.to_string())?;
    }
    let Some(stopped) = games.stopped() else { return Ok(Exit::Yes) };
    remark(&format!("{stopped} after {} of {} games", games.tally().all().games, args.games));
    Ok(Exit::Unknown)
}
