//! The board on the screen, with what is pointed out on it.

use crate::play::screen::paint::{self, Colours};
use gridwright_emulsion::{Board, Colour, Halves, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::collections::{BTreeMap, BTreeSet};

/// What is written beside the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    #[default]
    Nothing,
    /// What they are worth.
    Values,
    /// The sizes of their groups.
    Groups,
}

/// What to draw.
pub struct Look<'a> {
    pub board: &'a Board,
    pub overlay: Overlay,
    pub cursor: Option<Square>,
    /// The chosen piece, the pieces with which it can change places, and what they gain.
    pub chosen: Option<Square>,
    pub partners: Vec<(Square, Halves)>,
    /// The last move.
    pub last: Vec<Square>,
    /// The move of a hint.
    pub hint: Vec<Square>,
}

/// Where the board was drawn last, for the mouse and for scrolling.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    area: Rect,
    offset: (usize, usize),
    pitch: (usize, usize),
}

/// Room for ranks and files.
const RULER: (u16, u16) = (3, 1);

impl View {
    /// Draws the board in the middle of an area: with lines where there is room for them, else close together, and scrolled
    /// so that the cursor shows.
    pub fn draw(&mut self, look: &Look<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let room = (
            // What stands beside it keeps its distance.
            usize::from(area.width.saturating_sub(RULER.0 + 1)),
            usize::from(area.height.saturating_sub(RULER.1)),
        );
        let canvas = Canvas::of(look, colours, room);
        let shown = (canvas.width().min(room.0), canvas.height().min(room.1));
        if shown.0 == 0 || shown.1 == 0 {
            *self = View::default();
            return;
        }
        let corner = canvas.corner(look.cursor.unwrap_or(Square::new(0, 0)));
        self.pitch = canvas.pitch;
        self.offset = (
            paint::scrolled(self.offset.0, corner.0, self.pitch.0, shown.0).min(canvas.width() - shown.0),
            paint::scrolled(self.offset.1, corner.1, self.pitch.1, shown.1).min(canvas.height() - shown.1),
        );
        self.area = Rect {
            x: area.x + RULER.0 + ((room.0 - shown.0) / 2) as u16,
            y: area.y + RULER.1 + ((room.1 - shown.1) / 2) as u16,
            width: shown.0 as u16,
            height: shown.1 as u16,
        };
        for y in 0..shown.1 {
            for (x, (symbol, style)) in
                canvas.lines[y + self.offset.1][self.offset.0..].iter().take(shown.0).enumerate()
            {
                buffer[(self.area.x + x as u16, self.area.y + y as u16)].set_char(*symbol).set_style(*style);
            }
        }
        self.draw_rulers(look, &canvas, colours, buffer);
        paint::signs(self.area, self.offset, (canvas.width(), canvas.height()), colours, buffer);
    }

    fn draw_rulers(&self, look: &Look<'_>, canvas: &Canvas, colours: Colours, buffer: &mut Buffer) {
        let style = |is_here: bool| if is_here { colours.cursor() } else { colours.faint() };
        let size = look.board.size();
        for i in 0..size {
            let (left, top) = canvas.corner(Square::new(i, i));
            let (x, y) = (left + canvas.margin + canvas.inner / 2, top + canvas.margin);
            let is_inside =
                |at: usize, offset: usize, length: u16| (offset..offset + usize::from(length)).contains(&at);
            if is_inside(x, self.offset.0, self.area.width) {
                let at = self.area.x + (x - self.offset.0) as u16;
                let is_here = look.cursor.is_some_and(|square| usize::from(square.column) == i);
                let file = char::from(b'a' + i as u8).to_string();
                buffer.set_string(at, self.area.y - RULER.1, file, style(is_here));
            }
            if is_inside(y, self.offset.1, self.area.height) {
                let at = self.area.y + (y - self.offset.1) as u16;
                let is_here = look.cursor.is_some_and(|square| usize::from(square.row) == i);
                buffer.set_string(self.area.x - RULER.0, at, format!("{:>2}", size - i), style(is_here));
            }
        }
    }

    /// The square at a place of the screen.
    pub fn square_at(&self, x: u16, y: u16, board: &Board) -> Option<Square> {
        if !self.area.contains((x, y).into()) || self.pitch.0 == 0 {
            return None;
        }
        let row = (usize::from(y - self.area.y) + self.offset.1) / self.pitch.1;
        let column = (usize::from(x - self.area.x) + self.offset.0) / self.pitch.0;
        (row.max(column) < board.size()).then(|| Square::new(row, column))
    }
}

