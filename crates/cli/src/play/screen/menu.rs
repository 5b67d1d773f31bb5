//! The menu: games to go on with, new ones by genre, size and difficulty, and puzzles from elsewhere.

use super::paint::Colours;
use crate::commands::emulsion;
use crate::commands::generate::some_seed;
use crate::play::save_file::{self, SaveFile};
use crate::play::task::{Poll, Task};
use gridwright::generate::{Generator, Outcome, SpecError};
use gridwright::rating::Level;
use gridwright::{Genre, Limits, Puzzle, Session, Spec, registry};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::fmt;
use std::time::SystemTime;

/// A line of the menu.
enum Item {
    Continue(SaveFile, String),
    /// Games that were left longer ago.
    Older(Vec<(SaveFile, SystemTime)>),
    New(&'static Genre),
    BoardGame,
    Open,
    Help,
    Quit,
}

/// The settings for a new puzzle.
struct Order {
    genre: &'static Genre,
    sizes: Vec<(usize, usize)>,
    size: usize,
    /// Index into the levels; after them, any.
    level: usize,
    /// Size or difficulty.
    row: usize,
}

/// Why no puzzle was made.
enum NotMade {
    Spec(SpecError),
    NotFound,
    Stopped,
    Failed,
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMade::Spec(error) => error.fmt(f),
            NotMade::NotFound => f.write_str("No such puzzle was found: try another size or difficulty."),
            NotMade::Stopped => f.write_str("Given up."),
            NotMade::Failed => f.write_str("something went wrong while it was made"),
        }
    }
}

/// The menu.
pub struct Menu {
    items: Vec<Item>,
    chosen: usize,
    order: Option<Order>,
    making: Option<Task<Result<Puzzle, NotMade>>>,
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
    Open,
    Help,
    Forget(SaveFile),
    /// A board game, and perhaps one that was begun.
    BoardGame(Option<SaveFile>),
    /// Back to the game, or out.
    Back,
    Quit,
}

/// Squares that people play; each genre takes what it can.
const SIDES: [usize; 11] = [4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 25];

impl Menu {
    pub fn new() -> Menu {
        let (mut items, message) = offered(save_file::all(), MOST_OFFERED);
        items.extend(registry::ALL.iter().map(|genre| Item::New(genre)));
        items.extend([Item::BoardGame, Item::Open, Item::Help, Item::Quit]);
        Menu { items, chosen: 0, order: None, making: None, message, to_forget: None, top: 0 }
    }

    /// A new puzzle of a genre, to begin with.
    pub fn for_genre(genre: &'static Genre) -> Menu {
        let mut menu = Menu::new();
        let at = |item: &Item| matches!(item, Item::New(other) if other.id == genre.id);
        menu.chosen = menu.items.iter().position(at).unwrap_or(0);
        menu.order = Order::new(genre);
        menu
    }

    pub fn complain(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    pub fn is_lively(&self) -> bool {
        self.making.is_some()
    }

    /// Looks whether a puzzle is ready.
    pub fn tick(&mut self) -> Choice {
        let Some(making) = &self.making else { return Choice::Nothing };
        let made = match making.poll() {
            Poll::Pending => return Choice::Nothing,
            Poll::Done(made) => made,
            Poll::Failed => Err(NotMade::Failed),
        };
        self.making = None;
        match made {
            Ok(puzzle) => {
                let blank = puzzle.blank();
                Choice::Play(Box::new(Session::new(puzzle, blank)), None)
            }
            Err(why) => {
                self.message = why.to_string();
                Choice::Nothing
            }
        }
    }

    pub fn key(&mut self, key: KeyEvent) -> Choice {
        if self.making.is_some() {
            if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
                self.making = None;
                self.message = "Given up.".to_string();
            }
            return Choice::Nothing;
        }
        self.message.clear();
        if !matches!(key.code, KeyCode::Delete | KeyCode::Char('x')) {
            self.to_forget = None;
        }
        if self.order.is_some() {
            return self.order_key(key);
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
            KeyCode::Char('?') => return Choice::Help,
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
            Item::New(genre) => match Order::new(genre) {
                Some(order) => self.order = Some(order),
                None => match Session::read(genre.example) {
                    Ok(session) => return Choice::Play(Box::new(session), None),
                    Err(error) => self.message = error.to_string(),
                },
            },
            Item::BoardGame => return Choice::BoardGame(None),
            Item::Open => return Choice::Open,
            Item::Help => return Choice::Help,
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

    /// Abandons the puzzle that is being made.
    pub fn give_up(&mut self) {
        self.making = None;
    }

    fn order_key(&mut self, key: KeyEvent) -> Choice {
        let Some(order) = &mut self.order else { return Choice::Nothing };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => self.order = None,
            KeyCode::Up | KeyCode::Down | KeyCode::Char('j' | 'k') | KeyCode::Tab => {
                order.row = 1 - order.row
            }
            KeyCode::Left | KeyCode::Char('h') => order.turn(-1),
            KeyCode::Right | KeyCode::Char('l') => order.turn(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.making = Some(order.place()),
            _ => {}
        }
        Choice::Nothing
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Choice {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left)
            || self.making.is_some()
            || self.order.is_some()
        {
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
                Item::Help => "Help".to_string(),
                Item::Quit => "Quit".to_string(),
            };
            let style = if i == self.chosen { colours.chosen() } else { Style::new() };
            lines.push(Line::from(vec![Span::raw("  "), Span::styled(format!(" {text} "), style)]));
        }
        lines.push(Line::default());
        match &self.order {
            Some(order) => lines.extend(order.lines(self.making.is_some(), colours)),
            None => lines.push(match &self.items[self.chosen] {
                Item::New(genre) => Line::styled(format!("  {}", genre.summary), colours.faint()),
                Item::BoardGame => {
                    Line::styled("  A board game for two, against the engine or each other", colours.faint())
                }
                Item::Continue(..) => Line::styled("  Enter goes on with it, x forgets it", colours.faint()),
                _ => Line::default(),
            }),
        }
        if !self.message.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(format!("  {}", self.message), colours.wrong()));
        }
        let inside = Rect {
            x: area.x + 2.min(area.width),
            y: area.y + 1.min(area.height),
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(1),
        };
        // The chosen line and the open prompt must be visible in a window of any size.
        let (all, height) = (lines.len(), usize::from(inside.height));
        let wanted = if self.order.is_some() { all } else { (first + self.chosen + 3).min(all) };
        let skipped = wanted.saturating_sub(height);
        self.top = i32::from(inside.y) + first as i32 - skipped as i32;
        let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
        paragraph.scroll((skipped as u16, 0)).render(inside, buffer);
    }
}

