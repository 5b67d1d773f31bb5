//! Puzzles on paper: what goes where on the pages of a sheet or a book, whatever prints them.

mod metrics;
mod svg;

pub use metrics::text_width;

use crate::model::{Board, Position};
use crate::puzzle::{Genre, Puzzle};
use crate::scene::Scene;
use crate::scene::shapes::{Anchor, Colour, Medium, Shape, shapes};
use crate::solve::Status;
use gridwright_base::{Limits, Stopped};
use metrics::wrapped;
use std::fmt;
use std::str::FromStr;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// Width and height in points, of which an inch has 72.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// Where the solutions are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// All on pages of their own after the puzzles.
    #[default]
    End,
    /// After each page of puzzles, so that they are on its back if both sides are printed.
    Back,
    /// Nowhere.
    None,
}

impl Solutions {
    /// All of them.
    pub const ALL: [Solutions; 3] = [Solutions::End, Solutions::Back, Solutions::None];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Solutions::End => "end",
            Solutions::Back => "back",
            Solutions::None => "none",
        }
    }
}

/// There is no such word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {expected}, found '{word}'")]
pub struct UnknownWord {
    /// The word.
    word: String,
    /// Those that there are.
    expected: &'static str,
}

impl FromStr for Paper {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Paper, UnknownWord> {
        let found = Paper::ALL.into_iter().find(|paper| paper.name() == word);
        found.ok_or_else(|| UnknownWord { word: word.to_string(), expected: "a4, letter" })
    }
}

impl FromStr for Solutions {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Solutions, UnknownWord> {
        let found = Solutions::ALL.into_iter().find(|solutions| solutions.name() == word);
        found.ok_or_else(|| UnknownWord { word: word.to_string(), expected: "end, back, none" })
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a sheet looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The paper.
    pub paper: Paper,
    /// How many puzzles there are on a page, at most [`MOST_PER_PAGE`].
    pub per_page: usize,
    /// What stands above the first page; empty for nothing.
    pub title: String,
    /// Whether the rules of each genre are printed before its first puzzle.
    pub rules: bool,
    /// Whether each puzzle says how hard it is.
    pub difficulty: bool,
    /// Where the solutions are.
    pub solutions: Solutions,
    /// Larger cells and text.
    pub large_print: bool,
    /// Nothing is filled with grey or colour.
    pub ink_saving: bool,
}

/// The most puzzles on a page.
pub const MOST_PER_PAGE: usize = 24;

impl Default for Style {
    fn default() -> Style {
        Style {
            paper: Paper::A4,
            per_page: 4,
            title: String::new(),
            rules: true,
            difficulty: true,
            solutions: Solutions::End,
            large_print: false,
            ink_saving: false,
        }
    }
}

impl Style {
    /// As it usually is, or in large print: then one puzzle has a page.
    pub fn usual(large_print: bool) -> Style {
        let style = Style { large_print, ..Style::default() };
        if large_print { Style { per_page: 1, ..style } } else { style }
    }
}

/// A puzzle on a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How hard it is, in a few words; empty where that is not known.
    pub difficulty: String,
    /// Its only solution, or why there is none to print.
    pub solution: Result<Board, Unprinted>,
}

/// Why a puzzle has no solution to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unprinted {
    /// Nobody asked for it.
    #[error("not asked for")]
    Unasked,
    /// There is none.
    #[error("no solution")]
    Unsolvable,
    /// There are several.
    #[error("more than one solution")]
    Several,
    /// The search stopped.
    #[error("no solution found: {0}")]
    Stopped(Stopped),
}

impl Unprinted {
    /// Whether the puzzle is known not to have one solution.
    pub fn is_known(self) -> bool {
        matches!(self, Unprinted::Unsolvable | Unprinted::Several)
    }
}

