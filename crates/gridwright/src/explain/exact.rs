//! Is there a smaller set of rules? Answered for certain, by sets that hit.
//!
//! Whatever rules refute a fact, they must contain one of the rules that some board with the fact breaks. So: collect such
//! boards, look for a small set of rules that breaks with all of them, and see whether it refutes the fact. If it does not,
//! that gives one more board; if there is no such set, no small set of rules refutes the fact.

use super::core::Extract;
use super::ledger::Ledger;
use super::several::Refuted;
use crate::model::{Atom, Board, Fact, Model, RuleId, Span, UNLIMITED, UNNAMED};
use crate::solve::{Answer, Engine};
use crate::stop::{Stop, Stopped};

/// A search for a set that hits takes no longer than this.
const MOST_STEPS: u64 = 20_000;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Smaller {
    /// These fewer rules do.
    Found(Refuted),
    /// No fewer rules do.
    None,
    /// It would have taken too long to know.
    Unknown,
}

/// Looks for fewer than `below` rules that refute one of the `wrong` facts, within some number of boards.
pub(super) fn smaller(
    ledger: &Ledger,
    wrong: &[Fact],
    below: usize,
    boards: &mut u32,
    stop: &Stop,
) -> Result<Smaller, Stopped> {
    let open: Vec<RuleId> = ledger.rules().filter(|rule| !ledger.need(*rule).is_met()).collect();
    let extract = Extract::new(ledger, &open);
    let mut engine = Engine::switchable(extract.model(), |_| true);
    stop.heeded_by(&mut engine);
    let mut search = Search { extract: &extract, engine, on: vec![true; open.len()] };
    for &fact in wrong {
        match search.refute(fact, below, boards, stop)? {
            Smaller::None => {}
            // A smaller set for another fact may be there, but it could not be proven to be the smallest.
            found => return Ok(found),
        }
    }
    Ok(Smaller::None)
}

struct Search<'e> {
    extract: &'e Extract,
    engine: Engine,
    /// The rules that count at present.
    on: Vec<bool>,
}

impl Search<'_> {
    fn refute(
        &mut self,
        fact: Fact,
        below: usize,
        boards: &mut u32,
        stop: &Stop,
    ) -> Result<Smaller, Stopped> {
        let Some(own) = self.extract.own(fact) else { return Ok(Smaller::None) };
        self.engine.assume([own]);
        let mut hits = Model::new(self.on.len(), &UNNAMED);
        let all = hits.list(hits.atoms());
        hits.rule(0, Span::One(all), 0, below as u32 - 1, (0, 0));
        loop {
            if stop.is_asked() {
                return Err(Stopped);
            }
            let mut hitter = Engine::new(&hits);
            hitter.limit_steps(Some(MOST_STEPS));
            let set = match hitter.solve() {
                Answer::Solution(set) => set,
                Answer::None => return Ok(Smaller::None),
                Answer::Unknown => return Ok(Smaller::Unknown),
            };
            *boards = match boards.checked_sub(1) {
                Some(left) => left,
                None => return Ok(Smaller::Unknown),
            };
            let set: Vec<usize> = set.yes().map(Atom::index).collect();
            self.on = vec![false; self.on.len()];
            set.iter().for_each(|rule| self.on[*rule] = true);
            match self.solve() {
                Answer::None => {
                    let rules = set.iter().map(|rule| self.extract.rule(RuleId(*rule as u32))).collect();
                    return Ok(Smaller::Found((fact, rules)));
                }
                Answer::Unknown => return Err(Stopped),
                Answer::Solution(board) => self.keep_more(&board),
            }
            for rule in 0..self.on.len() {
                // Adding a rule may make others possible that were not.
                if !self.on[rule] {
                    self.on[rule] = true;
                    match self.solve() {
                        Answer::Solution(board) => self.keep_more(&board),
                        Answer::None => self.on[rule] = false,
                        Answer::Unknown => return Err(Stopped),
                    }
                }
            }
            let broken = (0..).zip(&self.on).filter(|(_, on)| !**on).map(|(rule, _)| Atom(rule));
            let list = hits.list(broken.collect::<Vec<_>>());
            hits.rule(0, Span::One(list), 1, UNLIMITED, (0, 0));
        }
    }

    fn solve(&mut self) -> Answer {
        let off = (0..).map(RuleId).zip(&self.on).filter(|(_, on)| !**on).map(|(rule, _)| rule);
        let off: Vec<RuleId> = off.collect();
        self.engine.switch_off(off);
        self.engine.solve()
    }

    /// All rules that a board keeps.
    fn keep_more(&mut self, board: &Board) {
        let model = self.extract.model();
        for (on, rule) in self.on.iter_mut().zip(model.rules()) {
            let sum: u64 = model
                .rule_atoms(rule)
                .filter(|(atom, _)| board.is_yes(*atom))
                .map(|(_, weight)| u64::from(weight))
                .sum();
            *on |= (u64::from(rule.lo)..=u64::from(rule.hi)).contains(&sum);
        }
    }
}
