//! What pops up over the screen: help, and questions.

use super::paint::Colours;
use crate::play::saved::Saved;
use gridwright::session::Session;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget, Wrap};

/// What an answer is for.
pub enum Purpose {
    Open(String),
    Write(String),
    /// A game, and where it is saved if it was before.
    Play(Box<Session>, Option<Saved>),
}

/// How far a question is.
pub enum Done {
    No,
    Cancelled,
    With(Purpose),
}

/// Something in front of everything else.
pub enum Popup {
    /// So many lines of it are scrolled away.
    Help(u16),
    Line {
        title: &'static str,
        text: String,
        purpose: fn(String) -> Purpose,
    },
    Earlier {
        earlier: Option<(Box<Session>, Saved)>,
        fresh: Option<Box<Session>>,
    },
}

const HELP: &str = "\
arrows, j k l     move (v: h as well)
space, Enter      enter, and on to the next choice
digits            enter a digit; 0 clears
m                 mark: not here; m and a digit: not that one
x, Backspace      clear the cell
p                 pencil: digits become notes
f, t              pencil in all, tidy up notes
d + arrow         draw a line; Shift + arrow too
z (u), y, r r     undo, redo, restart
h (always H)      hint; again for more of it
c                 check: right so far?
s                 solve
b, +, -           try something, keep it, take it back
a, e, o           automatic marks, when errors show, clock
n, Esc            new puzzle, menu
w                 write the game to a file
q                 quit; the game is kept
Mouse: left enters, right marks, drag draws lines; wheel scrolls.";

impl Popup {
    pub fn help() -> Popup {
        Popup::Help(0)
    }

    pub fn ask_what_to_open() -> Popup {
        Popup::Line { title: "A file, an id or a URL", text: String::new(), purpose: Purpose::Open }
    }

    pub fn ask_where_to_write() -> Popup {
        Popup::Line { title: "Write the game to this file", text: String::new(), purpose: Purpose::Write }
    }

    pub fn ask_whether_to_continue(earlier: Session, saved: Saved, fresh: Session) -> Popup {
        Popup::Earlier { earlier: Some((Box::new(earlier), saved)), fresh: Some(Box::new(fresh)) }
    }

    pub fn key(&mut self, key: KeyEvent) -> Done {
        match self {
            Popup::Help(skipped) => match key.code {
                KeyCode::Down | KeyCode::PageDown => {
                    *skipped = (*skipped + 1).min(HELP.lines().count() as u16 - 1);
                    Done::No
                }
                KeyCode::Up | KeyCode::PageUp => {
                    *skipped = skipped.saturating_sub(1);
                    Done::No
                }
                _ => Done::Cancelled,
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

    pub fn draw(&self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let (title, lines, width): (&str, Vec<Line<'_>>, u16) = match self {
            Popup::Help(skipped) => {
                let lines = HELP.lines().skip((*skipped).into()).map(Line::from).collect();
                ("Keys; ↓↑ scroll, any other key closes this", lines, 68)
            }
            Popup::Line { title, text, .. } => {
                let room = usize::from(area.width.min(72).saturating_sub(5));
                let shown: String = text.chars().skip(text.chars().count().saturating_sub(room)).collect();
                let shown = shown.replace(char::is_control, "␤");
                (
                    title,
                    vec![Line::from(format!("{shown}▏")), Line::styled("Enter, or Esc", colours.faint())],
                    72,
                )
            }
            Popup::Earlier { .. } => {
                let lines = vec![
                    Line::from("You have begun this puzzle before."),
                    Line::styled("Enter goes on with that game, n starts another.", colours.faint()),
                ];
                ("Go on?", lines, 52)
            }
        };
        framed(title, lines, width, area, buffer);
    }
}

/// Lines in a frame in the middle of everything else.
pub fn framed(title: &str, lines: Vec<Line<'_>>, width: u16, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (width.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let frame =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(frame, buffer);
    let block = Block::bordered().border_type(BorderType::Rounded).title(format!(" {title} "));
    Paragraph::new(lines).wrap(Wrap { trim: false }).block(block).render(frame, buffer);
}
