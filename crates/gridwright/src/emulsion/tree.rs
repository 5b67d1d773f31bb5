//! The search that plays: a tree of positions judged by random games, with proven results where they are found.

use super::exact::Exact;
use super::frame::Frame;
use super::memory::OwnMemory;
use super::plane::{DIRECTIONS, Plane};
use super::playout::{Dice, playout};
use super::position::Tie;
use super::priors;

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

/// What can be set for experiments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// How much weight unvisited and promising moves have.
    pub exploration: f32,
    /// How much worse than its parent a move without visits is taken to be.
    pub reduction: f32,
    /// Whether first impressions count, or all moves look alike.
    pub priors: bool,
    /// Positions with at most so many swaps are given to the exact search.
    pub exact_swaps: u32,
    /// And these many steps it may take.
    pub exact_steps: u64,
    /// How often the factor by which a swap fared better than others is squared for its first impression; 0 for never
    /// looking at it.
    pub history: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 6.0,
            reduction: 0.0,
            priors: true,
            exact_swaps: 5,
            exact_steps: 60,
            history: 0,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tree<P> {
    pub frame: Frame<P>,
    tie: Tie,
    settings: Settings,
    nodes: Vec<Node>,
    most_nodes: usize,
    /// The pieces of the side to move at the root.
    own: P,
    dice: Dice,
    exact: Exact<P>,
    memory: OwnMemory<P>,
    path: Vec<u32>,
    /// The swaps of the game being played in thought.
    played: Vec<u16>,
    history: History,
}

/// How swaps fared wherever in a game they came, for either side: who makes a swap at the root's turn or an even number of
/// turns later, and the other.
#[derive(Clone, Debug, Default)]
struct History {
    /// Visits and wins.
    sides: [Vec<[u32; 2]>; 2],
}

/// The number of a swap.
fn code(square: usize, direction: usize) -> u16 {
    (square * DIRECTIONS + direction) as u16
}

impl<P: Plane> Tree<P> {
    pub fn new(
        frame: Frame<P>,
        own: P,
        tie: Tie,
        seed: u64,
        most_nodes: usize,
        settings: Settings,
    ) -> Tree<P> {
        let exact = Exact::new(frame.clone(), tie, 0);
        let mut tree = Tree {
            frame,
            tie,
            settings,
            nodes: Vec::new(),
            most_nodes: most_nodes.clamp(1024, u32::MAX as usize / 2),
            own,
            dice: Dice::new(seed),
            exact,
            memory: OwnMemory::new(1 << 14),
            path: Vec::new(),
            played: Vec::new(),
            history: History::default(),
        };
        tree.restart(own);
        tree
    }

    /// Forgets everything and starts from a position.
    pub fn restart(&mut self, own: P) {
        self.own = own;
        self.nodes.clear();
        self.nodes.push(Node::of_swap(0, 0, 1.0));
        self.history.sides = [(); 2].map(|()| vec![[0; 2]; P::WORDS * 64 * DIRECTIONS]);
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
        self.history.sides.swap(0, 1);
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
        self.played.clear();
        let mover_wins = loop {
            let node = self.nodes[at];
            match node.proof {
                Proof::MoverWins => break true,
                Proof::MoverLoses => break false,
                Proof::Unknown => {}
            }
            if node.count == 0 && (node.visits == 0 || !self.expand(at, own)) {
                break match self.nodes[at].proof {
                    Proof::Unknown => self.play_out(own),
                    proof => proof == Proof::MoverWins,
                };
            }
            at = self.choose(at);
            let node = &self.nodes[at];
            own = self.frame.full & !own.toggled(node.square.into(), node.direction.into());
            self.path.push(at as u32);
            self.played.push(code(node.square.into(), node.direction.into()));
        };
        if self.settings.history > 0 {
            let root_wins = mover_wins == (self.path.len() % 2 == 1);
            for (i, code) in self.played.iter().enumerate() {
                let entry = &mut self.history.sides[i % 2][usize::from(*code)];
                entry[0] += 1;
                entry[1] += u32::from(root_wins == (i % 2 == 0));
            }
        }
        self.back_up(mover_wins);
    }

    fn play_out(&mut self, own: P) -> bool {
        let (frame, played) = (&self.frame, &mut self.played);
        if self.settings.history == 0 {
            return playout(frame, own, self.tie, &mut self.dice, |_, _| {});
        }
        playout(frame, own, self.tie, &mut self.dice, |square, direction| {
            played.push(code(square, direction));
        })
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
        let spread = self.settings.exploration * (parent.visits as f32).sqrt();
        let of_parent = 1.0 - parent.wins as f32 / parent.visits.max(1) as f32;
        let unvisited = of_parent - self.settings.reduction;
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
        if total <= self.settings.exact_swaps && at > 0 {
            let last = self.exact.steps + self.settings.exact_steps;
            if let Ok(wins) = self.exact.wins(own, &self.memory, &mut |steps| steps < last) {
                self.prove(at, wins);
                return false;
            }
        }
        if self.nodes.len() + total as usize > self.most_nodes {
            return false;
        }
        let from = self.nodes.len();
        let values = self.frame.neighbours(own);
        for direction in 0..DIRECTIONS {
            for square in swaps[direction].squares() {
                let weight = match self.settings.priors {
                    true => priors::weight(&self.frame, own, &values, square, direction),
                    false => 1.0,
                };
                let weight = weight * self.fared(square, direction);
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
        new.sort_unstable_by(|a, b| b.prior.total_cmp(&a.prior));
        (self.nodes[at].children, self.nodes[at].count) = (from as u32, total as u16);
        true
    }

    /// How a swap fared so far, compared with others, for whoever is to move at the end of the path.
    fn fared(&self, square: usize, direction: usize) -> f32 {
        if self.settings.history == 0 {
            return 1.0;
        }
        let side = self.path.len().saturating_sub(1) % 2;
        let [visits, wins] = self.history.sides[side][usize::from(code(square, direction))];
        let root = &self.nodes[0];
        let of_root = (root.wins + 10) as f32 / (root.visits + 20) as f32;
        let usual = if side == 0 { 1.0 - of_root } else { of_root };
        let rate = (wins as f32 + 20.0 * usual) / (visits as f32 + 20.0);
        let mut factor = rate / usual;
        for _ in 1..self.settings.history {
            factor = factor * factor;
        }
        factor.clamp(0.05, 20.0)
    }

    fn prove(&mut self, at: usize, wins: bool) {
        self.nodes[at].proof = if wins { Proof::MoverWins } else { Proof::MoverLoses };
    }
}
