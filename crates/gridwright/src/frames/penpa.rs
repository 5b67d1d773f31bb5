//! Penpa+ links: the envelope and the layers. Only reading.
//!
//! The page is the link's parameter `p`: text with frequent words abbreviated, deflated, in base 64. Its first
//! lines are the header, the margins, the mode, and the layers as JSON.

use super::{ParseError, Text};
use crate::grid::Grid;
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD_INDIFFERENT};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a Penpa page shows, as far as our puzzles need it. Cells are (row, column) from 0.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The genre tags, lower case.
    pub tags: Vec<String>,
    /// The kind of grid in the header (`square`, …).
    pub grid_type: String,
    /// The layer of what is printed.
    pub question: Layer,
    /// The layer of what a player entered.
    pub answer: Layer,
}

/// One layer of a page.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Colours of cells.
    pub surface: BTreeMap<(usize, usize), i64>,
    /// Texts of cells: text and submode.
    pub numbers: BTreeMap<(usize, usize), (String, String)>,
    /// Pencilled candidates of cells.
    pub candidates: BTreeMap<(usize, usize), Vec<u32>>,
    /// Symbols of cells: style and shape.
    pub symbols: BTreeMap<(usize, usize), (i64, String)>,
    /// Drawn walls: the cell and whether the wall is on its right side (else below it).
    pub walls: Vec<(usize, usize, bool)>,
}

/// A page is far smaller; this bounds what a hostile link can unpack to.
const MAX_UNPACKED: usize = 4 << 20;

/// Behind a `z`: the letter and what both stand for.
const ABBREVIATIONS: [(char, &str); 31] = [
    ('Z', "z"),
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"lineE\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('1', "\"numberS\""),
    ('F', "\"freeline\""),
    ('2', "\"freelineE\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"direction\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deletelineE\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
    ('_', "\"__a\""),
    ('O', "null"),
];

/// Whether a text looks like a link.
pub fn detect(text: Text<'_>) -> bool {
    parameter(text, "p").is_some() && parameter(text, "m").is_some()
}

/// The address of another program that a link wraps.
pub fn embedded(text: Text<'_>) -> Option<Text<'_>> {
    parameter(text, "p").filter(|p| p.as_str().starts_with("http"))
}

/// A parameter of a link, behind its `#` or `?`.
fn parameter<'a>(text: Text<'a>, key: &str) -> Option<Text<'a>> {
    let text = text.trim();
    let start = text.as_str().find(['#', '?']).map_or(0, |i| i + 1);
    let mut rest = text.part(start, text.as_str().len());
    loop {
        let (pair, more) = match rest.split_once("&") {
            Some((pair, more)) => (pair, Some(more)),
            None => (rest, None),
        };
        match pair.strip_prefix(key).and_then(|p| p.strip_prefix("=")) {
            // A wrapped address has an `&` of its own.
            Some(value) if value.as_str().starts_with("http") => return rest.split_once("=").map(|(_, v)| v),
            Some(value) => return Some(value),
            None => rest = more?,
        }
    }
}

impl Page {
    /// Unpacks a link; what is passed over is added to `warnings`. A page of square cells may also be called by a genre
    /// that `is_genre` knows.
    pub fn parse(
        text: Text<'_>,
        is_genre: impl Fn(&str) -> bool,
        warnings: &mut Vec<String>,
    ) -> Result<Page, ParseError> {
        let Some(packed) = parameter(text, "p") else {
            return Err(text.trim().error("expected a link with 'p=' and the page behind it"));
        };
        if parameter(text, "a").is_some() {
            warnings.push("the link's stored answer ('a=') is passed over".to_string());
        }
        let page = unpack(packed)?;
        let lines: Vec<&str> = page.lines().collect();
        let error = |what: &str| packed.error(format!("the page in the link is damaged: {what}"));
        let line = |i: usize| lines.get(i).copied().unwrap_or_default();
        let json = |i: usize, what: &str| {
            gridwright_base::json::read::<Value>(Text::new(line(i)))
                .map_err(|_| error(&format!("expected {what} on its line {}", i + 1)))
        };

        let mut header = line(0).split(',');
        let grid_type = header.next().unwrap_or_default().to_string();
        if grid_type.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(packed.error("links of Penpa's first version cannot be read"));
        }
        if grid_type != "square" && grid_type != "kakuro" && !is_genre(&grid_type) {
            let kind: String = grid_type.chars().take(24).collect();
            return Err(packed.error(format!("a grid of kind '{kind}' has no square cells")));
        }
        let mut side = || header.next().and_then(|s| s.trim().parse::<usize>().ok()).filter(|n| *n <= 2000);
        let (Some(width), Some(height)) = (side(), side()) else {
            return Err(error("expected the size, at most 2000 each way, in its header"));
        };
        let margins = json(1, "four margins")?;
        let margin = |i: usize| margins.get(i).and_then(Value::as_u64).filter(|n| *n <= 2000);
        let (Some(top), Some(bottom), Some(left), Some(right)) = (margin(0), margin(1), margin(2), margin(3))
        else {
            return Err(error("expected four margins on its line 2"));
        };
        let rows = height.saturating_sub((top + bottom) as usize);
        let cols = width.saturating_sub((left + right) as usize);
        Grid::new(rows, cols).map_err(|e| packed.error(e))?;

