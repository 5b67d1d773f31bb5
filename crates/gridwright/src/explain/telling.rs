//! Steps in words.

use super::Step;
use super::argument::{Argument, Link, Turn};
use super::ledger::Ledger;
use super::technique::{Case, Technique};
use crate::genres::Puzzle;
use crate::grid::Cell;
use crate::model::{Atom, Fact, Model, Role, RuleId};
use std::collections::BTreeMap;

/// A step as one would tell it to a person.
#[derive(Clone, Debug)]
pub struct Telling {
    /// What players call it.
    pub technique: Option<&'static Technique>,
    /// What kind of step it is.
    pub kind: String,
    /// Where to look, in reading order: the rules' own places, and the cells in which they have a choice.
    pub cells: Vec<Cell>,
    /// Why, in one or more sentences.
    pub why: String,
    /// What follows, as a clause: `r1c2 is 5`.
    pub what: String,
    /// The argument, where it is short enough to be told.
    pub argument: Option<Argument>,
}

impl Telling {
    /// The whole step in sentences.
    pub fn text(&self) -> String {
        match self.why.strip_suffix('.') {
            Some(why) if !why.contains(". ") => format!("{why}, so {}.", self.what),
            _ => format!("{} So {}.", self.why, self.what),
        }
    }
}

/// Adding up more rules than these is no easier to follow than one conclusion after the other.
const MOST_COUNTED: usize = 5;

pub(super) fn tell(puzzle: &dyn Puzzle, model: &Model, ledger: &Ledger, step: &Step) -> Telling {
    let argument = Argument::of_step(ledger, step);
    let case = Case::new(puzzle, model, ledger.known(), step, argument.as_ref());
    let technique = case.technique();
    let telling = Words { puzzle, model, ledger };
    let why = match &argument {
        Some(argument) if argument.suppose.is_none() => telling.clause(&argument.links[0]),
        Some(_) if (technique.is_some() || step.rules.len() <= MOST_COUNTED) && is_counted(ledger, &case) => {
            telling.counted(&case)
        }
        Some(argument) => telling.supposed(argument),
        None => {
            let rules: Vec<String> =
                step.rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
            format!("there is no other way to keep these rules: {}", rules.join("; "))
        }
    };
    let kind = case.name();
    // The rules' own places, and where they still have a choice.
    let mut cells: Vec<Cell> = Vec::new();
    for &rule in &step.rules {
        cells.extend(puzzle.rule_place(model.get(rule)));
        cells.extend(ledger.open_terms(rule).map(|term| puzzle.share_place(term.atom).0));
    }
    cells.sort_unstable();
    cells.dedup();
    let what = match argument.as_ref().and_then(|argument| argument.suppose) {
        Some(fact) if !is_counted(ledger, &case) => {
            let shown = Fact { holds: !fact.holds, ..fact };
            let others: Vec<Fact> = step.facts.iter().copied().filter(|other| *other != shown).collect();
            let also = if others.is_empty() { "" } else { ", and by the same rules " };
            format!("{}{also}{}", puzzle.tell_facts(&[shown]), puzzle.tell_facts(&others))
        }
        _ => puzzle.tell_facts(&step.facts),
    };
    Telling { technique, kind, cells, why: capitalised(&why) + ".", what, argument }
}

/// Whether adding up what the rules need and what they allow gives all facts: then nothing need be supposed.
fn is_counted(ledger: &Ledger, case: &Case<'_>) -> bool {
    if case.needs.iter().any(|rule| case.limits.contains(rule)) {
        return false;
    }
    // What the limits count less what the needs count is at most `bound`.
    let mut sums: BTreeMap<_, i64> = BTreeMap::new();
    let mut bound = 0;
    let signed = case.limits.iter().map(|rule| (rule, 1)).chain(case.needs.iter().map(|rule| (rule, -1)));
    for (rule, sign) in signed {
        let need = ledger.need(*rule);
        bound += if sign > 0 { need.hi } else { -need.lo };
        for term in ledger.open_terms(*rule) {
            *sums.entry(term.atom).or_default() += sign * term.weight;
        }
    }
    let least: i64 = sums.values().filter(|sum| **sum < 0).sum();
    case.step.facts.iter().all(|fact| match sums.get(&fact.atom) {
        Some(&sum) if fact.holds => sum < 0 && least - sum > bound,
        Some(&sum) => sum > 0 && least + sum > bound,
        None => false,
    })
}

struct Words<'a> {
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    ledger: &'a Ledger,
}

impl Words<'_> {
    fn clause(&self, link: &Link) -> String {
        self.puzzle.tell_link(self.model.get(link.rule), link)
    }

    /// What is needed, what is allowed.
    fn counted(&self, case: &Case<'_>) -> String {
        let links = |rules: &[RuleId], turn: Turn| -> Vec<Link> {
            let link = |rule: &RuleId| Link {
                rule: *rule,
                turn,
                holding: self.holding(*rule),
                open: self.ledger.open_terms(*rule).map(|term| term.atom).collect(),
                facts: case.step.facts.clone(),
            };
            rules.iter().map(link).collect()
        };
        let needs: Vec<String> =
            links(&case.needs, Turn::Among).iter().map(|link| self.clause(link)).collect();
        let limits = links(&case.limits, Turn::Takes);
        let limits: Vec<_> = limits.iter().map(|link| (self.model.get(link.rule), link)).collect();
        let limits = self.puzzle.tell_limits(&limits);
        [needs, vec![limits]]
            .concat()
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn holding(&self, rule: RuleId) -> Vec<Atom> {
        let atoms = self.ledger.terms(rule).iter().map(|term| term.atom);
        atoms.filter(|atom| self.ledger.known().is_yes(*atom)).collect()
    }

    /// What would follow from the opposite.
    fn supposed(&self, argument: &Argument) -> String {
        let mut text = argument.suppose.map_or(String::new(), |fact| self.suppose(fact));
        let mut told: Vec<String> = Vec::new();
        for link in argument.links.iter().filter(|link| !self.goes_without_saying(link)) {
            let clause = self.clause(link);
            told.push(match &link.facts[..] {
                [] => format!("but then {clause}"),
                [_] if link.turn == Turn::Last => clause,
                facts => format!("{clause}, so {}", self.puzzle.tell_facts(facts)),
            });
        }
        if !told.is_empty() {
            text += &format!(": {}", told.join("; "));
        }
        for case in &argument.cases {
            text += &format!(". {}", capitalised(&self.supposed(case)));
        }
        text
    }

    /// What a law rules out once it has all it may have.
    fn goes_without_saying(&self, link: &Link) -> bool {
        let role = self.model.kind(self.model.get(link.rule)).role;
        link.turn == Turn::Full && role == Role::Law && !link.facts.is_empty()
    }

    fn suppose(&self, fact: Fact) -> String {
        format!("suppose {}", self.puzzle.tell_facts(&[fact]))
    }
}

/// With a capital first letter, unless it starts with a name such as `r1c2`.
fn capitalised(text: &str) -> String {
    let first_word = text.split(' ').next().unwrap_or("");
    if first_word.chars().any(|c| c.is_ascii_digit()) {
        return text.to_string();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}
