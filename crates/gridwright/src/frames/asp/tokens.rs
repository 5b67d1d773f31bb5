//! The words of an answer set program, comments left out.

use super::{Args, Fact, MAX_ARGUMENTS};
use crate::frames::{ParseError, Text};

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
        self.text.error(format!("expected {what}, found {found}")).expecting(what)
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
            let bytes = self.text.as_str().as_bytes();
            while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                self.at += 1;
            }
            match bytes.get(self.at) {
                Some(b'%') => self.skip_comment()?,
                // Other blanks are rare.
                Some(0x80..) if self.rest().starts_with(char::is_whitespace) => {
                    self.at += self.rest().len() - self.rest().trim_start().len();
                }
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), ParseError> {
        let rest = self.rest();
        self.at += match rest.strip_prefix("%*") {
            None => rest.find('\n').unwrap_or(rest.len()),
            Some(comment) => match comment.find("*%") {
                Some(end) => 2 + end + 2,
                None => {
                    let place = self.text.part(self.at, self.at);
                    return Err(place.error("this comment is never closed by '*%'"));
                }
            },
        };
        Ok(())
    }

    /// The next token; [`Kind::End`] behind the last.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ParseError> {
        self.skip_blanks_and_comments()?;
        let rest = &self.text.as_str().as_bytes()[self.at..];
        let while_word = |from: usize| from + rest[from..].iter().take_while(|b| is_word(**b)).count();
        let (kind, length) = match rest {
            [] => (Kind::End, 0),
            [b'a'..=b'z' | b'_', ..] => (Kind::Name, while_word(0)),
            [b'0'..=b'9', ..] => (Kind::Number, while_word(0)),
            [b'#', b'a'..=b'z', ..] => (Kind::Directive, while_word(1)),
            [b'(', ..] => (Kind::Open, 1),
            [b')', ..] => (Kind::Close, 1),
            [b',', ..] => (Kind::Comma, 1),
            [b';', ..] => (Kind::Semicolon, 1),
            [b'.', b'.', ..] => (Kind::Range, 2),
            [b'.', ..] => (Kind::Dot, 1),
            [b'=', ..] => (Kind::Equals, 1),
            [b':', b'-', ..] => (Kind::Arrow, 2),
            _ => (Kind::Other, self.rest().chars().next().map_or(0, char::len_utf8)),
        };
        let text = self.text.part(self.at, self.at + length);
        self.at += length;
        Ok(Token { kind, text })
    }

    /// Reads facts as long as their names are all small letters and they have no comments, ranges, constants and no blanks
    /// inside, as nearly all, until there are so many. Of the first other one nothing is passed over.
    pub(super) fn plain_facts(&mut self, facts: &mut Vec<Fact<'a>>, most: usize) {
        let text = self.text;
        let bytes = text.as_str().as_bytes();
        let byte_at = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut at = self.at;
        while facts.len() < most {
            while byte_at(at).is_ascii_whitespace() {
                at += 1;
            }
            let start = at;
            while byte_at(at).is_ascii_lowercase() {
                at += 1;
            }
            let open = at;
            if open == start || byte_at(open) != b'(' {
                return;
            }
            let (mut args, mut behind) = (Args::default(), b',');
            while behind == b',' {
                let (first, mut number) = (at + 1, 0u32);
                behind = loop {
                    at += 1;
                    match byte_at(at).wrapping_sub(b'0') {
                        digit @ 0..=9 => number = number.wrapping_mul(10).wrapping_add(digit.into()),
                        _ => break byte_at(at),
                    }
                };
                // Longer ones may be too large.
                if !(1..=9).contains(&(at - first)) || args.len() == MAX_ARGUMENTS {
                    return;
                }
                args.push(number);
            }
            if behind != b')' || byte_at(at + 1) != b'.' || byte_at(at + 2) == b'.' {
                return;
            }
            at += 2;
            self.at = at;
            facts.push(Fact { name: text.part(start, open), args });
        }
    }

    /// The next token's text, which must be of this kind.
    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Result<Text<'a>, ParseError> {
        let token = self.next()?;
        if token.kind == kind { Ok(token.text) } else { Err(token.expected(what)) }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}
