//! Puzzles that were made.

use super::{StoppedWord, exact};
use crate::frames::{Format, WriteError};
use crate::generate::{Outcome, Spec};
use serde::{Deserialize, Serialize};

/// A puzzle that was made, or that none was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratedView {
    /// Its number under the seed, from 1.
    pub index: u64,
    /// The seed.
    #[serde(with = "exact")]
    #[cfg_attr(feature = "schema", schemars(with = "super::Number"))]
    pub seed: u64,
    /// The genre.
    pub genre: String,
    /// `made`, `missed` or `unknown`.
    pub status: GeneratedWord,
    /// How many boards were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<u32>,
    /// The puzzle as our own JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<serde_json::Value>,
    /// The puzzle as text in another format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its solution, in the shape of the genre's data sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// The word for its difficulty, where one or a rating was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// Its rating with two decimals, where a difficulty was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The hardest step, where a difficulty was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
    /// Of what was missed, the nearest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<f64>,
    /// Why none was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why the search stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// What came of making a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum GeneratedWord {
    Made,
    Missed,
    Unknown,
}

impl GeneratedView {
    /// The puzzle number `number`, from 0, of a seed, written in a format.
    pub fn new(
        spec: &Spec,
        seed: u64,
        number: u64,
        format: Format,
        outcome: &Outcome,
    ) -> Result<GeneratedView, WriteError> {
        let mut view = GeneratedView {
            index: number + 1,
            seed,
            genre: spec.genre.id.to_string(),
            status: GeneratedWord::Unknown,
            tries: None,
            puzzle: None,
            text: None,
            solution: None,
            difficulty: None,
            rating: None,
            hardest: None,
            nearest: None,
            message: None,
            why: None,
        };
        match outcome {
            Outcome::Found(made) => {
                view.status = GeneratedWord::Made;
                view.tries = Some(made.tries);
                let text = made.puzzle.to_text(format)?;
                match format {
                    Format::Json => view.puzzle = serde_json::from_str(&text).ok(),
                    _ => view.text = Some(text),
                }
                view.solution = Some(made.puzzle.solution_json(&made.solution));
                view.rating = made.grade.as_ref().map(|grade| grade.rating().points());
                view.difficulty = made.grade.as_ref().map(|grade| grade.level().to_string());
                let hardest = made.grade.as_ref().and_then(|grade| grade.bottleneck());
                view.hardest = hardest.map(|round| round.easiest.clone());
            }
            Outcome::NotFound(failed) => {
                view.status = GeneratedWord::Missed;
                view.tries = Some(failed.tries);
                view.nearest = failed.nearest.map(|rating| rating.points());
                view.message = Some(failed.in_words(spec));
            }
            Outcome::Stopped(why) => view.why = Some((*why).into()),
        }
        Ok(view)
    }
}
