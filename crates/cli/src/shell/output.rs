//! Standard output, or the file that stands in for it: buffered, with or without colour; closed pipes are distinguished
//! from errors.

use crate::args::{Destination, Global, When};
use crate::shell::atomic_file::{Kept, Pending};
use crate::shell::failure::Failure;
use crate::shell::progress;
use gridwright::view::{Document, StatusLine};
use gridwright_base::{is_hidden, shown};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub struct Output {
    stream: BufWriter<io::Stdout>,
    /// What is written to instead.
    file: Option<Pending>,
    flushed: Instant,
    pub colour: bool,
    pub is_terminal: bool,
    /// How wide text for people may be, where that is known.
    pub columns: Option<usize>,
    /// What to say on standard error when all is printed.
    advice: Option<String>,
    /// What the reader ignored, for the JSON answer.
    warnings: Vec<String>,
}

/// Whether to colour what goes to a stream.
pub fn wants_colour(when: When, is_terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            is_terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

impl Output {
    pub fn new(global: &Global) -> Output {
        let is_terminal = io::stdout().is_terminal();
        Output {
            stream: BufWriter::with_capacity(1 << 16, io::stdout()),
            file: None,
            flushed: Instant::now(),
            colour: wants_colour(global.color, is_terminal),
            is_terminal,
            columns: if global.json { None } else { columns() },
            advice: None,
            warnings: Vec::new(),
        }
    }

    /// Warns on standard error, and in the documents that follow.
    pub fn warn(&mut self, warning: String) {
        remark(&format!("warning: {warning}"));
        self.warnings.push(warning);
    }

    /// A view with the version of its schema and the warnings.
    pub fn framed<T: Serialize>(&self, view: T) -> Document<T> {
        Document::new(view).with_warnings(&self.warnings)
    }

    /// Remembers something to say on standard error when all is printed.
    pub fn advise(&mut self, advice: impl Into<String>) {
        self.advice = Some(advice.into());
    }

    /// Writes to the file that the user named, if there is one, and not to standard output. All that is read must be
    /// open by now: it is not written over.
    pub fn divert(&mut self, destination: &Destination, global: &Global) -> Result<(), Failure> {
        let Some(path) = &destination.output else { return Ok(()) };
        self.file = Some(Pending::create(path, destination.overwrite.existing())?);
        self.colour = wants_colour(global.color, false);
        (self.is_terminal, self.columns) = (false, None);
        Ok(())
    }

    /// Ends the output, and says what there is to say about it. After Ctrl-C a file is not complete.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if progress::interrupted() && self.file.is_some() {
            self.cut_short("interrupted")?;
        }
        self.flush()?;
        if let Some(file) = self.file.take() {
            file.publish()?;
        }
        if let Some(advice) = self.advice.take() {
            remark(&format!("hint: {advice}"));
        }
        Ok(())
    }

    /// Lets a complete file appear.
    pub fn publish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        self.file.take().map_or(Ok(()), Pending::publish)
    }

    /// Ends the output before it is complete, and says why and where to find what is finished.
    pub fn cut_short(&mut self, why: &str) -> Result<(), Failure> {
        self.cut_short_in(why, None)
    }

    /// The same where what is finished takes the place of a file that has less of it.
    pub fn cut_short_in(&mut self, why: &str, replaced: Option<&Path>) -> Result<(), Failure> {
        self.flush()?;
        let mut kept = self.file.take().map(Pending::keep).transpose()?.flatten();
        if let (Some(path), Some(replaced)) = (&mut kept, replaced)
            && std::fs::rename(&*path, replaced).is_ok()
        {
            *path = replaced.to_path_buf();
        }
        match kept {
            Some(path) => remark(&format!("{why}; {}", Kept(&path))),
            None => remark(why),
        }
        Ok(())
    }

    /// Goes back to standard output without the file that was begun: nothing in it is worth keeping.
    pub fn discard(&mut self) {
        self.file = None;
    }

    /// Goes back to standard output after a failure. What is finished of a file is kept.
    pub fn restore(&mut self) {
        if let Some(Ok(Some(path))) = self.file.take().map(Pending::keep) {
            remark_under("", &Kept(&path).to_string());
        }
    }

    /// Writes text as it is. On a terminal it can do nothing but be read there: of what is not printed, only colours
    /// get through.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.file {
            Some(file) => file.write(text),
            None if self.is_terminal => self.print(&shown_in_colour(text)),
            None => self.print(text),
        }
    }

    fn print(&mut self, text: &str) -> Result<(), Failure> {
        let result = self.stream.write_all(text.as_bytes()).map_err(Failure::from_write);
        WRITES.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// Writes words for people, which may quote what comes from outside.
    pub fn words(&mut self, text: &str) -> Result<(), Failure> {
        self.lines(&shown(text))
    }

    /// Writes text and makes sure that it ends with a line feed.
    pub fn lines(&mut self, text: &str) -> Result<(), Failure> {
        self.text(text)?;
        if text.ends_with('\n') { Ok(()) } else { self.text("\n") }
    }

    /// Writes a view with the version of its schema and the warnings on a line of its own.
    pub fn document(&mut self, view: impl Serialize) -> Result<(), Failure> {
        self.lines(&self.framed(view).to_json())
    }

    /// Writes a status with the warnings on a line of its own.
    pub fn status(&mut self, line: StatusLine<'_>) -> Result<(), Failure> {
        let mut text = String::new();
        StatusLine { warnings: &self.warnings, ..line }.push(&mut text);
        self.lines(&text)
    }

    /// Writes a JSON value on a line of its own.
    pub fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        self.lines(&value.to_string())
    }

    /// Lets readers see what is there, now and then.
    pub fn breathe(&mut self) -> Result<(), Failure> {
        if !self.is_terminal && self.flushed.elapsed() < Duration::from_millis(100) {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.flush()
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            file.flush()?;
        }
        self.stream.flush().map_err(Failure::from_write)
    }
}

