//! PDF. Text stays text, so that it can be searched and copied.

use crate::font::{BOLD, Font, REGULAR, glyphs, width};
use gridwright::scene::shapes::{Anchor, Cap, Colour, Segment, Shape};
use gridwright::sheet::{Page, Sheet};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use ttf_parser::Face;

/// How hard it is tried to make streams small.
const LEVEL: u8 = 6;

const CATALOGUE: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFORMATION: Ref = Ref::new(3);
/// The first object of each font, which has [`FONT_OBJECTS`].
const FONTS: [(&Font, Ref, Name<'static>); 2] =
    [(&REGULAR, Ref::new(4), Name(b"R")), (&BOLD, Ref::new(9), Name(b"B"))];
const FIRST_PAGE: i32 = 14;

const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A sheet as a PDF document. The same sheet gives the same bytes.
pub fn pdf(sheet: &Sheet) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let page_ref = |page: usize| Ref::new(FIRST_PAGE + 2 * page as i32);
    pdf.catalog(CATALOGUE).pages(PAGES).lang(TextStr("en"));
    let kids = (0..sheet.pages.len()).map(page_ref);
    pdf.pages(PAGES).kids(kids).count(sheet.pages.len() as i32);
    pdf.document_info(INFORMATION).title(TextStr(&sheet.title)).creator(TextStr("Gridwright"));
    for (font, first, _) in FONTS {
        embed(&mut pdf, font, first);
    }
    let (width, height) = sheet.paper.size();
    for (place, page) in sheet.pages.iter().enumerate() {
        let (own, contents) = (page_ref(place), page_ref(place).next());
        let mut written = pdf.page(own);
        written.parent(PAGES).media_box(Rect::new(0.0, 0.0, width, height)).contents(contents);
        let mut resources = written.resources();
        let mut fonts = resources.fonts();
        for (_, first, name) in FONTS {
            fonts.pair(name, first);
        }
        fonts.finish();
        resources.finish();
        written.finish();
        let packed = compress_to_vec_zlib(&content(page, height), LEVEL);
        pdf.stream(contents, &packed).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

/// What is drawn on a page. Points count downwards in a sheet, and upwards in PDF.
fn content(page: &Page, height: f32) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    let faces = [REGULAR.face(), BOLD.face()];
    for shape in &page.shapes {
        match shape {
            Shape::Path { segments, fill, pen } => {
                if let Some(Colour(red, green, blue)) = *fill {
                    let [red, green, blue] = [red, green, blue].map(part);
                    content.set_fill_rgb(red, green, blue);
                }
                if let Some(pen) = pen {
                    let Colour(red, green, blue) = pen.colour;
                    let [red, green, blue] = [red, green, blue].map(part);
                    content.set_stroke_rgb(red, green, blue).set_line_width(pen.width);
                    content.set_dash_pattern(pen.dashes.iter().copied(), 0.0);
                    content.set_line_cap(match pen.cap {
                        Cap::Butt => LineCapStyle::ButtCap,
                        Cap::Round => LineCapStyle::RoundCap,
                        Cap::Square => LineCapStyle::ProjectingSquareCap,
                    });
                }
                segments.iter().for_each(|segment| draw(&mut content, segment));
                match (fill, pen) {
                    (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                    (Some(_), None) => content.fill_nonzero(),
                    (None, Some(_)) => content.stroke(),
                    (None, None) => content.end_path(),
                };
            }
            Shape::Text { at: (x, y), anchor, size, bold, colour: Colour(red, green, blue), text } => {
                let face = &faces[usize::from(*bold)];
                let glyphs = glyphs(face, text);
                let width = width(face, &glyphs) * size;
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                let [red, green, blue] = [*red, *green, *blue].map(part);
                let bytes: Vec<u8> = glyphs.iter().flat_map(|glyph| glyph.0.to_be_bytes()).collect();
                content.set_fill_rgb(red, green, blue).begin_text();
                content.set_font(FONTS[usize::from(*bold)].2, *size);
                content.set_text_matrix([1.0, 0.0, 0.0, -1.0, left, *y]).show(Str(&bytes)).end_text();
            }
        }
    }
    content.finish().into_vec()
}

fn part(value: u8) -> f32 {
    (f32::from(value) / 255.0 * 1000.0).round() / 1000.0
}

fn draw(content: &mut Content, segment: &Segment) {
    match *segment {
        Segment::Move((x, y)) => content.move_to(x, y),
        Segment::Line((x, y)) => content.line_to(x, y),
        Segment::Curve((ax, ay), (bx, by), (x, y)) => content.cubic_to(ax, ay, bx, by, x, y),
        Segment::Close => content.close_path(),
    };
}

/// Puts a whole font into the document, in five objects from `first` on.
fn embed(pdf: &mut Pdf, font: &Font, first: Ref) {
    let descendant = first.next();
    let descriptor = descendant.next();
    let unicode = descriptor.next();
    let file = unicode.next();
    let name = Name(font.name.as_bytes());
    let face = font.face();
    let scaled = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
    pdf.type0_font(first)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(unicode);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = (0..face.number_of_glyphs()).map(|glyph| {
        let advance = face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        f32::from(advance) * 1000.0 / f32::from(face.units_per_em())
    });
    cid.widths().consecutive(0, widths);
    cid.finish();
    let bounds = face.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(scaled(face.ascender()))
        .descent(scaled(face.descender()))
        .cap_height(scaled(face.capital_height().unwrap_or(face.ascender())))
        .stem_v(if font.name == BOLD.name { 120.0 } else { 80.0 })
        .font_file2(file);
    let mut map = UnicodeCmap::new(Name(b"Inter-Unicode"), IDENTITY);
    for (glyph, c) in characters(&face) {
        map.pair(glyph, c);
    }
    pdf.cmap(unicode, &map.finish());
    let packed = compress_to_vec_zlib(font.data, LEVEL);
    pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), font.data.len() as i32);
}

/// The character that each glyph stands for.
fn characters(face: &Face<'_>) -> BTreeMap<u16, char> {
    let mut characters = BTreeMap::new();
    for subtable in face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables) {
        subtable.codepoints(|code| {
            if let (Some(c), Some(glyph)) =
                (char::from_u32(code), face.glyph_index(char::from_u32(code).unwrap_or(' ')))
            {
                characters.entry(glyph.0).or_insert(c);
            }
        });
    }
    characters
}
