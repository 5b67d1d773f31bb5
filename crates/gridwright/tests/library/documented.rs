//! The examples of the documentation are true: inputs are read, and the README's program is the one that runs.

use crate::common::read;
use gridwright::formats::Format;
use gridwright::registry;

const FORMATS: &str = include_str!("../../../../docs/formats.md");
const NEW_GENRE: &str = include_str!("../../../../docs/new-genre.md");
const README: &str = include_str!("../../../../README.md");

/// The fenced blocks of a document: the words behind the fence, its line number, the text inside.
fn blocks(document: &str) -> Vec<(&str, usize, String)> {
    let mut blocks: Vec<(&str, usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in document.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(words) => {
                open = !open;
                if open {
                    blocks.push((words, number + 1, String::new()));
                }
            }
            None if open => blocks.last_mut().unwrap().2 += &format!("{line}\n"),
            None => {}
        }
    }
    assert!(!open, "a fence is left open");
    blocks
}

/// A block is marked with its format, perhaps with `genre=…` where it must be said, and with `forced` where the
/// format must be said, too.
#[test]
fn every_input_is_read() {
    let mut seen = Vec::new();
    for (words, line, text) in blocks(FORMATS) {
        let mut words = words.split(' ');
        let Some(format) = words.next().map(str::parse::<Format>).and_then(Result::ok) else { continue };
        let words: Vec<&str> = words.collect();
        let genre = words.iter().find_map(|word| word.strip_prefix("genre="));
        let genre = genre.map(|name| registry::find(name).unwrap());
        let native = |format| {
            let reading = read(&text, format, genre).unwrap_or_else(|e| panic!("line {line}: {e}\n{text}"));
            reading.write(Format::Native).unwrap()
        };
        let forced = native(Some(format));
        let found = read(&text, None, genre).map(|reading| reading.write(Format::Native).unwrap());
        match words.contains(&"forced") {
            true => assert_ne!(found.ok(), Some(forced), "line {line}: detected after all"),
            false => assert_eq!(found.unwrap(), forced, "line {line}: detected as another format"),
        }
        if words.iter().any(|word| word.starts_with("genre=")) {
            assert!(read(&text, None, None).is_err(), "line {line}: needs no genre");
        }
        seen.push(format);
    }
    for (format, name, _) in Format::ALL {
        assert!(seen.contains(&format), "there is no example of {name}");
    }
}

#[test]
fn the_tables_tell_what_each_genre_reads_and_writes() {
    let rows: Vec<Vec<&str>> =
        FORMATS.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>()).collect();
    let header = rows.iter().find(|row| row.get(1) == Some(&"name")).unwrap();
    for genre in registry::ALL {
        let column = header.iter().position(|name| *name == genre.name);
        let column = column.unwrap_or_else(|| panic!("no column for {}", genre.name));
        for (format, name, _) in Format::ALL {
            let own = matches!(format, Format::Native | Format::Json);
            let expected = match (genre.readers.formats().contains(&format), genre.writes.contains(&format)) {
                (true, _) if own => "r w",
                (true, true) => "r w",
                (true, false) => "r",
                (false, true) => "w",
                (false, false) => "",
            };
            let row = rows.iter().find(|row| row.get(1) == Some(&format!("[`{name}`](#{name})").as_str()));
            assert_eq!(row.unwrap()[column], expected, "{} as {name}", genre.name);
        }
    }
}

#[test]
fn the_program_in_the_readme_is_the_one_that_runs() {
    let shown: Vec<_> = blocks(README).into_iter().filter(|(words, ..)| *words == "rust").collect();
    let library = include_str!("../../src/lib.rs");
    let commented: String = library
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .fold(String::new(), |text, line| text + line.strip_prefix(' ').unwrap_or(line) + "\n");
    assert_eq!(shown.len(), 1);
    assert!(commented.contains(&shown[0].2), "lib.rs has another program");
}

/// The page about new genres quotes one that exists, but for `…` and comments.
#[test]
fn the_example_of_a_genre_is_the_one_that_is_there() {
    let source = [
        include_str!("../../src/genres/starbattle/mod.rs"),
        include_str!("../../src/genres/starbattle/formats.rs"),
        include_str!("../../src/genres/starbattle/words.rs"),
    ];
    let lines: Vec<&str> = source.iter().flat_map(|text| text.lines().map(str::trim)).collect();
    for (_, at, block) in blocks(NEW_GENRE).into_iter().filter(|(words, ..)| *words == "rust") {
        for quoted in block.lines().filter(|line| !line.contains('…')) {
            let quoted = quoted.split("//").next().unwrap_or_default().trim();
            assert!(lines.contains(&quoted), "the block at line {at}: {quoted}");
        }
    }
}
