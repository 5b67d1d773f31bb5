//! Steps in words.

use super::argument::Argument;
use super::case;
use super::chain;
use super::rule_state::{Need, RuleState};
use super::submodel::Submodel;
use super::sum::Sum;
use crate::grid::Cell;
use crate::model::{Atom, Fact, Model, Role, RuleId};
use crate::puzzle::Puzzle;
use crate::words::{Adding, Case, Chain, Counted, Depth, Inference, RuleUse, Step, Technique, listed};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A step explained in words.
#[derive(Clone, Debug)]
pub struct Explanation {
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
    /// What follows, without trivial deductions from the rest.
    pub news: Vec<Fact>,
    /// What follows, as a clause: `r1c2 is 5`.
    pub what: String,
    /// The argument, if it is short enough to present.
    pub argument: Option<Argument>,
    /// The chain through all rules, if the step is one.
    pub chain: Option<Chain>,
    /// Why, without giving away what follows; only in hints.
    pub veiled: Option<String>,
    /// Whether this is part of a lemma that the next one goes on with.
    pub goes_on: bool,
}

impl Explanation {
    /// The whole step in sentences.
    pub fn text(&self) -> String {
        let why = self.why.text();
        match why.strip_suffix('.') {
            Some(why) if !why.contains(". ") => format!("{why}, so {}.", with_pronoun(&self.what, why)),
            _ => format!("{why} So {}.", self.what),
        }
    }

    /// Where to look first, as clauses.
    pub(super) fn place(&self, puzzle: &Puzzle) -> String {
        let rules = self.focus.iter().map(|rule| puzzle.sentence(puzzle.model().get(*rule)));
        rules.collect::<Vec<_>>().join("; ")
    }

    /// What comes before it where it is a lemma: its number and its name.
    pub(super) fn heading(&self, number: usize) -> String {
        let name = self.technique.map(|technique| format!("{}: ", capitalised(technique.name)));
        format!("({number}) {}", name.unwrap_or_default())
    }

    /// The same in paragraphs, the cases of an argument each in its own and the deeper the more indented.
    pub fn paragraphs(&self) -> Vec<(usize, String)> {
        if self.why.is_one_paragraph() {
            return vec![(0, self.text())];
        }
        let mut paragraphs = Vec::new();
        self.why.add_paragraphs(0, &mut paragraphs);
        paragraphs.push((0, format!("So {}.", self.what)));
        paragraphs
    }
}

impl Explanation {
    /// A lemma that is long, as several: each but the first goes on where the one before it ends. `before` is how many other
    /// lemmas there are.
    fn divided(self, before: usize) -> Vec<Explanation> {
        let count = |text: &str| text.split_whitespace().count();
        let all: usize = self.why.clauses.iter().map(|clause| count(clause)).sum();
        let start = count(&self.heading(before)) + count(&self.why.suppose);
        let end = if self.why.cases.is_empty() { 0 } else { count(TWO_CASES) };
        if start + all + end <= MOST_WORDS_OF_LEMMA || !self.why.lemmas.is_empty() {
            return vec![self];
        }
        let parts = (all + end).div_ceil(MOST_WORDS_OF_LEMMA.saturating_sub(start + 2).max(1));
        let parts = parts.min(self.why.clauses.len());
        let mut divided: Vec<Explanation> = Vec::new();
        let mut clauses = self.why.clauses.iter().cloned().peekable();
        let mut told = 0;
        for part in 1..=parts {
            let mut own: Vec<String> = Vec::new();
            while let Some(clause) = clauses.next_if(|clause| {
                own.is_empty() || part == parts || told + count(clause) / 2 < all * part / parts
            }) {
                told += count(&clause);
                own.push(clause);
            }
            let suppose = match (part, self.why.suppose.is_empty()) {
                (1, _) => self.why.suppose.clone(),
                (_, true) => format!("after ({})", before + part - 1),
                (_, false) => format!("{}, after ({})", self.why.suppose, before + part - 1),
            };
            let is_last = part == parts;
            let why = Reason {
                suppose,
                clauses: own,
                cases: if is_last { self.why.cases.clone() } else { Vec::new() },
                lemmas: Vec::new(),
            };
            let technique = self.technique.filter(|_| is_last);
            divided.push(Explanation { technique, why, goes_on: !is_last, ..self.clone() });
        }
        divided
    }
}

