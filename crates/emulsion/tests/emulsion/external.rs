//! Boards that are not part of the project, where `GRIDWRIGHT_DATA` names a folder of them.

use gridwright_emulsion::{Colour, Record};

fn text(path: &str) -> String {
    let data = std::env::var("GRIDWRIGHT_DATA").expect("GRIDWRIGHT_DATA names the folder of the data");
    let path = std::path::Path::new(&data).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn boards_of_the_game_are_those_of_its_source() {
    for (name, swaps) in [("initial", 420), ("midgame", 358), ("end", 0)] {
        let record = Record::read(&text(&format!("emulsion/seed_15x15_{name}.txt"))).unwrap();
        let position = record.game().position();
        assert_eq!(position.board.swaps().len(), swaps);
        let outcome =
            position.outcome().map(|outcome| (outcome.winner, outcome.score.white, outcome.score.black));
        assert_eq!(outcome, (swaps == 0).then(|| (Colour::White, vec![113], vec![112])));
    }
}
