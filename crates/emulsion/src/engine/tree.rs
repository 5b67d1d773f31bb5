//! Monte Carlo tree search with proven results.

use crate::engine::bitboard::{Bitboard, DIRECTIONS};
use crate::engine::exact::Exact;
use crate::engine::frame::Frame;
use crate::engine::graph::{Edge, Graph, Node, Proof};
use crate::engine::playout::{Dice, playout};
use crate::engine::priors::Priors;
use crate::engine::transposition::OwnTable;
use crate::position::Tie;
use gridwright_base::Stopped;

/// Settings that won matches against others.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The weight of the exploration bonus.
    pub exploration: f32,
    /// The exact search takes over positions with at most this many swaps.
    pub exact_swaps: u32,
    /// The most steps it may take.
    pub exact_steps: u64,
    /// A position gets its moves after this many visits. Finding them takes longer than a random game.
    pub visits_to_open: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { exploration: 4.0, exact_swaps: 4, exact_steps: 30, visits_to_open: 8 }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tree<P> {
    pub frame: Frame<P>,
    tie: Tie,
    settings: Settings,
    graph: Graph<P>,
    dice: Dice,
    exact: Exact<P>,
    table: OwnTable<P>,
    /// The nodes on the path from the root and the edges taken there.
    path: Vec<(u32, u32)>,
    /// Moves that are being sorted.
    keys: Vec<u64>,
}

impl<P: Bitboard> Tree<P> {
    pub fn new(frame: Frame<P>, own: P, tie: Tie, seed: u64, bytes: usize) -> Tree<P> {
        Tree::with_settings(frame, own, tie, seed, bytes, Settings::default())
    }

    pub fn with_settings(
        frame: Frame<P>,
        own: P,
        tie: Tie,
        seed: u64,
        bytes: usize,
        settings: Settings,
    ) -> Tree<P> {
        let mut tree = Tree {
            exact: Exact::new(frame.clone(), tie, 0),
            frame,
            tie,
            settings,
            graph: Graph::new(own, bytes.max(1 << 16)),
            dice: Dice::new(seed),
            table: OwnTable::new(1 << 14),
            path: Vec::new(),
            keys: Vec::new(),
        };
        tree.expand(0, own);
        tree
    }

    /// Forgets everything and starts from a position.
    pub fn restart(&mut self, own: P) {
        self.graph.restart(own);
        self.expand(0, own);
    }

    pub fn root(&self) -> &Node<P> {
        &self.graph.nodes[0]
    }

    /// The moves of the root, and the mover's share of wins after them.
    pub fn moves(&self) -> impl Iterator<Item = (&Edge, f32)> {
        let chances = &self.graph.scores.chances[self.root().numbers()];
        self.graph.edges_of(0).iter().zip(chances.iter().copied())
    }

    /// The moves that are expected.
    pub fn line(&self) -> Vec<&Edge> {
        let mut line = Vec::new();
        let mut node = Some(0);
        while let Some(best) = node.and_then(|node| self.best_of(node)).filter(|best| best.visits > 0) {
            line.push(best);
            node = best.to();
        }
        line
    }

    #[cfg(test)]
    pub fn best(&self) -> Option<&Edge> {
        self.best_of(0)
    }

    /// The most visited move that is not proven to be bad, or one that is proven to win.
    fn best_of(&self, node: usize) -> Option<&Edge> {
        let rank = |edge: &Edge| match edge.proof {
            Proof::MoverLoses => (2, edge.visits),
            Proof::Unknown => (1, edge.visits),
            Proof::MoverWins => (0, edge.visits),
        };
        // Of equals the first: its prior is the greatest.
        self.graph.edges_of(node).iter().rev().max_by_key(|edge| rank(edge))
    }

    /// Makes the position after a swap the root and keeps what is known about it.
    pub fn advance(&mut self, square: usize, direction: usize) {
        let own = self.frame.full & !self.root().own.toggled(square, direction);
        let played =
            |edge: &&Edge| usize::from(edge.square) == square && usize::from(edge.direction) == direction;
        let Some(to) = self.graph.edges_of(0).iter().find(played).and_then(Edge::to) else {
            return self.restart(own);
        };
        self.graph.keep_from(to);
        if self.root().numbers().is_empty() {
            // The exact search has proven the position without listing its moves. It will soon be proven again.
            self.graph.nodes[0].proof = Proof::Unknown;
            self.expand(0, own);
        }
    }

