//! Transposition tables of the exact search, in bounded memory.

use crate::engine::bitboard::Bitboard;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Stores whether the side to move wins, by its pieces. It may forget, but it never confuses positions.
pub(crate) trait Table<P> {
    fn get(&self, own: P) -> Option<bool>;
    fn put(&self, own: P, wins: bool);
}

/// A table that several searches share, for boards of one word. It starts small and grows as it fills: most questions are small,
/// and a table that fits into the processor's caches is faster.
#[derive(Debug)]
pub(crate) struct SharedTable {
    /// Each replaces the one before, which stays because other searches may still read it; but it is small.
    tables: Vec<(u32, OnceLock<Buckets>)>,
    current: AtomicUsize,
    /// About how many entries of the current table were replaced.
    driven_out: AtomicUsize,
}

/// Buckets of two entries. Zero is empty.
#[derive(Debug)]
struct Buckets {
    entries: Box<[AtomicU64]>,
    bucket_bits: u32,
}

const HELD: u64 = 1 << 63;
const WINS: u64 = 1 << 62;
/// Bits of the number of buckets at first, and how many more a next table has.
const FIRST_BITS: u32 = 14;
const GROWTH_BITS: u32 = 3;

impl SharedTable {
    /// A table of at most this many entries of eight bytes, and a seventh of that for tables it has outgrown.
    pub fn new(entries: usize) -> SharedTable {
        let most_bits = (entries / 2).clamp(4, most_entries(1 << 40)).ilog2();
        // The last one has the full size; each one before is smaller by a constant factor.
        let steps = most_bits.saturating_sub(FIRST_BITS) / GROWTH_BITS;
        let tables =
            (0..=steps).rev().map(|step| (most_bits - step * GROWTH_BITS, OnceLock::new())).collect();
        SharedTable { tables, current: AtomicUsize::new(0), driven_out: AtomicUsize::new(0) }
    }

