//! The same seed gives the same puzzles, on every platform: those of `corpus/GENRE/generated.txt`. After a wanted change,
//! `UPDATE_GENERATED=1` writes them anew.

use gridwright::formats::Format;
use gridwright::generate::{Generator, Outcome, Wishes};
use gridwright::genres::{self, Genre};
use gridwright::model::Position;
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
