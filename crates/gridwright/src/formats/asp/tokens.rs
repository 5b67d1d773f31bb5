//! The words of an answer set program, comments left out.

use crate::formats::{ParseError, Text};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Name,
    Number,
    Directive,
    Open,
    Close,
    Comma,
    Semicolon,
    Range,
    Dot,
    Equals,
    Arrow,
    Other,
    End,
}

/// One token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: Text<'a>,
}

impl Token<'_> {
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let found = if self.kind == Kind::End { "the end".to_string() } else { self.text.quoted() };
        self.text.error(format!("expected {what}, found {found}"))
    }
}

/// The tokens of a text, one at a time.
pub(super) struct Tokens<'a> {
    text: Text<'a>,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: Text<'a>) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text.as_str()[self.at..]
    }

    fn skip_blanks_and_comments(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with("%*") {
                let Some(end) = rest[2..].find("*%") else {
                    let place = self.text.part(self.at, self.at);
                    return Err(place.error("this comment is never closed by '*%'"));
                };
                self.at += 2 + end + 2;
            } else if rest.starts_with('%') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return Ok(());
            }
        }
    }

    /// The next token; [`Kind::End`] behind the last.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ParseError> {
        self.skip_blanks_and_comments()?;
        let rest = self.rest();
        let while_word =
            |from: usize| rest[from..].find(|c: char| !is_word(c)).map_or(rest.len(), |length| from + length);
        let (kind, length) = match rest.as_bytes() {
            [] => (Kind::End, 0),
            [b'a'..=b'z' | b'_', ..] => (Kind::Name, while_word(0)),
            [b'0'..=b'9', ..] => (Kind::Number, while_word(0)),
            [b'#', ..] => (Kind::Directive, while_word(1)),
            [b'(', ..] => (Kind::Open, 1),
            [b')', ..] => (Kind::Close, 1),
            [b',', ..] => (Kind::Comma, 1),
            [b';', ..] => (Kind::Semicolon, 1),
            [b'.', b'.', ..] => (Kind::Range, 2),
            [b'.', ..] => (Kind::Dot, 1),
            [b'=', ..] => (Kind::Equals, 1),
            [b':', b'-', ..] => (Kind::Arrow, 2),
            _ => (Kind::Other, rest.chars().next().map_or(0, char::len_utf8)),
        };
        let text = self.text.part(self.at, self.at + length);
        self.at += length;
        Ok(Token { kind, text })
    }

    /// The next token's text, which must be of this kind.
    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Result<Text<'a>, ParseError> {
        let token = self.next()?;
        if token.kind == kind { Ok(token.text) } else { Err(token.expected(what)) }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '\''
}
