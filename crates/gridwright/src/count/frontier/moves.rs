//! What a step does to a state, computed once for each pattern of the bits that a group of its tasks reads.

use super::layer::hash;
use super::plan::{Field, Step};

/// Tasks share a table as long as its patterns have at most this many bits.
const SHARED_BITS: u32 = 12;
/// Patterns of at most this many bits index an array directly.
const DIRECT_BITS: u32 = 16;
const UNKNOWN: u32 = u32::MAX;

/// The moves of a step.
pub(super) struct Moves<'s, const K: usize> {
    step: &'s Step,
    /// The bits that the step leaves alone.
    keep: [u64; K],
    tables: Vec<MoveTable<K>>,
    /// For each table the number of its result for the current state.
    results: Vec<usize>,
}

/// The results of some tasks.
struct MoveTable<const K: usize> {
    tasks: Vec<usize>,
    /// The inputs they read.
    inputs: Vec<usize>,
    fields: Vec<Field>,
    /// All bits they read.
    mask: [u64; K],
    is_direct: bool,
    /// Numbers of results, by the packed pattern or by its hash.
    places: Vec<u32>,
    /// Where patterns are hashed, the pattern of each result.
    patterns: Vec<[u64; K]>,
    /// Which choices are possible.
    alive: Vec<u64>,
    /// For each result and choice the bits it gives.
    bits: Vec<[u64; K]>,
}

impl<'s, const K: usize> Moves<'s, K> {
    pub fn new(step: &'s Step) -> Moves<'s, K> {
        let mut keep = [u64::MAX; K];
        step.inputs.iter().for_each(|input| keep[input.field.word] &= !input.field.mask());
        let width =
            |inputs: &[usize]| inputs.iter().map(|input| step.inputs[*input].field.width).sum::<u32>();
        let mut bundles: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (task, content) in step.tasks.iter().enumerate() {
            let read = content.inputs();
            let joined = |inputs: &[usize]| {
                let mut joined: Vec<usize> = inputs.iter().chain(&read).copied().collect();
                joined.sort_unstable();
                joined.dedup();
                joined
            };
            match bundles.iter_mut().find(|(_, inputs)| width(&joined(inputs)) <= SHARED_BITS) {
                Some((tasks, inputs)) => {
                    *inputs = joined(inputs);
                    tasks.push(task);
                }
                None => bundles.push((vec![task], read)),
            }
        }
        let table = |(tasks, inputs)| MoveTable::new(step, tasks, inputs);
        let tables: Vec<MoveTable<K>> = bundles.into_iter().map(table).collect();
        Moves { step, keep, results: vec![0; tables.len()], tables }
    }

    pub fn bytes(&self) -> usize {
        self.tables.iter().map(MoveTable::bytes).sum()
    }

    /// Forgets everything, to make room.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(MoveTable::clear);
    }

    /// Calls `visit` with each possible choice and the state it leads to.
    pub fn for_each(&mut self, key: &[u64; K], mut visit: impl FnMut(u32, [u64; K])) {
        let choices = self.step.choices.len();
        let kept: [u64; K] = std::array::from_fn(|i| key[i] & self.keep[i]);
        if let [only] = self.tables.as_mut_slice() {
            let result = only.result(self.step, key);
            let mut alive = only.alive[result];
            while alive != 0 {
                let choice = alive.trailing_zeros() as usize;
                alive &= alive - 1;
                let bits = &only.bits[result * choices + choice];
                visit(choice as u32, std::array::from_fn(|i| kept[i] | bits[i]));
            }
            return;
        }
        let mut alive = u64::MAX >> (64 - choices);
        for (result, table) in self.results.iter_mut().zip(&mut self.tables) {
            *result = table.result(self.step, key);
            alive &= table.alive[*result];
            if alive == 0 {
                return;
            }
        }
        while alive != 0 {
            let choice = alive.trailing_zeros() as usize;
            alive &= alive - 1;
            let mut next = kept;
            for (result, table) in self.results.iter().zip(&self.tables) {
                let bits = &table.bits[result * choices + choice];
                next.iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
            }
            visit(choice as u32, next);
        }
    }
}

