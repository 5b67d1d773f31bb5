//! What every genre must do, over the registry and the boards of `corpus/`: no genre is named here.

use crate::common::read;
use gridwright::formats::{Format, Text};
use gridwright::frames::native::Document;
use gridwright::model::{self, Board, Value, Verdict};
use gridwright::solve::{Answer, End, Engine, Status};
use gridwright::{Genre, Reading, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Boards with more solutions are not sorted to find the first.
const FEW: usize = 2_000;

/// Plenty for each board; a rule that is lost must fail, not go on for ever.
const STEPS: u64 = 30_000_000;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A board of the corpus.
pub struct Sample {
    /// The path below the corpus, with `/`.
    name: String,
    /// The file's name up to the extension.
    stem: String,
    /// Without remarks.
    pub text: String,
}

impl Sample {
    fn read(&self) -> Reading {
        read(&self.text, Some(Format::Native), None)
            .unwrap_or_else(|e| panic!("{}: {e} at {:?}", self.name, e.line_column(&self.text)))
    }
}

/// All files of one kind of a genre, in order of their names; at least one.
fn samples(genre: &Genre, kind: &str) -> Vec<Sample> {
    let folder = project().join("corpus").join(genre.id).join(kind);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    let sample = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
        let without_remarks = text.split_inclusive('\n').filter(|line| !line.starts_with("//")).collect();
        Sample { name: format!("{}/{kind}/{stem}.txt", genre.id), stem, text: without_remarks }
    };
    paths.into_iter().map(sample).collect()
}

pub fn all_samples() -> impl Iterator<Item = Sample> {
    let kinds = |genre: &'static &Genre| ["valid", "solved", "broken"].map(|kind| samples(genre, kind));
    registry::ALL.iter().flat_map(kinds).flatten()
}

/// The rules of the two puzzles and the two positions are the same; labels and the like may differ.
fn expect_same(read: &Reading, original: &Reading, text: &str) {
    assert_eq!(read.puzzle.genre().id, original.puzzle.genre().id, "{text}");
    assert_eq!(read.puzzle.grid(), original.puzzle.grid(), "{text}");
    assert_eq!(read.puzzle.model(), original.puzzle.model(), "{text}");
    assert_eq!(read.position, original.position, "{text}");
}

/// Gives a puzzle the options that another has, where it is drawn like that one without them: what is printed
/// must survive a format by itself; the rule variant need not.
fn set_unprinted_options(read: &mut Reading, original: &Reading) {
    let scene = |reading: &Reading| reading.puzzle.scene(&reading.position);
    assert_eq!(scene(read), scene(original));
    let text = original.write(Format::Native).unwrap();
    let header = Document::parse(Text::new(&text)).unwrap().options;
    let said: BTreeMap<&str, &str> = header.iter().filter_map(|word| word.as_str().split_once('=')).collect();
    for option in original.puzzle.genre().options {
        if let Some(value) = said.get(option.key).or(option.values.first()) {
            read.set_option(option.key, value).unwrap();
        }
    }
}

#[test]
fn every_row_of_the_registry_is_complete() {
    let mut names = BTreeSet::new();
    for genre in registry::ALL {
        for name in genre.aliases.iter().copied().chain([genre.id]) {
            assert!(names.insert(name), "'{name}' names two genres");
            assert_eq!(name, name.to_lowercase());
            assert_eq!(registry::find(&name.to_uppercase()).map(|found| found.id), Some(genre.id));
        }
        assert!(genre.summary.ends_with('.') && !genre.name.is_empty());
        for rule in genre.rules {
            assert!(rule.id.starts_with(&format!("{}.", genre.id)), "{}", rule.id);
            assert!(rule.text.ends_with('.'), "{}", rule.id);
        }
        let ids: BTreeSet<&str> = genre.rules.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), genre.rules.len(), "{} has two rules of one id", genre.id);
        let read = genre.readers.formats();
        assert!(genre.writes.iter().all(|format| read.contains(format)), "{} writes only", genre.id);
    }
}

