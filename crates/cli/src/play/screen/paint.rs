//! Colours, limited to those the terminal supports.

use crate::play::settings::ColourChoice;
use gridwright::scene::paint::Paint;
use gridwright::scene::{Ink, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    None,
    Sixteen,
    Many,
}

impl Colours {
    /// As the command line, the player and the environment say, in this order.
    pub fn of_terminal(wanted: bool, choice: ColourChoice) -> Colours {
        let holds = |name: &str, word: &str| std::env::var(name).is_ok_and(|value| value.contains(word));
        let has_many =
            || holds("TERM", "256") || std::env::var("COLORTERM").is_ok_and(|value| !value.is_empty());
        match (wanted, choice) {
            (false, _) | (true, ColourChoice::None) => Colours::None,
            (true, ColourChoice::Many) => Colours::Many,
            (true, ColourChoice::Auto) if has_many() => Colours::Many,
            (true, ColourChoice::Auto | ColourChoice::Sixteen) => Colours::Sixteen,
        }
    }

    /// How a character of a board is drawn.
    pub fn style(self, paint: Paint) -> Style {
        let style = if paint.bold { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let paint = match self {
            Colours::None => return style,
            Colours::Sixteen => paint.basic(),
            Colours::Many => paint,
        };
        let coloured = |style: Style, colour: Option<u8>, set: fn(Style, Color) -> Style| {
            colour.map_or(style, |colour| set(style, Color::Indexed(colour)))
        };
        coloured(coloured(style, paint.fore, Style::fg), paint.back, Style::bg)
    }

    /// The frame around the cell the keys go to.
    pub fn cursor(self) -> Style {
        match self {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            Colours::Sixteen => Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD),
            Colours::Many => Style::new().fg(Color::Indexed(162)).add_modifier(Modifier::BOLD),
        }
    }

    /// The cells that share a house with the cursor: shades that keep dark and light text readable on any terminal are
    /// rare, so both are set.
    pub fn house(self, tile: &Tile) -> Style {
        let ink = match tile.ink {
            _ if tile.is_clear() || !tile.notes.is_empty() => 240,
            Ink::Given => 16,
            Ink::Tried(_) => 90,
            _ => 19,
        };
        match self {
            Colours::None | Colours::Sixteen => Style::new(),
            Colours::Many => Style::new().bg(Color::Indexed(254)).fg(Color::Indexed(ink)),
        }
    }

    /// The cells with the digit under the cursor.
    pub fn same(self) -> Style {
        match self {
            Colours::None => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Colours::Sixteen => {
                Style::new().bg(Color::Cyan).fg(Color::Black).add_modifier(Modifier::UNDERLINED)
            }
            Colours::Many => Style::new().bg(Color::Indexed(222)).fg(Color::Indexed(16)),
        }
    }

    /// What is chosen in a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Less important text.
    pub fn faint(self) -> Style {
        match self {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().add_modifier(Modifier::DIM),
            Colours::Many => Style::new().fg(Color::Indexed(244)),
        }
    }

    /// What is wrong.
    pub fn wrong(self) -> Style {
        match self {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            Colours::Sixteen => Style::new().fg(Color::LightRed),
            Colours::Many => Style::new().fg(Color::Indexed(166)),
        }
    }

    /// What is well.
    pub fn well(self) -> Style {
        match self {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            Colours::Sixteen => Style::new().fg(Color::LightBlue).add_modifier(Modifier::BOLD),
            Colours::Many => Style::new().fg(Color::Indexed(32)).add_modifier(Modifier::BOLD),
        }
    }
}

/// Double lines around what has the keys, character by character: no line of a board is double.
pub fn frame((left, top): (usize, usize), (right, bottom): (usize, usize)) -> Vec<(usize, usize, char)> {
    let mut frame = vec![(left, top, '╔'), (right, top, '╗'), (left, bottom, '╚'), (right, bottom, '╝')];
    frame.extend((left + 1..right).flat_map(|x| [(x, top, '═'), (x, bottom, '═')]));
    frame.extend((top + 1..bottom).flat_map(|y| [(left, y, '║'), (right, y, '║')]));
    frame
}

/// Where the shown part must start for a cell of a board to be inside it, moved as little as possible.
pub fn scrolled(offset: usize, start: usize, pitch: usize, shown: usize) -> usize {
    let (least, most) = ((start + pitch + 1).saturating_sub(shown), start);
    // Where not even one cell fits, its start is what shows.
    offset.max(least).min(most)
}

/// Signs beside and above the shown part of a board where the whole of it goes on.
pub fn signs(
    shown: Rect,
    offset: (usize, usize),
    whole: (usize, usize),
    colours: Colours,
    buffer: &mut Buffer,
) {
    let Rect { x, y, width, height } = shown;
    let signs = [
        (offset.0 > 0, x - 1, y - 1, "◂"),
        (offset.0 + usize::from(width) < whole.0, x + width - 1, y - 1, "▸"),
        (offset.1 > 0, x - 1, y, "▴"),
        (offset.1 + usize::from(height) < whole.1, x - 1, y + height - 1, "▾"),
    ];
    for (_, x, y, sign) in signs.into_iter().filter(|(is_more, ..)| *is_more) {
        buffer.set_string(x, y, sign, colours.cursor());
    }
}

/// Replaces what would do something else on a terminal than stand there: names of files and what they hold may have it.
pub fn without_hidden(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(gridwright_base::is_hidden) {
            cell.set_symbol("\u{fffd}");
        }
    }
}
