//! "Why not?": the easiest argument against something that a player would enter.

use super::hint::Mistake;
use super::{Depth, ExplainedStep, Explainer};
use crate::model::{Board, Fact};
use crate::puzzle::Puzzle;
use crate::solve::{Answer, Engine};
use crate::words::Step;
use gridwright_base::{Limits, Stopped};

/// What speaks against a fact in a position.
#[derive(Clone, Debug)]
pub enum WhyNot {
    /// This step rules it out.
    Step {
        /// What is known before the step: the position, with what single rules say at once.
        known: Board,
        /// The step.
        step: Box<ExplainedStep>,
    },
    /// Nothing: a solution from here agrees with it.
    Possible,
    /// No solution goes on from the position, with the fact or without it.
    Wrong(Mistake),
    /// The search stopped first, and why.
    Unknown(Stopped),
}

impl WhyNot {
    /// Looks for the easiest argument against a fact, given what is entered and marked.
    ///
    /// ```
    /// use gridwright::{Limits, Reading, explain::WhyNot, model::Fact};
    /// let Reading { puzzle, position, .. } = "7x7:b1f2iB2g1Bi2fBb".parse()?;
    /// let atom = puzzle.atom_named("r2c1 bulb").ok_or("no such atom")?;
    /// let why = WhyNot::find(&puzzle, &position.board, Fact { atom, holds: true }, &Limits::default());
    /// assert!(why.in_words(&puzzle).ends_with("so r2c1 holds no bulb."), "{}", why.in_words(&puzzle));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(puzzle: &Puzzle, board: &Board, fact: Fact, limits: &Limits) -> WhyNot {
        let mut engine = Engine::new(puzzle.model());
        engine.limit(limits);
        let mut solve = |further: Option<Fact>| {
            engine.assume(board.facts().chain(further));
            engine.solve()
        };
        match solve(Some(fact)) {
            Answer::Solution(_) => return WhyNot::Possible,
            Answer::Unknown(why) => return WhyNot::Unknown(why),
            Answer::None => {}
        }
        match solve(None) {
            Answer::Solution(_) => {}
            Answer::Unknown(why) => return WhyNot::Unknown(why),
            Answer::None => {
                return match Mistake::find(puzzle, board, limits) {
                    Ok(mistake) => WhyNot::Wrong(mistake),
                    Err(why) => WhyNot::Unknown(why),
                };
            }
        }
        let mut explainer = Explainer::new(puzzle, board);
        explainer.limit(limits);
        match explainer.against(fact) {
            Ok(Some(step)) => {
                let explanation = explainer.tell(puzzle, &step);
                let step = ExplainedStep { step, explanation, trivial: Vec::new() };
                WhyNot::Step { known: explainer.known().clone(), step: Box::new(step) }
            }
            Ok(None) => WhyNot::Unknown(limits.cancel.why()),
            Err(why) => WhyNot::Unknown(why),
        }
    }

    /// What speaks against it, in sentences.
    pub fn in_words(&self, puzzle: &Puzzle) -> String {
        match self {
            WhyNot::Step { step, .. } => step.explanation.text(),
            WhyNot::Possible => "Nothing speaks against it: a solution from here has it.".to_string(),
            WhyNot::Wrong(mistake) if mistake.entries.is_empty() => "The puzzle has no solution.".to_string(),
            WhyNot::Wrong(mistake) => {
                let facts = puzzle.tell_facts(&mistake.entries);
                format!("No solution goes on from here, whatever comes next: {facts} cannot stand.")
            }
            WhyNot::Unknown(why) => format!("No argument was found: {why}."),
        }
    }
}

impl Explainer {
    /// The easiest step that rules a fact out, and says nothing else; what single laws say at once is taken before it.
    fn against(&mut self, fact: Fact) -> Result<Option<Step>, Stopped> {
        let right = fact.opposite();
        while let Some(step) = self.next_trivial() {
            if step.facts.contains(&right) {
                return Ok(Some(Step { facts: vec![right], ..step }));
            }
            self.take(&step);
            self.limits.cancel.check()?;
        }
        let places = self.state.places(fact.atom).iter().map(|place| place.rule);
        let speaking = places.filter(|rule| self.state.forced_by(*rule).contains(&right));
        if let Some(rule) = speaking.min_by_key(|rule| (self.hardness(*rule), *rule)) {
            let facts = vec![right];
            return Ok(Some(Step { facts, rules: vec![rule], depth: Depth::One, is_smallest: true }));
        }
        let step = self.by_few_or_lemmas(&[fact], None)?.filter(|step| step.facts.contains(&right));
        Ok(step.map(|step| Step { facts: vec![right], ..step }))
    }
}
