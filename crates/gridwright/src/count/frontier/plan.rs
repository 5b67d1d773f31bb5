//! An order of blocks compiled to steps over packed states.
//!
//! At each cut between two blocks a *group* is a set of rules whose atoms to come are the same: one interval of
//! sums says all about them. A *slot* is a place in the state for the intervals of one or more groups. A slot that a
//! step does not touch keeps its bits; the others are looked up in small tables, one for each *task*.

use super::course::Reach;
use super::planner::Records;
use crate::model::Bounds;
use gridwright_base::Stopped;
use std::collections::BTreeSet;
use std::rc::Rc;

/// More combinations than this are not looked through to find the values of a slot.
const MAX_COMBINATIONS: usize = 1 << 17;

/// Where a slot's value is stored in the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Field {
    pub word: usize,
    pub shift: u32,
    pub width: u32,
}

impl Field {
    pub fn mask(self) -> u64 {
        if self.width == 0 { 0 } else { (u64::MAX >> (64 - self.width)) << self.shift }
    }
}

/// For each group of a slot, which sums its atoms to come may still have.
pub(super) type Value = Box<[Bounds]>;

/// The values a slot can have, sorted; a state holds the number of one.
pub(super) type Values = Rc<[Value]>;

/// A slot of the state before a step that the step reads.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub field: Field,
    pub values: Values,
}

/// Where an interval was before a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Origin {
    /// A group of an input.
    Input { input: usize, group: usize },
    /// It was the same in all states.
    Always(Bounds),
}

/// An interval that a group intersects.
#[derive(Clone, Debug)]
pub(super) enum Source<O> {
    /// One from before the step, less what each choice adds to the sum; it is carried along where nothing is listed.
    Sum { origin: O, added: Vec<u32> },
    /// "At least one", unless one of these was down to 0 or the choice adds one.
    Unless { origins: Vec<O>, added: Vec<u32> },
}

impl<O: Copy> Source<O> {
    pub fn origins(&self) -> impl Iterator<Item = O> + '_ {
        let (one, several) = match self {
            Source::Sum { origin, .. } => (Some(*origin), &[][..]),
            Source::Unless { origins, .. } => (None, origins.as_slice()),
        };
        one.into_iter().chain(several.iter().copied())
    }

    pub fn map<P>(&self, place: impl Fn(&O) -> P) -> Source<P> {
        match self {
            Source::Sum { origin, added } => Source::Sum { origin: place(origin), added: added.clone() },
            Source::Unless { origins, added } => {
                Source::Unless { origins: origins.iter().map(place).collect(), added: added.clone() }
            }
        }
    }
}

/// A group after a step.
#[derive(Clone, Debug)]
pub(super) struct NewGroup {
    pub sources: Vec<Source<Origin>>,
    pub reach: Reach,
}

impl NewGroup {
    fn bounds<'v>(&self, value: impl Fn(usize) -> &'v Value, choice: usize) -> Option<Bounds> {
        let find = |origin: &Origin| match *origin {
            Origin::Input { input, group } => value(input)[group],
            Origin::Always(bounds) => bounds,
        };
        let mut merged = Bounds { lo: 0, hi: u32::MAX };
        for source in &self.sources {
            let bounds = match source {
                Source::Sum { origin, added } => {
                    let (before, added) = (find(origin), added.get(choice).copied().unwrap_or(0));
                    Bounds { lo: before.lo.saturating_sub(added), hi: before.hi.checked_sub(added)? }
                }
                Source::Unless { origins, added } => {
                    let is_met = added[choice] > 0 || origins.iter().any(|origin| find(origin).hi == 0);
                    Bounds { lo: u32::from(!is_met), hi: u32::MAX }
                }
            };
            merged = Bounds { lo: merged.lo.max(bounds.lo), hi: merged.hi.min(bounds.hi) };
        }
        self.reach.snap(merged)
    }

    fn inputs(&self) -> impl Iterator<Item = usize> + '_ {
        self.sources.iter().flat_map(|source| source.origins()).filter_map(|origin| match origin {
            Origin::Input { input, .. } => Some(input),
            Origin::Always(_) => None,
        })
    }
}

/// What a step computes together: a slot after it, or only whether rules are kept.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Where the result goes; without width for a mere check.
    pub field: Field,
    pub groups: Vec<NewGroup>,
    pub values: Values,
}

