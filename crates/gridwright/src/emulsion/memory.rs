//! What exact searches have found out, in bounded memory.

use super::plane::Plane;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Remembers whether the side to move wins, under its pieces. It may forget but never mixes positions up.
pub(crate) trait Memory<P> {
    fn get(&self, own: P) -> Option<bool>;
    fn put(&self, own: P, wins: bool);
}

/// One that several searches share, for boards of one word.
#[derive(Debug)]
pub(crate) struct SharedMemory {
    /// Two a bucket. Zero is empty.
    entries: Box<[AtomicU64]>,
    bucket_bits: u32,
}

const HELD: u64 = 1 << 63;
const WINS: u64 = 1 << 62;

impl SharedMemory {
    /// With so many entries of eight bytes or a little fewer.
    pub fn new(entries: usize) -> SharedMemory {
        let bucket_bits = (entries / 2).clamp(4, most_entries(1 << 40)).ilog2();
        let entries = (0..2usize << bucket_bits).map(|_| AtomicU64::new(0)).collect();
        SharedMemory { entries, bucket_bits }
    }

    /// The bucket of a board and what is left to tell it from others there: together they are the board, mixed one to one.
    fn place(&self, own: u64) -> (usize, u64) {
        let mixed = (own ^ own >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = mixed ^ mixed >> 29;
        ((mixed >> (64 - self.bucket_bits)) as usize * 2, mixed & (u64::MAX >> self.bucket_bits))
    }
}

impl Memory<u64> for SharedMemory {
    fn get(&self, own: u64) -> Option<bool> {
        let (bucket, rest) = self.place(own);
        self.entries[bucket..bucket + 2].iter().find_map(|entry| {
            let entry = entry.load(Ordering::Relaxed);
            (entry & !WINS == rest | HELD).then_some(entry & WINS != 0)
        })
    }

    fn put(&self, own: u64, wins: bool) {
        let (bucket, rest) = self.place(own);
        let before = self.entries[bucket].load(Ordering::Relaxed);
        if before != 0 && before & !WINS != rest | HELD {
            self.entries[bucket + 1].store(before, Ordering::Relaxed);
        }
        let entry = rest | HELD | if wins { WINS } else { 0 };
        self.entries[bucket].store(entry, Ordering::Relaxed);
    }
}

/// One for a single search, for boards of any size.
#[derive(Clone, Debug)]
pub(crate) struct OwnMemory<P> {
    entries: RefCell<Vec<(P, Option<bool>)>>,
}

impl<P: Plane> OwnMemory<P> {
    pub fn new(entries: usize) -> OwnMemory<P> {
        let entries = 1usize << entries.clamp(16, most_entries(1 << 32)).ilog2();
        OwnMemory { entries: RefCell::new(vec![(P::default(), None); entries]) }
    }

    fn place(&self, own: P, entries: usize) -> usize {
        let mixed = (0..P::WORDS).fold(0u64, |mixed, i| {
            let mixed = (mixed ^ own.word(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        });
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - entries.ilog2())) as usize
    }
}

impl<P: Plane> Memory<P> for OwnMemory<P> {
    fn get(&self, own: P) -> Option<bool> {
        let entries = self.entries.borrow();
        let (held, wins) = entries[self.place(own, entries.len())];
        if held == own { wins } else { None }
    }

    fn put(&self, own: P, wins: bool) {
        let mut entries = self.entries.borrow_mut();
        let place = self.place(own, entries.len());
        entries[place] = (own, Some(wins));
    }
}

/// So many entries at most, or as many as this machine can count the bytes of.
fn most_entries(wanted: u64) -> usize {
    wanted.min(usize::MAX as u64 / 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    /// Boards that differ in few bits, many more than there is room for.
    fn holds_nothing_wrong(memory: &impl Memory<u64>) {
        let mut random = Random::new(5);
        let mut truth = BTreeMap::new();
        let mut found = 0;
        for _ in 0..200_000 {
            let board = random.bits() & random.bits() & 0x7777_0000_0f0f_8181;
            if random.percent(50) {
                memory.put(board, *truth.entry(board).or_insert_with(|| random.percent(50)));
            } else if let Some(wins) = memory.get(board) {
                assert_eq!(truth.get(&board), Some(&wins));
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn memories_forget_but_never_lie() {
        for entries in [1 << 10, 1 << 14] {
            holds_nothing_wrong(&SharedMemory::new(entries));
            holds_nothing_wrong(&OwnMemory::<u64>::new(entries));
        }
        let tiny = SharedMemory::new(0);
        tiny.put(0, true);
        assert_eq!((tiny.get(0), tiny.get(1)), (Some(true), None));
    }
}
