//! The screen of a game: the board, and what keys and the mouse do.

mod panel;

use super::board::View;
use super::paint::Colours;
use crate::draw::counted;
use crate::play::errand::{Errand, News};
use crate::play::game::{Game, Question, clock};
use gridwright::explain::{Grade, Grader};
use gridwright::genres::Refusal;
use gridwright::grid::{Cell, Direction, Grid};
use gridwright::scene::{Ink, Stroke};
use gridwright::session::{Action, Errors, Session};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::time::{Duration, Instant};

/// A game on the screen.
pub struct Table {
    pub game: Game,
    pub cursor: Cell,
    view: View,
    /// What must be on the screen; nothing in particular while someone turns the wheel.
    focus: Option<Cell>,
    has_clock: bool,
    /// Digits are pencilled in.
    is_pencil: bool,
    /// The next direction draws a line.
    is_drawing: bool,
    /// The hand is on the letters: h goes left.
    pub is_vi: bool,
    /// A number that is being typed digit by digit, and where.
    typed: Option<(Cell, u32)>,
    /// r was pressed once.
    is_restarting: bool,
    /// Where a button went down.
    pressed: Option<Cell>,
    message: Message,
    grade: Option<Grade>,
    grading: Option<Errand<Option<Grade>>>,
    /// Since when it has been solved, for a moment of joy.
    solved: Option<Instant>,
}

/// What was said last.
#[derive(Default)]
struct Message {
    text: String,
    is_wrong: bool,
    is_hint: bool,
}

/// What a key asks of the whole program.
pub enum Wish {
    Nothing,
    Menu,
    New,
    Write,
    Help,
    Quit,
}

const PANEL_WIDTH: u16 = 30;
const JOY: Duration = Duration::from_millis(1600);

