//! Analysis of a game, turn by turn.

mod retry;
mod text;

pub use retry::{Retry, Verdict};

use crate::chance::Chance;
use crate::game::Game;
use crate::player::Player;
use crate::position::{Colour, Turn};
use crate::record::Record;
use crate::search::Report;
use gridwright_base::{Limits, Progress};
use serde::{Deserialize, Serialize};

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It lost at least 5 % of the chance to win.
    Inaccuracy,
    /// It lost at least 10 %.
    Mistake,
    /// It lost at least 20 %, or a game that was won by proof.
    Blunder,
}

impl Mark {
    /// All, the least first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark for a loss.
    pub fn of_loss(loss: Chance) -> Option<Mark> {
        Mark::ALL.into_iter().rev().find(|mark| loss >= mark.least_loss())
    }

    /// `?!`, `?` or `??`.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The smallest loss that gets this mark.
    pub fn least_loss(self) -> Chance {
        Chance::of(
            match self {
                Mark::Inaccuracy => 5,
                Mark::Mistake => 10,
                Mark::Blunder => 20,
            },
            100,
        )
    }

    /// What the marks mean.
    pub fn scale() -> String {
        let each = Mark::ALL
            .map(|mark| format!("{} ({}) from {}", mark.sign(), mark.name(), mark.least_loss().percent()));
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

/// A turn, judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The turn.
    pub turn: Turn,
    /// Whose it was.
    pub mover: Colour,
    /// The colour that the mover began with. It differs once the players have swapped sides.
    pub player: Colour,
    /// The mover's chance to win before it with best play.
    pub before: Chance,
    /// And after it.
    pub after: Chance,
    /// What the turn lost; nothing where it was the best one.
    pub loss: Chance,
    /// How bad that is at least, however much longer the engine thinks.
    pub mark: Option<Mark>,
    /// Whether the loss would get a mark, but with so few simulations that more might take it back.
    pub is_uncertain: bool,
    /// How the game was expected to go on before the turn; it begins with the best turn.
    pub best: Vec<Turn>,
}

/// A game with the chances of each position and a judgement of each turn.
///
/// ```
/// use gridwright_emulsion::{Analysis, Limits, Player, Record, Strength};
/// let record = Record::read("[Size \"4\"]\n\n1. b4a4 c3d3")?;
/// let mut player = Player::analyst(Strength::Simulations(1_000), 1);
/// let analysis = Analysis::by_player(record, &mut player, &Limits::default());
/// // Black wins from the start, but not after this move.
/// assert_eq!(analysis.turns[0].mark, Some(gridwright_emulsion::Mark::Blunder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The game.
    pub record: Record,
    /// Black's chance to win in each position, the start first.
    pub chances: Vec<Chance>,
    /// Who wins in each position, where that is proven.
    pub proven: Vec<Option<Colour>>,
    /// The turns.
    pub turns: Vec<Judgement>,
}

impl Analysis {
    /// Lets a player think about each position of a game, as long as it is not cancelled. A step is a position.
    pub fn by_player(record: Record, player: &mut Player, limits: &Limits) -> Analysis {
        player.limit(Limits::default().cancel(limits.cancel.clone()));
        Analysis::by(record, limits, |game| {
            player.think(game);
            player.report().cloned()
        })
    }

    /// The same with reports that come from elsewhere, such as several players on threads.
    pub fn by(record: Record, limits: &Limits, mut think: impl FnMut(&Game) -> Option<Report>) -> Analysis {
        let total = record.game.turns().len() as u64 + 1;
        let mut reports = Vec::new();
        for (done, game) in (0..limits.steps.unwrap_or(u64::MAX)).zip(record.game.prefixes()) {
            limits.report(Progress { task: "analysing", done, total: Some(total), unit: "position" });
            let report = think(&game);
            if limits.cancel.is_cancelled() {
                break;
            }
            reports.extend(report);
        }
        Analysis::new(record, &reports)
    }

