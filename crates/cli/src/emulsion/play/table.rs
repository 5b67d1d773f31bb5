//! A game on the screen: what keys and clicks do, and who is thinking.

use super::board::{Look, Overlay, View};
use super::engines::{Engines, Thought, think_elsewhere};
use super::keeper::Keeper;
use crate::emulsion::crowd::Crowd;
use crate::play::errand::{Errand, News};
use gridwright::emulsion::{
    Colour, Game, Hint, Position, Refused, Report, Seat, Session, Square, Strength, Swap, Turn,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use std::time::{Duration, Instant};

/// How the program gives advice.
#[derive(Clone, Copy)]
pub struct Advice {
    pub strength: Strength,
    pub time: Duration,
}

/// A game on the screen.
pub struct Table {
    pub session: Session,
    pub keeper: Keeper,
    engines: Engines,
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

/// What a key asks of the whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    Nothing,
    New,
    Players,
    Resign,
    Write,
    Help,
    Quit,
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
        self.work.is_some() || self.engine_to_move().is_some() || self.wants_advice()
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
                    self.work = None;
                    self.complain("The engine has failed.");
                }
            },
            Some(Work::Advice(turns, errand)) => match errand.look() {
                News::Pending => {}
                News::Done((player, turn)) => {
                    let turns = *turns;
                    self.work = None;
                    self.advised(turns, &player, turn);
                }
                News::Failed => self.work = None,
            },
            None => self.find_work(),
        }
    }

    fn find_work(&mut self) {
        let position = self.session.position();
        if let Some(strength) = self.engine_to_move() {
            if self.is_against_itself() && self.last_played.elapsed() < self.pace {
                return;
            }
            let colour = position.to_move;
            let errand = self.engines.send(colour, strength, self.session.game().clone());
            self.work = Some(Work::Move(colour, errand));
        } else if self.wants_advice() {
            let turns = self.session.shown_turns().len();
            let player = Crowd::new(self.advice.strength, turns as u64);
            let errand = think_elsewhere(player, self.shown_game(), self.advice.time);
            self.work = Some(Work::Advice(turns, errand));
        }
    }

    fn is_against_itself(&self) -> bool {
        [Colour::Black, Colour::White].iter().all(|colour| self.session.seat(*colour) != Seat::Human)
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
            let hint = Hint::new(report, turn);
            self.say(format!("{}: {}", self.session.shown().write_turn(turn), hint.reason()));
            self.hint = Some(hint);
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
    pub fn seat(&mut self, seats: [(Colour, Seat); 2]) {
        seats.into_iter().for_each(|(colour, seat)| self.session.set_seat(colour, seat));
        self.done(Ok(()));
    }

    /// What a key does.
    pub fn key(&mut self, key: KeyEvent) -> Wish {
        let last = self.session.position().board.size() as u8 - 1;
        match key.code {
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Home => self.cursor.column = 0,
            KeyCode::End => self.cursor.column = last,
            KeyCode::PageUp => self.cursor.row = 0,
            KeyCode::PageDown => self.cursor.row = last,
            KeyCode::Enter => self.choose(self.cursor),
            KeyCode::Esc => self.let_go(),
            KeyCode::Char(letter) => return self.letter(letter),
            _ => {}
        }
        Wish::Nothing
    }

    fn letter(&mut self, letter: char) -> Wish {
        match letter {
            ' ' => self.choose(self.cursor),
            'h' if self.is_vi => self.step(0, -1),
            'j' => self.step(1, 0),
            'k' => self.step(-1, 0),
            'l' => self.step(0, 1),
            'h' | 'H' => self.ask_for_hint(),
            'c' => {
                self.shows_chance = !self.shows_chance;
                self.say(if self.shows_chance { "Chances are shown." } else { "Chances are not shown." });
            }
            'o' => {
                self.overlay = match self.overlay {
                    Overlay::Nothing => Overlay::Values,
                    Overlay::Values => Overlay::Groups,
                    Overlay::Groups => Overlay::Nothing,
                };
                self.say(match self.overlay {
                    Overlay::Nothing => "The pieces alone.",
                    Overlay::Values => "With what pieces are worth.",
                    Overlay::Groups => "With the sizes of their groups.",
                });
            }
            'u' | 'z' => {
                let had_resigned = self.session.resigned().is_some();
                let count = self.session.undo();
                self.done(Ok(()));
                if count == 0 && !had_resigned {
                    self.say("There is nothing to take back.");
                }
            }
            'y' => {
                let count = self.session.redo();
                self.done(Ok(()));
                if count == 0 {
                    self.say("There is nothing to play again.");
                }
            }
            's' => match self.session.mover() {
                Some(Seat::Engine(_)) => self.complain("It is the engine's turn."),
                _ => self.play(Turn::SwapSides),
            },
            '[' => self.look(Session::back, "This is the start."),
            ']' => self.look(Session::forward, "This is the last position."),
            '{' => self.look(
                |session| {
                    session.show_start();
                    true
                },
                "",
            ),
            '}' => self.look(
                |session| {
                    session.show_end();
                    true
                },
                "",
            ),
            'v' => {
                self.is_vi = !self.is_vi;
                self.say(if self.is_vi { "h goes left, H gives hints." } else { "h gives hints." });
            }
            'x' if self.session.winner().is_none() => return Wish::Resign,
            'x' => self.complain("The game is over."),
            'a' => return Wish::Players,
            'n' => return Wish::New,
            'w' => return Wish::Write,
            '?' => return Wish::Help,
            'q' => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    fn step(&mut self, down: i8, right: i8) {
        let size = self.session.position().board.size() as i8;
        let moved = |at: u8, by: i8| (at as i8 + by).rem_euclid(size) as usize;
        self.cursor = Square::new(moved(self.cursor.row, down), moved(self.cursor.column, right));
    }

    /// Esc: a chosen piece, what is looked for, a look back.
    fn let_go(&mut self) {
        if self.chosen.take().is_none() {
            self.wants_hint = false;
            if self.is_advising() {
                self.work = None;
            }
            self.session.show_end();
            self.moved();
        }
        self.message = Message::default();
    }

    fn look(&mut self, step: impl Fn(&mut Session) -> bool, otherwise: &str) {
        let is_moved = step(&mut self.session);
        self.moved();
        self.message = Message::default();
        if !is_moved {
            self.say(otherwise);
        } else if !self.session.is_at_end() {
            let (shown, all) = (self.session.shown_turns().len(), self.session.game().turns().len());
            self.say(format!("After {shown} of {all} turns; ] goes on, Esc to the last."));
        }
    }

    fn ask_for_hint(&mut self) {
        if self.session.is_at_end() && self.engine_to_move().is_some() {
            return self.complain("It is the engine's turn.");
        }
        if self.session.shown().is_over() {
            return self.complain("The game is over.");
        }
        self.wants_hint = true;
        self.say("Looking for a hint… Esc gives up.");
    }

    /// A piece is chosen, and then the one it changes places with.
    fn choose(&mut self, square: Square) {
        if !self.session.is_at_end() {
            return self.complain(sentence(&Refused::LookingBack.to_string()));
        }
        if self.session.winner().is_some() {
            return self.complain("The game is over.");
        }
        if self.engine_to_move().is_some() {
            return self.complain("It is the engine's turn.");
        }
        let partners = self.partners();
        match self.chosen {
            Some(chosen) if chosen == square => {
                self.chosen = None;
                self.message = Message::default();
            }
            Some(chosen) if partners.iter().any(|(partner, _)| *partner == square) => {
                let swap = Swap::new(chosen, square).expect("partners are neighbours");
                self.play(Turn::Swap(swap));
            }
            // A neighbour of the other colour was meant as a partner.
            Some(chosen) if self.is_tried(chosen, square) => {
                let swap = Swap::new(chosen, square).expect("neighbours");
                if let Err(illegal) = self.session.position().check(Turn::Swap(swap)) {
                    self.complain(sentence(&illegal.to_string()));
                }
            }
            _ => {
                self.chosen = Some(square);
                self.message = Message::default();
                if self.partners().is_empty() {
                    let name = square.name(self.session.position().board.size());
                    self.chosen = None;
                    self.complain(format!("The piece on {name} gains nowhere."));
                }
            }
        }
    }

    fn is_tried(&self, chosen: Square, square: Square) -> bool {
        let board = &self.session.position().board;
        chosen.is_beside(square) && board.colour(chosen) != board.colour(square)
    }

    /// With which pieces the chosen one can change places, and twice what both gain.
    fn partners(&self) -> Vec<(Square, i32)> {
        let Some(chosen) = self.chosen else { return Vec::new() };
        let board = &self.session.shown().board;
        let swaps = board.swaps().into_iter();
        swaps
            .filter_map(|swap| match swap.squares() {
                [a, b] if a == chosen => Some((b, board.doubled_gain(swap))),
                [a, b] if b == chosen => Some((a, board.doubled_gain(swap))),
                _ => None,
            })
            .collect()
    }

    /// What the mouse does: a click chooses, and so does letting go on another square.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        let board = &self.session.position().board;
        let Some(square) = self.view.square_at(mouse.column, mouse.row, board) else { return };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = square;
                self.choose(square);
            }
            MouseEventKind::Up(MouseButton::Left)
                if self.chosen.is_some_and(|chosen| chosen != square && self.is_tried(chosen, square)) =>
            {
                self.cursor = square;
                self.choose(square);
            }
            MouseEventKind::Down(MouseButton::Right) => self.let_go(),
            _ => {}
        }
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
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