        let places = Places { width, height, top: top as i64, left: left as i64, rows, cols };
        let mut passed_over = 0;
        let mut layer = |i: usize, what: &str| match json(i, what)? {
            Value::Object(map) => places.layer(&map, &mut passed_over).map_err(|e| error(&e.to_string())),
            _ => Err(error(&format!("expected {what} on its line {}", i + 1))),
        };
        let question = layer(3, "the question layer")?;
        let answer = layer(4, "the answer layer")?;
        if passed_over > 0 {
            warnings.push(format!("{passed_over} drawn things of other kinds or places are passed over"));
        }
        let tags = match gridwright_base::json::read(Text::new(line(17))) {
            Ok(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).map(str::to_lowercase).collect(),
            _ => Vec::new(),
        };
        Ok(Page { rows, cols, tags, grid_type, question, answer })
    }
}

fn unpack(packed: Text<'_>) -> Result<String, ParseError> {
    let not = |what: &str| packed.error(format!("the page in the link is damaged or cut short: not {what}"));
    let plain: Cow<'_, [u8]> = percent_encoding::percent_decode_str(packed.as_str()).into();
    let bytes = STANDARD_NO_PAD_INDIFFERENT.decode(&plain).map_err(|_| not("base 64"))?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MAX_UNPACKED)
        .map_err(|_| not("deflated text of at most 4 MiB"))?;
    let text = String::from_utf8(text).map_err(|_| not("text"))?;
    Ok(expand(&text))
}

fn expand(text: &str) -> String {
    let mut long = String::with_capacity(2 * text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let code = chars.clone().next().filter(|_| c == 'z');
        match ABBREVIATIONS.iter().find(|(letter, _)| Some(*letter) == code) {
            Some((_, word)) => {
                long.push_str(word);
                chars.next();
            }
            // Links older than the escape have a plain `z`.
            None => long.push(c),
        }
    }
    long
}

/// How Penpa numbers the places of a page: cells first, then their lower right corners.
struct Places {
    width: usize,
    height: usize,
    top: i64,
    left: i64,
    rows: usize,
    cols: usize,
}

/// An element of the page has an invalid position.
#[derive(Debug, thiserror::Error)]
#[error("'{0:.24}' is no place")]
struct NoPlace(String);

impl Places {
    /// The category of a place and its row and column, which may lie outside the board.
    fn locate(&self, index: u64) -> (u64, i64, i64) {
        let (wide, high) = (self.width as u64 + 4, self.height as u64 + 4);
        let (category, index) = (index / (wide * high), index % (wide * high));
        (category, (index / wide) as i64 - 2 - self.top, (index % wide) as i64 - 2 - self.left)
    }

