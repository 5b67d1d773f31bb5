//! A game on the screen, and who is thinking.

mod keys;
mod study;

use super::autosave::Autosave;
use super::board::{Look, Overlay, View};
use super::engines::{Engines, Thought, think_elsewhere};
use crate::commands::emulsion::parallel_player::ParallelPlayer;
use crate::play::task::{Poll, Task};
use gridwright_emulsion::{
    Analysis, Colour, Hint, PuzzleGame, Refused, Report, Session, Setup, Square, Strength, Turn, words,
};
pub use keys::Command;
use std::time::{Duration, Instant};

/// How the program gives advice.
#[derive(Clone, Copy)]
pub struct Advice {
    pub strength: Strength,
    pub time: Duration,
}

/// A game on the screen.
pub struct GameScreen {
    pub session: Session,
    pub autosave: Autosave,
    pub engines: Engines,
    advice: Advice,
    /// Moves of the engine against itself come no faster.
    pace: Duration,
    last_played: Instant,
    pub cursor: Square,
    pub overlay: Overlay,
    pub is_vi: bool,
    /// Whether the chances are shown.
    pub shows_chance: bool,
    /// A hint was asked for.
    wants_hint: bool,
    pub hint: Option<Hint>,
    /// The report on a position, and after how many turns it is.
    thought: Option<(usize, Report)>,
    work: Option<Work>,
    /// What the engine was thinking about when it was paused.
    paused: Option<Work>,
    pub message: Message,
    pub view: View,
    /// The puzzle that is played in place of a game.
    pub puzzle: Option<PuzzleGame>,
    /// The answer of the puzzle was asked for once.
    is_revealing: bool,
    /// The game, analysed.
    pub analysis: Option<Analysis>,
    analysing: Option<study::Analysing>,
    /// How well games are analysed.
    pub analyst: Strength,
}

/// The last message.
#[derive(Default)]
pub struct Message {
    pub text: String,
    pub is_wrong: bool,
}

/// Work in another thread.
enum Work {
    Move(Colour, Task<Thought>),
    /// About the position after this many turns.
    Advice(usize, Task<Thought>),
}