/// Why something is so: what follows from what, and the cases to tell apart, if any.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    /// What comes before a list of clauses: `suppose r1c2 is 5`. Empty where nothing does.
    pub suppose: String,
    /// One clause after the other.
    pub clauses: Vec<String>,
    /// Ways in which it may go on, each of which ends in a contradiction.
    pub cases: Vec<Reason>,
    /// What some of the clauses need an explanation of their own for; clauses refer to the first as `(1)`.
    pub lemmas: Vec<Explanation>,
}

/// Said before the cases of an argument, as a clause.
pub(super) const TWO_CASES: &str = "that leaves two cases, both impossible";

impl Reason {
    fn clause(clause: String) -> Reason {
        Reason { clauses: vec![clause], ..Reason::default() }
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
        let mut paragraphs = Vec::new();
        self.add_paragraphs(0, &mut paragraphs);
        let sentences: Vec<String> = paragraphs.into_iter().map(|(_, sentence)| sentence).collect();
        sentences.join(" ")
    }

    fn add_paragraphs(&self, depth: usize, paragraphs: &mut Vec<(usize, String)>) {
        paragraphs.push((depth, self.sentence()));
        for (number, lemma) in (1..).zip(&self.lemmas) {
            let first = paragraphs.len();
            lemma.why.add_paragraphs(depth + 1, paragraphs);
            paragraphs[first].1 = format!("{}{}", lemma.heading(number), paragraphs[first].1);
        }
        self.cases.iter().for_each(|case| case.add_paragraphs(depth + 1, paragraphs));
    }

    /// Leaves out cases that were told before, word for word.
    pub(super) fn tell_cases_once(&mut self, told: &mut BTreeSet<String>) {
        let [first, _] = &self.cases[..] else { return };
        if self.cases.iter().any(Reason::has_lemmas) {
            return;
        }
        let case = first.suppose.trim_start_matches("if ").to_string();
        let text = self.cases.iter().map(Reason::text).collect::<Vec<_>>().join(" ");
        if told.contains(&text) {
            self.cases.clear();
            self.clauses.push(format!("{TWO_CASES} as before: {case} or not"));
        } else {
            self.cases.iter_mut().for_each(|case| case.tell_cases_once(told));
            told.insert(text);
        }
    }

    fn has_lemmas(&self) -> bool {
        !self.lemmas.is_empty() || self.cases.iter().any(Reason::has_lemmas)
    }

    /// Whether nothing has an explanation or a case of its own.
    pub(super) fn is_one_paragraph(&self) -> bool {
        self.lemmas.is_empty() && self.cases.is_empty()
    }
}

/// A longer walk takes fewer words for each step.
const MOST_AT_LENGTH: usize = 5;
const MOST_AT_LENGTH_IN_LEMMAS: usize = 3;

/// Said before what else the rules of a step say, and before what they say one after the other once the rest is known.
const BY_THE_SAME_RULES: &str = ", and by the same rules ";
const AND_THEN: &str = ", and then ";
const LIKEWISE: &str = ", likewise ";

/// A longer lemma is divided.
const MOST_WORDS_OF_LEMMA: usize = 40;

/// Adding up more rules than this is no easier to follow than one conclusion after the other, unless players have a
/// name for it.
const MOST_COUNTED: usize = 5;

pub(super) fn tell(puzzle: &Puzzle, state: &RuleState, step: &Step) -> Explanation {
    tell_by(puzzle, state, step, "suppose")
}

