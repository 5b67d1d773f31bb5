//! Reading games as text: tags, then turns with numbers, marks, comments and variations.

use super::{Note, RESIGNED, Record, is_own_tag, is_tag_name, tag_text};
use crate::game::Game;
use crate::position::{Colour, Position, Tie};
use gridwright_base::{ParseError, Text};

/// A name and a value, as it is written and as it is meant.
struct Tag<'a> {
    name: Text<'a>,
    value: Text<'a>,
    meant: String,
}

/// Tags first, then turns.
pub(super) fn read_text(text: Text) -> Result<Record, ParseError> {
    let mut rest = text;
    let mut tags: Vec<Tag> = Vec::new();
    while rest.as_str().starts_with('[') {
        let (tag, behind) = read_tag(rest)?;
        if tags.iter().any(|known| known.name.as_str() == tag.name.as_str()) {
            return Err(tag.name.error(format!("there is a second tag {}", tag.name.as_str())));
        }
        tags.push(tag);
        rest = behind.trim();
    }
    let find = |wanted: &str| tags.iter().find(|tag| tag.name.as_str() == wanted);
    let mut record = Record::new(Game::from_position(start_of_tags(text, find)?));
    let others = tags.iter().filter(|tag| !is_own_tag(tag.name.as_str()));
    record.tags = others.map(|tag| (tag.name.as_str().to_string(), tag.meant.clone())).collect();
    let told = read_turns(rest, &mut record)?;
    if let Some(tag) = find(RESIGNED) {
        record.check_resignation().map_err(|wrong| tag.value.error(wrong))?;
    }
    for result in find("Result").map(|tag| tag.value).into_iter().chain(told) {
        record.check_result(result.as_str()).map_err(|wrong| result.error(wrong))?;
    }
    Ok(record)
}

/// A tag, and what comes behind it.
fn read_tag(text: Text<'_>) -> Result<(Tag<'_>, Text<'_>), ParseError> {
    let expected = || text.error("expected a tag such as [Size \"9\"]");
    let body = text.as_str();
    let open = body.find('"').ok_or_else(expected)?;
    let name = text.part(1, open).trim();
    if !is_tag_name(name.as_str()) {
        return Err(expected());
    }
    let mut is_escaped = false;
    let close = body[open + 1..].char_indices().find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    let close = open + 1 + close.ok_or_else(|| text.error("the tag has no closing quote"))?.0;
    let behind = text.part(close + 1, body.len());
    let end = behind.trim().strip_prefix("]").ok_or_else(|| behind.error("expected ']'"))?;
    let value = text.part(open + 1, close);
    let meant = tag_text(&value.as_str().replace("\\\"", "\"").replace("\\\\", "\\"));
    Ok((Tag { name, value, meant }, end))
}

fn start_of_tags<'t, 'a: 't>(
    text: Text,
    find: impl Fn(&str) -> Option<&'t Tag<'a>>,
) -> Result<Position, ParseError> {
    if let Some(Tag { value, .. }) = find("Game").filter(|tag| !tag.meant.eq_ignore_ascii_case("emulsion")) {
        return Err(value.error(format!("expected a game of Emulsion, found {}", value.quoted())));
    }
    let size = find("Size").map(|tag| tag.value.number("a size", 99).map(|size| (tag.value, size as usize)));
    let mut start = match (find("Start"), size.transpose()?) {
        (Some(Tag { value, meant, .. }), size) => {
            let start = Position::read(meant).map_err(|error| value.error(error.message))?;
            if let Some((at, size)) = size.filter(|(_, size)| *size != start.board.size()) {
                let found = start.board.size();
                return Err(at.error(format!("the size is {size}, but the game starts on one of {found}")));
            }
            start
        }
        (None, Some((at, size))) => Position::start(size).map_err(|wrong| at.error(wrong))?,
        (None, None) => return Err(text.error("expected a tag Size or Start")),
    };
    if let Some(Tag { value, meant, .. }) = find("Tie") {
        let expected = || value.error("expected last-mover-wins or last-mover-loses");
        let tie = meant.parse().map_err(|_| expected())?;
        // A start that does not name a rule has the default one.
        if start.tie != Tie::default() && start.tie != tie {
            let found = start.tie.name();
            return Err(value.error(format!("the rule for ties is {meant}, but the start says {found}")));
        }
        start.tie = tie;
    }
    if let Some(Tag { value, meant, .. }) = find("Pie") {
        start.pie = match meant.as_str() {
            "yes" => true,
            "no" if start.pie => return Err(value.error("there is no pie rule, but the start says so")),
            "no" => false,
            _ => return Err(value.error(format!("expected yes or no, found {}", value.quoted()))),
        };
    }
    Ok(start)
}

