//! The answer while somebody sets a puzzle: how many solutions, what they share, what clashes, what could go and what is missing.

use crate::picture::PictureView;
use crate::reply::{Failure, Reply};
use gridwright::clues::{self, Aim, Pattern, Wish};
use gridwright::count::Count;
use gridwright::edit::Edit;
use gridwright::grid::Grid;
use gridwright::model::{Board, RuleId, Value};
use gridwright::solve::{Common, Status};
use gridwright::view::RuleView;
use gridwright::{Format, Limits, Position, Puzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is asked about a puzzle that is being set.
#[derive(Debug, Deserialize)]
pub struct LiveRequest {
    /// The puzzle.
    pub text: String,
    /// The question.
    pub about: About,
    /// Where clues may be added, by the numbers of cells; everywhere if it is empty.
    #[serde(default)]
    pub pattern: BTreeSet<u32>,
    /// Decides between what is equally good.
    #[serde(default)]
    pub seed: u64,
}

/// The questions.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// How many solutions there are.
    Solutions,
    /// What all solutions share.
    Shared,
    /// Where they differ, as a heat map.
    Heat,
    /// The fewest clues that cannot all be kept.
    Clash,
    /// Which clues could be left out.
    Clues,
    /// Which clue would decide most.
    Next,
    /// How hard it is.
    Grade,
    /// The puzzle with as few further clues as it takes.
    Fewest,
    /// The puzzle with the further clues that make it easiest.
    Fairest,
    /// The puzzle without superfluous clues.
    Minimise,
}

/// What is answered; each question fills some of it.
#[derive(Debug, Default, Serialize)]
pub struct LiveAnswer {
    /// `none`, `unique`, `multiple` or `unknown`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub status: &'static str,
    /// How many solutions, as a headline.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub headline: String,
    /// Whether that is the exact number.
    pub is_exact: bool,
    /// Sentences about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sentence: String,
    /// A picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// Clues that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<ClueView>,
    /// Another puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A clue that is there or could be.
#[derive(Debug, Serialize)]
pub struct ClueView {
    /// What it says.
    pub sentence: String,
    /// Its cells, its own place first.
    pub cells: Vec<String>,
    /// The changes that remove or print it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
}

impl LiveRequest {
    /// Answers the question about the puzzle that was read from the text.
    pub(crate) fn answer(&self, puzzle: &Puzzle, limits: &Limits) -> Reply<LiveAnswer> {
        let query = puzzle.query().limits(limits);
        let nothing = LiveAnswer::default();
        Ok(match self.about {
            About::Solutions => solutions(puzzle, limits),
            About::Shared => {
                let board = match query.common() {
                    Common::Board(board) | Common::Unknown(board, _) => board,
                    Common::None => puzzle.blank().board,
                };
                let sentence = clues::agreement(puzzle, &board);
                let scene = puzzle.scene(&Position { board, ..puzzle.blank() });
                LiveAnswer { sentence, picture: Some(PictureView::of(&scene, puzzle.title())), ..nothing }
            }
            About::Heat => {
                let marginals = query.marginals().map_err(Failure::new)?;
                let proportions = marginals.proportions();
                let mut shared: Board = puzzle.blank().board;
                for (atom, proportion) in puzzle.model().atoms().zip(&proportions) {
                    if proportion.is_always() {
                        shared.set(atom, Value::Yes);
                    } else if proportion.is_never() {
                        shared.set(atom, Value::No);
                    }
                }
                let sentence = format!("{} {}", clues::agreement(puzzle, &shared), clues::SHADES);
                let scene = puzzle.share_scene(&proportions);
                LiveAnswer { sentence, picture: Some(PictureView::of(&scene, puzzle.title())), ..nothing }
            }
            About::Clash => clash(puzzle, limits)?,
            About::Clues => {
                let found = query.clues().map_err(Failure::new)?;
                let dropped = |clue: &RuleId| {
                    let without = clues::without_clue(puzzle, *clue);
                    clue_view(
                        puzzle,
                        *clue,
                        without.as_ref().map_or(Vec::new(), |other| changes(puzzle, other)),
                    )
                };
                let clues = found.superfluous.iter().map(dropped).collect();
                LiveAnswer { sentence: found.in_words(), clues, ..nothing }
            }
            About::Next => {
                let found = query.distinguish().map_err(Failure::new)?;
                let clue = found.clues.first().map(|best| ClueView {
                    sentence: best.sentence(),
                    ..clue_view(&best.puzzle, best.clue, changes(puzzle, &best.puzzle))
                });
                LiveAnswer { clues: clue.into_iter().collect(), ..nothing }
            }
            About::Grade => match query.rate() {
                Ok(grade) => LiveAnswer {
                    sentence: grade.in_words(),
                    headline: grade.bottleneck().map_or(String::new(), |round| round.easiest.clone()),
                    ..nothing
                },
                Err(why) => LiveAnswer { sentence: format!("Not rated: {why}."), ..nothing },
            },
            About::Fewest | About::Fairest => {
                let aim = if matches!(self.about, About::Fairest) { Aim::Fairest } else { Aim::Fewest };
                let pattern = self.places(puzzle.grid())?;
                match query.complete(&Wish { aim, pattern, seed: self.seed }) {
                    Ok(made) => of_puzzle(&made.puzzle, made.summary())?,
                    Err(why) => LiveAnswer { sentence: why.to_string(), ..nothing },
                }
            }
            About::Minimise => match query.minimise(self.seed) {
                Ok(made) => of_puzzle(&made.puzzle, made.summary())?,
                Err(why) => LiveAnswer { sentence: why.to_string(), ..nothing },
            },
        })
    }

