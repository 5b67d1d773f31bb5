//! Two SAT libraries behind one face, and the usual ways to answer our questions with them.

use batsat::{Callbacks as _, Lit, SolverInterface, Var, lbool};
use gridwright::model::{Atom, Board, Fact, Model, Role, RuleId, Value};
use gridwright_oracle::{ClauseSink, translate, translate_rule};
use std::time::{Duration, Instant};

/// A SAT library. Variables are numbered from 1.
pub trait Sat: ClauseSink {
    /// A solver that gives up on a question after `limit`.
    fn new(variables: usize, limit: Duration) -> Self;
    /// Whether there is a solution under these assumptions; `None` when time is up.
    fn solve(&mut self, assumptions: &[i32]) -> Option<bool>;
    /// The value of a variable in the solution.
    fn value(&self, variable: i32) -> bool;
    /// After "no": those of the assumptions that were used.
    fn core(&self, assumptions: &[i32]) -> Vec<i32>;
}

/// The time limit as batsat asks for it.
pub struct Deadline(Instant, Duration);

impl batsat::Callbacks for Deadline {
    fn on_start(&mut self) {
        self.0 = Instant::now();
    }
    fn stop(&self) -> bool {
        self.0.elapsed() > self.1
    }
}

/// batsat.
pub struct Batsat {
    solver: batsat::Solver<Deadline>,
    variables: Vec<Var>,
}

impl Batsat {
    fn literal(&self, literal: i32) -> Lit {
        Lit::new(self.variables[literal.unsigned_abs() as usize - 1], literal > 0)
    }
}

impl ClauseSink for Batsat {
    const PAIRS_UP_TO: usize = 6;
    const HELPERS_DEFINED: bool = false;

    fn helper(&mut self) -> i32 {
        self.variables.push(self.solver.new_var_default());
        self.variables.len() as i32
    }

    fn clause(&mut self, literals: &[i32]) {
        let mut literals = literals.iter().map(|&literal| self.literal(literal)).collect();
        self.solver.add_clause_reuse(&mut literals);
    }
}

impl Sat for Batsat {
    fn new(variables: usize, limit: Duration) -> Batsat {
        let mut deadline = Deadline(Instant::now(), limit);
        deadline.on_start();
        let mut solver = batsat::Solver::new(batsat::SolverOpts::default(), deadline);
        let variables = (0..variables).map(|_| solver.new_var_default()).collect();
        Batsat { solver, variables }
    }

    fn solve(&mut self, assumptions: &[i32]) -> Option<bool> {
        let assumptions: Vec<Lit> = assumptions.iter().map(|&literal| self.literal(literal)).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn value(&self, variable: i32) -> bool {
        self.solver.value_lit(self.literal(variable)) == lbool::TRUE
    }

    fn core(&self, assumptions: &[i32]) -> Vec<i32> {
        let used: std::collections::BTreeSet<Var> =
            self.solver.unsat_core().iter().map(|lit| lit.var()).collect();
        assumptions.iter().copied().filter(|&literal| used.contains(&self.literal(literal).var())).collect()
    }
}

/// CaDiCaL.
pub struct Cadical {
    solver: cadical::Solver<cadical::Timeout>,
    variables: i32,
}

impl ClauseSink for Cadical {
    const PAIRS_UP_TO: usize = 6;
    const HELPERS_DEFINED: bool = false;

    fn helper(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        self.solver.add_clause(literals.iter().copied());
    }
}

impl Sat for Cadical {
    fn new(variables: usize, limit: Duration) -> Cadical {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(cadical::Timeout::new(limit.as_secs_f32())));
        Cadical { solver, variables: variables as i32 }
    }

    fn solve(&mut self, assumptions: &[i32]) -> Option<bool> {
        self.solver.solve_with(assumptions.iter().copied())
    }

    fn value(&self, variable: i32) -> bool {
        self.solver.value(variable) == Some(true)
    }

    fn core(&self, assumptions: &[i32]) -> Vec<i32> {
        assumptions.iter().copied().filter(|&literal| self.solver.failed(literal)).collect()
    }
}

fn atoms(model: &Model) -> impl Iterator<Item = i32> + use<> {
    1..=model.atom_count() as i32
}

