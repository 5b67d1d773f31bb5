//! The argument behind a step: what follows from the opposite, one rule after the other, until a rule cannot be kept.

use super::minimal;
use super::multi_rule::{MultiRuleSearch, Refutation};
use super::rule_state::RuleState;
use super::submodel::Submodel;
use super::sum::Sum;
use super::trial::Trial;
use crate::model::{Atom, Fact, RuleId, Value};
use crate::puzzle::Puzzle;
use crate::words::{Depth, Inference, RuleUse, Step};
use gridwright_base::Cancel;
use std::collections::{BTreeMap, BTreeSet};

/// The relevant consequences of an assumption, up to a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Argument {
    /// What is supposed; `None` where the rules say the facts outright.
    pub suppose: Option<Fact>,
    /// One rule after the other. The last one is the rule that cannot be kept, unless cases follow.
    pub inferences: Vec<Inference>,
    /// Where no rule yields more: a split into two cases, each with its contradiction.
    pub cases: Vec<Argument>,
    /// Where rules cannot be kept only if they are added up: which of them, and how often.
    pub sum: Option<Sum>,
    /// What takes an argument of its own on the way.
    pub lemmas: Vec<Lemma>,
}

/// A conclusion on the way that takes several rules together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// How many inferences come before it.
    pub after: usize,
    /// How many of the lemmas before it are known then: others were drawn beside it.
    pub known: usize,
    /// What it says and the rules that force it, given what is supposed and said before. None of them can be left out.
    pub step: Step,
    /// The argument for one of its facts.
    pub argument: Argument,
}

impl Argument {
    fn outright(inference: Inference) -> Argument {
        Argument { inferences: vec![inference], ..Argument::default() }
    }

    /// The argument against a fact by way of lemmas, if there is one.
    pub(super) fn by_lemmas(
        state: &RuleState,
        submodel: &Submodel,
        wrong: Fact,
        lemmas: &LemmaSearch,
    ) -> Option<Argument> {
        let (cases_left, lemmas) = (lemmas.most_cases, Some(lemmas));
        let mut arguing = Arguing { state, submodel, with_sums: false, cases_left, lemmas };
        arguing.refute(&submodel.state(), wrong).map(|refuted| refuted.argument)
    }

    /// The same with none but the lemmas that it needs.
    fn by_few_lemmas(
        state: &RuleState,
        submodel: &Submodel,
        wrong: Fact,
        mut lemmas: LemmaSearch,
    ) -> Option<Argument> {
        let drawn = submodel.own(wrong).and_then(|own| {
            let mut trial = Trial::new(&submodel.state());
            trial.lemmas_against(own, &mut lemmas.several.clone(), &lemmas.cancel)
        });
        lemmas.drawn = drawn;
        Argument::by_lemmas(state, submodel, wrong, &lemmas)
    }

