//! A page as SVG.

use super::{Page, Sheet};
use crate::scene::shapes::{Anchor, Cap, Colour, Segment, Shape};
use crate::scene::svg::escaped;
use std::fmt::Write;

impl Sheet {
    /// A page as a picture of its own.
    pub fn svg(&self, page: &Page) -> String {
        let (width, height) = self.paper.size();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}pt\" \
             height=\"{height}pt\" font-family=\"Inter,system-ui,'Helvetica Neue',Arial,sans-serif\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            escaped(&self.title)
        );
        page.shapes.iter().for_each(|shape| write(&mut out, shape));
        out.push_str("</svg>\n");
        out
    }
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// To a hundredth of a point.
fn point((x, y): (f32, f32)) -> String {
    let round = |value: f32| (value * 100.0).round() / 100.0;
    format!("{} {}", round(x), round(y))
}

fn write(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Path { segments, fill, pen } => {
            let data: String = segments.iter().map(data).collect();
            let fill = fill.map_or("none".to_string(), hex);
            let _ = write!(out, "<path d=\"{data}\" fill=\"{fill}\"");
            if let Some(pen) = pen {
                let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", hex(pen.colour), pen.width);
                if !pen.dashes.is_empty() {
                    let dashes: Vec<String> = pen.dashes.iter().map(f32::to_string).collect();
                    let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
                }
                let _ = match pen.cap {
                    Cap::Butt => Ok(()),
                    Cap::Round => write!(out, " stroke-linecap=\"round\""),
                    Cap::Square => write!(out, " stroke-linecap=\"square\""),
                };
            }
            writeln!(out, "/>")
        }
        Shape::Text { at: (x, y), anchor, size, bold, colour, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *bold { 600 } else { 400 };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" \
                 fill=\"{}\">{}</text>",
                hex(*colour),
                escaped(text)
            )
        }
    };
}

fn data(segment: &Segment) -> String {
    match segment {
        Segment::Move(to) => format!("M{}", point(*to)),
        Segment::Line(to) => format!("L{}", point(*to)),
        Segment::Curve(one, two, to) => format!("C{} {} {}", point(*one), point(*two), point(*to)),
        Segment::Close => "z".to_string(),
    }
}
