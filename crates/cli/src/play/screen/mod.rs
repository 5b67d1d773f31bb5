//! The terminal player: a menu, a game, and what pops up over them.

mod board;
pub mod form;
mod game_screen;
mod help;
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
use crate::play::settings::{Memory, Settings};
use crate::shell::failure::Failure;
use crate::shell::input;
use game_screen::{Command, GameScreen};
use gridwright::session::{Session, Style};
use gridwright::{Genre, Spec};
use gridwright_emulsion::words::sentence;
use menu::{Choice, Menu};
use paint::Colours;
use popup::{Done, Popup, Purpose};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::time::Duration;
use terminal::{Program, Screen};

/// Everything on the screen.
struct App {
    global: Global,
    /// Whether colours are wanted at all.
    colour: bool,
    colours: Colours,
    memory: Memory,
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

/// What the player meets first.
pub enum Begin {
    Menu,
    Session(Box<Session>),
    /// The form for a new puzzle.
    Form(&'static Genre),
    /// A new puzzle, made at once.
    New(Box<Spec>),
}

/// Plays until the player leaves.
pub fn run(global: &Global, begin: Begin, is_vi: bool, colour: bool) -> Result<Left, Failure> {
    let mut memory = Memory::load();
    memory.settings.vi_keys |= is_vi;
    let mut app = App::new(global, memory, colour);
    match begin {
        Begin::Menu => {}
        Begin::Session(session) => app.open(*session),
        Begin::Form(genre) => app.menu = Menu::for_genre(genre),
        Begin::New(spec) => app.make_next(&spec),
    }
    let mut screen = Screen::open()?;
    let result = screen.run(&mut app);
    drop(screen);
    if let Some(trouble) = app.leave_table() {
        crate::shell::output::remark_under("warning: ", &format!("the game was not saved: {trouble}"));
    }
    result
        .map(|()| app.left.unwrap_or(Left::Quit))
        .map_err(|error| Failure::Message(format!("the terminal failed: {error}")))
}

impl App {
    fn new(global: &Global, mut memory: Memory, colour: bool) -> App {
        let mut menu = Menu::new();
        if let Some(trouble) = memory.trouble.take() {
            menu.complain(&trouble);
        }
        // Whatever is opened later is of its own genre.
        let global = Global { genre: None, ..global.clone() };
        let colours = Colours::of_terminal(colour, memory.settings.colours);
        App { global, colour, colours, memory, menu, screen: None, is_in_menu: true, popup: None, left: None }
    }

    /// Plays with other settings from now on, and remembers them.
    fn set(&mut self, settings: Settings) {
        self.memory.keep(settings);
        self.colours = Colours::of_terminal(self.colour, settings.colours);
        if let Some(screen) = &mut self.screen {
            screen.set(settings);
        }
        let Some(trouble) = self.memory.trouble.take() else { return };
        match &mut self.screen {
            Some(screen) => screen.complain(format!("Not remembered: {trouble}")),
            None => self.menu.complain(&format!("Not remembered: {trouble}")),
        }
    }

    /// After whatever the player did in a game: settings may have changed, the board may be solved.
    fn after_playing(&mut self, was_solved: bool) {
        let Some(screen) = &mut self.screen else { return };
        if screen.settings != self.memory.settings {
            let settings = screen.settings;
            return self.set(settings);
        }
        if !was_solved && screen.is_solved() {
            let level = screen.level();
            if let Some(said) = self.memory.take_time(&screen.game.session, level) {
                screen.add(&said);
            }
        }
    }

    /// Makes another puzzle, or asks what it should be like where no such puzzle can be made.
    fn make_next(&mut self, spec: &Spec) {
        let menu = Menu::for_spec(spec, true).unwrap_or_else(|| Menu::for_genre(spec.genre));
        self.show_menu(menu);
    }

    fn is_lively(&self) -> bool {
        self.menu.is_lively() || self.screen.as_ref().is_some_and(|screen| screen.is_lively())
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.left = Some(Left::Quit),
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
            let was_solved = screen.is_solved();
            let command = screen.key(key);
            self.after_playing(was_solved);
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
            Choice::Play(session, saved) => self.start(*session, saved, None),
            Choice::Made(session, spec) => self.start(*session, None, Some(spec)),
            Choice::Open => self.popup = Some(Popup::ask_what_to_open()),
            Choice::Settings => self.ask_for_settings(),
            Choice::Help(genre) => self.popup = Some(Popup::help(genre)),
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
            Command::Next => {
                let spec = self.screen.as_ref().map(|screen| screen.next_spec());
                spec.iter().for_each(|spec| self.make_next(spec));
            }
            Command::Settings => self.ask_for_settings(),
            Command::Write => self.popup = Some(Popup::ask_where_to_write()),
            Command::Help => {
                let genre = self.screen.as_ref().map(|screen| screen.game.session.puzzle().genre());
                self.popup = Some(Popup::help(genre));
            }
            Command::Quit => self.left = Some(Left::Quit),
        }
    }

    fn ask_for_settings(&mut self) {
        let style = self.screen.as_ref().map_or(Style::Digits, |screen| screen.game.session.style());
        self.popup = Some(Popup::settings(self.memory.settings, style));
    }

    fn show_menu(&mut self, menu: Menu) {
        self.menu = menu;
        self.is_in_menu = true;
    }

    fn answered(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Open(text) => self.open_text(&text),
            Purpose::Write(name) => self.write(&name),
            Purpose::Play(session, saved) => self.start(*session, saved, None),
            Purpose::Set(settings) => self.set(settings),
        }
    }

    fn write(&mut self, name: &str) {
        let Some(screen) = &mut self.screen else { return };
        match screen.game.write(name) {
            Ok(said) => screen.say(sentence(&said)),
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
                    _ => self.menu.complain(&message),
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
            None => self.start(session, None, None),
        }
        match (trouble, &mut self.screen) {
            (Some(trouble), Some(screen)) => screen.complain(trouble),
            (Some(trouble), None) => self.menu.complain(&trouble),
            (None, _) => {}
        }
    }

    fn start(&mut self, mut session: Session, mut saved: Option<SaveFile>, spec: Option<Spec>) {
        self.menu.give_up();
        let trouble = self.leave_table();
        // It may be the game that was left just now, which is later than what was read.
        if let Some(Ok(later)) = saved.as_mut().filter(|saved| saved.exists()).map(SaveFile::read) {
            session = later;
        }
        let saved = saved.or_else(|| SaveFile::of(&session));
        let mut screen = GameScreen::new(Game::new(session, saved), self.memory.settings, spec);
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
        self.screen.take()?.game.leave()
    }
}

impl Program for App {
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

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) if self.popup.is_none() => {
                if self.is_in_menu {
                    let choice = self.menu.mouse(mouse);
                    self.chosen(choice);
                } else if let Some(screen) = &mut self.screen {
                    let was_solved = screen.is_solved();
                    screen.mouse(mouse);
                    self.after_playing(was_solved);
                }
            }
            Event::Paste(text) => match &mut self.popup {
                Some(popup) => popup.paste(&text.replace('\r', "\n")),
                None => self.open_text(&text),
            },
            _ => {}
        }
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

    fn awake(&mut self) {
        if let Some(screen) = &mut self.screen {
            screen.game.rest();
        }
    }

    /// The clock needs a redraw now and then; animations need more.
    fn pause(&self) -> Duration {
        Duration::from_millis(if self.is_lively() { 80 } else { 500 })
    }

    fn is_over(&self) -> bool {
        self.left.is_some()
    }
}
