//! Proofs from a few rules alone, complete: what they force, and which of them are needed for it.

use super::rule_state::RuleState;
use crate::model::{Atom, Body, Fact, Model, RuleId, UNNAMED};
use crate::solve::{Answer, Common, Engine};
use gridwright_base::Cancel;

/// Some rules over the atoms that are still open, with what is known already taken off.
pub(super) struct Submodel {
    model: Model,
    /// By atom of the submodel.
    atoms: Vec<Atom>,
    /// By rule of the submodel.
    rules: Vec<RuleId>,
}

impl Submodel {
    pub fn new(state: &RuleState, rules: &[RuleId]) -> Submodel {
        let mut atoms: Vec<Atom> =
            rules.iter().flat_map(|rule| state.open_terms(*rule)).map(|term| term.atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut model = Model::new(atoms.len(), &UNNAMED);
        for &rule in rules {
            let need = state.need(rule);
            let own = |atom: Atom| Atom(atoms.binary_search(&atom).expect("listed above") as u32);
            let terms = state.open_terms(rule).map(|term| (own(term.atom), term.weight() as u32));
            let list = model.weighted_list(terms);
            let (lo, hi) = (need.lo.max(0), need.hi.min(need.open));
            if lo <= hi {
                model.rule(0, Body::Sum { list, lo: lo as u32, hi: hi as u32 }, (0, 0));
            } else {
                // It can no longer be satisfied: an empty list of which something must hold.
                let nothing = model.list([]);
                model.rule(0, Body::exactly(nothing, 1), (0, 0));
            }
        }
        Submodel { model, atoms, rules: rules.to_vec() }
    }

    /// The rules as a model of their own.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The rules alone, as if nothing else were on the board.
    pub fn state(&self) -> RuleState {
        RuleState::new(&self.model)
    }

    /// A rule of the submodel on the whole board.
    pub fn rule(&self, own: RuleId) -> RuleId {
        self.rules[own.0 as usize]
    }

    /// A rule of the whole board in the submodel, of which it must be one.
    pub fn own_rule(&self, rule: RuleId) -> RuleId {
        let at = self.rules.iter().position(|other| *other == rule);
        RuleId(at.expect("a rule of the submodel") as u32)
    }

    /// A fact of the submodel on the whole board.
    pub fn whole(&self, own: Fact) -> Fact {
        Fact { atom: self.atoms[own.atom.index()], ..own }
    }

    /// A fact of the whole board in the submodel, if it has the atom.
    pub fn own(&self, fact: Fact) -> Option<Fact> {
        let atom = self.atoms.binary_search(&fact.atom).ok()?;
        Some(Fact { atom: Atom(atom as u32), ..fact })
    }

    /// Rules that suffice to refute a fact, none of which can be left out; `None` if all together do not suffice or
    /// the token is cancelled. Without a fact: rules that clash with each other.
    pub fn refute(&self, fact: Option<Fact>, cancel: &Cancel) -> Option<Vec<RuleId>> {
        let mut engine = Engine::switchable(&self.model, |_| true);
        engine.cancel_by(cancel);
        if let Some(fact) = fact {
            engine.assume([self.own(fact)?]);
        }
        let all: Vec<RuleId> = self.model.rule_ids().map(|(id, _)| id).collect();
        let needed = engine.minimal_clash(&all)?;
        Some(needed.iter().map(|rule| self.rules[rule.0 as usize]).collect())
    }

    /// For many questions about the same rules.
    pub fn refuter(&self) -> Refuter<'_> {
        Refuter { submodel: self, engine: Engine::switchable(&self.model, |_| true) }
    }

    /// Everything that the rules together force.
    pub fn forced(&self, cancel: &Cancel) -> Vec<Fact> {
        let mut engine = Engine::new(&self.model);
        engine.cancel_by(cancel);
        match engine.common() {
            Common::Board(board) | Common::Unknown(board, _) => {
                board.facts().map(|fact| self.whole(fact)).collect()
            }
            Common::None => Vec::new(),
        }
    }
}

/// Refutes one fact after the other.
pub(super) struct Refuter<'e> {
    submodel: &'e Submodel,
    pub engine: Engine,
}

impl Refuter<'_> {
    /// Rules that suffice to refute a fact, perhaps more than are needed.
    pub fn core(&mut self, fact: Fact) -> Option<Vec<RuleId>> {
        self.engine.assume([self.submodel.own(fact)?]);
        (self.engine.solve() == Answer::None)
            .then(|| self.engine.clash().1.iter().map(|rule| self.submodel.rules[rule.0 as usize]).collect())
    }
}
