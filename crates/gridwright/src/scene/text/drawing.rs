//! Scenes in box drawing or ASCII characters, line by line.

use crate::grid::{Axis, Cell, Direction};
use crate::scene::edges::{Edge, Edges};
use crate::scene::paint::{Paint, Pixel, palette};
use crate::scene::{Glyph, Ground, Ink, Scene, Share, Tile};

/// Candidates are laid out in a tile up to this many; more are listed on a line.
const MOST_NOTES: usize = 25;

/// The characters of a style.
pub struct Charset {
    /// Line crossings by the weight (0 to 2) of their arms: up, right, down, left, the last counting fastest.
    junctions: &'static str,
    /// What strokes are drawn with, across and down, where heavy lines would not tell them from borders.
    strokes: Option<[char; 2]>,
    /// The same for strokes that are only tried.
    tried: [char; 2],
    /// Rim lines of a torus, across and down.
    wrapped: [char; 2],
    wall: char,
    area: char,
    absent: char,
    lit: char,
    bulb: char,
    mark: char,
    more: char,
    /// How full a candidate's share is; tenths are written where there is nothing to draw it with.
    bars: Option<[char; 8]>,
    /// Arrow heads: up, right, down, left.
    heads: [char; 4],
}

pub static BOXED: Charset = Charset {
    junctions: concat!(
        " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳",
        "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈",
        "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
    ),
    strokes: None,
    tried: ['╍', '╏'],
    wrapped: ['╌', '╎'],
    wall: '█',
    area: '░',
    absent: '╱',
    lit: '·',
    bulb: '●',
    mark: '×',
    more: '…',
    bars: Some(['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']),
    heads: ['▲', '▶', '▼', '◀'],
};

pub static ASCII: Charset = Charset {
    junctions: concat!(
        " -=|+####--=++####===######",
        "|+#|+####++#++#############",
        "###########################",
    ),
    strokes: Some(['-', '|']),
    tried: ['\'', '\''],
    wrapped: ['~', ':'],
    wall: '#',
    area: ':',
    absent: '/',
    lit: '.',
    bulb: '*',
    mark: 'x',
    more: '~',
    bars: None,
    heads: ['^', '>', 'v', '<'],
};

/// The parts of strokes inside one cell: an arm to each side, and the head of one that ends here.
#[derive(Clone, Copy, Default)]
struct Passage {
    arms: [bool; 4],
    head: Option<Direction>,
    error: bool,
    ink: Ink,
}

impl Passage {
    fn towards(&self, direction: Direction) -> bool {
        self.arms[direction as usize]
    }

    fn paint(&self, back: Option<u8>) -> Paint {
        let fore = match (self.error, back) {
            (false, back) => Paint::entered(self.ink, back.is_some()),
            (true, None) => palette::WRONG,
            (true, Some(_)) => palette::INK,
        };
        Paint { fore: Some(fore), back, bold: true }
    }
}

fn opposite(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 2) % 4]
}

fn passages(scene: &Scene) -> Vec<Passage> {
    if scene.strokes.is_empty() {
        return Vec::new();
    }
    let mut passages = vec![Passage::default(); scene.grid.len()];
    let flat = scene.grid.with_wrapping(false);
    // What is only possible would be taken for what is there.
    for stroke in scene.strokes.iter().filter(|stroke| stroke.ink != Ink::Possible) {
        let Some((direction, length)) = stroke.course(&flat) else { continue };
        passages[stroke.from.index()].arms[direction as usize] = true;
        passages[stroke.from.index()].error |= stroke.error;
        passages[stroke.from.index()].ink = stroke.ink;
        for (i, cell) in flat.ray(stroke.from, direction).take(length).enumerate() {
            let passage = &mut passages[cell.index()];
            passage.arms[opposite(direction) as usize] = true;
            passage.error |= stroke.error;
            passage.ink = stroke.ink;
            if i + 1 == length {
                passage.head = Some(direction);
            } else {
                passage.arms[direction as usize] = true;
            }
        }
    }
    passages
}

pub struct Drawing<'s> {
    pub scene: &'s Scene,
    edges: Edges<'s>,
    passages: Vec<Passage>,
    charset: &'static Charset,
    junctions: Vec<char>,
    colour: bool,
    notes_across: Option<usize>,
    /// The notes stand close together, and only thick borders have lines of their own between rows.
    is_compact: bool,
    /// Notes are left out because there is no room for them.
    pub is_cut: bool,
    /// Where the lines of each row start, its upper edge among them if that is drawn; the last one is the lower rim.
    starts: Vec<usize>,
    /// Characters across the inside of a cell.
    pub width: usize,
    /// Lines down the inside of a cell.
    pub height: usize,
}

