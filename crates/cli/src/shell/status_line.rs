//! The line on the terminal that shows how work goes on.

use crate::shell::output::is_quiet;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// A bar in a style of indicatif, on standard error where that is a terminal.
pub fn bar(length: Option<u64>, template: &str, is_wanted: bool) -> ProgressBar {
    let target = if is_wanted && !is_quiet() && io::stderr().is_terminal() {
        ProgressDrawTarget::term_like_with_hz(Box::new(StatusLine::default()), 10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// Removes the line when there is no time to do it properly.
pub fn wipe() {
    if !is_quiet() && io::stderr().is_terminal() {
        let _ = io::stderr().write_all(b"\r\x1b[2K");
    }
}

/// A terminal whose cursor is left at the start of the line. Left behind a full line, as usual, the `^C` that the
/// terminal echoes would go to the next one, and the line could not be found again to be removed.
#[derive(Debug, Default)]
struct StatusLine {
    pending: Mutex<String>,
}

impl StatusLine {
    fn add(&self, text: &str) -> io::Result<()> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    fn move_cursor(&self, n: usize, direction: char) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.add(&format!("\x1b[{n}{direction}")) }
    }
}

impl TermLike for StatusLine {
    fn width(&self) -> u16 {
        // A line that fills the last column would move the cursor on.
        terminal_size::terminal_size_of(io::stderr())
            .map_or(79, |(width, _)| width.0.saturating_sub(1).max(1))
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text)?;
        self.add("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.add("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let mut text = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        text.push('\r');
        io::stderr().write_all(text.as_bytes())
    }
}
