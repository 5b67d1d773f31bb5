//! The graph of a search: positions and the moves between them.

use crate::engine::bitboard::Bitboard;
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
pub(crate) struct Node<P> {
    /// The pieces of the side to move.
    pub own: P,
    pub visits: u32,
    /// Visits that count as wins of the side to move, by all that is known now about the positions after this one.
    pub wins: f64,
    /// The number of its first edge; its edges are consecutive, the most promising first.
    from: u32,
    count: u16,
    /// How many of its edges, counted from the first, have been visited.
    pub tried: u16,
    pub proof: Proof,
}

impl<P> Node<P> {
    /// The share of visits that the side to move wins.
    #[inline]
    pub fn chance(&self) -> f32 {
        (self.wins / f64::from(self.visits.max(1))) as f32
    }

    /// The numbers of its edges.
    pub fn numbers(&self) -> Range<usize> {
        self.from as usize..self.from as usize + usize::from(self.count)
    }

    /// The numbers of the edges that have been visited.
    pub fn tried_numbers(&self) -> Range<usize> {
        self.from as usize..self.from as usize + usize::from(self.tried)
    }
}

/// A move from a position to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub visits: u32,
    /// The prior of the move; those of a position add up to 1.
    pub prior: f32,
    to: u32,
    pub square: u16,
    pub direction: u8,
    /// What is proven about the position after it.
    pub proof: Proof,
}

const NOWHERE: u32 = u32::MAX;

impl Edge {
    pub fn new(square: usize, direction: usize, prior: f32) -> Edge {
        let (square, direction) = (square as u16, direction as u8);
        Edge { visits: 0, prior, to: NOWHERE, square, direction, proof: Proof::Unknown }
    }

    /// The number of the node after it, once it exists.
    pub fn to(&self) -> Option<usize> {
        (self.to != NOWHERE).then_some(self.to as usize)
    }
}

/// What moves are chosen by, for each edge.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scores {
    /// The mover's share of wins, by all that was known about the next position at the last visit.
    pub chances: Vec<f32>,
    /// The exploration bonus before it is multiplied by the spread of the position: the prior divided by visits, or minus
    /// infinity for moves that are proven to lose.
    pub bonuses: Vec<f32>,
}

/// Moves that are compared at once.
const LANES: usize = 8;

impl Scores {
    /// The edge with the greatest score among some, and that score.
    #[inline]
    pub fn greatest(&self, numbers: Range<usize>, spread: f32) -> (usize, f32) {
        let (chances, last_chances) = self.chances[numbers.clone()].as_chunks::<LANES>();
        let (bonuses, last_urges) = self.bonuses[numbers.clone()].as_chunks::<LANES>();
        let (mut best, mut best_block) = ([f32::MIN; LANES], [0u32; LANES]);
        for (block, (chances, bonuses)) in chances.iter().zip(bonuses).enumerate() {
            for lane in 0..LANES {
                let score = chances[lane] + spread * bonuses[lane];
                let is_better = score > best[lane];
                best[lane] = if is_better { score } else { best[lane] };
                best_block[lane] = if is_better { block as u32 } else { best_block[lane] };
            }
        }
        let (mut number, mut score) = (numbers.start, f32::MIN);
        for lane in 0..LANES {
            if best[lane] > score {
                (number, score) = (numbers.start + best_block[lane] as usize * LANES + lane, best[lane]);
            }
        }
        let rest = numbers.end - last_chances.len();
        for (i, (chance, bonus)) in last_chances.iter().zip(last_urges).enumerate() {
            if chance + spread * bonus > score {
                (number, score) = (rest + i, chance + spread * bonus);
            }
        }
        (number, score)
    }
}

/// Nodes, of which the first is the root, and edges.
#[derive(Clone, Debug)]
pub(crate) struct Graph<P> {
    pub nodes: Vec<Node<P>>,
    pub edges: Vec<Edge>,
    /// Apart from the edges, because choosing a move takes most of a search's time.
    pub scores: Scores,
    /// A hash table of node numbers with open addressing, at most half full.
    table: Vec<u32>,
    most_bytes: usize,
}

