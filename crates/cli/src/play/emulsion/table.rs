//! A game on the screen, and who is thinking.

mod keys;

use super::PROOF;
use super::board::{Look, Overlay, View};
use super::engines::{Engines, Thought, think_elsewhere};
use super::keeper::Keeper;
use crate::commands::emulsion::crowd::Crowd;
use crate::play::errand::{Errand, News};
use gridwright_emulsion::{
    Colour, Game, Halves, Hint, Position, Refused, Report, Seat, Session, Square, Strength, Turn,
};
pub use keys::Wish;
use std::time::{Duration, Instant};

/// How the program gives advice.
#[derive(Clone, Copy)]
pub struct Advice {
    pub strength: Strength,
    pub time: Duration,
}

/// Who plays Black and White, and how long full strength thinks about a turn.
#[derive(Clone, Copy)]
pub struct Players {
    pub seats: [Seat; 2],
    pub time: Duration,
}

/// A game on the screen.
pub struct Table {
    pub session: Session,
    pub keeper: Keeper,
    pub engines: Engines,
    advice: Advice,
    /// Moves of the engine against itself come no faster.
    pace: Duration,
    last_played: Instant,
    pub cursor: Square,
    pub chosen: Option<Square>,
    pub overlay: Overlay,
    pub is_vi: bool,
    /// Whether the chances are shown.
    pub shows_chance: bool,
    /// A hint was asked for.
    wants_hint: bool,
    pub hint: Option<Hint>,
    /// What is thought of a position, after so many turns.
    thought: Option<(usize, Report)>,
    work: Option<Work>,
    /// Whether the engine waits, after a failure or playing against itself, and what it was thinking about.
    pub is_paused: bool,
    paused: Option<Work>,
    pub message: Message,
    pub view: View,
}

/// What was said last.
#[derive(Default)]
pub struct Message {
    pub text: String,
    pub is_wrong: bool,
}

/// What is being thought about elsewhere.
enum Work {
    Move(Colour, Errand<Thought>),
    /// Of the position after so many turns.
    Advice(usize, Errand<Thought>),
}