/// A step in words; `suppose` is the word that a supposition begins with.
fn tell_by(puzzle: &Puzzle, state: &RuleState, step: &Step, suppose: &str) -> Explanation {
    let model = puzzle.model();
    if step.depth == Depth::Unique {
        return tell_unique(puzzle, state, step);
    }
    let argument = Argument::told(puzzle, state, step);
    let case = case::new(puzzle, state.known(), step, argument.as_ref(), chain::all(state, step));
    let technique = case.technique();
    let teller = Teller { puzzle, state };
    let has_fixed_size = technique.is_some_and(|technique| !technique.is_open_ended);
    let most_counted = if has_fixed_size { usize::MAX } else { MOST_COUNTED };
    let most_counted = most_counted.min(puzzle.most_counted());
    let has_sum = puzzle.prefers_sums() && argument.as_ref().is_some_and(|argument| argument.sum.is_some());
    let is_counted = !has_sum && step.rules.len() <= most_counted && is_counted(state, &case);
    let told = puzzle.tell_step(&case);
    let why = match &argument {
        _ if told.is_some() => {
            let clauses = told.iter().flat_map(|told| told.clauses.clone()).collect();
            Reason { clauses, ..Reason::default() }
        }
        Some(Argument { sum: Some(_), .. }) if is_counted => Reason::clause(teller.counted(&case)),
        Some(Argument { sum: Some(sum), suppose: None, .. }) => Reason::clause(teller.sum(state, sum)),
        Some(argument) if argument.suppose.is_none() => {
            Reason::clause(teller.clause(&argument.inferences[0]))
        }
        Some(_) if is_counted => Reason::clause(teller.counted(&case)),
        Some(argument) => {
            let mut why = teller.supposed(argument, suppose, state);
            why.tell_cases_once(&mut BTreeSet::new());
            why
        }
        None => {
            let rules: Vec<String> =
                step.rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
            let suppose = "there is no other way to keep these rules".to_string();
            Reason { suppose, clauses: rules, ..Reason::default() }
        }
    };
    let kind = case.name();
    // One rule is looked at as a whole; of several, their own places and where they still have a choice.
    let mut cells: Vec<Cell> = Vec::new();
    if let [rule] = step.rules[..] {
        cells.extend(puzzle.rule_cells(model.get(rule)));
    }
    for &rule in &step.rules {
        cells.extend(puzzle.rule_place(model.get(rule)));
        cells.extend(state.open_terms(rule).map(|term| puzzle.candidate_of(term.atom).0));
    }
    cells.sort_unstable();
    cells.dedup();
    let focus = if case.needs.is_empty() { step.rules.clone() } else { case.needs.clone() };
    let news = news(model, state, step);
    let supposed = argument.as_ref().and_then(|argument| argument.suppose).filter(|_| !is_counted);
    let shown = match told {
        Some(told) => {
            // What is plain once the rest is known is not said.
            let new: Vec<Fact> = told.shows.iter().copied().filter(|fact| news.contains(fact)).collect();
            Some(if new.is_empty() { told.shows } else { new })
        }
        None => supposed.map(|fact| vec![fact.opposite()]),
    };
    let what = match shown {
        Some(shown) => {
            let others: Vec<Fact> = news.iter().copied().filter(|other| !shown.contains(other)).collect();
            let also = match others.is_empty() {
                true => "",
                false if follow_one_by_one(state, &step.rules, &shown, &others) => AND_THEN,
                false => BY_THE_SAME_RULES,
            };
            format!("{}{also}{}", puzzle.tell_facts(&shown), puzzle.tell_facts(&others))
        }
        None => puzzle.tell_facts(&news),
    };
    let chain = case.chain;
    Explanation {
        technique,
        kind,
        focus,
        cells,
        why,
        news,
        what,
        argument,
        chain,
        veiled: None,
        goes_on: false,
    }
}

/// A step that holds because there is one solution.
fn tell_unique(puzzle: &Puzzle, state: &RuleState, step: &Step) -> Explanation {
    let found =
        puzzle.assuming_unique().unique_steps(state.known()).into_iter().find(|found| found.step == *step);
    let technique = found.as_ref().map(|found| found.technique);
    let atoms = step.facts.iter().map(|fact| fact.atom);
    let mut cells: Vec<Cell> = atoms.map(|atom| puzzle.candidate_of(atom).0).collect();
    cells.extend(step.rules.iter().filter_map(|rule| puzzle.rule_place(puzzle.model().get(*rule))));
    cells.sort_unstable();
    cells.dedup();
    Explanation {
        technique,
        kind: technique.map_or("uniqueness", |technique| technique.name).to_string(),
        focus: step.rules.clone(),
        cells,
        why: Reason { clauses: found.map(|found| found.clauses).unwrap_or_default(), ..Reason::default() },
        news: step.facts.clone(),
        what: puzzle.tell_facts(&step.facts),
        argument: None,
        chain: None,
        veiled: None,
        goes_on: false,
    }
}

/// The facts of a step without what a law rules out once the others hold.
fn news(model: &Model, state: &RuleState, step: &Step) -> Vec<Fact> {
    let answers: Vec<Atom> = step.facts.iter().filter(|fact| fact.holds).map(|fact| fact.atom).collect();
    let is_ruled_out = |atom: Atom| {
        state.places(atom).iter().any(|place| {
            let terms = state.open_terms(place.rule).filter(|term| answers.contains(&term.atom));
            let answered: i64 = terms.map(|term| term.weight()).sum();
            let is_law = model.kind(model.get(place.rule)).role == Role::Law;
            is_law && answered > 0 && state.need(place.rule).hi - answered < place.weight()
        })
    };
    step.facts.iter().copied().filter(|fact| fact.holds || !is_ruled_out(fact.atom)).collect()
}