impl<'s> Drawing<'s> {
    pub fn new(
        scene: &'s Scene,
        charset: &'static Charset,
        colour: bool,
        room: Option<(usize, usize)>,
    ) -> Drawing<'s> {
        let notes = scene.note_layout();
        let is_shared = scene.tiles.iter().flat_map(Tile::candidates).any(|(_, share)| share.is_some());
        let share_width = match (is_shared, charset.bars) {
            (false, _) => 0,
            (true, Some(_)) => 1,
            (true, None) => 2,
        };
        let width = scene.tiles.iter().map(|tile| {
            let corner = tile.corner.as_ref().map_or(0, |text| text.chars().count());
            // Two numbers side by side would be read as one.
            let beside = corner + usize::from(corner > 0 && tile.share().is_some());
            // Whatever can be entered has room, so that nothing moves when it is.
            let longest = if tile.choices > 9 { 2 } else { 0 };
            text_of(tile, charset).chars().count().max(longest) + 2 * beside.max(1)
        });
        let plain_width = width.max().unwrap_or(0).max(3) | 1;
        let cols = scene.grid.cols();
        // Where there is little room, what stands in a tile may touch its sides.
        let fits = |width: &usize| room.is_none_or(|(wide, _)| cols * (width + 1) < wide);
        let narrow_width =
            scene.tiles.iter().map(|tile| narrow_width(tile, charset)).max().unwrap_or(0).max(3) | 1;
        let plain_width = [plain_width, narrow_width].into_iter().find(fits).unwrap_or(plain_width);
        let noted_width = |across: usize, down: usize| {
            let digits = if across * down > 9 { 2 } else { 1 };
            plain_width.max(across * (digits + share_width + 1) + 1) | 1
        };
        let rows = scene.grid.rows();
        let laid_out = notes.filter(|&(across, down)| {
            let fits =
                |(wide, high)| cols * (noted_width(across, down) + 1) < wide && rows * (down + 1) < high;
            across * down <= MOST_NOTES && room.is_none_or(fits)
        });
        let edges = Edges::of(scene);
        let most = notes.map_or(0, |_| scene.tiles.iter().map(most_candidate).max().unwrap_or(0)) as usize;
        let compact = (laid_out.is_none() && (2..=9).contains(&most) && !is_shared)
            .then(|| (most.div_ceil(2).max(plain_width) | 1, 2))
            .filter(|(width, height)| {
                let lines = starts(&edges, rows, cols, *height, true).last().copied().unwrap_or(0) + 1;
                room.is_some_and(|(wide, high)| cols * (width + 1) < wide && lines <= high)
            });
        let mut is_cut = false;
        let (width, height) = match (laid_out, notes) {
            (Some((across, down)), _) => (noted_width(across, down), down),
            (None, Some(_)) if let Some(compact) = compact => compact,
            (None, Some(_)) => {
                let listed = scene.tiles.iter().map(|tile| listed(tile).chars().count()).max();
                let room = room.map_or(plain_width, |(wide, _)| {
                    (wide.saturating_sub(1) / cols.max(1)).saturating_sub(1)
                });
                // Odd: there must be a middle.
                let width = (listed.unwrap_or(0).min(room).max(plain_width) - 1) | 1;
                is_cut = listed > Some(width);
                (width, 1)
            }
            (None, None) => (plain_width, 1),
        };
        Drawing {
            scene,
            starts: starts(&edges, rows, cols, height, compact.is_some()),
            edges,
            passages: passages(scene),
            charset,
            junctions: charset.junctions.chars().collect(),
            colour,
            notes_across: laid_out.map(|(across, _)| across).or(compact.map(|_| most.div_ceil(2))),
            is_compact: compact.is_some(),
            is_cut,
            width,
            height,
        }
    }

    fn passage(&self, row: usize, col: usize) -> Passage {
        let cell = self.scene.grid.get(row, col);
        cell.and_then(|cell| self.passages.get(cell.index())).copied().unwrap_or_default()
    }

    fn junction(&self, up: Edge, right: Edge, down: Edge, left: Edge) -> char {
        let index = [up, right, down, left].into_iter().fold(0, |index, edge| index * 3 + edge as usize);
        self.junctions[index]
    }

    /// A piece of a stroke, where it crosses an edge.
    fn stroke(&self, axis: Axis, edge: Edge) -> char {
        match (self.charset.strokes, axis) {
            (Some([across, _]), Axis::Row) => across,
            (Some([_, down]), Axis::Column) => down,
            (None, Axis::Row) => self.junction(edge, Edge::Thick, edge, Edge::Thick),
            (None, Axis::Column) => self.junction(Edge::Thick, edge, Edge::Thick, edge),
        }
    }

    fn line_paint(&self, weight: Edge) -> Paint {
        if weight == Edge::Thick { Paint::default() } else { Paint::fore(palette::FAINT) }
    }

    pub fn columns(&self) -> usize {
        self.scene.grid.cols() * (self.width + 1) + 1
    }

    pub fn lines(&self) -> usize {
        self.starts.last().map_or(0, |rim| rim + 1)
    }

    /// The row that a line belongs to, and the line of edges above it (`None`) or which of the row's own lines it is.
    pub fn row_at(&self, y: usize) -> (usize, Option<usize>) {
        let row = self.starts.partition_point(|start| *start <= y).saturating_sub(1);
        let inside = self.row_top(row) + 1;
        (row, y.checked_sub(inside))
    }

    /// The line above the first of a row's own lines.
    pub fn row_top(&self, row: usize) -> usize {
        let end = self.starts.get(row + 1).copied().unwrap_or(self.lines());
        if row < self.scene.grid.rows() { end - self.height - 1 } else { end - 1 }
    }

    pub fn render(&self) -> String {
        let mut out = String::new();
        (0..self.lines()).for_each(|y| self.finish_line(&self.line(y), &mut out));
        out
    }

    /// One line of all.
    pub fn line(&self, y: usize) -> Vec<Pixel> {
        let mut line = Vec::with_capacity(self.columns());
        let ((row, part), cols) = (self.row_at(y), self.scene.grid.cols());
        match part {
            None => self.rule_line(row, &mut line),
            Some(part) => {
                for col in 0..cols {
                    line.push(self.upright(row, col, part));
                    self.cell_line(self.scene.grid.at(row, col), part, &mut line);
                }
                line.push(self.upright(row, cols, part));
            }
        }
        line
    }

    /// The line of edges above a row.
    fn rule_line(&self, row: usize, line: &mut Vec<Pixel>) {
        let (rows, cols) = (self.scene.grid.rows(), self.scene.grid.cols());
        let across = |col: usize| if col < cols { self.edges.above(row, col) } else { Edge::None };
        for col in 0..=cols {
            let up = row.checked_sub(1).map_or(Edge::None, |row| self.edges.left_of(row, col));
            let down = if row < rows { self.edges.left_of(row, col) } else { Edge::None };
            let left = col.checked_sub(1).map_or(Edge::None, across);
            let right = across(col);
            let strongest = up.max(right).max(down).max(left);
            line.push((self.junction(up, right, down, left), self.line_paint(strongest)));
            if col == cols {
                break;
            }
            let dash = match right {
                edge if self.edges.wraps(row == 0 || row == rows) && edge != Edge::None => {
                    self.charset.wrapped[0]
                }
                edge => self.junction(Edge::None, edge, Edge::None, edge),
            };
            let start = line.len();
            line.resize(start + self.width, (dash, self.line_paint(right)));
            let above = row.checked_sub(1).map(|row| self.passage(row, col)).unwrap_or_default();
            let below = self.passage(row, col);
            if above.towards(Direction::Down) || below.towards(Direction::Up) {
                let crossing = self.stroke(Axis::Column, right);
                let head = self
                    .head_on_rim(row, col, Direction::Down)
                    .or_else(|| row.checked_sub(1).and_then(|row| self.head_on_rim(row, col, Direction::Up)));
                let passage = Passage { error: above.error && below.error, ..below };
                line[start + self.width / 2] = (head.unwrap_or(crossing), passage.paint(None));
            }
        }
    }

    /// One character of the line on the left of a cell.
    fn upright(&self, row: usize, col: usize, part: usize) -> Pixel {
        let cols = self.scene.grid.cols();
        let edge = self.edges.left_of(row, col);
        let left = col.checked_sub(1).map(|col| self.passage(row, col)).unwrap_or_default();
        let right = self.passage(row, col);
        if part == self.height / 2 && (left.towards(Direction::Right) || right.towards(Direction::Left)) {
            let crossing = self.stroke(Axis::Row, edge);
            let head = self
                .head_on_rim(row, col, Direction::Right)
                .or_else(|| col.checked_sub(1).and_then(|col| self.head_on_rim(row, col, Direction::Left)));
            let passage = Passage { error: left.error && right.error, ..right };
            return (head.unwrap_or(crossing), passage.paint(None));
        }
        let bar = match edge {
            edge if self.edges.wraps(col == 0 || col == cols) && edge != Edge::None => {
                self.charset.wrapped[1]
            }
            edge => self.junction(edge, Edge::None, edge, Edge::None),
        };
        (bar, self.line_paint(edge))
    }

    /// The head of a stroke that ends in a cell whose middle is taken: it moves to the edge before the cell.
    fn head_on_rim(&self, row: usize, col: usize, direction: Direction) -> Option<char> {
        let cell = self.scene.grid.get(row, col)?;
        let taken = !self.scene.tiles[cell.index()].is_clear();
        let ends = self.passage(row, col).head == Some(direction);
        (taken && ends).then(|| self.charset.heads[direction as usize])
    }

    /// One line of the inside of a cell.
    fn cell_line(&self, cell: Cell, part: usize, line: &mut Vec<Pixel>) {
        let tile = &self.scene.tiles[cell.index()];
        let passage = self.passages.get(cell.index()).copied().unwrap_or_default();
        let paint = Paint::of(tile);
        let fill = match tile.ground {
            Ground::Wall if !self.colour => self.charset.wall,
            Ground::Area if !self.colour => self.charset.area,
            Ground::Absent => self.charset.absent,
            _ => ' ',
        };
        let start = line.len();
        line.resize(start + self.width, (fill, paint));
        let inside = &mut line[start..];
        let (middle, centre) = (self.height / 2, self.width / 2);
        self.draw_passage(&passage, part, paint.back, inside);
        if part == middle {
            let text = text_of(tile, self.charset);
            let from = (self.width - text.chars().count()).div_ceil(2);
            for (pixel, c) in inside[from..].iter_mut().zip(text.chars()) {
                *pixel = (c, paint);
            }
            if tile.ground == Ground::Lit && tile.is_clear() {
                inside[centre].0 = self.charset.lit;
            }
        }
        if tile.glyph == Glyph::Empty {
            self.draw_notes(tile, part, paint, inside);
        }
        if part == 0 {
            for (pixel, c) in inside.iter_mut().zip(tile.corner.iter().flat_map(|text| text.chars())) {
                *pixel = (c, Paint { bold: true, ..paint });
            }
            if let Ink::Tried(depth) = tile.ink {
                inside[0] = (if depth > 1 { '"' } else { '\'' }, paint);
            }
            let last = inside.len() - 1;
            if tile.error || passage.error && !self.scene.tiles[cell.index()].is_clear() {
                inside[last] = ('!', paint);
            } else if tile.hint {
                inside[last] = ('?', paint);
            }
        }
    }

    fn draw_passage(&self, passage: &Passage, part: usize, back: Option<u8>, inside: &mut [Pixel]) {
        let (middle, centre) = (self.height / 2, self.width / 2);
        let paint = passage.paint(back);
        let arm = |direction: Direction| if passage.towards(direction) { Edge::Thick } else { Edge::None };
        let [up, right, down, left] = Direction::ALL.map(arm);
        let [dash, upright] = match passage.ink {
            Ink::Tried(_) => self.charset.tried,
            _ => [Axis::Row, Axis::Column].map(|axis| self.stroke(axis, Edge::None)),
        };
        if part != middle {
            let arm = if part < middle { up } else { down };
            if arm == Edge::Thick {
                inside[centre] = (upright, paint);
            }
            return;
        }
        if left == Edge::Thick {
            inside[..centre].fill((dash, paint));
        }
        if right == Edge::Thick {
            inside[centre + 1..].fill((dash, paint));
        }
        if let Some(direction) = passage.head {
            inside[centre] = (self.charset.heads[direction as usize], paint);
        } else if passage.arms.contains(&true) {
            inside[centre] = match (up.max(down), left.max(right)) {
                (Edge::None, _) => (dash, paint),
                (_, Edge::None) => (upright, paint),
                _ if self.charset.strokes.is_some() => ('+', paint),
                _ => (self.junction(up, right, down, left), paint),
            };
        }
    }

    fn draw_notes(&self, tile: &Tile, part: usize, paint: Paint, inside: &mut [Pixel]) {
        let paint = Paint { bold: false, fore: paint.back.and(paint.fore).or(Some(palette::FAINT)), ..paint };
        let Some(across) = self.notes_across else {
            let list: Vec<char> = listed(tile).chars().collect();
            let fitting = if list.len() > self.width { self.width - 1 } else { list.len() };
            let more = (fitting < list.len()).then_some(self.charset.more);
            // From the left: what stands in the middle was entered.
            for (pixel, c) in inside.iter_mut().zip(list.into_iter().take(fitting).chain(more)) {
                *pixel = (c, paint);
            }
            return;
        };
        if self.is_compact {
            for (note, _) in tile.candidates() {
                let index = (note as usize).saturating_sub(1);
                if index / across == part
                    && let Some(digit) = char::from_digit(note, 10)
                {
                    inside[index % across] = (digit, paint);
                }
            }
            return;
        }
        let pitch = (self.width - 1) / across;
        for (note, share) in tile.candidates() {
            let index = (note as usize).saturating_sub(1);
            if index / across != part {
                continue;
            }
            let text: Vec<char> = match (share, self.charset.bars) {
                (None, _) => note.to_string().chars().collect(),
                (Some(share), Some(bars)) => {
                    let bar = bars[share.eighths().max(1) as usize - 1];
                    note.to_string().chars().chain([bar]).collect()
                }
                (Some(share), None) => format!("{note}:{}", share.tenths()).chars().collect(),
            };
            let end = (index % across + 1) * pitch;
            let from = end.saturating_sub(text.len());
            let paint = share.and_then(Paint::of_share).unwrap_or(paint);
            for (pixel, c) in inside[from..].iter_mut().zip(text) {
                *pixel = (c, paint);
            }
        }
    }

    fn finish_line(&self, line: &[Pixel], out: &mut String) {
        let mut rest = line;
        while rest.last().is_some_and(|(c, paint)| *c == ' ' && paint.back.is_none()) {
            rest = &rest[..rest.len() - 1];
        }
        if self.colour {
            for run in rest.chunk_by(|a, b| a.1 == b.1) {
                let styled = run[0].1 != Paint::default();
                if styled {
                    run[0].1.write_start(out);
                }
                out.extend(run.iter().map(|(c, _)| *c));
                if styled {
                    out.push_str("\x1b[0m");
                }
            }
        } else {
            out.extend(rest.iter().map(|(c, _)| *c));
        }
        out.push('\n');
    }
}

