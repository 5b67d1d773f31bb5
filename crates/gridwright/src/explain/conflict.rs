//! Entries that cannot stand together: the fewest that no solution agrees with.

use crate::model::{Board, Fact};
use crate::puzzle::Puzzle;
use crate::solve::{Answer, Engine};
use gridwright_base::{Limits, Stopped};

/// More sets of one size than this are not tried: what is found then is minimal, but perhaps not the smallest.
const MOST_SETS: usize = 20_000;

/// The fewest entries and marks that no solution of the puzzle agrees with, the first such in the order of the atoms; none
/// where some solution agrees with all, and none where the puzzle has no solution. Above three entries, or on boards with
/// very many, the set is minimal: each of them is needed.
///
/// ```
/// use gridwright::{Limits, Reading, explain::conflict, registry};
/// let board = "1...\n....\n....\n....\nentries:\n....\n.1..\n...3\n....\n";
/// let text = format!("gridwright {}\n{board}", registry::ALL[1].id);
/// let Reading { puzzle, position, .. } = text.parse()?;
/// let found = conflict(&puzzle, &position.board, &Limits::default()).unwrap();
/// assert_eq!(puzzle.tell_facts(&found), "r2c2 is 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflict(puzzle: &Puzzle, board: &Board, limits: &Limits) -> Result<Vec<Fact>, Stopped> {
    let facts: Vec<Fact> = board.facts().collect();
    let mut engine = Engine::new(puzzle.model());
    engine.limit(limits);
    // Solutions that were found: sets that agree with one of them need no search.
    let mut solutions: Vec<Board> = Vec::new();
    let mut agrees = |engine: &mut Engine, chosen: &[Fact]| -> Result<bool, Stopped> {
        let is_met = |solution: &Board| chosen.iter().all(|fact| solution.is_yes(fact.atom) == fact.holds);
        if solutions.iter().any(is_met) {
            return Ok(true);
        }
        engine.assume(chosen.iter().copied());
        match engine.solve() {
            Answer::Solution(solution) => {
                solutions.push(solution);
                Ok(true)
            }
            Answer::None => Ok(false),
            Answer::Unknown(why) => Err(why),
        }
    };
    if !agrees(&mut engine, &[])? || agrees(&mut engine, &facts)? {
        return Ok(Vec::new());
    }
    let mut clash: Vec<Fact> = engine.clash().0;
    for size in 1..=3usize.min(clash.len()) {
        let number = (0..size).try_fold(1usize, |sets, i| Some(sets.checked_mul(facts.len() - i)? / (i + 1)));
        if number.is_none_or(|number| number > MOST_SETS) {
            break;
        }
        let mut chosen: Vec<usize> = (0..size).collect();
        while let Some(set) = next_set(&mut chosen, facts.len()) {
            let set: Vec<Fact> = set.into_iter().map(|i| facts[i]).collect();
            if !agrees(&mut engine, &set)? {
                return Ok(set);
            }
        }
    }
    // Leave out whatever is not needed.
    for fact in clash.clone() {
        let others: Vec<Fact> = clash.iter().copied().filter(|other| *other != fact).collect();
        if !agrees(&mut engine, &others)? {
            clash = others;
        }
    }
    Ok(clash)
}

/// The set of indices that is `chosen`, which then becomes the next one of its size; `None` after the last.
fn next_set(chosen: &mut [usize], count: usize) -> Option<Vec<usize>> {
    let set = chosen.to_vec();
    if *set.last()? >= count {
        return None;
    }
    let size = chosen.len();
    match (0..size).rev().find(|i| chosen[*i] < count - size + i) {
        Some(i) => {
            chosen[i] += 1;
            (i + 1..size).for_each(|j| chosen[j] = chosen[j - 1] + 1);
        }
        None => chosen[size - 1] = count,
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Reading;
    use crate::registry;

    #[test]
    fn sets_are_counted_through() {
        for (size, count, expected) in [(1, 4, 4), (2, 5, 10), (3, 5, 10), (3, 3, 1)] {
            let mut chosen: Vec<usize> = (0..size).collect();
            let sets: Vec<_> = std::iter::from_fn(|| next_set(&mut chosen, count)).collect();
            assert_eq!(sets.len(), expected);
            assert!(sets.is_sorted() && sets.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }

    #[test]
    fn the_fewest_entries_are_found() {
        for (text, expected) in [
            // Each alone would do, the three together leave no room.
            ("....\n....\n....\n....\nentries:\n12..\n....\n...3\n....\n", vec![]),
            ("....\n....\n....\n....\nentries:\n1..1\n.2..\n...3\n....\n", vec!["r1c1", "r1c4"]),
            ("12..\n....\n....\n....\nentries:\n....\n..3.\n...3\n4...\n", vec!["r2c3"]),
        ] {
            let text = format!("gridwright {}\n{text}", registry::ALL[1].id);
            let Reading { puzzle, position, .. } = text.parse().unwrap();
            let found = conflict(&puzzle, &position.board, &Limits::default()).unwrap();
            let cells: Vec<String> = found
                .iter()
                .map(|fact| puzzle.grid().name(puzzle.atom_cell(fact.atom)).to_string())
                .collect();
            assert_eq!(cells, expected, "{text}");
            // None of them can be left out.
            for fact in &found {
                let mut engine = Engine::new(puzzle.model());
                engine.assume(found.iter().copied().filter(|other| other != fact));
                assert!(matches!(engine.solve(), Answer::Solution(_)));
            }
        }
    }
}