/// The whole board as characters.
struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
    /// Characters from square to square.
    pitch: (usize, usize),
    /// Characters of a square.
    inner: usize,
    /// 1 where there are lines between squares.
    margin: usize,
}

impl Canvas {
    fn of(look: &Look<'_>, colours: Colours, room: (usize, usize)) -> Canvas {
        let size = look.board.size();
        let groups = if look.overlay == Overlay::Groups { Groups::of(look.board) } else { Groups::default() };
        // Groups of a hundred pieces and more have long numbers.
        let inner = if groups.largest() < 100 { 3 } else { 4 };
        let is_roomy = size * (inner + 1) < room.0 && 2 * size < room.1;
        let margin = usize::from(is_roomy);
        let pitch = (inner + margin, 1 + margin);
        let blank = (' ', line_style(colours));
        let largest: BTreeSet<Square> =
            Colour::ALL.into_iter().flat_map(|colour| look.board.largest(colour)).collect();
        let width = size * pitch.0 + margin;
        let lines = vec![vec![blank; width]; size * pitch.1 + margin];
        let mut canvas = Canvas { lines, pitch, inner, margin };
        if is_roomy {
            canvas.draw_lines(size, &groups, colours);
        }
        for square in look.board.squares() {
            canvas.draw_square(square, look, &groups, largest.contains(&square), colours);
        }
        if let (Some(cursor), true) = (look.cursor, is_roomy) {
            canvas.draw_frame(cursor, colours);
        }
        canvas
    }

    fn width(&self) -> usize {
        self.lines.first().map_or(0, Vec::len)
    }

    fn height(&self) -> usize {
        self.lines.len()
    }

    fn corner(&self, square: Square) -> (usize, usize) {
        (usize::from(square.column) * self.pitch.0, usize::from(square.row) * self.pitch.1)
    }

    /// Lines between squares, except inside groups that are shown.
    fn draw_lines(&mut self, size: usize, groups: &Groups, colours: Colours) {
        let style = line_style(colours);
        let group = |row: isize, column: isize| {
            let inside = |at: isize| usize::try_from(at).ok().filter(|at| *at < size);
            groups.number_of(Square::new(inside(row)?, inside(column)?))
        };
        for y in 0..self.height() {
            for x in 0..self.width() {
                let (row, column) = ((y / 2) as isize, (x / self.pitch.0) as isize);
                let [on_line, on_column] = [y % 2 == 0, x % self.pitch.0 == 0];
                if !on_line && !on_column {
                    continue;
                }
                // The squares on both sides of the lines that meet here.
                let around = [
                    group(row - isize::from(on_line), column - isize::from(on_column)),
                    group(row - isize::from(on_line), column),
                    group(row, column - isize::from(on_column)),
                    group(row, column),
                ];
                let is_inside = around[0].is_some() && around.iter().all(|other| *other == around[0]);
                let symbol = match (on_line, on_column) {
                    _ if is_inside => ' ',
                    (true, true) => crossing(x == 0, x + 1 == self.width(), y == 0, y + 1 == self.height()),
                    (true, false) => '─',
                    _ => '│',
                };
                self.lines[y][x] = (symbol, style);
            }
        }
    }

    fn draw_square(
        &mut self,
        square: Square,
        look: &Look<'_>,
        groups: &Groups,
        is_largest: bool,
        colours: Colours,
    ) {
        let colour = look.board.colour(square);
        let piece = piece(colour);
        let partner = look.partners.iter().find(|(partner, _)| *partner == square);
        let around = |left: char, right: char| format!("{left}{piece}{right}");
        let is_hint = look.hint.contains(&square);
        let text = match (partner, look.overlay) {
            (Some((_, gain)), _) => format!("+{}", gain.short()),
            _ if look.chosen == Some(square) => around('[', ']'),
            _ if is_hint => around('?', '?'),
            (None, Overlay::Values) => format!("{piece}{}", look.board.value(square).short()),
            (None, Overlay::Groups) => format!("{piece}{}", groups.size_of(square)),
            _ if look.last.contains(&square) => around('(', ')'),
            (None, Overlay::Nothing) => around(' ', ' '),
        };
        let mut style = board_style(colours, colour, is_largest);
        let is_here = look.cursor == Some(square);
        if partner.is_some() || look.chosen == Some(square) || is_hint {
            style = pointed_out(colours);
        } else if look.last.contains(&square) {
            style = style.add_modifier(Modifier::BOLD);
        }
        // Without lines there is no frame around the cursor.
        let mut text: Vec<char> = text.chars().collect();
        if self.margin == 0 && is_here {
            style = style.add_modifier(Modifier::REVERSED);
            if text[0] == ' ' {
                text = around('>', '<').chars().collect();
            }
        }
        let (x, y) = self.corner(square);
        for i in 0..self.inner {
            let symbol = text.get(i).copied().unwrap_or(' ');
            self.lines[y + self.margin][x + self.margin + i] = (symbol, style);
        }
    }

