//! The positions that a search has looked at and the moves between them.

use crate::plane::Plane;
use std::ops::Range;

/// What is proven about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    Unknown,
    MoverWins,
    MoverLoses,
}

/// A position. Different orders of moves lead to the same one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<P> {
    /// The pieces of the side to move.
    pub own: P,
    pub visits: u32,
    /// Games among them that the side to move has won, or would have won by what is known now about the positions after it.
    pub wins: f64,
    /// Where its moves begin; they stand side by side, the most promising first.
    from: u32,
    count: u16,
    /// So many of them, the first ones, have been looked at.
    pub tried: u16,
    pub proof: Proof,
}

impl<P> Place<P> {
    /// How often the side to move wins.
    #[inline]
    pub fn chance(&self) -> f32 {
        (self.wins / f64::from(self.visits.max(1))) as f32
    }

    /// The numbers of its moves.
    pub fn numbers(&self) -> Range<usize> {
        self.from as usize..self.from as usize + usize::from(self.count)
    }

    /// The numbers of those that have been looked at.
    pub fn tried_numbers(&self) -> Range<usize> {
        self.from as usize..self.from as usize + usize::from(self.tried)
    }
}

/// A move from a position to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub visits: u32,
    /// How promising the move looked at first, compared with others: all together 1.
    pub prior: f32,
    to: u32,
    pub square: u16,
    pub direction: u8,
    /// What is proven about the position after it.
    pub proof: Proof,
}

const NOWHERE: u32 = u32::MAX;

impl Link {
    pub fn new(square: usize, direction: usize, prior: f32) -> Link {
        let (square, direction) = (square as u16, direction as u8);
        Link { visits: 0, prior, to: NOWHERE, square, direction, proof: Proof::Unknown }
    }

    /// The number of the position after it, once that has been looked at.
    pub fn to(&self) -> Option<usize> {
        (self.to != NOWHERE).then_some(self.to as usize)
    }
}

/// How tempting moves are, by the numbers of their links.
#[derive(Clone, Default, Debug)]
pub(crate) struct Appeals {
    /// How often whoever moves wins, by all that was known about the position after it when the move was last looked at.
    pub chances: Vec<f32>,
    /// What is added to it, times the spread of the position: the prior, shared among visits; nothing can make up for
    /// minus infinity.
    pub urges: Vec<f32>,
}

/// Moves that are compared at once.
const LANES: usize = 8;

impl Appeals {
    /// The number of the most tempting move among some, and how tempting it is.
    #[inline]
    pub fn greatest(&self, numbers: Range<usize>, spread: f32) -> (usize, f32) {
        let (chances, last_chances) = self.chances[numbers.clone()].as_chunks::<LANES>();
        let (urges, last_urges) = self.urges[numbers.clone()].as_chunks::<LANES>();
        let (mut best, mut best_block) = ([f32::MIN; LANES], [0u32; LANES]);
        for (block, (chances, urges)) in chances.iter().zip(urges).enumerate() {
            for lane in 0..LANES {
                let appeal = chances[lane] + spread * urges[lane];
                let is_better = appeal > best[lane];
                best[lane] = if is_better { appeal } else { best[lane] };
                best_block[lane] = if is_better { block as u32 } else { best_block[lane] };
            }
        }
        let (mut number, mut appeal) = (numbers.start, f32::MIN);
        for lane in 0..LANES {
            if best[lane] > appeal {
                (number, appeal) = (numbers.start + best_block[lane] as usize * LANES + lane, best[lane]);
            }
        }
        let rest = numbers.end - last_chances.len();
        for (i, (chance, urge)) in last_chances.iter().zip(last_urges).enumerate() {
            if chance + spread * urge > appeal {
                (number, appeal) = (rest + i, chance + spread * urge);
            }
        }
        (number, appeal)
    }
}

/// Positions, the first of which is the one that is thought about, and moves.
#[derive(Clone, Debug)]
pub(crate) struct Graph<P> {
    pub places: Vec<Place<P>>,
    pub links: Vec<Link>,
    /// What decides which move is looked at next stands apart from the rest: choosing takes most of a search's time.
    pub appeals: Appeals,
    /// Numbers of positions, where their pieces say or soon after. At most half of it is in use.
    table: Vec<u32>,
    most_bytes: usize,
}

impl<P: Plane> Graph<P> {
    /// The position alone; it will take at most about so many bytes.
    pub fn new(own: P, most_bytes: usize) -> Graph<P> {
        let mut graph = Graph {
            places: Vec::new(),
            links: Vec::new(),
            appeals: Appeals::default(),
            table: vec![NOWHERE; 1 << 10],
            most_bytes,
        };
        graph.add(own);
        graph
    }

    pub fn restart(&mut self, own: P) {
        self.places.clear();
        self.links.clear();
        self.appeals.chances.clear();
        self.appeals.urges.clear();
        self.table.fill(NOWHERE);
        self.add(own);
    }

