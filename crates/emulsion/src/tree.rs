//! The search that plays: positions judged by random games, with proven results where they are found.

use crate::exact::Exact;
use crate::frame::Frame;
use crate::graph::{Graph, Link, Place, Proof};
use crate::memory::OwnMemory;
use crate::plane::{DIRECTIONS, Plane};
use crate::playout::{Dice, playout};
use crate::position::Tie;
use crate::priors::View;
use gridwright_base::Stopped;

/// What was found by playing against each other.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// How much weight promising moves with few visits have.
    pub exploration: f32,
    /// Positions with at most so many swaps are given to the exact search.
    pub exact_swaps: u32,
    /// And so many steps it may take.
    pub exact_steps: u64,
    /// A position gets its moves when it has been visited so often. Finding them takes longer than a random game.
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
    memory: OwnMemory<P>,
    /// The positions on the way from the root and the moves made there.
    path: Vec<(u32, u32)>,
    /// Moves that are being sorted.
    keys: Vec<u64>,
}

impl<P: Plane> Tree<P> {
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
            memory: OwnMemory::new(1 << 14),
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

    pub fn root(&self) -> &Place<P> {
        &self.graph.places[0]
    }

    /// The moves of the root, and how often whoever moves wins after them.
    pub fn moves(&self) -> impl Iterator<Item = (&Link, f32)> {
        let chances = &self.graph.appeals.chances[self.root().numbers()];
        self.graph.links_of(0).iter().zip(chances.iter().copied())
    }

    /// The moves that are expected.
    pub fn line(&self) -> Vec<&Link> {
        let mut line = Vec::new();
        let mut place = Some(0);
        while let Some(best) = place.and_then(|place| self.best_of(place)).filter(|best| best.visits > 0) {
            line.push(best);
            place = best.to();
        }
        line
    }

    #[cfg(test)]
    pub fn best(&self) -> Option<&Link> {
        self.best_of(0)
    }

    /// The most visited move that is not proven to be bad, or one that is proven to win.
    fn best_of(&self, place: usize) -> Option<&Link> {
        let rank = |link: &Link| match link.proof {
            Proof::MoverLoses => (2, link.visits),
            Proof::Unknown => (1, link.visits),
            Proof::MoverWins => (0, link.visits),
        };
        // Of equals the first: it looked more promising.
        self.graph.links_of(place).iter().rev().max_by_key(|link| rank(link))
    }

    /// Makes the position after a swap the root and keeps what is known about it.
    pub fn advance(&mut self, square: usize, direction: usize) {
        let own = self.frame.full & !self.root().own.toggled(square, direction);
        let played =
            |link: &&Link| usize::from(link.square) == square && usize::from(link.direction) == direction;
        let Some(to) = self.graph.links_of(0).iter().find(played).and_then(Link::to) else {
            return self.restart(own);
        };
        self.graph.keep_from(to);
        if self.root().numbers().is_empty() {
            // Where the exact search has proven it the moves are not known: they will soon be, in the same way.
            self.graph.places[0].proof = Proof::Unknown;
            self.expand(0, own);
        }
    }

    /// One game: down the tree to a new position, from there at random to the end, and the result back up.
    pub fn simulate(&mut self) {
        self.path.clear();
        let mut own = self.root().own;
        let mut at = 0;
        let (leaf, mover_wins) = loop {
            let place = &self.graph.places[at];
            let is_closed = place.numbers().is_empty();
            if is_closed && place.proof == Proof::Unknown && place.visits >= self.settings.visits_to_open {
                self.expand(at, own);
            }
            let place = &self.graph.places[at];
            match place.proof {
                Proof::MoverWins => break (Some(at), true),
                Proof::MoverLoses => break (Some(at), false),
                Proof::Unknown => {}
            }
            if place.numbers().is_empty() {
                break (Some(at), playout(&self.frame, own, self.tie, &mut self.dice));
            }
            let number = self.choose(at);
            let link = &self.graph.links[number];
            own = self.frame.full & !own.toggled(link.square.into(), link.direction.into());
            self.path.push((at as u32, number as u32));
            match self.graph.follow(number, own) {
                Some(to) => at = to,
                None => break (None, playout(&self.frame, own, self.tie, &mut self.dice)),
            }
        };
        self.back_up(leaf, mover_wins);
    }

    fn back_up(&mut self, leaf: Option<usize>, mut mover_wins: bool) {
        let Graph { places, links, appeals, .. } = &mut self.graph;
        let mut below = leaf;
        if let Some(leaf) = leaf {
            // Days of thought must not begin to count anew.
            let is_new = places[leaf].visits < u32::MAX;
            places[leaf].visits += u32::from(is_new);
            places[leaf].wins += f64::from(u8::from(mover_wins && is_new));
        }
        for (at, number) in self.path.iter().rev().map(|(at, number)| (*at as usize, *number as usize)) {
            mover_wins = !mover_wins;
            let (link, chance) = (&mut links[number], &mut appeals.chances[number]);
            let place = &mut places[at];
            place.tried += u16::from(link.visits == 0);
            place.visits = place.visits.saturating_add(1);
            place.wins -= f64::from(link.visits) * f64::from(*chance);
            link.visits = link.visits.saturating_add(1);
            match below {
                Some(below) => {
                    let below = &places[below];
                    *chance = 1.0 - below.chance();
                    link.proof = below.proof;
                }
                None => *chance += (f32::from(u8::from(mover_wins)) - *chance) / link.visits as f32,
            }
            let proof = link.proof;
            let place = &mut places[at];
            place.wins += f64::from(link.visits) * f64::from(*chance);
            appeals.urges[number] = match proof {
                Proof::MoverWins => f32::NEG_INFINITY,
                _ => link.prior / (1.0 + link.visits as f32),
            };
            if place.proof == Proof::Unknown {
                let all_lose = || links[place.numbers()].iter().all(|link| link.proof == Proof::MoverWins);
                place.proof = match proof {
                    Proof::MoverLoses => Proof::MoverWins,
                    Proof::MoverWins if all_lose() => Proof::MoverLoses,
                    _ => Proof::Unknown,
                };
            }
            below = Some(at);
        }
    }

