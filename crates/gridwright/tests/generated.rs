//! Generated puzzles are what was wished for. And the same seed gives the same puzzles, on every platform: those of
//! `corpus/GENRE/generated.txt`; after a wanted change, `UPDATE_GENERATED=1` writes them anew.

use gridwright::explain::Grader;
use gridwright::formats::{self, Format};
use gridwright::generate::{Generator, LEVELS, Made, Maker, Outcome, Symmetry, Wishes};
use gridwright::genres::{self, Genre, Puzzle};
use gridwright::grid::Cell;
use gridwright::model::{Position, Role};
use gridwright::random::Random;
use gridwright::solve::Engine;
use std::path::Path;

fn first_puzzles(genre: &'static Genre) -> String {
    let mut texts = Vec::new();
    for (wishes, number) in [
        (Wishes { minimal: true, ..Wishes::sized(9, 9) }, 0),
        (Wishes::sized(6, 6), 1),
        (Wishes { least_rating: Some(100), greatest_rating: Some(300), ..Wishes::sized(6, 6) }, 2),
    ] {
        let outcome = Generator::new(genre, wishes).unwrap().make(1, number);
        let Outcome::Made(made) = outcome else { panic!("{}: {outcome:?}", genre.id) };
        let position = Position::blank(made.puzzle.atom_count());
        texts.push(made.puzzle.write(Format::Native, &position).unwrap());
    }
    texts.join("\n")
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    for genre in genres::ALL.iter().filter(|genre| genre.maker.is_some()) {
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
fn solutions(puzzle: &dyn Puzzle) -> usize {
    Engine::new(&puzzle.model()).at_most(2).0.len()
}

fn text(puzzle: &dyn Puzzle) -> String {
    puzzle.write(Format::Native, &Position::blank(puzzle.atom_count())).unwrap()
}

fn clues(puzzle: &dyn Puzzle) -> Vec<Cell> {
    let model = puzzle.model();
    let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
    clues.filter_map(|rule| puzzle.rule_place(rule)).collect()
}

/// Anything that can be wished for on a board of this size.
fn some_wishes(genre: &Genre, side: usize, random: &mut Random) -> Wishes {
    let mut wishes = Wishes { minimal: random.percent(50), ..Wishes::sized(side, side) };
    if random.percent(50) {
        wishes.symmetry = Some(Symmetry::ALL[random.index(Symmetry::ALL.len())].0);
    }
    // Whatever is neither hard to come by nor all there is.
    if random.percent(40) {
        let word = LEVELS[1 + random.index(2)];
        let ratings = genre.maker.unwrap().levels().ratings(word, side * side).unwrap();
        (wishes.least_rating, wishes.greatest_rating) = (Some(*ratings.start()), Some(*ratings.end()));
    }
    wishes
}

fn expect_as_wished(made: &Made, wishes: &Wishes, maker: &dyn Maker) {
    let puzzle = made.puzzle.as_ref();
    let written = text(puzzle);
    assert_eq!((puzzle.grid().rows(), puzzle.grid().cols()), (wishes.rows, wishes.cols));
    assert_eq!(Engine::new(&puzzle.model()).at_most(2).0, std::slice::from_ref(&made.solution), "{written}");
    let read = formats::read(&written, None, None).unwrap().puzzle;
    assert_eq!(solutions(&*read), 1, "{written}");
    let symmetry = wishes.symmetry.unwrap_or(maker.usual_symmetry());
    let clues = clues(puzzle);
    let scene = puzzle.scene(&Position::blank(puzzle.atom_count()));
    for orbit in symmetry.orbits(&puzzle.grid()) {
        let is_alike = |cell: &Cell| {
            scene.tiles[cell.index()].ground == scene.tiles[orbit[0].index()].ground
                && (!maker.clues_are_symmetric() || clues.contains(cell) == clues.contains(&orbit[0]))
        };
        assert!(orbit.iter().all(is_alike), "{} {written}", symmetry.name());
        if wishes.minimal && maker.clues_are_symmetric() && clues.contains(&orbit[0]) {
            assert_eq!(solutions(&*maker.without(puzzle, &orbit)), 2, "{orbit:?} is not needed: {written}");
        }
    }
    if wishes.minimal && !maker.clues_are_symmetric() {
        for clue in &clues {
            assert_eq!(solutions(&*maker.without(puzzle, &[*clue])), 2, "{clue:?} is not needed: {written}");
        }
    }
    if let (Some(least), Some(most)) = (wishes.least_rating, wishes.greatest_rating) {
        let rating = Grader::new(&*read).grade().unwrap().rating();
        assert!((least..=most).contains(&rating), "{rating} is not in {least} to {most}: {written}");
    }
}

/// So many puzzles of each genre, each with other wishes.
fn make_as_wished(number: u64, sides: &[usize]) {
    for genre in genres::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let maker = genre.maker.unwrap();
        let mut missed = 0;
        for index in 0..number {
            let mut random = Random::of_number(number, index);
            let wishes = some_wishes(genre, sides[random.index(sides.len())], &mut random);
            let mut generator = Generator::new(genre, wishes.clone()).unwrap();
            match generator.make(number, index) {
                Outcome::Made(made) => {
                    expect_as_wished(&made, &wishes, maker);
                    if index % 8 == 0 {
                        // A generator that has made something else before makes the same.
                        generator.make(number, index + 1);
                        let Outcome::Made(again) = generator.make(number, index) else {
                            panic!("{wishes:?}")
                        };
                        assert_eq!(text(&*again.puzzle), text(&*made.puzzle));
                    }
                }
                Outcome::Missed(_) => missed += 1,
                Outcome::Stopped => panic!("nobody asked to stop"),
            }
        }
        // Some wishes are hard to meet together on small boards.
        assert!(missed <= number / 5, "{}: {missed} of {number} missed", genre.id);
    }
}

#[test]
fn puzzles_are_as_wished() {
    make_as_wished(60, &[4, 5, 6, 7]);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_puzzles_are_as_wished() {
    make_as_wished(1000, &[4, 5, 6, 7, 8]);
}
