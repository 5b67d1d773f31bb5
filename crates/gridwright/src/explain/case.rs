//! What a step uses, for finding the name that players have for it.

use super::argument::Argument;
use crate::model::{Board, RuleId};
use crate::puzzle::Puzzle;
use crate::words::{Case, Chain, RuleUse, Step};

/// The case of a step with its argument, if that is short enough to present, or with its chains.
pub(super) fn new<'a>(
    puzzle: &'a Puzzle,
    known: &'a Board,
    step: &'a Step,
    argument: Option<&Argument>,
    chains: Vec<Chain>,
) -> Case<'a> {
    // Of several chains, the one that is the easiest to see.
    let of_chain = |chain: Chain| {
        let used = [chain.rules(true), chain.rules(false)];
        Case { chain: Some(chain), ..of(puzzle, known, step, used, false) }
    };
    if let Some(case) = chains.into_iter().map(of_chain).min_by_key(Case::hardness) {
        return case;
    }
    let inferences = argument.map(Argument::all_inferences).unwrap_or_default();
    let sum = argument.and_then(|argument| argument.sum.as_ref());
    let used = |is: fn(RuleUse) -> bool| {
        let used = inferences.iter().filter(|inference| is(inference.rule_use));
        let mut rules: Vec<RuleId> = used.map(|inference| inference.rule).collect();
        if let Some(sum) = sum {
            let counted = if is(RuleUse::Among) { &sum.needs } else { &sum.limits };
            rules.extend(counted.iter().map(|(rule, _)| *rule));
        }
        rules.sort_unstable();
        rules.dedup();
        rules
    };
    let has_cases = argument.is_none_or(|argument| !argument.cases.is_empty());
    let is_sum = sum.is_some() && inferences.is_empty();
    let case = of(puzzle, known, step, [used(RuleUse::is_need), used(RuleUse::is_limit)], has_cases);
    Case { is_sum, ..case }
}

/// The case of one rule that speaks by itself.
pub(super) fn of_one_rule<'a>(
    puzzle: &'a Puzzle,
    known: &'a Board,
    step: &'a Step,
    rule_use: RuleUse,
) -> Case<'a> {
    let used = |is: bool| if is { step.rules.clone() } else { Vec::new() };
    of(puzzle, known, step, [used(rule_use.is_need()), used(rule_use.is_limit())], false)
}

/// The case of a step whose rules are used like this.
pub(super) fn of<'a>(
    puzzle: &'a Puzzle,
    known: &'a Board,
    step: &'a Step,
    [needs, limits]: [Vec<RuleId>; 2],
    has_cases: bool,
) -> Case<'a> {
    let (board, model, techniques) = (puzzle.board(), &**puzzle.model(), puzzle.genre().techniques);
    Case { board, techniques, model, known, step, needs, limits, chain: None, has_cases, is_sum: false }
}
