//! Makes a plan: follows every rule through the order of the blocks.

use super::blocks::Blocks;
use super::course::{Course, Reach};
use super::plan::{
    Field, Input, NewGroup, Origin, Plan, Source, Step, Task, TooWide, Values, possible_values,
};
use crate::count::budget::Budget;
use crate::count::reduced::Reduced;
use crate::count::rules::{Occurrences, Rules, Term, total};
use crate::model::Bounds;
use gridwright_base::Stopped;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most words of a state.
const MAX_WORDS: usize = 16;
/// Groups share a slot only while it has few values.
const MAX_FUSED_BITS: u32 = 6;
const NONE: usize = usize::MAX;
/// Rules between two looks at the budget.
const RULES_BETWEEN_LOOKS: usize = 1 << 8;

/// A group at the current cut.
#[derive(Clone, Debug)]
struct Group {
    rules: Vec<u32>,
    place: Place,
    /// A rule and how many of its blocks were to come when the group was made.
    rest: (u32, usize),
    /// Whether it is a group of the current cut, and not only one that a step under way reads.
    is_current: bool,
}

/// Where the interval of a group is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// The same in all states.
    Always(Bounds),
    /// In a slot.
    Slot { slot: usize, group: usize },
}

/// A group at the next cut.
struct Draft {
    rules: Vec<u32>,
    sources: Vec<Source<Place>>,
}

/// A slot at the current cut.
#[derive(Debug)]
struct Slot {
    input: Input,
    /// Numbers of groups.
    groups: Vec<usize>,
}

struct Planner<'a> {
    rules: &'a Rules,
    blocks: &'a Blocks,
    occurrences: Occurrences,
    courses: Vec<Course>,
    /// For each rule how many of its blocks are to come.
    left: Vec<usize>,
    /// For each rule a hash of its decided atoms.
    pasts: Vec<u64>,
    /// For each rule its group; none for rules that are implicit or ended.
    group_of: Vec<usize>,
    groups: Vec<Group>,
    /// Groups at the current cut by a hash of their atoms to come.
    by_rest: BTreeMap<u64, Vec<usize>>,
    implicit: Implicit,
    slots: Vec<Slot>,
    /// Occupied bits.
    occupied: [u64; MAX_WORDS],
    words: usize,
    /// Bytes that the steps and slots so far take.
    bytes: usize,
}

/// Rules "at least one" that need no place of their own: whether one of their decided atoms holds can be read off
/// rules "at most one" within them.
struct Implicit {
    is_implicit: Vec<bool>,
    /// For each rule those within it that are read.
    within: Vec<Vec<u32>>,
    /// For each rule those that read it.
    readers: Vec<Vec<u32>>,
}

impl Plan {
    /// Compiles an order of the blocks of a part.
    pub fn new(part: &Reduced, blocks: &Blocks, order: &[u32], budget: &mut Budget) -> Result<Plan, Stopped> {
        let mut planner = Planner::new(part, blocks, order, budget)?;
        let mut steps = Vec::with_capacity(order.len());
        let mut current = Vec::with_capacity(order.len());
        for block in order {
            current.push(planner.current_slots());
            steps.push(planner.step(*block, budget)?);
            if planner.bytes > budget.memory {
                return Err(Stopped::Memory);
            }
        }
        let is_read = |rule: &u32| !planner.implicit.readers[*rule as usize].is_empty();
        let slots = planner.slots.into_iter().map(|slot| SlotRecord {
            input: slot.input,
            groups: slot.groups.iter().map(|group| planner.groups[*group].rest).collect(),
            is_read: slot.groups.iter().flat_map(|group| &planner.groups[*group].rules).any(is_read),
        });
        let mut place = vec![0; blocks.len()];
        order.iter().enumerate().for_each(|(i, block)| place[*block as usize] = i);
        let first_place = |rule: usize| {
            let places = part.rules.terms(rule).iter().map(|term| place[blocks.of(term.atom) as usize]);
            places.min().unwrap_or(0)
        };
        let records = Records {
            rules: part.rules.clone(),
            slots: slots.collect(),
            current,
            first_places: (0..part.rules.len()).map(first_place).collect(),
            courses: planner.courses,
            occurrences: planner.occurrences,
            atoms: part.atoms.len(),
        };
        Ok(Plan { steps, words: planner.words.max(1), records, bytes: planner.bytes })
    }
}

/// What states mean, cut by cut.
#[derive(Debug)]
pub(super) struct Records {
    pub rules: Rules,
    slots: Vec<SlotRecord>,
    /// For each cut its slots.
    current: Vec<Vec<usize>>,
    /// For each rule the place of its first block.
    first_places: Vec<usize>,
    courses: Vec<Course>,
    occurrences: Occurrences,
    atoms: usize,
}

