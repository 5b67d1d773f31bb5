//! The terminal player: a menu, a game, and what pops up over them.

mod board;
mod game_screen;
mod menu;
pub mod paint;
#[cfg(test)]
mod picture;
pub mod popup;
pub mod terminal;
#[cfg(test)]
mod tests;

use super::game::Game;
use super::save_file::{self, SaveFile};
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::input;
use game_screen::{Command, GameScreen, Preferences};
use gridwright::formats::Format;
use gridwright::session::Session;
use menu::{Choice, Menu};
use paint::Colours;
use popup::{Done, Popup, Purpose};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::io;
use std::time::Duration;

/// Everything on the screen.
struct App {
    global: Global,
    colours: Colours,
    preferences: Preferences,
    menu: Menu,
    screen: Option<Box<GameScreen>>,
    /// Whether the menu is in front of the game.
    is_in_menu: bool,
    popup: Option<Popup>,
    left: Option<Left>,
}

/// Why the player left the screen.
pub enum Left {
    Quit,
    /// For a board game, and perhaps one that was begun.
    BoardGame(Option<SaveFile>),
}

/// Plays until the player leaves.
pub fn run(global: &Global, given: Option<Session>, is_vi: bool, colour: bool) -> Result<Left, Failure> {
    let mut app = App::new(global, Colours::of_terminal(colour), is_vi);
    match (given, global.genre) {
        (Some(session), _) => app.open(session),
        (None, Some(genre)) => app.menu = Menu::for_genre(genre),
        (None, None) => {}
    }
    let mut screen = terminal::Screen::open()?;
    let result = app.play(&mut screen);
    drop(screen);
    if let Some(trouble) = app.leave_table() {
        crate::shell::output::remark(&format!("warning: the game was not saved: {trouble}"));
    }
    result
        .map(|()| app.left.unwrap_or(Left::Quit))
        .map_err(|error| Failure::Message(format!("the terminal failed: {error}")))
}

impl App {
    fn new(global: &Global, colours: Colours, is_vi: bool) -> App {
        let menu = Menu::new();
        // Whatever is opened later is of its own genre.
        let global = Global { genre: None, ..global.clone() };
        let preferences = Preferences { is_vi, has_clock: true };
        App { global, colours, preferences, menu, screen: None, is_in_menu: true, popup: None, left: None }
    }

    fn play(&mut self, screen: &mut terminal::Screen) -> io::Result<()> {
        while self.left.is_none() {
            screen.terminal.draw(|frame| {
                let area = frame.area();
                self.draw(area, frame.buffer_mut());
            })?;
            // The clock needs a redraw now and then; animations need more.
            let wait = if self.is_lively() { 80 } else { 500 };
            if event::poll(Duration::from_millis(wait))? {
                // Whatever has come by now needs one drawing only.
                self.handle(event::read()?);
                while self.left.is_none() && event::poll(Duration::ZERO)? {
                    self.handle(event::read()?);
                }
            }
            self.tick();
        }
        Ok(())
    }

    fn is_lively(&self) -> bool {
        self.menu.is_lively() || self.screen.as_ref().is_some_and(|screen| screen.is_lively())
    }