impl Table {
    pub fn new(session: Session, keeper: Keeper, engines: Engines, advice: Advice, pace: Duration) -> Table {
        let middle = session.position().board.size() / 2;
        Table {
            session,
            keeper,
            engines,
            advice,
            pace,
            last_played: Instant::now(),
            cursor: Square::new(middle, middle),
            chosen: None,
            overlay: Overlay::default(),
            is_vi: false,
            shows_chance: false,
            wants_hint: false,
            hint: None,
            thought: None,
            work: None,
            is_paused: false,
            paused: None,
            message: Message::default(),
            view: View::default(),
        }
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: false };
    }

    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: true };
    }

    /// Whether something moves on the screen by itself just now.
    pub fn is_lively(&self) -> bool {
        let is_played = !self.is_paused && self.engine_to_move().is_some();
        self.work.is_some() || is_played || self.wants_advice()
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

    /// The strength of the engine, where it is to play now.
    fn engine_to_move(&self) -> Option<Strength> {
        match self.session.mover()? {
            Seat::Engine(strength) if self.session.is_at_end() => Some(strength),
            _ => None,
        }
    }

    /// What is thought of the position that is shown, where that is known.
    pub fn report(&self) -> Option<&Report> {
        let turns = self.session.shown_turns().len();
        self.thought.as_ref().filter(|(of, _)| *of == turns).map(|(_, report)| report)
    }

    /// Time goes on: whoever has thought plays, whoever is to play thinks.
    pub fn tick(&mut self) {
        match &self.work {
            // Nobody plays while someone looks back.
            Some(Work::Move(..)) if !self.session.is_at_end() => {}
            Some(Work::Move(colour, errand)) => match errand.look() {
                News::Pending => {}
                News::Done((player, turn)) => {
                    self.engines.welcome(*colour, player);
                    self.work = None;
                    if let Some(turn) = turn {
                        self.play(turn);
                    }
                }
                News::Failed => {
                    // Whoever failed once would fail again.
                    self.work = None;
                    self.is_paused = true;
                    self.complain("The engine has failed; p lets it try again.");
                }
            },
            Some(Work::Advice(turns, errand)) => match errand.look() {
                News::Pending => {}
                News::Done((player, turn)) => {
                    let turns = *turns;
                    self.work = None;
                    self.advised(turns, &player, turn);
                }
                News::Failed => {
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
        if let Some(strength) = self.engine_to_move().filter(|_| !self.is_paused) {
            if self.is_against_itself() && self.last_played.elapsed() < self.pace {
                return;
            }
            let colour = position.to_move;
            let errand = self.engines.send(colour, strength, self.session.game().clone());
            self.work = Some(Work::Move(colour, errand));
        } else if self.wants_advice() {
            let turns = self.session.shown_turns().len();
            let player = Crowd::of_advisers(self.advice.strength, turns as u64, PROOF);
            let errand = think_elsewhere(player, self.shown_game(), self.advice.time);
            self.work = Some(Work::Advice(turns, errand));
        }
    }

    fn is_against_itself(&self) -> bool {
        [Colour::Black, Colour::White].iter().all(|colour| self.session.seat(*colour) != Seat::Human)
    }

    /// Stops the engine in its game against itself, or lets it go on.
    fn pause(&mut self) {
        if !self.is_paused && !self.is_against_itself() {
            return self.complain("Only the engine against itself can be paused.");
        }
        if self.session.winner().is_some() {
            return self.complain("The game is over.");
        }
        self.is_paused = !self.is_paused;
        self.message = Message::default();
        if !self.is_paused {
            self.session.show_end();
            self.moved();
            self.work = self.paused.take();
        } else if self.is_thinking() {
            self.paused = self.work.take();
        }
    }

    /// The game up to the position that is shown.
    fn shown_game(&self) -> Game {
        let mut game = self.session.game().clone();
        while game.turns().len() > self.session.shown_turns().len() {
            game.undo();
        }
        game
    }

    fn advised(&mut self, turns: usize, player: &Crowd, turn: Option<Turn>) {
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
        let result = self.session.play(turn);
        self.done(result);
    }

    /// After whatever may have changed the game.
    fn done(&mut self, result: Result<(), Refused>) {
        self.chosen = None;
        self.message = Message::default();
        match result {
            Err(refused) => return self.complain(sentence(&refused.to_string())),
            Ok(()) => {
                self.moved();
                self.work = None;
                self.is_paused &= self.is_against_itself();
                self.paused = None;
                self.thought = None;
                self.last_played = Instant::now();
            }
        }
        if let Err(trouble) = self.keeper.save(&self.session) {
            self.complain(format!("Not saved: {trouble}"));
        }
    }

    /// After another position is shown.
    fn moved(&mut self) {
        self.hint = None;
        self.wants_hint = false;
        self.chosen = None;
        if self.is_advising() {
            self.work = None;
        }
    }

    /// Gives up for whoever is to move, or for the only person at the board.
    pub fn resign(&mut self) {
        let mover = self.session.position().to_move;
        let is_human = |colour: &Colour| self.session.seat(*colour) == Seat::Human;
        let who = [mover, mover.other()].into_iter().find(is_human).unwrap_or(mover);
        let result = self.session.resign(who);
        self.done(result);
    }

    /// Lets others play.
    pub fn seat(&mut self, players: Players) {
        let [black, white] = players.seats;
        self.session.set_seat(Colour::Black, black);
        self.session.set_seat(Colour::White, white);
        self.engines.time = players.time;
        self.done(Ok(()));
    }

    /// With which pieces the chosen one can change places, and what both gain.
    fn partners(&self) -> Vec<(Square, Halves)> {
        let Some(chosen) = self.chosen else { return Vec::new() };
        let board = &self.session.shown().board;
        let swaps = board.swaps().into_iter();
        swaps
            .filter_map(|swap| match swap.squares() {
                [a, b] if a == chosen => Some((b, board.gain(swap))),
                [a, b] if b == chosen => Some((a, board.gain(swap))),
                _ => None,
            })
            .collect()
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
            chosen: self.chosen,
            partners: self.partners(),
            last: squares(self.session.shown_turns().last()),
            hint: squares(self.hint.as_ref().map(|hint| &hint.turn)),
        }
    }

    /// The last turn, as whoever took it writes it, and its number.
    pub fn last_turn(&self) -> Option<(usize, String)> {
        let turns = self.session.shown_turns();
        let before: &Position = self.session.game().position_after(turns.len().checked_sub(1)?)?;
        Some((turns.len(), before.write_turn(*turns.last()?)))
    }
}

/// With a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_emulsion::Rules;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    /// A table at which the work has failed, after many looks.
    fn failed(work: fn(Errand<Thought>) -> Work) -> Table {
        let seats = [Seat::Engine(Strength::Greedy), Seat::Human];
        let session = Session::new(Game::new(Rules::of_size(5).unwrap()), seats);
        let advice = Advice { strength: Strength::Simulations(100), time: Duration::from_secs(1) };
        let engines = Engines::new(1, Duration::from_secs(1));
        let mut table = Table::new(session, Keeper::default(), engines, advice, Duration::ZERO);
        table.work = Some(work(Errand::start(|_| panic!("as the test wants it"))));
        table.shows_chance = true;
        while table.message.text.is_empty() {
            table.tick();
        }
        table
    }

    fn press(table: &mut Table, letter: char) {
        table.key(KeyEvent::from(KeyCode::Char(letter)));
    }

    #[test]
    fn an_engine_that_failed_waits_until_it_is_asked_again() {
        let mut table = failed(|errand| Work::Move(Colour::Black, errand));
        assert_eq!(table.message.text, "The engine has failed; p lets it try again.");
        table.shows_chance = false;
        assert!(!table.is_lively());
        (0..10).for_each(|_| table.tick());
        assert!(!table.is_thinking() && table.session.game().turns().is_empty());
        press(&mut table, 'p');
        while table.session.game().turns().is_empty() {
            table.tick();
        }
        // A person's game cannot be paused otherwise.
        press(&mut table, 'p');
        assert!(!table.is_paused);
    }

    #[test]
    fn advice_that_failed_is_not_looked_for_again() {
        let mut table = failed(|errand| Work::Advice(0, errand));
        assert_eq!(table.message.text, "The engine has failed: no hint, and no chances.");
        table.is_paused = true;
        (0..10).for_each(|_| table.tick());
        assert!(!table.is_lively() && !table.is_advising());
        press(&mut table, 'c');
        table.tick();
        assert!(table.is_advising());
    }
}
