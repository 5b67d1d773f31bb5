//! The search that plays: a tree of positions judged by random games, with proven results where they are found.

use super::exact::Exact;
use super::frame::Frame;
use super::memory::OwnMemory;
use super::plane::Plane;
use super::playout::{Dice, playout};
use super::position::Tie;
use super::priors::View;

/// What is proven about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    Unknown,
    MoverWins,
    MoverLoses,
}

/// A position of the tree, reached by a swap from its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub visits: u32,
    /// Games among them that were won by whoever made the swap.
    pub wins: u32,
    /// Where the positions after this one begin; they stand side by side, the most promising first.
    children: u32,
    count: u16,
    pub square: u16,
    pub direction: u8,
    pub proof: Proof,
    /// How promising the swap looked at first, compared with its siblings: all together 1.
    prior: f32,
}

impl Node {
    fn of_swap(square: usize, direction: usize, prior: f32) -> Node {
        Node {
            visits: 0,
            wins: 0,
            children: 0,
            count: 0,
            square: square as u16,
            direction: direction as u8,
            proof: Proof::Unknown,
            prior,
        }
    }
}

/// How much weight promising moves with few visits have.
const EXPLORATION: f32 = 6.0;
/// Positions with at most so many swaps are given to the exact search.
const EXACT_SWAPS: u32 = 4;
/// And so many steps it may take.
const EXACT_STEPS: u64 = 30;

#[derive(Clone, Debug)]
pub(crate) struct Tree<P> {
    pub frame: Frame<P>,
    tie: Tie,
    nodes: Vec<Node>,
    most_nodes: usize,
    /// The pieces of the side to move at the root.
    own: P,
    dice: Dice,
    exact: Exact<P>,
    memory: OwnMemory<P>,
    path: Vec<u32>,
}

impl<P: Plane> Tree<P> {
    pub fn new(frame: Frame<P>, own: P, tie: Tie, seed: u64, most_nodes: usize) -> Tree<P> {
        let exact = Exact::new(frame.clone(), tie, 0);
        let mut tree = Tree {
            frame,
            tie,
            nodes: Vec::new(),
            most_nodes: most_nodes.clamp(1024, u32::MAX as usize / 2),
            own,
            dice: Dice::new(seed),
            exact,
            memory: OwnMemory::new(1 << 14),
            path: Vec::new(),
        };
        tree.restart(own);
        tree
    }

    /// Forgets everything and starts from a position.
    pub fn restart(&mut self, own: P) {
        self.own = own;
        self.nodes.clear();
        self.nodes.push(Node::of_swap(0, 0, 1.0));
        self.expand(0, own);
    }

    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub fn children(&self, node: &Node) -> &[Node] {
        let from = node.children as usize;
        &self.nodes[from..from + usize::from(node.count)]
    }

    /// The most visited child that is not proven to be bad, or one that is proven to win.
    pub fn best_child(&self, node: &Node) -> Option<&Node> {
        let rank = |child: &Node| match child.proof {
            Proof::MoverLoses => (2, child.visits),
            Proof::Unknown => (1, child.visits),
            Proof::MoverWins => (0, child.visits),
        };
        // Of equals the first: it looked more promising.
        self.children(node).iter().rev().max_by_key(|child| rank(child))
    }

    /// Makes the position after a swap the root and keeps what is known about it.
    pub fn advance(&mut self, square: usize, direction: usize) {
        let own = self.frame.full & !self.own.toggled(square, direction);
        let played =
            |node: &Node| usize::from(node.square) == square && usize::from(node.direction) == direction;
        let Some(root) = self.children(self.root()).iter().find(|node| played(node)).copied() else {
            return self.restart(own);
        };
        let mut kept = vec![root];
        let mut next = 0;
        while next < kept.len() {
            let node = kept[next];
            kept[next].children = kept.len() as u32;
            kept.extend_from_slice(self.children(&node));
            next += 1;
        }
        (self.nodes, self.own) = (kept, own);
        if self.nodes[0].count == 0 {
            // Where the exact search has proven it the moves are not known: they will soon be, in the same way.
            self.nodes[0].proof = Proof::Unknown;
            self.expand(0, own);
        }
    }

