//! What programs read.

use gridwright::clues::CluesError;
use gridwright::count::BigUint;
use gridwright::view::{ClashView, CluesView, Number, SampleView, SessionView, SolutionsView, StoppedWord};
use gridwright::{Cancel, Limits, Puzzle, Session, registry};

/// JavaScript counts exactly up to 2^53 - 1.
#[test]
fn numbers_that_readers_might_round_are_strings() {
    let written = |number: u64| {
        let number = Number::from(&BigUint::from(number));
        serde_json::to_string(&number).unwrap()
    };
    assert_eq!(written((1 << 53) - 1), "9007199254740991");
    assert_eq!(written(1 << 53), "\"9007199254740992\"");
    assert_eq!(written(u64::MAX), "\"18446744073709551615\"");
}

#[test]
fn samples_say_that_time_ran_out() {
    let puzzle = Puzzle::parse("3x3:i").unwrap();
    let late = Cancel::new().or_timeout(|| true);
    let sampler = puzzle.query().sampler();
    let view = SampleView::new(&puzzle, 0, 5, Vec::new(), &sampler, &late);
    assert_eq!((view.complete, view.why), (false, Some(StoppedWord::Time)));
}

#[test]
fn what_is_not_complete_says_why() {
    let puzzle = Puzzle::parse("3x3:i").unwrap();
    let some = SolutionsView::new(&puzzle, 2, gridwright::solve::End::Limit);
    assert_eq!((some.complete, some.why), (false, Some(StoppedWord::Limit)));
    let possible = ClashView::new(&puzzle, &puzzle.clash());
    assert_eq!((possible.complete, possible.smallest, possible.why), (true, true, None));
}

/// The search for superfluous clues may stop half-way: what it has found is not lost.
#[test]
fn clues_that_were_found_are_kept_when_the_search_stops() {
    let puzzle = Puzzle::parse(registry::ALL[1].example).unwrap();
    let all = puzzle.clues().unwrap();
    let partial =
        (1..10_000).step_by(50).find_map(|steps| match puzzle.clues_with(&Limits::default().steps(steps)) {
            Err(CluesError::Stopped { superfluous, .. }) if !superfluous.is_empty() => {
                Some((steps, superfluous))
            }
            _ => None,
        });
    let (steps, found) = partial.expect("some limit ends the search half-way");
    assert!(all.superfluous.starts_with(&found) && found.len() < all.superfluous.len());
    let view = CluesView::new(&puzzle, &puzzle.clues_with(&Limits::default().steps(steps)));
    assert_eq!(view.superfluous.unwrap().len(), found.len());
    assert_eq!(view.why, Some(StoppedWord::Steps));
}

/// A page can be drawn, spoken and operated by the view alone.
#[test]
fn sessions_show_every_cell_with_its_label_its_choices_and_the_hint() {
    for genre in registry::ALL {
        let mut session = Session::read(genre.example).unwrap();
        let solution = session.puzzle().solve().solution().unwrap();
        let puzzle = session.puzzle().clone();
        let free: Vec<_> = puzzle.grid().cells().flat_map(|cell| session.choices(cell).to_vec()).collect();
        let right = *free.iter().find(|atom| solution.is_yes(**atom)).unwrap();
        let entry = puzzle.atom_name(right);
        session.perform(&entry).unwrap();
        assert_eq!(SessionView::new(&session).hint, None);
        let hint = session.helper().hint(&Limits::default());
        session.take_hint(hint);
        session.next_hint();
        let view = SessionView::new(&session);
        assert_eq!(view.cells.len(), puzzle.grid().len());
        let labels: Vec<String> = view.cells.iter().map(|cell| cell.label.clone()).collect();
        assert_eq!(labels, session.labels());
        let cell = &view.cells[puzzle.atom_cell(right).index()];
        assert_eq!(cell.entered, [entry.as_str()]);
        assert!(cell.choices.contains(&entry) && cell.crossed.is_empty());
        assert_eq!((view.hint.unwrap().stage, view.left), (Some(2), session.left()));
        for choice in view.cells.iter().flat_map(|cell| &cell.choices) {
            session.clone().perform(choice).unwrap();
        }
    }
}
