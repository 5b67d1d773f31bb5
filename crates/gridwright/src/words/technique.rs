//! Names for steps. A genre lists its techniques as data: which rules are used, and for what.

use crate::model::{Atom, Board, Fact, Model, Rule, RuleId};
use crate::printed::PrintedBoard;
use crate::rating::Hardness;

/// One explained deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it establishes.
    pub facts: Vec<Fact>,
    /// The rules that force it together with what was known before; none of them can be left out.
    pub rules: Vec<RuleId>,
    /// How it was found.
    pub depth: Depth,
    /// Whether it is proven that no smaller set of rules says anything that is not known; else the set is only known to be
    /// minimal. See [`Explainer::prove_smallest`](crate::explain::Explainer::prove_smallest).
    pub is_smallest: bool,
}

/// How hard it was to find a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Obvious at a glance: a printed answer, or what a law rules out once it has all it may have.
    Trivial,
    /// One rule says it.
    One,
    /// Some rules add up to it.
    Sum,
    /// The opposite leads to a contradiction, one conclusion after the other.
    Chain,
    /// Every way the opposite could come about leads to a contradiction.
    Cases,
    /// The opposite leads to a contradiction by way of conclusions that take several rules each.
    Lemmas,
    /// Otherwise there would be two solutions. Used only where it may be.
    Unique,
}

/// A kind of step that players have a name for.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// How hard it is to see. For digits it follows the scale that solvers of them know.
    pub hardness: Hardness,
    /// Whether it is the harder the more rules it takes, from its hardness on.
    pub is_open_ended: bool,
    /// The rules used for what they need, group by group.
    pub needs: &'static [Uses],
    /// The rules used for what they allow.
    pub limits: &'static [Uses],
    /// What else must be so.
    pub also: Option<fn(&Case<'_>) -> bool>,
    /// Whether it only holds in a puzzle of one solution, and is used only where that may be.
    pub assumes_unique: bool,
}

/// A step that holds because there is one solution, and no second one.
#[derive(Clone, Debug)]
pub struct UniqueStep {
    /// What players call it.
    pub technique: &'static Technique,
    /// The step; its rules are those to look at.
    pub step: Step,
    /// Why: one clause after the other.
    pub clauses: Vec<String>,
    /// If none of these held, there would be two solutions. With that, the rules of the puzzle force the step.
    pub otherwise_two: Vec<Atom>,
}

/// Some rules that a technique uses.
#[derive(Clone, Copy, Debug)]
pub struct Uses {
    /// They are of one of these kinds.
    pub kinds: &'static [u8],
    /// The least number of them.
    pub least: usize,
    /// The greatest number of them.
    pub most: usize,
    /// What they have in common.
    pub alike: Alike,
}

/// What rules have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// Nothing in particular.
    Nothing,
    /// The kind.
    Kind,
    /// The kind and what they are about, such as one row.
    Subject,
    /// The detail, such as one digit.
    Detail,
}

impl Uses {
    /// Exactly `number` rules of these kinds.
    pub const fn exactly(number: usize, kinds: &'static [u8]) -> Uses {
        Uses { kinds, least: number, most: number, alike: Alike::Nothing }
    }

    /// At least `number` rules of these kinds.
    pub const fn least(number: usize, kinds: &'static [u8]) -> Uses {
        Uses { kinds, least: number, most: usize::MAX, alike: Alike::Nothing }
    }

    /// With something in common.
    pub const fn alike(self, alike: Alike) -> Uses {
        Uses { alike, ..self }
    }

    fn fits(&self, rules: &[&Rule]) -> bool {
        let common = |a: &Rule, b: &Rule| match self.alike {
            Alike::Nothing => true,
            Alike::Kind => a.kind == b.kind,
            Alike::Subject => (a.kind, a.subject) == (b.kind, b.subject),
            Alike::Detail => a.detail == b.detail,
        };
        (self.least..=self.most).contains(&rules.len())
            && rules.windows(2).all(|pair| common(pair[0], pair[1]))
    }
}

impl Technique {
    /// With its hardness in tenths, some rules used for what they need, and others for what they allow.
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        tenths: u32,
        needs: &'static [Uses],
        limits: &'static [Uses],
    ) -> Technique {
        let hardness = Hardness::from_tenths(tenths);
        Technique {
            name,
            meaning,
            hardness,
            is_open_ended: false,
            needs,
            limits,
            also: None,
            assumes_unique: false,
        }
    }

    /// One that only holds in a puzzle of one solution, with its hardness in tenths. The genre finds its steps.
    pub const fn of_uniqueness(name: &'static str, meaning: &'static str, tenths: u32) -> Technique {
        Technique { assumes_unique: true, ..Technique::new(name, meaning, tenths, &[], &[]) }
    }

    /// The harder the more rules it takes, as steps without a name are.
    pub const fn open_ended(self) -> Technique {
        Technique { is_open_ended: true, ..self }
    }

    /// How hard it is to see with so many rules.
    pub(crate) fn hardness_of(&self, rules: usize) -> Hardness {
        if self.is_open_ended { self.hardness.max(unnamed(rules)) } else { self.hardness }
    }

    /// Of how many limits it is a cover, if it is one: with as many rules that need something, or one more.
    pub(crate) fn covers(&self) -> Option<usize> {
        let exact = |groups: &[Uses]| {
            let is_exact = groups.iter().all(|uses| uses.least == uses.most);
            is_exact.then(|| groups.iter().map(|uses| uses.least).sum::<usize>())
        };
        let (needs, limits) = (exact(self.needs)?, exact(self.limits)?);
        (limits > 0 && (limits..=limits + 1).contains(&needs)).then_some(limits)
    }

    /// The most rules that a step of this name may take.
    pub(crate) fn most_rules(&self) -> usize {
        let groups = self.needs.iter().chain(self.limits);
        groups.fold(0, |sum: usize, uses| sum.saturating_add(uses.most))
    }

    /// Only where something else is so.
    pub const fn also(self, condition: fn(&Case<'_>) -> bool) -> Technique {
        Technique { also: Some(condition), ..self }
    }
}