    /// One simulation: down the tree to a new position, a random game from there, and the result back up.
    pub fn simulate(&mut self) {
        self.path.clear();
        let mut own = self.root().own;
        let mut at = 0;
        let (leaf, mover_wins) = loop {
            let node = &self.graph.nodes[at];
            let is_closed = node.numbers().is_empty();
            if is_closed && node.proof == Proof::Unknown && node.visits >= self.settings.visits_to_open {
                self.expand(at, own);
            }
            let node = &self.graph.nodes[at];
            match node.proof {
                Proof::MoverWins => break (Some(at), true),
                Proof::MoverLoses => break (Some(at), false),
                Proof::Unknown => {}
            }
            if node.numbers().is_empty() {
                break (Some(at), playout(&self.frame, own, self.tie, &mut self.dice));
            }
            let number = self.choose(at);
            let edge = &self.graph.edges[number];
            own = self.frame.full & !own.toggled(edge.square.into(), edge.direction.into());
            self.path.push((at as u32, number as u32));
            match self.graph.follow(number, own) {
                Some(to) => at = to,
                None => break (None, playout(&self.frame, own, self.tie, &mut self.dice)),
            }
        };
        self.back_up(leaf, mover_wins);
    }

    fn back_up(&mut self, leaf: Option<usize>, mut mover_wins: bool) {
        let Graph { nodes, edges, scores, .. } = &mut self.graph;
        let mut below = leaf;
        if let Some(leaf) = leaf {
            // Counters must not overflow, however long the search.
            let is_new = nodes[leaf].visits < u32::MAX;
            nodes[leaf].visits += u32::from(is_new);
            nodes[leaf].wins += f64::from(u8::from(mover_wins && is_new));
        }
        for (at, number) in self.path.iter().rev().map(|(at, number)| (*at as usize, *number as usize)) {
            mover_wins = !mover_wins;
            let (edge, chance) = (&mut edges[number], &mut scores.chances[number]);
            let node = &mut nodes[at];
            node.tried += u16::from(edge.visits == 0);
            node.visits = node.visits.saturating_add(1);
            node.wins -= f64::from(edge.visits) * f64::from(*chance);
            edge.visits = edge.visits.saturating_add(1);
            match below {
                Some(below) => {
                    let below = &nodes[below];
                    *chance = 1.0 - below.chance();
                    edge.proof = below.proof;
                }
                None => *chance += (f32::from(u8::from(mover_wins)) - *chance) / edge.visits as f32,
            }
            let proof = edge.proof;
            let node = &mut nodes[at];
            node.wins += f64::from(edge.visits) * f64::from(*chance);
            scores.bonuses[number] = match proof {
                Proof::MoverWins => f32::NEG_INFINITY,
                _ => edge.prior / (1.0 + edge.visits as f32),
            };
            if node.proof == Proof::Unknown {
                let all_lose = || edges[node.numbers()].iter().all(|edge| edge.proof == Proof::MoverWins);
                node.proof = match proof {
                    Proof::MoverLoses => Proof::MoverWins,
                    Proof::MoverWins if all_lose() => Proof::MoverLoses,
                    _ => Proof::Unknown,
                };
            }
            below = Some(at);
        }
    }

    /// The edge to visit next.
    #[inline]
    fn choose(&self, at: usize) -> usize {
        let node = &self.graph.nodes[at];
        let spread = self.settings.exploration * (node.visits as f32).sqrt();
        let (best, score) = self.graph.scores.greatest(node.tried_numbers(), spread);
        let untried = node.tried_numbers().end;
        if untried == node.numbers().end {
            return best;
        }
        // A move without visits counts as good as the position; the first of them has the greatest prior.
        let chance = node.chance();
        if chance + spread * self.graph.scores.bonuses[untried] > score { untried } else { best }
    }

    /// Finds the moves of a position, or a proof, where there is room.
    fn expand(&mut self, at: usize, own: P) {
        let swaps = self.frame.swaps(own);
        let total = Frame::count(&swaps);
        if total == 0 {
            return self.prove(at, self.exact.wins_at_end(own));
        }
        if total <= self.settings.exact_swaps && at > 0 {
            let last = self.exact.steps + self.settings.exact_steps;
            if let Ok(wins) = self
                .exact
                .wins(own, &self.table, &mut |steps| if steps < last { Ok(()) } else { Err(Stopped::Steps) })
            {
                return self.prove(at, wins);
            }
        }
        if !self.graph.has_room(total as usize) {
            return;
        }
        let priors = Priors::new(self.frame.size, own);
        // Equals are in random order; otherwise the first corner of the board would be preferred.
        let mixer = self.dice.bits() | 1;
        let mut sum = 0.0;
        self.keys.clear();
        for (direction, squares) in swaps.iter().enumerate() {
            for square in squares.squares() {
                let weight = priors.weight(square, direction);
                sum += weight;
                let number = (square * DIRECTIONS + direction) as u64;
                let order = mixer.wrapping_mul(number + 1) >> 48;
                // Larger weights, which are positive, have larger bits.
                self.keys.push(u64::from(!weight.to_bits()) << 32 | order << 16 | number);
            }
        }
        self.keys.sort_unstable();
        let scale = 1.0 / sum;
        let edges = self.keys.iter().map(|key| {
            let number = (key & 0xffff) as usize;
            let weight = f32::from_bits(!((key >> 32) as u32));
            Edge::new(number / DIRECTIONS, number % DIRECTIONS, scale * weight)
        });
        self.graph.give_edges(at, edges);
    }

