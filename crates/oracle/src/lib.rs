//! A second opinion: models translated to clauses for a SAT library that shares no code with the engine.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use gridwright::model::{Atom, Board, Body, Bounds, Fact, Model, Rule, UNLIMITED};
use std::collections::BTreeMap;

/// Takes the clauses of a translated model. Variables are numbered from 1, the model's atoms first; a negative
/// number denies its variable.
pub trait ClauseSink {
    /// Lists up to this long are spelled out pair by pair where at most one may hold.
    const PAIRS_UP_TO: usize;

    /// Whether solutions should leave the helper variables no choice: a counter needs it, a solver does not.
    const HELPERS_DEFINED: bool;

    /// A variable besides those of the atoms.
    fn helper(&mut self) -> i32;

    /// At least one of these holds.
    fn clause(&mut self, literals: &[i32]);
}

/// Writes a model as clauses.
pub fn translate(model: &Model, sink: &mut impl ClauseSink) {
    model.rules().iter().for_each(|rule| translate_rule(model, rule, sink));
}

/// Writes one rule of a model as clauses.
pub fn translate_rule(model: &Model, rule: &Rule, sink: &mut impl ClauseSink) {
    if let Body::Either(a, b) = rule.body {
        let atoms = model.members(a).iter().chain(model.members(b));
        return sink.clause(&atoms.map(|&atom| literal(atom)).collect::<Vec<_>>());
    }
    let Bounds { lo, hi } = rule.body.bounds();
    let atoms: Vec<(i32, u32)> =
        model.rule_atoms(rule).filter(|(_, w)| *w > 0).map(|(atom, w)| (literal(atom), w)).collect();
    let total: u32 = atoms.iter().map(|(_, w)| w).sum();
    if atoms.iter().any(|(_, w)| *w != 1) {
        return counted(sink, &atoms, lo, hi, total);
    }
    let literals: Vec<i32> = atoms.iter().map(|(literal, _)| *literal).collect();
    if literals.len() <= 4 {
        spelled_out(sink, &literals, lo, hi);
    } else if lo <= 1 && (hi == 1 || hi >= total) {
        if lo == 1 {
            sink.clause(&literals);
        }
        if hi == 1 {
            at_most_one(sink, &literals);
        }
    } else {
        counted(sink, &atoms, lo, hi, total);
    }
}

fn literal(atom: Atom) -> i32 {
    atom.0 as i32 + 1
}

/// Every subset of one too many, and of one too few.
fn spelled_out(sink: &mut impl ClauseSink, literals: &[i32], lo: u32, hi: u32) {
    let total = literals.len() as u32;
    for subset in 1u32..1 << total {
        let members = (0..literals.len()).filter(|i| subset >> i & 1 == 1).map(|i| literals[i]);
        if hi != UNLIMITED && subset.count_ones() == hi + 1 {
            sink.clause(&members.clone().map(|literal| -literal).collect::<Vec<_>>());
        }
        if lo > 0 && subset.count_ones() == (total + 1).saturating_sub(lo) {
            sink.clause(&members.collect::<Vec<_>>());
        }
    }
    if lo > total {
        sink.clause(&[]);
    }
}

/// Pairs for short lists, for long ones a chain of helpers "one of those so far holds".
fn at_most_one<S: ClauseSink>(sink: &mut S, literals: &[i32]) {
    if literals.len() <= S::PAIRS_UP_TO {
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[..i] {
                sink.clause(&[-a, -b]);
            }
        }
        return;
    }
    let mut so_far: Option<i32> = None;
    for &literal in literals {
        let next = sink.helper();
        sink.clause(&[-literal, next]);
        if let Some(before) = so_far {
            sink.clause(&[-literal, -before]);
            sink.clause(&[-before, next]);
        }
        if S::HELPERS_DEFINED {
            let either = [-next, literal, so_far.unwrap_or(literal)];
            sink.clause(&either[..if so_far.is_some() { 3 } else { 2 }]);
        }
        so_far = Some(next);
    }
}

/// A decision diagram over (atoms seen, sum so far): exact for any weights.
fn counted<S: ClauseSink>(sink: &mut S, atoms: &[(i32, u32)], lo: u32, hi: u32, total: u32) {
    let hi = hi.min(total);
    if lo > hi {
        return sink.clause(&[]);
    }
    let mut rest = total;
    let root = sink.helper();
    sink.clause(&[root]);
    let mut layer = BTreeMap::from([(0u32, root)]);
    for &(literal, weight) in atoms {
        rest -= weight;
        let mut next = BTreeMap::new();
        for (sum, node) in layer {
            for (taken, to) in [(literal, sum + weight), (-literal, sum)] {
                if to > hi || to + rest < lo {
                    sink.clause(&[-node, -taken]);
                } else {
                    let target = *next.entry(to).or_insert_with(|| sink.helper());
                    sink.clause(&[-node, -taken, target]);
                }
            }
        }
        if S::HELPERS_DEFINED {
            let nodes: Vec<i32> = next.values().copied().collect();
            for (i, &a) in nodes.iter().enumerate() {
                nodes[..i].iter().for_each(|&b| sink.clause(&[-a, -b]));
            }
        }
        layer = next;
    }
}

/// A SAT solver loaded with a model.
pub struct Oracle {
    solver: BasicSolver,
    /// The atoms, then the helpers.
    variables: Vec<Var>,
    atoms: usize,
}

impl ClauseSink for Oracle {
    const PAIRS_UP_TO: usize = 6;
    const HELPERS_DEFINED: bool = false;

    fn helper(&mut self) -> i32 {
        self.variables.push(self.solver.new_var_default());
        self.variables.len() as i32
    }

    fn clause(&mut self, literals: &[i32]) {
        let lit = |&l: &i32| Lit::new(self.variables[l.unsigned_abs() as usize - 1], l > 0);
        let mut literals = literals.iter().map(lit).collect();
        self.solver.add_clause_reuse(&mut literals);
    }
}

impl Oracle {
    /// Translates a model.
    pub fn new(model: &Model) -> Oracle {
        let mut solver = BasicSolver::default();
        let variables = model.atoms().map(|_| solver.new_var_default()).collect();
        let mut oracle = Oracle { solver, variables, atoms: model.atom_count() };
        translate(model, &mut oracle);
        oracle
    }

    fn literal(&self, atom: Atom, holds: bool) -> Lit {
        Lit::new(self.variables[atom.index()], holds)
    }

    /// A solution under facts, if there is one.
    pub fn solve(&mut self, facts: &[Fact]) -> Option<Board> {
        let assumed: Vec<Lit> = facts.iter().map(|f| self.literal(f.atom, f.holds)).collect();
        if self.solver.solve_limited(&assumed) != lbool::TRUE {
            return None;
        }
        let mut board = Board::open(self.atoms);
        let value = |i: usize| self.solver.value_var(self.variables[i]) == lbool::TRUE;
        board.extend((0..self.atoms).map(|i| Fact { atom: Atom(i as u32), holds: value(i) }));
        Some(board)
    }

    /// Excludes a solution from now on, by the atoms that hold in it or do not.
    pub fn exclude(&mut self, board: &Board) {
        let mut literals: Vec<Lit> = board.facts().map(|f| self.literal(f.atom, !f.holds)).collect();
        self.solver.add_clause_reuse(&mut literals);
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