    /// The number of the move to look at next.
    #[inline]
    fn choose(&self, at: usize) -> usize {
        let place = &self.graph.places[at];
        let spread = self.settings.exploration * (place.visits as f32).sqrt();
        let (best, appeal) = self.graph.appeals.greatest(place.tried_numbers(), spread);
        let untried = place.tried_numbers().end;
        if untried == place.numbers().end {
            return best;
        }
        // A move without visits is taken to be as good as the position, and the first of them was the most promising.
        let chance = place.chance();
        if chance + spread * self.graph.appeals.urges[untried] > appeal { untried } else { best }
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
                .wins(own, &self.memory, &mut |steps| if steps < last { Ok(()) } else { Err(Stopped::Steps) })
            {
                return self.prove(at, wins);
            }
        }
        if !self.graph.has_room(total as usize) {
            return;
        }
        let view = View::new(self.frame.size, own);
        // In random order among equals, or the corner where squares begin would be preferred.
        let mixer = self.dice.bits() | 1;
        let mut sum = 0.0;
        self.keys.clear();
        for (direction, squares) in swaps.iter().enumerate() {
            for square in squares.squares() {
                let weight = view.weight(square, direction);
                sum += weight;
                let number = (square * DIRECTIONS + direction) as u64;
                let order = mixer.wrapping_mul(number + 1) >> 48;
                // Larger weights, which are positive, have larger bits.
                self.keys.push(u64::from(!weight.to_bits()) << 32 | order << 16 | number);
            }
        }
        self.keys.sort_unstable();
        let scale = 1.0 / sum;
        let links = self.keys.iter().map(|key| {
            let number = (key & 0xffff) as usize;
            let weight = f32::from_bits(!((key >> 32) as u32));
            Link::new(number / DIRECTIONS, number % DIRECTIONS, scale * weight)
        });
        self.graph.give_links(at, links);
    }

    fn prove(&mut self, at: usize, wins: bool) {
        self.graph.places[at].proof = if wins { Proof::MoverWins } else { Proof::MoverLoses };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::any_swap;
    use std::collections::BTreeSet;

    /// Every move leads to the position that it makes, and no position is there twice or cannot be reached.
    fn check<P: Plane>(tree: &Tree<P>, own: P) {
        assert_eq!(tree.root().own, own);
        let places = &tree.graph.places;
        let mut seen = BTreeSet::from([own]);
        for (number, place) in places.iter().enumerate() {
            let links = tree.graph.links_of(number);
            let visits: u32 = links.iter().map(|link| link.visits).sum();
            assert!(visits <= place.visits && place.wins <= f64::from(place.visits) + 1e-6);
            assert!(links.is_sorted_by(|a, b| a.prior >= b.prior));
            check_appeals(tree, number);
            for link in links {
                let Some(to) = link.to() else { continue };
                assert!(
                    places[to].visits >= link.visits,
                    "what is known about a move is known about where it leads"
                );
                let after = place.own.toggled(link.square.into(), link.direction.into());
                assert_eq!(places[to].own, tree.frame.full & !after);
                seen.insert(places[to].own);
            }
            if links.iter().any(|link| link.proof == Proof::MoverLoses) {
                assert_eq!(place.proof, Proof::MoverWins);
            }
        }
        assert_eq!(seen.len(), places.len());
    }

    /// What is chosen by follows from the moves, and the first of the best by it is found.
    fn check_appeals<P: Plane>(tree: &Tree<P>, number: usize) {
        let Graph { places, appeals, .. } = &tree.graph;
        let (place, links) = (&places[number], tree.graph.links_of(number));
        assert_eq!(usize::from(place.tried), links.iter().filter(|link| link.visits > 0).count());
        let urges = &appeals.urges[place.numbers()];
        for (i, (link, urge)) in links.iter().zip(urges).enumerate() {
            assert_eq!(link.visits > 0, i < usize::from(place.tried));
            match link.proof {
                Proof::MoverWins => assert_eq!(*urge, f32::NEG_INFINITY),
                _ => assert_eq!(*urge, link.prior / (1.0 + link.visits as f32)),
            }
        }
        for spread in [0.5, 10.0] {
            let appeal = |number: usize| appeals.chances[number] + spread * appeals.urges[number];
            let most = place.tried_numbers().map(appeal).fold(f32::MIN, f32::max);
            let (found, found_appeal) = appeals.greatest(place.tried_numbers(), spread);
            assert_eq!(found_appeal, most);
            assert!(most == f32::MIN || (place.tried_numbers().contains(&found) && appeal(found) == most));
        }
    }

    fn stays_sound<P: Plane>(size: usize, bytes: usize, seed: u64) {
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
            stays_sound::<crate::plane::Rows16>(9, bytes, seed);
        }
        stays_sound::<crate::plane::Rows16>(12, 1 << 20, 1);
    }

    #[test]
    fn a_full_tree_stays_within_its_room() {
        let frame = Frame::<u64>::new(7);
        let mut tree =
            Tree::new(frame.clone(), frame.full & 0x5555_aaaa_3333_cccc, Tie::LastMoverWins, 1, 1 << 16);
        for _ in 0..20_000 {
            tree.simulate();
        }
        let links = tree.graph.links.len();
        assert!(tree.graph.bytes() <= 1 << 16);
        assert!(tree.root().visits == 20_000 && links > 1000);
    }
}