impl Order {
    /// `None` where nothing can be made.
    fn new(genre: &'static Genre) -> Option<Order> {
        // Sizes that the generator has a note about are left to those who ask for them explicitly.
        let is_made = |side: &usize| {
            Generator::new(Spec::new(genre).size(*side, *side))
                .is_ok_and(|generator| generator.note().is_none())
        };
        let sizes: Vec<(usize, usize)> =
            SIDES.iter().filter(|side| is_made(side)).map(|side| (*side, *side)).collect();
        let usual = genre.maker?.levels().cells;
        let middle = (0..sizes.len()).min_by_key(|i| (sizes[*i].0 * sizes[*i].1).abs_diff(usual))?;
        Some(Order { genre, size: middle, sizes, level: 0, row: 0 })
    }

    fn turn(&mut self, by: isize) {
        let (value, number) = match self.row {
            0 => (&mut self.size, self.sizes.len()),
            _ => (&mut self.level, Level::ALL.len() + 1),
        };
        *value = value.saturating_add_signed(by).min(number - 1);
    }

    fn lines(&self, is_making: bool, colours: Colours) -> Vec<Line<'static>> {
        let (cols, rows) = self.sizes[self.size];
        let level = Level::ALL.get(self.level).map_or("any", |level| level.name());
        let row = |at: usize, name: &str, value: String| {
            let style = if at == self.row { colours.chosen() } else { Style::new() };
            Line::from(vec![
                Span::raw(format!("  {name:<12}")),
                Span::styled(format!(" ◂ {value} ▸ "), style),
            ])
        };
        let hint = match is_making {
            true => "  Making one… Esc gives up",
            false => "  ←→ changes, Enter makes one, Esc goes back",
        };
        vec![
            Line::styled(format!("  New {}", self.genre.name), Style::new().add_modifier(Modifier::BOLD)),
            row(0, "Size", format!("{cols}x{rows}")),
            row(1, "Difficulty", level.to_string()),
            Line::styled(hint, colours.faint()),
        ]
    }

    /// Has a puzzle made.
    fn place(&self) -> Task<Result<Puzzle, NotMade>> {
        let (cols, rows) = self.sizes[self.size];
        let level = Level::ALL.get(self.level).copied();
        let spec = Spec { difficulty: level, ..Spec::new(self.genre).size(rows, cols) };
        Task::start(move |cancel| {
            let limits = Limits::default().cancel(cancel);
            match spec.generate_with(some_seed(), &limits).map_err(NotMade::Spec)? {
                Outcome::Found(made) => Ok(made.puzzle),
                Outcome::NotFound(_) => Err(NotMade::NotFound),
                Outcome::Stopped(_) => Err(NotMade::Stopped),
            }
        })
    }
}

/// How many saved games are listed at first, and how many more at a time.
const MOST_OFFERED: usize = 5;
const MOST_OLDER: usize = 20;

/// Lines for so many of the saved games that can be read, one for those behind them, and what is wrong with the first that
/// cannot be read. There may be thousands: no more are looked into than are listed, but for damaged ones.
fn offered(games: Vec<(SaveFile, SystemTime)>, most: usize) -> (Vec<Item>, String) {
    let (mut items, mut trouble) = (Vec::new(), None);
    let mut games = games.into_iter();
    for (mut saved, time) in games.by_ref().take(10 * most) {
        let title = match saved.is_board_game() {
            true => emulsion::title(&mut saved),
            false => saved.read().map(|session| title(&session)),
        };
        match title {
            Ok(title) => items.push(Item::Continue(saved, format!("{title}, {}", save_file::ago(time)))),
            Err(message) => trouble = trouble.or(Some(message)),
        }
        if items.len() == most {
            break;
        }
    }
    let older: Vec<_> = games.collect();
    if !older.is_empty() {
        items.push(Item::Older(older));
    }
    (items, trouble.unwrap_or_default())
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