#[derive(Debug)]
struct SlotRecord {
    input: Input,
    /// For each group a rule of it and how many of the rule's blocks are to come.
    groups: Vec<(u32, usize)>,
    /// Whether implicit rules may be read off it.
    is_read: bool,
}

/// What states mean at one cut.
pub(super) struct Cut<'r> {
    pub atoms: usize,
    pub occurrences: &'r Occurrences,
    pub slots: Vec<CutSlot<'r>>,
    /// Rules with no decided atom.
    pub untouched: Vec<u32>,
}

pub(super) struct CutSlot<'r> {
    pub input: &'r Input,
    /// Whether implicit rules may be read off it: then "none to come" also says that there was one.
    pub is_read: bool,
    /// For each group its atoms to come.
    pub rests: Vec<&'r [Term]>,
}

impl Records {
    /// What states mean before a step.
    pub fn cut(&self, step: usize) -> Cut<'_> {
        let rest = |(rule, left): &(u32, usize)| {
            let course = &self.courses[*rule as usize];
            course.rest(course.len() - left)
        };
        let slot = |number: &usize| {
            let record = &self.slots[*number];
            CutSlot {
                input: &record.input,
                is_read: record.is_read,
                rests: record.groups.iter().map(rest).collect(),
            }
        };
        let is_untouched = |rule: &u32| self.first_places[*rule as usize] >= step;
        Cut {
            atoms: self.atoms,
            occurrences: &self.occurrences,
            slots: self.current[step].iter().map(slot).collect(),
            untouched: (0..self.rules.len() as u32).filter(is_untouched).collect(),
        }
    }
}

/// A number's well mixed hash (the finalizer of splitmix64).
pub(super) fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A hash that does not depend on the order of the terms.
fn hash(terms: &[Term]) -> u64 {
    let one = |term: &Term| mixed(u64::from(term.atom) << 32 | u64::from(term.weight));
    terms.iter().map(one).fold(0, u64::wrapping_add)
}

/// The bits that say which value it is.
fn bits(values: &Values) -> u32 {
    usize::BITS - values.len().saturating_sub(1).leading_zeros()
}

