use super::*;
use crate::registry;
use gridwright_base::random::Random;

fn settable() -> impl Iterator<Item = &'static Genre> {
    registry::ALL.iter().copied().filter(|genre| !genre.layers.is_empty())
}

/// What is read of a puzzle and put together again is the same puzzle.
#[test]
fn sheets_hold_all_that_is_printed() {
    for genre in settable() {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let edit = Edit::of(&puzzle).unwrap();
        assert_eq!(edit.puzzle(), Ok(puzzle), "{}", genre.id);
        assert!(Edit::blank(genre, 5, 5).unwrap().puzzle().is_ok(), "{}", genre.id);
    }
}

/// Random changes give a puzzle or a reason, and undoing them leads back.
#[test]
fn changes_are_undone_and_never_lost() {
    let random = &mut Random::new(11);
    let (mut valid, mut located, mut refused) = (0, 0, 0);
    for genre in settable() {
        let mut edit = Edit::of(&Puzzle::parse(genre.example).unwrap()).unwrap();
        let first = edit.sheet().clone();
        for _ in 0..300 {
            let sheet = edit.sheet();
            let grid = sheet.grid();
            let cell = grid.name(Cell(random.index(grid.len()) as u32));
            let symbols = [".", "1", "4", "9", "12", "A", "B", "w", "#", "?", "-x", "é"];
            let symbol = symbols[random.index(symbols.len())];
            let layer = genre.layers[random.index(genre.layers.len())].name;
            let text = match random.index(12) {
                0 => format!("size {}x{}", 1 + random.index(6), 1 + random.index(6)),
                1 => format!("goal A {}", random.index(9)),
                2 => "goal A none".to_string(),
                3 => format!("option {} {}", genre.options.first().map_or("x", |option| option.key), symbol),
                _ => format!("{cell} {layer} {symbol}"),
            };
            let action = EditAction::read(sheet, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            if let Ok(written) = action.write(sheet) {
                assert_eq!(EditAction::read(sheet, &written), Ok(action.clone()), "{text}");
            }
            let before = sheet.clone();
            if edit.act(action).is_err() {
                assert_eq!(*edit.sheet(), before, "{text}");
                refused += 1;
                continue;
            }
            match edit.puzzle() {
                Ok(puzzle) => {
                    valid += 1;
                    assert_eq!(Edit::of(&puzzle).unwrap().puzzle(), Ok(puzzle), "{text}");
                }
                Err(invalid) => {
                    assert!(!invalid.to_string().is_empty());
                    located += u32::from(*invalid.place() != Place::Board);
                    assert!(edit.undo() && *edit.sheet() == before && edit.redo());
                    // A setter goes on from something valid now and then.
                    while random.percent(80) && edit.puzzle().is_err() {
                        assert!(edit.undo());
                    }
                }
            }
        }
        while edit.undo() {}
        assert_eq!(*edit.sheet(), first, "{}", genre.id);
    }
    assert!(valid > 200 && located > 50 && refused > 200, "{valid} {located} {refused}");
}

#[test]
fn what_is_no_change_is_refused() {
    let edit = Edit::blank(registry::ALL[0], 3, 3).unwrap();
    for (text, words) in [
        ("", "expected a change"),
        ("r9c9 w", "not a cell"),
        ("r1c1 sky w", "no layer 'sky'"),
        ("size 0x3", "0"),
        ("size x", "expected a change"),
        ("goal A six", "expected a change"),
    ] {
        let mut edit = edit.clone();
        let error = edit.perform(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
        assert_eq!(edit.depth(), (0, 0));
    }
}

/// Old changes are forgotten one by one, and what they printed stays.
#[test]
fn the_oldest_changes_cannot_be_undone() {
    let mut edit = Edit::blank(registry::ALL[0], 1, 1).unwrap();
    let symbol = |number: usize| ["1", "2", "3"][number % 3];
    for number in 0..MOST_UNDONE + 5 {
        edit.perform(&format!("r1c1 {}", symbol(number))).unwrap();
    }
    assert_eq!(edit.depth(), (MOST_UNDONE, 0));
    while edit.undo() {}
    assert_eq!(edit.sheet().symbol(0, Cell(0)), symbol(4));
    assert_eq!(edit.depth(), (0, MOST_UNDONE));
    while edit.redo() {}
    assert_eq!(edit.sheet().symbol(0, Cell(0)), symbol(MOST_UNDONE + 4));
}

/// What is wrong points at what the setter has to change.
#[test]
fn every_reason_has_its_place() {
    let genre = |id: &str| registry::find(id).unwrap();
    let cell = |edit: &Edit, name: &str, layer| Place::Cell {
        cell: edit.sheet().grid().named(name).unwrap(),
        layer,
    };
    for (id, rows, cols, change, words, place) in [
        ("sudoku", 4, 5, "r1c1 1", "a Sudoku is a square, not 5x4", None),
        ("sudoku", 6, 6, "option boxes 5x5", "'5x5'", Some(Place::Option("boxes".to_string()))),
        ("sudoku", 6, 6, "option colour red", "'colour'", Some(Place::Option("colour".to_string()))),
        ("yosenabe", 3, 3, "goal A 6", "there is no area 'A'", Some(Place::Goal("A".to_string()))),
        ("yosenabe", 3, 3, "goal A 4000000000", "a goal", Some(Place::Goal("A".to_string()))),
        ("starbattle", 3, 3, "option stars 0", "star", Some(Place::Option("stars".to_string()))),
    ] {
        let mut edit = Edit::blank(genre(id), rows, cols).unwrap();
        edit.perform(change).unwrap();
        let invalid = edit.puzzle().expect_err(change);
        assert!(invalid.to_string().contains(words), "{change}: {invalid}");
        assert_eq!(*invalid.place(), place.unwrap_or(Place::Board), "{change}: {invalid}");
    }
    let mut edit = Edit::blank(genre("sudoku"), 4, 4).unwrap();
    edit.perform("r2c3 9").unwrap();
    assert_eq!(*edit.puzzle().unwrap_err().place(), cell(&edit, "r2c3", "digits"));
}

/// Nothing that a setter asks for is lost without a word.
#[test]
fn options_with_white_space_are_refused_and_goals_kept() {
    let mut edit = Edit::blank(registry::find("starbattle").unwrap(), 5, 5).unwrap();
    for (key, value) in [("stars", "2 3"), ("stars", ""), ("st ars", "2"), ("stars=1", "2")] {
        let action = EditAction::Option { key: key.to_string(), value: Some(value.to_string()) };
        assert!(matches!(edit.act(action), Err(EditError::Option { .. })), "{key}={value}");
    }
    let mut edit = Edit::blank(registry::find("yosenabe").unwrap(), 2, 2).unwrap();
    for change in ["r1c1 5", "goal A 5", "r2c1 areas A"] {
        edit.perform(change).unwrap();
    }
    let text = edit.puzzle().unwrap().to_text(Format::Native).unwrap();
    assert!(text.contains("goals: A=5"), "{text}");
}

/// Changes of another sheet are refused, not written.
#[test]
fn changes_that_do_not_fit_are_not_written() {
    let edit = Edit::blank(registry::ALL[0], 2, 2).unwrap();
    let print = |layer, cell| EditAction::Print { layer, cells: vec![Cell(cell)], symbol: "1".to_string() };
    assert_eq!(print(0, 3).write(edit.sheet()).as_deref(), Ok("r2c2 1"));
    assert!(matches!(print(7, 0).write(edit.sheet()), Err(EditError::NoSuchLayer { .. })));
    assert!(matches!(print(0, 4).write(edit.sheet()), Err(EditError::NoSuchCell(_))));
}
