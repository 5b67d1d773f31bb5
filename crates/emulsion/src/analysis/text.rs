//! An analysis as text: a line a turn, and a summary.

use super::{Analysis, Mark};
use crate::position::Colour;
use crate::words;
use std::fmt;

/// The text shows this many turns of an expected line.
const SHOWN: usize = 5;

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.turns.len().to_string().len();
        let who = |i: usize| self.who(self.turns[i].mover, i);
        let width = (0..self.turns.len()).map(|i| who(i).chars().count()).max().unwrap_or(0);
        for (i, judged) in self.turns.iter().enumerate() {
            let before = self.record.game.position_after(i).expect("there is a position before each turn");
            let (mover, turn) = (who(i), before.write_turn(judged.turn));
            let sign = judged.mark.map_or("", Mark::sign);
            let (chance, better) = (self.chance_text(i + 1), self.better_text(i));
            let line = format!("{:>number$} {mover:<width$} {turn:<6} {sign:<2} {chance:<10}{better}", i + 1);
            writeln!(f, "{}", line.trim_end())?;
        }
        if let Some(loser) = self.record.resigned() {
            writeln!(f, "{}{}", words::given_up(loser), self.chance_given_up(loser))?;
        }
        for player in Colour::ALL {
            let Some(summary) = self.summary(player) else { continue };
            writeln!(f, "{summary}")?;
        }
        if self.turns.iter().any(|judged| judged.mark.is_some()) {
            writeln!(f, "{}", Mark::scale())?;
        }
        if self.uncertain() > 0 {
            let turns = gridwright_base::counted(self.uncertain(), "turn");
            writeln!(f, "Not enough simulations to judge {turns}: give --simulations or --time")?;
        }
        Ok(())
    }
}

impl Analysis {
    /// How well the player who began with a colour played: `Black: 12.1 % lost a turn; 2 inaccuracies, 0 mistakes, 3
    /// blunders`.
    pub fn summary(&self, player: Colour) -> Option<String> {
        let loss = self.average_loss(player)?.exact_percent();
        let marks = Mark::ALL.map(|mark| mark.counted(self.count(player, mark)));
        Some(format!("{}: {loss} lost a turn; {}", self.player(player), marks.join(", ")))
    }

    /// What would have been better than a turn, with the facts of a hint for it: `Better was c3d3: it gains 1.` Nothing for
    /// a turn without a mark.
    pub fn better(&self, turn: usize, facts: &str) -> String {
        let better = self.best_line(turn).into_iter().next();
        let judged = self.turns.get(turn).filter(|judged| judged.mark.is_some());
        let Some((_, better)) = judged.zip(better) else { return String::new() };
        let facts = if facts.is_empty() { String::new() } else { format!(": it {facts}") };
        format!("Better was {better}{facts}.")
    }

    /// Black's chance after some turns, or who wins.
    pub fn chance_text(&self, turns: usize) -> String {
        match self.proven[turns] {
            Some(winner) => format!("{winner} wins"),
            None => format!("Black {}", self.chances[turns].percent()),
        }
    }

    /// What is known of the position after some turns, and of the last of them.
    pub fn told(&self, turns: usize) -> String {
        let chance = match self.chances.len() > turns {
            true => format!(" {}.", self.chance_text(turns)),
            false => String::new(),
        };
        let Some(last) = turns.checked_sub(1) else { return format!("The start.{chance}") };
        let before = self.record.game.position_after(last).expect("there is a position before each turn");
        let turn = before.write_turn(self.record.game.turns()[last]);
        let Some(judged) = self.turns.get(last) else { return format!("{turns}. {turn}.") };
        let sign = judged.mark.map_or("", Mark::sign);
        let better = self.better_text(last);
        let better = if better.is_empty() { String::new() } else { format!(" {}.", better.trim()) };
        format!("{turns}. {} {turn}{sign}.{chance}{better}", self.who(judged.mover, last))
    }

    pub(crate) fn better_text(&self, turn: usize) -> String {
        let judged = &self.turns[turn];
        if judged.is_uncertain {
            return format!("  {} lost, not enough simulations", judged.loss.exact_percent());
        }
        let Some(mark) = judged.mark else { return String::new() };
        let line: Vec<String> = self.best_line(turn).into_iter().take(SHOWN).collect();
        let line = if line.is_empty() { String::new() } else { format!(", better {}", line.join(" ")) };
        format!("  {} lost, {}{line}", judged.loss.exact_percent(), mark.name())
    }

    /// The chance of the side that gave up, where it is known.
    fn chance_given_up(&self, loser: Colour) -> String {
        let last = self.record.game.turns().len();
        let Some(black) = self.chances.get(last) else { return String::new() };
        match self.proven[last] {
            Some(winner) if winner == loser => ", though the game was won by proof".to_string(),
            Some(_) => ", the game being lost by proof".to_string(),
            None => {
                let chance = if loser == Colour::Black { *black } else { black.opposite() };
                format!(" with a chance of {}", chance.percent())
            }
        }
    }
}

impl Mark {
    /// `1 mistake`, `2 inaccuracies`
    fn counted(self, number: usize) -> String {
        match (self, number) {
            (_, 1) => format!("1 {}", self.name()),
            (Mark::Inaccuracy, _) => format!("{number} inaccuracies"),
            _ => format!("{number} {}s", self.name()),
        }
    }
}
