//! The primitives of which the bodies of puzz.link addresses are made, each a reader and a writer.

use crate::frames::{ParseError, Text, counted};
use crate::grid::Grid;

/// What a number grid shows in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clue {
    /// Nothing.
    Blank,
    /// A clue whose number is not given.
    Unknown,
    /// This number.
    Number(u32),
}

/// Reads the primitives of a body, one after the other. Each of them takes "nothing left" as all blank, which
/// is how a body is left out; a part that ends too early is refused.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    text: Text<'a>,
}

impl<'a> Body<'a> {
    /// Reads a text.
    pub fn new(text: Text<'a>) -> Body<'a> {
        Body { text }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The next character with its place; `missing` says what the text ends too early for.
    pub fn character(&mut self, missing: &str) -> Result<(char, Text<'a>), ParseError> {
        let (c, place) = self.text.chars().next().ok_or_else(|| self.cut_short(missing))?;
        self.text = self.text.part(c.len_utf8(), self.text.as_str().len());
        Ok((c, place))
    }

    /// A number of exactly `digits` hexadecimal digits.
    pub fn hex(&mut self, digits: usize) -> Result<u32, ParseError> {
        let mut number = 0;
        for _ in 0..digits {
            let (c, place) = self.character("a hexadecimal digit")?;
            let digit = c.to_digit(16).filter(|_| !c.is_ascii_uppercase());
            number = number * 16 + digit.ok_or_else(|| unexpected(place, "a hexadecimal digit"))?;
        }
        Ok(number)
    }

    /// The error of a body that ends too early.
    pub fn cut_short(&self, missing: &str) -> ParseError {
        self.text.error(format!("the text is cut short: expected {missing}"))
    }

    /// The part up to the next slash, which is passed over.
    pub fn segment(&mut self) -> Text<'a> {
        let end = self.text.part(self.text.as_str().len(), self.text.as_str().len());
        let (segment, rest) = self.text.split_once("/").unwrap_or((self.text, end));
        self.text = rest;
        segment
    }

    /// Refuses whatever is left.
    pub fn finish(&self) -> Result<(), ParseError> {
        match self.text.is_empty() {
            true => Ok(()),
            false => Err(self.text.expected("the end")),
        }
    }

    /// The small clue grid: clues 0 to 4, a digit's size saying how many blanks follow it. Such implied blanks
    /// may run past the last cell, counted ones may not.
    pub fn small_clues(&mut self, cells: usize) -> Result<Vec<Clue>, ParseError> {
        let mut clues = Vec::with_capacity(cells);
        while clues.len() < cells && !(clues.is_empty() && self.is_empty()) {
            let (c, place) = self.character(&missing_cells(cells - clues.len()))?;
            match c {
                '.' => clues.push(Clue::Unknown),
                '0'..='9' | 'a'..='e' => {
                    let value = c.to_digit(16).expect("a hexadecimal digit");
                    clues.push(Clue::Number(value % 5));
                    clues.resize((clues.len() + value as usize / 5).min(cells), Clue::Blank);
                }
                'g'..='z' => push_blanks(&mut clues, cells, run_length(c), place)?,
                _ => return Err(unexpected(place, "'0' to '9', 'a' to 'e', '.' or 'g' to 'z'")),
            }
        }
        clues.resize(cells, Clue::Blank);
        Ok(clues)
    }

    /// The general number grid: hexadecimal numbers of marked lengths, runs of blanks.
    pub fn numbers(&mut self, cells: usize) -> Result<Vec<Clue>, ParseError> {
        let mut clues = Vec::with_capacity(cells);
        while clues.len() < cells && !(clues.is_empty() && self.is_empty()) {
            let (c, place) = self.character(&missing_cells(cells - clues.len()))?;
            clues.push(match c {
                '.' => Clue::Unknown,
                '0'..='9' | 'a'..='f' => Clue::Number(c.to_digit(16).expect("a hexadecimal digit")),
                'g'..='z' => {
                    push_blanks(&mut clues, cells, run_length(c), place)?;
                    continue;
                }
                _ => {
                    let c = if c == '%' { '@' } else { c };
                    let Some(range) = RANGES.iter().find(|r| r.mark == c) else {
                        return Err(unexpected(place, "a number, '.' or a run of blanks 'g' to 'z'"));
                    };
                    Clue::Number(range.base + self.hex(range.digits)?)
                }
            });
        }
        clues.resize(cells, Clue::Blank);
        Ok(clues)
    }

    /// A list of bits, five a digit, the first the heaviest. The padding of the last digit is not looked at.
    pub fn bits(&mut self, count: usize) -> Result<Vec<bool>, ParseError> {
        match self.is_empty() {
            true => Ok(vec![false; count]),
            false => self.written_bits(count),
        }
    }

    fn written_bits(&mut self, count: usize) -> Result<Vec<bool>, ParseError> {
        let mut bits = Vec::with_capacity(count + 4);
        while bits.len() < count {
            let (c, place) = self.character(&format!("{} more bits, five a digit", count - bits.len()))?;
            let digit = c.to_digit(32).filter(|_| !c.is_ascii_uppercase());
            let digit = digit.ok_or_else(|| unexpected(place, "a digit '0' to '9' or 'a' to 'v'"))?;
            bits.extend((0..5).map(|i| digit & (16 >> i) != 0));
        }
        bits.truncate(count);
        Ok(bits)
    }

    /// The borders between neighbouring cells.
    pub fn borders(&mut self, grid: Grid) -> Result<Borders, ParseError> {
        let (right, below) = Borders::counts(grid);
        if self.is_empty() {
            return Ok(Borders { right: vec![false; right], below: vec![false; below] });
        }
        Ok(Borders { right: self.written_bits(right)?, below: self.written_bits(below)? })
    }
}

fn unexpected(place: Text<'_>, expected: &str) -> ParseError {
    place.expected(expected)
}

fn missing_cells(count: usize) -> String {
    counted(count, "more cell")
}

fn run_length(c: char) -> usize {
    c as usize - 'g' as usize + 1
}

fn push_blanks(clues: &mut Vec<Clue>, cells: usize, run: usize, place: Text<'_>) -> Result<(), ParseError> {
    if clues.len() + run > cells {
        let left = cells - clues.len();
        return Err(place.error(format!("{run} blanks do not fit, only {left} cells are left")));
    }
    clues.resize(clues.len() + run, Clue::Blank);
    Ok(())
}

/// Numbers that are written with a mark and a fixed number of hexadecimal digits.
struct Range {
    mark: char,
    digits: usize,
    base: u32,
    first: u32,
}

/// Each ends where the next begins.
const RANGES: [Range; 6] = [
    Range { mark: '-', digits: 2, base: 0, first: 16 },
    Range { mark: '+', digits: 3, base: 0, first: 256 },
    Range { mark: '=', digits: 3, base: 4096, first: 4096 },
    Range { mark: '@', digits: 3, base: 8192, first: 8192 },
    Range { mark: '*', digits: 4, base: 12240, first: 12240 },
    Range { mark: '$', digits: 5, base: 77776, first: 77776 },
];

/// The greatest number [`write_numbers`] can write.
pub const MAX_NUMBER: u32 = 77776 + 0xfffff;

/// Writes runs of blanks, as long as a letter allows.
#[derive(Default)]
struct Run {
    length: usize,
}

impl Run {
    fn blank(&mut self, text: &mut String) {
        self.length += 1;
        if self.length == 20 {
            self.flush(text);
        }
    }