impl Table {
    pub fn new(game: Game, is_vi: bool) -> Table {
        let cursor = first_free(&game.session);
        let grading = Some(grading(&game.session));
        Table {
            game,
            cursor,
            view: View::default(),
            focus: None,
            has_clock: true,
            is_pencil: false,
            is_drawing: false,
            is_vi,
            typed: None,
            is_restarting: false,
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
        match self.grading.as_ref().map(Errand::look) {
            Some(News::Done(grade)) => (self.grade, self.grading) = (grade, None),
            Some(News::Failed) => self.grading = None,
            Some(News::Pending) | None => {}
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
                let scene = self.game.scene();
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

    fn act(&mut self, action: Option<Action>) {
        let result = self.game.act(action);
        self.done(result.map(|_| ()));
    }

    /// After whatever may have changed the board.
    fn done(&mut self, result: Result<(), Refusal>) {
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
            let tally = self.game.session.tally;
            let help = match (self.game.was_told, tally.hints) {
                (true, _) => ", though not by yourself".to_string(),
                (false, 0) => "!".to_string(),
                (false, hints) => format!(", with {}!", counted(hints, "hint")),
            };
            self.say(format!("Solved in {}{help}", clock(tally.seconds)));
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
        if is_drawn || std::mem::take(&mut self.is_drawing) {
            let action = self.game.session.draw_towards(self.cursor, direction);
            self.act(action);
        } else {
            self.step(direction);
        }
    }

    /// What a key does.
    pub fn key(&mut self, key: KeyEvent) -> Wish {
        let typed = self.typed.take();
        if key.code == KeyCode::Esc && self.game.asked().is_some() {
            self.game.give_up();
            self.say("Given up.");
            return Wish::Nothing;
        }
        let wish = self.press(key, typed);
        if !matches!(key.code, KeyCode::Char('h' | 'H')) || self.is_vi {
            self.focus = Some(self.cursor);
        }
        wish
    }

    fn press(&mut self, key: KeyEvent, typed: Option<(Cell, u32)>) -> Wish {
        if !matches!(key.code, KeyCode::Char(_)) {
            self.is_restarting = false;
        }
        let is_drawn = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
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
            KeyCode::Backspace | KeyCode::Delete => self.act(self.game.session.clear(self.cursor)),
            KeyCode::Enter => self.cycle(),
            KeyCode::Esc => return Wish::Menu,
            KeyCode::Char(letter) => return self.letter(letter, typed),
            _ => {}
        }
        Wish::Nothing
    }

    fn letter(&mut self, letter: char, typed: Option<(Cell, u32)>) -> Wish {
        let is_restarting = std::mem::take(&mut self.is_restarting);
        match letter {
            '0'..='9' => self.digit(letter as u32 - '0' as u32, typed),
            ' ' => self.cycle(),
            'h' if self.is_vi => self.towards(Direction::Left, false),
            'j' => self.towards(Direction::Down, false),
            'k' => self.towards(Direction::Up, false),
            'l' => self.towards(Direction::Right, false),
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
            'r' if is_restarting || self.game.session.actions().is_empty() => {
                self.game.restart();
                self.done(Ok(()));
            }
            'r' => {
                self.is_restarting = true;
                self.say("r again starts over; nothing of this game can be undone then.");
            }
            'm' => self.act(self.game.session.mark(self.cursor)),
            'x' => self.act(self.game.session.clear(self.cursor)),
            'p' => self.is_pencil = !self.is_pencil,
            'd' => self.is_drawing = true,
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
            'o' => self.has_clock = !self.has_clock,
            'v' => {
                self.is_vi = !self.is_vi;
                self.say(if self.is_vi { "h goes left, H gives hints." } else { "h gives hints." });
            }
            'n' => return Wish::New,
            'w' => return Wish::Write,
            '?' => return Wish::Help,
            'q' => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    /// Enters the next thing that the cell takes.
    fn cycle(&mut self) {
        let action = self.game.session.cycle(self.cursor);
        if action.is_none() {
            let name = self.grid().name(self.cursor);
            return self.say(format!("There is nothing to enter in {name}."));
        }
        self.act(action);
    }

    /// The line that the mouse draws just now.
    fn drawn_line(&self) -> Option<Stroke> {
        let from = self.pressed.filter(|from| *from != self.cursor)?;
        self.game.session.drag(from, self.cursor)?;
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
    fn digit(&mut self, digit: u32, typed: Option<(Cell, u32)>) {
        let most = self.game.session.most_digit();
        if most == 0 {
            return;
        }
        let before = typed.filter(|(cell, _)| *cell == self.cursor).map_or(0, |(_, number)| number);
        let number = Some(before * 10 + digit).filter(|number| *number <= most).unwrap_or(digit);
        let session = &self.game.session;
        if number == 0 {
            let action = session.clear(self.cursor);
            self.act(action);
            return;
        }
        if self.is_pencil && number != digit {
            // The first digit was not meant for itself.
            self.game.undo();
        }
        let action = match self.is_pencil {
            true => self.game.session.note(self.cursor, number),
            false => self.game.session.digit(self.cursor, number),
        };
        if action.is_none() {
            let name = self.grid().name(self.cursor);
            return self.complain(format!("{number} does not fit {name}."));
        }
        self.act(action);
        self.typed = (most > 9).then_some((self.cursor, number));
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
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = cell;
                self.pressed = Some(cell);
                // Where lines are drawn, the other end decides; digits are typed.
                if !self.game.session.has_lines() && self.game.session.most_digit() == 0 {
                    self.act(self.game.session.cycle(cell));
                }
            }
            MouseEventKind::Down(MouseButton::Right | MouseButton::Middle) => {
                self.cursor = cell;
                self.act(self.game.session.mark(cell));
            }
            MouseEventKind::Drag(MouseButton::Left) => self.cursor = cell,
            MouseEventKind::Up(MouseButton::Left) => {
                let from = self.pressed.take();
                if let Some(from) = from.filter(|_| self.game.session.has_lines()) {
                    self.cursor = cell;
                    if from == cell {
                        return self.cycle();
                    }
                    let action = self.game.session.drag(from, cell);
                    if action.is_none() {
                        let (from, to) = (self.grid().name(from), self.grid().name(cell));
                        return self.complain(format!("No line goes from {from} to {to}."));
                    }
                    self.act(action);
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
            // What the board does not need is the panel's.
            let needed = 2 * self.grid().rows() as u16 + 2;
            let below = 7.min(body.height / 3).max(body.height.saturating_sub(needed));
            let split = body.height - below;
            (Rect { height: split, ..body }, Rect { y: body.y + split, height: below, ..body })
        };
        let mut scene = self.game.scene();
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
        let lines = self.panel(colours);
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(panel, buffer);
        let keys = Rect { y: area.y + area.height.saturating_sub(1), height: 1.min(area.height), ..area };
        Line::styled(self.keys(), colours.faint()).render(keys, buffer);
    }
}

/// The first cell that takes something.
fn first_free(session: &Session) -> Cell {
    let mut cells = session.puzzle().grid().cells();
    cells.find(|cell| !session.choices(*cell).is_empty()).unwrap_or(Cell(0))
}

/// Grades the puzzle elsewhere: it may take a while.
fn grading(session: &Session) -> Errand<Option<Grade>> {
    let session = session.clone();
    Errand::start(move |unwanted| {
        let mut grader = Grader::new(session.puzzle());
        grader.on_stop(move || unwanted.is_so());
        grader.grade().ok()
    })
}
