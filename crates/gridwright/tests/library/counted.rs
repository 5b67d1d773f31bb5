//! Sudokus with few clues: counted by tables alone, and by tables and the genre's own enumeration in turns.

use gridwright::count::{Count, Counter};
use gridwright::random::Random;
use gridwright::{Limits, Puzzle};

const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A board with this many clues of a solution, its digits renamed.
fn sparse(clues: usize, random: &mut Random) -> String {
    let shift = random.below(9) as u8;
    let digit = |byte: u8| char::from(b'1' + (byte - b'1' + shift) % 9);
    let mut cells: Vec<usize> = (0..81).collect();
    for i in 0..clues {
        cells.swap(i, i + random.below(81 - i as u64) as usize);
    }
    let shown = &cells[..clues];
    let solved = SOLVED.bytes().enumerate();
    solved.map(|(cell, byte)| if shown.contains(&cell) { digit(byte) } else { '.' }).collect()
}

fn counts_agree(boards: u64, clues: std::ops::Range<u64>) {
    let mut random = Random::new(17);
    let (mut many, mut given_up) = (0, 0);
    for _ in 0..boards {
        let clues = clues.start + random.below(clues.end - clues.start);
        let line = sparse(clues as usize, &mut random);
        let puzzle: Puzzle = line.parse().unwrap();
        let mut counter = Counter::new(puzzle.model());
        counter.limit(&Limits::default().steps(20_000_000));
        match counter.count() {
            Count::Exactly(number) => {
                many += u64::from(number > 2000u32.into());
                assert_eq!(puzzle.count(), Count::Exactly(number), "{line}");
            }
            Count::AtLeast(..) => given_up += 1,
        }
    }
    assert!(many * 4 > boards && given_up * 4 < boards, "{many} {given_up}");
}

#[test]
fn sudokus_with_few_clues_have_one_number() {
    counts_agree(12, 22..26);
}

#[test]
#[ignore = "thousands of counts take an hour"]
fn thousands_of_sudokus_with_few_clues_have_one_number() {
    counts_agree(3000, 21..27);
}
