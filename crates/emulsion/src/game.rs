//! A game: where it started and the turns since.

use crate::board::WrongSize;
use crate::position::{Colour, Illegal, Position, Tie, Turn};
use crate::{LARGEST, SMALLEST};

/// What players agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    /// Who wins when all groups are of equal sizes.
    pub tie: Tie,
    /// Whether White may swap sides at the first turn.
    pub pie: bool,
}

impl Rules {
    /// The usual rules on a board of this size.
    pub fn of_size(size: usize) -> Result<Rules, WrongSize> {
        match (SMALLEST..=LARGEST).contains(&size) {
            true => Ok(Rules { size: size as u8, tie: Tie::default(), pie: false }),
            false => Err(WrongSize(size)),
        }
    }

    /// Of the board.
    pub fn size(&self) -> usize {
        self.size.into()
    }
}

/// A game from some position on: its turns, and the position after each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    turns: Vec<Turn>,
    /// Before the first turn, and after each.
    positions: Vec<Position>,
}

impl Game {
    /// A game that has not begun.
    pub fn new(rules: Rules) -> Game {
        let start = Position::start(rules.size()).expect("rules have a size that boards have");
        Game::from_position(Position { tie: rules.tie, pie: rules.pie, ..start })
    }

    /// A game that starts at a position.
    pub fn from_position(start: Position) -> Game {
        Game { turns: Vec::new(), positions: vec![start] }
    }

    /// The position where it started.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.turns.len()]
    }

    /// The position after this many turns.
    pub fn position_after(&self, turns: usize) -> Option<&Position> {
        self.positions.get(turns)
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Plays a turn.
    pub fn play(&mut self, turn: Turn) -> Result<(), Illegal> {
        self.positions.push(self.position().after(turn)?);
        self.turns.push(turn);
        Ok(())
    }

    /// Takes the last turn back.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.positions.pop();
        Some(turn)
    }

    /// The game after no turn, after one, and so on up to all of them.
    pub fn prefixes(&self) -> impl Iterator<Item = Game> + '_ {
        (0..=self.turns.len()).map(|turns| Game {
            turns: self.turns[..turns].to_vec(),
            positions: self.positions[..=turns].to_vec(),
        })
    }

    /// The colour with which a player began who has this colour after some turns. It differs once the players have swapped
    /// sides.
    ///
    /// ```
    /// use gridwright_emulsion::{Colour, Record};
    /// let record = Record::read("[Size \"4\"][Pie \"yes\"] 1. b4a4 swap")?;
    /// let game = record.game();
    /// assert_eq!(game.began_as(Colour::Black, 1), Colour::Black);
    /// assert_eq!(game.began_as(Colour::Black, 2), Colour::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn began_as(&self, colour: Colour, turns: usize) -> Colour {
        let is_swapped = self.turns.iter().take(turns).any(|turn| *turn == Turn::SwapSides);
        if is_swapped { colour.other() } else { colour }
    }

    /// Whether the players have swapped sides.
    pub fn sides_are_swapped(&self) -> bool {
        self.turns.contains(&Turn::SwapSides)
    }
}
