//! Why a command failed, and how that is reported: the offending line with a caret.

use crate::args::Global;
use crate::shell::output::{self, Output, remark_under};
use gridwright::drill::NoDrill;
use gridwright::formats::ParseError;
use gridwright::frames::WriteError;
use gridwright::generate::{ExampleError, SpecError};
use gridwright::printed::{BoardError, OptionError};
use gridwright::session::ActionError;
use gridwright::view::{Document, ErrorView, FailureView};
use std::io::{self, IsTerminal};

pub enum Failure {
    /// The reader of our output has closed the pipe.
    OutputClosed,
    /// Something that has no place in an input.
    Message(String),
    /// Input that was refused.
    Input(Box<RefusedInput>),
}

pub struct RefusedInput {
    /// What the input is called.
    pub name: String,
    pub text: String,
    pub error: ParseError,
    /// What to do about it, where that can be guessed.
    pub hint: Option<&'static str>,
}

/// The library's errors that have no place in an input.
macro_rules! told_by_its_message {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Message(error.to_string())
            }
        }
    )*};
}
told_by_its_message!(ActionError, BoardError, ExampleError, NoDrill, OptionError, SpecError, WriteError);

impl Failure {
    /// An input that was refused, without a hint.
    pub fn input(name: impl Into<String>, text: impl Into<String>, error: ParseError) -> Failure {
        Failure::Input(Box::new(RefusedInput { name: name.into(), text: text.into(), error, hint: None }))
    }

    pub fn from_write(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Message(format!("cannot write the output: {error}")),
        }
    }

    /// What happened, for where there is one line.
    pub fn in_a_line(&self) -> String {
        match self {
            Failure::OutputClosed => "the output was closed".to_string(),
            Failure::Message(message) => message.clone(),
            Failure::Input(input) => input.error.to_string(),
        }
    }

    /// The same, naming what it is about where it does not point at an input by itself.
    pub fn about(self, name: &str) -> Failure {
        match self {
            Failure::Message(message) => Failure::Message(format!("{name}: {message}")),
            other => other,
        }
    }

    /// Reports it on standard error, and with `--json` on standard output too.
    pub fn report(&self, global: &Global, output: &mut Output) {
        if let Some(error) = self.tell(global)
            && global.json
        {
            let document = Document::new(FailureView::new(None, error));
            let _ = output.lines(&document.to_json()).and_then(|()| output.flush());
        }
    }

    /// Reports it on standard error, and gives what programs may read of it.
    pub fn tell(&self, global: &Global) -> Option<ErrorView> {
        let colour = output::wants_colour(global.color, io::stderr().is_terminal());
        let heading = if colour { "\x1b[1;38;5;160merror:\x1b[0m " } else { "error: " };
        let error = match self {
            Failure::OutputClosed => return None,
            Failure::Message(message) => {
                remark_under(heading, message);
                ErrorView::new(message)
            }
            Failure::Input(input) => {
                let mut text = input.error.to_string();
                text.push_str(&snippet(&input.name, &input.text, &input.error));
                if let Some(hint) = input.hint {
                    text.push_str(&format!("\nhint: {hint}"));
                }
                remark_under(heading, &text);
                ErrorView::of_input(&input.error, &input.text)
            }
        };
        Some(error)
    }
}

/// Columns of a line that are shown around the caret.
const SHOWN: usize = 76;

/// The line an error points at with a caret under the place, or nothing where it has none.
fn snippet(name: &str, text: &str, error: &ParseError) -> String {
    let (Some(at), Some((line, column))) = (error.at, error.line_column(text)) else {
        return format!("\n  --> {name}");
    };
    let at = text.floor_char_boundary(at.min(text.len()));
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    let end = if text[start..end].ends_with('\r') && at < end { end - 1 } else { end };
    // A line may be as long as the input: look only at what can be shown.
    let from = text.floor_char_boundary(at.saturating_sub(4 * SHOWN).max(start));
    let before: Vec<(char, usize)> = text[from..at].chars().map(visible).collect();
    let after: Vec<(char, usize)> = text[at..end].chars().map(visible).take(SHOWN).collect();
    let width = |chars: &[(char, usize)]| chars.iter().map(|(_, width)| width).sum::<usize>();

    let mut left = before.as_slice();
    let room_before = SHOWN - width(&after).min(SHOWN / 2);
    let mut cut_before = from > start;
    while width(left) > room_before {
        left = &left[1..];
        cut_before = true;
    }
    let mut right = after.as_slice();
    let mut cut_after = text[at..end].chars().nth(after.len()).is_some();
    while width(left) + width(right) > SHOWN {
        right = &right[..right.len() - 1];
        cut_after = true;
    }
    let shown: String = left.iter().chain(right).map(|(c, _)| *c).collect();
    let (dots_before, dots_after) = (if cut_before { "…" } else { "" }, if cut_after { "…" } else { "" });
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let indent = " ".repeat(dots_before.chars().count() + width(left));
    format!(
        "\n{gutter} --> {name}:{line}:{column}\n{gutter} |\n{number} | {dots_before}{shown}{dots_after}\n{gutter} | {indent}^"
    )
}

/// A character as it can be shown, and how many columns it takes. What would move the cursor, take no room or
/// turn the direction of writing is shown as a replacement.
fn visible(c: char) -> (char, usize) {
    match c {
        '\t' => (' ', 1),
        c if c.is_control() => ('\u{fffd}', 1),
        '\u{300}'..='\u{36f}'
        | '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => ('\u{fffd}', 1),
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => (c, 2),
        c => (c, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caret(text: &str, at: usize) -> String {
        let error = ParseError { at: Some(at), ..ParseError::whole("") };
        snippet("x", text, &error).lines().skip(3).map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        assert_eq!(caret("ab\ncde\nf", 4), "2 | cde\n  |  ^\n");
        assert_eq!(caret("ab\r\nc", 2), "1 | ab\n  |   ^\n");
        assert_eq!(caret("ab", 2), "1 | ab\n  |   ^\n");
        assert_eq!(caret("", 0), "1 | \n  | ^\n");
        assert_eq!(caret("\tx", 1), "1 |  x\n  |  ^\n");
        assert_eq!(caret("日本x", 6), "1 | 日本x\n  |     ^\n");
        assert_eq!(caret("\u{1b}[1mx\u{202e}", 1), "1 | \u{fffd}[1mx\u{fffd}\n  |  ^\n");
        assert_eq!(caret("日本x", 4), "1 | 日本x\n  |   ^\n", "inside a character");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let long = "a".repeat(500) + "X" + &"b".repeat(500);
        let shown = caret(&long, 500);
        let (line, below) = shown.split_once('\n').unwrap();
        assert!(line.chars().count() < 90, "{line}");
        assert_eq!(line.chars().nth(below.chars().position(|c| c == '^').unwrap()), Some('X'));
        assert!(line.starts_with("1 | …a") && line.ends_with("b…"));
        for at in [0, 1, 37, 76, 77, 990, 1000, 1001] {
            let shown = caret(&long, at);
            let (line, below) = shown.split_once('\n').unwrap();
            let place = below.chars().position(|c| c == '^').unwrap();
            assert_eq!(line.chars().nth(place), long.chars().nth(at), "{at}");
        }
    }
}