/// One rule of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The rule.
    pub rule: RuleId,
    /// Whether it says that one of `to` holds if none of `from` does, and not that none of `to` does if one of `from`
    /// does.
    pub is_strong: bool,
    /// Where it comes from.
    pub from: Vec<Atom>,
    /// Where it leads.
    pub to: Vec<Atom>,
}

/// A path through all rules of a step, by strong and weak links in turn, from the opposite of a fact back to the fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// What it shows.
    pub shows: Fact,
    /// Its links, in order.
    pub links: Vec<Link>,
}

impl Chain {
    /// The rules of its strong links, or of its weak ones, sorted.
    pub(crate) fn rules(&self, is_strong: bool) -> Vec<RuleId> {
        let links = self.links.iter().filter(|link| link.is_strong == is_strong);
        let mut rules: Vec<RuleId> = links.map(|link| link.rule).collect();
        rules.sort_unstable();
        rules
    }

    /// Whether several places together take the part of one somewhere.
    pub fn is_grouped(&self) -> bool {
        self.links.iter().any(|link| link.from.len() > 1 || link.to.len() > 1)
    }
}

/// What a technique's further condition may look at.
pub struct Case<'a> {
    /// The board.
    pub board: &'a dyn PrintedBoard,
    /// The genre's techniques.
    pub techniques: &'static [Technique],
    /// Its model.
    pub model: &'a Model,
    /// What was known before the step.
    pub known: &'a Board,
    /// The step.
    pub step: &'a Step,
    /// The rules that are used for what they need.
    pub needs: Vec<RuleId>,
    /// The rules that are used for what they allow.
    pub limits: Vec<RuleId>,
    /// The chain through all its rules, if it is one.
    pub chain: Option<Chain>,
    /// Whether the argument needs to tell cases apart.
    pub has_cases: bool,
    /// Whether the rules only need to be added up.
    pub is_sum: bool,
}

impl Case<'_> {
    /// The first of the genre's techniques that fits.
    pub fn technique(&self) -> Option<&'static Technique> {
        let fits = |technique: &&Technique| {
            !technique.assumes_unique
                && self.divides(&self.needs, technique.needs)
                && self.divides(&self.limits, technique.limits)
                && technique.also.is_none_or(|also| also(self))
        };
        self.techniques.iter().find(fits)
    }

    /// What the step is called, if only by its size.
    pub fn name(&self) -> String {
        match (self.technique(), self.step.depth) {
            (Some(technique), _) => technique.name.to_string(),
            (None, Depth::Trivial | Depth::One) => "one rule".to_string(),
            _ if self.is_sum => format!("sum over {} rules", self.step.rules.len()),
            _ if self.has_cases => format!("cases over {} rules", self.step.rules.len()),
            _ => format!("chain over {} rules", self.step.rules.len()),
        }
    }

    /// How hard the step is to see. One without a name is the harder the more rules it takes.
    pub fn hardness(&self) -> Hardness {
        match (self.technique(), self.step.depth) {
            (Some(technique), _) => technique.hardness_of(self.step.rules.len()),
            (None, Depth::Trivial | Depth::One) => Hardness::from_tenths(10),
            _ => unnamed(self.step.rules.len()),
        }
    }

    /// The least hardness that a step of at least so many rules may have, unless it is a cover.
    pub(crate) fn least_of_chains(techniques: &[Technique], rules: usize) -> Hardness {
        let chains =
            techniques.iter().filter(|technique| technique.covers().is_none() && !technique.assumes_unique);
        let named = chains.filter(|technique| technique.most_rules() >= rules);
        named.map(|technique| technique.hardness_of(rules)).fold(unnamed(rules), Ord::min)
    }

    /// Whether rules fall into groups as asked, each taken by the first group of its kind.
    fn divides(&self, rules: &[RuleId], groups: &[Uses]) -> bool {
        // Most techniques do not even have the number of rules.
        let least: usize = groups.iter().map(|uses| uses.least).sum();
        let most = groups.iter().fold(0, |sum: usize, uses| sum.saturating_add(uses.most));
        if !(least..=most).contains(&rules.len()) {
            return false;
        }
        let mut left: Vec<&Rule> = rules.iter().map(|rule| self.model.get(*rule)).collect();
        let is_met = groups.iter().all(|uses| {
            let (own, others): (Vec<&Rule>, Vec<&Rule>) =
                left.iter().partition(|rule| uses.kinds.contains(&rule.kind));
            // A group of a certain size leaves the rest to those after it.
            let taken = own.len().min(uses.most);
            left = own[taken..].iter().copied().chain(others).collect();
            uses.fits(&own[..taken])
        });
        is_met && left.is_empty()
    }
}

/// How hard a step without a name is: the more rules it takes, the harder.
pub(crate) fn unnamed(rules: usize) -> Hardness {
    Hardness::from_tenths(
        match rules as u32 {
            0..=6 => 53,
            7 => 69,
            8 => 71,
            9 | 10 => 72,
            rules => 73 + (rules - 10) / 2,
        }
        .min(HARDEST),
    )
}

/// Nothing is harder to see, in tenths.
const HARDEST: u32 = 120;
