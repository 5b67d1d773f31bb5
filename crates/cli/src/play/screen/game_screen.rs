//! The screen of a game: the board, and what keys and the mouse do.

mod panel;

use super::board::View;
use super::paint::Colours;
use crate::play::game::{Game, Question};
use crate::play::task::{Poll, Task};
use gridwright::Limits;
use gridwright::explain::{Grade, Grader};
use gridwright::grid::{Cell, Direction, Grid};
use gridwright::scene::{Ink, Stroke};
use gridwright::session::{Action, ActionError, Button, DigitMode, Errors, Gesture, Session, Style};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use std::time::{Duration, Instant};

/// A game on the screen.
pub struct GameScreen {
    pub game: Game,
    pub cursor: Cell,
    view: View,
    /// The cell that must be visible; `None` while the player scrolls with the wheel.
    focus: Option<Cell>,
    pub preferences: Preferences,
    /// Digits are pencilled in.
    is_pencil: bool,
    /// What the next key is for.
    next: Option<Next>,
    /// Where a button went down.
    pressed: Option<Cell>,
    message: Message,
    grade: Option<Grade>,
    grading: Option<Task<Option<Grade>>>,
    /// Since when it has been solved, for a moment of joy.
    solved: Option<Instant>,
}

/// The player's preferences.
#[derive(Clone, Copy)]
pub struct Preferences {
    /// The hand is on the letters: h goes left.
    pub is_vi: bool,
    pub has_clock: bool,
}

/// What the next key may be needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A direction to draw a line in.
    Draw,
    /// A digit to cross out.
    Cross,
    /// Another r to start over.
    Restart,
}

/// What was said last.
#[derive(Default)]
struct Message {
    text: String,
    is_wrong: bool,
    is_hint: bool,
}

/// What a key asks of the whole program.
pub enum Command {
    Nothing,
    Menu,
    New,
    Write,
    Help,
    Quit,
}

const PANEL_WIDTH: u16 = 30;
const JOY: Duration = Duration::from_millis(1600);
/// The time limit for a rating.
const PATIENCE: Duration = Duration::from_secs(60);

impl GameScreen {
    pub fn new(game: Game, preferences: Preferences) -> GameScreen {
        let cursor = first_free(&game.session);
        let grading = Some(grading(&game.session));
        GameScreen {
            game,
            cursor,
            view: View::default(),
            focus: None,
            preferences,
            is_pencil: false,
            next: None,
            pressed: None,
            message: Message::default(),
            grade: None,
            grading,
            solved: None,
        }
    }

