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
    /// The rules to look at first: those that need something, else all.
    pub focus: Vec<RuleId>,
    /// What is concerned, in reading order: the rules' own places and the cells in which they have a choice; all cells of
    /// a single rule.
    pub cells: Vec<Cell>,
    /// Why.
    pub why: Reason,
    /// What follows, without what goes without saying once the rest is known.
    pub news: Vec<Fact>,
    /// What follows, as a clause: `r1c2 is 5`.
    pub what: String,
    /// The argument, where it is short enough to be told.
    pub argument: Option<Argument>,
}

impl Telling {
    /// The whole step in sentences.
    pub fn text(&self) -> String {
        let why = self.why.text();
        match why.strip_suffix('.') {
            Some(why) if !why.contains(". ") => format!("{why}, so {}.", self.what),
            _ => format!("{why} So {}.", self.what),
        }
    }

    /// The same in paragraphs, the cases of an argument each in its own and the deeper the more indented.
    pub fn paragraphs(&self) -> Vec<(usize, String)> {
        if self.why.cases.is_empty() {
            return vec![(0, self.text())];
        }
        let mut paragraphs = Vec::new();
        self.why.add_paragraphs(0, &mut paragraphs);
        paragraphs.push((0, format!("So {}.", self.what)));
        paragraphs
    }
}

/// Why something is so: what follows from what, and the cases to tell apart, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What comes before a list of clauses: `suppose r1c2 is 5`. Empty where nothing does.
    pub suppose: String,
    /// One clause after the other.
    pub clauses: Vec<String>,
    /// Ways in which it may go on, each of which ends in a contradiction.
    pub cases: Vec<Reason>,
}

/// Said before the cases of an argument, as a clause.
pub(super) const TWO_CASES: &str = "that leaves two cases, both impossible";

impl Reason {
    fn clause(clause: String) -> Reason {
        Reason { suppose: String::new(), clauses: vec![clause], cases: Vec::new() }
    }

    /// What is supposed, as the beginning of a sentence.
    pub(super) fn supposition(&self) -> String {
        capitalised(&self.suppose)
    }

    /// Without the cases, as sentences.
    pub fn sentence(&self) -> String {
        let clauses = self.clauses.join("; ");
        let body = match (self.suppose.is_empty(), clauses.is_empty()) {
            (true, _) => clauses,
            (false, true) => self.suppose.clone(),
            (false, false) => format!("{}: {clauses}", self.suppose),
        };
        let ending = match (self.cases.is_empty(), self.clauses.is_empty()) {
            (true, _) => ".".to_string(),
            (false, true) => format!(": {TWO_CASES}."),
            (false, false) => format!(". {}.", capitalised(TWO_CASES)),
        };
        capitalised(&body) + &ending
    }

    /// All of it in sentences.
    pub fn text(&self) -> String {
        let cases = self.cases.iter().map(|case| format!(" {}", case.text()));
        self.sentence() + &cases.collect::<String>()
    }

    fn add_paragraphs(&self, depth: usize, paragraphs: &mut Vec<(usize, String)>) {
        paragraphs.push((depth, self.sentence()));
        self.cases.iter().for_each(|case| case.add_paragraphs(depth + 1, paragraphs));
    }
}

/// Adding up more rules than these is no easier to follow than one conclusion after the other, unless players have a name
/// for it.
const MOST_COUNTED: usize = 5;