impl Entry {
    /// Finds out what the style asks for.
    pub fn new(puzzle: &Puzzle, style: &Style, limits: &Limits) -> Entry {
        let solution = match style.solutions {
            Solutions::None => Err(Unprinted::Unasked),
            _ => match puzzle.status_with(limits) {
                Status::Unique(solution) => Ok(solution),
                Status::Multiple(..) => Err(Unprinted::Several),
                Status::None => Err(Unprinted::Unsolvable),
                Status::Unknown { why, .. } => Err(Unprinted::Stopped(why)),
            },
        };
        let grade = style.difficulty.then(|| puzzle.rate_with(limits).ok()).flatten();
        let difficulty = grade
            .filter(|grade| grade.is_solved)
            .map_or(String::new(), |grade| format!("{}, rated {}", grade.level(), grade.rating()));
        Entry { puzzle: puzzle.clone(), difficulty, solution }
    }

    /// The genre, with the options that are not as usual.
    fn name(&self) -> String {
        let options = self.puzzle.options().into_iter().map(|(key, value)| match value.as_str() {
            "yes" => format!(", {key}"),
            // A number of something: `2 stars`.
            _ if value.bytes().all(|byte| byte.is_ascii_digit()) => format!(", {value} {key}"),
            _ => format!(", {key} {value}"),
        });
        format!("{}{}", self.puzzle.genre().name, options.collect::<String>())
    }
}

/// A page: shapes in points from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What is on it.
    pub shapes: Vec<Shape>,
    /// The numbers of its puzzles, from 1.
    pub puzzles: Vec<usize>,
    /// Whether their solutions are on it and not they themselves.
    pub is_solutions: bool,
}

/// Pages with puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Their size.
    pub paper: Paper,
    /// The title.
    pub title: String,
    /// The pages.
    pub pages: Vec<Page>,
}

/// Room around a page.
const MARGIN: f32 = 42.0;
/// Room between puzzles.
const GAP: f32 = 22.0;
const GREY: Colour = Colour(0x4f, 0x58, 0x66);

/// How large text and cells are.
struct Sizes {
    title: f32,
    text: f32,
    caption: f32,
    footer: f32,
    /// The most that the side of a cell is.
    cell: f32,
}

const USUAL: Sizes = Sizes { title: 20.0, text: 9.5, caption: 10.5, footer: 8.0, cell: 34.0 };
const LARGE: Sizes = Sizes { title: 26.0, text: 15.0, caption: 17.0, footer: 13.0, cell: 62.0 };

/// How many solutions are on a page at the end.
fn solutions_per_page(style: &Style) -> usize {
    style.per_page.clamp(if style.large_print { 4 } else { 12 }, MOST_PER_PAGE)
}

/// How many pages so many puzzles take.
pub fn page_count(puzzles: usize, style: &Style) -> usize {
    let fronts = puzzles.div_ceil(style.per_page.clamp(1, MOST_PER_PAGE));
    match style.solutions {
        Solutions::None => fronts,
        Solutions::Back => 2 * fronts,
        Solutions::End => fronts + puzzles.div_ceil(solutions_per_page(style)),
    }
}

impl Sheet {
    /// Lays puzzles out, in their order.
    ///
    /// ```
    /// use gridwright::sheet::{Entry, Sheet, Style};
    /// use gridwright::{Limits, Puzzle};
    /// let puzzle = Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?;
    /// let style = Style { title: "Bulbs".to_string(), per_page: 2, ..Style::default() };
    /// let entry = Entry::new(&puzzle, &style, &Limits::default());
    /// let sheet = Sheet::new(&vec![entry; 5], &style);
    /// assert_eq!(sheet.pages.len(), 3 + 1, "five puzzles, two on a page, and their solutions");
    /// assert!(sheet.svg(&sheet.pages[0]).contains("Place bulbs so that"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(entries: &[Entry], style: &Style) -> Sheet {
        let per_page = style.per_page.clamp(1, MOST_PER_PAGE);
        let mut layout = Layout::new(entries, style);
        let numbers: Vec<usize> = (1..=entries.len()).collect();
        for on_page in numbers.chunks(per_page) {
            layout.puzzles(on_page, per_page);
            if style.solutions == Solutions::Back {
                layout.solutions(on_page, per_page);
            }
        }
        if style.solutions == Solutions::End {
            let per_page = solutions_per_page(style);
            numbers
                .chunks(per_page)
                .for_each(|on_page| layout.solutions(on_page, per_page.min(numbers.len())));
        }
        let mut sheet = Sheet { paper: style.paper, title: style.title.clone(), pages: layout.pages };
        sheet.number_pages(layout.sizes.footer);
        sheet
    }

    fn number_pages(&mut self, size: f32) {
        let (width, height) = self.paper.size();
        let all = self.pages.len();
        let title = if self.title.is_empty() { String::new() } else { format!("{} \u{2013} ", self.title) };
        for (number, page) in (1..).zip(&mut self.pages) {
            let text = format!("{title}page {number} of {all}");
            let (at, anchor) = ((width / 2.0, height - MARGIN / 2.0), Anchor::Middle);
            page.shapes.push(Shape::Text { at, anchor, size, bold: false, colour: GREY, text });
        }
    }
}

