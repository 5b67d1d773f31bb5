//! Pictures: a board with what is said about it, and the chances of a game.

mod graph;
mod shapes;

pub(crate) use graph::mark_class;
pub use graph::{GRAPH_WIDTH, Graph, graph};

use crate::board::Square;
use crate::halves::Halves;
use crate::position::{Colour, Position, Turn};
pub(crate) use gridwright_base::page::escaped;
use shapes::{CELL, MARGIN};
use std::fmt::Write;

/// The style of all pictures, by day and by night.
pub(crate) const STYLE: &str = include_str!("picture.css");

/// What is written on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// What the partners of the chosen piece gain.
    #[default]
    Gains,
    /// What each piece is worth.
    Values,
    /// The size of each piece's group.
    Groups,
    /// Nothing.
    Nothing,
}

/// A position to be drawn, and what to draw on it.
///
/// ```
/// use gridwright_emulsion::{Drawing, Overlay, Position};
/// let position = Position::start(4)?;
/// let drawing = Drawing { overlay: Overlay::Values, ..Drawing::new(&position) };
/// assert_eq!(drawing.view_box(), [7, 18, 143, 142]);
/// assert_eq!(drawing.marks().matches("<text").count(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The position.
    pub position: &'a Position,
    /// The turn that led to it.
    pub last: Option<Turn>,
    /// A turn that was played here.
    pub played: Option<Turn>,
    /// Turns that are better.
    pub better: Vec<Turn>,
    /// A piece that is chosen.
    pub chosen: Option<Square>,
    /// The pieces with which it can change places, and what both gain.
    pub partners: Vec<(Square, Halves)>,
    /// What is written on the pieces.
    pub overlay: Overlay,
}

