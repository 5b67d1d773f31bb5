//! A piece of input that remembers its position, so that every error can point at its place.

use std::borrow::Cow;
use std::fmt;

/// Why input was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// Byte offset in the input; `None` where the input as a whole is meant.
    pub at: Option<usize>,
    /// What is wrong and what was expected.
    pub message: String,
    /// What was expected there, where the message says it.
    pub expected: Option<String>,
}

impl ParseError {
    /// An error about the input as a whole.
    pub fn whole(message: impl fmt::Display) -> ParseError {
        ParseError { at: None, message: message.to_string(), expected: None }
    }

    /// The same error, saying apart from the message what was expected.
    #[must_use]
    pub fn expecting(self, what: impl fmt::Display) -> ParseError {
        ParseError { expected: Some(what.to_string()), ..self }
    }

    /// Line and column of the error in `input`, both from 1; columns count characters.
    pub fn line_column(&self, input: &str) -> Option<(usize, usize)> {
        let mut at = self.at?.min(input.len());
        while !input.is_char_boundary(at) {
            at -= 1;
        }
        let before = &input[..at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}

/// A slice of the input and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    str: &'a str,
    offset: usize,
}

impl<'a> Text<'a> {
    /// The whole input. A byte order mark is skipped.
    pub fn new(input: &'a str) -> Text<'a> {
        let str = input.strip_prefix('\u{feff}').unwrap_or(input);
        Text { str, offset: input.len() - str.len() }
    }

    /// The characters.
    pub fn as_str(&self) -> &'a str {
        self.str
    }

    /// Byte offset of the first character in the input.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.str.is_empty()
    }

    /// An error that points at the start of this text.
    pub fn error(&self, message: impl fmt::Display) -> ParseError {
        ParseError { at: Some(self.offset), ..ParseError::whole(message) }
    }

    /// An error that points at the start of this text, where something else was expected.
    ///
    /// ```
    /// # use gridwright_base::Text;
    /// let error = Text::new("x").expected("a digit");
    /// assert_eq!(error.to_string(), "expected a digit, found 'x'");
    /// assert_eq!(error.expected.as_deref(), Some("a digit"));
    /// ```
    pub fn expected(&self, what: impl fmt::Display) -> ParseError {
        self.error(format!("expected {what}, found {}", self.quoted())).expecting(what)
    }

    /// An error that points just behind this text.
    pub fn error_after(&self, message: impl fmt::Display) -> ParseError {
        ParseError { at: Some(self.offset + self.str.len()), ..ParseError::whole(message) }
    }

    /// The part from byte `from` up to `to`, which must lie on character boundaries.
    #[inline]
    pub fn part(&self, from: usize, to: usize) -> Text<'a> {
        Text { str: &self.str[from..to], offset: self.offset + from }
    }

    /// Without white space at both ends.
    #[inline]
    pub fn trim(&self) -> Text<'a> {
        // Readers trim what others have trimmed before them, so the ends tell most of the time.
        if let [first, .., last] = self.str.as_bytes()
            && first.is_ascii_graphic()
            && last.is_ascii_graphic()
        {
            return *self;
        }
        let behind = self.str.trim_start();
        Text { str: behind.trim_end(), offset: self.offset + self.str.len() - behind.len() }
    }

    /// The text behind `prefix`, if it starts so.
    pub fn strip_prefix(&self, prefix: &str) -> Option<Text<'a>> {
        self.str.strip_prefix(prefix).map(|_| self.part(prefix.len(), self.str.len()))
    }

    /// The text before `suffix`, if it ends so.
    pub fn strip_suffix(&self, suffix: &str) -> Option<Text<'a>> {
        self.str.strip_suffix(suffix).map(|rest| self.part(0, rest.len()))
    }

    /// The parts before and behind the first `separator`.
    pub fn split_once(&self, separator: &str) -> Option<(Text<'a>, Text<'a>)> {
        // Looking for one character is much faster than for a string of one.
        let at = match separator.as_bytes() {
            [byte @ 0..0x80] => self.str.find(char::from(*byte))?,
            _ => self.str.find(separator)?,
        };
        Some((self.part(0, at), self.part(at + separator.len(), self.str.len())))
    }

    /// The parts between separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Text<'a>> {
        let mut start = 0;
        self.str.split(separator).map(move |piece| {
            let part = self.part(start, start + piece.len());
            start += piece.len() + separator.len_utf8();
            part
        })
    }

    /// The lines, without their ends (LF or CRLF); a final line end starts no further line.
    pub fn lines(self) -> impl Iterator<Item = Text<'a>> {
        let body = self.strip_suffix("\n").unwrap_or(self);
        let lines = (!self.is_empty()).then(|| body.split('\n'));
        lines.into_iter().flatten().map(|line| line.strip_suffix("\r").unwrap_or(line))
    }

    /// The words between white space.
    pub fn words(self) -> impl Iterator<Item = Text<'a>> {
        let start = self.str.as_ptr() as usize;
        self.str.split_whitespace().map(move |word| {
            let from = word.as_ptr() as usize - start;
            self.part(from, from + word.len())
        })
    }

    /// The characters, each with its place.
    pub fn chars(self) -> impl Iterator<Item = (char, Text<'a>)> {
        self.str.char_indices().map(move |(i, c)| (c, self.part(i, i + c.len_utf8())))
    }

    /// The text as an unsigned decimal number no greater than `max`; `what` names it in the error.
    pub fn number(&self, what: &str, max: u32) -> Result<u32, ParseError> {
        let mut number = 0u32;
        for byte in self.str.bytes() {
            if !byte.is_ascii_digit() {
                return Err(self.expected(what));
            }
            number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
        }
        if self.str.is_empty() {
            Err(self.expected(what))
        } else if number <= max && number < u32::MAX {
            Ok(number)
        } else {
            Err(self.error(format!("{} is too large for {what} (at most {max})", self.quoted())))
        }
    }

    /// The numbers between separators, if all of them have one to nine digits and there is nothing else between, as in
    /// nearly all long lists; `None` does not mean that the text is invalid.
    pub fn plain_numbers(&self, separator: u8) -> Option<Vec<u32>> {
        let mut numbers = Vec::with_capacity(self.str.len() / 2 + 1);
        let (mut number, mut digits) = (0, 0);
        for byte in self.str.bytes() {
            match byte {
                b'0'..=b'9' if digits < 9 => {
                    number = 10 * number + u32::from(byte - b'0');
                    digits += 1;
                }
                _ if byte == separator && digits > 0 => {
                    numbers.push(number);
                    (number, digits) = (0, 0);
                }
                _ => return None,
            }
        }
        numbers.push(number);
        (digits > 0).then_some(numbers)
    }

    /// The text in quotes for a message, cut when long, control characters escaped.
    pub fn quoted(&self) -> String {
        if self.str.is_empty() {
            return "nothing".to_string();
        }
        let short: String = self.str.chars().take(24).collect();
        let dots = if self.str.chars().nth(24).is_some() { "…" } else { "" };
        format!("'{}{dots}'", shown_in_line(&short))
    }
}

