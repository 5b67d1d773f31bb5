//! Help for a player who is stuck: the next step, told in stages.

use super::{Chapter, Ending, Explainer};
use crate::genres::Puzzle;
use crate::grid::Cell;
use crate::model::{self, Board, Model};
use crate::scene::Scene;
use crate::solve::{Answer, Engine};

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub enum Advice {
    /// The next step.
    Step(Box<Chapter>),
    /// Something is wrong already: a sentence that does not tell the answer.
    Wrong(String),
    /// Everything is there.
    Solved,
    /// Nothing follows any more: several solutions go on from here.
    Shared,
    /// The search was stopped.
    Unknown,
}

impl Advice {
    /// A step is told in so many stages: what kind, where, why, what.
    pub const STAGES: usize = 4;

    /// Looks whether what is entered is right so far, and if it is, for the next step. The engine's budget holds for the
    /// former; `stop` is asked now and then while looking for the step.
    ///
    /// ```
    /// use gridwright::explain::Advice;
    /// use gridwright::formats;
    /// use gridwright::solve::Engine;
    /// let reading = formats::read("7x7:b1f2iB2g1Bi2fBb", None, None)?;
    /// let (puzzle, model) = (&*reading.puzzle, reading.puzzle.model());
    /// let advice = Advice::seek(puzzle, &model, &reading.position.board, &mut Engine::new(&model), || false);
    /// let stages = advice.stages(puzzle, &model);
    /// assert_eq!(stages[0], "What kind: wall needs all.");
    /// assert_eq!(stages[3], "What: r2c7 and r4c7 hold bulbs.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seek(
        puzzle: &dyn Puzzle,
        model: &Model,
        board: &Board,
        engine: &mut Engine,
        stop: impl FnMut() -> bool + Send + 'static,
    ) -> Advice {
        if let Some(first) = model::broken(model, board).first() {
            let rule = puzzle.sentence(model.get(first.rule));
            return Advice::Wrong(format!(
                "Something is wrong already. This cannot be kept any more: {rule}."
            ));
        }
        engine.load(model);
        engine.assume(board.facts());
        match engine.solve() {
            Answer::Solution(_) => {}
            Answer::None if board.facts().next().is_none() => {
                return Advice::Wrong("The puzzle has no solution.".to_string());
            }
            Answer::None => {
                let text = "Something is wrong already, though no rule is broken yet: \
                            the entries cannot be completed to a solution.";
                return Advice::Wrong(text.to_string());
            }
            Answer::Unknown => return Advice::Unknown,
        }
        let mut explainer = Explainer::of_puzzle(puzzle, model, board);
        explainer.on_stop(stop);
        explainer.take_upkeep();
        match explainer.find() {
            Some(step) => {
                let telling = explainer.tell(puzzle, &step);
                Advice::Step(Box::new(Chapter { step, telling, upkeep: Vec::new() }))
            }
            None => match explainer.ending() {
                Some(Ending::Solved) => Advice::Solved,
                Some(Ending::Shared) => Advice::Shared,
                _ => Advice::Unknown,
            },
        }
    }

    /// What to say, stage by stage; all that is not a step has one.
    pub fn stages(&self, puzzle: &dyn Puzzle, model: &Model) -> Vec<String> {
        match self {
            Advice::Wrong(text) => vec![text.clone()],
            Advice::Solved => vec!["The board is solved.".to_string()],
            Advice::Shared => {
                vec!["Nothing follows any more: several solutions go on from here.".to_string()]
            }
            Advice::Unknown => vec!["No step was found before the search was stopped.".to_string()],
            Advice::Step(chapter) => {
                let telling = &chapter.telling;
                let rules = telling.focus.iter().map(|rule| puzzle.sentence(model.get(*rule)));
                vec![
                    format!("What kind: {}.", telling.kind),
                    format!("Where: {}.", rules.collect::<Vec<_>>().join("; ")),
                    format!("Why: {}", telling.why.text()),
                    format!("What: {}.", telling.what),
                ]
            }
        }
    }

    /// All cells of the rules to look at: those that have a choice left would give the answer away.
    pub fn where_to_look(&self, puzzle: &dyn Puzzle, model: &Model) -> Vec<Cell> {
        let Advice::Step(chapter) = self else { return Vec::new() };
        let rules = chapter.telling.focus.iter();
        let mut cells: Vec<Cell> =
            rules.flat_map(|rule| puzzle.rule_cells(model, model.get(*rule))).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Points out in a scene what the first so many stages tell.
    pub fn point_out(&self, puzzle: &dyn Puzzle, model: &Model, stages: usize, scene: &mut Scene) {
        let Advice::Step(chapter) = self else { return };
        if stages >= Advice::STAGES {
            for &cell in &chapter.telling.cells {
                scene.tile(cell).near = true;
            }
            for fact in &chapter.telling.news {
                scene.tile(puzzle.share_place(fact.atom).0).hint = true;
            }
        } else if stages >= 2 {
            for cell in self.where_to_look(puzzle, model) {
                scene.tile(cell).hint = true;
            }
        }
    }
}
