//! The game in the terminal: events in, a screen out.

use super::autosave::{self, Autosave, Earlier};
use super::game_screen::{Command, GameScreen};
use super::lesson::LessonScreen;
use super::popup::{Answer, Popup};
use super::{Given, Options};
use crate::play::screen::paint::{Colours, without_hidden};
use crate::play::screen::terminal::{Program, Screen};
use crate::play::settings::{Memory, Settings};
use crate::play::task::{Poll, Task};
use crate::shell::failure::Failure;
use crate::shell::output::remark_under;
use gridwright_emulsion::{Game, Position, Puzzle, PuzzleGame, PuzzleMaker, Session, words};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::time::Duration;

/// The board of puzzles, unless another one is asked for.
const PUZZLE_SIZE: usize = 5;

/// Everything on the screen.
pub struct App {
    options: Options,
    memory: Memory,
    pub colours: Colours,
    pub game: GameScreen,
    pub popup: Option<Popup>,
    pub lesson: Option<LessonScreen>,
    /// Makes puzzles, one after the other, and gives itself back.
    making: Option<Task<(PuzzleMaker, Option<Puzzle>)>>,
    maker: Option<PuzzleMaker>,
    /// The form came before the first game.
    is_asked: bool,
    pub is_over: bool,
}

/// Plays until you quit.
pub fn run(session: Session, options: Options, colour: bool) -> Result<(), Failure> {
    App::new(session, options, Memory::load(), colour).run()
}

/// The same, but the player is first asked what the game should be like.
pub fn ask(session: Session, options: Options, colour: bool) -> Result<(), Failure> {
    let mut app = App::new(session, options, Memory::load(), colour);
    app.popup = Some(Popup::new_game(&app.game.session, app.options.time));
    app.is_asked = true;
    app.run()
}

/// The same with puzzles from a maker.
pub fn puzzles(session: Session, maker: PuzzleMaker, options: Options, colour: bool) -> Result<(), Failure> {
    let mut app = App::new(session, options, Memory::load(), colour);
    app.popup = None;
    app.maker = Some(maker);
    app.make_puzzle();
    app.run()
}

/// The same with a saved game.
pub fn go_on(session: Session, autosave: Autosave, options: Options, colour: bool) -> Result<(), Failure> {
    let mut app = App::new(session, options, Memory::load(), colour);
    app.game.autosave = autosave;
    app.run()
}

impl App {
    pub fn new(session: Session, options: Options, memory: Memory, colour: bool) -> App {
        let autosave = options.autosave(&session);
        let mut game = options.game_screen(session, autosave);
        game.is_vi = memory.settings.vi_keys;
        let colours = Colours::of_terminal(colour, memory.settings.colours);
        let mut app = App {
            options,
            memory,
            colours,
            game,
            popup: None,
            lesson: None,
            making: None,
            maker: None,
            is_asked: false,
            is_over: false,
        };
        app.look_for_earlier(&Autosave::default());
        app
    }

    /// Offers a game from the same start that was begun before, except one that is being left. A game that is not taken
    /// up stays where it is, and the new one goes beside it.
    fn look_for_earlier(&mut self, left: &Autosave) {
        if !self.game.session.game().turns().is_empty() {
            return;
        }
        match self.game.autosave.earlier(left) {
            Some(Ok(earlier)) => self.offer(earlier),
            Some(Err(message)) => {
                self.game.complain(format!("The game that was saved cannot be read: {message}"))
            }
            None => {}
        }
    }

    pub fn offer(&mut self, mut earlier: Earlier) {
        self.options.given.seat(&mut earlier.session);
        self.popup = Some(Popup::Earlier(Box::new(earlier)));
    }

    fn sit_down(&mut self, session: Session, autosave: Autosave) {
        let is_vi = self.game.is_vi;
        self.game = self.options.game_screen(session, autosave);
        self.game.is_vi = is_vi;
    }