    /// The argument against a fact that ends in a sum, if there is one.
    pub(super) fn to_sum(
        state: &RuleState,
        whole: &Submodel,
        wrong: Fact,
        cases_left: usize,
    ) -> Option<Argument> {
        let mut arguing = Arguing { state, submodel: whole, with_sums: true, cases_left, lemmas: None };
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

    /// The arguments that it is made of: those of its lemmas and cases.
    fn parts(&self) -> impl Iterator<Item = &Argument> {
        self.lemmas.iter().map(|lemma| &lemma.argument).chain(&self.cases)
    }

    /// Every inference, those of lemmas and cases included.
    pub fn all_inferences(&self) -> Vec<&Inference> {
        self.inferences.iter().chain(self.parts().flat_map(Argument::all_inferences)).collect()
    }

    /// How long it takes to tell.
    pub(super) fn length(&self) -> usize {
        self.inferences.len() + self.parts().map(|part| part.length() + 1).sum::<usize>()
    }

    /// About how many words it takes to tell; what a full rule rules out is not said.
    pub(super) fn words(&self) -> usize {
        let of_inference = |inference: &Inference| match (inference.rule_use, inference.facts.len()) {
            (RuleUse::Full, 1..) => 0,
            (_, 0) => 8,
            _ => 5,
        };
        let own: usize = self.inferences.iter().map(of_inference).sum();
        own + self.parts().map(|part| part.words() + 12).sum::<usize>()
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
            let wrong = fact.opposite();
            let sum = Sum::of_rules(state, &step.rules, wrong)?;
            step.facts.iter().all(|fact| sum.facts.contains(fact)).then_some((wrong, sum))
        })?;
        // Where everything is used up, nothing need be supposed.
        let suppose = (sum.totals(state).slack() > 0).then_some(wrong);
        Some(Argument { suppose, sum: Some(sum), ..Argument::default() })
    }

    /// The argument for a step; for a step of several rules the shortest of those against the opposite of a fact.
    /// `None` where it would need too many cases to present.
    pub(super) fn of_step(state: &RuleState, step: &Step, with_sums: bool) -> Option<Argument> {
        if step.depth <= Depth::One {
            let rule_use = use_of(state, step.rules[0]);
            let (holding, open) = atoms_of(state, step.rules[0], |_| Value::Open);
            let inference =
                Inference { rule: step.rules[0], rule_use, holding, open, facts: step.facts.clone() };
            return Some(Argument::outright(inference));
        }
        let submodel = Submodel::new(state, &step.rules);
        if let (Depth::Lemmas, [fact]) = (step.depth, &step.facts[..]) {
            let lemmas = LemmaSearch::with_cases(MOST_CASES_BESIDE_LEMMAS);
            return Argument::by_few_lemmas(state, &submodel, fact.opposite(), lemmas);
        }
        let against = |fact: &Fact, cases_left: usize| {
            let mut arguing = Arguing { state, submodel: &submodel, with_sums, cases_left, lemmas: None };
            arguing.refute(&submodel.state(), fact.opposite()).map(|refuted| refuted.argument)
        };
        let facts = step.facts.iter().take(MOST_TRIED);
        let short = facts.filter_map(|fact| against(fact, FEW_CASES)).min_by_key(Argument::length);
        short.or_else(|| step.facts.first().and_then(|fact| against(fact, MOST_CASES)))
    }
}

const FEW_CASES: usize = 8;
const MOST_CASES: usize = 500;
const MOST_TRIED: usize = 12;
/// Where lemmas alone lead nowhere, cases are told apart so often.
pub(super) const MOST_CASES_BESIDE_LEMMAS: usize = 2;

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
#[derive(Default)]
struct End {
    /// All but what is supposed.
    argument: Argument,
    used: BTreeSet<Atom>,
}

/// A conclusion, by the numbers of the submodel.
enum Line {
    /// From one rule.
    Inference(Inference),
    /// From several rules that refute its opposite, given the lines before this one.
    Lemma { wrong: Fact, rules: Vec<RuleId>, given: usize },
}

/// Lemmas that are drawn from the same lines.
struct Beside {
    /// What is known then, in the submodel and on the whole board.
    own: RuleState,
    whole: RuleState,
    /// How many others come after them.
    first: usize,
    /// The lemmas, with all that their rules say.
    drawn: Vec<Step>,
}

/// How lemmas are looked for.
pub(super) struct LemmaSearch {
    /// What is known about refuting facts before anything is supposed.
    pub several: MultiRuleSearch,
    /// How often cases may be told apart.
    pub most_cases: usize,
    /// Where it is known which lemmas lead to a contradiction: these.
    pub drawn: Option<Vec<Refutation>>,
    pub cancel: Cancel,
}

impl LemmaSearch {
    pub fn with_cases(most_cases: usize) -> LemmaSearch {
        let (several, cancel) = (MultiRuleSearch::default(), Cancel::default());
        LemmaSearch { several, most_cases, drawn: None, cancel }
    }
}

struct Arguing<'a> {
    /// The whole board.
    state: &'a RuleState,
    /// The rules of the step, which have numbers of their own.
    submodel: &'a Submodel,
    /// Whether rules are added up where they yield nothing one by one.
    with_sums: bool,
    cases_left: usize,
    /// How to look for lemmas, if at all.
    lemmas: Option<&'a LemmaSearch>,
}

