//! What was counted before: exact keys, so that an answer is never another part's by accident, in bounded memory.

use super::number::Number;

/// Counts by key. Entries lie in one arena in the order in which they came.
pub(super) struct Cache {
    /// Per entry: a header (hash, whether it was used, lengths), the key, the number's digits.
    arena: Vec<u64>,
    /// The hash and the place in the arena plus one, 0 for none; probed from the hash on.
    table: Vec<u64>,
    entries: usize,
    /// Bytes for both.
    limit: usize,
}

/// Places are 32 bits.
const MOST_WORDS: usize = u32::MAX as usize - 1;
const USED: u64 = 1 << 31;
const FEWEST_SLOTS: usize = 1 << 8;
/// Words that a number is expected to take, with the header.
const VALUE_WORDS: usize = 3;
const LENGTH_BITS: u32 = 15;
const LENGTH_MASK: u64 = (1 << LENGTH_BITS) - 1;

#[derive(Clone, Copy)]
struct Header(u64);

impl Header {
    fn new(hash: u32, key: usize, value: usize) -> Header {
        Header(u64::from(hash) << 32 | (key as u64) << LENGTH_BITS | value as u64)
    }

    fn hash(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn key(self) -> usize {
        (self.0 >> LENGTH_BITS & LENGTH_MASK) as usize
    }

    fn value(self) -> usize {
        (self.0 & LENGTH_MASK) as usize
    }

    fn words(self) -> usize {
        1 + self.key() + self.value()
    }
}

fn hash(key: &[u64]) -> u32 {
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ key.len() as u64;
    for &word in key {
        let product = u128::from(state ^ word) * 0xa076_1d64_78bd_642f;
        state = (product as u64 ^ (product >> 64) as u64).rotate_left(23);
    }
    (state ^ state >> 32) as u32
}

fn entry(hash: u32, place: usize) -> u64 {
    u64::from(hash) << 32 | (place as u64 + 1)
}

fn place(entry: u64) -> usize {
    entry as u32 as usize - 1
}

impl Default for Cache {
    fn default() -> Cache {
        Cache { arena: Vec::new(), table: vec![0; FEWEST_SLOTS], entries: 0, limit: usize::MAX }
    }
}

impl Cache {
    /// Sets the bytes it may take. What is there already stays.
    pub fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        8 * (self.arena.capacity() + self.table.len())
    }

    /// The slots that one more entry needs.
    fn slots_for_more(&self) -> usize {
        if 2 * (self.entries + 1) > self.table.len() { 2 * self.table.len() } else { self.table.len() }
    }

    fn header(&self, place: usize) -> Header {
        Header(self.arena[place])
    }

    /// The slot of a key, and where its entry is if there is one.
    fn find(&self, key: &[u64], hash: u32) -> (usize, Option<usize>) {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let place = place(self.table[slot]);
            if (self.table[slot] >> 32) as u32 == hash
                && self.header(place).key() == key.len()
                && self.arena[place + 1..][..key.len()] == *key
            {
                return (slot, Some(place));
            }
            slot = (slot + 1) & mask;
        }
        (slot, None)
    }

    /// The number kept under a key.
    pub fn get(&mut self, key: &[u64]) -> Option<Number> {
        let (_, place) = self.find(key, hash(key));
        let place = place?;
        self.arena[place] |= USED;
        let header = self.header(place);
        Some(Number::from_digits(&self.arena[place + 1 + header.key()..][..header.value()]))
    }

    /// Whether there is room for one more entry of this size.
    pub fn has_room(&self, key: &[u64]) -> bool {
        let words = self.arena.len() + key.len() + VALUE_WORDS;
        words < MOST_WORDS && 8 * (words + self.slots_for_more()) <= self.limit
    }

    /// Keeps a number; what there is no room for is not kept.
    pub fn put(&mut self, key: &[u64], number: &Number) {
        let hash = hash(key);
        let (slot, place) = self.find(key, hash);
        if place.is_some() || key.len() as u64 > LENGTH_MASK || !self.has_room(key) {
            return;
        }
        let start = self.arena.len();
        let words = key.len() + VALUE_WORDS;
        if start + words > self.arena.capacity() {
            // Doubling would take twice the limit.
            let room = (self.limit / 8).saturating_sub(start + self.table.len());
            self.arena.reserve_exact(words.max((start / 4).min(room)));
        }
        self.arena.push(0);
        self.arena.extend_from_slice(key);
        number.for_each_digit(|digit| self.arena.push(digit));
        let value = self.arena.len() - start - 1 - key.len();
        if value as u64 > LENGTH_MASK {
            self.arena.truncate(start);
            return;
        }
        self.arena[start] = Header::new(hash, key.len(), value).0;
        self.table[slot] = entry(hash, start);
        let slots = self.slots_for_more();
        self.entries += 1;
        if slots > self.table.len() {
            self.index(slots);
        }
    }

    /// Builds the table anew.
    fn index(&mut self, slots: usize) {
        self.table.clear();
        self.table.resize(slots, 0);
        let mut place = 0;
        while place < self.arena.len() {
            let header = self.header(place);
            let mut slot = header.hash() as usize & (slots - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.table[slot] = entry(header.hash(), place);
            place += header.words();
        }
    }

    /// A mark for [`forget_since`](Cache::forget_since).
    pub fn mark(&self) -> usize {
        self.arena.len()
    }

    /// Drops everything that came after a mark.
    pub fn forget_since(&mut self, mark: usize) {
        let mut place = mark;
        while place < self.arena.len() {
            let header = self.header(place);
            self.remove_from_table(place, header.hash());
            self.entries -= 1;
            place += header.words();
        }
        self.arena.truncate(mark);
    }

    fn remove_from_table(&mut self, place: usize, hash: u32) {
        let mask = self.table.len() - 1;
        let mut hole = hash as usize & mask;
        while self.table[hole] != entry(hash, place) {
            hole = (hole + 1) & mask;
        }
        // Later entries of the same run move up, unless that would put them before their own first slot.
        let mut slot = hole;
        loop {
            slot = (slot + 1) & mask;
            if self.table[slot] == 0 {
                break;
            }
            let home = (self.table[slot] >> 32) as usize & mask;
            if (slot.wrapping_sub(home) & mask) >= (slot.wrapping_sub(hole) & mask) {
                self.table[hole] = self.table[slot];
                hole = slot;
            }
        }
        self.table[hole] = 0;
    }

    /// Makes room: keeps the newest quarter and what was used since the last time, up to three quarters in all. `marks`, ascending, follow their entries.
    pub fn make_room<'m>(&mut self, marks: impl Iterator<Item = &'m mut usize>) {
        let newest = self.arena.len() - self.arena.len() / 4;
        let mut marks = marks.peekable();
        let (mut read, mut write) = (0, 0);
        self.entries = 0;
        loop {
            while let Some(mark) = marks.next_if(|mark| **mark <= read) {
                *mark = write;
            }
            if read >= self.arena.len() {
                break;
            }
            let words = self.header(read).words();
            if read >= newest || (self.arena[read] & USED != 0 && write < self.arena.len() / 2) {
                self.arena.copy_within(read..read + words, write);
                self.arena[write] &= !USED;
                self.entries += 1;
                write += words;
            }
            read += words;
        }
        self.arena.truncate(write);
        let slots = self.table.len();
        self.index(slots);
    }
}
