//! Scenes as shapes with colours, for whatever draws neither SVG nor text: PDF, bitmaps, a canvas.

mod path;
mod style;

use super::Scene;
use super::marks::{Item, Mark};
use super::svg::{BULB_PARTS, Picture};
use style::StyleSheet;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour(0, 0, 0);
}

/// A point: to the right, and down.
pub type Point = (f32, f32);

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts anew.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and its end.
    Curve(Point, Point, Point),
    /// Back to the last start.
    Close,
}

/// How the ends of lines and dashes look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Cut off.
    #[default]
    Butt,
    /// Round.
    Round,
    /// Half their width longer.
    Square,
}

/// How a line is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f32,
    /// How long dashes and gaps are in turn; empty for a solid line.
    pub dashes: Vec<f32>,
    /// Its ends.
    pub cap: Cap,
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end is given.
    Start,
    /// Its middle is given.
    #[default]
    Middle,
    /// Its right end is given.
    End,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A path.
    Path {
        /// Its pieces.
        segments: Vec<Segment>,
        /// What it is filled with.
        fill: Option<Colour>,
        /// What it is drawn with.
        pen: Option<Pen>,
    },
    /// A line of text.
    Text {
        /// Where its base line starts, is in the middle, or ends.
        at: Point,
        /// Which of these.
        anchor: Anchor,
        /// How large it is.
        size: f32,
        /// Whether it is bold.
        bold: bool,
        /// Its colour.
        colour: Colour,
        /// The text.
        text: String,
    },
}

/// What a scene is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Paper: as in pictures, without the ground around the board.
    Paper,
    /// Paper, with little ink: nothing is filled, everything is black.
    InkSaving,
}

/// A scene as shapes, and how wide and high they are together: the margin of the picture is left out.
///
/// ```
/// use gridwright::Puzzle;
/// use gridwright::scene::shapes::{Medium, Shape, shapes};
/// let puzzle = Puzzle::parse("2x1:a0")?;
/// let (size, shapes) = shapes(&puzzle.scene(&puzzle.blank()), Medium::Paper);
/// assert_eq!(size, (80.0, 40.0));
/// assert!(shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == "0")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shapes(scene: &Scene, medium: Medium) -> (Point, Vec<Shape>) {
    let Picture { size, under, lines, over, legend } = Picture::of(scene);
    let styles = StyleSheet::of(medium);
    let mut drawer = Drawer { styles, medium, shapes: Vec::new() };
    for mark in [under, lines, over, legend].into_iter().flat_map(|marks| marks.0) {
        drawer.draw(mark);
    }
    let margin = super::svg::MARGIN as f32;
    drawer.shapes.iter_mut().for_each(|shape| shape.place((-margin, -margin), 1.0));
    let inner = |side: usize| side as f32 - 2.0 * margin;
    ((inner(size.0), inner(size.1)), drawer.shapes)
}

struct Drawer {
    styles: StyleSheet,
    medium: Medium,
    shapes: Vec<Shape>,
}

impl Drawer {
    fn draw(&mut self, mark: Mark) {
        match mark {
            Mark::Path(class, data) => {
                if class == "gw-wall" && self.medium == Medium::InkSaving {
                    self.path("gw-wall-hatch", path::hatched(&path::segments(&data)));
                }
                self.path(&class, path::segments(&data));
            }
            Mark::Group(class, items) => {
                let style = self.styles.of_class(&class);
                for item in items {
                    match item {
                        Item::Circle { x, y, radius } => self.path(&class, path::circle((x, y), radius)),
                        Item::Text { x, y, size, label } => {
                            if class == "gw-on-wall" && self.medium == Medium::InkSaving {
                                let middle = (x, y - 0.36 * size);
                                self.path("gw-wall-number", path::circle(middle, 0.6 * size));
                            }
                            self.shapes.push(Shape::Text {
                                at: (x, y),
                                anchor: style.anchor,
                                size,
                                bold: style.bold,
                                colour: style.fill.unwrap_or(Colour::BLACK),
                                text: label,
                            });
                        }
                    }
                }
            }
            Mark::Bulbs(places) => {
                for place in places {
                    for (class, data) in BULB_PARTS {
                        let mut part = path::segments(data);
                        part.iter_mut().for_each(|segment| segment.place(place, 1.0));
                        self.path(class, part);
                    }
                }
            }
        }
    }

    fn path(&mut self, class: &str, segments: Vec<Segment>) {
        let style = self.styles.of_class(class);
        let (fill, pen) = (style.fill, style.pen());
        if fill.is_some() || pen.is_some() {
            self.shapes.push(Shape::Path { segments, fill, pen });
        }
    }
}

impl Segment {
    /// Makes it `scale` times as large and moves it.
    fn place(&mut self, (dx, dy): Point, scale: f32) {
        let move_point = |point: &mut Point| *point = (point.0 * scale + dx, point.1 * scale + dy);
        match self {
            Segment::Move(to) | Segment::Line(to) => move_point(to),
            Segment::Curve(one, two, to) => [one, two, to].into_iter().for_each(move_point),
            Segment::Close => {}
        }
    }
}

impl Shape {
    /// Makes it `scale` times as large and moves it.
    pub fn place(&mut self, by: Point, scale: f32) {
        match self {
            Shape::Path { segments, pen, .. } => {
                segments.iter_mut().for_each(|segment| segment.place(by, scale));
                if let Some(pen) = pen {
                    pen.width *= scale;
                    pen.dashes.iter_mut().for_each(|dash| *dash *= scale);
                }
            }
            Shape::Text { at, size, .. } => {
                *at = (at.0 * scale + by.0, at.1 * scale + by.1);
                *size *= scale;
            }
        }
    }
}
