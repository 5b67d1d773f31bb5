//! The states at one cut with their counts, in chunks that can be given back one by one.

use super::planner::mixed;

/// States in a chunk.
const CHUNK: usize = 1 << 14;
const EMPTY: u32 = u32::MAX;
/// The most states of a layer.
const MAX_STATES: usize = 1 << 30;

/// States of `K` words, each followed by its count of `limbs` words, the lowest first.
pub(super) struct Layer<const K: usize> {
    pub chunks: Vec<Vec<u64>>,
    pub limbs: usize,
    len: usize,
}

impl<const K: usize> Layer<K> {
    pub fn new(limbs: usize) -> Layer<K> {
        Layer { chunks: Vec::new(), limbs, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Words from one state to the next.
    pub fn stride(&self) -> usize {
        K + self.limbs
    }

    /// Bytes that it takes with this many states.
    fn bytes_of(&self, states: usize) -> usize {
        // Only whole chunks have all their room at once; the first doubles.
        let room = if states <= CHUNK { 2 * states } else { states.next_multiple_of(CHUNK) };
        room * self.stride() * size_of::<u64>()
    }

    fn at(&self, number: u32) -> (usize, usize) {
        let number = number as usize;
        (number / CHUNK, number % CHUNK * self.stride())
    }

    fn key(&self, number: u32) -> &[u64] {
        let (chunk, offset) = self.at(number);
        &self.chunks[chunk][offset..offset + K]
    }

    /// Adds a state; the index must learn of it.
    fn push(&mut self, key: [u64; K], count: &[u64]) -> u32 {
        if self.len.is_multiple_of(CHUNK) {
            // Most layers are small; only those that fill a chunk get whole ones at once.
            let room = if self.len == 0 { 0 } else { CHUNK * self.stride() };
            self.chunks.push(Vec::with_capacity(room));
        }
        let padding = self.limbs - count.len();
        let chunk = self.chunks.last_mut().expect("there is one");
        chunk.extend_from_slice(&key);
        chunk.extend_from_slice(count);
        chunk.extend(std::iter::repeat_n(0, padding));
        self.len += 1;
        self.len as u32 - 1
    }

    /// Gives counts one more word.
    fn widen(&mut self) {
        let stride = self.stride();
        for chunk in &mut self.chunks {
            let mut wider = Vec::with_capacity(chunk.len() / stride * (stride + 1));
            for entry in chunk.chunks_exact(stride) {
                wider.extend_from_slice(entry);
                wider.push(0);
            }
            *chunk = wider;
        }
        self.limbs += 1;
    }
}

/// A layer that is being filled, with an index to find states by.
pub(super) struct Table<const K: usize> {
    pub layer: Layer<K>,
    /// Numbers of states in their low bits, some bits of the hash above.
    index: Vec<u32>,
}

/// A hash of a state.
pub(super) fn hash<const K: usize>(key: &[u64; K]) -> u64 {
    let mut hash = key[0];
    for word in &key[1..] {
        hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word;
    }
    mixed(hash)
}

impl<const K: usize> Table<K> {
    pub fn new(limbs: usize) -> Table<K> {
        Table { layer: Layer::new(limbs), index: vec![EMPTY; 64] }
    }

    /// Bytes that will be in use when `more` states have been added.
    pub fn bytes_with(&self, more: usize) -> usize {
        let states = self.layer.len + more;
        let index = if states * 8 > self.index.len() * 5 { self.index.len() * 3 } else { self.index.len() };
        self.layer.bytes_of(states) + index * size_of::<u32>()
    }

    fn start(&self, hash: u64) -> usize {
        hash as usize & (self.index.len() - 1)
    }

    /// The high bits of an index entry: what the number of a state leaves free.
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.number_mask()
    }

    fn number_mask(&self) -> u32 {
        self.index.len() as u32 - 1
    }

    /// Reads what adding a state with this hash will read, so that many such reads go on at once.
    pub fn touch(&self, hash: u64) -> u32 {
        self.index[self.start(hash)]
    }

    /// The same for the state that was found there.
    pub fn touch_state(&self, found: u32) -> u64 {
        let number = found & self.number_mask();
        if found == EMPTY || number as usize >= self.layer.len { 0 } else { self.layer.key(number)[0] }
    }

    /// Adds to the count of a state and returns its number.
    pub fn add(&mut self, key: [u64; K], hash: u64, count: &[u64]) -> u32 {
        let (mut place, tag, mask) = (self.start(hash), self.tag(hash), self.number_mask());
        loop {
            let found = self.index[place];
            if found == EMPTY {
                break;
            }
            if found & !mask == tag && self.layer.key(found & mask) == key {
                self.add_count(found & mask, count);
                return found & mask;
            }
            place = (place + 1) & mask as usize;
        }
        let number = self.layer.push(key, count);
        self.index[place] = number | tag;
        if self.layer.len * 8 > self.index.len() * 5 {
            self.grow();
        }
        number
    }

    fn add_count(&mut self, number: u32, count: &[u64]) {
        let (chunk, offset) = self.layer.at(number);
        let stride = self.layer.stride();
        let sum = &mut self.layer.chunks[chunk][offset + K..offset + stride];
        let mut carry = false;
        for (i, word) in sum.iter_mut().enumerate() {
            let more = count.get(i).copied().unwrap_or(0);
            if i >= count.len() && !carry {
                break;
            }
            let (partial, first) = word.overflowing_add(more);
            let (whole, second) = partial.overflowing_add(u64::from(carry));
            *word = whole;
            carry = first || second;
        }
        if carry {
            self.layer.widen();
            let (chunk, offset) = self.layer.at(number);
            let top = offset + self.layer.stride() - 1;
            self.layer.chunks[chunk][top] = 1;
        }
    }

    fn grow(&mut self) {
        let size = self.index.len() * 2;
        self.index.clear();
        self.index.resize(size, EMPTY);
        let mask = size - 1;
        let stride = self.layer.stride();
        let mut number = 0;
        for chunk in &self.layer.chunks {
            for entry in chunk.chunks_exact(stride) {
                let key: &[u64; K] = entry[..K].try_into().expect("a key is K words");
                let hash = hash(key);
                let mut place = hash as usize & mask;
                while self.index[place] != EMPTY {
                    place = (place + 1) & mask;
                }
                self.index[place] = number | ((hash >> 32) as u32 & !(mask as u32));
                number += 1;
            }
        }
    }

    /// Whether more states could not be numbered.
    pub fn is_full(&self) -> bool {
        self.layer.len + CHUNK >= MAX_STATES
    }
}
