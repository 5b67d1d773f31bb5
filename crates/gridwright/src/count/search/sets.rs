//! Sets of numbers as words of bits, and lists of sets and of numbers in flat arrays.

/// The first `count` numbers.
pub(super) fn all_below(count: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; count.div_ceil(64)];
    if !count.is_multiple_of(64) {
        words[count / 64] = (1 << (count % 64)) - 1;
    }
    words
}

/// The least number of a set.
pub(super) fn first(words: &[u64]) -> Option<u32> {
    let (i, word) = words.iter().enumerate().find(|(_, word)| **word != 0)?;
    Some(i as u32 * 64 + word.trailing_zeros())
}

pub(super) fn has(words: &[u64], number: u32) -> bool {
    words[number as usize / 64] >> (number % 64) & 1 == 1
}

pub(super) fn insert(words: &mut [u64], number: u32) {
    words[number as usize / 64] |= 1 << (number % 64);
}

pub(super) fn remove(words: &mut [u64], number: u32) {
    words[number as usize / 64] &= !(1 << (number % 64));
}

/// The numbers of word `index` of a set.
pub(super) fn bits(index: usize, mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = (word != 0).then(|| index as u32 * 64 + word.trailing_zeros());
        word &= word.wrapping_sub(1);
        number
    })
}

/// The numbers of a set, ascending.
pub(super) fn numbers(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(i, word)| bits(i, *word))
}

/// Lists in one array.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<T: Clone> Lists<T> {
    pub fn new(lists: &[Vec<T>]) -> Lists<T> {
        let mut starts = vec![0];
        starts.extend(lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        }));
        Lists { starts, values: lists.concat() }
    }

    pub fn get(&self, list: u32) -> &[T] {
        &self.values[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }
}

/// Some numbers of a set: the place of a word and its bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub word: u32,
    pub bits: u64,
}

/// Sets stored by the words that are not empty.
pub(super) type Sets = Lists<Piece>;

impl Sets {
    /// Sets of these numbers, in any order and perhaps more than once.
    pub fn of(lists: &[Vec<u32>]) -> Sets {
        let set = |list: &Vec<u32>| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            let mut pieces: Vec<Piece> = Vec::new();
            for number in sorted {
                let (word, bit) = (number / 64, 1 << (number % 64));
                match pieces.last_mut() {
                    Some(last) if last.word == word => last.bits |= bit,
                    _ => pieces.push(Piece { word, bits: bit }),
                }
            }
            pieces
        };
        Lists::new(&lists.iter().map(set).collect::<Vec<_>>())
    }
}
