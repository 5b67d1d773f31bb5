//! The game in the terminal: events in, a screen out.

use super::keeper::{self, Earlier, Keeper};
use super::popup::{Answer, Popup};
use super::table::{Players, Table, Wish, sentence};
use super::{Given, Options};
use crate::play::screen::paint::Colours;
use crate::play::screen::terminal::Screen;
use crate::shell::failure::Failure;
use crate::shell::output::remark;
use gridwright_emulsion::{Game, Session};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::io;
use std::time::Duration;

/// Everything on the screen.
pub struct App {
    options: Options,
    colours: Colours,
    pub table: Table,
    pub popup: Option<Popup>,
    pub is_over: bool,
}

/// Plays until someone quits.
pub fn run(session: Session, options: Options, colour: bool) -> Result<(), Failure> {
    App::new(session, options, Colours::of_terminal(colour)).run()
}

/// The same with a game that was kept.
pub fn go_on(session: Session, keeper: Keeper, options: Options, colour: bool) -> Result<(), Failure> {
    let mut app = App::new(session, options, Colours::of_terminal(colour));
    app.table.keeper = keeper;
    app.run()
}

impl App {
    pub fn new(session: Session, options: Options, colours: Colours) -> App {
        let keeper = options.keeper(&session);
        let table = options.table(session, keeper);
        let mut app = App { options, colours, table, popup: None, is_over: false };
        app.look_for_earlier(&Keeper::default());
        app
    }

    /// Offers a game from the same start that was begun before, except one that is being left. A game that is not taken
    /// up stays where it is, and the new one goes beside it.
    fn look_for_earlier(&mut self, left: &Keeper) {
        if !self.table.session.game().turns().is_empty() {
            return;
        }
        match self.table.keeper.earlier(left) {
            Some(Ok(earlier)) => self.offer(earlier),
            Some(Err(message)) => {
                self.table.complain(format!("The game that was saved cannot be read: {message}"))
            }
            None => {}
        }
    }

    pub fn offer(&mut self, mut earlier: Earlier) {
        self.options.given.seat(&mut earlier.session);
        self.popup = Some(Popup::Earlier(Box::new(earlier)));
    }

    fn sit_down(&mut self, session: Session, keeper: Keeper) {
        let is_vi = self.table.is_vi;
        self.table = self.options.table(session, keeper);
        self.table.is_vi = is_vi;
    }

    fn run(mut self) -> Result<(), Failure> {
        let mut screen = Screen::open()?;
        let result = self.play(&mut screen);
        drop(screen);
        if let Some(trouble) = self.table.keeper.leave(&self.table.session) {
            remark(&format!("warning: the game was not saved: {trouble}"));
        }
        result.map_err(|error| Failure::Message(format!("the terminal failed: {error}")))
    }

    fn play(&mut self, screen: &mut Screen) -> io::Result<()> {
        while !self.is_over {
            screen.terminal.draw(|frame| {
                let area = frame.area();
                self.draw(area, frame.buffer_mut());
            })?;
            let wait = if self.table.is_lively() { 40 } else { 500 };
            if event::poll(Duration::from_millis(wait))? {
                self.handle(event::read()?);
                while !self.is_over && event::poll(Duration::ZERO)? {
                    self.handle(event::read()?);
                }
            }
            // Nobody plays on while somebody is asked which game to play.
            if !matches!(self.popup, Some(Popup::Earlier(_))) {
                self.table.tick();
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) if self.popup.is_none() => self.table.mouse(mouse),
            Event::Paste(text) => {
                self.popup.iter_mut().for_each(|popup| popup.paste(&text.replace('\r', "\n")))
            }
            _ => {}
        }
    }

    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.is_over = true,
                KeyCode::Char('z') if self.popup.is_none() => self.press('u'),
                KeyCode::Char('y' | 'r') if self.popup.is_none() => self.press('y'),
                _ => {}
            }
            return;
        }
        match &mut self.popup {
            Some(popup) => {
                let answer = popup.key(key);
                self.answered(answer);
            }
            None => {
                let wish = self.table.key(key);
                self.wished(wish);
            }
        }
    }

    fn press(&mut self, letter: char) {
        self.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
    }

    fn wished(&mut self, wish: Wish) {
        self.popup = match wish {
            Wish::Nothing => None,
            Wish::New => Some(Popup::new_game(&self.table.session, self.options.time)),
            Wish::Players => Some(Popup::players(&self.table.session, self.options.time)),
            Wish::Resign => Some(Popup::Resign),
            Wish::Write => Some(Popup::Write(String::new())),
            Wish::Help => Some(Popup::Help(0)),
            Wish::Quit => {
                self.is_over = true;
                None
            }
        };
    }

    fn answered(&mut self, answer: Answer) {
        if matches!(answer, Answer::NotYet) {
            return;
        }
        let popup = self.popup.take();
        match answer {
            Answer::NotYet | Answer::Cancelled | Answer::Closed => {}
            Answer::Resign => self.table.resign(),
            Answer::Write(name) => self.write(&name),
            Answer::GoOn => {
                if let Some(Popup::Earlier(earlier)) = popup {
                    self.sit_down(earlier.session, earlier.keeper);
                }
            }
            Answer::Start(start, Players { seats, time }) => {
                self.options.time = time;
                let trouble = self.table.keeper.leave(&self.table.session);
                let left = std::mem::take(&mut self.table.keeper);
                let session = Session::new(Game::from_position(start), seats);
                let keeper = self.options.keeper(&session);
                self.sit_down(session, keeper);
                // Whoever plays was chosen just now; a game that was begun before has its own players.
                self.options.given = Given::default();
                self.look_for_earlier(&left);
                if let Some(trouble) = trouble {
                    self.table.complain(format!("The last game was not saved: {trouble}"));
                }
            }
            Answer::Seats(players) => {
                self.options.time = players.time;
                self.table.seat(players);
            }
        }
    }

    fn write(&mut self, name: &str) {
        match keeper::write(&self.table.session, name) {
            Ok(path) => self.table.say(format!("Written to {path}.")),
            Err(failure) => self.table.complain(sentence(&failure.in_a_line())),
        }
    }

    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.table.draw(self.colours, area, buffer);
        if let Some(popup) = &mut self.popup {
            popup.draw(self.colours, area, buffer);
        }
    }
}