#[test]
fn every_example_is_canonical_and_has_one_solution() {
    for genre in registry::ALL {
        let reading = read(genre.example, None, None).unwrap();
        assert_eq!(reading.puzzle.genre().id, genre.id);
        assert_eq!(reading.write(Format::Native).as_deref(), Ok(genre.example));
        let status = Engine::new(reading.puzzle.model()).status();
        assert!(matches!(status, Status::Unique(_)), "{}: {status:?}", genre.id);
    }
}

#[test]
fn every_option_takes_its_values() {
    for genre in registry::ALL {
        let example = || read(genre.example, None, None).unwrap();
        for option in genre.options {
            assert!(!option.help.is_empty());
            for value in option.values {
                let mut reading = example();
                reading.set_option(option.key, value).unwrap();
                let text = reading.write(Format::Native).unwrap();
                let is_default = value == &option.values[0];
                assert_eq!(text == genre.example, is_default, "{} {}={value}", genre.id, option.key);
                expect_same(&read(&text, None, None).unwrap(), &reading, &text);
            }
            let refusal = example().set_option(option.key, "no such value").unwrap_err();
            assert!(refusal.to_string().contains("no such value"));
        }
        let refusal = example().set_option("no such option", "yes").unwrap_err();
        assert!(refusal.to_string().contains("no such option"));
    }
}

#[test]
fn our_own_formats_give_every_board_back() {
    for sample in all_samples() {
        let reading = sample.read();
        assert!(reading.warnings.is_empty(), "{}: {:?}", sample.name, reading.warnings);
        assert_eq!(reading.write(Format::Native).as_ref(), Ok(&sample.text), "{}", sample.name);
        let json = reading.write(Format::Json).unwrap();
        for format in [Some(Format::Json), None] {
            let again = read(&json, format, None).unwrap();
            expect_same(&again, &reading, &json);
            assert_eq!(again.write(Format::Json).as_ref(), Ok(&json));
            assert_eq!(again.write(Format::Native).as_ref(), Ok(&sample.text), "{json}");
        }
    }
}

#[test]
fn foreign_formats_give_the_same_board_back_or_refuse_with_a_reason() {
    for genre in registry::ALL {
        let mut written = BTreeMap::new();
        for sample in ["valid", "solved", "broken"].into_iter().flat_map(|kind| samples(genre, kind)) {
            let reading = sample.read();
            for (format, name, _) in Format::ALL {
                let text = match reading.write(format) {
                    Ok(text) => text,
                    Err(refusal) => {
                        assert!(refusal.to_string().len() > 10, "{} as {name}: '{refusal}'", sample.name);
                        assert!(!matches!(format, Format::Native | Format::Json), "{refusal}");
                        continue;
                    }
                };
                let own = matches!(format, Format::Native | Format::Json);
                assert!(own || genre.writes.contains(&format), "{} is written as {name}", sample.name);
                *written.entry(name).or_insert(0) += 1;
                let mut again = read(&text, Some(format), Some(genre))
                    .unwrap_or_else(|e| panic!("{} as {name}: {e}\n{text}", sample.name));
                assert_eq!(again.write(format).as_ref(), Ok(&text), "{} as {name}", sample.name);
                if again.puzzle.model() != reading.puzzle.model() {
                    set_unprinted_options(&mut again, &reading);
                }
                expect_same(&again, &reading, &text);
            }
        }
        for format in genre.writes {
            let times = written.get(format.name()).copied().unwrap_or(0);
            assert!(times >= 2, "{} is written as {} {times} times", genre.id, format.name());
        }
    }
}

