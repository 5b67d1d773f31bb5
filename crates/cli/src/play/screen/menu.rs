//! The menu: games to go on with, new ones by genre, size and difficulty, and puzzles from elsewhere.

mod new_puzzle;

use super::paint::Colours;
use crate::commands::emulsion;
use crate::play::save_file::{self, SaveFile};
use crate::shell::output::wrapped;
use gridwright::{Genre, Session, Spec, registry};
use new_puzzle::{NewPuzzle, Progress};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::time::SystemTime;

/// A line of the menu.
enum Item {
    Continue(SaveFile, String),
    /// Games that were left longer ago.
    Older(Vec<(SaveFile, SystemTime)>),
    New(&'static Genre),
    BoardGame,
    Open,
    Settings,
    Help,
    Quit,
}

/// The menu.
pub struct Menu {
    items: Vec<Item>,
    chosen: usize,
    new: Option<NewPuzzle>,
    message: String,
    /// The saved game to delete if the key is pressed again.
    to_forget: Option<usize>,
    /// Where the first item is on the screen, were it not scrolled away.
    top: i32,
}

/// What the player chose.
pub enum Choice {
    Nothing,
    /// A game, and where it is saved if it was before.
    Play(Box<Session>, Option<SaveFile>),
    /// A new puzzle, and what was asked for.
    Made(Box<Session>, Spec),
    Open,
    Settings,
    /// About a genre, or the keys only.
    Help(Option<&'static Genre>),
    Forget(SaveFile),
    /// A board game, and perhaps one that was begun.
    BoardGame(Option<SaveFile>),
    /// Back to the game, or out.
    Back,
    Quit,
}

impl Menu {
    pub fn new() -> Menu {
        let (mut items, message) = offered(save_file::all(), MOST_OFFERED);
        items.extend(registry::ALL.iter().map(|genre| Item::New(genre)));
        items.extend([Item::BoardGame, Item::Open, Item::Settings, Item::Help, Item::Quit]);
        Menu { items, chosen: 0, new: None, message, to_forget: None, top: 0 }
    }

    /// A new puzzle of a genre, to begin with.
    pub fn for_genre(genre: &'static Genre) -> Menu {
        let mut menu = Menu::new();
        let at = |item: &Item| matches!(item, Item::New(other) if other.id == genre.id);
        menu.chosen = menu.items.iter().position(at).unwrap_or(0);
        menu.new = NewPuzzle::of_genre(genre);
        menu
    }

    /// The form as a spec says; `None` where that cannot be made. With `at_once` a puzzle is made without being asked for.
    pub fn for_spec(spec: &Spec, at_once: bool) -> Option<Menu> {
        let mut new = NewPuzzle::of_spec(spec.clone())?;
        if at_once {
            new.make();
        }
        Some(Menu { new: Some(new), ..Menu::for_genre(spec.genre) })
    }

    /// Says something beside what is said already.
    pub fn complain(&mut self, message: &str) {
        if !self.message.is_empty() {
            self.message += "; ";
        }
        self.message += message;
    }

    pub fn is_lively(&self) -> bool {
        self.new.as_ref().is_some_and(NewPuzzle::is_making)
    }

    /// Looks whether a puzzle is ready.
    pub fn tick(&mut self) -> Choice {
        let progress = self.new.as_mut().map(NewPuzzle::tick);
        self.progressed(progress)
    }

    fn progressed(&mut self, progress: Option<Progress>) -> Choice {
        match progress {
            None | Some(Progress::Open) => {}
            Some(Progress::Cancelled) => self.new = None,
            Some(Progress::Made(puzzle, spec)) => {
                return Choice::Made(Box::new(Session::new(*puzzle)), spec);
            }
            Some(Progress::Failed(why)) => self.message = why.to_string(),
        }
        Choice::Nothing
    }

