//! The puzzles of an input one after the other: lines, and native texts of several lines.

use super::Line;
use crate::shell::input::LARGEST;
use gridwright::formats::{begins_object, begins_text};
use std::io::{self, BufRead, BufReader, Read};

pub(in crate::commands) struct Source<R> {
    reader: BufReader<R>,
    /// Whether a line may be the first of several.
    has_texts: bool,
    /// The most bytes of a puzzle.
    most: u64,
    /// Puzzles handed out.
    puzzles: u64,
    /// Lines read, and their bytes.
    lines: u64,
    position: u64,
    /// The last line that was read, without an end where it is too long.
    line: Vec<u8>,
    is_too_long: bool,
    /// It belongs to the next puzzle.
    is_held: bool,
}

impl<R: Read> Source<R> {
    pub fn new(reader: R, has_texts: bool) -> Source<R> {
        Source {
            reader: BufReader::with_capacity(1 << 16, reader),
            has_texts,
            most: LARGEST,
            puzzles: 0,
            lines: 0,
            position: 0,
            line: Vec::new(),
            is_too_long: false,
            is_held: false,
        }
    }

    /// The next puzzle, in a buffer that is no longer used. Calls `before_waiting` when the input may have to be waited
    /// for.
    pub fn next(&mut self, mut bytes: Vec<u8>, mut before_waiting: impl FnMut()) -> io::Result<Option<Line>> {
        while !std::mem::take(&mut self.is_held) || self.is_blank() {
            if !self.read_line(&mut before_waiting)? {
                return Ok(None);
            }
            self.is_held = true;
        }
        let index = self.lines;
        let mut position = self.position;
        let mut fault = self.is_too_long.then_some("line");
        std::mem::swap(&mut bytes, &mut self.line);
        if self.has_texts && fault.is_none() && begins_text(&bytes) {
            while self.read_line(&mut before_waiting)? {
                if begins_text(&self.line) || begins_object(&self.line) {
                    self.is_held = true;
                    break;
                }
                position = self.position;
                if self.is_too_long || (bytes.len() + self.line.len()) as u64 > self.most {
                    fault = Some("puzzle");
                    bytes = Vec::new();
                }
                if fault.is_none() {
                    bytes.extend_from_slice(&self.line);
                }
            }
        }
        let fault = fault.map(|what| format!("the {what} is longer than {} MiB", self.most >> 20));
        let order = self.puzzles;
        self.puzzles += 1;
        Ok(Some(Line { order, index, bytes, answer: String::new(), position, fault }))
    }

    fn is_blank(&self) -> bool {
        !self.is_too_long && self.line.trim_ascii().is_empty()
    }

    /// Reads a line; false at the end.
    fn read_line(&mut self, before_waiting: &mut impl FnMut()) -> io::Result<bool> {
        // Lines already read are passed on before waiting for the next one.
        if !self.reader.buffer().contains(&b'\n') {
            before_waiting();
        }
        self.line.clear();
        let taken = self.reader.by_ref().take(self.most).read_until(b'\n', &mut self.line)?;
        self.lines += u64::from(taken > 0);
        self.position += taken as u64;
        self.is_too_long = taken as u64 == self.most && !self.line.ends_with(b"\n");
        if self.is_too_long {
            self.line = Vec::new();
            self.position += skip_line(&mut self.reader)?;
        }
        Ok(taken > 0)
    }
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let available = reader.fill_buf()?;
        let (length, ended) = match available.iter().position(|b| *b == b'\n') {
            Some(i) => (i + 1, true),
            None => (available.len(), available.is_empty()),
        };
        reader.consume(length);
        skipped += length as u64;
        if ended {
            return Ok(skipped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(input: &[u8], has_texts: bool) -> Vec<(u64, u64, u64, Vec<u8>)> {
        let mut source = Source::new(input, has_texts);
        let next = || source.next(b"rubbish".to_vec(), || {}).unwrap();
        let pieces: Vec<Line> = std::iter::from_fn(next).collect();
        assert!(pieces.iter().all(|line| line.fault.is_none()));
        pieces.into_iter().map(|line| (line.order, line.index, line.position, line.bytes)).collect()
    }

    #[test]
    fn a_native_text_goes_up_to_the_next_puzzle_that_can_be_told_apart() {
        let input =
            b"..1\n\n \nGridwright x\n..\n\n..\ngridwright\ty\n.\n{\"grid\":[\".\"]}\n123\ngridwrighty";
        let expected: [(u64, u64, &[u8]); 6] = [
            (1, 4, b"..1\n"),
            (4, 27, b"Gridwright x\n..\n\n..\n"),
            (8, 42, b"gridwright\ty\n.\n"),
            (10, 57, b"{\"grid\":[\".\"]}\n"),
            (11, 61, b"123\n"),
            (12, 72, b"gridwrighty"),
        ];
        let expected: Vec<_> =
            (0..).zip(expected).map(|(i, (line, end, text))| (i, line, end, text.to_vec())).collect();
        assert_eq!(pieces(input, true), expected);
        assert_eq!(pieces(input, false).len(), 9);
        assert_eq!(pieces("\u{feff}gridwright x\n.\n".as_bytes(), true).len(), 1);
        assert!(pieces(b"", true).is_empty() && pieces(b"\n\n", true).is_empty());
    }

    #[test]
    fn what_is_too_long_is_told_and_the_rest_goes_on() {
        let row = vec![b'.'; 500];
        let endless = vec![b'.'; 1001];
        let input =
            [b"gridwright x", &row[..], &row, &row, b"gridwright y", b".", &endless, b"{}", &endless, b"."]
                .join(&b'\n');
        let mut source = Source { most: 1000, ..Source::new(&input[..], true) };
        let next = || source.next(Vec::new(), || {}).unwrap();
        let told: Vec<_> = std::iter::from_fn(next).map(|line| (line.index, line.fault)).collect();
        let fault = |what: &str| Some(format!("the {what} is longer than 0 MiB"));
        assert_eq!(
            told,
            [(1, fault("puzzle")), (5, fault("puzzle")), (8, None), (9, fault("line")), (10, None)]
        );
    }
}
