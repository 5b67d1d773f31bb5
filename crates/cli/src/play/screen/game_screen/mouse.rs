//! What the mouse does in a game.

use super::GameScreen;
use gridwright::grid::{Cell, Grid};
use gridwright::session::{Button, Gesture, Style};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

impl GameScreen {
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
            match mouse.kind {
                MouseEventKind::Moved => {}
                // A run may leave the board for a moment.
                MouseEventKind::Up(MouseButton::Right) => self.end_run(),
                MouseEventKind::Drag(MouseButton::Right) => {}
                _ => self.pressed = None,
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
            // Where marks are painted, the run decides.
            MouseEventKind::Down(MouseButton::Right) if self.game.session.style() == Style::Place => {
                self.cursor = cell;
                self.dragged = vec![cell];
            }
            MouseEventKind::Drag(MouseButton::Right) if !self.dragged.is_empty() => {
                self.cursor = cell;
                let last = *self.dragged.last().unwrap_or(&cell);
                self.dragged.extend(run(&self.grid(), last, cell));
            }
            MouseEventKind::Up(MouseButton::Right) => self.end_run(),
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

    /// The right button is up: one cell was clicked, or a whole run is marked.
    fn end_run(&mut self) {
        let mut cells = std::mem::take(&mut self.dragged);
        let mut seen = Vec::new();
        cells.retain(|cell| {
            !seen.contains(cell) && {
                seen.push(*cell);
                true
            }
        });
        match cells[..] {
            [] => {}
            [cell] => self.gesture(Gesture::Click(cell, Button::Secondary)),
            _ => self.gesture(Gesture::Drag(cells, Button::Secondary)),
        }
    }
}

/// The cells from one to another, without the first: the mouse may be faster than its reports.
fn run(grid: &Grid, from: Cell, to: Cell) -> Vec<Cell> {
    let step = |from: usize, to: usize| {
        if to > from { from + 1 } else { from.saturating_sub(usize::from(to < from)) }
    };
    let mut at = (grid.row(from), grid.col(from));
    let end = (grid.row(to), grid.col(to));
    let mut cells = Vec::new();
    while at != end {
        at = (step(at.0, end.0), step(at.1, end.1));
        cells.push(grid.at(at.0, at.1));
    }
    cells
}