    fn prove(&mut self, at: usize, wins: bool) {
        self.graph.nodes[at].proof = if wins { Proof::MoverWins } else { Proof::MoverLoses };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::any_swap;
    use std::collections::BTreeSet;

    /// Every move leads to the position that it makes, and no position is there twice or cannot be reached.
    fn check<P: Bitboard>(tree: &Tree<P>, own: P) {
        assert_eq!(tree.root().own, own);
        let nodes = &tree.graph.nodes;
        let mut seen = BTreeSet::from([own]);
        for (number, node) in nodes.iter().enumerate() {
            let edges = tree.graph.edges_of(number);
            let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
            assert!(visits <= node.visits && node.wins <= f64::from(node.visits) + 1e-6);
            assert!(edges.is_sorted_by(|a, b| a.prior >= b.prior));
            check_scores(tree, number);
            for edge in edges {
                let Some(to) = edge.to() else { continue };
                assert!(
                    nodes[to].visits >= edge.visits,
                    "what is known about a move is known about where it leads"
                );
                let after = node.own.toggled(edge.square.into(), edge.direction.into());
                assert_eq!(nodes[to].own, tree.frame.full & !after);
                seen.insert(nodes[to].own);
            }
            if edges.iter().any(|edge| edge.proof == Proof::MoverLoses) {
                assert_eq!(node.proof, Proof::MoverWins);
            }
        }
        assert_eq!(seen.len(), nodes.len());
    }

    /// What is chosen by follows from the moves, and the first of the best by it is found.
    fn check_scores<P: Bitboard>(tree: &Tree<P>, number: usize) {
        let Graph { nodes, scores, .. } = &tree.graph;
        let (node, edges) = (&nodes[number], tree.graph.edges_of(number));
        assert_eq!(usize::from(node.tried), edges.iter().filter(|edge| edge.visits > 0).count());
        let bonuses = &scores.bonuses[node.numbers()];
        for (i, (edge, bonus)) in edges.iter().zip(bonuses).enumerate() {
            assert_eq!(edge.visits > 0, i < usize::from(node.tried));
            match edge.proof {
                Proof::MoverWins => assert_eq!(*bonus, f32::NEG_INFINITY),
                _ => assert_eq!(*bonus, edge.prior / (1.0 + edge.visits as f32)),
            }
        }
        for spread in [0.5, 10.0] {
            let score = |number: usize| scores.chances[number] + spread * scores.bonuses[number];
            let most = node.tried_numbers().map(score).fold(f32::MIN, f32::max);
            let (found, found_appeal) = scores.greatest(node.tried_numbers(), spread);
            assert_eq!(found_appeal, most);
            assert!(most == f32::MIN || (node.tried_numbers().contains(&found) && score(found) == most));
        }
    }

    fn stays_sound<P: Bitboard>(size: usize, bytes: usize, seed: u64) {
        let frame = Frame::<P>::new(size);
        let mut dice = Dice::new(seed);
        let mut own = (0..size * size)
            .map(|i| Frame::<P>::square(i / size, i % size))
            .filter(|_| dice.below(2) == 0)
            .fold(P::default(), |own, square| own | P::of_square(square));
        let mut tree = Tree::new(frame.clone(), own, Tie::LastMoverWins, seed, bytes);
        while let Some((square, direction)) = any_swap(&frame, &frame.swaps(own), &mut dice) {
            for _ in 0..dice.below(1000) {
                tree.simulate();
            }
            check(&tree, own);
            own = frame.full & !own.toggled(square, direction);
            tree.advance(square, direction);
            check(&tree, own);
        }
        assert_eq!(tree.root().proof == Proof::MoverWins, tree.exact.wins_at_end(own));
    }

    #[test]
    fn positions_and_moves_fit_together() {
        for seed in 0..20 {
            // With little room too.
            let bytes = if seed % 2 == 0 { 1 << 30 } else { 1 << 16 };
            stays_sound::<u64>(4 + seed as usize % 4, bytes, seed);
            stays_sound::<crate::engine::bitboard::Rows16>(9, bytes, seed);
        }
        stays_sound::<crate::engine::bitboard::Rows16>(12, 1 << 20, 1);
    }

    #[test]
    fn a_full_tree_stays_within_its_room() {
        let frame = Frame::<u64>::new(7);
        let mut tree =
            Tree::new(frame.clone(), frame.full & 0x5555_aaaa_3333_cccc, Tie::LastMoverWins, 1, 1 << 16);
        for _ in 0..20_000 {
            tree.simulate();
        }
        let edges = tree.graph.edges.len();
        assert!(tree.graph.bytes() <= 1 << 16);
        assert!(tree.root().visits == 20_000 && edges > 1000);
    }
}