    /// Double lines around a square.
    fn draw_frame(&mut self, square: Square, colours: Colours) {
        let (left, top) = self.corner(square);
        let (right, bottom) = (left + self.pitch.0, top + self.pitch.1);
        let style = cursor_style(colours);
        for (x, y, symbol) in paint::frame((left, top), (right, bottom)) {
            self.lines[y][x] = (symbol, style);
        }
    }
}

fn crossing(left: bool, right: bool, top: bool, bottom: bool) -> char {
    match (top, bottom, left, right) {
        (true, _, true, _) => '┌',
        (true, _, _, true) => '┐',
        (true, ..) => '┬',
        (_, true, true, _) => '└',
        (_, true, _, true) => '┘',
        (_, true, ..) => '┴',
        (_, _, true, _) => '├',
        (_, _, _, true) => '┤',
        _ => '┼',
    }
}

/// The group of each square: which, and how large.
#[derive(Default)]
struct Groups(BTreeMap<Square, (usize, usize)>);

impl Groups {
    fn of(board: &Board) -> Groups {
        let groups = [Colour::Black, Colour::White].into_iter().flat_map(|colour| board.groups(colour));
        let squares = groups.enumerate().flat_map(|(number, group)| {
            let size = group.len();
            group.into_iter().map(move |square| (square, (number, size)))
        });
        Groups(squares.collect())
    }

    fn largest(&self) -> usize {
        self.0.values().map(|(_, size)| *size).max().unwrap_or(0)
    }

    fn number_of(&self, square: Square) -> Option<usize> {
        self.0.get(&square).map(|(number, _)| *number)
    }

    fn size_of(&self, square: Square) -> usize {
        self.0.get(&square).map_or(0, |(_, size)| *size)
    }
}

/// How a piece is drawn: a filled circle for Black, an empty one for White.
pub fn piece(colour: Colour) -> char {
    if colour == Colour::Black { '●' } else { '○' }
}

/// A square is filled with the colour of its piece; those of a side's largest groups are tinted.
fn board_style(colours: Colours, colour: Colour, is_largest: bool) -> Style {
    let style = |back: Color, fore: Color| Style::new().bg(back).fg(fore);
    match (colours, colour, is_largest) {
        (Colours::None, _, false) => Style::new(),
        (Colours::None, _, true) => Style::new().add_modifier(Modifier::BOLD),
        (Colours::Sixteen, Colour::Black, false) => style(Color::Black, Color::White),
        (Colours::Sixteen, Colour::Black, true) => style(Color::Blue, Color::White),
        (Colours::Sixteen, Colour::White, false) => style(Color::Gray, Color::Black),
        (Colours::Sixteen, Colour::White, true) => style(Color::Yellow, Color::Black),
        (Colours::Many, Colour::Black, false) => style(Color::Indexed(234), Color::Indexed(255)),
        (Colours::Many, Colour::Black, true) => style(Color::Indexed(24), Color::Indexed(255)),
        (Colours::Many, Colour::White, false) => style(Color::Indexed(254), Color::Indexed(16)),
        (Colours::Many, Colour::White, true) => style(Color::Indexed(222), Color::Indexed(16)),
    }
}

fn line_style(colours: Colours) -> Style {
    match colours {
        Colours::None => Style::new(),
        Colours::Sixteen => Style::new().bg(Color::DarkGray).fg(Color::Black),
        Colours::Many => Style::new().bg(Color::Indexed(241)).fg(Color::Indexed(248)),
    }
}

/// The frame around the cursor: it must stand out from the board.
fn cursor_style(colours: Colours) -> Style {
    match colours {
        Colours::None => colours.cursor(),
        Colours::Sixteen => line_style(colours).fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Colours::Many => line_style(colours).fg(Color::Indexed(226)).add_modifier(Modifier::BOLD),
    }
}

/// Pieces that are chosen, that can be, or that a hint points out.
fn pointed_out(colours: Colours) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    match colours {
        Colours::None => style,
        Colours::Sixteen => style.bg(Color::Magenta).fg(Color::White),
        Colours::Many => style.bg(Color::Indexed(97)).fg(Color::Indexed(231)),
    }
}
