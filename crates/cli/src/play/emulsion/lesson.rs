//! The lesson on the screen.

use super::board::{Look, Overlay, View};
use crate::play::screen::paint::Colours;
use crate::shell::output::wrapped;
use gridwright_emulsion::{LESSON, Lesson, Square};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

/// The lesson on the screen.
pub struct LessonScreen {
    lesson: Lesson,
    cursor: Square,
    view: View,
}

const PANEL_WIDTH: u16 = 44;

impl LessonScreen {
    pub fn new() -> LessonScreen {
        LessonScreen { lesson: Lesson::new(), cursor: Square::new(1, 1), view: View::default() }
    }

    /// What a key does; whether the lesson is over.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(0, -1),
            KeyCode::Right | KeyCode::Char('l') => self.step(0, 1),
            KeyCode::Up | KeyCode::Char('k') => self.step(-1, 0),
            KeyCode::Down | KeyCode::Char('j') => self.step(1, 0),
            KeyCode::Enter | KeyCode::Char(' ') if self.lesson.may_go_on() => return !self.lesson.forward(),
            KeyCode::Enter | KeyCode::Char(' ') => self.lesson.choose(self.cursor),
            KeyCode::Backspace | KeyCode::Char('u' | 'z') => {
                self.lesson.back();
            }
            KeyCode::Esc if self.lesson.session().chosen().is_some() => self.lesson.let_go(),
            KeyCode::Esc | KeyCode::Char('q') => return true,
            _ => {}
        }
        false
    }

    #[cfg(test)]
    pub fn go_to(&mut self, square: Square) {
        self.cursor = square;
    }

    fn step(&mut self, down: i8, right: i8) {
        let size = self.lesson.session().position().board.size() as i8;
        let moved = |at: u8, by: i8| (at as i8 + by).rem_euclid(size) as usize;
        self.cursor = Square::new(moved(self.cursor.row, down), moved(self.cursor.column, right));
    }

    pub fn mouse(&mut self, mouse: MouseEvent) {
        let board = &self.lesson.session().position().board;
        let square = self.view.square_at(mouse.column, mouse.row, board);
        if let (Some(square), MouseEventKind::Down(MouseButton::Left)) = (square, mouse.kind) {
            self.cursor = square;
            self.lesson.choose(square);
        }
    }

    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let width = PANEL_WIDTH.min(area.width);
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let (board, panel) = if area.width >= 2 * PANEL_WIDTH - 10 {
            let split = body.width - width;
            (Rect { width: split, ..body }, Rect { x: body.x + split, width, ..body })
        } else {
            let split = body.height / 2;
            let below = Rect { y: body.y + split, height: body.height - split, ..body };
            (Rect { height: split, ..body }, below)
        };
        let session = self.lesson.session();
        let look = Look {
            board: &session.shown().board,
            overlay: Overlay::Values,
            cursor: Some(self.cursor),
            chosen: session.chosen(),
            partners: session.partners(),
            last: Vec::new(),
            hint: Vec::new(),
        };
        self.view.draw(&look, colours, board, buffer);
        let page = self.lesson.page();
        let title = format!("{} of {}: {}", self.lesson.number(), LESSON.len(), page.title);
        let mut lines =
            vec![(title, Style::new().add_modifier(Modifier::BOLD)), (String::new(), Style::new())];
        lines.push((page.text.to_string(), Style::new()));
        if let Some(said) = self.lesson.said() {
            let style = if self.lesson.may_go_on() { colours.well() } else { colours.wrong() };
            lines.extend([(String::new(), Style::new()), (said.to_string(), style)]);
        }
        let room = usize::from(panel.width.saturating_sub(1)).max(1);
        let lines = lines.into_iter().flat_map(|(text, style)| {
            let text = wrapped(&format!("{text}\n"), 0, Some(room));
            text.lines().map(|line| Line::styled(line.to_string(), style)).collect::<Vec<_>>()
        });
        for (y, line) in (panel.y..panel.bottom()).zip(lines) {
            line.render(Rect { y, height: 1, ..panel }, buffer);
        }
        let keys = match (self.lesson.may_go_on(), self.lesson.number() == LESSON.len()) {
            (true, true) => " Enter ends the lesson  Backspace back",
            (true, false) => " Enter goes on  Backspace back  Esc leaves",
            (false, _) => " arrows move  Enter chooses  Backspace back  Esc lets go, leaves",
        };
        let last = Rect { y: area.y + area.height.saturating_sub(1), height: 1.min(area.height), ..area };
        Line::styled(keys, colours.faint()).render(last, buffer);
    }
}