struct Layout<'a> {
    entries: &'a [Entry],
    style: &'a Style,
    sizes: Sizes,
    medium: Medium,
    /// The genres whose rules were printed.
    told: Vec<&'static Genre>,
    pages: Vec<Page>,
}

impl Layout<'_> {
    fn new<'a>(entries: &'a [Entry], style: &'a Style) -> Layout<'a> {
        let sizes = if style.large_print { LARGE } else { USUAL };
        let medium = if style.ink_saving { Medium::InkSaving } else { Medium::Paper };
        Layout { entries, style, sizes, medium, told: Vec::new(), pages: Vec::new() }
    }

    /// A page of puzzles, with the title and the rules that have not been told yet above them.
    fn puzzles(&mut self, numbers: &[usize], per_page: usize) {
        let mut page = Page { shapes: Vec::new(), puzzles: numbers.to_vec(), is_solutions: false };
        let mut top = MARGIN;
        if self.pages.is_empty() {
            top = self.heading(&mut page, &self.style.title, top);
        }
        for genre in numbers.iter().map(|number| self.entries[number - 1].puzzle.genre()) {
            if self.style.rules && !self.told.contains(&genre) {
                self.told.push(genre);
                top = self.rules(&mut page, genre, top);
            }
        }
        let entries = self.entries;
        for (number, area) in numbers.iter().zip(self.areas(top, per_page)) {
            let entry = &entries[number - 1];
            let name = format!("{number}. {}", entry.name());
            let scene = entry.puzzle.scene(&entry.puzzle.blank());
            self.board(&mut page, area, (&name, &entry.difficulty), Ok(&scene));
        }
        self.pages.push(page);
    }

    fn solutions(&mut self, numbers: &[usize], per_page: usize) {
        let mut page = Page { shapes: Vec::new(), puzzles: numbers.to_vec(), is_solutions: true };
        let top = self.heading(&mut page, "Solutions", MARGIN);
        for (number, area) in numbers.iter().zip(self.areas(top, per_page)) {
            let Entry { puzzle, solution, .. } = &self.entries[number - 1];
            let scene = solution.as_ref().map(|solution| puzzle.scene(&Position::of_solution(solution)));
            self.board(
                &mut page,
                area,
                (&number.to_string(), ""),
                scene.as_ref().map_err(|why| why.to_string()),
            );
        }
        self.pages.push(page);
    }

    /// Adds a heading and returns where it ends.
    fn heading(&self, page: &mut Page, text: &str, top: f32) -> f32 {
        let size = self.sizes.title;
        let lines = wrapped(text, size, self.width());
        for (line, text) in lines.iter().enumerate() {
            let at = (MARGIN, top + size * (0.8 + 1.2 * line as f32));
            page.shapes.push(plain(at, size, text.clone()));
        }
        top + size * 1.4 * lines.len() as f32
    }

    /// Adds the rules of a genre and returns where they end.
    fn rules(&self, page: &mut Page, genre: &'static Genre, top: f32) -> f32 {
        let size = self.sizes.text;
        let name = format!("{}.", genre.name);
        let mut top = top;
        // The name is bold, so the first line is broken as if it had a little more.
        for (line, text) in
            wrapped(&format!("{name} {}", genre.summary), size, self.width() - size).into_iter().enumerate()
        {
            let mut at = (MARGIN, top + size);
            let mut rest = text.as_str();
            if let (0, Some(after)) = (line, text.strip_prefix(&name)) {
                page.shapes.push(plain(at, size, name.clone()));
                at.0 += text_width(&name, size, true) + size * 0.3;
                rest = after.trim_start();
            }
            let (anchor, bold, colour) = (Anchor::Start, false, Colour::BLACK);
            page.shapes.push(Shape::Text { at, anchor, size, bold, colour, text: rest.to_string() });
            top += size * 1.35;
        }
        top + size * 0.6
    }

    fn width(&self) -> f32 {
        self.style.paper.size().0 - 2.0 * MARGIN
    }

    /// The places of so many puzzles under `top`, in the arrangement that leaves each the most room. On a page of its own
    /// a puzzle has all of it.
    fn areas(&self, top: f32, number: usize) -> Vec<Area> {
        let height = self.style.paper.size().1 - MARGIN - top;
        let size = |columns: usize| {
            let rows = number.div_ceil(columns);
            let share = |all: f32, parts: usize| (all - GAP * (parts - 1) as f32) / parts as f32;
            (share(self.width(), columns), share(height, rows))
        };
        let room = |columns: &usize| {
            let (width, height) = size(*columns);
            width.min(height - self.caption_height())
        };
        let columns =
            (1..=number).max_by(|one, other| room(one).total_cmp(&room(other)).then(other.cmp(one)));
        let columns = columns.unwrap_or(1);
        let (width, height) = size(columns);
        let area = |place: usize| Area {
            left: MARGIN + (place % columns) as f32 * (width + GAP),
            top: top + (place / columns) as f32 * (height + GAP),
            width,
            height,
        };
        (0..number).map(area).collect()
    }

    fn caption_height(&self) -> f32 {
        self.sizes.caption * 1.7
    }

    /// A board under its caption, or why there is none.
    fn board(
        &self,
        page: &mut Page,
        area: Area,
        (name, remark): (&str, &str),
        scene: Result<&Scene, String>,
    ) {
        let size = self.sizes.caption;
        let room = (area.width, area.height - self.caption_height());
        let drawn = scene.as_ref().map(|scene| {
            let ((width, height), shapes) = shapes(scene, self.medium);
            let cell = width / scene.grid.cols() as f32;
            let scale = (room.0 / width).min(room.1 / height).min(self.sizes.cell / cell);
            (scale, width * scale, shapes)
        });
        // The caption starts where the board does.
        let left = match &drawn {
            Ok((_, width, _)) => area.left + (area.width - width) / 2.0,
            Err(_) => area.left,
        };
        let base = area.top + size;
        let room = area.left + area.width - left;
        // A caption that is too wide is set smaller.
        let whole = text_width(name, size, true) + size * 0.6 + text_width(remark, size * 0.9, false);
        let size = size * (room / whole).min(1.0);
        page.shapes.push(plain((left, base), size, name.to_string()));
        let remark = scene.as_ref().err().map_or(remark, String::as_str);
        if !remark.is_empty() {
            let at = (left + text_width(name, size, true) + size * 0.6, base);
            let (anchor, size, text) = (Anchor::Start, size * 0.9, remark.to_string());
            page.shapes.push(Shape::Text { at, anchor, size, bold: false, colour: GREY, text });
        }
        if let Ok((scale, _, shapes)) = drawn {
            let by = (left, area.top + self.caption_height());
            page.shapes.extend(shapes.into_iter().map(|mut shape| {
                shape.place(by, scale);
                shape
            }));
        }
    }
}

/// Where a puzzle goes.
struct Area {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// A bold black text from here on.
fn plain(at: (f32, f32), size: f32, text: String) -> Shape {
    Shape::Text { at, anchor: Anchor::Start, size, bold: true, colour: Colour::BLACK, text }
}

#[cfg(test)]
mod tests;