/// The slots among some places, ascending.
fn slots_of(places: impl Iterator<Item = Place>) -> Vec<usize> {
    let mut slots: Vec<usize> = places
        .filter_map(|place| match place {
            Place::Slot { slot, .. } => Some(slot),
            Place::Always(_) => None,
        })
        .collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn is_plain(terms: &[Term]) -> bool {
    terms.iter().all(|term| term.weight == 1)
}

impl Implicit {
    fn new(
        rules: &Rules,
        occurrences: &Occurrences,
        atoms: usize,
        budget: &mut Budget,
    ) -> Result<Implicit, Stopped> {
        let is_at_least_one = |rule: usize| {
            let (terms, bounds) = (rules.terms(rule), rules.bounds(rule));
            is_plain(terms) && (bounds.lo, bounds.hi) == (1, total(terms))
        };
        let is_implicit: Vec<bool> = (0..rules.len()).map(is_at_least_one).collect();
        let (mut within, mut readers) = (vec![Vec::new(); rules.len()], vec![Vec::new(); rules.len()]);
        let mut is_in = vec![false; atoms];
        for outer in (0..rules.len()).filter(|rule| is_implicit[*rule]) {
            let terms = rules.terms(outer);
            terms.iter().for_each(|term| is_in[term.atom as usize] = true);
            budget.look()?;
            for term in terms {
                for inner in occurrences.of(term.atom).iter().map(|place| place.rule) {
                    let others = rules.terms(inner as usize);
                    let is_choice = others[0].atom == term.atom && rules.bounds(inner as usize).hi == 1;
                    if is_choice && is_plain(others) && others.iter().all(|term| is_in[term.atom as usize]) {
                        within[outer].push(inner);
                        readers[inner as usize].push(outer as u32);
                    }
                }
            }
            terms.iter().for_each(|term| is_in[term.atom as usize] = false);
        }
        Ok(Implicit { is_implicit, within, readers })
    }
}

impl<'a> Planner<'a> {
    fn new(
        part: &'a Reduced,
        blocks: &'a Blocks,
        order: &[u32],
        budget: &mut Budget,
    ) -> Result<Planner<'a>, Stopped> {
        let mut place = vec![0; blocks.len()];
        order.iter().enumerate().for_each(|(i, block)| place[*block as usize] = i as u32);
        let rules = &part.rules;
        let mut courses = Vec::with_capacity(rules.len());
        let mut bytes = 2 * rules.bytes();
        for rule in 0..rules.len() {
            let course = Course::new(rules.terms(rule), blocks, &place);
            bytes += course.bytes();
            courses.push(course);
            if rule.is_multiple_of(RULES_BETWEEN_LOOKS) {
                budget.look()?;
            }
            if bytes > budget.memory {
                return Err(Stopped::Memory);
            }
        }
        let occurrences = rules.occurrences(part.atoms.len());
        let mut planner = Planner {
            rules,
            blocks,
            implicit: Implicit::new(rules, &occurrences, part.atoms.len(), budget)?,
            occurrences,
            left: courses.iter().map(Course::len).collect(),
            courses,
            pasts: vec![0; rules.len()],
            group_of: vec![NONE; rules.len()],
            groups: Vec::new(),
            by_rest: BTreeMap::new(),
            slots: Vec::new(),
            occupied: [0; MAX_WORDS],
            words: 0,
            bytes,
        };
        for rule in (0..rules.len()).filter(|rule| !planner.implicit.is_implicit[*rule]).collect::<Vec<_>>() {
            // Where no sum fits, the first step detects it.
            let bounds = rules.bounds(rule);
            let bounds = planner.courses[rule].reach(0).snap(bounds).unwrap_or(bounds);
            planner.add_group(vec![rule as u32], Place::Always(bounds));
        }
        Ok(planner)
    }

    /// The slots in which states differ at the current cut.
    fn current_slots(&self) -> Vec<usize> {
        slots_of(self.groups.iter().filter(|group| group.is_current).map(|group| group.place))
    }

    fn add_group(&mut self, rules: Vec<u32>, place: Place) {
        let number = self.groups.len();
        let rest = (rules[0], self.left[rules[0] as usize]);
        let group = Group { rules, place, rest, is_current: true };
        for rule in &group.rules {
            self.group_of[*rule as usize] = number;
        }
        let key = hash(self.rest(&group.rules));
        self.by_rest.entry(key).or_default().push(number);
        self.groups.push(group);
    }

    /// Takes a group out of the current cut; its number and place stay known until the step is done.
    fn remove_group(&mut self, number: usize) {
        self.groups[number].is_current = false;
        let key = hash(self.rest(&self.groups[number].rules));
        if let Some(same) = self.by_rest.get_mut(&key) {
            same.retain(|other| *other != number);
            if same.is_empty() {
                self.by_rest.remove(&key);
            }
        }
    }

    /// The atoms to come of some rules in which they are the same.
    fn rest(&self, rules: &[u32]) -> &[Term] {
        let rule = rules[0] as usize;
        self.courses[rule].rest(self.courses[rule].len() - self.left[rule])
    }

    fn reach(&self, rules: &[u32]) -> &Reach {
        let rule = rules[0] as usize;
        self.courses[rule].reach(self.courses[rule].len() - self.left[rule])
    }

    fn step(&mut self, block: u32, budget: &mut Budget) -> Result<Step, Stopped> {
        let choices: Vec<Option<u32>> = self.blocks.choices(block).collect();
        let (mut drafts, ended) = self.count_block(block, &choices);
        let read = self.gather_slots(&mut drafts, &ended);
        let origin = |place: &Place| match place {
            Place::Always(bounds) => Origin::Always(*bounds),
            Place::Slot { slot, group } => {
                let input = read.binary_search(slot).expect("all slots that are read are gathered");
                Origin::Input { input, group: *group }
            }
        };
        let new_group = |draft: &Draft| NewGroup {
            sources: draft.sources.iter().map(|source| source.map(origin)).collect(),
            reach: self.reach(&draft.rules).clone(),
        };
        let inputs: Vec<Input> = read.iter().map(|slot| self.slots[*slot].input.clone()).collect();
        let mut tasks: Vec<Task> = ended.iter().map(|draft| Task::check(new_group(draft))).collect();
        let mut outputs: Vec<(Vec<usize>, Task)> = Vec::new();
        for (i, draft) in drafts.iter().enumerate() {
            budget.look()?;
            let groups = vec![new_group(draft)];
            let values = possible_values(&groups, &inputs, choices.len(), usize::MAX).ok_or(TooWide)?;
            outputs.push((vec![i], Task { field: Field::default(), groups, values }));
        }
        self.fuse(&drafts, &mut outputs, &inputs, choices.len(), budget)?;
        self.replace_slots(&read, &mut drafts, &mut outputs)?;
        tasks.extend(outputs.into_iter().map(|(_, task)| task));
        self.bytes += tasks.iter().map(Task::bytes).sum::<usize>();
        Ok(Step { choices, inputs, tasks })
    }

    /// The groups at the next cut that the block has a part in, and those that end with it.
    fn count_block(&mut self, block: u32, choices: &[Option<u32>]) -> (Vec<Draft>, Vec<Draft>) {
        let atoms = self.blocks.atoms(block);
        let mut touched: Vec<u32> =
            atoms.iter().flat_map(|atom| self.occurrences.of(*atom).iter().map(|place| place.rule)).collect();
        touched.sort_unstable();
        touched.dedup();
        let groups = touched.iter().map(|rule| self.group_of[*rule as usize]).filter(|group| *group != NONE);
        let mut groups: Vec<usize> = groups.collect();
        groups.sort_unstable();
        groups.dedup();
        groups.iter().for_each(|group| self.remove_group(*group));
        let added = |planner: &Planner<'_>, rule: u32| -> Vec<u32> {
            let course = &planner.courses[rule as usize];
            let piece = course.piece(course.len() - planner.left[rule as usize]);
            let weight = |atom| piece.iter().find(|term| term.atom == atom).map_or(0, |term| term.weight);
            choices.iter().map(|choice| choice.map_or(0, weight)).collect()
        };
        let mut counted: Vec<Draft> = Vec::new();
        for group in groups {
            let Group { rules, place, .. } = self.groups[group].clone();
            let sources = vec![Source::Sum { origin: place, added: added(self, rules[0]) }];
            counted.push(Draft { rules, sources });
        }
        let implicit = touched.iter().filter(|rule| self.implicit.is_implicit[**rule as usize]);
        let implicit: BTreeMap<u32, Vec<u32>> = implicit.map(|rule| (*rule, added(self, *rule))).collect();
        for &rule in &touched {
            let course = &self.courses[rule as usize];
            let piece = course.piece(course.len() - self.left[rule as usize]);
            self.pasts[rule as usize] = self.pasts[rule as usize].wrapping_add(hash(piece));
            self.left[rule as usize] -= 1;
        }
        let (mut drafts, mut ended) = (Vec::new(), Vec::new());
        for draft in counted {
            self.place_draft(draft, &mut drafts, &mut ended);
        }
        for rule in self.to_be_explicit(atoms, &implicit, &drafts, &ended) {
            self.implicit.is_implicit[rule as usize] = false;
            let within = self.implicit.within[rule as usize].iter();
            let origins = within.map(|inner| self.groups[self.group_of[*inner as usize]].place).collect();
            let added = implicit.get(&rule).cloned().unwrap_or_else(|| vec![0; choices.len()]);
            let sources = vec![Source::Unless { origins, added }];
            self.place_draft(Draft { rules: vec![rule], sources }, &mut drafts, &mut ended);
        }
        (drafts, ended)
    }

    /// Merges a draft with the group that has the same atoms to come, if there is one.
    fn place_draft(&mut self, mut draft: Draft, drafts: &mut Vec<Draft>, ended: &mut Vec<Draft>) {
        let rest = self.rest(&draft.rules);
        if rest.is_empty() {
            ended.push(draft);
            return;
        }
        if let Some(twin) = drafts.iter_mut().find(|other| self.rest(&other.rules) == rest) {
            twin.rules.append(&mut draft.rules);
            twin.sources.append(&mut draft.sources);
            return;
        }
        let same = self.by_rest.get(&hash(rest)).map_or(&[][..], Vec::as_slice);
        let twin = same.iter().copied().find(|number| self.rest(&self.groups[*number].rules) == rest);
        if let Some(number) = twin {
            self.remove_group(number);
            let Group { rules, place, .. } = self.groups[number].clone();
            draft.rules.extend(rules);
            draft.sources.push(Source::Sum { origin: place, added: Vec::new() });
        }
        drafts.push(draft);
    }

    /// The implicit rules that cannot stay so: an atom is decided that is in no rule they are read off, or such a
    /// rule ends or merges with another that has an upper bound.
    fn to_be_explicit(
        &self,
        atoms: &[u32],
        touched: &BTreeMap<u32, Vec<u32>>,
        drafts: &[Draft],
        ended: &[Draft],
    ) -> Vec<u32> {
        let has = |rule: u32, atom: u32| {
            self.rules.terms(rule as usize).binary_search_by_key(&atom, |term| term.atom).is_ok()
        };
        let is_uncovered = |rule: &&u32| {
            let within = &self.implicit.within[**rule as usize];
            atoms.iter().any(|atom| has(**rule, *atom) && !within.iter().any(|inner| has(*inner, *atom)))
        };
        let mut found: Vec<u32> = touched.keys().filter(is_uncovered).copied().collect();
        let is_bounded =
            |rule: &&u32| self.rules.bounds(**rule as usize).hi < total(self.rules.terms(**rule as usize));
        let crowded = drafts.iter().filter(|draft| draft.rules.iter().filter(is_bounded).count() > 1);
        for rule in ended.iter().chain(crowded).flat_map(|draft| &draft.rules) {
            found.extend(&self.implicit.readers[*rule as usize]);
        }
        found.retain(|rule| self.implicit.is_implicit[*rule as usize]);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The slots that the drafts read, ascending. Groups that share a slot with them are carried along as drafts.
    fn gather_slots(&mut self, drafts: &mut Vec<Draft>, ended: &[Draft]) -> Vec<usize> {
        let sources = drafts.iter().chain(ended).flat_map(|draft| &draft.sources);
        let slots = slots_of(sources.flat_map(|source| source.origins()));
        // A slot that is only read off changes nothing and could stay; it is rebuilt as it is.
        for &slot in &slots {
            for (i, number) in self.slots[slot].groups.clone().into_iter().enumerate() {
                if self.groups[number].is_current {
                    self.remove_group(number);
                    let origin = Place::Slot { slot, group: i };
                    let sources = vec![Source::Sum { origin, added: Vec::new() }];
                    drafts.push(Draft { rules: self.groups[number].rules.clone(), sources });
                }
            }
        }
        slots
    }

    /// Puts groups with rules that counted the same atoms so far into one slot where that saves bits: only few
    /// combinations of their intervals occur.
    fn fuse(
        &self,
        drafts: &[Draft],
        outputs: &mut Vec<(Vec<usize>, Task)>,
        inputs: &[Input],
        choices: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut with_past: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (i, draft) in drafts.iter().enumerate() {
            for rule in &draft.rules {
                with_past.entry(self.pasts[*rule as usize]).or_default().push(i);
            }
        }
        with_past.remove(&0);
        for pair in with_past.values().flat_map(|same| same.windows(2)) {
            let find = |draft| outputs.iter().position(|(members, _)| members.contains(&draft));
            let (Some(a), Some(b)) = (find(pair[0]), find(pair[1])) else { continue };
            if a == b {
                continue;
            }
            budget.look()?;
            let [first, second] = [&outputs[a], &outputs[b]];
            let groups: Vec<NewGroup> = first.1.groups.iter().chain(&second.1.groups).cloned().collect();
            let most =
                1 << (bits(&first.1.values) + bits(&second.1.values)).saturating_sub(1).min(MAX_FUSED_BITS);
            if let Some(values) = possible_values(&groups, inputs, choices, most) {
                let members = first.0.iter().chain(&second.0).copied().collect();
                outputs[a] = (members, Task { field: Field::default(), groups, values });
                outputs.remove(b);
            }
        }
        Ok(())
    }

    /// Puts the new slots in the place of those that were read.
    fn replace_slots(
        &mut self,
        old: &[usize],
        drafts: &mut [Draft],
        outputs: &mut [(Vec<usize>, Task)],
    ) -> Result<(), TooWide> {
        for &slot in old {
            let field = self.slots[slot].input.field;
            self.occupied[field.word] &= !field.mask();
        }
        for (members, task) in outputs {
            // One value needs no bits; the task then only says which choices are possible.
            if task.values.len() > 1 {
                task.field = self.allocate(bits(&task.values))?;
            }
            let (slot, first_group) = (self.slots.len(), self.groups.len());
            for (i, &draft) in members.iter().enumerate() {
                let place = match &*task.values {
                    // No state is left; any interval will do.
                    [] => Place::Always(Bounds { lo: 0, hi: 0 }),
                    [only] => Place::Always(only[i]),
                    _ => Place::Slot { slot, group: i },
                };
                self.add_group(std::mem::take(&mut drafts[draft].rules), place);
            }
            let input = Input { field: task.field, values: Rc::clone(&task.values) };
            self.slots.push(Slot { input, groups: (first_group..self.groups.len()).collect() });
        }
        Ok(())
    }

    /// Free bits within one word.
    fn allocate(&mut self, width: u32) -> Result<Field, TooWide> {
        for word in 0..MAX_WORDS {
            for shift in 0..=64 - width {
                let field = Field { word, shift, width };
                if self.occupied[word] & field.mask() == 0 {
                    self.occupied[word] |= field.mask();
                    self.words = self.words.max(word + 1);
                    return Ok(field);
                }
            }
        }
        Err(TooWide)
    }
}
