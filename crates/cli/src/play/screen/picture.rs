//! A screen as a picture, for the documentation: what a dark terminal of 256 colours shows.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// Pixels of a character. Lines of boxes meet at this height in common fonts.
const WIDE: usize = 9;
const TALL: usize = 17;
const INK: &str = "#d7dae0";
const PAPER: &str = "#16181d";

/// The picture of a screen as SVG.
pub fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = ((columns + 2) * WIDE, (rows + 1) * TALL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for (row, cells) in buffer.content.chunks(columns).enumerate() {
        let mut column = 0;
        for run in cells.chunk_by(|a, b| look(a) == look(b)) {
            write_run(&mut svg, run, ((column + 1) * WIDE, row * TALL + TALL / 2));
            column += run.len();
        }
    }
    svg + "</svg>\n"
}

/// What makes two characters look alike: ink, paper and weight.
fn look(cell: &Cell) -> (String, Option<String>, bool) {
    let colour = |colour: Color| match colour {
        Color::Indexed(number) => Some(xterm(number)),
        _ => None,
    };
    let (ink, paper) = (colour(cell.fg).unwrap_or(INK.to_string()), colour(cell.bg));
    let is_bold = cell.modifier.contains(Modifier::BOLD);
    match cell.modifier.contains(Modifier::REVERSED) {
        true => (paper.unwrap_or(PAPER.to_string()), Some(ink), is_bold),
        false => (ink, paper, is_bold),
    }
}

fn write_run(svg: &mut String, run: &[Cell], (x, y): (usize, usize)) {
    let (ink, paper, is_bold) = look(&run[0]);
    let width = run.len() * WIDE;
    if let Some(paper) = paper {
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{TALL}\" fill=\"{paper}\"/>");
    }
    let text: String = run.iter().map(Cell::symbol).collect();
    if text.trim().is_empty() {
        return;
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\" fill=\"{ink}\"{weight} xml:space=\"preserve\">{text}</text>",
        y + TALL - 4
    );
}

/// A colour of the usual 256: sixteen named ones, a cube of six levels a channel, and greys.
fn xterm(number: u8) -> String {
    const NAMED: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5", "#666666",
        "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match number {
        0..=15 => NAMED[usize::from(number)].to_string(),
        16..=231 => {
            let cube = number - 16;
            format!("#{:02x}{:02x}{:02x}", level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        232.. => {
            let grey = 8 + 10 * (number - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