impl<'a> Drawing<'a> {
    /// The position alone.
    pub fn new(position: &'a Position) -> Drawing<'a> {
        Drawing {
            position,
            last: None,
            played: None,
            better: Vec::new(),
            chosen: None,
            partners: Vec::new(),
            overlay: Overlay::default(),
        }
    }

    /// What the picture shows: left, top, width and height.
    pub fn view_box(&self) -> [usize; 4] {
        let side = self.position.board.size() * CELL;
        [7, MARGIN - 2, side + 15, side + 14]
    }

    /// The board and its pieces, as the inside of an `svg` element.
    pub fn board(&self) -> String {
        let board = &self.position.board;
        let size = board.size();
        let side = size * CELL;
        let mut out = format!(
            "<rect class=\"em-board\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\" rx=\"5\"/>"
        );
        let between = (1..size).map(|i| MARGIN + i * CELL);
        let lines: String = between.map(|at| format!("M{at} {MARGIN}v{side}M{MARGIN} {at}h{side}")).collect();
        let [black, white] = Colour::ALL.map(|colour| shapes::pieces(board, colour));
        let _ = write!(
            out,
            "<path class=\"em-line\" d=\"{lines}\"/><path class=\"em-b\" d=\"{black}\"/>\
             <path class=\"em-w-rim\" d=\"{white}\"/><path class=\"em-w\" d=\"{white}\"/>"
        );
        for i in 0..size {
            let middle = MARGIN + i * CELL + CELL / 2;
            let (file, rank, low, beside) =
                (char::from(b'a' + i as u8), size - i, MARGIN + side + 10, middle + 3);
            let _ = write!(
                out,
                "<text class=\"em-label\" x=\"{middle}\" y=\"{low}\">{file}</text>\
                 <text class=\"em-label\" x=\"13\" y=\"{beside}\">{rank}</text>"
            );
        }
        out
    }

    /// What is drawn over the pieces, as the inside of an `svg` element.
    pub fn marks(&self) -> String {
        let mut out = String::new();
        if let Some(Turn::Swap(swap)) = self.last {
            // A dot would hide a number.
            let (class, radius) = match self.overlay {
                Overlay::Gains | Overlay::Nothing => ("em-last", "4"),
                Overlay::Values | Overlay::Groups => ("em-last em-ring", "10.5"),
            };
            swap.squares().into_iter().for_each(|square| self.circle(&mut out, class, square, radius));
        }
        self.write_numbers(&mut out);
        for (square, gain) in &self.partners {
            self.circle(&mut out, "em-partner", *square, "12.5");
            if self.overlay == Overlay::Gains {
                let text = format!("+{}", gain.short());
                let class = if text.chars().count() > 2 { "em-gain em-long" } else { "em-gain" };
                self.text(&mut out, class, *square, &text);
            }
        }
        if let Some(square) = self.chosen {
            self.circle(&mut out, "em-halo", square, "14");
            self.circle(&mut out, "em-chosen", square, "14");
        }
        let turns = self.played.iter().map(|turn| ("em-played", turn));
        let turns = turns.chain(self.better.iter().map(|turn| ("em-better", turn)));
        let paths = turns.map(|(class, turn)| (class, path(*turn)));
        let paths: Vec<(&str, String)> = paths.filter(|(_, path)| !path.is_empty()).collect();
        // All edges first: no line covers another one.
        for (_, path) in &paths {
            let _ = write!(out, "<path class=\"em-edge\" d=\"{path}\"/>");
        }
        for (class, path) in &paths {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
        out
    }

    fn write_numbers(&self, out: &mut String) {
        let board = &self.position.board;
        match self.overlay {
            Overlay::Gains | Overlay::Nothing => {}
            Overlay::Values => board
                .squares()
                .for_each(|square| self.text(out, "em-number", square, &board.value(square).short())),
            Overlay::Groups => {
                for groups in Colour::ALL.map(|colour| board.groups(colour)) {
                    let largest = groups.first().map_or(0, Vec::len);
                    for group in &groups {
                        let class = if group.len() == largest { "em-number em-largest" } else { "em-number" };
                        group
                            .iter()
                            .for_each(|square| self.text(out, class, *square, &group.len().to_string()));
                    }
                }
            }
        }
    }

    /// The colour of the piece below, as a class.
    fn ground(&self, square: Square) -> &'static str {
        if self.position.board.colour(square) == Colour::Black { "on-b" } else { "on-w" }
    }

    fn circle(&self, out: &mut String, class: &str, square: Square, radius: &str) {
        let ((x, y), ground) = (middle(square), self.ground(square));
        let _ = write!(out, "<circle class=\"{class} {ground}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    fn text(&self, out: &mut String, class: &str, square: Square, text: &str) {
        let ((x, y), ground) = (middle(square), self.ground(square));
        let _ =
            write!(out, "<text class=\"{class} {ground}\" x=\"{x}\" y=\"{y}.4\">{text}</text>", y = y + 3);
    }

    /// The picture as a file of its own.
    pub fn svg(&self, title: &str) -> String {
        self.framed(title, &format!("<style>{STYLE}</style>"))
    }

    /// The picture for a page that has [`STYLE`].
    pub(crate) fn plain(&self, title: &str) -> String {
        self.framed(title, "")
    }

    fn framed(&self, title: &str, style: &str) -> String {
        let [x, y, width, height] = self.view_box();
        let (x, y, width, height) = (x - 5, y - 5, width + 10, height + 10);
        let page =
            format!("<rect class=\"em-page\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
        let (opening, board, marks) =
            (opening("em", [x, y, width, height], title), self.board(), self.marks());
        format!("{opening}{style}{page}{board}{marks}</svg>\n")
    }
}

/// The position as an SVG picture. Turns are drawn as lines between their squares: the first one, which was played, full,
/// the others, which are better, dotted.
///
/// ```
/// use gridwright_emulsion::{Position, picture};
/// let svg = picture(&Position::start(4)?, &[], "The start");
/// assert!(svg.starts_with("<svg") && svg.contains("<title>The start</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(position: &Position, turns: &[Turn], title: &str) -> String {
    of_turns(position, turns).svg(title)
}

/// A position with the turn that was played and those that are better.
pub(crate) fn of_turns<'a>(position: &'a Position, turns: &[Turn]) -> Drawing<'a> {
    let better = turns.iter().skip(1).copied().collect();
    Drawing { played: turns.first().copied(), better, ..Drawing::new(position) }
}

/// A line between the squares of a turn; nothing where it swaps sides.
pub(crate) fn path(turn: Turn) -> String {
    let Turn::Swap(swap) = turn else { return String::new() };
    let [(x1, y1), (x2, y2)] = swap.squares().map(middle);
    format!("M{x1} {y1}L{x2} {y2}")
}

fn middle(square: Square) -> (usize, usize) {
    let at = |i: u8| MARGIN + usize::from(i) * CELL + CELL / 2;
    (at(square.column), at(square.row))
}

fn opening(class: &str, [x, y, width, height]: [usize; 4], title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" \
         height=\"{height}\" class=\"{class}\" role=\"img\"><title>{title}</title>"
    )
}
