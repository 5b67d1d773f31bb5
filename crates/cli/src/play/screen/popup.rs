//! What pops up over the screen: help, and questions.

use super::form::{self, FormKey};
use super::help;
use super::paint::Colours;
use crate::play::save_file::SaveFile;
use crate::play::settings::Settings;
use crate::shell::output::wrapped;
use gridwright::Genre;
use gridwright::session::{Session, Style as PlayStyle};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget};

/// What an answer is for.
pub enum Purpose {
    Open(String),
    Write(String),
    /// A game, and where it is saved if it was before.
    Play(Box<Session>, Option<SaveFile>),
    Set(Settings),
}

/// How far a question is.
pub enum Done {
    No,
    Cancelled,
    With(Purpose),
}

/// Something in front of everything else.
pub enum Popup {
    /// The rules of a genre and the keys, and how many lines are scrolled away.
    Help(Option<&'static Genre>, usize),
    /// The settings, for genres of a style, and the chosen row.
    Settings(Settings, PlayStyle, usize),
    Line {
        title: &'static str,
        text: String,
        purpose: fn(String) -> Purpose,
    },
    Earlier {
        earlier: Option<(Box<Session>, SaveFile)>,
        fresh: Option<Box<Session>>,
    },
}

/// Above all help.
pub const HELP_TITLE: &str = "↓↑ scroll, other keys close this";

impl Popup {
    pub fn help(genre: Option<&'static Genre>) -> Popup {
        Popup::Help(genre, 0)
    }

    pub fn settings(settings: Settings, style: PlayStyle) -> Popup {
        Popup::Settings(settings, style, 0)
    }

    pub fn ask_what_to_open() -> Popup {
        Popup::Line { title: "A file, an id or a URL", text: String::new(), purpose: Purpose::Open }
    }

    pub fn ask_where_to_write() -> Popup {
        Popup::Line { title: "Write the game to this file", text: String::new(), purpose: Purpose::Write }
    }

    pub fn ask_whether_to_continue(earlier: Session, saved: SaveFile, fresh: Session) -> Popup {
        Popup::Earlier { earlier: Some((Box::new(earlier), saved)), fresh: Some(Box::new(fresh)) }
    }

    pub fn key(&mut self, key: KeyEvent) -> Done {
        match self {
            Popup::Settings(settings, style, row) => {
                let rows = Settings::rows(*style);
                match FormKey::of(key) {
                    Some(FormKey::Move(by)) => *row = form::moved(*row, by, rows.len()),
                    Some(FormKey::Turn(by)) => settings.turn(rows[*row], *style, by),
                    Some(FormKey::Done) => return Done::With(Purpose::Set(*settings)),
                    Some(FormKey::Cancelled) => return Done::Cancelled,
                    None => {}
                }
                Done::No
            }
            Popup::Help(_, skipped) => match scrolls(key) {
                Some(by) => {
                    *skipped = skipped.saturating_add_signed(by);
                    Done::No
                }
                None => Done::Cancelled,
            },
            Popup::Line { text, purpose, .. } => match key.code {
                KeyCode::Esc => Done::Cancelled,
                KeyCode::Enter if text.trim().is_empty() => Done::Cancelled,
                KeyCode::Enter => Done::With(purpose(std::mem::take(text))),
                KeyCode::Backspace => {
                    text.pop();
                    Done::No
                }
                KeyCode::Char(letter) => {
                    text.push(letter);
                    Done::No
                }
                _ => Done::No,
            },
            Popup::Earlier { earlier, fresh } => {
                let answer = match key.code {
                    KeyCode::Enter | KeyCode::Char('c' | 'y' | ' ') => {
                        earlier.take().map(|(session, saved)| Purpose::Play(session, Some(saved)))
                    }
                    KeyCode::Char('n' | 'r') => fresh.take().map(|session| Purpose::Play(session, None)),
                    KeyCode::Esc => return Done::Cancelled,
                    _ => None,
                };
                answer.map_or(Done::No, Done::With)
            }
        }
    }