    fn on_board(&self, row: i64, col: i64) -> Option<(usize, usize)> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.rows && col < self.cols).then_some((row, col))
    }

    fn cell(&self, index: u64) -> Option<(usize, usize)> {
        match self.locate(index) {
            (0, row, col) => self.on_board(row, col),
            _ => None,
        }
    }

    /// The wall along the edge between two neighbouring corners: `None` where the corners are no neighbours,
    /// `Some(None)` on the frame or outside.
    #[allow(clippy::type_complexity)]
    fn wall(&self, edge: &str) -> Option<Option<(usize, usize, bool)>> {
        let (from, to) = edge.split_once(',')?;
        let (from, to) = (self.locate(from.parse().ok()?), self.locate(to.parse().ok()?));
        let right = match (from, to) {
            ((1, r1, c1), (1, r2, c2)) if r1 == r2 && (c1 - c2).abs() == 1 => false,
            ((1, r1, c1), (1, r2, c2)) if c1 == c2 && (r1 - r2).abs() == 1 => true,
            _ => return None,
        };
        let (row, col) = (from.1.max(to.1), from.2.max(to.2));
        let last = if right { col + 1 >= self.cols as i64 } else { row + 1 >= self.rows as i64 };
        Some(self.on_board(row, col).filter(|_| !last).map(|(row, col)| (row, col, right)))
    }

    fn layer(&self, map: &Map<String, Value>, passed_over: &mut usize) -> Result<Layer, NoPlace> {
        let mut layer = Layer::default();
        for (kind, things) in map {
            if kind.starts_with("command_") {
                continue;
            }
            let Value::Object(things) = things else {
                *passed_over += drawn(things);
                continue;
            };
            for (place, thing) in things {
                let index = || place.parse::<u64>().map_err(|_| NoPlace(place.clone()));
                let first = thing.get(0);
                let taken = match kind.as_str() {
                    "surface" => match (self.cell(index()?), thing.as_i64()) {
                        (Some(cell), Some(colour)) => layer.surface.insert(cell, colour).is_none(),
                        _ => false,
                    },
                    "number" => match (self.cell(index()?), first, thing.get(2)) {
                        (Some(cell), Some(Value::Array(flags)), _) => {
                            let set = flags.iter().zip(1..).filter(|(flag, _)| flag.as_i64() == Some(1));
                            layer.candidates.entry(cell).or_default().extend(set.map(|(_, n)| n));
                            true
                        }
                        (Some(cell), Some(text), submode) => {
                            let submode = submode.map(plain).unwrap_or_default();
                            layer.numbers.insert(cell, (plain(text), submode)).is_none()
                        }
                        _ => false,
                    },
                    "numberS" => match (self.cell(index()? / 4), first.map(plain)) {
                        (Some(cell), Some(text)) if text.bytes().all(|b| b.is_ascii_digit()) => {
                            let digits = text.bytes().map(|b| u32::from(b - b'0'));
                            layer.candidates.entry(cell).or_default().extend(digits);
                            true
                        }
                        _ => false,
                    },
                    "symbol" => match (self.cell(index()?), first, thing.get(1).and_then(Value::as_str)) {
                        (Some(cell), Some(style), Some(shape)) => {
                            let style = style.as_i64().unwrap_or_default();
                            layer.symbols.insert(cell, (style, shape.to_string())).is_none()
                        }
                        _ => false,
                    },
                    "lineE" => match self.wall(place) {
                        Some(wall) => {
                            layer.walls.extend(wall);
                            true
                        }
                        None => false,
                    },
                    // Which lines of the grid itself are hidden.
                    "deletelineE" => true,
                    _ => false,
                };
                *passed_over += usize::from(!taken);
            }
        }
        layer.candidates.values_mut().for_each(|notes| {
            notes.sort_unstable();
            notes.dedup();
        });
        Ok(layer)
    }
}