fn board(model: &Model, sat: &impl Sat) -> Board {
    let mut board = Board::open(model.atom_count());
    board.extend(atoms(model).map(|v| Fact { atom: Atom(v as u32 - 1), holds: sat.value(v) }));
    board
}

fn loaded<S: Sat>(model: &Model, limit: Duration) -> S {
    let mut sat = S::new(model.atom_count(), limit);
    translate(model, &mut sat);
    sat
}

/// Excludes a solution. No solution of these genres holds all atoms of another, so those that hold suffice.
fn exclude(sat: &mut impl Sat, solution: &Board) {
    let clause: Vec<i32> = solution.yes().map(|atom| -(atom.0 as i32 + 1)).collect();
    sat.clause(&clause);
}

/// Up to two solutions.
pub fn at_most_two<S: Sat>(model: &Model, limit: Duration) -> Option<Vec<Board>> {
    let mut sat: S = loaded(model, limit);
    let mut found = Vec::new();
    while found.len() < 2 && sat.solve(&[])? {
        let solution = board(model, &sat);
        exclude(&mut sat, &solution);
        found.push(solution);
    }
    Some(found)
}

/// What all solutions share: each value of a first solution is questioned, and every other solution that turns up
/// settles all values in which it differs.
pub fn common<S: Sat>(model: &Model, limit: Duration) -> Option<Option<Board>> {
    let mut sat: S = loaded(model, limit);
    if !sat.solve(&[])? {
        return Some(None);
    }
    let first = board(model, &sat);
    let mut shared = first.clone();
    for variable in atoms(model) {
        let atom = Atom(variable as u32 - 1);
        if shared.get(atom) == Value::Open {
            continue;
        }
        let value = if first.is_yes(atom) { variable } else { -variable };
        if sat.solve(&[-value])? {
            for other in atoms(model).map(|v| Atom(v as u32 - 1)) {
                if sat.value(other.0 as i32 + 1) != first.is_yes(other) {
                    shared.set(other, Value::Open);
                }
            }
        } else {
            sat.clause(&[value]);
        }
    }
    Some(Some(shared))
}

/// Passes clauses on with a switch in each.
struct Guarded<'s, S> {
    sat: &'s mut S,
    switch: i32,
}

impl<S: Sat> ClauseSink for Guarded<'_, S> {
    const PAIRS_UP_TO: usize = S::PAIRS_UP_TO;
    const HELPERS_DEFINED: bool = S::HELPERS_DEFINED;

    fn helper(&mut self) -> i32 {
        self.sat.helper()
    }

    fn clause(&mut self, literals: &[i32]) {
        self.sat.clause(&[literals, &[-self.switch]].concat());
    }
}

/// Clues that are all needed and together leave one solution: leave out one clue after the other, and with it all
/// clues that the proof of "no other solution" did not use.
pub fn minimise<S: Sat>(model: &Model, limit: Duration) -> Option<Vec<RuleId>> {
    let mut sat = S::new(model.atom_count(), limit);
    let mut clues = Vec::new();
    for (id, rule) in model.rule_ids() {
        if model.kind(rule).role == Role::Clue {
            let switch = sat.helper();
            clues.push((switch, id));
            translate_rule(model, rule, &mut Guarded { sat: &mut sat, switch });
        } else {
            translate_rule(model, rule, &mut sat);
        }
    }
    let mut kept: Vec<i32> = clues.iter().map(|(switch, _)| *switch).collect();
    if !sat.solve(&kept)? {
        return Some(Vec::new());
    }
    let solution = board(model, &sat);
    exclude(&mut sat, &solution);
    if sat.solve(&kept)? {
        return Some(Vec::new());
    }
    kept = sat.core(&kept);
    let mut needed: Vec<i32> = Vec::new();
    while let Some(tried) = kept.pop() {
        let assumed = [&needed[..], &kept[..]].concat();
        if sat.solve(&assumed)? {
            needed.push(tried);
        } else {
            let mut core = sat.core(&assumed);
            core.sort_unstable();
            kept.retain(|switch| core.binary_search(switch).is_ok());
        }
    }
    needed.sort_unstable();
    Some(
        clues
            .into_iter()
            .filter(|(switch, _)| needed.binary_search(switch).is_ok())
            .map(|(_, id)| id)
            .collect(),
    )
}
