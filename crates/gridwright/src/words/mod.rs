//! How a genre puts its rules, facts and steps into words.

mod technique;

pub(crate) use technique::unnamed;
pub use technique::{Alike, Case, Chain, Depth, Link, Step, Technique, UniqueStep, Uses};

use crate::grid::{Cell, Grid};
use crate::model::{Atom, Board, Fact, Model, Position, Rule, RuleId};
use crate::printed::{PrintedBoard, own};

/// How a rule is used at one point of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleUse {
    /// As much holds as may, so nothing else does.
    Full,
    /// Only as much is left as is needed, so all of it holds.
    Last,
    /// The weights add up in one way only.
    Sum,
    /// More holds than may.
    TooMuch,
    /// Less is left than is needed.
    TooLittle,
    /// The weights can no longer add up.
    NoSum,
    /// Some of what is left must hold.
    Among,
    /// Only so much of what is left may hold.
    Takes,
}

impl RuleUse {
    /// Whether the rule is used for what it needs.
    pub fn is_need(self) -> bool {
        !matches!(self, RuleUse::Full | RuleUse::TooMuch | RuleUse::Takes)
    }

    /// Whether the rule is used for what it allows.
    pub fn is_limit(self) -> bool {
        !matches!(self, RuleUse::Last | RuleUse::TooLittle | RuleUse::Among)
    }
}

/// One rule in an argument and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The rule.
    pub rule: RuleId,
    /// How it is used.
    pub rule_use: RuleUse,
    /// Its atoms that hold at this point.
    pub holding: Vec<Atom>,
    /// Its atoms that are open at this point.
    pub open: Vec<Atom>,
    /// What follows; nothing where the rule cannot be kept.
    pub facts: Vec<Fact>,
}

/// A rule in a sum.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// How often it is counted.
    pub times: u32,
    /// What it still needs, or still allows.
    pub left: i64,
}

/// Rules added up: what some need, and how much of it others allow.
#[derive(Clone, Debug)]
pub struct Adding<'a> {
    /// The rules counted for what they need.
    pub needs: Vec<Counted<'a>>,
    /// The rules counted for what they allow.
    pub limits: Vec<Counted<'a>>,
    /// What else can serve the needs.
    pub outside: Vec<Atom>,
    /// What is needed in all.
    pub needed: i64,
    /// What is allowed in all, with what is outside.
    pub allowed: i64,
    /// Whether something was supposed first.
    pub is_supposed: bool,
}

/// A step as players of its technique tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Why: one clause after the other.
    pub clauses: Vec<String>,
    /// What the clauses show. What else the rules of the step force follows likewise.
    pub shows: Vec<Fact>,
}

/// The words of a genre. Every method has a default made from the names of rules and atoms.
pub trait Words: PrintedBoard {
    /// A rule of the model as a sentence about this board.
    fn sentence(&self, rule: &Rule) -> String {
        self.about().rules[usize::from(rule.kind)].text.trim_end_matches('.').to_string()
    }

    /// Facts as a clause, `r1c2 is 5 and r1c3 is not 4`.
    fn facts(&self, facts: &[Fact]) -> String {
        let tell = |fact: &Fact| {
            let name = self.atom_name(fact.atom);
            if fact.holds { name } else { format!("not {name}") }
        };
        listed(&facts.iter().map(tell).collect::<Vec<_>>(), "and")
    }

    /// What a rule contributes to an argument, as a clause: `in row 3 only r3c4 can be 5`.
    fn inference(&self, rule: &Rule, inference: &Inference) -> String {
        let comes_to = match inference.rule_use {
            RuleUse::Full => "which it has",
            RuleUse::Last => "and nothing else is left for it",
            RuleUse::Sum => "which adds up in no other way",
            RuleUse::TooMuch => "which is exceeded",
            RuleUse::TooLittle => "and too little is left for it",
            RuleUse::NoSum => "which cannot add up any more",
            RuleUse::Among | RuleUse::Takes => return self.sentence(rule),
        };
        format!("{}, {comes_to}", self.sentence(rule))
    }

