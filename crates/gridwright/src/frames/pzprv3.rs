//! pzpr's file format: the frame, and helpers to read and write the sections in it.
//!
//! A `/` stands for a line end, so a whole file may be one line, or be carried by an address.

use super::{ParseError, Text, puzzlink};
use crate::grid::Grid;

const MAGIC: &str = "pzprv3";

/// A file taken apart.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// The number behind `pzprv3.`, 0 without.
    pub version: u32,
    /// The genre's name there.
    pub id: Text<'a>,
    /// The lines behind the id: sizes and grids. Trailing blanks are kept off.
    pub lines: Vec<Text<'a>>,
    /// The name of a rule variant, if it says so.
    pub variant: Option<Text<'a>>,
}

/// Whether a text looks like a file.
pub fn detect(text: Text<'_>) -> bool {
    let text = text.trim();
    match text.strip_prefix("v:") {
        Some(variant) => lines(variant).nth(1).is_some_and(|line| line.as_str().starts_with(MAGIC)),
        None => text.as_str().starts_with(MAGIC),
    }
}

/// The file that an address carries behind its `?`, decoded.
pub fn from_address(text: Text<'_>) -> Option<String> {
    let query = puzzlink::query(text);
    let carried = query.as_str().starts_with(MAGIC) || query.as_str().starts_with("v:");
    let decode = || percent_encoding::percent_decode_str(query.as_str()).decode_utf8();
    (carried && query.offset() > text.trim().offset()).then(decode)?.ok().map(String::from)
}

fn lines(text: Text<'_>) -> impl Iterator<Item = Text<'_>> {
    text.lines().flat_map(|line| line.split('/')).map(|line| {
        let kept = line.as_str().trim_end().len();
        line.part(0, kept)
    })
}

impl<'a> File<'a> {
    /// Takes the frame apart; what is passed over is added to `warnings`.
    pub fn parse(text: Text<'a>, warnings: &mut Vec<String>) -> Result<File<'a>, ParseError> {
        let text = text.trim();
        let mut rest = lines(text);
        let mut next = |what: &str| {
            rest.next().filter(|line| !line.is_empty()).ok_or_else(|| {
                text.error_after(format!("the file is cut short: expected {what} on a line of its own"))
            })
        };
        let mut magic = next("'pzprv3'")?;
        let variant = magic.strip_prefix("v:");
        if variant.is_some() {
            magic = next("'pzprv3'")?;
        }
        let version = match magic.strip_prefix(MAGIC) {
            Some(rest) if rest.is_empty() => 0,
            Some(rest) => match rest.strip_prefix(".") {
                Some(number) => number.number("the file's version", 1000)?,
                None => return Err(rest.expected("'.'")),
            },
            None => return Err(magic.expected("'pzprv3'")),
        };
        let id = next("the genre's name")?;
        let mut lines = Vec::new();
        for line in rest {
            let starts = |prefix: &str| line.as_str().starts_with(prefix);
            let passed_over = match () {
                () if starts("TrialData") => "branches",
                () if starts("info:") => "information on author, source and history",
                () if starts("history:") => "history of moves",
                // Old files end with the address of the program.
                () if starts("http:") || starts("https:") => break,
                () => {
                    lines.push(line);
                    continue;
                }
            };
            warnings.push(format!("the file's {passed_over} and what follows are passed over"));
            break;
        }
        while lines.last().is_some_and(Text::is_empty) {
            lines.pop();
        }
        Ok(File { version, id, lines, variant })
    }

    /// A reader of the lines.
    pub fn sections(&self) -> Sections<'_, 'a> {
        Sections { lines: &self.lines, before: self.id }
    }
}

/// Reads the lines of a file, section by section.
#[derive(Clone, Copy, Debug)]
pub struct Sections<'f, 'a> {
    lines: &'f [Text<'a>],
    before: Text<'a>,
}

impl<'a> Sections<'_, 'a> {
    /// Whether no line is left.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The next line.
    pub fn line(&mut self, expected: &str) -> Result<Text<'a>, ParseError> {
        let Some((line, rest)) = self.lines.split_first() else {
            return Err(self
                .before
                .error_after(format!("the file is cut short: expected {expected} on a further line")));
        };
        self.lines = rest;
        self.before = *line;
        Ok(*line)
    }

    /// A line that holds one side of the board.
    pub fn side(&mut self, what: &str) -> Result<usize, ParseError> {
        puzzlink::side(self.line(what)?.trim(), what)
    }

    /// The two lines with the size, rows first.
    pub fn size(&mut self) -> Result<Grid, ParseError> {
        let (rows, cols) = (self.side("the number of rows")?, self.side("the number of columns")?);
        Grid::new(rows, cols).map_err(|e| self.before.error(e))
    }

    /// A section of `rows` lines with `cols` items each.
    pub fn grid(&mut self, rows: usize, cols: usize) -> Result<Vec<Text<'a>>, ParseError> {
        let mut items = Vec::new();
        for _ in 0..rows {
            if cols == 0 && self.lines.first().is_none_or(|line| !line.is_empty()) {
                // Rows without items may be left out.
                break;
            }
            let row = self.line(&format!("a row of {cols} items"))?;
            let before = items.len();
            items.extend(row.words().take(cols + 1));
            if items.len() - before != cols {
                let found = row.words().count();
                return Err(row.error(format!("this row has {found} items instead of {cols}")));
            }
        }
        Ok(items)
    }

    /// A border section: the items between each cell and its right neighbour, then those between each cell and
    /// the one below, both in reading order.
    #[allow(clippy::type_complexity)]
    pub fn borders(&mut self, grid: Grid) -> Result<(Vec<Text<'a>>, Vec<Text<'a>>), ParseError> {
        let right = self.grid(grid.rows(), grid.cols() - 1)?;
        let below = self.grid(grid.rows() - 1, grid.cols())?;
        Ok((right, below))
    }

    /// Refuses whatever is left.
    pub fn finish(&self) -> Result<(), ParseError> {
        match self.lines.iter().find(|line| !line.is_empty()) {
            None => Ok(()),
            Some(line) => Err(line.expected("the end of the file")),
        }
    }
}