pub(super) fn tell(puzzle: &dyn Puzzle, model: &Model, ledger: &Ledger, step: &Step) -> Telling {
    let argument = Argument::of_step(ledger, step);
    let case = Case::new(puzzle, model, ledger.known(), step, argument.as_ref());
    let technique = case.technique();
    let telling = Words { puzzle, model, ledger };
    let most_counted = if technique.is_some() { usize::MAX } else { MOST_COUNTED };
    let most_counted = most_counted.min(puzzle.most_counted());
    let is_counted = step.rules.len() <= most_counted && is_counted(ledger, &case);
    let why = match &argument {
        Some(argument) if argument.suppose.is_none() => Reason::clause(telling.clause(&argument.links[0])),
        Some(_) if is_counted => Reason::clause(telling.counted(&case)),
        Some(argument) => telling.supposed(argument, "suppose"),
        None => {
            let rules: Vec<String> =
                step.rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
            let suppose = "there is no other way to keep these rules".to_string();
            Reason { suppose, clauses: rules, cases: Vec::new() }
        }
    };
    let kind = case.name();
    // One rule is looked at as a whole; of several, their own places and where they still have a choice.
    let mut cells: Vec<Cell> = Vec::new();
    if let [rule] = step.rules[..] {
        cells.extend(puzzle.rule_cells(model, model.get(rule)));
    }
    for &rule in &step.rules {
        cells.extend(puzzle.rule_place(model.get(rule)));
        cells.extend(ledger.open_terms(rule).map(|term| puzzle.share_place(term.atom).0));
    }
    cells.sort_unstable();
    cells.dedup();
    let focus = if case.needs.is_empty() { step.rules.clone() } else { case.needs.clone() };
    let news = news(model, ledger, step);
    let what = match argument.as_ref().and_then(|argument| argument.suppose) {
        Some(fact) if !is_counted => {
            let shown = Fact { holds: !fact.holds, ..fact };
            let others: Vec<Fact> = news.iter().copied().filter(|other| *other != shown).collect();
            let also = if others.is_empty() { "" } else { ", and by the same rules " };
            format!("{}{also}{}", puzzle.tell_facts(&[shown]), puzzle.tell_facts(&others))
        }
        _ => puzzle.tell_facts(&news),
    };
    Telling { technique, kind, focus, cells, why, news, what, argument }
}

/// The facts of a step without what a law rules out once the others hold.
fn news(model: &Model, ledger: &Ledger, step: &Step) -> Vec<Fact> {
    let answers: Vec<Atom> = step.facts.iter().filter(|fact| fact.holds).map(|fact| fact.atom).collect();
    let is_ruled_out = |atom: Atom| {
        ledger.places(atom).iter().any(|place| {
            let terms = ledger.open_terms(place.rule).filter(|term| answers.contains(&term.atom));
            let answered: i64 = terms.map(|term| term.weight()).sum();
            let is_law = model.kind(model.get(place.rule)).role == Role::Law;
            is_law && answered > 0 && ledger.need(place.rule).hi - answered < place.weight()
        })
    };
    step.facts.iter().copied().filter(|fact| fact.holds || !is_ruled_out(fact.atom)).collect()
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
            *sums.entry(term.atom).or_default() += sign * term.weight();
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
        let wanted: Vec<Atom> =
            case.needs.iter().flat_map(|rule| self.ledger.open_terms(*rule)).map(|term| term.atom).collect();
        let limits = self.puzzle.tell_limits(&limits, &wanted);
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
    fn supposed(&self, argument: &Argument, suppose: &str) -> Reason {
        let mut clauses: Vec<String> = Vec::new();
        for link in argument.links.iter().filter(|link| !self.goes_without_saying(link)) {
            let clause = self.clause(link);
            clauses.push(match &link.facts[..] {
                [] => format!("but then {clause}"),
                [fact] if link.turn == Turn::Last && self.names_place(&clause, *fact) => clause,
                facts => format!("{clause}, so {}", self.puzzle.tell_facts(facts)),
            });
        }
        let supposed = argument.suppose.map(|fact| format!("{suppose} {}", self.puzzle.tell_facts(&[fact])));
        let cases = argument.cases.iter().map(|case| self.supposed(case, "if")).collect();
        Reason { suppose: supposed.unwrap_or_default(), clauses, cases }
    }

    /// Whether a clause says where the fact is.
    fn names_place(&self, clause: &str, fact: Fact) -> bool {
        let place = self.puzzle.grid().name(self.puzzle.share_place(fact.atom).0).to_string();
        clause.split([' ', ',']).any(|word| word == place)
    }

    /// What a law rules out once it has all it may have.
    fn goes_without_saying(&self, link: &Link) -> bool {
        let rule = self.model.get(link.rule);
        let is_law = self.model.kind(rule).role == Role::Law;
        link.turn == Turn::Full && is_law && !link.facts.is_empty() && self.puzzle.is_plain_to_see(rule)
    }
}

/// With a capital first letter, unless it starts with a name such as `r1c2`.
pub(super) fn capitalised(text: &str) -> String {
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
