//! A second opinion: models translated to clauses for a SAT library that shares no code with the engine.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use gridwright::model::{Atom, Board, Fact, Model, Rule, Span, UNLIMITED};

/// A SAT solver loaded with a model.
pub struct Oracle {
    solver: BasicSolver,
    atoms: Vec<Var>,
}

impl Oracle {
    /// Translates a model.
    pub fn new(model: &Model) -> Oracle {
        let mut solver = BasicSolver::default();
        let atoms = model.atoms().map(|_| solver.new_var_default()).collect();
        let mut oracle = Oracle { solver, atoms };
        for rule in model.rules() {
            oracle.add(model, rule);
        }
        oracle
    }

    fn literal(&self, atom: Atom, holds: bool) -> Lit {
        Lit::new(self.atoms[atom.index()], holds)
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut literals: Vec<Lit> = literals.into_iter().collect();
        self.solver.add_clause_reuse(&mut literals);
    }

    fn add(&mut self, model: &Model, rule: &Rule) {
        if let Span::Either(a, b) = rule.span {
            let atoms = model.members(a).iter().chain(model.members(b));
            let literals: Vec<Lit> = atoms.map(|&atom| self.literal(atom, true)).collect();
            return self.clause(literals);
        }
        let atoms: Vec<(Atom, u32)> = model.rule_atoms(rule).filter(|(_, w)| *w > 0).collect();
        let total: u32 = atoms.iter().map(|(_, w)| w).sum();
        if atoms.iter().all(|(_, w)| *w == 1) && atoms.len() <= 4 {
            // Every subset of one too many, and of one too few, spelled out.
            for subset in 1u32..1 << atoms.len() {
                let members = (0..atoms.len()).filter(|i| subset >> i & 1 == 1).map(|i| atoms[i].0);
                if rule.hi != UNLIMITED && subset.count_ones() == rule.hi + 1 {
                    self.clause(members.clone().map(|a| self.literal(a, false)).collect::<Vec<_>>());
                }
                if rule.lo > 0 && subset.count_ones() == (total + 1).saturating_sub(rule.lo) {
                    self.clause(members.map(|a| self.literal(a, true)).collect::<Vec<_>>());
                }
            }
            if rule.lo > total {
                self.clause([]);
            }
            return;
        }
        if rule.lo == 1 && (rule.hi == 1 || rule.hi >= total) && atoms.iter().all(|(_, w)| *w == 1) {
            self.clause(atoms.iter().map(|(a, _)| self.literal(*a, true)).collect::<Vec<_>>());
            if rule.hi == 1 {
                self.at_most_one(&atoms);
            }
        } else if rule.lo == 0 && rule.hi == 1 && atoms.iter().all(|(_, w)| *w == 1) {
            self.at_most_one(&atoms);
        } else {
            self.counted(&atoms, rule.lo, rule.hi, total);
        }
    }

    /// Pairs for short lists, a chain of helpers for long ones.
    fn at_most_one(&mut self, atoms: &[(Atom, u32)]) {
        let literals: Vec<Lit> = atoms.iter().map(|(a, _)| self.literal(*a, true)).collect();
        if literals.len() <= 6 {
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[..i] {
                    self.clause([!a, !b]);
                }
            }
            return;
        }
        let mut so_far: Option<Lit> = None;
        for literal in literals {
            let next = Lit::new(self.solver.new_var_default(), true);
            self.clause([!literal, next]);
            if let Some(before) = so_far {
                self.clause([!literal, !before]);
                self.clause([!before, next]);
            }
            so_far = Some(next);
        }
    }

    /// A decision diagram over (atoms seen, sum so far): exact for any weights.
    fn counted(&mut self, atoms: &[(Atom, u32)], lo: u32, hi: u32, total: u32) {
        let hi = hi.min(total);
        if lo > hi {
            return self.clause([]);
        }
        let mut rest = total;
        let root = Lit::new(self.solver.new_var_default(), true);
        self.clause([root]);
        let mut layer = std::collections::BTreeMap::from([(0u32, root)]);
        for &(atom, weight) in atoms {
            rest -= weight;
            let literal = self.literal(atom, true);
            let mut next = std::collections::BTreeMap::new();
            for (sum, node) in layer {
                for (taken, to) in [(literal, sum + weight), (!literal, sum)] {
                    if to > hi || to + rest < lo {
                        self.clause([!node, !taken]);
                    } else {
                        let target =
                            *next.entry(to).or_insert_with(|| Lit::new(self.solver.new_var_default(), true));
                        self.clause([!node, !taken, target]);
                    }
                }
            }
            layer = next;
        }
    }

    /// A solution under facts, if there is one.
    pub fn solve(&mut self, facts: &[Fact]) -> Option<Board> {
        let assumed: Vec<Lit> = facts.iter().map(|f| self.literal(f.atom, f.holds)).collect();
        if self.solver.solve_limited(&assumed) != lbool::TRUE {
            return None;
        }
        let mut board = Board::open(self.atoms.len());
        let value = |i: usize| self.solver.value_var(self.atoms[i]) == lbool::TRUE;
        board.extend((0..self.atoms.len()).map(|i| Fact { atom: Atom(i as u32), holds: value(i) }));
        Some(board)
    }

    /// Excludes a solution from now on, by the atoms that hold in it or do not.
    pub fn exclude(&mut self, board: &Board) {
        let literals: Vec<Lit> = board.facts().map(|f| self.literal(f.atom, !f.holds)).collect();
        self.clause(literals);
    }

    /// Up to `limit` solutions.
    pub fn at_most(&mut self, limit: usize) -> Vec<Board> {
        let mut found = Vec::new();
        while found.len() < limit
            && let Some(board) = self.solve(&[])
        {
            self.exclude(&board);
            found.push(board);
        }
        found
    }
}