    /// Whether there is room for a position and so many moves.
    pub fn has_room(&self, links: usize) -> bool {
        let places = (self.places.len() + 1) * (size_of::<Place<P>>() + 4 * size_of::<u32>());
        let links = (self.links.len() + links) * (size_of::<Link>() + 2 * size_of::<f32>());
        places + links <= self.most_bytes && self.links.len() < NOWHERE as usize / 2
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.places[..])
            + size_of_val(&self.links[..])
            + size_of_val(&self.appeals.chances[..])
            + size_of_val(&self.appeals.urges[..])
            + size_of_val(&self.table[..])
    }

    pub fn links_of(&self, place: usize) -> &[Link] {
        &self.links[self.places[place].numbers()]
    }

    /// Gives a position its moves, the most promising first.
    pub fn give_links(&mut self, place: usize, links: impl Iterator<Item = Link>) {
        let from = self.links.len();
        self.links.extend(links);
        self.appeals.urges.extend(self.links[from..].iter().map(|link| link.prior));
        self.appeals.chances.resize(self.links.len(), 0.0);
        self.places[place].from = from as u32;
        self.places[place].count = (self.links.len() - from) as u16;
    }

    /// The position after a move, which is new if it was not met on any way; `None` where there is no room for it.
    pub fn follow(&mut self, link: usize, own: P) -> Option<usize> {
        if let Some(to) = self.links[link].to() {
            return Some(to);
        }
        let at = self.slot(own);
        let to = if self.table[at] != NOWHERE {
            self.table[at] as usize
        } else if self.has_room(0) {
            let to = self.add(own);
            // What was found out while there was no room for the position.
            let (visits, chance) = (self.links[link].visits, self.appeals.chances[link]);
            self.places[to].visits = visits;
            self.places[to].wins = f64::from(visits) * f64::from(1.0 - chance);
            to
        } else {
            return None;
        };
        self.links[link].to = to as u32;
        Some(to)
    }

    /// Where the table has the position, or has room for it.
    fn slot(&self, own: P) -> usize {
        let mixed = (0..P::WORDS).fold(0u64, |mixed, i| {
            let mixed = (mixed ^ own.word(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        });
        let mut at = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.table.len().ilog2())) as usize;
        while self.table[at] != NOWHERE && self.places[self.table[at] as usize].own != own {
            at = (at + 1) % self.table.len();
        }
        at
    }

    fn add(&mut self, own: P) -> usize {
        let number = self.places.len();
        self.places.push(Place {
            own,
            visits: 0,
            wins: 0.0,
            from: 0,
            count: 0,
            tried: 0,
            proof: Proof::Unknown,
        });
        if 2 * self.places.len() > self.table.len() {
            self.fill_table(2 * self.table.len());
        } else {
            let at = self.slot(own);
            self.table[at] = number as u32;
        }
        number
    }

    fn fill_table(&mut self, length: usize) {
        self.table.clear();
        self.table.resize(length.next_power_of_two(), NOWHERE);
        for number in 0..self.places.len() {
            let at = self.slot(self.places[number].own);
            self.table[at] = number as u32;
        }
    }

    /// Makes a position the first one and forgets all that cannot come after it. What is kept moves up where it stands: a
    /// copy would take as much room again.
    pub fn keep_from(&mut self, root: usize) {
        let mut new_numbers = vec![NOWHERE; self.places.len()];
        let mut kept = vec![root as u32];
        new_numbers[root] = 0;
        let mut next = 0;
        while next < kept.len() {
            for to in self.links_of(kept[next] as usize).iter().filter_map(Link::to) {
                if new_numbers[to] == NOWHERE {
                    new_numbers[to] = 0;
                    kept.push(to as u32);
                }
            }
            next += 1;
        }
        // Nothing leads back to the old root, which was the first: so nobody but the new one moves down.
        kept[1..].sort_unstable();
        for (new, old) in kept.iter().enumerate() {
            new_numbers[*old as usize] = new as u32;
        }
        self.keep_links_of(&kept, &new_numbers);
        let first = self.places[root];
        for (new, old) in kept.iter().enumerate() {
            self.places[new] = self.places[*old as usize];
        }
        self.places[0] = first;
        self.places.truncate(kept.len());
        self.fill_table((2 * self.places.len()).max(1 << 10));
    }

    /// Moves the links of some positions up, in the order in which they stand.
    fn keep_links_of(&mut self, kept: &[u32], new_numbers: &[u32]) {
        let mut kept = kept.to_vec();
        kept.sort_unstable_by_key(|place| self.places[*place as usize].from);
        let mut end = 0;
        for place in kept {
            let numbers = self.places[place as usize].numbers();
            self.places[place as usize].from = end as u32;
            for number in numbers {
                let link = self.links[number];
                let to = link.to().map_or(NOWHERE, |to| new_numbers[to]);
                self.links[end] = Link { to, ..link };
                self.appeals.chances[end] = self.appeals.chances[number];
                self.appeals.urges[end] = self.appeals.urges[number];
                end += 1;
            }
        }
        self.links.truncate(end);
        self.appeals.chances.truncate(end);
        self.appeals.urges.truncate(end);
    }
}
