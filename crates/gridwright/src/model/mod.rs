//! The model: atoms (yes-or-no questions about the solution) and counted rules over them, in flat arrays.
//!
//! Everything that reasons about a puzzle reads this and nothing else. Lists of atoms are the unit of
//! storage: a run, a row, a region is stored once and several rules may refer to it.

mod board;
mod canonical;
mod check;
#[cfg(test)]
pub(crate) mod enumerate;
#[cfg(test)]
pub(crate) mod random;
mod rule;

pub use board::{AtomSet, Board, Fact, Position, Value, WrongPosition};
pub use canonical::Canonical;
pub(crate) use check::without_room;
pub use check::{Breach, Broken, Flags, Verdict, broken, flags, flags_of, missing, verdict};
pub(crate) use rule::Sum;
pub use rule::{Body, Bounds, Rule, UNLIMITED};

/// One yes-or-no question about the solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub u32);

impl Atom {
    /// The atom's number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a rule holds on every board of the genre, or is printed on this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Part of the genre.
    Law,
    /// Printed on the board; a setter may add or remove it.
    Clue,
}

/// What a player sees flagged when a rule can no longer be satisfied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// The cells of the entries that break it.
    Entries,
    /// The rule's own place.
    Place,
    /// Nothing: the rule is only reported in words.
    Nothing,
}

/// One kind of rule of a genre; the genre lists its kinds as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleKind {
    /// The id that travels into messages, tests and explanations, `genre.rule`.
    pub id: &'static str,
    /// Law or clue.
    pub role: Role,
    /// What to flag when broken.
    pub flag: Flag,
    /// The rule in one general sentence.
    pub text: &'static str,
}

impl RuleKind {
    /// A law.
    pub const fn law(id: &'static str, flag: Flag, text: &'static str) -> RuleKind {
        RuleKind { id, role: Role::Law, flag, text }
    }

    /// A kind of clue.
    pub const fn clue(id: &'static str, flag: Flag, text: &'static str) -> RuleKind {
        RuleKind { id, role: Role::Clue, flag, text }
    }
}

/// For internal models, whose rules are never shown to a player.
pub(crate) static UNNAMED: [RuleKind; 1] = [RuleKind::law("rule", Flag::Nothing, "")];

/// The number of a list of atoms in a [`Model`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListId(pub u32);

/// The number of a rule in a [`Model`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub u32);

/// Atoms and rules of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    kinds: &'static [RuleKind],
    atoms: u32,
    starts: Vec<u32>,
    members: Vec<Atom>,
    /// Parallel to `members`; empty while every weight is 1.
    weights: Vec<u32>,
    rules: Vec<Rule>,
    givens: Vec<Atom>,
}

impl Model {
    /// An empty model over `atoms` atoms, to be filled with [`list`](Model::list) and [`rule`](Model::rule).
    ///
    /// ```
    /// use gridwright::model::{Body, Flag, Model, Role, RuleKind};
    /// static KINDS: [RuleKind; 1] = [RuleKind {
    ///     id: "demo.one", role: Role::Law, flag: Flag::Entries, text: "Exactly one of the three holds.",
    /// }];
    /// let mut model = Model::new(3, &KINDS);
    /// let all = model.list(model.atoms());
    /// model.rule(0, Body::exactly(all, 1), (0, 0));
    /// assert_eq!(model.rules().len(), 1);
    /// ```
    pub fn new(atoms: usize, kinds: &'static [RuleKind]) -> Model {
        Model {
            kinds,
            atoms: u32::try_from(atoms).expect("fewer than 2^32 atoms"),
            starts: vec![0],
            members: Vec::new(),
            weights: Vec::new(),
            rules: Vec::new(),
            givens: Vec::new(),
        }
    }

    /// Makes room for this many more lists, members and rules.
    pub fn reserve(&mut self, lists: usize, members: usize, rules: usize) {
        self.starts.reserve(lists + 1);
        self.members.reserve(members);
        self.rules.reserve(rules);
    }

    /// Adds a list of distinct atoms, each of weight 1.
    pub fn list(&mut self, atoms: impl IntoIterator<Item = Atom>) -> ListId {
        self.members.extend(atoms);
        if !self.weights.is_empty() {
            self.weights.resize(self.members.len(), 1);
        }
        self.close_list()
    }

    /// Adds lists of distinct atoms, each of weight 1, stored one after the other. `ends` says where each list
    /// ends.
    pub fn lists_of(&mut self, atoms: &[Atom], ends: &[usize]) -> impl Iterator<Item = ListId> + use<> {
        let (first, begin) = (self.list_count() as u32, self.members.len());
        self.members.extend_from_slice(&atoms[..ends.last().map_or(0, |end| *end)]);
        if !self.weights.is_empty() {
            self.weights.resize(self.members.len(), 1);
        }
        u32::try_from(self.members.len()).expect("fewer than 2^32 members");
        self.starts.extend(ends.iter().map(|end| (begin + end) as u32));
        (first..self.list_count() as u32).map(ListId)
    }

    /// Adds a list of distinct atoms with weights; those of weight 0 count for nothing and are left out. The sum
    /// of a list's weights must stay below 2^31.
    pub fn weighted_list(&mut self, atoms: impl IntoIterator<Item = (Atom, u32)>) -> ListId {
        let mut counting = atoms.into_iter().filter(|(_, weight)| *weight > 0);
        if self.weights.is_empty() {
            // Up to the first weight other than 1 there is none to keep.
            for (atom, weight) in counting.by_ref() {
                self.members.push(atom);
                if weight != 1 {
                    self.weights.resize(self.members.len() - 1, 1);
                    self.weights.push(weight);
                    break;
                }
            }
        }
        for (atom, weight) in counting {
            self.members.push(atom);
            self.weights.push(weight);
        }
        self.close_list()
    }

