//! What is written, read again by other means than ours: the structure of PDF and PNG as their standards have it.

use gridwright::sheet::{Entry, Sheet, Solutions, Style};
use gridwright::{Limits, Puzzle, registry};
use gridwright_paper::{pdf, png};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use std::collections::BTreeMap;

fn sheet(per_page: usize) -> Sheet {
    let style = Style {
        title: "Five (5) \\ kinds".to_string(),
        per_page,
        solutions: Solutions::End,
        ..Style::default()
    };
    let puzzles = registry::ALL.iter().map(|genre| Puzzle::parse(genre.example).unwrap());
    let entries: Vec<Entry> = puzzles.map(|puzzle| Entry::new(&puzzle, &style, &Limits::default())).collect();
    Sheet::new(&entries, &style)
}

fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    bytes[from..].windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
}

/// The objects of a document by their numbers, found by its table of places.
fn objects(pdf: &[u8]) -> BTreeMap<usize, &[u8]> {
    assert!(pdf.starts_with(b"%PDF-1."));
    let tail = String::from_utf8_lossy(&pdf[pdf.len() - 64..]).into_owned();
    let start: usize =
        tail.split("startxref").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    let table = String::from_utf8_lossy(&pdf[start..]).into_owned();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("xref"));
    let count: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let mut objects = BTreeMap::new();
    for (number, line) in lines.take(count).enumerate().filter(|(_, line)| line.contains(" n")) {
        let at: usize = line.split(' ').next().unwrap().parse().unwrap();
        let head = format!("{number} 0 obj");
        assert!(pdf[at..].starts_with(head.as_bytes()), "object {number} is not at {at}");
        let end = find(pdf, b"endobj", at).unwrap();
        objects.insert(number, &pdf[at + head.len()..end]);
    }
    objects
}

fn stream(object: &[u8]) -> Option<Vec<u8>> {
    let start = find(object, b"stream\n", 0)? + b"stream\n".len();
    let end = find(object, b"\nendstream", start)?;
    Some(decompress_to_vec_zlib(&object[start..end]).unwrap_or_else(|_| object[start..end].to_vec()))
}

/// The characters of the glyphs, as a map in the document says: `<0012> <0041>`.
fn characters(map: &str) -> BTreeMap<u16, char> {
    let number = |part: &str| u32::from_str_radix(part.trim_matches(['<', '>']), 16).ok();
    let pair = |line: &str| {
        let (glyph, c) = line.split_once("> <")?;
        Some((number(glyph)? as u16, char::from_u32(number(c)?)?))
    };
    map.lines().filter_map(pair).collect()
}

/// The byte that is written after a backslash: three octal digits, a letter, or itself.
fn escaped(bytes: &mut impl Iterator<Item = u8>) -> u8 {
    match bytes.next().unwrap() {
        first @ b'0'..=b'7' => bytes.take(2).fold(first - b'0', |byte, digit| byte * 8 + (digit - b'0')),
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 8,
        b'f' => 12,
        other => other,
    }
}

/// The texts that are shown, each as the bytes of its glyphs.
fn shown(content: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut at = 0;
    while let Some(end) = find(content, b" Tj", at) {
        let line = content[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
        let text = match content[end - 1] {
            b'>' => {
                let start = content[..end].iter().rposition(|byte| *byte == b'<').unwrap() + 1;
                let digits = std::str::from_utf8(&content[start..end - 1]).unwrap();
                (0..digits.len())
                    .step_by(2)
                    .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap())
                    .collect()
            }
            _ => {
                let mut bytes = content[line + 1..end - 1].iter().copied();
                let mut text = Vec::new();
                while let Some(byte) = bytes.next() {
                    text.push(if byte == b'\\' { escaped(&mut bytes) } else { byte });
                }
                text
            }
        };
        texts.push(text);
        at = end + 3;
    }
    texts
}

#[test]
fn documents_have_their_pages_fonts_and_texts() {
    for (per_page, pages) in [(1, 6), (4, 3), (6, 2), (9, 2)] {
        let sheet = sheet(per_page);
        let written = pdf(&sheet);
        assert_eq!(written, pdf(&sheet), "the same bytes each time");
        let objects = objects(&written);
        let has = |object: &[u8], word: &[u8]| find(object, word, 0).is_some();
        let is_page = |object: &&&[u8]| has(object, b"/Type /Page\n");
        assert_eq!(objects.values().filter(is_page).count(), pages);
        assert!(objects.values().any(|object| has(object, format!("/Count {pages}").as_bytes())));
        let fonts: Vec<Vec<u8>> = objects
            .values()
            .filter(|object| has(object, b"/Length1"))
            .filter_map(|object| stream(object))
            .collect();
        assert_eq!(fonts.len(), 2);
        assert!(fonts.iter().all(|font| ttf_parser::Face::parse(font, 0).is_ok()));
        let maps = objects.values().filter(|object| has(object, b"/Type /CMap"));
        let map = maps
            .filter_map(|object| stream(object))
            .map(|map| characters(&String::from_utf8_lossy(&map)))
            .next();
        let map = map.unwrap();
        let text = |glyphs: Vec<u8>| -> String {
            glyphs.chunks(2).map(|pair| map[&u16::from_be_bytes([pair[0], pair[1]])]).collect()
        };
        let contents =
            objects.values().filter_map(|object| stream(object)).filter(|content| has(content, b" Tj"));
        let texts: Vec<String> = contents.flat_map(|content| shown(&content)).map(text).collect();
        for expected in ["Five (5) \\ kinds", "1. Light Up", "5. Star Battle", "Solutions", "Sudoku."] {
            assert!(texts.iter().any(|text| text == expected), "{expected}: {texts:?}");
        }
    }
}

#[test]
fn bitmaps_are_as_large_as_the_paper_and_not_blank() {
    let sheet = sheet(6);
    let png = png(&sheet, &sheet.pages[0], 72);
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    let (width, height) = (number(16), number(20));
    assert_eq!((width, height), (595, 842));
    assert_eq!(&png[37..41], b"IDAT");
    let rows = decompress_to_vec_zlib(&png[41..41 + number(33)]).unwrap();
    assert_eq!(rows.len(), (3 * width + 1) * height);
    let dark = rows.chunks(3 * width + 1).filter(|row| row[1..].iter().any(|value| *value < 64)).count();
    assert!(dark > height / 2 && rows[1..4] == [255; 3], "{dark} rows");
}
