//! What a picture of a scene is made of: paths, texts and circles, each with the name of its style.

use std::borrow::Cow;

/// Things of one style, which are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    /// A path, as SVG writes it.
    Path(Cow<'static, str>, String),
    /// Texts and circles.
    Group(Cow<'static, str>, Vec<Item>),
    /// Bulbs around these points.
    Bulbs(Vec<(f32, f32)>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A text around `x`, with its base line at `y`.
    Text {
        x: f32,
        y: f32,
        size: f32,
        label: String,
    },
    Circle {
        x: f32,
        y: f32,
        radius: f32,
    },
}

/// Marks in the order in which they are drawn. What is empty is left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(pub Vec<Mark>);

impl Marks {
    pub fn path(&mut self, class: impl Into<Cow<'static, str>>, data: String) {
        if !data.is_empty() {
            self.0.push(Mark::Path(class.into(), data));
        }
    }

    pub fn group(&mut self, class: impl Into<Cow<'static, str>>, items: Vec<Item>) {
        if !items.is_empty() {
            self.0.push(Mark::Group(class.into(), items));
        }
    }

    pub fn bulbs(&mut self, places: Vec<(f32, f32)>) {
        if !places.is_empty() {
            self.0.push(Mark::Bulbs(places));
        }
    }
}

impl Item {
    /// A text whose digits stand on the middle of `y`.
    pub fn text(x: f32, y: f32, size: f32, label: impl Into<String>) -> Item {
        Item::Text { x, y: y + round(size * 0.36), size, label: label.into() }
    }
}

/// To a tenth, as coordinates are written.
pub(super) fn round(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}
