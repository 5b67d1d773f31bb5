//! Why a step is so, without what follows from it: the third stage of a hint.

use super::Explanation;
use super::argument::use_of;
use super::explanation::capitalised;
use super::rule_state::RuleState;
use crate::model::{Atom, Fact, Role, RuleId};
use crate::puzzle::Puzzle;
use crate::words::{Inference, RuleUse, Step};
use std::collections::BTreeSet;

/// How many rules a reason without its answer lists; the others are only counted.
const MOST_TOLD: usize = 6;

/// Why, in the fullest words that do not give the answer away, after `place`, which says where to look.
pub(super) fn veiled(
    puzzle: &Puzzle,
    state: &RuleState,
    step: &Step,
    told: &Explanation,
    place: &str,
) -> String {
    let veil = Veil { puzzle, state, step, told };
    let place = names(place);
    let gives_away = |text: &String| told.news.iter().any(|fact| is_told(puzzle, *fact, &place, text));
    // A supposition is the opposite of what follows.
    let has_supposition = !told.why.suppose.is_empty() || !told.why.lemmas.is_empty();
    let full = (!has_supposition).then(|| told.why.text());
    let [fuller, least] = [true, false].map(|with_places| veil.by_rules(with_places));
    let candidates = full.clone().into_iter().chain(full.and_then(|full| veil.without_cell(&full)));
    candidates.chain([fuller]).find(|text| !gives_away(text)).unwrap_or(least)
}

/// The places and numbers that a text names.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).collect()
}

/// Whether a text names all that a fact is about, and does so first.
fn is_told(puzzle: &Puzzle, fact: Fact, before: &BTreeSet<&str>, text: &str) -> bool {
    let (clause, own) = (puzzle.tell_facts(&[fact]), names(text));
    let about = names(&clause);
    !about.is_subset(before) && about.iter().all(|name| before.contains(name) || own.contains(name))
}

struct Veil<'a> {
    puzzle: &'a Puzzle,
    state: &'a RuleState,
    step: &'a Step,
    told: &'a Explanation,
}

impl Veil<'_> {
    /// `leave only r2c3 in box 1` becomes `leave only one cell in box 1`.
    fn without_cell(&self, text: &str) -> Option<String> {
        let [fact] = self.told.news[..] else { return None };
        let cell = self.puzzle.grid().name(self.puzzle.candidate_of(fact.atom).0).to_string();
        let (before, after) = text.split_once(&format!("nly {cell} "))?;
        fact.holds.then(|| format!("{before}nly one cell {after}"))
    }

    /// What the rules need and allow, with or without the places that are left for it.
    fn by_rules(&self, with_places: bool) -> String {
        let (focus, model) = (&self.told.focus, self.puzzle.model());
        let need = |rule: &RuleId| match with_places && self.step.rules.len() > 1 {
            true => self.puzzle.tell_inference(&self.among(*rule)),
            false => self.puzzle.sentence(model.get(*rule)),
        };
        let others = self.step.rules.iter().filter(|rule| !focus.contains(rule)).map(|rule| {
            let (rule, kind) = (model.get(*rule), model.kind(model.get(*rule)));
            match kind.role {
                Role::Law => lower(kind.text.trim_end_matches('.')),
                Role::Clue => self.puzzle.sentence(rule),
            }
        });
        let mut clauses: Vec<String> = Vec::new();
        for clause in focus.iter().map(need).chain(others) {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        if clauses.len() > MOST_TOLD {
            let more = clauses.split_off(MOST_TOLD).len();
            clauses.push(format!("and {more} more"));
        }
        let end = match self.step.rules[..] {
            [rule] => match use_of(self.state, rule) {
                RuleUse::Full => ", which is all there",
                RuleUse::Last => ", and no more is left for that than it takes",
                _ => ", which adds up in one way only",
            },
            _ => "",
        };
        capitalised(&clauses.join("; ")) + end + "."
    }

    fn among(&self, rule: RuleId) -> Inference {
        let atoms = |is: &dyn Fn(Atom) -> bool| -> Vec<Atom> {
            self.state.terms(rule).iter().map(|term| term.atom).filter(|atom| is(*atom)).collect()
        };
        let holding = atoms(&|atom| self.state.known().is_yes(atom));
        let open = atoms(&|atom| self.state.is_open(atom));
        let rule_use = if self.state.need(rule).lo > 0 { RuleUse::Among } else { RuleUse::Takes };
        Inference { rule, rule_use, holding, open, facts: Vec::new() }
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
