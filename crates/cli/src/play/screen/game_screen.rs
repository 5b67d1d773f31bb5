//! The screen of a game: its state, and the board with what stands out on it.

mod keys;
mod mouse;
mod panel;

use super::board::{Look, View};
use super::paint::Colours;
use crate::play::game::{Game, Question};
use crate::play::settings::Settings;
use crate::play::task::{Poll, Task};
use gridwright::explain::{Grade, Grader};
use gridwright::grid::{Cell, Grid};
use gridwright::rating::Level;
use gridwright::scene::{Ink, Stroke};
use gridwright::session::{Action, ActionError, Button, Gesture, Session};
use gridwright::{Limits, Spec};
use ratatui::buffer::Buffer;
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
    pub settings: Settings,
    /// What was asked for when the puzzle was made.
    spec: Option<Spec>,
    /// Digits are pencilled in.
    is_pencil: bool,
    /// What the next key is for.
    next: Option<Next>,
    /// Where the left button went down.
    pressed: Option<Cell>,
    /// The cells that the right button went over since it went down.
    dragged: Vec<Cell>,
    /// The hint is to be applied as soon as it is found.
    is_applied: bool,
    message: Message,
    grade: Option<Grade>,
    grading: Option<Task<Option<Grade>>>,
    /// Since when it has been solved, for a moment of joy.
    solved: Option<Instant>,
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
    /// Another s to fill in the solution.
    Solve,
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
    /// Another puzzle like this one, at once.
    Next,
    Settings,
    Write,
    Help,
    Quit,
}

const PANEL_WIDTH: u16 = 30;
const JOY: Duration = Duration::from_millis(1600);
/// The time limit for a rating.
const PATIENCE: Duration = Duration::from_secs(60);

impl GameScreen {
    pub fn new(game: Game, settings: Settings, spec: Option<Spec>) -> GameScreen {
        let cursor = first_free(&game.session);
        let grading = Some(grading(&game.session));
        let mut screen = GameScreen {
            game,
            cursor,
            view: View::default(),
            focus: None,
            settings,
            spec,
            is_pencil: false,
            next: None,
            pressed: None,
            dragged: Vec::new(),
            is_applied: false,
            message: Message::default(),
            grade: None,
            grading,
            solved: None,
        };
        screen.set(settings);
        screen
    }

    /// Plays with other settings.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
        self.game.session.settings = settings.play.settings(self.game.session.style());
    }

    /// What such boards are called, as far as that is known.
    pub fn level(&self) -> Option<Level> {
        let rated = || self.grade.as_ref().map(Grade::level);
        self.spec.as_ref().and_then(|spec| spec.difficulty).or_else(rated)
    }

    /// What another puzzle like this one is like.
    pub fn next_spec(&self) -> Spec {
        let like = || Spec { difficulty: self.level(), ..Spec::like(self.game.session.puzzle()) };
        self.spec.clone().unwrap_or_else(like)
    }

    pub fn is_solved(&self) -> bool {
        self.solved.is_some()
    }

    /// Says something more.
    pub fn add(&mut self, text: &str) {
        self.message.text += &format!("\n{text}");
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
                if std::mem::take(&mut self.is_applied) {
                    return self.apply_hint();
                }
                if let Some(cell) = self.game.session.hint_cell() {
                    self.cursor = cell;
                    self.focus = Some(cell);
                }
            }
            Question::Check => self.say(answer),
            Question::Solve => {
                self.done(Ok(()));
                match self.solved {
                    Some(_) => self.say(answer + "\nn: the next puzzle"),
                    None => self.complain(answer),
                }
            }
        }
    }

    /// Does what the hint says; where there is none yet, as soon as it is found.
    fn apply_hint(&mut self) {
        if self.game.session.hint().is_none() {
            self.is_applied = true;
            return self.ask(Question::Hint);
        }
        let Some(action) = self.game.session.hint_action() else { return };
        self.game.session.show_whole_hint();
        let stages = self.game.session.next_hint().unwrap_or_default();
        if let Some(cell) = self.game.session.hint_cell() {
            self.cursor = cell;
            self.focus = Some(cell);
        }
        self.act(Some(action));
        // Why it was right stays on the screen.
        if self.message.text.is_empty() {
            self.say(stages);
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
            self.say(self.game.session.closing_words(self.settings.play.clock));
            self.add("n: the next puzzle");
        }
    }

    fn grid(&self) -> Grid {
        self.game.session.puzzle().grid()
    }

    /// The line that the mouse draws just now.
    fn drawn_line(&self) -> Option<Stroke> {
        let from = self.pressed.filter(|from| *from != self.cursor)?;
        let drag = Gesture::Drag(vec![from, self.cursor], Button::Primary);
        self.game.session.meaning(&drag).ok()??;
        Some(Stroke { from, to: self.cursor, ink: Ink::Tried(1), error: false })
    }

    /// Draws all of it.
    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let mut scene = self.game.session.scene();
        let is_wide = area.width >= 2 * PANEL_WIDTH + 10;
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let (board, panel) = if is_wide {
            // The panel gives way as far as the board needs it.
            let widths = [PANEL_WIDTH, PANEL_WIDTH - 4, PANEL_WIDTH - 8];
            let fits = |width: &u16| View::fits(&scene, body.width - width, body.height);
            let width = widths.into_iter().find(fits).unwrap_or(PANEL_WIDTH);
            let split = body.width - width;
            (Rect { width: split, ..body }, Rect { x: body.x + split, width, ..body })
        } else {
            // The panel gets the space that the board does not need.
            let needed = 2 * self.grid().rows() as u16 + 2;
            let below = 7.min(body.height / 3).max(body.height.saturating_sub(needed));
            let split = body.height - below;
            (Rect { height: split, ..body }, Rect { y: body.y + split, height: below, ..body })
        };
        if let Some(since) = self.solved.map(|since| since.elapsed()).filter(|since| *since < JOY) {
            // A wave of light runs over the board.
            let wave = since.as_millis() as usize * (scene.grid.rows() + scene.grid.cols())
                / JOY.as_millis() as usize;
            for cell in scene.grid.cells() {
                scene.tile(cell).near |= (scene.grid.row(cell) + scene.grid.col(cell)).abs_diff(wave) <= 1;
            }
        }
        scene.strokes.extend(self.drawn_line());
        for cell in &self.dragged[1.min(self.dragged.len())..] {
            scene.tile(*cell).near = true;
        }
        let highlights = self.game.session.highlights(self.cursor);
        let look = Look { scene: &scene, cursor: self.cursor, focus: self.focus, highlights: &highlights };
        self.view.draw(&look, colours, board, buffer);
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