    fn close_list(&mut self) -> ListId {
        let id = ListId(self.starts.len() as u32 - 1);
        self.starts.push(u32::try_from(self.members.len()).expect("fewer than 2^32 members"));
        debug_assert!(self.members(id).iter().all(|a| a.0 < self.atoms));
        id
    }

    /// Adds a rule of the given kind; `about` is its subject and detail.
    pub fn rule(&mut self, kind: u8, body: Body, about: (u32, u32)) -> RuleId {
        let rule = Rule { kind, body, subject: about.0, detail: about.1 };
        debug_assert!(self.is_sound(&rule));
        self.rules.push(rule);
        RuleId(self.rules.len() as u32 - 1)
    }

    /// Adds many rules at once, which is faster than one at a time.
    pub fn rules_of(&mut self, rules: impl IntoIterator<Item = Rule>) {
        let first = self.rules.len();
        self.rules.extend(rules);
        debug_assert!(self.rules[first..].iter().all(|rule| self.is_sound(rule)));
    }

    fn is_sound(&self, rule: &Rule) -> bool {
        let suits = match rule.body {
            Body::Sum { lo, hi, .. } => lo <= hi,
            Body::Either(..) => true,
            Body::Pair(a, b) => a != b,
        };
        suits && (rule.kind as usize) < self.kinds.len()
    }

    /// Adds a clue that prints an answer, "this atom holds". A player need not enter it again, so the checker
    /// takes it as entered; a counted clue that happens to have one atom left is not of this kind.
    pub fn given(&mut self, kind: u8, atom: Atom, about: (u32, u32)) -> RuleId {
        let list = self.list([atom]);
        self.givens.push(atom);
        self.rule(kind, Body::exactly(list, 1), about)
    }

    /// The atoms whose answer is printed.
    pub fn givens(&self) -> &[Atom] {
        &self.givens
    }

    /// A board with the printed answers filled in. Where the player has already set such an atom, that value is kept.
    pub fn with_givens(&self, board: &Board) -> Board {
        let mut known = board.clone();
        for &atom in &self.givens {
            if board.get(atom) == Value::Open {
                known.set(atom, Value::Yes);
            }
        }
        known
    }

    /// Number of atoms.
    pub fn atom_count(&self) -> usize {
        self.atoms as usize
    }

    /// All atoms.
    pub fn atoms(&self) -> impl DoubleEndedIterator<Item = Atom> + use<> {
        (0..self.atoms).map(Atom)
    }

    /// Number of lists.
    pub fn list_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All lists.
    pub fn lists(&self) -> impl Iterator<Item = ListId> + use<> {
        (0..self.list_count() as u32).map(ListId)
    }

    /// The atoms of a list.
    pub fn members(&self, list: ListId) -> &[Atom] {
        &self.members[self.range(list)]
    }

    /// The weights of a list's atoms, or `None` where all lists have weight 1 throughout.
    pub fn weights(&self, list: ListId) -> Option<&[u32]> {
        (!self.weights.is_empty()).then(|| &self.weights[self.range(list)])
    }

    /// A list's atoms with their weights.
    pub fn weighted(&self, list: ListId) -> impl Iterator<Item = (Atom, u32)> + '_ {
        let range = self.range(list);
        range.map(|i| (self.members[i], self.weights.get(i).copied().unwrap_or(1)))
    }

    /// How many atoms all rules have together, those that several have counted each time. At least as many as there are:
    /// a rule over two lists may have an atom in both.
    pub(crate) fn terms(&self) -> usize {
        let of_rule = |rule: &Rule| {
            let Sum { lists, atoms, .. } = rule.body.as_sum();
            let listed: usize = lists.into_iter().flatten().map(|list| self.members(list).len()).sum();
            listed + atoms.into_iter().flatten().count()
        };
        self.rules().iter().map(of_rule).sum()
    }

    /// Where each list's members start and the last ends, the members, and their weights unless all are 1.
    pub(crate) fn columns(&self) -> (&[u32], &[Atom], &[u32]) {
        (&self.starts, &self.members, &self.weights)
    }

    fn range(&self, list: ListId) -> std::ops::Range<usize> {
        self.starts[list.0 as usize] as usize..self.starts[list.0 as usize + 1] as usize
    }

    /// All rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rules with their ids.
    pub fn rule_ids(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter().enumerate().map(|(i, rule)| (RuleId(i as u32), rule))
    }

    /// The rules that are printed on the board, in order.
    pub fn clues(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.rule_ids().filter(|(_, rule)| self.kind(rule).role == Role::Clue).map(|(id, _)| id)
    }

    /// One rule.
    pub fn get(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.0 as usize]
    }

    /// The kind of a rule.
    pub fn kind(&self, rule: &Rule) -> &'static RuleKind {
        &self.kinds[rule.kind as usize]
    }

    /// The kinds of rules of this genre.
    pub fn kinds(&self) -> &'static [RuleKind] {
        self.kinds
    }

    /// The distinct atoms a rule counts, with their weights.
    pub fn rule_atoms(&self, rule: &Rule) -> impl Iterator<Item = (Atom, u32)> + '_ {
        let Sum { lists: [first, second], atoms: pair, .. } = rule.body.as_sum();
        let mut counted = second.and(first).map_or(Vec::new(), |list| self.members(list).to_vec());
        counted.sort_unstable();
        let second = second.map_or(&[][..], |list| self.members(list)).iter();
        let others = second.copied().filter(move |atom| counted.binary_search(atom).is_err());
        let weighted = first.into_iter().flat_map(|list| self.weighted(list));
        weighted.chain(pair.into_iter().flatten().chain(others).map(|atom| (atom, 1)))
    }
}