    fn flush(&mut self, text: &mut String) {
        if self.length > 0 {
            text.push(char::from(b'f' + self.length as u8));
            self.length = 0;
        }
    }
}

/// Writes what [`Body::small_clues`] reads, as pzpr does. Numbers are 0 to 4.
pub fn write_small_clues(clues: &[Clue]) -> String {
    let is_clue = |i: usize| clues.get(i).is_some_and(|c| *c != Clue::Blank);
    let (mut text, mut run) = (String::new(), Run::default());
    let mut i = 0;
    while i < clues.len() {
        match clues[i] {
            Clue::Blank => run.blank(&mut text),
            clue => {
                run.flush(&mut text);
                if let Clue::Number(n) = clue {
                    debug_assert!(n <= 4);
                    let blanks = (1..=2).find(|&ahead| is_clue(i + ahead)).map_or(2, |ahead| ahead - 1);
                    text.extend(char::from_digit(n + 5 * blanks as u32, 16));
                    i += blanks;
                } else {
                    text.push('.');
                }
            }
        }
        i += 1;
    }
    run.flush(&mut text);
    text
}

/// Writes what [`Body::numbers`] reads, as pzpr does. Numbers are at most [`MAX_NUMBER`].
pub fn write_numbers(clues: &[Clue]) -> String {
    let (mut text, mut run) = (String::new(), Run::default());
    for clue in clues {
        match *clue {
            Clue::Blank => {
                run.blank(&mut text);
                continue;
            }
            Clue::Unknown => {
                run.flush(&mut text);
                text.push('.');
            }
            Clue::Number(n) => {
                debug_assert!(n <= MAX_NUMBER);
                run.flush(&mut text);
                match RANGES.iter().rev().find(|range| n >= range.first) {
                    None => text.extend(char::from_digit(n, 16)),
                    Some(&Range { mark, digits, base, .. }) => {
                        text.push(mark);
                        text.push_str(&format!("{:0digits$x}", n - base));
                    }
                }
            }
        }
    }
    run.flush(&mut text);
    text
}

/// Writes what [`Body::bits`] reads.
pub fn write_bits(bits: &[bool]) -> String {
    let digit = |five: &[bool]| {
        let value = five.iter().enumerate().map(|(i, &bit)| u32::from(bit) * (16 >> i)).sum();
        char::from_digit(value, 32).expect("five bits make a digit")
    };
    bits.chunks(5).map(digit).collect()
}

/// Which neighbouring cells have a border between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borders {
    /// Between each cell but the last of a row and its right neighbour, in reading order.
    pub right: Vec<bool>,
    /// Between each cell but those of the last row and the one below, in reading order.
    pub below: Vec<bool>,
}

