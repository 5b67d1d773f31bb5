//! Parts: sets of open atoms that no rule connects with the others, and the keys that tell equal ones.
//!
//! Sets are words of bits, so that following rules from atom to atom takes a few instructions for each atom.

use crate::solve::kernel::Kernel;

/// A growing list of sets, stored by the words that are not empty.
#[derive(Default)]
struct SparseSets {
    starts: Vec<u32>,
    words: Vec<(u32, u64)>,
}

impl SparseSets {
    /// Adds a set of ascending numbers.
    fn push(&mut self, numbers: impl Iterator<Item = u32>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let start = self.words.len();
        for number in numbers {
            let (word, bit) = (number / 64, 1 << (number % 64));
            match self.words[start..].last_mut() {
                Some(last) if last.0 == word => last.1 |= bit,
                _ => self.words.push((word, bit)),
            }
        }
        self.starts.push(self.words.len() as u32);
    }

    fn get(&self, set: usize) -> &[(u32, u64)] {
        &self.words[self.starts[set] as usize..self.starts[set + 1] as usize]
    }
}

/// Lists in one array.
struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    fn new(lists: &[Vec<u32>]) -> Lists {
        let mut starts = vec![0];
        starts.extend(lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        }));
        Lists { starts, values: lists.concat() }
    }

    fn get(&self, list: usize) -> &[u32] {
        &self.values[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// How much of a rule's state the open atoms leave to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// At most or exactly one: while atoms are open none holds.
    One,
    /// At least one: kept or not.
    Clause,
    /// Anything else.
    Counted,
}

/// The parts of the current search path, on a stack.
///
/// A part is a set of open atoms that hang together, and of those of its rules whose state does not follow from
/// which atoms are open.
pub(crate) struct Parts {
    /// Words for the atoms of a part, and for its rules.
    atom_words: usize,
    rule_words: usize,
    stack: Vec<u64>,
    /// By atom: the atoms that some rule of shape [`Shape::One`] connects it with.
    exclusive: SparseSets,
    /// By atom: its other rules, as numbers among these.
    rules_of: Lists,
    /// By such number: the rule, its shape and its atoms.
    rules: Vec<(u32, Shape)>,
    members: SparseSets,
    /// Which such rules were met in a split.
    met: Vec<u64>,
    /// What a split has not given to a part yet, and those of it that are next to atoms known since.
    rest: Vec<u64>,
    ends: Vec<u64>,
    queue: Vec<u32>,
}

impl Parts {
    pub fn new(kernel: &Kernel) -> Parts {
        let program = &kernel.program;
        let members = |list: usize| program.members[program.member_range(list)].iter().copied();
        let mut rules: Vec<(u32, Shape)> = Vec::new();
        let mut exclusive = vec![Vec::new(); program.atoms];
        let mut rules_of = vec![Vec::new(); program.atoms];
        for atom in 0..program.atoms {
            exclusive[atom].extend(program.pair_range(atom).map(|i| program.pair(i)));
        }
        for list in 0..program.list_count() {
            let entry = &program.lists[list];
            let plain = entry.max_weight == 1;
            let shape = match (entry.lo, entry.hi) {
                (_, 1) if plain => Shape::One,
                (1, hi) if plain && hi >= entry.open => Shape::Clause,
                _ => Shape::Counted,
            };
            if shape == Shape::One {
                members(list).for_each(|atom| exclusive[atom as usize].extend(members(list)));
            } else {
                members(list).for_each(|atom| rules_of[atom as usize].push(rules.len() as u32));
                rules.push((list as u32, shape));
            }
        }
        let mut sets = [(); 2].map(|()| SparseSets::default());
        for others in &mut exclusive {
            others.sort_unstable();
            others.dedup();
            sets[0].push(others.iter().copied());
        }
        for &(list, _) in &rules {
            let mut atoms: Vec<u32> = members(list as usize).collect();
            atoms.sort_unstable();
            sets[1].push(atoms.into_iter());
        }
        let [exclusive, members] = sets;
        let (atom_words, rule_words) = (program.atoms.div_ceil(64), rules.len().div_ceil(64));
        Parts {
            atom_words,
            rule_words,
            stack: Vec::new(),
            exclusive,
            rules_of: Lists::new(&rules_of),
            rules,
            members,
            met: vec![0; rule_words],
            rest: vec![0; atom_words],
            ends: vec![0; atom_words],
            queue: Vec::new(),
        }
    }

    /// How many parts are on the stack.
    pub fn len(&self) -> usize {
        self.stack.len() / self.stride()
    }

    fn stride(&self) -> usize {
        self.atom_words + self.rule_words
    }

    pub fn truncate(&mut self, len: usize) {
        self.stack.truncate(len * self.stride());
    }

    /// The atoms of a part as words of bits.
    pub fn atoms(&self, part: usize) -> &[u64] {
        &self.stack[part * self.stride()..][..self.atom_words]
    }

    /// Pushes the parts of what is `open` of a part, or of everything, and returns how many atoms are in none
    /// because no rule asks for them any more.
    pub fn split(&mut self, kernel: &Kernel, part: Option<usize>, open: &[u64]) -> u32 {
        self.met.fill(0);
        match part {
            Some(part) => self.find_ends(part, open),
            None => {
                self.rest.copy_from_slice(open);
                self.ends.copy_from_slice(open);
            }
        }
        let mut free = 0;
        for i in 0..self.atom_words {
            while self.ends[i] != 0 {
                let first = i * 64 + self.ends[i].trailing_zeros() as usize;
                free += u32::from(!self.gather(kernel, part, first));
            }
        }
        debug_assert!(self.rest.iter().all(|word| *word == 0));
        free
    }

    /// Marks the open atoms next to those that are not open any more: each new part has one of them, because all
    /// of the old part hung together.
    fn find_ends(&mut self, part: usize, open: &[u64]) {
        let stride = self.stride();
        let Parts { stack, rest, ends, exclusive, rules_of, members, .. } = self;
        let (atoms, rules) = stack[part * stride..][..stride].split_at(self.atom_words);
        for (rest, (atoms, open)) in rest.iter_mut().zip(atoms.iter().zip(open)) {
            *rest = atoms & open;
        }
        ends.fill(0);
        for i in 0..atoms.len() {
            let mut known = atoms[i] & !open[i];
            while known != 0 {
                let atom = i * 64 + known.trailing_zeros() as usize;
                known &= known - 1;
                for &(word, bits) in exclusive.get(atom) {
                    ends[word as usize] |= bits;
                }
                for &rule in rules_of.get(atom) {
                    if rules[rule as usize / 64] >> (rule % 64) & 1 == 1 {
                        for &(word, bits) in members.get(rule as usize) {
                            ends[word as usize] |= bits;
                        }
                    }
                }
            }
        }
        ends.iter_mut().zip(rest).for_each(|(ends, rest)| *ends &= *rest);
    }

    /// Moves everything that hangs together with an atom from the rest to a new part. False if that is the atom
    /// alone, which gets no part.
    fn gather(&mut self, kernel: &Kernel, parent: Option<usize>, first: usize) -> bool {
        let (base, stride, atom_words) = (self.stack.len(), self.stride(), self.atom_words);
        self.stack.resize(base + stride, 0);
        let Parts { stack, rest, ends, queue, exclusive, rules_of, rules, members, met, .. } = self;
        let (before, new) = stack.split_at_mut(base);
        let (new_atoms, new_rules) = new.split_at_mut(atom_words);
        let is_kept = |rule: usize| {
            let entry = &kernel.program.lists[rules[rule].0 as usize];
            entry.yes >= entry.lo && entry.yes + entry.open <= entry.hi
        };
        let mut ends_left: u32 = ends.iter().map(|word| word.count_ones()).sum();
        queue.clear();
        let mut take = |word: u32, bits: u64, queue: &mut Vec<u32>| {
            let i = word as usize;
            let mut found = rest[i] & bits;
            if found != 0 {
                rest[i] ^= found;
                new_atoms[i] |= found;
                ends_left -= (ends[i] & found).count_ones();
                ends[i] &= !found;
                while found != 0 {
                    queue.push(word * 64 + found.trailing_zeros());
                    found &= found - 1;
                }
            }
            ends_left
        };
        let mut last = take(first as u32 / 64, 1 << (first % 64), queue) == 0;
        let mut next = 0;
        while next < queue.len() && !last {
            let atom = queue[next] as usize;
            next += 1;
            for &(word, bits) in exclusive.get(atom) {
                last |= take(word, bits, queue) == 0;
            }
            for &rule in rules_of.get(atom) {
                let (word, bit) = (rule as usize / 64, 1u64 << (rule % 64));
                if met[word] & bit == 0 {
                    met[word] |= bit;
                    if !is_kept(rule as usize) {
                        new_rules[word] |= bit;
                        for &(word, bits) in members.get(rule as usize) {
                            last |= take(word, bits, queue) == 0;
                        }
                    }
                }
            }
        }
        if let Some(parent) = parent.filter(|_| last) {
            // All ends are in this part, so that what is left belongs to it.
            for (new, rest) in new_atoms.iter_mut().zip(rest) {
                *new |= std::mem::take(rest);
            }
            let parent_rules = &before[parent * stride + atom_words..][..new_rules.len()];
            for (i, new) in new_rules.iter_mut().enumerate() {
                let mut unmet = parent_rules[i] & !met[i];
                while unmet != 0 {
                    let bit = unmet & unmet.wrapping_neg();
                    unmet ^= bit;
                    if !is_kept(i * 64 + bit.trailing_zeros() as usize) {
                        *new |= bit;
                    }
                }
            }
        }
        let size: u32 = new_atoms.iter().map(|word| word.count_ones()).sum();
        if size == 1 {
            // A rule of which it alone is left asks for nothing, or it would be decided.
            self.stack.truncate(base);
        }
        size > 1
    }

    /// Appends the part's key: which atoms are open, and what is left of the rules that this leaves untold.
    pub fn write_key(&self, kernel: &Kernel, part: usize, key: &mut Vec<u64>) {
        let (atoms, rules) = self.stack[part * self.stride()..][..self.stride()].split_at(self.atom_words);
        write_words(key, atoms);
        write_words(key, rules);
        for_each_bit(rules, |rule| {
            let (list, shape) = self.rules[rule as usize];
            if shape == Shape::Counted {
                let entry = &kernel.program.lists[list as usize];
                let lo = entry.lo.saturating_sub(entry.yes);
                let hi = (entry.hi - entry.yes).min(entry.open);
                key.push(u64::from(lo) << 32 | u64::from(hi));
            }
        });
    }
}

fn for_each_bit(words: &[u64], mut visit: impl FnMut(u32)) {
    for (i, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(i as u32 * 64 + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

/// Appends the words from the first to the last that is not empty, behind one that says which these are.
fn write_words(key: &mut Vec<u64>, words: &[u64]) {
    let first = words.iter().position(|word| *word != 0).unwrap_or(words.len());
    let end = words.iter().rposition(|word| *word != 0).map_or(first, |last| last + 1);
    key.push((first as u64) << 32 | (end - first) as u64);
    key.extend_from_slice(&words[first..end]);
}