impl<const K: usize> MoveTable<K> {
    fn new(step: &Step, tasks: Vec<usize>, inputs: Vec<usize>) -> MoveTable<K> {
        let fields: Vec<Field> = inputs.iter().map(|input| step.inputs[*input].field).collect();
        let mut mask = [0; K];
        fields.iter().for_each(|field| mask[field.word] |= field.mask());
        let bits: u32 = fields.iter().map(|field| field.width).sum();
        let is_direct = bits <= DIRECT_BITS;
        let places = vec![UNKNOWN; if is_direct { 1 << bits } else { 1 << 8 }];
        let (patterns, alive, bits) = (Vec::new(), Vec::new(), Vec::new());
        MoveTable { tasks, inputs, fields, mask, is_direct, places, patterns, alive, bits }
    }

    fn bytes(&self) -> usize {
        let keys = self.patterns.capacity() + self.bits.capacity();
        self.places.capacity() * 4 + self.alive.capacity() * 8 + keys * size_of::<[u64; K]>()
    }

    fn clear(&mut self) {
        self.places = vec![UNKNOWN; if self.is_direct { self.places.len() } else { 1 << 8 }];
        self.patterns = Vec::new();
        self.alive = Vec::new();
        self.bits = Vec::new();
    }

    /// The number of the result for a state.
    fn result(&mut self, step: &Step, key: &[u64; K]) -> usize {
        let place = if self.is_direct { self.packed(key) } else { self.find(key) };
        if self.places[place] == UNKNOWN {
            self.places[place] = self.alive.len() as u32;
            self.find_out(step, key);
            if !self.is_direct && self.patterns.len() * 8 > self.places.len() * 5 {
                self.grow();
            }
            return self.alive.len() - 1;
        }
        self.places[place] as usize
    }

    fn packed(&self, key: &[u64; K]) -> usize {
        let (mut packed, mut at) = (0, 0);
        for field in &self.fields {
            packed |= ((key[field.word] & field.mask()) >> field.shift) << at;
            at += field.width;
        }
        packed as usize
    }

    fn pattern(&self, key: &[u64; K]) -> [u64; K] {
        std::array::from_fn(|i| key[i] & self.mask[i])
    }

    /// Where the number of a pattern's result is or goes.
    fn find(&self, key: &[u64; K]) -> usize {
        let pattern = self.pattern(key);
        let last = self.places.len() - 1;
        let mut place = hash(&pattern) as usize & last;
        while self.places[place] != UNKNOWN && self.patterns[self.places[place] as usize] != pattern {
            place = (place + 1) & last;
        }
        place
    }

    fn grow(&mut self) {
        let size = self.places.len() * 2;
        self.places.clear();
        self.places.resize(size, UNKNOWN);
        for (result, pattern) in self.patterns.iter().enumerate() {
            let mut place = hash(pattern) as usize & (size - 1);
            while self.places[place] != UNKNOWN {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = result as u32;
        }
    }

    fn find_out(&mut self, step: &Step, key: &[u64; K]) {
        let number = |input: usize| {
            let field = step.inputs[input].field;
            ((key[field.word] & field.mask()) >> field.shift) as usize
        };
        debug_assert!(self.inputs.iter().all(|input| number(*input) < step.inputs[*input].values.len()));
        let mut alive = 0;
        for choice in 0..step.choices.len() {
            let mut bits = [0; K];
            if step.outcome(&self.tasks, number, choice, &mut bits).is_some() {
                alive |= 1 << choice;
            }
            self.bits.push(bits);
        }
        self.alive.push(alive);
        if !self.is_direct {
            self.patterns.push(self.pattern(key));
        }
    }
}