/// Characters that end a word and begin something else.
const SIGNS: [char; 4] = ['{', ';', '(', ')'];
/// Marks behind a turn.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Reads turns and what stands between them; returns the result where they end with one.
fn read_turns<'a>(text: Text<'a>, record: &mut Record) -> Result<Option<Text<'a>>, ParseError> {
    let mut rest = text.trim();
    let mut told: Option<Text> = None;
    let mut counts = [true; 3];
    while let Some(first) = rest.as_str().chars().next() {
        let length = match first {
            '{' | ';' => {
                let comment = comment_at(rest)?;
                add_note(comment, last_note(record))?;
                // A brace at its end, or the end of the line.
                (comment.as_str().len() + 2).min(rest.as_str().len())
            }
            // Variations are not kept.
            '(' => variation_length(rest)?,
            ')' => return Err(rest.error("expected a turn, found the end of a variation that has not begun")),
            _ => {
                let word = rest.part(0, word_length(rest));
                if told.is_some() {
                    return Err(
                        word.error(format!("expected nothing behind the result, found {}", word.quoted()))
                    );
                }
                if matches!(word.as_str(), "*" | "Black" | "White") {
                    told = Some(word);
                    word.as_str().len()
                } else {
                    read_turn(rest, record, &mut counts)?
                }
            }
        };
        rest = rest.part(length, rest.as_str().len()).trim();
    }
    Ok(told)
}

fn last_note(record: &mut Record) -> &mut Note {
    record.notes.last_mut().expect("there is a note on the start")
}

fn word_length(text: Text) -> usize {
    text.as_str().find(|c: char| c.is_whitespace() || SIGNS.contains(&c)).unwrap_or(text.as_str().len())
}

/// The comment that begins here: in braces, or up to the end of the line.
fn comment_at(text: Text<'_>) -> Result<Text<'_>, ParseError> {
    let body = text.as_str();
    let end = match body.starts_with('{') {
        true => body.find('}').ok_or_else(|| text.error("the comment has no end"))?,
        false => body.find('\n').unwrap_or(body.len()),
    };
    Ok(text.part(1, end))
}

/// How long the variation is that begins here, with those inside it.
fn variation_length(text: Text) -> Result<usize, ParseError> {
    let mut open: Vec<Text> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.as_str().find(SIGNS) {
        let sign = rest.part(at, rest.as_str().len());
        let length = match sign.as_str().as_bytes()[0] {
            b'(' => {
                open.push(sign);
                1
            }
            b')' => {
                open.pop();
                1
            }
            // Parentheses in comments mean nothing.
            _ => 1 + comment_at(sign)?.as_str().len(),
        };
        rest = sign.part(length, sign.as_str().len());
        if open.is_empty() {
            return Ok(rest.offset() - text.offset());
        }
    }
    Err(open.last().unwrap_or(&text).error("the variation has no end"))
}

/// Reads a number, a turn or a mark, or several of them without a space between; how long it is.
fn read_turn(text: Text, record: &mut Record, counts: &mut Counts) -> Result<usize, ParseError> {
    let body = text.as_str();
    let mut end = word_length(text);
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let dots = body[digits..].bytes().take_while(|b| *b == b'.').count();
    let from = if dots > 0 { digits + dots } else { 0 };
    if from > 0 && digits > 0 {
        check_number(text.part(0, digits), &record.game, counts)?;
    }
    // Column, row and direction.
    if body[from..].starts_with(|c: char| c.is_ascii_digit()) {
        for _ in 0..2 {
            let behind = text.part(end, body.len());
            let space = body.len() - end - behind.as_str().trim_start().len();
            end += space + word_length(behind.part(space, behind.as_str().len()));
        }
    }
    let whole = text.part(from, end).trim();
    let turn = whole.part(0, whole.as_str().trim_end_matches(['!', '?']).len());
    let mark = whole.part(turn.as_str().len(), whole.as_str().len());
    if !turn.is_empty() {
        let read = record.game.position().read_turn_text(turn)?;
        record.play(read).map_err(|illegal| turn.error(illegal))?;
    }
    if !mark.is_empty() {
        if !MARKS.contains(&mark.as_str()) {
            return Err(mark.error(format!("expected one of {}, found {}", MARKS.join(" "), mark.quoted())));
        }
        if record.game.turns().is_empty() {
            return Err(mark.error(format!("expected a turn, found the mark {}", mark.quoted())));
        }
        last_note(record).add(mark.as_str());
    }
    Ok(end)
}

/// What numbers before turns may count, as far as it is known by then: Black's turns, pairs of turns, single turns.
type Counts = [bool; 3];

/// Checks a number before a turn: a gap means that turns are missing.
fn check_number(number: Text, game: &Game, counts: &mut Counts) -> Result<(), ParseError> {
    let start = game.start().to_move;
    let movers = (0..=game.turns().len()).filter_map(|i| Some(game.position_after(i)?.to_move));
    let blacks = movers.filter(|mover| *mover == Colour::Black).count() + usize::from(start == Colour::White);
    let before = game.turns().len();
    let found = number.number("the number of a turn", u32::MAX)? as usize;
    let expected = [blacks, before / 2 + 1, before + 1];
    let first = counts.iter().position(|counts| *counts).map_or(blacks, |first| expected[first]);
    *counts = std::array::from_fn(|i| counts[i] && expected[i] == found);
    if counts.contains(&true) {
        return Ok(());
    }
    Err(number.error(format!("expected turn {first}, found number {found}")))
}

fn add_note(text: Text, note: &mut Note) -> Result<(), ParseError> {
    let mut comment = text.trim();
    if let Some(behind) = comment.strip_prefix("[%eval ") {
        let (number, rest) = behind.split_once("]").ok_or_else(|| comment.error("expected ']'"))?;
        let number = number.trim();
        let expected = || number.error("expected Black's chance to win, from 0 to 1");
        note.evaluation = Some(number.as_str().parse().map_err(|_| expected())?);
        comment = rest.trim();
    }
    note.add(comment.as_str());
    Ok(())
}
