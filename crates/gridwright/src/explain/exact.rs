//! Is there a smaller set of rules? Answered exactly, by hitting sets.
//!
//! Take any board on which a fact holds: a set of rules that refutes the fact must contain a rule that the board
//! breaks. So collect such boards, look for a small set of rules of which every board breaks one, and test whether it
//! refutes the fact. If it does not, that gives one more board; if there is no such set, no small set of rules refutes
//! the fact. A board can be used for every fact that holds on it, until it contradicts something known.

use super::Depth;
use super::multi_rule::Refutation;
use super::rule_state::RuleState;
use super::submodel::Submodel;
use crate::model::{Atom, Board, Fact, RuleId, Value};
use crate::solve::{Answer, Engine};
use gridwright_base::{Cancel, Stopped};

/// A search for a hitting set tries no more sets than this.
const MOST_SETS: u32 = 200_000;

/// More boards are not kept from step to step.
const MOST_KEPT: usize = 20_000;

/// The result of a search for fewer rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Smaller {
    /// These fewer rules do.
    Found(Refutation),
    /// No fewer rules do.
    None,
    /// It would have taken too long to know.
    Unknown,
}

/// A board that agrees with what is known, and the rules it breaks.
#[derive(Debug)]
struct Witness {
    board: Board,
    broken: Vec<RuleId>,
}

/// The boards found so far.
#[derive(Debug, Default)]
pub(super) struct Witnesses(Vec<Witness>);

impl Witnesses {
    /// Looks for fewer than `below` rules that refute one of the `wrong` facts, with at most `boards` further boards.
    pub fn smaller(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        below: usize,
        boards: &mut u32,
        cancel: &Cancel,
    ) -> Result<Smaller, Stopped> {
        let known: Vec<Fact> = state.known().facts().collect();
        self.0.retain(|witness| known.iter().all(|fact| has(&witness.board, *fact)));
        self.0.drain(..self.0.len().saturating_sub(MOST_KEPT));
        let open: Vec<RuleId> = state.rules().filter(|rule| !state.need(*rule).is_met()).collect();
        let submodel = Submodel::new(state, &open);
        let mut engine = Engine::switchable(submodel.model(), |_| true);
        engine.cancel_by(cancel);
        let on = vec![true; open.len()];
        let mut search =
            Search { state, open: &open, submodel: &submodel, engine, on, witnesses: &mut self.0 };
        for &fact in wrong {
            match search.refute(fact, below, boards, cancel)? {
                Smaller::None => {}
                // A smaller set for another fact may be there, but it could not be proven to be the smallest.
                found => return Ok(found),
            }
        }
        Ok(Smaller::None)
    }
}

fn has(board: &Board, fact: Fact) -> bool {
    board.get(fact.atom) == if fact.holds { Value::Yes } else { Value::No }
}

struct Search<'e> {
    state: &'e RuleState,
    /// All open rules, sorted, and by themselves.
    open: &'e [RuleId],
    submodel: &'e Submodel,
    engine: Engine,
    /// By rule of the submodel: whether it counts at present.
    on: Vec<bool>,
    witnesses: &'e mut Vec<Witness>,
}

