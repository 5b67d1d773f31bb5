//! The checker: which rules a board breaks, what a player sees flagged, what is still missing.
//!
//! It reads the model only; no genre has a checker of its own.

use super::{Atom, Board, Bounds, Flag, Model, Role, Rule, RuleId, Sum, UNLIMITED, Value};

/// How a rule fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// The entries already sum to more than allowed.
    TooMuch,
    /// Even with every open atom the sum stays too small.
    TooLittle,
    /// Too small once the atoms that a law already excludes are left out.
    Starved,
}

/// A rule that a board breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which rule.
    pub rule: RuleId,
    /// How.
    pub breach: Breach,
}

/// What the rules say of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every rule is satisfied if open atoms are taken as "no".
    Solved,
    /// No rule is broken, something is missing, and it is proven that it can be completed.
    RightSoFar,
    /// No rule is broken yet, something is missing; it may be impossible to complete all the same.
    Unbroken,
    /// Some rule is broken.
    Wrong,
}

/// Sums over a list's atoms; a rule over two lists adds them up, which is right for "at least one".
#[derive(Clone, Copy, Default)]
struct Sums {
    yes: u32,
    possible: u32,
    usable: u32,
}

impl std::ops::Add for Sums {
    type Output = Sums;

    fn add(self, other: Sums) -> Sums {
        Sums {
            yes: self.yes + other.yes,
            possible: self.possible + other.possible,
            usable: self.usable + other.usable,
        }
    }
}

/// The sums of every list of a model, and through them of every rule.
struct Count<'a> {
    board: &'a Board,
    excluded: &'a [bool],
    lists: Vec<Sums>,
}

impl<'a> Count<'a> {
    fn new(model: &Model, board: &'a Board, excluded: &'a [bool]) -> Count<'a> {
        let mut count = Count { board, excluded, lists: Vec::new() };
        let sum = |list| {
            model.weighted(list).fold(Sums::default(), |sums, (atom, weight)| sums + count.atom(atom, weight))
        };
        count.lists = model.lists().map(sum).collect();
        count
    }

    fn atom(&self, atom: Atom, weight: u32) -> Sums {
        match self.board.get(atom) {
            Value::Yes => Sums { yes: weight, possible: weight, usable: weight },
            Value::Open if self.excluded[atom.index()] => Sums { possible: weight, ..Sums::default() },
            Value::Open => Sums { yes: 0, possible: weight, usable: weight },
            Value::No => Sums::default(),
        }
    }

    fn rule(&self, rule: &Rule) -> Sums {
        let Sum { lists, atoms, .. } = rule.body.as_sum();
        let lists = lists.into_iter().flatten().map(|list| self.lists[list.0 as usize]);
        let atoms = atoms.into_iter().flatten().map(|atom| self.atom(atom, 1));
        lists.chain(atoms).fold(Sums::default(), std::ops::Add::add)
    }
}

/// The open atoms that a law with an upper limit leaves no room for.
fn excluded(model: &Model, board: &Board) -> Vec<bool> {
    without_room(model, board, |rule| model.kind(rule).role == Role::Law)
}

/// The open atoms that some of the rules have no room for.
pub(crate) fn without_room(model: &Model, board: &Board, counts: impl Fn(&Rule) -> bool) -> Vec<bool> {
    let mut excluded = vec![false; model.atom_count()];
    for rule in model.rules() {
        let Bounds { hi, .. } = rule.body.bounds();
        if hi == UNLIMITED || !counts(rule) {
            continue;
        }
        let yes: u32 = model.rule_atoms(rule).filter(|(a, _)| board.is_yes(*a)).map(|(_, w)| w).sum();
        for (atom, weight) in model.rule_atoms(rule) {
            if board.get(atom) == Value::Open && yes + weight > hi {
                excluded[atom.index()] = true;
            }
        }
    }
    excluded
}

/// Every rule the board breaks, in the model's order.
pub fn broken(model: &Model, board: &Board) -> Vec<Broken> {
    broken_known(model, &model.with_givens(board))
}

fn broken_known(model: &Model, board: &Board) -> Vec<Broken> {
    let excluded = excluded(model, board);
    let count = Count::new(model, board, &excluded);
    let breach = |rule: &Rule| {
        let (sums, Bounds { lo, hi }) = (count.rule(rule), rule.body.bounds());
        if sums.yes > hi {
            Some(Breach::TooMuch)
        } else if sums.possible < lo {
            Some(Breach::TooLittle)
        } else if sums.usable < lo {
            Some(Breach::Starved)
        } else {
            None
        }
    };
    model.rule_ids().filter_map(|(rule, r)| breach(r).map(|breach| Broken { rule, breach })).collect()
}

