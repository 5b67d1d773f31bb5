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
            assert_eq!(EditAction::read(sheet, &action.write(sheet)), Ok(action.clone()), "{text}");
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
                    assert!(!invalid.message.is_empty());
                    located += u32::from(invalid.cell.is_some());
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