impl GameScreen {
    pub fn new(
        session: Session,
        autosave: Autosave,
        engines: Engines,
        advice: Advice,
        pace: Duration,
    ) -> GameScreen {
        let middle = session.position().board.size() / 2;
        GameScreen {
            session,
            autosave,
            engines,
            advice,
            pace,
            last_played: Instant::now(),
            cursor: Square::new(middle, middle),
            overlay: Overlay::default(),
            is_vi: false,
            shows_chance: false,
            wants_hint: false,
            hint: None,
            thought: None,
            work: None,
            paused: None,
            message: Message::default(),
            view: View::default(),
            puzzle: None,
            is_revealing: false,
            analysis: None,
            analysing: None,
            analyst: GameScreen::default_analyst(),
        }
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: false };
    }

    fn refuse(&mut self, refused: &Refused) {
        self.complain(words::sentence(&refused.to_string()));
    }

    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: true };
    }

    /// Whether the screen may change by itself soon.
    pub fn is_lively(&self) -> bool {
        let is_played = !self.session.is_paused() && self.session.engine_to_move().is_some();
        self.work.is_some() || is_played || self.wants_advice() || self.analysing.is_some()
    }

    fn wants_advice(&self) -> bool {
        let is_wanted = self.wants_hint || self.shows_chance && self.report().is_none();
        is_wanted && !self.session.shown().is_over()
    }

    /// Whether the engine is thinking about a turn of its own.
    pub fn is_thinking(&self) -> bool {
        matches!(self.work, Some(Work::Move(..)))
    }

    /// Whether advice is being looked for.
    pub fn is_advising(&self) -> bool {
        matches!(self.work, Some(Work::Advice(..)))
    }

    /// The report on the position that is shown, where there is one.
    pub fn report(&self) -> Option<&Report> {
        let turns = self.session.shown_turns().len();
        self.thought.as_ref().filter(|(of, _)| *of == turns).map(|(_, report)| report)
    }

    /// Time goes on: a player that has thought plays, and the one to move thinks.
    pub fn tick(&mut self) {
        self.tick_analysis();
        match &self.work {
            // The engine waits while you look back.
            Some(Work::Move(..)) if !self.session.is_at_end() => {}
            Some(Work::Move(colour, task)) => match task.poll() {
                Poll::Pending => {}
                Poll::Done((player, turn)) => {
                    self.engines.welcome(*colour, player);
                    self.work = None;
                    if let Some(turn) = turn {
                        self.play(turn);
                    }
                }
                Poll::Failed => {
                    self.work = None;
                    self.session.pause_after_failure();
                    self.complain("The engine has failed; p lets it try again.");
                }
            },
            Some(Work::Advice(turns, task)) => match task.poll() {
                Poll::Pending => {}
                Poll::Done((player, turn)) => {
                    let turns = *turns;
                    self.work = None;
                    self.advised(turns, &player, turn);
                }
                Poll::Failed => {
                    self.work = None;
                    self.wants_hint = false;
                    self.shows_chance = false;
                    self.complain("The engine has failed: no hint, and no chances.");
                }
            },
            None => self.find_work(),
        }
    }

    fn find_work(&mut self) {
        let position = self.session.position();
        if let Some(strength) = self.session.engine_to_move().filter(|_| !self.session.is_paused()) {
            if self.session.is_engine_only() && self.last_played.elapsed() < self.pace {
                return;
            }
            let colour = position.to_move;
            let task = self.engines.send(colour, strength, self.session.game().clone());
            self.work = Some(Work::Move(colour, task));
        } else if self.wants_advice() {
            let turns = self.session.shown_turns().len();
            let player = ParallelPlayer::adviser(self.advice.strength, turns as u64);
            let task = think_elsewhere(player, self.session.shown_game(), self.advice.time);
            self.work = Some(Work::Advice(turns, task));
        }
    }

    /// Stops the engine in its game against itself, or lets it go on.
    fn pause(&mut self) {
        if let Err(refused) = self.session.toggle_pause() {
            return self.refuse(&refused);
        }
        self.message = Message::default();
        if !self.session.is_paused() {
            self.moved();
            self.work = self.paused.take();
        } else if self.is_thinking() {
            self.paused = self.work.take();
        }
    }

    fn advised(&mut self, turns: usize, player: &ParallelPlayer, turn: Option<Turn>) {
        if turns != self.session.shown_turns().len() {
            return;
        }
        let (Some(report), Some(turn)) = (player.report(), turn) else {
            self.wants_hint = false;
            return;
        };
        if std::mem::take(&mut self.wants_hint) {
            self.hint = Some(Hint::new(report, turn));
            self.message = Message::default();
        }
        self.thought = Some((turns, report.clone()));
    }

    fn play(&mut self, turn: Turn) {
        if self.try_turn(turn) {
            return;
        }
        let result = self.is_over_puzzle().and_then(|()| self.session.play(turn));
        self.done(result);
    }

    /// After anything that may have changed the game.
    fn done(&mut self, result: Result<(), Refused>) {
        self.session.let_go();
        self.message = Message::default();
        match result {
            Err(refused) => return self.refuse(&refused),
            Ok(()) => {
                self.moved();
                self.analysis = None;
                self.analysing = None;
                self.work = None;
                self.paused = None;
                self.thought = None;
                self.last_played = Instant::now();
            }
        }
        if let Err(trouble) = self.autosave.save(&self.session) {
            self.complain(format!("Not saved: {trouble}"));
        }
    }

    /// After another position is shown.
    fn moved(&mut self) {
        self.hint = None;
        self.wants_hint = false;
        if self.is_advising() {
            self.work = None;
        }
    }

    /// Gives the game up.
    pub fn resign(&mut self) {
        let result = self.session.give_up();
        self.done(result);
    }

    /// Changes who plays, and how long full strength thinks.
    pub fn seat(&mut self, players: Setup) {
        let [black, white] = players.seats;
        self.session.set_seat(Colour::Black, black);
        self.session.set_seat(Colour::White, white);
        self.engines.time = players.time;
        self.done(Ok(()));
    }

    /// The hint in words, as long as the board shows it.
    pub fn reason(&self) -> Option<String> {
        let hint = self.hint.as_ref()?;
        Some(format!("{}: {}", self.session.shown().write_turn(hint.turn), hint.reason()))
    }

    /// What the board is to show.
    pub fn look_at(&self) -> Look<'_> {
        let squares = |turn: Option<&Turn>| match turn {
            Some(Turn::Swap(swap)) => swap.squares().to_vec(),
            _ => Vec::new(),
        };
        Look {
            board: &self.session.shown().board,
            overlay: self.overlay,
            cursor: Some(self.cursor),
            chosen: self.session.chosen(),
            partners: self.session.partners(),
            last: squares(self.session.shown_turns().last()),
            hint: squares(self.hint.as_ref().map(|hint| &hint.turn)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_emulsion::{Game, Rules, Seat};
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    /// A game in which the work has failed, after many looks.
    fn failed(work: fn(Task<Thought>) -> Work) -> GameScreen {
        let seats = [Seat::Engine(Strength::Greedy), Seat::Human];
        let session = Session::new(Game::new(Rules::of_size(5).unwrap()), seats);
        let advice = Advice { strength: Strength::Simulations(100), time: Duration::from_secs(1) };
        let engines = Engines::new(1, Duration::from_secs(1));
        let mut game = GameScreen::new(session, Autosave::default(), engines, advice, Duration::ZERO);
        game.work = Some(work(Task::start(|_| panic!("as the test wants it"))));
        game.shows_chance = true;
        while game.message.text.is_empty() {
            game.tick();
        }
        game
    }

    fn press(game: &mut GameScreen, letter: char) {
        game.key(KeyEvent::from(KeyCode::Char(letter)));
    }

    #[test]
    fn an_engine_that_failed_waits_until_it_is_asked_again() {
        let mut game = failed(|task| Work::Move(Colour::Black, task));
        assert_eq!(game.message.text, "The engine has failed; p lets it try again.");
        game.shows_chance = false;
        assert!(!game.is_lively());
        (0..10).for_each(|_| game.tick());
        assert!(!game.is_thinking() && game.session.game().turns().is_empty());
        press(&mut game, 'p');
        while game.session.game().turns().is_empty() {
            game.tick();
        }
        // A person's game cannot be paused otherwise.
        press(&mut game, 'p');
        assert!(!game.session.is_paused());
    }

    #[test]
    fn advice_that_failed_is_not_looked_for_again() {
        let mut game = failed(|task| Work::Advice(0, task));
        assert_eq!(game.message.text, "The engine has failed: no hint, and no chances.");
        game.session.pause_after_failure();
        (0..10).for_each(|_| game.tick());
        assert!(!game.is_lively() && !game.is_advising());
        press(&mut game, 'c');
        game.tick();
        assert!(game.is_advising());
    }
}