#[test]
fn every_rule_is_broken_by_a_board_that_breaks_no_other() {
    for genre in registry::ALL {
        let mut covered = BTreeSet::new();
        for sample in samples(genre, "broken") {
            let id = sample.stem.split('-').next().unwrap_or_default();
            let reading = sample.read();
            let rules = reading.puzzle.model();
            let broken = model::broken(rules, &reading.position.board);
            let ids: BTreeSet<&str> = broken.iter().map(|b| rules.kind(rules.get(b.rule)).id).collect();
            assert_eq!(ids, BTreeSet::from([id]), "{}", sample.name);
            assert_eq!(model::verdict(rules, &reading.position.board), Verdict::Wrong);
            let blank = Board::open(rules.atom_count());
            assert_eq!(model::broken(rules, &blank), [], "{}: without entries, too", sample.name);
            covered.insert(id.to_string());
        }
        let ids: BTreeSet<String> = genre.rules.iter().map(|rule| rule.id.to_string()).collect();
        assert_eq!(covered, ids, "broken boards of {}", genre.id);
    }
}

#[test]
fn every_rule_occurs_and_can_be_said_and_shown() {
    for genre in registry::ALL {
        let mut occurring = BTreeSet::new();
        for sample in samples(genre, "valid") {
            let reading = sample.read();
            let puzzle = &reading.puzzle;
            let rules = puzzle.model();
            assert_eq!(rules.atom_count(), puzzle.atom_count());
            for rule in rules.rules() {
                let kind = rules.kind(rule).id;
                occurring.insert(kind);
                assert!(!puzzle.sentence(rule).is_empty(), "{}: {kind}", sample.name);
                let cells = puzzle.rule_cells(rule);
                assert!(!cells.is_empty(), "{}: {kind}", sample.name);
                assert!(cells.iter().all(|cell| cell.index() < puzzle.grid().len()));
                assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), cells.len());
            }
        }
        assert_eq!(occurring, genre.rules.iter().map(|rule| rule.id).collect(), "{}", genre.id);
    }
}

#[test]
fn names_of_atoms_are_read_back_and_scenes_cover_the_board() {
    for sample in all_samples() {
        let reading = sample.read();
        let puzzle = &reading.puzzle;
        let atoms: Vec<_> = puzzle.model().atoms().collect();
        let names: BTreeSet<String> = atoms.iter().map(|&atom| puzzle.atom_name(atom)).collect();
        assert_eq!(names.len(), atoms.len(), "{}: two atoms of one name", sample.name);
        for atom in atoms {
            let name = puzzle.atom_name(atom);
            assert_eq!(puzzle.atom_named(&name), Some(atom), "{}: {name}", sample.name);
            let cell = puzzle.grid().name(puzzle.atom_cell(atom)).to_string();
            assert_eq!(name.split(' ').next(), Some(cell.as_str()), "{}", sample.name);
            assert_eq!(puzzle.atom_named(&format!("{name}x")), None);
        }
        let flagged = puzzle.flagged_scene(&reading.position);
        for scene in [puzzle.scene(&reading.position), flagged] {
            assert_eq!((scene.grid, scene.tiles.len()), (puzzle.grid(), puzzle.grid().len()));
        }
    }
}

