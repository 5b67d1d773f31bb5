//! A finished or unfinished game looked at again, turn by turn.

use crate::game::Game;
use crate::position::{Colour, Turn};
use crate::record::Record;
use crate::search::Report;

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// It lost at least [`Mark::INACCURACY`] of the chance to win.
    Inaccuracy,
    /// It lost at least [`Mark::MISTAKE`].
    Mistake,
    /// It lost at least [`Mark::BLUNDER`], or a game that was won by proof.
    Blunder,
}

impl Mark {
    /// All, the least first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
    /// Thousandths of the chance to win from which a turn is inaccurate.
    pub const INACCURACY: u16 = 50;
    /// From which it is a mistake.
    pub const MISTAKE: u16 = 100;
    /// From which it is a blunder.
    pub const BLUNDER: u16 = 200;

    /// The mark for a loss in thousandths.
    pub fn of_loss(loss: u16) -> Option<Mark> {
        match loss {
            Mark::BLUNDER.. => Some(Mark::Blunder),
            Mark::MISTAKE.. => Some(Mark::Mistake),
            Mark::INACCURACY.. => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// `?!`, `?` or `??`.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// From which loss on it is given, in thousandths.
    pub fn least_loss(self) -> u16 {
        match self {
            Mark::Inaccuracy => Mark::INACCURACY,
            Mark::Mistake => Mark::MISTAKE,
            Mark::Blunder => Mark::BLUNDER,
        }
    }

    /// What the marks mean.
    pub fn scale() -> String {
        let each = Mark::ALL
            .map(|mark| format!("{} ({}) from {} %", mark.sign(), mark.name(), mark.least_loss() / 10));
        format!("Marks by the chance to win that a turn lost: {}", each.join(", "))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// What is thought of a turn that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The turn.
    pub turn: Turn,
    /// Whose it was.
    pub mover: Colour,
    /// With which colour the mover began: another one after the players changed sides.
    pub player: Colour,
    /// The mover's chance to win before it with best play, in thousandths.
    pub before: u16,
    /// And after it.
    pub after: u16,
    /// What the turn lost; nothing where it was the best one.
    pub loss: u16,
    /// How bad that is.
    pub mark: Option<Mark>,
    /// How the game was expected to go on before the turn; it begins with the best turn.
    pub best: Vec<Turn>,
}

/// A game with what is thought of each of its positions and turns.
///
/// ```
/// use gridwright_emulsion::{Analysis, Player, Record, Strength};
/// let record = Record::read("[Size \"4\"]\n\n1. b4a4 c3d3")?;
/// let mut player = Player::new(Strength::Simulations(100_000), 1);
/// let mut reports = Vec::new();
/// for game in record.game().prefixes() {
///     player.think(&game);
///     reports.push(player.report().expect("the engine has thought").clone());
/// }
/// let analysis = Analysis::new(record, &reports);
/// // Black wins from the start, but not after this move.
/// assert_eq!(analysis.turns[0].mark, Some(gridwright_emulsion::Mark::Blunder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The game.
    pub record: Record,
    /// Black's chance to win in each position, in thousandths, the start first.
    pub chances: Vec<u16>,
    /// Who wins in each position, where that is proven.
    pub proven: Vec<Option<Colour>>,
    /// The turns.
    pub turns: Vec<Judgement>,
}

impl Analysis {
    /// Judges a game by reports of its positions, the start first; positions without a report are not judged, nor
    /// the turns around them.
    ///
    /// # Panics
    /// When the reports are of other positions.
    pub fn new(record: Record, reports: &[Report]) -> Analysis {
        let game = &record.game;
        let known = reports.len().min(game.turns().len() + 1);
        let position = |i: usize| game.position_after(i).expect("there is a position after each turn");
        assert!((0..known).all(|i| reports[i].position == *position(i)), "reports of another game");
        let mut proven: Vec<Option<Colour>> = (0..known)
            .map(|i| position(i).outcome().map(|outcome| outcome.winner).or(reports[i].proven))
            .collect();
        // Whoever moves to a won position had one, and whoever is lost is lost whatever comes next.
        for i in (1..known).rev() {
            let is_kept =
                game.turns()[i - 1] == Turn::SwapSides || proven[i] == Some(position(i - 1).to_move);
            proven[i - 1] = proven[i - 1].or(proven[i].filter(|_| is_kept));
        }
        for i in 1..known {
            let is_kept = game.turns()[i - 1] == Turn::SwapSides
                || proven[i - 1] == Some(position(i - 1).to_move.other());
            proven[i] = proven[i].or(proven[i - 1].filter(|_| is_kept));
        }
        let chances: Vec<u16> = (0..known)
            .map(|i| {
                proven[i]
                    .map_or(reports[i].black_chance(), |winner| 1000 * u16::from(winner == Colour::Black))
            })
            .collect();
        let turns = (1..known).map(|i| judge(game, i - 1, &chances, &reports[i - 1])).collect();
        Analysis { record, chances, proven, turns }
    }

    /// How many turns of whoever began with a colour have a mark.
    pub fn count(&self, player: Colour, mark: Mark) -> usize {
        self.turns.iter().filter(|turn| turn.player == player && turn.mark == Some(mark)).count()
    }

    /// What turns of whoever began with a colour lost on average, in thousandths; `None` where there are none.
    pub fn average_loss(&self, player: Colour) -> Option<u16> {
        let losses: Vec<u32> =
            self.turns.iter().filter(|turn| turn.player == player).map(|turn| turn.loss.into()).collect();
        let count = u32::try_from(losses.len()).ok().filter(|count| *count > 0)?;
        Some((losses.iter().sum::<u32>() / count) as u16)
    }

    /// Whoever has a colour after so many turns: the colour, and in a game in which the players changed sides who it is.
    pub fn who(&self, colour: Colour, turns: usize) -> String {
        let game = &self.record.game;
        let player = game.began_as(colour, turns);
        match (game.sides_are_swapped(), self.name(player)) {
            (false, _) => colour.name().to_string(),
            (true, Some(name)) => format!("{} ({name})", colour.name()),
            (true, None) => format!("{} (began as {})", colour.name(), player.name()),
        }
    }

    /// Whoever began with a colour: the colour, and in a game in which the players changed sides who it is.
    pub fn player(&self, began_as: Colour) -> String {
        let (first, then) = (began_as.name(), began_as.other().name());
        match (self.record.game.sides_are_swapped(), self.name(began_as)) {
            (false, _) => first.to_string(),
            (true, Some(name)) => format!("{name} ({first}, then {then})"),
            (true, None) => format!("{first}, then {then}"),
        }
    }

    /// The name of whoever began with a colour, where only one has it.
    fn name(&self, player: Colour) -> Option<&str> {
        let name = self.record.tag(player.name())?;
        (self.record.tag(player.other().name()) != Some(name)).then_some(name)
    }

    /// The turns that were expected before a turn, as they are written.
    pub fn best_line(&self, turn: usize) -> Vec<String> {
        let judged = self.record.game.position_after(turn).zip(self.turns.get(turn));
        judged.map(|(position, judged)| position.write_line(&judged.best)).unwrap_or_default()
    }

    /// The game with chances, marks and better turns written into its notes.
    pub fn annotated(&self) -> Record {
        let mut record = self.record.clone();
        for (note, chance) in record.notes.iter_mut().zip(&self.chances) {
            note.evaluation = Some(*chance);
        }
        for (i, judged) in self.turns.iter().enumerate() {
            let Some(mark) = judged.mark else { continue };
            let better = self.best_line(i).first().map(|turn| format!(", better {turn}")).unwrap_or_default();
            let remark = format!("{} {}{better}", mark.sign(), mark.name());
            let comment = &mut record.notes[i + 1].comment;
            // It may have been analysed before.
            if !comment.contains(&remark) {
                let separator = if comment.is_empty() { "" } else { " " };
                *comment += &format!("{separator}{remark}");
            }
        }
        record
    }
}

/// The chance of whoever is to move, with what the pie rule allows.
fn mover_chance(game: &Game, turns: usize, black_chance: u16) -> u16 {
    let position = game.position_after(turns).expect("there is a position after each turn");
    if position.is_over() {
        return if position.to_move == Colour::Black { black_chance } else { 1000 - black_chance };
    }
    match (position.pie, position.to_move) {
        // Whatever Black does, White may take the better side.
        (true, Colour::Black) => 500,
        (true, Colour::White) => black_chance.max(1000 - black_chance),
        (false, Colour::Black) => black_chance,
        (false, Colour::White) => 1000 - black_chance,
    }
}

fn judge(game: &Game, i: usize, chances: &[u16], report: &Report) -> Judgement {
    let turn = game.turns()[i];
    let position = game.position_after(i).expect("there is a position before each turn");
    let before = mover_chance(game, i, chances[i]);
    let after = 1000 - mover_chance(game, i + 1, chances[i + 1]);
    let is_before_pie = position.is_before_pie();
    let swaps_sides = position.may_swap_sides() && chances[i] > 500;
    let best = match swaps_sides {
        true => vec![Turn::SwapSides],
        false if is_before_pie => Vec::new(),
        false => report.line.clone(),
    };
    // A first turn that may be taken over has no best: whatever it leaves, the better side is the other player's.
    let is_best = best.first() == Some(&turn) || is_before_pie;
    let loss = if is_best { 0 } else { before.saturating_sub(after) };
    let mover = position.to_move;
    let player = game.began_as(mover, i);
    Judgement { turn, mover, player, before, after, loss, mark: Mark::of_loss(loss), best }
}