/// The width of the terminal that standard output is, or else what COLUMNS says.
pub fn columns() -> Option<usize> {
    match terminal_size::terminal_size_of(io::stdout()) {
        Some((width, _)) => Some(width.0.into()),
        None => std::env::var("COLUMNS").ok()?.parse().ok(),
    }
}

/// Words for people: lines with their line ends, broken between words where they are wider than `columns`; what follows a
/// break is indented.
pub fn wrapped(text: &str, indent: usize, columns: Option<usize>) -> String {
    let text = &shown(text);
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    lines.map(|line| wrapped_line(line, indent, columns)).collect()
}

fn wrapped_line(line: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return format!("{line}\n") };
    // In a very narrow window the text is better read than the layout kept.
    let indent = if indent + 20 > columns { 0 } else { indent };
    let body = line.trim_start();
    let mut out = " ".repeat(line.len() - body.len());
    let mut column = out.len();
    for (i, word) in body.split(' ').enumerate() {
        let width = word.chars().count();
        if i > 0 && column + 1 + width > columns {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
    out
}

/// How often something was printed.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// How often something was printed: while this grows, somebody reads it.
pub fn writes() -> u64 {
    WRITES.load(Ordering::Relaxed)
}

/// Whether the user wants errors only on standard error.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Keeps remarks and progress from standard error, or lets them through.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether only errors go to standard error.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// A remark on standard error, which the user may do without. Nothing can be done where that is closed.
pub fn remark(text: &str) {
    if !is_quiet() {
        remark_under("", text);
    }
}

/// What the user has to know in any case, on standard error under a heading of our own, which may have colours.
pub fn remark_under(heading: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{heading}{}", shown(text));
}

/// A text whose colours are our own; see [`shown`].
pub fn shown_in_colour(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split("\x1b[");
    let mut out = shown(pieces.next().unwrap_or_default()).into_owned();
    for piece in pieces {
        let end = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        let is_colour = end.starts_with('m');
        out += if is_colour { "\x1b[" } else { "\\u001b[" };
        out += &shown(piece);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{shown_in_colour, wrapped};

    #[test]
    fn only_colours_get_through() {
        let drawn = "\x1b[1;38;5;160mred\x1b[0m\n\tplain é";
        assert_eq!(shown_in_colour(drawn), drawn);
        for (hostile, expected) in [
            ("\x1b]0;x\x07", "\\u001b]0;x\\u0007"),
            ("\x1b[2J\x1b[31m\x1b", "\\u001b[2J\x1b[31m\\u001b"),
            ("\x1b[", "\\u001b["),
            ("\u{9b}2J\r\u{202e}", "\\u009b2J\\u000d\\u202e"),
        ] {
            assert_eq!(shown_in_colour(hostile), expected);
        }
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("a  bc d", 2, None), "a  bc d\n");
        let text = "name  one two three four five six seven";
        assert_eq!(wrapped(text, 6, Some(30)), "name  one two three four five\n      six seven\n");
        assert_eq!(wrapped(text, 6, Some(8)), "name\none two\nthree\nfour\nfive six\nseven\n");
        assert_eq!(wrapped("  unbreakable", 2, Some(5)), "  unbreakable\n");
        assert_eq!(wrapped("one two\nthree four", 0, Some(10)), "one two\nthree four\n");
    }
}