impl Arguing<'_> {
    /// The argument against a fact about a whole-board atom.
    fn refute(&mut self, before: &RuleState, suppose: Fact) -> Option<Refuted> {
        let mut several = self.lemmas.map(|lemmas| lemmas.several.clone());
        let mut now = before.clone();
        let own = self.submodel.own(suppose)?;
        now.learn(own);
        let mut lines: Vec<Line> = Vec::new();
        // What was learned in which line, by the numbers of the submodel.
        let mut learned: Vec<(usize, Fact)> = Vec::new();
        let mut end = loop {
            if let Some(rule) = now.rules().find(|rule| now.is_impossible(*rule)) {
                let inference = self.inference(&now, rule, Vec::new());
                let used = self.uses(&now, rule, inference.rule_use);
                break End { argument: Argument::outright(inference), used };
            }
            // All that can be said now, before anything is said because of it: so arguments stay short.
            let wave: Vec<RuleId> = now.rules().filter(|rule| now.speaks(*rule)).collect();
            for rule in &wave {
                let facts = now.forced_by(*rule);
                if !facts.is_empty() {
                    learned.extend(facts.iter().map(|fact| (lines.len(), *fact)));
                    let told = facts.iter().map(|fact| self.submodel.whole(*fact)).collect();
                    lines.push(Line::Inference(self.inference(&now, *rule, told)));
                    facts.iter().for_each(|fact| now.learn(*fact));
                }
            }
            if !wave.is_empty() {
                continue;
            }
            if let Some(end) = self.sum(&now) {
                break end;
            }
            let refuted = several.as_mut().map_or(Vec::new(), |several| self.refuted(&now, several));
            if refuted.is_empty() {
                break self.cases(&now)?;
            }
            let given = lines.len();
            for Refutation { wrong, rules, .. } in refuted {
                learned.push((lines.len(), wrong.opposite()));
                now.learn(wrong.opposite());
                lines.push(Line::Lemma { wrong, rules, given });
            }
        };
        // Backwards: only what is used stays, with what it uses in turn.
        let origins: BTreeMap<Atom, usize> = learned.iter().map(|(line, fact)| (fact.atom, *line)).collect();
        let mut kept = Argument::default();
        // The lemmas that were drawn from the same lines as the next one, and all that they say.
        let mut beside: Option<(usize, Beside)> = None;
        for (i, line) in lines.into_iter().enumerate().rev() {
            let is_used = |fact: Fact| end.used.contains(&fact.atom);
            match line {
                Line::Inference(mut inference) => {
                    inference.facts.retain(|fact| self.submodel.own(*fact).is_some_and(is_used));
                    if !inference.facts.is_empty() {
                        let rule = self.submodel.own_rule(inference.rule);
                        let uses = self.uses(&now, rule, inference.rule_use);
                        // Only what was known when the rule spoke.
                        let earlier = |atom: &Atom| origins.get(atom).is_none_or(|own| *own < i);
                        end.used.extend(uses.into_iter().filter(earlier));
                        kept.inferences.push(inference);
                    }
                }
                Line::Lemma { wrong, rules, given } if is_used(wrong) => {
                    let beside = match &mut beside {
                        Some((same, beside)) if *same == given => beside,
                        beside => {
                            let mut then = before.clone();
                            then.learn(own);
                            let facts = learned.iter().take_while(|(line, _)| *line < given);
                            facts.for_each(|(_, fact)| then.learn(*fact));
                            &mut beside.insert((given, self.beside(then, kept.lemmas.len()))).1
                        }
                    };
                    let (argument, step) = self.lemma(beside, wrong, &rules)?;
                    for inference in argument.all_inferences() {
                        let rule = self.submodel.own_rule(inference.rule);
                        end.used.extend(self.uses(&beside.own, rule, inference.rule_use));
                    }
                    match kept.lemmas[beside.first..].iter_mut().find(|lemma| lemma.step.rules == step.rules)
                    {
                        None => {
                            // Counted from the end for now.
                            let (after, known) = (kept.inferences.len(), beside.first);
                            kept.lemmas.push(Lemma { after, known, step, argument });
                        }
                        Some(lemma) => lemma.step.facts.extend(step.facts),
                    }
                }
                Line::Lemma { .. } => {}
            }
        }
        let matters = end.used.contains(&own.atom);
        end.used.retain(|atom| !origins.contains_key(atom) && !before.is_open(*atom));
        let count = kept.inferences.len();
        kept.inferences.reverse();
        kept.lemmas.reverse();
        let drawn = kept.lemmas.len();
        let mut first = (usize::MAX, 0);
        for (i, lemma) in kept.lemmas.iter_mut().enumerate() {
            if lemma.known != first.0 {
                first = (lemma.known, i);
            }
            (lemma.after, lemma.known) = (count - lemma.after, first.1);
        }
        for lemma in &mut end.argument.lemmas {
            lemma.after += count;
            lemma.known += drawn;
        }
        kept.inferences.append(&mut end.argument.inferences);
        kept.lemmas.append(&mut end.argument.lemmas);
        let argument =
            Argument { suppose: Some(suppose), cases: end.argument.cases, sum: end.argument.sum, ..kept };
        Some(Refuted { argument, used: end.used, matters })
    }

    /// What the fewest rules refute together, and which rules these are.
    fn refuted(&self, now: &RuleState, several: &mut MultiRuleSearch) -> Vec<Refutation> {
        if let Some(drawn) = self.lemmas.and_then(|lemmas| lemmas.drawn.as_ref()) {
            let mut trial = Trial::new(now);
            let open = drawn.iter().filter(|lemma| now.is_open(lemma.wrong.atom));
            return open.filter(|lemma| trial.refutes(lemma)).cloned().collect();
        }
        let open = (0..now.known().len() as u32).map(Atom).filter(|atom| now.is_open(*atom));
        let facts: Vec<Fact> = open.map(|atom| Fact { atom, holds: true }).collect();
        let cancel = self.lemmas.map(|lemmas| lemmas.cancel.clone()).unwrap_or_default();
        several.chains(now, &facts, &cancel).unwrap_or_default()
    }

    /// What is known when some lemmas are drawn.
    fn beside(&self, own: RuleState, first: usize) -> Beside {
        let mut whole = self.state.clone();
        whole.learn_all(own.known().facts().map(|fact| self.submodel.whole(fact)));
        Beside { own, whole, first, drawn: Vec::new() }
    }

    /// A lemma that refutes a fact of the submodel, with the rules of one before it if they say this as well; and the
    /// argument for it.
    fn lemma(&self, beside: &mut Beside, wrong: Fact, rules: &[RuleId]) -> Option<(Argument, Step)> {
        let wrong = self.submodel.whole(wrong);
        let state = &beside.whole;
        let by = |rules: &[RuleId]| {
            let submodel = Submodel::new(state, rules);
            let (submodel, cases_left) = (&submodel, FEW_CASES);
            let mut arguing = Arguing { state, submodel, cases_left, lemmas: None, ..*self };
            arguing.refute(&submodel.state(), wrong).map(|refuted| refuted.argument)
        };
        let step = |rules: Vec<RuleId>| Step {
            facts: vec![wrong.opposite()],
            rules,
            depth: Depth::Chain,
            is_smallest: false,
        };
        let drawn = beside.drawn.iter().filter(|drawn| drawn.facts.contains(&wrong.opposite()));
        let again = drawn.map(|drawn| &drawn.rules).find_map(|rules| Some((by(rules)?, step(rules.clone()))));
        if again.is_some() {
            return again;
        }
        let rules = rules.iter().map(|rule| self.submodel.rule(*rule)).collect();
        let refutation = Refutation { wrong, rules, depth: Depth::Chain };
        let needed = minimal(state, &refutation, &Cancel::default());
        if let Some((argument, needed)) = needed.and_then(|needed| Some((by(&needed.rules)?, needed))) {
            beside.drawn.push(needed.clone());
            return Some((argument, step(needed.rules)));
        }
        // With only the needed rules there would be too many cases.
        by(&refutation.rules).map(|argument| (argument, step(refutation.rules)))
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
        Some(End { argument: Argument { sum: Some(sum), ..Argument::default() }, used })
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
                return Some(End { argument: case.argument, used: case.used });
            }
            cases.push(case.argument);
            used.extend(case.used);
        }
        Some(End { argument: Argument { cases, ..Argument::default() }, used })
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
