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
            let Some(loss) = self.average_loss(player) else { continue };
            let marks = Mark::ALL.map(|mark| mark.counted(self.count(player, mark)));
            let (name, loss) = (self.player(player), loss.exact_percent());
            writeln!(f, "{name}: {loss} lost a turn; {}", marks.join(", "))?;
        }
        if self.turns.iter().any(|judged| judged.mark.is_some()) {
            writeln!(f, "{}", Mark::scale())?;
        }
        Ok(())
    }
}

impl Analysis {
    fn chance_text(&self, turns: usize) -> String {
        match self.proven[turns] {
            Some(winner) => format!("{winner} wins"),
            None => format!("Black {}", self.chances[turns].percent()),
        }
    }

    fn better_text(&self, turn: usize) -> String {
        let judged = &self.turns[turn];
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