impl Task {
    pub fn check(group: NewGroup) -> Task {
        Task { field: Field::default(), groups: vec![group], values: Rc::new([]) }
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> usize {
        let source = |source: &Source<Origin>| match source {
            Source::Sum { added, .. } => added.len() * size_of::<u32>(),
            Source::Unless { origins, added } => size_of_val(&**origins) + added.len() * size_of::<u32>(),
        };
        let source = |one: &Source<Origin>| size_of::<Source<Origin>>() + source(one);
        let group = |group: &NewGroup| {
            size_of::<NewGroup>() + group.reach.bytes() + group.sources.iter().map(source).sum::<usize>()
        };
        // A value is allocated by itself.
        let value = size_of::<Value>() + 16 + self.groups.len() * size_of::<Bounds>();
        self.groups.iter().map(group).sum::<usize>() + self.values.len() * value
    }

    /// The inputs it reads, ascending.
    pub fn inputs(&self) -> Vec<usize> {
        inputs(&self.groups)
    }

    /// The number of its value after a choice; `None` where a rule is broken. `value` gives the inputs' values.
    fn outcome<'v>(&self, value: impl Fn(usize) -> &'v Value + Copy, choice: usize) -> Option<usize> {
        let bounds = self.groups.iter().map(|group| group.bounds(value, choice));
        if self.field.width == 0 {
            return bounds.collect::<Option<Vec<_>>>().map(|_| 0);
        }
        let wanted: Value = bounds.collect::<Option<_>>()?;
        // All values were met when the plan was made.
        self.values.binary_search(&wanted).ok()
    }
}

fn inputs(groups: &[NewGroup]) -> Vec<usize> {
    let read: BTreeSet<usize> = groups.iter().flat_map(NewGroup::inputs).collect();
    read.into_iter().collect()
}

/// Deciding one block.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub choices: Vec<Option<u32>>,
    pub inputs: Vec<Input>,
    pub tasks: Vec<Task>,
}

impl Step {
    /// Writes the new bits of some tasks after a choice; `None` where a rule is broken. `numbers` are the numbers of
    /// the values of the inputs that these tasks read.
    pub fn outcome(
        &self,
        tasks: &[usize],
        numbers: impl Fn(usize) -> usize + Copy,
        choice: usize,
        bits: &mut [u64],
    ) -> Option<()> {
        let value = |input: usize| &self.inputs[input].values[numbers(input)];
        for task in tasks {
            let task = &self.tasks[*task];
            let number = task.outcome(value, choice)?;
            bits[task.field.word] |= (number as u64) << task.field.shift;
        }
        Some(())
    }
}

/// Steps that decide all blocks.
#[derive(Debug)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    /// The words of a state.
    pub words: usize,
    pub records: Records,
    /// Bytes in use, about.
    pub bytes: usize,
}

/// The states would be too wide or too many-valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooWide;

impl From<TooWide> for Stopped {
    fn from(_: TooWide) -> Stopped {
        Stopped::Size
    }
}

/// The values that some groups in one slot can have, whatever the other slots hold; `None` where there are more
/// than `most`, or too many combinations to look through.
pub(super) fn possible_values(
    groups: &[NewGroup],
    inputs: &[Input],
    choices: usize,
    most: usize,
) -> Option<Values> {
    let read = self::inputs(groups);
    let count = |input: &usize| inputs[*input].values.len();
    let combinations = read.iter().fold(choices, |product, input| product.saturating_mul(count(input)));
    if combinations > MAX_COMBINATIONS {
        return values_by_source(groups, inputs, choices, most);
    }
    let mut found: BTreeSet<Value> = BTreeSet::new();
    let mut numbers = vec![0; inputs.len()];
    loop {
        let value = |input: usize| &inputs[input].values[numbers[input]];
        for choice in 0..choices {
            let bounds: Option<Value> = groups.iter().map(|group| group.bounds(value, choice)).collect();
            found.extend(bounds);
        }
        if found.len() > most {
            return None;
        }
        // The next combination.
        let next = read.iter().find(|input| {
            numbers[**input] = (numbers[**input] + 1) % count(input);
            numbers[**input] > 0
        });
        if next.is_none() {
            return Some(found.into_iter().collect());
        }
    }
}

/// The same, and perhaps more, for a single group that intersects too many intervals: any that its sources could
/// give, whichever go together.
fn values_by_source(groups: &[NewGroup], inputs: &[Input], choices: usize, most: usize) -> Option<Values> {
    let [NewGroup { sources, reach }] = groups else { return None };
    let mut found = BTreeSet::from([Bounds { lo: 0, hi: u32::MAX }]);
    for source in sources {
        let alone = [NewGroup { sources: vec![source.clone()], reach: Reach::All(0, u32::MAX) }];
        let read = self::inputs(&alone);
        let combinations =
            read.iter().fold(choices, |product, input| product.saturating_mul(inputs[*input].values.len()));
        if combinations > MAX_COMBINATIONS {
            return None;
        }
        let own = possible_values(&alone, inputs, choices, usize::MAX)?;
        let both = found.iter().flat_map(|a| own.iter().map(move |b| (a, b[0])));
        let both = both.map(|(a, b)| Bounds { lo: a.lo.max(b.lo), hi: a.hi.min(b.hi) });
        found = both.filter_map(|bounds| reach.snap(bounds)).collect();
        if found.len() > most.min(MAX_COMBINATIONS) {
            return None;
        }
    }
    Some(found.into_iter().map(|bounds| Value::from([bounds])).collect())
}