/// `counts.tsv`: a board and the number of its solutions.
fn counts() -> BTreeMap<String, u128> {
    let table = std::fs::read_to_string(project().join("corpus/counts.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|row| row.split_once('\t').expect("a file, a tab and a number"));
    rows.map(|(file, count)| (file.to_string(), count.parse().unwrap())).collect()
}

/// Before comes the board that says yes at the first difference.
fn earlier<'b>(a: &'b Board, b: &'b Board) -> &'b Board {
    let difference = a.facts().zip(b.facts()).find(|(a, b)| a != b);
    if difference.is_none_or(|(a, _)| a.holds) { a } else { b }
}

#[test]
fn the_engine_counts_and_solves_every_valid_board() {
    let mut counts = counts();
    let mut wrong = Vec::new();
    for sample in registry::ALL.iter().flat_map(|genre| samples(genre, "valid")) {
        let expected =
            counts.remove(&sample.name).unwrap_or_else(|| panic!("counts.tsv lacks {}", sample.name));
        let puzzle = sample.read().puzzle;
        let rules = puzzle.model();
        let mut engine = Engine::new(rules);
        engine.limit_steps(Some(STEPS));
        let (counted, end) = engine.count();
        assert_eq!(end, End::Exhausted, "{}: {counted} and more", sample.name);
        if counted != expected {
            wrong.push(format!("{}\t{counted} instead of {expected}", sample.name));
            continue;
        }
        let (found, _) = engine.at_most(FEW);
        for solution in &found {
            assert!(solution.is_complete());
            assert_eq!(model::verdict(rules, solution), Verdict::Solved, "{}", sample.name);
        }
        match (engine.status(), expected) {
            (Status::None, 0) => {}
            (Status::Unique(only), 1) => assert_eq!(only, found[0]),
            (Status::Multiple(one, two), 2..) => assert_ne!(one, two),
            (status, _) => panic!("{}: {status:?}", sample.name),
        }
        match engine.first() {
            Answer::None => assert_eq!(expected, 0),
            Answer::Unknown(_) => panic!("{}: no limit was set", sample.name),
            Answer::Solution(first) if expected < FEW as u128 => {
                let least = found.iter().reduce(earlier).unwrap();
                assert_eq!(&first, least, "{}", sample.name);
            }
            Answer::Solution(first) => assert_eq!(model::verdict(rules, &first), Verdict::Solved),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts.is_empty(), "boards that are not there: {counts:?}");
}

#[test]
fn solved_boards_are_solved_and_found_where_they_are_the_only_solution() {
    for genre in registry::ALL {
        let mut unique = 0;
        for sample in samples(genre, "solved") {
            let reading = sample.read();
            let rules = reading.puzzle.model();
            let mut entered = reading.position.board.clone();
            assert_eq!(model::verdict(rules, &entered), Verdict::Solved, "{}", sample.name);
            for &given in rules.givens() {
                entered.set(given, Value::Yes);
            }
            let mut engine = Engine::new(rules);
            if let Status::Unique(solution) = engine.status() {
                unique += 1;
                assert!(solution.yes().eq(entered.yes()), "{}", sample.name);
            }
            engine.assume(entered.facts());
            let answer = engine.solve();
            assert!(matches!(answer, Answer::Solution(_)), "{}: {answer:?}", sample.name);
            for atom in entered.yes() {
                let mut without = Board::open(entered.len());
                without.extend(entered.facts().filter(|fact| fact.atom != atom && fact.holds));
                without.set(atom, Value::No);
                assert_ne!(model::verdict(rules, &without), Verdict::Solved, "{}", sample.name);
            }
        }
        assert!(unique > 0, "no solved board of {} has one solution", genre.id);
    }
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_genre_is_named_outside_its_own_folder_and_the_registry() {
    let mut files = Vec::new();
    files_below(&project().join("crates/gridwright/src"), &mut files);
    files_below(&project().join("crates/cli/src"), &mut files);
    let library = project().join("crates/gridwright/src");
    let (genres, list) = (library.join("genres"), library.join("registry.rs"));
    files.retain(|path| !path.starts_with(&genres) && *path != list);
    assert!(files.len() > 30, "{files:?}");
    // Boards in tests and command lines in the help may name one, as all documentation may.
    let help = project().join("crates/cli/src/args");
    files.retain(|path| !path.file_stem().unwrap().to_string_lossy().ends_with("tests"));
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_kept = |quoted: &&str| !(path.starts_with(&help) && quoted.starts_with("gridwright "));
        let text: String = code.split('"').filter(is_kept).collect();
        for genre in registry::ALL {
            let name = genre.name.to_lowercase();
            for name in [genre.id, &name, &name.replace(' ', "_"), &name.replace(' ', "-")] {
                assert!(!text.contains(name), "{} names {name}", path.display());
            }
            // Some aliases are ordinary words or parts of them.
            let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            for alias in genre.aliases.iter().filter(|alias| !alias.contains(' ')) {
                assert!(!words.contains(alias), "{} names {alias}", path.display());
            }
        }
    }
}