    fn places(&self, grid: Grid) -> Reply<Option<Pattern>> {
        if self.pattern.is_empty() {
            return Ok(None);
        }
        let mark = |col: usize, row: usize| {
            let is_place = self.pattern.contains(&grid.at(row, col).0);
            if is_place { 'x' } else { '.' }
        };
        let row = |row| (0..grid.cols()).map(|col| mark(col, row)).collect::<String>();
        let text = (0..grid.rows()).map(row).collect::<Vec<_>>().join("\n");
        Pattern::parse(&text, grid).map(Some).map_err(Failure::new)
    }
}

/// The number, as far as the limits let it be counted.
fn solutions(puzzle: &Puzzle, limits: &Limits) -> LiveAnswer {
    let query = puzzle.query().limits(limits);
    let told = |status, count: Count| LiveAnswer {
        status,
        headline: clues::headline(&count),
        is_exact: count.exact().is_some(),
        ..LiveAnswer::default()
    };
    match query.status() {
        Status::None => told("none", Count::Exactly(0u32.into())),
        Status::Unique(_) => told("unique", Count::Exactly(1u32.into())),
        Status::Multiple(..) => match query.count() {
            // Two are known.
            Count::AtLeast(number, why) => told("multiple", Count::AtLeast(number.max(2u32.into()), why)),
            exact => told("multiple", exact),
        },
        Status::Unknown { found, why } => {
            told("unknown", Count::AtLeast(u32::from(found.is_some()).into(), why))
        }
    }
}

/// The first of the smallest sets of clues that clash, and where they are.
fn clash(puzzle: &Puzzle, limits: &Limits) -> Reply<LiveAnswer> {
    let found = puzzle.query().limits(limits).clash().map_err(Failure::new)?;
    let Some(found) = found else { return Ok(LiveAnswer::default()) };
    let set = found.sets.first().map_or(&[][..], Vec::as_slice);
    let mut scene = puzzle.scene(&puzzle.blank());
    for clue in set {
        let rule = puzzle.model().get(*clue);
        puzzle.rule_cells(rule).into_iter().for_each(|cell| scene.tile(cell).near = true);
    }
    for cell in set.iter().filter_map(|clue| puzzle.rule_place(puzzle.model().get(*clue))) {
        let tile = scene.tile(cell);
        (tile.error, tile.near) = (true, false);
    }
    Ok(LiveAnswer {
        sentence: found.in_words(),
        picture: Some(PictureView::of(&scene, puzzle.title())),
        clues: set.iter().map(|clue| clue_view(puzzle, *clue, Vec::new())).collect(),
        ..LiveAnswer::default()
    })
}

fn clue_view(puzzle: &Puzzle, clue: RuleId, changes: Vec<String>) -> ClueView {
    let RuleView { mut cells, .. } = RuleView::new(puzzle, clue);
    if let Some(place) = puzzle.rule_place(puzzle.model().get(clue)) {
        let place = puzzle.grid().name(place).to_string();
        cells.retain(|cell| *cell != place);
        cells.insert(0, place);
    }
    ClueView { sentence: clues::clue_sentence(puzzle, clue), cells, changes }
}

/// The changes that make one puzzle of another, as text; none where it cannot be done by changes.
fn changes(puzzle: &Puzzle, next: &Puzzle) -> Vec<String> {
    let (Ok(before), Ok(after)) = (Edit::of(puzzle), Edit::of(next)) else { return Vec::new() };
    let changes = before.sheet().changes_to(after.sheet()).unwrap_or_default();
    changes.iter().filter_map(|change| change.write(before.sheet()).ok()).collect()
}

fn of_puzzle(puzzle: &Puzzle, sentence: String) -> Reply<LiveAnswer> {
    let text = puzzle.to_text(Format::Native).map_err(Failure::new)?;
    Ok(LiveAnswer { sentence, text: Some(text), ..LiveAnswer::default() })
}