/// A number of things: `1 cell`, `2 cells`.
pub fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Whether a character would do something else on a terminal than stand there: control characters, and what turns the
/// direction of writing or breaks a line unseen. A line feed and a tabulator are no secret.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// A text for people's eyes: each [hidden](is_hidden) character is written as its number, as in JSON.
///
/// ```
/// use gridwright_base::shown;
/// assert_eq!(shown("a\u{1b}]0;x\u{7}\n\u{9b}\u{202e}é"), "a\\u001b]0;x\\u0007\n\\u009b\\u202eé");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) { out += &format!("\\u{:04x}", u32::from(c)) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// The same on one line: a line feed and a tabulator are written `\\n` and `\\t`.
///
/// ```
/// use gridwright_base::shown_in_line;
/// assert_eq!(shown_in_line("a\tb\n\u{1b}"), "a\\tb\\n\\u001b");
/// ```
pub fn shown_in_line(text: &str) -> String {
    shown(text).replace('\n', "\\n").replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_remember_their_place() {
        let text = Text::new("\u{feff}ab cd\r\n\nx");
        let lines: Vec<_> = text.lines().map(|l| (l.as_str(), l.offset())).collect();
        assert_eq!(lines, [("ab cd", 3), ("", 10), ("x", 11)]);
        let words: Vec<_> = text.words().map(|w| (w.as_str(), w.offset())).collect();
        assert_eq!(words, [("ab", 3), ("cd", 6), ("x", 11)]);
        assert_eq!(Text::new("").lines().count(), 0);
        assert_eq!(Text::new("a\n").lines().count(), 1);
    }

    #[test]
    fn an_error_tells_line_and_column() {
        let input = "ä1\n2x";
        let error = Text::new(input).lines().nth(1).unwrap().part(1, 2).error("bad");
        assert_eq!(error.line_column(input), Some((2, 2)));
    }

    #[test]
    fn plain_numbers_are_the_numbers_between_separators() {
        let plain = |input| Text::new(input).plain_numbers(b',');
        assert_eq!(plain("7,0,012,999999999"), Some(vec![7, 0, 12, 999_999_999]));
        for other in ["", ",", "1,", ",1", "1,,2", "1, 2", "1;2", "-1", "0000000001", "1\u{e9}"] {
            assert_eq!(plain(other), None, "{other}");
        }
    }

    #[test]
    fn numbers_are_bounded() {
        assert_eq!(Text::new("12").number("a size", 20), Ok(12));
        for wrong in ["", "-1", "1x", "21", "99999999999999999999"] {
            assert!(Text::new(wrong).number("a size", 20).is_err(), "{wrong}");
        }
    }
}
