//! What keys and clicks do.

use super::{GameScreen, Message};
use crate::play::emulsion::board::Overlay;
use gridwright_emulsion::{Refused, Seat, Session, Square, Turn};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};

/// What a key asks of the program beyond the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Nothing,
    New,
    Players,
    Lesson,
    Puzzle,
    Resign,
    Write,
    Help,
    Quit,
}

impl GameScreen {
    /// What a key does.
    pub fn key(&mut self, key: KeyEvent) -> Command {
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
        Command::Nothing
    }

    fn letter(&mut self, letter: char) -> Command {
        let is_revealing = std::mem::take(&mut self.is_revealing);
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
            's' if self.puzzle.is_some() => {
                self.is_revealing = is_revealing;
                self.reveal();
            }
            'A' => self.analyse(),
            'M' => self.next_mark(),
            'L' => return Command::Lesson,
            'P' => return Command::Puzzle,
            's' => match self.session.mover() {
                Some(Seat::Engine(_)) => self.refuse(&Refused::EngineToMove),
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
            'p' => self.pause(),
            'x' if self.session.winner().is_none() => return Command::Resign,
            'x' => self.refuse(&Refused::Over),
            'a' => return Command::Players,
            'n' if self.puzzle.is_some() => return Command::Puzzle,
            'n' => return Command::New,
            'w' => return Command::Write,
            '?' => return Command::Help,
            'q' => return Command::Quit,
            _ => {}
        }
        Command::Nothing
    }

    fn step(&mut self, down: i8, right: i8) {
        let size = self.session.position().board.size() as i8;
        let moved = |at: u8, by: i8| (at as i8 + by).rem_euclid(size) as usize;
        self.cursor = Square::new(moved(self.cursor.row, down), moved(self.cursor.column, right));
    }

    /// Esc: lets a piece go, or stops looking for a hint and shows the last position.
    fn let_go(&mut self) {
        if !self.session.let_go() && !self.stop_analysing() {
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
        if !self.session.is_paused() && self.session.engine_to_move().is_some() {
            return self.refuse(&Refused::EngineToMove);
        }
        if self.session.shown().is_over() {
            return self.refuse(&Refused::Over);
        }
        self.wants_hint = true;
        self.say("Looking for a hint… Esc gives up.");
    }

    /// Chooses a piece, and then the one it changes places with.
    fn choose(&mut self, square: Square) {
        self.message = Message::default();
        match self.session.choose(square) {
            Ok(Some(turn)) => self.play(turn),
            Ok(None) => {}
            Err(refused) => self.refuse(&refused),
        }
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
                if self.session.chosen().is_some_and(|chosen| self.session.is_swap(chosen, square)) =>
            {
                self.cursor = square;
                self.choose(square);
            }
            MouseEventKind::Down(MouseButton::Right) => self.let_go(),
            _ => {}
        }
    }
}