/// Whether some facts follow from others by one of the rules after the other.
fn follow_one_by_one(state: &RuleState, rules: &[RuleId], from: &[Fact], facts: &[Fact]) -> bool {
    let submodel = Submodel::new(state, rules);
    let mut now = submodel.state();
    now.learn_all(from.iter().filter_map(|fact| submodel.own(*fact)));
    let next = |now: &RuleState| {
        let speaking = now.rules().filter(|rule| now.speaks(*rule) && !now.is_impossible(*rule));
        speaking.map(|rule| now.forced_by(rule)).find(|forced| !forced.is_empty())
    };
    while let Some(forced) = next(&now) {
        now.learn_all(forced);
    }
    facts.iter().filter_map(|fact| submodel.own(*fact)).all(|fact| !now.is_open(fact.atom))
}

/// Whether adding up what the rules need and what they allow gives all facts: then nothing need be supposed.
fn is_counted(state: &RuleState, case: &Case<'_>) -> bool {
    if case.needs.iter().any(|rule| case.limits.contains(rule)) {
        return false;
    }
    let once = |rules: &[RuleId]| rules.iter().map(|rule| (*rule, 1)).collect();
    let sum = Sum::new(state, once(&case.needs), once(&case.limits));
    case.step.facts.iter().all(|fact| sum.facts.contains(fact))
}

struct Teller<'a> {
    puzzle: &'a Puzzle,
    state: &'a RuleState,
}

