//! The argument behind a step: what follows from the opposite, one rule after the other, until a rule cannot be kept.

use super::core::Extract;
use super::ledger::Ledger;
use super::{Depth, Step};
use crate::model::{Atom, Fact, RuleId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a rule comes to at one point of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// As much holds as may, so nothing else does.
    Full,
    /// Only so much is left as is needed, so all of it holds.
    Last,
    /// The weights add up only so.
    Sum,
    /// More holds than may.
    TooMuch,
    /// Less is left than is needed.
    TooLittle,
    /// The weights cannot add up any more.
    NoSum,
    /// Some of what is left must hold.
    Among,
    /// No more than so much of what is left may hold.
    Takes,
}

impl Turn {
    /// Whether the rule is used for what it needs.
    pub fn is_need(self) -> bool {
        !matches!(self, Turn::Full | Turn::TooMuch | Turn::Takes)
    }

    /// Whether the rule is used for what it allows.
    pub fn is_limit(self) -> bool {
        !matches!(self, Turn::Last | Turn::TooLittle | Turn::Among)
    }
}

/// One rule in an argument and what it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The rule.
    pub rule: RuleId,
    /// How it is used.
    pub turn: Turn,
    /// Its atoms that hold at this point.
    pub holding: Vec<Atom>,
    /// Its atoms that are open at this point.
    pub open: Vec<Atom>,
    /// What follows; nothing where the rule cannot be kept.
    pub facts: Vec<Fact>,
}

/// What follows from something, as far as it is of use, up to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What is supposed; `None` where the rules say the facts outright.
    pub suppose: Option<Fact>,
    /// One rule after the other. The last one is the rule that cannot be kept, unless cases follow.
    pub links: Vec<Link>,
    /// Where the rules say no more: both ways that something may be, each with its contradiction.
    pub cases: Vec<Argument>,
}

impl Argument {
    /// Every link, those of the cases included.
    pub fn all_links(&self) -> Vec<&Link> {
        self.links.iter().chain(self.cases.iter().flat_map(Argument::all_links)).collect()
    }

    fn length(&self) -> usize {
        self.links.len() + self.cases.iter().map(|case| case.length() + 1).sum::<usize>()
    }