    pub fn key(&mut self, key: KeyEvent) -> Choice {
        self.message.clear();
        if !matches!(key.code, KeyCode::Delete | KeyCode::Char('x')) {
            self.to_forget = None;
        }
        if let Some(new) = &mut self.new {
            if key.code == KeyCode::Char('?') {
                return self.help();
            }
            let progress = new.key(key);
            return self.progressed(Some(progress));
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => {
                self.chosen = self.chosen.checked_sub(1).unwrap_or(self.items.len() - 1)
            }
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1) % self.items.len(),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = self.items.len() - 1,
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right | KeyCode::Char('l') => {
                return self.choose();
            }
            KeyCode::Delete | KeyCode::Char('x') => return self.forget(),
            KeyCode::Char('o') => return Choice::Open,
            KeyCode::Char(',') => return Choice::Settings,
            KeyCode::Char('?') => return self.help(),
            KeyCode::Esc => return Choice::Back,
            KeyCode::Char('q') => return Choice::Quit,
            _ => {}
        }
        Choice::Nothing
    }

    fn choose(&mut self) -> Choice {
        match &mut self.items[self.chosen] {
            Item::Continue(saved, _) if saved.is_board_game() => match emulsion::title(saved) {
                Ok(_) => return Choice::BoardGame(Some(saved.clone())),
                Err(message) => self.message = message,
            },
            Item::Continue(saved, _) => match saved.read() {
                Ok(session) => return Choice::Play(Box::new(session), Some(saved.clone())),
                Err(message) => self.message = message,
            },
            Item::Older(older) => {
                let (games, message) = offered(std::mem::take(older), MOST_OLDER);
                self.items.splice(self.chosen..=self.chosen, games);
                self.message = message;
                self.chosen = self.chosen.min(self.items.len() - 1);
            }
            Item::New(genre) => match NewPuzzle::of_genre(genre) {
                Some(new) => self.new = Some(new),
                None => match Session::read(genre.example) {
                    Ok(session) => return Choice::Play(Box::new(session), None),
                    Err(error) => self.message = error.to_string(),
                },
            },
            Item::BoardGame => return Choice::BoardGame(None),
            Item::Open => return Choice::Open,
            Item::Settings => return Choice::Settings,
            Item::Help => return Choice::Help(None),
            Item::Quit => return Choice::Quit,
        }
        Choice::Nothing
    }

    /// Deletes a saved game when the key is pressed twice.
    fn forget(&mut self) -> Choice {
        let Item::Continue(saved, _) = &self.items[self.chosen] else { return Choice::Nothing };
        if self.to_forget.replace(self.chosen) == Some(self.chosen) {
            let saved = saved.clone();
            self.items.remove(self.chosen);
            self.to_forget = None;
            return Choice::Forget(saved);
        }
        self.message = "x again forgets this game for good.".to_string();
        Choice::Nothing
    }

    /// About the genre that is chosen, if one is.
    fn help(&self) -> Choice {
        Choice::Help(match &self.items[self.chosen] {
            Item::New(genre) => Some(genre),
            _ => None,
        })
    }