    fn tick(&mut self) {
        if let Some(screen) = &mut self.screen {
            if self.is_in_menu {
                screen.game.rest();
            }
            screen.tick();
        }
        let choice = self.menu.tick();
        self.chosen(choice);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) if self.popup.is_none() => {
                if self.is_in_menu {
                    let choice = self.menu.mouse(mouse);
                    self.chosen(choice);
                } else if let Some(screen) = &mut self.screen {
                    screen.mouse(mouse);
                }
            }
            Event::Paste(text) => match &mut self.popup {
                Some(popup) => popup.paste(&text.replace('\r', "\n")),
                None => self.open_text(&text),
            },
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.left = Some(Left::Quit),
                KeyCode::Char('z') => self.press('z'),
                KeyCode::Char('y' | 'r') => self.press('y'),
                _ => {}
            }
            return;
        }
        if let Some(popup) = &mut self.popup {
            match popup.key(key) {
                Done::No => {}
                Done::Cancelled => self.popup = None,
                Done::With(purpose) => {
                    self.popup = None;
                    self.answered(purpose);
                }
            }
        } else if self.is_in_menu {
            let choice = self.menu.key(key);
            self.chosen(choice);
        } else if let Some(screen) = &mut self.screen {
            let command = screen.key(key);
            self.obey(command);
        }
    }

    /// As if a key had been pressed in the game.
    fn press(&mut self, letter: char) {
        if self.popup.is_none() && !self.is_in_menu {
            self.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        }
    }

    fn chosen(&mut self, choice: Choice) {
        match choice {
            Choice::Nothing => {}
            Choice::Play(session, saved) => self.start(*session, saved),
            Choice::Open => self.popup = Some(Popup::ask_what_to_open()),
            Choice::Help => self.popup = Some(Popup::help()),
            Choice::Forget(saved) => {
                saved.remove();
                if self.screen.as_ref().is_some_and(|screen| screen.game.is_saved_in(&saved)) {
                    self.screen = None;
                }
            }
            Choice::BoardGame(begun) => self.left = Some(Left::BoardGame(begun)),
            Choice::Back if self.screen.is_some() => self.is_in_menu = false,
            Choice::Back | Choice::Quit => self.left = Some(Left::Quit),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Menu => self.show_menu(Menu::new()),
            Command::New => {
                let genre = self.screen.as_ref().map(|screen| screen.game.session.puzzle().genre());
                self.show_menu(genre.map_or_else(Menu::new, Menu::for_genre));
            }
            Command::Write => self.popup = Some(Popup::ask_where_to_write()),
            Command::Help => self.popup = Some(Popup::help()),
            Command::Quit => self.left = Some(Left::Quit),
        }
    }

    fn show_menu(&mut self, menu: Menu) {
        self.menu = menu;
        self.is_in_menu = true;
    }

    fn answered(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Open(text) => self.open_text(&text),
            Purpose::Write(name) => self.write(&name),
            Purpose::Play(session, saved) => self.start(*session, saved),
        }
    }

    fn write(&mut self, name: &str) {
        let Some(screen) = &mut self.screen else { return };
        match screen.game.write(name, Format::Native) {
            Ok(path) => screen.say(format!("Written to {}.", path.display())),
            Err(failure) => screen.complain(failure.in_a_line()),
        }
    }

    /// Opens the puzzle in a file of this name, or the puzzle in a text.
    fn open_text(&mut self, text: &str) {
        // Some terminals paste with carriage returns only.
        let text = if text.contains('\n') { text.to_string() } else { text.replace('\r', "\n") };
        let input = match text.trim() {
            name if name.starts_with("~/") => super::from_home(name).into_os_string(),
            other => other.into(),
        };
        match input::session_silently(&self.global, &input, &Default::default()) {
            Ok((session, warnings)) => {
                self.open(session);
                if let (Some(screen), false) = (&mut self.screen, warnings.is_empty()) {
                    screen.say(warnings.join("\n"));
                }
            }
            Err(failure) => {
                let message = failure.in_a_line();
                match &mut self.screen {
                    Some(screen) if !self.is_in_menu => screen.complain(message),
                    _ => self.menu.complain(message),
                }
            }
        }
    }

    /// Opens a puzzle; if there is a saved game of it already, the player must choose.
    fn open(&mut self, session: Session) {
        let (earlier, trouble) =
            if session.is_untouched() { SaveFile::latest(&session) } else { (None, None) };
        match earlier {
            Some((earlier, saved)) => {
                self.popup = Some(Popup::ask_whether_to_continue(earlier, saved, session));
            }
            None => self.start(session, None),
        }
        match (trouble, &mut self.screen) {
            (Some(trouble), Some(screen)) => screen.complain(trouble),
            (Some(trouble), None) => self.menu.complain(trouble),
            (None, _) => {}
        }
    }

    fn start(&mut self, mut session: Session, mut saved: Option<SaveFile>) {
        self.menu.give_up();
        let trouble = self.leave_table();
        // It may be the game that was left just now, which is later than what was read.
        if let Some(Ok(later)) = saved.as_mut().filter(|saved| saved.exists()).map(SaveFile::read) {
            session = later;
        }
        let saved = saved.or_else(|| SaveFile::of(&session));
        let mut screen = GameScreen::new(Game::new(session, saved), self.preferences);
        if let Some(trouble) = trouble {
            screen.complain(format!("The last game was not saved: {trouble}"));
        } else if let Some(trouble) = save_file::trouble() {
            screen.complain(trouble);
        }
        self.screen = Some(Box::new(screen));
        self.is_in_menu = false;
    }

    /// Leaves the game; what went wrong when it was saved, if anything did.
    fn leave_table(&mut self) -> Option<String> {
        let screen = self.screen.take()?;
        self.preferences = screen.preferences;
        screen.game.leave()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        match &mut self.screen {
            Some(screen) if !self.is_in_menu => screen.draw(self.colours, area, buffer),
            _ => self.menu.draw(self.colours, area, buffer),
        }
        if let Some(popup) = &mut self.popup {
            popup.draw(self.colours, area, buffer);
        }
        paint::without_hidden(buffer);
    }
}
