//! Parts: sets of open atoms that no rule connects with the others, and the keys that identify equal ones.
//!
//! Sets are words of bits, so that following rules from atom to atom takes a few instructions for each atom.

use super::kernel::Kernel;
use super::sets::{Piece, numbers};

/// The parts of the current search path, on a stack.
///
/// A part is a set of connected open atoms, and of those loose rules over them that are not kept yet.
pub(super) struct Parts {
    /// Words for the atoms of a part, and for its rules.
    atom_words: usize,
    rule_words: usize,
    stack: Vec<u64>,
    /// What a split has not given to a part yet, and those atoms of it that are next to atoms known since.
    rest: Vec<u64>,
    rest_rules: Vec<u64>,
    ends: Vec<u64>,
    queue: Vec<u32>,
    /// Atoms that were followed to others so far.
    pub followed: u64,
}

impl Parts {
    pub fn new(kernel: &Kernel) -> Parts {
        let (atom_words, rule_words) = (kernel.open.len(), kernel.pending.len());
        Parts {
            atom_words,
            rule_words,
            stack: Vec::new(),
            rest: vec![0; atom_words],
            rest_rules: vec![0; rule_words],
            ends: vec![0; atom_words],
            queue: Vec::new(),
            followed: 0,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<u64>()
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

    /// The first atom of a part in the order of the search, that is, with colours, of its first place.
    pub fn first_atom(&self, part: usize, colour_words: Option<usize>) -> Option<u32> {
        let atoms = &self.stack[part * self.stride()..][..self.atom_words];
        let words = colour_words.unwrap_or(self.atom_words);
        for i in 0..words {
            let places = atoms[i..].iter().step_by(words).fold(0, |all, word| all | word);
            if places != 0 {
                let bit = places.trailing_zeros();
                let word = (i..atoms.len()).step_by(words).find(|word| atoms[*word] >> bit & 1 == 1)?;
                return Some(word as u32 * 64 + bit);
            }
        }
        None
    }

    /// Pushes everything as one part.
    pub fn push_whole(&mut self, kernel: &Kernel) -> usize {
        self.stack.extend_from_slice(&kernel.open);
        self.stack.extend_from_slice(&kernel.pending);
        self.len() - 1
    }

    /// Pushes what is left of a part as one part, though it may no longer be connected.
    pub fn push_rest(&mut self, kernel: &Kernel, part: usize) -> usize {
        let stride = self.stride();
        self.stack.extend_from_within(part * stride..(part + 1) * stride);
        let rest = self.len() - 1;
        self.refresh(kernel, rest);
        rest
    }

    /// Removes from a part the atoms that are no longer open and the rules that are satisfied by now.
    pub fn refresh(&mut self, kernel: &Kernel, part: usize) {
        let stride = self.stride();
        let (atoms, rules) = self.stack[part * stride..][..stride].split_at_mut(self.atom_words);
        atoms.iter_mut().zip(&kernel.open).for_each(|(atoms, open)| *atoms &= open);
        rules.iter_mut().zip(&kernel.pending).for_each(|(rules, pending)| *rules &= pending);
    }

    /// Pushes the parts of what is left of a part, and returns how many atoms are in none because no rule
    /// involves them any longer.
    pub fn split(&mut self, kernel: &Kernel, part: usize, rest: usize) -> u32 {
        let stride = self.stride();
        self.rest.copy_from_slice(&self.stack[rest * stride..][..self.atom_words]);
        self.rest_rules.copy_from_slice(&self.stack[rest * stride + self.atom_words..][..self.rule_words]);
        self.find_ends(kernel, part);
        let mut free = 0;
        loop {
            for i in 0..self.atom_words {
                while self.ends[i] != 0 {
                    let first = i * 64 + self.ends[i].trailing_zeros() as usize;
                    free += u32::from(!self.gather(kernel, first));
                }
            }
            if self.rest.iter().all(|word| *word == 0) {
                return free;
            }
            // What was learned had torn the part apart before, and nothing next to this piece is known since.
            self.ends.copy_from_slice(&self.rest);
        }
    }

    /// Marks the open atoms next to those of a part that are no longer open: each new part has one of them if all
    /// of the old part was connected.
    fn find_ends(&mut self, kernel: &Kernel, part: usize) {
        let stride = self.stride();
        let Parts { stack, rest, ends, .. } = self;
        let program = &kernel.program;
        let (atoms, rules) = stack[part * stride..][..stride].split_at(self.atom_words);
        ends.fill(0);
        for i in 0..atoms.len() {
            let mut known = atoms[i] & !rest[i];
            while known != 0 {
                let atom = i as u32 * 64 + known.trailing_zeros();
                known &= known - 1;
                for &Piece { word, bits } in program.excluded.get(atom) {
                    ends[word as usize] |= bits;
                }
                for &rule in program.loose_of.get(atom) {
                    if rules[rule as usize / 64] >> (rule % 64) & 1 == 1 {
                        for &Piece { word, bits } in program.loose.get(rule) {
                            ends[word as usize] |= bits;
                        }
                    }
                }
            }
        }
        ends.iter_mut().zip(rest).for_each(|(ends, rest)| *ends &= *rest);
    }

    /// Moves everything that is connected with an atom from the rest to a new part. False if that is the atom
    /// alone, which gets no part.
    fn gather(&mut self, kernel: &Kernel, first: usize) -> bool {
        let (base, stride, atom_words) = (self.stack.len(), self.stride(), self.atom_words);
        self.stack.resize(base + stride, 0);
        let Parts { stack, rest, rest_rules, ends, queue, followed, .. } = self;
        let program = &kernel.program;
        let (new_atoms, new_rules) = stack[base..].split_at_mut(atom_words);
        let mut ends_left: u32 = ends.iter().map(|word| word.count_ones()).sum();
        queue.clear();
        let mut take = |Piece { word, bits }: Piece, among_ends: bool, queue: &mut Vec<u32>| {
            let i = word as usize;
            let mut found = bits & if among_ends { ends[i] } else { rest[i] };
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
            ends_left == 0
        };
        let mut last = take(Piece { word: first as u32 / 64, bits: 1 << (first % 64) }, true, queue);
        // Usually the ends are connected directly, which saves looking at the rest.
        for among_ends in [true, false] {
            let mut next = 0;
            while next < queue.len() && !last {
                let atom = queue[next];
                next += 1;
                for &piece in program.excluded.get(atom) {
                    last |= take(piece, among_ends, queue);
                }
                for &rule in program.loose_of.get(atom) {
                    let (word, bit) = (rule as usize / 64, 1u64 << (rule % 64));
                    if rest_rules[word] & bit != 0 {
                        if !among_ends {
                            rest_rules[word] ^= bit;
                            new_rules[word] |= bit;
                        }
                        for &piece in program.loose.get(rule) {
                            last |= take(piece, among_ends, queue);
                        }
                    }
                }
            }
            *followed += next as u64;
        }
        if last {
            // All ends are in this part, so that what is left belongs to it.
            new_atoms.iter_mut().zip(rest).for_each(|(new, rest)| *new |= std::mem::take(rest));
            new_rules.iter_mut().zip(rest_rules).for_each(|(new, rest)| *new |= std::mem::take(rest));
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
        if let Some(words) = kernel.program.colour_words {
            return write_colours(key, atoms, words);
        }
        write_words(key, atoms);
        write_words(key, rules);
        let covers = kernel.program.loose_covers;
        for rule in numbers(rules).filter(|rule| *rule >= covers) {
            let rest = kernel.sums[(rule - covers) as usize].rest();
            key.push(u64::from(rest.lo) << 32 | u64::from(rest.hi));
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

/// Appends the places that each colour can have, whatever its name: sorted, without empty ones.
fn write_colours(key: &mut Vec<u64>, atoms: &[u64], words: usize) {
    let start = key.len();
    for places in atoms.chunks_exact(words).filter(|places| places.iter().any(|word| *word != 0)) {
        // Few enough for the simplest way of sorting.
        let end = key.len();
        key.extend_from_slice(places);
        let mut at = end;
        while at > start && key[at - words..at] > key[at..at + words] {
            for i in 0..words {
                key.swap(at - words + i, at + i);
            }
            at -= words;
        }
    }
}