/// Where the lines of each row start, and the lower rim. In a compact drawing an edge between rows has a line only where
/// some part of it is thick.
fn starts(edges: &Edges<'_>, rows: usize, cols: usize, height: usize, is_compact: bool) -> Vec<usize> {
    let has_line = |row: usize| {
        !is_compact || row == 0 || row == rows || (0..cols).any(|col| edges.above(row, col) == Edge::Thick)
    };
    let mut starts = Vec::with_capacity(rows + 1);
    let mut y = 0;
    for row in 0..=rows {
        starts.push(y);
        y += usize::from(has_line(row)) + height;
    }
    starts
}

/// The least that a tile needs across. A number in the corner must not cover what stands in the middle.
fn narrow_width(tile: &Tile, charset: &Charset) -> usize {
    let corner = tile.corner.as_ref().map_or(0, |text| text.chars().count());
    let longest = if tile.choices > 9 { 2 } else { 0 };
    let text = text_of(tile, charset).chars().count();
    if text > 0 && corner > 0 { text + 2 * corner } else { text.max(corner).max(longest) }
}

/// The largest candidate that a tile has or may have.
fn most_candidate(tile: &Tile) -> u32 {
    tile.candidates().map(|(note, _)| note).fold(tile.choices, u32::max)
}

/// The candidates of a tile on one line.
fn listed(tile: &Tile) -> String {
    let notes: Vec<String> = tile.candidates().map(|(note, _)| note.to_string()).collect();
    notes.join(if tile.choices > 9 { " " } else { "" })
}

/// What stands in the middle of a tile.
fn text_of(tile: &Tile, charset: &Charset) -> String {
    let glyph = match &tile.glyph {
        Glyph::Empty => String::new(),
        Glyph::Label(text) => text.clone(),
        Glyph::Circle(text) => format!("({text})"),
        Glyph::Bulb => charset.bulb.to_string(),
        Glyph::Star => "*".to_string(),
        Glyph::Mark => charset.mark.to_string(),
    };
    glyph + &tile.share().map(Share::percent).unwrap_or_default()
}