    #[inline(always)]
    fn table(&self) -> &Buckets {
        self.table_of(self.current.load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn table_of(&self, number: usize) -> &Buckets {
        let (bits, table) = &self.tables[number];
        table.get_or_init(|| Buckets::new(*bits))
    }

    /// Goes on with a larger table if too many entries of this one were replaced.
    #[cold]
    fn make_room(&self, table: &Buckets) {
        let driven_out = self.driven_out.load(Ordering::Relaxed) + 1;
        self.driven_out.store(driven_out, Ordering::Relaxed);
        let number = self.current.load(Ordering::Relaxed);
        // If another search has gone on in between, a table would be skipped.
        let is_full = driven_out >> (table.bucket_bits - 2) > 0 && self.tables[number].0 == table.bucket_bits;
        let Some((bits, next)) = self.tables.get(number + 1).filter(|_| is_full) else { return };
        next.get_or_init(|| table.grown(*bits));
        let (now, went_on) = (Ordering::Relaxed, Ordering::Relaxed);
        if self.current.compare_exchange(number, number + 1, now, went_on).is_ok() {
            self.driven_out.store(0, Ordering::Relaxed);
        }
    }
}

impl Buckets {
    fn new(bucket_bits: u32) -> Buckets {
        Buckets { entries: (0..2usize << bucket_bits).map(|_| AtomicU64::new(0)).collect(), bucket_bits }
    }

    /// The bucket of a board and the rest of its hash. Hashing is one to one, so both together identify the board.
    #[inline(always)]
    fn place(&self, own: u64) -> (usize, u64) {
        let mixed = (own ^ own >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.place_of_mixed(mixed ^ mixed >> 29)
    }

    #[inline(always)]
    fn place_of_mixed(&self, mixed: u64) -> (usize, u64) {
        ((mixed >> (64 - self.bucket_bits)) as usize * 2, mixed & (u64::MAX >> self.bucket_bits) | HELD)
    }

    #[inline(always)]
    fn get(&self, own: u64) -> Option<bool> {
        let (bucket, held) = self.place(own);
        self.entries[bucket..bucket + 2].iter().find_map(|entry| {
            let entry = entry.load(Ordering::Relaxed);
            (entry & !WINS == held).then_some(entry & WINS != 0)
        })
    }

    /// Whether no entry was replaced.
    #[inline(always)]
    fn put(&self, (bucket, held): (usize, u64), wins: u64) -> bool {
        let before = self.entries[bucket].load(Ordering::Relaxed);
        self.entries[bucket].store(held | wins, Ordering::Relaxed);
        if before == 0 || before & !WINS == held {
            return true;
        }
        let driven_out = self.entries[bucket + 1].load(Ordering::Relaxed);
        self.entries[bucket + 1].store(before, Ordering::Relaxed);
        driven_out == 0 || driven_out & !WINS == held
    }

    /// A larger one with the same entries.
    fn grown(&self, bucket_bits: u32) -> Buckets {
        let table = Buckets::new(bucket_bits);
        for (number, entry) in self.entries.iter().enumerate() {
            let entry = entry.load(Ordering::Relaxed);
            if entry != 0 {
                let bucket = (number / 2) as u64;
                let rest = entry & (u64::MAX >> self.bucket_bits) & !(HELD | WINS);
                table.put(table.place_of_mixed(bucket << (64 - self.bucket_bits) | rest), entry & WINS);
            }
        }
        table
    }
}

impl Table<u64> for SharedTable {
    #[inline(always)]
    fn get(&self, own: u64) -> Option<bool> {
        self.table().get(own)
    }

    #[inline(always)]
    fn put(&self, own: u64, wins: bool) {
        let table = self.table();
        if !table.put(table.place(own), if wins { WINS } else { 0 }) {
            self.make_room(table);
        }
    }
}

/// A table of a single search, for boards of any size. It starts small and grows, too.
#[derive(Clone, Debug)]
pub(crate) struct OwnTable<P> {
    entries: RefCell<Vec<(P, Option<bool>)>>,
    most: usize,
    /// Entries replaced since it last grew.
    driven_out: Cell<usize>,
}

/// Entries at first, and the factor by which it grows.
const FIRST_ENTRIES: usize = 1 << 14;
const GROWTH: usize = 8;

impl<P: Bitboard> OwnTable<P> {
    pub fn new(entries: usize) -> OwnTable<P> {
        let most = 1usize << entries.clamp(16, most_entries(1 << 32)).ilog2();
        let entries = vec![(P::default(), None); most.min(FIRST_ENTRIES)];
        OwnTable { entries: RefCell::new(entries), most, driven_out: Cell::new(0) }
    }

    fn place(own: P, entries: usize) -> usize {
        let mixed = (0..P::WORDS).fold(0u64, |mixed, i| {
            let mixed = (mixed ^ own.word(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        });
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - entries.ilog2())) as usize
    }

    fn grow(&self, entries: &mut Vec<(P, Option<bool>)>) {
        let mut grown = vec![(P::default(), None); (entries.len() * GROWTH).min(self.most)];
        let length = grown.len();
        for (own, wins) in entries.iter().filter(|(_, wins)| wins.is_some()) {
            grown[Self::place(*own, length)] = (*own, *wins);
        }
        *entries = grown;
        self.driven_out.set(0);
    }
}

impl<P: Bitboard> Table<P> for OwnTable<P> {
    fn get(&self, own: P) -> Option<bool> {
        let entries = self.entries.borrow();
        let (held, wins) = entries[Self::place(own, entries.len())];
        if held == own { wins } else { None }
    }

    fn put(&self, own: P, wins: bool) {
        let mut entries = self.entries.borrow_mut();
        let place = Self::place(own, entries.len());
        let (held, before) = std::mem::replace(&mut entries[place], (own, Some(wins)));
        if before.is_some() && held != own {
            self.driven_out.set(self.driven_out.get() + 1);
            if self.driven_out.get() > entries.len() / 4 && entries.len() < self.most {
                self.grow(&mut entries);
            }
        }
    }
}

/// At most this many entries, and no more than this machine can address.
fn most_entries(wanted: u64) -> usize {
    wanted.min(usize::MAX as u64 / 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_base::random::Random;
    use std::collections::BTreeMap;

    /// Boards that differ in few bits, many more than fit.
    fn holds_nothing_wrong(table: &impl Table<u64>) {
        let mut random = Random::new(5);
        let mut truth = BTreeMap::new();
        let mut found = 0;
        for _ in 0..200_000 {
            let board = random.bits() & random.bits() & 0x7777_0000_0f0f_8181;
            if random.percent(50) {
                table.put(board, *truth.entry(board).or_insert_with(|| random.percent(50)));
            } else if let Some(wins) = table.get(board) {
                assert_eq!(truth.get(&board), Some(&wins));
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn memories_forget_but_never_lie() {
        for entries in [1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20] {
            holds_nothing_wrong(&SharedTable::new(entries));
            holds_nothing_wrong(&OwnTable::<u64>::new(entries));
        }
        let tiny = SharedTable::new(0);
        tiny.put(0, true);
        assert_eq!((tiny.get(0), tiny.get(1)), (Some(true), None));
    }

    #[test]
    fn memories_grow_and_keep_what_they_hold() {
        let (shared, own) = (SharedTable::new(1 << 21), OwnTable::new(1 << 21));
        let wins = |i: u64| (i ^ i >> 3).is_multiple_of(3);
        for i in 0..1 << 18 {
            shared.put(i * i, wins(i));
            own.put(i * i, wins(i));
        }
        assert_eq!(shared.current.load(Ordering::Relaxed), shared.tables.len() - 1);
        assert!(shared.tables.len() > 1 && own.entries.borrow().len() > FIRST_ENTRIES);
        for table in [&shared as &dyn Table<u64>, &own] {
            let known =
                (0..1 << 18).filter(|i| table.get(i * i).inspect(|w| assert_eq!(*w, wins(*i))).is_some());
            assert!(known.count() > 3 << 16);
        }
    }

    #[test]
    fn several_may_write_while_it_grows() {
        let table = SharedTable::new(1 << 20);
        let wins = |board: u64| board.count_ones().is_multiple_of(2);
        let found: usize = std::thread::scope(|scope| {
            let write = |seed: u64| {
                let mut random = Random::new(seed);
                let boards = (0..300_000).map(|_| random.bits() >> 46);
                boards
                    .filter(|board| {
                        let known = table.get(*board);
                        known.inspect(|known| assert_eq!(*known, wins(*board)));
                        table.put(*board, wins(*board));
                        known.is_some()
                    })
                    .count()
            };
            let threads: Vec<_> = (0..3).map(|seed| scope.spawn(move || write(seed))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 100_000, "{found}");
        assert!(table.current.load(Ordering::Relaxed) > 0);
    }
}
