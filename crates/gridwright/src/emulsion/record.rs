//! Games as text for people, with tags, comments and evaluations.

use super::game::Game;
use super::position::{Colour, Position, Tie};
use crate::formats::{ParseError, Text};

/// A remark on a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// In words.
    pub comment: String,
    /// Black's chance to win, in thousandths.
    pub evaluation: Option<u16>,
}

impl Note {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }
}

/// A game with what is written about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The turns.
    pub game: Game,
    /// Names and values, such as `Black` and who that was. What the game itself tells is not among them.
    pub tags: Vec<(String, String)>,
    /// On the start, and on the position after each turn.
    pub notes: Vec<Note>,
}

/// Tags that the game itself tells.
const OWN_TAGS: [&str; 6] = ["Game", "Size", "Tie", "Pie", "Start", "Result"];

/// The tag that tells who gave up.
const RESIGNED: &str = "Resigned";

impl Record {
    /// A record without tags and notes.
    pub fn new(game: Game) -> Record {
        let notes = vec![Note::default(); game.turns().len() + 1];
        Record { game, tags: Vec::new(), notes }
    }

    /// Reads whatever stands for a game: text or JSON of a record, a link, or a position, at which it starts.
    ///
    /// ```
    /// use gridwright::emulsion::{Game, Record, Rules};
    /// let record = Record::read("[Size \"3\"]\n\n1. b3a3 {a corner} c1c2")?;
    /// assert_eq!(record.game.turns().len(), 2);
    /// assert_eq!(record.notes[1].comment, "a corner");
    /// assert_eq!(Record::read(&record.game.to_link())?.game, record.game);
    /// assert_eq!(Record::read("3")?.game, Game::new(Rules::of_size(3)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Record, ParseError> {
        let body = Text::new(text).trim();
        let rest = body.as_str().strip_prefix('[').map(str::trim_start);
        match body.as_str().bytes().next() {
            Some(b'{') => Record::from_json(text),
            Some(b'[') if !rest.is_some_and(|rest| rest.starts_with('[')) => read_text(body),
            Some(b'e') if !body.as_str().contains(['/', '\n', ' ']) => Game::from_link(text).map(Record::new),
            _ => Position::read(text).map(|start| Record::new(Game::from_position(start))),
        }
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let start = self.game.start();
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        tag("Game", "Emulsion");
        tag("Size", &start.board.size().to_string());
        tag("Tie", start.tie.name());
        tag("Pie", if start.pie { "yes" } else { "no" });
        if !is_usual(start) {
            tag("Start", &start.to_line());
        }
        tag("Result", self.result());
        for (name, value) in &self.tags {
            tag(name, value);
        }
        text.push('\n');
        text + &folded(&self.movetext())
    }

    /// Who has won, or `*` while the game goes on.
    pub fn result(&self) -> &'static str {
        self.winner().map_or("*", Colour::name)
    }

    /// Who has won, by the groups or because the other side gave up.
    pub fn winner(&self) -> Option<Colour> {
        let by_groups = self.game.position().outcome().map(|outcome| outcome.winner);
        by_groups.or_else(|| self.resigned().map(Colour::other))
    }

    /// Who gave up, as the tag `Resigned` tells.
    pub fn resigned(&self) -> Option<Colour> {
        let name = self.tag(RESIGNED)?;
        [Colour::Black, Colour::White].into_iter().find(|colour| colour.name().eq_ignore_ascii_case(name))
    }

    /// Writes down who gave up, or that nobody did.
    pub fn resign(&mut self, colour: Option<Colour>) {
        match colour {
            Some(colour) => self.set_tag(RESIGNED, colour.name()),
            None => self.tags.retain(|(name, _)| name != RESIGNED),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    fn movetext(&self) -> Vec<String> {
        let mut words = note_words(&self.notes[0]);
        let mut number = 0;
        let mut is_fresh = true;
        for (i, turn) in self.game.turns().iter().enumerate() {
            let before = self.game.position_after(i).expect("there is a position before each turn");
            match before.to_move {
                Colour::Black => {
                    number += 1;
                    words.push(format!("{number}."));
                }
                Colour::White if is_fresh => words.push(format!("{}...", number.max(1))),
                Colour::White => {}
            }
            words.push(before.write_turn(*turn));
            let note = note_words(&self.notes[i + 1]);
            let sides_stay =
                self.game.position_after(i + 1).is_none_or(|after| after.to_move != before.to_move);
            is_fresh = !note.is_empty() || !sides_stay;
            words.extend(note);
        }
        words.push(self.result().to_string());
        words
    }
}

/// Whether a game starts so under its rules.
pub(crate) fn is_usual(start: &Position) -> bool {
    let usual = Position::start(start.board.size()).expect("there is a board of this size");
    (&start.board, start.to_move) == (&usual.board, usual.to_move)
}

fn note_words(note: &Note) -> Vec<String> {
    let evaluation = note.evaluation.map(|e| format!("[%eval {}.{:03}]", e / 1000, e % 1000));
    // A closing brace would end the comment.
    let comment = note.comment.replace(['{', '}'], "|").split_whitespace().collect::<Vec<_>>().join(" ");
    let words: Vec<String> = evaluation.into_iter().chain((!comment.is_empty()).then_some(comment)).collect();
    if words.is_empty() { words } else { vec![format!("{{{}}}", words.join(" "))] }
}

/// Words in lines of some eighty characters.
fn folded(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text + "\n"
}

/// Tags first, then turns.
fn read_text(text: Text) -> Result<Record, ParseError> {
    let mut rest = text;
    let mut tags: Vec<(Text, Text, String)> = Vec::new();
    while rest.as_str().starts_with('[') {
        let (name, value, behind) = read_tag(rest)?;
        let plain = value.as_str().replace("\\\"", "\"").replace("\\\\", "\\");
        tags.push((name, value, plain));
        rest = behind.trim();
    }
    let start = start_of_tags(text, &tags)?;
    let mut record = Record::new(Game::from_position(start));
    let named = tags.iter().filter(|(name, ..)| !OWN_TAGS.contains(&name.as_str()));
    record.tags = named.map(|(name, _, value)| (name.as_str().to_string(), value.clone())).collect();
    read_turns(rest, &mut record)?;
    Ok(record)
}

/// The name and the value of a tag, and what comes behind it.
fn read_tag(text: Text<'_>) -> Result<(Text<'_>, Text<'_>, Text<'_>), ParseError> {
    let expected = || text.error("expected a tag such as [Size \"9\"]");
    let body = text.as_str();
    let open = body.find('"').ok_or_else(expected)?;
    let name = text.part(1, open).trim();
    if name.is_empty() || !name.as_str().chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
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
    Ok((name, text.part(open + 1, close), end))
}

fn start_of_tags(text: Text, tags: &[(Text, Text, String)]) -> Result<Position, ParseError> {
    let find = |wanted: &str| tags.iter().find(|(name, ..)| name.as_str() == wanted);
    if let Some((_, at, _)) = find("Game").filter(|(_, _, value)| !value.eq_ignore_ascii_case("emulsion")) {
        return Err(at.error(format!("expected a game of Emulsion, found {}", at.quoted())));
    }
    let size = find("Size").map(|(_, at, _)| at.number("a size", 99).map(|size| (*at, size as usize)));
    let mut start = match (find("Start"), size.transpose()?) {
        (Some((_, at, value)), size) => {
            let start = Position::read(value).map_err(|error| at.error(error.message))?;
            if let Some((at, size)) = size.filter(|(_, size)| *size != start.board.size()) {
                let found = start.board.size();
                return Err(at.error(format!("the size is {size}, but the game starts on one of {found}")));
            }
            start
        }
        (None, Some((at, size))) => Position::start(size).map_err(|wrong| at.error(wrong))?,
        (None, None) => return Err(text.error("expected a tag Size or Start")),
    };
    if let Some((_, at, value)) = find("Tie") {
        let expected = || at.error("expected last-mover-wins or last-mover-loses");
        start.tie = Tie::from_name(value).ok_or_else(expected)?;
    }
    if let Some((_, at, value)) = find("Pie") {
        start.pie = match value.as_str() {
            "yes" => true,
            "no" => false,
            _ => return Err(at.error(format!("expected yes or no, found {}", at.quoted()))),
        };
    }
    Ok(start)
}

fn read_turns(text: Text, record: &mut Record) -> Result<(), ParseError> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let body = rest.as_str();
        let end = if let Some(comment) = rest.strip_prefix("{") {
            let close = comment.as_str().find('}').ok_or_else(|| rest.error("the comment has no end"))?;
            add_note(comment.part(0, close), record.notes.last_mut().expect("there is a note"))?;
            close + 2
        } else {
            let end = body.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(body.len());
            read_word(rest.part(0, end), record)?;
            end
        };
        rest = rest.part(end, body.len()).trim();
    }
    Ok(())
}

