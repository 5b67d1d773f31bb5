//! The argument behind a step: what follows from the opposite, one rule after the other, until a rule cannot be kept.

use super::rule_state::RuleState;
use super::submodel::Submodel;
use super::sum::Sum;
use crate::model::{Atom, Fact, RuleId, Value};
use crate::puzzle::Puzzle;
use crate::words::{Depth, Inference, RuleUse, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The relevant consequences of an assumption, up to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What is supposed; `None` where the rules say the facts outright.
    pub suppose: Option<Fact>,
    /// One rule after the other. The last one is the rule that cannot be kept, unless cases follow.
    pub inferences: Vec<Inference>,
    /// Where no rule yields more: a split into two cases, each with its contradiction.
    pub cases: Vec<Argument>,
    /// Where rules cannot be kept only if they are added up: which of them, and how often.
    pub sum: Option<Sum>,
}

impl Argument {
    /// The argument against a fact that ends in a sum, if there is one.
    pub(super) fn to_sum(
        state: &RuleState,
        whole: &Submodel,
        wrong: Fact,
        cases_left: usize,
    ) -> Option<Argument> {
        let mut arguing = Arguing { state, submodel: whole, with_sums: true, cases_left };
        arguing.refute(&whole.state(), wrong).map(|refuted| refuted.argument)
    }

    /// All its rules, in order.
    pub(super) fn rules(&self) -> Vec<RuleId> {
        let sums = self.sum.iter().flat_map(Sum::rules);
        let mut rules: Vec<RuleId> =
            self.all_inferences().iter().map(|inference| inference.rule).chain(sums).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Every inference, those of the cases included.
    pub fn all_inferences(&self) -> Vec<&Inference> {
        self.inferences.iter().chain(self.cases.iter().flat_map(Argument::all_inferences)).collect()
    }

    fn length(&self) -> usize {
        self.inferences.len() + self.cases.iter().map(|case| case.length() + 1).sum::<usize>()
    }

    /// The argument for a step in the form that players of the puzzle prefer.
    pub(super) fn told(puzzle: &Puzzle, state: &RuleState, step: &Step) -> Option<Argument> {
        let is_sum = step.depth == Depth::Sum || step.depth > Depth::One && puzzle.prefers_sums();
        let sum = is_sum.then(|| Argument::of_sum(state, step)).flatten();
        sum.or_else(|| Argument::of_step(state, step, puzzle.prefers_sums()))
    }

    /// The argument for a step by adding its rules up, if that gives all its facts.
    fn of_sum(state: &RuleState, step: &Step) -> Option<Argument> {
        let (wrong, sum) = step.facts.iter().find_map(|fact| {
            let wrong = Fact { holds: !fact.holds, ..*fact };
            let sum = Sum::of_rules(state, &step.rules, wrong)?;
            step.facts.iter().all(|fact| sum.facts.contains(fact)).then_some((wrong, sum))
        })?;
        // Where everything is used up, nothing need be supposed.
        let suppose = (sum.totals(state).slack() > 0).then_some(wrong);
        Some(Argument { suppose, inferences: Vec::new(), cases: Vec::new(), sum: Some(sum) })
    }

    /// The argument for a step; for a step of several rules the shortest of those against the opposite of a fact.
    /// `None` where it would need too many cases to present.
    pub(super) fn of_step(state: &RuleState, step: &Step, with_sums: bool) -> Option<Argument> {
        if step.depth <= Depth::One {
            let rule_use = use_of(state, step.rules[0]);
            let (holding, open) = atoms_of(state, step.rules[0], |_| Value::Open);
            let inference =
                Inference { rule: step.rules[0], rule_use, holding, open, facts: step.facts.clone() };
            return Some(Argument {
                suppose: None,
                inferences: vec![inference],
                cases: Vec::new(),
                sum: None,
            });
        }
        let submodel = Submodel::new(state, &step.rules);
        let against = |fact: &Fact, cases_left: usize| {
            let mut arguing = Arguing { state, submodel: &submodel, with_sums, cases_left };
            let refuted = arguing.refute(&submodel.state(), Fact { holds: !fact.holds, ..*fact });
            refuted.map(|refuted| refuted.argument)
        };
        let facts = step.facts.iter().take(MOST_TRIED);
        let short = facts.filter_map(|fact| against(fact, FEW_CASES)).min_by_key(Argument::length);
        short.or_else(|| step.facts.first().and_then(|fact| against(fact, MOST_CASES)))
    }
}

const FEW_CASES: usize = 8;
const MOST_CASES: usize = 500;
const MOST_TRIED: usize = 12;

/// What a rule says, outright.
pub(super) fn use_of(state: &RuleState, rule: RuleId) -> RuleUse {
    let need = state.need(rule);
    if state.is_impossible(rule) {
        match (need.hi < 0, need.open < need.lo) {
            (true, _) => RuleUse::TooMuch,
            (_, true) => RuleUse::TooLittle,
            _ => RuleUse::NoSum,
        }
    } else {
        match (need.hi == 0, need.open == need.lo) {
            (true, _) => RuleUse::Full,
            (_, true) => RuleUse::Last,
            _ => RuleUse::Sum,
        }
    }
}

/// The atoms of a rule that hold and that are open; `more` says what is known beyond the state.
fn atoms_of(state: &RuleState, rule: RuleId, more: impl Fn(Atom) -> Value) -> (Vec<Atom>, Vec<Atom>) {
    let value = |atom: Atom| match state.known().get(atom) {
        Value::Open => more(atom),
        value => value,
    };
    let having = |wanted: Value| {
        let atoms = state.terms(rule).iter().map(|term| term.atom);
        atoms.filter(|atom| value(*atom) == wanted).collect()
    };
    (having(Value::Yes), having(Value::Open))
}

/// An argument against a fact.
struct Refuted {
    argument: Argument,
    /// The atoms it uses of what was known before, by the numbers of the submodel.
    used: BTreeSet<Atom>,
    /// Whether it makes use of the fact at all.
    matters: bool,
}

/// How an argument ends: in a rule that cannot be kept, perhaps after further inferences, or in cases.
struct End {
    inferences: Vec<Inference>,
    cases: Vec<Argument>,
    sum: Option<Sum>,
    used: BTreeSet<Atom>,
}

struct Arguing<'a> {
    /// The whole board.
    state: &'a RuleState,
    /// The rules of the step, which have numbers of their own.
    submodel: &'a Submodel,
    /// Whether rules are added up where they yield nothing one by one.
    with_sums: bool,
    cases_left: usize,
}