    /// Whether every position was judged.
    pub fn is_complete(&self) -> bool {
        self.chances.len() > self.record.game.turns().len()
    }

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
        // A side that moves to a won position had one, and a lost side is lost after any turn.
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
        let chances: Vec<Chance> = (0..known)
            .map(|i| {
                proven[i].map_or(reports[i].black_chance(), |winner| Chance::of_win(winner == Colour::Black))
            })
            .collect();
        let noise = |i: usize| if proven[i].is_some() { 0.0 } else { noise(reports[i].simulations) };
        let turns = (1..known)
            .map(|i| judge(game, i - 1, &chances, &reports[i - 1], noise(i - 1).hypot(noise(i))))
            .collect();
        Analysis { record, chances, proven, turns }
    }

    /// How many turns of the player who began with a colour have a mark.
    pub fn count(&self, player: Colour, mark: Mark) -> usize {
        self.turns.iter().filter(|turn| turn.player == player && turn.mark == Some(mark)).count()
    }

    /// What a turn of the player who began with a colour lost on average; `None` where there are none.
    pub fn average_loss(&self, player: Colour) -> Option<Chance> {
        let turns = self.turns.iter().filter(|turn| turn.player == player);
        let losses: Vec<u64> = turns.map(|turn| turn.loss.thousandths().into()).collect();
        let most = 1000 * losses.len() as u64;
        (most > 0).then(|| Chance::of(losses.iter().sum(), most))
    }

    /// The player of a colour after some turns: the colour, and the player's name if the players have swapped sides.
    pub fn who(&self, colour: Colour, turns: usize) -> String {
        let game = &self.record.game;
        let player = game.began_as(colour, turns);
        match (game.sides_are_swapped(), self.name(player)) {
            (false, _) => colour.name().to_string(),
            (true, Some(name)) => format!("{} ({name})", colour.name()),
            (true, None) => format!("{} (began as {})", colour.name(), player.name()),
        }
    }

    /// The player who began with a colour: the colour, and the name if the players have swapped sides.
    pub fn player(&self, began_as: Colour) -> String {
        let (first, then) = (began_as.name(), began_as.other().name());
        match (self.record.game.sides_are_swapped(), self.name(began_as)) {
            (false, _) => first.to_string(),
            (true, Some(name)) => format!("{name} ({first}, then {then})"),
            (true, None) => format!("{first}, then {then}"),
        }
    }

    /// How many turns got no mark because the engine thought too little about them.
    pub fn uncertain(&self) -> usize {
        self.turns.iter().filter(|turn| turn.is_uncertain).count()
    }

    /// The name of the player who began with a colour, unless both have it.
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

/// The chance of the player to move, including what the pie rule allows.
fn mover_chance(game: &Game, turns: usize, black: Chance) -> Chance {
    let position = game.position_after(turns).expect("there is a position after each turn");
    if position.is_over() {
        return if position.to_move == Colour::Black { black } else { black.opposite() };
    }
    match (position.pie, position.to_move) {
        // After any move of Black White may take the better side.
        (true, Colour::Black) => Chance::EVEN,
        (true, Colour::White) => black.max(black.opposite()),
        (false, Colour::Black) => black,
        (false, Colour::White) => black.opposite(),
    }
}

/// How far a chance may be off after this many simulations, in thousandths: an estimate from one game whose positions were
/// thought about several times, with 300 to 60,000 simulations. Few simulations are not only uncertain but also one-sided,
/// which the second part is for.
fn noise(simulations: u64) -> f64 {
    let simulations = simulations.max(1) as f64;
    1_500.0 / simulations.sqrt() + 100_000.0 / simulations
}

fn judge(game: &Game, i: usize, chances: &[Chance], report: &Report, noise: f64) -> Judgement {
    let turn = game.turns()[i];
    let position = game.position_after(i).expect("there is a position before each turn");
    let before = mover_chance(game, i, chances[i]);
    let after = mover_chance(game, i + 1, chances[i + 1]).opposite();
    let is_before_pie = position.is_before_pie();
    let swaps_sides = position.may_swap_sides() && chances[i] > Chance::EVEN;
    let best = match swaps_sides {
        true => vec![Turn::SwapSides],
        false if is_before_pie => Vec::new(),
        false => report.line.clone(),
    };
    // A first turn that the opponent may take over has no best: the opponent gets the better side in any case.
    let is_best = best.first() == Some(&turn) || is_before_pie;
    let loss = if is_best { Chance::NONE } else { before.less(after) };
    let mover = position.to_move;
    let player = game.began_as(mover, i);
    // What the turn has lost at least.
    let sure = Chance::of_thousandths(loss.thousandths().saturating_sub(noise.ceil().min(1000.0) as u16));
    let mark = Mark::of_loss(sure.unwrap_or(Chance::NONE));
    let is_uncertain = mark.is_none() && Mark::of_loss(loss).is_some();
    Judgement { turn, mover, player, before, after, loss, mark, is_uncertain, best }
}
