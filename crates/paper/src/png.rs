//! PNG: a page as a bitmap.

use crate::font::{BOLD, REGULAR, glyphs, width};
use gridwright::scene::shapes::{Anchor, Cap, Colour, Segment, Shape};
use gridwright::sheet::{Page, Sheet};
use miniz_oxide::deflate::compress_to_vec_zlib;
use tiny_skia::{Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

/// The most dots to an inch: more than any printer has, and pages of 100 megapixels.
pub const MOST_DOTS: u32 = 1200;

/// A page as a bitmap with this many dots to an inch, at most [`MOST_DOTS`].
pub fn png(sheet: &Sheet, page: &Page, dots: u32) -> Vec<u8> {
    let scale = dots.clamp(1, MOST_DOTS) as f32 / 72.0;
    let (width, height) = sheet.paper.size();
    let side = |points: f32| (points * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(side(width), side(height)).expect("a page is not too large");
    pixels.fill(Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    page.shapes.iter().for_each(|shape| draw(&mut pixels, shape, transform));
    encode(&pixels)
}

fn draw(pixels: &mut Pixmap, shape: &Shape, transform: Transform) {
    let paint = |Colour(red, green, blue): Colour| {
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        paint
    };
    match shape {
        Shape::Path { segments, fill, pen } => {
            let Some(path) = path(segments) else { return };
            if let Some(fill) = *fill {
                pixels.fill_path(&path, &paint(fill), FillRule::Winding, transform, None);
            }
            if let Some(pen) = pen {
                let line_cap = match pen.cap {
                    Cap::Butt => LineCap::Butt,
                    Cap::Round => LineCap::Round,
                    Cap::Square => LineCap::Square,
                };
                let dash = StrokeDash::new(pen.dashes.clone(), 0.0);
                let stroke = Stroke { width: pen.width, line_cap, dash, ..Stroke::default() };
                pixels.stroke_path(&path, &paint(pen.colour), &stroke, transform, None);
            }
        }
        Shape::Text { at, anchor, size, bold, colour, text } => {
            if let Some(path) = text_path(*at, *anchor, (*size, *bold), text) {
                pixels.fill_path(&path, &paint(*colour), FillRule::Winding, transform, None);
            }
        }
    }
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move((x, y)) => builder.move_to(x, y),
            Segment::Line((x, y)) => builder.line_to(x, y),
            Segment::Curve((ax, ay), (bx, by), (x, y)) => builder.cubic_to(ax, ay, bx, by, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// A text as the outlines of its glyphs.
fn text_path((x, y): (f32, f32), anchor: Anchor, (size, bold): (f32, bool), text: &str) -> Option<Path> {
    let face = if bold { BOLD.face() } else { REGULAR.face() };
    let glyphs = glyphs(&face, text);
    let width = width(&face, &glyphs) * size;
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let scale = size / f32::from(face.units_per_em());
    let mut pen = Outline { builder: PathBuilder::new(), x: left, y, scale };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    pen.builder.finish()
}

struct Outline {
    builder: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

/// The bitmap as a PNG file. Pages are opaque, so there is no transparency in it.
fn encode(pixels: &Pixmap) -> Vec<u8> {
    let (width, height) = (pixels.width(), pixels.height());
    let mut rows = Vec::with_capacity((3 * width as usize + 1) * height as usize);
    for row in pixels.pixels().chunks(width as usize) {
        // Each row says how it differs from the one above; ours do not.
        rows.push(0);
        rows.extend(row.iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]));
    }
    // Eight bits a channel, red, green and blue, not interlaced.
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", header), (b"IDAT", compress_to_vec_zlib(&rows, 6)), (b"IEND", Vec::new())]
    {
        out.extend((data.len() as u32).to_be_bytes());
        let chunk = [&name[..], &data].concat();
        out.extend(&chunk);
        out.extend(checksum(&chunk).to_be_bytes());
    }
    out
}

/// CRC-32, as PNG has it.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    let table: Vec<u32> = (0..256).map(|byte| (0..8).fold(byte, |sum, _| step(sum))).collect();
    !bytes.iter().fold(!0, |sum, byte| table[(sum as u8 ^ byte) as usize] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }
}