impl Search<'_> {
    fn refute(
        &mut self,
        fact: Fact,
        below: usize,
        boards: &mut u32,
        cancel: &Cancel,
    ) -> Result<Smaller, Stopped> {
        let Some(own) = self.submodel.own(fact) else { return Ok(Smaller::None) };
        self.engine.assume([own]);
        let near = self.near(fact, below - 1);
        let mut hitting = Hitting::new(near.len());
        let mut heard = 0;
        loop {
            cancel.check()?;
            for witness in self.witnesses[heard..].iter().filter(|witness| has(&witness.board, fact)) {
                hitting.add(witness.broken.iter().filter_map(|rule| near.binary_search(rule).ok()));
            }
            heard = self.witnesses.len();
            let set: Vec<RuleId> = match hitting.find(below - 1) {
                Hit::By(set) => set.iter().map(|at| near[*at]).collect(),
                Hit::Never => return Ok(Smaller::None),
                Hit::Unknown => return Ok(Smaller::Unknown),
            };
            *boards = match boards.checked_sub(1) {
                Some(left) => left,
                None => return Ok(Smaller::Unknown),
            };
            match self.witness(&set, &near)? {
                Some(witness) => self.witnesses.push(witness),
                None => {
                    let refutation = Refutation { wrong: fact, rules: set, depth: Depth::Cases };
                    return Ok(Smaller::Found(refutation));
                }
            }
        }
    }

    /// The open rules that a chain of at most `number` rules connects to a fact, sorted. A minimal refutation of
    /// that size has no others.
    fn near(&self, fact: Fact, number: usize) -> Vec<RuleId> {
        let is_open = |rule: &RuleId| !self.state.need(*rule).is_met();
        let rules_at = |atom: Atom| self.state.places(atom).iter().map(|place| place.rule).filter(is_open);
        let mut near: Vec<RuleId> = rules_at(fact.atom).collect();
        for _ in 1..number {
            let atoms = near.iter().flat_map(|rule| self.state.open_terms(*rule));
            let mut more: Vec<RuleId> = atoms.flat_map(|term| rules_at(term.atom)).collect();
            more.sort_unstable();
            more.dedup();
            if more.len() == near.len() {
                break;
            }
            near = more;
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// A board that keeps some rules, and as many others nearby as can be added one after the other.
    fn witness(&mut self, kept: &[RuleId], near: &[RuleId]) -> Result<Option<Witness>, Stopped> {
        self.on = vec![false; self.on.len()];
        let open = self.open;
        let own = |rule: &RuleId| open.binary_search(rule).expect("an open rule");
        kept.iter().for_each(|rule| self.on[own(rule)] = true);
        let mut best = match self.solve() {
            Answer::None => return Ok(None),
            Answer::Unknown(stopped) => return Err(stopped),
            Answer::Solution(board) => board,
        };
        self.keep_more(&best);
        for rule in near {
            let at = own(rule);
            // Adding a rule may make others possible that were not.
            if !self.on[at] {
                self.on[at] = true;
                match self.solve() {
                    Answer::None => self.on[at] = false,
                    Answer::Unknown(stopped) => return Err(stopped),
                    Answer::Solution(board) => {
                        self.keep_more(&board);
                        best = board;
                    }
                }
            }
        }
        let mut board = self.state.known().clone();
        board.extend(best.facts().map(|fact| self.submodel.whole(fact)));
        let broken = (0..).map(RuleId).zip(&self.on).filter(|(_, on)| !**on);
        let broken = broken.map(|(own, _)| self.submodel.rule(own)).collect();
        Ok(Some(Witness { board, broken }))
    }

    fn solve(&mut self) -> Answer {
        let off = (0..).map(RuleId).zip(&self.on).filter(|(_, on)| !**on).map(|(rule, _)| rule);
        let off: Vec<RuleId> = off.collect();
        self.engine.switch_off(off);
        self.engine.solve()
    }

    /// Counts all rules that a board keeps.
    fn keep_more(&mut self, board: &Board) {
        let model = self.submodel.model();
        for (on, rule) in self.on.iter_mut().zip(model.rules()) {
            let yes = model.rule_atoms(rule).filter(|(atom, _)| board.is_yes(*atom));
            *on |= rule.body.bounds().contains(yes.map(|(_, weight)| weight).sum());
        }
    }
}

/// The result of a search for a hitting set.
enum Hit {
    By(Vec<usize>),
    Never,
    Unknown,
}

/// Sets of numbers below a bound, to be hit by few numbers: one of each set at least.
struct Hitting {
    sets: Vec<Vec<usize>>,
    /// By number, as bits: the sets it is in.
    hit_by: Vec<Vec<u64>>,
    tried: u32,
}

impl Hitting {
    fn new(bound: usize) -> Hitting {
        Hitting { sets: Vec::new(), hit_by: vec![Vec::new(); bound], tried: 0 }
    }

    fn add(&mut self, set: impl Iterator<Item = usize>) {
        let (word, bit) = (self.sets.len() / 64, self.sets.len() % 64);
        let set: Vec<usize> = set.collect();
        self.hit_by.iter_mut().for_each(|words| words.resize(word + 1, 0));
        set.iter().for_each(|number| self.hit_by[*number][word] |= 1 << bit);
        self.sets.push(set);
    }

    /// At most `most` numbers that hit every set.
    fn find(&mut self, most: usize) -> Hit {
        self.tried = 0;
        let words = self.sets.len().div_ceil(64);
        let mut is_out = vec![false; self.hit_by.len()];
        let mut chosen = Vec::new();
        match self.choose(&vec![0; words], &mut is_out, most, &mut chosen) {
            Some(true) => Hit::By(chosen),
            Some(false) => Hit::Never,
            None => Hit::Unknown,
        }
    }

    /// Chooses up to `left` more numbers that are not out; `None` if it takes too long.
    fn choose(
        &mut self,
        hit: &[u64],
        is_out: &mut [bool],
        left: usize,
        chosen: &mut Vec<usize>,
    ) -> Option<bool> {
        self.tried += 1;
        if self.tried > MOST_SETS {
            return None;
        }
        let missed = (0..self.sets.len()).filter(|set| hit[set / 64] >> (set % 64) & 1 == 0);
        let choices = |set: &usize| self.sets[*set].iter().filter(|number| !is_out[**number]).count();
        let Some(set) = missed.min_by_key(choices) else { return Some(true) };
        if left == 0 {
            return Some(false);
        }
        let choices: Vec<usize> = self.sets[set].iter().copied().filter(|number| !is_out[*number]).collect();
        let mut found = Some(false);
        for &number in &choices {
            let more: Vec<u64> = hit.iter().zip(&self.hit_by[number]).map(|(a, b)| a | b).collect();
            chosen.push(number);
            found = self.choose(&more, is_out, left - 1, chosen);
            if found != Some(false) {
                break;
            }
            chosen.pop();
            // All hitting sets with this number were tried, so the remaining search excludes it.
            is_out[number] = true;
        }
        choices.iter().for_each(|number| is_out[*number] = false);
        found
    }
}
