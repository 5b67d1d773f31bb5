//! The rules as prose says them, square by square, written apart from the library's.

use std::collections::BTreeSet;

/// Rows of `B` and `W`.
pub type Grid = Vec<Vec<char>>;
pub type Place = (usize, usize);

pub fn start(size: usize) -> Grid {
    (0..size).map(|r| (0..size).map(|c| if (r + c) % 2 == 0 { 'W' } else { 'B' }).collect()).collect()
}

fn around(size: usize, (r, c): Place, steps: &[(i32, i32)]) -> Vec<Place> {
    let inside = |x: i32| x >= 0 && x < size as i32;
    steps
        .iter()
        .map(|(dr, dc)| (r as i32 + dr, c as i32 + dc))
        .filter(|(r, c)| inside(*r) && inside(*c))
        .map(|(r, c)| (r as usize, c as usize))
        .collect()
}

const SIDES: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const ALL: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The value of a piece: neighbours of its colour and half a point for each edge.
pub fn value(grid: &Grid, place: Place) -> f64 {
    let size = grid.len();
    let sides = around(size, place, &SIDES);
    let edges = 4 - sides.len();
    let own = sides.iter().filter(|(r, c)| grid[*r][*c] == grid[place.0][place.1]).count();
    own as f64 + edges as f64 / 2.0
}

/// From where to where the pieces of a colour may move: swap, look whether the piece is worth more, swap back.
pub fn moves(grid: &mut Grid, colour: char) -> BTreeSet<(Place, Place)> {
    let size = grid.len();
    let mut moves = BTreeSet::new();
    for from in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
        if grid[from.0][from.1] != colour {
            continue;
        }
        let before = value(grid, from);
        for to in around(size, from, &ALL) {
            if grid[to.0][to.1] == colour {
                continue;
            }
            exchange(grid, from, to);
            if value(grid, to) > before {
                moves.insert((from, to));
            }
            exchange(grid, from, to);
        }
    }
    moves
}

pub fn exchange(grid: &mut Grid, a: Place, b: Place) {
    let piece = grid[a.0][a.1];
    grid[a.0][a.1] = grid[b.0][b.1];
    grid[b.0][b.1] = piece;
}

/// The sizes of a colour's groups, the largest first.
pub fn groups(grid: &Grid, colour: char) -> Vec<u32> {
    let size = grid.len();
    let mut seen = BTreeSet::new();
    let mut sizes = Vec::new();
    for place in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
        let mut waiting = vec![place];
        let mut count = 0;
        while let Some(place) = waiting.pop() {
            if grid[place.0][place.1] == colour && seen.insert(place) {
                count += 1;
                waiting.extend(around(size, place, &SIDES));
            }
        }
        if count > 0 {
            sizes.push(count);
        }
    }
    sizes.sort();
    sizes.reverse();
    sizes
}

/// Who wins: largest groups first, then the sums of the two largest, of the three largest and so on, as long as
/// they are equal. `of_tie` decides full ties.
pub fn winner(grid: &Grid, of_tie: char) -> char {
    let (black, white) = (groups(grid, 'B'), groups(grid, 'W'));
    for number in 1..=black.len().max(white.len()) {
        let sum = |sizes: &[u32]| sizes.iter().take(number).sum::<u32>();
        match sum(&black).cmp(&sum(&white)) {
            std::cmp::Ordering::Greater => return 'B',
            std::cmp::Ordering::Less => return 'W',
            std::cmp::Ordering::Equal => {}
        }
    }
    of_tie
}

/// Whether the side to move wins, by trying everything. `last_wins` says to whom a full tie goes.
pub fn mover_wins(
    grid: &mut Grid,
    mover: char,
    last_wins: bool,
    known: &mut std::collections::BTreeMap<(Grid, char), bool>,
) -> bool {
    if let Some(wins) = known.get(&(grid.clone(), mover)) {
        return *wins;
    }
    let other = if mover == 'B' { 'W' } else { 'B' };
    let moves = moves(grid, mover);
    let wins = if moves.is_empty() {
        winner(grid, if last_wins { other } else { mover }) == mover
    } else {
        moves.into_iter().any(|(from, to)| {
            exchange(grid, from, to);
            let wins = !mover_wins(grid, other, last_wins, known);
            exchange(grid, from, to);
            wins
        })
    };
    known.insert((grid.clone(), mover), wins);
    wins
}
