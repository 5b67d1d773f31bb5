//! Turns and positions as text.
//!
//! A turn is two squares, the mover's piece first (`c4d5`; either order is read), `swap` for swapping sides, or column, row
//! and direction counted from the top left (`2 5 ne`). A position is a line such as `WBW/BWB/WBW b`, rows of
//! letters, or lists of 0 for Black and 1 for White.

use crate::board::{Board, Square, Swap};
use crate::position::{Colour, Illegal, Position, Tie, Turn};
use crate::{LARGEST, SMALLEST};
use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;

/// Columns and rows, counted from the top left, of a step in a direction of that name.
const COMPASS: [(&str, (isize, isize)); 8] = [
    ("n", (0, -1)),
    ("nw", (-1, -1)),
    ("w", (-1, 0)),
    ("sw", (-1, 1)),
    ("s", (0, 1)),
    ("se", (1, 1)),
    ("e", (1, 0)),
    ("ne", (1, -1)),
];

impl Position {
    /// Reads a turn and checks that it is legal.
    ///
    /// ```
    /// use gridwright_emulsion::Position;
    /// let position = Position::start(4)?;
    /// assert_eq!(position.read_turn("b3b4")?, position.read_turn("1 0 s")?);
    /// assert_eq!(position.read_turn("a1b2").unwrap_err().message, "b2 and a1 are both Black");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_turn(&self, text: &str) -> Result<Turn, ParseError> {
        self.read_turn_text(Text::new(text).trim())
    }

    pub(crate) fn read_turn_text(&self, text: Text) -> Result<Turn, ParseError> {
        let turn = if text.as_str().eq_ignore_ascii_case("swap") {
            Turn::SwapSides
        } else {
            let [a, b] = match text.as_str().starts_with(|c: char| c.is_ascii_digit()) {
                true => self.read_coordinates(text)?,
                false => self.read_squares(text)?,
            };
            let name = |square: Square| square.name(self.board.size());
            let swap = Swap::new(a, b).ok_or_else(|| Illegal::Apart { a: name(a), b: name(b) });
            Turn::Swap(swap.map_err(|illegal| text.error(illegal))?)
        };
        self.check(turn).map_err(|illegal| text.error(illegal))?;
        Ok(turn)
    }

    /// Two squares by name.
    fn read_squares(&self, text: Text) -> Result<[Square; 2], ParseError> {
        let expected = || {
            let found = text.quoted();
            text.error(format!("expected two squares such as c4d5, X Y DIRECTION or swap, found {found}"))
        };
        let body = text.as_str();
        let second = body.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
        let middle = second.ok_or_else(expected)?.0;
        let read = |part: Text| {
            let mut chars = part.as_str().trim_end_matches(['-', ' ']).chars();
            let file = chars.next().filter(char::is_ascii_alphabetic).ok_or_else(expected)?;
            let rank = chars.as_str();
            if rank.is_empty() || rank.len() > 9 || !rank.bytes().all(|b| b.is_ascii_digit()) {
                return Err(expected());
            }
            let rank: usize = rank.parse().map_err(|_| expected())?;
            let column = usize::from(file.to_ascii_lowercase() as u8 - b'a');
            let size = self.board.size();
            match column < size && (1..=size).contains(&rank) {
                true => Ok(Square::new(size - rank, column)),
                false => {
                    let square = format!("{}{rank}", file.to_ascii_lowercase());
                    Err(part.error(Illegal::Outside { square, size }))
                }
            }
        };
        Ok([read(text.part(0, middle))?, read(text.part(middle, body.len()))?])
    }

    /// A square by column and row from the top left, and a direction.
    fn read_coordinates(&self, text: Text) -> Result<[Square; 2], ParseError> {
        let expected = "a column, a row and a direction such as 2 5 ne";
        let words: Vec<Text> = text.words().collect();
        let [x, y, direction] = words[..] else {
            return Err(text.error(format!("expected {expected}, found {}", text.quoted())));
        };
        let size = self.board.size();
        let number = |word: Text, what: &str| {
            let word = word.strip_suffix(",").unwrap_or(word);
            Ok(word.number(what, 999)? as usize)
        };
        let (x, y) = (number(x, "a column")?, number(y, "a row")?);
        let known = COMPASS.iter().find(|(name, _)| direction.as_str().eq_ignore_ascii_case(name));
        let Some((_, (east, south))) = known else {
            let found = direction.quoted();
            return Err(direction.error(format!("expected n, nw, w, sw, s, se, e or ne, found {found}")));
        };
        let square = |x: usize, y: usize| match x < size && y < size {
            true => Ok(Square::new(y, x)),
            // A step off the top or the left edge wraps to a huge number.
            false => {
                let shown = |n: usize| if n > 999 { "-1".to_string() } else { n.to_string() };
                let square = format!("square {} {}", shown(x), shown(y));
                Err(text.error(Illegal::Outside { square, size }))
            }
        };
        Ok([square(x, y)?, square(x.wrapping_add_signed(*east), y.wrapping_add_signed(*south))?])
    }

    /// Writes a turn: the mover's square first.
    pub fn write_turn(&self, turn: Turn) -> String {
        match turn {
            Turn::SwapSides => "swap".to_string(),
            Turn::Swap(swap) => self.own_first(swap).map(|square| square.name(self.board.size())).concat(),
        }
    }

    /// Turns that follow each other from here, each as its mover writes it, as far as they are legal.
    pub fn write_line(&self, turns: &[Turn]) -> Vec<String> {
        let mut now = self.clone();
        let mut words = Vec::new();
        for turn in turns {
            let Ok(after) = now.after(*turn) else { break };
            words.push(now.write_turn(*turn));
            now = after;
        }
        words
    }

    /// Writes a turn as column, row (from the top left) and direction; `None` for swapping sides.
    pub fn write_coordinates(&self, turn: Turn) -> Option<String> {
        let Turn::Swap(swap) = turn else { return None };
        let [own, other] = self.own_first(swap);
        let difference = |a: u8, b: u8| isize::from(b as i8 - a as i8);
        let step = (difference(own.column, other.column), difference(own.row, other.row));
        let (name, _) = COMPASS.iter().find(|(_, known)| *known == step)?;
        Some(format!("{} {} {name}", own.column, own.row))
    }

    /// The position as a line: the rows from the top, the side to move, and the rules that are not the default.
    ///
    /// ```
    /// use gridwright_emulsion::Position;
    /// assert_eq!(Position::start(3)?.to_line(), "WBW/BWB/WBW b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_line(&self) -> String {
        let mut line = rows(&self.board).join("/");
        line += if self.to_move == Colour::Black { " b" } else { " w" };
        if self.tie != Tie::default() {
            line += &format!(" {}", self.tie.name());
        }
        if self.pie {
            line += " pie";
        }
        line
    }

    /// Reads a position: a line as [`Position::to_line`] writes it, rows of `B` and `W`, lists of lists of 0 (Black) and
    /// 1 (White), or a number for the start on a board of that size. Where the text does not say, Black is to move.
    ///
    /// ```
    /// use gridwright_emulsion::Position;
    /// let position = Position::read("[[1,0],[0,1]]")?;
    /// assert_eq!(position, Position::read("WB\nBW\n")?);
    /// assert_eq!(position, Position::read("2")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Position, ParseError> {
        let text = Text::new(text).trim();
        if text.is_empty() {
            return Err(text.error("expected a position, found nothing"));
        }
        if text.as_str().starts_with('[') {
            let board = board_of_rows(text, &rows_of_lists(text)?)?;
            return Ok(Position { board, to_move: Colour::Black, tie: Tie::default(), pie: false });
        }
        if text.as_str().bytes().all(|b| b.is_ascii_digit()) {
            let size = text.number("a size", LARGEST as u32)? as usize;
            return Position::start(size).map_err(|wrong| text.error(wrong));
        }
        if !text.as_str().contains(['/', '\n', ' ']) {
            let found = text.quoted();
            return Err(text.error(format!("expected a position such as WBW/BWB/WBW b, found {found}")));
        }
        if text.as_str().contains('/') {
            return read_line(text);
        }
        let rows: Vec<Text> = text.lines().map(|line| line.trim()).collect();
        let board = board_of_letters(text, &rows)?;
        Ok(Position { board, to_move: Colour::Black, tie: Tie::default(), pie: false })
    }
}

