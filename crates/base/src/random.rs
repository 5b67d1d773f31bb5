//! Random numbers that are the same for the same seed on every platform, for ever.

/// A generator of random numbers (xoshiro256++, seeded by splitmix64).
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        let mut x = seed;
        let state = std::array::from_fn(|_| {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Random { state }
    }

    /// The generator of the work with this number under a seed: each number has its own, whatever the others draw.
    ///
    /// ```
    /// use gridwright_base::random::Random;
    /// assert_eq!(Random::of_number(1, 2).bits(), Random::of_number(1, 2).bits());
    /// assert_ne!(Random::of_number(1, 2).bits(), Random::of_number(2, 1).bits());
    /// ```
    pub fn of_number(seed: u64, number: u64) -> Random {
        Random::new(Random::new(seed).bits() ^ Random::new(!number).bits())
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `bound`, all equally likely.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        // The first 2^64 mod bound values would come up once too often.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index into something of this length, all equally likely.
    ///
    /// # Panics
    /// When there is nothing.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// True with this probability in per cent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// Puts items in random order, all orders equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}