    fn run(mut self) -> Result<(), Failure> {
        let mut screen = Screen::open()?;
        let result = screen.run(&mut self);
        drop(screen);
        if let Some(trouble) = self.game.autosave.leave(&self.game.session) {
            remark_under("warning: ", &format!("the game was not saved: {trouble}"));
        }
        result.map_err(|error| Failure::Message(format!("the terminal failed: {error}")))
    }

    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.is_over = true,
                KeyCode::Char('y' | 'r') if self.popup.is_none() => self.press('y'),
                _ => {}
            }
            return;
        }
        if let Some(lesson) = &mut self.lesson {
            if lesson.key(key) {
                self.lesson = None;
            }
            return;
        }
        match &mut self.popup {
            Some(popup) => {
                let answer = popup.key(key);
                self.answered(answer);
            }
            None => {
                let command = self.game.key(key);
                self.memory.keep(Settings { vi_keys: self.game.is_vi, ..self.memory.settings });
                self.perform(command);
            }
        }
    }

    fn press(&mut self, letter: char) {
        self.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
    }

    fn perform(&mut self, command: Command) {
        self.popup = match command {
            Command::Nothing => None,
            Command::New => Some(Popup::new_game(&self.game.session, self.options.time)),
            Command::Players => Some(Popup::players(&self.game.session, self.options.time)),
            Command::Resign => Some(Popup::Resign),
            Command::Write => Some(Popup::Write(String::new())),
            Command::Help => Some(Popup::Help(0)),
            Command::Lesson => {
                self.lesson = Some(LessonScreen::new());
                None
            }
            Command::Puzzle => {
                self.make_puzzle();
                None
            }
            Command::Quit => {
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
        let was_asked = std::mem::take(&mut self.is_asked);
        match answer {
            // Back to where the game was chosen.
            Answer::Cancelled if was_asked => self.is_over = true,
            Answer::NotYet | Answer::Cancelled | Answer::Closed => {}
            Answer::Lesson => self.lesson = Some(LessonScreen::new()),
            Answer::Puzzle => self.make_puzzle(),
            Answer::Resign => self.game.resign(),
            Answer::Write(name) => self.write(&name),
            Answer::GoOn => {
                if let Some(Popup::Earlier(earlier)) = popup {
                    self.sit_down(earlier.session, earlier.autosave);
                }
            }
            Answer::Start(setup) => {
                self.options.time = setup.time;
                let trouble = self.game.autosave.leave(&self.game.session);
                let left = std::mem::take(&mut self.game.autosave);
                let session = Session::new(Game::from_position(setup.start()), setup.seats);
                let autosave = self.options.autosave(&session);
                self.sit_down(session, autosave);
                // You have just chosen the players; a game that was begun before has its own.
                self.options.given = Given::default();
                self.look_for_earlier(&left);
                if let Some(trouble) = trouble {
                    self.game.complain(format!("The last game was not saved: {trouble}"));
                }
            }
            Answer::Seats(players) => {
                self.options.time = players.time;
                self.game.seat(players);
            }
        }
    }

    #[cfg(test)]
    pub fn is_making(&self) -> bool {
        self.making.is_some()
    }

    /// Makes a puzzle in the background.
    fn make_puzzle(&mut self) {
        if self.making.is_some() {
            return;
        }
        let seed = self.options.seed;
        let mut maker = self.maker.take().unwrap_or_else(|| {
            let start = Position::start(PUZZLE_SIZE).expect("there is such a board");
            PuzzleMaker::new(&start, seed)
        });
        self.game.say("Making a puzzle…");
        self.making = Some(Task::start(move |_| {
            let puzzle = maker.make().ok().flatten();
            (maker, puzzle)
        }));
    }

    /// Looks whether the puzzle is ready.
    fn tick_puzzle(&mut self) {
        match self.making.as_ref().map(Task::poll) {
            None | Some(Poll::Pending) => {}
            Some(Poll::Failed) => {
                self.making = None;
                self.game.complain("No puzzle was found.");
            }
            Some(Poll::Done((maker, puzzle))) => {
                self.making = None;
                self.maker = Some(maker);
                let Some(puzzle) = puzzle else { return self.game.complain("No more puzzles were found.") };
                let trouble = self.game.autosave.leave(&self.game.session);
                let puzzle = PuzzleGame::new(puzzle);
                self.sit_down(puzzle.session(), Autosave::default());
                self.game.set_puzzle(puzzle);
                if let Some(trouble) = trouble {
                    self.game.complain(format!("The last game was not saved: {trouble}"));
                }
            }
        }
    }

    fn write(&mut self, name: &str) {
        if let Some(analysis) = self.game.analysis.as_ref().filter(|_| name.trim().ends_with(".html")) {
            return match autosave::write_page(analysis, name) {
                Ok(path) => self.game.say(format!("The page is in {path}.")),
                Err(failure) => self.game.complain(words::sentence(&failure.in_a_line())),
            };
        }
        match autosave::write(&self.game.session, name) {
            Ok(path) => self.game.say(format!("Written to {path}.")),
            Err(failure) => self.game.complain(words::sentence(&failure.in_a_line())),
        }
    }
}

impl Program for App {
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        match &mut self.lesson {
            Some(lesson) => return lesson.draw(self.colours, area, buffer),
            None => self.game.draw(self.colours, area, buffer),
        }
        if let Some(popup) = &mut self.popup {
            popup.draw(self.colours, area, buffer);
        }
        without_hidden(buffer);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) if self.lesson.is_some() => {
                self.lesson.iter_mut().for_each(|lesson| lesson.mouse(mouse))
            }
            Event::Mouse(mouse) if self.popup.is_none() => self.game.mouse(mouse),
            Event::Paste(text) => {
                self.popup.iter_mut().for_each(|popup| popup.paste(&text.replace('\r', "\n")))
            }
            _ => {}
        }
    }

    fn tick(&mut self) {
        self.tick_puzzle();
        // The engine waits while you choose which game to play.
        if !matches!(self.popup, Some(Popup::Earlier(_))) {
            self.game.tick();
        }
    }

    fn awake(&mut self) {}

    fn pause(&self) -> Duration {
        Duration::from_millis(if self.game.is_lively() || self.making.is_some() { 40 } else { 500 })
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
