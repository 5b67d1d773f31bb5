//! What keys do in a game.

use super::{Command, GameScreen, Next};
use crate::play::game::Question;
use crate::play::settings::Settings;
use gridwright::grid::Direction;
use gridwright::session::{DigitMode, Gesture, Style};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl GameScreen {
    fn step(&mut self, direction: Direction) {
        let grid = self.grid();
        // Beyond the rim it goes on at the other side, on every board.
        let next = grid.with_wrapping(true).step(self.cursor, direction);
        self.cursor = next.unwrap_or(self.cursor);
    }

    fn towards(&mut self, direction: Direction, is_drawn: bool) {
        if is_drawn {
            self.gesture(Gesture::Draw(self.cursor, direction));
        } else {
            self.step(direction);
        }
    }

    /// What a key does.
    pub fn key(&mut self, key: KeyEvent) -> Command {
        if key.code == KeyCode::Esc && self.game.asked().is_some() {
            self.game.give_up();
            self.is_applied = false;
            self.say("Given up.");
            return Command::Nothing;
        }
        if !matches!(key.code, KeyCode::Char('0'..='9')) {
            self.game.session.end_typing();
        }
        let next = self.next.take();
        let command = self.press(key, next);
        self.focus = Some(self.cursor);
        command
    }

    fn press(&mut self, key: KeyEvent, next: Option<Next>) -> Command {
        let is_drawn =
            next == Some(Next::Draw) || key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
        match key.code {
            KeyCode::Left => self.towards(Direction::Left, is_drawn),
            KeyCode::Right => self.towards(Direction::Right, is_drawn),
            KeyCode::Up => self.towards(Direction::Up, is_drawn),
            KeyCode::Down => self.towards(Direction::Down, is_drawn),
            KeyCode::Home => self.cursor = self.grid().at(self.grid().row(self.cursor), 0),
            KeyCode::End => {
                self.cursor = self.grid().at(self.grid().row(self.cursor), self.grid().cols() - 1)
            }
            KeyCode::PageUp => self.cursor = self.grid().at(0, self.grid().col(self.cursor)),
            KeyCode::PageDown => {
                self.cursor = self.grid().at(self.grid().rows() - 1, self.grid().col(self.cursor));
            }
            KeyCode::Backspace | KeyCode::Delete => self.gesture(Gesture::Clear(vec![self.cursor])),
            KeyCode::Enter => self.cycle(),
            KeyCode::Esc => return Command::Menu,
            KeyCode::Char(letter) => return self.letter(letter, next),
            _ => {}
        }
        Command::Nothing
    }

    fn letter(&mut self, letter: char, next: Option<Next>) -> Command {
        let is_drawn = next == Some(Next::Draw);
        match letter {
            '0'..='9' => self.digit(letter as u32 - '0' as u32, next == Some(Next::Cross)),
            ' ' => self.cycle(),
            'h' if self.settings.vi_keys => self.towards(Direction::Left, is_drawn),
            'j' => self.towards(Direction::Down, is_drawn),
            'k' => self.towards(Direction::Up, is_drawn),
            'l' => self.towards(Direction::Right, is_drawn),
            'h' | 'H' => self.ask(Question::Hint),
            's' if next == Some(Next::Solve) || self.solved.is_some() => self.ask(Question::Solve),
            's' => {
                self.next = Some(Next::Solve);
                self.say("s again fills in the solution.");
            }
            'g' => self.apply_hint(),
            'c' => self.ask(Question::Check),
            'z' | 'u' => {
                self.game.undo();
                self.done(Ok(()));
            }
            'y' => {
                self.game.redo();
                self.done(Ok(()));
            }
            'r' if next == Some(Next::Restart) || !self.game.is_begun() => {
                self.game.restart();
                self.done(Ok(()));
            }
            'r' => {
                self.next = Some(Next::Restart);
                self.say("r again starts over; nothing of this game can be undone then.");
            }
            'm' => self.mark(),
            'x' => self.gesture(Gesture::Clear(vec![self.cursor])),
            'd' if self.game.session.has_lines() => self.next = Some(Next::Draw),
            'd' => self.say("No lines are drawn here."),
            'p' | 'f' | 't' if self.game.session.most_digit() == 0 => self.say("There are no notes here."),
            'p' => self.is_pencil = !self.is_pencil,
            'f' => self.act(self.game.session.fill_notes()),
            't' => self.act(self.game.session.tidy_notes()),
            'b' => self.perform("branch"),
            '+' => self.perform("accept"),
            '-' => self.perform("reject"),
            'a' => {
                let is_on = self.change(|settings, style| {
                    let settings = settings.play.settings_mut(style);
                    settings.auto_marks = !settings.auto_marks;
                    settings.auto_marks
                });
                let what = match (self.game.session.most_digit(), is_on) {
                    (0, true) => "What one rule rules out is marked.",
                    (0, false) => "What one rule rules out is not marked.",
                    (_, true) => "Notes that one rule rules out are hidden.",
                    (_, false) => "All notes are shown.",
                };
                self.say(what);
            }
            'e' => {
                let errors = self.change(|settings, style| {
                    let errors = &mut settings.play.settings_mut(style).errors;
                    *errors = errors.next();
                    *errors
                });
                self.say(errors.sentence());
            }
            'o' => self.change(|settings, _| settings.play.clock = !settings.play.clock),
            'v' => {
                let is_vi = self.change(|settings, _| {
                    settings.vi_keys = !settings.vi_keys;
                    settings.vi_keys
                });
                self.say(if is_vi { "h goes left, H gives hints." } else { "h gives hints." });
            }
            ',' => return Command::Settings,
            'n' if self.solved.is_some() => return Command::Next,
            'n' => return Command::New,
            'w' => return Command::Write,
            '?' => return Command::Help,
            'q' => return Command::Quit,
            _ => {}
        }
        Command::Nothing
    }

    /// Changes a setting.
    fn change<T>(&mut self, change: impl Fn(&mut Settings, Style) -> T) -> T {
        let mut settings = self.settings;
        let result = change(&mut settings, self.game.session.style());
        self.set(settings);
        result
    }

    /// Enters the next thing that the cell takes.
    fn cycle(&mut self) {
        self.gesture(Gesture::Cycle(self.cursor));
    }

    /// Crosses out what the cell might hold; of several digits, the one that is typed next.
    pub(super) fn mark(&mut self) {
        let session = &self.game.session;
        if session.style() == Style::Digits && !session.choices(self.cursor).is_empty() {
            self.next = Some(Next::Cross);
        } else {
            self.gesture(Gesture::Mark(self.cursor));
        }
    }

    fn perform(&mut self, text: &str) {
        let result = self.game.perform(text);
        self.done(result);
        if self.message.text.is_empty() {
            self.say(match (text, self.game.session.branches()) {
                ("branch", depth) => format!("Trying, {} deep: + keeps it, - takes it back.", depth),
                (_, 0) => "Back from trying.".to_string(),
                (_, depth) => format!("Still trying, {depth} deep."),
            });
        }
    }

    /// A digit goes into the cell; more than one make a number where numbers are that large.
    fn digit(&mut self, digit: u32, is_crossed: bool) {
        if self.game.session.most_digit() == 0 {
            return;
        }
        let mode = match (is_crossed, self.is_pencil) {
            (true, _) => DigitMode::Cross,
            (false, true) => DigitMode::Note,
            (false, false) => DigitMode::Enter,
        };
        let result = self.game.type_digit(self.cursor, digit, mode);
        if is_crossed && self.game.session.most_digit() > 9 && result.is_ok() {
            self.next = Some(Next::Cross);
        }
        self.done(result);
    }
}
