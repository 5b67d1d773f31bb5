//! Pictures for the page, in its colours.

#[cfg(feature = "puzzles")]
use gridwright::scene::{Scene, svg::Window};
use serde::Serialize;

/// A picture of a whole board.
#[derive(Debug, Serialize)]
pub struct PictureView {
    /// What to show: left, top, width and height.
    pub view_box: [usize; 4],
    /// The inside of an `svg` element.
    pub markup: String,
    /// What it shows, in words.
    pub title: String,
}

#[cfg(feature = "puzzles")]
impl PictureView {
    /// Of a scene.
    pub fn of(scene: &Scene, title: impl Into<String>) -> PictureView {
        let block = scene.block(&Window::whole(&scene.grid));
        PictureView { view_box: block.view_box, markup: block.markup, title: title.into() }
    }
}