impl Arguing<'_> {
    /// The argument against a fact about a whole-board atom.
    fn refute(&mut self, before: &RuleState, suppose: Fact) -> Option<Refuted> {
        let mut now = before.clone();
        let own = self.submodel.own(suppose)?;
        now.learn(own);
        let mut inferences: Vec<Inference> = Vec::new();
        // By atom of the submodel: the inference it comes from.
        let mut origins: BTreeMap<Atom, usize> = BTreeMap::new();
        let mut end = loop {
            if let Some(rule) = now.rules().find(|rule| now.is_impossible(*rule)) {
                let inference = self.inference(&now, rule, Vec::new());
                let used = self.uses(&now, rule, inference.rule_use);
                break End { inferences: vec![inference], cases: Vec::new(), sum: None, used };
            }
            // All that can be said now, before anything is said because of it: so arguments stay short.
            let wave: Vec<RuleId> = now.rules().filter(|rule| !now.forced_by(*rule).is_empty()).collect();
            let is_news = !wave.is_empty();
            for rule in wave {
                let facts = now.forced_by(rule);
                if !facts.is_empty() {
                    origins.extend(facts.iter().map(|fact| (fact.atom, inferences.len())));
                    let told = facts.iter().map(|fact| self.submodel.whole(*fact)).collect();
                    inferences.push(self.inference(&now, rule, told));
                    facts.iter().for_each(|fact| now.learn(*fact));
                }
            }
            if !is_news {
                break self.sum(&now).or_else(|| self.cases(&now))?;
            }
        };
        // Backwards: only what is used stays, with what it uses in turn.
        let mut kept: Vec<Inference> = Vec::new();
        for (i, mut inference) in inferences.into_iter().enumerate().rev() {
            let is_used =
                |fact: &Fact| self.submodel.own(*fact).is_some_and(|own| end.used.contains(&own.atom));
            inference.facts.retain(is_used);
            if !inference.facts.is_empty() {
                let rule = self.submodel.own_rule(inference.rule);
                // Only what was known when the rule spoke.
                let earlier = |atom: &Atom| origins.get(atom).is_none_or(|origin| *origin < i);
                let uses: Vec<Atom> =
                    self.uses(&now, rule, inference.rule_use).into_iter().filter(earlier).collect();
                end.used.extend(uses);
                kept.push(inference);
            }
        }
        kept.reverse();
        let matters = end.used.contains(&own.atom);
        end.used.retain(|atom| !origins.contains_key(atom) && !before.is_open(*atom));
        kept.extend(end.inferences);
        let argument = Argument { suppose: Some(suppose), inferences: kept, cases: end.cases, sum: end.sum };
        Some(Refuted { argument, used: end.used, matters })
    }

    /// Rules that clash when they are added up.
    fn sum(&self, now: &RuleState) -> Option<End> {
        let sum = self.with_sums.then(|| Sum::of_clash(now)).flatten()?;
        let helps = |(atom, weight): (Atom, i64)| match now.known().get(atom) {
            Value::Yes => weight > 0,
            Value::No => weight < 0,
            Value::Open => false,
        };
        let weights = sum.totals(&self.submodel.state()).weights.into_iter();
        let used = weights.filter(|own| helps(*own)).map(|(atom, _)| atom).collect();
        let sum = sum.renumbered(|rule| self.submodel.rule(rule));
        Some(End { inferences: Vec::new(), cases: Vec::new(), sum: Some(sum), used })
    }

    /// Both ways in which an atom of the rule with the least choice may come out.
    fn cases(&mut self, now: &RuleState) -> Option<End> {
        self.cases_left = self.cases_left.checked_sub(1)?;
        let asking = now.rules().filter(|rule| now.need(*rule).lo > 0 && now.need(*rule).count > 0);
        let rule = asking.min_by_key(|rule| now.need(*rule).count)?;
        let atom = now.open_terms(rule).next()?.atom;
        let mut used = BTreeSet::new();
        let mut cases = Vec::new();
        for holds in [true, false] {
            let case = self.refute(now, self.submodel.whole(Fact { atom, holds }))?;
            if !case.matters {
                // The contradiction is there in any case.
                let Argument { inferences, cases, sum, .. } = case.argument;
                return Some(End { inferences, cases, sum, used: case.used });
            }
            cases.push(case.argument);
            used.extend(case.used);
        }
        Some(End { inferences: Vec::new(), cases, sum: None, used })
    }

    fn inference(&self, now: &RuleState, own_rule: RuleId, facts: Vec<Fact>) -> Inference {
        let rule = self.submodel.rule(own_rule);
        let value = |atom: Atom| {
            let own = self.submodel.own(Fact { atom, holds: true });
            own.map_or(Value::Open, |own| now.known().get(own.atom))
        };
        let (holding, open) = atoms_of(self.state, rule, value);
        Inference { rule, rule_use: use_of(now, own_rule), holding, open, facts }
    }

    /// The atoms of the submodel whose value makes a rule say what it says.
    fn uses(&self, now: &RuleState, own_rule: RuleId, rule_use: RuleUse) -> BTreeSet<Atom> {
        let matters = |atom: &Atom| match now.known().get(*atom) {
            Value::Yes => rule_use.is_limit(),
            Value::No => rule_use.is_need(),
            Value::Open => false,
        };
        now.terms(own_rule).iter().map(|term| term.atom).filter(matters).collect()
    }
}
