//! The font: Inter, regular and semi-bold.

use ttf_parser::{Face, GlyphId};

/// A font file.
pub(crate) struct Font {
    pub name: &'static str,
    pub data: &'static [u8],
}

pub(crate) static REGULAR: Font =
    Font { name: "Inter-Regular", data: include_bytes!("../fonts/Inter-Regular.ttf") };
pub(crate) static BOLD: Font =
    Font { name: "Inter-SemiBold", data: include_bytes!("../fonts/Inter-SemiBold.ttf") };

impl Font {
    pub fn face(&self) -> Face<'static> {
        Face::parse(self.data, 0).expect("the built-in font is whole")
    }

    pub fn has(&self, c: char) -> bool {
        self.face().glyph_index(c).is_some()
    }
}

/// The glyphs of a text; a question mark for what the font does not have.
pub(crate) fn glyphs(face: &Face<'_>, text: &str) -> Vec<GlyphId> {
    let glyph = |c: char| face.glyph_index(c).or_else(|| face.glyph_index('?'));
    text.chars().filter_map(glyph).collect()
}

/// The width of glyphs, as a part of their size.
pub(crate) fn width(face: &Face<'_>, glyphs: &[GlyphId]) -> f32 {
    let units: f32 = glyphs.iter().map(|glyph| f32::from(face.glyph_hor_advance(*glyph).unwrap_or(0))).sum();
    units / f32::from(face.units_per_em())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::sheet::text_width;

    /// The library lays text out without the font: its widths must be the font's.
    #[test]
    fn texts_are_as_wide_as_the_library_takes_them_to_be() {
        for (font, bold) in [(&REGULAR, false), (&BOLD, true)] {
            let face = font.face();
            for c in (' '..='~').map(String::from) {
                let found = width(&face, &glyphs(&face, &c));
                assert!((found - text_width(&c, 1.0, bold)).abs() < 0.001, "{c}: {found}");
            }
        }
    }
}
