//! Puzzles and analyses on the screen of a game.

use super::{GameScreen, Message};
use crate::commands::emulsion::parallel_player::ParallelPlayer;
use crate::play::task::{Poll, Task};
use gridwright_emulsion::{Analysis, Limits, Mark, PuzzleGame, Refused, Strength, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long the engine thinks about each position of a game.
const SIMULATIONS: Strength = Strength::Simulations(20_000);

/// An analysis in another thread.
pub struct Analysing {
    task: Task<Analysis>,
    done: Arc<AtomicU64>,
}

impl GameScreen {
    /// Plays a puzzle in place of a game.
    pub fn set_puzzle(&mut self, puzzle: PuzzleGame) {
        self.say(puzzle.task());
        self.puzzle = Some(puzzle);
    }

    /// Tries a turn where a puzzle is played; whether that was so.
    pub(super) fn try_turn(&mut self, turn: Turn) -> bool {
        let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| !puzzle.is_solved()) else { return false };
        self.session.let_go();
        let result = puzzle.attempt(turn);
        let (told, is_solved) = (puzzle.told(), puzzle.is_solved());
        match result {
            Err(refused) => self.refuse(&refused),
            Ok(_) if is_solved => self.show_solved(told),
            Ok(_) => self.complain(told),
        }
        true
    }

    /// Shows the answer of a puzzle, when it is asked for twice.
    pub(super) fn reveal(&mut self) -> bool {
        let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| !puzzle.is_solved()) else { return false };
        if !self.is_revealing {
            self.is_revealing = true;
            self.say("s again shows the answer.");
            return true;
        }
        puzzle.reveal();
        let told = puzzle.told();
        self.show_solved(told);
        true
    }

    fn show_solved(&mut self, told: String) {
        if let Some(puzzle) = &self.puzzle {
            self.session = puzzle.solved_session();
        }
        self.moved();
        self.say(format!("{told}\n[ ] step through best play. n: the next puzzle"));
    }

    /// Analyses the game in the background.
    pub(super) fn analyse(&mut self) {
        if self.session.game().turns().is_empty() {
            return self.say("There is nothing to analyse yet.");
        }
        if self.session.winner().is_none() {
            return self.say("The game is analysed when it is over.");
        }
        if self.analysis.is_some() || self.analysing.is_some() {
            return;
        }
        let record = self.session.record();
        let done = Arc::new(AtomicU64::new(0));
        let shown = Arc::clone(&done);
        let strength = self.analyst;
        let task = Task::start(move |cancel| {
            let mut player = ParallelPlayer::analyst(strength, 1);
            let limits = Limits::default()
                .cancel(cancel.clone())
                .on_progress(move |progress| shown.store(progress.done, Ordering::Relaxed));
            Analysis::by(record, &limits, |game| {
                player.think(game, &cancel);
                player.report().cloned()
            })
        });
        self.analysing = Some(Analysing { task, done });
        self.message = Message::default();
    }

    /// Looks whether the analysis is ready.
    pub(super) fn tick_analysis(&mut self) {
        match self.analysing.as_ref().map(|analysing| analysing.task.poll()) {
            None | Some(Poll::Pending) => {}
            Some(Poll::Failed) => {
                self.analysing = None;
                self.complain("The engine has failed: no analysis.");
            }
            Some(Poll::Done(analysis)) => {
                self.analysing = None;
                self.analysis = Some(analysis);
                self.session.show_start();
                self.moved();
                self.say("Analysed: [ ] step through, M goes to the next mark, w FILE.html writes a page.");
            }
        }
    }

    /// How far the analysis is.
    pub fn analysing(&self) -> Option<String> {
        let analysing = self.analysing.as_ref()?;
        let all = self.session.game().turns().len() + 1;
        Some(format!("Analysing {} of {all} … Esc stops", analysing.done.load(Ordering::Relaxed)))
    }

    /// What the analysis says of the turn before the position that is shown.
    pub fn judgement(&self) -> Option<(String, Option<Mark>)> {
        let analysis = self.analysis.as_ref()?;
        let turns = self.session.shown_turns().len();
        Some((analysis.told(turns), turns.checked_sub(1).and_then(|last| analysis.turns.get(last)?.mark)))
    }

    /// Shows the next position before which a turn has a mark.
    pub(super) fn next_mark(&mut self) {
        let Some(analysis) = &self.analysis else {
            return self.say("A analyses the game when it is over.");
        };
        let shown = self.session.shown_turns().len();
        let marks = analysis.turns.iter().enumerate().filter(|(_, turn)| turn.mark.is_some());
        let Some(next) = marks.map(|(i, _)| i + 1).find(|turns| *turns > shown) else {
            return self.say("No mark after this turn.");
        };
        while self.session.shown_turns().len() < next {
            self.session.forward();
        }
        self.moved();
        self.message = Message::default();
    }

    /// Stops what Esc stops; whether there was anything.
    pub(super) fn stop_analysing(&mut self) -> bool {
        self.analysing.take().is_some()
    }

    pub(super) fn default_analyst() -> Strength {
        SIMULATIONS
    }

    /// Why a turn of a solved puzzle is refused.
    pub(super) fn is_over_puzzle(&self) -> Result<(), Refused> {
        match self.puzzle.as_ref().is_some_and(PuzzleGame::is_solved) {
            true => Err(Refused::Over),
            false => Ok(()),
        }
    }
}
