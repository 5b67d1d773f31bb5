//! Moves, gains, groups, winners.

use crate::oracle::{self, Grid, Place};
use gridwright_base::random::Random;
use gridwright_emulsion::{Board, Colour, Deciding, Game, Position, Rules, Score, Square, Tie, Turn, perft};
use std::collections::BTreeSet;

const PERFT: [(usize, &[u64]); 5] = [
    (3, &[12, 96, 368, 856, 704]),
    (4, &[24, 500, 8272, 100516, 866976]),
    (5, &[40, 1484, 49312, 1419872]),
    (6, &[60, 3432, 184112, 9118980]),
    (7, &[84, 6824, 531528]),
];

fn board(grid: &Grid) -> Board {
    Board::of_black(grid.len(), |s| grid[usize::from(s.row)][usize::from(s.column)] == 'B').unwrap()
}

fn place(square: Square) -> Place {
    (square.row.into(), square.column.into())
}

/// Boards of random play and boards filled at random, in turn.
fn random_grid(random: &mut Random, size: usize) -> Grid {
    let mut grid = oracle::start(size);
    if random.percent(30) {
        let black = random.below(101);
        grid.iter_mut().flatten().for_each(|piece| *piece = if random.percent(black) { 'B' } else { 'W' });
        return grid;
    }
    let mut position = Position { board: board(&grid), ..Position::start(size).unwrap() };
    for _ in 0..random.index(size * size) {
        let turns = position.turns();
        if turns.is_empty() {
            break;
        }
        position = position.after(turns[random.index(turns.len())]).unwrap();
    }
    for square in position.board.squares() {
        grid[usize::from(square.row)][usize::from(square.column)] =
            if position.board.colour(square) == Colour::Black { 'B' } else { 'W' };
    }
    grid
}

/// Everything the library says about a board, against the oracle.
fn compare(grid: &mut Grid) {
    let board = board(grid);
    let swaps: BTreeSet<(Place, Place)> =
        board.swaps().into_iter().map(|swap| swap.squares()).map(|[a, b]| (place(a), place(b))).collect();
    for (colour, letter) in [(Colour::Black, 'B'), (Colour::White, 'W')] {
        let moves = oracle::moves(grid, letter);
        let unordered: BTreeSet<(Place, Place)> = moves.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        assert_eq!(swaps, unordered, "{colour:?} {grid:?}");
        assert_eq!(swaps.len(), moves.len());
        let sizes: Vec<u32> = board.groups(colour).iter().map(|group| group.len() as u32).collect();
        assert_eq!(sizes, oracle::groups(grid, letter), "{grid:?}");
    }
    let winner = Score::of(&board).outcome(Colour::White, Tie::LastMoverWins).winner;
    assert_eq!(winner == Colour::White, oracle::winner(grid, 'W') == 'W', "{grid:?}");
}

#[test]
fn perft_gives_the_published_numbers() {
    for (size, counts) in PERFT {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&Board::start(size).unwrap(), depth), *count, "size {size}, depth {depth}");
        }
    }
}

#[test]
fn perft_is_the_same_on_every_width_of_board() {
    fn slow(position: &Position, depth: u32) -> u64 {
        let turns = position.turns();
        match depth {
            1 => turns.len() as u64,
            _ => turns.iter().map(|turn| slow(&position.after(*turn).unwrap(), depth - 1)).sum(),
        }
    }
    for size in 2..=26 {
        let position = Position::start(size).unwrap();
        assert_eq!(perft(&position.board, 2), slow(&position, 2), "{size}");
    }
}

#[test]
fn fast_moves_are_those_of_the_oracle() {
    let mut random = Random::new(1);
    for round in 0..1400 {
        let size = 2 + round % 14;
        compare(&mut random_grid(&mut random, size));
    }
    for size in 16..=26 {
        for _ in 0..5 {
            compare(&mut random_grid(&mut random, size));
        }
    }
}

/// Ten million, in some minutes: `cargo test --release --test emulsion -- --ignored ten_million`.
#[test]
#[ignore = "takes minutes"]
fn fast_moves_are_those_of_the_oracle_ten_million_times() {
    let mut random = Random::new(2);
    for round in 0..10_000_000 {
        let size = 2 + round % 14;
        compare_moves(&mut random_grid_cheaply(&mut random, size));
    }
}

fn random_grid_cheaply(random: &mut Random, size: usize) -> Grid {
    if random.percent(5) {
        return random_grid(random, size);
    }
    // A checkerboard with some pieces turned over, from none to all.
    let turned = random.below(101);
    let mut grid = oracle::start(size);
    for piece in grid.iter_mut().flatten() {
        if random.percent(turned) {
            *piece = if random.percent(50) { 'B' } else { 'W' };
        }
    }
    grid
}

