//! The chances of a game, turn by turn.

use super::{STYLE, opening};
use crate::analysis::{Analysis, Mark};
use crate::chance::Chance;
use std::fmt::Write;

/// The width of a graph in a file.
pub const GRAPH_WIDTH: usize = 720;

const LEFT: usize = 40;
const TOP: usize = 8;
const BESIDE: usize = 8;
const BELOW: usize = 20;
const TITLE: &str = "Black’s chance to win after each turn";

/// Black's chance to win, turn by turn: dark below the line, light above, marks where turns have them. It takes any
/// width; letters keep their size.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    analysis: &'a Analysis,
    width: usize,
    height: usize,
}

impl<'a> Graph<'a> {
    /// A graph of this width.
    pub fn new(analysis: &'a Analysis, width: usize) -> Graph<'a> {
        let width = width.clamp(200, 4_000);
        Graph { analysis, width, height: (width * 3 / 8).clamp(120, 260) }
    }

    /// What the picture shows: left, top, width and height.
    pub fn view_box(&self) -> [usize; 4] {
        [0, 0, self.width, self.height]
    }

    /// The part of it with the chances: left, top, right and bottom.
    pub fn frame(&self) -> [usize; 4] {
        [LEFT, TOP, self.width - BESIDE, self.height - BELOW]
    }

    /// The number of turns it has room for: all of the game.
    fn last(&self) -> usize {
        self.analysis.record.game.turns().len().max(1)
    }

    fn x(&self, turns: usize) -> String {
        let [left, _, right, _] = self.frame();
        let tenths = 10 * left + 10 * (right - left) * turns / self.last();
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    fn y(&self, chance: Chance) -> usize {
        let [_, top, _, bottom] = self.frame();
        top + (bottom - top) * usize::from(chance.opposite().thousandths()) / 1000
    }

    /// The inside of an `svg` element.
    pub fn markup(&self) -> String {
        let [left, top, right, bottom] = self.frame();
        let (width, height) = (right - left, bottom - top);
        let chances = &self.analysis.chances;
        let points: String = chances
            .iter()
            .enumerate()
            .map(|(i, chance)| format!("L{} {}", self.x(i), self.y(*chance)))
            .collect();
        let mut out = format!(
            "<rect class=\"g-light\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\
             <path class=\"g-dark\" d=\"M{left} {bottom}{points}L{} {bottom}z\"/>",
            self.x(chances.len().saturating_sub(1))
        );
        for percent in [0, 25, 50, 75, 100] {
            let at = self.y(Chance::of(percent, 100));
            if percent % 100 > 0 {
                let _ = write!(out, "<path class=\"g-grid\" d=\"M{left} {at}H{right}\"/>");
            }
            if percent % 50 == 0 {
                let (beside, low) = (left - 5, at + 4);
                let _ = write!(out, "<text class=\"g-chance\" x=\"{beside}\" y=\"{low}\">{percent} %</text>");
            }
        }
        let every =
            [5, 10, 20, 50, 100].into_iter().find(|every| 30 * self.last() / every <= width).unwrap_or(200);
        for i in (0..=self.last()).step_by(every) {
            let _ = write!(out, "<text x=\"{}\" y=\"{}\">{i}</text>", self.x(i), bottom + 15);
        }
        let _ = write!(
            out,
            "<rect class=\"g-frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        );
        for (i, judged) in self.analysis.turns.iter().enumerate() {
            let Some(mark) = judged.mark else { continue };
            let (x, y, class) = (self.x(i + 1), self.y(chances[i + 1]), mark_class(mark));
            let _ = write!(out, "<circle class=\"g-mark {class}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
        }
        out
    }

    /// The graph for a page that has [`STYLE`].
    pub(crate) fn plain(&self) -> String {
        opening("g", self.view_box(), TITLE) + &self.markup() + "</svg>\n"
    }
}

/// Black's chance to win, turn by turn, as an SVG picture of its own.
pub fn graph(analysis: &Analysis) -> String {
    let graph = Graph::new(analysis, GRAPH_WIDTH);
    let [x, y, width, height] = graph.view_box();
    let page = format!("<rect class=\"em-page\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
    let (opening, markup) = (opening("g", graph.view_box(), TITLE), graph.markup());
    format!("{opening}<style>{STYLE}</style>{page}{markup}</svg>\n")
}

/// The class of a mark, which has its colour.
pub(crate) fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "m1",
        Mark::Mistake => "m2",
        Mark::Blunder => "m3",
    }
}
