//! A solution drawn at random, though not all equally likely: fast enough to start every puzzle with one.

use super::Workshop;
use crate::model::{Atom, Board, Model, Span};
use crate::random::Random;
use crate::solve::Answer;

/// Some solution of a model. The engine decides atoms in their order, so they are numbered at random first. `None` when
/// there is none or the budget ends.
pub fn random_solution(model: &Model, random: &mut Random, workshop: &mut Workshop) -> Option<Board> {
    // By old number: the new one.
    let mut numbers: Vec<Atom> = model.atoms().collect();
    random.shuffle(&mut numbers);
    workshop.engine.load(&renumbered(model, &numbers));
    workshop.limit_steps();
    match workshop.engine.solve() {
        Answer::Solution(found) => Some(numbers.iter().map(|number| found.get(*number)).collect()),
        Answer::None | Answer::Unknown => None,
    }
}

fn renumbered(model: &Model, numbers: &[Atom]) -> Model {
    let number = |atom: Atom| numbers[atom.index()];
    let mut other = Model::new(model.atom_count(), model.kinds());
    for list in model.lists() {
        other.weighted_list(model.weighted(list).map(|(atom, weight)| (number(atom), weight)));
    }
    for rule in model.rules() {
        let span = match rule.span {
            Span::Pair(a, b) => Span::Pair(number(a), number(b)),
            lists => lists,
        };
        other.rule(rule.kind, span, rule.lo, rule.hi, (rule.subject, rule.detail));
    }
    other
}