impl<P: Bitboard> Graph<P> {
    /// The root alone. The graph will take at most about this many bytes.
    pub fn new(own: P, most_bytes: usize) -> Graph<P> {
        let mut graph = Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            scores: Scores::default(),
            table: vec![NOWHERE; 1 << 10],
            most_bytes,
        };
        graph.add(own);
        graph
    }

    pub fn restart(&mut self, own: P) {
        self.nodes.clear();
        self.edges.clear();
        self.scores.chances.clear();
        self.scores.bonuses.clear();
        self.table.fill(NOWHERE);
        self.add(own);
    }

    /// Whether there is room for another node and this many edges.
    pub fn has_room(&self, edges: usize) -> bool {
        let nodes = (self.nodes.len() + 1) * (size_of::<Node<P>>() + 4 * size_of::<u32>());
        let edges = (self.edges.len() + edges) * (size_of::<Edge>() + 2 * size_of::<f32>());
        nodes + edges <= self.most_bytes && self.edges.len() < NOWHERE as usize / 2
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.edges[..])
            + size_of_val(&self.scores.chances[..])
            + size_of_val(&self.scores.bonuses[..])
            + size_of_val(&self.table[..])
    }

    pub fn edges_of(&self, node: usize) -> &[Edge] {
        &self.edges[self.nodes[node].numbers()]
    }

    /// Gives a node its edges, the most promising first.
    pub fn give_edges(&mut self, node: usize, edges: impl Iterator<Item = Edge>) {
        let from = self.edges.len();
        self.edges.extend(edges);
        self.scores.bonuses.extend(self.edges[from..].iter().map(|edge| edge.prior));
        self.scores.chances.resize(self.edges.len(), 0.0);
        self.nodes[node].from = from as u32;
        self.nodes[node].count = (self.edges.len() - from) as u16;
    }

    /// The node after an edge, which is new if no path has reached it yet; `None` where there is no room for it.
    pub fn follow(&mut self, edge: usize, own: P) -> Option<usize> {
        if let Some(to) = self.edges[edge].to() {
            return Some(to);
        }
        let at = self.slot(own);
        let to = if self.table[at] != NOWHERE {
            self.table[at] as usize
        } else if self.has_room(0) {
            let to = self.add(own);
            // Results from before there was room for the node.
            let (visits, chance) = (self.edges[edge].visits, self.scores.chances[edge]);
            self.nodes[to].visits = visits;
            self.nodes[to].wins = f64::from(visits) * f64::from(1.0 - chance);
            to
        } else {
            return None;
        };
        self.edges[edge].to = to as u32;
        Some(to)
    }

    /// Where the table has the node, or has room for it.
    fn slot(&self, own: P) -> usize {
        let mixed = (0..P::WORDS).fold(0u64, |mixed, i| {
            let mixed = (mixed ^ own.word(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        });
        let mut at = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.table.len().ilog2())) as usize;
        while self.table[at] != NOWHERE && self.nodes[self.table[at] as usize].own != own {
            at = (at + 1) % self.table.len();
        }
        at
    }

    fn add(&mut self, own: P) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node {
            own,
            visits: 0,
            wins: 0.0,
            from: 0,
            count: 0,
            tried: 0,
            proof: Proof::Unknown,
        });
        if 2 * self.nodes.len() > self.table.len() {
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
        for number in 0..self.nodes.len() {
            let at = self.slot(self.nodes[number].own);
            self.table[at] = number as u32;
        }
    }

    /// Makes a node the root and drops all that cannot come after it. The rest moves up in place: a copy would take as much
    /// memory again.
    pub fn keep_from(&mut self, root: usize) {
        let mut new_numbers = vec![NOWHERE; self.nodes.len()];
        let mut kept = vec![root as u32];
        new_numbers[root] = 0;
        let mut next = 0;
        while next < kept.len() {
            for to in self.edges_of(kept[next] as usize).iter().filter_map(Edge::to) {
                if new_numbers[to] == NOWHERE {
                    new_numbers[to] = 0;
                    kept.push(to as u32);
                }
            }
            next += 1;
        }
        // No edge leads back to the old root, which was the first node, so only the new root moves down.
        kept[1..].sort_unstable();
        for (new, old) in kept.iter().enumerate() {
            new_numbers[*old as usize] = new as u32;
        }
        self.keep_edges_of(&kept, &new_numbers);
        let first = self.nodes[root];
        for (new, old) in kept.iter().enumerate() {
            self.nodes[new] = self.nodes[*old as usize];
        }
        self.nodes[0] = first;
        self.nodes.truncate(kept.len());
        self.fill_table((2 * self.nodes.len()).max(1 << 10));
    }

    /// Moves the edges of some nodes up, in their order.
    fn keep_edges_of(&mut self, kept: &[u32], new_numbers: &[u32]) {
        let mut kept = kept.to_vec();
        kept.sort_unstable_by_key(|node| self.nodes[*node as usize].from);
        let mut end = 0;
        for node in kept {
            let numbers = self.nodes[node as usize].numbers();
            self.nodes[node as usize].from = end as u32;
            for number in numbers {
                let edge = self.edges[number];
                let to = edge.to().map_or(NOWHERE, |to| new_numbers[to]);
                self.edges[end] = Edge { to, ..edge };
                self.scores.chances[end] = self.scores.chances[number];
                self.scores.bonuses[end] = self.scores.bonuses[number];
                end += 1;
            }
        }
        self.edges.truncate(end);
        self.scores.chances.truncate(end);
        self.scores.bonuses.truncate(end);
    }
}