    /// The argument for a step; for a step of several rules the shortest of those against the opposite of a fact.
    /// `None` where it would need too many cases to be told.
    pub(super) fn of_step(ledger: &Ledger, step: &Step) -> Option<Argument> {
        if step.depth <= Depth::One {
            let turn = turn_of(ledger, step.rules[0]);
            let (holding, open) = atoms_of(ledger, step.rules[0], |_| Value::Open);
            let link = Link { rule: step.rules[0], turn, holding, open, facts: step.facts.clone() };
            return Some(Argument { suppose: None, links: vec![link], cases: Vec::new() });
        }
        let extract = Extract::new(ledger, &step.rules);
        let against = |fact: &Fact, cases_left: usize| {
            let mut arguing = Arguing { ledger, extract: &extract, cases_left };
            let refuted = arguing.refute(&extract.ledger(), Fact { holds: !fact.holds, ..*fact });
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
pub(super) fn turn_of(ledger: &Ledger, rule: RuleId) -> Turn {
    let need = ledger.need(rule);
    if ledger.is_impossible(rule) {
        match (need.hi < 0, need.open < need.lo) {
            (true, _) => Turn::TooMuch,
            (_, true) => Turn::TooLittle,
            _ => Turn::NoSum,
        }
    } else {
        match (need.hi == 0, need.open == need.lo) {
            (true, _) => Turn::Full,
            (_, true) => Turn::Last,
            _ => Turn::Sum,
        }
    }
}

/// The atoms of a rule that hold and that are open; `more` says what is known beyond the ledger.
fn atoms_of(ledger: &Ledger, rule: RuleId, more: impl Fn(Atom) -> Value) -> (Vec<Atom>, Vec<Atom>) {
    let value = |atom: Atom| match ledger.known().get(atom) {
        Value::Open => more(atom),
        value => value,
    };
    let having = |wanted: Value| {
        let atoms = ledger.terms(rule).iter().map(|term| term.atom);
        atoms.filter(|atom| value(*atom) == wanted).collect()
    };
    (having(Value::Yes), having(Value::Open))
}

/// An argument against a fact.
struct Refuted {
    argument: Argument,
    /// The atoms it uses of what was known before, by the numbers of the extract.
    used: BTreeSet<Atom>,
    /// Whether it makes use of the fact at all.
    matters: bool,
}

/// How an argument ends: in a rule that cannot be kept, perhaps after further links, or in cases.
struct End {
    links: Vec<Link>,
    cases: Vec<Argument>,
    used: BTreeSet<Atom>,
}

struct Arguing<'a> {
    /// The whole board.
    ledger: &'a Ledger,
    /// The rules of the step, which have numbers of their own.
    extract: &'a Extract,
    cases_left: usize,
}

impl Arguing<'_> {
    /// The argument against a fact about a whole-board atom.
    fn refute(&mut self, before: &Ledger, suppose: Fact) -> Option<Refuted> {
        let mut now = before.clone();
        let own = self.extract.own(suppose)?;
        now.learn(own);
        let mut links: Vec<Link> = Vec::new();
        // By atom of the extract: the link it comes from.
        let mut origins: BTreeMap<Atom, usize> = BTreeMap::new();
        let mut end = loop {
            if let Some(rule) = now.rules().find(|rule| now.is_impossible(*rule)) {
                let link = self.link(&now, rule, Vec::new());
                let used = self.uses(&now, rule, link.turn);
                break End { links: vec![link], cases: Vec::new(), used };
            }
            // All that can be said now, before anything is said because of it: so arguments stay short.
            let wave: Vec<RuleId> = now.rules().filter(|rule| !now.forced_by(*rule).is_empty()).collect();
            let is_news = !wave.is_empty();
            for rule in wave {
                let facts = now.forced_by(rule);
                if !facts.is_empty() {
                    origins.extend(facts.iter().map(|fact| (fact.atom, links.len())));
                    let told = facts.iter().map(|fact| self.extract.whole(*fact)).collect();
                    links.push(self.link(&now, rule, told));
                    facts.iter().for_each(|fact| now.learn(*fact));
                }
            }
            if !is_news {
                break self.cases(&now)?;
            }
        };
        // Backwards: only what is used stays, with what it uses in turn.
        let mut kept: Vec<Link> = Vec::new();
        for (i, mut link) in links.into_iter().enumerate().rev() {
            let is_used =
                |fact: &Fact| self.extract.own(*fact).is_some_and(|own| end.used.contains(&own.atom));
            link.facts.retain(is_used);
            if !link.facts.is_empty() {
                let rule = self.extract.own_rule(link.rule);
                // Only what was known when the rule spoke.
                let earlier = |atom: &Atom| origins.get(atom).is_none_or(|origin| *origin < i);
                let uses: Vec<Atom> = self.uses(&now, rule, link.turn).into_iter().filter(earlier).collect();
                end.used.extend(uses);
                kept.push(link);
            }
        }
        kept.reverse();
        let matters = end.used.contains(&own.atom);
        end.used.retain(|atom| !origins.contains_key(atom) && !before.is_open(*atom));
        kept.extend(end.links);
        let argument = Argument { suppose: Some(suppose), links: kept, cases: end.cases };
        Some(Refuted { argument, used: end.used, matters })
    }

    /// Both ways in which an atom of the rule with the least choice may come out.
    fn cases(&mut self, now: &Ledger) -> Option<End> {
        self.cases_left = self.cases_left.checked_sub(1)?;
        let asking = now.rules().filter(|rule| now.need(*rule).lo > 0 && now.need(*rule).count > 0);
        let rule = asking.min_by_key(|rule| now.need(*rule).count)?;
        let atom = now.open_terms(rule).next()?.atom;
        let mut used = BTreeSet::new();
        let mut cases = Vec::new();
        for holds in [true, false] {
            let case = self.refute(now, self.extract.whole(Fact { atom, holds }))?;
            if !case.matters {
                // The contradiction is there in any case.
                let Argument { links, cases, .. } = case.argument;
                return Some(End { links, cases, used: case.used });
            }
            cases.push(case.argument);
            used.extend(case.used);
        }
        Some(End { links: Vec::new(), cases, used })
    }

    fn link(&self, now: &Ledger, own_rule: RuleId, facts: Vec<Fact>) -> Link {
        let rule = self.extract.rule(own_rule);
        let value = |atom: Atom| {
            let own = self.extract.own(Fact { atom, holds: true });
            own.map_or(Value::Open, |own| now.known().get(own.atom))
        };
        let (holding, open) = atoms_of(self.ledger, rule, value);
        Link { rule, turn: turn_of(now, own_rule), holding, open, facts }
    }

    /// The atoms of the extract whose value makes a rule say what it says.
    fn uses(&self, now: &Ledger, own_rule: RuleId, turn: Turn) -> BTreeSet<Atom> {
        let matters = |atom: &Atom| match now.known().get(*atom) {
            Value::Yes => turn.is_limit(),
            Value::No => turn.is_need(),
            Value::Open => false,
        };
        now.terms(own_rule).iter().map(|term| term.atom).filter(matters).collect()
    }
}