impl Borders {
    /// How many borders there can be: to the right and below.
    pub fn counts(grid: Grid) -> (usize, usize) {
        ((grid.cols() - 1) * grid.rows(), grid.cols() * (grid.rows() - 1))
    }

    /// Borders exactly where the regions of two neighbours differ; `region` has one entry a cell.
    ///
    /// # Panics
    /// When there is not one region for each cell.
    pub fn between<R: PartialEq>(grid: Grid, region: &[R]) -> Borders {
        assert_eq!(grid.len(), region.len(), "one region a cell");
        let cols = grid.cols();
        let right = region.chunks(cols).flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1]));
        let below = region.iter().zip(&region[cols..]).map(|(upper, lower)| upper != lower);
        Borders { right: right.collect(), below: below.collect() }
    }

    /// The connected parts, numbered from 0 in the order of their first cells: one entry a cell. A border that
    /// ends inside a part separates nothing.
    pub fn regions(&self, grid: Grid) -> Vec<u32> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut region = vec![u32::MAX; grid.len()];
        let mut count = 0;
        let mut reached = Vec::new();
        for start in 0..grid.len() {
            if region[start] != u32::MAX {
                continue;
            }
            region[start] = count;
            reached.push(start);
            while let Some(cell) = reached.pop() {
                let (row, col) = (cell / cols, cell % cols);
                let mut reach = |open: bool, next: usize| {
                    if open && region[next] == u32::MAX {
                        region[next] = count;
                        reached.push(next);
                    }
                };
                if row > 0 {
                    reach(!self.below[cell - cols], cell - cols);
                }
                if row + 1 < rows {
                    reach(!self.below[cell], cell + cols);
                }
                if col > 0 {
                    reach(!self.right[cell - row - 1], cell - 1);
                }
                if col + 1 < cols {
                    reach(!self.right[cell - row], cell + 1);
                }
            }
            count += 1;
        }
        region
    }

    /// Writes what [`Body::borders`] reads.
    pub fn write(&self) -> String {
        write_bits(&self.right) + &write_bits(&self.below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLANK: Clue = Clue::Blank;

    fn body(text: &str) -> Body<'_> {
        Body::new(Text::new(text))
    }

    /// Reads all of a text and writes it again.
    fn small(text: &str, cells: usize) -> Result<String, ParseError> {
        let mut body = body(text);
        let clues = body.small_clues(cells)?;
        body.finish()?;
        Ok(write_small_clues(&clues))
    }

    fn numbers(text: &str, cells: usize) -> Result<String, ParseError> {
        let mut body = body(text);
        let clues = body.numbers(cells)?;
        body.finish()?;
        Ok(write_numbers(&clues))
    }

    #[test]
    fn small_clue_grids_come_back_as_they_were() {
        for (text, cells) in [
            ("nekcakbl", 36),
            ("hcscl.h.idn.i.cgcndg.h.ncs.h", 100),
            ("hbjcm.ck1.ocj.h", 49),
            ("0123e", 5),
            (".....", 5),
            ("zg", 21),
            ("a", 1),
        ] {
            assert_eq!(small(text, cells).unwrap(), text);
        }
        let clues = body("7e").small_clues(5).unwrap();
        assert_eq!(clues, [Clue::Number(2), BLANK, Clue::Number(4), BLANK, BLANK]);
        assert_eq!(body("").small_clues(3).unwrap(), [BLANK; 3]);
    }

    #[test]
    fn number_grids_come_back_as_they_were() {
        for (text, cells) in [
            ("3m3g5p1g2g", 25),
            ("g1k23k3g", 16),
            ("53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79", 81),
            ("f-10-ff+100+fff=000=fff@000", 8),
            ("*0000*ffff$00000$fffff", 4),
            (".zzg", 42),
        ] {
            assert_eq!(numbers(text, cells).unwrap(), text);
        }
        assert_eq!(body("%010").numbers(1).unwrap(), [Clue::Number(8208)]);
        for n in (0..90_000).step_by(7).chain([MAX_NUMBER]) {
            let clues = [Clue::Number(n)];
            assert_eq!(body(&write_numbers(&clues)).numbers(1).unwrap(), clues);
        }
    }

    #[test]
    fn wrong_bodies_are_refused_with_their_place() {
        for (text, cells, at) in [
            ("f", 3, 0),
            ("G", 3, 0),
            ("1 1", 3, 1),
            ("1\u{e9}", 3, 1),
            ("g1", 3, 2),
            ("j", 3, 0),
            ("1i", 3, 1),
            ("1111", 3, 3),
            ("\0", 3, 0),
        ] {
            assert_eq!(small(text, cells).unwrap_err().at, Some(at), "{text:?}");
        }
        for (text, cells, at) in
            [("1", 2, 1), ("-1", 1, 2), ("-1g", 1, 2), ("+1A0", 1, 2), ("!", 1, 0), ("h", 1, 0), ("11", 1, 1)]
        {
            assert_eq!(numbers(text, cells).unwrap_err().at, Some(at), "{text:?}");
        }
        assert_eq!(body("0w").bits(10).unwrap_err().at, Some(1));
        assert_eq!(body("0").bits(6).unwrap_err().at, Some(1));
        let grid = Grid::new(2, 2).unwrap();
        assert_eq!(body("0").borders(grid).unwrap_err().at, Some(1));
    }

    #[test]
    fn borders_and_regions_are_two_views() {
        let grid = Grid::new(5, 5).unwrap();
        let text = "cih47bs7";
        let borders = body(text).borders(grid).unwrap();
        let regions = borders.regions(grid);
        #[rustfmt::skip]
        assert_eq!(regions, [
            0, 0, 1, 2, 2,
            0, 0, 3, 3, 3,
            0, 3, 3, 4, 4,
            5, 5, 5, 4, 4,
            5, 5, 6, 6, 6,
        ]);
        assert_eq!(Borders::between(grid, &regions), borders);
        assert_eq!(borders.write(), text);
        assert_eq!(body("").borders(grid).unwrap().regions(grid), [0; 25]);
    }

    #[test]
    fn bits_come_back_as_they_were() {
        let bits = body("d1hgm").bits(25).unwrap();
        assert_eq!(bits[..10], [false, true, true, false, true, false, false, false, false, true]);
        assert_eq!(write_bits(&bits), "d1hgm");
        assert_eq!(write_bits(&[true]), "g");
        assert_eq!(body("g").bits(1).unwrap(), [true]);
    }
}
