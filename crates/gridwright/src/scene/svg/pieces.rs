//! Boards in pieces that are exchanged one by one: what a page needs to go from one board to the next.

use super::{Drawing, Window, write};
use crate::grid::{Cell, Grid};
use crate::scene::marks::Marks;
use crate::scene::{Glyph, Ground, Link, Scene, Stroke, Tile};
use std::collections::{BTreeSet, HashMap};

/// The pieces of some boards of one puzzle, each kept once.
///
/// A board is the look of every cell in three layers: the grounds (slots from 0 on), the strokes and links that start in the cell, and
/// what stands in it. A look is a list of parts, which are drawn as if the cell was the first of the board; those
/// of strokes are drawn where they are.
#[derive(Default)]
pub struct Pieces {
    /// Fragments of SVG.
    pub parts: Vec<String>,
    /// Lists of parts.
    pub looks: Vec<Vec<usize>>,
    // These are only looked up, so that their order does not matter.
    part_numbers: HashMap<String, usize>,
    look_numbers: HashMap<Vec<usize>, usize>,
    tile_looks: HashMap<Tile, [usize; 2]>,
}

impl Pieces {
    /// What to change to get from a board to another: slots and their looks. No board at all is one without cells.
    pub fn changes(&mut self, old: Option<&Scene>, new: &Scene) -> Vec<(usize, usize)> {
        let number = new.grid.len();
        let layout = new.note_layout();
        let nothing = Tile { ground: Ground::Absent, ..Tile::default() };
        let mut changes = Vec::new();
        for (i, tile) in new.tiles.iter().enumerate() {
            let before = old.map_or(&nothing, |old| &old.tiles[i]);
            if before != tile {
                let then = self.of_tile(tile, layout);
                let now = self.of_tile(before, layout);
                let layers = [i, 2 * number + i].into_iter().zip(now.into_iter().zip(then));
                changes.extend(
                    layers.filter(|(_, (now, then))| now != then).map(|(slot, (_, then))| (slot, then)),
                );
            }
        }
        let cells: BTreeSet<Cell> = old.into_iter().chain([new]).flat_map(lined).collect();
        for cell in cells {
            let then = lines(new, layout, cell);
            if old.map_or(String::new(), |old| lines(old, layout, cell)) != then {
                changes.push((number + cell.index(), self.look(&then)));
            }
        }
        changes
    }

    /// The ground of a tile and what stands in it.
    fn of_tile(&mut self, tile: &Tile, layout: Option<(usize, usize)>) -> [usize; 2] {
        if let Some(looks) = self.tile_looks.get(tile) {
            return *looks;
        }
        let mut scene = Scene::new(Grid::new(1, 1).expect("a board may have one cell"));
        let mut draw = |tile: Tile| {
            *scene.tile(Cell(0)) = tile;
            let drawing = drawing(&scene, layout);
            let (mut under, mut over) = (Marks::default(), Marks::default());
            drawing.grounds(&mut under);
            drawing.frames(&mut over);
            drawing.glyphs(&mut over);
            [under, over].map(|marks| {
                let mut drawn = String::new();
                write(&mut drawn, &marks);
                drawn
            })
        };
        // Candidates one by one, as the same ones stand in many cells.
        let only = |note: u32, notes: &[u32]| notes.iter().copied().filter(|own| *own == note).collect();
        let [under, mut over] =
            draw(Tile { notes: Vec::new(), struck: Vec::new(), circled: Vec::new(), ..tile.clone() });
        for &note in tile.notes.iter().filter(|_| tile.glyph == Glyph::Empty) {
            let (struck, circled) = (only(note, &tile.struck), only(note, &tile.circled));
            let notes = vec![note];
            over += &draw(Tile { ground: Ground::Absent, notes, struck, circled, ..Tile::default() })[1];
        }
        let looks = [self.look(&under), self.look(&over)];
        self.tile_looks.insert(tile.clone(), looks);
        looks
    }

    /// The number of a look that is drawn so, one part a line. Nothing is look 0.
    fn look(&mut self, drawn: &str) -> usize {
        if self.looks.is_empty() {
            self.looks.push(Vec::new());
            self.look_numbers.insert(Vec::new(), 0);
        }
        let look: Vec<usize> = drawn.lines().map(|line| self.part(line)).collect();
        let next = self.looks.len();
        *self.look_numbers.entry(look).or_insert_with_key(|look| {
            self.looks.push(look.clone());
            next
        })
    }

    fn part(&mut self, line: &str) -> usize {
        if let Some(number) = self.part_numbers.get(line) {
            return *number;
        }
        self.parts.push(line.to_string());
        self.part_numbers.insert(line.to_string(), self.parts.len() - 1);
        self.parts.len() - 1
    }
}

fn drawing(scene: &Scene, layout: Option<(usize, usize)>) -> Drawing<'_> {
    Drawing::of(scene, layout, Window::whole(&scene.grid))
}

/// The cells at which lines start.
fn lined(scene: &Scene) -> impl Iterator<Item = Cell> + '_ {
    let near = scene.grid.cells().zip(&scene.tiles).filter(|(_, tile)| tile.near || tile.hint);
    let starts = scene.strokes.iter().map(|stroke| stroke.from);
    near.map(|(cell, _)| cell).chain(starts).chain(scene.links.iter().map(|link| link.from.cell))
}

/// The lines that start at a cell.
fn lines(scene: &Scene, layout: Option<(usize, usize)>, cell: Cell) -> String {
    let strokes: Vec<Stroke> = scene.strokes.iter().copied().filter(|stroke| stroke.from == cell).collect();
    let links: Vec<Link> = scene.links.iter().copied().filter(|link| link.from.cell == cell).collect();
    let (drawing, mut marks, mut drawn) = (drawing(scene, layout), Marks::default(), String::new());
    drawing.outline(&mut marks, [cell]);
    drawing.strokes(&mut marks, &strokes);
    drawing.links(&mut marks, &links);
    write(&mut drawn, &marks);
    drawn
}
