//! A SAT library's opinion of generated puzzles: one solution, and with `minimal` no clue too many.

use gridwright::generate::{Generator, Outcome, Spec, Symmetry};
use gridwright::grid::Cell;
use gridwright::model::Role;
use gridwright::registry;
use gridwright_oracle::Oracle;

#[test]
fn generated_puzzles_have_one_solution_and_no_clue_too_many() {
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        let maker = genre.maker.unwrap();
        let spec = Spec::new(genre).square(6).symmetry(Symmetry::None).minimal();
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..120 {
            let Outcome::Found(made) = generator.make(12, number) else { panic!("{}", genre.id) };
            let model = made.puzzle.model();
            assert_eq!(Oracle::new(model).at_most(2), [made.solution], "{:?}", made.puzzle.board());
            let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
            let clues: Vec<Cell> = clues.filter_map(|rule| made.puzzle.rule_place(rule)).collect();
            for clue in clues {
                let fewer = maker.without(made.puzzle.board(), &[clue]).model();
                assert_eq!(Oracle::new(&fewer).at_most(2).len(), 2, "{:?} {clue:?}", made.puzzle.board());
            }
        }
    }
}
