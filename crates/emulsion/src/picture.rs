//! Pictures: a board, and the chances of a game.

use crate::analysis::{Analysis, Mark};
use crate::board::Square;
use crate::chance::Chance;
use crate::position::{Colour, Position, Turn};
pub(crate) use gridwright_base::page::escaped;
use std::fmt::Write;

const CELL: usize = 32;
const MARGIN: usize = 20;

/// The position as an SVG picture. Turns are drawn as lines between their squares, the first one full, the others dashed.
///
/// ```
/// use gridwright_emulsion::{Position, picture};
/// let svg = picture(&Position::start(4)?, &[], "The start");
/// assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(position: &Position, turns: &[Turn], title: &str) -> String {
    let board = &position.board;
    let size = board.size();
    let side = size * CELL + 2 * MARGIN;
    let mut svg = opening(side, side, title);
    let _ = write!(
        svg,
        "<rect width=\"{side}\" height=\"{side}\" fill=\"#f4efe6\"/>\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{0}\" height=\"{0}\" fill=\"#7d9c78\"/>",
        size * CELL
    );
    for i in 0..=size {
        let (at, from, to) = (MARGIN + i * CELL, MARGIN, MARGIN + size * CELL);
        let _ = write!(svg, "<path d=\"M{at} {from}V{to}M{from} {at}H{to}\" stroke=\"#4b6248\"/>");
    }
    for i in 0..size {
        let middle = MARGIN + i * CELL + CELL / 2;
        let (file, rank) = (char::from(b'a' + i as u8), size - i);
        let low = side - MARGIN / 4;
        let _ = write!(
            svg,
            "<text x=\"{middle}\" y=\"{low}\">{file}</text><text x=\"{}\" y=\"{}\">{rank}</text>",
            MARGIN / 2,
            middle + 4
        );
    }
    for square in board.squares() {
        let (x, y) = middle(square);
        let (fill, line) = match board.colour(square) {
            Colour::Black => ("#161616", "#161616"),
            Colour::White => ("#fbfbf7", "#3a3a3a"),
        };
        let radius = CELL * 3 / 8;
        let _ =
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\"/>");
    }
    for (i, turn) in turns.iter().enumerate() {
        let path = path(*turn);
        if path.is_empty() {
            continue;
        }
        let ends = if i == 0 { "stroke-linecap=\"round\"" } else { "stroke-dasharray=\"6 4\"" };
        let colour = if i == 0 { "#d1495b" } else { "#1f78d1" };
        let _ = write!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"5\" {ends}/>");
    }
    svg + "</svg>\n"
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

fn opening(width: usize, height: usize, title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\"><title>{title}</title>"
    )
}

/// The colour of a mark.
pub(crate) fn mark_colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#b8860b",
        Mark::Mistake => "#d2691e",
        Mark::Blunder => "#c1272d",
    }
}

/// Black's chance to win, turn by turn, as an SVG picture: dark below the line, light above, marks where turns have them.
pub fn graph(analysis: &Analysis) -> String {
    const LEFT: usize = 50;
    const TOP: usize = 26;
    const HEIGHT: usize = 240;
    let last = analysis.chances.len().saturating_sub(1).max(1);
    let step = (760 / last).clamp(6, 40);
    let width = last * step;
    let (right, bottom) = (LEFT + width, TOP + HEIGHT);
    let mut svg = opening(right + 20, bottom + 40, "Black's chance to win after each turn");
    let x = |i: usize| LEFT + i * step;
    let y = |chance: Chance| TOP + HEIGHT * usize::from(chance.opposite().thousandths()) / 1000;
    let points: String =
        analysis.chances.iter().enumerate().map(|(i, chance)| format!("L{} {}", x(i), y(*chance))).collect();
    let end = x(analysis.chances.len().saturating_sub(1));
    let _ = write!(
        svg,
        "<rect width=\"{}\" height=\"{}\" fill=\"#f4efe6\"/>\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"#fbfbf7\" stroke=\"#8a8a8a\"/>\
         <path d=\"M{LEFT} {bottom}{points}L{end} {bottom}Z\" fill=\"#3c3c3c\"/>",
        right + 20,
        bottom + 40
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(Chance::of(percent, 100));
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {at}H{right}\" stroke=\"#9a9a9a\" stroke-dasharray=\"2 4\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
            LEFT - 6,
            at + 4
        );
    }
    let every = if last > 60 { 10 } else { 5 };
    for i in (0..=last).filter(|i| i % every == 0) {
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{i}</text>", x(i), bottom + 16);
    }
    let _ = write!(svg, "<text x=\"{}\" y=\"{}\">turns</text>", LEFT + width / 2, bottom + 32);
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"start\">Black’s chance to win</text>",
        LEFT,
        TOP - 10
    );
    for (i, judged) in analysis.turns.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        let (x, y, colour) = (x(i + 1), y(analysis.chances[i + 1]), mark_colour(mark));
        // Above the line for White, below for Black, but never outside.
        let label = match judged.mover {
            Colour::Black => (y + 18).min(bottom - 4),
            Colour::White => y.saturating_sub(10).max(TOP + 12),
        };
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\" stroke=\"#fff\"/>\
             <text x=\"{x}\" y=\"{label}\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\" \
             font-weight=\"bold\">{}</text>",
            mark.sign()
        );
    }
    svg + "</svg>\n"
}
