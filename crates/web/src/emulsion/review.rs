//! A game being reviewed, position by position, so that the page can show what is known so far.

use super::number;
use crate::picture::PictureView;
use crate::reply::{Failure, Reply};
use gridwright_base::Limits;
use gridwright_emulsion::{Analysis, Chance, Colour, Graph, Hint, Mark, Player, Record, Report, Strength};
use serde::Serialize;

/// Steps of a proof for a position.
const PROOF: u64 = 2_000_000;

/// A game being reviewed.
pub struct Review {
    record: Record,
    player: Player,
    reports: Vec<Report>,
    analysis: Analysis,
}

/// A turn that was judged.
#[derive(Debug, Serialize)]
pub struct ReviewedTurn {
    /// The turn.
    pub turn: String,
    /// Whose it was: 0 for Black.
    pub mover: usize,
    /// `?!`, `?`, `??`, or nothing.
    pub mark: &'static str,
    /// How bad that is, from 1 to 3; 0 for no mark.
    pub degree: usize,
    /// What the mark is called.
    pub name: &'static str,
    /// Black's chance after it, or who wins.
    pub chance: String,
    /// What it lost, where it lost something.
    pub lost: String,
    /// The mover's chance before it and after it.
    pub change: [String; 2],
    /// What would have been better, and why.
    pub better: String,
    /// What was expected before it.
    pub line: Vec<String>,
    /// The task of finding a better one, where it can be found.
    pub task: Option<String>,
}

/// What is known of the game.
#[derive(Debug, Serialize)]
pub struct ReviewView {
    /// How many positions were thought about, and how many there are.
    pub done: usize,
    /// All of them.
    pub total: usize,
    /// Black's chance at the start, or who wins.
    pub start: String,
    /// The turns that were judged.
    pub turns: Vec<ReviewedTurn>,
    /// The mistakes of the players who began as Black and as White.
    pub mistakes: [Vec<usize>; 2],
    /// Their inaccuracies as well.
    pub inaccuracies: [Vec<usize>; 2],
    /// How well both played.
    pub summary: Vec<String>,
    /// What the marks mean.
    pub scale: String,
    /// Turns that need more thought to be judged.
    pub uncertain: usize,
    /// The chances.
    pub graph: PictureView,
    /// Where in the picture the chances are: left, top, right and bottom.
    pub frame: [usize; 4],
}

impl Review {
    /// Of a game, with this many simulations a position.
    pub fn new(record: Record, simulations: u64) -> Review {
        let player = Player::new(Strength::Simulations(simulations), 1).thorough(PROOF);
        let analysis = Analysis::new(record.clone(), &[]);
        Review { record, player, reports: Vec::new(), analysis }
    }

    /// Thinks about the next position; where it is cancelled, that position is not known yet.
    pub fn think(&mut self, limits: Limits) {
        let Some(game) = self.record.game().prefixes().nth(self.reports.len()) else { return };
        self.player.limit(limits);
        self.player.think(&game);
        self.reports.extend(self.player.report().cloned());
        self.analysis = Analysis::new(self.record.clone(), &self.reports);
    }

    /// Judges a turn that was tried in place of one of the game.
    pub fn try_turn(&mut self, turn: usize, text: &str, limits: Limits) -> Reply<(bool, String)> {
        let retry =
            self.analysis.retry(turn).ok_or_else(|| Failure::new("this turn cannot be played again"))?;
        let tried = retry.position.read_turn(text).map_err(|error| Failure::of_input(&error, text))?;
        let mut game = gridwright_emulsion::Game::from_position(retry.position.clone());
        game.play(tried).map_err(Failure::new)?;
        // A player of its own: the review goes on from its own thoughts.
        let mut player = Player::new(self.player.strength(), 2).thorough(PROOF);
        player.limit(limits);
        player.think(&game);
        let verdict = retry.judge(tried, player.report());
        Ok((verdict.is_accepted, verdict.told))
    }

    /// What is known, with a graph of this width.
    pub fn view(&self, width: usize) -> ReviewView {
        let analysis = &self.analysis;
        let graph = Graph::new(analysis, width);
        let known = !analysis.chances.is_empty();
        ReviewView {
            done: analysis.chances.len(),
            total: self.record.game().turns().len() + 1,
            start: if known { analysis.chance_text(0) } else { String::new() },
            turns: (0..analysis.turns.len()).map(|i| self.turn(i)).collect(),
            mistakes: Colour::ALL.map(|player| analysis.mistakes(Some(player), false)),
            inaccuracies: Colour::ALL.map(|player| analysis.mistakes(Some(player), true)),
            summary: Colour::ALL.into_iter().filter_map(|player| analysis.summary(player)).collect(),
            scale: Mark::scale(),
            uncertain: analysis.uncertain(),
            graph: PictureView {
                view_box: graph.view_box(),
                markup: graph.markup(),
                title: "Black’s chance to win after each turn".to_string(),
            },
            frame: graph.frame(),
        }
    }

    fn turn(&self, i: usize) -> ReviewedTurn {
        let analysis = &self.analysis;
        let judged = &analysis.turns[i];
        let before = self.record.game().position_after(i).expect("there is a position before each turn");
        let facts = judged.best.first().map(|best| Hint::new(&self.reports[i], *best).facts());
        ReviewedTurn {
            turn: before.write_turn(judged.turn),
            mover: number(judged.mover),
            mark: judged.mark.map_or("", Mark::sign),
            degree: judged.mark.map_or(0, |mark| mark as usize + 1),
            name: judged.mark.map_or("", Mark::name),
            chance: analysis.chance_text(i + 1),
            lost: if judged.loss > Chance::NONE { judged.loss.exact_percent() } else { String::new() },
            change: [judged.before, judged.after].map(Chance::percent),
            better: analysis.better(i, &facts.unwrap_or_default()),
            line: analysis.best_line(i),
            task: judged.mark.and_then(|_| Some(analysis.retry(i)?.task())),
        }
    }
}