    /// Says something in the panel.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: true, is_hint: false };
    }

    /// Whether something moves on the screen by itself just now.
    pub fn is_lively(&self) -> bool {
        self.grading.is_some()
            || self.game.asked().is_some()
            || self.solved.is_some_and(|since| since.elapsed() < JOY)
    }

    /// Time goes on.
    pub fn tick(&mut self) {
        self.game.tick();
        match self.grading.as_ref().map(Task::poll) {
            Some(Poll::Done(grade)) => (self.grade, self.grading) = (grade, None),
            Some(Poll::Failed) => self.grading = None,
            Some(Poll::Pending) | None => {}
        }
        if let Some((question, answer)) = self.game.answer(Duration::ZERO) {
            self.told(question, answer);
        }
    }

    fn ask(&mut self, question: Question) {
        match self.game.ask(question) {
            Some(answer) => self.told(question, answer),
            None => self.say("Thinking … Esc gives up."),
        }
    }

    fn told(&mut self, question: Question, answer: String) {
        match question {
            Question::Hint => {
                self.message = Message { text: answer, is_wrong: false, is_hint: true };
                let scene = self.game.session.scene();
                let mut hinted = scene.grid.cells().filter(|cell| scene.tiles[cell.index()].hint);
                self.focus = hinted.find(|cell| !self.view.shows(*cell, &scene.grid)).or(self.focus);
            }
            Question::Check => self.say(answer),
            Question::Solve => {
                self.done(Ok(()));
                match self.solved {
                    Some(_) => self.say(answer),
                    None => self.complain(answer),
                }
            }
        }
    }

    /// Does what a gesture means here.
    fn gesture(&mut self, gesture: Gesture) {
        match self.game.session.meaning(&gesture) {
            Ok(action) => self.act(action),
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    fn act(&mut self, action: Option<Action>) {
        let result = self.game.act(action);
        self.done(result.map(|_| ()));
    }

    /// After whatever may have changed the board.
    fn done(&mut self, result: Result<(), ActionError>) {
        self.message = Message::default();
        if let Err(refusal) = result {
            self.complain(refusal.to_string());
        }
        if let Some(trouble) = self.game.trouble.take() {
            self.complain(format!("Not saved: {trouble}"));
        }
        if !self.game.status().is_solved() {
            self.solved = None;
        } else if self.solved.is_none() {
            self.solved = Some(Instant::now());
            self.say(self.game.session.closing_words(self.preferences.has_clock));
        }
    }

    fn grid(&self) -> Grid {
        self.game.session.puzzle().grid()
    }

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
            self.say("Given up.");
            return Command::Nothing;
        }
        if !matches!(key.code, KeyCode::Char('0'..='9')) {
            self.game.session.end_typing();
        }
        let next = self.next.take();
        let command = self.press(key, next);
        if !matches!(key.code, KeyCode::Char('h' | 'H')) || self.preferences.is_vi {
            self.focus = Some(self.cursor);
        }
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
            'h' if self.preferences.is_vi => self.towards(Direction::Left, is_drawn),
            'j' => self.towards(Direction::Down, is_drawn),
            'k' => self.towards(Direction::Up, is_drawn),
            'l' => self.towards(Direction::Right, is_drawn),
            'h' | 'H' => self.ask(Question::Hint),
            's' => self.ask(Question::Solve),
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
                let is_on = !self.game.session.settings.auto_marks;
                self.game.session.settings.auto_marks = is_on;
                let what = match (self.game.session.most_digit(), is_on) {
                    (0, true) => "What one rule rules out is marked.",
                    (0, false) => "What one rule rules out is not marked.",
                    (_, true) => "Notes that one rule rules out are hidden.",
                    (_, false) => "All notes are shown.",
                };
                self.say(what);
            }
            'e' => {
                let errors = &mut self.game.session.settings.errors;
                *errors = errors.next();
                let text = match errors {
                    Errors::On => "Errors are shown.",
                    Errors::OnRequest => "Errors are shown when you check.",
                    Errors::Off => "Errors are not shown.",
                };
                self.say(text);
            }
            'o' => self.preferences.has_clock = !self.preferences.has_clock,
            'v' => {
                self.preferences.is_vi = !self.preferences.is_vi;
                self.say(if self.preferences.is_vi {
                    "h goes left, H gives hints."
                } else {
                    "h gives hints."
                });
            }
            'n' => return Command::New,
            'w' => return Command::Write,
            '?' => return Command::Help,
            'q' => return Command::Quit,
            _ => {}
        }
        Command::Nothing
    }

    /// Enters the next thing that the cell takes.
    fn cycle(&mut self) {
        self.gesture(Gesture::Cycle(self.cursor));
    }

    /// Crosses out what the cell might hold; of several digits, the one that is typed next.
    fn mark(&mut self) {
        let session = &self.game.session;
        if session.style() == Style::Digits && !session.choices(self.cursor).is_empty() {
            self.next = Some(Next::Cross);
        } else {
            self.gesture(Gesture::Mark(self.cursor));
        }
    }

    /// The line that the mouse draws just now.
    fn drawn_line(&self) -> Option<Stroke> {
        let from = self.pressed.filter(|from| *from != self.cursor)?;
        let drag = Gesture::Drag(vec![from, self.cursor], Button::Primary);
        self.game.session.meaning(&drag).ok()??;
        Some(Stroke { from, to: self.cursor, ink: Ink::Tried(1), error: false })
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

    /// What the mouse does.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp if mouse.modifiers.contains(KeyModifiers::SHIFT) => Some((-1, 0)),
            MouseEventKind::ScrollDown if mouse.modifiers.contains(KeyModifiers::SHIFT) => Some((1, 0)),
            MouseEventKind::ScrollUp => Some((0, -1)),
            MouseEventKind::ScrollDown => Some((0, 1)),
            MouseEventKind::ScrollLeft => Some((-1, 0)),
            MouseEventKind::ScrollRight => Some((1, 0)),
            _ => None,
        };
        if let Some((across, down)) = wheel {
            self.focus = None;
            return self.view.scroll(across, down);
        }
        let Some(cell) = self.view.cell_at(mouse.column, mouse.row, &self.grid()) else {
            if !matches!(mouse.kind, MouseEventKind::Moved) {
                self.pressed = None;
            }
            return;
        };
        if matches!(mouse.kind, MouseEventKind::Down(_)) {
            self.next = None;
            self.game.session.end_typing();
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = cell;
                self.pressed = Some(cell);
                // Where lines are drawn, the other end decides.
                if self.game.session.style() == Style::Place {
                    self.gesture(Gesture::Click(cell, Button::Primary));
                }
            }
            MouseEventKind::Down(MouseButton::Right | MouseButton::Middle) => {
                self.cursor = cell;
                match self.game.session.style() {
                    Style::Digits => self.mark(),
                    Style::Lines | Style::Place => self.gesture(Gesture::Click(cell, Button::Secondary)),
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => self.cursor = cell,
            MouseEventKind::Up(MouseButton::Left) => {
                let from = self.pressed.take();
                if let Some(from) = from.filter(|_| self.game.session.has_lines()) {
                    self.cursor = cell;
                    let cells = if from == cell { vec![cell] } else { vec![from, cell] };
                    match self.game.session.meaning(&Gesture::Drag(cells, Button::Primary)) {
                        Ok(action) => self.act(action),
                        Err(refusal) => self.complain(refusal.to_string()),
                    }
                }
            }
            _ => {}
        }
    }

    /// Draws all of it.
    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let is_wide = area.width >= 2 * PANEL_WIDTH + 10;
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let (board, panel) = if is_wide {
            let split = body.width - PANEL_WIDTH;
            (Rect { width: split, ..body }, Rect { x: body.x + split, width: PANEL_WIDTH, ..body })
        } else {
            // The panel gets the space that the board does not need.
            let needed = 2 * self.grid().rows() as u16 + 2;
            let below = 7.min(body.height / 3).max(body.height.saturating_sub(needed));
            let split = body.height - below;
            (Rect { height: split, ..body }, Rect { y: body.y + split, height: below, ..body })
        };
        let mut scene = self.game.session.scene();
        if let Some(since) = self.solved.map(|since| since.elapsed()).filter(|since| *since < JOY) {
            // A wave of light runs over the board.
            let wave = since.as_millis() as usize * (scene.grid.rows() + scene.grid.cols())
                / JOY.as_millis() as usize;
            for cell in scene.grid.cells() {
                scene.tile(cell).near |= (scene.grid.row(cell) + scene.grid.col(cell)).abs_diff(wave) <= 1;
            }
        }
        scene.strokes.extend(self.drawn_line());
        self.view.draw(&scene, self.cursor, self.focus, colours, board, buffer);
        self.draw_panel(colours, panel, buffer);
        let keys = Rect { y: area.y + area.height.saturating_sub(1), height: 1.min(area.height), ..area };
        Line::styled(self.keys(), colours.faint()).render(keys, buffer);
    }
}

/// The first cell that takes something.
fn first_free(session: &Session) -> Cell {
    let mut cells = session.puzzle().grid().cells();
    cells.find(|cell| !session.choices(*cell).is_empty()).unwrap_or(Cell(0))
}

/// Grades the puzzle in the background: it may take a while.
fn grading(session: &Session) -> Task<Option<Grade>> {
    let (session, begun) = (session.clone(), Instant::now());
    Task::start(move |cancel| {
        let mut grader = Grader::new(session.puzzle());
        let cancel = cancel.or_when(move || begun.elapsed() > PATIENCE);
        grader.limit(&Limits::default().cancel(cancel));
        grader.grade().ok()
    })
}
