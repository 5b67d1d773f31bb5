//! puzz.link / pzpr addresses: the frame and the primitives of their bodies.
//!
//! A frame is `<id>/[v:<variant>/][<flags>/]<columns>/<rows>/<body>`, usually behind the `?` of an address. The
//! bodies are strings of primitives, read one after the other by a [`Body`] and written by the functions
//! beside it. Where pzpr guesses (unknown characters, bodies cut off), the readers here refuse.

mod body;

pub use body::{Body, Borders, Clue, MAX_NUMBER, write_bits, write_numbers, write_small_clues};

use super::{ParseError, Text};
use crate::grid::Grid;

/// An address taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The genre's name there, without `_edit` or `_play`.
    pub id: Text<'a>,
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// Everything behind the size.
    pub body: Text<'a>,
    /// The name of a rule variant, if it says so.
    pub variant: Option<Text<'a>>,
}

/// The part of an address behind the first `?` and behind its `key=value&` pairs, or the bare text.
pub fn query(text: Text<'_>) -> Text<'_> {
    let text = text.trim();
    let mut query = text.split_once("?").map_or(text, |(_, query)| query);
    while let Some((pair, rest)) = query.split_once("&")
        && pair.as_str().contains('=')
        && !pair.as_str().contains('/')
    {
        query = rest;
    }
    query
}

/// Whether a text looks like an address or the part behind its `?`: a word, then numbers between slashes.
pub fn detect(text: Text<'_>) -> bool {
    let mut segments = query(text).split('/').take(5);
    let word = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let id = segments.next().is_some_and(|id| word(id.as_str()) && !number(id.as_str()));
    id && segments.map(|s| number(s.as_str())).collect::<Vec<_>>().windows(2).any(|pair| pair[0] && pair[1])
}

impl<'a> Link<'a> {
    /// Takes the frame apart; what is passed over is added to `warnings`.
    pub fn parse(text: Text<'a>, warnings: &mut Vec<String>) -> Result<Link<'a>, ParseError> {
        if text.as_str().contains("://") && !text.as_str().contains('?') {
            return Err(text.trim().error_after("expected '?' and the puzzle behind it"));
        }
        let query = query(text);
        let mut segments = query.split('/');
        let mut next = |what: &str| {
            segments.next().ok_or_else(|| query.error_after(format!("expected {what} behind a further '/'")))
        };
        let id = next("the genre's name")?;
        let id = id.strip_suffix("_edit").or_else(|| id.strip_suffix("_play")).unwrap_or(id);
        if id.is_empty() {
            return Err(id.error("expected the genre's name and '/'"));
        }
        let mut first = next("the number of columns")?;
        let variant = first.strip_prefix("v:");
        if variant.is_some() {
            first = next("the number of columns")?;
        }
        if first.as_str().starts_with(|c: char| c.is_ascii_lowercase()) {
            warnings.push(format!("the flags {} in the address are passed over", first.quoted()));
            first = next("the number of columns")?;
        }
        let cols = side(first, "the number of columns")?;
        let rows = side(next("the number of rows")?, "the number of rows")?;
        let from = segments.next().map_or(query.as_str().len(), |body| body.offset() - query.offset());
        let body = query.part(from, query.as_str().trim_end_matches('/').len().max(from));
        Ok(Link { id, cols, rows, body, variant })
    }

    /// The rectangle.
    ///
    /// # Panics
    /// When the sizes do not come from [`Link::parse`] and are out of range.
    pub fn grid(&self) -> Grid {
        Grid::new(self.rows, self.cols).expect("sizes are checked while parsing")
    }

    /// A reader of the body.
    pub fn reader(&self) -> Body<'a> {
        Body::new(self.body)
    }
}

/// A side of a board, in range.
pub(super) fn side(text: Text<'_>, what: &str) -> Result<usize, ParseError> {
    match text.number(what, Grid::MAX_SIDE as u32)? {
        0 => Err(text.error(format!("expected {what}, at least 1"))),
        n => Ok(n as usize),
    }
}

/// The address of a board, ending so that no link finder cuts it short.
pub fn address(id: &str, grid: Grid, body: &str) -> String {
    protected(format!("https://puzz.link/p?{id}/{}/{}/{body}", grid.cols(), grid.rows()))
}

/// The same address, saying that a variant of the rules is meant.
pub fn with_variant(address: &str, variant: &str) -> String {
    let id = address.find('?').map_or(0, |i| i + 1);
    match address[id..].find('/') {
        Some(slash) => {
            let (before, after) = address.split_at(id + slash + 1);
            format!("{before}v:{variant}/{after}")
        }
        None => address.to_string(),
    }
}

fn protected(mut address: String) -> String {
    if !address.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '/') {
        address.push('/');
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(input: &str) -> Result<(Link<'_>, Vec<String>), ParseError> {
        let mut warnings = Vec::new();
        Link::parse(Text::new(input), &mut warnings).map(|link| (link, warnings))
    }

    #[test]
    fn every_form_of_the_frame_is_read() {
        for input in [
            "https://puzz.link/p?demo/3/2/abc",
            "http://pzv.jp/p.html?demo/3/2/abc",
            "https://pzprxs.vercel.app/p?type=editor&demo/3/2/abc",
            "?type=player&lang=en&demo_play/3/2/abc/",
            "demo_edit/3/2/abc",
            "  demo/3/2/abc\r\n",
            "demo/v:strange rules/3/2/abc",
            "demo/d/3/2/abc",
            "demo/v:x/dz/3/2/abc/",
        ] {
            assert!(detect(Text::new(input)), "{input}");
            let (link, warnings) = parse(input).unwrap();
            let parts = (link.id.as_str(), link.cols, link.rows, link.body.as_str());
            assert_eq!(parts, ("demo", 3, 2, "abc"), "{input}");
            assert_eq!(link.variant.is_some(), input.contains("v:"));
            assert_eq!(warnings.len(), usize::from(input.contains("/d")));
        }
        for input in ["demo/3/2/", "demo/3/2", "https://puzz.link/p?demo/3/2//"] {
            assert_eq!(parse(input).unwrap().0.body.as_str(), "");
        }
    }

    #[test]
    fn a_wrong_frame_is_refused_with_its_place() {
        for (input, at) in [
            ("", 0),
            ("demo", 4),
            ("demo/", 5),
            ("demo/3", 6),
            ("demo/3/", 7),
            ("demo/0/3/", 5),
            ("demo/3/1001/", 7),
            ("demo/99999999999999999999/3/", 5),
            ("demo/-3/2/", 5),
            ("p?/3/2/a", 2),
            ("demo/v:x", 8),
        ] {
            assert_eq!(parse(input).unwrap_err().at, Some(at), "{input}");
        }
    }

    #[test]
    fn addresses_end_in_a_letter_digit_or_slash() {
        let grid = Grid::new(2, 3).unwrap();
        assert_eq!(address("demo", grid, "ab"), "https://puzz.link/p?demo/3/2/ab");
        let dotted = address("demo", grid, "a.");
        assert_eq!(dotted, "https://puzz.link/p?demo/3/2/a./");
        assert_eq!(with_variant(&dotted, "odd"), "https://puzz.link/p?demo/v:odd/3/2/a./");
        assert_eq!(with_variant("demo/3/2/a", "odd"), "demo/v:odd/3/2/a");
    }
}
