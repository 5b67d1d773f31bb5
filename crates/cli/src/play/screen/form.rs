//! Forms: rows with a name and a value each, of which the arrows choose one and change it.

use super::paint::Colours;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// What a key does to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormKey {
    /// To another row.
    Move(isize),
    /// Another value.
    Turn(isize),
    Done,
    Cancelled,
}

impl FormKey {
    pub fn of(key: KeyEvent) -> Option<FormKey> {
        Some(match key.code {
            KeyCode::Esc | KeyCode::Char('q') => FormKey::Cancelled,
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => FormKey::Move(-1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => FormKey::Move(1),
            KeyCode::Left | KeyCode::Char('h') => FormKey::Turn(-1),
            KeyCode::Right | KeyCode::Char('l') => FormKey::Turn(1),
            KeyCode::Enter | KeyCode::Char(' ') => FormKey::Done,
            _ => return None,
        })
    }
}

/// The row that follows another one, round and round.
pub fn moved(row: usize, by: isize, rows: usize) -> usize {
    (row as isize + by).rem_euclid(rows.max(1) as isize) as usize
}

/// The rows as lines; the chosen one stands out.
pub fn lines(rows: &[(&str, String)], chosen: usize, colours: Colours) -> Vec<Line<'static>> {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let row = |(i, (name, value)): (usize, &(&str, String))| {
        let style = if i == chosen { colours.chosen() } else { Style::new() };
        Line::from(vec![Span::raw(format!("{name:<width$} ")), Span::styled(format!(" ◂ {value} ▸ "), style)])
    };
    rows.iter().enumerate().map(row).collect()
}
