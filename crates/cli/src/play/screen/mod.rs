//! The terminal player: a menu, a game, and what pops up over them.

mod board;
mod menu;
pub mod paint;
pub mod popup;
mod table;
pub mod terminal;
#[cfg(test)]
mod tests;

use super::game::Game;
use super::saved::{self, Saved};
use crate::args::Global;
use crate::shell::failure::Failure;
use crate::shell::input;
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
use table::{Table, Taste, Wish};

/// Everything on the screen.
struct App {
    global: Global,
    colours: Colours,
    taste: Taste,
    menu: Menu,
    table: Option<Box<Table>>,
    /// Whether the menu is in front of the game.
    is_in_menu: bool,
    popup: Option<Popup>,
    left: Option<Left>,
}

/// What somebody left for.
pub enum Left {
    Quit,
    /// For a board game, and perhaps one that was begun.
    BoardGame(Option<Saved>),
}

/// Plays until someone leaves.
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
        let taste = Taste { is_vi, has_clock: true };
        App { global, colours, taste, menu, table: None, is_in_menu: true, popup: None, left: None }
    }

    fn play(&mut self, screen: &mut terminal::Screen) -> io::Result<()> {
        while self.left.is_none() {
            screen.terminal.draw(|frame| {
                let area = frame.area();
                self.draw(area, frame.buffer_mut());
            })?;
            // The clock goes on; what moves wants more.
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
        self.menu.is_lively() || self.table.as_ref().is_some_and(|table| table.is_lively())
    }

    fn tick(&mut self) {
        if let Some(table) = &mut self.table {
            if self.is_in_menu {
                table.game.rest();
            }
            table.tick();
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
                } else if let Some(table) = &mut self.table {
                    table.mouse(mouse);
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
        } else if let Some(table) = &mut self.table {
            let wish = table.key(key);
            self.wished(wish);
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
                if self.table.as_ref().is_some_and(|table| table.game.is_saved_in(&saved)) {
                    self.table = None;
                }
            }
            Choice::BoardGame(begun) => self.left = Some(Left::BoardGame(begun)),
            Choice::Back if self.table.is_some() => self.is_in_menu = false,
            Choice::Back | Choice::Quit => self.left = Some(Left::Quit),
        }
    }

    fn wished(&mut self, wish: Wish) {
        match wish {
            Wish::Nothing => {}
            Wish::Menu => self.show_menu(Menu::new()),
            Wish::New => {
                let genre = self.table.as_ref().map(|table| table.game.session.puzzle().genre());
                self.show_menu(genre.map_or_else(Menu::new, Menu::for_genre));
            }
            Wish::Write => self.popup = Some(Popup::ask_where_to_write()),
            Wish::Help => self.popup = Some(Popup::help()),
            Wish::Quit => self.left = Some(Left::Quit),
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
        let Some(table) = &mut self.table else { return };
        let path = super::from_home(name.trim());
        if path.exists() {
            return table.complain(format!("There is a file '{}' already.", path.display()));
        }
        match table.game.write(&path, Format::Native) {
            Ok(()) => table.say(format!("Written to {}.", path.display())),
            Err(failure) => table.complain(failure.in_a_line()),
        }
    }

    /// Opens what a name or a text stands for.
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
                if let (Some(table), false) = (&mut self.table, warnings.is_empty()) {
                    table.say(warnings.join("\n"));
                }
            }
            Err(failure) => {
                let message = failure.in_a_line();
                match &mut self.table {
                    Some(table) if !self.is_in_menu => table.complain(message),
                    _ => self.menu.complain(message),
                }
            }
        }
    }

    /// Opens a puzzle; where there is a game of it already, someone must choose.
    fn open(&mut self, session: Session) {
        let saved = Saved::of(&session).filter(|saved| session.is_untouched() && saved.exists());
        match saved.map(|mut saved| (saved.read(), saved)) {
            Some((Ok(earlier), saved)) => {
                self.popup = Some(Popup::ask_whether_to_continue(earlier, saved, session));
            }
            Some((Err(message), _)) => {
                self.start(session, None);
                if let Some(table) = &mut self.table {
                    table.complain(format!("The game that was saved cannot be read: {message}"));
                }
            }
            None => self.start(session, None),
        }
    }

    fn start(&mut self, mut session: Session, mut saved: Option<Saved>) {
        self.menu.give_up();
        let trouble = self.leave_table();
        // It may be the game that was left just now, which is later than what was read.
        if let Some(Ok(later)) = saved.as_mut().filter(|saved| saved.exists()).map(Saved::read) {
            session = later;
        }
        let saved = saved.or_else(|| Saved::of(&session));
        let mut table = Table::new(Game::new(session, saved), self.taste);
        if let Some(trouble) = trouble {
            table.complain(format!("The last game was not saved: {trouble}"));
        } else if let Some(trouble) = saved::trouble() {
            table.complain(trouble);
        }
        self.table = Some(Box::new(table));
        self.is_in_menu = false;
    }

    /// Leaves the game; what went wrong when it was saved, if anything did.
    fn leave_table(&mut self) -> Option<String> {
        let table = self.table.take()?;
        self.taste = table.taste;
        table.game.leave()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        match &mut self.table {
            Some(table) if !self.is_in_menu => table.draw(self.colours, area, buffer),
            _ => self.menu.draw(self.colours, area, buffer),
        }
        if let Some(popup) = &mut self.popup {
            popup.draw(self.colours, area, buffer);
        }
    }
}
