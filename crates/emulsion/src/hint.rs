//! Hints: a turn and the reasons for it.

use crate::board::{Board, Square, Swap};
use crate::chance::Chance;
use crate::halves::Halves;
use crate::position::{Colour, Position, Turn};
use crate::search::Report;

/// A turn and the reasons for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The turn.
    pub turn: Turn,
    /// Who wins after it, where that is proven.
    pub proven: Option<Colour>,
    /// The chance of the side to move with this turn.
    pub chance: Chance,
    /// The next best turn and the chance with it.
    pub next: Option<(Turn, Chance)>,
    /// What either piece gains; nothing when sides are swapped.
    pub gain: Halves,
    /// Sizes of the mover's groups that the piece joins, largest first.
    pub joined: Vec<usize>,
    /// The group of the opponent that falls apart, and the sizes of its parts, largest first.
    pub split: Option<(usize, Vec<usize>)>,
    position: Position,
    /// Whether it is proven that every turn loses.
    is_lost: bool,
    /// Whether the other player may swap sides after it.
    is_taken_over: bool,
}

impl Hint {
    /// The reasons for a turn in a report's position.
    pub fn new(report: &Report, turn: Turn) -> Hint {
        let position = report.position.clone();
        let mover = position.to_move;
        let mut hint = Hint {
            turn,
            proven: None,
            chance: report.chance_of(turn),
            next: None,
            gain: Halves::ZERO,
            joined: Vec::new(),
            split: None,
            is_lost: report.proven == Some(mover.other()),
            is_taken_over: position.after(turn).is_ok_and(|after| after.may_swap_sides() && !after.is_over()),
            position,
        };
        let others = report.moves.iter().filter(|m| Turn::Swap(m.swap) != turn && m.visits > 0);
        hint.next = others.map(|m| (Turn::Swap(m.swap), m.chance(mover))).next();
        match turn {
            Turn::SwapSides => hint.proven = report.proven,
            Turn::Swap(swap) => {
                hint.proven = report.moves.iter().find(|m| m.swap == swap).and_then(|m| m.proven);
                if hint.is_lost {
                    hint.proven = report.proven;
                }
                hint.look_at_groups(swap);
            }
        }
        hint
    }

    fn look_at_groups(&mut self, swap: Swap) {
        let (board, mover) = (&self.position.board, self.position.to_move);
        self.gain = board.gain(swap);
        let [_, to] = self.position.own_first(swap);
        let after = board.swapped(swap);
        let beside = |square: &Square| square.row.abs_diff(to.row) + square.column.abs_diff(to.column) == 1;
        // Without the piece itself, to see which groups it joins.
        let own = |square: Square| square != to && after.colour(square) == mover;
        let without = Board::of_black(board.size(), own).expect("there is a board of this size");
        let groups = without.groups(Colour::Black);
        self.joined = groups.iter().filter(|group| group.iter().any(beside)).map(Vec::len).collect();
        let theirs = board.groups(mover.other());
        let Some(left) = theirs.iter().find(|group| group.contains(&to)) else { return };
        let parts = after.groups(mover.other());
        let parts =
            parts.iter().filter(|part| part.iter().any(|square| *square != to && left.contains(square)));
        let parts: Vec<usize> = parts.map(Vec::len).collect();
        self.split = (parts.len() > 1).then_some((left.len(), parts));
    }

    /// What the turn does on the board: `gains 1 and joins groups of 5, 1 and 1 to one of 8`; nothing where it swaps sides.
    pub fn facts(&self) -> String {
        let Turn::Swap(_) = self.turn else { return String::new() };
        let mover = self.position.to_move;
        let mut facts = vec![format!("gains {}", self.gain)];
        let total = 1 + self.joined.iter().sum::<usize>();
        match &self.joined[..] {
            [] => {}
            [1] => facts.push("makes a pair".to_string()),
            [one] => facts.push(format!("makes a group of {one} one of {total}")),
            pieces if pieces.iter().all(|size| *size == 1) => {
                facts.push(format!("joins {} single pieces to a group of {total}", pieces.len()));
            }
            several => facts.push(format!("joins groups of {} to one of {total}", listed(several))),
        }
        if let Some((whole, _)) = &self.split {
            facts.push(format!("splits a {} group of {whole}", mover.other().name().to_lowercase()));
        }
        words(&facts)
    }

    /// The reasons in a sentence or two.
    pub fn reason(&self) -> String {
        let mover = self.position.to_move;
        let Turn::Swap(_) = self.turn else {
            let wins = match self.proven {
                Some(_) => "wins, by proof".to_string(),
                None => format!("wins {} of simulated games", self.chance.percent()),
            };
            return format!("The other side is better off: it {wins}.");
        };
        let facts = format!("It {}.", self.facts());
        let judgement = match (self.proven, self.next) {
            (Some(_), _) if self.is_taken_over => {
                "The other player may swap sides, and wins with the better one, by proof.".to_string()
            }
            (None, _) if self.is_taken_over => {
                let chance = self.chance.percent();
                format!("It leaves the chances most even ({chance}), as the other player may swap sides.")
            }
            (Some(winner), _) if !self.is_lost => format!("{} wins then, by proof.", winner.name()),
            (Some(_), _) => "Every move loses, by proof: this one may be the hardest to answer.".to_string(),
            (None, Some((next, chance))) => {
                let next = self.position.write_turn(next);
                let compared = match chance.percent() {
                    // A move with fewer visits is less certain.
                    chance_of_next if chance >= self.chance => {
                        format!("{next} looks as good ({chance_of_next})")
                    }
                    chance_of_next => format!("{chance_of_next} after the next best, {next}"),
                };
                let (mover, chance) = (mover.name(), self.chance.percent());
                format!("{mover} wins {chance} of simulated games after it, and {compared}.")
            }
            (None, None) => "It is the only move.".to_string(),
        };
        format!("{judgement} {facts}")
    }
}

/// `5, 3 and 2`.
fn listed(sizes: &[usize]) -> String {
    words(&sizes.iter().map(usize::to_string).collect::<Vec<_>>())
}

fn words(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