    /// One game: down the tree to a new position, from there at random to the end, and the result back up.
    pub fn simulate(&mut self) {
        let mut own = self.own;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let mover_wins = loop {
            let node = self.nodes[at];
            match node.proof {
                Proof::MoverWins => break true,
                Proof::MoverLoses => break false,
                Proof::Unknown => {}
            }
            if node.count == 0 && (node.visits == 0 || !self.expand(at, own)) {
                break match self.nodes[at].proof {
                    Proof::Unknown => playout(&self.frame, own, self.tie, &mut self.dice),
                    proof => proof == Proof::MoverWins,
                };
            }
            at = self.choose(at);
            let node = &self.nodes[at];
            own = self.frame.full & !own.toggled(node.square.into(), node.direction.into());
            self.path.push(at as u32);
        };
        self.back_up(mover_wins);
    }

    fn back_up(&mut self, mover_wins_at_leaf: bool) {
        let mut mover_wins = mover_wins_at_leaf;
        let mut below = Proof::Unknown;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i] as usize;
            if below != Proof::Unknown && self.nodes[at].proof == Proof::Unknown {
                self.nodes[at].proof = self.proof_from_children(at, below);
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.wins += u32::from(!mover_wins);
            below = node.proof;
            mover_wins = !mover_wins;
        }
    }

    /// What a new proof of one child proves about its parent.
    fn proof_from_children(&self, parent: usize, of_child: Proof) -> Proof {
        match of_child {
            Proof::MoverLoses => Proof::MoverWins,
            Proof::MoverWins
                if self.children(&self.nodes[parent]).iter().all(|node| node.proof == Proof::MoverWins) =>
            {
                Proof::MoverLoses
            }
            _ => Proof::Unknown,
        }
    }

    /// The child to look at next.
    #[inline]
    fn choose(&self, parent: usize) -> usize {
        let parent = &self.nodes[parent];
        let from = parent.children as usize;
        let spread = EXPLORATION * (parent.visits as f32).sqrt();
        // A move without visits is taken to be as good as its parent.
        let unvisited = 1.0 - parent.wins as f32 / parent.visits.max(1) as f32;
        let (mut best, mut best_score) = (from, f32::MIN);
        for (i, node) in self.children(parent).iter().enumerate() {
            if node.proof == Proof::MoverWins {
                continue;
            }
            if node.visits == 0 {
                // Children are sorted by their priors: no later one can be better.
                if unvisited + spread * node.prior > best_score {
                    best = from + i;
                }
                break;
            }
            let visits = node.visits as f32;
            let score = node.wins as f32 / visits + spread * node.prior / (1.0 + visits);
            if score > best_score {
                (best, best_score) = (from + i, score);
            }
        }
        best
    }

    /// Puts the positions after a node in the tree; `false` where that is not possible or not necessary.
    fn expand(&mut self, at: usize, own: P) -> bool {
        let swaps = self.frame.swaps(own);
        let total = Frame::count(&swaps);
        if total == 0 {
            self.prove(at, self.exact.wins_at_end(own));
            return false;
        }
        if total <= EXACT_SWAPS && at > 0 {
            let last = self.exact.steps + EXACT_STEPS;
            if let Ok(wins) = self.exact.wins(own, &self.memory, &mut |steps| steps < last) {
                self.prove(at, wins);
                return false;
            }
        }
        if self.nodes.len() + total as usize > self.most_nodes {
            return false;
        }
        let from = self.nodes.len();
        let view = View::new(&self.frame, own);
        for (direction, squares) in swaps.iter().enumerate() {
            for square in squares.squares() {
                let weight = view.weight(square, direction);
                self.nodes.push(Node::of_swap(square, direction, weight));
            }
        }
        let new = &mut self.nodes[from..];
        let scale = 1.0 / new.iter().map(|node| node.prior).sum::<f32>();
        // In random order among equals, or the corner where squares begin would be preferred.
        for i in (1..new.len()).rev() {
            new.swap(i, self.dice.below(i as u32 + 1) as usize);
        }
        new.iter_mut().for_each(|node| node.prior *= scale);
        // A stable sort, so that it is the same whatever the library of the language does.
        new.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        (self.nodes[at].children, self.nodes[at].count) = (from as u32, total as u16);
        true
    }

    fn prove(&mut self, at: usize, wins: bool) {
        self.nodes[at].proof = if wins { Proof::MoverWins } else { Proof::MoverLoses };
    }
}
