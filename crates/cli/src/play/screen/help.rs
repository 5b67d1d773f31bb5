//! Help: the rules of a genre with a small solved board, then the keys.

use super::paint::Colours;
use crate::shell::output::wrapped;
use gridwright::Genre;
use gridwright::scene::text::{self, Style as Charset};
use gridwright::session::{Rules, Style as PlayStyle};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// How wide lines of rules are, beside the example.
const WIDTH: usize = 70;

/// Keys and what they do, with the only style of play in which they mean something.
const KEYS: [(Option<PlayStyle>, &str, &str); 24] = {
    use PlayStyle::{Digits, Lines, Place};
    [
        (None, "arrows, j k l", "move (v: h as well)"),
        (Some(Place), "space, Enter", "enter, or take it away"),
        (Some(Lines), "space, Enter", "the next line from here"),
        (Some(Digits), "digits", "enter a digit; Enter or space confirms, 0 clears"),
        (Some(Place), "m", "mark: not here"),
        (Some(Digits), "m and a digit", "mark: not that one"),
        (None, "x, Backspace", "clear the cell"),
        (Some(Digits), "p", "pencil: digits become notes"),
        (Some(Digits), "f, t", "pencil in all, tidy up notes"),
        (Some(Lines), "d + arrow", "draw a line; Shift + arrow too"),
        (None, "z (u), y, r r", "undo, redo, restart"),
        (None, "h (always H)", "hint; again for more of it"),
        (None, "g", "do what the hint says"),
        (None, "c", "check: right so far?"),
        (None, "s s", "fill in the solution"),
        (None, "b, +, -", "try something, keep it, take it back"),
        (None, "a, e, o", "automatic marks, which errors show, clock"),
        (None, ",", "all settings"),
        (None, "n, Esc", "new puzzle, menu"),
        (None, "w, w!", "write the game to a new file, overwrite one"),
        (None, "q, Ctrl-Z", "quit (the game is kept), suspend"),
        (Some(Place), "Mouse", "left enters, right marks, right drag marks a run; wheel scrolls"),
        (Some(Lines), "Mouse", "drag draws lines, right removes them; wheel scrolls"),
        (Some(Digits), "Mouse", "left selects, right marks; wheel scrolls"),
    ]
};

/// The rules of a genre, if one is meant, and the keys that play it.
pub fn lines(genre: Option<&'static Genre>, colours: Colours) -> Vec<Line<'static>> {
    let bold = |text: String| Line::styled(text, Style::new().add_modifier(Modifier::BOLD));
    let rules = genre.map(Rules::of);
    let mut lines = Vec::new();
    if let (Some(genre), Some(rules)) = (genre, &rules) {
        lines.push(bold(genre.name.to_string()));
        lines.extend(beside(example(rules, colours), &rules.text));
        lines.push(Line::default());
    }
    lines.push(bold("Keys".to_string()));
    let style = rules.map(|rules| rules.style);
    let is_meant = |own: &Option<PlayStyle>| own.is_none() || style.is_none() || *own == style;
    let keys = KEYS.iter().filter(|(own, ..)| is_meant(own));
    lines.extend(keys.map(|(_, key, what)| Line::from(format!("{key:<17} {what}"))));
    lines
}

/// The solved board.
fn example(rules: &Rules, colours: Colours) -> Vec<Line<'static>> {
    let Some(canvas) = text::canvas(&rules.example, Charset::Boxed, colours != Colours::None, None) else {
        return Vec::new();
    };
    let span = |(symbol, paint): (char, _)| Span::styled(symbol.to_string(), colours.style(paint));
    (0..canvas.height())
        .map(|y| Line::from(canvas.line(y).into_iter().map(span).collect::<Vec<_>>()))
        .collect()
}

/// A picture with sentences to its right.
fn beside(picture: Vec<Line<'static>>, sentences: &[String]) -> Vec<Line<'static>> {
    let width = picture.first().map_or(0, Line::width) + 2;
    let room = WIDTH.saturating_sub(width).max(20);
    let text: Vec<String> = sentences
        .iter()
        .flat_map(|text| {
            wrapped(&format!("- {text}"), 2, Some(room)).lines().map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    let height = picture.len().max(text.len());
    let mut picture = picture.into_iter();
    let mut text = text.into_iter();
    (0..height)
        .map(|_| {
            let mut line = picture.next().unwrap_or_default();
            line.push_span(" ".repeat(width - line.width()));
            line.push_span(text.next().unwrap_or_default());
            line
        })
        .collect()
}
