//! Boards in pieces that are exchanged one by one: what a page needs to go from one board to the next.

use super::{Drawing, Edges};
use crate::grid::{Cell, Grid};
use crate::scene::{Glyph, Ground, Scene, Stroke, Tile};
use std::collections::HashMap;

/// The pieces of some boards of one puzzle, each kept once.
///
/// A board is the look of every cell in three layers: the grounds (slots from 0 on), the strokes that start in the cell, and
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
        let mut starts: Vec<Cell> =
            strokes(old).chain(strokes(Some(new))).map(|stroke| stroke.from).collect();
        starts.sort_unstable();
        starts.dedup();
        for cell in starts {
            let from = |stroke: &Stroke| stroke.from == cell;
            let then: Vec<Stroke> = strokes(Some(new)).filter(from).collect();
            if strokes(old).filter(from).collect::<Vec<_>>() != then {
                let mut drawn = String::new();
                drawing(new, layout).strokes(&mut drawn, &then);
                changes.push((number + cell.index(), self.look(&drawn)));
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
            let (mut under, mut over) = (String::new(), String::new());
            drawing.grounds(&mut under);
            drawing.frames(&mut over);
            drawing.glyphs(&mut over);
            (under, over)
        };
        // Candidates one by one, as the same ones stand in many cells.
        let (under, mut over) = draw(Tile { notes: Vec::new(), struck: Vec::new(), ..tile.clone() });
        for &note in tile.notes.iter().filter(|_| tile.glyph == Glyph::Empty) {
            let struck = tile.struck.iter().copied().filter(|struck| *struck == note).collect();
            over += &draw(Tile { ground: Ground::Absent, notes: vec![note], struck, ..Tile::default() }).1;
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
    Drawing { scene, edges: Edges::of(scene), layout }
}

fn strokes(scene: Option<&Scene>) -> impl Iterator<Item = Stroke> + '_ {
    scene.into_iter().flat_map(|scene| scene.strokes.iter().copied())
}