/// The position as a line, as [`Position::to_line`] writes it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_line())
    }
}

/// Reads what [`Position::read`] reads.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        Position::read(text)
    }
}

impl Board {
    /// The board as lists of lists, row by row, 0 for Black and 1 for White.
    pub fn to_lists(&self) -> Vec<Vec<u8>> {
        let digit = |row: usize, column: usize| self.colour(Square::new(row, column)) as u8;
        (0..self.size()).map(|row| (0..self.size()).map(|column| digit(row, column)).collect()).collect()
    }

    /// The board as rows of `B` and `W`.
    pub fn to_rows(&self) -> String {
        rows(self).join("\n") + "\n"
    }
}

fn rows(board: &Board) -> Vec<String> {
    let letter = |colour: u8| if colour == 0 { 'B' } else { 'W' };
    board.to_lists().into_iter().map(|row| row.into_iter().map(letter).collect()).collect()
}

fn read_line(text: Text) -> Result<Position, ParseError> {
    let mut words = text.words();
    let board = words.next().expect("the text is not empty");
    let rows: Vec<Text> = board.split('/').collect();
    let board = board_of_letters(board, &rows)?;
    let (mut to_move, mut tie, mut pie) = (None, None, false);
    for word in words {
        let (what, was_given) = match word.as_str().to_ascii_lowercase().as_str() {
            "b" => ("whose turn it is", to_move.replace(Colour::Black).is_some()),
            "w" => ("whose turn it is", to_move.replace(Colour::White).is_some()),
            "pie" => ("the pie rule", std::mem::replace(&mut pie, true)),
            other => {
                let expected = "b, w, last-mover-wins, last-mover-loses or pie";
                let wrong = || word.error(format!("expected {expected}, found {}", word.quoted()));
                ("the rule for ties", tie.replace(other.parse().map_err(|_| wrong())?).is_some())
            }
        };
        if was_given {
            return Err(word.error(format!("{what} was given before")));
        }
    }
    let (to_move, tie) = (to_move.unwrap_or(Colour::Black), tie.unwrap_or_default());
    Ok(Position { board, to_move, tie, pie })
}

