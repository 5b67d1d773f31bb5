//! Which format a text is in, told by its first characters and the set of characters it uses.

use super::{Format, Text};
use crate::frames::{address, asp, native, penpa, puzzlink, pzprv3, tatham};
use crate::puzzle::Genre;
use crate::registry;

/// Formats without a word of their own, whose texts can look like each other; those that are nothing but cells first.
const PLAIN: [&[Format]; 6] =
    [&[Format::Line], &[Format::Grid], &[Format::Level], &[Format::Save], &[Format::Lists], &[Format::Asp]];

/// The formats a text may be in, likeliest first; none where it looks like no puzzle, several where the
/// characters alone cannot tell. Where the genre is known, a text that does not name its format is in one that
/// the genre is read from.
pub(super) fn candidates(text: Text<'_>, genre: Option<&Genre>) -> &'static [Format] {
    let found = by_characters(text);
    let Some(genre) = genre else { return found };
    let read = genre.readers.formats();
    let plain = |format: &Format| PLAIN.into_iter().find(|plain| plain[0] == *format);
    let names_itself = found.iter().any(|format| plain(format).is_none());
    if text.trim().is_empty() || names_itself || !found.is_empty() && found.iter().all(|f| read.contains(f)) {
        return found;
    }
    let looked_like = found.iter().filter(|format| read.contains(format)).find_map(plain);
    let has_rows = text.trim().as_str().contains('\n');
    let unlikely = if has_rows { Format::Line } else { Format::Grid };
    let readable = || PLAIN.into_iter().filter(|plain| read.contains(&plain[0]));
    let likely = || readable().find(|plain| plain[0] != unlikely);
    looked_like.or_else(likely).or_else(|| readable().next()).unwrap_or(found)
}

fn by_characters(text: Text<'_>) -> &'static [Format] {
    let text = text.trim();
    let Some(first) = text.as_str().chars().next() else { return &[] };
    if native::detect(text) || text.as_str().starts_with("//") {
        return &[Format::Native];
    }
    match first {
        '{' => &[Format::Json],
        '[' if text.as_str().starts_with("[Puzzle]") => &[Format::Grid],
        '[' => &[Format::Lists],
        '%' => &[Format::Asp],
        _ if pzprv3::detect(text) => &[Format::Pzprv3],
        _ if tatham::detect(text) => &[Format::Tatham],
        _ if address::is_page(text) => in_address(text),
        // Cells may look like the names of facts: without a bracket nothing is said of any board.
        _ if asp::detect(text) => match rows(text) {
            [] => &[Format::Asp],
            found => found,
        },
        'a'..='z' if is_named_list(text.as_str()) => &[Format::Lists],
        'A'..='Z' | 'a'..='z' | '?' | '_' => match in_address(text) {
            [] => rows(text),
            found => found,
        },
        '\u{2500}'..='\u{257f}' => &[Format::Grid],
        '0'..='9' if is_save(text) => &[Format::Save],
        '0'..='9' if is_counted_list(text.as_str()) => &[Format::Lists],
        _ => rows(text),
    }
}

fn in_address(text: Text<'_>) -> &'static [Format] {
    if penpa::detect(text) {
        &[Format::Penpa]
    } else if cells_in_address(text).is_some() {
        &[Format::Line]
    } else if puzzlink::detect(text) || names_genre(text) || pzprv3::from_address(text).is_some() {
        &[Format::Puzzlink]
    } else {
        &[]
    }
}

/// Whether an address that is cut short or damaged still says which genre it means.
fn names_genre(text: Text<'_>) -> bool {
    let query = puzzlink::query(text);
    let id = query.split_once("/").map_or(query, |(id, _)| id);
    (query.as_str() != id.as_str() || address::is_page(text)) && registry::find(id.as_str()).is_some()
}

/// The cells of a board that an address carries as its parameter `bd`.
pub(super) fn cells_in_address(text: Text<'_>) -> Option<Text<'_>> {
    let (_, query) = text.trim().split_once("?")?;
    let query = query.split_once("#").map_or(query, |(query, _)| query);
    query.split('&').find_map(|pair| pair.strip_prefix("bd="))
}

/// Three numbers on the first line, and further lines.
fn is_save(text: Text<'_>) -> bool {
    let behind_digits = text.as_str().trim_start_matches(|c: char| c.is_ascii_digit());
    if !behind_digits.starts_with(char::is_whitespace) {
        return false;
    }
    let mut lines = text.lines();
    let number = |word: Text<'_>| word.as_str().bytes().all(|b| b.is_ascii_digit());
    let header = lines.next().is_some_and(|line| {
        let mut words = line.words().take(4);
        words.by_ref().take(3).filter(|w| number(*w)).count() == 3 && words.next().is_none()
    });
    header && lines.next().is_some()
}

/// `name = …`, as a program defines it.
fn is_named_list(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).trim_start().starts_with("= ")
}

fn is_counted_list(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with('[')
}

/// Boards that are nothing but their cells.
fn rows(text: Text<'_>) -> &'static [Format] {
    let bytes = text.as_str().as_bytes();
    let (mut in_some, mut in_all) = (0, u8::MAX);
    for &byte in bytes {
        let uses = USES[usize::from(byte)];
        in_some |= uses;
        in_all &= uses;
        if in_all == 0 {
            return &[];
        }
    }
    let any = |uses: u8| in_some & uses != 0;
    let all = |uses: u8| in_all & uses != 0;
    let is_level = all(IN_LEVEL);
    let has_small_numbers_only = !any(LARGE_NUMBER);
    if is_level && any(WALL) {
        return &[Format::Level];
    }
    if !any(LINE_END) {
        let is_square = bytes.len().isqrt().pow(2) == bytes.len();
        return if is_level && has_small_numbers_only && !is_square {
            &[Format::Level]
        } else if any(CELL) && all(IN_LINE) {
            &[Format::Line]
        } else {
            &[]
        };
    }
    if is_level && has_small_numbers_only {
        &[Format::Grid, Format::Level]
    } else if any(CELL) && all(IN_GRID) {
        &[Format::Grid]
    } else {
        &[]
    }
}

const WALL: u8 = 1;
const LARGE_NUMBER: u8 = 1 << 1;
const CELL: u8 = 1 << 2;
const LINE_END: u8 = 1 << 3;
const IN_LEVEL: u8 = 1 << 4;
const IN_LINE: u8 = 1 << 5;
const IN_GRID: u8 = 1 << 6;

/// What each byte can be used for, so that one look at each tells all there is to know.
const USES: [u8; 256] = {
    let mut uses = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        let alone = match b {
            b'X' | b'#' => WALL | IN_LEVEL,
            b'0'..=b'4' => CELL | IN_LEVEL,
            b'5'..=b'9' => CELL | IN_LEVEL | LARGE_NUMBER,
            b'.' => CELL | IN_LEVEL | IN_LINE | IN_GRID,
            b'_' | b'*' => CELL | IN_LINE | IN_GRID,
            b'-' => IN_LINE | IN_GRID,
            b',' | b';' => IN_LINE,
            b'\r' => IN_LEVEL | IN_GRID,
            b'\n' => IN_LEVEL | IN_GRID | LINE_END,
            b' ' | b'|' | b'+' | b'=' | b':' | b'!' | b'\t' => IN_GRID,
            _ => 0,
        };
        uses[byte] = if b.is_ascii_alphanumeric() { alone | IN_LINE | IN_GRID } else { alone };
        byte += 1;
    }
    uses
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        for (input, expected) in [
            ("gridwright demo\n...", "native"),
            ("// a remark\ngridwright demo\n...", "native"),
            ("\u{feff}\r\n {\"genre\":1}", "json"),
            ("https://puzz.link/p?demo/3/3/i", "puzzlink"),
            ("demo/3/3/i", "puzzlink"),
            ("demo_edit/v:x/3/3/i", "puzzlink"),
            ("puzz.link/p?demo/3/3/i", "puzzlink"),
            ("www.pzv.jp/p.html?demo/3/3/i", "puzzlink"),
            ("p.html?demo/3/3/i", "puzzlink"),
            ("puzz.link/p?type=player&pzprv3/demo/1/1/.%20/", "puzzlink"),
            ("https://example.org/p?type=player&pzprv3/demo/1/1/.%20/", "puzzlink"),
            ("pzprv3/demo/1/1/. /", "pzprv3"),
            ("v:x\npzprv3.1\ndemo", "pzprv3"),
            ("7x7:b1f2", "tatham"),
            ("7x7w:b1f2", "tatham"),
            ("9jk#123", "tatham"),
            ("https://example.org/js/demo.html#7x7:b1f2", "tatham"),
            ("www.example.org/~me/demo.html#7x7:b1f2", "tatham"),
            ("SAVEFILE:41:x", "tatham"),
            ("7 7 0\r\nbbb", "save"),
            (".1..\n.X.X\n", "level"),
            ("#..\n0..", "level"),
            ("0#.\n..1", "level"),
            ("...", "level"),
            ("cell(1,1). cell(1,2).", "asp"),
            ("number (1..2,1).", "asp"),
            ("% a remark", "asp"),
            ("#const n=3.", "asp"),
            ("n.\ncell(1,1).", "asp"),
            ("a. b.", "asp"),
            ("[[(0,0)]]", "lists"),
            ("5\n[[(0,0)]]", "lists"),
            ("5 [[(0,0)]]", "lists"),
            ("n = 5\ngroups = [[(0,0)]]", "lists"),
            (".1......23....3.", "line"),
            ("53.7", "line"),
            ("d.6.", "line"),
            ("d.6.\n....\n", "grid"),
            ("2x2;0,0,1,1;....", "line"),
            ("https://example.org/board.htm?bd=..3.", "line"),
            ("example.org/board.htm?bd=..3.", "line"),
            ("5.3\n7.9\n...", "grid"),
            ("5 . | 3\n----+--\n7 . | 9", "grid"),
            ("[Puzzle]\n5.3\n7.9\n...", "grid"),
            ("┏━┓\n┃1┃\n┗━┛", "grid"),
            ("9 9\n5 . 3", "grid"),
            ("1 2 3 4\n. . . .", "grid"),
            ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc", "penpa"),
            ("swaroopg92.github.io/penpa-edit/#m=edit&p=abc", "penpa"),
        ] {
            let names: Vec<&str> = by_characters(Text::new(input)).iter().map(|f| f.name()).collect();
            assert_eq!(names, [expected], "{input}");
        }
        assert_eq!(by_characters(Text::new(".1.\n...")), [Format::Grid, Format::Level]);
        assert_eq!(by_characters(Text::new("X..#")), [Format::Level]);
        for nothing in [
            "",
            " \r\n\t",
            "hello",
            "hello, world",
            "https://example.org/",
            "puzz.link/p?",
            "<html>",
            "\0",
            "a\nb",
            "ä",
        ] {
            assert_eq!(by_characters(Text::new(nothing)), [], "{nothing:?}");
        }
    }

    #[test]
    fn the_genre_decides_among_formats_that_do_not_name_themselves() {
        for genre in registry::ALL {
            let read = genre.readers.formats();
            let has_plain = PLAIN.iter().any(|plain| read.contains(&plain[0]));
            for text in
                ["d.6.", "..1.", ".X.\n...", "1.\n..", "7 7 0\nbbb", "[[(0,0)]]", "a(1).", "#A me\n1...", "ä"]
            {
                let found = candidates(Text::new(text), Some(genre));
                let fits = !found.is_empty() && found.iter().all(|format| read.contains(format));
                assert!(fits || !has_plain, "{} {text:?}: {found:?}", genre.id);
            }
            for named in
                ["gridwright demo\n.", "{}", "demo/3/3/i", "pzprv3/demo/1/1/. /", "7x7:b1f2", "m=edit&p=a"]
            {
                assert_eq!(
                    candidates(Text::new(named), Some(genre)),
                    by_characters(Text::new(named)),
                    "{named}"
                );
            }
            assert_eq!(candidates(Text::new(" \n"), Some(genre)), []);
        }
    }
}
