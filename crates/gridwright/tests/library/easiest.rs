//! Sudokus: the easiest step comes first, seen by a search written apart from ours, and is told as players tell it.

use gridwright::Puzzle;
use gridwright::explain::Walkthrough;
use gridwright::model::{Atom, Board, Value};

const BOARDS: [&str; 3] = [
    "..5.32.....9..1..34........6.....2..2....5.84..7...1..8...6...7.1...85.2.......4.",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
];

fn explained(line: &str) -> Walkthrough {
    Puzzle::parse(line).unwrap().explain()
}

/// Rows, columns and boxes.
fn houses() -> Vec<Vec<usize>> {
    let rows = (0..9).map(|row| (0..9).map(|i| row * 9 + i).collect());
    let columns = (0..9).map(|col| (0..9).map(|i| i * 9 + col).collect());
    let cell = |at: usize, i: usize| (at / 3 * 3 + i / 3) * 9 + at % 3 * 3 + i % 3;
    rows.chain(columns).chain((0..9).map(|at| (0..9).map(|i| cell(at, i)).collect())).collect()
}

/// The candidates of every cell as bits; a filled cell has its digit.
fn candidates(known: &Board) -> Vec<u16> {
    let can_be = |cell: u32, digit: &u32| known.get(Atom(cell * 9 + digit)) != Value::No;
    (0..81)
        .map(|cell| (0..9).filter(|digit| can_be(cell, digit)).fold(0, |bits, digit| bits | 1 << digit))
        .collect()
}

/// The cells of a house, as bits, that can hold some digits.
fn places(cells: &[u16], house: &[usize], digits: u16) -> u16 {
    (0..9).filter(|i| cells[house[*i]] & digits != 0).fold(0, |bits, i| bits | 1 << i)
}

/// How hard the easiest of some techniques is that says something new, in tenths.
fn easiest(known: &Board) -> u32 {
    let cells = candidates(known);
    let is_open = |cell: usize| cells[cell].count_ones() > 1;
    let mut least = u32::MAX;
    for (number, house) in houses().iter().enumerate() {
        for digit in 0..9 {
            let here = places(&cells, house, 1 << digit);
            if here.count_ones() == 1 && is_open(house[here.trailing_zeros() as usize]) {
                least = least.min(if number < 18 { 15 } else { 12 });
            }
        }
        for set in (1u16..512).filter(|set| (2..=3).contains(&set.count_ones())) {
            let size = set.count_ones();
            // As cells: no more digits than cells.
            let own: Vec<usize> = (0..9).filter(|i| set >> i & 1 == 1).map(|i| house[i]).collect();
            let digits = own.iter().fold(0, |digits, cell| digits | cells[*cell]);
            let is_gone = |cell: &&usize| !own.contains(cell) && cells[**cell] & digits != 0;
            if own.iter().all(|cell| is_open(*cell))
                && digits.count_ones() == size
                && house.iter().any(|cell| is_gone(&cell))
            {
                least = least.min(if size == 2 { 30 } else { 36 });
            }
            // As digits: no more cells than digits.
            let here = places(&cells, house, set);
            let own: Vec<usize> = (0..9).filter(|i| here >> i & 1 == 1).map(|i| house[i]).collect();
            let is_full = own.iter().all(|cell| cells[*cell] & !set == 0);
            if own.iter().all(|cell| is_open(*cell)) && here.count_ones() == size && !is_full {
                least = least.min(if size == 2 { 34 } else { 40 });
            }
        }
    }
    least
}

#[test]
fn nothing_harder_comes_before_singles_and_sets() {
    let mut found = 0;
    for line in BOARDS {
        let walkthrough = explained(line);
        let mut known = walkthrough.before.clone();
        for explained in &walkthrough.steps {
            let technique = explained.explanation.technique.expect("these boards need no cases");
            let least = easiest(&known);
            assert!(technique.hardness.tenths() <= least, "{} at {least}: {line}", technique.name);
            found += usize::from(technique.hardness.tenths() == least);
            known.extend(explained.facts());
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn steps_of_sudokus_are_told_as_players_tell_them() {
    let walkthrough = explained(BOARDS[0]);
    let steps: Vec<String> = walkthrough
        .steps
        .iter()
        .map(|explained| format!("{}: {}", explained.explanation.kind, explained.explanation.text()))
        .collect();
    for told in [
        "hidden triple: In box 3 only r2c8, r3c8 and r3c9 can be 1, 2 and 5, so r2c8 is not 6, r3c8 is not 6, 7 or 9 and r3c9 is not 6, 8 or 9.",
        "skyscraper: In column 8 only r1c8 and r4c8 can be 7; in column 6 only r3c6 and r4c6 can be 7; since r4c8 and r4c6 see each other in \
         row 4, r1c8 or r3c6 is 7, so r1c4 is not 7.",
        "XYZ-wing: The pivot r1c9 is 6, 8 or 9; if it is 6, the pincer r1c2 is 8; if it is 9, the pincer r3c7 is 8; one of the three is 8, so \
         r1c7 is not 8.",
    ] {
        assert!(steps.iter().any(|step| step == told), "{told}\n{}", steps.join("\n"));
    }
    let chain = walkthrough.steps.iter().find_map(|explained| explained.explanation.chain.as_ref()).unwrap();
    assert!(
        chain
            .links
            .windows(2)
            .all(|pair| pair[0].is_strong != pair[1].is_strong && pair[0].to == pair[1].from)
    );
}
