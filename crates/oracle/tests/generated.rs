//! A SAT library's opinion of generated puzzles: one solution, and with `minimal` no clue too many.

use gridwright::generate::{Generator, Outcome, Symmetry, Wishes};
use gridwright::genres;
use gridwright::grid::Cell;
use gridwright::model::Role;
use gridwright_oracle::Oracle;

#[test]
fn generated_puzzles_have_one_solution_and_no_clue_too_many() {
    for genre in genres::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let maker = genre.maker.unwrap();
        let symmetry = Some(Symmetry::None);
        let wishes = Wishes { minimal: true, symmetry, ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        for number in 0..120 {
            let Outcome::Made(made) = generator.make(12, number) else { panic!("{}", genre.id) };
            let model = made.puzzle.model();
            assert_eq!(Oracle::new(&model).at_most(2), [made.solution], "{:?}", made.puzzle);
            let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
            let clues: Vec<Cell> = clues.filter_map(|rule| made.puzzle.rule_place(rule)).collect();
            for clue in clues {
                let fewer = maker.without(made.puzzle.as_ref(), &[clue]).model();
                assert_eq!(Oracle::new(&fewer).at_most(2).len(), 2, "{:?} {clue:?}", made.puzzle);
            }
        }
    }
}
