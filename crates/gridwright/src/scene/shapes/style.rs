//! The style sheets of pictures, by day, as values.

use super::{Anchor, Cap, Colour, Medium, Pen};
use crate::scene::svg::{HEAT_STYLE, STYLE, TRIED_STYLE};

/// How things of a class are drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    pub fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f32,
    dashes: Vec<f32>,
    cap: Cap,
    pub bold: bool,
    pub anchor: Anchor,
}

impl Style {
    pub fn pen(&self) -> Option<Pen> {
        let (width, dashes) = (self.width, self.dashes.clone());
        self.stroke.map(|colour| Pen { colour, width, dashes, cap: self.cap })
    }

    fn set(&mut self, property: &str, value: &str) {
        let numbers = || value.split_whitespace().filter_map(|number| number.parse().ok());
        match property {
            "fill" => self.fill = colour(value),
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.width = numbers().next().unwrap_or(1.0),
            "stroke-dasharray" => self.dashes = numbers().collect(),
            "stroke-linecap" => {
                self.cap = match value {
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => Cap::Butt,
                }
            }
            "font-weight" => self.bold = numbers().next().is_some_and(|weight: f32| weight >= 600.0),
            "text-anchor" => self.anchor = if value == "start" { Anchor::Start } else { Anchor::Middle },
            _ => {}
        }
    }
}

/// A colour; patterns and `none` are none.
fn colour(value: &str) -> Option<Colour> {
    let digits = value.strip_prefix('#')?;
    let digits: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_string(),
    };
    let part = |start: usize| u8::from_str_radix(digits.get(start..start + 2)?, 16).ok();
    Some(Colour(part(0)?, part(2)?, part(4)?))
}

/// Where ink is dear. Grounds are white, what is to be told apart by its ground has lines.
const INK_SAVING: &str = "
.gw-lit,.gw-area,.gw-wall,.gw-near,.gw-hint,.gw-ground-new,.gw-star,.gw-socket{fill:none}
.gw-wall,.gw-wall-hatch{stroke:#000;stroke-width:1}
.gw-wall-hatch{fill:none;stroke-width:.6}
.gw-wall-number{fill:#fff}
.gw-thin{stroke:#777}
.gw-thick,.gw-wrap,.gw-ring,.gw-stroke,.gw-star,.gw-socket,.gw-mark{stroke:#000}
.gw-star,.gw-socket{stroke-width:1.5}
.gw-glass{fill:#fff;stroke:#000}
.gw-gleam{stroke:#000;stroke-width:1}
.gw-head,.gw-given,.gw-entered,.gw-on-wall,.gw-corner,.gw-note{fill:#000}
";

/// A rule: sets of classes, each of which it applies to, and what it sets.
type Rule = (Vec<Vec<&'static str>>, Vec<(&'static str, &'static str)>);

pub(super) struct StyleSheet(Vec<Rule>);

impl StyleSheet {
    pub fn of(medium: Medium) -> StyleSheet {
        let saving = if medium == Medium::InkSaving { INK_SAVING } else { "" };
        let sheets = [STYLE, HEAT_STYLE, TRIED_STYLE, saving];
        // At night pictures are dark, paper is not.
        let by_day =
            sheets.into_iter().flat_map(|sheet| sheet.lines().take_while(|line| !line.starts_with('@')));
        StyleSheet(by_day.filter_map(rule).collect())
    }

    /// The style of things that have these classes, with spaces between them.
    pub fn of_class(&self, classes: &str) -> Style {
        // Fills are black unless something else is said, as in SVG.
        let mut style = Style { fill: Some(Colour::BLACK), width: 1.0, ..Style::default() };
        let has = |class: &&str| classes.split(' ').any(|own| own == *class);
        let applies = |selectors: &[Vec<&str>]| selectors.iter().any(|selector| selector.iter().all(has));
        for (_, properties) in self.0.iter().filter(|(selectors, _)| applies(selectors)) {
            properties.iter().for_each(|(property, value)| style.set(property, value));
        }
        style
    }
}

/// A rule on one line: `.gw-a,.gw-b.gw-c{fill:none;stroke:#fff}`.
fn rule(line: &'static str) -> Option<Rule> {
    let (selectors, properties) = line.strip_suffix('}')?.split_once('{')?;
    let selectors =
        selectors.split(',').map(|selector| selector.trim_start_matches('.').split('.').collect());
    let properties = properties.split(';').filter_map(|property| property.split_once(':'));
    Some((selectors.collect(), properties.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_those_of_the_sheets_by_day() {
        let styles = StyleSheet::of(Medium::Paper);
        let given = styles.of_class("gw-given");
        assert_eq!((given.fill, given.bold), (Some(Colour(0x14, 0x17, 0x1c)), true));
        let gone = styles.of_class("gw-mark gw-gone").pen().unwrap();
        assert_eq!((gone.colour, gone.width, gone.cap), (Colour(0xc4, 0x3c, 0), 3.0, Cap::Round));
        assert_eq!(styles.of_class("gw-ground-gone").fill, None, "a pattern");
        assert_eq!(styles.of_class("gw-wrap").dashes, [5.0, 5.0]);
        assert_eq!(styles.of_class("gw-corner").anchor, Anchor::Start);
        assert_eq!(StyleSheet::of(Medium::InkSaving).of_class("gw-area").fill, None);
    }
}