/// A turn, perhaps behind its number; a number; or the result, which the turns tell.
fn read_word(word: Text, record: &mut Record) -> Result<(), ParseError> {
    if matches!(word.as_str(), "*" | "Black" | "White") {
        return Ok(());
    }
    let digits = word.as_str().bytes().take_while(u8::is_ascii_digit).count();
    let dots = word.as_str()[digits..].bytes().take_while(|b| *b == b'.').count();
    let turn = if dots > 0 { word.part(digits + dots, word.as_str().len()) } else { word };
    if turn.is_empty() {
        return Ok(());
    }
    let read = record.game.position().read_turn_text(turn)?;
    record.game.play(read).map_err(|illegal| turn.error(illegal))?;
    record.notes.push(Note::default());
    Ok(())
}

fn add_note(text: Text, note: &mut Note) -> Result<(), ParseError> {
    let mut comment = text.trim();
    if let Some(behind) = comment.strip_prefix("[%eval ") {
        let (number, rest) = behind.split_once("]").ok_or_else(|| comment.error("expected ']'"))?;
        let number = number.trim();
        let expected = || number.error("expected Black's chance to win, from 0 to 1");
        note.evaluation = Some(thousandths(number.as_str()).ok_or_else(expected)?);
        comment = rest.trim();
    }
    for word in comment.as_str().split_whitespace() {
        if !note.comment.is_empty() {
            note.comment.push(' ');
        }
        note.comment.push_str(word);
    }
    Ok(())
}

/// A number from 0 to 1 with up to three digits behind the point.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() != 1 || part.len() > 3 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let number: u16 = format!("{whole}{part:0<3}").parse().ok()?;
    (number <= 1000).then_some(number)
}