impl Teller<'_> {
    fn clause(&self, inference: &Inference) -> String {
        self.puzzle.tell_inference(inference)
    }

    /// What the rules of a sum still need and allow.
    fn sum(&self, now: &RuleState, sum: &Sum) -> String {
        let model = self.puzzle.model();
        let counted = |rules: &[(RuleId, u32)], left: fn(&Need) -> i64| -> Vec<Counted<'_>> {
            let counted = |(rule, times): &(RuleId, u32)| Counted {
                rule: model.get(*rule),
                times: *times,
                left: left(now.need(*rule)),
            };
            rules.iter().map(counted).filter(|counted| counted.left > 0).collect()
        };
        let total =
            |rules: &[Counted<'_>]| rules.iter().map(|own| own.left * i64::from(own.times)).sum::<i64>();
        let concluded = |atom: &Atom| sum.facts.iter().any(|fact| fact.holds && fact.atom == *atom);
        let totals = sum.totals(now);
        let outside: Vec<(Atom, i64)> =
            totals.weights.into_iter().filter(|(atom, weight)| *weight < 0 && !concluded(atom)).collect();
        let (needs, limits) = (counted(&sum.needs, |need| need.lo), counted(&sum.limits, |need| need.hi));
        let needed = total(&needs);
        let allowed = total(&limits) - outside.iter().map(|(_, weight)| weight).sum::<i64>();
        debug_assert!(needed > allowed || now.now() == self.state.now(), "{needed} of {allowed}");
        self.puzzle.tell_sum(&Adding {
            needed,
            allowed,
            needs,
            limits,
            outside: outside.into_iter().map(|(atom, _)| atom).collect(),
            is_supposed: now.now() > self.state.now(),
        })
    }

    /// What is needed, what is allowed.
    fn counted(&self, case: &Case<'_>) -> String {
        let inferences = |rules: &[RuleId], rule_use: RuleUse| -> Vec<Inference> {
            let inference = |rule: &RuleId| Inference {
                rule: *rule,
                rule_use,
                holding: self.holding(*rule),
                open: self.state.open_terms(*rule).map(|term| term.atom).collect(),
                facts: case.step.facts.clone(),
            };
            rules.iter().map(inference).collect()
        };
        let needs = self.puzzle.tell_needs(&inferences(&case.needs, RuleUse::Among));
        let limits = inferences(&case.limits, RuleUse::Takes);
        let wanted: Vec<Atom> =
            case.needs.iter().flat_map(|rule| self.state.open_terms(*rule)).map(|term| term.atom).collect();
        let limits = self.puzzle.tell_limits(&limits, &wanted);
        [needs, vec![limits]]
            .concat()
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn holding(&self, rule: RuleId) -> Vec<Atom> {
        let atoms = self.state.terms(rule).iter().map(|term| term.atom);
        atoms.filter(|atom| self.state.known().is_yes(*atom)).collect()
    }

    /// What would follow from the opposite, after what was said before.
    fn supposed(&self, argument: &Argument, suppose: &str, before: &RuleState) -> Reason {
        let mut now = before.clone();
        now.learn_all(argument.suppose);
        let mut clauses: Vec<String> = Vec::new();
        let mut lemmas: Vec<Explanation> = Vec::new();
        let told = argument.inferences.iter().filter(|inference| !self.is_trivial(inference)).count();
        let is_long = told > if suppose == "if" { MOST_AT_LENGTH_IN_LEMMAS } else { MOST_AT_LENGTH };
        let mut lemmas_drawn = 0;
        for i in 0..=argument.inferences.len() {
            let mut told: Vec<String> = Vec::new();
            let mut before = now.clone();
            for lemma in argument.lemmas.iter().filter(|lemma| lemma.after == i) {
                if lemma.known == lemmas_drawn {
                    before = now.clone();
                }
                lemmas_drawn += 1;
                let explained = tell_by(self.puzzle, &before, &lemma.step, "if");
                let what = explained.what.replace(BY_THE_SAME_RULES, LIKEWISE);
                lemmas.extend(explained.divided(lemmas.len()));
                told.push(format!("{what} ({})", lemmas.len()));
                now.learn_all(lemma.step.facts.iter().copied());
            }
            clauses.extend(Some(listed(&told, "and")).filter(|told| !told.is_empty()));
            let Some(inference) = argument.inferences.get(i) else { break };
            now.learn_all(inference.facts.iter().copied());
            if self.is_trivial(inference) {
                continue;
            }
            if let Some(told) = self.puzzle.tell_consequence(inference) {
                clauses.extend(Some(told).filter(|told| !told.is_empty()));
                continue;
            }
            let rule = self.puzzle.model().get(inference.rule);
            if let [fact] = inference.facts[..]
                && is_long
                && inference.rule_use == RuleUse::Last
                && let Some(brief) = self.puzzle.tell_briefly(rule, fact)
            {
                clauses.push(brief);
                continue;
            }
            let clause = self.clause(inference);
            clauses.push(match &inference.facts[..] {
                [] => format!("but then {clause}"),
                [fact] if inference.rule_use == RuleUse::Last && self.names_place(&clause, *fact) => clause,
                facts => format!("{clause}, so {}", self.puzzle.tell_facts(facts)),
            });
        }
        clauses.extend(argument.sum.as_ref().map(|sum| self.sum(&now, sum)));
        let supposed = argument.suppose.map(|fact| format!("{suppose} {}", self.puzzle.tell_facts(&[fact])));
        let cases = argument.cases.iter().map(|case| self.supposed(case, "if", &now)).collect();
        Reason { suppose: supposed.unwrap_or_default(), clauses, cases, lemmas }
    }

    /// Whether a clause says where the fact is.
    fn names_place(&self, clause: &str, fact: Fact) -> bool {
        let place = self.puzzle.grid().name(self.puzzle.candidate_of(fact.atom).0).to_string();
        clause.split([' ', ',']).any(|word| word == place)
    }

    /// What a law rules out once it has all it may have.
    fn is_trivial(&self, inference: &Inference) -> bool {
        let rule = self.puzzle.model().get(inference.rule);
        let is_law = self.puzzle.model().kind(rule).role == Role::Law;
        inference.rule_use == RuleUse::Full
            && is_law
            && !inference.facts.is_empty()
            && self.puzzle.is_plain_to_see(rule)
    }
}

/// What follows, with "it" for the cell or number that the reason begins with as well.
fn with_pronoun<'a>(what: &'a str, why: &str) -> Cow<'a, str> {
    let is_cell = |word: &&str| word.starts_with('r') && word.ends_with(|c: char| c.is_ascii_digit());
    let subject = what.split(' ').position(|word| is_cell(&word)).map_or(0, |at| at + 1);
    let (words, reason): (Vec<&str>, Vec<&str>) = (what.split(' ').collect(), why.split(' ').collect());
    let begins_alike = reason.len() > subject
        && words.iter().zip(&reason).take(subject).all(|(one, other)| one.eq_ignore_ascii_case(other))
        && !["and", "or"].contains(&reason[subject]);
    let is_clear = subject > 0 && begins_alike && !what.contains(" and ") && !why.contains("; ");
    if is_clear { Cow::Owned(format!("it {}", words[subject..].join(" "))) } else { Cow::Borrowed(what) }
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