    /// Abandons the puzzle that is being made.
    pub fn give_up(&mut self) {
        self.new = None;
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Choice {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.new.is_some() {
            return Choice::Nothing;
        }
        let row = usize::try_from(i32::from(mouse.row) - self.top).ok();
        match row.filter(|row| *row < self.items.len()) {
            Some(row) => {
                self.chosen = row;
                self.choose()
            }
            None => Choice::Nothing,
        }
    }

    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![
            Line::from(vec![
                Span::styled("Gridwright", bold),
                Span::styled("  puzzles to play, with hints that say why", colours.faint()),
            ]),
            Line::default(),
        ];
        let first = lines.len();
        for (i, item) in self.items.iter().enumerate() {
            let text = match item {
                Item::Continue(_, title) => format!("Continue {title}"),
                Item::Older(games) => format!("Older games ({})", games.len()),
                Item::New(genre) if genre.maker.is_none() => format!("{} (an example)", genre.name),
                Item::New(genre) => genre.name.to_string(),
                Item::BoardGame => "Emulsion".to_string(),
                Item::Open => "Open a file, an id or a URL".to_string(),
                Item::Settings => "Settings".to_string(),
                Item::Help => "Help".to_string(),
                Item::Quit => "Quit".to_string(),
            };
            let style = if i == self.chosen { colours.chosen() } else { Style::new() };
            lines.push(Line::from(vec![Span::raw("  "), Span::styled(format!(" {text} "), style)]));
        }
        lines.push(Line::default());
        match &self.new {
            Some(new) => lines.extend(new.lines(colours)),
            None => lines.extend(indented(
                match &self.items[self.chosen] {
                    Item::New(genre) => genre.summary,
                    Item::BoardGame => "A board game for two, against the engine or each other",
                    Item::Continue(..) => "Enter goes on with it, x forgets it",
                    _ => "",
                },
                area.width,
                colours.faint(),
            )),
        }
        if !self.message.is_empty() {
            lines.push(Line::default());
            lines.extend(indented(&self.message, area.width, colours.wrong()));
        }
        let inside = Rect {
            x: area.x + 2.min(area.width),
            y: area.y + 1.min(area.height),
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(1),
        };
        // The chosen line and the open prompt must be visible in a window of any size.
        let (all, height) = (lines.len(), usize::from(inside.height));
        let wanted = if self.new.is_some() { all } else { (first + self.chosen + 3).min(all) };
        let skipped = wanted.saturating_sub(height);
        self.top = i32::from(inside.y) + first as i32 - skipped as i32;
        let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
        paragraph.scroll((skipped as u16, 0)).render(inside, buffer);
    }
}

/// Lines of a text below the list.
fn indented(text: &str, width: u16, style: Style) -> Vec<Line<'static>> {
    let text = wrapped(&format!("  {text}"), 2, Some(usize::from(width.saturating_sub(4))));
    text.lines().map(|line| Line::styled(line.to_string(), style)).collect()
}

/// How many saved games are listed at first, and how many more at a time.
const MOST_OFFERED: usize = 5;
const MOST_OLDER: usize = 20;
/// How many games that cannot be read are named.
const MOST_TROUBLE: usize = 3;

/// Lines for the first of the saved games that can be read, one for those behind them, and what is wrong with those that
/// cannot be read. There may be thousands: no more are looked into than are listed, but for damaged ones.
fn offered(games: Vec<(SaveFile, SystemTime)>, most: usize) -> (Vec<Item>, String) {
    let (mut items, mut trouble) = (Vec::new(), Vec::new());
    let mut games = games.into_iter();
    for (mut saved, time) in games.by_ref().take(10 * most) {
        let title = match saved.is_board_game() {
            true => emulsion::title(&mut saved),
            false => saved.read().map(|session| (!session.status().is_solved()).then(|| title(&session))),
        };
        match title {
            // A finished game is nothing to go on with.
            Ok(None) => {}
            Ok(Some(title)) => {
                items.push(Item::Continue(saved, format!("{title}, {}", save_file::ago(time))))
            }
            Err(message) => trouble.push(message),
        }
        if items.len() == most {
            break;
        }
    }
    let older: Vec<_> = games.collect();
    if !older.is_empty() {
        items.push(Item::Older(older));
    }
    let more = trouble.len().saturating_sub(MOST_TROUBLE);
    trouble.truncate(MOST_TROUBLE);
    trouble.extend((more > 0).then(|| format!("and {more} more in the same folder")));
    (items, trouble.join("; "))
}

/// A saved game in a few words.
fn title(session: &Session) -> String {
    let grid = session.puzzle().grid();
    let moves = session.actions().len();
    let time = gridwright::session::clock(session.tally.seconds);
    let name = session.puzzle().genre().name;
    format!(
        "{name} {}x{}, {}, {time}",
        grid.cols(),
        grid.rows(),
        crate::shell::draw::counted(moves as u64, "move")
    )
}