/// Writes a file line by line.
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// Starts a file of a version (0 for none).
    pub fn new(version: u32, id: &str) -> Writer {
        let version = if version == 0 { String::new() } else { format!(".{version}") };
        Writer { text: format!("{MAGIC}{version}\n{id}\n") }
    }

    /// A line with one number.
    #[must_use]
    pub fn number(mut self, number: usize) -> Writer {
        self.text.push_str(&format!("{number}\n"));
        self
    }

    /// The two lines with the size.
    #[must_use]
    pub fn size(self, grid: Grid) -> Writer {
        self.number(grid.rows()).number(grid.cols())
    }

    /// A section of `rows` lines with `cols` items each.
    #[must_use]
    pub fn grid<T: AsRef<str>>(
        mut self,
        rows: usize,
        cols: usize,
        items: impl IntoIterator<Item = T>,
    ) -> Writer {
        let mut items = items.into_iter();
        for _ in 0..rows {
            for item in items.by_ref().take(cols) {
                self.text.push_str(item.as_ref());
                self.text.push(' ');
            }
            self.text.push('\n');
        }
        self
    }

    /// The file.
    pub fn finish(self) -> String {
        self.text
    }
}

/// The same file, saying that a variant of the rules is meant.
pub fn with_variant(file: &str, variant: &str) -> String {
    format!("v:{variant}\n{file}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(input: &str) -> Result<(File<'_>, Vec<String>), ParseError> {
        let mut warnings = Vec::new();
        File::parse(Text::new(input), &mut warnings).map(|file| (file, warnings))
    }

    #[test]
    fn slashes_line_ends_and_trailing_tabs_are_alike() {
        for input in [
            "pzprv3.1/demo/2/3/a b c /d e f /",
            "pzprv3.1\r\ndemo\r\n2\r\n3\r\na b c \t\r\nd e f\t",
            "v:odd\npzprv3.1\ndemo/2/3\na b c \nd e f \nhttp://example.org/p.html",
            "\npzprv3.1/demo/2/3/a b c /d e f /info:{\"metadata\":{\n\"author\":\"a/b\"}}",
            "pzprv3.1/demo/2/3/a b c /d e f /TrialData(1)/a a a /a a a /",
        ] {
            assert!(detect(Text::new(input)), "{input}");
            let (file, warnings) = parse(input).unwrap();
            assert_eq!((file.version, file.id.as_str()), (1, "demo"));
            assert_eq!(file.variant.map(|v| v.as_str()), input.starts_with("v:").then_some("odd"));
            assert_eq!(warnings.len(), usize::from(input.contains("info") || input.contains("Trial")));
            let mut sections = file.sections();
            let grid = sections.size().unwrap();
            assert_eq!((grid.rows(), grid.cols()), (2, 3));
            let items = sections.grid(2, 3).unwrap();
            assert_eq!(items.iter().map(Text::as_str).collect::<String>(), "abcdef");
            sections.finish().unwrap();
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let grid = Grid::new(3, 1).unwrap();
        let file = Writer::new(0, "demo").size(grid).grid(3, 0, [""; 0]).grid(2, 1, ["1", "0"]).finish();
        assert_eq!(file, "pzprv3\ndemo\n3\n1\n\n\n\n1 \n0 \n");
        let (file, _) = parse(&file).unwrap();
        let mut sections = file.sections();
        let grid = sections.size().unwrap();
        let (right, below) = sections.borders(grid).unwrap();
        assert_eq!((right.len(), below.len()), (0, 2));
        sections.finish().unwrap();
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_place() {
        let read = |input: &str| -> Result<(), ParseError> {
            let (file, _) = parse(input)?;
            let mut sections = file.sections();
            let grid = sections.size()?;
            sections.grid(grid.rows(), grid.cols())?;
            sections.finish()
        };
        for (input, at) in [
            ("pzprv3", 6),
            ("pzprv2/demo", 0),
            ("pzprv3x/demo", 6),
            ("pzprv3.x/demo", 7),
            ("pzprv3/demo", 11),
            ("pzprv3/demo/2", 13),
            ("pzprv3/demo/0/2", 12),
            ("pzprv3/demo/2/99999", 14),
            ("pzprv3/demo/1/2/a", 16),
            ("pzprv3/demo/1/2/a b c", 16),
            ("pzprv3/demo/2/2/a b", 19),
            ("pzprv3/demo/1/2/a b /c d", 21),
            ("pzprv3/demo/2/2//a b", 16),
        ] {
            assert_eq!(read(input).unwrap_err().at, Some(at), "{input}");
        }
    }

    #[test]
    fn addresses_carry_files() {
        let address = "https://example.org/p?type=player&pzprv3/demo/1/2/%23%20./";
        assert_eq!(from_address(Text::new(address)).as_deref(), Some("pzprv3/demo/1/2/# ./"));
        assert_eq!(from_address(Text::new("pzprv3/demo/1/2/# ./")), None);
        assert_eq!(from_address(Text::new("https://example.org/p?demo/1/2/")), None);
    }
}
