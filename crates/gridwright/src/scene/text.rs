//! Scenes as text: box drawing, plain ASCII, or the indexed print form of the C course.

mod drawing;

use super::paint::Pixel;
use super::{Scene, indexed};
use crate::grid::Cell;
use drawing::{ASCII, BOXED, Drawing};
use std::fmt;
use std::str::FromStr;

/// A way to draw with characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Unicode box drawing; borders of regions are heavy lines.
    #[default]
    Boxed,
    /// The same with ASCII characters only.
    Ascii,
    /// One character a cell between row and column numbers (their last digits). Numbers above 9 are letters;
    /// borders and lines are left out, see [`loses`](Style::loses).
    Indexed,
}

impl Style {
    /// All of them, with their names and what they look like.
    pub const ALL: [(Style, &'static str, &'static str); 3] = [
        (Style::Boxed, "boxed", "boxes drawn with lines"),
        (Style::Ascii, "ascii", "the same in ASCII"),
        (Style::Indexed, "indexed", "one character a cell, rows and columns numbered"),
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Boxed => "boxed",
            Style::Ascii => "ascii",
            Style::Indexed => "indexed",
        }
    }

    /// Something of the scene that this style cannot show, in words; `None` where it shows all.
    pub fn loses(self, scene: &Scene) -> Option<&'static str> {
        match self {
            Style::Boxed | Style::Ascii => None,
            Style::Indexed => indexed::loses(scene),
        }
    }

    /// How many columns of a terminal a scene takes.
    pub fn columns(self, scene: &Scene) -> usize {
        match self {
            Style::Boxed => Drawing::new(scene, &BOXED, false, None).columns(),
            Style::Ascii => Drawing::new(scene, &ASCII, false, None).columns(),
            Style::Indexed => indexed::columns(scene),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no style of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown style '{0}' (one of: boxed, ascii, indexed)")]
pub struct UnknownStyle(pub String);

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Style, UnknownStyle> {
        let found = Style::ALL.into_iter().find(|(_, known, _)| *known == name);
        found.map(|(style, ..)| style).ok_or_else(|| UnknownStyle(name.to_string()))
    }
}

/// Draws a scene; every line ends with a line feed. With `colour`, ANSI escapes are added and what is printed and
/// what is entered differ; without, wrong cells show `!` and hinted ones `?` all the same.
pub fn render(scene: &Scene, style: Style, colour: bool) -> String {
    match style {
        Style::Indexed => indexed::render(scene, 0),
        Style::Boxed => Drawing::new(scene, &BOXED, colour, None).render(),
        Style::Ascii => Drawing::new(scene, &ASCII, colour, None).render(),
    }
}

/// The same with rows and columns numbered from `first` on.
///
/// ```
/// use gridwright::{Reading, scene::text::{Style, numbered}};
/// let reading = Reading::parse("#.#X").unwrap();
/// let scene = reading.puzzle.scene(&reading.position);
/// assert!(numbered(&scene, Style::Ascii, false, 1).starts_with("    1   2   3   4\n"));
/// assert!(numbered(&scene, Style::Indexed, false, 0).starts_with("   0123\n"));
/// ```
pub fn numbered(scene: &Scene, style: Style, colour: bool, first: usize) -> String {
    let Some(canvas) = canvas(scene, style, colour, None) else {
        return indexed::render(scene, first);
    };
    let (wide, high) = canvas.pitch();
    let margin = (scene.grid.rows() - 1 + first).to_string().len();
    let mut board = " ".repeat(margin + 2);
    for col in 0..scene.grid.cols() {
        let before = if col == 0 { wide / 2 } else { wide };
        board += &format!("{:>before$}", col + first);
    }
    board.push('\n');
    for (y, line) in render(scene, style, colour).lines().enumerate() {
        let is_middle = y % high == high.div_ceil(2);
        let number = if is_middle { (y / high + first).to_string() } else { String::new() };
        board += &format!("{number:>margin$} {line}\n");
    }
    board
}

/// A scene as a rectangle of characters, as it is [rendered](render) with or without colours; `None` where the style has no
/// cells to point at. Where there is not enough `room` for it (columns and lines), candidates stand close together and only
/// thick borders get lines between rows; where that is not enough, the candidates of a tile stand on one line, an ellipsis for
/// those that do not fit.
pub fn canvas(scene: &Scene, style: Style, colour: bool, room: Option<(usize, usize)>) -> Option<Canvas<'_>> {
    let charset = match style {
        Style::Indexed => return None,
        Style::Boxed => &BOXED,
        Style::Ascii => &ASCII,
    };
    Some(Canvas { drawing: Drawing::new(scene, charset, colour, room) })
}

/// A scene as a rectangle of characters, for terminals to show a part of: what is not asked for is not drawn.
pub struct Canvas<'s> {
    drawing: Drawing<'s>,
}

impl Canvas<'_> {
    /// How many characters it is wide.
    pub fn width(&self) -> usize {
        self.drawing.columns()
    }

    /// How many lines it is high.
    pub fn height(&self) -> usize {
        self.drawing.lines()
    }

    /// How many characters it is from one cell to the next, across and down.
    pub fn pitch(&self) -> (usize, usize) {
        (self.drawing.width + 1, self.drawing.height + 1)
    }

    /// Whether notes are left out because there is no room for them.
    pub fn is_cut(&self) -> bool {
        self.drawing.is_cut
    }

    /// Whether a line of characters is one of edges between rows.
    pub fn is_edge(&self, y: usize) -> bool {
        self.drawing.row_at(y).1.is_none()
    }

    /// A line of it.
    pub fn line(&self, y: usize) -> Vec<Pixel> {
        self.drawing.line(y)
    }

    /// The cell at a character; lines belong to the cell on their right and below.
    ///
    /// ```
    /// use gridwright::{Reading, scene::text::{Style, canvas}};
    /// let reading = Reading::parse("#.#X").unwrap();
    /// let scene = reading.puzzle.scene(&reading.position);
    /// let canvas = canvas(&scene, Style::Boxed, true, None).unwrap();
    /// assert_eq!((canvas.width(), canvas.height(), canvas.pitch()), (17, 3, (4, 2)));
    /// assert_eq!(canvas.cell_at(6, 1), Some(gridwright::grid::Cell(1)));
    /// assert_eq!(canvas.line(1)[6].0, '·');
    /// ```
    pub fn cell_at(&self, x: usize, y: usize) -> Option<Cell> {
        self.drawing.scene.grid.get(self.drawing.row_at(y).0, x / self.pitch().0)
    }

    /// The upper left corner of a cell's frame, which is one larger than [`pitch`](Canvas::pitch) both ways. Where rows
    /// stand close together, the line above a cell may be the last one of the cell over it.
    pub fn corner(&self, cell: Cell) -> (usize, usize) {
        let grid = self.drawing.scene.grid;
        (grid.col(cell) * self.pitch().0, self.drawing.row_top(grid.row(cell)))
    }
}
