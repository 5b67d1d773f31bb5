//! Scenes for other programs: written out whole, and as the changes between two of them.

use super::{Link, Scene, Stroke, Tile};
use crate::grid::{Cell, Grid};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A scene as other programs read it.
///
/// ```
/// use gridwright::Puzzle;
/// use gridwright::scene::{Scene, SceneView};
/// let puzzle = Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?;
/// let scene = puzzle.scene(&puzzle.blank());
/// let text = serde_json::to_string(&SceneView::from(&scene))?;
/// let again: SceneView = serde_json::from_str(&text)?;
/// assert_eq!(Scene::try_from(again)?, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneView<'a> {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Whether rows and columns wrap round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrapping: bool,
    /// One tile a cell, in reading order. What a tile does not say is empty.
    pub tiles: Cow<'a, [Tile]>,
    /// For each cell, on which of its sides thick borders run: 1 right, 2 below, 3 both; missing where there are none.
    #[serde(default, skip_serializing_if = "<[u8]>::is_empty")]
    pub borders: Cow<'a, [u8]>,
    /// Lines over the tiles.
    #[serde(default, skip_serializing_if = "<[Stroke]>::is_empty")]
    pub strokes: Cow<'a, [Stroke]>,
    /// Links between candidates or tiles, where a step is told.
    #[serde(default, skip_serializing_if = "<[Link]>::is_empty")]
    pub links: Cow<'a, [Link]>,
}

impl<'a> From<&'a Scene> for SceneView<'a> {
    fn from(scene: &'a Scene) -> SceneView<'a> {
        SceneView {
            rows: scene.grid.rows(),
            cols: scene.grid.cols(),
            wrapping: scene.grid.wrapping(),
            tiles: Cow::Borrowed(&scene.tiles),
            borders: Cow::Borrowed(if scene.has_borders() { &scene.borders } else { &[] }),
            strokes: Cow::Borrowed(&scene.strokes),
            links: Cow::Borrowed(&scene.links),
        }
    }
}

/// A scene that does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the scene has not one tile for each cell")]
pub struct BrokenScene;

impl TryFrom<SceneView<'_>> for Scene {
    type Error = BrokenScene;

    fn try_from(view: SceneView<'_>) -> Result<Scene, BrokenScene> {
        let grid = Grid::new(view.rows, view.cols).map_err(|_| BrokenScene)?.with_wrapping(view.wrapping);
        let borders = if view.borders.is_empty() { vec![0; grid.len()] } else { view.borders.into_owned() };
        let is_whole = view.tiles.len() == grid.len() && borders.len() == grid.len();
        let is_inside = |stroke: &Stroke| stroke.from.index() < grid.len() && stroke.to.index() < grid.len();
        let is_linked = |link: &Link| [link.from, link.to].iter().all(|spot| spot.cell.index() < grid.len());
        if !is_whole || !view.strokes.iter().all(is_inside) || !view.links.iter().all(is_linked) {
            return Err(BrokenScene);
        }
        let (tiles, strokes, links) =
            (view.tiles.into_owned(), view.strokes.into_owned(), view.links.into_owned());
        Ok(Scene { grid, tiles, borders, strokes, links })
    }
}

/// What changes from one scene to the next of the same board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneChanges {
    /// The tiles that change, by the number of their cell in reading order, and what they are then.
    pub tiles: Vec<(Cell, Tile)>,
    /// All lines, where they change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strokes: Option<Vec<Stroke>>,
    /// All links, where they change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<Link>>,
}

impl SceneChanges {
    /// Whether they are for a scene of this size.
    pub fn fits(&self, scene: &Scene) -> bool {
        let is_inside = |cell: Cell| cell.index() < scene.grid.len();
        let mut strokes = self.strokes.iter().flatten();
        let mut links = self.links.iter().flatten();
        self.tiles.iter().all(|(cell, _)| is_inside(*cell))
            && strokes.all(|stroke| is_inside(stroke.from) && is_inside(stroke.to))
            && links.all(|link| is_inside(link.from.cell) && is_inside(link.to.cell))
    }
}

impl Scene {
    /// What changes from this scene to another of the same board.
    ///
    /// ```
    /// use gridwright::Session;
    /// let mut session = Session::read("4x1:d")?;
    /// let mut scene = session.scene();
    /// session.perform("r1c1 bulb")?;
    /// let changes = scene.changes_to(&session.scene());
    /// assert_eq!(changes.tiles.len(), 4, "the bulb lights the whole row");
    /// scene.apply(changes);
    /// assert_eq!(scene, session.scene());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When it is another board.
    pub fn changes_to(&self, next: &Scene) -> SceneChanges {
        assert_eq!((self.grid, &self.borders), (next.grid, &next.borders), "scenes of one board");
        let changed = self.grid.cells().zip(self.tiles.iter().zip(&next.tiles)).filter(|(_, (a, b))| a != b);
        let tiles = changed.map(|(cell, (_, then))| (cell, then.clone())).collect();
        let strokes = (self.strokes != next.strokes).then(|| next.strokes.clone());
        let links = (self.links != next.links).then(|| next.links.clone());
        SceneChanges { tiles, strokes, links }
    }

    /// Makes changes.
    ///
    /// # Panics
    /// When they are for another board.
    pub fn apply(&mut self, changes: SceneChanges) {
        for (cell, tile) in changes.tiles {
            *self.tile(cell) = tile;
        }
        if let Some(strokes) = changes.strokes {
            self.strokes = strokes;
        }
        if let Some(links) = changes.links {
            self.links = links;
        }
    }
}