    pub fn paste(&mut self, pasted: &str) {
        if let Popup::Line { text, .. } = self {
            text.push_str(pasted.trim_end_matches(['\n', '\r']));
        }
    }

    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let (title, lines, width, first) = match self {
            Popup::Help(genre, skipped) => (HELP_TITLE, help::lines(*genre, colours), 76, *skipped),
            Popup::Settings(settings, style, row) => {
                let rows = Settings::rows(*style);
                let rows: Vec<_> = rows.into_iter().map(|row| settings.row(row, *style)).collect();
                let mut lines = form::lines(&rows, *row, colours);
                lines.push(Line::styled("←→ changes, Enter keeps, Esc goes back", colours.faint()));
                ("Settings", lines, 60, 0)
            }
            Popup::Line { title, text, .. } => {
                let room = usize::from(area.width.min(72).saturating_sub(5));
                let shown: String = text.chars().skip(text.chars().count().saturating_sub(room)).collect();
                let shown = shown.replace(char::is_control, "␤");
                let lines =
                    vec![Line::from(format!("{shown}▏")), Line::styled("Enter, or Esc", colours.faint())];
                (*title, lines, 72, 0)
            }
            Popup::Earlier { .. } => {
                let lines = vec![
                    Line::from("You have begun this puzzle before."),
                    Line::styled("Enter goes on with that game, n starts another.", colours.faint()),
                ];
                ("Go on?", lines, 52, 0)
            }
        };
        let first = framed(title, lines, width, first, area, buffer);
        if let Popup::Help(_, skipped) = self {
            *skipped = first;
        }
    }
}

/// By how many lines a key scrolls.
pub fn scrolls(key: KeyEvent) -> Option<isize> {
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => Some(1),
        KeyCode::Up | KeyCode::Char('k') => Some(-1),
        KeyCode::PageDown => Some(10),
        KeyCode::PageUp => Some(-10),
        _ => None,
    }
}

/// Lines in a frame in the middle of everything else, broken between words where they are too long. Where not all of them
/// fit, those from `first` on are shown, or from as many lines as fit before the end; which that is.
pub fn framed(
    title: &str,
    lines: Vec<Line<'_>>,
    width: u16,
    first: usize,
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    let width = width.min(area.width);
    let lines: Vec<Line<'_>> =
        lines.into_iter().flat_map(|line| folded(line, width.saturating_sub(2).into())).collect();
    let height = (lines.len() as u16 + 2).min(area.height);
    let frame =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let room = usize::from(height.saturating_sub(2));
    let first = first.min(lines.len() - room);
    let is_more = [first > 0, first + room < lines.len()];
    Clear.render(frame, buffer);
    let block = Block::bordered().border_type(BorderType::Rounded).title(format!(" {title} "));
    Paragraph::new(lines.into_iter().skip(first).collect::<Vec<_>>()).block(block).render(frame, buffer);
    if width > 0 && room > 0 {
        let signs = [(frame.y + 1, "▴"), (frame.y + height - 2, "▾")];
        for ((y, sign), _) in signs.into_iter().zip(is_more).filter(|(_, is_more)| *is_more) {
            buffer.set_string(frame.x + width - 1, y, sign, Style::new());
        }
    }
    first
}

/// A line in several where it is too long for one; text in a second column stays there.
fn folded(line: Line<'_>, width: usize) -> Vec<Line<'_>> {
    let [span] = &line.spans[..] else { return vec![line] };
    if line.width() <= width {
        return vec![line];
    }
    let gap = span.content.find("  ");
    let column = gap.map_or(0, |at| span.content.len() - span.content[at..].trim_start().len());
    let pieces = wrapped(&span.content, column, Some(width));
    let piece = |text: &str| Line::from(Span::styled(text.to_string(), span.style)).style(line.style);
    pieces.lines().map(piece).collect()
}