/// The rules that would be broken if every open atom were "no": what is still to be done.
pub fn missing(model: &Model, board: &Board) -> Vec<RuleId> {
    let (board, excluded) = (model.with_givens(board), vec![false; model.atom_count()]);
    let count = Count::new(model, &board, &excluded);
    let is_missing = |rule: &Rule| count.rule(rule).yes < rule.body.bounds().lo;
    model.rule_ids().filter(|(_, rule)| is_missing(rule)).map(|(id, _)| id).collect()
}

/// Solved, unbroken, or wrong.
pub fn verdict(model: &Model, board: &Board) -> Verdict {
    if !broken(model, board).is_empty() {
        Verdict::Wrong
    } else if missing(model, board).is_empty() {
        Verdict::Solved
    } else {
        Verdict::Unbroken
    }
}

/// What a player sees flagged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// Entries that break a rule, printed ones among them.
    pub entries: Vec<Atom>,
    /// Rules whose own place is in error.
    pub places: Vec<RuleId>,
}

/// The flags of a board, as the genre's rule kinds ask for them.
pub fn flags(model: &Model, board: &Board) -> Flags {
    flags_of(model, board, &broken(model, board))
}

/// The flags for some of the rules that a board breaks.
pub fn flags_of(model: &Model, board: &Board, broken: &[Broken]) -> Flags {
    let mut flags = Flags::default();
    let board = &model.with_givens(board);
    for &Broken { rule: id, breach } in broken {
        let rule = model.get(id);
        match model.kind(rule).flag {
            Flag::Entries if breach == Breach::TooMuch => {
                flags.entries.extend(model.rule_atoms(rule).map(|(a, _)| a).filter(|a| board.is_yes(*a)));
            }
            Flag::Place => flags.places.push(id),
            Flag::Entries | Flag::Nothing => {}
        }
    }
    flags.entries.sort_unstable();
    flags.entries.dedup();
    flags
}

#[cfg(test)]
mod tests {
    use super::super::{Body, RuleKind};
    use super::*;

    static KINDS: [RuleKind; 3] = [
        RuleKind { id: "demo.one", role: Role::Law, flag: Flag::Entries, text: "" },
        RuleKind { id: "demo.given", role: Role::Clue, flag: Flag::Place, text: "" },
        RuleKind { id: "demo.count", role: Role::Clue, flag: Flag::Place, text: "" },
    ];

    /// At most one of the two atoms, exactly one of the others; atom 0 is printed.
    fn model() -> Model {
        let mut model = Model::new(3, &KINDS);
        let pair = model.list([Atom(0), Atom(1)]);
        model.rule(0, Body::at_most(pair, 1), (0, 0));
        model.given(1, Atom(0), (0, 0));
        let single = model.list([Atom(2)]);
        model.rule(2, Body::exactly(single, 1), (0, 0));
        model
    }

    fn board(values: [Value; 3]) -> Board {
        let mut board = Board::open(3);
        for (i, value) in values.into_iter().enumerate() {
            board.set(Atom(i as u32), value);
        }
        board
    }

    #[test]
    fn a_printed_answer_counts_as_entered() {
        use Value::{No, Open, Yes};
        let model = model();
        assert_eq!(verdict(&model, &board([Open, Open, Yes])), Verdict::Solved);
        assert_eq!(verdict(&model, &board([Yes, Open, Yes])), Verdict::Solved);
        let clash = board([Open, Yes, Open]);
        assert_eq!(broken(&model, &clash), [Broken { rule: RuleId(0), breach: Breach::TooMuch }]);
        assert_eq!(flags(&model, &clash).entries, [Atom(0), Atom(1)]);
        let denied = board([No, Open, Open]);
        assert_eq!(broken(&model, &denied), [Broken { rule: RuleId(1), breach: Breach::TooLittle }]);
        assert_eq!(flags(&model, &denied).places, [RuleId(1)]);
    }

    #[test]
    fn a_count_that_leaves_one_choice_is_still_to_be_entered() {
        let blank = board([Value::Open; 3]);
        assert_eq!(verdict(&model(), &blank), Verdict::Unbroken);
        assert_eq!(missing(&model(), &blank), [RuleId(2)]);
    }
}