/// How many things a list of drawings holds.
fn drawn(things: &Value) -> usize {
    match things {
        Value::Array(items) => {
            items.iter().filter(|item| item.as_array().is_none_or(|a| !a.is_empty())).count()
        }
        _ => 0,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A link to a page of these lines, packed as Penpa packs it.
    pub(crate) fn link(lines: &[&str]) -> String {
        let mut text = lines.join("\n");
        for (letter, word) in ABBREVIATIONS {
            text = text.replace(word, &format!("z{letter}"));
        }
        pack(&text)
    }

    fn pack(text: &str) -> String {
        let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
        let packed = base64::engine::general_purpose::STANDARD.encode(packed);
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
    }

    /// A link to a page with this header, margins and layers.
    pub(crate) fn page(header: &str, margins: &str, question: &str, answer: &str, tags: &str) -> String {
        let rest = ["[]"; 12];
        let mut lines = vec![header, margins, "{}", question, answer];
        lines.extend(rest);
        lines.push(tags);
        link(&lines)
    }

    fn parse(link: &str) -> Result<(Page, Vec<String>), ParseError> {
        let mut warnings = Vec::new();
        let is_genre = |name: &str| crate::registry::find(name).is_some();
        Page::parse(Text::new(link), is_genre, &mut warnings).map(|page| (page, warnings))
    }

    #[test]
    fn the_layers_are_found() {
        // 10 columns make rows of 14 places, 196 in all.
        let question = r#"{"surface":{"32":4,"30":1,"0":3},"number":{"32":["2",7,"1"],"45":[[1,0,1],1,"7"]},
            "lineE":{"226,227":2,"227,241":2,"1,2":2},"symbol":{"33":[3,"sun_moon",1]},"thermo":[[]],
            "numberS":{"124":["42",1]},"line":{"32,33":3},"command_redo":{"__a":[]},"squareframe":[]}"#
            .replace('\n', "");
        let link = page("square,10,10,38,Title: zone,", "[0,0,0,0]", &question, "{}", "[\"Demo\"]");
        assert!(detect(Text::new(&link)));
        let (page, warnings) = parse(&link).unwrap();
        assert_eq!((page.rows, page.cols, page.grid_type.as_str()), (10, 10, "square"));
        assert_eq!(page.tags, ["demo"]);
        let layer = page.question;
        assert_eq!(layer.surface.into_iter().collect::<Vec<_>>(), [((0, 0), 1), ((0, 2), 4)]);
        assert_eq!(layer.numbers[&(0, 2)], ("2".to_string(), "1".to_string()));
        assert_eq!(layer.candidates[&(1, 1)], [1, 3]);
        assert_eq!(layer.candidates[&(0, 1)], [2, 4]);
        assert_eq!(layer.symbols[&(0, 3)], (3, "sun_moon".to_string()));
        assert_eq!(layer.walls, [(0, 1, false), (1, 1, true)]);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].starts_with("3 drawn"), "{warnings:?}");
    }

    #[test]
    fn margins_are_not_part_of_the_board() {
        let link = page("square,4,5,38", "[1,0,2,0]", r#"{"surface":{"28":4}}"#, "{}", "");
        let (page, warnings) = parse(&link).unwrap();
        assert_eq!((page.rows, page.cols), (4, 2));
        assert_eq!(page.question.surface.into_keys().collect::<Vec<_>>(), [(0, 0)]);
        assert!(warnings.is_empty());
        let percent = link.replace('=', "%3D").replacen("%3D", "=", 2).replace('+', "%2B");
        assert_eq!(parse(&percent).unwrap().0.rows, 4);
    }

    #[test]
    fn abbreviations_are_written_out() {
        assert_eq!(expand("zZzSzZZ ze zO"), "z\"surface\"zZ ze null");
        let text = "square,4,4,38,Title: puzZzZle\n[0,0,0,0]\n{z9:zQ}\n\
            {zS:{\"18\":4},zN:{\"18\":[\"1\",7,\"1\"]},zY:{\"19\":[3,\"sun_moon\",1]},zE:{\"82,83\":2},z1:{},zF:{},z2:{},\
            zT:[],z3:[],zD:[],z0:[],z5:[],zL:{},zW:{},zC:{},z4:{},z6:[],z7:[],zR:{z_:[]},zU:{z_:[]},z8:{z_:[]}}\n\
            {zS:{\"26\":2}}";
        let (page, warnings) = parse(&pack(text)).unwrap();
        assert_eq!(page.question.surface[&(0, 0)], 4);
        assert_eq!(page.question.numbers[&(0, 0)].0, "1");
        assert_eq!(page.question.symbols[&(0, 1)], (3, "sun_moon".to_string()));
        assert_eq!(page.question.walls, [(0, 1, false)]);
        assert_eq!(page.answer.surface[&(1, 0)], 2);
        assert_eq!(warnings, [""; 0]);
    }

    #[test]
    fn a_wrapped_address_is_found() {
        let link = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=https://puzz.link/p?a=b&demo/3/3/i";
        assert_eq!(embedded(Text::new(link)).unwrap().as_str(), "https://puzz.link/p?a=b&demo/3/3/i");
    }

    #[test]
    fn damaged_links_are_refused() {
        let good = page("square,4,4,38", "[0,0,0,0]", "{}", "{}", "");
        assert!(parse(&good).is_ok());
        let bomb = link(&[&" ".repeat(MAX_UNPACKED + 1)]);
        assert!(bomb.len() < 10_000);
        let cases = [
            bomb,
            good[..good.len() - 12].to_string(),
            good.replace("p=", "p=!"),
            good.replace("p=", "q="),
            good.split_once("p=").unwrap().0.to_string() + "p=",
            link(&["4,4,38"]),
            link(&["hex,4,4,38"]),
            link(&["square,4"]),
            link(&["square,4,999999999999"]),
            link(&["square,4,4", "[0,0,0]"]),
            page("square,4,4,38", "[0,0,4,0]", "{}", "{}", ""),
            page("square,1500,4,38", "[0,0,0,0]", "{}", "{}", ""),
            page("square,4,4,38", "[0,0,0,0]", "{", "{}", ""),
            page("square,4,4,38", "[0,0,0,0]", "[]", "{}", ""),
            page("square,4,4,38", "[0,0,0,0]", "{}", "", ""),
            page("square,4,4,38", "[0,0,0,0]", r#"{"surface":{"x":1}}"#, "{}", ""),
        ];
        for case in cases {
            assert!(parse(&case).unwrap_err().at.is_some(), "{:.200}", case);
        }
    }
}