fn compare_moves(grid: &mut Grid) {
    let swaps: BTreeSet<(Place, Place)> = board(grid)
        .swaps()
        .into_iter()
        .map(|swap| swap.squares())
        .map(|[a, b]| (place(a), place(b)))
        .collect();
    for letter in ['B', 'W'] {
        let moves = oracle::moves(grid, letter);
        assert_eq!(swaps.len(), moves.len(), "{grid:?}");
        assert!(moves.iter().all(|(a, b)| swaps.contains(&(*a.min(b), *a.max(b)))), "{grid:?}");
    }
}

#[test]
fn values_and_gains_are_those_of_the_oracle() {
    let mut random = Random::new(3);
    for round in 0..1000 {
        let mut grid = random_grid(&mut random, 2 + round % 9);
        let board = board(&grid);
        for square in board.squares() {
            assert_eq!(f64::from(board.value(square).doubled()), 2.0 * oracle::value(&grid, place(square)));
        }
        for swap in board.swaps() {
            let [a, b] = swap.squares();
            let before = [oracle::value(&grid, place(a)), oracle::value(&grid, place(b))];
            oracle::exchange(&mut grid, place(a), place(b));
            let gain = f64::from(board.gain(swap).doubled()) / 2.0;
            assert_eq!(oracle::value(&grid, place(b)) - before[0], gain);
            assert_eq!(oracle::value(&grid, place(a)) - before[1], gain);
            oracle::exchange(&mut grid, place(a), place(b));
        }
    }
}

#[test]
fn like_coloured_pairs_rise_with_every_move_and_games_end_in_time() {
    let mut random = Random::new(4);
    for round in 0..300 {
        let size = 2 + round % 12;
        let mut position = Position::start(size).unwrap();
        let mut moves = 0;
        while let turns @ [_, ..] = &position.turns()[..] {
            let after = position.after(turns[random.index(turns.len())]).unwrap();
            assert!(after.board.like_pairs() > position.board.like_pairs());
            position = after;
            moves += 1;
        }
        assert!(moves <= 2 * size * (size - 1));
        let outcome = position.outcome().unwrap();
        assert!(size % 2 == 0 || outcome.deciding != Deciding::LastMove, "odd boards never tie");
    }
}

#[test]
fn the_optimal_game_on_size_four() {
    let mut game = Game::new(Rules::of_size(4).unwrap());
    let moves = "b4b3 a2b3 a1b1 b4c3 d4c4 d1c1 b1c2 a4a3 a2b3 c3c4 b2c1 c4b3";
    let mut counts = Vec::new();
    for text in moves.split(' ') {
        let position = game.position();
        counts.push(position.turns().len());
        let turn = position.read_turn(text).unwrap();
        assert_eq!(position.write_turn(turn), text);
        game.play(turn).unwrap();
    }
    assert_eq!(counts, [24, 20, 18, 17, 15, 13, 11, 9, 4, 5, 2, 1]);
    assert_eq!(game.position().to_line(), "BBBW/WWBW/WWBB/WWBB b");
    let outcome = game.position().outcome().unwrap();
    assert_eq!(outcome.winner, Colour::Black);
    assert_eq!(outcome.deciding, Deciding::Group { rank: 1, black: 8, white: 6 });
}

#[test]
fn a_full_tie_depends_on_the_last_move() {
    let tied = Position::read("BBWW/BBWW/WWBB/WWBB b").unwrap();
    assert!(tied.is_over());
    assert_eq!(tied.outcome().unwrap().winner, Colour::White);
    assert_eq!(tied.outcome().unwrap().deciding, Deciding::LastMove);
    let other = Position { tie: Tie::LastMoverLoses, ..tied };
    assert_eq!(other.outcome().unwrap().winner, Colour::Black);
}

#[test]
fn sides_are_swapped_once_at_the_first_turn_of_white() {
    let mut rules = Rules::of_size(5).unwrap();
    rules.pie = true;
    let mut game = Game::new(rules);
    assert!(game.play(Turn::SwapSides).is_err());
    game.play(game.position().turns()[0]).unwrap();
    assert_eq!(game.position().turns().last(), Some(&Turn::SwapSides));
    let before = game.position().board.clone();
    let mut kept = game.clone();
    game.play(Turn::SwapSides).unwrap();
    assert_eq!((&game.position().board, game.position().to_move), (&before, Colour::White));
    assert!(game.sides_are_swapped());
    assert!(game.play(Turn::SwapSides).is_err());
    kept.play(kept.position().turns()[0]).unwrap();
    kept.play(kept.position().turns()[0]).unwrap();
    assert!(kept.play(Turn::SwapSides).is_err());
    let last = kept.turns()[2];
    assert_eq!((kept.undo(), kept.turns().len()), (Some(last), 2));
}