/// A row of the input: for each square its place and whether it is black.
type Row<'a> = (Text<'a>, Vec<bool>);

fn board_of_letters(whole: Text, rows: &[Text]) -> Result<Board, ParseError> {
    // Input larger than the largest board is refused in any case.
    let rows: Vec<Row> =
        rows.iter().take(LARGEST + 1).map(|row| row_of_letters(*row)).collect::<Result<_, ParseError>>()?;
    board_of_rows(whole, &rows)
}

fn row_of_letters(row: Text<'_>) -> Result<Row<'_>, ParseError> {
    let squares = row.chars().map(|(c, at)| match c {
        'B' | 'b' => Ok(true),
        'W' | 'w' => Ok(false),
        _ => Err(at.error(format!("expected B or W, found {}", at.quoted()))),
    });
    Ok((row, squares.take(LARGEST + 1).collect::<Result<Vec<bool>, ParseError>>()?))
}

fn board_of_rows(whole: Text, rows: &[Row]) -> Result<Board, ParseError> {
    let size = rows.len();
    if !(SMALLEST..=LARGEST).contains(&size) {
        let many = if size > LARGEST { format!("more than {LARGEST}") } else { size.to_string() };
        return Err(whole.error(format!("expected {SMALLEST} to {LARGEST} rows, found {many}")));
    }
    if let Some((at, row)) = rows.iter().find(|(_, row)| row.len() != size) {
        let expected = format!("expected {size} squares in each of {size} rows");
        return Err(at.error(format!("{expected}, found {} in this one", row.len())));
    }
    let is_black = |square: Square| rows[usize::from(square.row)].1[usize::from(square.column)];
    Board::of_black(size, is_black).map_err(|wrong| whole.error(wrong))
}

fn rows_of_lists(text: Text<'_>) -> Result<Vec<Row<'_>>, ParseError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut depth = 0;
    let mut after_item = false;
    for (c, at) in text.chars() {
        let expected = |what: &str| Err(at.error(format!("expected {what}, found {}", at.quoted())));
        match (c, depth) {
            _ if c.is_whitespace() => {}
            (_, 0) if !rows.is_empty() || after_item => return expected("nothing more"),
            ('[', 0) => depth = 1,
            ('[', 1) if !after_item => {
                if rows.len() > LARGEST {
                    return Err(at.error(format!("expected at most {LARGEST} rows")));
                }
                rows.push((at, Vec::new()));
                depth = 2;
            }
            ('0' | '1', 2) if !after_item => {
                rows.last_mut().expect("inside a row").1.push(c == '0');
                after_item = true;
            }
            (',', 1 | 2) if after_item => after_item = false,
            (']', 2) if after_item => depth = 1,
            (']', 1) if after_item => depth = 0,
            (_, 2) if after_item => return expected("',' or ']'"),
            (_, 2) => return expected("0 or 1"),
            (_, _) if after_item => return expected("',' or ']'"),
            _ => return expected("'['"),
        }
    }
    if depth > 0 {
        return Err(text.error_after("the lists are cut short"));
    }
    Ok(rows)
}