    /// What a rule contributes under a supposition together with what follows, where that makes a shorter clause than one
    /// after the other; empty where nothing need be said.
    fn consequence(&self, _rule: &Rule, _inference: &Inference) -> Option<String> {
        None
    }

    /// What a rule has only one way left for, in as few words as will do in a long argument: `r3c4 is 5 (row 3)`.
    fn brief(&self, _rule: &Rule, _fact: Fact) -> Option<String> {
        None
    }

    /// A step with a name as players tell it, where they do not tell one rule after the other.
    fn step(&self, _case: &Case<'_>) -> Option<Told> {
        None
    }

    /// What follows at a position if the puzzle has one solution, whatever else does.
    fn unique_steps(&self, _model: &Model, _known: &Board) -> Vec<UniqueStep> {
        Vec::new()
    }

    /// What several rules need, clause by clause, where they are added up. The inferences have the facts of the whole step.
    fn needs(&self, needs: &[(&Rule, &Inference)]) -> Vec<String> {
        needs.iter().map(|(rule, own)| self.inference(rule, own)).collect()
    }

    /// What several rules allow together, as a clause; `wanted` is what other rules need some of. The inferences have
    /// the facts of the whole step.
    fn limits(&self, limits: &[(&Rule, &Inference)], _wanted: &[Atom]) -> String {
        listed(&limits.iter().map(|(rule, own)| self.inference(rule, own)).collect::<Vec<_>>(), "and")
    }

    /// Whether players add rules up rather than follow what a supposition leads to.
    fn prefers_sums(&self) -> bool {
        false
    }

    /// Rules added up, as a clause: `rows 1 and 2 need 4 stars, but the region at r1c1 holds only 2`.
    fn sum(&self, sum: &Adding<'_>) -> String {
        let told = |rules: &[Counted<'_>]| {
            let sentence = |counted: &Counted<'_>| self.sentence(counted.rule);
            listed(&rules.iter().map(sentence).collect::<Vec<_>>(), "and")
        };
        format!("{}; {}", told(&sum.needs), told(&sum.limits))
    }

    /// What is in a cell, for people who cannot see it; by default what a drawing shows.
    fn cell(&self, _cell: Cell, _position: &Position) -> Option<String> {
        None
    }

    /// How many rules can be added up in a sentence that people follow: few where each has its own clause.
    fn most_counted(&self) -> usize {
        4
    }

    /// Whether it is obvious without explanation what a law rules out once it has all it may have.
    fn is_plain_to_see(&self, _law: &Rule) -> bool {
        true
    }
}

/// A board as something to put into words.
pub(crate) fn words<B: Words>(board: &dyn PrintedBoard) -> &dyn Words {
    own::<B>(board)
}

/// More cells than these side by side are told by the first and the last.
const MOST_SIDE_BY_SIDE: usize = 3;

/// `r1c1, r1c3 to r1c8 and r2c1`.
pub(crate) fn cells_listed(grid: &Grid, cells: &[Cell]) -> String {
    let goes_on = |run: &[Cell], next: Cell| {
        let step = |from: Cell, to: Cell| {
            let (rows, cols) = (grid.row(to) - grid.row(from), grid.col(to).wrapping_sub(grid.col(from)));
            ((rows, cols) == (0, 1) || (rows, cols) == (1, 0)).then_some((rows, cols))
        };
        let last = run[run.len() - 1];
        step(last, next).is_some_and(|now| run.len() == 1 || step(run[0], run[1]) == Some(now))
    };
    let mut names: Vec<String> = Vec::new();
    let mut rest = cells;
    while !rest.is_empty() {
        let mut length = 1;
        while length < rest.len() && goes_on(&rest[..length], rest[length]) {
            length += 1;
        }
        if length > MOST_SIDE_BY_SIDE {
            names.push(format!("{} to {}", grid.name(rest[0]), grid.name(rest[length - 1])));
        } else {
            length = 1;
            names.push(grid.name(rest[0]).to_string());
        }
        rest = &rest[length..];
    }
    listed(&names, "and")
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
