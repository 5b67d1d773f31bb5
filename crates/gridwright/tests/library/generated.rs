//! Generated puzzles meet their specs. And the same seed gives the same puzzles, on every platform: those of
//! `corpus/GENRE/generated.txt`; after a wanted change, `UPDATE_GENERATED=1` writes them anew.

use gridwright::formats::Format;
use gridwright::generate::{Generated, Generator, Maker, Outcome, Setting, Spec, Symmetry};
use gridwright::grid::Cell;
use gridwright::model::{Model, Role};
use gridwright::random::Random;
use gridwright::rating::{Level, Rating};
use gridwright::solve::Engine;
use gridwright::{Genre, Puzzle, registry};
use std::path::Path;

fn first_puzzles(genre: &'static Genre) -> String {
    let mut texts = Vec::new();
    let spec = Spec::new(genre).square(6);
    let rating = |hundredths| Some(Rating::from_hundredths(hundredths));
    for (spec, number) in [
        (Spec::new(genre).square(9).minimal(), 0),
        (spec.clone(), 1),
        (Spec { min: rating(100), max: rating(300), ..spec }, 2),
    ] {
        let outcome = Generator::new(spec).unwrap().make(1, number);
        let Outcome::Found(made) = outcome else { panic!("{}: {outcome:?}", genre.id) };
        texts.push(text(&made.puzzle));
    }
    texts.join("\n")
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(genre.id).join("generated.txt");
        let made = first_puzzles(genre);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(&file, &made).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), made, "{}", file.display());
    }
}

/// How many solutions there are, up to two, by looking for them one after the other.
fn solutions(model: &Model) -> usize {
    Engine::new(model).at_most(2).0.len()
}

fn text(puzzle: &Puzzle) -> String {
    puzzle.to_text(Format::Native).unwrap()
}

fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let model = puzzle.model();
    let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
    clues.filter_map(|rule| puzzle.rule_place(rule)).collect()
}

/// A random spec for a board of this size.
fn some_spec(genre: &'static Genre, side: usize, random: &mut Random) -> Spec {
    let mut spec = Spec { minimal: random.percent(50), ..Spec::new(genre).square(side) };
    let is_symmetric = genre.maker.is_some_and(|maker| maker.takes().contains(&Setting::Symmetry));
    if is_symmetric && random.percent(50) {
        spec.symmetry = Some(Symmetry::ALL[random.index(Symmetry::ALL.len())].0);
    }
    // Whatever is neither hard to come by nor all there is.
    if random.percent(40) {
        spec.difficulty = Some(Level::ALL[1 + random.index(2)]);
    }
    spec
}

fn expect_as_specified(made: &Generated, spec: &Spec, maker: &dyn Maker) {
    let puzzle = &made.puzzle;
    let written = text(puzzle);
    assert_eq!((puzzle.grid().rows(), puzzle.grid().cols()), (spec.rows, spec.cols));
    assert_eq!(Engine::new(puzzle.model()).at_most(2).0, std::slice::from_ref(&made.solution), "{written}");
    let read = Puzzle::parse(&written).unwrap();
    assert_eq!(solutions(read.model()), 1, "{written}");
    let symmetry = spec.symmetry.unwrap_or(maker.usual_symmetry());
    let clues = clues(puzzle);
    let scene = puzzle.scene(&puzzle.blank());
    for orbit in symmetry.orbits(&puzzle.grid()) {
        let is_alike = |cell: &Cell| {
            scene.tiles[cell.index()].ground == scene.tiles[orbit[0].index()].ground
                && (!maker.clues_are_symmetric() || clues.contains(cell) == clues.contains(&orbit[0]))
        };
        assert!(orbit.iter().all(is_alike), "{} {written}", symmetry.name());
        if spec.minimal && maker.clues_are_symmetric() && clues.contains(&orbit[0]) {
            let fewer = maker.without(puzzle.board(), &orbit).model();
            assert_eq!(solutions(&fewer), 2, "{orbit:?} is not needed: {written}");
        }
    }
    if spec.minimal && !maker.clues_are_symmetric() {
        for clue in &clues {
            let fewer = maker.without(puzzle.board(), &[*clue]).model();
            assert_eq!(solutions(&fewer), 2, "{clue:?} is not needed: {written}");
        }
    }
    if let Some(level) = spec.difficulty {
        assert_eq!(read.rate().unwrap().level(), level, "{written}");
    }
}

/// Makes `number` puzzles of each genre, each for a different spec.
fn make_as_specified(number: u64, sides: &[usize]) {
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let maker = genre.maker.unwrap();
        let mut missed = 0;
        for index in 0..number {
            let mut random = Random::of_number(number, index);
            let spec = some_spec(genre, sides[random.index(sides.len())], &mut random);
            let mut generator = Generator::new(spec.clone()).unwrap();
            match generator.make(number, index) {
                Outcome::Found(made) => {
                    expect_as_specified(&made, &spec, maker);
                    if index % 8 == 0 {
                        // A generator that has made something else before makes the same.
                        generator.make(number, index + 1);
                        let Outcome::Found(again) = generator.make(number, index) else { panic!("{spec:?}") };
                        assert_eq!(text(&again.puzzle), text(&made.puzzle));
                    }
                }
                Outcome::NotFound(_) => missed += 1,
                Outcome::Stopped(_) => panic!("nobody asked to stop"),
            }
        }
        // Some of it is hard to meet together on small boards.
        assert!(missed <= number / 5, "{}: {missed} of {number} missed", genre.id);
    }
}

#[test]
fn puzzles_are_as_specified() {
    make_as_specified(60, &[4, 5, 6, 7]);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_puzzles_are_as_specified() {
    make_as_specified(1000, &[4, 5, 6, 7, 8]);
}
