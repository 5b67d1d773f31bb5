//! Every solution of a small model by plain backtracking: slow and obvious, for tests to compare with.

use super::{Atom, Board, Bounds, Model, Rule, Value};

/// Calls `visit` with every complete board that keeps all rules, atoms in order, "yes" before "no".
pub(crate) fn for_each_solution(model: &Model, mut visit: impl FnMut(&Board)) {
    let mut rules_of = vec![Vec::new(); model.atom_count()];
    for rule in model.rules() {
        for (atom, _) in model.rule_atoms(rule) {
            rules_of[atom.index()].push(*rule);
        }
    }
    // A rule without atoms is met by no assignment below.
    if model.rules().iter().all(|rule| can_hold(model, &Board::open(model.atom_count()), rule)) {
        extend(model, &rules_of, &mut Board::open(model.atom_count()), 0, &mut visit);
    }
}

/// The number of solutions.
pub(crate) fn count_solutions(model: &Model) -> usize {
    let mut count = 0;
    for_each_solution(model, |_| count += 1);
    count
}

fn can_hold(model: &Model, board: &Board, rule: &Rule) -> bool {
    let (mut least, mut most) = (0, 0);
    for (atom, weight) in model.rule_atoms(rule) {
        least += if board.is_yes(atom) { weight } else { 0 };
        most += if board.is_no(atom) { 0 } else { weight };
    }
    let Bounds { lo, hi } = rule.body.bounds();
    least <= hi && most >= lo
}

fn extend(
    model: &Model,
    rules_of: &[Vec<Rule>],
    board: &mut Board,
    next: u32,
    visit: &mut impl FnMut(&Board),
) {
    if next as usize == model.atom_count() {
        return visit(board);
    }
    for value in [Value::Yes, Value::No] {
        board.set(Atom(next), value);
        if rules_of[next as usize].iter().all(|rule| can_hold(model, board, rule)) {
            extend(model, rules_of, board, next + 1, visit);
        }
    }
    board.set(Atom(next), Value::Open);
}
